// Where things lie: the choice of a layout, and a piece's place in it.

/** The layout whose shape is nearest to that of the space on the screen. */
export function nearestLayout(layouts, width, height) {
  const wanted = Math.log(width / height);
  const distance = (name) => Math.abs(Math.log(layouts[name].size[0] / layouts[name].size[1]) - wanted);
  return Object.keys(layouts).reduce((best, name) => (distance(name) < distance(best) ? name : best));
}

/** x, y and scale of a piece on the table; null if this layout has no such zone. */
export function placed(piece, zones) {
  const zone = piece.zone ? zones[piece.zone] : [0, 0, 1];
  if (!zone) return null;
  const [x, y, scale] = zone;
  return [x + (piece.x || 0) * scale, y + (piece.y || 0) * scale, scale * (piece.scale ?? 1)];
}

const short = (value) => Math.round(value * 100) / 100;

/** Always the same three functions, so that a transition turns each of them by itself. */
export const transform = ([x, y, scale], rot) =>
  `translate(${short(x)}px, ${short(y)}px) rotate(${short(rot)}deg) scale(${short(scale * 1000) / 1000})`;

/** The angle that shows like `wanted` and is nearest to `from`. */
export const shortWay = (from, wanted) => from + ((((wanted - from + 180) % 360) + 360) % 360) - 180;

/** Where new pieces come from: the middle of the pieces that the same event names and that were there before. */
export function origins(events, pieces, known) {
  const found = new Map();
  for (const { pieces: ids = [] } of events) {
    const from = ids.filter((id) => known.has(id) && pieces.has(id)).map((id) => pieces.get(id).place);
    if (!from.length) continue;
    const middle = [0, 1].map((axis) => from.reduce((sum, place) => sum + place[axis], 0) / from.length);
    for (const id of ids) if (!known.has(id) && !found.has(id)) found.set(id, middle);
  }
  return found;
}

/** The seat to which a zone belongs ("sky2", "hand0Y"), or null. */
export function zoneSeat(zone) {
  const found = /^[a-z]+(\d+)[A-Z]?$/.exec(zone || "");
  return found ? Number(found[1]) : null;
}

/** The indices of a longest ascending run of `values`: what may stay where it is when the rest moves around it. */
export function ascending(values) {
  const tails = [];
  const before = new Array(values.length);
  values.forEach((value, index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[tails[middle]] < value) low = middle + 1;
      else high = middle;
    }
    before[index] = low ? tails[low - 1] : -1;
    tails[low] = index;
  });
  const run = new Set();
  for (let index = tails.length ? tails[tails.length - 1] : -1; index >= 0; index = before[index]) run.add(index);
  return run;
}
