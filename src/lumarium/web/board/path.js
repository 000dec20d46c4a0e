// The tree of things to touch, and how far one has come in it. No drawing here.

const END = [];

/** What lies below a piece of a level. */
function below(level, piece) {
  return Array.isArray(level) ? END : level[piece];
}

export class TouchPath {
  constructor(tree = END) {
    this.tree = tree;
    this.touched = [];
  }

  get level() {
    return this.touched.reduce(below, this.tree);
  }

  /** The pieces that may be touched next. */
  get next() {
    const level = this.level;
    return (Array.isArray(level) ? level : Object.keys(level)).filter(Boolean);
  }

  /** May the path end here? */
  get canStop() {
    const level = this.level;
    if (!this.touched.length) return false;
    return Array.isArray(level) ? !level.length || level.includes("") : "" in level;
  }

  /** Is there nothing more to touch? */
  get complete() {
    return this.canStop && !this.next.length;
  }

  touch(piece) {
    if (!this.next.includes(piece)) return false;
    this.touched.push(piece);
    return true;
  }

  back() {
    return this.touched.pop();
  }

  /** Back to before this piece. */
  backTo(piece) {
    this.touched.length = Math.max(0, this.touched.indexOf(piece));
  }
}
