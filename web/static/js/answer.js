// The answers to the prompt, and only those that fit now.
import { html, useState, useEffect } from "./lib.js";
import { t, word, cap } from "./say.js";
import { act, correct } from "./queue.js";
import { side } from "./seat.js";
import { cardSentence } from "./cards.js";
import { Counting, flush } from "./counting.js";
import { Mat, crops as allCrops, letters } from "./mat.js";
import { sortChoices, action, label, choiceWord, hangTogether } from "./choices.js";

export function Answer({ view, busy }) {
  const [coin, setCoin] = useState(false);
  const [card, setCard] = useState("");
  const { prompt } = view;
  useEffect(() => { setCoin(false); setCard(""); }, [view.number]);
  if (!prompt || view.status !== "playing") return null;
  const game = view.start.game;
  const sorted = sortChoices(prompt);
  const bent = ["single", "plant", "ship"].some((k) => sorted[k].some((c) => c.coin)); // a coin would bend a rule
  const fits = (c) => Boolean(c.coin) === (bent && coin);
  const doIt = (c, more) => { flush(view); act(view, action(prompt, c, more), label(game, c)); };
  const { loose, groups } = grouped(sorted.plain);
  const press = (c) => doIt(c, c.do === "opportunity" && card.trim() ? { card: card.trim() } : {});
  const cards = prompt.phase === "opportunity" && sorted.plain.some((c) => c.do === "opportunity") ? freeCards(view) : null;
  return html`<section class="stack" aria-label=${t("page.answers")} aria-busy=${busy}>
    ${prompt.key === "riverboat.ask-where" && html`<${Where} view=${view} busy=${busy} />`}
    ${bent && html`<label class="check panel"><input type="checkbox" checked=${coin} onChange=${(e) => setCoin(e.target.checked)} disabled=${busy} /> ${t("page.coin")}</label>`}
    ${cards && cards.length > 0 && html`<div class="stack tight"><span>${t("page.card")}</span><div class="choices" role="group" aria-label=${t("page.card")}>${cards.map((c) => html`
      <button key=${c.name} aria-pressed=${card === c.name} disabled=${busy} onClick=${() => setCard(card === c.name ? "" : c.name)}><span><b>${c.name}</b><small>${cardSentence(c)}</small></span></button>`)}</div></div>`}
    ${cards && html`<label>${t(cards.length > 0 ? "page.card.other" : "page.card")}<input value=${card} maxlength="60" onInput=${(e) => setCard(e.target.value)} placeholder=${t("page.card.none")} /></label>`}
    ${sorted.ship.some(fits) && html`<${Ship} view=${view} list=${sorted.ship.filter(fits)} doIt=${doIt} busy=${busy} />`}
    ${sorted.plant.some(fits) && html`<${Plant} key=${view.number + String(coin)} view=${view} list=${sorted.plant.filter(fits)} doIt=${doIt} busy=${busy} />`}
    ${sorted.single.some(fits) && html`<${Touch} view=${view} list=${sorted.single.filter(fits)} doIt=${doIt} busy=${busy} />`}
    ${sorted.count.length > 0 && html`<${Counting} view=${view} list=${sorted.count} />`}
    ${sorted.numbers.map((c, i) => html`<div class="stack tight" key=${"n" + i}><h3>${label(game, c)}</h3><div class="choices">${range(c.min || 0, c.max).map((n) => html`
      <button key=${n} disabled=${busy} onClick=${() => doIt(c, n ? { count: n } : {})}>${n}</button>`)}</div></div>`)}
    ${loose.length > 0 && html`<div class="choices">${loose.map((c, i) => html`
      <button key=${JSON.stringify(c) + i} class=${c.do === "pass" || (c.do === "done" && !sorted.count.length) ? "" : "main"} disabled=${busy} data-do=${c.do}
        onClick=${() => press(c)}>${label(game, c)}</button>`)}</div>`}
    ${groups.map(([name, list]) => html`<details key=${name} class="panel" open=${loose.length + sorted.count.length === 0}><summary>${t("page.group." + name)}</summary>
      <div class="choices many">${list.map((c, i) => html`<button key=${i} disabled=${busy} onClick=${() => press(c)}>${label(game, c)}</button>`)}</div></details>`)}
    ${sorted.typed.length > 0 && html`<div class="halves">${sorted.typed.map((c, i) => html`<${Typed} key=${"t" + i} name=${label(game, c)} busy=${busy} onPoints=${(points) => doIt(c, { points })} />`)}</div>`}
  </section>`;
}

const range = (low, high) => Array.from({ length: high - low + 1 }, (_, i) => low + i);

// freeCards lists the defined opportunity cards that nobody holds.
function freeCards(view) {
  const held = view.state.players.flatMap((p) => (p.cards || []).map((c) => c.name));
  return (view.state.settings.opportunity_cards || []).filter((c) => !held.includes(c.name));
}

// Touch: one hex is the whole answer. The choices' hexes don't overlap: a barn
// goes on an empty field, a well on a crop.
function Touch({ view, list, doIt, busy }) {
  const name = view.prompt.player;
  const can = list.flatMap((c) => c.hexes);
  return html`<p class="quiet">${list.map((c) => label(view.start.game, c)).join(" · ")}: ${t("page.touch")}</p>
    <div class="pickmat"><${Mat} mat=${side(view, name).mat} label=${t("page.mat-of", { player: name })} can=${busy ? [] : can} dim
      onHex=${(h) => doIt(list.find((c) => c.hexes.includes(h.id)), { hexes: [h.id] })} /></div>`;
}

// Plant: choose a crop, touch the hexes of the tile, lay it down.
function Plant({ view, list, doIt, busy }) {
  const [brush, setBrush] = useState(null);
  const [laid, lay] = useState({});
  const name = view.prompt.player, game = view.start.game;
  const mat = side(view, name).mat;
  const most = Math.max(...list.map((c) => c.max)), ids = Object.keys(laid);
  const can = list[0].hexes.filter((id) => ids.includes(id) || (brush && ids.length < most));
  const fits = list.find((c) => c.min === ids.length) && new Set(Object.values(laid)).size <= 2 && hangTogether(mat.hexes.filter((h) => laid[h.id]));
  const touch = (h) => {
    const next = { ...laid };
    if (next[h.id] === brush || !brush) delete next[h.id];
    else next[h.id] = brush;
    lay(next);
  };
  return html`<div class="brushes" role="group" aria-label=${t("page.crops")}>${allCrops.map((c) => html`
      <button key=${c} aria-pressed=${brush === c} disabled=${busy} onClick=${() => setBrush(c)}><${Swatch} crop=${c} /> ${word(game, c)}</button>`)}</div>
    <p class="quiet">${t(brush ? "page.plant.touch" : "page.plant.crop", { most })}</p>
    <div class="pickmat"><${Mat} mat=${mat} label=${t("page.mat-of", { player: name })} can=${busy ? [] : can} picked=${laid} dim onHex=${touch} /></div>
    <div class="row"><button class="main" disabled=${busy || !fits} onClick=${() => doIt(list.find((c) => c.min === ids.length), { hexes: ids, crops: ids.map((id) => laid[id]) })}>
      ${t("page.plant.lay", { count: ids.length })}</button>
      ${ids.length > 0 && html`<button onClick=${() => lay({})}>${t("page.clear")}</button>`}
      ${ids.length > 1 && !fits && html`<span role="alert">${t("page.plant.apart")}</span>`}</div>`;
}

// Where says at which round and phase the game stands, where that isn't known.
function Where({ view, busy }) {
  const [round, setRound] = useState(view.round || 1);
  const name = (p) => cap(choiceWord(view.start.game, p));
  return html`<div class="stack"><div class="row" role="group" aria-label=${t("page.where.round")}><span>${t("page.where.round")}</span>${range(1, 4).map((n) => html`<button key=${n} aria-pressed=${n === round} onClick=${() => setRound(n)}>${n}</button>`)}</div>
    <div class="choices">${["cultivation", "planting", "harvesting", "opportunity", "scoring"].map((phase) => html`<button key=${phase} class="main" disabled=${busy}
      onClick=${() => correct(view, { set: { round, phase } }, name(phase))}>${name(phase)}</button>`)}</div></div>`;
}

export function Swatch({ crop }) {
  return html`<svg class="mat swatch" viewBox="-1 -1 2 2" aria-hidden="true"><circle class="crop" r=".9" fill=${`url(#crop-${crop})`} /><text class="letter" font-size=".9">${letters[crop]}</text></svg>`;
}

// Ship: a boat takes one crop. Where it takes all that are ripe, the boat is
// the whole answer; else the hexes are touched.
function Ship({ view, list, doIt, busy }) {
  const [open, setOpen] = useState(null);
  const [picked, pick] = useState({});
  useEffect(() => { setOpen(null); pick({}); }, [view.number]);
  const name = view.prompt.player, game = view.start.game;
  const byCrop = allCrops.filter((c) => list.some((x) => x.crops[0] === c));
  const press = (c) => {
    if (c.hexes.length === c.max) return doIt(c, { hexes: c.hexes });
    pick({});
    return setOpen(c);
  };
  const touch = (h) => {
    const next = { ...picked };
    if (next[h.id]) delete next[h.id];
    else next[h.id] = true;
    if (Object.keys(next).length === open.max) doIt(open, { hexes: Object.keys(next) });
    pick(next);
  };
  return html`${byCrop.map((crop) => html`<div class="row" key=${crop} role="group" aria-label=${word(game, crop)} data-crop=${crop}>
      <${Swatch} crop=${crop} /> <b>${word(game, crop)} × ${list.find((c) => c.crops[0] === crop).hexes.length}</b>
      ${list.filter((c) => c.crops[0] === crop).map((c) => html`<button key=${c.boat} data-boat=${c.boat} class=${open === c ? "" : "main"} aria-pressed=${open === c ? "true" : undefined}
        disabled=${busy} onClick=${() => press(c)}>${choiceWord(game, "boat-" + c.boat)}</button>`)}</div>`)}
    ${open && html`<p>${t("page.ship.touch", { count: open.max - Object.keys(picked).length })}</p>
      <div class="pickmat"><${Mat} mat=${side(view, name).mat} label=${t("page.mat-of", { player: name })} can=${busy ? [] : open.hexes} picked=${picked} dim onHex=${touch} /></div>`}`;
}

// grouped takes choices of which there are many of a kind, such as all cards
// of a box, from those that stand for themselves.
function grouped(plain) {
  const of = (c) => ({ improve: "improve", upgrade: "improve", pick: "pick", reveal: "pick", discard: "discard" })[c.do];
  const groups = new Map();
  for (const c of plain) if (of(c)) groups.set(of(c), [...(groups.get(of(c)) || []), c]);
  return { loose: plain.filter((c) => !of(c)), groups: [...groups] };
}

function Typed({ name, onPoints, busy }) {
  const [points, set] = useState("0");
  return html`<form class="row spread" onSubmit=${(e) => { e.preventDefault(); onPoints(Number(points)); }}>
    <label class="side"><span>${name}, ${t("page.points")}</span><input type="number" min="0" max="99" required value=${points} onInput=${(e) => set(e.target.value)} /></label>
    <button disabled=${busy || points === ""}>${t("page.enter")}</button></form>`;
}
