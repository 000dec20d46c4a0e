// What remains of a game: who won, where the points come from, the last position; to be printed, kept and passed on.

import { scoreTable } from "../../board/points.js";
import { getText, postBlob, postJson, saveAs, serverFacts } from "../../shared/api.js";
import { button, h, icon } from "../../shared/dom.js";
import { t } from "../../shared/i18n.js";
import { asPng } from "../../shared/png.js";
import { keptRecord } from "../../shared/recordfile.js";
import { helloTokens, takeFragment } from "../../shared/tokens.js";
import { failure, main, startPage } from "../page.js";
import { drawCard } from "./card.js";

const table = location.pathname.split("/")[2] || null;
if (table) takeFragment(table);
await startPage("result.title");

/** The record of a finished table, or the file that was looked at in this tab. */
async function wanted() {
  if (table) return getText(`/api/tables/${table}/record`, helloTokens(table));
  const kept = keptRecord();
  if (!kept) throw new Error(t("replay.none"));
  return kept.text;
}

/** Everybody in the order of their places: { seat, name, place, points }. */
function standing({ names, result, scores }) {
  const points = scores.at(-1);
  const place = (seat) => (result ? result.ranking[seat] : 1 + points.filter((other) => other > points[seat]).length);
  const all = names.map((name, seat) => ({ seat, name, place: place(seat), points: String(points[seat]).replace("-", "−") }));
  return all.sort((a, b) => a.place - b.place || a.seat - b.seat);
}

const ranking = (order) =>
  h(
    "ol",
    { id: "ui-ranking", class: "result-ranking" },
    order.map(({ seat, name, place, points }) =>
      h(
        "li",
        { "data-seat": seat, "data-place": place },
        h("span", { class: "place" }, place),
        h("span", { class: "name" }, name),
        h("span", { class: "value" }, points),
      ),
    ),
  );

const picture = (id, blob, alt, look) => h("img", { id, class: look, src: URL.createObjectURL(blob), alt });

/** To be passed on where the browser can do that, and saved everywhere. */
async function cardButtons(card, name, text) {
  const png = await asPng(card, 1);
  const file = new File([png], `${name}.png`, { type: "image/png" });
  const share = () => navigator.share({ files: [file], text }).catch(() => {}); // whoever changes their mind need not be told
  return [
    navigator.canShare?.({ files: [file] }) && button("ui-card-share", t("result.share"), share, { icon: "share", kind: "primary" }),
    button("ui-card-save", t("result.save"), () => saveAs(png, file.name), { icon: "download" }),
  ];
}

try {
  const record = await wanted();
  const [told, { games }] = await Promise.all([postJson("/api/replay", { record }), serverFacts()]);
  const at = told.entries.length;
  const drawn = (theme) => postBlob("/api/replay/svg", { record, at, seat: null, layout: "wide", theme });
  const [{ positions }, board, night] = await Promise.all([
    postJson("/api/replay/scenes", { record, seat: null, first: at, end: at + 1 }),
    drawn("light"),
    drawn("dark"),
  ]);
  const game = games.find(({ name }) => name === told.game);
  const title = game?.title || told.game;
  const { prompt, panels } = positions[0].scene;
  const headline = told.result ? prompt : t("result.unfinished");
  const order = standing(told);
  const card = await drawCard({ title, headline, order, board: night });
  const sentence = `${title}: ${order.map(({ name, points }) => `${name} ${points}`).join(", ")}`;
  document.title = `${t("result.title")} · ${title} · Lumarium`;
  main.append(
    h(
      "article",
      { class: "result", id: "ui-result-sheet", "data-world": told.game },
      h("header", {}, h("p", { class: "soft" }, title), h("h1", {}, headline), told.result?.ending && h("p", { class: "ending" }, told.result.ending)),
      told.result?.practice && h("p", { class: "soft" }, t("ending.practice")),
      ranking(order),
      h(
        "p",
        { class: "buttons" },
        button("ui-print", t("result.print"), () => print(), { icon: "rules", kind: "primary" }),
        h("a", { class: "button", id: "ui-replay", href: table ? `/replay/${table}` : "/replay" }, icon("film"), h("span", {}, t("ending.replay"))),
      ),
      h("h2", {}, t("ending.points")),
      h("div", { class: "result-points" }, order.map(({ seat }) => scoreTable(panels.find((panel) => panel.seat === seat)))),
      h("h2", {}, t("result.board")),
      picture("ui-result-board", board, t("result.board_alt", { title, n: at }), "in-light"),
      picture("ui-result-night", night, t("result.board_alt", { title, n: at }), "in-dark"),
      h(
        "section",
        { class: "result-card", "aria-labelledby": "ui-card-title" },
        h("h2", { id: "ui-card-title" }, t("result.card")),
        picture("ui-result-card", card, sentence),
        h("p", { class: "buttons" }, await cardButtons(card, `${told.game}-${table || "result"}`, sentence)),
      ),
    ),
  );
} catch (error) {
  // Whoever has no link to the table finds its door there.
  const way = table && h("p", {}, h("a", { class: "button primary", id: "ui-table", href: `/t/${table}` }, t("replay.table")));
  main.append(failure(error), ...(way ? [way] : []));
}
