// What is set once: this device, the table, who plays, what is paired, and
// people's own data, out and in.
import { html, useState, useEffect } from "./lib.js";
import { state, set, notify, remember, recall } from "./store.js";
import { t, languages, chooseLanguage, day } from "./say.js";
import { ask, get } from "./ask.js";
import { Frame, Link, applyTheme } from "./frame.js";
import { PairForm } from "./pair.js";
import { Login } from "./login.js";
import { Shape, looks } from "./seat.js";
import { mayAct } from "./dashboard.js";

const isAdmin = () => Boolean(state.access && state.access.level === "admin");
const refuse = (err) => notify("refused", err.sentence || String(err));
const renew = () => get("/access").then((access) => set({ access }));

export function Settings() {
  return html`<${Frame}><div class="stack narrow"><h1>${t("page.nav.settings")}</h1>
    <${Device} />
    <section class="panel row spread"><h2>${t("setup.camera-and-machine")}</h2><span class="row"><${Link} to="/setup" class="button">${t("setup.title")}<//><${Link} to="/doctor" class="button">${t("doctor.title")}<//></span></section>
    <section class="panel row spread"><h2>${t("page.cards")}</h2><${Link} to="/cards" class="button">${t("page.settings.cards")}<//></section>
    ${mayAct() ? html`<${People} /><${Admin} /><${Data} />` : html`<${PairForm} />`}</div><//>`;
}

export function Pick({ label, value, options, onPick }) {
  return html`<div class="stack tight"><span>${label}</span><div class="row" role="group" aria-label=${label}>${options.map(([v, text]) => html`
    <button type="button" key=${v} aria-pressed=${v === value} onClick=${() => onPick(v)}>${text}</button>`)}</div></div>`;
}

const themes = () => ["system", "light", "dark"].map((v) => [v, t("page.theme." + v)]);

function Device() {
  const device = state.access && state.access.device;
  const end = () => ask("DELETE", "/pairing").then(renew).catch(refuse);
  return html`<section class="panel stack"><h2>${t("page.settings.device")}</h2>
    <${Pick} label=${t("page.language")} value=${state.language} options=${Object.entries(languages)} onPick=${(l) => chooseLanguage(l).catch(() => set({ connection: "lost" }))} />
    <${Pick} label=${t("page.theme")} value=${recall("theme", "system")} options=${themes()} onPick=${(v) => { remember("theme", v); applyTheme(v); set({}); }} />
    ${device && html`<div class="row spread"><span>${t("page.pair.done", { name: device.name })}</span><button onClick=${end}>${t("page.settings.unpair")}</button></div>`}</section>`;
}

// People are the players everybody picks from: names, colors, who is hidden.
function People() {
  const [list, setList] = useState([]);
  const load = () => get("/players?hidden=true").then((p) => setList(p.players)).catch(refuse);
  useEffect(() => { load(); }, []);
  const put = (p, change) => ask("PATCH", "/players/" + p.id, change).then(load).catch(refuse);
  const next = (p) => { const [color, shape] = looks[(looks.findIndex(([c]) => c === p.color) + 1) % looks.length]; put(p, { color, shape }); };
  return html`<section class="panel stack"><h2>${t("page.new.players")}</h2>${list.length === 0 && html`<p class="quiet">${t("page.settings.nobody")}</p>`}
    <ul class="cards">${list.map((p) => html`<li key=${p.id} class="row">
      <button aria-label=${t("page.new.look", { player: p.name })} onClick=${() => next(p)}><${Shape} color=${p.color || looks[0][0]} shape=${p.shape || looks[0][1]} /></button>
      <input class="grow" aria-label=${t("page.settings.name-of", { player: p.name })} value=${p.name} maxlength="60" onChange=${(e) => e.target.value.trim() && e.target.value !== p.name && put(p, { name: e.target.value.trim() })} />
      <button aria-pressed=${Boolean(p.hidden)} onClick=${() => put(p, { hidden: !p.hidden })}>${t("page.settings.hide")}</button></li>`)}</ul></section>`;
}

// Admin is what takes the password.
function Admin() {
  if (isAdmin()) {
    return html`<${Table} /><${Devices} /><${Import} />
      <div class="row"><button onClick=${() => ask("DELETE", "/login").then(renew).catch(refuse)}>${t("page.settings.logout")}</button></div>`;
  }
  return html`<${Login} />`;
}

function Table() {
  const now = state.settings || {};
  const put = (change) => ask("PATCH", "/settings", change).then((settings) => { set({ settings }); notify("done", t("page.saved")); }).catch(refuse);
  const text = (key) => html`<label>${t("page.settings." + key)}<input value=${now[key] || ""} maxlength="80" onChange=${(e) => put({ [key]: e.target.value.trim() })} /></label>`;
  return html`<section class="panel stack"><h2>${t("page.settings.this-table")}</h2>
    <div class="row">${text("table")}${text("place")}</div>
    <${Pick} label=${t("page.settings.game")} value=${now.game} options=${state.games.map((g) => [g.name, g.title])} onPick=${(game) => put({ game })} />
    <${Pick} label=${t("page.language")} value=${now.language} options=${Object.entries(languages)} onPick=${(language) => put({ language })} />
    <${Pick} label=${t("page.theme")} value=${now.theme} options=${themes()} onPick=${(theme) => put({ theme })} />
    <label>${t("page.settings.brightness")}<input type="range" min="0" max="15" value=${now.brightness} onChange=${(e) => put({ brightness: Number(e.target.value) })} /></label></section>`;
}

function Devices() {
  const [list, setList] = useState([]);
  const load = () => get("/devices").then((d) => setList(d.devices)).catch(refuse);
  useEffect(() => { load(); }, []);
  return html`<section class="panel stack"><h2>${t("page.settings.devices")}</h2><ul class="cards">${list.map((d) => html`<li key=${d.id} class="row">
    <input class="grow" aria-label=${t("page.pair.name")} value=${d.name} maxlength="60" onChange=${(e) => ask("PATCH", "/devices/" + d.id, { name: e.target.value }).then(load).catch(refuse)} />
    <span class="quiet">${t("page.settings.seen", { when: day(d.seen) })}</span>
    <button aria-label=${t("page.settings.remove", { name: d.name })} onClick=${() => ask("DELETE", "/devices/" + d.id).then(renew).then(load).catch(refuse)}>✕</button></li>`)}</ul></section>`;
}

// Import says first what a file would add, and adds it when asked again.
function Import() {
  const [file, setFile] = useState(null);
  const [found, setFound] = useState(null);
  const send = async (dry) => {
    try {
      const body = await file.text();
      const answer = await ask("POST", "/imports" + (dry ? "?dry=1" : ""), JSON.parse(body));
      setFound(answer);
      if (!dry) notify("done", t("page.import.done", answer.added));
    } catch (err) {
      refuse(err);
    }
  };
  return html`<section class="panel stack"><h2>${t("page.import")}</h2><p class="quiet">${t("page.import.hint")}</p>
    <input type="file" accept=".json,.bgsplay,application/json" aria-label=${t("page.import.file")} onChange=${(e) => { setFile(e.target.files[0] || null); setFound(null); }} />
    ${found && html`<p role="status">${t(found.dry ? "page.import.would" : "page.import.done", found.added)} ${found.skipped > 0 && t("page.import.skipped", { count: found.skipped })}</p>
      ${found.notes.slice(0, 8).map((n) => html`<p class="quiet" key=${n}>${n}</p>`)}`}
    <div class="row"><button disabled=${!file} onClick=${() => send(true)}>${t("page.import.look")}</button>
      <button class="main" disabled=${!found || !found.dry} onClick=${() => send(false)}>${t("page.import.go")}</button></div></section>`;
}

function Data() {
  const link = (path, text) => html`<a class="button" href=${"/api/v1/exports/" + path} download>${text}</a>`;
  return html`<section class="panel stack"><h2>${t("page.export")}</h2><p class="quiet">${t("page.export.hint")}</p>
    <div class="row">${link("json?pictures=1", t("page.export.all"))}${link("plays.csv?bom=1", t("page.export.plays"))}${link("scores.csv?bom=1", t("page.export.scores"))}${link("bgsplay", "BG Stats")}</div></section>`;
}
