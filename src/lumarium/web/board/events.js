// Tells what led to a scene: sentence by sentence, with the pieces and players that each of them is about.

import { pictured, plain } from "../shared/pictured.js";
import { moving } from "../shared/prefs.js";
import { announce } from "../shared/speech.js";

const EACH = 900;
const BEAT = 160;
const MOST_BEATS = 7;
const TOGETHER = 3200;
const ENDING = 15000;
const QUIET_AFTER = 4500;
const QUIET_SOON = 2400;
const LONG = 80;
const overBoard = matchMedia("(max-width: 899px), (max-aspect-ratio: 1/1), (max-height: 520px)");

/** The piece ids that an event is about: those it names, or facts that are one. */
function mentioned(event, ids) {
  if (Array.isArray(event.pieces)) return event.pieces.filter((id) => ids.has(id));
  const facts = Object.entries(event).filter(([name, value]) => name !== "text" && name !== "kind" && ids.has(value));
  return facts.map(([, value]) => value);
}

/** Piece ids in the order in which the events name them. */
export const storyOrder = (events, ids) => [...new Set(events.flatMap((event) => mentioned(event, ids)))];

export class Teller extends EventTarget {
  /** `line` shows the sentence, `live` is read aloud. */
  constructor(board, line, live) {
    super();
    Object.assign(this, { board, line, live, queue: [], lit: [], beats: [], due: Infinity, said: ["", "event"] });
  }

  /** The last scoring of a game (`ending`) is told at leisure: nobody waits for a turn. */
  tell(events, ending = false) {
    if (!events.length) return;
    announce(this.live, events.map((event) => plain(event.text)).join(" "));
    this.queue.push(...events);
    this.each = moving() ? Math.min(EACH, (ending ? ENDING : TOGETHER) / this.queue.length) : 0;
    // An advice is out of date as soon as something happens.
    if (!this.timer || !this.each || this.line.dataset.kind === "hint") this.next();
    else if (this.due < Infinity) {
      // The last sentence stays while nothing happens, but holds up none that follows.
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.next(), Math.max(0, this.due - performance.now()));
      this.due = Infinity;
    }
  }

  /** Settles once all of it was told or skipped. */
  async told() {
    while (this.queue.length) await new Promise((told) => this.addEventListener("seat", told, { once: true }));
  }

  /** One sentence of another kind, such as a hint or an error. */
  say(text, kind = "note") {
    this.skip();
    this.show(text, kind);
    announce(this.live, text);
    clearTimeout(this.timer);
    Object.assign(this, { due: Infinity, timer: setTimeout(() => this.next(), QUIET_AFTER) });
  }

  /** Only the last of these, at once: for a jump to another position. */
  jump(events) {
    clearTimeout(this.timer);
    Object.assign(this, { timer: null, queue: [] });
    this.light([], null);
    const text = events.at(-1)?.text ?? "";
    this.live.textContent = plain(text);
    this.show(text, "event");
    if (events.length) this.timer = setTimeout(() => this.next(), overBoard.matches ? QUIET_SOON : QUIET_AFTER);
  }

  next() {
    clearTimeout(this.timer);
    this.timer = null;
    this.light([], null);
    if (!this.each) this.queue.splice(0, Math.max(0, this.queue.length - 1));
    const event = this.queue.shift();
    if (!event) {
      // On a desk the last sentence stays; on a phone it gives its place back to the prompt.
      this.line.dataset.old = "";
      return;
    }
    this.show(event.text, "event");
    const ids = mentioned(event, this.board.pieces);
    // An event about many pieces, such as a scored square, takes longer to follow.
    const time = this.each && Math.max(this.each, Math.min(ids.length, MOST_BEATS) * BEAT);
    this.light(ids, event.seat, time);
    this.due = this.queue.length ? Infinity : performance.now() + time;
    this.timer = setTimeout(
      () => this.next(),
      this.queue.length ? time : overBoard.matches ? QUIET_SOON : QUIET_AFTER,
    );
  }

  /** The last sentence at once. */
  skip() {
    this.queue.splice(0, Math.max(0, this.queue.length - 1));
    if (this.queue.length) this.next();
  }

  /** What led here was seen: the line gives its place to what is asked, or says what a begun choice would bring. */
  rest(choice = "") {
    this.skip();
    clearTimeout(this.timer);
    this.timer = null;
    this.light([], null);
    if (choice) this.show(choice.charAt(0).toUpperCase() + choice.slice(1), "choice");
    else {
      if (this.line.dataset.kind === "choice") this.show(...this.said);
      this.line.dataset.old = "";
    }
  }

  show(text, kind) {
    if (kind !== "choice") this.said = [text, kind];
    this.line.replaceChildren(...pictured(text));
    delete this.line.dataset.old;
    this.line.dataset.kind = kind;
    this.line.toggleAttribute("data-long", plain(text).length > LONG);
  }

  /** Lights the pieces up one after the other. */
  light(ids, seat, time = 0) {
    for (const beat of this.beats) clearTimeout(beat);
    for (const id of this.lit) this.board.pieces.get(id)?.mark("lit", false);
    this.lit = ids;
    const pause = Math.min(BEAT, time / (ids.length + 1));
    const mark = (id) => this.board.pieces.get(id)?.mark("lit", true);
    this.beats = pause ? ids.map((id, index) => setTimeout(mark, index * pause, id)) : (ids.forEach(mark), []);
    this.dispatchEvent(new CustomEvent("seat", { detail: seat }));
  }
}

/** Keeps the mark on what the last player changed, over all decisions of their turn. */
export class LastMove {
  constructor(board) {
    this.board = board;
    this.ids = new Set();
    this.seat = null;
  }

  /** One's own moves need no mark. `decided` is the seat that had to decide, where one move led here: the sentences
   * may already be about whoever comes next. */
  update(events, changed, choices, own, decided) {
    if (!events.length) return;
    const told = events.findLast((event) => event.seat !== null && event.seat !== undefined)?.seat ?? null;
    const seat = events[0].kind === "undo" ? told : (decided ?? told);
    if (seat !== this.seat) this.clear();
    this.seat = seat;
    if (own.length === 1 && own.includes(seat)) return;
    const seen = changed.filter(({ id, change }) => change !== "moved" && !choices.has(id));
    for (const { id } of seen.length <= 8 ? seen : []) {
      const { label, symbol } = this.board.pieces.get(id).data;
      if (label && symbol) this.ids.add(id);
    }
    for (const id of this.ids) this.board.pieces.get(id)?.mark("last", true);
  }

  clear() {
    for (const id of this.ids) this.board.pieces.get(id)?.mark("last", false);
    this.ids.clear();
  }
}
