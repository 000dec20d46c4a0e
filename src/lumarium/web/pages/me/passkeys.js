// Passkeys, where the house has them: whoever has one is known on any device.

import { postJson } from "../../shared/api.js";
import { button, h } from "../../shared/dom.js";
import { ago, t } from "../../shared/i18n.js";
import { askAboutGames, deviceName } from "./devices.js";

const Credential = globalThis.PublicKeyCredential;

export function passkeysCard(me, { act, change, say, done }) {
  if (!me.passkeys_at) return null;
  return h(
    "section",
    { class: "card", id: "ui-me-passkeys" },
    h("h2", {}, t("me.passkeys")),
    h("p", { class: "help" }, t("me.passkeys_help")),
    h("ul", { class: "me-list" }, me.passkeys.map((passkey) => row(passkey, act))),
    hindrance(me) ?? buttons(me, { act, change, say, done }),
  );
}

/** They belong to one address, and to browsers that write them as JSON. */
function hindrance({ passkeys_at: address }) {
  if (location.origin !== address) {
    return h("p", { class: "help" }, t("me.passkeys_at"), " ", h("a", { href: `${address}/me` }, address));
  }
  return Credential?.parseCreationOptionsFromJSON ? null : h("p", { class: "help" }, t("me.passkeys_no"));
}

function buttons(me, { act, change, say, done }) {
  /** What a browser makes of the house's wishes; null if somebody thought better of it. */
  const asked = async (path, body, make) => {
    try {
      return (await make(await postJson(path, body))).toJSON();
    } catch (error) {
      const known = error.name === "InvalidStateError" ? "me.passkey_have" : "me.passkey_none";
      say(error instanceof DOMException ? t(known) : error.message);
      return null;
    }
  };
  const add = async () => {
    if (!(await change())) return;
    const credential = await asked("/api/me/passkeys/options", { name: "Lumarium" }, (options) =>
      navigator.credentials.create({ publicKey: Credential.parseCreationOptionsFromJSON(options) }),
    );
    if (credential) await act("/api/me/passkeys", { credential, name: deviceName() });
  };
  const enter = async (bring) => {
    const credential = await asked("/api/me/enter/options", {}, (options) =>
      navigator.credentials.get({ publicKey: Credential.parseRequestOptionsFromJSON(options) }),
    );
    if (credential && (await act("/api/me/enter", { credential, device: deviceName(), bring }))) await done();
  };
  const offer = () => askAboutGames("ui-me-enter", t("me.passkey_use"), t("me.passkey_use_text"), t("me.passkey_go"), enter);
  return h(
    "div",
    { class: "buttons" },
    me.passkeys.length === 0 && button("ui-passkey-use", t("me.passkey_use"), offer, { kind: "primary" }),
    button("ui-passkey-add", t("me.passkey_add"), add, { icon: "plus" }),
  );
}

function row({ id, name, seen }, act) {
  const field = h("input", {
    id: `ui-passkey-${id}`,
    maxlength: "24",
    value: name || t("me.passkey"),
    "aria-label": t("me.passkey"),
    onchange: () => act(`/api/me/passkeys/${id}`, { name: field.value }),
  });
  return h(
    "li",
    {},
    h("span", { class: "who" }, field, h("small", { class: "soft" }, t("me.passkey_seen", { ago: ago(seen) }))),
    button(`ui-passkey-gone-${id}`, t("me.remove"), () => act(`/api/me/passkeys/${id}/remove`), {
      icon: "close",
      kind: "small",
    }),
  );
}
