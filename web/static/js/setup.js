// Setting up a table for the first time, step by step. It can be left at any
// step and gone on with on any device: the service keeps the picture, the marks and
// the step, and knows what is done by what it has learnt.
import { html, useState, useEffect, useRef } from "./lib.js";
import { state } from "./store.js";
import { t, languages, chooseLanguage } from "./say.js";
import { ask, get, Refused } from "./ask.js";
import { Frame, go } from "./frame.js";
import { PairForm } from "./pair.js";
import { mayAct } from "./dashboard.js";
import { Login } from "./login.js";
import { Camera } from "./setup-camera.js";
import { Marks } from "./setup-marks.js";
import { Mats } from "./setup-mats.js";
import { Teach, FirstReading } from "./setup-teach.js";

const steps = ["language", "camera", "cards", "marks", "mats", "teach", "displays", "done"];

export function Setup() {
  if (state.access && !mayAct()) return html`<${Frame}><div class="phone"><${PairForm} /></div><//>`;
  return html`<${Frame}><${Wizard} /><//>`;
}

function Wizard() {
  const [draft, setDraft] = useState(null);
  const [status, setStatus] = useState(null);
  const [step, setStep] = useState("language");
  const [said, say] = useState("");
  const [locked, lock] = useState(null); // what is to be done once the admin has logged in
  const [saving, setSaving] = useState(false);
  const pending = useRef(null); // what is to be kept once the service has answered
  const heading = useRef();
  const refresh = () => get("/calibration").then(setStatus);
  useEffect(() => {
    Promise.all([get("/setup"), get("/calibration")]).then(([d, s]) => {
      setDraft(d);
      setStatus(s);
      setStep(steps.includes(d.step) ? d.step : "language");
    }, (err) => say(err.sentence || String(err)));
  }, []);
  // guard runs what the admin alone may do once a table is set up.
  const guard = async (run) => {
    try {
      return await run();
    } catch (err) {
      if (!(err instanceof Refused) || err.problem.code !== "admin") throw err;
      lock({ run });
      throw err;
    }
  };
  // remember keeps what changed. While one change is under way, later ones wait
  // and go together: a point that is dragged about isn't a queue of requests.
  const remember = async (change) => {
    const under = pending.current !== null;
    pending.current = { ...pending.current, ...change };
    if (under) return;
    setSaving(true);
    while (Object.keys(pending.current).length > 0) {
      const now = pending.current;
      pending.current = {};
      try {
        await guard(() => ask("PATCH", "/setup", now));
        say("");
      } catch (err) {
        say(err.sentence || String(err));
      }
    }
    pending.current = null;
    setSaving(false);
  };
  const turn = (to) => {
    setStep(to);
    remember({ step: to });
    scrollTo(0, 0);
    requestAnimationFrame(() => heading.current && heading.current.focus());
  };
  const keep = (marks) => {
    setDraft((d) => ({ ...d, marks }));
    remember({ step, marks });
  };
  if (!draft || !status) return html`<p role="status">${said || t("page.connection.opening")}</p>`;
  const here = steps.indexOf(step);
  const next = () => turn(steps[Math.min(here + 1, steps.length - 1)]);
  const done = { language: here > 0 || status.calibrated, camera: here > 1 || Boolean(draft.picture) || status.calibrated, cards: here > 2 || Boolean(draft.marks) || status.calibrated,
    marks: Boolean(draft.marks) || status.calibrated, mats: status.calibrated, teach: status.taught, displays: here > 6, done: state.settings && state.settings.welcome === false };
  const props = { draft, setDraft, keep, status, refresh, next, guard };
  return html`<div class="wizard"><div class="rail"><h1 tabindex="-1" ref=${heading}>${t("setup.title")}</h1><p class="quiet">${t("setup.leave")}</p>
      <ol>${steps.map((s, i) => html`<li key=${s}><button type="button" class="bare" data-step=${s} aria-current=${s === step ? "step" : undefined} onClick=${() => turn(s)}>
        <span class="mark" aria-hidden="true">${done[s] && s !== step ? "✓" : i + 1}</span><span>${t("setup.step." + s)}${done[s] ? html`<span class="hide"> ${t("setup.step-done")}</span>` : ""}</span></button></li>`)}</ol></div>
    <div class="stack here" data-here=${step} aria-busy=${saving ? "true" : "false"}>
      <p role="alert">${said}</p>
      ${locked && html`<${Login} hint=${t("setup.locked")} onDone=${() => { const { run } = locked; lock(null); Promise.resolve(run()).then(() => say(""), (err) => say(err.sentence || String(err))); }} />`}
      ${step === "language" && html`<${Language} remember=${remember} next=${next} />`}
      ${step === "camera" && html`<${Camera} next=${next} guard=${guard} />`}
      ${step === "cards" && html`<${Cards} draft=${draft} next=${next} />`}
      ${step === "marks" && html`<${Marks} ...${props} />`}
      ${step === "mats" && html`<${Mats} ...${props} />`}
      ${step === "teach" && (status.calibrated ? html`<${Teach} ...${props} />` : html`<${Earlier} to="mats" turn=${turn} />`)}
      ${step === "displays" && html`<${Displays} next=${next} />`}
      ${step === "done" && (status.taught ? html`<${Done} guard=${guard} say=${say} />` : html`<${Earlier} to=${status.calibrated ? "teach" : "mats"} turn=${turn} />`)}
      ${here > 0 && html`<div class="row"><button type="button" onClick=${() => turn(steps[here - 1])}>${t("setup.back")}</button></div>`}</div></div>`;
}

// Earlier sends to the step without which this one has nothing to work with.
function Earlier({ to, turn }) {
  return html`<section class="panel stack"><p>${t("setup.earlier", { step: t("setup.step." + to) })}</p><div class="row"><button type="button" class="main" onClick=${() => turn(to)}>${t("setup.step." + to)}</button></div></section>`;
}

function Language({ remember, next }) {
  const pick = (l) => { chooseLanguage(l).catch(() => {}); remember({ step: "language", language: l }); };
  return html`<section class="panel stack"><h2>${t("setup.step.language")}</h2><p>${t("setup.language.hint")}</p>
    <div class="choices" role="group" aria-label=${t("page.language")}>${Object.entries(languages).map(([l, name]) => html`<button type="button" key=${l} lang=${l} aria-pressed=${l === state.language ? "true" : "false"} onClick=${() => pick(l)}>${name}</button>`)}</div>
    <div class="row"><button type="button" class="main" onClick=${next}>${t("setup.next")}</button></div></section>`;
}

function Cards({ draft, next }) {
  const [players, setPlayers] = useState(draft.marks ? Math.max(1, draft.marks.players.length) : 4);
  const [paper, setPaper] = useState(/^en-US|^en-CA/.test(navigator.language) ? "letter" : "a4");
  return html`<section class="panel stack"><h2>${t("setup.step.cards")}</h2><p>${t("setup.cards.hint")}</p>
    <div class="row" role="group" aria-label=${t("setup.players")}>${[1, 2, 3, 4, 5].map((n) => html`<button type="button" key=${n} aria-pressed=${n === players ? "true" : "false"} onClick=${() => setPlayers(n)}>${n}</button>`)}<span class="quiet">${t("setup.players")}</span></div>
    <div class="row" role="group" aria-label=${t("setup.paper")}>${[["a4", "A4"], ["letter", "Letter"]].map(([p, name]) => html`<button type="button" key=${p} aria-pressed=${p === paper ? "true" : "false"} onClick=${() => setPaper(p)}>${name}</button>`)}</div>
    <ol class="todo stack"><li>${t("setup.cards.print")}</li><li>${t("setup.cards.ruler")}</li><li>${t("setup.cards.lay")}</li></ol>
    <div class="row"><a class="button" id="print" href=${`/api/v1/setup/cards.pdf?players=${players}&paper=${paper}`} target="_blank" rel="noopener">${t("setup.cards.open")}</a>
      <button type="button" class="main" onClick=${next}>${t("setup.cards.next")}</button></div><p class="quiet">${t("setup.cards.without")}</p></section>`;
}

function Displays({ next }) {
  const [list, setList] = useState(null);
  const [said, say] = useState("");
  const test = () => ask("POST", "/setup/displays").then((d) => { setList(d.displays); say(t("setup.displays.lit")); }, (err) => say(err.sentence || String(err)));
  useEffect(() => { get("/displays").then((d) => setList(d.displays), (err) => say(err.sentence || String(err))); }, []);
  return html`<section class="panel stack"><h2>${t("setup.step.displays")}</h2>
    ${list && list.length === 0 && html`<p>${t("setup.displays.none")}</p>`}
    ${list && list.length > 0 && html`<p>${t("setup.displays.hint")}</p><ul class="stack">${list.map((d) => html`<li key=${d.address}><span class=${"dot " + (d.error ? "off" : "on")}>${d.address}</span> ${d.error && html`<span role="alert">${d.error}</span>`}</li>`)}</ul>
      <div class="row"><button type="button" onClick=${test}>${t("setup.displays.test")}</button></div>`}
    <p role="status">${said}</p>
    <div class="row"><button type="button" class="main" onClick=${next}>${t("setup.next")}</button></div></section>`;
}

function Done({ guard, say }) {
  const [read, setRead] = useState(null);
  const begin = async () => {
    try {
      await guard(() => ask("POST", "/setup/done"));
      if (state.settings) state.settings.welcome = false;
      go("/new");
    } catch (err) {
      say(err.sentence || String(err));
    }
  };
  return html`<section class="panel stack"><h2>${t("setup.step.done")}</h2><p>${t("setup.done.hint")}</p>
    <${FirstReading} onRead=${setRead} />
    <div class="row"><button type="button" class=${read ? "main" : ""} id="newgame" onClick=${begin}>${t("setup.done.new")}</button></div></section>`;
}
