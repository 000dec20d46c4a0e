// Another game with the same people: the one that somebody has begun, or a new one.

import { t } from "../../shared/i18n.js";
import { go } from "../../shared/layers.js";
import { copyTokens } from "../../shared/tokens.js";

/** What leads there, in the words for whoever sees it. */
export const againText = ({ next }, { seats, host }) =>
  t(!next ? "ending.rematch" : seats.length || host ? "ending.join_next" : "ending.watch_next");

/** Goes there; `ask(type)` asks the server for it. */
export async function playAgain(id, { next }, ask) {
  const table = next || (await ask("rematch"))?.table;
  if (!table) return;
  copyTokens(id, table);
  go(`/t/${table}`);
}
