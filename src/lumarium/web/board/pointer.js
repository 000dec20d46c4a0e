// Mouse and finger on the board: touches, a look at an opponent's board, and a word about what lies there.

import { h } from "../shared/dom.js";
import { zoneSeat } from "./geometry.js";

const NEAR = 24;
const EDGE = 6;
const BRIEFLY = 2500;

export class Pointer {
  /** `viewer()` is the seat that looks. A touch within `finger` pixels, around the middle of what is offered, means it. */
  constructor(board, touch, spotlight, viewer, finger) {
    Object.assign(this, { board, touch, spotlight, viewer, finger });
    this.tip = h("div", { id: "ui-tip", "aria-hidden": "true", hidden: true });
    board.host.append(this.tip);
    board.svg.addEventListener("click", (event) => this.click(event));
    board.svg.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.over(event));
    board.svg.addEventListener("pointerleave", () => this.out());
    touch.addEventListener("step", () => (this.brief || this.stale()) && this.hide());
    // A word about what was touched gives way to the next touch, wherever that is.
    addEventListener("pointerdown", () => this.hide(), true);
  }

  click(event) {
    // What the eye saw there is meant, also where this touch ends the telling.
    const under = this.under(event);
    const quick = this.touch.held;
    this.touch.dispatchEvent(new Event("any"));
    const offered = under.find((piece) => piece.touchable || piece.chosen);
    const look = !offered && this.spotlight.seat === null && under.find((piece) => piece.look);
    const hit = under.find((piece) => piece.data.label);
    const wanted = offered || (quick ? null : this.nearest(event, hit, look));
    this.hide();
    if (wanted && this.touch.touch(wanted.id)) return;
    if (look) return this.board.looks.toggle(look.look);
    this.board.looks.leave();
    const first = hit || under[0];
    const seat = under.map((piece) => zoneSeat(piece.data.zone)).find((number) => number !== null);
    if (this.spotlight.seat !== null) {
      if (seat === this.spotlight.seat && first?.data.label) this.say(first, event);
      else this.spotlight.leave();
    } else if (seat !== undefined && seat !== this.viewer() && this.spotlight.worth(seat)) this.spotlight.enter(seat);
    else if (first?.data.label) this.say(first, event);
  }

  /** The pieces under the pointer, the topmost first, whichever of them take clicks. */
  under(event) {
    const found = document.elementsFromPoint(event.clientX, event.clientY);
    const ids = found.map((element) => element.closest?.("[data-piece]")?.dataset.piece).filter(Boolean);
    return [...new Set(ids)].map((id) => this.board.pieces.get(id)).filter(Boolean);
  }

  /** A finger is wide: what it just missed counts as touched. Where it hit something else of that size, only a touch at
   * the very edge was a miss; whoever wants to look at something does not play. */
  nearest(event, hit, look) {
    const meant = hit ? area(hit.element.getBoundingClientRect()) : Infinity;
    let best = null;
    let least = NEAR;
    for (const id of this.touch.offered) {
      const piece = this.board.pieces.get(id);
      const box = piece?.element.getBoundingClientRect();
      if (!box) continue;
      const dx = Math.max(box.left - event.clientX, 0, event.clientX - box.right);
      const dy = Math.max(box.top - event.clientY, 0, event.clientY - box.bottom);
      const distance = Math.hypot(dx, dy);
      const [x, y] = [event.clientX - (box.left + box.right) / 2, event.clientY - (box.top + box.bottom) / 2];
      const within = Math.max(Math.abs(x), Math.abs(y)) <= this.finger / 2;
      if (!within && (look || (distance > EDGE && meant < 2 * area(box)))) continue;
      if (distance < least) [best, least] = [piece, distance];
    }
    return best;
  }

  over(event) {
    const under = event.target.closest("[data-piece]");
    const piece = under && this.board.pieces.get(under.dataset.piece);
    this.touch.preview(piece?.id ?? null);
    clearTimeout(this.timer);
    this.tip.hidden = true;
    const shown = this.board.ghosts.childElementCount > 0 || this.touch.brings.has(piece?.id);
    if (piece?.data.label && !shown) this.timer = setTimeout(() => this.say(piece, event), 450);
  }

  out() {
    this.touch.preview(null);
    this.hide();
  }

  say(piece, event) {
    clearTimeout(this.timer);
    const box = this.board.host.getBoundingClientRect();
    const about = piece.element.getBoundingClientRect();
    this.about = piece;
    this.tip.textContent = piece.data.label;
    this.tip.hidden = false;
    const width = this.tip.offsetWidth;
    const height = this.tip.offsetHeight;
    const x = Math.min(Math.max(event.clientX - box.left - width / 2, 8), box.width - width - 8);
    const above = about.top - box.top - height - 8;
    this.tip.style.translate = `${x}px ${above < 8 ? Math.min(about.bottom - box.top, box.height - height) : above}px`;
    this.brief = event.pointerType !== "mouse";
    if (this.brief) this.timer = setTimeout(() => this.hide(), BRIEFLY);
  }

  /** Does the word say what is no longer so? */
  stale() {
    return !this.tip.hidden && this.board.pieces.get(this.about.id)?.data.label !== this.tip.textContent;
  }

  hide() {
    clearTimeout(this.timer);
    this.tip.hidden = true;
  }
}

const area = ({ width, height }) => width * height;
