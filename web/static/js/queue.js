// Sends commands one after the other. Each has a name of its own, so that one
// whose answer got lost is sent again without counting twice, and each says
// what its sender knew, so that nothing is done to a play that has moved on.
import { state, set, notify, recall } from "./store.js";
import { ask, Refused, Unreachable } from "./ask.js";
import { take, load, connect } from "./connect.js";
import { t } from "./say.js";

const shelf = "harbormaster.waiting";
let sending = false;

function keep(waiting) {
  set({ waiting });
  try {
    sessionStorage.setItem(shelf, JSON.stringify(waiting)); // a page reloaded meanwhile still sends them
  } catch { /* private windows */ }
}

// name makes a name that no other command has; randomUUID is only there on
// safe origins, and most tables speak plain http.
function name() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

export const deviceName = () => recall("me") || (state.access && state.access.device && state.access.device.name) || t("page.somebody");

// command sends one: what is the address below the play, label what the page
// calls it while it waits.
export function command(view, what, label, more = {}) {
  const before = state.waiting.some((c) => c.play === view.play);
  const c = { play: view.play, what, label, based: view.number, follows: before, body: { request: name(), who: deviceName(), ...more } };
  keep([...state.waiting, c]);
  send();
}

export const act = (view, action, label) => command(view, "actions", label, { action });
export const correct = (view, correction, label, why) => command(view, "corrections", label, { correction, why: why || t("page.why-default") });

export function forget(request) {
  keep(state.waiting.filter((c) => c.body.request !== request || (c === state.waiting[0] && sending)));
}

async function send() {
  if (sending) return;
  sending = true;
  while (state.waiting.length > 0) {
    const c = state.waiting[0];
    try {
      const view = await ask("POST", `/sessions/${encodeURIComponent(c.play)}/${c.what}`, { based: c.based, ...c.body });
      take([view]);
      // What was entered after it was meant for the play as it is now.
      keep(state.waiting.slice(1).map((w) => (w.play === c.play && w.follows ? { ...w, based: view.number } : w)));
      if (state.notice && state.notice.kind === "refused") set({ notice: null });
    } catch (err) {
      if (err instanceof Unreachable) {
        set({ connection: "lost" });
        setTimeout(connect, 1000); // the stream may not have noticed
        break; // harbormaster:back sends it again
      }
      // Whatever was entered after one that failed was built on it.
      keep(state.waiting.filter((w) => w.play !== c.play));
      await explain(err, c);
    }
  }
  sending = false;
}

async function explain(err, c) {
  if (!(err instanceof Refused)) throw err;
  if (err.problem.code === "stale") {
    notify("stale", t("page.stale", { label: c.label }));
    await load(c.play).catch(() => {});
  } else if (err.status === 401) {
    set({ access: { ...state.access, level: "watch", device: null } });
    notify("refused", t("page.problem.unpaired"));
  } else {
    notify("refused", err.sentence);
  }
}

addEventListener("harbormaster:back", send);

export function resume() {
  try {
    set({ waiting: JSON.parse(sessionStorage.getItem(shelf)) || [] });
  } catch { /* nothing kept */ }
  send();
}
