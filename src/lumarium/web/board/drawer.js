// On a phone the players and the log are a sheet that is pulled up from below; on a desk they simply stand there.

import { button, byId } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { opened } from "../shared/layers.js";

export class Drawer {
  constructor(side) {
    this.side = side;
    side.prepend(
      button("ui-handle", t("drawer.open"), () => this.toggle(), { icon: "back", kind: "handle bare" }),
    );
    let from = null;
    side.addEventListener("pointerdown", (event) => (from = event.target.closest(".drawer") ? null : event.clientY));
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (from = null));
    side.addEventListener("pointermove", (event) => {
      if (from === null || Math.abs(event.clientY - from) < 40) return;
      if (event.clientY < from) this.open();
      else this.close();
      from = null;
    });
  }

  get isOpen() {
    return "open" in this.side.dataset;
  }

  toggle() {
    if (this.isOpen) this.close();
    else this.open();
  }

  open() {
    if (this.isOpen || !matchMedia("(max-width: 899px), (max-aspect-ratio: 1/1), (max-height: 520px)").matches) return;
    const within = document.activeElement?.closest(".chips");
    this.side.dataset.open = "";
    if (within) byId("ui-handle").focus();
    this.release = opened(() => {
      this.release = null;
      this.close();
    });
  }

  close() {
    delete this.side.dataset.open;
    this.release?.();
    this.release = null;
  }
}
