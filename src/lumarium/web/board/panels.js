// The players beside the board: who they are, whose turn it is, their points and where these come from.

import { button, h, icon, s, setAttr, setText } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { later } from "../shared/later.js";
import { pictured } from "../shared/pictured.js";

/** What stands for each player in a circle: a letter, with another or the seat's number where two would be the same. */
function initials(panels) {
  const letters = panels.map(({ title }) => [...(title.trim() || "?")]);
  const alone = (mark, _, all) => all.filter((other) => other === mark).length === 1;
  const first = letters.map((name) => name[0].toUpperCase() + (/\d/.test(name.at(-1)) ? name.at(-1) : ""));
  const second = letters.map((name) => name[0].toUpperCase() + (name[1] || ""));
  const marks = first.map((mark, n) => (alone(mark, n, first) ? mark : second[n]));
  return marks.map((mark, n) => (alone(mark, n, marks) ? mark : letters[n][0].toUpperCase() + (panels[n].seat + 1)));
}

/** A circle shows the player's badge at this table, or else a letter. */
function wear(face, badge, letter) {
  setAttr(face, "data-badge", badge || null);
  if (!badge) return setText(face, letter);
  const href = `#${badge}`;
  if (face.querySelector("use")?.getAttribute("href") === href) return;
  face.replaceChildren(s("svg", { viewBox: "-22 -22 44 44" }, s("use", { href })));
}

/** Brings a list into another order; one that is right is left alone, with its focus. */
function inOrder(list, elements) {
  elements.forEach((element, place) => {
    if (list.children[place] !== element) list.insertBefore(element, list.children[place]);
  });
}

export class Players {
  /** `enlarge(seat)` shows a player's board closely, `openDrawer()` the players on a phone, `menu(seat)` what can be done
   * about a seat. */
  constructor(root, list, chips, { enlarge, openDrawer, menu }) {
    Object.assign(this, { list, chips, enlarge, openDrawer, menu, rows: new Map(), card: null });
    const load = later(async () => {
      const { ScoreCard } = await import("./points.js");
      return (this.card = new ScoreCard(root));
    });
    this.points = (act) => load().then(act, () => {});
  }

  update(panels, seats, you, canEnlarge) {
    const marks = initials(panels);
    for (const [index, panel] of panels.entries()) {
      let row = this.rows.get(panel.id);
      if (!row) this.rows.set(panel.id, (row = this.build(panel)));
      for (const face of [row.avatar, row.face]) wear(face, panel.badge, marks[index]);
      this.fill(row, panel, seats[panel.seat], you, canEnlarge);
    }
    for (const [id, row] of this.rows) {
      if (panels.some((panel) => panel.id === id)) continue;
      row.element.remove();
      row.chip.remove();
      this.rows.delete(id);
    }
    const rows = panels.map(({ id }) => this.rows.get(id));
    const elements = rows.map((row) => row.element);
    inOrder(this.list, elements);
    inOrder(this.chips, rows.map((row) => row.chip).filter((chip) => chip.parentNode));
    this.card?.refresh(panels);
  }

  build({ id, seat }) {
    const avatar = () => h("span", { class: "avatar", "data-colour": seat ?? "", "aria-hidden": "true" });
    const row = {
      name: h("span", { class: "name" }),
      note: h("span", { class: "note" }),
      value: h("span", { class: "value" }),
    };
    row.avatar = avatar();
    row.score = h(
      "button",
      { id: `ui-score-${id}`, type: "button", class: "score", "aria-haspopup": "dialog" },
      row.value,
    );
    row.enlarge = button(`ui-enlarge-${id}`, "", () => this.enlarge(seat), {
      icon: "magnifier",
      kind: "bare small",
    });
    row.more = button(`ui-more-${id}`, "", () => this.menu(seat), {
      icon: "more",
      kind: "bare small",
    });
    const who = h("div", { class: "who" }, row.name, row.note);
    row.element = h(
      "div",
      { id: `ui-player-${id}`, class: "player", "data-seat": seat },
      row.avatar,
      who,
      row.enlarge,
      row.more,
      row.score,
    );
    row.face = avatar();
    row.sum = h("span", { class: "value" });
    row.chip = h(
      "button",
      { id: `ui-chip-${id}`, type: "button", class: "chip", onclick: () => this.openDrawer() },
      row.face,
      row.sum,
    );
    row.score.addEventListener("click", () => this.points((card) => card.toggle(row.panel, row.score)));
    row.score.addEventListener(
      "pointerenter",
      (event) => event.pointerType === "mouse" && this.points((card) => card.peek(row.panel, row.score)),
    );
    row.score.addEventListener("pointerleave", () => this.points((card) => card.unpeek()));
    this.list.append(row.element);
    if (seat !== undefined && seat !== null) this.chips.append(row.chip);
    return row;
  }

  fill(row, panel, seat, you, canEnlarge) {
    row.panel = panel;
    const mine = you.seats.includes(panel.seat);
    setText(row.name, panel.title);
    setText(row.note, this.note(seat, mine, you));
    setText(row.value, panel.value || "");
    setText(row.sum, panel.value || "");
    const away = seat && seat.kind === "person" && !seat.connected;
    for (const element of [row.element, row.chip]) {
      setAttr(element, "data-active", panel.active ? "" : null);
      setAttr(element, "data-away", away ? "" : null);
    }
    const whose = { name: panel.title, points: panel.value || "" };
    setAttr(row.score, "aria-label", t("players.score", whose));
    setAttr(row.chip, "aria-label", t("players.chip", whose));
    for (const [control, text] of [
      [row.enlarge, t("players.enlarge", whose)],
      [row.more, t("players.more", whose)],
    ])
      for (const name of ["aria-label", "title"]) setAttr(control, name, text);
    row.enlarge.hidden = !canEnlarge(panel.seat);
    row.more.hidden = !this.actions(seat, mine, you).length;
  }

  /** What may be done about a seat now: hand it to a bot, or take it back. */
  actions(seat, mine, you) {
    if (!seat || seat.kind !== "person") return [];
    if (seat.out) return [];
    if (mine) return [seat.level ? "take_back" : "hand_over"];
    const gone = seat.away !== null && !seat.connected;
    return gone && !seat.level && (you.seats.length || you.host) ? ["hand_over"] : [];
  }

  note(seat, mine, you) {
    if (!seat) return "";
    if (seat.kind === "bot") return t("players.bot", { level: t(`level.${seat.level}`) });
    if (seat.out) return t("players.out", { level: t(`level.${seat.level}`) });
    if (seat.level) return t("players.stand_in", { level: t(`level.${seat.level}`) });
    if (mine) return you.seats.length > 1 ? t("players.here") : t("players.you");
    return seat.connected ? "" : t("players.away");
  }

  light(seat) {
    for (const row of this.rows.values())
      setAttr(row.element, "data-lit", row.panel.seat === seat && seat !== null ? "" : null);
  }
}

/** The lines that follow those that were there before, of which the first may have dropped out; null if it is otherwise. */
function addedTo(before, lines) {
  if (!before.length) return lines;
  for (let gone = 0; gone < before.length; gone++) {
    const rest = before.length - gone;
    if (rest <= lines.length && before.every((line, n) => n < gone || line === lines[n - gone])) return lines.slice(rest);
  }
  return null;
}

/** What happened, in words, the latest first; before anything did, what the game is about. */
export class LogList {
  constructor(section, askAll) {
    this.list = h("ol", { id: "ui-log-lines", reversed: true, tabindex: "0", "aria-label": t("log.title") });
    this.all = button("ui-log-all", t("log.all"), async () => this.show(await askAll(), true), { kind: "quiet small" });
    section.append(h("div", { class: "log-head" }, h("h2", {}, icon("log"), t("log.title")), this.all), this.list);
    Object.assign(this, { askAll, shown: null, lines: [], start: [] });
  }

  about({ name, title, summary, guide }) {
    const link = (id, path, text) => h("p", {}, h("a", { id, href: `/${path}/${name}`, target: "_blank" }, text));
    this.start = [
      h("p", {}, summary),
      guide && link("ui-log-learn", "learn", t("guide.learn_help", { title })),
      link("ui-log-rules", "rules", t("menu.rules")),
    ].filter(Boolean);
  }

  show(lines, whole = false) {
    this.all.hidden = whole || !this.askAll || lines.length < 40;
    const text = lines.join("\n");
    if (text === this.shown) return;
    const added = whole || this.shown === null ? null : addedTo(this.lines, lines);
    Object.assign(this, { shown: text, lines });
    const told = (added || lines).map((line) => h("li", {}, pictured(line))).reverse();
    // What was said meanwhile keeps its place among what happened.
    if (!added) return this.list.replaceChildren(...(told.length ? told : [h("li", { class: "about" }, this.start)]));
    this.list.querySelector(".about")?.remove();
    this.list.prepend(...told);
    for (const old of [...this.list.querySelectorAll("li:not(.said)")].slice(lines.length)) old.remove();
  }

  /** What somebody at the table said. */
  said(text) {
    this.list.prepend(h("li", { class: "said" }, text));
  }
}
