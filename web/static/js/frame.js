// The frame around every page: where one can go, language, colors, and what
// has to be said about the connection.
import { html, useEffect } from "./lib.js";
import { state, set, remember, recall } from "./store.js";
import { t, languages, chooseLanguage } from "./say.js";
import { forget } from "./queue.js";

export function go(path, replace) {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  set({ path: location.pathname, search: location.search, notice: null });
  scrollTo(0, 0);
  document.querySelector("main")?.focus();
}

addEventListener("popstate", () => set({ path: location.pathname, search: location.search }));

// Link goes to another page without loading it anew.
export function Link({ to, children, ...more }) {
  const click = (e) => {
    if (e.metaKey || e.ctrlKey || e.shiftKey || e.button) return;
    e.preventDefault();
    go(to);
  };
  return html`<a href=${to} onClick=${click} ...${more}>${children}</a>`;
}

export function applyTheme(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function Choice({ label, value, options, onPick }) {
  return html`<select aria-label=${label} value=${value} onChange=${(e) => onPick(e.target.value)}>
    ${options.map(([v, text]) => html`<option value=${v} selected=${v === value}>${text}</option>`)}</select>`;
}

const places = [["/", "dashboard"], ["/table", "table"], ["/phone", "phone"], ["/history", "history"], ["/new", "new"]];

export function Frame({ children, wide }) {
  const theme = recall("theme", "system");
  const here = state.path;
  useEffect(() => {
    const place = places.find(([p]) => p === here || (p !== "/" && here.startsWith(p)));
    document.title = (place ? t("page.nav." + place[1]) + " · " : "") + "Harbormaster";
  }, [here, state.language]);
  return html`
    <header class="top">
      <${Link} to="/" class="brand">Harbormaster<//>
      <nav aria-label=${t("page.nav")}>${places.map(([p, key]) => html`
        <${Link} to=${p} key=${p} aria-current=${here === p || (p !== "/" && here.startsWith(p)) ? "page" : undefined}>${t("page.nav." + key)}<//>`)}
      </nav>
      <span class="room"></span>
      <span class=${"dot " + (state.connection === "live" ? "on" : "off")}>${t("page.connection." + state.connection)}</span>
    </header>
    <div role="status" aria-live="polite">
      ${state.connection === "lost" && html`<p class="notice lost"><span>${t("page.lost")} ${state.waiting.length > 0 && t("page.kept", { count: state.waiting.length })}</span></p>`}
      ${state.waiting.length > 0 && state.connection === "lost" && state.waiting.map((c) => html`<p class="notice" key=${c.body.request}>
        <span>${t("page.waits", { label: c.label })}</span><button onClick=${() => forget(c.body.request)}>${t("page.drop")}</button></p>`)}
      ${state.notice && html`<p class=${"notice " + state.notice.kind}><span>${state.notice.text}</span>
        <button onClick=${() => set({ notice: null })}>${t("page.close")}</button></p>`}
    </div>
    <main tabindex="-1" class=${wide ? "wide" : ""}>${children}</main>
    <footer class="bottom">
      <${Link} to="/setup">${t("setup.title")}<//><${Link} to="/doctor">${t("setup.doctor.short")}<//>
      <${Choice} label=${t("page.language")} value=${state.language} options=${Object.entries(languages)}
        onPick=${(l) => chooseLanguage(l).catch(() => set({ connection: "lost" }))} />
      <${Choice} label=${t("page.theme")} value=${theme} options=${["system", "light", "dark"].map((v) => [v, t("page.theme." + v)])}
        onPick=${(v) => { remember("theme", v); applyTheme(v); set({}); }} />
    </footer>`;
}
