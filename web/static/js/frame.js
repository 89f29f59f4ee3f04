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

// The night's colors are a style sheet of their own; a theme says when it counts.
const night = { system: "(prefers-color-scheme: dark)", light: "not all", dark: "all" };

export function applyTheme(theme) {
  document.getElementById("night").media = night[theme] || night.system;
}

function Choice({ label, value, options, onPick }) {
  return html`<select aria-label=${label} value=${value} onChange=${(e) => onPick(e.target.value)}>
    ${options.map(([v, text]) => html`<option value=${v} selected=${v === value}>${text}</option>`)}</select>`;
}

const places = [["/", "dashboard"], ["/table", "table"], ["/phone", "phone"], ["/history", "history"], ["/new", "new"], ["/settings", "settings"]];

const icons = {
  dashboard: "M3 4h18v13H3zM8 21h8M12 17v4", table: "M12 2l8.700 5v10L12 22l-8.700-5V7zM12 8v8M8 12h8", phone: "M7 2h10v20H7zM11 19h2",
  history: "M12 3a9 9 0 1 1-8.500 6M3 4v5h5M12 7v5l4 2", new: "M12 4v16M4 12h16",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5",
};

const Icon = ({ of }) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${icons[of]} /></svg>`;

// under says whether an address lies in a place's part of the pages.
const under = (here, place) => here === place || (place !== "/" && here.startsWith(place)) || (place === "/history" && here === "/statistics") || (place === "/settings" && ["/cards", "/setup", "/doctor"].includes(here));

export function Frame({ children, wide }) {
  const theme = recall("theme", "system");
  const here = state.path;
  useEffect(() => {
    const place = places.find(([p]) => under(here, p));
    document.title = (place ? t("page.nav." + place[1]) + " · " : "") + "Harbormaster";
  }, [here, state.language]);
  return html`
    <header class="top">
      <${Link} to="/" class="brand">Harbormaster<//>
      <nav aria-label=${t("page.nav")}>${places.map(([p, key]) => html`
        <${Link} to=${p} key=${p} aria-current=${under(here, p) ? "page" : undefined}><${Icon} of=${key} /><span>${t("page.nav." + key)}</span><//>`)}
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
      <${Choice} label=${t("page.language")} value=${state.language} options=${Object.entries(languages)}
        onPick=${(l) => chooseLanguage(l).catch(() => set({ connection: "lost" }))} />
      <${Choice} label=${t("page.theme")} value=${theme} options=${["system", "light", "dark"].map((v) => [v, t("page.theme." + v)])}
        onPick=${(v) => { remember("theme", v); applyTheme(v); set({}); }} />
    </footer>`;
}
