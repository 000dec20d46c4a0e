// A new table: which game, who plays, and what to agree on.

import { postJson, serverFacts } from "../../shared/api.js";
import { clockForm } from "../../shared/clockform.js";
import { byId, h } from "../../shared/dom.js";
import { t } from "../../shared/i18n.js";
import { optionsForm } from "../../shared/options.js";
import { pref, setPref } from "../../shared/prefs.js";
import { choice, toggle } from "../../shared/settings.js";
import { keepNewTable } from "../../shared/tokens.js";
import { cover } from "../cover.js";
import { failure, main, startPage } from "../page.js";
import { SeatEditor } from "./seats.js";

await startPage("new.title");
const facts = await serverFacts().catch((error) => {
  main.append(failure(error));
  return { games: [] };
});
const wanted = new URLSearchParams(location.search).get("game");
let game = facts.games.find(({ name }) => name === wanted) || null;
let options = {};
let seats = null;
const settings = {};

/** The cards to choose a game by; the chosen one stays marked. */
async function gameCards() {
  const cards = await Promise.all(
    facts.games.map(async (each) => {
      const input = h("input", {
        type: "radio",
        name: "game",
        id: `ui-game-${each.name}`,
        value: each.name,
        checked: each === game,
        onchange: () => choose(each),
      });
      return h(
        "label",
        { class: "game-choice", "data-world": each.name },
        input,
        h("span", { class: "picture", "data-game": each.name }, await cover(each.name)),
        h("span", { class: "title" }, each.title),
      );
    }),
  );
  return h("fieldset", { class: "game-choices", id: "ui-games" }, h("legend", {}, t("new.game")), cards);
}

const form = h("form", { class: "new", id: "ui-new", onsubmit: create });
const rest = h("div", { class: "new-rest", id: "ui-new-rest" });
form.append(await gameCards(), rest);
main.append(h("h1", { class: "page-title" }, t("new.title")), form);
if (game) choose(game);

function choose(each) {
  game = each;
  options = {};
  history.replaceState(null, "", `/new?game=${each.name}`);
  seats = new SeatEditor(each, pref("name"));
  const agreed = optionsForm(each, options);
  rest.replaceChildren(
    h(
      "p",
      { class: "summary" },
      each.summary,
      " ",
      h("a", { href: `/rules/${each.name}`, target: "_blank" }, t("home.rules")),
      each.guide && [
        " · ",
        h("a", { id: "ui-new-learn", href: `/learn/${each.name}` }, t("guide.learn_help", { title: each.title })),
      ],
    ),
    h("section", { class: "card" }, h("h2", {}, t("new.seats")), seats.element),
    agreed &&
      h(
        "details",
        { class: "card", id: "ui-options" },
        h("summary", {}, t("new.options"), h("small", {}, t("new.options.help"))),
        agreed,
      ),
    table(),
    h(
      "div",
      { class: "submit" },
      h("p", { id: "ui-error", class: "notice", role: "alert", hidden: true }),
      h("button", { id: "ui-create", class: "button primary large", type: "submit" }, t("new.create")),
    ),
  );
}

/** What has nothing to do with the rules. */
function table() {
  const set = (name) => (value) => (settings[name] = value);
  return h(
    "details",
    { class: "card", id: "ui-more" },
    h("summary", {}, t("new.more"), h("small", {}, t("new.more.help"))),
    choice(
      "ui-set-pace",
      t("new.pace"),
      ["instant", "quick", "calm"],
      settings.pace || "quick",
      (value) => t(`pace.${value}`),
      set("pace"),
      t("new.pace.help"),
    ),
    clockForm("ui-set-clock", settings.clock || null, set("clock")),
    toggle("ui-set-hints", t("new.hints"), t("new.hints.help"), settings.hints ?? true, set("hints")),
    toggle("ui-set-insight", t("new.insight"), t("new.insight.help"), settings.insight ?? true, set("insight")),
    toggle("ui-set-practice", t("new.practice"), t("new.practice.help"), settings.practice ?? false, set("practice")),
    toggle("ui-set-draw", t("new.draw"), t("new.draw.help"), settings.draw ?? false, set("draw")),
    toggle("ui-set-listed", t("new.listed"), t("new.listed.help"), settings.listed ?? false, set("listed")),
    toggle("ui-set-shared", t("new.shared"), t("new.shared.help"), settings.shared ?? false, set("shared")),
    toggle("ui-set-talk", t("new.talk"), t("new.talk.help"), settings.talk ?? false, set("talk")),
    toggle("ui-set-start", t("new.start"), t("new.start.help"), settings.start === "host", (on) =>
      set("start")(on ? "host" : "full"),
    ),
  );
}

async function create(event) {
  event.preventDefault();
  const submit = byId("ui-create");
  submit.disabled = true;
  try {
    const own = seats.seats.find(({ kind }) => kind === "me");
    if (own?.name) setPref("name", own.name);
    const made = await postJson("/api/tables", { game: game.name, seats: seats.seats, options, settings });
    keepNewTable(made);
    location.assign(`/t/${made.table}`);
  } catch (error) {
    submit.disabled = false;
    byId("ui-error").textContent = error.message;
    byId("ui-error").hidden = false;
  }
}
