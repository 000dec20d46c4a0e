"""The table as text, for a terminal: the ring around the fire, the cards, the players."""

from __future__ import annotations

from collections.abc import Sequence

from lumarium.games.nomads.meta import NAME
from lumarium.games.nomads.rules.components import KINDS, LEGENDS, MOON_FIELDS, RUNGS, letter_of
from lumarium.games.nomads.rules.view import View
from lumarium.kernel.event import spoken_name
from lumarium.kernel.message import Message
from lumarium.kernel.stage import seats
from lumarium.kernel.textboard import Block, Span

from .words import priced

ROWS = ((7, 0, 1), (6, None, 2), (5, 4, 3))
"""The spaces as they lie around the fire, clockwise from the top."""
DISC_STYLES = {"B": "blue", "U": "bold white", "M": "magenta", "R": "red", "S": "yellow", "N": "green"}
TILE_STYLES = {"J": "bold yellow", "O": "bold cyan"}


def board(view: View, lang: str, names: Sequence[str]) -> list[Block]:
    """The blocks of the table, the viewer's own things first."""
    return [
        _ring(view, lang),
        _cards(view, lang),
        *(_seat(view, seat, lang, names) for seat in seats(view)),
    ]


def _ring(view: View, lang: str) -> Block:
    """Each space with its column from the bottom up, and its stack: the top tile and how many there are."""
    rows = [[_fire(view) if space is None else _space(view, space) for space in row] for row in ROWS]
    width = 3 + max(_width(line) for row in rows for cell in row for line in cell)
    lines: list[list[Span]] = []
    for row in rows:
        lines += [[span for part in parts for span in _padded(part, width)] for parts in zip(*row, strict=True)]
        lines.append([])
    moons, box = _say("label.moon_fields", lang, n=view.moon_fields), _say("label.box", lang, n=sum(view.box.values()))
    lines += [[Span(moons, "cyan")], [Span(box, "dim")]]
    return Block(f"{_say('label.ring', lang)}, {_say('label.turn', lang, turns=view.turns)}", lines, "ring")


def _space(view: View, space: int) -> list[list[Span]]:
    head = [Span(f"{space}", "bold")]
    if space == view.lys:
        head.append(Span(" ◄Lys", "bold cyan"))
    if space == view.origin:
        head.append(Span(" ↷", "bold green"))
    column = [_disc(view, name) for name in view.columns[space]] or [Span("·", "dim")]
    top = view.tops[space]
    stack = [Span("—", "dim")] if top is None else [_tile(top), Span(f" ×{view.heights[space]}", "dim")]
    return [head, column, stack]


def _fire(view: View) -> list[list[Span]]:
    moons = "●" * view.moon_fields + "○" * (MOON_FIELDS - view.moon_fields)
    return [[Span(" ( ", "red"), Span("^", "bold yellow"), Span(" )", "red")], [Span(f" {moons}", "cyan")], []]


def _width(spans: list[Span]) -> int:
    return sum(len(span.text) for span in spans)


def _padded(spans: list[Span], width: int) -> list[Span]:
    return [*spans, Span(" " * (width - _width(spans)))]


def _disc(view: View, name: str) -> Span:
    letter, style = name[0], DISC_STYLES[name[0]]
    if any(letter_of(sleeper) == letter for sleeper in view.asleep):
        return Span(letter.lower(), f"dim {style}")
    return Span(letter, style)


def _tile(letter: str) -> Span:
    return Span(letter, TILE_STYLES.get(letter, ""))


def _cards(view: View, lang: str) -> Block:
    """The values of all cards; those that a player holds are dim."""
    values = view.options.card_values()
    lines = [[Span("  "), *(Span(f"{f'#{rung}':>4}", "dim") for rung in range(1, RUNGS + 1))]]
    for number, legend in enumerate(LEGENDS):
        line = [_tile(legend), Span(" ")]
        for rung in range(RUNGS):
            free = view.holder(f"{legend}#{rung + 1}") is None
            line.append(Span(f"{values[number * RUNGS + rung]:>4}", _lit(free)))
        lines.append([*line, Span(f"  {_say(f'tile.{legend}', lang)}", "dim")])
    songs = [Span("♪ ")]
    prices = view.options.song_prices()
    for points, price in zip(view.options.songs, prices, strict=True):
        songs.append(Span(f"{priced(points, price):>4}", _lit(view.holder(f"song {points}") is None)))
    if prices != view.options.songs:
        songs.append(Span(f"  {_say('label.song_price', lang)}", "dim"))
    return Block(_say("label.cards", lang), [*lines, songs], "ring")


def _lit(in_supply: bool) -> str:
    return "bold" if in_supply else "dim"


def _seat(view: View, seat: int, lang: str, names: Sequence[str]) -> Block:
    player = view.seats[seat]
    lines: list[list[Span]] = []
    if player.adventurer is not None:
        style = DISC_STYLES[letter_of(player.adventurer)]
        lines.append([Span(_say(f"adventurer.{player.adventurer}", lang), style)])
    tiles = [
        part
        for letter in KINDS
        if player.tiles.get(letter)
        for part in (_tile(letter), Span(f"×{player.tiles[letter]} ", "dim"))
    ]
    lines.append([Span(f"{_say('label.tiles', lang)}: ", "bold"), *(tiles or [Span("-", "dim")])])
    cards = [Span(f"{legend}#{rung} ") for legend, rung in player.legends.items()]
    if player.song is not None:
        cards.append(Span(f"♪{player.song}"))
    lines.append([Span(f"{_say('label.cards', lang)}: ", "bold"), *(cards or [Span("-", "dim")])])
    lines.append([Span(_say("label.moon_tiles", lang, n=player.moon_tiles), "cyan")])
    points = _say("label.points", lang, n=view.scores[seat])
    return Block(f"{spoken_name(seat, names, lang)}: {points}", lines, "seats", seat == view.turn)


def _say(key: str, lang: str, **facts: object) -> str:
    return Message(NAME, key, **facts).render(lang)
