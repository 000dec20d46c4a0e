// Points as pictures: a line per player over the whole game, and bars for where the points of a position come from.

import { h, s, setAttr } from "../../shared/dom.js";
import { t } from "../../shared/i18n.js";

const ROOM = { top: 10, right: 20, bottom: 10, left: 34 };
const SIZE = 5;
const NUMBER = 12;
// What stands at the end of a line, so that colour is never needed: a circle, square, triangle, diamond, cross.
const SHAPES = [
  `M0-${SIZE}a${SIZE} ${SIZE} 0 1 0 .01 0Z`,
  `M-${SIZE}-${SIZE}h${2 * SIZE}v${2 * SIZE}h-${2 * SIZE}Z`,
  `M0-${SIZE + 1}l${SIZE + 1} ${2 * SIZE + 1}h-${2 * SIZE + 2}Z`,
  `M0-${SIZE + 2}l${SIZE + 2} ${SIZE + 2}-${SIZE + 2} ${SIZE + 2}-${SIZE + 2}-${SIZE + 2}Z`,
  `M-2-6h4v4h4v4h-4v4h-4v-4h-4v-4h4Z`,
];

/** A number with a real minus. */
const signed = (number) => String(number).replace("-", "−");

/** The mark of a seat, as in the chart. */
export const mark = (seat) =>
  s(
    "svg",
    { class: "chart-mark", viewBox: "-8 -8 16 16", "aria-hidden": "true" },
    s("path", { class: "chart-end", d: SHAPES[seat % SHAPES.length], "data-seat": seat }),
  );

export class ScoreChart {
  /** `scores` holds the points of all seats by position; a touch picks a position. */
  constructor(id, { scores, names }, pick) {
    Object.assign(this, { scores, pick, at: 0 });
    const all = scores.flat();
    this.low = Math.min(0, ...all);
    this.high = Math.max(1, ...all);
    const ends = names.map((name, seat) => t("chart.end", { name, points: signed(scores.at(-1)[seat]) }));
    this.cursor = s("line", { class: "chart-cursor" });
    this.lines = s("g", { class: "chart-lines" });
    this.element = s(
      "svg",
      { id, class: "chart", role: "img", "aria-label": `${t("chart.title")}: ${ends.join(", ")}` },
      this.lines,
      this.cursor,
    );
    this.element.addEventListener("pointerdown", (event) => this.drag(event));
    this.element.addEventListener("pointermove", (event) => event.buttons && this.drag(event));
    new ResizeObserver(([entry]) => this.draw(entry.contentRect.width, entry.contentRect.height)).observe(this.element);
  }

  draw(width, height) {
    if (!width || !height) return;
    Object.assign(this, { width, height });
    setAttr(this.element, "viewBox", `0 0 ${width} ${height}`);
    const clear = (level) => !level || Math.abs(this.y(level) - this.y(0)) > NUMBER;
    const levels = [...new Set([this.low, 0, this.high])].filter(clear).map((level) => [
      s("line", { class: "chart-level", x1: ROOM.left, x2: width - ROOM.right, y1: this.y(level), y2: this.y(level) }),
      s("text", { class: "chart-number", x: ROOM.left - 6, y: this.y(level), dy: ".35em" }, signed(level)),
    ]);
    const seats = this.scores[0].map((_, seat) => this.line(seat));
    this.lines.replaceChildren(...levels.flat(), ...seats.flat());
    this.show(this.at);
  }

  line(seat) {
    const points = this.scores.map((scores, at) => `${this.x(at).toFixed(1)} ${this.y(scores[seat]).toFixed(1)}`);
    const [x, y] = points.at(-1).split(" ");
    return [
      s("polyline", { class: "chart-line", points: points.join(" "), "data-seat": seat }),
      s("path", {
        class: "chart-end",
        d: SHAPES[seat % SHAPES.length],
        transform: `translate(${x} ${y})`,
        "data-seat": seat,
      }),
    ];
  }

  x(at) {
    return ROOM.left + ((this.width - ROOM.left - ROOM.right) * at) / (this.scores.length - 1 || 1);
  }

  y(points) {
    const room = this.height - ROOM.top - ROOM.bottom;
    return ROOM.top + (room * (this.high - points)) / (this.high - this.low);
  }

  show(at) {
    this.at = at;
    if (!this.width) return;
    for (const [name, value] of Object.entries({ x1: this.x(at), x2: this.x(at), y1: 0, y2: this.height }))
      setAttr(this.cursor, name, value);
    setAttr(this.element, "data-at", at);
  }

  drag(event) {
    const box = this.element.getBoundingClientRect();
    const part = (event.clientX - box.left - ROOM.left) / (box.width - ROOM.left - ROOM.right);
    this.pick(Math.round(Math.max(0, Math.min(1, part)) * (this.scores.length - 1)));
  }
}

/** Where the points of a position come from: a table per player, with a bar for each row. */
export function origins(points, names) {
  const numbers = points.flat().map(([, number]) => number);
  const range = [Math.min(0, ...numbers), Math.max(1, ...numbers)];
  return h(
    "div",
    { class: "origins", id: "ui-origins" },
    points.map((rows, seat) =>
      h(
        "table",
        { class: "origin", "data-seat": seat },
        h(
          "caption",
          {},
          mark(seat),
          h("span", {}, names[seat]),
          h("strong", {}, signed(rows.reduce((sum, [, number]) => sum + number, 0))),
        ),
        h("tbody", {}, rows.length ? rows.map((row) => bar(row, seat, range)) : none()),
      ),
    ),
  );
}

const none = () => h("tr", {}, h("th", { scope: "row", colspan: 3 }, t("players.no_points")));

function bar([label, number], seat, [low, high]) {
  const drawn = s(
    "svg",
    { class: "origin-bar", viewBox: `${low} 0 ${high - low} 10`, preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect", {
      class: "chart-bar",
      "data-seat": seat,
      "data-loss": number < 0,
      x: Math.min(0, number),
      width: Math.abs(number),
      y: 1,
      height: 8,
    }),
    s("line", { class: "chart-level", x1: 0, x2: 0, y1: 0, y2: 10 }),
  );
  return h("tr", {}, h("th", { scope: "row" }, label), h("td", { class: "drawn" }, drawn), h("td", {}, signed(number)));
}
