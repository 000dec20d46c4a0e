// Pictures in a row as one that moves: an animated WebP, put together of the still ones that browsers write.
// How it is written: https://developers.google.com/speed/webp/docs/riff_container

const PICTURE = ["ALPH", "VP8 ", "VP8L"];
const HEAD = 12; // "RIFF", the size, "WEBP"
const [MOVES, SEE_THROUGH, OVERWRITES] = [0x02, 0x10, 0x02];

const letters = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** A number in so many bytes, the smallest first. */
const number = (value, bytes) => Uint8Array.from({ length: bytes }, (_, place) => value >> (8 * place));

function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function chunk(name, ...parts) {
  const data = joined(parts);
  return joined([letters(name), number(data.length, 4), data, new Uint8Array(data.length % 2)]);
}

/** The chunks of a still picture that hold its pixels; colour profiles and the like stay behind. */
function pictureOf(still) {
  const view = new DataView(still.buffer, still.byteOffset, still.length);
  const found = [];
  for (let at = HEAD; at < still.length; ) {
    const name = String.fromCharCode(...still.subarray(at, at + 4));
    const size = view.getUint32(at + 4, true);
    const data = still.subarray(at + 8, at + 8 + size);
    if (PICTURE.includes(name)) found.push({ name, data });
    at += 8 + size + (size % 2);
  }
  return found;
}

const isSeenThrough = ({ name, data }) => name === "ALPH" || (name === "VP8L" && Boolean(data[4] & 0x10));

/** Frames are { still, x, y, width, height, time }: the bytes of a WebP file, where it lies on what was there before (even
 * numbers), and for how many milliseconds. It begins again at the end. */
export function moving(width, height, frames) {
  let flags = MOVES;
  const written = frames.map(({ still, x, y, width, height, time }) => {
    const picture = pictureOf(still);
    if (picture.some(isSeenThrough)) flags |= SEE_THROUGH;
    const place = [x / 2, y / 2, width - 1, height - 1, time].map((each) => number(each, 3));
    return chunk("ANMF", ...place, number(OVERWRITES, 1), ...picture.map(({ name, data }) => chunk(name, data)));
  });
  const head = chunk("VP8X", number(flags, 4), number(width - 1, 3), number(height - 1, 3));
  const forever = chunk("ANIM", number(0, 4), number(0, 2));
  return new Blob([chunk("RIFF", letters("WEBP"), head, forever, ...written)], { type: "image/webp" });
}
