// The result as a picture to share, painted here: no server draws it and
// nothing leaves the device before somebody sends it.
import { html, useEffect, useRef, useState } from "./lib.js";
import { state, notify } from "./store.js";
import { t, word, cap, day } from "./say.js";
import { look, paths, side } from "./seat.js";
import { middle, letters } from "./mat.js";
import { ranked } from "./final.js";

const W = 1080, edge = 64;

export function ResultCard({ view, text }) {
  const canvas = useRef();
  const [file, setFile] = useState(null);
  useEffect(() => {
    let gone = false;
    document.fonts.ready.then(() => {
      if (gone) return;
      paint(canvas.current, view);
      canvas.current.toBlob((blob) => gone || setFile(new File([blob], `harbormaster-${view.began.slice(0, 10)}.png`, { type: "image/png" })), "image/png");
    });
    return () => { gone = true; };
  }, [view, state.language, document.getElementById("night").media]);
  const files = file && navigator.canShare && navigator.canShare({ files: [file] });
  const share = () => navigator.share({ files: [file], text }).catch((err) => err.name !== "AbortError" && notify("refused", String(err)));
  const save = () => {
    const a = document.createElement("a"), url = URL.createObjectURL(file);
    Object.assign(a, { href: url, download: file.name });
    a.click();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
  };
  return html`<div class="stack tight"><canvas class="card" ref=${canvas} width=${W} height="800" role="img" aria-label=${t("page.card.label", { players: ranked(view).map((p) => `${p.name} ${p.total}`) })}></canvas>
    <div class="row">${files && html`<button class="main" onClick=${share}>${t("page.card.share")}</button>`}
      <button class=${files ? "" : "main"} disabled=${!file} onClick=${save}>${t("page.card.save")}</button></div></div>`;
}

const tone = (name) => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();

function paint(canvas, view) {
  const players = ranked(view), drawn = players.filter((p) => side(view, p.name)?.mat);
  const columns = drawn.length > 4 ? 3 : 2, row = 116, width = (W - 2 * edge - 32 * (columns - 1)) / columns;
  const matRow = Math.max(0, ...drawn.map((p) => { const b = box(side(view, p.name).mat); return (width * b.height) / b.width; })) + 72;
  const top = 230 + players.length * row;
  canvas.height = top + Math.ceil(drawn.length / columns) * matRow + 70;
  const c = canvas.getContext("2d");
  const write = (text, x, y, font, color, align = "left") => Object.assign(c, { font, fillStyle: tone(color), textAlign: align }) && c.fillText(text, x, y);
  c.fillStyle = tone("page");
  c.fillRect(0, 0, W, canvas.height);
  c.fillStyle = tone("brass");
  c.fillRect(0, 0, W, 12);
  write(view.title, edge, 112, "600 64px Fraunces, serif", "ink");
  write([day(view.began), view.start.place].filter(Boolean).join(" · "), edge, 160, "400 30px 'Source Sans 3', sans-serif", "quiet");
  const most = Math.max(1, ...players.map((p) => p.lines.reduce((n, l) => n + Math.max(0, l.points), 0)));
  players.forEach((p, i) => {
    const y = 200 + i * row, won = view.result.winners.includes(p.name), { color, shape } = look(view, p.name);
    c.save();
    c.translate(edge, y + 18);
    c.scale(2, 2);
    c.fillStyle = tone(color);
    c.fill(new Path2D(paths[shape]));
    c.restore();
    write(p.name + (won ? "  ★" : ""), edge + 60, y + 50, "600 40px Fraunces, serif", "ink");
    write(String(p.total), W - edge, y + 62, "600 72px Fraunces, serif", won ? "brass" : "ink", "right");
    bar(c, p, edge + 60, y + 70, ((W - 2 * edge - 260) * 1) / most, color);
  });
  drawn.forEach((p, i) => mat(c, view, p.name, edge + (i % columns) * (width + 32), top + Math.floor(i / columns) * matRow, width, matRow - 72));
  write("Harbormaster", W - edge, canvas.height - 32, "600 28px Fraunces, serif", "quiet", "right");
  write(players[0].lines.map((l) => cap(word(view.start.game, "category-" + l.category))).slice(0, 7).join(" · "), edge, canvas.height - 32, "400 24px 'Source Sans 3', sans-serif", "quiet");
}

// bar lays a player's lines end to end, each a little lighter than the one before.
function bar(c, p, x, y, unit, color) {
  c.fillStyle = tone(color);
  for (const [i, l] of p.lines.entries()) {
    const w = Math.max(0, l.points) * unit;
    c.globalAlpha = 1 - i * 0.13;
    c.fillRect(x, y, Math.max(0, w - 3), 22);
    x += w;
  }
  c.globalAlpha = 1;
}

// box is how much room a mat takes, in units of a hex's radius.
function box(m) {
  const at = m.hexes.map((h) => middle(m.orientation, h)), xs = at.map((p) => p[0]), ys = at.map((p) => p[1]);
  return { at, left: Math.min(...xs) - 1, up: Math.min(...ys) - 1, width: Math.max(...xs) - Math.min(...xs) + 2, height: Math.max(...ys) - Math.min(...ys) + 2 };
}

const pieces = { worker: "worker", barn: "wrong", well: "river" };

function mat(c, view, name, x, y, width, height) {
  const m = side(view, name).mat, { at, left, up, ...size } = box(m);
  const scale = Math.min(width / size.width, height / size.height);
  c.save();
  c.translate(x, y);
  c.scale(scale, scale);
  c.translate(-left, -up);
  const disc = (px, py, r, color) => { c.beginPath(); c.arc(px, py, r, 0, 7); c.fillStyle = tone(color); c.fill(); };
  m.hexes.forEach((h, i) => {
    const [px, py] = at[i];
    c.beginPath();
    for (let k = 0; k < 6; k++) {
      const a = ((60 * k + (m.orientation === "flat" ? 0 : 30)) * Math.PI) / 180;
      c.lineTo(px + 0.95 * Math.cos(a), py + 0.95 * Math.sin(a));
    }
    c.fillStyle = tone(["heart", "spade", "club", "diamond", "star"][(h.field.match(/\d/) || [0])[0] - 1] || h.field) || tone("unknown");
    c.fill();
    if (h.crop) {
      disc(px, py, 0.62, h.crop);
      Object.assign(c, { font: "700 .62px 'Source Sans 3', sans-serif", fillStyle: tone("crop-ink"), textAlign: "center", textBaseline: "middle" });
      c.fillText(letters[h.crop], px, py + 0.05);
    }
    Object.keys(pieces).filter((k) => h[k]).forEach((k, n) => disc(px - 0.45 + 0.45 * n, py + 0.5, 0.2, pieces[k]));
    if (h.surveyor) disc(px + 0.45, py - 0.45, 0.2, "brass");
  });
  c.restore();
  c.textBaseline = "alphabetic";
  Object.assign(c, { font: "600 26px 'Source Sans 3', sans-serif", fillStyle: tone("quiet"), textAlign: "left" });
  c.fillText(name, x, y + height + 34);
}
