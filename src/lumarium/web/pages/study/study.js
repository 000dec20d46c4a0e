// The page of the analysis board: opens a study by its link, begins one of a finished game, a file, or nothing.

import { buildFrame, showRefusal } from "../../board/frame.js";
import { h } from "../../shared/dom.js";
import { loadTexts, t } from "../../shared/i18n.js";
import { keptRecord } from "../../shared/recordfile.js";
import { helloTokens, takeFragment } from "../../shared/tokens.js";
import { Desk } from "./desk.js";
import { begin, openingForm } from "./opening.js";

const study = location.pathname.split("/")[2] || null;
if (study) takeFragment(study);
await loadTexts("shared/", "pages/");
document.title = `${t("study.title")} · Lumarium`;

buildFrame({
  below: h("section", { id: "ui-walk", class: "walk", "aria-label": t("study.title"), hidden: true }),
  drawer: [
    h("section", { id: "ui-review", class: "review", "aria-live": "polite", hidden: true }),
    h("section", { id: "ui-notes", class: "notes", "aria-label": t("study.notes") }),
  ],
  above: h("section", { id: "ui-insight", class: "beside insight", "aria-label": t("insight.title"), hidden: true }),
});

async function instead(text) {
  showRefusal(t("study.title"), text, await openingForm(instead));
}

/** What the address asks for: a finished table, a drill, or the record that was looked back at. */
async function start() {
  const asked = new URLSearchParams(location.search);
  const seat = asked.has("seat") ? { seat: Number(asked.get("seat")) - 1 } : {};
  const query = asked.has("move") ? `?move=${Number(asked.get("move"))}` : "";
  const table = asked.get("table");
  if (table) return begin({ table, ...seat }, helloTokens(table), query);
  const drill = asked.get("drill");
  if (drill) return begin({ game: asked.get("game") || "", drill });
  const kept = asked.has("record") ? keptRecord() : null;
  return kept ? begin({ file: kept.text, ...seat }, [], query) : instead(t("study.text"));
}

if (study) new Desk(study, instead);
else await start().catch((error) => instead(error.message));
