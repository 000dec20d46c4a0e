// Marks that people draw on the board: a ring around a piece, an arrow from one to another.

import { s } from "../../shared/dom.js";

const HEAD = 20;
const MOST = 0.6; // Of the board: what is larger is what everything lies on.

export class Rings {
  constructor(board) {
    this.board = board;
    this.layer = s("g", { id: "ui-rings", "aria-hidden": "true" });
  }

  /** Draws these marks; those whose pieces are not here are left out. */
  show(marks) {
    const drawn = marks.map((mark) => (mark.to ? this.arrow(mark) : this.ring(mark))).filter(Boolean);
    this.layer.replaceChildren(...drawn);
    this.board.world.append(this.layer);
  }

  /** Is it something to ring, and not the ground below? */
  fits(piece) {
    const [own, all] = [piece, this.board.svg].map((each) => each.getBoundingClientRect());
    return own.width < MOST * all.width && own.height < MOST * all.height;
  }

  /** Where a piece lies, in the board's own measure. */
  box(id) {
    const piece = this.board.pieces.get(id);
    if (!piece?.place) return null;
    const { x, y, width, height } = piece.face.getBBox();
    const [left, top, scale] = piece.place;
    return { x: left + scale * (x + width / 2), y: top + scale * (y + height / 2), r: (scale * Math.hypot(width, height)) / 2 };
  }

  ring({ piece, tone = "note" }) {
    const box = this.box(piece);
    return box && s("circle", { class: "ring", "data-tone": tone, cx: box.x, cy: box.y, r: box.r });
  }

  arrow({ piece, to, tone = "note" }) {
    const [from, end] = [this.box(piece), this.box(to)];
    if (!from || !end) return null;
    const long = Math.hypot(end.x - from.x, end.y - from.y) || 1;
    const [dx, dy] = [(end.x - from.x) / long, (end.y - from.y) / long];
    const [bx, by] = [end.x - HEAD * dx, end.y - HEAD * dy];
    const side = HEAD * 0.6;
    return s(
      "g",
      { class: "ring", "data-tone": tone },
      s("line", { x1: from.x, y1: from.y, x2: bx, y2: by }),
      s("path", { class: "ring-head", d: `M${end.x} ${end.y}L${bx - side * dy} ${by + side * dx}L${bx + side * dy} ${by - side * dx}Z` }),
    );
  }
}
