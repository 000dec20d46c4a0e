"""The camp as pieces: ground, carpet and fire, the columns of discs, the stacks of tiles, Lys and the moon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from lumarium.games.nomads.rules.components import MOON_FIELDS, SETUP_HEIGHT, SPACES
from lumarium.games.nomads.rules.outcome import ASLEEP, sleepers
from lumarium.games.nomads.rules.view import View
from lumarium.games.nomads.words.words import say
from lumarium.kernel.drawing import part
from lumarium.kernel.scene import Piece
from lumarium.kernel.stage import short

from .layout import FIELD_RADIUS, SPACE_RADIUS, around
from .preview import disc_symbol

DISC_PITCH = 11
COLUMN_ROOM = 64
FOOT = 20
PILE_STEP = 2.2
MOST_LAYERS = 7


def pieces(view: View, lang: str) -> tuple[Piece, ...]:
    """Everything around the fire, from the ground up."""
    columns = tuple(
        (column, space == view.origin, view.phase in ("sleeper", "disc") and len(column) == SETUP_HEIGHT)
        for space, column in enumerate(view.columns)
    )
    asleep = sleepers(view)
    waiting = [disc for disc in view.reserve if disc[0] in asleep and disc != "N3"]
    shown = waiting if view.phase in ("frog", "sleeper", "adventurer") else []
    return _camp(lang, view.lys, view.heights, view.tops, columns, asleep, view.moon_fields, shown)


Column = tuple[tuple[str, ...], bool, bool]
"""The discs on a space, whether they are in hand, and whether no more may be laid there now."""


@part
def _camp(
    lang: str,
    lys: int | None,
    heights: Sequence[int],
    tops: Sequence[str | None],
    columns: Sequence[Column],
    asleep: str,
    moon_fields: int,
    waiting: list[str],
) -> Iterator[Piece]:
    yield Piece(id="ground", symbol="nomads-ground", zone="ground")
    yield Piece(id="carpet", symbol="nomads-carpet", zone="ring")
    yield Piece(id="fire", symbol="nomads-fire", zone="ring", label=say("label.fire", lang))
    yield _lys(lys, lang)
    for space in range(SPACES):
        yield from _stack(space, heights[space], tops[space], lang)
    for space in range(SPACES):
        yield from _column(space, columns[space], asleep, lang)
    moons = min(moon_fields, MOON_FIELDS)
    label = say("label.moon_dial", lang, n=moon_fields, left=MOON_FIELDS - moons)
    yield Piece(id="moon-dial", symbol=f"nomads-moon-{moons}", zone="moon", label=label)
    # Only seen while a moon scoring is told: afterwards the moon has waned already.
    yield Piece(id="full-moon", symbol="nomads-moon-4", zone="moon", classes="rite")
    yield from _sleepers(waiting, lang)


@lru_cache(maxsize=1 << 12)
def disc_place(space: int, level: int, height: int) -> tuple[float, float]:
    """Where the disc on this level of a column lies; tall columns move closer together."""
    x, y = around(space, SPACE_RADIUS)
    return x, short(y + FOOT - level * min(DISC_PITCH, COLUMN_ROOM / max(1, height)))


@part
def _column(space: int, lying: Column, asleep: str, lang: str) -> Iterator[Piece]:
    """A space and its discs. Only the space has a label: it names all discs, from the bottom up."""
    x, y = around(space, SPACE_RADIUS)
    column, in_hand, full = lying
    letters = "".join(ASLEEP if name[0] in asleep else name[0] for name in column)
    label = say("label.column" if column else "label.space", lang, space=space, n=len(column), discs=letters)
    if full:
        label += say("label.full", lang)
    yield Piece(id=f"space{space}", symbol="nomads-space", zone="ring", x=x, y=y, label=label)
    if in_hand:
        yield Piece(id="in-hand", symbol="nomads-space-hand", zone="ring", x=x, y=y)
    for level, name in enumerate(column):
        disc_x, disc_y = disc_place(space, level, len(column))
        yield Piece(id=f"disc-{name}", symbol=disc_symbol(name, asleep), zone="ring", x=disc_x, y=disc_y)
    if len(column) > 1:
        text = str(len(column))
        side = -48 if space > SPACES // 2 else 48
        yield Piece(id=f"height{space}", text=text, zone="ring", x=x + side, y=y + 22, classes="height")


@part
def _stack(space: int, height: int, top: str | None, lang: str) -> Iterator[Piece]:
    """A field and its stack: the top tile and how many there are. The tiles below have no identity."""
    x, y = around(space, FIELD_RADIUS)
    layers = min(MOST_LAYERS, height // 2)
    if top is None:
        label = say("label.stack_empty", lang, space=space)
    else:
        label = say("label.stack", lang, space=space, n=height, kind=top)
    yield Piece(id=f"field{space}", symbol=f"nomads-field-{layers}", zone="ring", x=x, y=y, label=label)
    if top is not None:
        y = short(y - layers * PILE_STEP)
        symbol = f"nomads-tile-{top}"
        yield Piece(id=f"t{space}-{height}", symbol=symbol, zone="ring", x=x, y=y, classes="stack", text=str(height))


def _lys(space: int | None, lang: str) -> Piece:
    if space is None:
        return Piece(id="lys", symbol="nomads-lys-waiting", zone="ring", y=-104, label=say("label.lys_waiting", lang))
    label = say("label.lys", lang, space=space)
    return Piece(id="lys", symbol="nomads-lys", zone="ring", rot=45 * space, label=label)


def _sleepers(waiting: list[str], lang: str) -> Iterator[Piece]:
    """The discs of sleeping adventurers that are still to be placed."""
    for number, disc in enumerate(waiting):
        label = say("label.disc_reserve", lang, disc=disc)
        y = -number * DISC_PITCH
        yield Piece(id=f"disc-{disc}", symbol="nomads-disc-z", zone="asleep", y=y, label=label)
