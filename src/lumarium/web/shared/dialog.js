// A dialog above the page that closes by Escape, by the Back button, and by a touch beside it.

import { button, h } from "./dom.js";
import { t } from "./i18n.js";
import { opened } from "./layers.js";

/** Opens a dialog with a heading and the given content; answers with a function that closes it. */
export function openDialog(id, title, ...content) {
  const close = button(`${id}-close`, t("dialog.close"), () => done(), { icon: "close", kind: "bare" });
  const head = h("header", { class: "dialog-head" }, h("h2", { id: `${id}-title` }, title), close);
  const dialog = h(
    "dialog",
    { id, class: "dialog", "aria-labelledby": `${id}-title` },
    head,
    h("div", { class: "dialog-body" }, content),
  );
  let release = opened(() => finish());
  function finish() {
    release = null;
    dialog.close();
    dialog.remove();
  }
  function done() {
    if (!release) return;
    const gone = release;
    finish();
    gone();
  }
  dialog.addEventListener("cancel", (event) => (event.preventDefault(), event.stopPropagation(), done()));
  dialog.addEventListener("keydown", (event) => event.key === "Escape" && (event.preventDefault(), done()));
  dialog.addEventListener("click", (event) => event.target === dialog && done());
  document.body.append(dialog);
  dialog.showModal();
  return done;
}

/** Asks before something that cannot be taken back. */
export function confirmDialog(id, title, text, yes, act) {
  const close = openDialog(
    id,
    title,
    h("p", {}, text),
    h(
      "div",
      { class: "dialog-foot" },
      button(`${id}-no`, t("dialog.cancel"), () => close(), { kind: "quiet" }),
      button(`${id}-yes`, yes, () => (close(), act()), { kind: "primary" }),
    ),
  );
}
