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

/** The link to pass on: to a free seat, else to watch; without one the address alone, whose visitors ask the host. */
export async function openLink(id, table) {
  const { join, watch } = tokensOf(id);
  const free = table.phase === "waiting" && table.seats.some(({ kind }) => kind === "open");
  const token = (free && join) || watch || (table.settings.listed ? null : join);
  const text = free && (token === join || table.settings.listed) ? "invite.text" : token || table.settings.listed ? "menu.watch_text" : "invite.bare";
  openDialog("ui-link-dialog", t("invite.pass_on"), await inviteCard("ui-link-card", id, token, t(text)));
}

export function openMenu({ table, you, ask, id }) {
  const kept = tokensOf(id);
  const own = you.seats.length === 1 ? kept.seats[you.seats[0]] : null;
  const entries = [
    button("ui-menu-link", t("invite.pass_on"), () => (close(), openLink(id, table)), { icon: "link", kind: "wide" }),
    h(
      "a",
      { id: "ui-menu-rules", class: "button wide", href: `/rules/${table.game}`, target: "_blank" },
      icon("rules"),
      h("span", {}, t("menu.rules")),
    ),
    button("ui-menu-settings", t("pref.title"), () => (close(), openSettings()), { icon: "settings", kind: "wide" }),
    you.host &&
      toggle("ui-menu-shared", t("new.shared"), t("new.shared.help"), table.settings.shared, (on) =>
        ask("settings", { shared: on }),
      ),
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
