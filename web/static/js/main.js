// Begins: words first, then what this device may do, then the stream of events.
import { html, render } from "./lib.js";
import { state, set, useStore, recall } from "./store.js";
import { speak, firstLanguage } from "./say.js";
import { get } from "./ask.js";
import { connect } from "./connect.js";
import { resume } from "./queue.js";
import { applyTheme } from "./frame.js";
import { Patterns } from "./mat.js";
import { Dashboard } from "./dashboard.js";
import { Tablet } from "./tablet.js";
import { Phone } from "./phone.js";
import { NewGame } from "./newgame.js";
import { History } from "./history.js";
import { Setup } from "./setup.js";
import { DoctorPage } from "./doctor.js";
import { Statistics } from "./statistics.js";
import { Cards } from "./cards.js";
import { Settings } from "./settings.js";
import { Pair, pairByAddress } from "./pair.js";

const faces = { "/": Dashboard, "/table": Tablet, "/phone": Phone, "/new": NewGame, "/pair": Pair, "/statistics": Statistics, "/cards": Cards, "/settings": Settings, "/setup": Setup, "/doctor": DoctorPage };

function App() {
  useStore();
  const Face = faces[state.path] || (state.path.startsWith("/history") ? History : Dashboard);
  return html`<${Patterns} /><${Face} />`;
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
