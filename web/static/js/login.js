// The admin password, where something is the admin's.
import { html, useState } from "./lib.js";
import { set } from "./store.js";
import { t } from "./say.js";
import { ask, get } from "./ask.js";

export function Login({ hint, onDone }) {
  const [said, say] = useState("");
  const enter = async (e) => {
    e.preventDefault();
    try {
      await ask("POST", "/login", { password: new FormData(e.target).get("password") });
      set({ access: await get("/access") });
      if (onDone) onDone();
    } catch (err) {
      say(err.problem && err.problem.code === "wrong" ? t("page.problem.password") : err.sentence || String(err));
    }
  };
  return html`<form class="panel stack" onSubmit=${enter}><h2>${t("page.settings.more")}</h2>${hint && html`<p>${hint}</p>`}<p class="quiet">${t("page.settings.password.hint")}</p>
    <label>${t("page.settings.password")}<input type="password" name="password" autocomplete="current-password" required maxlength="256" /></label>
    <p role="alert">${said}</p><div class="row"><button class="main">${t("page.settings.login")}</button></div></form>`;
}
