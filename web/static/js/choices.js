// Sorts a prompt's choices into what a hand can do with them: press a button,
// touch a hex, lay crops, load a boat, say a number, type points, count.
import { t, word, cap, knows } from "./say.js";
import { symbols } from "./mat.js";

export function sortChoices(prompt) {
  const all = (prompt && prompt.choices) || [];
  const out = { plain: [], single: [], plant: [], ship: [], numbers: [], typed: [], count: [] };
  for (const c of all) {
    if (c.do === "ship") out.ship.push(c);
    else if (c.hexes && c.crops) out.plant.push(c);
    else if (c.hexes) out.single.push(c);
    else if (c.typed) out.typed.push(c);
    else if ((c.do === "gain" || c.do === "lose") && c.key) out.count.push(c);
    else if (c.max) out.numbers.push(c);
    else out.plain.push(c);
  }
  return out;
}

// byMat says whether answers are touched on the mat itself.
export function byMat(prompt) {
  const s = sortChoices(prompt);
  return s.single.length + s.plant.length > 0;
}

// action makes the action of a choice; more is what was filled in.
export function action(prompt, c, more = {}) {
  const a = { do: c.do, ...more };
  for (const k of ["kind", "boat", "card", "space", "key", "coin"]) if (c[k] && a[k] === undefined) a[k] = c[k];
  const player = c.player || prompt.player;
  if (player) a.player = player;
  return a;
}

// label says a choice on a button.
export function label(game, c) {
  if (c.do === "card" && c.card) return `${symbols[c.card] || "✻"} ${word(game, c.card)}`;
  const what = [c.kind, c.boat && "boat-" + c.boat, c.card, c.space, c.key, c.player].filter(Boolean).map((n) => choiceWord(game, n)).join(", ");
  for (const key of [`page.${game}.${c.do}${c.coin ? "-coin" : ""}`, `page.do.${c.do}`]) if (knows(key)) return cap(t(key, { what, most: c.max || 1 }));
  return cap([word(game, c.do), what].filter(Boolean).join(": "));
}

// choiceWord names what a choice is about in the language's own word.
export function choiceWord(game, name) {
  for (const n of ["choice-" + name, "phase-" + name, name]) {
    const w = word(game, n);
    if (w !== n) return w;
  }
  return name;
}

// hangTogether reports whether hexes form one group: a crop tile is one piece.
export function hangTogether(hexes) {
  const left = new Map(hexes.map((h) => [`${h.q},${h.r}`, h]));
  const near = [hexes[0]];
  while (near.length) {
    const h = near.pop();
    if (!h || !left.delete(`${h.q},${h.r}`)) continue;
    for (const [q, r] of [[1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]]) near.push(left.get(`${h.q + q},${h.r + r}`));
  }
  return left.size === 0;
}
