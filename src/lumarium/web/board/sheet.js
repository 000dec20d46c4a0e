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
  const text = adoptStyle(game, await answer.text()).replaceAll(" style=", " data-style=");
  const sheet = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const holder = s("svg", { class: "sheet", "aria-hidden": "true", "data-sheet": game });
  for (const child of [...sheet.children]) holder.append(strict(document.importNode(child, true)));
  document.body.append(holder);
  return [...holder.querySelectorAll("symbol")].map((symbol) => symbol.id);
}

/** The page's policy forbids <style>: the rules become a constructed sheet that holds inside this game's boards only.
 * Answers with the sheet without them. */
function adoptStyle(game, text) {
  const rules = [];
  const bare = text.replace(/<style>(.*?)<\/style>/gs, (_, rule) => (rules.push(rule), ""));
  const adopted = new CSSStyleSheet();
  adopted.replaceSync(`[data-game="${game}"] { ${rules.join("\n")} }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, adopted];
  return bare;
}

/** Style attributes are forbidden too, even while parsing; style properties are not. */
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
