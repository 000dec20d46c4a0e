// What a screen reader says: what happened, and after it what is asked. Both politely, so that neither cuts the other.

import { t } from "./i18n.js";

/** A focus that moves meanwhile is read first, and would cut off what was begun before it. */
const AFTER = 150;

const waiting = new WeakMap();

/** Says a text in a live region, also where it is the same as before, unless it is no longer `wanted` by then. What waits
 * is said in the same breath as the last that comes up meanwhile: a region that changes twice at once is read once, and of
 * two regions the one that was told first is heard first. */
export function announce(region, text, wanted = () => true) {
  const texts = [...(waiting.get(region)?.texts ?? []), [text, wanted]];
  clearTimeout(waiting.get(region)?.timer);
  const timer = setTimeout(() => {
    waiting.delete(region);
    const left = texts.filter(([, isWanted]) => isWanted());
    const whole = left.map(([each]) => each).join(" ");
    if (left.length) region.textContent = region.textContent === whole ? `${whole}\u00a0` : whole;
  }, AFTER);
  waiting.set(region, { texts, timer });
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
    queueMicrotask(() => this.asked === asked && this.say(text, asked));
  }

  /** What was asked is answered: it is not there to be found any more. */
  rest() {
    this.asked = "";
    this.region.textContent = "";
  }

  say(text, asked) {
    const whole = this.begun ? text : `${t("notice.turn")}. ${text}`;
    this.begun = true;
    announce(this.region, whole, () => this.asked === asked);
  }
}
