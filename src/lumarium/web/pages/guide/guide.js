// The page of a first-game guide: fetches it and begins, or says why there is none.

import { buildFrame, showRefusal } from "../../board/frame.js";
import { getJson } from "../../shared/api.js";
import { h } from "../../shared/dom.js";
import { lang, loadTexts, t } from "../../shared/i18n.js";
import { go } from "../../shared/layers.js";
import { Lesson } from "./lesson.js";

const name = location.pathname.split("/")[2];
await loadTexts("shared/", "pages/");
document.title = `${t("guide.title")} · Lumarium`;

const card = h("section", { id: "ui-guide", class: "guide", "aria-labelledby": "ui-guide-title" });
const root = buildFrame({ home: { icon: "close", label: t("guide.leave") }, below: card, tools: false });
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) go("/");
});

try {
  const guide = await getJson(`/api/guides/${name}?lang=${lang()}`);
  document.title = `${guide.title} · ${t("guide.title")}`;
  root.dataset.phase = "playing";
  await new Lesson(guide, card).start();
} catch (error) {
  card.hidden = true;
  showRefusal(t("guide.none"), error.message, h("a", { class: "button primary", href: "/" }, t("nav.home")));
}
