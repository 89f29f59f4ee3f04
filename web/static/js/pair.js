// Pairs this browser: by the token behind the # of a scanned address (which no
// server or log sees), by the PIN, or at once on the machine itself.
import { html, useState } from "./lib.js";
import { state, set } from "./store.js";
import { t } from "./say.js";
import { ask, get } from "./ask.js";
import { Frame, Link } from "./frame.js";
import { connect } from "./connect.js";
import { Join, mayAct } from "./dashboard.js";

// pairByAddress takes the token out of the address, so that it stays in no
// history, and pairs with it.
export async function pairByAddress() {
  const token = location.hash.slice(1);
  if (location.pathname !== "/pair" || !token) return;
  history.replaceState(null, "", "/pair");
  try {
    await pair({ token });
  } catch (err) {
    set({ notice: { kind: "refused", text: err.sentence || String(err) } });
  }
}

async function pair(how) {
  await ask("POST", "/pairing", how);
  set({ access: await get("/access"), notice: { kind: "done", text: t("page.paired") } });
  connect();
}

export function Pair() {
  return html`<${Frame}><div class="phone stack"><${PairForm} />
    ${mayAct() && html`<${Join} /><${Link} to="/phone" class="button main">${t("page.nav.phone")}<//><${Link} to="/table" class="button">${t("page.nav.table")}<//>`}</div><//>`;
}

// PairForm stands wherever a page would do something and may not.
export function PairForm() {
  const [said, say] = useState("");
  if (mayAct()) return html`<h1>${t("page.pair.done", { name: (state.access.device && state.access.device.name) || "" })}</h1>`;
  const submit = (how) => async (e) => {
    e.preventDefault();
    const f = new FormData(e.target.closest("form"));
    try {
      await pair({ ...(how || { pin: f.get("pin") }), name: f.get("name") });
    } catch (err) {
      say(err.sentence || String(err));
    }
  };
  return html`<form class="panel stack" onSubmit=${submit()}>
    <h1>${t("page.pair")}</h1><p>${t("page.pair.hint")}</p>
    <label>${t("page.pair.pin")}<input name="pin" inputmode="numeric" autocomplete="one-time-code" maxlength="9" /></label>
    <label>${t("page.pair.name")}<input name="name" maxlength="60" autocomplete="off" /></label>
    <p role="alert">${said}</p>
    <div class="row"><button class="main">${t("page.pair.go")}</button>
    ${state.access && state.access.local && html`<button type="button" onClick=${submit({ here: true })}>${t("page.pair.here")}</button>`}</div></form>`;
}
