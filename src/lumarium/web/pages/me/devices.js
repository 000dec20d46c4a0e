// The devices of a person: one more by a link, one less when it is lost; and all of their data, to take along or to delete.

import { download, postJson } from "../../shared/api.js";
import { confirmDialog, openDialog } from "../../shared/dialog.js";
import { button, h, icon } from "../../shared/dom.js";
import { ago, t } from "../../shared/i18n.js";
import { linkCard, reachable } from "../../shared/invite.js";
import { toggle } from "../../shared/settings.js";

const SYSTEMS = [/Android/, /iPhone/, /iPad/, /Windows/, /Mac OS/, /Linux/];
const BROWSERS = [/Firefox/, /Edg/, /Chrome/, /Safari/];

/** What this device may be called, in two words that its owner knows. */
export function deviceName() {
  const find = (list) => list.map((pattern) => navigator.userAgent.match(pattern)?.[0]).find(Boolean);
  const words = [find(BROWSERS), find(SYSTEMS)].filter(Boolean).join(", ");
  return words.replace("Edg,", "Edge,");
}

export function devicesCard(me, { act, change }) {
  return h(
    "section",
    { class: "card", id: "ui-me-devices" },
    h("h2", {}, t("me.devices")),
    h("p", { class: "help" }, t("me.devices_help")),
    h("ul", { class: "me-list" }, me.devices.map((device) => row(device, me, act))),
    button("ui-me-other", t("me.other"), () => offer(change), { icon: "link", kind: "primary" }),
  );
}

function row({ id, name, seen }, me, act) {
  const called = name || t("me.unnamed");
  const lost = () =>
    confirmDialog("ui-me-lost", t("me.lost_title"), t("me.lost_text", { name: called }), t("me.lost_yes"), () =>
      act(`/api/me/devices/${id}/revoke`),
    );
  const field = h("input", {
    id: `ui-device-${id}`,
    maxlength: "24",
    value: called,
    "aria-label": t("me.devices"),
    onchange: () => act(`/api/me/devices/${id}`, { name: field.value }),
  });
  const note = id === me.here ? t("me.this_device") : t("me.seen", { ago: ago(seen) });
  return h(
    "li",
    {},
    h("span", { class: "who" }, field, h("small", { class: "soft" }, note)),
    id !== me.here && button(`ui-lost-${id}`, t("me.lost"), lost, { icon: "close", kind: "small" }),
  );
}

async function offer(change) {
  if (!(await change())) return;
  const { token } = await postJson("/api/me/link", {});
  const address = `${await reachable()}/me#${token}`;
  openDialog("ui-me-offer", t("me.other"), linkCard("ui-me-link", address, t("me.other_help")));
}

/** Whoever came by such a link is asked before anything happens. */
export function askToJoin(act, done) {
  const token = location.hash.slice(1);
  if (!token) return;
  history.replaceState(history.state, "", location.pathname);
  askAboutGames("ui-me-join", t("me.join_title"), t("me.join_text"), t("me.join_yes"), async (bring) => {
    if (await act("/api/me/join", { token, device: deviceName(), bring })) await done();
  });
}

/** This browser is to be somebody's: do its games come along? */
export function askAboutGames(id, title, text, yes, go) {
  let bring = false;
  const close = openDialog(
    id,
    title,
    h("p", {}, text),
    toggle(`${id}-bring`, t("me.join_bring"), null, false, (on) => (bring = on)),
    h(
      "div",
      { class: "dialog-foot" },
      button(`${id}-no`, t("dialog.cancel"), () => close(), { kind: "quiet" }),
      button(`${id}-yes`, yes, () => (close(), go(bring)), { kind: "primary" }),
    ),
  );
}

export function dataCard() {
  const remove = async () => {
    await postJson("/api/me/delete", {});
    for (const key of Object.keys(localStorage)) if (key.startsWith("lumarium.table.")) localStorage.removeItem(key);
    location.href = "/";
  };
  return h(
    "section",
    { class: "card", id: "ui-me-data" },
    h("h2", {}, t("me.data")),
    h("p", { class: "help" }, t("me.data_help")),
    h(
      "div",
      { class: "buttons" },
      button("ui-me-records", t("me.records"), () => download("/api/me/records", [], "lumarium.zip"), { icon: "download" }),
      h(
        "button",
        {
          id: "ui-me-delete",
          class: "button quiet",
          type: "button",
          onclick: () => confirmDialog("ui-me-sure", t("me.delete"), t("me.delete_text"), t("me.delete_yes"), remove),
        },
        icon("close"),
        h("span", {}, t("me.delete")),
      ),
    ),
  );
}
