// The art page: every symbol of a sheet alone, in both themes. ?game=NAME&symbol=NAME-star&theme=dark&size=200

import { drawing, useSheet } from "../../board/sheet.js";
import { serverFacts } from "../../shared/api.js";
import { h, s } from "../../shared/dom.js";
import { t } from "../../shared/i18n.js";
import { failure, main, startPage } from "../page.js";

const query = new URLSearchParams(location.search);
await startPage("pieces.title");

try {
  const { games } = await serverFacts();
  const game = games.find(({ name }) => name === query.get("game"))?.name || games[0].name;
  const size = Math.min(Math.max(Number(query.get("size")) || 120, 24), 1200);
  const themes = ["dark", "light"].includes(query.get("theme")) ? [query.get("theme")] : ["dark", "light"];
  const all = await useSheet(game);
  const symbols = query.get("symbol") ? all.filter((symbol) => symbol === query.get("symbol")) : all;
  const tabs = games.map(({ name, title }) =>
    h(
      "a",
      { class: "button small", href: `/pieces?game=${name}`, "aria-current": name === game ? "page" : null },
      title,
    ),
  );
  main.append(
    h("h1", { class: "page-title" }, t("pieces.title")),
    h("p", { class: "soft" }, t("pieces.text")),
    h("nav", { class: "buttons", "aria-label": t("pieces.title") }, tabs),
  );
  const grid = h(
    "div",
    { class: "symbols", id: "ui-symbols", "data-game": game },
    symbols.map((symbol) => figure(symbol, themes, size)),
  );
  main.append(grid);
  for (const svg of grid.querySelectorAll("svg")) frame(svg);
} catch (error) {
  main.append(failure(error));
}

function figure(symbol, themes, size) {
  const drawn = themes.map((theme) => {
    const svg = s("svg", { class: theme, width: size, height: size }, s("rect", { class: "table" }), drawing(symbol));
    return h(
      "a",
      {
        href: `?game=${query.get("game") || ""}&symbol=${symbol}&size=480`,
        "aria-label": `${symbol}, ${t(`pref.theme.${theme}`)}`,
      },
      svg,
    );
  });
  return h(
    "figure",
    { id: `ui-symbol-${symbol}` },
    h("div", { class: "pair" }, drawn),
    h("figcaption", {}, h("code", {}, symbol)),
  );
}

/** Every symbol is centred on its origin, but its size is its own. */
function frame(svg) {
  const { x, y, width, height } = svg.querySelector("use").getBBox();
  const half = Math.max(-x, -y, x + width, y + height, 10) * 1.12;
  svg.setAttribute("viewBox", `${-half} ${-half} ${2 * half} ${2 * half}`);
  const ground = svg.querySelector("rect");
  for (const [name, value] of [
    ["x", -half],
    ["y", -half],
    ["width", 2 * half],
    ["height", 2 * half],
  ])
    ground.setAttribute(name, value);
}
