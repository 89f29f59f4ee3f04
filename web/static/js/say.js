// Makes sentences of keys and parameters in the page's language: the same part
// of ICU's MessageFormat that the program itself fills (scoring/say).
import { state, set, remember, recall } from "./store.js";

export const languages = { en: "English", de: "Deutsch", fr: "Français" };
let sentences = {};
let plurals = new Intl.PluralRules("en");
export const missing = new Set(); // keys that were asked for and aren't there

export async function speak(language) {
  const answer = await fetch(new URL(`../messages/${language}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`the words of ${language} can't be had`);
  sentences = await answer.json();
  plurals = new Intl.PluralRules(language);
  document.documentElement.lang = language;
  set({ language });
}

export function chooseLanguage(language) {
  remember("language", language);
  return speak(language);
}

// firstLanguage: what was chosen here, else what the browser asks for, else
// what the table is set to.
export function firstLanguage(table) {
  const wanted = [recall("language"), ...(navigator.languages || []).map((l) => l.slice(0, 2)), table];
  return wanted.find((l) => l in languages) || "en";
}

function pattern(key) {
  if (key in sentences) return sentences[key];
  const common = key.slice(key.indexOf(".") + 1);
  return common.startsWith("did-") ? sentences[common] : undefined;
}

export const knows = (key) => pattern(key) !== undefined;

// t says a message.
export function t(key, params = {}) {
  if (!key) return "";
  const p = pattern(key);
  if (p === undefined) {
    missing.add(key);
    return key + Object.entries(params).map(([k, v]) => ` ${k}=${v}`).join("");
  }
  return fill(key.split(".")[0], p, "#", params).trim();
}

// cap begins a sentence or a label with a capital letter.
export const cap = (text) => text.charAt(0).toLocaleUpperCase(state.language) + text.slice(1);

export const tell = (message) => (message && message.key ? t(message.key, message.params || {}) : "");

// word is the language's word for a name of the game: a crop, a phase.
export function word(game, name) {
  for (const key of [`${game}.word.${name}`, `word.${name}`, `page.word.${name}`]) {
    if (key in sentences) return sentences[key];
  }
  return name;
}

function closing(text, open) {
  for (let i = open, depth = 0; i < text.length; i++) {
    if (text[i] === "{") depth++;
    if (text[i] === "}" && --depth === 0) return i;
  }
  return -1;
}

function fill(game, text, counted, params) {
  let out = "";
  for (;;) {
    const open = text.indexOf("{");
    const end = open < 0 ? -1 : closing(text, open);
    if (end < 0) return out + text.replaceAll("#", counted);
    out += text.slice(0, open).replaceAll("#", counted);
    const [name, forms] = text.slice(open + 1, end).split(/, plural,(.*)/s);
    const value = params[name.trim()];
    const shown = show(game, name.trim(), value);
    out += forms === undefined ? shown : fill(game, form(forms, value), shown, params);
    text = text.slice(end + 1);
  }
}

function form(forms, value) {
  const number = Array.isArray(value) ? `[${value.join(" ")}]` : String(value ?? "");
  const want = /^-?\d+$/.test(number) ? plurals.select(Number(number)) : "other";
  let found = "";
  for (;;) {
    const open = forms.indexOf("{");
    const end = open < 0 ? -1 : closing(forms, open);
    if (end < 0) return found;
    const name = forms.slice(0, open).trim();
    const text = forms.slice(open + 1, end);
    if (name === "=" + number) return text;
    if (name === want || (name === "other" && found === "")) found = text;
    forms = forms.slice(end + 1);
  }
}

const people = ["player", "players", "turn", "name", "card", "file"]; // names that people gave

function show(game, name, value) {
  if (value === undefined || value === null) return "?";
  if (Array.isArray(value)) return value.map((v) => show(game, name, v)).join(", ");
  if (typeof value === "number") return number(value);
  const text = String(value);
  if (text.length > 80) return text.slice(0, 80) + "…";
  return people.includes(name) && !(name === "card" && `${game}.word.${text}` in sentences) ? text : word(game, text);
}

export const number = (n, options) => new Intl.NumberFormat(state.language, options).format(n);
export const day = (iso) => new Intl.DateTimeFormat(state.language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(iso));
export const clock = (iso) => new Intl.DateTimeFormat(state.language, { timeStyle: "short" }).format(new Date(iso));
export const month = (yearMonth) => new Intl.DateTimeFormat(state.language, { month: "short", year: "2-digit", timeZone: "UTC" }).format(new Date(yearMonth + "-01T00:00:00Z"));
