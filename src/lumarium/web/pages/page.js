// What all pages around the tables share: header, footer, and a new start when the language changes.

import { button, h } from "../shared/dom.js";
import { loadTexts, t } from "../shared/i18n.js";
import { onPref } from "../shared/prefs.js";
import { openSettings } from "../shared/settings.js";

const header = h("header", { id: "ui-header", class: "header" });
/** The room for what a page shows. */
export const main = h("main", { id: "ui-main", class: "main" });
const footer = h("footer", { id: "ui-footer", class: "footer" });
document.body.prepend(header, main, footer);

export async function startPage(title) {
  await loadTexts("shared/", "pages/");
  document.title = title ? `${t(title)} · Lumarium` : "Lumarium";
  header.append(
    h(
      "a",
      { class: "brand", href: "/", id: "ui-brand" },
      h("img", { src: "/web/icons/favicon.svg", alt: "", width: "32", height: "32" }),
      "Lumarium",
    ),
    h(
      "nav",
      {},
      location.pathname !== "/me" &&
        h("a", { class: "button", id: "ui-nav-me", href: "/me" }, t("me.title")),
      location.pathname !== "/new" &&
        h("a", { class: "button primary", id: "ui-nav-new", href: "/new" }, t("nav.new")),
      button("ui-settings-open", t("pref.title"), () => openSettings(), { icon: "settings", kind: "bare" }),
    ),
  );
  footer.append(h("p", {}, t("footer.text")), h("p", {}, h("a", { href: "/pieces" }, t("footer.pieces"))));
  onPref((name) => name === "lang" && location.reload());
}

/** A sentence in place of what could not be loaded. */
export const failure = (error) => h("p", { class: "notice", role: "alert" }, error.message);
