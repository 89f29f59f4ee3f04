// Reads a mat's one-line notation (package mat) into the hexes that are drawn.
const fields = { h: "heart", s: "spade", c: "club", d: "diamond", "*": "star", 1: "field-1", 2: "field-2", 3: "field-3", 4: "field-4", 5: "field-5", "?": "" };
const crops = { T: "turnip", W: "wheat", C: "corn", P: "potato", K: "pumpkin" };

export function readNotation(line) {
  const [orientation, ...rows] = line.split("/").map((r) => r.trim());
  const hexes = [];
  rows.forEach((row, n) => {
    const [start, ...tokens] = row.split(/\s+/);
    let [q, r] = start.split(",").map(Number);
    let number = 0;
    for (const token of tokens) {
      if (token !== "_") {
        const on = token.slice(1);
        const crop = [...on].find((l) => l in crops);
        hexes.push({ id: String.fromCharCode(65 + n) + ++number, q, r, field: fields[token[0]] ?? "", crop: crop ? crops[crop] : null,
          worker: on.includes("!"), barn: on.includes("#"), well: on.includes("o"), surveyor: on.includes("^") });
      }
      if (orientation === "flat") r++;
      else q++;
    }
  });
  return { orientation, hexes };
}
