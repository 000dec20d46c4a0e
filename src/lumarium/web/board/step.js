// The chips for a move that has begun (back, play it) and for an enlarged board.

import { button } from "../shared/dom.js";
import { t } from "../shared/i18n.js";

export class StepChips {
  constructor(element, touch, spotlight) {
    Object.assign(this, { element, touch, spotlight });
    this.back = button("ui-back", t("touch.back"), () => touch.back(), { icon: "back", kind: "chip-button" });
    this.play = button("ui-confirm", "", () => touch.confirm(), { icon: "check", kind: "chip-button primary" });
    this.play.setAttribute("aria-keyshortcuts", "Control+Enter");
    this.leave = button("ui-unspot", t("spotlight.leave"), () => spotlight.leave(), {
      icon: "back",
      kind: "chip-button",
    });
    element.append(this.back, this.play, this.leave);
    touch.addEventListener("step", () => this.update());
    spotlight.addEventListener("change", () => this.update());
  }

  update() {
    const { path, asking, busy } = this.touch;
    const begun = path.touched.length > 0 && !busy;
    this.back.hidden = !begun;
    this.play.hidden = !(begun && path.canStop);
    this.play.lastChild.textContent = asking ? t("touch.confirm") : t("touch.stop");
    this.leave.hidden = this.spotlight.seat === null;
    this.element.hidden = this.back.hidden && this.leave.hidden;
  }
}
