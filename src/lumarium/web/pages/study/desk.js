// The analysis board: a position of a study on the board, moves for every seat by touch, and what people say of it.

import { Showing } from "../../board/showing.js";
import { Walk } from "../../board/walk.js";
import { postJson } from "../../shared/api.js";
import { byId, button, h, setAttr } from "../../shared/dom.js";
import { t } from "../../shared/i18n.js";
import { later, styled } from "../../shared/later.js";
import { helloTokens } from "../../shared/tokens.js";
import { Live } from "./live.js";
import { Notes } from "./notes.js";
import { Opinions } from "./opinions.js";
import { Rings } from "./rings.js";
import { askText, openStudyShare } from "./share.js";
import { Tree } from "./tree.js";

const MOVER = "mover";
const OPEN = "open";
const TONES = ["note", "good", "bad"];
const LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";
const FINGER = 44;
const SLOWLY = 200;

/** Who changes something from this tab; nobody else does. */
function author(study) {
  const key = `lumarium.author.${study}`;
  const drawn = Array.from(crypto.getRandomValues(new Uint8Array(8)), (each) => LETTERS[each % LETTERS.length]).join("");
  try {
    const kept = sessionStorage.getItem(key) || drawn;
    sessionStorage.setItem(key, kept);
    return kept;
  } catch {
    return drawn;
  }
}

export class Desk {
  constructor(study, refuse) {
    Object.assign(this, { study, refuse, tree: new Tree(), words: new Map(), node: null, view: MOVER, hand: false });
    Object.assign(this, { marking: null, followed: null, people: [], mayEdit: false, closed: null, told: new Map(), untold: [], wish: 0, counted: 0 });
    this.opinions = new Opinions(this);
    this.author = author(study);
    this.address = `/api/studies/${study}`;
    this.root = byId("ui-root");
    this.root.dataset.phase = "study";
    this.showing = new Showing({ onPath: (path) => this.play(path), finger: FINGER });
    this.rings = new Rings(this.showing.board);
    this.showing.board.svg.addEventListener("click", (event) => this.mark(event), true);
    byId("ui-walk").hidden = false;
    this.walk = new Walk(byId("ui-walk"), 0, { go: (at) => this.step(at), word: (at) => this.word(this.way?.[at]) });
    byId("ui-walk").append(this.views());
    this.notes = new Notes(byId("ui-notes"), {
      go: (node) => this.go(node),
      say: (text, by) => this.edit({ line: "comment", at: this.node.id, by, text }),
      refuse: (text) => this.say({ text }),
      name: () => this.rename(),
      promote: () => this.promote(),
      remove: () => this.remove(),
      follow: (key) => this.follow(key),
    });
    this.tools();
    this.insight = later(async () => {
      const sheets = ["/web/shared/beside.css", "/web/board/insight.css"];
      const [{ Insight }] = await Promise.all([import("../../board/insight.js"), ...sheets.map(styled)]);
      return (this.odds = new Insight(byId("ui-insight"), this.showing, (facts) => this.know(facts)));
    });
    this.live = new Live(study);
    this.live.addEventListener("welcome", ({ detail }) => this.welcome(detail));
    this.live.addEventListener("edits", ({ detail }) => this.take(detail));
    this.live.addEventListener("people", ({ detail }) => this.showPeople(detail.people));
    this.live.addEventListener("refused", () => refuse(t("study.refused")));
    this.live.addEventListener("state", ({ detail }) => detail === "lost" && this.showing.teller.say(t("error.offline"), "error"));
    this.live.addEventListener("unstored", ({ detail }) => this.say(detail));
  }

  // What comes in

  welcome({ you, game, title, may_edit: mayEdit, players }) {
    Object.assign(this, { you, game, players, mayEdit });
    this.showing.prepare(game);
    document.title = `${t("study.title")} · ${title} · Lumarium`;
    for (const each of [this.undo, this.markTool, this.luck, this.opener]) each.hidden = !mayEdit;
  }

  take(message) {
    const before = this.node;
    const opened = this.tree.root.id && message.root !== this.tree.root.id;
    const depth = before?.depth;
    this.tree.take(message);
    for (const [move, word] of Object.entries(message.words)) this.words.set(move, word);
    this.closed = message.seat;
    this.opener.hidden = this.closed === null || !this.mayEdit;
    this.luck.hidden = this.closed !== null || !this.mayEdit;
    this.fillViews();
    if (!before) return this.go(this.wanted());
    if (opened) return this.go(this.tree.line(this.tree.root)[depth] || this.tree.root);
    let node = this.tree.branches.get(before.id);
    while (node.parent && !this.tree.isShown(node)) node = node.parent;
    if (node !== before) this.go(node);
    else this.refresh();
  }

  /** The position of the address, or the end of the main line. */
  wanted() {
    const asked = new URLSearchParams(location.search);
    const line = this.tree.line(this.tree.root);
    const found = this.tree.branches.get(asked.get("at")) || line[Number(asked.get("move") ?? line.length - 1)];
    return found || line.at(-1);
  }

  showPeople(people) {
    this.people = people;
    const leader = people.find(({ key }) => key === this.followed);
    if (!leader) this.followed = null;
    this.notes.showPeople(people, this.you, this.followed, (at) => {
      const node = this.tree.branches.get(at);
      return node?.parent ? String(node.depth) : "";
    });
    const node = leader && this.tree.branches.get(leader.at);
    if (node && node !== this.node) this.go(node, true);
  }

  follow(key) {
    this.followed = this.followed === key ? null : key;
    this.showPeople(this.people);
  }

  // Looking

  /** Shows a position; going somewhere by oneself ends following somebody. */
  go(node, led = false) {
    if (!led && this.followed) {
      this.followed = null;
      this.showPeople(this.people);
    }
    this.node = node;
    this.live.ask("cursor", { at: node.id }).catch(() => {});
    history.replaceState(history.state, "", `/study/${this.study}?at=${node.id}`);
    const looked = this.look(); // while the server draws it, the list is made
    this.refresh();
    return looked;
  }

  step(at) {
    const node = this.way?.[at];
    return node && node !== this.node ? this.go(node) : Promise.resolve();
  }

  /** Everything beside the board. */
  refresh() {
    const { tree, node } = this;
    this.way = tree.line(node);
    this.walk.at = node.depth;
    this.walk.reach(0, this.way.length - 1);
    this.notes.show({ tree, line: this.way, node, mayEdit: this.mayEdit, word: (each) => this.line(each) });
    this.rings.show(tree.marks(node));
    this.undo.disabled = !tree.lastOf(this.author);
    this.opinions.show();
  }

  async look() {
    const wish = ++this.wish;
    const { node, view } = this;
    const seat = view === MOVER || view === OPEN ? null : Number(view);
    try {
      const shown = await this.live.ask("look", { at: node.id, seat, mover: view === MOVER });
      if (wish !== this.wish) return;
      const named = String(this.shown?.names) === String(shown.names);
      this.shown = shown;
      if (!named) this.fillViews(), this.refresh();
      const seats = shown.names.map((_, each) => ({ seat: each, kind: "guide", connected: true }));
      const scene = this.mayEdit ? shown.scene : { ...shown.scene, actions: [] };
      await this.showing.show({ scene, seat: shown.seat }, { seats, tell: false });
      this.showing.reoffer();
      this.rings.show(this.tree.marks(node));
      setAttr(this.root, "data-node", node.id);
      this.odds?.update();
    } catch (error) {
      if (error.code !== "too_fast") return this.say(error);
      // Whoever walks on quickly sees where they come to rest.
      setTimeout(() => wish === this.wish && this.look(), SLOWLY);
    }
  }

  word(node) {
    if (!node?.parent) return t("study.start");
    return `${node.depth}. ${this.words.get(node.move) || node.move}`;
  }

  /** A position in the list; where a move was made twice, what it drew tells one from the other. */
  line(node) {
    const { parent, depth, seat, move } = node;
    if (!parent) return this.tree.name(node) || t("study.start");
    const twice = this.tree.children(parent).some((each) => each !== node && each.move === move);
    const told = twice && this.drawn(node);
    return told ? `${depth}. ${told}` : `${depth}. ${this.name(seat)}: ${this.words.get(move) || move}`;
  }

  /** What came of a move, in words; asked for once. */
  drawn({ id }) {
    if (!this.told.has(id)) {
      this.told.set(id, "");
      this.untold.push(id);
      if (this.untold.length === 1) this.learn();
    }
    return this.told.get(id);
  }

  /** One after the other and slowly: a server takes so many messages and no more, and steps go first. */
  async learn() {
    while (this.untold.length) {
      const [id] = this.untold;
      await this.live.ask("look", { at: id }).then(({ told }) => this.told.set(id, told), () => this.told.delete(id));
      await new Promise((go) => setTimeout(go, SLOWLY));
      this.untold.shift();
      this.refresh();
    }
  }

  name(seat) {
    return this.shown?.names[seat] || this.tree.names()[seat] || t("study.player", { n: seat + 1 });
  }

  views() {
    this.select = h("select", { id: "ui-view", "aria-label": t("replay.view") });
    this.select.addEventListener("change", () => ((this.view = this.select.value), this.look()));
    return this.select;
  }

  fillViews() {
    const seats = this.closed === null ? [...Array(this.players).keys()] : [this.closed];
    const wanted = this.closed === null ? this.view : String(this.closed);
    this.select.replaceChildren(
      ...(this.closed === null ? [h("option", { value: MOVER }, t("study.mover")), h("option", { value: OPEN }, t("replay.everyone"))] : []),
      ...seats.map((seat) => h("option", { value: seat }, t("replay.seat", { name: this.name(seat) }))),
    );
    this.select.value = this.view = wanted;
  }

  // Changing

  /** A change with an id of its own; resolves once it is stored. */
  async edit(change) {
    // What waits to be stored has its number, too.
    this.counted = Math.max(this.counted, this.tree.latest, this.live.unsent.latest) + 1;
    const id = `${this.counted}-${this.author}`;
    try {
      await this.live.store({ ...change, id });
      return id;
    } catch (error) {
      this.say(error);
      return null;
    }
  }

  async play(path) {
    const { node } = this;
    try {
      const { move, text, step } = await this.live.ask("play", { at: node.id, path, hand: this.hand });
      const done = step || (await this.chosen(node, move, text));
      if (!done) return this.showing.reoffer();
      const known = this.tree.children(node).find((each) => each.move === done[0] && !done[1].length);
      if (known) return this.go(known);
      const id = await this.edit({ line: "add", at: node.id, moves: [done] });
      const made = id && this.tree.edits.get(id);
      const found = made && this.tree.children(node).find((each) => each.edits.includes(made));
      if (found) await this.go(found);
      else this.showing.reoffer();
    } catch (error) {
      this.say(error);
      this.showing.reoffer();
    }
    return null;
  }

  /** What a move draws, chosen by hand. */
  async chosen(node, move, text) {
    const { pickLuck } = await import("./picker.js");
    const picks = await pickLuck(this.address, helloTokens(this.study), node.id, move, text);
    return picks && [move, picks, this.shown.turn];
  }

  async promote() {
    const way = [];
    for (let each = this.node; each.parent; each = each.parent) way.unshift(each);
    for (const each of way)
      if (this.tree.children(each.parent)[0] !== each) await this.edit({ line: "promote", at: each.id });
  }

  async remove() {
    const { id, parent } = this.node;
    const done = await this.edit({ line: "delete", at: id, seen: this.tree.seen() });
    if (done && this.node.id === id) this.go(parent);
  }

  async rename() {
    const { node } = this; // while somebody is followed, it is another one by and by
    const name = await askText("ui-rename", t("study.name_help"), this.tree.name(node));
    if (name !== null) await this.edit({ line: "name", at: node.id, name });
  }

  /** While marks are drawn, a touch rings a piece, and one on another piece makes an arrow of it. */
  async mark(event) {
    if (!this.marking) return;
    event.stopPropagation();
    event.preventDefault();
    const found = document.elementsFromPoint(event.clientX, event.clientY);
    const piece = found.map((element) => element.closest?.("[data-piece]")).find((each) => each && this.rings.fits(each))?.dataset.piece;
    if (!piece) return;
    const { tone, from } = this.marking;
    const drawn = this.tree.marks(this.node);
    const has = (one, to) => drawn.some((mark) => mark.piece === one && (mark.to || "") === to);
    if (from && from !== piece) {
      this.marking.from = null;
      if (has(from, "")) await this.edit({ line: "mark", at: this.node.id, piece: from, tone: "" });
      await this.edit({ line: "mark", at: this.node.id, piece: from, to: piece, tone: has(from, piece) ? "" : tone });
    } else {
      const gone = has(piece, "");
      this.marking.from = gone ? null : piece;
      await this.edit({ line: "mark", at: this.node.id, piece, tone: gone ? "" : tone });
    }
  }

  async takeBack() {
    const last = this.tree.lastOf(this.author);
    if (last) await this.edit({ line: "withdraw", what: last.id });
  }

  // Tools

  tools() {
    const tool = (id, key, act, look) => button(id, t(`study.${key}`), act, { kind: "tool", title: t(`study.${key}_help`), ...look });
    this.undo = tool("ui-undo", "undo", () => this.takeBack(), { icon: "undo" });
    this.luck = tool("ui-luck", "luck", () => this.byHand(!this.hand), { icon: "dice" });
    this.markTool = tool("ui-mark", "mark", () => this.nextTone(), { icon: "mark" });
    this.opener = tool("ui-open", "open", () => this.edit({ line: "sight", seat: null }), { icon: "magnifier" });
    setAttr(this.luck, "aria-pressed", "false");
    setAttr(this.markTool, "aria-pressed", "false");
    byId("ui-tools").append(
      this.undo,
      this.luck,
      this.markTool,
      this.opener,
      tool("ui-think", "think", () => this.opinions.think(), { icon: "hint" }),
      button("ui-insight-open", t("tool.know"), () => this.insight().then((panel) => panel.toggle()), {
        icon: "know",
        kind: "tool",
        title: t("tool.know_key"),
      }),
      tool("ui-share-open", "share", () => this.share(), { icon: "share" }),
    );
  }

  byHand(on) {
    this.hand = on;
    setAttr(this.luck, "aria-pressed", String(on));
    this.showing.teller.say(t(on ? "study.luck_hand" : "study.luck_drawn"));
  }

  /** Off, then one tone after the other. */
  nextTone() {
    const place = this.marking ? TONES.indexOf(this.marking.tone) + 1 : 0;
    this.marking = place < TONES.length ? { tone: TONES[place], from: null } : null;
    setAttr(this.markTool, "aria-pressed", String(Boolean(this.marking)));
    setAttr(this.root, "data-marking", this.marking?.tone);
    this.showing.teller.say(t(this.marking ? `study.mark_${this.marking.tone}` : "study.mark_off"));
  }

  know(facts) {
    const seat = this.shown.seat ?? this.shown.turn ?? 0;
    return postJson(`${this.address}/know`, { at: this.node.id, seat, ...facts }, helloTokens(this.study));
  }

  share() {
    openStudyShare({
      study: this.study,
      game: this.game,
      way: this.way.map(({ id }) => id),
      here: this.node.depth,
      seat: this.shown.seat,
      layout: this.showing.board.layout,
      closed: this.closed !== null,
      mayEdit: this.mayEdit,
      refuse: (error) => this.say(error),
    });
  }

  say(error) {
    const text = error.code === "offline" ? t("error.offline") : error.text || error.message;
    this.showing.teller.say(text, "error");
  }
}

