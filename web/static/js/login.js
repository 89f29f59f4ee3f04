// The admin password, where something is the admin's.
import { html, useState } from "./lib.js";
import { set } from "./store.js";
import { t } from "./say.js";
import { ask, get } from "./ask.js";

export function Login({ onDone, hint }) {
  const [said, say] = useState("");
  const [password, setPassword] = useState("");
  const enter = async (e) => {
    e.preventDefault();
    try {
      await ask("POST", "/login", { password });
      set({ access: await get("/access") });
      onDone();
    } catch (err) {
      say(err.problem && err.problem.code === "wrong" ? t("setup.admin.wrong") : err.sentence || String(err));
    }
  };
  return html`<form class="panel stack" onSubmit=${enter}>
    <h2>${t("setup.admin")}</h2><p>${hint || t("setup.admin.hint")}</p>
    <label>${t("setup.admin.password")}<input type="password" autocomplete="current-password" required value=${password} onInput=${(e) => setPassword(e.target.value)} /></label>
    <p role="alert">${said}</p><div class="row"><button class="main">${t("setup.admin.go")}</button></div></form>`;
}
