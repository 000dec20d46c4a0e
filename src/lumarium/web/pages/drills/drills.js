// Positions to learn from: one decision on the board, the answer with its reasons, and on to the next.

import { buildFrame, showRefusal } from "../../board/frame.js";
import { Showing } from "../../board/showing.js";
import { getJson, postJson } from "../../shared/api.js";
import { button, h, setText } from "../../shared/dom.js";
import { lang, loadTexts, t } from "../../shared/i18n.js";
import { keepAnswer, ownGames, practised } from "../../shared/practice.js";
import { hold, standing } from "../../shared/recordfile.js";
import { number, percent, thoughtList } from "../../shared/thoughts.js";

const FINGER = 44;
const OWN = "own";
const DAILY = "daily";

await loadTexts("shared/", "pages/");
document.title = `${t("drills.title")} · Lumarium`;
const card = h("section", { id: "ui-drill", class: "drill", "aria-labelledby": "ui-drill-title" });
const root = buildFrame({ home: { icon: "close", label: t("drills.leave") }, below: card, tools: false });

/** The day here, as 2026-01-31. */
const today = () => new Date(Date.now() - 60000 * new Date().getTimezoneOffset()).toISOString().slice(0, 10);

class Practice {
  constructor({ games, daily }) {
    Object.assign(this, { games, daily, place: 0, drill: null });
    this.showing = new Showing({ onPath: (path) => this.answer(path), finger: FINGER });
    this.title = h("h2", { id: "ui-drill-title" });
    this.text = h("p", { id: "ui-drill-text" });
    this.said = h("div", { id: "ui-drill-answer", role: "status" });
    this.count = h("span", { id: "ui-drill-count", class: "soft" });
    this.giveUp = button("ui-drill-give-up", t("drills.give_up"), () => this.answer(null), { kind: "quiet" });
    this.again = button("ui-drill-again", t("drills.again"), () => this.show(), { kind: "quiet" });
    this.tryIt = button("ui-drill-try", t("study.try"), () => this.tryOut(), { kind: "quiet", title: t("study.try_help") });
    this.next = button("ui-drill-next", t("drills.next"), () => this.go(this.place + 1), { kind: "primary" });
    const buttons = h("div", { class: "buttons" }, this.giveUp, this.again, this.tryIt, this.next);
    card.append(h("div", { class: "drill-words" }, h("div", { class: "drill-set" }, this.sets(), this.count), this.title, this.text, this.said), h("div", { class: "drill-nav" }, buttons));
  }

  /** All that can be practised, by game and kind. */
  sets() {
    const option = (value, text) => h("option", { value }, text);
    this.select = h(
      "select",
      { id: "ui-drill-set", "aria-label": t("drills.set") },
      option(DAILY, t("drills.daily")),
      option(OWN, t("drills.own")),
      this.games
        .filter(({ drills }) => drills.length)
        .map(({ game, title, drills }) => {
          const kinds = [...new Set(drills.map((drill) => drill.title))];
          return h(
            "optgroup",
            { label: title },
            option(game, t("drills.kind", { game: title, kind: t("drills.all") })),
            kinds.map((kind) => option(`${game}/${kind}`, t("drills.kind", { game: title, kind }))),
          );
        }),
    );
    this.select.addEventListener("change", () => this.choose(this.select.value));
    return this.select;
  }

  /** A set: the drill of the day, one's own, or a game's, all or of one kind. */
  choose(set) {
    this.select.value = set;
    if (this.select.value !== set) this.select.value = set = DAILY;
    this.list = this.drillsOf(set);
    // What was not right the last time comes first.
    const known = practised();
    const first = this.list.findIndex(({ id }) => !known[id]?.last);
    history.replaceState(history.state, "", set === DAILY ? "/drills" : `/drills?set=${encodeURIComponent(set)}`);
    return this.go(Math.max(0, first));
  }

  drillsOf(set) {
    if (set === DAILY) return [{ id: this.daily.id, body: { game: this.daily.game, drill: this.daily.id } }];
    if (set === OWN)
      return ownGames().flatMap(({ id, record, drills }) =>
        drills.map(({ at }) => ({ id: `${id}/${at}`, own: true, body: { record, at } })),
      );
    const [name, kind] = set.split("/");
    const { drills } = this.games.find(({ game }) => game === name);
    return drills
      .filter(({ title }) => !kind || title === kind)
      .map(({ id }) => ({ id, body: { game: name, drill: id } }));
  }

  async go(place) {
    const { length } = this.list;
    this.place = length ? place % length : 0;
    this.drill = this.list[this.place];
    this.next.hidden = length < 2;
    if (!this.drill) return this.nothing();
    this.shown = await postJson("/api/drills/show", this.drill.body);
    if (this.showing.scene && this.showing.scene.game !== this.shown.game) return location.reload();
    return this.show();
  }

  nothing() {
    this.giveUp.hidden = this.again.hidden = this.tryIt.hidden = true;
    root.dataset.phase = "";
    setText(this.title, t("drills.own"));
    setText(this.text, t("drills.none"));
    this.said.replaceChildren();
  }

  async show() {
    const { title, kind, seat, names, scene } = this.shown;
    Object.assign(root.dataset, { phase: "playing", game: scene.game });
    setText(this.title, t("drills.kind", { game: title, kind }));
    setText(this.text, t(this.drill.own ? "drills.ask_own" : "drills.ask"));
    this.said.replaceChildren();
    this.giveUp.hidden = false;
    this.again.hidden = true;
    this.tryIt.hidden = true;
    this.progress();
    const seats = names.map((_, each) => ({ seat: each, kind: "guide", connected: true }));
    await this.showing.show({ scene, seat }, { seats, you: { seats: [seat] }, tell: false });
    this.showing.reoffer();
  }

  progress() {
    const known = practised();
    const right = this.list.filter(({ id }) => known[id]?.last).length;
    setText(this.count, t("drills.progress", { known: right, all: this.list.length }));
  }

  async answer(path) {
    this.giveUp.hidden = true;
    this.again.hidden = false;
    try {
      const found = await postJson("/api/drills/answer", { ...this.drill.body, path });
      keepAnswer(this.drill.id, found.right);
      this.tell(found);
      this.tryIt.hidden = false;
    } catch (error) {
      this.said.replaceChildren(h("p", { class: "notice", role: "alert" }, error.message));
    }
    this.progress();
  }

  /** The position on the analysis board, once it was answered; first as its seat sees it. */
  tryOut() {
    const { record, at, ...drill } = this.drill.body;
    if (record) hold("drill.jsonl", record);
    const asked = record ? { record: "", seat: this.shown.seat + 1, move: standing(record, at) } : drill;
    location.assign(`/study?${new URLSearchParams(asked)}`);
  }

  tell({ right, lost, points, given, best }) {
    const same = best.findIndex(({ action }) => action === given?.action);
    const thoughts = best.map((each, place) => (place === same ? { ...each, played: true } : each));
    if (given && same < 0) thoughts.push(given);
    const key = !given ? "shown" : same === 0 ? "right" : right ? "as_good" : "wrong";
    const verdict = t(`drills.${key}`, { lost: percent(lost), points: number(points) });
    this.said.replaceChildren(
      h(
        "details",
        { open: true },
        h("summary", { id: "ui-drill-verdict", "data-right": right ? "" : null }, verdict),
        thoughtList(thoughts, (lit) => this.showing.hint(lit), t("drills.mine")),
      ),
    );
    this.showing.hint(best[0].path);
  }
}

try {
  const practice = new Practice(await getJson(`/api/drills?day=${today()}&lang=${lang()}`));
  await practice.choose(new URLSearchParams(location.search).get("set") || DAILY);
} catch (error) {
  card.hidden = true;
  showRefusal(t("drills.title"), error.message, h("a", { class: "button primary", href: "/" }, t("nav.home")));
}
