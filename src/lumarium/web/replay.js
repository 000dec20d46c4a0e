// The page for looking back: finds the record of a finished table, or the file that was chosen, and opens it.

import { getText, postJson } from "./api.js";
import { byId, h, icon, setAttr } from "./dom.js";
import { loadTexts, t } from "./i18n.js";
import { LookBack } from "./lookback.js";
import { onPref } from "./prefs.js";
import { acceptDrops, keep, keptRecord, recordChooser } from "./recordfile.js";
import { openSettings } from "./settings.js";
import { helloTokens, takeFragment } from "./tokens.js";

const table = location.pathname.split("/")[2] || null;
if (table) takeFragment(table);
await loadTexts();
document.title = `${t("replay.title")} · Lumarium`;

byId("ui-home").append(icon("home"));
setAttr(byId("ui-home"), "aria-label", t("nav.home"));
byId("ui-menu-open").append(icon("settings"));
setAttr(byId("ui-menu-open"), "aria-label", t("pref.title"));
byId("ui-menu-open").addEventListener("click", () => openSettings());
onPref((name) => name === "lang" && location.reload());

/** The record that this page is about: { name, text }; null where none was chosen yet. */
async function wanted() {
  if (!table) return keptRecord();
  return { name: null, text: await getText(`/api/tables/${table}/record`, helloTokens(table)) };
}

/** In place of a game: what is missing, and how to go on. */
function instead(title, text) {
  byId("ui-root").dataset.phase = "refused";
  byId("ui-lobby").hidden = false;
  byId("ui-lobby").setAttribute("aria-label", title);
  byId("ui-lobby").replaceChildren(
    h(
      "div",
      { class: "lobby-inner refused", id: "ui-refused" },
      h("h1", {}, title),
      h("p", {}, text),
      table ? h("a", { class: "button primary", href: `/t/${table}` }, t("replay.table")) : recordChooser(),
    ),
  );
}

try {
  const record = await wanted();
  if (record) {
    new LookBack(table, record, await postJson("/api/replay", { record: record.text }));
    acceptDrops((file) => keep(file).catch((error) => instead(t("replay.refused"), error.message)));
  } else instead(t("replay.title"), t("replay.none"));
} catch (error) {
  instead(t("replay.refused"), error.message);
}
