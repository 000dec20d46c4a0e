// The board: applies whole scenes, moving each piece from where it lay to where it lies.

import { s, setAttr } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { moving, theme } from "../shared/prefs.js";
import { ascending, nearestLayout, origins, placed, zoneSeat } from "./geometry.js";
import { Looks } from "./looks.js";
import { PieceView } from "./piece.js";
import { useSheet } from "./sheet.js";

const STEP = 220;
const LONGEST_DELAY = 1800;

/** An element that is moved right after its class changed keeps the old style (Chromium 156) until the class is new. */
function redress(element) {
  const worn = element.getAttribute("class");
  element.setAttribute("class", "");
  element.setAttribute("class", worn);
}

export class Board {
  /** `host` is the element that the board fills. */
  constructor(host) {
    this.host = host;
    this.pieces = new Map();
    this.pale = [];
    this.rests = 0;
    this.looks = new Looks(this);
    this.layer = s("g", { id: "ui-pieces" });
    this.ghosts = s("g", { id: "ui-ghosts", "aria-hidden": "true" });
    this.ground = s("rect", { class: "table" });
    this.world = s("g", { id: "ui-world" }, this.layer, this.ghosts);
    this.svg = s("svg", { id: "ui-board", role: "group", "aria-label": t("board.title") }, this.ground, this.world);
    host.append(this.svg);
    this.box = [host.clientWidth || 1, host.clientHeight || 1];
    new ResizeObserver(([entry]) => this.resize(entry.contentRect.width, entry.contentRect.height)).observe(host);
    this.paint();
  }

  paint() {
    setAttr(this.svg, "class", theme());
  }

  resize(width, height) {
    if (!width || !height) return;
    this.box = [width, height];
    if (!this.scene || nearestLayout(this.scene.layouts, width, height) === this.layout) return;
    this.apply(this.scene, []);
    this.showGhosts(this.pale);
  }

  /** Loads what a game's board needs. */
  async prepare(game) {
    this.host.dataset.game = game;
    await useSheet(game);
  }

  /** Shows the scene. `order` names piece ids in the order in which events moved them: each waits for its turn; what
   * belongs to others than the `viewer`, a seat or null, is called theirs. Answers with the pieces that changed, for the mark of the last move. */
  apply(scene, order, viewer = this.viewer) {
    this.viewer = viewer;
    const layout = nearestLayout(scene.layouts, ...this.box);
    const relaid = layout !== this.layout;
    this.scene = scene;
    this.layout = layout;
    if (relaid) this.frame(scene.layouts[layout].size);
    const delays = new Map(order.map((id, index) => [id, Math.min(index * STEP, LONGEST_DELAY)]));
    const known = new Set(this.pieces.keys());
    const others = scene.panels.filter(({ seat }) => seat !== viewer);
    const owners = new Map(others.map(({ seat, title }) => [seat, title]));
    const changed = this.update(scene.pieces, scene.layouts[layout].zones, delays, owners);
    this.origins = origins(scene.events, this.pieces, known);
    this.sort(scene.pieces);
    this.rests = Math.max(this.rests, performance.now() + this.longest());
    if (this.looks.name !== null) this.looks.show();
    this.begun = true;
    return relaid ? [] : changed;
  }

  /** A new shape of the table: for one frame nothing glides. */
  frame([width, height]) {
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    for (const [name, value] of [
      ["x", -2 * width],
      ["y", -2 * height],
      ["width", 5 * width],
      ["height", 5 * height],
    ])
      this.ground.setAttribute(name, value);
    this.svg.dataset.still = "";
    this.host.dataset.layout = this.layout;
    requestAnimationFrame(() => requestAnimationFrame(() => delete this.svg.dataset.still));
  }

  update(list, zones, delays, owners) {
    const gone = new Set(this.pieces.keys());
    const changed = [];
    for (const data of list) {
      const place = placed(data, zones);
      if (!place) continue;
      gone.delete(data.id);
      let piece = this.pieces.get(data.id);
      const isNew = !piece;
      if (isNew) this.pieces.set(data.id, (piece = new PieceView(data.id)));
      piece.element.style.transitionDelay = delays.has(data.id) ? `${delays.get(data.id)}ms` : "";
      piece.owner = owners.get(zoneSeat(data.zone));
      const change = piece.update(data, place, isNew);
      if (change) changed.push({ id: data.id, change });
    }
    this.leaving = [...gone].map((id) => this.pieces.get(id));
    for (const piece of this.leaving) {
      piece.leave();
      this.pieces.delete(piece.id);
    }
    return changed;
  }

  /** How long it takes until everything that the last scene changed lies where it belongs. */
  longest() {
    let most = 0;
    for (const pieces of [this.pieces.values(), this.leaving])
      for (const { time } of pieces) if (time > most) most = time;
    return this.begun && moving() ? most : 0;
  }

  /** Is something still on its way? */
  get flying() {
    return this.rests > performance.now();
  }

  /** Settles once everything has landed. */
  async landed() {
    while (this.flying) await new Promise((landed) => setTimeout(landed, this.rests - performance.now()));
  }

  /** Whatever is still on its way has arrived. */
  settle() {
    this.rests = 0;
    for (const piece of this.pieces.values()) piece.land();
    for (const element of this.layer.querySelectorAll("[data-leaving]")) element.remove();
    for (const each of this.layer.getAnimations({ subtree: true }))
      if (Number.isFinite(each.effect.getComputedTiming().endTime)) each.finish();
  }

  /** Brings the elements into the order of z, moving as few as possible: a moved element can lose its transition. */
  sort(list) {
    const order = list.filter((data) => this.pieces.has(data.id)).sort((a, b) => (a.z || 0) - (b.z || 0));
    const at = new Map([...this.layer.children].map((element, index) => [element, index]));
    const elements = order.map((data) => this.pieces.get(data.id).element);
    const known = elements.filter((element) => at.has(element));
    const stay = ascending(known.map((element) => at.get(element)));
    const kept = new Set(known.filter((_, index) => stay.has(index)));
    let next = null;
    for (const element of elements.reverse()) {
      if (!kept.has(element)) this.put(element, next, at.has(element));
      next = element;
    }
  }

  put(element, next, known) {
    if (known && this.layer.moveBefore) {
      this.layer.moveBefore(element, next);
      redress(element);
    } else this.layer.insertBefore(element, next);
    const id = element.dataset.piece;
    if (!known && this.begun) this.pieces.get(id).appear(this.origins.get(id));
  }

  /** Draws these pieces as pale copies, instead of those before. */
  showGhosts(list) {
    this.pale = list;
    const { zones } = this.scene.layouts[this.layout];
    this.ghosts.replaceChildren(
      ...list.map((data) => {
        const [x, y, scale] = placed(data, zones);
        const transform = `translate(${x} ${y}) rotate(${data.rot || 0}) scale(${scale})`;
        const text = data.text && s("text", { dy: ".35em" }, data.text);
        return s(
          "g",
          { class: `ghost ${data.classes || ""}`, transform },
          data.symbol && s("use", { href: `#${data.symbol}` }),
          text,
        );
      }),
    );
  }
}
