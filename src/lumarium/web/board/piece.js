// One piece on the board: a <g> that keeps its identity while everything about it changes.

import { s, setAttr, setText } from "../shared/dom.js";
import { moving } from "../shared/prefs.js";
import { shortWay, transform } from "./geometry.js";
import { lookOf } from "./looks.js";

const TURN = [{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }];
/** A number or a letter that nothing explains is for the eye: whatever it counts has a label that says so. */
const WORD = /\p{L}{2}/u;
const TURNING = 320;
const GLIDE = 450; // as frame.css has it
const FLIGHT = 420;
const LEAVING = 260;
const APPEAR = [
  { opacity: 0, transform: "scale(.7)" },
  { opacity: 1, transform: "scale(1)" },
];

export class PieceView {
  constructor(id) {
    this.id = id;
    this.face = s("g", { class: "face" });
    this.element = s("g", { id: `p-${id}`, "data-piece": id }, this.face);
    this.data = {};
    this.rot = 0;
    this.place = null;
    this.time = 0;
    this.owner = null;
  }

  /** What is read aloud: with whose it is, where the label does not say so. */
  get spoken() {
    const { label = "" } = this.data;
    return label && this.owner && !label.includes(this.owner) ? `${this.owner}: ${label}` : label;
  }

  get delay() {
    return parseFloat(this.element.style.transitionDelay) || 0;
  }

  /** Takes on what the scene says; tells what changed for the eye: "new", "zone", "symbol", "moved" or "". From now on
   * it takes `time` until the eye has seen it. */
  update(data, place, isNew) {
    this.time = 0;
    const before = this.data;
    const old = this.place;
    this.data = data;
    this.place = place;
    this.rot = isNew ? data.rot || 0 : shortWay(this.rot, data.rot || 0);
    const written = transform(place, this.rot);
    if (this.written !== written) {
      this.written = written;
      this.element.style.transform = written;
      if (!isNew) this.time = GLIDE + this.delay;
    }
    if (data.classes !== before.classes || isNew) this.dress(data.classes);
    this.draw(data, before);
    if (isNew) return "new";
    if (data.zone !== before.zone) return "zone";
    if (data.symbol !== before.symbol) return "symbol";
    return old[0] !== place[0] || old[1] !== place[1] ? "moved" : "";
  }

  dress(classes) {
    setAttr(this.element, "class", `piece ${classes || ""}`.trim());
    const look = lookOf(classes);
    const part = / part /.test(` ${classes} `);
    if (look === (this.look ?? null) && part === this.part) return;
    Object.assign(this, { look, part });
    setAttr(this.element, "aria-pressed", look ? "false" : null);
    this.name();
  }

  draw(data, before) {
    if (data.symbol !== before.symbol) this.turn(data, before);
    if (data.text !== before.text) {
      if (data.text && !this.text) this.face.append((this.text = s("text", { dy: ".35em" })));
      if (this.text) setText(this.text, data.text || "");
    }
    const same = data.label === before.label && data.text === before.text;
    if (same && this.owner === this.named && before.id) return;
    this.named = this.owner;
    setAttr(this.element, "data-mute", data.label ? null : "");
    this.name();
  }

  /** Shows the other face: at once, or where it also flies to another place, only when it has landed. */
  turn({ symbol, zone }, before) {
    clearTimeout(this.turning);
    const turns = before.symbol && symbol && moving();
    this.wear = () => {
      this.wear = null;
      this.use?.remove();
      this.use = symbol ? s("use", { href: `#${symbol}` }) : null;
      if (this.use) this.face.prepend(this.use);
      if (turns) this.face.animate(TURN, { duration: TURNING, easing: "ease-out" });
    };
    const flight = turns && zone !== before.zone ? FLIGHT + this.delay : 0;
    if (turns) this.time = Math.max(this.time, flight + TURNING);
    if (!flight) return this.wear();
    this.turning = setTimeout(this.wear, flight);
  }

  /** The face that it is to show on landing, at once. */
  land() {
    clearTimeout(this.turning);
    this.wear?.();
  }

  /** Whether the piece can be touched now. */
  offer(touchable) {
    if (this.touchable === touchable) return;
    this.touchable = touchable;
    this.mark("touch", touchable);
    this.name();
  }

  /** What a screen reader gets of it, and whether keys stop here. A part of a thing is that thing for a finger alone. */
  name() {
    const { spoken, part, data } = this;
    const stop = !part && Boolean(this.touchable || this.look);
    setAttr(this.element, "tabindex", stop ? "0" : null);
    setAttr(this.element, "role", stop ? "button" : spoken && !part ? "img" : null);
    const label = (!part && (spoken || (stop && (data.text || this.id)))) || null;
    setAttr(this.element, "aria-label", label);
    // Firefox reads what stands inside of something named, too.
    if (this.text) setAttr(this.text, "aria-hidden", label ? "true" : null);
    setAttr(this.element, "aria-hidden", part || !(spoken || stop || WORD.test(data.text || "")) ? "true" : null);
  }

  mark(name, on) {
    setAttr(this.element, `data-${name}`, on ? "" : null);
  }

  /** Fades in, or comes flying from the place where it was made: a tile out of the bag, a number out of its square. */
  appear(from) {
    if (!moving()) return;
    const { delay } = this;
    const timing = { duration: from ? 620 : 260, easing: "ease-out", delay, fill: "backwards" };
    this.time = delay + timing.duration;
    this.face.animate(from ? this.flight(from) : APPEAR, timing);
  }

  flight([fromX, fromY]) {
    const [x, y, scale] = this.place;
    const start = `translate(${(fromX - x) / scale}px, ${(fromY - y) / scale}px) scale(${this.data.symbol ? 0.4 : 1.8})`;
    return [{ opacity: 0, transform: start }, { opacity: 1, offset: 0.2 }, { transform: "none" }];
  }

  /** Gives its id free at once, and goes. */
  leave() {
    this.element.removeAttribute("id");
    this.element.removeAttribute("data-piece");
    this.offer(false);
    this.element.setAttribute("aria-hidden", "true");
    if (!moving()) return this.element.remove();
    this.mark("leaving", true);
    this.time = LEAVING;
    setTimeout(() => this.element.remove(), LEAVING);
  }
}
