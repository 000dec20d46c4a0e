// What stands beside the board: the line with its variations, what is said of the position, and who is here.

import { button, h } from "../../shared/dom.js";
import { t } from "../../shared/i18n.js";
import { pref, setPref } from "../../shared/prefs.js";

const FEW = 400; // So many moves of a line are listed; no game has more.
const LONG = 6000; // So many bytes of text fit into a message.

export class Notes {
  /** `act` does what is asked: go, say, refuse, name, promote, remove, follow. */
  constructor(section, act) {
    this.act = act;
    this.rows = new Map();
    this.people = h("div", { id: "ui-people", class: "people", role: "group", "aria-label": t("study.people") });
    this.list = h("ol", { id: "ui-moves", class: "moves", "aria-label": t("study.moves") });
    this.said = h("ul", { id: "ui-comments", class: "comments", "aria-live": "polite" });
    this.text = h("textarea", { id: "ui-say", rows: 2, maxlength: 4000, placeholder: t("study.say"), "aria-label": t("study.say") });
    this.by = h("input", { id: "ui-by", maxlength: 24, placeholder: t("study.by"), "aria-label": t("study.by"), value: pref("name") });
    this.by.addEventListener("change", () => setPref("name", this.by.value.trim()));
    const send = h("button", { id: "ui-say-send", class: "button small", type: "submit" }, h("span", {}, t("study.send")));
    this.form = h("form", { class: "say-form", onsubmit: (event) => (event.preventDefault(), this.send()) }, this.text, h("div", { class: "say-row" }, this.by, send));
    this.text.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      this.send();
    });
    const kind = "small quiet";
    this.tools = h(
      "div",
      { class: "node-tools" },
      (this.promote = button("ui-promote", t("study.promote"), () => act.promote(), { kind, title: t("study.promote_help") })),
      (this.rename = button("ui-name", t("study.name"), () => act.name(), { kind, title: t("study.name_help") })),
      (this.remove = button("ui-remove", t("study.remove"), () => act.remove(), { kind, title: t("study.remove_help") })),
    );
    section.append(this.people, this.list, this.tools, this.said, this.form);
    // What lies around the list takes its room when it comes: players, comments, what a bot thinks.
    new ResizeObserver(() => this.centre()).observe(this.list);
  }

  /** The position that is looked at stands in the middle of the list. */
  centre() {
    const current = this.list.querySelector("[aria-current]");
    if (current) this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
  }

  send() {
    const text = this.text.value.trim();
    if (!text) return;
    if (new Blob([JSON.stringify(text)]).size > LONG) return this.act.refuse(t("study.too_long"));
    this.text.value = "";
    this.act.say(text, this.by.value.trim());
  }

  /** The line through a position; `word` tells a position of it. */
  show({ tree, line, node, mayEdit, word }) {
    const rows = new Map(line.slice(0, FEW).map((each) => [each.id, this.row(tree, each, word)]));
    if (rows.size !== this.rows.size || [...rows].some(([id, { item }]) => this.rows.get(id)?.item !== item))
      this.list.replaceChildren(...[...rows.values()].map(({ item }) => item));
    this.rows = rows;
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = rows.get(node.id)?.main;
    current?.setAttribute("aria-current", "true");
    const said = tree.at(node, "comment").map(({ by, text }) => h("li", {}, by && h("strong", {}, by), h("span", {}, text)));
    this.said.replaceChildren(...said);
    for (const part of [this.tools, this.form]) part.hidden = !mayEdit;
    this.promote.hidden = tree.isMain(node);
    this.remove.hidden = !node.parent;
    this.centre();
  }

  /** A position of the line with what else was tried there: the row that is here already, if it says the same. */
  row(tree, each, word) {
    const name = each.parent ? tree.name(each) : "";
    const notes = tree.at(each, "comment").length;
    const others = each.parent ? tree.children(each.parent).filter((other) => other !== each) : [];
    const says = JSON.stringify([word(each), name, notes, others.map((other) => [other.id, word(other)])]);
    const before = this.rows.get(each.id);
    if (before?.says === says) return before;
    const go = (to, kind) => button(`ui-node-${to.id}`, word(to), () => this.act.go(to), { kind });
    const main = go(each, "move");
    const item = h(
      "li",
      {},
      main,
      name && h("em", {}, name),
      notes > 0 && h("span", { class: "count", title: t("study.comments", { n: notes }) }, String(notes)),
      others.length > 0 && h("div", { class: "others" }, others.map((other) => go(other, "move other"))),
    );
    return { says, main, item };
  }

  /** Who is here, and where; a touch follows somebody, or leaves them. */
  showPeople(people, you, followed, words) {
    const others = people.filter(({ key }) => key !== you);
    this.people.hidden = !others.length;
    this.people.replaceChildren(
      ...others.map(({ key, name, at }) => {
        const chip = button(`ui-person-${key}`, name || t("study.guest"), () => this.act.follow(key), {
          kind: "small",
          title: t(key === followed ? "study.leave" : "study.follow", { name: name || t("study.guest") }),
        });
        chip.setAttribute("aria-pressed", String(key === followed));
        chip.append(h("small", {}, words(at)));
        return chip;
      }),
    );
  }
}
