// A small picture of a game: the symbol "<game>-cover" of its sheet, or some of the others.

import { drawing, useSheet } from "../board/sheet.js";
import { s } from "../shared/dom.js";
import { theme } from "../shared/prefs.js";

/** The game's picture; its sheet is loaded when needed. */
export async function cover(game) {
  const symbols = await useSheet(game);
  const own = `${game}-cover`;
  return s(
    "svg",
    { class: `cover ${theme()}`, viewBox: "0 0 320 180", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
    symbols.includes(own) ? drawing(own, 160, 90) : some(symbols),
  );
}

/** For a game that brings no picture: a few of its symbols side by side. */
const some = (symbols) =>
  [0.15, 0.4, 0.65, 0.9]
    .map((part, index) => [symbols[Math.floor(symbols.length * part)], 64 + index * 64])
    .filter(([symbol]) => symbol)
    .map(([symbol, x]) => drawing(symbol, x, 90, 0.6));
