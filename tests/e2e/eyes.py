"""What people with other eyes, ears and settings get of a page: axe-core's findings, contrast, and what is cut off."""

from __future__ import annotations

import io
import math
from importlib import resources
from typing import Any

import numpy as np
from matplotlib import image
from numpy.typing import NDArray
from playwright.sync_api import Page

Json = dict[str, Any]
Pixels = NDArray[np.float64]

AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")

# Every piece of text that is on the screen (in a dialog, if one lies over the rest), with the opacity around it; but
# for what cannot be done just now, which is to look like that (and which WCAG asks no contrast of).
TEXTS = """() => {
  const found = [];
  const top = [...document.querySelectorAll("dialog[open], #ui-ending:not([hidden])")].at(-1) ?? document.body;
  const walk = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    const text = walk.currentNode.textContent.trim();
    if (!text || element.closest("noscript, title, .unseen, :disabled, [aria-disabled=true]")) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    const style = getComputedStyle(element);
    const drawn = element instanceof SVGElement;
    let alpha = 1;
    for (let at = element; at; at = at.parentElement) alpha *= getComputedStyle(at).opacity;
    const scale = drawn ? Math.hypot(element.getScreenCTM().a, element.getScreenCTM().b) : 1;
    const edge = element.getBoundingClientRect();
    for (const { left, top, right, bottom } of drawn ? [edge] : range.getClientRects()) {
      // A line that its box cuts off lies, unseen, over whatever comes below.
      if (style.overflow === "hidden" && (top + bottom) / 2 > edge.bottom) continue;
      if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) continue;
      // What lies under a card over the board is not seen; the words that are seen there are the card's.
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const board = element.closest("#ui-board");
      if (board && over && !over.closest("#ui-board") && !over.contains(board)) continue;
      found.push({
        text, alpha, box: [left, top, right, bottom], colour: drawn ? style.fill : style.color,
        halo: drawn && style.stroke !== "none" ? style.stroke : "",
        size: parseFloat(style.fontSize) * scale, bold: Number(style.fontWeight) >= 600,
        where: element.closest("[id]")?.id ?? "",
      });
    }
  }
  return found;
}"""

HIDE = """(hidden) => {
  const clear = "-webkit-text-fill-color: transparent !important; text-shadow: none !important;";
  globalThis.clearing ??= new CSSStyleSheet();
  clearing.replaceSync(hidden ? `*, ::placeholder { ${clear} } text, tspan { visibility: hidden !important; }` : "");
  if (!document.adoptedStyleSheets.includes(clearing)) document.adoptedStyleSheets.push(clearing);
}"""


def findings(page: Page) -> list[str]:
    """Everything that axe-core finds wrong, with the first place of each."""
    page.evaluate(AXE)
    found = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")["violations"]
    return [f"{each['impact']}: {each['help']} ({each['nodes'][0]['target']})" for each in found]


def pale_texts(page: Page) -> list[str]:
    """The texts on the screen, in pictures too, whose contrast to what is behind them is below WCAG's AA."""
    while True:
        texts = page.evaluate(TEXTS)
        shown = _pixels(page)
        page.evaluate(HIDE, True)
        behind = _pixels(page)
        page.evaluate(HIDE, False)
        if page.evaluate(TEXTS) == texts and np.array_equal(_pixels(page), shown):
            break  # nothing changed meanwhile
    pale = []
    for text in texts:
        ratio = _contrast(text, shown, behind)
        large = text["size"] >= 24 or (text["bold"] and text["size"] >= 18.66)
        if ratio < (3 if large else 4.5):
            pale.append(f"{ratio:.2f}: {text['text']!r} in {text['where']}, {text['size']:.0f} px")
    return pale


def _contrast(text: Json, shown: Pixels, behind: Pixels) -> float:
    """Between the text's colour and the median of what its letters cover."""
    left, top, right, bottom = text["box"]
    area = slice(max(0, math.floor(top)), math.ceil(bottom)), slice(max(0, math.floor(left)), math.ceil(right))
    letters = np.abs(shown[area] - behind[area]).max(axis=2) > 0.04
    colour = _colour(text["colour"])
    if letters.sum() < 4 or colour is None:  # something lies over it
        return math.inf
    ground = np.median(behind[area][letters], axis=0)
    mixed = colour * text["alpha"] + ground * (1 - text["alpha"])
    halo = _colour(text["halo"])
    ratios = [_ratio(mixed, ground)] + ([] if halo is None else [_ratio(mixed, halo)])
    return max(ratios)


def _ratio(one: Pixels, other: Pixels) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Pixels) -> float:
    linear = np.where(colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4)
    return float(linear @ np.array([0.2126, 0.7152, 0.0722]))


def _colour(written: str) -> Pixels | None:
    """An opaque rgb(); gradients and the like are left to the eye."""
    if not written.startswith("rgb("):
        return None
    return np.array([float(part) / 255 for part in written[4:-1].split(",")])


def _pixels(page: Page) -> Pixels:
    shot: Pixels = image.imread(io.BytesIO(page.screenshot()), format="png")[:, :, :3].astype(np.float64)
    return shot


# Texts of the page (not of the board) that are not to be seen whole where they stand: cut off by a box that cannot be
# scrolled or by the edge of the screen, or with another text or control over them. What a layer covers does not count.
SPOILED = """() => {
  const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const within = (box, { left, top, right, bottom }) =>
    box.left > left - 1.5 && box.right < right + 1.5 && box.top > top - 1.5 && box.bottom < bottom + 1.5;
  const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const reached = (element, box) => {
    const at = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return at !== null && (element.contains(at) || at.contains(element));
  };
  /** Cut off by something that hides what goes beyond it; where it can be scrolled to, it is only not seen now. */
  const cut = (element, box) => {
    for (let at = element; at; at = at.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(at);
      const edge = at === document.documentElement ? screen : at.getBoundingClientRect();
      const scrolled = [overflowX, overflowY].some((flow) => flow === "auto" || flow === "scroll");
      if (scrolled) return box.left < edge.left - 1.5 || box.right > edge.right + 1.5 ? overflowX === "hidden" : false;
      const hides = overflowX !== "visible" || overflowY !== "visible";
      if (hides && !within(box, edge) && at !== document.body && at !== document.documentElement) return true;
      if (position === "fixed") return !within(box, screen);
    }
    return box.left < -1.5 || box.right > innerWidth + 1.5;
  };
  const texts = [];
  const walk = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    const text = walk.currentNode.textContent.trim();
    if (!text || element.closest("svg, noscript, option, .unseen")) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    for (const box of range.getClientRects()) if (box.width > 1) texts.push({ text, element, box });
  }
  const cutOff = texts.filter(({ element, box }) => cut(element, box)).map(({ text }) => `cut off: ${text}`);
  /** What is left of a box by all that clips it. */
  const clipped = ({ element, box, ...more }) => {
    let { left, top, right, bottom } = box;
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflow === "visible") continue;
      const edge = at.getBoundingClientRect();
      [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
      [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    return { element, box: { left, top, right, bottom }, ...more };
  };
  const seen = texts.map(clipped).filter(({ element, box }) => reached(element, box));
  const over = seen.flatMap((one, index) => seen.slice(index + 1)
    .filter((other) => other.element !== one.element && meet(one.box, other.box))
    .map((other) => `one over the other: ${one.text} / ${other.text}`));
  const controls = [...top.querySelectorAll("button, a, select, input:not([type=radio]), summary")]
    .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .map((element) => clipped({ element, box: element.getBoundingClientRect() }))
    .filter(({ element, box }) => box.right > box.left + 1 && reached(element, box));
  const crowded = controls.flatMap((one, index) => controls.slice(index + 1)
    .filter((other) => meet(one.box, other.box) && !one.element.contains(other.element))
    .map((other) => `one over the other: #${one.element.id} / #${other.element.id}`));
  return [...new Set([...cutOff, ...over, ...crowded])];
}"""


def spoiled(page: Page) -> list[str]:
    """Texts and controls of the page that are cut off or lie over each other."""
    found: list[str] = page.evaluate(SPOILED)
    return found
