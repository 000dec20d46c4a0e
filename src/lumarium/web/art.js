// A small picture of a game, composed of its own symbols. A sheet may bring its own as "<game>-cover".

import { s } from "./dom.js";
import { drawing, useSheet } from "./sheet.js";
import { theme } from "./prefs.js";

// Each entry: symbol, x, y, scale, rotation, on a field of 320 by 180.
const COVERS = {
  luminos: [
    ["tile-SM", 92, 112, 0.72, -6],
    ["tile-T", 166, 104, 0.72, 0],
    ["tile-MM", 240, 112, 0.72, 6],
    ["tile-SST", 129, 40, 0.6, -3],
    ["tile-MT", 203, 40, 0.6, 3],
    ["spark", 40, 36, 1.2, 0],
    ["spark", 286, 44, 1.5, 0],
    ["spark", 30, 138, 0.9, 0],
    ["spark", 296, 150, 1, 0],
  ],
  lumen: [
    ["card-Y", 76, 104, 1.05, -20],
    ["card-R", 120, 92, 1.05, -10],
    ["card-G", 164, 88, 1.05, 0],
    ["card-B", 208, 92, 1.05, 10],
    ["card-P", 252, 104, 1.05, 20],
  ],
  nomads: [
    ["fire", 160, 92, 0.86, 0],
    ["disc-B", 62, 104, 0.95, 0],
    ["disc-R", 62, 92, 0.95, 0],
    ["disc-S", 62, 80, 0.95, 0],
    ["disc-M", 258, 104, 0.95, 0],
    ["disc-N", 258, 92, 0.95, 0],
    ["tile-b", 106, 148, 0.42, -8],
    ["tile-e", 214, 148, 0.42, 8],
    ["tile-O", 254, 36, 0.5, 0],
    ["lys", 160, 158, 0.7, 180],
  ],
  lumicora: [
    ["water", 73, 48, 0.86, 0],
    ["blue-number", 147, 48, 0.86, 0],
    ["pink-number", 221, 48, 0.86, 0],
    ["limestone", 295, 48, 0.86, 0],
    ["green-plain", 36, 112, 0.86, 0],
    ["limestone", 110, 112, 0.86, 0],
    ["yellow-plain", 184, 112, 0.86, 0],
    ["green-crab", 258, 112, 0.86, 0],
    ["pink-plain", 73, 176, 0.86, 0],
    ["water", 147, 176, 0.86, 0],
    ["blue-plain", 221, 176, 0.86, 0],
    ["turtle", 295, 150, 0.9, -14],
  ],
};

const ORDER = Object.keys(COVERS);

/** Our games as we like to show them, then all others. */
export const inOrder = (games) =>
  [...games].sort((a, b) => (ORDER.indexOf(a.name) + 1 || 99) - (ORDER.indexOf(b.name) + 1 || 99));

/** The game's picture; its sheet is loaded when needed. */
export async function cover(game) {
  const symbols = new Set(await useSheet(game));
  const wanted = symbols.has(`${game}-cover`) ? [["cover", 160, 90, 1, 0]] : COVERS[game] || chosen([...symbols], game);
  const drawn = wanted.filter(([symbol]) => symbols.has(`${game}-${symbol}`));
  return s(
    "svg",
    { class: `cover ${theme()}`, viewBox: "0 0 320 180", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
    drawn.map(([symbol, x, y, scale, rot]) => drawing(`${game}-${symbol}`, x, y, scale, rot)),
  );
}

/** For a game that nobody has composed a picture for: a few of its symbols side by side. */
function chosen(symbols, game) {
  const names = symbols.map((symbol) => symbol.slice(game.length + 1));
  return [0.15, 0.4, 0.65, 0.9]
    .map((part, index) => [names[Math.floor(names.length * part)], 64 + index * 64, 90, 0.6, 0])
    .filter(([name]) => name);
}
