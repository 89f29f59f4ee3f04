// What the page knows, in one place. Whoever changes it calls set; the page is
// drawn anew from it.
import { useState, useLayoutEffect } from "./lib.js";

export const state = {
  connection: "opening", // opening, live, lost
  plays: {}, // the views of plays by their id
  camera: null, // how the camera's side is doing
  questions: {}, // what the camera asks, by play: {questions, unsure}
  access: null, // what this device may do
  games: [],
  notice: null, // {kind, text}: what the page has to say once
  waiting: [], // commands that aren't answered yet; see queue.js
  language: "en",
  path: location.pathname,
};

const readers = new Set();

export function set(change) {
  Object.assign(state, change);
  for (const r of [...readers]) r();
}

export function useStore() {
  const [, turn] = useState(0);
  useLayoutEffect(() => {
    const r = () => turn((n) => n + 1);
    readers.add(r);
    r(); // what changed between drawing and now
    return () => readers.delete(r);
  }, []);
  return state;
}

// remember and recall keep small choices of this browser; a browser that
// forbids it forgets them, no more.
export function remember(key, value) {
  try {
    localStorage.setItem("harbormaster." + key, JSON.stringify(value));
  } catch { /* private windows */ }
}

export function recall(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem("harbormaster." + key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function notify(kind, text) {
  set({ notice: { kind, text } });
}
