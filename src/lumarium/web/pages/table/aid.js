// The rules in short, beside the table.

import { getText } from "../../shared/api.js";
import { Beside } from "../../shared/beside.js";
import { h } from "../../shared/dom.js";
import { lang, t } from "../../shared/i18n.js";
import { markdown } from "../../shared/markdown.js";

export class Aid extends Beside {
  /** `game()` answers with what the server says of the game at this table, or nothing. */
  constructor(element, game) {
    const text = h("div", { class: "reading", tabindex: "0", role: "group", "aria-label": t("aid.title") });
    const whole = h("a", { id: "ui-aid-rules", target: "_blank" }, t("aid.whole"));
    super(element, "aid", t("aid.title"), text, whole);
    Object.assign(this, { game, text, whole });
  }

  open() {
    if (this.game()?.aid) super.open();
  }

  async fill() {
    const { name } = this.game();
    this.whole.href = `/rules/${name}`;
    try {
      this.loaded ||= markdown(await getText(`/api/aids/${name}?lang=${lang()}`));
      this.text.replaceChildren(...this.loaded);
    } catch (error) {
      this.text.replaceChildren(h("p", { role: "alert" }, error.message));
    }
    this.text.focus({ preventScroll: true });
  }
}
