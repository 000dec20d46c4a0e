// The positions of a record as the server draws them, some at a time, kept for as long as they are looked at.

import { postJson } from "../../shared/api.js";

const TOGETHER = 12;
const KEPT = 40;

export class Positions {
  /** `record` is the text of a record file, `last` the number of its moves and undos. */
  constructor(record, last) {
    Object.assign(this, { record, last, parts: new Map() });
  }

  /** The position after so many moves: { seat, scene, points }, as a seat saw it or (null) with everything open. */
  async at(number, seat) {
    const part = Math.floor(number / TOGETHER);
    const positions = await this.part(part, seat);
    if ((part + 1) * TOGETHER <= this.last) this.part(part + 1, seat).catch(() => {});
    return positions[number % TOGETHER];
  }

  part(part, seat) {
    const key = `${seat}/${part}`;
    const known = this.parts.get(key) || this.ask(part, seat);
    // What was wanted last is forgotten last.
    this.parts.delete(key);
    this.parts.set(key, known);
    for (const old of [...this.parts.keys()].slice(0, Math.max(0, this.parts.size - KEPT))) this.parts.delete(old);
    known.catch(() => this.parts.delete(key));
    return known;
  }

  async ask(part, seat) {
    const first = part * TOGETHER;
    const end = Math.min(first + TOGETHER, this.last + 1);
    return (await postJson("/api/replay/scenes", { record: this.record, seat, first, end })).positions;
  }
}
