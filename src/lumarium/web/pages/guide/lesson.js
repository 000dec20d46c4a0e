// One guide, step by step: shows the prepared positions, takes the wanted moves, and answers other touches.

import { TouchPath } from "../../board/path.js";
import { Showing } from "../../board/showing.js";
import { keepProgress, progress } from "../../shared/learned.js";
import { GuideCard } from "./guidecard.js";

const FINGER = 44;

export class Lesson {
  constructor(guide, card) {
    Object.assign(this, { guide, steps: guide.steps, index: -1, byKey: false });
    this.showing = new Showing({ onPath: () => this.go(this.index + 1), finger: FINGER });
    this.card = new GuideCard(card, guide, (index) => this.go(index));
    addEventListener("keydown", () => (this.byKey = true), true);
    addEventListener("pointerdown", () => (this.byKey = false), true);
    this.showing.touch.addEventListener("step", () => this.point());
    this.showing.addEventListener("ask", () => this.focus());
    this.showing.spotlight.addEventListener("change", () => this.makeRoom());
    const { svg } = this.showing.board;
    svg.addEventListener("click", () => (this.before = this.state), true);
    svg.addEventListener("click", (event) => this.before === this.state && this.missed(event));
  }

  get step() {
    return this.steps[this.index];
  }

  /** Changes with every touch that does something. */
  get state() {
    const { path, asking } = this.showing.touch;
    return `${this.index} ${path.touched.join(" ")} ${asking}`;
  }

  /** Where the guide was left the last time. */
  start() {
    const { step, done } = progress(this.guide.game);
    const left = this.steps.findIndex(({ name }) => name === step);
    return this.go(done ? 0 : Math.max(0, left));
  }

  async go(index) {
    const on = index === this.index + 1;
    this.index = index;
    const { step } = this;
    const last = index === this.steps.length - 1;
    keepProgress(this.guide.game, last ? { step: step.name, done: true } : { step: step.name });
    this.card.show(index);
    await this.showing.show(
      { scene: this.scene(step), seat: this.guide.seat },
      { seats: this.seats(), you: { seats: [this.guide.seat] }, tell: on && !step.leap },
    );
    if (!this.showing.touch.held) this.focus();
  }

  /** The position with nothing to touch but what is wanted. */
  scene({ scene, wanted, do: wish }) {
    const status = wanted ? "turn" : scene.status === "over" ? "over" : "wait";
    return { ...scene, status, prompt: wish || this.guide.title, actions: wanted || [] };
  }

  /** The learner is marked as such; nothing can be done about the seats here. */
  seats() {
    return this.guide.players.map((_, seat) => ({ seat, kind: "guide", connected: true }));
  }

  /** The ways that are open at this point of the move: all that the rules allow, and those that the step wants. */
  ways() {
    const ways = { free: new TouchPath(this.step.scene.actions), wanted: new TouchPath(this.step.wanted) };
    for (const piece of this.showing.touch.path.touched) for (const way of Object.values(ways)) way.touch(piece);
    return ways;
  }

  /** What else could be touched stands back behind what is wanted. */
  point() {
    const { board, touch } = this.showing;
    this.makeRoom();
    const { free, wanted } = this.ways();
    const next = new Set(this.step.wanted && !touch.busy ? free.next : []);
    for (const piece of board.pieces.values())
      piece.mark("aside", next.has(piece.id) && !wanted.next.includes(piece.id) && !touch.offered.has(piece.id));
  }

  /** Whoever has begun a move, or looks closely, needs the board; whoever has not must be able to begin. */
  makeRoom() {
    const { board, touch, spotlight } = this.showing;
    if (spotlight.seat !== null || (touch.path.touched.length && !touch.busy)) this.card.folded(true);
    else this.card.avoid([...touch.offered].map((id) => board.pieces.get(id)));
  }

  /** Keys go on where the next decision is. */
  focus() {
    const { touch, board } = this.showing;
    if (!this.step.wanted) this.card.focus();
    else if (this.byKey) board.pieces.get([...touch.offered][0])?.element.focus({ preventScroll: true });
  }

  /** A touch that did nothing: where it would be a move of its own, or nothing else is allowed, the step answers. */
  missed(event) {
    const { step } = this;
    if (!step.wanted || this.showing.spotlight.seat !== null) return;
    const { free, wanted } = this.ways();
    const found = document.elementsFromPoint(event.clientX, event.clientY);
    const touched = found.map((element) => element.closest?.("[data-piece]")?.dataset.piece).filter(Boolean);
    const other = touched.some((piece) => free.next.includes(piece) && !wanted.next.includes(piece));
    const forced = touched.length > 0 && free.next.every((piece) => wanted.next.includes(piece));
    if (other || forced) this.card.answer(step.instead || step.do);
  }
}
