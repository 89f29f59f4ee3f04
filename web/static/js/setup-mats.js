// What calibration found, drawn over the photo; a hex or a color is set right by
// touching it.
import { html, useState, useEffect } from "./lib.js";
import { t, knows } from "./say.js";
import { ask, get } from "./ask.js";
import { Sheet } from "./correct.js";
import { MatName, nameOf, pictureAddress } from "./setup-marks.js";

export const fields = ["field-1", "field-2", "field-3", "field-4", "field-5"];
const numberOf = (field) => (field || "?").replace("field-", "");

export const noteText = (n) => (n.key && knows(n.key) ? t(n.key, { ...n.params, player: n.params && n.params.player ? nameOf(n.params.player) : undefined, missing: n.params && n.params.missing ? nameOf(n.params.missing) : undefined }) : n.text);

export function Mats({ draft, status, refresh, next, guard }) {
  const [found, setFound] = useState(null);
  const [busy, setBusy] = useState(false);
  const [said, say] = useState("");
  const [at, setAt] = useState(0);
  useEffect(() => { if (status.calibrated && !found) get("/setup/mats").then((f) => setFound((now) => now || f), () => {}); }, [status.calibrated]);
  const calibrate = async () => {
    setBusy(true);
    say("");
    try {
      setFound(await guard(() => ask("POST", "/setup/calibration")));
      setAt(0);
      await refresh();
    } catch (err) {
      say(err.sentence || String(err));
    }
    setBusy(false);
  };
  const mat = found && found.mats[Math.min(at, found.mats.length - 1)];
  const same = new Set(found ? found.mats.map((m) => m.hexes.length) : []).size === 1;
  return html`<section class="panel stack"><h2>${t("setup.mats")}</h2><p>${t("setup.mats.hint")}</p>
    <div class="row"><button type="button" class=${found ? "" : "main"} disabled=${busy || !draft.picture} onClick=${calibrate}>${t(found ? "setup.mats.again" : "setup.mats.find")}</button>
      <span role="status">${busy ? t("setup.mats.busy") : ""}</span></div>
    ${!draft.picture && !found && html`<p class="quiet">${t("setup.mats.no-picture")}</p>`}
    <p role="alert">${said}</p>
    ${found && html`<p>${t("setup.mats.found", { count: found.mats.length })}</p>
      ${found.notes.length > 0 && html`<ul class="notes">${found.notes.map((n) => html`<li key=${n.text}>${noteText(n)}</li>`)}</ul>`}
      <div class="tabs" role="group" aria-label=${t("setup.mats")}>${found.mats.map((m, i) => html`<button type="button" key=${m.player} aria-pressed=${m === mat ? "true" : "false"} onClick=${() => setAt(i)}>
        <${MatName} player=${m.player} /> ${t("setup.hexes", { count: m.hexes.length })}</button>`)}</div>
      ${same ? null : html`<p role="alert">${t("setup.mats.differ")}</p>`}
      <${One} key=${mat.player + found.mats.length} mat=${mat} size=${found} draft=${draft} put=${async (change) => { setFound(await guard(() => ask("PATCH", "/setup/mats/" + encodeURIComponent(mat.player), change))); await refresh(); }} taught=${status.taught} />
      <div class="row"><button type="button" class="main" onClick=${next}>${t("setup.mats.fits")}</button></div>`}</section>`;
}

// bounds are what of the photo shows the mat.
function bounds(mat) {
  const all = [...mat.hexes, ...mat.beside].flatMap((h) => h.outline);
  const xs = all.map((p) => p[0]), ys = all.map((p) => p[1]);
  const x = Math.min(...xs), y = Math.min(...ys);
  return [x, y, Math.max(...xs) - x, Math.max(...ys) - y];
}

function One({ mat, size, draft, put, taught }) {
  const [edit, setEdit] = useState({ remove: [], fields: {}, add: [] });
  const [adding, setAdding] = useState(false);
  const [hex, setHex] = useState(null);
  const [busy, setBusy] = useState(false);
  const [said, say] = useState("");
  useEffect(() => setEdit({ remove: [], fields: {}, add: [] }), [mat]);
  const changes = edit.remove.length + Object.keys(edit.fields).length + edit.add.length;
  const box = bounds(mat);
  const radius = Math.hypot(mat.hexes[0].outline[0][0] - mat.hexes[0].at[0], mat.hexes[0].outline[0][1] - mat.hexes[0].at[1]);
  const save = async () => {
    setBusy(true);
    say("");
    try {
      await put(edit);
    } catch (err) {
      say(err.sentence || String(err));
    }
    setBusy(false);
  };
  const paint = (h, field) => {
    if (h.added) setEdit({ ...edit, add: edit.add.map((a) => (a.q === h.q && a.r === h.r ? { ...a, field } : a)) });
    else setEdit({ ...edit, fields: field === h.field ? without(edit.fields, h.id) : { ...edit.fields, [h.id]: field }, remove: edit.remove.filter((id) => id !== h.id) });
    setHex(null);
  };
  const drop = (h) => {
    if (h.added) setEdit({ ...edit, add: edit.add.filter((a) => a.q !== h.q || a.r !== h.r) });
    else setEdit({ ...edit, remove: [...edit.remove, h.id], fields: without(edit.fields, h.id) });
    setHex(null);
  };
  const add = (h) => {
    const near = mat.hexes.reduce((best, x) => (far(x, h) < far(best, h) ? x : best));
    const made = { q: h.q, r: h.r, field: near.field };
    setEdit({ ...edit, add: [...edit.add, made] });
    setHex({ ...h, ...made, added: true });
  };
  const isAdded = (h) => edit.add.find((a) => a.q === h.q && a.r === h.r);
  const shown = [...mat.hexes.filter((h) => !edit.remove.includes(h.id)).map((h) => ({ ...h, field: edit.fields[h.id] || h.field, changed: h.id in edit.fields })),
    ...mat.beside.filter(isAdded).map((h) => ({ ...h, ...isAdded(h), added: true, changed: true }))];
  const open = [...(adding ? mat.beside.filter((h) => !isAdded(h)) : []), ...mat.hexes.filter((h) => edit.remove.includes(h.id))];
  const text = (h) => t("setup.hex", { hex: h.id || t("setup.hex.new"), field: numberOf(h.field) });
  const button = (label, run) => ({ role: "button", tabindex: 0, "aria-label": label, onClick: run, onKeyDown: (e) => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); run(); } } });
  return html`${mat.notes.length > 0 && html`<ul class="notes">${mat.notes.map((n) => html`<li key=${n.text}>${noteText(n)}</li>`)}</ul>`}
    <p>${t("setup.mats.touch")}</p>
    <div class="overphoto" tabindex="0" role="group" aria-label=${t("setup.mat", { player: nameOf(mat.player) })}>
      <svg viewBox=${box.join(" ")} role="group" aria-label=${t("setup.mat", { player: nameOf(mat.player) })}>
        <image href=${draft.picture ? pictureAddress(draft.picture, "whole") : "/api/v1/setup/picture.jpg"} width=${size.width} height=${size.height} />
        ${shown.map((h) => html`<g key=${h.id || `${h.q},${h.r}`} data-found=${h.id || "new"} class=${"found " + (h.field || "unknown") + (h.changed ? " changed" : "")} ...${button(`${mark(h)}, ${text(h)}`, () => setHex(h))}>
          <polygon points=${inset(h)} /><text x=${h.at[0]} y=${h.at[1]} font-size=${radius * 0.5}>${mark(h)}</text></g>`)}
        ${open.map((h) => html`<g key=${"open" + h.q + "," + h.r} data-place=${h.id || `${h.q},${h.r}`} class="place" ...${button("+ " + t("setup.hex.add"), () => (h.id ? setEdit({ ...edit, remove: edit.remove.filter((id) => id !== h.id) }) : add(h)))}>
          <polygon points=${inset(h)} /><text x=${h.at[0]} y=${h.at[1]} font-size=${radius * 0.8}>+</text></g>`)}
      </svg></div>
    <div class="row legend" aria-hidden="true">${fields.map((f) => html`<span key=${f} class="row"><svg class=${"chip found " + f} viewBox="-1 -1 2 2"><circle r=".8" /></svg>${numberOf(f)}: ${shown.filter((h) => h.field === f).length}</span>`)}</div>
    <div class="row"><button type="button" data-adding aria-pressed=${adding ? "true" : "false"} onClick=${() => setAdding(!adding)}>${t("setup.hex.add")}</button>
      ${changes > 0 && html`<button type="button" class="main" disabled=${busy} onClick=${save}>${t("setup.mats.save", { count: changes })}</button>
        <button type="button" disabled=${busy} onClick=${() => setEdit({ remove: [], fields: {}, add: [] })}>${t("page.clear")}</button>`}
      <span role="status">${busy ? t(taught ? "setup.mats.relearns" : "setup.working") : ""}</span></div>
    <p role="alert">${said}</p>
    ${hex && html`<${Sheet} title=${text(hex)} onClose=${() => setHex(null)}><p>${t("setup.hex.color")}</p>
      <div class="toggles">${fields.map((f) => html`<button type="button" key=${f} aria-pressed=${hex.field === f ? "true" : "false"} onClick=${() => paint(hex, f)}><svg class=${"chip found " + f} viewBox="-1 -1 2 2" aria-hidden="true"><circle r=".8" /></svg> ${t("setup.field", { field: numberOf(f) })}</button>`)}</div>
      <button type="button" onClick=${() => drop(hex)}>${t("setup.hex.drop")}</button><//>`}`;
}

// mark is what is written on a hex over the photo.
const mark = (h) => `${h.id || "+"}·${numberOf(h.field)}`;
const far = (a, b) => Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1]);
const without = (map, key) => Object.fromEntries(Object.entries(map).filter(([k]) => k !== key));
// inset draws a hex a little inside its border, so that both neighbors' colors show.
const inset = (h) => h.outline.map(([x, y]) => `${(h.at[0] + (x - h.at[0]) * 0.92).toFixed(1)},${(h.at[1] + (y - h.at[1]) * 0.92).toFixed(1)}`).join(" ");
