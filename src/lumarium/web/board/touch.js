// From touches to moves: offers the pieces of the tree, narrows it, shows what is about to happen, and plays.

import { opened } from "../shared/layers.js";
import { pref } from "../shared/prefs.js";
import { TouchPath } from "./path.js";

export class Touch extends EventTarget {
  /** `play` gets a full path of piece ids. */
  constructor(board, play) {
    super();
    this.board = board;
    this.play = play;
    this.path = new TouchPath();
    this.first = new Set();
    this.offered = new Set();
    this.brings = new Map();
    this.asking = false;
    this.held = false;
  }

  /** A new scene: whatever was begun is over. */
  offer(tree) {
    this.path = new TouchPath(tree);
    this.first = new Set(this.path.next);
    this.brings = consequences(this.board.pieces);
    this.busy = false;
    this.asking = false;
    this.hover = null;
    this.show();
  }

  /** The same scene again, after a gap: what was begun, or is being sent, goes on. */
  resume() {
    this.show();
  }

  /** While it is held, what is offered is not shown and cannot be touched: the board is not yet where it begins. */
  hold(held) {
    if (held === this.held) return;
    this.held = held;
    this.show();
  }

  /** Takes what can be touched away while the server thinks. */
  pause() {
    this.busy = true;
    this.show();
  }

  touch(piece) {
    if (this.busy || this.held) return false;
    if (this.asking && piece === this.path.touched.at(-1)) return this.confirm();
    if (this.asking) this.back();
    if (this.path.touched.includes(piece) && !this.path.next.includes(piece)) {
      this.path.backTo(piece);
      this.show();
      return true;
    }
    if (!this.path.touch(piece)) return false;
    const unseen = this.brings.has(piece) && this.hover !== piece;
    this.hover = null;
    if (this.path.complete && (pref("confirm") || unseen)) this.asking = true;
    if (this.path.complete && !this.asking) this.finish();
    else this.show();
    return true;
  }

  /** Plays a path that may end here. */
  confirm() {
    if (this.busy || !this.path.canStop) return false;
    this.finish();
    return true;
  }

  finish() {
    const path = [...this.path.touched];
    this.asking = false;
    this.pause();
    this.play(path);
  }

  back() {
    if (this.busy || !this.path.touched.length) return;
    this.asking = false;
    this.path.back();
    this.show();
  }

  preview(piece) {
    if (this.hover === piece) return;
    this.hover = !this.held && this.path.next.includes(piece) ? piece : null;
    this.ghosts();
    this.dispatchEvent(new Event("preview"));
  }

  show() {
    const offered = new Set(this.busy || this.held ? [] : this.asking ? [this.path.touched.at(-1)] : this.path.next);
    for (const id of this.offered) if (!offered.has(id)) this.board.pieces.get(id)?.offer(false);
    for (const id of offered) this.board.pieces.get(id)?.offer(true);
    this.offered = offered;
    this.markPath();
    this.layer();
    this.ghosts();
    this.dispatchEvent(new Event("step"));
  }

  /** What was touched stands out; what could have been touched instead steps back. */
  markPath() {
    const { touched } = this.path;
    const begun = touched.length > 0;
    for (const piece of this.board.pieces.values()) {
      const chosen = touched.includes(piece.id);
      const later = begun && !chosen && this.first.has(piece.id) && !this.path.next.includes(piece.id);
      if (chosen !== Boolean(piece.chosen)) piece.mark("chosen", (piece.chosen = chosen));
      if (later !== Boolean(piece.later)) piece.mark("later", (piece.later = later));
    }
  }

  /** A begun move can be taken back by Escape and by the Back button. */
  layer() {
    const begun = this.path.touched.length > 0 && !this.busy;
    if (begun && !this.release) {
      this.release = opened(() => {
        this.release = null;
        this.back();
      });
    } else if (!begun && this.release) {
      const release = this.release;
      this.release = null;
      release();
    }
  }

  /** Carried pieces (class "carried", or the only one in the zone "hand") are shown where they would lie. */
  ghosts() {
    const { pieces, scene } = this.board;
    if (!scene) return;
    const wanted = this.busy ? [] : [...this.path.touched, ...(this.hover ? [this.hover] : [])];
    this.showConsequences(wanted);
    const carried = this.carried(scene.pieces);
    const ghosts = [];
    wanted.forEach((id, index) => {
      const target = pieces.get(id)?.data;
      const data = carried[index];
      if (!target || !data || target.text || target.zone === data.zone) return;
      const { zone, x, y } = target;
      ghosts.push({ ...data, zone, x, y });
    });
    this.board.showGhosts(ghosts);
  }

  showConsequences(wanted) {
    const shown = new Set(wanted.flatMap((id) => this.brings.get(id) || []));
    for (const piece of new Set([...this.brings.values()].flat())) piece.mark("shown", shown.has(piece));
  }

  carried(list) {
    const marked = list.filter((data) => / carried /.test(` ${data.classes} `));
    if (marked.length) return marked;
    const inHand = list.filter((data) => data.zone === "hand");
    return inHand.length === 1 ? inHand : [];
  }
}

/** By id, the pieces that show what touching it would bring: those with the class "if-ID". A game's sheet hides them
 * while they have no data-shown; a touch that brings something is played only after that was seen. */
function consequences(pieces) {
  const found = new Map();
  for (const piece of pieces.values())
    for (const [, id] of (piece.data.classes || "").matchAll(/(?:^|\s)if-(\S+)/g))
      found.set(id, [...(found.get(id) || []), piece]);
  return found;
}
