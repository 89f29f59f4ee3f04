// One evening: the final table with its reasons, points over the game, every
// event again on the drawn mats, and what to share.
import { html, useState, useEffect } from "./lib.js";
import { notify } from "./store.js";
import { t, tell, word, day, clock } from "./say.js";
import { get, ask } from "./ask.js";
import { Who, result } from "./seat.js";
import { Side } from "./side.js";
import { Lines } from "./correct.js";
import { Plot } from "./plot.js";
import { outcome } from "./dashboard.js";

export function Play({ id }) {
  const [play, setPlay] = useState(null);
  const [said, say] = useState("");
  const [line, setLine] = useState(null);
  useEffect(() => {
    const at = "/sessions/" + encodeURIComponent(id);
    Promise.all([get(at), get(at + "/events")]).then(([view, log]) => setPlay({ view, log }), (err) => say(err.sentence || String(err)));
  }, [id]);
  if (!play) return html`<p role="status">${said || t("page.connection.opening")}</p>`;
  const { view, log } = play;
  return html`<div class="stack"><div><h1>${view.title}</h1><p class="quiet">${day(view.began)}${view.start.place ? " · " + view.start.place : ""}${view.note ? " · " + view.note : ""}</p></div>
    <p class="ask">${view.status === "playing" ? tell(view.prompt) : outcome(view)}</p>
    <section class="panel stack"><h2>${t("page.final")}</h2><${Final} view=${view} />
      ${(view.result.notes || []).map((n, i) => html`<p key=${i}>${tell(n)}</p>`)}
      <div class="mats">${view.result.players.map((p) => html`<div key=${p.name}><h3><${Who} view=${view} name=${p.name} /></h3>
        <${Lines} view=${view} name=${p.name} lit=${line && line.name === p.name ? line.l.category : null} onLine=${(l) => setLine(l && { name: p.name, l })} /></div>`)}</div></section>
    ${view.state && html`<${Replay} view=${view} log=${log} line=${line} />`}
    ${view.status === "finished" && html`<${Share} id=${id} />`}</div>`;
}

// Final is the score sheet: a row a category, a column a player.
function Final({ view }) {
  const rows = [...new Set(view.result.players.flatMap((p) => p.lines.map((l) => l.category)))];
  return html`<div class="table" tabindex="0" role="region" aria-label=${t("page.final")}><table><thead><tr><th scope="col">${t("page.category")}</th>${view.result.players.map((p) => html`<th scope="col" class="num" key=${p.name}><${Who} view=${view} name=${p.name} /></th>`)}</tr></thead>
    <tbody>${rows.map((c) => html`<tr key=${c}><th scope="row">${word(view.start.game, "category-" + c)}</th>${view.result.players.map((p) => html`<td class="num" key=${p.name}>${p.lines.find((l) => l.category === c)?.points ?? ""}</td>`)}</tr>`)}</tbody>
    <tfoot><tr><th scope="row">${word(view.start.game, "total")}</th>${view.result.players.map((p) => html`<td class="num" key=${p.name}>${p.total}${view.result.winners.includes(p.name) ? " ★" : ""}</td>`)}</tr></tfoot></table></div>`;
}

// Replay shows the play as it stood after each event that counts.
function Replay({ view, log, line }) {
  const entries = log.entries.filter((e) => e.counts && !["finished", "paused", "resumed", "noted", "reopened", "undone", "redone"].includes(e.kind));
  const [at, setAt] = useState(entries.length - 1);
  const [then, setThen] = useState(view);
  const [running, run] = useState(false);
  const entry = entries[at];
  useEffect(() => {
    if (at === entries.length - 1) {
      setThen(view);
      return undefined;
    }
    let gone = false;
    get(`/sessions/${encodeURIComponent(view.play)}?at=${entry.number}`).then((v) => gone || setThen(v)).catch((err) => notify("refused", err.sentence || String(err)));
    return () => { gone = true; };
  }, [at]);
  useEffect(() => {
    if (!running || at >= entries.length - 1) {
      run(false);
      return undefined;
    }
    const timer = setTimeout(() => setAt(at + 1), 900);
    return () => clearTimeout(timer);
  }, [running, at]);
  if (!entry) return null;
  return html`<section class="panel stack"><h2>${t("page.replay")}</h2>
    <${Plot} view=${view} entries=${entries} at=${at} />
    <label>${t("page.replay.at", { number: at + 1, of: entries.length })}<input type="range" min="0" max=${entries.length - 1} value=${at} onInput=${(e) => setAt(Number(e.target.value))} /></label>
    <div class="row"><button disabled=${at === 0} onClick=${() => setAt(at - 1)}>← ${t("page.replay.back")}</button>
      <button disabled=${at >= entries.length - 1} onClick=${() => setAt(at + 1)}>${t("page.replay.on")} →</button>
      <button aria-pressed=${running} onClick=${() => { if (!running && at >= entries.length - 1) setAt(0); run(!running); }}>${t(running ? "page.replay.stop" : "page.replay.run")}</button></div>
    <p aria-live="polite"><b>${clock(entry.at)}</b> ${tell(entry.message)} ${(entry.credits || []).map((c) => `${c.player}: ${tell(c)}`).join(" · ")}</p>
    <div class="mats">${then.start.seats.map((s) => html`<div key=${s.name}><h3 class="row spread"><${Who} view=${then} name=${s.name} /> <span class="num">${result(then, s.name).total}</span></h3>
      <${Side} view=${then} name=${s.name} lit=${line && line.name === s.name ? line.l.spaces : []} /></div>`)}</div></section>`;
}

function Share({ id }) {
  const [text, setText] = useState("");
  const address = "/history/" + encodeURIComponent(id);
  useEffect(() => { ask("GET", address + "/summary").then(setText).catch(() => {}); }, [id]);
  const share = async () => {
    try {
      if (navigator.share) await navigator.share({ text });
      else if (navigator.clipboard) await navigator.clipboard.writeText(text);
      else copyOld(text);
      if (!navigator.share) notify("done", t("page.copied"));
    } catch (err) {
      if (err.name !== "AbortError") notify("refused", String(err));
    }
  };
  return html`<section class="panel stack"><h2>${t("page.share")}</h2><pre class="share" tabindex="0">${text}</pre>
    <div class="row"><button class="main" disabled=${!text} onClick=${share}>${t("page.share.copy")}</button>
      <a class="button" href=${"/api/v1" + address + "/bgstats"}>BG Stats</a></div>
    <div class="join"><img src=${"/api/v1" + address + "/bgstats.svg"} alt=${t("page.share.code")} width="150" height="150" /><p class="quiet">${t("page.share.hint")}</p></div></section>`;
}

// copyOld copies where the browser gives its clipboard only to safe origins.
function copyOld(text) {
  const box = document.createElement("textarea");
  box.value = text;
  document.body.append(box);
  box.select();
  document.execCommand("copy");
  box.remove();
}
