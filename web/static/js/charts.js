// Drawings of numbers in the house's style: lines over time, bars to both
// sides, one bar of parts. Never color alone: dashes, places and words too.
import { html } from "./lib.js";
import { t, number } from "./say.js";
import { state } from "./store.js";
import { colors } from "./seat.js";

export const dashes = ["none", "10 5", "3 4", "12 4 3 4", "6 3"];
const W = 900, H = 300, left = 44, right = 110, top = 14, bottom = 30;

// steps are round numbers over a range, about five of them.
export function steps(low, high) {
  const rough = Math.max(1, high - low) / 5, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough);
  const out = [];
  for (let n = Math.ceil(low / step) * step; n <= high; n += step) out.push(n);
  return out;
}

// apart moves labels down until none lies on another.
export function apart(labels, gap = 17) {
  labels.sort((a, b) => a.y - b.y).forEach((l, i) => { if (i > 0) l.y = Math.max(l.y, labels[i - 1].y + gap); });
  return labels;
}

// Lines draws {name, points: [{x, y, mark}]} with x in ms; a mark is a win.
export function Lines({ lines, label }) {
  const all = lines.flatMap((l) => l.points);
  if (all.length === 0) return null;
  const xs = all.map((p) => p.x), ys = all.map((p) => p.y);
  const [x0, x1] = [Math.min(...xs), Math.max(...xs)], [y0, y1] = [Math.min(...ys), Math.max(...ys)];
  const low = Math.max(0, Math.floor(y0 - (y1 - y0) * 0.1)), high = Math.max(low + 5, y1);
  const x = (v) => left + ((W - left - right) * (v - x0)) / Math.max(1, x1 - x0), y = (v) => H - bottom - ((H - top - bottom) * (v - low)) / (high - low);
  const ends = apart(lines.map((l, i) => ({ i, name: l.name, y: y(l.points.at(-1)?.y ?? low) })));
  const days = x1 > x0 ? [x0, (x0 + x1) / 2, x1] : [x0];
  return html`<svg class="plot" viewBox=${`0 0 ${W} ${H}`} role="img" aria-label=${label}>
    ${steps(low, high).map((n) => html`<line key=${n} x1=${left} x2=${W - right} y1=${y(n)} y2=${y(n)} /><text key=${"t" + n} x=${left - 8} y=${y(n) + 4} text-anchor="end">${number(n)}</text>`)}
    ${days.map((d, i) => html`<text key=${"d" + i} x=${x(d)} y=${H - 8} text-anchor=${["start", "middle", "end"][i]}>${new Date(d).toLocaleDateString(state.language, { month: "short", year: "numeric" })}</text>`)}
    ${lines.map((l, i) => html`<g key=${l.name} class=${"c-" + colors[i % colors.length]}>
      <path stroke-dasharray=${dashes[i % dashes.length]} d=${l.points.map((p, n) => `${n ? "L" : "M"}${x(p.x).toFixed(1)} ${y(p.y).toFixed(1)}`).join("")} />
      ${l.points.map((p, n) => html`<circle key=${n} class=${p.mark ? "won" : ""} cx=${x(p.x)} cy=${y(p.y)} r=${p.mark ? 6 : 3} />`)}
      <text class="name" x=${W - right + 10} y=${ends.find((e) => e.i === i).y + 4}>${l.name.slice(0, 12)}</text></g>`)}</svg>`;
}

// Versus draws how often a player was ahead and behind, a row an opponent.
export function Versus({ name, rows }) {
  const most = Math.max(1, ...rows.map((r) => Math.max(r.ahead, r.behind)));
  return html`<div class="versus">${rows.map((r) => html`
    <b key=${r.player + "n"}>${name}</b><span class="num" key=${r.player + "a"}>${r.ahead}</span>
    <svg key=${r.player + "s"} viewBox="0 0 200 12" preserveAspectRatio="none" role="img" aria-label=${t("page.statistics.versus", { name, other: r.name, ahead: r.ahead, behind: r.behind })}>
      <rect class="ahead" x=${100 - (100 * r.ahead) / most} width=${(100 * r.ahead) / most} height="12" /><rect class="behind" x="100" width=${(100 * r.behind) / most} height="12" /></svg>
    <span class="num" key=${r.player + "b"}>${r.behind}</span><b class="other" key=${r.player + "o"}>${r.name}</b>`)}</div>`;
}

// Stack draws parts of a whole end to end, each named under it.
export function Stack({ parts, label }) {
  const shown = parts.filter((p) => p.value > 0), sum = Math.max(1, shown.reduce((n, p) => n + p.value, 0));
  let at = 0;
  return html`<svg class="stackbar" viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label=${`${label}: ${shown.map((p) => `${p.name} ${number(p.value, { maximumFractionDigits: 1 })}`).join(", ")}`}>
      ${shown.map((p, i) => { const w = (100 * p.value) / sum, x = at; at += w; return html`<rect key=${p.name} class=${"part p" + (i % 6)} x=${x} width=${Math.max(0, w - 0.25)} height="8" />`; })}</svg>
    <ul class="legend">${shown.map((p, i) => html`<li key=${p.name}><span class=${"part p" + (i % 6)} aria-hidden="true"></span> ${p.name} <b class="num">${number(p.value, { maximumFractionDigits: 1 })}</b></li>`)}</ul>`;
}
