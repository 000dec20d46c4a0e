// What is opened beside the table, over the players on a desk and as a sheet on a phone; the board stays in play.

import { button, byId, h } from "./dom.js";
import { t } from "./i18n.js";
import { opened } from "./layers.js";

let shown = null;

export class Beside {
  /** `name` is that of its ids: `ui-<name>-close`, and `ui-<name>-open` for the button that opens it. */
  constructor(element, name, title, ...content) {
    Object.assign(this, { element, name, release: null });
    const close = button(`ui-${name}-close`, t("dialog.close"), () => this.close(), { icon: "close", kind: "bare" });
    element.append(h("header", { class: "dialog-head" }, h("h2", {}, title), close), ...content);
  }

  get on() {
    return this.release !== null;
  }

  toggle() {
    if (this.on) this.close();
    else this.open();
  }

  open() {
    if (this.on) return;
    shown?.close();
    shown = this;
    this.before = document.activeElement;
    this.release = opened(() => {
      this.release = null;
      this.close();
    });
    this.element.hidden = false;
    this.fill();
  }

  close() {
    const within = this.element.contains(document.activeElement);
    this.element.hidden = true;
    this.release?.();
    this.release = null;
    if (shown === this) shown = null;
    if (within) (this.before?.isConnected ? this.before : byId(`ui-${this.name}-open`)).focus({ preventScroll: true });
  }
}
