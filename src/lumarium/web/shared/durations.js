// How long something takes, in digits and in words, and what a table agrees on.

import { lang, t } from "./i18n.js";

const UNITS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

const said = (n, unit, unitDisplay) => new Intl.NumberFormat(lang(), { style: "unit", unit, unitDisplay }).format(n);

/** The two largest units of so many seconds. */
function parts(seconds, display) {
  const first = UNITS.findIndex(([, size]) => seconds >= size);
  const found = [];
  let rest = seconds;
  for (const [unit, size] of UNITS.slice(first, first + 2)) {
    const n = Math.floor(rest / size);
    rest -= n * size;
    if (n) found.push(said(n, unit, display));
  }
  return found;
}

const whole = (milliseconds) => Math.ceil(Math.max(0, milliseconds) / 1000);
const padded = (n) => String(n).padStart(2, "0");

/** For the eye: 2 days 4 hr, 3:07 h, 12:34. */
export function brief(milliseconds) {
  const seconds = whole(milliseconds);
  const minutes = Math.floor(seconds / 60);
  if (seconds >= 86400) return parts(seconds, "short").join(" ");
  if (seconds >= 3600) return `${Math.floor(minutes / 60)}:${padded(minutes % 60)} h`;
  return `${minutes}:${padded(seconds % 60)}`;
}

/** Where there is room for a glance: 2 days, 47 h, 3:07 h, 12:34. */
export function glance(milliseconds) {
  const seconds = whole(milliseconds);
  if (seconds < 36000) return brief(milliseconds);
  return seconds < 2 * 86400 ? `${Math.floor(seconds / 3600)} h` : parts(seconds, "short")[0];
}

/** For the ear, and in sentences: 2 days, 4 hours. */
export function inWords(milliseconds) {
  const seconds = whole(milliseconds);
  return seconds ? parts(seconds, "long").join(", ") : said(0, "second", "long");
}

/** What a table agreed on. */
export function agreedOn(clock) {
  const facts = { limit: inWords(clock.limit * 1000), extra: inWords((clock.extra || 0) * 1000) };
  const kind = clock.kind === "live" && clock.extra ? "live_extra" : clock.kind;
  return t(`clock.${kind}`, facts);
}
