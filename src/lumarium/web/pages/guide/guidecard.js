// The card beside the board: what a step says, how far one has come, and the way back and on. On a phone what it says lies
// over the board, away from what is to be touched, and folds to the line below it.

import { button, h, setAttr, setText } from "../../shared/dom.js";
import { t } from "../../shared/i18n.js";
import { announce } from "../../shared/speech.js";

export class GuideCard {
  /** `go(index)` leads to a step. */
  constructor(element, guide, go) {
    Object.assign(this, { element, guide, steps: guide.steps, index: 0 });
    this.title = h("h2", { id: "ui-guide-title" });
    this.text = h("p", { id: "ui-guide-text" });
    // The prompt above the board says the same.
    this.wish = h("p", { id: "ui-guide-do", class: "guide-do", "aria-hidden": "true" });
    this.reply = h("p", { id: "ui-guide-answer", class: "guide-answer", role: "status" });
    this.words = h("div", { id: "ui-guide-words", class: "guide-words", tabindex: "0", role: "group", "aria-labelledby": "ui-guide-title" });
    this.spoken = h("p", { id: "ui-guide-live", class: "unseen", role: "status" });
    this.back = button("ui-guide-back", t("guide.back"), () => go(this.index - 1), { icon: "back", kind: "bare" });
    this.next = button("ui-guide-next", t("guide.next"), () => go(this.index + 1), { kind: "primary" });
    this.fold = button("ui-guide-fold", "", () => this.folded(!("folded" in element.dataset)), {
      icon: "back",
      kind: "bare guide-fold",
    });
    this.fold.setAttribute("aria-controls", "ui-guide-words");
    this.count = h("span", { id: "ui-guide-count" });
    this.bar = h("progress", { max: this.steps.length, "aria-hidden": "true" });
    const far = h("div", { class: "guide-far" }, this.count, this.bar);
    this.play = h(
      "a",
      { id: "ui-guide-play", class: "button primary", href: `/new?game=${guide.game}` },
      t("guide.play"),
    );
    this.ways = h(
      "div",
      { class: "buttons guide-ways" },
      h("a", { id: "ui-guide-rules", class: "button quiet", href: `/rules/${guide.game}` }, t("home.rules")),
      button("ui-guide-again", t("guide.again"), () => go(0), { kind: "quiet" }),
    );
    this.words.append(this.title, this.text, this.wish, this.reply, this.ways);
    element.append(this.words, h("div", { class: "guide-nav" }, this.back, far, this.fold, this.next, this.play), this.spoken);
  }

  show(index) {
    this.index = index;
    const { title, text, do: wish = "", wanted } = this.steps[index];
    const last = index === this.steps.length - 1;
    setText(this.title, title);
    setText(this.text, text);
    setText(this.wish, wish);
    setText(this.reply, "");
    setText(this.count, t("guide.step", { number: index + 1, all: this.steps.length }));
    this.bar.value = index + 1;
    this.back.disabled = index === 0;
    this.next.hidden = Boolean(wanted) || last;
    this.play.hidden = this.ways.hidden = !last;
    this.words.scrollTop = 0;
    this.folded(false);
    setAttr(this.element, "data-step", this.steps[index].name);
    announce(this.spoken, `${title}. ${text}`);
  }

  /** Folds what the step says to one line, or opens it again. */
  folded(folded) {
    setAttr(this.element, "data-folded", folded ? "" : null);
    setAttr(this.fold, "aria-expanded", String(!folded));
    for (const name of ["aria-label", "title"]) setAttr(this.fold, name, t(folded ? "guide.unfold" : "guide.fold"));
  }

  /** Where it lies over the board, it leaves these pieces free if it can. */
  avoid(pieces) {
    const { top, bottom } = this.words.getBoundingClientRect();
    const covered = pieces.some(({ element }) => element.getBoundingClientRect().bottom > top);
    const { top: stage } = document.getElementById("ui-stage").getBoundingClientRect();
    const free = pieces.every(({ element }) => element.getBoundingClientRect().top > stage + bottom - top);
    setAttr(this.element, "data-above", covered && free ? "" : null);
  }

  answer(text) {
    this.folded(false);
    announce(this.reply, text);
    this.reply.scrollIntoView({ block: "nearest" });
  }

  focus() {
    (this.next.hidden ? this.play : this.next).focus({ preventScroll: true });
  }
}
