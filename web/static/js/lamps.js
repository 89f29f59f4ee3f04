// The score displays as they are lit now, drawn from their lamps.
import { html, useEffect, useState } from "./lib.js";
import { state } from "./store.js";
import { t } from "./say.js";
import { get } from "./ask.js";

// usePolled asks for something every few seconds while the page is looked at
// and the service is there.
export function usePolled(path, seconds, wanted = true) {
  const [found, setFound] = useState(null);
  useEffect(() => {
    if (!wanted) {
      setFound(null);
      return undefined;
    }
    let gone = false;
    const look = () => {
      if (document.hidden || state.connection === "lost") return;
      get(path).then((f) => gone || setFound(f)).catch(() => {}); // the frame says when the service is lost
    };
    look();
    const every = setInterval(look, seconds * 1000);
    return () => { gone = true; clearInterval(every); };
  }, [path, wanted, state.connection === "lost"]);
  return found;
}

// segments are the lamps of a digit 10 wide and 18 high, in the order of the bits.
const seven = ["M2 1h6", "M9 2v6", "M9 10v6", "M2 17h6", "M1 10v6", "M1 2v6", "M2 9h6"];
const fourteen = [...seven.slice(0, 6), "M2 9h2.500", "M5.500 9H8", "M2.200 2.500L4.200 7.500", "M5 2v6", "M7.800 2.500L5.800 7.500", "M4.200 10.500L2.200 15.500", "M5 10v6", "M5.800 10.500L7.800 15.500"];

function Digit({ lamps, lines, x, y }) {
  return html`<g transform=${`translate(${x} ${y})`}>${lines.map((d, i) => html`<path key=${i} class=${lamps & (1 << i) ? "lit" : "dark"} d=${d} />`)}
    <circle class=${lamps & (1 << lines.length) ? "lit" : "dark"} cx="11.2" cy="17" r=".9" /></g>`;
}

// Lamps draws a picture of the API: {kind, modules, cells, lamps}.
export function Lamps({ picture, label }) {
  const { kind, modules, cells, lamps } = picture;
  if (kind === "matrix") {
    return html`<svg class="lamps" viewBox=${`-.5 -.5 ${modules * cells + 1} 9`} role="img" aria-label=${label}>${lamps.flatMap((column, x) =>
      Array.from({ length: 8 }, (_, y) => html`<circle key=${x * 8 + y} class=${column & (1 << y) ? "lit" : "dark"} cx=${x + 0.5} cy=${y + 0.5} r=".36" />`))}</svg>`;
  }
  const lines = kind === "fourteen" ? fourteen : seven;
  const row = Math.max(cells, cells * Math.floor(16 / cells)), rows = Math.ceil(lamps.length / row); // whole modules, at most 16 digits beside each other
  const at = (i) => (i % row) * 13 + Math.floor((i % row) / cells) * 8;
  return html`<svg class=${"lamps digits " + kind} viewBox=${`-2 -2 ${at(Math.min(row, lamps.length) - 1) + 16} ${rows * 24 - 2}`} role="img" aria-label=${label}>${lamps.map((l, i) => html`
    <${Digit} key=${i} lamps=${l} lines=${lines} x=${at(i)} y=${Math.floor(i / row) * 24} />`)}</svg>`;
}

// Displays says how the score displays are doing and what is on them.
export function Displays({ displays }) {
  if (!displays || displays.length === 0) return null;
  return html`<section class="panel stack"><h2>${t("page.display")}</h2>${displays.map((d) => html`<div key=${d.address} class="stack tight">
    <${Lamps} picture=${d.picture} label=${t("page.display.now")} />
    ${d.error && html`<p class="dot off">${t("page.display.fails")} <span class="quiet">${d.address}: ${d.error}</span></p>`}</div>`)}</section>`;
}
