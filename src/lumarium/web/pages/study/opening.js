// In place of a board: a study is begun, of a file or empty.

import { postJson, serverFacts } from "../../shared/api.js";
import { button, h, icon } from "../../shared/dom.js";
import { t } from "../../shared/i18n.js";
import { optionsForm } from "../../shared/options.js";
import { acceptDrops } from "../../shared/recordfile.js";
import { keepTokens } from "../../shared/tokens.js";

/** Makes a study and goes there; `query` names the position to begin with. */
export async function begin(body, tokens = [], query = "") {
  const { study, edit, watch } = await postJson("/api/studies", body, tokens);
  keepTokens(study, { host: edit, watch });
  // An address that asks for a study would make another one for whoever goes back.
  location[location.search ? "replace" : "assign"](`/study/${study}${query}`);
}

/** The ways to begin. */
export async function openingForm(refuse) {
  const { games } = await serverFacts();
  const act = (work) => work().catch((error) => refuse(error.message));
  const file = h("input", { id: "ui-study-file", class: "unseen", type: "file", accept: ".jsonl,.ndjson" });
  const take = (given) => act(async () => begin({ file: await given.text() }));
  file.addEventListener("change", () => take(file.files[0]));
  const game = h("select", { id: "ui-study-game", "aria-label": t("new.game") }, games.map(({ name, title }) => h("option", { value: name }, title)));
  const players = h("select", { id: "ui-study-players", "aria-label": t("study.players") });
  const options = h("div", { id: "ui-study-options" });
  let chosen = {};
  const fill = () => {
    const facts = games.find(({ name }) => name === game.value);
    const { players: range } = facts;
    const asked = optionsForm(facts, (chosen = {}));
    options.replaceChildren(...(asked ? [asked] : []));
    players.replaceChildren(...range.map((number) => h("option", { value: number }, t("home.players", { count: number }))));
  };
  game.addEventListener("change", fill);
  fill();
  const start = () => act(() => begin({ game: game.value, players: Number(players.value), options: chosen }));
  const choose = h("label", { class: "button", for: "ui-study-file" }, icon("film"), h("span", {}, t("study.choose")));
  const holder = h("div", { id: "ui-study-drop", class: "record-drop" }, file, choose, h("p", { class: "soft" }, t("study.choose_help")));
  acceptDrops(take, (over) => holder.toggleAttribute("data-over", over));
  return h(
    "div",
    { class: "study-opening" },
    holder,
    h("p", { class: "soft" }, t("study.empty")),
    h("div", { class: "buttons" }, game, players),
    options,
    button("ui-study-begin", t("study.begin"), start, { kind: "primary" }),
  );
}
