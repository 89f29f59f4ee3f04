// A new game: the same people again in one tap, or others; the settings of the
// rules where they matter; the mats where the game is read from them.
import { html, useState, useEffect } from "./lib.js";
import { state } from "./store.js";
import { t, word, knows } from "./say.js";
import { ask, get } from "./ask.js";
import { take } from "./connect.js";
import { deviceName } from "./queue.js";
import { Frame, Link, go } from "./frame.js";
import { PairForm } from "./pair.js";
import { Shape, looks } from "./seat.js";
import { mayAct } from "./dashboard.js";
import { Mat } from "./mat.js";
import { readNotation } from "./notation.js";

export function NewGame() {
  if (state.access && !mayAct()) return html`<${Frame}><div class="phone"><${PairForm} /></div><//>`;
  return html`<${Frame}><${Setup} /><//>`;
}

// learn asks for all that a new game may be made of.
async function learn() {
  const [players, eye, past, settings, cards] = await Promise.all(
    ["/players", "/calibration", "/history?limit=20", "/settings", "/cards"].map((p) => get(p).catch(() => null)));
  const plays = (past && past.plays) || [];
  const boxes = []; // where mats and harbor track are known from
  const mats = eye ? eye.mats.filter((m) => m.notation && m.track) : [];
  if (mats.length > 0) boxes.push({ from: "camera", harbor_track: mats[0].track, mats: mats.map((m) => m.notation), names: mats.map((m) => m.player) });
  const last = plays.find((p) => p.game === "riverboat");
  const before = last && (await get("/sessions/" + last.id).catch(() => null));
  const old = before && before.start.settings;
  if (old && old.mats) boxes.push({ from: "last", harbor_track: old.harbor_track, mats: old.mats, names: before.start.seats.map((s) => s.name) });
  return { players: players ? players.players : [], plays, boxes, settings: settings || {}, cards: cards ? cards.cards : [] };
}

function Setup() {
  const [known, setKnown] = useState(null);
  const [game, setGame] = useState(null);
  const [seats, setSeats] = useState([]);
  const [choices, setChoices] = useState({});
  const [box, setBox] = useState(0);
  const [said, say] = useState("");
  const [busy, setBusy] = useState(false);
  const [request] = useState(() => [...crypto.getRandomValues(new Uint8Array(12))].map((b) => b.toString(16)).join("")); // a second press begins no second play
  useEffect(() => {
    learn().then((k) => {
      setKnown(k);
      const last = k.plays[0];
      setGame((last && last.game) || k.settings.game || "riverboat");
      if (last) setSeats(last.seats.map((s, i) => dressed(s, i)));
    });
  }, []);
  if (!known) return html`<p>${t("page.connection.opening")}</p>`;
  const info = state.games.find((g) => g.name === game) || state.games[0];
  if (!info) return html`<p>${t("page.lost")}</p>`;
  const needsMats = info.name === "riverboat";
  const enough = seats.length >= info.min_players && seats.length <= info.max_players && (!needsMats || known.boxes[box]);
  const begin = async () => {
    setBusy(true);
    try {
      const view = await ask("POST", "/sessions", { game: info.name, seats, settings: settingsOf(info, choices, known, needsMats && known.boxes[box], seats), place: known.settings.place || undefined, who: deviceName(), request });
      take([view]);
      go("/table?play=" + view.play);
    } catch (err) {
      say(err.sentence || String(err));
      setBusy(false);
    }
  };
  return html`<div class="stack">
    <h1>${t("page.nav.new")}</h1>
    <div class="row" role="group" aria-label=${t("page.game")}>${state.games.map((g) => html`<button key=${g.name} aria-pressed=${g.name === info.name} onClick=${() => { setGame(g.name); setChoices({}); }}>${g.title}</button>`)}</div>
    <section class="panel stack"><h2>${t("page.new.players")}</h2><p class="quiet">${t("page.new.order", { low: info.min_players, high: info.max_players })}</p>
      <${Seats} seats=${seats} setSeats=${setSeats} /><${People} known=${known} seats=${seats} setSeats=${setSeats} most=${info.max_players} /></section>
    ${needsMats && html`<${Boxes} boxes=${known.boxes} box=${box} setBox=${setBox} seats=${seats} />`}
    ${info.settings.length > 0 && html`<details class="panel"><summary><b>${t("page.new.rules")}</b></summary><div class="stack"><${Rules} info=${info} choices=${choices} setChoices=${setChoices} cards=${known.cards.filter((c) => c.game === info.name)} /></div></details>`}
    <p role="alert">${said}</p>
    <div class="row"><button class="main" disabled=${!enough || busy} onClick=${begin} id="begin">${t("page.new.begin", { players: seats.map((s) => s.name) })}</button>
      ${seats.length > 1 && html`<button onClick=${() => setSeats([...seats.slice(1), seats[0]])}>${t("page.new.rotate")}</button>`}</div></div>`;
}

function settingsOf(info, choices, known, box, seats) {
  const settings = {};
  for (const [key, v] of Object.entries(choices)) if (v !== "") settings[key] = /^-?\d+$/.test(v) ? Number(v) : v;
  if (box) {
    settings.harbor_track = box.harbor_track;
    const own = seats.map((s, i) => box.mats[box.names.indexOf(s.name)] || box.mats[i]);
    settings.mats = box.mats.length === 1 ? box.mats : own.map((m, i) => m || box.mats[i % box.mats.length]);
  }
  const cards = known.cards.filter((c) => c.game === info.name);
  if (cards.length > 0 && info.settings.some((s) => s.key === "opportunity_cards")) settings.opportunity_cards = cards.map((c) => ({ name: c.name, ...c.body }));
  return settings;
}

// dressed gives a seat a color and shape, those it had if it had any.
function dressed(s, i) {
  const [color, shape] = looks[i % looks.length];
  return { name: s.name, ...(s.player ? { player: s.player } : {}), color: s.color || color, shape: s.shape || shape };
}

// distinct gives a newcomer the first look that nobody has.
function distinct(seats) {
  return looks.find(([c]) => !seats.some((s) => s.color === c)) || looks[seats.length % looks.length];
}

function Seats({ seats, setSeats }) {
  const put = (i, change) => setSeats(seats.map((s, j) => (j === i ? { ...s, ...change } : s)));
  const next = (s) => looks[(looks.findIndex(([c]) => c === s.color) + 1) % looks.length];
  return html`<ol class="stack">${seats.map((s, i) => html`<li class="seatrow" key=${s.name}>
    <button aria-label=${t("page.new.look", { player: s.name })} onClick=${() => { const [color, shape] = next(s); put(i, { color, shape }); }}><${Shape} ...${s} /></button>
    <span>${i + 1}. ${s.name}</span>
    <button aria-label=${t("page.new.earlier", { player: s.name })} disabled=${i === 0} onClick=${() => setSeats([...seats.slice(0, i - 1), s, seats[i - 1], ...seats.slice(i + 1)])}>↑</button>
    <button aria-label=${t("page.new.without", { player: s.name })} onClick=${() => setSeats(seats.filter((x) => x !== s))}>✕</button></li>`)}</ol>`;
}

function People({ known, seats, setSeats, most }) {
  const [name, setName] = useState("");
  const free = known.players.filter((p) => !p.hidden && !seats.some((s) => s.name === p.name));
  const add = (p) => {
    const [color, shape] = distinct(seats);
    const taken = seats.some((s) => s.color === p.color);
    setSeats([...seats, { name: p.name, ...(p.id ? { player: p.id } : {}), color: (!taken && p.color) || color, shape: (!taken && p.shape) || shape }]);
  };
  const enter = async (e) => {
    e.preventDefault();
    const wanted = name.trim();
    if (!wanted || seats.some((s) => s.name === wanted)) return;
    const [color, shape] = distinct(seats);
    const person = known.players.find((p) => p.name === wanted) || (await ask("POST", "/players", { name: wanted, color, shape }).catch(() => ({ name: wanted })));
    add(person);
    setName("");
  };
  return html`${free.length > 0 && html`<div class="people">${free.map((p) => html`<button key=${p.id} disabled=${seats.length >= most} onClick=${() => add(p)}>
      ${p.color && html`<${Shape} color=${p.color} shape=${p.shape} />`} + ${p.name}</button>`)}</div>`}
    <form class="row" onSubmit=${enter}><label>${t("page.new.name")}<input value=${name} maxlength="60" onInput=${(e) => setName(e.target.value)} /></label>
      <button disabled=${seats.length >= most || !name.trim()}>${t("page.new.add")}</button></form>`;
}

function Boxes({ boxes, box, setBox, seats }) {
  if (boxes.length === 0) return html`<section class="panel stack"><h2>${t("page.new.mats")}</h2><p>${t("page.new.mats.none")}</p><${Link} to="/setup" class="button main">${t("setup.offer")}<//></section>`;
  const chosen = boxes[box];
  return html`<details class="panel"><summary><b>${t("page.new.mats")}</b> <span class="quiet">${t("page.new.mats." + chosen.from)}</span></summary><div class="stack">
    <div class="row" role="group" aria-label=${t("page.new.mats")}>${boxes.map((b, i) => html`<button key=${b.from} aria-pressed=${i === box} onClick=${() => setBox(i)}>${t("page.new.mats." + b.from)}</button>`)}</div>
    ${chosen.mats.length > 1 && chosen.mats.length < seats.length && html`<p class="quiet">${t("page.new.mats.few", { count: chosen.mats.length })}</p>`}
    <div class="mats">${chosen.mats.map((m, i) => html`<${Mat} key=${i} mat=${readNotation(m)} label=${t("page.mat-of", { player: chosen.names[i] || i + 1 })} />`)}</div></div></details>`;
}

function Rules({ info, choices, setChoices, cards }) {
  const name = (s) => (knows(`page.setting.${info.name}.${s.key}`) ? t(`page.setting.${info.name}.${s.key}`) : word(info.name, s.key));
  return info.settings.map((s) => {
    if (s.key === "opportunity_cards") return html`<p key=${s.key} class="quiet">${t("page.new.cards", { count: cards.length })}</p>`;
    const now = choices[s.key] ?? s.default ?? "";
    const put = (v) => setChoices({ ...choices, [s.key]: v });
    if (!s.values) {
      return s.key === "harbor_start"
        ? html`<label key=${s.key}>${name(s)}<input type="number" min="0" max="100" value=${now} onInput=${(e) => put(e.target.value)} /></label>` : null;
    }
    const value = (v) => (knows(`page.setting.${info.name}.${s.key}.${v}`) ? t(`page.setting.${info.name}.${s.key}.${v}`) : v);
    return html`<fieldset key=${s.key}><legend>${name(s)}</legend><div class="row">${s.values.map((v) => html`
      <button type="button" key=${v} aria-pressed=${now === v} onClick=${() => put(v)}>${value(v)}</button>`)}</div></fieldset>`;
  });
}
