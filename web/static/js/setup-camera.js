// The camera: which one, what it sees now, and whether that is sharp and lit well
// enough.
import { html, useState, useEffect } from "./lib.js";
import { t, knows } from "./say.js";
import { ask, get } from "./ask.js";
import { Checks, newestPicture, send, useCamera } from "./setup-picture.js";

export function Camera({ next, guard }) {
  const camera = useCamera();
  const [found, setFound] = useState(null);
  const [address, setAddress] = useState("");
  const [said, say] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => { get("/setup/cameras").then(setFound, (err) => say(err.sentence || String(err))); }, []);
  const choose = async (to) => {
    setBusy(true);
    say("");
    try {
      await guard(() => ask("PUT", "/setup/camera", { address: to }));
    } catch (err) {
      say(err.sentence || String(err));
    }
    setBusy(false);
  };
  return html`<section class="panel stack"><h2>${t("setup.step.camera")}</h2><p>${t("setup.camera.hint")}</p>
    ${found && !found.fixed && html`<div class="stack tight" role="group" aria-label=${t("setup.camera.which")}>
      ${found.cameras.map((c) => html`<div key=${c.address} class="stack tight"><button type="button" class="linebutton" aria-pressed=${camera && c.address.startsWith(camera.address) ? "true" : "false"} disabled=${busy} onClick=${() => choose(c.address)}><span>${c.name || c.kind}</span><span class="quiet">${c.address}</span></button>
        ${c.problem && html`<p class="quiet">${c.problem} ${c.mend}</p>`}</div>`)}
      ${found.cameras.length === 0 && html`<p>${t("setup.camera.none-plugged")}</p>`}
      <form class="row end" onSubmit=${(e) => { e.preventDefault(); choose(address.trim()); }}><label class="grow">${t("setup.camera.address")}<input value=${address} maxlength="400" placeholder="http://192.168.1.20:8080/video" autocapitalize="off" spellcheck=${false} onInput=${(e) => setAddress(e.target.value)} /></label>
        <button disabled=${busy || !address.trim()}>${t("setup.camera.use")}</button></form>
      ${camera && html`<button type="button" disabled=${busy} onClick=${() => choose("")}>${t("setup.camera.no")}</button>`}</div>`}
    ${found && found.fixed && html`<p class="quiet">${t("setup.camera.fixed")}</p>`}
    <p role="alert">${said}</p>
    ${camera ? html`<p class=${"dot " + (camera.status === "ok" ? "on" : "off")}>${camera.address}</p>
      ${camera.status === "ok" ? html`<${Live} key=${camera.address} />` : html`<p role="status">${t(knows("page.camera." + camera.status) ? "page.camera." + camera.status : "setup.working")}</p>${camera.error && html`<p class="quiet" lang="en">${camera.error} ${camera.mend}</p>`}`}` : html`<p>${t("setup.camera.upload")}</p>`}
    <div class="row"><button type="button" class="main" onClick=${next}>${t(camera ? "setup.camera.good" : "setup.camera.without")}</button></div></section>`;
}

// Live shows the camera's newest picture as it changes, and what is to be said of it.
function Live() {
  const [number, setNumber] = useState(0);
  const [lines, setLines] = useState([]);
  const [there, setThere] = useState(false);
  useEffect(() => {
    let gone = false, timer;
    const look = async () => {
      try {
        const checks = (await send("/setup/look", { picture: await newestPicture(1300) })).checks;
        if (gone) return;
        setLines(checks);
        setThere(true);
        setNumber((n) => n + 1);
      } catch { /* there is none at the moment: the next time, then */ }
      if (!gone) timer = setTimeout(look, 1500);
    };
    look();
    return () => { gone = true; clearTimeout(timer); };
  }, []);
  return html`${there && html`<img class="live" src=${"/api/v1/pictures/last.jpg?width=960&n=" + number} alt=${t("setup.camera.live")} />`}<div role="status"><${Checks} lines=${lines} /></div>`;
}
