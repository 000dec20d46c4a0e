// Where a player's points come from: a card beside their score, and the table in it.

import { h } from "../shared/dom.js";
import { t } from "../shared/i18n.js";

const NUMBER = /^[+\-−]?\d+$/;

/** Where a player's points come from, in a card beside their score. */
export class ScoreCard {
  constructor(root) {
    this.element = h("div", { id: "ui-score-card", class: "score-card", role: "dialog", tabindex: "-1", hidden: true });
    root.append(this.element);
    addEventListener(
      "pointerdown",
      (event) => this.pinned && !event.target.closest(".score, .score-card") && this.close(),
    );
    addEventListener(
      "keydown",
      (event) => event.key === "Escape" && this.pinned && (event.preventDefault(), this.close()),
      true,
    );
  }

  toggle(panel, anchor) {
    if (this.pinned && this.panel?.id === panel.id) return this.close();
    this.pinned = true;
    this.anchor = anchor;
    this.open(panel, anchor);
    this.element.focus({ preventScroll: true });
  }

  peek(panel, anchor) {
    if (!this.pinned) this.open(panel, anchor);
  }

  unpeek() {
    if (!this.pinned) this.close();
  }

  open(panel, anchor) {
    this.draw(panel);
    this.element.hidden = false;
    const box = (anchor.closest(".player") || anchor).getBoundingClientRect();
    const width = this.element.offsetWidth;
    const height = this.element.offsetHeight;
    const within = (value, room) => Math.max(8, Math.min(value, room - 8));
    const beside = box.left > width + 16;
    const x = beside ? box.left - width - 12 : (innerWidth - width) / 2;
    const above = box.top - height - 8;
    // Half a line of the question, cut off by the card, would be hard to read.
    const ceiling = document.getElementById("ui-prompt")?.getBoundingClientRect().bottom ?? 0;
    const y = beside ? box.top : above > ceiling ? above : box.bottom + 8;
    this.element.style.translate = `${x}px ${within(y, innerHeight - height)}px`;
    this.element.toggleAttribute("data-pinned", Boolean(this.pinned));
  }

  draw(panel) {
    this.panel = panel;
    const over = document.getElementById("ui-root").dataset.status === "over";
    this.element.replaceChildren(scoreTable(panel), over ? "" : h("p", { class: "help" }, t("players.now")));
    this.element.setAttribute("aria-label", panel.title);
  }

  refresh(panels) {
    const panel = this.panel && !this.element.hidden && panels.find(({ id }) => id === this.panel.id);
    if (panel) this.draw(panel);
  }

  close() {
    const focused = this.element.contains(document.activeElement);
    this.pinned = false;
    this.element.hidden = true;
    if (focused) this.anchor.focus({ preventScroll: true });
  }
}

/** A panel as a table of its rows. */
export function scoreTable(panel) {
  const rows = (panel.rows || []).map(({ label, value = "" }) => {
    if (NUMBER.test(value)) return h("tr", {}, h("th", { scope: "row" }, label), h("td", {}, value));
    return h(
      "tr",
      {},
      h("th", { scope: "row", colspan: "2" }, value ? [h("strong", {}, label), h("span", {}, value)] : label),
    );
  });
  if (!rows.length) rows.push(h("tr", {}, h("th", { colspan: "2" }, t("players.no_points"))));
  return h(
    "table",
    { class: "rows" },
    h("caption", {}, h("span", {}, panel.title), h("strong", {}, panel.value || "")),
    h("tbody", {}, rows),
  );
}
