// What a screen reader says: what happened, and after it what is asked. Both politely, so that neither cuts the other.

import { t } from "./i18n.js";

/** Says a text in a live region, also where it is the same as before. */
export function announce(region, text) {
  region.textContent = text && region.textContent === text ? `${text}\u00a0` : text;
}

/** Says what is asked of this player whenever it changes, and that their turn has begun. */
export class Asking {
  constructor(region) {
    Object.assign(this, { region, asked: "", begun: false });
  }

  /** `v` is the version of the scene that asks; without it nothing is asked of anybody here. */
  ask(text, v) {
    if (v === undefined) {
      this.begun = false;
      return this.rest();
    }
    const asked = `${v} ${text}`;
    if (asked === this.asked) return;
    this.asked = asked;
    // What led here is told in the same breath, and comes first.
    queueMicrotask(() => this.asked === asked && this.say(text));
  }

  /** What was asked is answered: it is not there to be found any more. */
  rest() {
    this.asked = "";
    this.region.textContent = "";
  }

  say(text) {
    announce(this.region, this.begun ? text : `${t("notice.turn")}. ${text}`);
    this.begun = true;
  }
}
