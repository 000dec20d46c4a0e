// What a table may agree on, as a form: the server says what is asked, in the game's own words.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { choice, toggle } from "./settings.js";

/** The form; `chosen` is filled with what differs from the defaults. */
export function optionsForm({ form, presets }, chosen) {
  const shown = form.options.map((option) => field(option, chosen));
  if (form.presets.length) shown.push(presetField(form, presets, chosen));
  return shown.length ? h("div", { class: "options" }, shown) : null;
}

/** A switch, or one of a few values. */
function field({ name, title, help, default: usual, values }, chosen) {
  const set = (value) => {
    if (value === usual) delete chosen[name];
    else chosen[name] = value;
  };
  if (!values.length) return toggle(`ui-option-${name}`, title, help, usual, set);
  const texts = new Map(values.map(({ value, text }) => [value, text]));
  return choice(`ui-option-${name}`, title, [...texts.keys()], usual, (value) => texts.get(value), set, help);
}

/** Where no option has a simple form, the game's own presets are offered. */
function presetField({ presets, help }, options, chosen) {
  const set = () => {
    for (const name of Object.keys(chosen)) delete chosen[name];
    Object.assign(chosen, options[select.value]);
  };
  const select = h(
    "select",
    { id: "ui-preset", onchange: set },
    presets.map(({ value, text }) => h("option", { value }, text)),
  );
  return h(
    "label",
    { class: "field" },
    h("span", {}, t("presets.title")),
    help && h("p", { class: "help" }, help),
    select,
  );
}
