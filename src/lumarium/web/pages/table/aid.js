// The rules in short, beside the table: over the players on a desk, a sheet on a phone. The board stays in play.

import { getText } from "../../shared/api.js";
import { button, byId, h } from "../../shared/dom.js";
import { lang, t } from "../../shared/i18n.js";
import { opened } from "../../shared/layers.js";
import { markdown } from "../../shared/markdown.js";

const KEY = "?";

export class Aid {
  /** `game()` answers with what the server says of the game at this table, or nothing. */
  constructor(element, game) {
    Object.assign(this, { element, game, release: null });
    this.text = h("div", { class: "reading", tabindex: "0", role: "group", "aria-label": t("aid.title") });
    const close = button("ui-aid-close", t("dialog.close"), () => this.close(), { icon: "close", kind: "bare" });
    this.whole = h("a", { id: "ui-aid-rules", target: "_blank" }, t("aid.whole"));
    element.append(h("header", { class: "dialog-head" }, h("h2", {}, t("aid.title")), close), this.text, this.whole);
    addEventListener("keydown", (event) => this.press(event));
  }

  press(event) {
    const typing = event.target.closest?.("input, select, textarea, dialog");
    if (event.key !== KEY || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.toggle();
  }

  toggle() {
    if (this.release) this.close();
    else this.open();
  }

  async open() {
    const game = this.game();
    if (!game?.aid || this.release) return;
    this.before = document.activeElement;
    this.release = opened(() => {
      this.release = null;
      this.close();
    });
    this.whole.href = `/rules/${game.name}`;
    this.element.hidden = false;
    try {
      this.loaded ||= markdown(await getText(`/api/aids/${game.name}?lang=${lang()}`));
      this.text.replaceChildren(...this.loaded);
    } catch (error) {
      this.text.replaceChildren(h("p", { role: "alert" }, error.message));
    }
    this.text.focus({ preventScroll: true });
  }

  close() {
    const within = this.element.contains(document.activeElement);
    this.element.hidden = true;
    this.release?.();
    this.release = null;
    if (within) (this.before?.isConnected ? this.before : byId("ui-aid-open")).focus({ preventScroll: true });
  }
}
