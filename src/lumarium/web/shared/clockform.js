// The clock of a table as a form: none, so much for each decision, or for the whole game.

import { h } from "./dom.js";
import { inWords } from "./durations.js";
import { t } from "./i18n.js";
import { choice } from "./settings.js";

const DAY = 86400;
const USUAL = {
  decision: { kind: "decision", limit: 3 * DAY, zero: "bot" },
  live: { kind: "live", limit: 1200, extra: 10, zero: "bot" },
};
const LIMITS = { decision: [DAY / 2, DAY, 2 * DAY, 3 * DAY, 7 * DAY], live: [300, 600, 1200, 1800, 3600] };
const EXTRAS = [0, 5, 10, 30];

/** `clock` is what holds now (null: none); `onchange(clock)` is told what was chosen. */
export function clockForm(id, clock, onchange) {
  const more = h("div", { class: "clock-more" });
  const words = (seconds) => inWords(seconds * 1000);
  const set = (next) => {
    clock = next;
    onchange(next);
  };
  const field = (name, values, text) =>
    choice(`${id}-${name}`, t(`clock.${name}`), offered(values, clock[name]), clock[name], text, (value) =>
      set({ ...clock, [name]: value }),
    );
  function draw() {
    more.replaceChildren(
      ...(clock
        ? [
            field("limit", LIMITS[clock.kind], words),
            clock.kind === "live" && field("extra", EXTRAS, words),
            field("zero", ["bot", "out"], (value) => t(`clock_zero.${value}`)),
          ].filter(Boolean)
        : []),
    );
  }
  draw();
  const kinds = ["none", "decision", "live"];
  const kind = choice(id, t("clock.title"), kinds, clock?.kind || "none", (value) => t(`clock_kind.${value}`), (value) => {
    set(USUAL[value] || null);
    draw();
  }, t("clock.help"));
  return h("div", { class: "clock-form" }, kind, more);
}

/** What was agreed on elsewhere can be chosen here too. */
const offered = (values, now) => (values.includes(now) ? values : [...values, now].sort((a, b) => a - b));
