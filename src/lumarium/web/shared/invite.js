// A link for somebody else: to copy, to share, to scan.

import { postBlob, serverFacts } from "./api.js";
import { button, h } from "./dom.js";
import { t } from "./i18n.js";
import { link } from "./tokens.js";

const LOCAL = /^(localhost|127\.|\[::1\])/;

/** The address under which others reach this server. */
export async function reachable() {
  if (!LOCAL.test(location.host)) return location.origin;
  const { addresses } = await serverFacts().catch(() => ({ addresses: [] }));
  return addresses[0] || location.origin;
}

/** Copies a text that also stands in a field. */
export async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Outside https there is no clipboard, but a selected field can still be copied.
    field.select();
    document.execCommand("copy");
  }
}

/** A card with the link of a token. */
export const inviteCard = async (id, table, token, text) =>
  linkCard(id, link(table, token, await reachable()), text);

/** The same with any address. */
export function linkCard(id, address, text) {
  const field = h("input", {
    id: `${id}-link`,
    class: "link",
    readonly: true,
    value: address,
    "aria-label": t("invite.link"),
    onfocus: () => field.select(),
  });
  const copied = button(
    `${id}-copy`,
    t("invite.copy"),
    async () => {
      await copy(address, field);
      copied.lastChild.textContent = t("invite.copied");
      setTimeout(() => (copied.lastChild.textContent = t("invite.copy")), 2000);
    },
    { icon: "copy", kind: "primary" },
  );
  const share =
    navigator.share &&
    button(
      `${id}-share`,
      t("invite.share"),
      () => navigator.share({ title: "Lumarium", url: address }).catch(() => {}),
      { icon: "share" },
    );
  const code = h("img", { id: `${id}-qr`, class: "qr", alt: t("invite.qr"), width: "168", height: "168" });
  postBlob("/api/qr", { text: address }).then(
    (blob) => (code.src = URL.createObjectURL(blob)),
    () => code.remove(),
  );
  return h(
    "div",
    { id, class: "invite" },
    code,
    h(
      "div",
      { class: "invite-text" },
      h("p", {}, text),
      LOCAL.test(new URL(address).host) && h("p", { class: "help" }, t("invite.local")),
      field,
      h("div", { class: "buttons" }, copied, share),
    ),
  );
}
