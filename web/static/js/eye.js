// What the eye wasn't sure of: places that drawings mark.

const nothing = { unsure: [], hidden: [] };
const sure = 0.8; // a confidence that counts as sure

// eyeSaw lists the doubtful and the covered hexes of a player's mat in a reading.
export function eyeSaw(reading, name) {
  const p = reading && reading.players.find((x) => x.name === name);
  if (!p || !p.found) return nothing;
  return { unsure: p.hexes.filter((h) => !h.hidden && h.confidence < sure).map((h) => h.id), hidden: p.hexes.filter((h) => h.hidden).map((h) => h.id) };
}
