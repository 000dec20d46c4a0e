// A whole game measured: asked for part by part, shown seat by seat, with the costly decisions marked.

import { postJson } from "../../shared/api.js";
import { openDialog } from "../../shared/dialog.js";
import { button, h, s } from "../../shared/dom.js";
import { t } from "../../shared/i18n.js";
import { keepGame } from "../../shared/practice.js";
import { number, percent } from "../../shared/thoughts.js";

const HANDS = 2;
const COSTLIEST = 5;
const SIZE = [300, 70];

/** What was won or lost, with its sign; what rounds to nothing has none. */
const gain = (written, value) => (value > 0 && written(value) !== written(0) ? "+" : "") + written(value);
const sum = (list, value) => list.reduce((all, each) => all + value(each), 0);

export class Measure {
  /** `owned` are the seats of this browser, if it is known to have had some; `open(decision)` leads to a decision and
   * what the bot thinks of it. */
  constructor(record, told, owned, open) {
    Object.assign(this, { record, told, owned, open, parts: null, decisions: [], draws: [] });
  }

  /** Opens what is known, and finds out what is not. `own` is the seat that one looks from, or null. */
  show(own) {
    this.bar = h("progress", { id: "ui-measure-bar", "aria-label": t("measure.working") });
    this.body = h("div", { class: "measure", "aria-live": "polite" });
    const close = openDialog("ui-measure", t("measure.title"), this.bar, this.body);
    this.close = close;
    this.seat = own ?? 0;
    this.draw();
    this.find().catch((error) => this.body.replaceChildren(h("p", { class: "notice", role: "alert" }, error.message)));
  }

  /** All parts, two at a time. What is known stays known. */
  async find() {
    if (this.whole) return;
    this.asked ||= new Map();
    const ask = (part) => {
      if (!this.asked.has(part)) {
        const answer = postJson("/api/replay/review", { record: this.record, part });
        this.asked.set(part, answer);
        answer.catch(() => this.asked.delete(part));
      }
      return this.asked.get(part);
    };
    const { parts } = await ask(0);
    const waiting = [...Array(parts).keys()];
    let done = 0;
    const work = async () => {
      while (waiting.length) {
        const found = await ask(waiting.shift());
        this.parts = parts;
        done += 1;
        Object.assign(this.bar, { max: parts, value: done });
        if (found.seen) continue;
        found.seen = true;
        this.decisions.push(...found.decisions);
        this.draws.push(...found.draws);
      }
    };
    await Promise.all(Array.from({ length: HANDS }, work));
    this.decisions.sort((one, other) => one.at - other.at);
    this.whole = true;
    this.draw();
  }

  draw() {
    this.bar.hidden = Boolean(this.whole);
    if (!this.whole) return this.body.replaceChildren(h("p", { class: "soft" }, t("measure.working")));
    const seats = h(
      "select",
      { id: "ui-measure-seat", "aria-label": t("replay.view") },
      this.told.names.map((name, seat) => h("option", { value: seat, selected: seat === this.seat ? "" : null }, name)),
    );
    seats.addEventListener("change", () => ((this.seat = Number(seats.value)), this.draw()));
    const own = this.decisions.filter(({ seat }) => seat === this.seat);
    const costly = own.filter((each) => each.costly);
    // Only what oneself decided is for oneself to practise; whose game an opened file is nobody knows.
    const mine = !this.owned.length || this.owned.includes(this.seat);
    if (mine) keepGame(this.told.game, this.record, costly.map(({ at, title }) => ({ at, title })));
    const worst = [...costly].sort((one, other) => other.lost - one.lost).slice(0, COSTLIEST);
    this.body.replaceChildren(
      seats,
      h("p", { id: "ui-measure-sum" }, this.summary(own)),
      h("p", { id: "ui-measure-luck" }, this.luck()),
      this.chart(own),
      this.kinds(own),
      h("h3", {}, t(worst.length ? "measure.costly" : "measure.none")),
      h("ul", { class: "measure-list" }, worst.map((each, place) => this.line(each, place))),
      h("p", { class: "help" }, t("measure.help")),
      mine && worst.length ? h("a", { id: "ui-measure-drills", class: "button", href: "/drills?set=own" }, t("measure.practise")) : null,
    );
  }

  summary(own) {
    const best = own.filter(({ thoughts }) => thoughts[0].played).length;
    const lost = percent(sum(own, (each) => each.lost));
    return t("measure.sum", { n: own.length, best, lost, points: number(sum(own, (each) => each.points)) });
  }

  luck() {
    const points = sum(this.draws, (draw) => draw.points[this.seat]);
    const odds = sum(this.draws, (draw) => draw.outlook[this.seat]);
    return t("measure.luck", { points: gain(number, points), odds: gain(percent, odds) });
  }

  /** What each decision cost, over the whole game; those that cost much stand out. */
  chart(own) {
    const [width, height] = SIZE;
    const most = Math.max(0.1, ...own.map(({ lost }) => lost));
    const last = this.told.entries.length || 1;
    const bars = own.map(({ at, lost, costly }) => {
      const high = (height * lost) / most;
      return s("rect", {
        class: "measure-bar",
        "data-costly": costly ? "" : null,
        x: ((width - 3) * at) / last,
        y: height - high,
        width: 3,
        height: high,
      });
    });
    const label = t("measure.chart", { most: percent(most) });
    return h(
      "figure",
      {},
      s("svg", { id: "ui-measure-chart", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, bars),
      h("figcaption", { class: "help" }, label),
    );
  }

  /** By kind of decision, the most expensive first. */
  kinds(own) {
    const kinds = Map.groupBy ? Map.groupBy(own, ({ title }) => title) : new Map();
    if (!kinds.size) for (const each of own) kinds.set(each.title, [...(kinds.get(each.title) || []), each]);
    const rows = [...kinds].map(([title, list]) => [title, list.length, sum(list, (each) => each.lost), sum(list, (each) => each.points)]);
    rows.sort((one, other) => other[2] - one[2]);
    const head = ["kind", "number", "lost", "points"].map((name) => h("th", { scope: "col" }, t(`measure.${name}`)));
    return h(
      "table",
      { id: "ui-measure-kinds", class: "measure-kinds" },
      h("thead", {}, h("tr", {}, head)),
      h("tbody", {}, rows.map(([title, count, lost, points]) =>
        h("tr", {}, h("th", { scope: "row" }, title), h("td", {}, count), h("td", {}, percent(lost)), h("td", {}, number(points))))),
    );
  }

  line(decision, place) {
    const { at, thoughts, lost, points } = decision;
    const played = thoughts.find((thought) => thought.played);
    const go = () => (this.close(), this.open(decision));
    return h(
      "li",
      {},
      button(`ui-costly-${place}`, t("measure.line", { at: at + 1, move: played.text }), go, { kind: "quiet small" }),
      h("span", {}, t("measure.cost", { lost: percent(lost), points: number(points) })),
      h("span", { class: "soft" }, t("measure.better", { move: thoughts[0].text, reason: thoughts[0].reason })),
    );
  }
}
