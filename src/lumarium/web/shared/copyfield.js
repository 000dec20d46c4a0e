// A text to copy, with a word about it.

import { button, h } from "./dom.js";
import { t } from "./i18n.js";
import { copy } from "./invite.js";

export function copyField(id, title, text, help) {
  const rows = Math.min(4, Math.ceil(text.length / 44));
  const input = h("textarea", { id, class: "link", readonly: true, rows, onfocus: () => input.select() }, text);
  const copied = button(
    `${id}-copy`,
    t("share.copy"),
    async () => {
      await copy(text, input);
      copied.lastChild.textContent = t("invite.copied");
      setTimeout(() => (copied.lastChild.textContent = t("share.copy")), 2000);
    },
    { icon: "copy", kind: "small" },
  );
  return h(
    "div",
    { class: "field share-field" },
    h("label", { for: id }, title),
    h("p", { class: "help" }, help),
    h("div", { class: "share-row" }, input, copied),
  );
}
