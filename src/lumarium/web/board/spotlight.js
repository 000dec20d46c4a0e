// Enlarges everything that lies in one seat's zones, to look at it closely.

import { opened } from "../shared/layers.js";
import { zoneSeat } from "./geometry.js";

const MARGIN = 0.04;
const CHIP = 72; // what the chip to leave it takes at the bottom, in pixels of the screen
const MOST = 4;
const WORTH = 1.25;

export class Spotlight extends EventTarget {
  constructor(board) {
    super();
    this.board = board;
    this.seat = null;
  }

  /** Would it be larger than it is? */
  worth(seat) {
    return (this.fit(seat)?.scale || 0) > WORTH;
  }

  enter(seat) {
    const fit = this.fit(seat);
    if (!fit) return;
    this.seat = seat;
    const large = fit.scale > 1; // what fills the screen already is only lit where it lies, or above the chip
    this.board.world.style.transform = large
      ? `translate(${fit.x}px, ${fit.y}px) scale(${fit.scale})`
      : `translate(0, ${Math.min(0, fit.lift)}px)`;
    this.board.svg.toggleAttribute("data-dim", !large);
    this.show();
    this.release ||= opened(() => {
      this.release = null;
      this.leave();
    });
  }

  leave() {
    if (this.seat === null) return;
    this.seat = null;
    this.board.world.style.transform = "";
    this.show();
    this.release?.();
    this.release = null;
  }

  /** After a new scene, new pieces belong to it too. */
  show() {
    const { svg, pieces } = this.board;
    if (this.seat === null) delete svg.dataset.spot;
    else svg.dataset.spot = this.seat;
    for (const piece of pieces.values())
      piece.mark("on", this.seat !== null && zoneSeat(piece.data.zone) === this.seat);
    this.dispatchEvent(new Event("change"));
  }

  /** The shift and scale that let the seat's pieces fill the screen above the chip; where they do so already, those in
   * the zone of a piece of the class "closer". */
  fit(seat) {
    const own = [...this.board.pieces.values()].filter((piece) => zoneSeat(piece.data.zone) === seat);
    const whole = this.frame(own);
    if (!whole || whole.scale > WORTH) return whole;
    const near = own.find((piece) => / closer /.test(` ${piece.data.classes} `))?.data.zone;
    return near ? this.frame(own.filter((piece) => piece.data.zone === near)) : whole;
  }

  frame(own) {
    const { scene, layout } = this.board;
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const piece of own) {
      const box = piece.face.getBBox();
      const [x, y, scale] = piece.place;
      left = Math.min(left, x + box.x * scale);
      top = Math.min(top, y + box.y * scale);
      right = Math.max(right, x + (box.x + box.width) * scale);
      bottom = Math.max(bottom, y + (box.y + box.height) * scale);
    }
    if (!scene || left > right) return null;
    const [width, height] = scene.layouts[layout].size;
    const [wide, high] = this.board.box;
    const pixel = Math.max(width / wide, height / high);
    const room = 1 - 2 * MARGIN;
    const free = (high - CHIP) * pixel;
    const scale = Math.min((wide * pixel * room) / (right - left), (free * room) / (bottom - top), MOST);
    const end = height - CHIP * pixel;
    return {
      scale,
      x: width / 2 - (scale * (left + right)) / 2,
      y: (end - scale * (top + bottom)) / 2,
      lift: end - bottom,
    };
  }
}
