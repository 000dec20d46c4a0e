// A game's symbol sheet, brought into the page once so that <use> can name its symbols.

import { s } from "../shared/dom.js";

const loaded = new Map();

/** Loads and inlines the sheet; resolves with the ids of its symbols. */
export function useSheet(game, address = `/sheet/${game}.svg`) {
  if (!loaded.has(game)) loaded.set(game, load(game, address));
  return loaded.get(game);
}

async function load(game, address) {
  const answer = await fetch(address);
  if (!answer.ok) return [];
  const [text, rules] = withoutStyle(await answer.text());
  const sheet = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  adopt(`[data-game="${game}"] { ${rules} } [data-world="${game}"] { ${sheet.dataset.style || ""} }`);
  const holder = s("svg", { class: "sheet", "aria-hidden": "true", "data-sheet": game });
  for (const child of [...sheet.children]) holder.append(strict(document.importNode(child, true)));
  document.body.append(holder);
  return [...holder.querySelectorAll("symbol")].map((symbol) => symbol.id);
}

/** The page's policy forbids <style> and style attributes, even while parsing: the sheet without them, and its rules. */
function withoutStyle(text) {
  const rules = [];
  const bare = text.replace(/<style>(.*?)<\/style>/gs, (_, rule) => (rules.push(rule), ""));
  return [bare.replaceAll(" style=", " data-style="), rules.join("\n")];
}

/** The rules hold inside this game's boards only, and what the root is said to be (its colours) on this game's cards. */
function adopt(rules) {
  const adopted = new CSSStyleSheet();
  adopted.replaceSync(rules);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, adopted];
}

/** Style properties are allowed. */
function strict(element) {
  for (const styled of [element, ...element.querySelectorAll("[data-style]")]) {
    styled.style.cssText = styled.dataset.style || "";
    delete styled.dataset.style;
  }
  return element;
}

/** A symbol on its own. */
export function drawing(symbol, x = 0, y = 0, scale = 1) {
  return s("use", { href: `#${symbol}`, transform: `translate(${x} ${y}) scale(${scale})` });
}
