// Players: a color and a shape that goes everywhere with it, and which play
// and whose side a page is about.
import { html } from "./lib.js";
import { state } from "./store.js";
import { t } from "./say.js";
import { choiceWord } from "./choices.js";

export const looks = [["red", "circle"], ["blue", "square"], ["green", "triangle"], ["yellow", "diamond"], ["violet", "star"], ["gray", "hexagon"]];
export const colors = looks.map(([c]) => c);

export const paths = {
  circle: "M10 1a9 9 0 1 0 .01 0z", square: "M2 2h16v16H2z", triangle: "M10 1l9.5 17.5H.5z", diamond: "M10 0l10 10-10 10L0 10z",
  hexagon: "M10 0l8.700 5v10L10 20l-8.700-5V5z",
  star: "M10 0l3 6.6 7 .8-5.2 4.8L16.200 19.500 10 15.900 3.800 19.500 5.200 12.200 0 7.400l7-.8z",
};

export function look(view, name) {
  const i = view.start.seats.findIndex((s) => s.name === name);
  const s = view.start.seats[i] || {};
  const [color, shape] = looks[Math.max(0, i) % looks.length];
  return { color: colors.includes(s.color) ? s.color : color, shape: s.shape in paths ? s.shape : shape };
}

export function Shape({ color, shape }) {
  return html`<svg class=${"shape c-" + color} viewBox="0 0 20 20" aria-hidden="true"><path d=${paths[shape] || paths.circle} fill="currentColor" /></svg>`;
}

export function Who({ view, name }) {
  return html`<span class="who"><${Shape} ...${look(view, name)} /><span>${name}</span></span>`;
}

// table is the play that pages are about: the one in the address, else the one
// that goes on and changed last, else one that was left open here.
export function table() {
  const asked = new URLSearchParams(location.search).get("play");
  if (asked && state.plays[asked]) return state.plays[asked];
  const order = { playing: 0, paused: 1, finished: 2, abandoned: 3 };
  return Object.values(state.plays).sort((a, b) => order[a.status] - order[b.status] || b.changed.localeCompare(a.changed))[0];
}

export const result = (view, name) => view.result.players.find((p) => p.name === name) || { lines: [], total: 0 };
export const side = (view, name) => ((view.state && view.state.players) || []).find((p) => p.name === name);

// standing says where the play stands: round, phase.
export function standing(view) {
  if (view.status !== "playing") return t("page.status." + view.status);
  const parts = [];
  if (view.round) parts.push(t("page.round", { round: view.round }));
  if (view.phase) parts.push(choiceWord(view.start.game, view.phase));
  return parts.join(" · ");
}
