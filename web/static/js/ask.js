// Asks the service. An answer that refuses is a Refused with its reason; no
// answer at all is Unreachable, so that callers can tell the two apart.
import { t, knows } from "./say.js";

export class Refused extends Error {
  constructor(status, problem) {
    super(problem.message);
    Object.assign(this, { status, problem });
  }

  // sentence says it in the page's language where there is a key for it.
  get sentence() {
    const p = this.problem;
    const where = [p.player, p.place].filter(Boolean).join(", ");
    if (p.key && knows(p.key)) return (where ? where + ": " : "") + t(p.key, p.params);
    if (knows("page.problem." + p.code)) return t("page.problem." + p.code);
    return p.message + (p.hint ? ": " + p.hint : "");
  }
}

export class Unreachable extends Error {
  get sentence() { return t("page.lost"); }
}

export async function ask(method, path, body) {
  let answer, found;
  try {
    answer = await fetch("/api/v1" + path, { method, body: body === undefined || body instanceof FormData ? body : JSON.stringify(body) });
    found = answer.status === 204 ? {} : await read(answer);
  } catch (err) {
    throw new Unreachable(String(err));
  }
  if (answer.ok) return found;
  // What a proxy or a service that is just ending says is no word of ours.
  if (answer.status === 502 || answer.status === 503 || answer.status === 504) throw new Unreachable(answer.statusText);
  throw new Refused(answer.status, (found && found.error) || { code: "unknown", message: `${answer.status} ${answer.statusText}` });
}

function read(answer) {
  return (answer.headers.get("Content-Type") || "").includes("json") ? answer.json() : answer.text();
}

export const get = (path) => ask("GET", path);
