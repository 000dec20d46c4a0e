// Small pictures of pieces inside sentences: "![](symbol 44)" names a symbol of the game's sheet and how wide it is.
// They only adorn: the words that a screen reader says stand beside them.

import { h, s } from "./dom.js";
import { onPref, theme } from "./prefs.js";

const NAMED = /!\[\]\(([a-z][\w-]*)(?: (\d+))?\) ?/g;
const WIDE = 44;

onPref((name) => {
  if (name !== "theme") return;
  for (const each of document.querySelectorAll(".piece-word")) each.setAttribute("class", `piece-word ${theme()}`);
});

function drawn(symbol, size = WIDE) {
  const viewBox = `${-size / 2} ${-size / 2} ${size} ${size}`;
  const use = s("use", { href: `#${symbol}` });
  return s("svg", { class: `piece-word ${theme()}`, viewBox, "aria-hidden": "true" }, use);
}

/** A sentence as text and pictures; a picture keeps to the word that follows it, and to a bracket that opens there. */
export function pictured(text) {
  const out = [];
  let end = 0;
  for (const { 0: whole, 1: symbol, 2: size, index } of text.matchAll(NAMED)) {
    const [word] = /^[^\s!]*/.exec(text.slice(index + whole.length));
    const open = end < index && "([„".includes(text[index - 1]) ? text[index - 1] : "";
    const name = h("span", { class: "piece-name" }, open, drawn(symbol, size && Number(size)), word);
    out.push(text.slice(end, index - open.length), name);
    end = index + whole.length + word.length;
  }
  out.push(text.slice(end));
  return out.filter((part) => part !== "");
}

/** The words alone. */
export const plain = (text) => text.replace(NAMED, "");
