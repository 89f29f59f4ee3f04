// What the camera has to ask, pushed in from below: the close-up on the left,
// the answers on the right, "something else" last, which opens the correction there.
import { html, useState, useEffect } from "./lib.js";
import { state, notify } from "./store.js";
import { t, tell, cap } from "./say.js";
import { ask, Unreachable } from "./ask.js";
import { take } from "./connect.js";
import { deviceName } from "./queue.js";
import { Who, side } from "./seat.js";
import { HexSheet, Correct } from "./correct.js";
import { tellAction } from "./entry.js";

const other = "other";

// questionsOf lists the open questions of a play, for one player if one is given:
// theirs, and those that are anybody's.
export function questionsOf(view, name) {
  const open = (state.questions[view.play] || {}).questions || [];
  return name ? open.filter((q) => !q.player || q.player === name) : open;
}

export function Questions({ view, name }) {
  const [elsewhere, setElsewhere] = useState(null); // the question that is answered by hand
  const list = view.status === "playing" ? questionsOf(view, name) : [];
  const q = list[0];
  const hex = elsewhere && elsewhere.player && elsewhere.spaces.find((s) => ((side(view, elsewhere.player) || {}).mat || { hexes: [] }).hexes.some((h) => h.id === s));
  return html`<div class="asking" role="region" aria-label=${t("question.region")} aria-live="polite">${q && html`<${One} key=${q.id} view=${view} q=${q} count=${list.length} onElse=${() => setElsewhere(q)} />`}</div>
    ${elsewhere && (hex ? html`<${HexSheet} view=${view} name=${elsewhere.player} id=${hex} onClose=${() => setElsewhere(null)} />`
      : html`<${Correct} view=${view} first=${elsewhere.player} onClose=${() => setElsewhere(null)} />`)}`;
}

function One({ view, q, count, onElse }) {
  const [busy, setBusy] = useState(false);
  const [form, setForm] = useState(q.form);
  useEffect(() => setForm(q.form), [JSON.stringify(q.form)]);
  const at = `/plays/${encodeURIComponent(view.play)}/questions/${encodeURIComponent(q.id)}`;
  const answer = async (a) => {
    setBusy(true);
    try {
      take([await ask("POST", at + "/answer", { answer: a.id, who: deviceName(), ...(form && a.id !== other ? { set: changed(q.form, form) } : {}) })]);
      if (a.id === other) onElse();
    } catch (err) {
      // Somebody else may have answered, or a picture settled it: then it goes by itself.
      notify(err instanceof Unreachable ? "lost" : "refused", err.problem && err.problem.code === "not-found" ? t("question.gone") : err.sentence || String(err));
    }
    setBusy(false);
  };
  // Where the sentence doesn't say what would be entered, it is listed.
  const doing = q.key.startsWith("follow.") ? (q.answers.find((a) => a.actions.length > 0) || { actions: [] }).actions.flatMap((a) => tellAction(view, a)) : [];
  const answers = [...q.answers.filter((a) => a.id !== other), ...q.answers.filter((a) => a.id === other)];
  // The rules want every phase tile with somebody at the end, and nobody guesses with whom.
  const untold = q.key === "follow.end" && form && new Set(Object.values(form.players).flatMap((p) => p.phase_tiles)).size < tiles.length;
  return html`<article class=${"question panel" + (q.close_up ? " pictured" : "")} data-question=${q.id} data-key=${q.key} aria-busy=${busy ? "true" : "false"}>
    ${q.close_up && html`<img src=${"/api/v1" + at + "/picture.jpg"} width="200" height="200" alt=${t("question.picture", { hexes: q.spaces })} />`}
    <div class="stack tight"><p class="quiet row"><span>◉ ${t("question.region")}</span>${q.player && html`<${Who} view=${view} name=${q.player} />`}${count > 1 && html`<span>${t("question.more", { count: count - 1 })}</span>`}</p>
      <h2>${cap(tell(q))}</h2>
      ${doing.length > 0 && html`<ul class="doing">${doing.slice(0, 8).map((x, i) => html`<li key=${i}>${x}</li>`)}${doing.length > 8 && html`<li>…</li>`}</ul>`}
      ${form && html`<${Form} view=${view} form=${form} setForm=${setForm} />`}
      ${untold && html`<p class="quiet" id=${"untold-" + q.id}>${t("question.tiles")}</p>`}
      <div class="answers">${answers.map((a, i) => html`<button key=${a.id} data-answer=${a.id} class=${i === 0 && a.id !== other ? "main" : ""} aria-describedby=${untold && a.id !== other ? "untold-" + q.id : undefined} disabled=${busy || (untold && a.id !== other)} onClick=${() => answer(a)}>${cap(tell(a))}</button>`)}</div></div></article>`;
}

// changed keeps of a form what differs from how it came: what is left out stays.
function changed(before, now) {
  const players = {};
  const differs = (name, k) => JSON.stringify(now.players[name][k]) !== JSON.stringify(before.players[name][k]);
  const dealt = Object.keys(now.players).some((name) => differs(name, "phase_tiles")); // tiles change hands, so all are said
  for (const [name, keys] of Object.entries(now.players)) {
    const own = Object.entries(keys).filter(([k]) => differs(name, k) || (dealt && k === "phase_tiles"));
    if (own.length > 0) players[name] = Object.fromEntries(own);
  }
  return Object.keys(players).length > 0 ? { players } : {};
}

const tiles = [1, 2, 3, 4, 5];
const counted = ["coins", "surveyors_in_supply", "track_vp"];

// Form is what no camera sees, a row a player.
function Form({ view, form, setForm }) {
  const put = (name, key, v) => setForm({ ...form, players: { ...form.players, [name]: { ...form.players[name], [key]: v } } });
  const tile = (list, n) => (list.includes(n) ? list.filter((x) => x !== n) : [...list, n].sort());
  return html`<div class="counted">${view.start.seats.filter((s) => form.players[s.name]).map((s) => html`<fieldset key=${s.name} data-form=${s.name}><legend><${Who} view=${view} name=${s.name} /></legend>
    <div class="row">${counted.map((k) => html`<label key=${k}>${t("page.word." + k)}<input type="number" min="0" max="999" name=${k} value=${form.players[s.name][k]} onInput=${(e) => put(s.name, k, Math.max(0, Math.round(Number(e.target.value)) || 0))} /></label>`)}
      <span class="stack tight"><span>${t("page.tiles")}</span><span class="row" role="group" aria-label=${t("page.tiles")}>${tiles.map((n) => html`
        <button type="button" key=${n} aria-pressed=${form.players[s.name].phase_tiles.includes(n) ? "true" : "false"} onClick=${() => put(s.name, "phase_tiles", tile(form.players[s.name].phase_tiles, n))}>${n}</button>`)}</span></span></div></fieldset>`)}</div>`;
}
