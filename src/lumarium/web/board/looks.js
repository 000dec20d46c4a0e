// Other ways to look at the board, which play nothing: a piece with the class "look-NAME" turns one on and off. While it
// is on, the board says so (data-look), and pieces with the class "in-NAME" are marked (data-in); the rest is style.

import { setAttr } from "../shared/dom.js";
import { opened } from "../shared/layers.js";

const NAMED = /(?:^|\s)look-(\S+)/;

/** The look that a piece with these classes turns on, or null. */
export const lookOf = (classes) => NAMED.exec(classes || "")?.[1] ?? null;

export class Looks {
  constructor(board) {
    this.board = board;
    this.name = null;
  }

  /** The pieces that turn a look on. */
  get pieces() {
    return [...this.board.pieces.values()].filter((piece) => piece.look);
  }

  toggle(name) {
    if (name === this.name) return this.leave();
    this.name = name;
    this.release ||= opened(() => {
      this.release = null;
      this.leave();
    });
    this.show();
  }

  leave() {
    if (this.name === null) return;
    this.name = null;
    this.show();
    this.release?.();
    this.release = null;
  }

  /** After a new scene: new pieces belong to the look too, and where nothing offers it any more it ends. */
  show() {
    const { svg, pieces } = this.board;
    if (this.name !== null && !this.pieces.some(({ look }) => look === this.name)) return this.leave();
    setAttr(svg, "data-look", this.name);
    for (const piece of pieces.values()) {
      const within = this.name !== null && (piece.data.classes || "").split(" ").includes(`in-${this.name}`);
      if (within !== Boolean(piece.within)) piece.mark("in", (piece.within = within));
      if (piece.look) setAttr(piece.element, "aria-pressed", String(piece.look === this.name));
    }
  }
}
