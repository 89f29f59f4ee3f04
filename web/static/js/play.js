// One evening: the final table with its reasons, points over the game, every
// event again on the drawn mats, and what to share.
import { html, useState, useEffect } from "./lib.js";
import { notify } from "./store.js";
import { t, tell, word, cap, day, clock } from "./say.js";
import { get } from "./ask.js";
import { Who, result } from "./seat.js";
import { Side } from "./side.js";
import { tellEntry } from "./entry.js";
import { Final, Ties, ranked } from "./final.js";
import { ResultCard } from "./card.js";
import { Plot } from "./plot.js";
import { outcome } from "./dashboard.js";

export function Play({ id }) {
  const [play, setPlay] = useState(null);
  const [said, say] = useState("");
  useEffect(() => {
    const at = "/sessions/" + encodeURIComponent(id);
    Promise.all([get(at), get(at + "/events")]).then(([view, log]) => setPlay({ view, log }), (err) => say(err.sentence || String(err)));
  }, [id]);
  if (!play) return html`<p role="status">${said || t("page.connection.opening")}</p>`;
  const { view, log } = play;
  const facts = [day(view.began), view.start.place, view.note].filter(Boolean);
  return html`<div class="stack"><div><h1>${view.title}</h1><p class="quiet">${facts.join(" · ")}</p></div>
    <p class="ask">${cap(view.status === "playing" ? tell(view.prompt) : outcome(view))}</p>
    <section class="panel stack"><h2>${t("page.final")}</h2><p class="quiet">${t("page.final.hint")}</p><${Final} view=${view} /></section>
    <${Ties} view=${view} />
    ${view.status === "finished" && html`<${Share} view=${view} />`}
    ${view.state && html`<${Replay} view=${view} log=${log} />`}</div>`;
}

// Replay shows the play as it stood after each event that counts.
function Replay({ view, log }) {
  const entries = log.entries.filter((e) => e.counts && !["finished", "paused", "resumed", "noted", "reopened", "undone", "redone"].includes(e.kind));
  const [at, setAt] = useState(entries.length - 1);
  const [then, setThen] = useState(view);
  const [running, run] = useState(false);
  const entry = entries[at];
  useEffect(() => {
    if (at === entries.length - 1) {
      setThen(view);
      return undefined;
    }
    let gone = false;
    get(`/sessions/${encodeURIComponent(view.play)}?at=${entry.number}`).then((v) => gone || setThen(v)).catch((err) => notify("refused", err.sentence || String(err)));
    return () => { gone = true; };
  }, [at]);
  useEffect(() => {
    if (!running || at >= entries.length - 1) {
      run(false);
      return undefined;
    }
    const timer = setTimeout(() => setAt(at + 1), 900);
    return () => clearTimeout(timer);
  }, [running, at]);
  if (!entry) return null;
  return html`<section class="panel stack"><h2>${t("page.replay")}</h2>
    <${Plot} view=${view} entries=${entries} at=${at} />
    <label>${t("page.replay.at", { number: at + 1, of: entries.length })}<input type="range" min="0" max=${entries.length - 1} value=${at} onInput=${(e) => setAt(Number(e.target.value))} /></label>
    <div class="row"><button disabled=${at === 0} onClick=${() => setAt(at - 1)}>← ${t("page.replay.back")}</button>
      <button disabled=${at >= entries.length - 1} onClick=${() => setAt(at + 1)}>${t("page.replay.on")} →</button>
      <button aria-pressed=${running} onClick=${() => { if (!running && at >= entries.length - 1) setAt(0); run(!running); }}>${t(running ? "page.replay.stop" : "page.replay.run")}</button></div>
    <p aria-live="polite"><b>${clock(entry.at)}</b> ${tellEntry(view, entry)} ${(entry.credits || []).map((c) => `${c.player}: ${tell(c)}`).join(" · ")}</p>
    <div class="mats replay">${then.start.seats.map((s) => html`<div key=${s.name}><h3 class="row spread"><${Who} view=${then} name=${s.name} /> <span class="num">${result(then, s.name).total}</span></h3>
      <${Side} view=${then} name=${s.name} /></div>`)}</div></section>`;
}

// summary is the result as text, to paste into a message.
function summary(view) {
  const line = (p, i) => `${i + 1}. ${p.name}: ${p.total} (${p.lines.map((l) => `${cap(word(view.start.game, "category-" + l.category))} ${l.points}`).join(", ")})`;
  return [[view.title, day(view.began), view.start.place].filter(Boolean).join(", "), "", ...ranked(view).map(line)].join("\n");
}

function Share({ view }) {
  const text = summary(view);
  const address = "/history/" + encodeURIComponent(view.play);
  const copy = async () => {
    try {
      if (navigator.clipboard) await navigator.clipboard.writeText(text);
      else copyOld(text);
      notify("done", t("page.copied"));
    } catch (err) {
      notify("refused", String(err));
    }
  };
  return html`<section class="panel stack"><h2>${t("page.share")}</h2><div class="shares">
    <${ResultCard} view=${view} text=${text} />
    <div class="stack"><pre class="share" tabindex="0" aria-label=${t("page.share.text")}>${text}</pre>
      <div class="row"><button onClick=${copy}>${t("page.share.copy")}</button></div>
      <div class="join"><img src=${"/api/v1" + address + "/bgstats.svg"} alt=${t("page.share.code")} width="150" height="150" />
        <p><a class="button" href=${"/api/v1" + address + "/bgstats"}>BG Stats</a><br /><span class="quiet">${t("page.share.hint")}</span></p></div></div></div></section>`;
}

// copyOld copies where the browser gives its clipboard only to safe origins.
function copyOld(text) {
  const box = document.createElement("textarea");
  box.value = text;
  document.body.append(box);
  box.select();
  document.execCommand("copy");
  box.remove();
}
