// How somebody wants to be told: by this browser, by e-mail, by a web hook; of what, and when not.

import { button, h } from "../../shared/dom.js";
import { t } from "../../shared/i18n.js";
import { toggle } from "../../shared/settings.js";
import { canPush, subscribe, unsubscribe } from "./push.js";

const KINDS = ["turn", "joined", "start", "end", "time_short"];
const ASKED = 15;
const PAUSE = 1000;

export function channelsCard(me, { act, change, reload }) {
  return h(
    "section",
    { class: "card", id: "ui-me-notices" },
    h("h2", {}, t("me.notices")),
    h("p", { class: "help" }, t("me.notices_help")),
    h("ul", { class: "me-list" }, me.channels.map((channel) => row(channel, me, act))),
    code(me, act),
    me.push && browser(me, { act, change, reload }),
    me.mail && mail(me, { act, change }),
    hook(me, { act, change }),
    me.channels.length > 0 && settings(me.settings, change),
  );
}

function row(channel, me, act) {
  const device = me.devices.find(({ id }) => id === channel.device);
  const other = device ? t("me.browser_other", { name: device.name || t("me.unnamed") }) : t("me.browser");
  const name = channel.kind !== "push" ? channel.address : channel.device === me.here ? t("me.browser") : other;
  const remove = async () => {
    if (channel.device === me.here) await unsubscribe();
    await act(`/api/me/channels/${channel.id}/remove`);
  };
  return h(
    "li",
    {},
    h(
      "span",
      { class: "who" },
      h("strong", {}, name),
      h("small", { class: "soft" }, t(channel.confirmed ? "me.confirmed" : "me.unconfirmed")),
    ),
    button(`ui-channel-${channel.id}`, t("me.remove"), remove, { icon: "close", kind: "small" }),
  );
}

/** Where a code was sent that somebody has to type. */
function code(me, act) {
  if (!me.channels.some(({ kind, confirmed }) => !confirmed && kind !== "push")) return null;
  const field = h("input", { id: "ui-me-code", autocomplete: "one-time-code", maxlength: "16", required: true });
  const send = (event) => (event.preventDefault(), act("/api/me/confirm", { code: field.value.trim() }));
  return form("ui-me-confirm", t("me.code"), field, t("me.confirm"), send);
}

function form(id, title, fields, yes, onsubmit) {
  return h(
    "form",
    { class: "me-form", id, onsubmit },
    h("label", { for: [fields].flat()[0].id }, title),
    h("div", { class: "buttons" }, fields, h("button", { class: "button", type: "submit", id: `${id}-yes` }, yes)),
  );
}

function browser(me, { act, change, reload }) {
  if (!canPush()) return h("p", { class: "help" }, t("me.browser_no"));
  const own = me.channels.some(({ kind, device }) => kind === "push" && device === me.here && device);
  if (own) return null;
  const begin = async () => {
    if (!(await change())) return;
    const push = await subscribe(me.push);
    if (!push) return act("/api/me/channels", {});
    if (!(await act("/api/me/channels", { push }))) return;
    // The service worker answers for this browser, once the first notice has come.
    for (let tries = 0; tries < ASKED; tries++) {
      await new Promise((done) => setTimeout(done, PAUSE));
      if ((await reload()).channels.every(({ kind, confirmed }) => kind !== "push" || confirmed)) return;
    }
  };
  return h("p", { class: "me-form" }, button("ui-me-push", t("me.browser"), begin, { icon: "plus", kind: "primary" }));
}

function mail(me, { act, change }) {
  const field = h("input", { id: "ui-me-mail", type: "email", autocomplete: "email", maxlength: "200", required: true });
  const send = async (event) => {
    event.preventDefault();
    const address = field.value.trim();
    if (await change({}, true)) await act("/api/me/channels", { mail: address });
  };
  return form("ui-me-mail-form", t("me.mail"), field, t("me.mail_add"), send);
}

function hook(me, { act, change }) {
  const url = h("input", { id: "ui-me-hook", type: "url", maxlength: "1024", required: true, placeholder: "https://" });
  const style = h("select", { id: "ui-me-style", "aria-label": t("me.hook_style") }, me.styles.map(option));
  const send = async (event) => {
    event.preventDefault();
    const wanted = { url: url.value.trim(), style: style.value };
    if (await change({}, true)) await act("/api/me/channels", { hook: wanted });
  };
  return h(
    "details",
    { class: "me-form" },
    h("summary", {}, t("me.hook")),
    h("p", { class: "help" }, t("me.hook_help")),
    form("ui-me-hook-form", "URL", [url, style], t("me.add"), send),
  );
}

const option = (name) => h("option", { value: name }, name === "json" ? "JSON" : name);

function settings({ kinds, quiet, choice, digest }, change) {
  const told = (kind, on) => KINDS.filter((name) => (name === kind ? on : kinds.includes(name)));
  return h(
    "div",
    { class: "me-settings" },
    h("h3", {}, t("me.kinds")),
    KINDS.map((kind) =>
      toggle(`ui-me-kind-${kind}`, t(`kind.${kind}`), null, kinds.includes(kind), (on) =>
        change({ kinds: told(kind, on) }),
      ),
    ),
    toggle("ui-me-choice", t("me.choice"), t("me.choice_help"), choice, (on) => change({ choice: on })),
    toggle("ui-me-digest", t("me.digest"), null, digest, (on) => change({ digest: on })),
    toggle("ui-me-quiet", t("me.quiet"), t("me.quiet_help"), quiet !== null, (on) =>
      change({ quiet: on ? [22 * 60, 7 * 60] : null }),
    ),
    quiet && hours(quiet, change),
  );
}

const clock = (minutes) => [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
const minutes = (text) => text.split(":").reduce((hours, rest) => Number(hours) * 60 + Number(rest));

function hours([from, to], change) {
  const field = (id, value) => h("input", { id, type: "time", value: clock(value), required: true, onchange: save });
  const begin = field("ui-me-from", from);
  const end = field("ui-me-to", to);
  function save() {
    if (begin.value && end.value) change({ quiet: [minutes(begin.value), minutes(end.value)] });
  }
  return h(
    "div",
    { class: "buttons" },
    h("label", { for: begin.id }, t("me.quiet_from")),
    begin,
    h("label", { for: end.id }, t("me.quiet_to")),
    end,
  );
}
