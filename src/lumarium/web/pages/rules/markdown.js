// The Markdown of the rules pages as elements: headings, lists, tables, code, bold, italic, links. Never innerHTML.

import { h } from "../../shared/dom.js";

const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g;
const SAFE = /^(https?:\/\/|\/|#)/;

/** Text with its inline marks. */
function inline(text) {
  const out = [];
  let end = 0;
  for (const found of text.matchAll(INLINE)) {
    const [whole, bold, italic, code, label, target] = found;
    out.push(text.slice(end, found.index));
    if (bold) out.push(h("strong", {}, inline(bold)));
    else if (italic) out.push(h("em", {}, inline(italic)));
    else if (code) out.push(h("code", {}, code));
    else out.push(SAFE.test(target) ? h("a", { href: target }, inline(label)) : label);
    end = found.index + whole.length;
  }
  out.push(text.slice(end));
  return out.filter((part) => part !== "");
}

const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

const heading = (marks, text) => h(`h${marks.length}`, { id: slug(text) }, inline(text));

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
  const depth = ITEM.exec(lines[0])[1].length;
  const element = h(/\d/.test(ITEM.exec(lines[0])[2]) ? "ol" : "ul");
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
      out.push(h("pre", { tabindex: "0" }, h("code", {}, take((next) => !next.startsWith("```")).join("\n"))));
      at += 1;
    } else if (line.startsWith("|")) out.push(table(take((next) => next.startsWith("|"))));
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
