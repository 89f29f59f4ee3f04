// Draws a mat: fields with their symbol, crops by color, pattern and letter,
// and what stands on them. Where hexes can be touched, each is a button.
import { html } from "./lib.js";
import { t, word } from "./say.js";

export const symbols = { heart: "♥", spade: "♠", club: "♣", diamond: "♦", star: "★", "field-1": "1", "field-2": "2", "field-3": "3", "field-4": "4", "field-5": "5" };
const grounds = { heart: "heart", spade: "spade", club: "club", diamond: "diamond", star: "star", "field-1": "heart", "field-2": "spade", "field-3": "club", "field-4": "diamond", "field-5": "star" };
// suits are drawn, not written: some devices would write little pictures.
const heart = "M0 .42C-.52.02-.47-.4-.21-.4-.08-.4 0-.3 0-.2 0-.3.08-.4.21-.4.47-.4.52.02 0 .42z";
const suits = {
  heart, diamond: "M0-.46L.32 0 0 .46-.32 0z", star: "M0-.46l.14.31.33.03-.25.22.08.33L0 .25l-.3.18.08-.33-.25-.22.33-.03z",
  spade: "M0-.44C.52-.04.47.26.22.26.12.26.05.2.03.13L.11.44H-.11L-.03.13C-.05.2-.12.26-.22.26-.47.26-.52-.04 0-.44z",
  club: "M0-.44a.2.2 0 0 1 .14.34.2.2 0 1 1-.11.3L.11.44H-.11L-.03.2a.2.2 0 1 1-.11-.3A.2.2 0 0 1 0-.44z",
};

function Suit({ field, at: [x, y], size }) {
  if (suits[field]) return html`<path class="symbol" transform=${`translate(${x} ${y}) scale(${size})`} d=${suits[field]} />`;
  return size > 0.5 ? html`<text class="symbol" x=${x} y=${y + 0.05} font-size=".7">${symbols[field] || "?"}</text>` : null;
}

export const crops = ["turnip", "wheat", "corn", "potato", "pumpkin"];
export const letters = { turnip: "T", wheat: "W", corn: "C", potato: "P", pumpkin: "K" };

// middle is a hex's place in units of its radius; see the formats of the state file.
export function middle(orientation, h) {
  return orientation === "flat"
    ? [1.5 * h.q, Math.sqrt(3) * (h.r + h.q / 2)]
    : [Math.sqrt(3) * (h.q + h.r / 2), 1.5 * h.r];
}

function corners(orientation, [x, y], size) {
  const turn = orientation === "flat" ? 0 : 30;
  return Array.from({ length: 6 }, (_, i) => {
    const a = ((60 * i + turn) * Math.PI) / 180;
    return `${(x + size * Math.cos(a)).toFixed(3)},${(y + size * Math.sin(a)).toFixed(3)}`;
  }).join(" ");
}

// Patterns are the crops' fills, once a page: all drawings refer to them.
export function Patterns() {
  const fills = {
    turnip: html`<circle class="speckle" cx=".15" cy=".15" r=".06" />`,
    wheat: html`<path class="hatching" d="M0 .3L.3 0" />`,
    corn: html`<path class="hatching" d="M0 .15h.3M.15 0v.3" />`,
    potato: html`<path class="hatching" d="M0 0l.3 .3" /><circle class="speckle" cx=".22" cy=".08" r=".05" />`,
    pumpkin: html`<path class="hatching" d="M.15 0v.3" />`,
  };
  return html`<svg class="hide" aria-hidden="true"><defs>
    <pattern id="doubt" width=".36" height=".36" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="doubting" d="M.09 0v.36" /></pattern>${crops.map((c) => html`
    <pattern id=${"crop-" + c} width=".3" height=".3" patternUnits="userSpaceOnUse"><rect class=${c + "-ground"} width=".3" height=".3" />${fills[c]}</pattern>`)}</defs></svg>`;
}

// describe says a hex for those who don't see the drawing.
export function describe(h) {
  const on = [h.crop && word("riverboat", h.crop), ...["worker", "barn", "well", "surveyor"].filter((k) => h[k]).map((k) => word("page", k))].filter(Boolean);
  return `${h.id}, ${word("riverboat", h.field)}: ${on.length ? on.join(", ") : t("page.hex-empty")}`;
}

function Pieces({ h, at: [x, y], size }) {
  const pawn = (px, py, s) => html`<path class="worker" d=${`M${px - 0.26 * s} ${py + 0.42 * s}l${0.14 * s} ${-0.5 * s}a${0.2 * s} ${0.2 * s} 0 1 1 ${0.24 * s} 0l${0.14 * s} ${0.5 * s}z`} />`;
  return html`
    ${h.crop && html`<circle class="crop" cx=${x} cy=${y} r=${0.62 * size} fill=${`url(#crop-${h.crop})`} /><text class="letter" x=${x} y=${y + 0.03}>${letters[h.crop]}</text>`}
    ${h.barn && html`<path class="barn" d=${`M${x - 0.4} ${y + 0.38}v-.5l.4-.36.4.36v.5z`} />`}
    ${h.well && html`<circle class="well" cx=${x + 0.42} cy=${y + 0.36} r=".2" />`}
    ${h.worker && (h.crop ? pawn(x - 0.48, y + 0.3, 0.8) : pawn(x, y, 1.15))}
    ${h.surveyor && html`<path class="pole" d=${`M${x + 0.3} ${y - 0.1}v-.62`} /><path class="flag" d=${`M${x + 0.32} ${y - 0.74}l.42.16-.42.18z`} />`}`;
}

// Mat takes hexes to pick (can), picked (a map from hex to a crop or true),
// fresh (changed just now), lit (meant by a line of the score), held
// (corrected), unsure and hidden (what the eye didn't see well, or at all). With shade,
// what isn't lit steps back.
export function Mat({ mat, label, can, picked = {}, fresh = [], lit = [], held = [], unsure = [], hidden = [], onHex, dim, shade }) {
  const o = mat.orientation;
  const places = mat.hexes.map((h) => middle(o, h));
  const xs = places.map((p) => p[0]), ys = places.map((p) => p[1]);
  const box = [Math.min(...xs) - 1.1, Math.min(...ys) - 1.1, Math.max(...xs) - Math.min(...xs) + 2.2, Math.max(...ys) - Math.min(...ys) + 2.2];
  return html`<svg class="mat" viewBox=${box.map((n) => n.toFixed(2)).join(" ")} role=${onHex ? "group" : "img"} aria-label=${label}>
    ${mat.hexes.map((h, i) => {
      const open = onHex && (!can || can.includes(h.id));
      const shown = typeof picked[h.id] === "string" ? { ...h, crop: picked[h.id] } : h;
      const state = [open && "can", open && can && "offered", picked[h.id] && "picked", fresh.includes(h.id) && "new", lit.includes(h.id) && "lit", ((dim && can && !open) || (shade && !lit.includes(h.id))) && "dim"].filter(Boolean).join(" ");
      const press = (e) => {
        if (e.type === "keydown" && e.key !== "Enter" && e.key !== " ") return;
        e.preventDefault();
        onHex(h);
      };
      const button = open ? { role: "button", tabindex: 0, "aria-label": describe(shown), "aria-pressed": picked[h.id] ? "true" : undefined, onClick: press, onKeyDown: press } : {};
      return html`<g class=${state} key=${h.id} data-hex=${h.id} ...${button}>
        <polygon class=${"land " + (grounds[h.field] || "unknown")} points=${corners(o, places[i], 0.97)} />
        <${Suit} field=${h.field} at=${h.crop || h.barn || h.worker ? [places[i][0], places[i][1] - 0.74] : places[i]} size=${h.crop || h.barn || h.worker ? 0.3 : 0.72} />
        <${Pieces} h=${shown} at=${places[i]} size=${1} />
        ${held.includes(h.id) && html`<path class="held" d=${`M${places[i][0] + 0.45} ${places[i][1] - 0.62}l.2.2-.36.36-.24.04.04-.24z`} />`}
        ${unsure.includes(h.id) && html`<polygon class="doubt" points=${corners(o, places[i], 0.9)} fill="url(#doubt)" /><path class="ask-mark" transform=${`translate(${places[i][0] - 0.5} ${places[i][1] - 0.52})`} d="M-.12-.1C-.12-.3.14-.3.14-.1.14.03 0 0 0 .14M0 .24v.02" />`}
        ${hidden.includes(h.id) && html`<g class="covered" transform=${`translate(${places[i][0]} ${places[i][1]})`}><circle r=".5" /><path d="M-.36 0C-.2-.26.2-.26.36 0 .2.26-.2.26-.36 0zM-.3.3L.3-.3" /></g>`}
        <polygon class="rim" points=${corners(o, places[i], 0.88)} />
      </g>`;
    })}</svg>`;
}

// Track is the harbor track with its notches and one harbor master.
export function Track({ track, place, color, label }) {
  const step = 1.25;
  return html`<svg class=${"track c-" + color} viewBox=${`-0.8 -0.9 ${track.steps * step + 1.6} 1.8`} role="img" aria-label=${label}>
    <path class="water" d=${`M0 0H${track.steps * step}`} />
    ${Array.from({ length: track.steps + 1 }, (_, i) => {
      const boat = track.notches.indexOf(i);
      return html`<circle key=${i} class=${boat >= 0 ? "notch" : "place"} cx=${i * step} cy="0" r=${boat >= 0 ? 0.52 : 0.36} />
        ${boat >= 0 && i !== place && html`<text x=${i * step} y=".03">${boat + 1}</text>`}`;
    })}
    <circle class="master" cx=${place * step} cy="0" r=".56" /></svg>`;
}

export function Boats({ boats, track, place }) {
  return html`<ul class="boats" aria-label=${t("page.boats")}>${boats.map((b, i) => html`
    <li key=${i} class=${"boat" + (track && track.notches[i] <= place ? " reached" : "")}>${b}</li>`)}</ul>`;
}
