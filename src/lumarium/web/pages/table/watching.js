// Spectators are told that they are, and choose from whose place they look; players are told how many there are.

import { h, setText } from "../../shared/dom.js";
import { t } from "../../shared/i18n.js";

const ASIDE = "";

export class Watching {
  /** `sit(chair)` asks for the table as seen from a seat's place, or (null) from beside it. */
  constructor(element, sit) {
    this.element = element;
    this.count = h("span", {});
    this.chairs = h("select", {
      id: "ui-chair",
      "aria-label": t("watch.chair"),
      onchange: () => sit(this.chairs.value === ASIDE ? null : Number(this.chairs.value)),
    });
    element.append(this.count, this.chairs);
  }

  update({ phase, watchers, seats }, you, open) {
    const spectator = !you.seats.length;
    this.element.hidden = phase === "waiting" || (!spectator && !watchers);
    const said = t(spectator ? "watch.you" : "watch.count", { n: watchers });
    setText(this.count, spectator && !open ? `${said} ${t("watch.private")}` : said);
    this.chairs.hidden = !spectator || !open;
    const names = seats.map(({ name }) => t("watch.from", { name }));
    if (String(names) !== this.names) this.offer(names);
  }

  offer(names) {
    const chosen = this.chairs.value;
    this.names = String(names);
    const option = (value, text) => h("option", { value }, text);
    this.chairs.replaceChildren(option(ASIDE, t("watch.aside")), ...names.map((name, seat) => option(seat, name)));
    this.chairs.value = chosen;
  }
}
