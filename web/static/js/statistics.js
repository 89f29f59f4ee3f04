// Statistics: who wins, how points went over the months, who beats whom, what
// brings the points, and the records. Each drawing has its table.
import { html, useState, useEffect } from "./lib.js";
import { state, notify } from "./store.js";
import { t, word, cap, number, month } from "./say.js";
import { get } from "./ask.js";
import { Frame, Link } from "./frame.js";
import { Lines, Versus, Stack } from "./charts.js";
import { Tabs } from "./history.js";

const share = (n) => number(n, { style: "percent", maximumFractionDigits: 0 });
const mean = (n) => number(n, { maximumFractionDigits: 1 });

export function Statistics() {
  const [game, setGame] = useState("");
  const [all, setAll] = useState(null);
  useEffect(() => {
    let gone = false;
    const only = game ? "?game=" + game : "";
    Promise.all(["", "/records", "/categories"].map((p) => get("/statistics" + p + only)))
      .then(([overview, r, c]) => gone || setAll({ ...overview, records: r.records, categories: c.categories }))
      .catch((err) => notify("refused", err.sentence || String(err)));
    return () => { gone = true; };
  }, [game, state.connection]);
  return html`<${Frame}><div class="stack"><h1>${t("page.statistics")}</h1><${Tabs} />
    <div class="row" role="group" aria-label=${t("page.game")}>${[["", t("page.all")], ...state.games.map((g) => [g.name, g.title])].map(([v, text]) => html`
      <button key=${v} aria-pressed=${v === game} onClick=${() => setGame(v)}>${text}</button>`)}</div>
    ${all && (all.all.plays === 0 ? html`<p class="panel">${t("page.statistics.none")}</p>` : html`
      <${Players} players=${all.players} />
      <${Form} players=${all.players} game=${game} />
      <${Meetings} players=${all.players} game=${game} />
      <${Categories} categories=${all.categories} />
      <${Circumstances} all=${all} />
      <${Records} records=${all.records} />`)}</div><//>`;
}

function Table({ label, head, rows }) {
  return html`<div class="table" tabindex="0" role="region" aria-label=${label}><table>
    <thead><tr>${head.map((h, i) => html`<th scope="col" class=${i ? "num" : ""} key=${i}>${h}</th>`)}</tr></thead>
    <tbody>${rows.map((r, n) => html`<tr key=${n}>${r.map((v, i) => (i ? html`<td class="num" key=${i}>${v}</td>` : html`<th scope="row" key=${i}>${v}</th>`))}</tr>`)}</tbody></table></div>`;
}

// Figures is a drawing with the table it was drawn from behind it.
function Figures({ title, hint, children, ...table }) {
  return html`<section class="panel stack"><div><h2>${title}</h2>${hint && html`<p class="quiet">${hint}</p>`}</div>${children}
    <details><summary class="quiet">${t("page.statistics.table")}</summary><${Table} label=${title} ...${table} /></details></section>`;
}

function Players({ players }) {
  const list = [...players].sort((a, b) => b.wins - a.wins || b.rate - a.rate);
  return html`<section class="panel stack"><h2>${t("page.new.players")}</h2><${Table} label=${t("page.new.players")}
    head=${[t("page.player"), ...["plays", "wins", "rate", "best", "mean", "median", "streak"].map((k) => t("page.statistics." + k))]}
    rows=${list.map((p) => [p.name, p.plays, p.wins, share(p.rate), p.best, mean(p.mean), mean(p.median), p.current > 1 ? `${p.longest} (${t("page.statistics.now", { count: p.current })})` : p.longest])} /></section>`;
}

// Form is points over time, a line a player: the best-known players at first.
function Form({ players, game }) {
  const [chosen, choose] = useState(null);
  const [form, setForm] = useState({});
  const often = [...players].sort((a, b) => b.plays - a.plays);
  const shown = chosen || often.slice(0, 4).map((p) => p.player);
  useEffect(() => {
    let gone = false;
    Promise.all(shown.map((id) => get(`/statistics/players/${id}${game ? "?game=" + game : ""}`))).then((found) => gone || setForm(Object.fromEntries(found.map((f) => [f.player, f]))), () => {});
    return () => { gone = true; };
  }, [shown.join(), game]);
  const toggle = (id) => choose(shown.includes(id) ? shown.filter((x) => x !== id) : [...shown, id].slice(-5));
  const lines = often.filter((p) => shown.includes(p.player) && form[p.player]).map((p) => ({
    name: p.name, points: form[p.player].form.map((f) => ({ x: Date.parse(f.ended), y: f.total, mark: f.won })).sort((a, b) => a.x - b.x) }));
  return html`<${Figures} title=${t("page.statistics.form")} hint=${t("page.statistics.form.hint")}
    head=${[t("page.statistics.day"), t("page.player"), t("page.points")]}
    rows=${lines.flatMap((l) => l.points.map((p) => [p.x, l.name, p.y + (p.mark ? " ★" : "")])).sort((a, b) => b[0] - a[0]).map(([x, ...rest]) => [new Date(x).toLocaleDateString(state.language), ...rest])}>
    <div class="row" role="group" aria-label=${t("page.new.players")}>${often.slice(0, 12).map((p) => html`<button key=${p.player} aria-pressed=${shown.includes(p.player)} onClick=${() => toggle(p.player)}>${p.name}</button>`)}</div>
    <${Lines} lines=${lines} label=${t("page.statistics.form")} /><//>`;
}

function Meetings({ players, game }) {
  const often = [...players].sort((a, b) => b.plays - a.plays);
  const [who, setWho] = useState(null);
  const [list, setList] = useState([]);
  const player = often.find((p) => p.player === who) || often[0];
  useEffect(() => {
    let gone = false;
    get(`/statistics/head-to-head?player=${player.player}${game ? "&game=" + game : ""}`).then((m) => gone || setList(m.meetings)).catch(() => {});
    return () => { gone = true; };
  }, [player.player, game]);
  return html`<${Figures} title=${t("page.statistics.meetings")}
    head=${[t("page.player"), ...["plays", "ahead", "behind", "difference"].map((k) => t("page.statistics." + k))]}
    rows=${list.map((m) => [m.name, m.plays, m.ahead, m.behind, number(m.mean, { maximumFractionDigits: 1, signDisplay: "exceptZero" })])}>
    <label>${t("page.player")}<select value=${String(player.player)} onChange=${(e) => setWho(Number(e.target.value))}>${often.map((p) => html`<option key=${p.player} value=${String(p.player)} selected=${p === player}>${p.name}</option>`)}</select></label>
    <${Versus} name=${player.name} rows=${list} /><//>`;
}

// Categories show what a player earns with each line of the sheet, on average.
function Categories({ categories }) {
  const games = [...new Set(categories.map((c) => c.game))];
  return games.map((game) => {
    const own = categories.filter((c) => c.game === game && c.mean !== 0 && c.category !== "total");
    const title = (state.games.find((g) => g.name === game) || {}).title || game;
    const name = (c) => cap(word(game, "category-" + c.category));
    const months = [...new Set(own.flatMap((c) => c.months.map((m) => m.month)))].sort();
    if (own.length === 0) return null;
    return html`<${Figures} key=${game} title=${t("page.statistics.categories", { title })} hint=${t("page.statistics.categories.hint")}
      head=${[t("page.category"), t("page.statistics.mean"), ...months.slice(-6).map(month)]}
      rows=${own.map((c) => [name(c), mean(c.mean), ...months.slice(-6).map((m) => { const of = c.months.find((x) => x.month === m); return of ? mean(of.mean) : ""; })])}>
      <${Stack} parts=${own.map((c) => ({ name: name(c), value: c.mean }))} label=${title} /><//>`;
  });
}

function Circumstances({ all }) {
  const head = (first) => [first, ...["plays", "best", "mean", "median"].map((k) => t("page.statistics." + k))];
  const row = (name, x) => [name, x.plays, x.best, mean(x.mean), mean(x.median)];
  const seat = (name, x) => [name, x.plays, share(x.rate), mean(x.mean)];
  return html`<section class="panel stack"><h2>${t("page.statistics.around")}</h2><div class="halves">
    <${Table} label=${t("page.statistics.by-count")} head=${head(t("page.statistics.by-count"))} rows=${all.by_count.map((x) => row(x.players, x))} />
    <${Table} label=${t("page.statistics.by-seat")} head=${[t("page.statistics.by-seat"), ...["plays", "rate", "mean"].map((k) => t("page.statistics." + k))]} rows=${all.by_seat.map((x) => seat(x.seat, x))} /></div></section>`;
}

function Records({ records }) {
  const title = (name) => (state.games.find((g) => g.name === name) || {}).title || name;
  const value = (r) => t(r.kind.endsWith("-play") ? "page.minutes" : r.kind === "longest-streak" ? "page.statistics.in-a-row" : "page.statistics.vp", { count: r.value });
  return records.length > 0 && html`<section class="panel stack"><h2>${t("page.statistics.records")}</h2><ul class="records">${records.map((r, i) => html`<li key=${i}>
    <span class="quiet">${t("page.record." + r.kind)}${r.game ? " · " + title(r.game) : ""}</span><b>${value(r)}</b>
    <span>${r.name || ""} ${r.play && html`<${Link} to=${"/history/" + r.play}>${new Date(r.at).toLocaleDateString(state.language)}<//>`}</span></li>`)}</ul></section>`;
}
