// The end of a game: the ranking, where everybody's points came from, and what next.

import { scoreTable } from "../../board/points.js";
import { download } from "../../shared/api.js";
import { button, h, icon } from "../../shared/dom.js";
import { t } from "../../shared/i18n.js";
import { moving } from "../../shared/prefs.js";
import { helloTokens } from "../../shared/tokens.js";
import { againText, playAgain } from "./rematch.js";

const PAUSE = 1500;

export class Ending {
  /** `told` settles when the last scoring was told; `onclose` is called when somebody wants to see the board. */
  constructor(element, table, { ask, refuse, told, onclose }) {
    Object.assign(this, { element, table, ask, refuse, told, onclose, seen: false });
  }

  /** `live` says whether the game was still going on when this page opened. */
  update({ table: state, you, scene, names, live = false }) {
    const drawn = JSON.stringify([state, scene?.v, scene?.panels, names]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const content =
      state.result && scene
        ? [this.ranking(state.result, scene, names), this.tables(scene)]
        : [h("p", {}, t(`closed.${state.closed || "host"}`))];
    const head = h(
      "header",
      {},
      h("h2", { id: "ui-ending-title" }, scene?.status === "over" ? scene.prompt : t("ending.title")),
      state.result?.ending && h("p", { class: "soft" }, state.result.ending),
      state.result?.practice && h("p", { id: "ui-practice", class: "soft" }, t("ending.practice")),
    );
    const held = this.element.contains(document.activeElement);
    this.element.replaceChildren(
      h(
        "div",
        { class: "ending-inner", role: "dialog", tabindex: "-1", "aria-labelledby": "ui-ending-title" },
        head,
        content,
        this.buttons(state, you, Boolean(scene)),
      ),
    );
    if (held) this.open();
    const awaited = state.phase === "over" && scene && scene.status !== "over";
    if (!this.seen && !awaited) this.appear(live);
  }

  /** Whoever saw the last move happen is told the last scoring, and gets a moment to look at it. */
  async appear(live) {
    this.seen = true;
    const slow = live && moving();
    if (slow) await this.told();
    setTimeout(() => this.open(), slow ? PAUSE : 0);
  }

  close() {
    this.element.hidden = true;
    this.onclose();
  }

  open() {
    this.element.hidden = false;
    this.element.firstElementChild?.focus({ preventScroll: true });
  }

  ranking({ scores, ranking }, scene, names) {
    const order = scores.map((_, seat) => seat).sort((a, b) => ranking[a] - ranking[b] || scores[b] - scores[a]);
    return h(
      "ol",
      { id: "ui-ranking", class: "ranking" },
      order.map((seat) =>
        h(
          "li",
          { "data-seat": seat, "data-place": ranking[seat] },
          h("span", { class: "place" }, ranking[seat]),
          h("span", { class: "name" }, names[seat] || scene.panels.find((panel) => panel.seat === seat)?.title || ""),
          h("span", { class: "value" }, String(scores[seat]).replace("-", "−")),
        ),
      ),
    );
  }

  /** One table of points per player. */
  tables(scene) {
    const panels = scene.panels.filter(({ rows }) => rows?.length);
    return h(
      "details",
      { class: "sheets", id: "ui-sheets" },
      h("summary", {}, t("ending.points")),
      h("div", { class: "sheets-inner" }, panels.map(scoreTable)),
    );
  }

  buttons(state, you, played) {
    const may = you.seats.length || you.host;
    const save = () =>
      download(`/api/tables/${this.table}/record`, helloTokens(this.table), `${state.game}-${this.table}.jsonl`).catch(
        (error) => this.refuse(error),
      );
    return h(
      "div",
      { class: "buttons" },
      (may || state.next) &&
        state.phase === "over" &&
        button("ui-rematch", againText(state, you), () => playAgain(this.table, state, this.ask), { icon: "again", kind: "primary" }),
      played &&
        h(
          "a",
          { id: "ui-replay", class: "button", href: `/replay/${this.table}` },
          icon("film"),
          h("span", {}, t("ending.replay")),
        ),
      played &&
        h(
          "a",
          { id: "ui-result-open", class: "button", href: `/result/${this.table}` },
          icon("rules"),
          h("span", {}, t("ending.sheet")),
        ),
      button("ui-record", t("ending.record"), save, { icon: "download" }),
      button("ui-ending-close", t("ending.table"), () => this.close(), { kind: "quiet" }),
      h("a", { class: "button quiet", href: "/" }, t("nav.home")),
    );
  }
}
