// A game's rules for players, with a table of contents; what we reconstructed is marked.

import { getText, serverFacts } from "../../shared/api.js";
import { byId, h } from "../../shared/dom.js";
import { lang, t } from "../../shared/i18n.js";
import { markdown } from "../../shared/markdown.js";
import { cover } from "../cover.js";
import { failure, main, startPage } from "../page.js";

const RECONSTRUCTED = /reconstruct|rekonstru/i;
const name = location.pathname.split("/")[2];
await startPage("rules.title");

try {
  const [text, { games }] = await Promise.all([getText(`/api/rules/${name}?lang=${lang()}`), serverFacts()]);
  const game = games.find((each) => each.name === name);
  document.title = `${game?.title || name} · ${t("rules.title")}`;
  const article = h(
    "article",
    { class: "rules reading", id: "ui-rules", "data-game": name, "data-world": name },
    sections(markdown(text)),
  );
  const contents = contentsOf(article, game);
  const drawn = await cover(name);
  drawn.setAttribute("preserveAspectRatio", "xMidYMid meet");
  const picture = h("div", { class: "picture wide", "data-game": name, "data-world": name }, drawn);
  main.append(picture, h("div", { class: "rules-page", id: "ui-rules-page" }, contents, article));
  if (location.hash) byId(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
} catch (error) {
  main.append(failure(error));
}

/** Beside the text on a desk; on a phone a line that stays at the top and opens. */
function contentsOf(article, game) {
  const beside = matchMedia("(min-width: 900px)");
  const entry = (head) => h("a", { href: `#${head.id}` }, head.textContent);
  const chapters = [...article.querySelectorAll("section")].filter((section) => section.querySelector("h2"));
  const list = h(
    "details",
    { class: "chapters", id: "ui-chapters", open: beside.matches },
    h("summary", {}, t("rules.contents")),
    h(
      "ol",
      {},
      chapters.map((chapter) => {
        const parts = [...chapter.querySelectorAll("h3")].map((head) => h("li", {}, entry(head)));
        return h("li", {}, entry(chapter.querySelector("h2")), parts.length > 0 && h("ol", {}, parts));
      }),
    ),
  );
  list.addEventListener("click", (event) => event.target.closest("a") && !beside.matches && (list.open = false));
  beside.addEventListener("change", () => (list.open = beside.matches));
  return h(
    "nav",
    { class: "contents", id: "ui-contents", "aria-label": t("rules.contents") },
    list,
    h(
      "p",
      { class: "buttons" },
      h("a", { class: "button primary", href: `/new?game=${name}` }, t("home.play")),
      game?.guide && h("a", { class: "button", href: `/learn/${name}` }, t("guide.learn")),
    ),
  );
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
