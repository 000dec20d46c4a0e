"""What lies before one player as pieces: name, reef, display, limestone, scoring tiles, what the animals are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from lumarium.games.lumicora.meta import NAME
from lumarium.games.lumicora.rules.components import (
    COLOURS,
    DARK_ANIMALS,
    JELLYFISH_POINTS,
    LIGHT_ANIMALS,
    MAJORITY_FIRST,
    MAJORITY_FIRST_SHARED,
    MAJORITY_SECOND,
    NUMBERS,
    SPECIES,
)
from lumarium.games.lumicora.rules.indices import FACES, SPACES
from lumarium.games.lumicora.rules.reef import Reef
from lumarium.games.lumicora.rules.scoring import (
    by_level,
    coral_numbers,
    dark_points,
    light_points,
    majority_points,
    visible_animals,
    visible_spaces,
)
from lumarium.games.lumicora.rules.view import Lumino, View
from lumarium.games.lumicora.words.words import say
from lumarium.kernel.drawing import part
from lumarium.kernel.message import Message
from lumarium.kernel.scene import Piece
from lumarium.kernel.stage import fitting, seats

from .layout import LUMINO_WIDTH, TILE_PITCH, spot
from .lumino import in_row
from .reefscape import depth, reefscape

LONGEST_NAME = 12


def pieces(view: View, seat: int, reefs: list[Reef], lang: str, name: str) -> list[Piece]:
    """All pieces of a seat."""
    found: list[Piece] = []
    shore, reef, own, mine = view.shores[seat], reefs[seat], seat == seats(view)[0], seat == view.seat == view.turn
    board = "" if view.options.terrain or view.options.tiny else f"lumicora-side-{view.options.side.lower()}"
    swapping = mine and view.phase == "feed" and bool(shore.jellyfish)
    unused = [colour for colour in COLOURS if colour not in shore.scored]
    spent = shore.order[: shore.spent]
    found += _head(seat, seat == view.turn, seat == view.octopus, view.scores[seat], name, lang)
    found += reefscape(seat, own, reef, shore.luminos, board, name, lang)
    found += _display(seat, shore.display, swapping, name, lang)
    found += _tiles(seat, own, reef, unused, spent, lang)
    found += _store(seat, shore.limestone, name, lang)
    if own:
        found += _animals(seat, reef, view.options.board, lang)
        found += _majorities(seat, reefs, lang)
        found += _counting(seat, reef, unused, mine and view.phase == "score")
    return found


@part
def _store(seat: int, limestone: int, name: str, lang: str) -> Iterator[Piece]:
    label = say("label.limestone_piece", lang, player=name, n=limestone)
    zone, stored = f"store{seat}", str(limestone)
    yield Piece(id=zone, symbol="lumicora-stone", text=stored, zone=zone, z=2, classes="count stone", label=label)


@part
def _head(seat: int, deciding: bool, octopus: bool, score: int, name: str, lang: str) -> Iterator[Piece]:
    """Whose reef it is, who begins the round, and the points so far."""
    active = " active" if deciding else ""
    shown = fitting(seat, name, LONGEST_NAME - (3 if octopus else 0), lang)
    indent = 46 if octopus else 0
    label = say("label.reef", lang, player=name)
    zone = f"name{seat}"
    yield Piece(id=zone, text=shown, zone=zone, x=indent, z=3, classes=f"name{active}", label=label)
    points = f"points{seat}"
    said = say("label.points", lang, n=score)
    text = str(score).replace("-", "−")
    yield Piece(id=points, text=text, zone=points, z=3, classes=f"points{active}", label=said)
    if octopus:
        label = say("label.octopus", lang)
        yield Piece(id="octopus", symbol="lumicora-octopus", zone=zone, x=18, scale=0.6, z=4, label=label)


@part
def _display(seat: int, display: Sequence[Lumino | None], swapping: bool, name: str, lang: str) -> Iterator[Piece]:
    zone = f"display{seat}"
    label = say("label.display_zone", lang, player=name)
    for slot, lumino in enumerate(display):
        x = slot * LUMINO_WIDTH
        if lumino is None:
            yield Piece(id=f"slot{seat}-{slot}", symbol="lumicora-slot", zone=zone, x=x, z=2, label=label)
        else:
            yield from in_row(lumino, zone, (x, 0), "label.in_display", lang, player=name)
    if swapping:
        text, said = say("label.display", lang), say("label.swap_display", lang)
        yield Piece(id=zone, symbol="lumicora-zone", text=text, zone="swap", z=4, classes="zone", label=said)


@part
def _tiles(seat: int, own: bool, reef: Reef, unused: list[str], spent: Sequence[str], lang: str) -> Iterator[Piece]:
    """The scoring tiles: what each would bring now, or the jellyfish on its back, or the empty place."""
    for place, colour in enumerate(COLOURS):
        text, classes = "", "own" if own else ""
        if colour in unused:
            numbers = by_level(coral_numbers(reef, place))
            worth = sum(numbers.values())
            symbol, text, classes = f"lumicora-tile-{colour}", str(worth), f"worth {classes}".strip()
            label = _unused(colour, worth, tuple(numbers.items()), lang)
        elif colour in spent:
            symbol = f"lumicora-tile-spent-{colour}"
            label = say("label.tile_spent", lang, colour=colour)
        else:
            symbol = f"lumicora-jellyfish-{colour}"
            label = say("label.tile_jellyfish", lang, colour=colour, n=JELLYFISH_POINTS)
        yield Piece(
            id=f"v{seat}-{colour}",
            symbol=symbol,
            text=text,
            zone=f"tiles{seat}",
            x=place * TILE_PITCH,
            z=2,
            classes=classes,
            label=label,
        )


@lru_cache(maxsize=1 << 12)
def _unused(colour: str, points: int, levels: tuple[tuple[str, int], ...], lang: str) -> str:
    return Message(NAME, "label.tile_coral", colour=colour, points=points, levels=dict(levels)).render(lang)


@part
def _animals(seat: int, reef: Reef, board: str, lang: str) -> Iterator[Piece]:
    """What the visible animals would bring at the end, and what the score board asks for."""
    dark = board == "dark"
    for species, spaces in enumerate(visible_animals(reef)):
        name, number = SPECIES[species], len(spaces)
        if dark:
            points = dark_points(species, number)
            table = ", ".join(map(str, DARK_ANIMALS[name][1:]))
            label = say("label.animals_dark", lang, species=name, n=number, points=points, table=table)
        else:
            points = sum(light_points(reef, species, space) for space in spaces)
            small, needed, large = LIGHT_ANIMALS[name]
            facts: dict[str, str | int] = {
                "species": name,
                "n": number,
                "points": points,
                "small": small,
                "large": large,
                "needed": needed,
            }
            label = say(f"label.light_{name}", lang, **facts)
        yield Piece(
            id=f"animal{seat}-{name}",
            symbol=f"lumicora-{'chip' if dark else 'pale'}-{name}",
            text=_at_the_end(points),
            zone=f"animals{seat}",
            x=species * TILE_PITCH,
            z=2,
            classes=("animal" if dark else "animal pale") + (" long" if points > 9 else ""),
            label=label,
        )


def _at_the_end(points: int) -> str:
    """Points to come, to be told from a number of animals or spaces."""
    return f"+{points}" if points else "0"


@part
def _majorities(seat: int, reefs: list[Reef], lang: str) -> Iterator[Piece]:
    """What the most visible spaces of each colour would bring at the end, and who else shows how many."""
    for place, colour in enumerate(COLOURS):
        counts = [visible_spaces(reef, place) for reef in reefs]
        points = majority_points(counts)[seat]
        others = ", ".join(str(count) for other, count in enumerate(counts) if other != seat)
        bring: dict[str, int] = {"bring": MAJORITY_FIRST, "less": MAJORITY_SECOND}
        label = say("label.majority", lang, colour=colour, n=counts[seat], others=others, points=points, **bring)
        yield Piece(
            id=f"most{seat}-{colour}",
            symbol=f"lumicora-most-{colour}",
            text=_at_the_end(points),
            zone=f"most{seat}",
            x=place * TILE_PITCH,
            z=2,
            classes="animal" if points < MAJORITY_FIRST_SHARED else "animal lead",
            label=label,
        )


@part
def _counting(seat: int, reef: Reef, unused: list[str], scoring: bool) -> Iterator[Piece]:
    """The numbers that a coral scoring would count, to be ringed while one decides or looks at a scoring tile."""
    now = " now" if scoring else ""
    for index, colour in enumerate(COLOURS):
        if colour not in unused:
            continue
        for level, space in counting_spaces(reef, index).items():
            x, y = spot(space, level)
            yield Piece(
                id=f"k-{colour}{level}",
                symbol=f"lumicora-counts-{colour}",
                zone=f"reef{seat}",
                x=x,
                y=y,
                z=depth(space, level) + 4,
                classes=f"counts {colour}{now}",
            )


def counting_spaces(reef: Reef, colour: int) -> dict[int, int]:
    """By level that scores, a space with the smallest visible number of the colour (LC-59)."""
    found: dict[int, int] = {}
    for space in range(SPACES):
        half, level = reef.tops[space], reef.heights[space]
        if half // FACES != colour or half % FACES not in NUMBERS:
            continue
        if level not in found or half < reef.tops[found[level]]:
            found[level] = space
    return found
