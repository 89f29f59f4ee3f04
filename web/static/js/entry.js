// Says what happened, event by event. What a correction set is said here, since
// only the page knows the language.
import { t, tell, word, cap } from "./say.js";
import { counterName } from "./side.js";

// told lists what a correction set: "A1 corn, worker", "Coins 7".
function told(view, set) {
  const game = view.start.game;
  return Object.entries(set).flatMap(([key, value]) => {
    if (key === "hexes") return Object.entries(value).map(([id, h]) => `${id} ${onHex(game, h)}`);
    if (Array.isArray(value)) return `${counterName(view, key)} ${value.length ? value.map((v) => (typeof v === "object" ? v.name : v)).join(" ") : "–"}`;
    if (value && typeof value === "object") return Object.entries(value).map(([k, v]) => `${counterName(view, key + "." + k)} ${word(game, String(v))}`);
    return `${counterName(view, key)} ${word(game, String(value))}`;
  });
}

function onHex(game, h) {
  const on = [h.crop && word(game, h.crop), ...["worker", "barn", "well", "surveyor"].filter((k) => h[k]).map((k) => word("page", k))].filter(Boolean);
  return on.length ? on.join(" + ") : t("page.hex-empty");
}

const most = 6; // things of a correction that are named

export function tellEntry(view, e) {
  // What the camera took over as a whole was set by nobody's hand.
  if (e.origin === "camera" && e.message && e.message.key === `${view.start.game}.did-bulk`) return t("page.as-seen");
  const set = e.correction && e.correction.set;
  if (!set || !e.message || e.message.key !== "session.did-correct") return cap(tell(e.message));
  const all = told(view, set), what = all.length > most ? [...all.slice(0, most), "…"] : all;
  return cap(t(e.message.key, { ...e.message.params, what }));
}

// tellAction says what an action would do, one line or several: one that sets
// things by hand is said by what it sets.
export function tellAction(view, a) {
  const game = view.start.game;
  if (a.do !== "bulk") return [cap(t(`${game}.did-${a.do}`, { boat: "", kind: "", card: "", space: "", key: "", hexes: [], crops: [], count: 0, ...a, coin: a.coin ? 1 : 0 }))];
  const { players, ...table } = a.set || {};
  const sides = a.player ? [[a.player, table]] : Object.entries(players || {});
  return sides.map(([name, set]) => [name, told(view, set)]).filter(([, all]) => all.length > 0).map(([name, all]) => `${name}: ${[...all.slice(0, most), ...(all.length > most ? ["…"] : [])].join(" · ")}`);
}
