"""A scene as a standalone SVG document, drawn with the game's own symbol sheet.

Its rules are worked out here, so that the picture has none: it looks the same in every program, and two pictures in one
page leave each other alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr
from zlib import crc32

from .css import Element, Rule, computed, parse, transform
from .errors import LumariumError
from .message import Message
from .scene import Piece, Scene

THEMES = ("dark", "light")
LIVELY = re.compile(r"transition|animation|cursor|pointer-events|scale$|translate$|rotate$")
"""Properties that say nothing about a still."""

INHERITED = ("font-family", "font-size", "font-weight")
"""What all texts have in common is said once. As in the browser client, rules for texts do not reach into symbols."""

Colours = tuple[tuple[str, str], ...]
"""CSS variables with their values, where a piece has others than the theme."""


class Sheet(NamedTuple):
    """A game's symbols.svg: its elements by id, and its rules."""

    symbols: dict[str, str]
    rules: list[Rule]


class Style(NamedTuple):
    """How a piece is drawn: the attributes of its group, its symbol and its text, and the colours of its symbol."""

    group: str
    symbol: str
    text: str
    colours: Colours


class Part(NamedTuple):
    """A part of a table that a picture shows, and what it says about it."""

    frame: tuple[float, float, float, float]
    """Left, top, width, height."""
    states: Mapping[str, tuple[str, ...]] = {}
    """Pieces that are drawn as in the middle of a touch: by id such names as "touch", "chosen" or "shown"."""
    over: str = ""
    """What is drawn above all pieces."""


def draw(scene: Scene, layout: str, theme: str, part: Part | None = None) -> str:
    """The scene in one of its layouts, in the dark or light theme; whole, or a part of it."""
    if layout not in scene.layouts or theme not in THEMES:
        known = ", ".join(scene.layouts)
        raise LumariumError(Message("kernel", "scene.unknown", layout=layout, theme=theme, known=known))
    part = part or Part((0, 0, *scene.layouts[layout].size))
    box = " ".join(map(_n, part.frame))
    named = zip(("x", "y", "width", "height"), part.frame, strict=True)
    place = " ".join(f'{name}="{_n(value)}"' for name, value in named if value)
    zones = scene.layouts[layout].zones
    needed: dict[str, str] = {}
    lines = []
    for piece in sorted(scene.pieces, key=lambda piece: piece.z):
        style = _style(scene.game, theme, piece.classes, piece.id, part.states.get(piece.id, ()))
        if style is not None and piece.zone in zones:
            symbol = _symbol(scene.game, theme, piece.symbol, style.colours, needed) if piece.symbol else ""
            lines.append(_piece(piece, zones[piece.zone], style, symbol))
    whole, ground = _table(scene.game, theme)
    symbols = "\n".join(needed[name] for name in sorted(needed))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"'
        f' role="img" aria-label={quoteattr(scene.prompt)} data-theme="{theme}"{whole}>\n<defs>{symbols}</defs>\n'
        f"<rect {place}{ground}/>\n" + "\n".join(lines) + f"\n{part.over}</svg>\n"
    )


def apart(picture: str) -> str:
    """The picture with names that no other picture uses: in a page that holds several, the first may be folded away."""
    own = f"{crc32(picture.encode()):08x}"
    return NAMED.sub(lambda found: f"{found[0]}-{own}", picture)


def spot(piece: Piece, zone: tuple[float, float, float]) -> tuple[float, float]:
    """Where a piece of this zone lies on the table."""
    x, y, scale = zone
    return x + piece.x * scale, y + piece.y * scale


def _piece(piece: Piece, zone: tuple[float, float, float], style: Style, symbol: str) -> str:
    x, y = spot(piece, zone)
    scale = zone[2]
    turn = f" rotate({_n(piece.rot)})" if piece.rot else ""
    place = f"translate({_n(x)} {_n(y)}){turn} scale({_n(scale * piece.scale)})"
    inner = f'<use href="#{symbol}"{style.symbol}/>' if symbol else ""
    if piece.text:
        inner += f'<text dy=".35em"{style.text}>{escape(piece.text)}</text>'
    title = f"<title>{escape(piece.label)}</title>" if piece.label else ""
    return f'<g data-piece={quoteattr(piece.id)} transform="{place}"{style.group}>{title}{inner}</g>'


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


@cache
def _sheet(game_name: str) -> Sheet:
    from .registry import game

    path = game(game_name).file("picture", "symbols.svg")
    if not path.is_file():
        return Sheet({}, [])
    text = path.read_text(encoding="utf-8")
    style = "".join(re.findall(r"<style>(.*?)</style>", text, re.DOTALL))
    defined = re.compile(r'<(symbol|\w*Gradient|filter|pattern|clipPath)\b[^>]*?\bid="([^"]+)".*?(?:</\1>)', re.DOTALL)
    return Sheet({match[2]: match[0] for match in defined.finditer(text)}, parse(style))


@lru_cache(maxsize=4096)
def _style(game_name: str, theme: str, classes: str, name: str, states: tuple[str, ...]) -> Style | None:
    """None: the piece cannot be seen while nobody points at anything."""
    rules, root = _sheet(game_name).rules, _root(theme)
    marks = {f"data-{state}": "" for state in states}
    group = Element("g", frozenset({"piece", *classes.split()}), {"id": f"p-{name}", "data-piece": name, **marks})
    said = computed(rules, (root, group))
    if said.get("display") == "none" or said.get("visibility") == "hidden" or said.get("opacity") in ("0", "0.0"):
        return None
    colours = tuple(sorted((key, value) for key, value in said.items() if key.startswith("--")))
    common = _texts(game_name, theme)
    symbol, text = (computed(rules, (root, group, Element(tag))) for tag in ("use", "text"))
    text = {key: value for key, value in text.items() if key not in INHERITED or value != common.get(key)}
    return Style(_written(said), _written(symbol), _written(text), colours)


def _root(theme: str) -> Element:
    return Element("svg", frozenset({theme}))


@cache
def _table(game_name: str, theme: str) -> tuple[str, str]:
    """The attributes of the whole picture and of its ground."""
    common = {key: value for key, value in _texts(game_name, theme).items() if key in INHERITED}
    ground = computed(_sheet(game_name).rules, (_root(theme), Element("rect", frozenset({"table"}))))
    return _written(common), _written(ground)


@cache
def _texts(game_name: str, theme: str) -> dict[str, str]:
    """How a text looks that is nothing special."""
    return computed(_sheet(game_name).rules, (_root(theme), Element("g"), Element("text")))


@cache
def _colours(game_name: str, theme: str) -> dict[str, str]:
    said = computed(_sheet(game_name).rules, (_root(theme),))
    return {key: value for key, value in said.items() if key.startswith("--")}


def _written(said: Mapping[str, str]) -> str:
    """What the rules say as attributes."""
    kept = {name: value for name, value in said.items() if not name.startswith("--") and not LIVELY.match(name)}
    move = kept.pop("transform", "")
    style = ";".join(f"{name}:{value}" for name, value in kept.items() if value != "none" or name != "filter")
    written = f' transform="{transform(move)}"' if move else ""
    return f"{written} style={quoteattr(style.replace(chr(34), chr(39)))}" if style else written


def _symbol(game_name: str, theme: str, symbol: str, colours: Colours, needed: dict[str, str]) -> str:
    """What the symbol is called in these colours; it and what it refers to are added to what is needed."""
    found, parts = _coloured(game_name, theme, symbol, colours)
    name = _name(symbol, theme, colours)
    if name not in needed and found:
        needed[name] = found
        for part, theirs in parts:
            _symbol(game_name, theme, part, theirs, needed)
    return name


@lru_cache(maxsize=4096)
def _coloured(game_name: str, theme: str, symbol: str, colours: Colours) -> tuple[str, tuple[tuple[str, Colours], ...]]:
    """An element of the sheet with plain colours in place of variables, and what it refers to in which colours."""
    known = {**_colours(game_name, theme), **dict(colours)}
    symbols = _sheet(game_name).symbols
    text = VARIABLE.sub(lambda found: known.get(found[1], found[2]), symbols.get(symbol, ""))
    parts: dict[tuple[str, Colours], None] = {}

    def named(tag: re.Match[str]) -> str:
        theirs = tuple(sorted({**dict(colours), **dict(SETTING.findall(tag[0]))}.items()))
        parts.update(((name, theirs), None) for name in REFERENCE.findall(tag[0]) if name in symbols)
        return NAMED.sub(
            lambda found: found[1] + _name(found[2], theme, theirs), SETTING.sub("", tag[0]).replace(' style=""', "")
        )

    return re.sub(r"<[^>]+>", named, text), tuple(parts)


def _name(symbol: str, theme: str, colours: Colours) -> str:
    """Another name in other colours: in a page with two pictures the first element of a name is taken for both."""
    name = symbol if theme == "dark" else f"{symbol}-{theme}"
    return f"{name}-{crc32(repr(colours).encode()):08x}" if colours else name


VARIABLE = re.compile(r"var\((--[\w-]+),\s*([^()]*(?:\([^()]*\))?[^()]*)\)")
SETTING = re.compile(r"(--[\w-]+)\s*:\s*([^;\"]+);?")
REFERENCE = re.compile(r'(?:href="#|url\(#)([^")]+)')
NAMED = re.compile(r'(\bid="|href="#|url\(#)([^")]+)')
