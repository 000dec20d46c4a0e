// The page for looking back: finds the record of a finished table, or the file that was chosen, and opens it.

import { buildFrame, showRefusal } from "../../board/frame.js";
import { getText, postJson } from "../../shared/api.js";
import { h } from "../../shared/dom.js";
import { loadTexts, t } from "../../shared/i18n.js";
import { acceptDrops, keep, keptRecord, recordChooser } from "../../shared/recordfile.js";
import { helloTokens, takeFragment } from "../../shared/tokens.js";
import { Playback } from "./playback.js";

const table = location.pathname.split("/")[2] || null;
if (table) takeFragment(table);
await loadTexts("shared/", "pages/");
document.title = `${t("replay.title")} · Lumarium`;

buildFrame({
  below: h("section", { id: "ui-walk", class: "walk", "aria-label": t("replay.title"), hidden: true }),
  drawer: h("section", { id: "ui-review", class: "review", "aria-live": "polite", hidden: true }),
});

/** The record that this page is about: { name, text }; null where none was chosen yet. */
async function wanted() {
  if (!table) return keptRecord();
  return { name: null, text: await getText(`/api/tables/${table}/record`, helloTokens(table)) };
}

/** In place of a game: what is missing, and how to go on. */
function instead(title, text) {
  const way = table ? h("a", { class: "button primary", href: `/t/${table}` }, t("replay.table")) : recordChooser();
  showRefusal(title, text, way);
}

try {
  const record = await wanted();
  if (record) {
    new Playback(table, record, await postJson("/api/replay", { record: record.text }));
    acceptDrops((file) => keep(file).catch((error) => instead(t("replay.refused"), error.message)));
  } else instead(t("replay.title"), t("replay.none"));
} catch (error) {
  instead(t("replay.refused"), error.message);
}
