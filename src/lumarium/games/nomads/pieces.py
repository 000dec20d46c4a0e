"""Everything that lies on a Nomads table, piece by piece: ring, stacks, Lys, moon fields, cards, players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lumarium.kernel.event import spoken_name
from lumarium.kernel.message import Message
from lumarium.kernel.scene import Piece
from lumarium.kernel.stage import seats

from .choices import adventurer_label, choices
from .components import KINDS, LEGENDS, MOON_FIELDS, RUNGS, SPACES
from .layout import CARD_HEIGHT, CARD_WIDTH, FIELD_RADIUS, LYS_RADIUS, SPACE_RADIUS, around
from .meta import NAME
from .view import View
from .words import letter_of, priced

DISC_PITCH = 10
COLUMN_ROOM = 92
SLOTS = ((-46, -46), (46, -46), (46, 46), (-46, 46))


def pieces(view: View, lang: str, names: Sequence[str]) -> Iterator[Piece]:
    """All pieces, each with an id that it keeps through its life."""
    yield Piece(id="fire", symbol="nomads-fire", zone="ring", label=_say("label.fire", lang))
    for space in range(SPACES):
        yield from _column(view, space, lang)
        yield from _stack(view, space, lang)
    yield _lys(view, lang)
    yield from _moon_fields(view, lang)
    yield from _cards(view, lang, names)
    for seat in seats(view):
        yield from _seat(view, seat, lang, spoken_name(seat, names, lang))
    yield from _sleepers(view, lang)
    if view.seat is not None and view.seat == view.turn:
        yield from choices(view, lang)


def _column(view: View, space: int, lang: str) -> Iterator[Piece]:
    """A space and its discs. Only the space has a label: it names all discs, from the bottom up."""
    x, y = around(space, SPACE_RADIUS)
    column = view.columns[space]
    letters = "".join(name[0] for name in column)
    key = "label.column" if column else "label.space"
    label = _say(key, lang, space=space, n=len(column), discs=letters)
    symbol = "nomads-space-hand" if space == view.origin else "nomads-space"
    yield Piece(id=f"space{space}", symbol=symbol, zone="ring", x=x, y=y, z=2, label=label)
    number_x, number_y = around(space, SPACE_RADIUS - 62)
    yield Piece(id=f"no{space}", text=str(space), zone="ring", x=number_x, y=number_y, z=2, classes="spaceno")
    pitch = min(DISC_PITCH, COLUMN_ROOM / max(1, len(column)))
    for level, name in enumerate(column):
        bottom = y + 18 - level * pitch
        asleep = " asleep" if _is_asleep(view, name[0]) else ""
        symbol = f"nomads-disc-{name[0]}"
        yield Piece(id=f"disc-{name}", symbol=symbol, zone="ring", x=x, y=bottom, z=10 + level, classes=f"disc{asleep}")
    if len(column) > 1:
        text = str(len(column))
        yield Piece(id=f"height{space}", text=text, zone="ring", x=x + 44, y=y + 24, z=40, classes="height")


def _stack(view: View, space: int, lang: str) -> Iterator[Piece]:
    """A field and its stack: one tile and a number. The tiles below have no identity."""
    x, y = around(space, FIELD_RADIUS)
    height, top = view.heights[space], view.tops[space]
    if top is None:
        label = _say("label.stack_empty", lang, space=space)
    else:
        label = _say("label.stack", lang, space=space, n=height, kind=top)
    yield Piece(id=f"field{space}", symbol="nomads-field", zone="ring", x=x, y=y, z=2, label=label)
    if top is not None:
        if height > 1:
            yield Piece(id=f"pile{space}", symbol="nomads-pile", zone="ring", x=x, y=y, z=3)
        symbol = f"nomads-tile-{top}"
        yield Piece(id=f"t{space}-{height}", symbol=symbol, zone="ring", x=x, y=y, z=4)
        yield Piece(id=f"left{space}", text=str(height), zone="ring", x=x + 30, y=y + 32, z=5, classes="count")


def _lys(view: View, lang: str) -> Piece:
    if view.lys is None:
        return Piece(id="lys", symbol="nomads-lys", zone="ring", z=6, label=_say("label.lys_waiting", lang))
    x, y = around(view.lys, LYS_RADIUS)
    label = _say("label.lys", lang, space=view.lys)
    return Piece(id="lys", symbol="nomads-lys", zone="ring", x=x, y=y, rot=45 * view.lys, z=6, label=label)


def _moon_fields(view: View, lang: str) -> Iterator[Piece]:
    label = _say("label.moon_fields", lang, n=view.moon_fields)
    yield Piece(id="moon-dial", symbol="nomads-dial", zone="moon", z=1, label=label)
    for number in range(view.moon_fields):
        x, y = SLOTS[number % MOON_FIELDS]
        raised = number // MOON_FIELDS * 10
        yield Piece(id=f"moon{number}", symbol="nomads-tile-O", zone="moon", x=x + raised, y=y - raised, z=2)
    box = _say("label.box", lang, n=sum(view.box.values()))
    yield Piece(id="box", text=box, zone="box", z=2, classes="note open-note")


def _cards(view: View, lang: str, names: Sequence[str]) -> Iterator[Piece]:
    """Every card, in the supply or before the player who holds it."""
    values = view.options.card_values()
    for column, legend in enumerate(LEGENDS):
        for rung in range(RUNGS):
            name, value = f"{legend}#{rung + 1}", values[column * RUNGS + rung]
            facts = {"legend": legend, "rung": rung + 1, "n": value}
            symbol = f"nomads-card-{legend}"
            yield _card(view, name, f"card-{legend}{rung + 1}", symbol, (column, rung), facts, lang, names)
    for rung, (points, cost) in enumerate(zip(view.options.songs, view.options.song_prices(), strict=True)):
        facts = {"n": points, "cost": cost}
        name = f"song {points}"
        yield _card(view, name, f"song-{points}", "nomads-card-song", (len(LEGENDS), rung), facts, lang, names)


def _card(
    view: View,
    name: str,
    piece: str,
    symbol: str,
    place: tuple[int, int],
    facts: dict[str, object],
    lang: str,
    names: Sequence[str],
) -> Piece:
    column, row = place
    kind = "card" if "#" in name else "song"
    holder = view.holder(name)
    chosen = " chosen" if name == view.card else ""
    text = str(facts["n"])
    if holder is None:
        text = priced(facts["n"], facts.get("cost", facts["n"]))
        label = _say(f"label.{kind}_free", lang, **facts)
        zone, x, y, scale = "supply", column * CARD_WIDTH, row * CARD_HEIGHT, 1.0
    else:
        label = _say(f"label.{kind}_held", lang, player=spoken_name(holder, names, lang), **facts)
        zone, x, y, scale = f"seat{holder}", 190 + column * 36, -2, 0.5
    return Piece(
        id=piece, symbol=symbol, zone=zone, x=x, y=y, scale=scale, z=3, classes=f"card{chosen}", text=text, label=label
    )


def _seat(view: View, seat: int, lang: str, name: str) -> Iterator[Piece]:
    """A player: name and adventurer, discs still in hand, tiles by kind, moon tiles won, points."""
    zone, player = f"seat{seat}", view.seats[seat]
    active = " active" if seat == view.turn else ""
    yield Piece(id=f"plate{seat}", symbol="nomads-plate", zone=zone, x=245, y=14, classes=f"plate{active}")
    yield Piece(id=f"name{seat}", text=name, zone=zone, x=100, y=-2, z=2, classes=f"name{active}")
    if player.adventurer is not None:
        letter = letter_of(player.adventurer)
        label = adventurer_label(player.adventurer, lang)
        yield Piece(
            id=f"badge{seat}", symbol=f"nomads-disc-{letter}", zone=zone, x=24, y=4, scale=0.7, z=2, label=label
        )
        waiting = [disc for disc in view.reserve if disc[0] == letter]
        for number, disc in enumerate(waiting):
            label = _say("label.disc_reserve", lang, disc=disc)
            x = 210 + number * 62
            yield Piece(
                id=f"disc-{disc}", symbol=f"nomads-disc-{letter}", zone=zone, x=x, y=30, scale=0.8, z=3, label=label
            )
    shown = [letter for letter in KINDS if player.tiles.get(letter)]
    for letter in shown:
        x, number = 30 + KINDS.index(letter) * 48, player.tiles[letter]
        label = _say("label.own_tiles", lang, player=name, kind=letter, n=number)
        yield Piece(
            id=f"tiles{seat}-{letter}",
            symbol=f"nomads-own-{letter}",
            zone=zone,
            x=x,
            y=32,
            scale=0.4,
            z=3,
            label=label,
        )
        yield Piece(id=f"n{seat}-{letter}", text=str(number), zone=zone, x=x + 23, y=32, z=4, classes="note")
    if player.moon_tiles:
        label = _say("label.moon_tiles", lang, n=player.moon_tiles)
        yield Piece(id=f"moons{seat}", symbol="nomads-tile-O", zone=zone, x=430, y=32, scale=0.4, z=3, label=label)
        yield Piece(id=f"nmoons{seat}", text=str(player.moon_tiles), zone=zone, x=455, y=32, z=4, classes="note")
    yield Piece(id=f"sum{seat}", text=str(view.scores[seat]), zone=zone, x=482, y=12, z=4, classes="sum")


def _sleepers(view: View, lang: str) -> Iterator[Piece]:
    """The discs of sleeping adventurers that are still to be placed."""
    waiting = [disc for disc in view.reserve if _is_asleep(view, disc[0]) and disc != "N3"]
    for number, disc in enumerate(waiting):
        label = _say("label.disc_reserve", lang, disc=disc)
        x = number * 66
        yield Piece(
            id=f"disc-{disc}",
            symbol=f"nomads-disc-{disc[0]}",
            zone="asleep",
            x=x,
            z=3,
            classes="disc asleep",
            label=label,
        )


def _is_asleep(view: View, letter: str) -> bool:
    return any(letter_of(name) == letter for name in view.asleep)


def _say(key: str, lang: str, **facts: object) -> str:
    return Message(NAME, key, **facts).render(lang)
