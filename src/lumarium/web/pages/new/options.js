// A game's options as a form: from its JSON schema, in our words where we have them.

import { h } from "../../shared/dom.js";
import { has, t } from "../../shared/i18n.js";
import { choice, toggle } from "../../shared/settings.js";

/** The options schema, with a reference to $defs followed. */
function fields(schema) {
  const found = schema.$ref ? schema.$defs[schema.$ref.split("/").at(-1)] : schema;
  return found.properties || {};
}

/** The values to choose among, if an option has a few. */
function values(field) {
  for (const part of [field, ...(field.anyOf || [])]) if (part.enum) return part.enum;
  return null;
}

const words = (key, fallback) => (has(key) ? t(key) : fallback);

/** The form; `chosen` is filled with what differs from the defaults. Options without a simple form are left to files. */
export function optionsForm(game, chosen) {
  const simple = Object.entries(fields(game.options)).map(([name, field]) => {
    const key = `option.${game.name}.${name}`;
    const title = words(key, field.title || name.replaceAll("_", " "));
    const help = words(`${key}.help`, field.description || "");
    const set = (value) => {
      if (JSON.stringify(value) === JSON.stringify(field.default)) delete chosen[name];
      else chosen[name] = value;
    };
    if (field.type === "boolean") return toggle(`ui-option-${name}`, title, help, field.default, set);
    const list = values(field);
    if (!list || list.length > 6) return null;
    return choice(
      `ui-option-${name}`,
      title,
      list,
      field.default,
      (value) => words(`${key}.${value}`, String(value)),
      set,
      help,
    );
  });
  const shown = simple.filter(Boolean);
  if (!shown.length && Object.keys(game.presets).length > 1) shown.push(presets(game, chosen));
  return shown.length ? h("div", { class: "options" }, shown) : null;
}

/** Where no option has a simple form, the game's own presets are offered. */
function presets(game, chosen) {
  const text = (name) => words(`preset.${game.name}.${name}`, name);
  const set = () => {
    for (const name of Object.keys(chosen)) delete chosen[name];
    Object.assign(chosen, game.presets[select.value]);
  };
  const names = Object.keys(game.presets);
  const select = h(
    "select",
    { id: "ui-preset", onchange: set },
    names.map((name) => h("option", { value: name }, text(name))),
  );
  const help = words(`preset.${game.name}.help`, "");
  return h(
    "label",
    { class: "field" },
    h("span", {}, t("presets.title")),
    help && h("p", { class: "help" }, help),
    select,
  );
}
