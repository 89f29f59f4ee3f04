// Games kept by counters: a counter is touched as often as something came or
// went, as on a sheet of paper; what was touched is sent as one entry once the
// finger rests.
import { html } from "./lib.js";
import { state, set, notify } from "./store.js";
import { t, cap } from "./say.js";
import { act } from "./queue.js";
import { side } from "./seat.js";
import { counterName, counters } from "./side.js";
import { action } from "./choices.js";

const rest = 900; // ms after which a touch is taken for the last one
const touched = new Map(); // by play: {player, change: {counter: by how much}, timer}

// touchedOf says how much a counter will change by what isn't sent yet.
export const touchedOf = (view) => touched.get(view.play);

function touch(view, key, by) {
  const t = touched.get(view.play) || { player: view.prompt.player, change: {} };
  t.change[key] = (t.change[key] || 0) + by;
  clearTimeout(t.timer);
  t.timer = setTimeout(() => flush(view), rest);
  touched.set(view.play, t);
  set({});
}

// flush sends what was touched, to the play as it stands now.
export function flush(view) {
  const own = touched.get(view.play);
  if (!own) return;
  forgetTouched(view);
  const now = state.plays[view.play] || view;
  for (const [key, by] of Object.entries(own.change)) {
    if (by === 0) continue;
    const label = t(by > 0 ? "page.gain" : "page.lose", { count: Math.abs(by), what: counterName(view, key) });
    const c = now.prompt && now.prompt.player === own.player && now.prompt.choices.find((x) => x.do === (by > 0 ? "gain" : "lose") && x.key === key);
    if (c) act(now, action(now.prompt, c, { count: Math.abs(by) }), label);
    else notify("stale", t("page.stale", { label }));
  }
}

// forgetTouched takes back what isn't sent yet, and says whether there was anything.
export function forgetTouched(view) {
  const own = touched.get(view.play);
  if (!own) return false;
  clearTimeout(own.timer);
  touched.delete(view.play);
  set({});
  return true;
}

export function Counting({ view, list }) {
  const rows = new Map(); // a counter that is at its end can't go on that way
  for (const c of list) rows.set(c.key, { ...rows.get(c.key), [c.do]: c });
  const player = side(view, view.prompt.player);
  const values = new Map(player ? counters(player) : []);
  const own = touchedOf(view), change = (own && own.change) || {};
  return html`<div class="steppers counting">${[...rows].map(([key, c]) => {
    const name = counterName(view, key), by = change[key] || 0, what = { count: 1, what: name };
    const low = -(c.lose ? c.lose.max : 0), high = c.gain ? c.gain.max : 0;
    return html`<div class=${"stepper" + (by ? " touched" : "")} key=${key} role="group" aria-label=${name}>
      <span>${cap(name)}</span>
      <button disabled=${by <= low} aria-label=${t("page.lose", what)} onClick=${() => touch(view, key, -1)}>−</button>
      <span class="value" aria-live="polite">${values.has(key) ? values.get(key) + by : by}</span>
      <button disabled=${by >= high} aria-label=${t("page.gain", what)} onClick=${() => touch(view, key, 1)}>+</button>
      <button disabled=${by + 5 > high} aria-label=${t("page.gain", { ...what, count: 5 })} onClick=${() => touch(view, key, 5)}>+5</button></div>`;
  })}</div>`;
}
