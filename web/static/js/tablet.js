// The tablet at the table: what happens now in one sentence, under it only
// what fits, undo always in the same corner.
import { html, useState, useEffect, useLayoutEffect, useRef } from "./lib.js";
import { state } from "./store.js";
import { t, tell, cap } from "./say.js";
import { command } from "./queue.js";
import { Frame, Link } from "./frame.js";
import { Answer } from "./answer.js";
import { Correct } from "./correct.js";
import { forgetTouched, touchedOf } from "./counting.js";
import { PairForm } from "./pair.js";
import { Questions } from "./question.js";
import { Who, table, result, standing } from "./seat.js";
import { Side } from "./side.js";
import { byMat } from "./choices.js";
import { unsureOf } from "./eye.js";
import { tellEntry } from "./entry.js";
import { Count, Happened, Nothing, mayAct, outcome } from "./dashboard.js";
import { useAwake } from "./awake.js";

export function Tablet() {
  const view = table();
  if (state.access && !mayAct()) return html`<${Frame}><div class="phone"><${PairForm} /></div><//>`;
  if (!view) return html`<${Frame}><${Nothing} /><//>`;
  return html`<${Frame}><${Table} key=${view.play} view=${view} /><//>`;
}

function Table({ view }) {
  const [correcting, setCorrecting] = useState(false);
  const awake = useAwake();
  const busy = state.waiting.some((c) => c.play === view.play);
  const { prompt } = view;
  const shown = prompt && prompt.player ? prompt.player : null;
  const ask = useRef();
  const first = useRef(true);
  useLayoutEffect(() => { // what had the focus is gone with the old answers: go on at the new question
    if (first.current) first.current = false;
    else if (document.activeElement === document.body) ask.current.focus({ preventScroll: true });
  }, [view.number]);
  return html`
    <div class="toolbar">
      <h1>${standing(view)}</h1><span class="room"></span>
      <button disabled=${!view.redo} aria-disabled=${busy} onClick=${() => busy || command(view, "redo", t("page.redo"))}><span>↷ ${t("page.redo")}${view.redo && html`<small>${tellEntry(view, view.redo)}</small>`}</span></button>
      <button disabled=${!view.undo && !touchedOf(view)} aria-disabled=${busy} onClick=${() => busy || forgetTouched(view) || command(view, "undo", t("page.undo"))}><span>↶ ${t("page.undo")}${view.undo && html`<small>${tellEntry(view, view.undo)}</small>`}</span></button>
    </div>
    <div class=${"tablet" + (shown ? " two" : "")}>
      <div class="over stack">
        <ul class="ranks">${view.start.seats.map((s) => html`<li key=${s.name} class=${"row" + (s.name === shown ? " turn" : "")}><${Who} view=${view} name=${s.name} /> <b><${Count} n=${result(view, s.name).total} /></b></li>`)}</ul>
        <p class="ask" ref=${ask} tabindex="-1" aria-live="polite" data-prompt=${view.number}>${view.status === "playing" ? cap(tell(prompt)) : outcome(view)}</p>
        ${prompt && prompt.left > 1 && view.status === "playing" && html`<p class="quiet">${t("page.left", { count: prompt.left })}</p>`}
      </div>
      <div class="stack"><${Answer} key=${view.number} view=${view} busy=${busy} /><${State} view=${view} busy=${busy} />
        <div class="row"><button disabled=${view.status !== "playing"} onClick=${() => setCorrecting(true)}>✎ ${t("page.correct")}</button>
        ${awake === false && html`<span class="quiet">${t("page.sleeps")}</span>`}</div></div>
      <div class="stack">${shown && html`<section class="panel stack"><h2><${Who} view=${view} name=${shown} /></h2><${Side} view=${view} name=${shown} bare=${byMat(prompt)} unsure=${unsureOf(view, shown)} /></section>`}
        <${Happened} view=${view} count=${4} /></div>
    </div>
    <${Questions} view=${view} />
    ${correcting && html`<${Correct} view=${view} onClose=${() => setCorrecting(false)} />`}`;
}

// State is what ends, rests and resumes a play.
function State({ view, busy }) {
  const [sure, setSure] = useState(null);
  useEffect(() => setSure(null), [view.number]);
  const button = (what, main) => html`<button key=${what} class=${main ? "main" : ""} disabled=${busy} onClick=${() => (main || sure === what ? command(view, what, t("page.do-" + what)) : setSure(what))}>
    ${t(sure === what ? "page.sure" : "page.do-" + what)}</button>`;
  if (view.status === "paused") return html`<div class="row">${button("resume", true)}</div>`;
  if (view.status !== "playing") {
    return html`<div class="row"><${Link} to=${"/history/" + view.play} class="button main">${t("page.result")}<//><${Link} to="/new" class="button">${t("page.nav.new")}<//>${button("reopen")}</div>`;
  }
  if (view.prompt && view.prompt.over) return html`<div class="row">${button("finish", true)}</div>`;
  return html`<details><summary class="quiet">${t("page.game")}</summary><div class="row">${button("pause")}${button("finish")}${button("abandon")}</div></details>`;
}
