"""What lies before one player as pieces: name, reef, display, limestone, scoring tiles, what the animals are worth."""

from __future__ import annotations

from collections.abc import Iterator
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
from lumarium.games.lumicora.rules.view import View
from lumarium.games.lumicora.words.words import say
from lumarium.kernel.message import Message
from lumarium.kernel.scene import Piece
from lumarium.kernel.stage import fitting, seats

from . import reefscape
from .layout import LUMINO_WIDTH, TILE_PITCH, spot
from .lumino import in_row

LONGEST_NAME = 12


def pieces(view: View, seat: int, lang: str, name: str) -> Iterator[Piece]:
    """All pieces of a seat."""
    reef = reefscape.standing(view.shores[seat].luminos, view.options.ground())
    yield from _head(view, seat, lang, name)
    yield from reefscape.pieces(view, seat, lang, name)
    yield from _display(view, seat, lang, name)
    yield from _tiles(view, reef, seat, lang)
    label = say("label.limestone_piece", lang, player=name, n=view.shores[seat].limestone)
    zone, stored = f"store{seat}", str(view.shores[seat].limestone)
    yield Piece(id=zone, symbol="lumicora-stone", text=stored, zone=zone, z=2, classes="count stone", label=label)
    if seat == seats(view)[0]:
        yield from _animals(view, reef, seat, lang)
        yield from _majorities(view, seat, lang)
        yield from _counting(view, reef, seat)


def _head(view: View, seat: int, lang: str, name: str) -> Iterator[Piece]:
    """Whose reef it is, who begins the round, and the points so far."""
    active = " active" if seat == view.turn else ""
    longest = LONGEST_NAME - (3 if seat == view.octopus else 0)
    shown = fitting(seat, name, longest, lang)
    indent = 46 if seat == view.octopus else 0
    label = say("label.reef", lang, player=name)
    zone = f"name{seat}"
    yield Piece(id=zone, text=shown, zone=zone, x=indent, z=3, classes=f"name{active}", label=label)
    points = f"points{seat}"
    said = say("label.points", lang, n=view.scores[seat])
    text = str(view.scores[seat]).replace("-", "−")
    yield Piece(id=points, text=text, zone=points, z=3, classes=f"points{active}", label=said)
    if seat == view.octopus:
        label = say("label.octopus", lang)
        yield Piece(id="octopus", symbol="lumicora-octopus", zone=zone, x=18, scale=0.6, z=4, label=label)


def _display(view: View, seat: int, lang: str, name: str) -> Iterator[Piece]:
    zone = f"display{seat}"
    label = say("label.display_zone", lang, player=name)
    for slot, lumino in enumerate(view.shores[seat].display):
        x = slot * LUMINO_WIDTH
        if lumino is None:
            yield Piece(id=f"slot{seat}-{slot}", symbol="lumicora-slot", zone=zone, x=x, z=2, label=label)
        else:
            yield from in_row(lumino, zone, (x, 0), "label.in_display", lang, player=name)
    if seat == view.seat == view.turn and view.phase == "feed" and view.shores[seat].jellyfish:
        text, said = say("label.display", lang), say("label.swap_display", lang)
        yield Piece(id=zone, symbol="lumicora-zone", text=text, zone="swap", z=4, classes="zone", label=said)


def _tiles(view: View, reef: Reef, seat: int, lang: str) -> Iterator[Piece]:
    """The scoring tiles: what each would bring now, or the jellyfish on its back, or the empty place."""
    shore = view.shores[seat]
    own = "own" if seat == seats(view)[0] else ""
    for place, colour in enumerate(COLOURS):
        text, classes = "", own
        if colour not in shore.scored:
            numbers = by_level(coral_numbers(reef, place))
            worth = sum(numbers.values())
            symbol, text, classes = f"lumicora-tile-{colour}", str(worth), f"worth {own}".strip()
            label = _unused(colour, worth, tuple(numbers.items()), lang)
        elif colour in shore.order[: shore.spent]:
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


def _animals(view: View, reef: Reef, seat: int, lang: str) -> Iterator[Piece]:
    """What the visible animals would bring at the end, and what the score board asks for."""
    dark = view.options.board == "dark"
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


def _majorities(view: View, seat: int, lang: str) -> Iterator[Piece]:
    """What the most visible spaces of each colour would bring at the end, and who else shows how many."""
    reefs = [reefscape.standing(shore.luminos, view.options.ground()) for shore in view.shores]
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


def _counting(view: View, reef: Reef, seat: int) -> Iterator[Piece]:
    """The numbers that a coral scoring would count, to be ringed while one decides or looks at a scoring tile."""
    now = " now" if view.phase == "score" and view.turn == view.seat == seat else ""
    for index, colour in enumerate(COLOURS):
        if colour in view.shores[seat].scored:
            continue
        for level, space in counting_spaces(reef, index).items():
            x, y = spot(space, level)
            yield Piece(
                id=f"k-{colour}{level}",
                symbol=f"lumicora-counts-{colour}",
                zone=f"reef{seat}",
                x=x,
                y=y,
                z=reefscape.depth(space, level) + 4,
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
