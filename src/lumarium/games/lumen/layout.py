"""Where the zones of a Lumen table lie, on a desk and on a phone."""

from __future__ import annotations

from lumarium.kernel.scene import Layout
from lumarium.kernel.stage import seats

from .components import COLOURS
from .view import View

PITCH = 74
"""From card to card in a hand."""
GROUP_GAP = 16
"""Between the colours of a hand."""
Zones = dict[str, tuple[float, float, float]]

# The middles of the other hands on a desk, clockwise from the left neighbour, by how many there are.
_AROUND = {
    2: ((325, 150), (955, 150)),
    3: ((325, 225), (640, 90), (955, 225)),
    4: ((325, 225), (325, 90), (955, 90), (955, 225)),
}


def layouts(view: View) -> dict[str, Layout]:
    """The table lying wide and standing tall."""
    return {"wide": _wide(view), "tall": _tall(view)}


def _wide(view: View) -> Layout:
    own, *others = seats(view)
    zones: Zones = {
        "title": (390, 300, 1),
        "trick": (390, 446, 0.82),
        "last": (900, 450, 0.55),
        "bids": (900, 450, 1),
        f"plate{own}": (640, 612, 1.1),
    }
    _hand_zones(zones, view, own, (640, 708, 1.12), 1200)
    for seat, (x, y) in zip(others, _AROUND[len(others)], strict=True):
        zones[f"plate{seat}"] = (x, y - 50, 0.85)
        _hand_zones(zones, view, seat, (x, y, 0.62), 600)
    return Layout((1280, 800), zones)


def _tall(view: View) -> Layout:
    own, *others = seats(view)
    zones: Zones = {
        "title": (390, 668, 1.3),
        "trick": (390, 845, 1.05),
        "last": (390, 1120, 0.8),
        "bids": (390, 1105, 1.15),
        f"plate{own}": (390, 1280, 1.5),
    }
    _hand_zones(zones, view, own, (390, 1400, 1), 772)
    for place, seat in enumerate(others):
        y = 120 + place * 148
        zones[f"plate{seat}"] = (390, y - 62, 1.15)
        _hand_zones(zones, view, seat, (390, y, 0.8), 772)
    return Layout((780, 1688), zones)


def _hand_zones(zones: Zones, view: View, seat: int, place: tuple[float, float, float], room: float) -> None:
    """One zone per colour and one for the plus card, left to right, in two lines where one has no room."""
    x, y, scale = place
    lines: list[list[tuple[str, int]]] = [[]]
    for name, cards in _groups(view, seat):
        width = cards * PITCH + GROUP_GAP
        if lines[-1] and (_width(lines[-1]) + width - GROUP_GAP) * scale > room:
            lines.append([])
        lines[-1].append((name, width))
    for number, line in enumerate(lines):
        left = x - (_width(line) - GROUP_GAP - PITCH) / 2 * scale
        for name, width in line:
            zones[name] = (left, y + number * 116 * scale, scale)
            left += width * scale


def _width(line: list[tuple[str, int]]) -> int:
    return sum(width for _, width in line)


def _groups(view: View, seat: int) -> list[tuple[str, int]]:
    """The parts of a hand with their numbers of cards as dealt: a card that was played leaves its place empty, so that
    the order of the others can still be seen."""
    colours = [card.colour for card in view.hands[seat]] + [play.colour for play in view.plays if play.seat == seat]
    dealt = [colours.count(letter) for letter in COLOURS]
    groups = [(f"hand{seat}{letter}", cards) for letter, cards in zip(COLOURS, dealt, strict=True) if cards]
    return [*groups, (f"plus{seat}", 1)]
