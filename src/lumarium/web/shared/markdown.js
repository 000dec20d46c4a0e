// The Markdown of rules pages and player aids as elements: headings, lists, tables, code, pictures, bold, italic, links.
// Never innerHTML.

import { h } from "./dom.js";
import { pictured } from "./pictured.js";

const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|`([^`]+)`|(?<!!)\[([^\]]+)\]\(([^)\s]+)\)/g;
const SAFE = /^(https?:\/\/|\/|#)/;
const PICTURES = /^(!\[[^\]]+\]\(\/picture\/[^\s)]+( "[^"]*")?\)\s*)+$/;
const PICTURE = /!\[([^\]]+)\]\((\/picture\/[^\s)]+)(?: "([^"]*)")?\)/g;
/** In pixels; two pictures that are less wide have room side by side on a phone. */
const SMALL = 260;
/** And on the page of the rules, where there is a column of contents beside them. */
const HALF = 380;
/** What is only for those who read without pictures. */
const TERMINAL = "```terminal";

/** Text with its inline marks. */
function inline(text) {
  const out = [];
  let end = 0;
  for (const found of text.matchAll(INLINE)) {
    const [whole, bold, italic, code, label, target] = found;
    out.push(...pictured(text.slice(end, found.index)));
    if (bold) out.push(h("strong", {}, inline(bold)));
    else if (italic) out.push(h("em", {}, inline(italic)));
    else if (code) out.push(h("code", {}, code));
    else out.push(SAFE.test(target) ? h("a", { href: target }, inline(label)) : label);
    end = found.index + whole.length;
  }
  out.push(...pictured(text.slice(end)));
  return out.filter((part) => part !== "");
}

const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

/** "## Title {#name}": with a name that is the same in every language, or else one made of its words. */
function heading(marks, line) {
  const [, text, name] = /^(.*?)\s*(?:\{#([\w-]+)\})?$/.exec(line);
  return h(`h${marks.length}`, { id: name || slug(text) }, inline(text));
}

/** The numbers of a picture stay with their words, and the dots between them with what they end. */
const legend = (caption) => caption.replace(/ · /g, "\u00a0· ").replace(/(^|· )(\d+) /g, "$1$2\u00a0");

/** Pictures side by side, each in both themes: the style shows the one that fits, and only that one is loaded. */
function pictures(text) {
  const drawn = ([, alt, address, caption]) => {
    const size = new URL(address, location.origin).searchParams;
    const [width, height] = [size.get("width"), size.get("height")];
    const image = (name, theme) =>
      h("img", { class: name, src: `${address}&theme=${theme}`, alt, width, height, loading: "lazy" });
    return h("figure", { class: width < SMALL ? "small" : width < HALF && "half" }, image("in-dark", "dark"), image("in-light", "light"), caption && h("figcaption", {}, inline(legend(caption))));
  };
  return h("div", { class: "figures" }, [...text.matchAll(PICTURE)].map(drawn));
}

const cells = (line) =>
  line
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());

function table(lines) {
  const [head, , ...body] = lines.map(cells);
  const row = (tag) => (line) =>
    h(
      "tr",
      {},
      line.map((cell) => h(tag, tag === "th" ? { scope: "col" } : {}, inline(cell))),
    );
  return h(
    "div",
    { class: "scroll", tabindex: "0" },
    h("table", {}, h("thead", {}, row("th")(head)), h("tbody", {}, body.map(row("td")))),
  );
}

const ITEM = /^(\s*)([-*]|\d+\.)\s+(.*)$/;

/** A list with lists inside it, told by how far its lines are pushed in. */
function list(lines) {
  const [, { length: depth }, mark] = ITEM.exec(lines[0]);
  const number = parseInt(mark, 10);
  const element = Number.isNaN(number) ? h("ul") : h("ol", { start: number === 1 ? null : number });
  for (let at = 0; at < lines.length;) {
    const item = h("li", {}, inline(ITEM.exec(lines[at])[3]));
    const inner = [];
    for (at += 1; at < lines.length && !(ITEM.exec(lines[at])?.[1].length === depth); at += 1) inner.push(lines[at]);
    const first = inner.findIndex((line) => ITEM.test(line));
    for (const line of first < 0 ? inner : inner.slice(0, first)) item.append(" ", ...inline(line.trim()));
    if (first >= 0) item.append(list(inner.slice(first)));
    element.append(item);
  }
  return element;
}

/** The whole text as a list of elements. */
export function markdown(text) {
  const lines = text.replace(/\r/g, "").split("\n");
  const out = [];
  let at = 0;
  const take = (test) => {
    const taken = [];
    while (at < lines.length && test(lines[at])) taken.push(lines[at++]);
    return taken;
  };
  while (at < lines.length) {
    const line = lines[at];
    const head = /^(#{1,4})\s+(.*)$/.exec(line);
    if (!line.trim()) at += 1;
    else if (head) out.push((at++, heading(head[1], head[2])));
    else if (line.startsWith("```")) {
      at += 1;
      const code = take((next) => !next.startsWith("```")).join("\n");
      if (line !== TERMINAL) out.push(h("pre", { tabindex: "0" }, h("code", {}, code)));
      at += 1;
    } else if (PICTURES.test(line)) out.push(pictures(take((next) => PICTURES.test(next)).join(" ")));
    else if (line.startsWith("|")) out.push(table(take((next) => next.startsWith("|"))));
    else if (line.startsWith(">"))
      out.push(
        h(
          "blockquote",
          {},
          markdown(
            take((next) => next.startsWith(">"))
              .map((next) => next.replace(/^> ?/, ""))
              .join("\n"),
          ),
        ),
      );
    else if (ITEM.test(line)) out.push(list(take((next) => ITEM.test(next) || /^\s+\S/.test(next))));
    else
      out.push(
        h("p", {}, inline(take((next) => next.trim() && !/^(#|\||>|```)/.test(next) && !ITEM.test(next)).join(" "))),
      );
  }
  return out;
}
