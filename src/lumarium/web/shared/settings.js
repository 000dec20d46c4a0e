// The preferences, as a dialog that every page can open.

import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { askToNotify } from "./notices.js";
import { pref, setPref } from "./prefs.js";
import { play } from "./sounds.js";

const CHOICES = {
  lang: ["auto", "de", "en"],
  theme: ["system", "light", "dark"],
  motion: ["system", "on", "off"],
};
const SWITCHES = ["confirm", "auto", "sound", "notify"];

/** One of several, as a row of buttons. */
export function choice(id, title, values, current, text, onchange, help) {
  const options = values.map((value) =>
    h(
      "label",
      { class: "segment" },
      h("input", {
        type: "radio",
        name: id,
        id: `${id}-${value}`,
        value,
        checked: value === current,
        onchange: () => onchange(value),
      }),
      h("span", {}, text(value)),
    ),
  );
  return h(
    "fieldset",
    { class: "field", id },
    h("legend", {}, title),
    help && h("p", { class: "help" }, help),
    h("div", { class: "segments" }, options),
  );
}

/** On or off, with a word of explanation. */
export function toggle(id, title, help, checked, onchange) {
  const input = h("input", {
    type: "checkbox",
    role: "switch",
    id,
    checked,
    onchange: () => onchange(input.checked, input),
  });
  return h(
    "label",
    { class: "toggle" },
    h("span", { class: "toggle-text" }, h("span", {}, title), help && h("small", {}, help)),
    input,
  );
}

export function openSettings(...extra) {
  const choices = Object.entries(CHOICES).map(([name, values]) =>
    choice(
      `ui-pref-${name}`,
      t(`pref.${name}`),
      values,
      pref(name),
      (value) => t(`pref.${name}.${value}`),
      (value) => setPref(name, value),
    ),
  );
  const switches = SWITCHES.map((name) =>
    toggle(`ui-pref-${name}`, t(`pref.${name}`), t(`pref.${name}.help`), pref(name), (on, input) =>
      change(name, on, input),
    ),
  );
  return openDialog("ui-settings", t("pref.title"), extra, choices, switches);
}

async function change(name, on, input) {
  if (name === "notify" && on && !(await askToNotify())) {
    input.checked = false;
    input.parentElement.querySelector("small").textContent = t("pref.notify.refused");
    return;
  }
  if (name === "sound" && on) play("turn", true);
  setPref(name, on);
}
