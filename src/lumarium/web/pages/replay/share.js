// Takes a position along: a link, the record, a picture, and the command that opens it in the library.

import { getText, postBlob, saveAs } from "../../shared/api.js";
import { copyField } from "../../shared/copyfield.js";
import { openDialog } from "../../shared/dialog.js";
import { button, h, icon } from "../../shared/dom.js";
import { lang, t } from "../../shared/i18n.js";
import { reachable } from "../../shared/invite.js";
import { pictures } from "../../shared/pictures.js";
import { theme } from "../../shared/prefs.js";
import { helloTokens, tokensOf } from "../../shared/tokens.js";

/** The address of a position, for this browser or (with the table's link to watch) for others. */
export function address(table, at, seat, token = "") {
  const query = new URLSearchParams({ at, ...(seat === null ? {} : { seat: seat + 1 }) });
  return `${table ? `/replay/${table}` : "/replay"}?${query}${token ? `#${token}` : ""}`;
}

/** What to type to see the same with the library; seats are counted from 1 there. */
function command(file, at, seat, layout, picture) {
  const view = seat === null ? "--open" : `--seat ${seat + 1}`;
  return `lumarium replay ${quoted(file)} --at ${at} ${view} --svg ${quoted(picture)} --layout ${layout} --theme ${theme()} --lang ${lang()}`;
}

/** A file name for a shell, which takes nothing in it for anything else. */
function quoted(name) {
  const safe = name.startsWith("-") ? `./${name}` : name;
  return /^[\w./-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", "'\\''")}'`;
}

/** Does the game open for whoever has its address? Whoever may not even ask has come by it. */
async function isShared(table) {
  const facts = await getText(`/api/tables/${table}`, helloTokens(table)).catch(() => null);
  return facts === null || JSON.parse(facts).settings.shared;
}

export async function openShare({ table, record, file, at, last, seat, layout, refuse }) {
  const line = file.replace(/\.jsonl$/, "");
  const name = `${line}-${at}`;
  const shared = table && (await isShared(table));
  const token = table && !shared && tokensOf(table).watch;
  const link = table && (await reachable()) + address(table, at, seat, token);
  const draw = (place) => postBlob("/api/replay/svg", { record, at: place, seat, layout, theme: theme() });
  const { buttons, told } = pictures({ draw, here: at, last, name, line, refuse });
  const save = () => saveAs(new Blob([record], { type: "application/x-ndjson" }), file);
  openDialog(
    "ui-share",
    t("share.title"),
    h("p", {}, t("share.text", { at })),
    h(
      "div",
      { class: "buttons" },
      button("ui-share-record", t("share.record"), save, { icon: "download" }),
      buttons,
      h("a", { class: "button", id: "ui-share-result", href: table ? `/result/${table}` : "/result" }, icon("rules"), h("span", {}, t("share.result"))),
    ),
    told,
    link && copyField("ui-share-link", t("share.link"), link, t(token || shared ? "share.link_all" : "share.link_table")),
    copyField("ui-share-command", t("share.command"), command(file, at, seat, layout, `${name}.svg`), t("share.command_help")),
  );
}
