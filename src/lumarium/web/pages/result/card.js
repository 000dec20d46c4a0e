// A result as one picture, as large as places that show links like them: the last board, and who came where.

import { s } from "../../shared/dom.js";

const [WIDTH, HEIGHT] = [1200, 630];
const EDGE = 36;
const BOARD = 720;
const TEXT = EDGE + BOARD + 32;
const LONGEST = 15;
const SERIF = "Iowan Old Style, Palatino Linotype, Palatino, P052, Georgia, serif";
const SANS = "system-ui, Segoe UI, Roboto, DejaVu Sans, sans-serif";
const [NIGHT, DUSK, GOLD, INK, SOFT] = ["#090e25", "#1b2450", "#ffd977", "#eef1ff", "#b3bde6"];

/** Inside of a picture that stands alone nothing may be fetched. */
const asData = (blob) =>
  new Promise((done, failed) => {
    const reader = new FileReader();
    Object.assign(reader, { onload: () => done(reader.result), onerror: failed });
    reader.readAsDataURL(blob);
  });

const fitting = (text, longest) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);

function written(x, y, text, { size = 26, colour = INK, font = SANS, anchor = "start", weight = 400 } = {}) {
  return s(
    "text",
    { x, y, fill: colour, "font-family": font, "font-size": size, "font-weight": weight, "text-anchor": anchor },
    text,
  );
}

function row({ name, place, points }, y, height) {
  const middle = y + height / 2;
  const first = place === 1;
  const right = WIDTH - EDGE;
  return [
    s("rect", { x: TEXT, y, width: right - TEXT, height: height - 10, rx: 14, fill: DUSK, stroke: first ? GOLD : "none", "stroke-width": 3 }),
    s("circle", { cx: TEXT + 34, cy: middle - 5, r: 19, fill: first ? GOLD : NIGHT }),
    written(TEXT + 34, middle + 3, place, { size: 22, colour: first ? NIGHT : SOFT, anchor: "middle", weight: 700 }),
    written(TEXT + 66, middle + 4, fitting(name, LONGEST), { weight: 600 }),
    written(right - 18, middle + 5, points, { size: 32, font: SERIF, anchor: "end", weight: 600, colour: first ? GOLD : INK }),
  ];
}

/** The sentence in as many lines as it needs, two at the most. */
function lines(text, longest = 24) {
  const words = text.split(" ");
  let first = words.shift();
  while (words.length && first.length + words[0].length < longest) first += ` ${words.shift()}`;
  return words.length ? [first, fitting(words.join(" "), longest)] : [first];
}

/** The card as an SVG file. `order` holds { name, place, points }, `board` a picture that is as wide as 980 to 716. */
export async function drawCard({ title, headline, order, board }) {
  const said = lines(headline);
  const top = 150 + 38 * said.length;
  const height = Math.min(78, (HEIGHT - EDGE - 40 - top) / order.length);
  const drawing = s(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", width: WIDTH, height: HEIGHT, viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
    s("rect", { width: WIDTH, height: HEIGHT, fill: NIGHT }),
    s("image", { x: EDGE, y: EDGE, width: BOARD, height: HEIGHT - 2 * EDGE, href: await asData(board) }),
    written(TEXT, 96, title, { size: 58, colour: GOLD, font: SERIF, weight: 600 }),
    said.map((line, number) => written(TEXT, 150 + 36 * number, line, { size: 29, font: SERIF })),
    order.map((player, number) => row(player, top + number * height, height)),
    written(WIDTH - EDGE, HEIGHT - EDGE, "Lumarium", { size: 24, colour: SOFT, font: SERIF, anchor: "end" }),
  );
  return new Blob([new XMLSerializer().serializeToString(drawing)], { type: "image/svg+xml" });
}
