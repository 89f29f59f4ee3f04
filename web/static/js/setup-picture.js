// Getting a picture: from the camera if there is one, or from the phone that the
// page is on. Each is judged in words before it is used.
import { html, useState, useEffect, useRef } from "./lib.js";
import { state } from "./store.js";
import { t, knows } from "./say.js";
import { ask } from "./ask.js";

// send posts a form of parts to the service.
export function send(path, parts) {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) form.append(name, value);
  return ask("POST", path, form);
}

// useCamera is how the camera is doing, as the service tells it; null: there is none.
export const useCamera = () => (state.camera && state.camera.camera) || null;

// newestPicture takes the camera's newest picture, as it is or no wider than most.
export async function newestPicture(most) {
  const answer = await fetch("/api/v1/pictures/last.jpg" + (most ? "?width=" + most : ""), { cache: "no-store" });
  if (!answer.ok) throw new Error(t("setup.camera.no-picture"));
  return answer.blob();
}

// Checks are lines of a report on a picture, in words.
export function Checks({ lines }) {
  return html`<ul class="checks">${lines.map((l) => html`<li key=${l.key} class=${"check-" + l.state}><b>${t("doctor.state." + l.state)}</b> · ${lineText(l)}
    ${l.mend && html`<span class="quiet">${mendText(l)}</span>`}</li>`)}</ul>`;
}

export const lineText = (l) => (knows("doctor." + l.key) ? t("doctor." + l.key, l.params) : l.text);
export const mendText = (l) => (knows("doctor." + l.key + ".mend") ? t("doctor." + l.key + ".mend", l.params) : l.mend);

// Take is how a picture is taken or chosen; onPicture gets its bytes. What it
// shows of it is a canvas, since pictures from elsewhere aren't let into pages.
export function Take({ label, onPicture, busy, picture, taken = Boolean(picture) }) {
  const camera = useCamera();
  const [said, say] = useState("");
  const [lines, setLines] = useState([]);
  const [working, work] = useState(false);
  const canvas = useRef();
  useEffect(() => {
    if (!picture || !canvas.current) return;
    createImageBitmap(picture).then((b) => {
      const c = canvas.current;
      if (!c) return;
      c.width = 480;
      c.height = Math.round((480 * b.height) / b.width);
      c.getContext("2d").drawImage(b, 0, 0, c.width, c.height);
      b.close();
    }).catch(() => say(t("setup.no-picture")));
  }, [picture]);
  const use = async (getting) => {
    say("");
    setLines([]);
    work(true);
    try {
      const p = await getting;
      const a = await send("/setup/look", { picture: p });
      setLines(a.checks);
      await onPicture(p);
    } catch (err) {
      say(err.sentence || err.message || String(err));
    }
    work(false);
  };
  const choose = (e) => {
    const file = e.target.files[0];
    e.target.value = ""; // the same file may be chosen again
    if (file) use(Promise.resolve(file));
  };
  return html`<div class="stack take">
    <div class="row">
      ${camera && html`<button type="button" class=${taken ? "" : "main"} disabled=${busy || working} onClick=${() => use(newestPicture())}>◉ ${t("setup.take")}</button>`}
      <label class=${"button file" + (camera || taken ? "" : " main")}>${label || t("setup.upload")}<input type="file" accept="image/jpeg,image/png" disabled=${busy || working} onChange=${choose} /></label>
      <span role="status">${working ? t("setup.working") : ""}</span></div>
    <p role="alert">${said}</p>
    ${lines.length > 0 && html`<div role="status"><${Checks} lines=${lines} /></div>`}
    ${picture && html`<canvas class="shot" ref=${canvas} role="img" aria-label=${t("setup.photo")}></canvas>`}</div>`;
}
