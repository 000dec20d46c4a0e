// What every page with a board shares: shows scenes, tells what led to them, and takes touches. It needs no socket.

import { byId, setAttr, setText } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { moving, onPref } from "../shared/prefs.js";
import { play } from "../shared/sounds.js";
import { Asking } from "../shared/speech.js";
import { Drawer } from "./drawer.js";
import { LastMove, storyOrder, Teller } from "./events.js";
import { Keys } from "./keys.js";
import { LogList, Players } from "./panels.js";
import { Pointer } from "./pointer.js";
import { Board } from "./scene.js";
import { Spotlight } from "./spotlight.js";
import { StepChips } from "./step.js";
import { Touch } from "./touch.js";

const NOBODY = { seats: [] };

/** The page has what `buildFrame` built. What is asked (the prompt, whose turn it is, what can be touched) appears when the
 * board shows the position that it is about: at once, or with an event "ask" after what led there was told or skipped.
 *
 *     const showing = new Showing({ onPath: (path) => play(path) });
 *     await showing.show({ scene, seat: 0 });                       a scene as docs/protocol.md has it
 *     await showing.show({ scene, seat: 0 }, { tell: false });      the same without its events
 *
 * `onPath` gets every full path; until the next scene (or `reoffer`) nothing more can be touched. Without it nothing can
 * be touched at all. `prompt(text)` may change what is asked, `askLog()` answers with all lines of the log, `menu(seat)`
 * opens what can be done about a seat, and `finger` is how large, in pixels, all that can be touched is for a finger. */
export class Showing extends EventTarget {
  constructor({ onPath = null, prompt = (text) => text, askLog = null, menu = () => {}, finger = 0 } = {}) {
    super();
    Object.assign(this, { playable: Boolean(onPath), worded: prompt, scene: null, seat: null, turn: Promise.resolve() });
    this.root = byId("ui-root");
    this.board = new Board(byId("ui-stage"));
    this.touch = new Touch(this.board, onPath || (() => {}));
    this.spotlight = new Spotlight(this.board);
    this.teller = new Teller(this.board, byId("ui-line"), byId("ui-live"));
    this.asking = new Asking(byId("ui-live-turn"));
    this.last = new LastMove(this.board);
    this.drawer = new Drawer(byId("ui-side"));
    this.log = new LogList(byId("ui-log"), askLog);
    this.players = new Players(this.root, byId("ui-players"), byId("ui-chips"), {
      enlarge: (seat) => (this.drawer.close(), this.spotlight.enter(seat)),
      openDrawer: () => this.drawer.toggle(),
      menu,
    });
    new Pointer(this.board, this.touch, this.spotlight, () => this.seat, finger);
    new Keys(this.board, this.touch);
    new StepChips(byId("ui-step"), this.touch, this.spotlight);
    this.teller.addEventListener("seat", ({ detail }) => this.players.light(detail));
    this.touch.addEventListener("step", () => (this.rest(), this.prompt()));
    this.touch.addEventListener("preview", () => this.rest());
    this.touch.addEventListener("any", () => this.skip());
    this.teller.line.addEventListener("click", () => this.skip());
    document.addEventListener("visibilitychange", () => document.hidden && this.skip());
    onPref((name) => name === "theme" && this.board.paint());
  }

  /** The game's sheet; asked for once. */
  prepare(game) {
    return (this.sheet ||= this.board.prepare(game));
  }

  /** Shows a scene as soon as the sheet is here, after all that were to be shown before. `seats` and `you` are those of
   * a table; `tell` says its events, and marks what they changed. */
  show({ scene, seat = null }, { seats = [], you = NOBODY, tell = true } = {}) {
    this.turn = this.turn
      .then(() => this.prepare(scene.game))
      .then(() => this.arrive(scene, seat, { seats, you, tell }));
    return this.turn;
  }

  arrive(scene, seat, { seats, you, tell }) {
    const before = this.scene;
    Object.assign(this, { scene, seat });
    const ids = new Set(scene.pieces.map((piece) => piece.id));
    const changed = this.board.apply(scene, tell ? storyOrder(scene.events, ids) : [], seat);
    if (before && tell) this.teller.tell(scene.events, scene.status === "over");
    const waits = moving() && !document.hidden && (this.board.flying || this.teller.queue.length > 0);
    this.touch.held = waits;
    if (before && before.v === scene.v && JSON.stringify(before.actions) === JSON.stringify(scene.actions))
      this.touch.resume();
    else this.reoffer();
    this.hint([]);
    if (before && tell) {
      this.mark(before, changed, you.seats);
      this.sound(before, changed);
    }
    else this.last.clear();
    if (this.spotlight.seat !== null) this.spotlight.show();
    for (const [name, value] of Object.entries({ game: scene.game, seat: seat ?? "", v: scene.v }))
      setAttr(this.root, `data-${name}`, value);
    this.table = { seats, you };
    this.log.show(scene.log);
    this.turnTo();
    if (waits)
      Promise.all([this.board.landed(), this.teller.told()]).then(() => this.scene === scene && this.skip());
  }

  /** What the scene asks for; while it is still being told how it came about, nothing. */
  get status() {
    return this.touch.held ? "wait" : (this.scene?.status ?? "");
  }

  /** Everything that depends on whose turn it is. */
  turnTo() {
    setAttr(this.root, "data-status", this.status);
    setAttr(this.root, "data-telling", this.touch.held ? "" : null);
    this.people(this.table.seats, this.table.you);
    this.prompt();
  }

  /** What led here was seen, or need not be: the board at once, and what is asked. */
  skip() {
    this.teller.skip();
    if (!this.touch.held) return;
    this.board.settle();
    this.touch.hold(false);
    this.turnTo();
    this.dispatchEvent(new Event("ask"));
  }

  /** What can be touched in this scene, from the start. */
  reoffer() {
    this.touch.offer(this.playable ? this.scene.actions : []);
  }

  /** The players beside the board, with what a table knows of them. */
  people(seats, you) {
    if (!this.scene) return;
    this.table = { seats, you };
    const panels = this.scene.panels.map((panel) => ({ ...panel, active: panel.active && !this.touch.held }));
    this.players.update(panels, seats, you, (seat) => seat !== this.seat && seat !== undefined);
  }

  mark(before, changed, own) {
    const { scene } = this;
    const decided = scene.v === before.v + 1 ? before.panels.find(({ active }) => active)?.seat : null;
    this.last.update(scene.events, changed, this.touch.first, own, decided);
  }

  /** One sound for what a scene brought: the end, points, or something that was taken into a hand or placed. */
  sound(before, changed) {
    const { scene, board } = this;
    const points = ({ panels }) => JSON.stringify(panels.map(({ seat, value }) => [seat, value]));
    const moved = changed.filter(({ change }) => change === "new" || change === "zone");
    const laid = moved.map(({ id }) => board.pieces.get(id).data).filter(({ symbol, label }) => symbol && label);
    if (scene.status === "over" && before.status !== "over") play("won");
    else if (points(scene) !== points(before)) play("scored");
    else if (laid.length) play(laid.some(({ zone }) => /^hand/.test(zone)) ? "taken" : "placed");
  }

  /** Lights the pieces of an advice; none without ids. */
  hint(ids) {
    for (const piece of this.board.pieces.values()) piece.mark("hint", ids.includes(piece.id));
  }

  /** A begun move needs the bar for itself; one that shows what it would bring says it as well. */
  rest() {
    const { busy, asking, hover, brings, path } = this.touch;
    const last = path.touched.at(-1);
    const seen = asking ? last : hover;
    const drawn = brings.has(seen) || this.board.ghosts.childElementCount > 0;
    const choice = (!busy && drawn && this.board.pieces.get(seen)?.data.label) || "";
    if ((last && !busy) || choice || this.teller.line.dataset.kind === "choice") this.teller.rest(choice);
  }

  /** What is asked now: of the begun move, or of the scene. */
  prompt() {
    const { touch, scene } = this;
    byId("ui-prompt").hidden = touch.held;
    if (touch.held) return this.asking.rest();
    let text = this.worded(scene?.prompt || "");
    if (touch.asking) text = t("touch.ask");
    else if (touch.path.touched.length && !touch.busy)
      text = touch.path.canStop ? t("touch.next_or_stop") : scene.then || t("touch.next");
    setText(byId("ui-prompt"), text);
    const { length } = text;
    setAttr(byId("ui-prompt"), "data-wraps", length > 38 ? "" : null);
    setAttr(byId("ui-prompt"), "data-long", length > 100 ? "most" : length > 80 ? "more" : length > 60 ? "" : null);
    const asked = this.playable && scene?.status === "turn";
    if (!touch.busy) this.asking.ask(text, asked ? scene.v : undefined);
  }
}
