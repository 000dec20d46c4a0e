// The walk through a game: slider, buttons and keys, and playing by itself.

import { byId, button, h, icon, setAttr } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { moving } from "../shared/prefs.js";

const FAR = 10;
const EACH = 1700;
const STILL = 1000;

export class Walk {
  /** `go(at)` shows a position and resolves when it is on the screen; `word(at)` says what led there. */
  constructor(element, last, { go, word }) {
    Object.assign(this, { element, first: 0, last, go, word, at: 0, playing: false });
    const to = (id, way, where) =>
      button(id, t(`replay.${way}`), () => this.move(where()), { icon: way, kind: "bare" });
    this.toggle = button("ui-walk-play", t("replay.play"), () => this.play(!this.playing), {
      icon: "play",
      kind: "bare",
    });
    this.slider = h("input", {
      id: "ui-slider",
      type: "range",
      min: 0,
      max: last,
      step: 1,
      value: 0,
      "aria-label": t("replay.slider"),
      oninput: () => this.move(Number(this.slider.value)),
    });
    this.count = h("output", { id: "ui-walk-count", for: "ui-slider" });
    element.append(
      h(
        "div",
        { class: "walk-row" },
        to("ui-walk-first", "first", () => this.first),
        to("ui-walk-before", "before", () => this.at - 1),
        this.toggle,
        to("ui-walk-after", "after", () => this.at + 1),
        to("ui-walk-last", "last", () => this.last),
        this.slider,
        this.count,
      ),
    );
    addEventListener("keydown", (event) => this.press(event), true);
  }

  /** From where to where one can go now. */
  reach(first, last) {
    Object.assign(this, { first, last });
    Object.assign(this.slider, { min: first, max: last });
    this.mark();
  }

  /** Keys walk wherever they mean nothing else. */
  press(event) {
    const { target, key } = event;
    if (this.element.hidden) return;
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (target.closest("input, select, textarea, [contenteditable], #ui-pieces")) return;
    if (key === " " && target.closest("button, a, summary")) return;
    const ways = {
      ArrowLeft: this.at - 1,
      ArrowRight: this.at + 1,
      PageUp: this.at - FAR,
      PageDown: this.at + FAR,
      Home: this.first,
      End: this.last,
    };
    if (key === " ") this.play(!this.playing);
    else if (key in ways) this.move(ways[key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Somebody goes to a position; that ends playing by itself. */
  move(at) {
    this.play(false);
    this.show(at);
  }

  show(at) {
    this.at = Math.max(this.first, Math.min(this.last, at));
    this.mark();
    return this.go(this.at);
  }

  mark() {
    const { first, last, at } = this;
    this.slider.value = at;
    this.slider.style.setProperty("--part", `${(100 * (at - first)) / (last - first || 1)}%`);
    setAttr(this.slider, "aria-valuetext", this.word(at));
    this.count.textContent = t("replay.count", { at, last });
  }

  async play(on) {
    if (on === this.playing) return;
    this.playing = on;
    setAttr(this.toggle, "aria-label", t(on ? "replay.pause" : "replay.play"));
    setAttr(this.toggle, "title", t(on ? "replay.pause" : "replay.play"));
    this.toggle.replaceChildren(icon(on ? "pause" : "play"));
    setAttr(byId("ui-root"), "data-playing", on ? "" : null);
    clearTimeout(this.timer);
    if (!on) return;
    await this.show(this.at === this.last ? this.first : this.at + 1);
    this.later();
  }

  later() {
    if (!this.playing) return;
    if (this.at === this.last) return void this.play(false);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(this.at + 1).then(() => this.later()), moving() ? EACH : STILL);
  }
}
