// Small charts on the board, at the pieces of which something is known.

import { s } from "../shared/dom.js";

const ROOM = 0.86; // of the piece, for the chart
const LABEL = 0.28; // of the chart's height, for the numbers below

/** The largest share among these lines: a chart has one scale, so that its lines can be compared. */
export const scale = (lines) => Math.max(...lines.flatMap(({ cells }) => cells.flatMap(({ parts = [] }) => parts.map(({ share }) => share))));

export class Marks {
  constructor(board) {
    this.board = board;
    this.layer = s("g", { id: "ui-marks", "aria-hidden": "true" });
  }

  clear() {
    this.layer.remove();
  }

  /** Draws what may be at the first piece of each line that has a chart. Measured once, when somebody asks for it. */
  show(lines) {
    const drawn = [];
    const most = scale(lines);
    for (const { cells, pieces = [] } of lines) {
      const parts = cells.find((cell) => cell.parts)?.parts;
      const piece = this.board.pieces.get(pieces[0]);
      if (parts && piece) drawn.push(mark(piece, parts, most));
    }
    this.layer.replaceChildren(...drawn);
    if (drawn.length) this.board.world.append(this.layer);
  }
}

/** A chart in the lower part of its piece, or in the upper part where a text stands below. */
function mark(piece, parts, most) {
  const { x, y, width, height } = piece.face.getBBox();
  const wide = width * ROOM;
  const high = Math.min(height * 0.5, wide * 0.8);
  const edge = (height * (1 - ROOM)) / 2;
  const [left, top] = [x + (width - wide) / 2, piece.data.text ? y + edge : y + height - high - edge];
  const [placeX, placeY, size] = piece.place;
  const base = high * (1 - LABEL);
  const step = wide / parts.length;
  const bars = parts.map(({ share, true: seen }, place) => {
    const tall = Math.max((base * 0.92 * share) / most, 1);
    return s("rect", { x: place * step + step * 0.1, y: base - tall, width: step * 0.8, height: tall, "data-true": seen });
  });
  const named = parts.length > 1 ? [0, parts.length - 1] : [0];
  const words = named.map((place) => {
    const [at, anchor] = parts.length > 1 ? [place ? wide - 1 : 1, place ? "end" : "start"] : [wide / 2, "middle"];
    const word = s("text", { x: at, y: high - high * 0.05, "text-anchor": anchor }, parts[place].label);
    // A style, and no attribute: the game's own rules for texts hold here too.
    Object.assign(word.style, { fontSize: `${high * LABEL}px`, textAnchor: anchor });
    return word;
  });
  return s(
    "g",
    { class: "mark", transform: `translate(${placeX} ${placeY}) scale(${size}) translate(${left} ${top})` },
    s("rect", { class: "mark-ground", x: -2, y: -2, width: wide + 4, height: high + 4, rx: 4 }),
    ...bars,
    ...words,
  );
}
