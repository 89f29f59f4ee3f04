// The phone: my points, my mat; a hex is set right with two taps.
import { html, useState } from "./lib.js";
import { state, set, remember, recall } from "./store.js";
import { t, tell, cap } from "./say.js";
import { command } from "./queue.js";
import { Frame, Link } from "./frame.js";
import { Who, Shape, look, table, result, side } from "./seat.js";
import { Side } from "./side.js";
import { unsureOf } from "./eye.js";
import { tellEntry } from "./entry.js";
import { Counters, HexSheet, Lines } from "./correct.js";
import { PairForm } from "./pair.js";
import { Questions } from "./question.js";
import { Count, Lead, Nothing, leading, mayAct, outcome } from "./dashboard.js";

export function Phone() {
  const view = table();
  if (!view) return html`<${Frame}><${Nothing} />${state.access && !mayAct() && html`<div class="phone"><${PairForm} /></div>`}<//>`;
  const names = view.start.seats.map((s) => s.name);
  const me = names.includes(recall("me")) ? recall("me") : null;
  if (!me) return html`<${Frame}><div class="phone stack"><h1>${t("page.phone.who")}</h1>${names.map((n) => html`
    <button key=${n} onClick=${() => { remember("me", n); set({}); }}><${Who} view=${view} name=${n} /></button>`)}</div><//>`;
  return html`<${Frame}><${Mine} key=${view.play + me} view=${view} me=${me} /><//>`;
}

function Mine({ view, me }) {
  const [hex, setHex] = useState(null);
  const [line, setLine] = useState(null);
  const open = view.status === "playing" && mayAct();
  const busy = state.waiting.length > 0;
  return html`<div class="phone stack">
    <div class="row spread"><h1 class="who"><${Shape} ...${look(view, me)} /> ${me}</h1>
      <button onClick=${() => { remember("me", null); set({}); }}>${t("page.phone.other")}</button></div>
    <p class="points"><${Count} n=${result(view, me).total} />${leading(view).includes(me) && html` <${Lead} view=${view} />`}</p>
    <ul class="ranks">${view.start.seats.filter((s) => s.name !== me).map((s) => html`<li key=${s.name} class="row"><${Who} view=${view} name=${s.name} /> <b>${result(view, s.name).total}</b></li>`)}</ul>
    <p aria-live="polite">${view.status === "playing" ? cap(tell(view.prompt)) : outcome(view)}</p>
    ${view.status === "finished" && html`<${Link} to=${"/history/" + view.play} class="button main">${t("page.result")}<//>`}
    <section class="panel stack"><${Side} view=${view} name=${me} unsure=${unsureOf(view, me)} lit=${line ? line.spaces : []} onHex=${open && side(view, me).mat ? (h) => setHex(h.id) : undefined} />
      ${open && side(view, me).mat && html`<p class="quiet">${t("page.phone.hint")}</p>`}</section>
    ${open && html`<div class="row"><button disabled=${busy || !view.undo} onClick=${() => command(view, "undo", t("page.undo"))}>↶ ${t("page.undo")}</button>
      ${view.undo && html`<span class="quiet">${tellEntry(view, view.undo)}</span>`}</div>`}
    <section class="panel"><h2>${t("page.score")}</h2><${Lines} view=${view} name=${me} onLine=${setLine} lit=${line && line.category} /></section>
    ${open && html`<section class="panel stack"><h2>${t("page.counters")}</h2><${Counters} view=${view} name=${me} /></section>`}
    ${!mayAct() && html`<${PairForm} />`}
    ${open && html`<${Questions} view=${view} name=${me} />`}
    ${hex && html`<${HexSheet} view=${view} name=${me} id=${hex} onClose=${() => setHex(null)} />`}</div>`;
}
