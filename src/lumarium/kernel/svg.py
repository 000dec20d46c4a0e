"""A scene as a standalone SVG document, drawn with the game's own symbol sheet."""

from __future__ import annotations

import re
from functools import cache
from xml.sax.saxutils import escape, quoteattr

from .errors import LumariumError
from .message import Message
from .scene import Piece, Scene


def draw(scene: Scene, layout: str, theme: str) -> str:
    """The scene in one of its layouts, in the dark or light theme."""
    if layout not in scene.layouts or theme not in ("dark", "light"):
        known = ", ".join(scene.layouts)
        raise LumariumError(Message("kernel", "scene.unknown", layout=layout, theme=theme, known=known))
    width, height = scene.layouts[layout].size
    zones = scene.layouts[layout].zones
    order = sorted(scene.pieces, key=lambda piece: piece.z)
    body = "\n".join(_piece(piece, zones.get(piece.zone, (0, 0, 1))) for piece in order if piece.zone in zones)
    symbols, style = _sheet(scene.game)
    document = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" class="{theme}"'
        f' role="img" aria-label={quoteattr(scene.prompt)}>\n'
        f"<style>{style}</style>\n<defs>{_used(symbols, body)}</defs>\n"
        f'<rect class="table" width="{_n(width)}" height="{_n(height)}"/>\n{body}\n</svg>\n'
    )
    return _without_variables(document, style, theme)


def _without_variables(document: str, style: str, theme: str) -> str:
    """Plain colours in place of CSS variables, which not every program that shows pictures knows."""
    themed = "".join(re.findall(rf"svg\.{theme}\s*{{([^}}]*)}}", style))
    known = dict(re.findall(r"(--[\w-]+)\s*:\s*([^;]+?)\s*(?:;|$)", themed))
    variable = re.compile(r"var\((--[\w-]+),\s*([^()]*(?:\([^()]*\))?[^()]*)\)")
    return variable.sub(lambda found: str(known.get(found[1], found[2])), document)


def _piece(piece: Piece, zone: tuple[float, float, float]) -> str:
    x, y, scale = zone
    turn = f" rotate({_n(piece.rot)})" if piece.rot else ""
    place = f"translate({_n(x + piece.x * scale)} {_n(y + piece.y * scale)}){turn} scale({_n(scale * piece.scale)})"
    inner = f'<use href="#{piece.symbol}"/>' if piece.symbol else ""
    if piece.text:
        inner += f'<text dy=".35em">{escape(piece.text)}</text>'
    title = f"<title>{escape(piece.label)}</title>" if piece.label else ""
    return f'<g id={quoteattr("p-" + piece.id)} class="piece {piece.classes}" transform="{place}">{title}{inner}</g>'


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


@cache
def _sheet(game_name: str) -> tuple[dict[str, str], str]:
    """The sheet's elements by id, and its style."""
    from .registry import game

    path = game(game_name).folder / "symbols.svg"
    if not path.is_file():
        return {}, ""
    text = path.read_text(encoding="utf-8")
    style = "".join(re.findall(r"<style>(.*?)</style>", text, re.DOTALL))
    defined = re.compile(r'<(symbol|\w*Gradient|filter|pattern|clipPath)\b[^>]*?\bid="([^"]+)".*?(?:</\1>)', re.DOTALL)
    return {match[2]: match[0] for match in defined.finditer(text)}, style


def _used(symbols: dict[str, str], body: str) -> str:
    """Only what the scene needs of the sheet, with what that needs in turn."""
    wanted: dict[str, None] = {}
    todo = [body]
    while todo:
        for name in re.findall(r'(?:href="#|url\(#)([^")]+)', todo.pop()):
            if name in symbols and name not in wanted:
                wanted[name] = None
                todo.append(symbols[name])
    return "\n".join(symbols[name] for name in sorted(wanted))
