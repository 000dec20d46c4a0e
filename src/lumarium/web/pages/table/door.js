// At the door: whoever comes without a link asks the host.

import { showRefusal } from "../../board/frame.js";
import { getText, postJson } from "../../shared/api.js";
import { h } from "../../shared/dom.js";
import { t } from "../../shared/i18n.js";
import { pref, setPref } from "../../shared/prefs.js";
import { keepTokens } from "../../shared/tokens.js";

const AGAIN = 2500;

/** In place of a table that does not open: why, and a way to ask for a link. `enter` tries once more with it. */
export function showDoor(table, text, enter) {
  const path = `/api/tables/${table}/knock`;
  const name = h("input", { id: "ui-knock-name", maxlength: "24", required: true, value: pref("name") });
  const said = h("p", { id: "ui-knock-state", role: "status" });
  const send = h("button", { id: "ui-knock", class: "button primary", type: "submit" }, t("door.ask"));
  const form = h(
    "form",
    { class: "joining card", onsubmit: ask },
    h("label", { for: "ui-knock-name" }, t("lobby.name")),
    h("div", { class: "buttons" }, name, send),
    h("p", { class: "help" }, t("door.help")),
    said,
  );
  showRefusal(t("door.title"), text, form, h("a", { class: "button quiet", href: "/" }, t("nav.home")));

  async function ask(event) {
    event.preventDefault();
    send.disabled = true;
    setPref("name", name.value.trim());
    try {
      const { knock } = await postJson(path, { name: name.value.trim() });
      await wait(knock);
    } catch (error) {
      said.textContent = error.message;
      send.disabled = false;
    }
  }

  async function wait(knock) {
    const { state, host, token } = JSON.parse(await getText(path, [knock]));
    if (state === "welcome") {
      keepTokens(table, { links: [token] });
      return enter();
    }
    said.textContent = t(state === "waiting" ? (host ? "door.waiting" : "door.nobody") : "door.refused");
    if (state === "waiting") setTimeout(() => wait(knock).catch(() => {}), AGAIN);
    else send.disabled = false;
  }
}
