// How the camera's side is doing, and what it isn't sure of: places that
// drawings mark.
import { state } from "./store.js";
import { t, tell, knows } from "./say.js";

// unsureOf lists the hexes of a player's mat that can't be made out now.
export function unsureOf(view, name) {
  const c = state.camera;
  return (c && c.play === view.play && c.unsure && c.unsure[name]) || [];
}

// follows says whether a play follows the camera.
export const follows = (view) => Boolean(state.camera && state.camera.play === view.play);

// cameraState says how the camera is doing: whether well, and what to say.
export function cameraState() {
  const c = state.camera;
  if (!c || !c.camera) return null;
  const status = c.camera.status;
  if (status !== "ok") return { well: false, text: t(knows("page.camera." + status) ? "page.camera." + status : "page.camera.lost") };
  if (c.problems.length > 0) return { well: false, text: c.problems.map((p) => (knows(p.key) ? tell(p) : p.text)).join(" ") };
  if (c.mats.some((m) => m.moving)) return { well: true, text: t("page.camera.hand") };
  return { well: true, text: t(c.play ? "page.camera.follows" : "page.camera.sees") };
}
