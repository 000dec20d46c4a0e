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
    const asked = v === undefined ? "" : `${v} ${text}`;
    if (asked === this.asked) return;
    this.asked = asked;
    if (!asked) this.begun = false;
    // What led here is told in the same breath, and comes first.
    else queueMicrotask(() => this.asked === asked && this.say(text));
  }

  say(text) {
    announce(this.region, this.begun ? text : `${t("notice.turn")}. ${text}`);
    this.begun = true;
  }
}
