// The page of a first-game guide: fetches it and begins, or says why there is none.

import { getJson } from "./api.js";
import { byId, h, icon, setAttr } from "./dom.js";
import { lang, loadTexts, t } from "./i18n.js";
import { go } from "./layers.js";
import { Lesson } from "./lesson.js";
import { onPref } from "./prefs.js";
import { openSettings } from "./settings.js";

const name = location.pathname.split("/")[2];
await loadTexts();
document.title = `${t("guide.title")} · Lumarium`;

byId("ui-home").append(icon("close"));
setAttr(byId("ui-home"), "aria-label", t("guide.leave"));
byId("ui-menu-open").append(icon("settings"));
setAttr(byId("ui-menu-open"), "aria-label", t("pref.title"));
byId("ui-menu-open").addEventListener("click", () => openSettings());
onPref((changed) => changed === "lang" && location.reload());
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) go("/");
});

try {
  const guide = await getJson(`/api/guides/${name}?lang=${lang()}`);
  document.title = `${guide.title} · ${t("guide.title")}`;
  byId("ui-root").dataset.phase = "playing";
  await new Lesson(guide).start();
} catch (error) {
  byId("ui-root").dataset.phase = "refused";
  byId("ui-guide").hidden = true;
  byId("ui-lobby").hidden = false;
  byId("ui-lobby").replaceChildren(
    h(
      "div",
      { class: "lobby-inner refused", id: "ui-refused" },
      h("h1", {}, t("guide.none")),
      h("p", {}, error.message),
      h("a", { class: "button primary", href: "/" }, t("nav.home")),
    ),
  );
}
