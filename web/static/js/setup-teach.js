// Teaching the pieces: what to lay where, a picture of it, and what is read of
// that picture against what was laid.
import { html, useState, useEffect } from "./lib.js";
import { t, word } from "./say.js";
import { get } from "./ask.js";
import { Mat, Track, Boats } from "./mat.js";
import { Sheet, Toggles, changed } from "./correct.js";
import { MatName, nameOf } from "./setup-marks.js";
import { noteText } from "./setup-mats.js";
import { Take, send } from "./setup-picture.js";

const bare = { crop: null, worker: false, barn: false, well: false, surveyor: false };
const kinds = ["crop", "worker", "barn", "well", "surveyor"];
const equal = (a, b) => kinds.every((k) => (a[k] || false) === (b[k] || false));

// laid is a mat to draw: its hexes as found, with what lies on them.
export function laid(found, on) {
  return { orientation: found.orientation, hexes: found.hexes.map((h) => ({ id: h.id, q: h.q, r: h.r, field: h.field, ...bare, ...on[h.id] })) };
}

export function Teach({ status, refresh, next }) {
  const [found, setFound] = useState(null);
  const [at, setAt] = useState(0);
  const [lesson, setLesson] = useState(null);
  const [hex, setHex] = useState(null);
  const [picture, setPicture] = useState(null);
  const [busy, setBusy] = useState("");
  const [said, say] = useState("");
  const [warnings, setWarnings] = useState([]);
  const [read, setRead] = useState(null);
  useEffect(() => { get("/setup/mats").then(setFound, (err) => say(err.sentence || String(err))); }, []);
  const mat = found && found.mats[at];
  useEffect(() => { if (mat) get(`/setup/mats/${encodeURIComponent(mat.player)}/lesson`).then(setLesson, (err) => say(err.sentence || String(err))); setRead(null); }, [mat]);
  if (!mat || !lesson || lesson.player !== mat.player) return html`<p>${t("setup.working")}</p><p role="alert">${said}</p>`;
  const drawn = laid(mat, lesson.hexes);
  const toggle = (what) => {
    const now = changed({ ...bare, ...lesson.hexes[hex] }, what);
    setLesson({ ...lesson, hexes: { ...lesson.hexes, [hex]: Object.fromEntries(Object.entries(now).filter(([, v]) => v)) } });
  };
  const teach = async () => {
    say("");
    setRead(null);
    setBusy("setup.teach.busy");
    try {
      const learnt = await send("/calibration/teach", { picture, labels: JSON.stringify(lesson) });
      setWarnings(learnt.notes.map(noteText));
      await refresh();
      setBusy("setup.teach.reading");
      const reading = await send("/pictures", { picture });
      setRead(reading.players.find((p) => p.name === mat.player));
    } catch (err) {
      say(err.sentence || String(err));
    }
    setBusy("");
  };
  return html`<section class="panel stack"><h2>${t("setup.teach")}</h2><p>${t("setup.teach.hint")}</p>
    ${found.mats.length > 1 && html`<div class="tabs" role="group" aria-label=${t("setup.teach.mat")}>${found.mats.map((m, i) => html`<button type="button" key=${m.player} aria-pressed=${i === at ? "true" : "false"} onClick=${() => setAt(i)}><${MatName} player=${m.player} /></button>`)}</div>`}
    <div class="lesson"><div class="stack">
      <h3>${t("setup.teach.lay", { player: nameOf(mat.player) })}</h3>
      <ul class="boats" aria-label=${t("page.boats")}>${lesson.riverboats.map((b) => html`<li key=${b} class="boat">${b}</li>`)}</ul>
      ${mat.track && lesson.harbor_master !== undefined && html`<${Track} track=${mat.track} place=${lesson.harbor_master} color=${mat.player} label=${t("page.track-at", { player: nameOf(mat.player), place: lesson.harbor_master, steps: mat.track.steps })} />`}
      <${Mat} mat=${drawn} label=${t("setup.mat", { player: nameOf(mat.player) })} onHex=${(h) => setHex(h.id)} /></div>
      <ol class="stack todo"><li>${t("setup.teach.boats", { boats: lesson.riverboats })}</li>
        ${lesson.harbor_master !== undefined && html`<li>${t("setup.teach.master", { place: lesson.harbor_master })}</li>`}
        ${lesson.agents !== undefined && html`<li>${t("setup.teach.agents", { count: lesson.agents })}</li>`}
        <li>${t("setup.teach.hexes", { count: Object.keys(lesson.hexes).length })}</li><li>${t("setup.teach.empty")}</li></ol></div>
    <p class="quiet">${t("setup.teach.change")}</p>
    <${Take} picture=${picture} busy=${busy !== ""} onPicture=${(p) => { setPicture(p); setRead(null); setWarnings([]); }} />
    <div class="row"><button type="button" class=${read ? "" : "main"} disabled=${!picture || busy !== ""} onClick=${teach}>${t("setup.teach.go")}</button><span role="status">${busy && t(busy)}</span></div>
    <p role="alert">${said}</p>
    ${warnings.length > 0 && html`<ul class="notes">${warnings.map((w) => html`<li key=${w}>${w}</li>`)}</ul>`}
    ${read && html`<${Compare} mat=${mat} lesson=${lesson} read=${read} />`}
    ${status.taught && html`<div class="row"><button type="button" class=${read ? "main" : ""} disabled=${busy !== ""} onClick=${next}>${t("setup.next")}</button></div>`}
    ${hex && html`<${Sheet} title=${`${nameOf(mat.player)} · ${hex}`} onClose=${() => setHex(null)}><p>${t("setup.teach.lies")}</p><${Toggles} h=${drawn.hexes.find((h) => h.id === hex)} onToggle=${toggle} /><//>`}</section>`;
}

const things = (h) => [h.crop && word("riverboat", h.crop), ...kinds.slice(1).filter((k) => h[k]).map((k) => word("page", k))].filter(Boolean).join(", ") || t("page.hex-empty");

// Compare holds what was read against what was laid.
function Compare({ mat, lesson, read }) {
  if (!read.found) return html`<p role="alert">${t("setup.read.lost", { player: nameOf(mat.player) })}</p>`;
  const on = Object.fromEntries(read.hexes.map((h) => [h.id, h]));
  const wrong = mat.hexes.filter((h) => !equal({ ...bare, ...lesson.hexes[h.id] }, { ...bare, ...on[h.id] }));
  const rest = [];
  if (lesson.harbor_master !== undefined && read.harbor_master !== lesson.harbor_master) rest.push(["setup.read.master", lesson.harbor_master, read.harbor_master]);
  if (lesson.agents !== undefined && read.agents !== lesson.agents) rest.push(["setup.read.agents", lesson.agents, read.agents]);
  if (lesson.riverboats.join() !== read.riverboats.join()) rest.push(["setup.read.boats", lesson.riverboats.join(" "), read.riverboats.join(" ")]);
  return html`<div class="stack" role="status"><h3>${t("setup.read")}</h3>
    <p class=${wrong.length + rest.length ? "" : "good"} data-right=${mat.hexes.length - wrong.length}>${t("setup.read.right", { right: mat.hexes.length - wrong.length, count: mat.hexes.length })} ${!wrong.length && !rest.length && t("setup.read.all")}</p>
    <div class="pickmat"><${Mat} mat=${laid(mat, Object.fromEntries(read.hexes.map((h) => [h.id, pick(h)])))} label=${t("setup.read")} fresh=${wrong.map((h) => h.id)} /></div>
    ${wrong.length + rest.length > 0 && html`<ul class="notes">${wrong.map((h) => html`<li key=${h.id}>${t("setup.read.hex", { hex: h.id, laid: things({ ...bare, ...lesson.hexes[h.id] }), read: on[h.id] && on[h.id].hidden ? t("setup.read.hidden") : things(on[h.id] || bare) })}</li>`)}
      ${rest.map(([key, a, b]) => html`<li key=${key}>${t(key, { laid: a, read: b ?? "?" })}</li>`)}</ul><p>${t("setup.read.again")}</p>`}</div>`;
}

const pick = (h) => Object.fromEntries(kinds.map((k) => [k, h[k] || bare[k]]));

// FirstReading reads the table as it lies, and draws what was read.
export function FirstReading({ onRead }) {
  const [found, setFound] = useState(null);
  const [reading, setReading] = useState(null);
  useEffect(() => { get("/setup/mats").then(setFound, () => {}); }, []);
  const read = async (picture) => {
    const r = await send("/pictures", { picture });
    setReading(r);
    onRead(r);
  };
  return html`<${Take} onPicture=${read} />
    ${reading && found && html`<div class="mats" role="status">${reading.players.map((p) => {
      const mat = found.mats.find((m) => m.player === p.name);
      if (!mat) return null;
      if (!p.found) return html`<section key=${p.name} class="stack"><h3><${MatName} player=${p.name} /></h3><p role="alert">${t("setup.read.lost", { player: nameOf(p.name) })} ${p.problems.join(" ")}</p></section>`;
      const unsure = p.hexes.filter((h) => h.hidden || h.confidence < 0.8).map((h) => h.id);
      return html`<section key=${p.name} class="stack" data-reading=${p.name}><h3><${MatName} player=${p.name} /></h3>
        <${Boats} boats=${p.riverboats} />
        ${mat.track && p.harbor_master !== null && html`<${Track} track=${mat.track} place=${p.harbor_master} color=${p.name} label=${t("page.track-at", { player: nameOf(p.name), place: p.harbor_master, steps: mat.track.steps })} />`}
        <${Mat} mat=${laid(mat, Object.fromEntries(p.hexes.map((h) => [h.id, pick(h)])))} label=${t("setup.mat", { player: nameOf(p.name) })} fresh=${unsure} />
        ${unsure.length > 0 && html`<p class="quiet">${t("setup.read.unsure", { count: unsure.length, hexes: unsure })}</p>`}</section>`;
    })}</div>`}`;
}
