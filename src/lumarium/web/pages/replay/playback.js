// A game that was played, position by position, from any seat or with everything open.

import { Showing } from "../../board/showing.js";
import { Walk } from "../../board/walk.js";
import { serverFacts } from "../../shared/api.js";
import { openDialog } from "../../shared/dialog.js";
import { byId, button, h } from "../../shared/dom.js";
import { t } from "../../shared/i18n.js";
import { standing } from "../../shared/recordfile.js";
import { tokensOf } from "../../shared/tokens.js";
import { mark, origins, ScoreChart } from "./chart.js";
import { Measure } from "./measure.js";
import { Positions } from "./positions.js";
import { Review } from "./review.js";
import { address, openShare } from "./share.js";

const REST = 400;
const EVERYONE = "all";

export class Playback {
  /** `record` is { name, text }, `told` what the server says of it. */
  constructor(table, record, told) {
    const last = told.entries.length;
    Object.assign(this, { table, record, told, shown: null, busy: false });
    this.owned = table ? Object.keys(tokensOf(table).seats).map(Number) : [];
    this.root = byId("ui-root");
    this.root.dataset.phase = "replay";
    byId("ui-walk").hidden = false;
    this.positions = new Positions(record.text, last);
    this.showing = new Showing();
    this.chart = new ScoreChart("ui-chart", told, (at) => this.walk.move(at));
    byId("ui-walk").append(this.chart.element);
    this.walk = new Walk(byId("ui-walk"), last, { go: (at) => this.go(at), word: (at) => this.word(at) });
    byId("ui-walk").append(this.views());
    this.review = new Review(byId("ui-review"), record.text, told, (path) => this.showing.hint(path));
    this.measure = new Measure(record.text, told, this.owned, (decision) => this.lookAt(decision));
    this.tools();
    // The way back from a drawer or dialog leads to the address before it.
    addEventListener("popstate", () => this.shown && this.remember(this.shown.scene.v, this.shown.seat));
    this.start();
  }

  async start() {
    const { games } = await serverFacts();
    const game = games.find(({ name }) => name === this.told.game);
    document.title = `${t("replay.title")} · ${game?.title || this.told.game} · Lumarium`;
    if (game) this.showing.log.about(game);
    const asked = new URLSearchParams(location.search);
    this.seat = this.askedSeat(asked.get("seat"));
    this.select.value = this.seat ?? EVERYONE;
    this.walk.show(Number(asked.get("at")) || 0);
  }

  /** The seat of the address, counted from 1 there; else one's own, if it is one. */
  askedSeat(text) {
    const seats = this.told.names.length;
    if (text !== null) return Number(text) >= 1 && Number(text) <= seats ? Number(text) - 1 : null;
    return this.owned.length === 1 && !location.search ? this.owned[0] : null;
  }

  views() {
    const seats = this.told.names.map((name, seat) => h("option", { value: seat }, t("replay.seat", { name })));
    this.select = h(
      "select",
      { id: "ui-view", "aria-label": t("replay.view") },
      h("option", { value: EVERYONE }, t("replay.everyone")),
      seats,
    );
    this.select.addEventListener("change", () => {
      this.seat = this.select.value === EVERYONE ? null : Number(this.select.value);
      this.walk.move(this.walk.at);
    });
    return this.select;
  }

  tools() {
    this.explain = button("ui-explain", t("tool.explain"), () => this.ask(), {
      icon: "hint",
      kind: "tool",
      title: t("review.ask"),
    });
    const measure = button("ui-measure-open", t("tool.measure"), () => this.measure.show(this.seat), {
      icon: "scales",
      kind: "tool",
      title: t("measure.title"),
    });
    measure.disabled = !this.told.result;
    byId("ui-tools").append(
      this.explain,
      measure,
      button("ui-points", t("tool.points"), () => this.points(), {
        icon: "chart",
        kind: "tool",
        title: t("chart.title"),
      }),
      button("ui-study-open", t("study.try"), () => this.tryOut(), { icon: "plus", kind: "tool", title: t("study.try_help") }),
      button("ui-share-open", t("tool.share"), () => this.share(), {
        icon: "share",
        kind: "tool",
        title: t("share.title"),
      }),
    );
  }

  /** What led to a position, in words. */
  word(at) {
    if (!at) return t("replay.start");
    const { seat, text, undo } = this.told.entries[at - 1];
    const name = this.told.names[seat];
    return t(undo ? "replay.undone" : "replay.move", { at, last: this.told.entries.length, name, move: text });
  }

  /** Shows a position. While one is being fetched only the latest wish counts. */
  async go(at) {
    this.chart.show(at);
    this.explain.disabled = !this.review.possible(at);
    if (this.busy) return;
    this.busy = true;
    try {
      let wish;
      do {
        wish = [this.walk.at, this.seat];
        const position = await this.positions.at(...wish);
        if (wish[0] === this.walk.at && wish[1] === this.seat) await this.arrive(position);
      } while (wish[0] !== this.walk.at || wish[1] !== this.seat);
    } catch (error) {
      this.walk.play(false);
      this.refuse(error);
    } finally {
      this.busy = false;
    }
  }

  async arrive(position) {
    const { scene, seat } = position;
    const before = this.shown?.scene.v;
    const next = this.shown?.seat === seat && scene.v === before + 1;
    this.shown = position;
    this.showing.teller.jump(next ? [] : scene.events);
    await this.showing.show(position, { tell: next });
    this.review.show(scene.v);
    this.marks();
    clearTimeout(this.resting);
    // Browsers allow only so many changes of the address.
    this.resting = setTimeout(() => this.remember(scene.v, seat), REST);
  }

  /** Beside each player stands the mark of their line in the chart. */
  marks() {
    for (const row of this.showing.players.rows.values())
      if (!row.mark && Number.isInteger(row.panel.seat)) row.score.before((row.mark = mark(row.panel.seat)));
  }

  remember(at, seat) {
    history.replaceState(history.state, "", address(this.table, at, seat));
  }

  ask() {
    this.walk.play(false);
    this.showing.drawer.open();
    this.review.ask();
  }

  /** A decision as its seat saw it, with what the bot thinks of it. */
  lookAt(decision) {
    this.seat = decision.seat;
    this.select.value = decision.seat;
    this.review.tell(decision.at, decision);
    this.showing.drawer.open();
    this.walk.move(decision.at);
  }

  points() {
    const { names } = this.told;
    const chart = new ScoreChart("ui-chart-large", this.told, (at) => (this.walk.move(at), chart.show(at)));
    const legend = names.map((name, seat) => h("li", { "data-seat": seat }, mark(seat), name));
    openDialog(
      "ui-points-dialog",
      t("chart.title"),
      chart.element,
      h("ul", { class: "legend" }, legend),
      h("h3", {}, t("chart.origins", { at: this.shown.scene.v })),
      origins(this.shown.points, names),
    );
    chart.show(this.walk.at);
  }

  /** The same position on the analysis board. */
  tryOut() {
    const { scene, seat } = this.shown;
    const move = standing(this.record.text, scene.v);
    const from = this.table ? { table: this.table } : { record: "" };
    const seen = seat === null ? {} : { seat: seat + 1 };
    location.assign(`/study?${new URLSearchParams({ ...from, ...seen, move })}`);
  }

  share() {
    const { scene, seat } = this.shown;
    const file = this.record.name || `${this.told.game}-${this.table}.jsonl`;
    openShare({
      table: this.table,
      record: this.record.text,
      file,
      at: scene.v,
      last: this.told.entries.length,
      seat,
      layout: this.showing.board.layout,
      refuse: (error) => this.refuse(error),
    });
  }

  refuse(error) {
    this.showing.teller.say(error.message, "error");
  }
}
