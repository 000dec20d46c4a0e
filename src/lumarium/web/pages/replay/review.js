// What the bot thinks of a decision when one looks back: its best candidates, and what was played.

import { postJson } from "../../shared/api.js";
import { button, h } from "../../shared/dom.js";
import { t } from "../../shared/i18n.js";
import { thoughtList } from "../../shared/thoughts.js";

const CLOSE = 0.03; // Two outlooks that differ less are as good as each other.

export class Review {
  /** `light(path)` marks pieces on the board. */
  constructor(section, record, told, light) {
    Object.assign(this, { section, record, told, light, known: new Map(), at: 0 });
  }

  /** Another position is looked at. */
  show(at) {
    this.at = at;
    const known = this.known.get(at);
    if (known) this.draw(known);
    this.section.hidden = !known;
  }

  /** What was measured of a decision before anybody asked here. */
  tell(at, { seat, thoughts }) {
    this.known.set(at, { seat, level: "strong", thoughts });
    if (at === this.at) this.show(at);
  }

  /** May the bot be asked here? */
  possible(at) {
    return Boolean(this.told.result) && at < this.told.entries.length;
  }

  async ask() {
    const { at, record } = this;
    this.section.hidden = false;
    this.section.replaceChildren(this.head(), h("p", { class: "soft" }, t("review.thinking")));
    try {
      this.known.set(at, await postJson("/api/replay/explain", { record, at }));
    } catch (error) {
      if (at === this.at)
        this.section.replaceChildren(this.head(), h("p", { class: "notice", role: "alert" }, error.message));
      return;
    }
    if (at === this.at) this.show(at);
  }

  head() {
    const close = button("ui-review-close", t("dialog.close"), () => (this.section.hidden = true), {
      icon: "close",
      kind: "bare small",
    });
    return h("div", { class: "review-head" }, h("h2", {}, t("review.title")), close);
  }

  draw({ seat, level, thoughts }) {
    const name = this.told.names[seat];
    this.section.replaceChildren(
      this.head(),
      h("p", { id: "ui-review-verdict" }, verdict(thoughts, name, t(`level.${level}`))),
      thoughtList(thoughts, this.light, t("review.played", { name })),
      h("p", { class: "help" }, t("review.help", { name })),
    );
    this.light(thoughts[0].path);
  }
}

/** What was played, compared with the best. */
function verdict(thoughts, name, level) {
  const [best] = thoughts;
  const played = thoughts.find((thought) => thought.played);
  if (!played) return t("review.undone", { name, level, move: best.text });
  if (played === best) return t("review.same", { name, level });
  const worse = best.outlook - played.outlook;
  if (worse < CLOSE) return t("review.close", { name, level, move: best.text });
  return t("review.other", { name, level, move: best.text, n: Math.round(100 * worse) });
}
