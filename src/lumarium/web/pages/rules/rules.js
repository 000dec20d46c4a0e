// A game's rules for players, with a table of contents; what we reconstructed is marked.

import { getText, serverFacts } from "../../shared/api.js";
import { byId, h } from "../../shared/dom.js";
import { lang, t } from "../../shared/i18n.js";
import { cover } from "../cover.js";
import { failure, startPage } from "../page.js";
import { markdown } from "./markdown.js";

const RECONSTRUCTED = /reconstruct|rekonstru/i;
const name = location.pathname.split("/")[2];
await startPage("rules.title");
const main = byId("ui-main");

try {
  const [text, { games }] = await Promise.all([getText(`/api/rules/${name}?lang=${lang()}`), serverFacts()]);
  const game = games.find((each) => each.name === name);
  document.title = `${game?.title || name} · ${t("rules.title")}`;
  const article = h("article", { class: "rules", id: "ui-rules", "data-world": name }, sections(markdown(text)));
  const heads = [...article.querySelectorAll("h2")];
  const contents = h(
    "nav",
    { class: "contents", id: "ui-contents", "aria-label": t("rules.contents") },
    h("strong", {}, t("rules.contents")),
    h(
      "ol",
      {},
      heads.map((head) => h("li", {}, h("a", { href: `#${head.id}` }, head.textContent))),
    ),
    h("a", { class: "button primary", href: `/new?game=${name}` }, t("home.play")),
    game?.guide && h("a", { class: "button", href: `/learn/${name}` }, t("guide.learn")),
  );
  const drawn = await cover(name);
  drawn.setAttribute("preserveAspectRatio", "xMidYMid meet");
  const picture = h("div", { class: "picture wide", "data-game": name, "data-world": name }, drawn);
  main.append(picture, h("div", { class: "rules-page" }, contents, article));
  if (location.hash) byId(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
} catch (error) {
  main.append(failure(error));
}

/** The part that says what we reconstructed stands in a box of its own. */
function sections(elements) {
  const out = [];
  for (const element of elements) {
    if (element.tagName === "H2" || !out.length) out.push(h("section", {}));
    out.at(-1).append(element);
  }
  for (const section of out) {
    const told = [...section.querySelectorAll("p > strong")].filter((strong) => RECONSTRUCTED.test(strong.textContent));
    for (const strong of told) strong.className = "ours";
    if (told.length) section.className = "reconstructed";
  }
  return out;
}
