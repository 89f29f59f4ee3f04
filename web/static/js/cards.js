// Opportunity cards, defined once and picked by name in their phase: the box's
// own aren't public.
import { html, useState, useEffect } from "./lib.js";
import { state, notify } from "./store.js";
import { t, word, cap } from "./say.js";
import { ask, get } from "./ask.js";
import { Frame } from "./frame.js";
import { PairForm } from "./pair.js";
import { mayAct } from "./dashboard.js";
import { crops } from "./mat.js";

const game = "riverboat";
const kinds = ["harvested", "owned", "fixed"];
const things = ["agent", "barn", "boat", "coin", "crop", "surveyor", "well", "worker"];
const extras = ["agent", "barn", "coin", "feature", "harbor", "surveyor", "well"];

// cardSentence says what a card pays.
export function cardSentence(c) {
  if (c.kind === "harvested") return t("page.cards.harvested", { points: c.points, crop: word(game, c.crop) });
  if (c.kind === "owned") return t("page.cards.owned", { points: c.points, thing: t("page.cards.thing." + c.thing) });
  return t("page.cards.fixed", { points: c.points, count: c.extra ? c.count || 1 : 0, extra: c.extra ? t("page.cards.extra." + c.extra) : "" });
}

export function Cards() {
  const [list, setList] = useState(null);
  const [open, setOpen] = useState(null);
  const load = () => get("/cards?game=" + game).then((c) => setList(c.cards)).catch((err) => notify("refused", err.sentence || String(err)));
  useEffect(() => { load(); }, [state.connection]);
  const done = () => { setOpen(null); load(); };
  const remove = (c) => ask("DELETE", "/cards/" + c.id).then(load).catch((err) => notify("refused", err.sentence || String(err)));
  return html`<${Frame}><div class="stack narrow"><div><h1>${t("page.cards")}</h1><p class="quiet">${t("page.cards.hint")}</p></div>
    ${!mayAct() && html`<${PairForm} />`}
    ${list && list.length === 0 && html`<p>${t("page.cards.none")}</p>`}
    ${list && list.length > 0 && html`<ul class="panel cards">${list.map((c) => html`<li key=${c.id} class="row spread"><span><b>${c.name}</b><br /><span class="quiet">${cardSentence(c.body)}</span></span>
      ${mayAct() && html`<span class="row"><button onClick=${() => setOpen(c)}>${t("page.cards.change")}</button><button aria-label=${t("page.cards.remove", { card: c.name })} onClick=${() => remove(c)}>✕</button></span>`}</li>`)}</ul>`}
    ${mayAct() && html`<${Form} key=${open ? open.id : "new"} card=${open} onDone=${done} />`}</div><//>`;
}

function Form({ card, onDone }) {
  const [name, setName] = useState(card ? card.name : "");
  const [c, put] = useState(card ? card.body : { kind: "harvested", crop: "wheat", points: 2 });
  const [said, say] = useState("");
  const change = (what) => put({ ...c, ...what });
  const kind = (k) => put({ kind: k, points: c.points, ...(k === "harvested" ? { crop: "wheat" } : k === "owned" ? { thing: "barn" } : {}) });
  const save = async (e) => {
    e.preventDefault();
    const { name: old, ...body } = c; // the service puts the name in
    try {
      await ask(card ? "PUT" : "POST", "/cards" + (card ? "/" + card.id : ""), { game, name: name.trim(), body });
      setName("");
      say("");
      onDone();
    } catch (err) {
      say(err.sentence || String(err));
    }
  };
  const pick = (key, label, options, none) => html`<label>${label}<select value=${c[key] || ""} onChange=${(e) => change({ [key]: e.target.value || undefined })}>
    ${none && html`<option value="">${none}</option>`}${options.map(([v, text]) => html`<option key=${v} value=${v} selected=${v === c[key]}>${text}</option>`)}</select></label>`;
  const count = (key, label, low, high) => html`<label>${label}<input type="number" min=${low} max=${high} required value=${c[key] ?? low} onInput=${(e) => change({ [key]: Number(e.target.value) })} /></label>`;
  return html`<form class="panel stack" onSubmit=${save}><h2>${t(card ? "page.cards.change" : "page.cards.new")}</h2>
    <label>${t("page.cards.name")}<input required maxlength="60" value=${name} onInput=${(e) => setName(e.target.value)} /></label>
    <div class="row" role="group" aria-label=${t("page.cards.pays")}>${kinds.map((k) => html`<button type="button" key=${k} aria-pressed=${c.kind === k} onClick=${() => kind(k)}>${t("page.cards.kind." + k)}</button>`)}</div>
    <div class="row">${count("points", t("page.points"), 0, 99)}
      ${c.kind === "harvested" && pick("crop", t("page.crops"), crops.map((x) => [x, cap(word(game, x))]))}
      ${c.kind === "owned" && pick("thing", t("page.cards.each"), things.map((x) => [x, t("page.cards.thing." + x)]))}
      ${c.kind === "fixed" && pick("extra", t("page.cards.extra"), extras.map((x) => [x, t("page.cards.extra." + x)]), t("page.cards.extra.none"))}
      ${c.kind === "fixed" && c.extra && count("count", t("page.many"), 1, 9)}</div>
    <p class="ask small">${name.trim() ? `${name.trim()}: ` : ""}${cardSentence(c)}</p>
    <p role="alert">${said}</p>
    <div class="row"><button class="main" disabled=${!name.trim()}>${t("page.save")}</button>${card && html`<button type="button" onClick=${onDone}>${t("page.close")}</button>`}</div></form>`;
}
