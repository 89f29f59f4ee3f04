// Points over the game, a line a player, drawn from what each event earned.
import { html } from "./lib.js";
import { t } from "./say.js";
import { look } from "./seat.js";
import { apart, dashes, steps } from "./charts.js";

const W = 900, H = 260, left = 36, right = 90, top = 12, bottom = 22;

// series sums up what each player earned, event by event.
export function series(view, entries) {
  const sum = Object.fromEntries(view.start.seats.map((s) => [s.name, 0]));
  const lines = Object.fromEntries(view.start.seats.map((s) => [s.name, [0]]));
  for (const e of entries) {
    for (const c of e.credits || []) if (c.points && c.player in sum) sum[c.player] += c.points;
    for (const name of Object.keys(sum)) lines[name].push(sum[name]);
  }
  return lines;
}

export function Plot({ view, entries, at }) {
  const lines = series(view, entries);
  const most = Math.max(10, ...Object.values(lines).flat());
  const x = (i) => left + ((W - left - right) * i) / Math.max(1, entries.length);
  const y = (n) => H - bottom - ((H - top - bottom) * n) / most;
  const ends = apart(Object.entries(lines).map(([name, l]) => ({ name, y: y(l[l.length - 1]) })));
  return html`<svg class="plot" viewBox=${`0 0 ${W} ${H}`} role="img" aria-label=${t("page.plot", { players: ends.map((e) => `${e.name} ${lines[e.name].at(-1)}`) })}>
    ${steps(0, most).map((n) => html`<line key=${n} x1=${left} x2=${W - right} y1=${y(n)} y2=${y(n)} /><text key=${"t" + n} x="4" y=${y(n) + 4}>${n}</text>`)}
    ${at !== undefined && html`<line class="here" x1=${x(at + 1)} x2=${x(at + 1)} y1=${top} y2=${H - bottom} />`}
    ${view.start.seats.map((s, n) => html`<g key=${s.name} class=${"c-" + look(view, s.name).color}>
      <path stroke-dasharray=${dashes[n % dashes.length]} d=${lines[s.name].map((v, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(v).toFixed(1)}`).join("")} />
      <text class="name" x=${W - right + 6} y=${ends.find((e) => e.name === s.name).y + 4}>${s.name.slice(0, 10)}</text></g>`)}</svg>`;
}
