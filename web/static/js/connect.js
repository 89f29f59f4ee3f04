// Follows the service by the page's one stream of events, and says at once
// when it is lost. It comes back with the number of the last event it got.
import { state, set } from "./store.js";
import { get } from "./ask.js";

let source, last = -1, again;

export function connect() {
  clearTimeout(again);
  if (source) source.close();
  source = new EventSource("/api/v1/events" + (last >= 0 ? "?after=" + last : ""));
  source.onopen = () => {
    const back = state.connection === "lost";
    set({ connection: "live" });
    if (back) dispatchEvent(new Event("harbormaster:back"));
  };
  source.onerror = () => {
    set({ connection: "lost" });
    if (source.readyState === EventSource.CLOSED) { // refused, not only broken: the browser won't try again
      clearTimeout(again);
      again = setTimeout(retry, 2000);
    }
  };
  source.addEventListener("snapshot", (e) => {
    last = Number(e.lastEventId);
    const { sessions } = JSON.parse(e.data);
    const known = Object.values(state.plays);
    take(sessions);
    if (sessions.length === 0 && known.length === 0) lately();
    set({ begun: true });
    // A play that ended while nobody listened isn't in the snapshot.
    for (const v of known) {
      if (v.status === "playing" && !sessions.some((s) => s.play === v.play)) load(v.play).catch(() => {});
    }
  });
  source.addEventListener("event", (e) => { last = Number(e.lastEventId); });
  source.addEventListener("camera", (e) => set({ camera: JSON.parse(e.data) }));
  source.addEventListener("questions", (e) => { const { session, ...asked } = JSON.parse(e.data); set({ questions: { ...state.questions, [session]: asked } }); });
  source.addEventListener("view", (e) => take([JSON.parse(e.data)]));
}

async function retry() {
  try {
    set({ access: await get("/access") });
  } catch { /* it is still away */ }
  connect();
}

// take keeps views, unless a newer one is here already.
export function take(views) {
  const plays = { ...state.plays };
  for (const v of views) {
    if (!plays[v.play] || plays[v.play].number <= v.number) plays[v.play] = v;
  }
  set({ plays });
}

export async function load(id) {
  const v = await get("/sessions/" + encodeURIComponent(id));
  take([v]);
  return v;
}

// lately brings the evening's last play, for who comes when it has ended: its
// result is what the room talks about until the next begins.
const evening = 12 * 3600 * 1000;

async function lately() {
  try {
    const [p] = (await get("/history?status=finished&limit=1")).plays;
    if (p && Date.now() - Date.parse(p.ended) < evening) await load(p.id);
  } catch { /* without it the page says that nothing is on the table */ }
}

addEventListener("offline", () => set({ connection: "lost" }));
addEventListener("online", connect);
// A page kept for the back button would keep one of the few connections that
// a browser has for a host.
addEventListener("pagehide", () => { clearTimeout(again); if (source) source.close(); });
addEventListener("pageshow", (e) => { if (e.persisted) connect(); });
