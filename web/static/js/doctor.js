// What is wrong with the machine, and the command that mends it. It is the
// admin's: the report tells much of the machine.
import { html, useState, useEffect } from "./lib.js";
import { state } from "./store.js";
import { t, knows, clock } from "./say.js";
import { get } from "./ask.js";
import { Frame } from "./frame.js";
import { Login } from "./login.js";
import { lineText, mendText } from "./setup-picture.js";

export function DoctorPage() {
  const admin = state.access && state.access.level === "admin";
  return html`<${Frame}>${admin ? html`<${Report} />` : html`<div class="phone stack"><h1>${t("doctor.title")}</h1><${Login} hint=${t("doctor.login")} /></div>`}<//>`;
}

function Report() {
  const [report, setReport] = useState(null);
  const [said, say] = useState("");
  const [busy, setBusy] = useState(false);
  const look = async () => {
    setBusy(true);
    try {
      setReport(await get("/doctor"));
      say("");
    } catch (err) {
      say(err.sentence || String(err));
    }
    setBusy(false);
  };
  useEffect(() => { look(); }, []);
  const wrong = report ? report.checks.filter((l) => l.state === "wrong").length : 0;
  return html`<div class="stack"><h1>${t("doctor.title")}</h1><p>${t("doctor.hint")}</p>
    <p role="status" class=${report && report.healthy ? "good" : ""}>${busy ? t("doctor.looking") : report && html`<b>${report.healthy ? t("doctor.healthy") : t("doctor.unhealthy", { count: wrong })}</b> <span class="quiet">${t("doctor.at", { at: clock(report.at) })}</span>`}</p>
    <p role="alert">${said}</p>
    <div class="row"><button disabled=${busy} onClick=${look}>${t("doctor.again")}</button></div>
    ${report && html`<ul class="report panel">${[...report.checks].map((l, i) => html`<${Line} key=${l.key + i} l=${l} />`)}</ul>
    <section class="panel stack"><h2>${t("doctor.bundle")}</h2><p>${t("doctor.bundle.hint")}</p><div class="row"><a class="button" href="/api/v1/doctor/bundle.zip" download>${t("doctor.bundle.get")}</a></div></section>`}</div>`;
}

function Line({ l }) {
  const exact = l.state === "wrong" && knows("doctor." + l.key);
  return html`<li class=${"check-" + l.state} data-check=${l.key}><div class="what"><b>${knows("doctor.check." + l.check) ? t("doctor.check." + l.check) : l.check}</b>
      <span class=${"state " + l.state}>${t("doctor.state." + l.state)}</span></div>
    <div class="stack tight"><span>${lineText(l)}</span>${exact && html`<span class="quiet" lang="en">${l.text}</span>`}
      ${l.mend && html`<${Mend} l=${l} />`}</div></li>`;
}

// Mend shows what mends it; a command can be copied, advice is said in the
// page's language, with the camera's own advice whole, which a parameter of a
// sentence wouldn't be.
function Mend({ l }) {
  const [copied, setCopied] = useState(false);
  if (knows("doctor." + l.key + ".mend")) return html`<p><span aria-hidden="true">→</span> ${mendText(l)}${l.params && l.params.advice && html` <span lang="en">${l.params.advice}</span>`}</p>`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(l.mend);
    } catch { // only there on safe origins; elsewhere by a selection
      const range = document.createRange();
      range.selectNodeContents(document.getElementById("mend-" + l.key));
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      if (!document.execCommand("copy")) return;
    }
    setCopied(true);
  };
  return html`<div class="row mend"><code id=${"mend-" + l.key} tabindex="0" aria-label=${t("doctor.mend")}>${l.mend}</code>
    <button onClick=${copy} aria-label=${t("doctor.copy") + ": " + l.mend}>${t(copied ? "doctor.copied" : "doctor.copy")}</button></div>`;
}
