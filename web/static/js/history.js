// History: the evenings as a list with filters; one evening in full is in play.js.
import { html, useState, useEffect } from "./lib.js";
import { state, notify } from "./store.js";
import { t, day } from "./say.js";
import { get } from "./ask.js";
import { Frame, Link } from "./frame.js";
import { Shape, looks } from "./seat.js";
import { Play } from "./play.js";

export function History() {
  const id = state.path.split("/")[2];
  return html`<${Frame}>${id ? html`<${Play} key=${id} id=${decodeURIComponent(id)} />` : html`<${List} />`}<//>`;
}

// Tabs lead from the evenings to the statistics and back.
export function Tabs() {
  return html`<nav class="tabs" aria-label=${t("page.nav.history")}>${[["/history", "page.evenings"], ["/statistics", "page.statistics"]].map(([to, key]) => html`
    <${Link} key=${to} to=${to} class="button" aria-current=${state.path === to ? "page" : undefined}>${t(key)}<//>`)}</nav>`;
}

const statuses = ["finished", "playing", "paused", "abandoned"];

function List() {
  const [filter, setFilter] = useState({});
  const [page, setPage] = useState(null);
  const [people, setPeople] = useState([]);
  useEffect(() => { get("/players").then((p) => setPeople(p.players)).catch(() => {}); }, []);
  const query = (more) => new URLSearchParams(Object.entries({ ...filter, limit: 30, ...more }).filter(([, v]) => v)).toString();
  useEffect(() => {
    let gone = false; // an answer to an older question
    get("/history?" + query({})).then((p) => gone || setPage(p)).catch((err) => notify("refused", err.sentence || String(err)));
    return () => { gone = true; };
  }, [JSON.stringify(filter), state.connection]);
  const more = () => get("/history?" + query({ cursor: page.next })).then((p) => setPage({ ...p, plays: [...page.plays, ...p.plays] })).catch((err) => notify("refused", err.sentence || String(err)));
  const pick = (key, label, options) => html`<label>${label}<select value=${filter[key] || ""} onChange=${(e) => setFilter({ ...filter, [key]: e.target.value })}>
    <option value="">${t("page.all")}</option>${options.map(([v, text]) => html`<option key=${v} value=${v}>${text}</option>`)}</select></label>`;
  const days = (key, label) => html`<label>${label}<input type="date" value=${filter[key] || ""} onChange=${(e) => setFilter({ ...filter, [key]: e.target.value })} /></label>`;
  return html`<div class="stack"><h1>${t("page.nav.history")}</h1><${Tabs} />
    <div class="filters panel">
      ${pick("game", t("page.game"), state.games.map((g) => [g.name, g.title]))}
      ${pick("player", t("page.player"), people.map((p) => [p.id, p.name]))}
      ${pick("status", t("page.status"), statuses.map((s) => [s, t("page.status." + s)]))}
      ${days("from", t("page.from"))}${days("to", t("page.to"))}
      <label>${t("page.text")}<input type="search" value=${filter.text || ""} onInput=${(e) => setFilter({ ...filter, text: e.target.value })} /></label></div>
    ${page && html`<p class="quiet" role="status">${t("page.plays", { count: page.total })}</p>
      <ul class="evenings panel">${page.plays.map((p) => html`<${Evening} key=${p.id} p=${p} />`)}</ul>
      ${page.next && html`<button onClick=${more}>${t("page.more-plays")}</button>`}`}</div>`;
}

function Evening({ p }) {
  const title = (state.games.find((g) => g.name === p.game) || {}).title || p.title || p.game;
  return html`<li><${Link} to=${"/history/" + p.id}>
    <span>${day(p.began)}</span>
    <span class="names">${p.seats.map((s, i) => html`<span key=${s.name} class=${"who" + (s.won ? " won" : "")}>
      <${Shape} color=${s.color || looks[i % looks.length][0]} shape=${s.shape || looks[i % looks.length][1]} /> ${s.name}${s.total !== undefined ? " " + s.total : ""}${s.won ? " ★" : ""}</span>`)}</span>
    <span class="quiet">${title}${p.status !== "finished" ? " · " + t("page.status." + p.status) : ""}${p.minutes ? " · " + t("page.minutes", { count: p.minutes }) : ""}</span><//></li>`;
}
