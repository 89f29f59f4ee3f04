// One player's side of the table as drawn: mat, track, boats, counters. Games
// without a mat show their counters alone.
import { html } from "./lib.js";
import { t, word, cap } from "./say.js";
import { Mat, Track, Boats } from "./mat.js";
import { look, result, side } from "./seat.js";

// counters lists the numbers of a player's state, those in objects by path.
export function counters(player, before = "") {
  const out = [];
  for (const [key, v] of Object.entries(player)) {
    if (key === "mat" || key === "name") continue;
    if (typeof v === "number") out.push([before + key, v]);
    else if (v && typeof v === "object" && !Array.isArray(v)) out.push(...counters(v, before + key + "."));
  }
  return out;
}

export const counterName = (view, key) => {
  const game = view.start.game, last = key.split(".").pop();
  return cap(word(game, key) !== key ? word(game, key) : word(game, last) !== last ? word(game, last) : key.replaceAll("_", " ").replaceAll(".", ": "));
};

// fresh lists the hexes that the last change touched on a player's mat.
export function fresh(view, name) {
  const e = view.recent[0];
  if (!e) return [];
  const own = e.player === name ? e.message.params?.hexes || Object.keys(e.correction?.set?.hexes || {}) : [];
  return [...own, ...(e.credits || []).filter((c) => c.player === name).flatMap((c) => c.spaces || [])];
}

export function Side({ view, name, lit, brief, bare, ...more }) {
  const p = side(view, name);
  if (!p) return null;
  const { color } = look(view, name);
  const track = view.state.harbor_track;
  if (!p.mat) return html`<${Goods} view=${view} player=${p} all=${!brief} />`;
  const held = (view.held || []).filter((h) => h.player === name).map((h) => h.space);
  return html`
    ${!bare && html`<${Mat} mat=${p.mat} label=${t("page.mat-of", { player: name })} fresh=${fresh(view, name)} held=${held} lit=${lit} ...${more} />`}
    ${track && html`<${Track} track=${track} place=${p.harbor_master} color=${color} label=${t("page.track-at", { player: name, place: p.harbor_master, steps: track.steps })} />`}
    <${Boats} boats=${p.riverboats} track=${track} place=${p.harbor_master} />
    <${Goods} view=${view} player=${p} />`;
}

const often = ["workers_in_supply", "coins", "surveyors_in_supply", "agents"];

function Goods({ view, player, all }) {
  const list = counters(player).filter(([key, v]) => (player.mat ? often.includes(key) : all || v !== 0));
  return html`<ul class="goods">${list.map(([key, v]) => html`<li key=${key}><span class="quiet">${counterName(view, key)}</span> <b>${v}</b></li>`)}
    ${(player.cards || []).length > 0 && Array.isArray(player.cards) && html`<li><span class="quiet">${t("page.cards")}</span> <b>${player.cards.length}</b></li>`}</ul>`;
}

// Categories are a player's lines as bars on one scale for all.
export function Categories({ view, name, onLine, chosen }) {
  const most = Math.max(1, ...view.result.players.flatMap((p) => p.lines.map((l) => l.points)));
  const { color } = look(view, name);
  return html`<div class=${"bars"}>${result(view, name).lines.map((l) => html`
    <span key=${l.category + "n"}>${cap(word(view.start.game, "category-" + l.category))}</span>
    <svg key=${l.category + "b"} class=${"bar c-" + color} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="ground" width="100" height="10" /><rect width=${Math.max(0, (100 * l.points) / most)} height="10" /></svg>
    <b key=${l.category + "p"} class="num">${l.points}</b>`)}</div>`;
}
