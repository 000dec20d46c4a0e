// The first page: the games, your tables, open tables.

import { getJson, serverFacts } from "../../shared/api.js";
import { h } from "../../shared/dom.js";
import { t } from "../../shared/i18n.js";
import { onPref } from "../../shared/prefs.js";
import { recordChooser } from "../../shared/recordfile.js";
import { cover } from "../cover.js";
import { failure, main, startPage } from "../page.js";
import { live, showTables } from "../rows.js";

await startPage();
main.append(h("section", { class: "hero" }, h("h1", {}, t("home.title")), h("p", {}, t("home.text"))));
const games = h("section", { class: "games", id: "ui-games" });
const mine = h("section", { id: "ui-mine", class: "tables", hidden: true });
const open = h("section", { id: "ui-open", class: "tables", hidden: true });
const done = h("section", { id: "ui-done", class: "tables", hidden: true });
const study = h("a", { id: "ui-study-open", class: "button", href: "/study" }, t("study.title"));
const back = h("section", { id: "ui-records", class: "tables" }, h("h2", {}, t("record.title")), recordChooser(), h("p", {}, study));
const drills = h(
  "section",
  { id: "ui-drills", class: "tables" },
  h("h2", {}, t("home.drills")),
  h("p", { class: "soft" }, t("home.drills_help")),
  h("p", {}, h("a", { id: "ui-drills-open", class: "button", href: "/drills" }, t("home.daily"))),
);
main.append(mine, open, games, done, drills, back);

async function showGames() {
  const { games: list } = await serverFacts();
  games.replaceChildren(...(await Promise.all(list.map(gameCard))));
}

/** How long, for whom, how hard; a game says as much of it as it likes. */
function facts({ players, minutes, age, complexity }) {
  const count = players.length > 1 ? `${players[0]}–${players.at(-1)}` : players[0];
  const said = [t("home.players", { count }), minutes && t("home.minutes", { n: minutes }), age && t("home.age", { age })];
  const level = complexity
    ? h("span", { class: "level", role: "img", "aria-label": t("home.complexity", { n: complexity }) }, dots(complexity))
    : null;
  const each = [...said, level].filter(Boolean).map((fact) => h("span", {}, fact));
  return h("p", { class: "count" }, each.flatMap((fact, at) => (at ? [" ", fact] : [fact])));
}

const dots = (full) => "●".repeat(full) + "○".repeat(5 - full);

async function gameCard(game) {
  const { name, title, summary, guide } = game;
  const picture = h("div", { class: "picture", "data-game": name }, await cover(name));
  return h(
    "article",
    { class: "game", id: `ui-game-${name}`, "data-world": name },
    picture,
    h(
      "div",
      { class: "game-text" },
      h("h2", {}, title),
      facts(game),
      h("p", {}, summary),
    ),
    h(
      "div",
      { class: "buttons" },
      h("a", { class: "button primary", id: `ui-play-${name}`, href: `/new?game=${name}` }, t("home.play")),
      guide &&
        h(
          "a",
          {
            class: "button",
            id: `ui-learn-${name}`,
            href: `/learn/${name}`,
            "aria-label": t("guide.learn_help", { title }),
          },
          t("guide.learn"),
        ),
      h("a", { class: "button quiet", id: `ui-rules-${name}`, href: `/rules/${name}` }, t("home.rules")),
    ),
  );
}

async function show() {
  const lists = () =>
    Promise.all([getJson("/api/tables?mine=1"), getJson("/api/tables")]).then(([{ tables: own }, { tables: others }]) =>
      Promise.all([
        showTables(mine, own.filter((row) => live(row) && row.own.length), t("home.mine")),
        showTables(open, others.filter(({ id }) => !own.some((row) => row.id === id)), t("home.open_tables")),
        showTables(done, own.filter((row) => !live(row) && row.own.length), t("home.done")),
      ]),
    );
  await Promise.all([showGames(), lists()]).catch((error) => games.replaceChildren(failure(error)));
  setInterval(() => document.hidden || lists().catch(() => {}), 10000);
}

onPref((name) => name === "theme" && showGames());
await show();
