// The keyboard on the board: arrows go to the next piece in that direction, Enter and Space touch it. What has the focus
// shows what it would bring; Ctrl+Enter ends a move that may end here.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Keys {
  constructor(board, touch) {
    this.board = board;
    this.touch = touch;
    this.last = null;
    this.wanted = false;
    addEventListener("keydown", (event) => this.press(event));
    addEventListener("pointerdown", () => (this.wanted = false), true);
    touch.addEventListener("step", () => this.follow());
    const shown = ({ target }) => target.matches(":focus-visible") && touch.preview(target.dataset.piece);
    // Not on the layer of the pieces: what listens for the focus inside an SVG gets it, too.
    board.host.addEventListener("focusin", shown);
    board.host.addEventListener("focusout", () => touch.preview(null));
  }

  get focused() {
    const id = document.activeElement?.closest?.("#ui-pieces [data-piece]")?.dataset.piece;
    return id ? this.board.pieces.get(id) : null;
  }

  press(event) {
    const way = WAYS[event.key];
    const enters = event.key === "Enter" || event.key === " ";
    const onBoard = document.activeElement === document.body || this.focused;
    const free = onBoard && !document.querySelector("dialog[open]");
    if (free && (way || enters)) this.touch.dispatchEvent(new Event("any"));
    const here = this.focused;
    if (way && free) {
      const next = here ? this.towards(here, way) : this.first(this.reachable());
      if (next) this.focus(next);
      if (next || here) event.preventDefault();
    } else if (event.key === "Enter" && event.ctrlKey) {
      this.wanted = true;
      if (this.touch.confirm()) event.preventDefault();
    } else if (here && enters) {
      event.preventDefault();
      if (here.look && !here.touchable && !here.chosen) return this.board.looks.toggle(here.look);
      this.wanted = true;
      this.last = here.place;
      this.touch.touch(here.id);
    }
  }

  focus(piece) {
    this.last = piece.place;
    piece.element.focus({ preventScroll: true });
  }

  offered() {
    return [...this.touch.offered].map((id) => this.board.pieces.get(id)).filter((piece) => piece && !piece.part);
  }

  /** Where the arrows go: to what can be touched; while that is nothing, to what can be looked at. */
  reachable() {
    const offered = this.offered();
    return offered.length ? offered : this.board.looks.pieces;
  }

  /** The one nearest to where the last decision was. */
  first(among = this.offered()) {
    const [x, y] = this.last || [0, 0];
    return among.sort((a, b) => distance(a.place, x, y) - distance(b.place, x, y))[0];
  }

  /** The nearest piece within a wide angle of the way. */
  towards(here, [dx, dy]) {
    let best = null;
    let least = Infinity;
    for (const piece of this.reachable()) {
      const along = (piece.place[0] - here.place[0]) * dx + (piece.place[1] - here.place[1]) * dy;
      const aside = Math.abs((piece.place[0] - here.place[0]) * dy) + Math.abs((piece.place[1] - here.place[1]) * dx);
      const far = along + 2.5 * aside;
      if (along > 1 && far < least) [best, least] = [piece, far];
    }
    return best;
  }

  /** After a decision by key the focus goes to where the next one is, but not away from whoever writes something. */
  follow() {
    if (!this.wanted || this.focused?.touchable || document.activeElement?.matches("input, textarea, select")) return;
    const next = this.first();
    if (next) this.focus(next);
  }
}

const distance = (place, x, y) => Math.hypot(place[0] - x, place[1] - y);
