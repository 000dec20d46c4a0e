// What a bot thinks of some choices, as a list: with odds, points and reasons, and lit on the board when touched.

import { button, h } from "./dom.js";
import { lang, t } from "./i18n.js";

/** `light(path)` marks the pieces of a choice, where they are known; `mine` says whose the marked one is. */
export const thoughtList = (thoughts, light, mine) =>
  h(
    "ol",
    { id: "ui-thoughts", class: "thoughts" },
    thoughts.map(({ text, reason, outlook, points, path, played }, place) =>
      h(
        "li",
        { "data-played": played ? "" : null, "data-best": place === 0 ? "" : null },
        path ? button(`ui-thought-${place}`, text, () => light(path), { kind: "quiet small" }) : h("strong", {}, text),
        played && h("strong", { class: "played" }, mine),
        h("span", {}, t("review.worth", { outlook: percent(outlook), points: number(points) })),
        reason && h("span", { class: "soft" }, reason),
      ),
    ),
  );

// What rounds to nothing has no sign.
const rounded = (value, steps, style) =>
  new Intl.NumberFormat(lang(), style).format(Math.round(value * steps) / steps || 0).replace("-", "−");
export const percent = (part) => rounded(part, 100, { style: "percent" });
export const number = (value) => rounded(value, 10, { maximumFractionDigits: 1 });
