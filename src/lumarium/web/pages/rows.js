// Tables as rows: who plays, whose turn it is and since when, what came of it; a touch leads there.

import { useSheet } from "../board/sheet.js";
import { serverFacts } from "../shared/api.js";
import { h, icon } from "../shared/dom.js";
import { ago, t } from "../shared/i18n.js";

export const live = ({ phase }) => phase === "waiting" || phase === "playing";

/** Rows of tables, or nothing at all. */
export async function showTables(section, tables, title, most = 12) {
  const { games: list } = await serverFacts();
  const rows = tables.slice(0, most).map((row) => {
    const game = list.find(({ name }) => name === row.game);
    if (game) useSheet(row.game).catch(() => {}); // its colours; without them the row says the same
    return tableRow(row, game);
  });
  section.hidden = !rows.length;
  section.replaceChildren(h("h2", {}, title), h("ul", {}, rows));
}

function tableRow(row, game) {
  const names = row.seats.map((seat) =>
    seat.kind === "open"
      ? t("seat.open")
      : seat.kind === "bot"
        ? t("seat.bot", { level: t(`level.${seat.level}`) })
        : seat.name,
  );
  const points = row.result && ranked(row.result).map((seat) => `${row.seats[seat].name} ${signed(row.result.scores[seat])}`);
  const state = row.your_turn
    ? t("home.your_turn")
    : row.phase === "waiting" && row.open
      ? t("home.open", { n: row.open })
      : row.turn === null || row.paused
        ? t(`state.${row.paused ? "paused" : row.phase}`)
        : t("me.turn_of", { name: row.seats[row.turn].name });
  return h(
    "li",
    {},
    h(
      "a",
      {
        class: "table-row",
        href: `/t/${row.id}`,
        "data-world": row.game,
        "data-turn": row.your_turn ? "" : null,
        "data-phase": row.phase,
      },
      h("span", { class: "dot", "aria-hidden": "true" }),
      h("span", { class: "what" }, h("strong", {}, game?.title || row.game), h("span", {}, (points || names.filter(Boolean)).join(", "))),
      h("span", { class: "state" }, h("strong", {}, state), h("span", {}, ago(row.since ?? row.touched))),
      icon("play"),
    ),
    row.phase === "over" &&
      h("a", { class: "button small", id: `ui-again-${row.id}`, href: `/t/${row.id}?again` }, t("home.again")),
  );
}

const signed = (number) => String(number).replace("-", "−");
const ranked = ({ scores, ranking }) => scores.map((_, seat) => seat).sort((a, b) => ranking[a] - ranking[b]);
