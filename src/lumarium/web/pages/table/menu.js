// The table's menu: invitations, rules, preferences, leaving, closing.

import { confirmDialog, openDialog } from "../../shared/dialog.js";
import { button, h, icon } from "../../shared/dom.js";
import { t } from "../../shared/i18n.js";
import { inviteCard } from "../../shared/invite.js";
import { openSettings, toggle } from "../../shared/settings.js";
import { tokensOf } from "../../shared/tokens.js";

/** Is everybody else at the table a bot? */
const among = (seats, you) => seats.every(({ seat, kind }) => kind === "bot" || you.seats.includes(seat));

const practice = (table, ask) =>
  toggle("ui-menu-practice", t("new.practice"), t("new.practice.help"), table.settings.practice, (on) =>
    ask("settings", { practice: on }),
  );

export function openMenu({ table, you, ask, id }) {
  const kept = tokensOf(id);
  const own = you.seats.length === 1 ? kept.seats[you.seats[0]] : null;
  const entries = [
    h(
      "a",
      { id: "ui-menu-rules", class: "button wide", href: `/rules/${table.game}`, target: "_blank" },
      icon("rules"),
      h("span", {}, t("menu.rules")),
    ),
    button("ui-menu-settings", t("pref.title"), () => (close(), openSettings()), { icon: "settings", kind: "wide" }),
    kept.watch &&
      button("ui-menu-watch", t("menu.watch"), () => show(kept.watch, "menu.watch", "menu.watch_text"), {
        icon: "magnifier",
        kind: "wide",
      }),
    you.host && table.phase === "playing" && among(table.seats, you) && practice(table, ask),
    own &&
      button("ui-menu-device", t("menu.device"), () => show(own, "menu.device", "menu.device_text"), {
        icon: "link",
        kind: "wide",
      }),
    you.host &&
      table.phase !== "over" &&
      table.phase !== "closed" &&
      button("ui-menu-end", t("menu.close"), ending, { icon: "close", kind: "wide quiet" }),
    h("a", { id: "ui-menu-home", class: "button wide quiet", href: "/" }, icon("home"), h("span", {}, t("nav.home"))),
    h("p", { class: "help" }, t("menu.luck"), " ", h("code", { class: "sum" }, table.commitment)),
  ];
  const close = openDialog("ui-menu", t("menu.title"), h("div", { class: "menu" }, entries.filter(Boolean)));

  async function show(token, title, text) {
    close();
    openDialog("ui-menu-link", t(title), await inviteCard("ui-menu-invite", id, token, t(text)));
  }

  function ending() {
    close();
    confirmDialog("ui-close-table", t("menu.close"), t("menu.close_text"), t("menu.close_yes"), () => ask("close"));
  }
}
