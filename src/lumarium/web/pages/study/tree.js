// The tree that the changes of a study make, as the library makes it (kernel/branches.py): the same changes give the same
// tree, in whatever order they came.

/** The place of a change among all: its number, and its author. */
const placed = (edit) => {
  const [number, author] = edit.id.split("-");
  return { ...edit, stamp: [Number(number), author] };
};
const stamp = (edit) => edit.stamp;
const compare = ([a, x], [b, y]) => a - b || (x < y ? -1 : x > y ? 1 : 0);
const byStamp = (one, other) => compare(stamp(one), stamp(other));

export class Tree {
  constructor() {
    this.clear("");
  }

  clear(root) {
    this.root = { id: root, parent: null, move: null, seat: null, depth: 0, children: [], edits: [] };
    this.branches = new Map([[root, this.root]]);
    this.edits = new Map();
    this.withdrawn = new Map();
    this.played = [];
    this.byAuthor = new Map();
    this.latest = 0;
    this.last = {};
    this.shown = null;
  }

  /** Takes in changes as the server tells them; what is known stays as it is. */
  take({ root, edits, nodes }) {
    if (root !== this.root.id) this.clear(root);
    for (const edit of edits) if (!this.edits.has(edit.id)) this.add(placed(edit), nodes[edit.id]);
  }

  add(edit, nodes) {
    this.edits.set(edit.id, edit);
    const [number, author] = edit.stamp;
    this.latest = Math.max(this.latest, number);
    this.last[author] = Math.max(this.last[author] || 0, number);
    if (edit.line === "played") this.played.push(edit);
    if (edit.line === "withdraw") {
      this.withdrawn.set(edit.what, [...(this.withdrawn.get(edit.what) || []), edit]);
      this.shown = null;
      return;
    }
    if (!this.byAuthor.has(author)) this.byAuthor.set(author, []);
    this.byAuthor.get(author).push(edit);
    if (edit.line === "sight") return;
    let branch = this.branches.get(edit.at);
    if (edit.line !== "add") {
      branch.edits.push(edit);
      if (edit.line === "delete") this.shown = null;
      else this.revive(branch, edit);
      return;
    }
    edit.moves.forEach(([move, , seat], place) => {
      const id = nodes[place];
      let found = this.branches.get(id);
      if (!found) {
        found = { id, parent: branch, move, seat, depth: branch.depth + 1, children: [], edits: [] };
        this.branches.set(id, found);
        branch.children.push(found);
      }
      found.edits.push(edit);
      this.revive(found, edit);
      branch = found;
    });
  }

  /** Something new at a position brings it back, with all on the way there, unless whoever deleted it had seen that. */
  revive(branch, edit) {
    if (!this.shown) return;
    const cuts = [];
    for (let each = branch; each; each = each.parent) cuts.push(...this.cutsAt(each));
    if (!this.stands(edit, cuts)) return;
    for (let each = branch; each && !this.shown.has(each.id); each = each.parent) this.shown.add(each.id);
  }

  cutsAt(branch) {
    return branch.edits.filter((edit) => edit.line === "delete" && this.counts(edit));
  }

  /** Was it not withdrawn? Whoever withdraws can be withdrawn, and so on without end. */
  counts({ id }) {
    if (!this.withdrawn.has(id)) return true;
    const against = (name) => this.withdrawn.get(name) || [];
    const known = new Map();
    const waiting = [id];
    while (waiting.length) {
      const open = against(waiting.at(-1)).filter((each) => !known.has(each.id));
      if (open.length) {
        waiting.push(...open.map((each) => each.id));
      } else {
        const name = waiting.pop();
        known.set(name, !against(name).some((each) => known.get(each.id)));
      }
    }
    return known.get(id);
  }

  at(branch, line) {
    return branch.edits.filter((edit) => edit.line === line && this.counts(edit)).sort(byStamp);
  }

  /** What follows a position, the main line first. */
  children(branch) {
    const found = branch.children.filter((child) => this.isShown(child));
    if (found.length < 2) return found;
    const ranks = new Map(found.map((child) => [child, this.rank(child)]));
    return found.sort((one, other) => {
      const [a, b] = [ranks.get(one), ranks.get(other)];
      if (a.promoted !== b.promoted) return a.promoted ? -1 : 1;
      return a.promoted ? compare(b.stamp, a.stamp) : compare(a.stamp, b.stamp);
    });
  }

  rank(branch) {
    const promoted = this.at(branch, "promote").at(-1);
    if (promoted) return { promoted: true, stamp: stamp(promoted) };
    const came = this.at(branch, "add")[0] || branch.edits.filter(({ line }) => line === "add").sort(byStamp)[0];
    return { promoted: false, stamp: stamp(came) };
  }

  isShown(branch) {
    this.shown ||= this.living();
    return this.shown.has(branch.id);
  }

  /** All positions at which something stands that nobody deleted, and those on the way there. */
  living() {
    const cuts = new Map();
    const living = new Set([this.root.id]);
    const all = [...this.branches.values()];
    for (const branch of all) {
      const own = this.cutsAt(branch);
      const above = branch.parent ? cuts.get(branch.parent.id) : [];
      cuts.set(branch.id, own.length ? [...above, ...own] : above);
      if (branch.edits.some((edit) => this.stands(edit, cuts.get(branch.id)))) living.add(branch.id);
    }
    for (const branch of all.reverse()) if (branch.parent && living.has(branch.id)) living.add(branch.parent.id);
    return living;
  }

  stands(edit, cuts) {
    if (edit.line === "delete" || !this.counts(edit)) return false;
    if (!cuts.length) return true;
    const [number, author] = stamp(edit);
    return cuts.every(({ seen }) => (seen[author] || 0) < number);
  }

  /** From the first position through this one to the end of its line. */
  line(branch) {
    const way = [branch];
    while (way.at(-1).parent) way.push(way.at(-1).parent);
    way.reverse();
    for (let next = this.children(branch)[0]; next; next = this.children(next)[0]) way.push(next);
    return way;
  }

  /** Does the main line lead through it? */
  isMain(branch) {
    return !branch.parent || (this.children(branch.parent)[0] === branch && this.isMain(branch.parent));
  }

  /** By author the last number. */
  seen() {
    return { ...this.last };
  }

  name(branch) {
    return this.at(branch, "name").at(-1)?.name || "";
  }

  marks(branch) {
    const latest = new Map();
    for (const mark of this.at(branch, "mark")) latest.set(`${mark.piece} ${mark.to || ""}`, mark);
    return [...latest.values()].filter(({ tone = "note" }) => tone);
  }

  /** Who played, as far as that is known. */
  names() {
    return this.played.filter((edit) => this.counts(edit)).sort(byStamp).at(-1)?.names || [];
  }

  /** The last change of an author that counts and can be undone; what a bot thought is none that anybody made. */
  lastOf(author) {
    const own = (this.byAuthor.get(author) || []).filter((edit) => edit.line !== "outlook" && this.counts(edit));
    return own.sort(byStamp).at(-1) || null;
  }
}
