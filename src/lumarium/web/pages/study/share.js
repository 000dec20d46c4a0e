// Takes a study along: links to edit and to watch, a link to this very position, the file, and pictures.

import { download, postBlob } from "../../shared/api.js";
import { copyField } from "../../shared/copyfield.js";
import { openDialog } from "../../shared/dialog.js";
import { button, h } from "../../shared/dom.js";
import { t } from "../../shared/i18n.js";
import { reachable } from "../../shared/invite.js";
import { pictures } from "../../shared/pictures.js";
import { theme } from "../../shared/prefs.js";
import { helloTokens, tokensOf } from "../../shared/tokens.js";

/** `way` are the positions of the line that is looked at, `here` is the place of this one. */
export async function openStudyShare({ study, game, way, here, seat, layout, closed, mayEdit, refuse }) {
  const origin = await reachable();
  const kept = tokensOf(study);
  // Whoever came by the link to edit knows no other, and passes on no less.
  const edit = kept.host || (mayEdit && kept.links[0]);
  const watch = kept.watch || (!mayEdit && kept.links[0]);
  const address = (secret, query = "") => `${origin}/study/${study}${query}#${secret}`;
  const draw = (place) => postBlob(`/api/studies/${study}/svg`, { at: way[place], seat, layout, theme: theme() }, helloTokens(study));
  const name = `${game}-${study}`;
  const file = () => download(`/api/studies/${study}`, helloTokens(study), `${name}.jsonl`).catch(refuse);
  const { buttons, told } = pictures({ draw, here, last: way.length - 1, name, line: name, refuse });
  openDialog(
    "ui-share",
    t("share.title"),
    h(
      "div",
      { class: "buttons" },
      button("ui-share-file", t("study.file"), file, { icon: "download" }),
      buttons,
      button("ui-share-print", t("study.print"), () => print(), { icon: "rules" }),
    ),
    told,
    closed && h("p", { class: "help" }, t("study.closed_help")),
    edit && copyField("ui-link-edit", t("study.link_edit"), address(edit), t("study.link_edit_help")),
    watch && copyField("ui-link-watch", t("study.link_watch"), address(watch), t("study.link_watch_help")),
    copyField("ui-link-here", t("share.link"), address(watch || edit, `?at=${way[here]}`), t(watch ? "study.link_here_help" : "study.link_here_edit")),
    copyField("ui-link-python", t("study.python"), `lumarium.connect("${address(edit || watch)}")`, t("study.python_help")),
  );
}

/** One line of text; resolves with null where nobody wrote one. */
export function askText(id, title, before) {
  return new Promise((resolve) => {
    let written = null;
    const input = h("input", { id: `${id}-text`, maxlength: 80, value: before, "aria-label": title });
    const done = (event) => (event.preventDefault(), (written = input.value.trim()), close());
    const save = h("button", { id: `${id}-save`, class: "button primary", type: "submit" }, h("span", {}, t("study.save")));
    const close = openDialog(id, title, h("form", { class: "say-form", onsubmit: done }, input, h("div", { class: "dialog-foot" }, save)));
    const gone = new MutationObserver(() => {
      if (document.getElementById(id)) return;
      gone.disconnect();
      resolve(written);
    });
    gone.observe(document.body, { childList: true });
  });
}
