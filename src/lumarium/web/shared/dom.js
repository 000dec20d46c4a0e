// Small helpers to build elements without innerHTML.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** An HTML element with attributes (`onclick` and the like add listeners) and children. */
export const h = (tag, props, ...children) => fill(document.createElement(tag), props, children);

/** The same for SVG. */
export const s = (tag, props, ...children) => fill(document.createElementNS(SVG, tag), props, children);

export const byId = (id) => document.getElementById(id);

/** Writes only where something changes: an unchanged text keeps selection, focus and layout. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function setAttr(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

/** An icon of /web/icons/icons.svg. */
export function icon(name) {
  return s(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("use", { href: `/web/icons/icons.svg#${name}` }),
  );
}

/** A button with an icon, a text, or both. */
export function button(id, text, onclick, { icon: drawn, kind = "", title } = {}) {
  const label = title || (drawn && kind.includes("bare") ? text : null);
  return h(
    "button",
    { id, type: "button", class: `button ${kind}`, onclick, "aria-label": label, title: label },
    drawn && icon(drawn),
    kind.includes("bare") ? null : h("span", {}, text),
  );
}
