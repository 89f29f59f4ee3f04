// The dashboard: points as the loudest thing in the room, what happens now as
// the second, and the table as the program has read it.
import { html, useEffect, useState, useRef } from "./lib.js";
import { state } from "./store.js";
import { t, tell, word, cap, clock } from "./say.js";
import { get } from "./ask.js";
import { Frame, Link } from "./frame.js";
import { Shape, look, table, result, standing } from "./seat.js";
import { Side, Categories } from "./side.js";
import { tellEntry } from "./entry.js";
import { Displays, usePolled } from "./lamps.js";
import { cameraState, unsureOf } from "./eye.js";

export const mayAct = () => state.access && (state.access.level === "act" || state.access.level === "admin");

export function Dashboard() {
  const view = table();
  const acts = Boolean(mayAct());
  const screens = usePolled("/displays", 4);
  const eye = usePolled("/calibration", 20, acts);
  if (!view) return html`<${Frame}><${Nothing} /><//>`;
  const leaders = leading(view);
  return html`<${Frame} wide><div class="dash">
    <div class="say">
      <h1 class="when">${view.title} · ${standing(view)}</h1>
      <p class="prompt" aria-live="polite">${view.prompt && view.status === "playing" ? cap(tell(view.prompt)) : outcome(view)}</p>
      <${Health} displays=${screens && screens.displays} />
    </div>
    <ul class=${"seats of" + view.start.seats.length}>${view.start.seats.map((s) => html`
      <${Seat} key=${s.name} view=${view} name=${s.name} leads=${leaders.includes(s.name)} />`)}</ul>
    <aside class="aside" aria-label=${t("page.beside")}>
      <${Happened} view=${view} /><${Eye} eye=${eye} view=${view} /><${Displays} displays=${screens && screens.displays} /><${Join} />
    </aside></div><//>`;
}

// Health is a dot for each thing at the table that may fail.
function Health({ displays }) {
  const failing = (displays || []).filter((d) => d.error).length, camera = cameraState();
  return html`<p class="health">
    ${camera && html`<span class=${"dot " + (camera.well ? "on" : "off")}>${t("page.camera")}<span class="hide">: ${camera.text}</span></span>`}
    ${displays && displays.length > 0 && html`<span class=${"dot " + (failing ? "off" : "on")}>${t("page.display")}<span class="hide">: ${t(failing ? "page.display.fails" : "page.display.works")}</span></span>`}</p>`;
}

const eyeState = (eye) => (eye.calibrated ? (eye.taught ? "page.camera.ready" : "page.camera.untaught") : "page.camera.none");

// leading lists who has most points now, nobody while all are level; and at the
// end those who won, which breaks ties.
export function leading(view) {
  if (view.status === "finished") return view.result.winners;
  const totals = view.result.players.map((p) => p.total);
  const most = Math.max(...totals);
  return totals.every((n) => n === most) && totals.length > 1 ? [] : view.result.players.filter((p) => p.total === most).map((p) => p.name);
}

// Lead is the word beside the points of who leads, or who won.
export function Lead({ view }) {
  return view.status === "finished" ? html`<span class="lead">★ ${t("page.won")}</span>` : html`<span class="lead">▲ ${t("page.leads")}</span>`;
}

export function outcome(view) {
  if (view.status === "paused") return t("page.status.paused");
  if (view.status === "abandoned") return t("page.status.abandoned");
  return cap(t("result.winners", { count: view.result.winners.length, players: view.result.winners }));
}

function Seat({ view, name, leads }) {
  const unsure = unsureOf(view, name);
  const turn = view.status === "playing" && view.prompt && view.prompt.player === name;
  return html`<li class=${"panel seat" + (turn ? " turn" : "")} data-seat=${name}>
    <h2><${Shape} ...${look(view, name)} /> <span title=${name}>${name}</span> ${turn && html`<span class="turnword">${t("page.turn")}</span>`}</h2>
    <p class="points"><${Count} n=${result(view, name).total} />${(view.unsure || []).includes(name) && html`<span class="maybe" title=${t("page.unsure.score")}>?<span class="hide">${t("page.unsure.score")}</span></span>`} ${leads && html`<${Lead} view=${view} />`}</p>
    <${Side} view=${view} name=${name} brief unsure=${unsure} />
    ${unsure.length > 0 && html`<p class="unsure">${t("page.unsure", { hexes: unsure })}</p>`}
    <${Categories} view=${view} name=${name} />
  </li>`;
}

// Count lets points count up, unless less motion is asked for.
export function Count({ n }) {
  const [shown, show] = useState(n);
  const from = useRef(n);
  useEffect(() => {
    if (from.current === n || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      from.current = n;
      show(n);
      return undefined;
    }
    const first = from.current, begun = performance.now();
    let frame;
    const step = (now) => {
      const part = Math.min(1, (now - begun) / 400);
      from.current = Math.round(first + (n - first) * part);
      show(from.current);
      if (part < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [n]);
  return html`<span class="num">${shown}</span>`;
}

export function Happened({ view, count = 4 }) {
  return html`<section class="panel"><h2>${t("page.happened")}</h2>
    <div role="log"><ol class="happened">${view.recent.slice(0, count).map((e) => html`<li key=${e.number}>
      <span class="what">${tellEntry(view, e)}</span>${e.why && e.kind === "corrected" ? html` <span class="quiet">(${e.who}: ${e.why})</span>` : ""}
      ${(e.credits || []).map((c, i) => html`<span class="earned" key=${i}>${c.player}: ${tell(c)}</span>`)}
    </li>`)}${view.recent.length === 0 && html`<li class="quiet">${t("page.nothing-yet")} ${clock(view.began)}</li>`}</ol></div></section>`;
}

// Eye says how the camera's side stands, and shows its newest picture: on
// paired devices, which alone may see it.
function Eye({ eye, view }) {
  if (!eye) return null;
  const camera = cameraState();
  return html`<section class="panel eye stack tight"><h2>${t("page.camera")}</h2>
    ${eye.seen && html`<img src=${"/api/v1/pictures/last.jpg?width=480&after=" + encodeURIComponent((state.camera && state.camera.read) || view.number)} alt=${t("page.camera.picture")} />`}
    <p class="quiet">${camera ? camera.text : t(eyeState(eye))}</p></section>`;
}

// Join shows how to pair a phone, on pages that may see the code. The code
// changes after each use, so it is asked for again and again.
export function Join() {
  const [code, setCode] = useState();
  useEffect(() => {
    if (!mayAct()) return undefined;
    let gone = false;
    const look = () => get("/pairing").then((c) => gone || setCode(c)).catch(() => {});
    look();
    const every = setInterval(look, 5000);
    return () => { gone = true; clearInterval(every); };
  }, [state.access && state.access.level]);
  if (!mayAct() || !code) return null;
  return html`<section class="panel stack tight"><h2>${t("page.join")}</h2><div class="join">
    ${code.url && html`<img src=${"/api/v1/pairing/qr.svg?" + code.expires} alt=${t("page.join.code")} width="150" height="150" />`}
    <p>${t(code.url ? "page.join.pin" : "page.join.type")}<br /><span class="pin">${code.pin.slice(0, 3)} ${code.pin.slice(3)}</span>
    ${code.url && html`<br /><span class="quiet">${new URL(code.url).host}/pair</span>`}</p></div></section>`;
}

export function Nothing() {
  return html`<div class="empty"><h1>${t("page.no-game")}</h1><p class="quiet">${t(state.begun ? "page.no-game.hint" : "page.connection.opening")}</p>
    <div class="row">${state.settings && state.settings.welcome && html`<${Link} to="/setup" class="button main">${t("setup.offer")}<//>`}
      <${Link} to="/new" class="button main">${t("page.nav.new")}<//><${Link} to="/history" class="button">${t("page.nav.history")}<//></div>
    <${Join} /></div>`;
}
