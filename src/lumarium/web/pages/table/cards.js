// Small cards over the board: something that somebody at the table wants to know, with the answers to it.

import { button, h } from "../../shared/dom.js";
import { announce } from "../../shared/speech.js";

export class Cards {
  /** `live` is read aloud. */
  constructor(element, live) {
    Object.assign(this, { element, live, shown: new Map() });
  }

  /** Shows a card as long as there is a text. `answers` are [id, text, onclick, options of a button]. */
  set(id, text, answers = []) {
    const words = text ? JSON.stringify([text, answers.map(([, word]) => word)]) : "";
    if (this.shown.get(id)?.words === words) return;
    this.shown.get(id)?.card.remove();
    this.shown.delete(id);
    if (text) {
      const buttons = answers.map(([name, word, onclick, look]) => button(name, word, onclick, look));
      const card = h("div", { id, class: "notice-card" }, h("p", {}, text), h("div", { class: "buttons" }, buttons));
      this.shown.set(id, { card, words });
      this.element.append(card);
      announce(this.live, text);
    }
    this.element.hidden = !this.shown.size;
  }
}
