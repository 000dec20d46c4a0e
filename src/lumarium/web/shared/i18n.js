// Texts in the user's language. `t("seat.open")`, `t("points", { n: 3 })`; an object of forms is chosen by `n`.

import { pref } from "./prefs.js";

const LANGS = ["en", "de"];
const texts = {};
const folders = new Map(); // by folder, that its texts came or are on their way
let rules = new Intl.PluralRules("en");

export function lang() {
  const wanted = pref("lang") === "auto" ? navigator.language.slice(0, 2) : pref("lang");
  return LANGS.includes(wanted) ? wanted : "en";
}

/** Loads the texts of the current language, with those of these folders; await it before the first `t`. */
export async function loadTexts(...more) {
  rules = new Intl.PluralRules(lang());
  document.documentElement.lang = lang();
  await Promise.all(["", ...more].map(moreTexts));
}

/** Those of one more folder, once. */
export function moreTexts(folder) {
  const load = async () => Object.assign(texts, await (await fetch(`/web/${folder}texts.${lang()}.json`)).json());
  const failed = (error) => {
    folders.delete(folder);
    throw error;
  };
  if (!folders.has(folder)) folders.set(folder, load().catch(failed));
  return folders.get(folder);
}

export const has = (key) => key in texts;

export function t(key, facts = {}) {
  let text = texts[key];
  if (text === undefined) return key;
  if (typeof text === "object") text = text[rules.select(facts.n)] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in facts ? facts[name] : whole));
}

/** "3 minutes ago" and the like, for a Unix time. */
export function ago(seconds) {
  const past = Math.max(0, Date.now() / 1000 - seconds);
  const format = new Intl.RelativeTimeFormat(lang(), { numeric: "auto" });
  if (past < 90) return t("time.now");
  if (past < 5400) return format.format(-Math.round(past / 60), "minute");
  if (past < 129600) return format.format(-Math.round(past / 3600), "hour");
  return format.format(-Math.round(past / 86400), "day");
}
