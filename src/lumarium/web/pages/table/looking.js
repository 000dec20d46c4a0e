// Looking back while the game runs: earlier positions below the board, whatever the others do meanwhile, and back to now.

import { Walk } from "../../board/walk.js";
import { byId, button, setAttr } from "../../shared/dom.js";
import { t } from "../../shared/i18n.js";
import { opened } from "../../shared/layers.js";

export class Looking {
  /** `ask(at)` answers with a position, `now()` shows the game as it is, `goOn(at)` takes back to a position. */
  constructor(element, showing, { ask, now, goOn, refuse }) {
    Object.assign(this, { element, showing, ask, now, refuse, on: false, busy: false, shown: null });
    this.walk = new Walk(element, 0, { go: (at) => this.go(at), word: (at) => this.word(at) });
    this.back = button("ui-look-back", t("look.back"), () => goOn(this.shown.at), { icon: "undo", kind: "small" });
    this.leave = button("ui-look-now", t("look.now"), () => this.close(), { icon: "last", kind: "small primary" });
    element.querySelector(".walk-row").append(this.back, this.leave);
  }

  word(at) {
    return t("look.at", { at, last: this.walk.last });
  }

  async open(last) {
    if (this.on) return;
    this.on = true;
    this.element.hidden = false;
    setAttr(byId("ui-root"), "data-looking", "");
    this.release = opened(() => ((this.release = null), this.close()));
    this.walk.reach(0, last);
    await this.walk.show(last);
    if (this.on) await this.walk.show(last - 1);
  }

  close() {
    if (!this.on) return;
    this.walk.play(false);
    this.on = false;
    this.shown = null;
    this.element.hidden = true;
    setAttr(byId("ui-root"), "data-looking", null);
    this.release?.();
    this.release = null;
    this.now();
  }

  /** The game went on; whoever looks back stays where they are. A move that was taken back is gone. */
  reach(last, turn) {
    if (!this.on) return;
    this.walk.reach(Math.min(this.walk.first, last), last);
    this.leave.lastChild.textContent = t(turn ? "look.your_turn" : "look.now");
    if (this.walk.at > last) this.walk.show(last);
  }

  /** Shows a position. While one is being fetched only the latest wish counts. */
  async go() {
    if (this.busy) return;
    this.busy = true;
    try {
      let wish;
      do {
        wish = this.walk.at;
        const position = await this.ask(wish);
        if (this.on && wish === this.walk.at) await this.arrive(position);
      } while (this.on && wish !== this.walk.at);
    } catch (error) {
      this.refuse(error);
    } finally {
      this.busy = false;
    }
  }

  async arrive(position) {
    const { scene, at, first, last, can_undo: canUndo } = position;
    const next = this.shown && at === this.shown.at + 1;
    this.shown = position;
    this.back.hidden = !canUndo;
    if (first !== this.walk.first || last !== this.walk.last) this.walk.reach(first, last);
    this.showing.teller.jump(next ? [] : scene.events);
    await this.showing.show(position, { tell: Boolean(next) });
  }
}
