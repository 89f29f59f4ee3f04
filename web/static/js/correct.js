// Corrections: any hex, any counter, any line of the score, by hand, with who
// and why. They go past the rules of play, not past those of the box.
import { html, useState, useEffect, useRef } from "./lib.js";
import { t, tell, word, cap } from "./say.js";
import { correct, deviceName } from "./queue.js";
import { remember } from "./store.js";
import { side, result, Who } from "./seat.js";
import { counters, counterName } from "./side.js";
import { Mat, crops, describe } from "./mat.js";
import { Swatch } from "./answer.js";
import { mayAct } from "./dashboard.js";

// Sheet is a dialog that gives the focus back when it closes.
export function Sheet({ title, onClose, children }) {
  const box = useRef();
  useEffect(() => {
    const before = document.activeElement;
    box.current.showModal();
    return () => before && before.focus && before.focus();
  }, []);
  return html`<dialog ref=${box} aria-label=${title} onClose=${onClose} onClick=${(e) => e.target === box.current && box.current.close()}>
    <div class="stack"><div class="row spread"><h2>${title}</h2><button onClick=${() => box.current.close()}>${t("page.close")}</button></div>${children}</div></dialog>`;
}

// changed is a hex after one thing on it is toggled: what can't lie beside it goes.
export function changed(h, what) {
  const now = { crop: h.crop, worker: h.worker, barn: h.barn, well: h.well, surveyor: h.surveyor };
  if (crops.includes(what)) {
    now.crop = h.crop === what ? null : what;
    if (now.crop) now.barn = false;
  } else now[what] = !now[what];
  if (now.barn) Object.assign(now, { crop: null, worker: false, well: false });
  if (!now.crop) now.well = false;
  if (!now.barn && !now.well) now.surveyor = false;
  return now;
}

export function HexSheet({ view, name, id, why, onClose }) {
  const h = side(view, name).mat.hexes.find((x) => x.id === id);
  const toggle = (what, label) => correct(view, { player: name, set: { hexes: { [id]: changed(h, what) } } }, `${name}, ${id}: ${label}`, why);
  return html`<${Sheet} title=${`${name} · ${id}`} onClose=${onClose}>
    <p aria-live="polite">${describe(h)}</p>
    <${Toggles} h=${h} onToggle=${toggle} /><//>`;
}

// Toggles are all that may lie on a hex; onToggle gets what was pressed and its word.
export function Toggles({ h, onToggle }) {
  return html`<div class="toggles">${crops.map((c) => html`<button key=${c} aria-pressed=${h.crop === c ? "true" : "false"} onClick=${() => onToggle(c, word("riverboat", c))}><${Swatch} crop=${c} /> ${word("riverboat", c)}</button>`)}
    ${["worker", "barn", "well", "surveyor"].map((k) => html`<button key=${k} aria-pressed=${h[k] ? "true" : "false"} disabled=${(k === "well" && !h.crop) || (k === "surveyor" && !h.barn && !h.well)}
      onClick=${() => onToggle(k, word("page", k))}>${word("page", k)}</button>`)}</div>`;
}

// Counters are steppers for all that is counted of a player; a press is sent at once.
export function Counters({ view, name, why }) {
  const p = side(view, name);
  if (!p) return null;
  const put = (key, value) => {
    const path = key.split(".");
    const set = path.reduceRight((inner, k) => ({ [k]: inner }), value);
    correct(view, { player: name, set }, `${name}: ${counterName(view, key)} ${value}`, why);
  };
  return html`<div class="steppers">${counters(p).map(([key, n]) => html`<div class="stepper" key=${key} role="group" aria-label=${counterName(view, key)}>
    <span>${counterName(view, key)}</span><span class="row">
    <button aria-label=${t("page.less", { what: counterName(view, key) })} disabled=${n <= 0} onClick=${() => put(key, n - 1)}>−</button><span class="value">${n}</span>
    <button aria-label=${t("page.more", { what: counterName(view, key) })} onClick=${() => put(key, n + 1)}>+</button></span></div>`)}</div>
    ${p.riverboats && html`<${BoatList} view=${view} name=${name} why=${why} />`}`;
}

const boatNames = ["1", "2a", "2b", "3a", "3b", "4", "5", "6", "7"];

function BoatList({ view, name, why }) {
  const p = side(view, name);
  const put = (key, list, label) => correct(view, { player: name, set: { [key]: list } }, `${name}: ${label}`, why);
  const tile = (n) => (p.phase_tiles.includes(n) ? p.phase_tiles.filter((x) => x !== n) : [...p.phase_tiles, n].sort());
  return html`<h3>${t("page.boats")}</h3>
    <div class="row">${p.riverboats.map((b, i) => html`<button key=${i} onClick=${() => put("riverboats", p.riverboats.filter((_, j) => j !== i), t("page.boats.without", { boat: b }))}
      aria-label=${t("page.boats.without", { boat: b })}>${b} ✕</button>`)}
      <select aria-label=${t("page.boats.add")} value="" onChange=${(e) => { put("riverboats", [...p.riverboats, e.target.value], t("page.boats.add")); e.target.value = ""; }}>
        <option value="">${t("page.boats.add")}</option>${boatNames.map((b) => html`<option key=${b} value=${b}>${b}</option>`)}</select></div>
    <h3>${t("page.tiles")}</h3>
    <div class="row">${[1, 2, 3, 4, 5].map((n) => html`<button key=${n} aria-pressed=${p.phase_tiles.includes(n)} onClick=${() => put("phase_tiles", tile(n), t("page.tiles"))}>${n}</button>`)}</div>`;
}

// Lines are the score's lines; each can be set by hand, and given back to the rules.
export function Lines({ view, name, why, onLine, lit }) {
  const [open, setOpen] = useState(null);
  const [points, setPoints] = useState("");
  const r = result(view, name);
  const byHand = (category) => (view.corrected_lines || []).find((l) => l.player === name && l.category === category);
  const label = (category) => `${name}: ${word(view.start.game, "category-" + category)}`;
  return html`<ul>${r.lines.map((l) => html`<li key=${l.category}>
    <button class="bare linebutton" aria-expanded=${open === l.category} aria-pressed=${lit === l.category ? "true" : undefined}
      onClick=${() => { setOpen(open === l.category ? null : l.category); setPoints(String(l.points)); if (onLine) onLine(open === l.category ? null : l); }}>
      <span>${cap(word(view.start.game, "category-" + l.category))} <span class="quiet">${tell(l)}</span></span><b class="num">${l.points}</b></button>
    ${open === l.category && view.status === "playing" && mayAct() && html`<form class="row" onSubmit=${(e) => { e.preventDefault(); correct(view, { player: name, category: l.category, points: Number(points) }, label(l.category), why); setOpen(null); }}>
      <label>${t("page.points")}<input type="number" required value=${points} onInput=${(e) => setPoints(e.target.value)} /></label>
      <button class="main">${t("page.line.set")}</button>
      ${byHand(l.category) && html`<button type="button" onClick=${() => { correct(view, { player: name, category: l.category }, label(l.category), why); setOpen(null); }}>${t("page.line.counted")}</button>`}</form>`}
    </li>`)}<li class="row spread"><b>${cap(word(view.start.game, "total"))}</b><b class="num">${r.total}</b></li></ul>`;
}

// Correct is all of it for all players, for the tablet.
export function Correct({ view, onClose, first }) {
  const [name, setName] = useState(first || (view.prompt && view.prompt.player ? view.prompt.player : view.start.seats[0].name));
  const [hex, setHex] = useState(null);
  const [why, setWhy] = useState("");
  const [who, setWho] = useState(deviceName());
  const p = side(view, name);
  return html`<${Sheet} title=${t("page.correct")} onClose=${onClose}>
    <div class="tabs" role="tablist">${view.start.seats.map((s) => html`<button key=${s.name} role="tab" aria-selected=${s.name === name} onClick=${() => setName(s.name)}><${Who} view=${view} name=${s.name} /></button>`)}</div>
    <div class="row"><label>${t("page.who")}<input value=${who} maxlength="60" onInput=${(e) => { setWho(e.target.value); remember("me", e.target.value.trim() || null); }} /></label>
      <label>${t("page.why")}<input value=${why} maxlength="200" placeholder=${t("page.why-default")} onInput=${(e) => setWhy(e.target.value)} /></label></div>
    ${p && p.mat && html`<p class="quiet">${t("page.correct.hex")}</p><div class="pickmat"><${Mat} mat=${p.mat} label=${t("page.mat-of", { player: name })} onHex=${(h) => setHex(h.id)} /></div>`}
    <${Counters} view=${view} name=${name} why=${why} />
    <h3>${t("page.score")}</h3><${Lines} view=${view} name=${name} why=${why} />
    ${hex && html`<${HexSheet} view=${view} name=${name} id=${hex} why=${why} onClose=${() => setHex(null)} />`}<//>`;
}
