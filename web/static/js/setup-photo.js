// A photo with points on it that are dragged, tapped to, or moved by the arrow
// keys, and a glass that shows what the finger covers.
import { html, useState, useEffect, useRef } from "./lib.js";
import { t } from "./say.js";

const beyond = 0.04; // a mat's corner may lie a little outside the picture
const glassSide = 144, glassZoom = 3; // px on the screen, and how much of them one of the photo's shown px is

// Photo takes the picture's size in px, the points in those px with their names,
// and shapes to draw (polygons and lines over the photo).
export function Photo({ src, width, height, points, names, active, setActive, onMove, onDone, children, label }) {
  const view = useRef(), box = useRef(), img = useRef(), glass = useRef();
  const held = useRef(null); // what is dragged: known at once, without waiting to be drawn
  const [focused, focus] = useState(false);
  const [zoom, setZoom] = useState(() => (innerWidth < 600 ? 2 : 1));
  useEffect(() => { if (focused && glass.current && points[active]) magnify(glass.current, img.current, width, points[active]); }, [focused, active, points[active] && points[active].join(), zoom]);
  useEffect(() => {
    // A large photo begins with the points in view.
    const v = view.current, middle = (k) => points.reduce((sum, p) => sum + p[k], 0) / points.length;
    v.scrollTo((middle(0) / width) * v.scrollWidth - v.clientWidth / 2, (middle(1) / height) * v.scrollHeight - v.clientHeight / 2);
  }, [label, zoom]);
  const at = (e) => {
    const b = img.current.getBoundingClientRect();
    return [((e.clientX - b.left) * width) / b.width, ((e.clientY - b.top) * height) / b.height];
  };
  const clamp = (v, most) => Math.round(Math.min((1 + beyond) * most, Math.max(-beyond * most, v)) * 10) / 10;
  const put = (i, [x, y]) => onMove(i, [clamp(x, width), clamp(y, height)]);
  // nearest is the handle meant where several lie over each other.
  const nearest = (e) => [...box.current.querySelectorAll("[data-point]")].map((h) => { const b = h.getBoundingClientRect(); return [Math.hypot(e.clientX - b.x - b.width / 2, e.clientY - b.y - b.height / 2), h]; })
    .reduce((best, x) => (x[0] < best[0] ? x : best))[1];
  const down = (e) => {
    if (e.button || !e.target.closest("[data-point]")) return;
    const handle = nearest(e), i = Number(handle.dataset.point);
    e.preventDefault();
    setActive(i);
    held.current = { i, from: points[i], start: at(e) };
    box.current.setPointerCapture(e.pointerId);
    handle.focus({ preventScroll: true });
  };
  const move = (e) => {
    if (!held.current) return;
    const { i, from, start } = held.current, now = at(e); // it goes with the finger from where it was taken
    put(i, [from[0] + now[0] - start[0], from[1] + now[1] - start[1]]);
  };
  const up = () => {
    if (!held.current) return;
    held.current = null;
    onDone();
  };
  const tap = (e) => {
    if (e.target.closest("[data-point]") || !points.length) return;
    const i = Math.max(0, active);
    put(i, at(e));
    onDone();
    if (i + 1 < points.length) setActive(i + 1);
  };
  const key = (i) => (e) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    if (!step) return;
    e.preventDefault();
    nudge(i, step, e.shiftKey ? 20 : 2);
  };
  const nudge = (i, [dx, dy], far) => {
    const size = Math.max(1, width / 1600) * far;
    setActive(i);
    put(i, [points[i][0] + dx * size, points[i][1] + dy * size]);
    onDone();
  };
  const place = ([x, y]) => ({ left: `${(100 * x) / width}%`, top: `${(100 * y) / height}%` });
  const right = points[active] && points[active][0] < width / 2;
  return html`<div class="photobox"><div class="photoview" ref=${view}><div class="photo" ref=${box} role="group" aria-label=${label} style=${{ width: `${100 * zoom}%` }} onClick=${tap} onPointerDown=${down} onPointerMove=${move} onPointerUp=${up} onPointerCancel=${up}>
    <img ref=${img} src=${src} width=${width} height=${height} alt=${t("setup.photo")} draggable=${false} />
    <svg viewBox=${`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">${children}</svg>
    ${points.map((p, i) => html`<button type="button" key=${i} class="handle" data-point=${i} aria-pressed=${i === active ? "true" : "false"} style=${place(p)}
      aria-label=${t("setup.point", { number: i + 1, name: names[i], x: Math.round(p[0]), y: Math.round(p[1]) })} onKeyDown=${key(i)} onFocus=${() => { setActive(i); focus(true); }} onBlur=${() => focus(false)}><span>${i + 1}</span></button>`)}
    </div></div><canvas ref=${glass} class=${"glass" + (right ? " right" : "") + (focused ? "" : " away")} width=${glassSide} height=${glassSide} aria-hidden="true"></canvas></div>
  <div class="row nudges"><span class="row" role="group" aria-label=${t("setup.nudge")}><span class="quiet">${active + 1}: ${names[active]}</span>
    ${[["←", [-1, 0], "left"], ["↑", [0, -1], "up"], ["↓", [0, 1], "down"], ["→", [1, 0], "right"]].map(([sign, d, name]) => html`
      <button type="button" key=${name} aria-label=${t("setup.nudge." + name)} onClick=${() => nudge(active, d, 2)}>${sign}</button>`)}</span>
    <span class="row" role="group" aria-label=${t("setup.zoom")}><button type="button" aria-label=${t("setup.zoom.out")} disabled=${zoom <= 1} onClick=${() => setZoom(zoom - 1)}>−</button>
      <button type="button" aria-label=${t("setup.zoom.in")} disabled=${zoom >= 4} onClick=${() => setZoom(zoom + 1)}>+</button></span></div>`;
}

// magnify draws what lies about a point of the photo, with a cross on it.
function magnify(canvas, img, width, [x, y]) {
  if (!img.complete || !img.naturalWidth) return;
  const g = canvas.getContext("2d");
  const scale = img.naturalWidth / width; // px of the file to px of the picture
  const side = (glassSide / glassZoom) * (img.naturalWidth / Math.max(1, img.clientWidth));
  g.fillStyle = "#000";
  g.fillRect(0, 0, glassSide, glassSide);
  g.drawImage(img, x * scale - side / 2, y * scale - side / 2, side, side, 0, 0, glassSide, glassSide);
  const m = glassSide / 2;
  for (const [color, wide] of [["#000", 3], ["#fff", 1]]) {
    g.strokeStyle = color;
    g.lineWidth = wide;
    g.beginPath();
    for (const [ax, ay] of [[0, 1], [1, 0]]) {
      g.moveTo(m - 40 * ax, m - 40 * ay);
      g.lineTo(m - 6 * ax, m - 6 * ay);
      g.moveTo(m + 6 * ax, m + 6 * ay);
      g.lineTo(m + 40 * ax, m + 40 * ay);
    }
    g.stroke();
  }
}
