// The final table: a row a category, a column a player. Every line opens to
// what it was counted from: the reason in words, the hexes on the drawn mat,
// and the picture with them lit, where the play has one.
import { html, useState, useEffect } from "./lib.js";
import { t, tell, word, cap } from "./say.js";
import { get } from "./ask.js";
import { mayAct } from "./dashboard.js";
import { Who, result, side } from "./seat.js";
import { Mat } from "./mat.js";

export function Final({ view }) {
  const [open, setOpen] = useState(null);
  const proof = useProof(view);
  const game = view.start.game, players = ranked(view);
  const rows = [...new Set(players.flatMap((p) => p.lines.map((l) => l.category)))];
  const name = (c) => cap(word(game, "category-" + c));
  return html`<div class="table" tabindex="0" role="region" aria-label=${t("page.final")}><table class="final">
    <thead><tr><th scope="col">${t("page.category")}</th>${players.map((p) => html`<th scope="col" class="num" key=${p.name}><${Who} view=${view} name=${p.name} /></th>`)}</tr></thead>
    <tbody>${rows.map((c) => html`<tr key=${c} class=${open === c ? "open" : ""}>
      <th scope="row"><button class="bare opens" aria-expanded=${open === c ? "true" : "false"} onClick=${() => setOpen(open === c ? null : c)}>${name(c)}</button></th>
      ${players.map((p) => html`<td class="num" key=${p.name}>${p.lines.find((l) => l.category === c)?.points ?? ""}</td>`)}</tr>
      ${open === c && html`<tr key=${c + " why"} class="why"><td colspan=${players.length + 1}>
        <div class="mats">${players.map((p) => html`<${Why} key=${p.name} view=${view} name=${p.name} line=${p.lines.find((l) => l.category === c)} />`)}</div>
        ${proof && html`<${Proof} view=${view} regions=${proof} category=${c} name=${name(c)} />`}</td></tr>`}`)}</tbody>
    <tfoot><tr><th scope="row">${cap(word(game, "total"))}</th>${players.map((p) => html`<td class="num" key=${p.name}>${p.total}${view.result.winners.includes(p.name) ? " ★" : ""}</td>`)}</tr></tfoot></table></div>`;
}

// ranked lists the players from the most points to the least, winners first.
export function ranked(view) {
  const won = (p) => (view.result.winners.includes(p.name) ? 1 : 0);
  return [...view.result.players].sort((a, b) => won(b) - won(a) || b.total - a.total);
}

function Why({ view, name, line }) {
  if (!line) return null;
  const p = side(view, name), lit = line.spaces || [];
  return html`<div class="stack tight"><p class="row spread"><${Who} view=${view} name=${name} /><b class="num">${line.points}</b></p>
    <p>${cap(tell(line) || line.note || "")}</p>
    ${p && p.mat && lit.length > 0 && html`<${Mat} mat=${p.mat} lit=${lit} label=${t("page.line.hexes", { player: name, hexes: lit })} shade />`}</div>`;
}

// useProof asks where the hexes are in the picture that a play was scored by;
// null where there is none. Pictures are for paired devices.
function useProof(view) {
  const [regions, setRegions] = useState(null);
  const may = Boolean(mayAct()) && view.status === "finished";
  useEffect(() => {
    let gone = false;
    if (may) get(`/plays/${encodeURIComponent(view.play)}/proof/regions`).then((r) => gone || setRegions(r.mats.length > 0 ? r : null)).catch(() => {});
    return () => { gone = true; };
  }, [view.play, may]);
  return regions;
}

function Proof({ view, regions, category, name }) {
  const lit = view.result.players.flatMap((p) => {
    const mat = regions.mats.find((m) => m.mat === p.name), line = p.lines.find((l) => l.category === category);
    return mat && line ? (line.spaces || []).map((id) => [p.name + id, mat.hexes[id]]).filter(([, h]) => h) : [];
  });
  return html`<figure class="proof"><div><img src=${`/api/v1/plays/${encodeURIComponent(view.play)}/proof`} width=${regions.width} height=${regions.height} alt=${t("page.proof", { category: name })} />
    <svg viewBox=${`0 0 ${regions.width} ${regions.height}`} aria-hidden="true">${lit.map(([key, h]) => html`<polygon key=${key} points=${h.map((p) => p.join()).join(" ")} />`)}</svg></div>
    <figcaption class="quiet">${t("page.proof", { category: name })}</figcaption></figure>`;
}

// Ties says how equal points were settled.
export function Ties({ view }) {
  const notes = view.result.notes || [];
  return notes.length > 0 && html`<section class="panel tie"><h3>${t("page.tie")}</h3>${notes.map((n, i) => html`<p key=${i}>${cap(tell(n))}</p>`)}</section>`;
}
