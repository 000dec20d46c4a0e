"""The players as pieces: one row each, with name, adventurer, points, and their tiles in the columns of the stories."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lumarium.games.nomads.rules.components import KINDS, letter_of
from lumarium.games.nomads.rules.outcome import sleepers
from lumarium.games.nomads.rules.scoring import shares
from lumarium.games.nomads.rules.view import Player, View
from lumarium.games.nomads.words.words import adventurer_label, say
from lumarium.kernel.drawing import part
from lumarium.kernel.event import spoken_name
from lumarium.kernel.scene import Piece
from lumarium.kernel.stage import fitting, seats

from .layout import COLUMN
from .preview import disc_symbol

LONGEST_NAME = 7


def pieces(view: View, lang: str, names: Sequence[str]) -> list[Piece]:
    """The cloth, and on it the box and everyone's row, the viewer's own first."""
    found: list[Piece] = []
    found += _cloth(sum(view.box.values()), lang)
    sharing = shares(standing(view)) if view.moon_fields and not view.over else [0] * view.players
    asleep = sleepers(view)
    for place, seat in enumerate(seats(view)):
        active, name = seat == view.turn, spoken_name(seat, names, lang)
        waiting = _waiting(view, seat)
        row = (view.seats[seat], view.scores[seat], sharing[seat], waiting)
        found += _row(seat, place == 0, active, name, row, asleep, lang)
    return found


Row = tuple[Player, int, int, list[str]]
"""What lies before a player, the points, the moon tiles that a scoring would bring, and the discs still to be laid."""


@part
def _cloth(tiles: int, lang: str) -> Iterator[Piece]:
    yield Piece(id="cloth", symbol="nomads-cloth", zone="cloth")
    label = say("label.box", lang, n=tiles)
    yield Piece(id="box", symbol="nomads-box", zone="box", classes="count", text=str(tiles), label=label)


def standing(view: View) -> list[int]:
    """What each player would have in a moon scoring now: cards less tiles (NO-66)."""
    return [score - player.moon_tiles for score, player in zip(view.scores, view.seats, strict=True)]


def _waiting(view: View, seat: int) -> list[str]:
    adventurer = view.seats[seat].adventurer
    if adventurer is None:
        return []
    letter = letter_of(adventurer)
    return [disc for disc in view.reserve if disc[0] == letter]


@part
def _row(seat: int, first: bool, deciding: bool, name: str, row: Row, asleep: str, lang: str) -> Iterator[Piece]:
    player, points, share, waiting = row
    active = " active" if deciding else ""
    yield Piece(id=f"row{seat}", symbol="nomads-row-own" if first else "nomads-row", zone=f"row{seat}")
    shown = fitting(seat, name, LONGEST_NAME, lang)
    yield Piece(id=f"name{seat}", text=shown, zone=f"name{seat}", classes=f"name{active}", label=name)
    if player.adventurer is not None:
        if active:
            yield Piece(id="turn", symbol="nomads-turn", zone=f"badge{seat}")
        letter = letter_of(player.adventurer)
        label = adventurer_label(player.adventurer, lang)
        yield Piece(id=f"badge{seat}", symbol=f"nomads-badge-{letter}", zone=f"badge{seat}", label=label)
        yield from _reserve(seat, waiting, asleep, lang)
    label = say("label.points", lang, n=points)
    text = str(points).replace("-", "−")
    yield Piece(id=f"sum{seat}", text=text, zone=f"score{seat}", classes=f"sum{active}", label=label)
    yield from _tiles(player, share, seat, lang, name)


def _tiles(player: Player, share: int, seat: int, lang: str, name: str) -> Iterator[Piece]:
    """Story tiles, jokers and moon tiles, each with its number in the column of its kind."""
    for column, letter in enumerate(KINDS):
        number = player.moon_tiles if letter == "O" else player.tiles.get(letter, 0)
        if not number:
            continue
        moon = letter == "O"
        label = (
            say("label.moon_tiles_won", lang, player=name, n=number)
            if moon
            else say("label.own_tiles", lang, player=name, kind=letter, n=number)
        )
        yield Piece(
            id=f"moons{seat}" if moon else f"tiles{seat}-{letter}",
            symbol=f"nomads-chip-{letter}",
            zone=f"tiles{seat}",
            x=column * COLUMN,
            classes="own",
            text=str(number),
            label=label,
        )
    if share:
        label = say("label.share", lang, player=name, n=share)
        yield Piece(
            id=f"share{seat}",
            symbol="nomads-share",
            text=f"+{share}",
            zone=f"share{seat}",
            classes="share",
            label=label,
        )


def _reserve(seat: int, waiting: list[str], asleep: str, lang: str) -> Iterator[Piece]:
    """Discs that are still to be laid."""
    for number, disc in enumerate(waiting):
        label = say("label.frog_reserve" if disc == "N3" else "label.disc_reserve", lang, disc=disc)
        yield Piece(
            id=f"disc-{disc}",
            symbol=disc_symbol(disc, asleep),
            zone=f"tiles{seat}",
            x=10 + number * 62,
            scale=0.7,
            label=label,
        )
