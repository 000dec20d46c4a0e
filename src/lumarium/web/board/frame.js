// The page around a board, built in one place for tables, replays and guides: the bar, the stage, players and log, what
// stands in place of a board, and the regions that are read aloud.

import { h, icon } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { later } from "../shared/later.js";
import { onPref } from "../shared/prefs.js";

const preferences = later(() => import("../shared/settings.js"));

async function settings() {
  const { openSettings } = await preferences();
  openSettings();
}

/** Builds it into the page. `home` and `menu` are the buttons of the bar, `bar` further ones. What only some pages have: elements on the
 * `stage`, `below` it, among players and log (`drawer`), and `above` everything; the rest has a room for `tools`. */
export function buildFrame({
  home = {},
  menu = {},
  bar = [],
  stage = [],
  below = [],
  tools = true,
  drawer = [],
  above = [],
} = {}) {
  const { icon: leaving = "home", label: leave = t("nav.home") } = home;
  const { icon: drawn = "settings", label: open = t("pref.title"), onclick = settings } = menu;
  const room = (tag, id, name, ...inner) => h(tag, { id, class: name }, inner);
  const spoken = (id) => h("div", { id, class: "unseen", role: "status", "aria-live": "polite" });
  const root = h(
    "div",
    { id: "ui-root", class: "root", "data-phase": "", "data-status": "", "data-seat": "", "data-v": "" },
    room(
      "header",
      "ui-bar",
      "bar",
      h("a", { id: "ui-home", class: "button bare", href: "/", "aria-label": leave }, icon(leaving)),
      h(
        "div",
        { class: "saying" },
        h("h1", { id: "ui-prompt", class: "prompt" }),
        h("p", { id: "ui-line", class: "line" }),
      ),
      bar,
      h(
        "button",
        { id: "ui-menu-open", class: "button bare", type: "button", "aria-label": open, onclick },
        icon(drawn),
      ),
    ),
    room("main", "ui-stage", "stage", h("div", { id: "ui-step", class: "step", hidden: true }), stage),
    below,
    room(
      "aside",
      "ui-side",
      "side",
      room("div", "ui-chips", "chips"),
      tools && room("div", "ui-tools", "tools"),
      room("div", "ui-drawer", "drawer", room("section", "ui-players", "players"), drawer, room("section", "ui-log", "log")),
    ),
    h("section", { id: "ui-lobby", class: "lobby", "aria-label": "Lumarium", hidden: true }),
    above,
    spoken("ui-live"),
    spoken("ui-live-turn"),
  );
  document.body.prepend(root);
  onPref((name) => name === "lang" && location.reload());
  return root;
}

/** In place of a board: why there is none, and the ways on. */
export function showRefusal(title, text, ...ways) {
  const lobby = document.getElementById("ui-lobby");
  document.getElementById("ui-root").dataset.phase = "refused";
  lobby.hidden = false;
  lobby.setAttribute("aria-label", title);
  lobby.replaceChildren(
    h("div", { class: "lobby-inner refused", id: "ui-refused" }, h("h1", {}, title), h("p", {}, text), ways),
  );
}
