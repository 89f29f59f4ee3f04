// Begins: words first, then what this device may do, then the stream of events.
import { html, render } from "./lib.js";
import { state, set, useStore, recall, notify } from "./store.js";
import { speak, firstLanguage, t } from "./say.js";
import { get } from "./ask.js";
import { connect } from "./connect.js";
import { resume } from "./queue.js";
import { Frame, applyTheme } from "./frame.js";
import { Patterns } from "./mat.js";
import { Dashboard } from "./dashboard.js";
import { Tablet } from "./tablet.js";
import { Phone } from "./phone.js";
import { Pair, pairByAddress } from "./pair.js";

// What is used at the table comes at once, the rest when somebody goes there.
const faces = { "/": Dashboard, "/table": Tablet, "/phone": Phone, "/pair": Pair };
const later = {
  "/new": () => import("./newgame.js").then((m) => m.NewGame), "/history": () => import("./history.js").then((m) => m.History),
  "/statistics": () => import("./statistics.js").then((m) => m.Statistics), "/cards": () => import("./cards.js").then((m) => m.Cards),
  "/settings": () => import("./settings.js").then((m) => m.Settings), "/setup": () => import("./setup.js").then((m) => m.Setup),
  "/doctor": () => import("./doctor.js").then((m) => m.DoctorPage),
};
const asked = new Set();

function Nowhere() {
  return html`<${Frame}><div class="stack"><h1>${t("page.problem.not-found")}</h1><div class="row"><a class="button" href="/">${t("page.nav.dashboard")}</a></div></div><//>`;
}

// face returns what draws an address; null while it is on its way.
function face(path) {
  const place = "/" + path.split("/")[1];
  if (faces[place] || !later[place]) return faces[place] || Nowhere;
  if (!asked.has(place) && state.connection !== "lost") {
    asked.add(place);
    later[place]().then((Face) => { faces[place] = Face; set({}); }, () => notify("refused", t("page.lost")));
  }
  return null;
}

addEventListener("harbormaster:back", () => { asked.clear(); set({}); }); // what didn't come may come now

function App() {
  useStore();
  const Face = face(state.path);
  return html`<${Patterns} />${Face ? html`<${Face} />` : html`<${Frame}><p role="status">${t("page.connection.opening")}</p><//>`}`;
}

async function begin() {
  applyTheme(recall("theme", "system"));
  const root = document.getElementById("app");
  const [access, settings, games] = await Promise.all(["/access", "/settings", "/games"].map((p) => get(p).catch(() => null)));
  await speak(firstLanguage(settings && settings.language));
  if (settings && !recall("theme")) applyTheme(settings.theme);
  set({ access, settings, games: games ? games.games : [] });
  await pairByAddress();
  render(html`<${App} />`, root);
  connect();
  resume();
}

begin().catch((err) => {
  // Without words there is nothing to draw with: say what is wrong, as plainly as can be.
  document.getElementById("app").textContent = String(err);
});
