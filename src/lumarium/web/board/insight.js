// What can be known, beside the board: open questions with their odds, what the others know, and estimates that get more
// precise while one looks at them. What a line is about lights up on the board.

import { Beside } from "../shared/beside.js";
import { button, byId, h, setAttr } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { pictured, plain } from "../shared/pictured.js";
import { Marks, scale } from "./marks.js";

const SHORT = 16; // So many letters fit beside other cells.
const MANY = 3; // So many columns fit beside what a line is about.

export class Insight extends Beside {
  /** `ask({about})` answers with all that is known, `ask({topic, step})` with one estimate. */
  constructor(element, showing, ask) {
    const minds = h("div", { class: "minds", role: "group", "aria-label": t("insight.who"), hidden: true });
    const list = h("div", { class: "topics" });
    super(element, "insight", t("insight.title"), h("div", { class: "insight-body" }, minds, list));
    const fold = button("ui-insight-fold", t("insight.fold"), () => this.fold(), { icon: "after", kind: "bare fold" });
    setAttr(fold, "aria-expanded", "true");
    element.querySelector("header").lastChild.before(fold);
    Object.assign(this, { showing, ask, minds, list, marks: new Marks(showing.board), about: null, chosen: null, wish: 0 });
    list.addEventListener("pointerleave", () => this.light(this.held));
  }

  /** Whatever is known now; while that is worked out, what was known before stays. */
  async fill() {
    const wish = ++this.wish;
    setAttr(this.list, "aria-busy", "true");
    let known;
    try {
      known = await this.question(wish, this.about === null ? {} : { about: this.about });
    } catch (error) {
      if (wish === this.wish && this.on) this.say(error.text || error.message);
      return;
    }
    if (!known || wish !== this.wish || !this.on) return;
    const focused = this.list.contains(document.activeElement) || this.minds.contains(document.activeElement);
    const again = focused ? document.activeElement.id : null;
    const first = !this.known;
    if (first || this.known.about !== known.about) this.list.scrollTop = 0;
    this.known = known;
    this.draw();
    if (first || focused) ((again && byId(again)) || this.list.querySelector("summary"))?.focus({ preventScroll: true });
  }

  /** One question after the other, as the server takes them; null where another wish came in the meantime. */
  async question(wish, facts) {
    const before = this.asked;
    let answered;
    this.asked = new Promise((resolve) => (answered = resolve));
    await before;
    try {
      return wish === this.wish ? await this.ask(facts) : null;
    } finally {
      answered();
    }
  }

  /** On a phone: away from the board, on which the charts stay. */
  fold() {
    const folded = this.element.toggleAttribute("data-folded");
    setAttr(byId("ui-insight-fold"), "aria-expanded", String(!folded));
  }

  say(text) {
    setAttr(this.list, "aria-busy", null);
    this.list.replaceChildren(h("p", { class: "notice", role: "alert" }, text));
  }

  /** The board has another position. */
  update() {
    if (!this.on) return;
    this.clear();
    this.fill();
  }

  close() {
    super.close();
    this.wish++;
    this.known = null;
    this.clear();
  }

  clear() {
    this.held = [];
    this.light([]);
    this.marks.clear();
  }

  draw() {
    const { topics, estimates, minds, about } = this.known;
    this.minds.hidden = !minds.length;
    this.minds.replaceChildren(this.mind(null, t("insight.you")), ...minds.map(({ seat, name }) => this.mind(seat, name)));
    setAttr(this.list, "aria-busy", null);
    const all = [...topics.map((topic) => this.topic(topic)), ...estimates.map((each) => this.estimate(each))];
    this.list.replaceChildren(...(all.length ? all : [h("p", { class: "soft" }, t("insight.none"))]));
    const key = `${about ?? ""}`;
    // What was open stays so; what is gone makes room for the first.
    const chosen = this.chosen?.[key];
    const gone = chosen !== null && !all.some(({ dataset }) => dataset.topic === chosen);
    if (gone) this.chosen = { ...this.chosen, [key]: all[0]?.dataset.topic };
    for (const each of all) each.open = each.dataset.topic === this.chosen[key];
  }

  mind(seat, name) {
    const pick = () => ((this.about = seat), this.update());
    const found = button(`ui-mind-${seat ?? "own"}`, name, pick, { kind: "small" });
    setAttr(found, "aria-pressed", String(seat === this.about));
    return found;
  }

  /** One open at a time: the board shows what it is about. */
  section(id, title, ...content) {
    const summary = h("summary", { id: `ui-topic-${id}` }, pictured(title));
    const found = h("details", { class: "topic", name: "insight", "data-topic": id }, summary, ...content);
    found.addEventListener("toggle", () => this.turn(found));
    return found;
  }

  turn(section) {
    const key = `${this.about ?? ""}`;
    if (!section.open) {
      if (this.chosen[key] === section.dataset.topic) this.chosen[key] = null;
      return;
    }
    const news = this.chosen[key] !== section.dataset.topic;
    this.chosen[key] = section.dataset.topic;
    // Another topic above may have closed.
    if (news) section.firstChild.scrollIntoView({ block: "nearest" });
    this.clear();
    const topic = this.known.topics.find(({ id }) => id === section.dataset.topic);
    if (topic) this.marks.show(topic.lines);
    else this.refine(section);
  }

  topic({ id, title, note, columns, lines }) {
    return this.section(id, title, this.table(columns, lines), note && h("p", { class: "help" }, note));
  }

  /** A table of lines; where something needs room, one cell below the other. */
  table(columns, lines) {
    const wide = lines.some(({ cells }) => cells.some(({ parts, text }) => parts || plain(text).length > SHORT));
    const charts = lines.every(({ cells }) => cells.length === 1 && cells[0].parts);
    const heads = h("tr", {}, h("td"), columns.map((name) => h("th", { scope: "col" }, name)));
    const most = scale(lines);
    const rows = lines.map((line) => this.line(line, columns, wide, most));
    const kind = charts ? "wide charts" : wide ? "wide" : columns.length > MANY ? "many" : "";
    const table = h("table", { class: `known ${kind}` }, h("thead", {}, heads), h("tbody", {}, rows));
    table.style.setProperty("--columns", columns.length);
    return table;
  }

  line({ label, cells, pieces = [] }, columns, wide, most) {
    const there = pieces.filter((id) => this.showing.board.pieces.has(id));
    const hold = () => this.light((this.held = this.held?.[0] === there[0] ? [] : there));
    const name = there.length
      ? h("button", { type: "button", class: "known-line", onclick: hold, onfocus: () => this.light(there) }, pictured(label))
      : pictured(label);
    const row = h("tr", {}, h("th", { scope: "row" }, name), cells.map((cell, place) => drawn(cell, columns[place], wide, most)));
    if (there.length) row.addEventListener("pointerenter", () => this.light(there));
    return row;
  }

  light(ids = []) {
    const { board, touch } = this.showing;
    for (const piece of board.pieces.values()) piece.mark("known", ids.includes(piece.id));
    touch.preview(ids[0] ?? null);
  }

  /** Something that is found by playing on: asked for when it is opened, and told step by step. */
  estimate({ id, title }) {
    const progress = h("progress", { max: "1", value: "0", "aria-label": t("insight.working") });
    return this.section(id, title, h("p", { class: "working" }, progress), h("div", { class: "estimate" }));
  }

  async refine(section) {
    const [working, room] = [section.querySelector(".working"), section.querySelector(".estimate")];
    const wish = this.wish;
    for (let step = 0, done = 0; done < 1 && wish === this.wish && section.open; step++) {
      let topic;
      try {
        topic = await this.question(wish, { topic: section.dataset.topic, step });
      } catch (error) {
        if (wish === this.wish) room.replaceChildren(h("p", { class: "notice", role: "alert" }, error.text || error.message));
        return;
      }
      if (!topic || wish !== this.wish) return;
      done = topic.done ?? 1;
      working.firstChild.value = done;
      room.replaceChildren(this.table(topic.columns, topic.lines), topic.note ? h("p", { class: "help" }, topic.note) : "");
    }
    working.hidden = true;
  }
}

/** A cell: words, a bar, or a small chart; always read aloud in words. */
function drawn({ text, share, ways, parts }, column, wide, most) {
  const cell = h("td", { "data-column": wide ? column : null, "data-long": plain(text).length > SHORT });
  if (parts) cell.append(chart(parts, most), h("span", { class: "unseen" }, text));
  else if (share !== undefined) {
    const bar = h("span", { class: "known-bar", "aria-hidden": "true" });
    bar.style.setProperty("--share", share);
    cell.append(bar, h("span", {}, text), ways ? h("small", {}, ways) : "");
  } else cell.append(...pictured(text));
  return cell;
}

/** Columns with what may be below and its percentage above. */
function chart(parts, most) {
  return h(
    "span",
    { class: "known-chart", "aria-hidden": "true" },
    parts.map(({ label, share, text, true: seen }) => {
      const bar = h("i", {});
      bar.style.setProperty("--share", share / most);
      const [percent] = /^\d+/.exec(text) ?? [share < 0.5 ? "<1" : ">99"];
      return h("span", { "data-true": seen }, h("small", {}, percent), bar, h("b", {}, label));
    }),
  );
}
