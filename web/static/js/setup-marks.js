// Marking on the picture of the empty table: who sits at it, the corners of
// each mat (or the cards beside it), the harbor track, the agents' area.
import { html, useState, useRef } from "./lib.js";
import { t } from "./say.js";
import { Shape, looks } from "./seat.js";
import { Photo } from "./setup-photo.js";
import { Take, send } from "./setup-picture.js";

const usualTrack = { steps: 20, notches: [2, 4, 6, 8, 10, 12, 14, 16, 18] };
const mostPlayers = 5;

// nameOf says whose mat it is: mats are called by the color of who plays on them.
export const nameOf = (player) => (looks.some(([c]) => c === player) ? t("setup.color." + player) : player);

export function MatName({ player }) {
  const look = looks.find(([c]) => c === player);
  return html`<span class="who">${look && html`<${Shape} color=${look[0]} shape=${look[1]} />`}<span>${nameOf(player)}</span></span>`;
}

export const pictureAddress = (picture, version) => `/api/v1/setup/picture.jpg?n=${version}-${picture.width}`;

// usualMarks are what marking begins with: cards of two players.
function usualMarks() {
  return { players: [0, 1].map((i) => ({ name: looks[i][0], tags: cards(i) })) };
}

const cards = (i) => [0, 1, 2, 3].map((k) => 4 * i + k);

// usualCorners puts the mat of player i of n where it may well be.
function usualCorners(i, n, { width, height }) {
  const across = n > 3 ? Math.ceil(n / 2) : n, down = n > 3 ? 2 : 1;
  const w = width / across, h = height / down, x = (i % across) * w, y = Math.floor(i / across) * h;
  return [[0.12, 0.15], [0.88, 0.15], [0.88, 0.85], [0.12, 0.85]].map(([a, b]) => [x + a * w, y + b * h]);
}

const between = (a, b, part) => [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];

// groups are what can be marked of a player, each a few points.
const groups = {
  corners: { names: ["top-left", "top-right", "bottom-right", "bottom-left"], of: (p) => p.corners, usual: (p, i, n, size) => usualCorners(i, n, size), put: (p, points) => ({ ...p, corners: points }) },
  track: {
    names: ["first", "last"], of: (p) => p.harbor && [p.harbor.first, p.harbor.last],
    usual: (p, i, n, size) => { const c = p.corners || usualCorners(i, n, size); return [between(c[0], c[2], 0.08), between(c[1], c[3], 0.08)]; },
    put: (p, [first, last], track) => ({ ...p, harbor: { ...track, first, last } }),
  },
  agents: {
    names: ["top-left", "top-right", "bottom-right", "bottom-left"], of: (p) => p.agents_area, put: (p, points) => ({ ...p, agents_area: points }),
    usual: (p, i, n, { width, height }) => { const w = width / n; return [[i * w + 0.3 * w, 0.05 * height], [i * w + 0.7 * w, 0.05 * height], [i * w + 0.7 * w, 0.25 * height], [i * w + 0.3 * w, 0.25 * height]]; },
  },
};

export function Marks({ draft, keep, setDraft, next }) {
  const [version, setVersion] = useState(0);
  const marks = draft.marks || usualMarks();
  const taken = async (picture) => {
    setDraft(await send("/setup/picture", { picture }));
    setVersion((v) => v + 1);
  };
  return html`<section class="panel stack"><h2>${t("setup.marks.picture")}</h2><p>${t("setup.marks.picture.hint")}</p>
      <${Take} onPicture=${taken} taken=${Boolean(draft.picture)} label=${t(draft.picture ? "setup.upload.other" : "setup.upload")} /></section>
    ${draft.picture && html`<${Players} marks=${marks} put=${keep} />
      <${Marking} key=${[version, marks.players.length, Boolean(marks.players[0].tags)].join()} marks=${marks} put=${keep} picture=${draft.picture} version=${version} next=${next} />`}`;
}

function Players({ marks, put }) {
  const byCards = Boolean(marks.players[0].tags);
  const count = (n) => put({ players: Array.from({ length: n }, (_, i) => marks.players[i] || { name: looks[i][0], ...(byCards ? { tags: cards(i) } : {}) }) });
  const how = (tags) => put({ players: marks.players.map(({ tags: _, corners, ...p }, i) => (tags ? { ...p, tags: cards(i) } : { ...p, ...(corners ? { corners } : {}) })) });
  return html`<section class="panel stack"><h2>${t("setup.players")}</h2>
    <div class="row" role="group" aria-label=${t("setup.players")}>${Array.from({ length: mostPlayers }, (_, i) => i + 1).map((n) => html`
      <button type="button" key=${n} aria-pressed=${n === marks.players.length ? "true" : "false"} onClick=${() => count(n)}>${n}</button>`)}</div>
    <div class="row" role="group" aria-label=${t("setup.marks.how")}>
      <button type="button" aria-pressed=${byCards ? "true" : "false"} onClick=${() => how(true)}>${t("setup.marks.cards")}</button>
      <button type="button" aria-pressed=${byCards ? "false" : "true"} onClick=${() => how(false)}>${t("setup.marks.corners")}</button></div>
    ${byCards && html`<ul>${marks.players.map((p) => html`<li key=${p.name} class="row"><${MatName} player=${p.name} /> <span class="quiet">${t("setup.marks.numbers", { first: p.tags[0], last: p.tags[3] })}</span></li>`)}</ul>`}</section>`;
}

function Marking({ marks, put, picture, version, next }) {
  const byCards = Boolean(marks.players[0].tags);
  const kinds = byCards ? ["track", "agents"] : ["corners", "track", "agents"];
  const [at, setAt] = useState({ i: 0, kind: kinds[0] });
  const [active, setActive] = useState(0);
  const [moving, setMoving] = useState(null); // the points while they are dragged
  const latest = useRef(null); // the same, for what happens before the page is drawn anew
  const kind = kinds.includes(at.kind) ? at.kind : kinds[0];
  const player = marks.players[at.i], group = groups[kind], n = marks.players.length;
  const track = (marks.players.find((p) => p.harbor) || {}).harbor || usualTrack;
  const own = { steps: track.steps, notches: track.notches };
  const marked = group.of(player);
  const points = moving || marked || group.usual(player, at.i, n, picture);
  const change = (p) => put({ players: marks.players.map((x, i) => (i === at.i ? p : x)) });
  const move = (i, to) => {
    latest.current = (latest.current || points).map((p, k) => (k === i ? to.map((v) => Math.round(v * 10) / 10) : p));
    setMoving(latest.current);
  };
  const go = (i, k) => { setAt({ i, kind: k }); setActive(0); setMoving(null); };
  const done = () => {
    if (latest.current) change(group.put(player, latest.current, own));
    latest.current = null;
    setMoving(null);
  };
  const accept = () => { change(group.put(player, points, own)); onward(); };
  const leave = () => { const { harbor, agents_area: area, ...p } = player; change(kind === "track" ? { ...p, ...(area ? { agents_area: area } : {}) } : { ...p, ...(harbor ? { harbor } : {}) }); onward(); };
  const tasks = marks.players.flatMap((p, i) => kinds.map((k) => ({ i, k, done: Boolean(groups[k].of(p)) })));
  const here = tasks.findIndex((x) => x.i === at.i && x.k === kind);
  const onward = () => (here + 1 < tasks.length ? go(tasks[here + 1].i, tasks[here + 1].k) : setMoving(null));
  const complete = byCards || marks.players.every((p) => p.corners);
  const names = group.names.map((x) => t(`setup.${kind === "track" ? "track" : "corner"}.${x}`));
  const shown = Math.min(picture.width, 1600); // enough for the glass, and light for a phone
  return html`<section class="panel stack"><h2>${t("setup.marking")}</h2>
    <div class="tasks">${marks.players.map((p, i) => html`<div key=${p.name} class="row" role="group" aria-label=${t("setup.mat", { player: nameOf(p.name) })}><${MatName} player=${p.name} />
      ${kinds.map((k) => html`<button type="button" key=${k} data-task=${p.name + "-" + k} aria-pressed=${i === at.i && k === kind ? "true" : "false"} onClick=${() => go(i, k)}>
        ${groups[k].of(p) ? "✓ " : ""}${t("setup.group." + k)}</button>`)}</div>`)}</div>
    <p class="ask" aria-live="polite">${t("setup.ask." + kind, { player: nameOf(player.name) })}</p>
    <p class="quiet">${t("setup.ask.how")}</p>
    <${Photo} src=${pictureAddress(picture, version) + "&width=" + shown} width=${picture.width} height=${picture.height} points=${points} names=${names} label=${t("setup.ask." + kind, { player: nameOf(player.name) })}
      active=${active} setActive=${setActive} onMove=${move} onDone=${done}>
      ${marks.players.map((p, i) => html`<${Others} key=${p.name} player=${p} here=${i === at.i} kind=${kind} />`)}
      <${Outline} kind=${kind} points=${points} color=${player.name} track=${own} /><//>
    ${kind === "track" && html`<${Track} track=${own} put=${(x) => put({ players: marks.players.map((p, i) => (p.harbor ? { ...p, harbor: { ...p.harbor, ...x } } : i === at.i ? group.put(p, points, x) : p)) })} />`}
    <div class="row">${!marked && html`<button type="button" class="main" onClick=${accept}>${t("setup.marks.fits")}</button>`}
      ${marked && here + 1 < tasks.length && html`<button type="button" class="main" onClick=${onward}>${t("setup.marks.next")}</button>`}
      ${kind !== "corners" && html`<button type="button" onClick=${leave}>${t("setup.marks.without." + kind)}</button>`}</div>
    ${complete ? html`<div class="row"><button type="button" class=${marked && here + 1 === tasks.length ? "main" : ""} onClick=${next}>${t("setup.marks.done")}</button></div>` : html`<p class="quiet">${t("setup.marks.incomplete")}</p>`}
  </section>`;
}

const line = (points) => points.map((p) => p.join(",")).join(" ");

function Outline({ kind, points, color, track }) {
  const c = looks.some(([x]) => x === color) ? " c-" + color : "";
  if (kind !== "track") return html`<polygon class=${"marked" + c} points=${line(points)} />`;
  const step = Math.hypot(points[1][0] - points[0][0], points[1][1] - points[0][1]) / track.steps;
  return html`<polyline class=${"marked" + c} points=${line(points)} />
    ${Array.from({ length: track.steps + 1 }, (_, i) => { const [x, y] = between(points[0], points[1], i / track.steps); return html`<circle key=${i} class=${(track.notches.includes(i) ? "notched" : "stepped") + c} cx=${x} cy=${y} r=${step * (track.notches.includes(i) ? 0.42 : 0.2)} />`; })}`;
}

// Others draws what is marked already.
function Others({ player, here, kind }) {
  return Object.keys(groups).filter((k) => !(here && k === kind) && groups[k].of(player)).map((k) => html`
    <polygon key=${k} class=${"marked faint c-" + player.name} points=${line(groups[k].of(player))} />`);
}

function Track({ track, put }) {
  const [steps, setSteps] = useState(String(track.steps));
  const [notches, setNotches] = useState(track.notches.join(" "));
  const enter = () => {
    const n = Math.min(60, Math.max(1, Math.round(Number(steps)) || track.steps));
    const list = [...new Set((notches.match(/\d+/g) || []).map(Number).filter((x) => x <= n))].sort((a, b) => a - b);
    setSteps(String(n));
    setNotches(list.join(" "));
    put({ steps: n, notches: list });
  };
  return html`<div class="row"><label>${t("setup.track.steps")}<input type="number" min="1" max="60" value=${steps} onInput=${(e) => setSteps(e.target.value)} onChange=${enter} /></label>
    <label>${t("setup.track.notches")}<input inputmode="numeric" value=${notches} onInput=${(e) => setNotches(e.target.value)} onChange=${enter} /></label></div>
    <p class="quiet">${t("setup.track.hint")}</p>`;
}
