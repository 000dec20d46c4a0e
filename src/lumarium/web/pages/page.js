// What all pages around the tables share: header, footer, and a new start when the language changes.

import { byId, button, h } from "../shared/dom.js";
import { loadTexts, t } from "../shared/i18n.js";
import { onPref } from "../shared/prefs.js";
import { openSettings } from "../shared/settings.js";

export async function startPage(title) {
  await loadTexts("pages/");
  document.title = title ? `${t(title)} · Lumarium` : "Lumarium";
  byId("ui-header").append(
    h(
      "a",
      { class: "brand", href: "/", id: "ui-brand" },
      h("img", { src: "/web/icons/favicon.svg", alt: "", width: "32", height: "32" }),
      "Lumarium",
    ),
    h(
      "nav",
      {},
      location.pathname !== "/new" &&
        h("a", { class: "button primary", id: "ui-nav-new", href: "/new" }, t("nav.new")),
      button("ui-settings-open", t("pref.title"), () => openSettings(), { icon: "settings", kind: "bare" }),
    ),
  );
  byId("ui-footer").append(h("p", {}, t("footer.text")), h("p", {}, h("a", { href: "/pieces" }, t("footer.pieces"))));
  onPref((name) => name === "lang" && location.reload());
}

/** A sentence in place of what could not be loaded. */
export const failure = (error) => h("p", { class: "notice", role: "alert" }, error.message);
