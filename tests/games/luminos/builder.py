"""Positions of Luminos, written as the rules digest writes them.

A sky is a picture with the top row first. `.` is an empty cell, `M+ST` a moon tile that carries two markers, and the
brackets mark the corner of the start tile, whose arms are the cells to its right and above it:

    TT   .
    [SS] MM

A sheet is `S [3,2,4] M [2,2] T [1,5]`, a display `S . MT` with a dot where a tile was taken.
"""

import re
from collections import Counter
from dataclasses import dataclass

import lumarium
from lumarium import Chance, Event
from lumarium.games.luminos.options import Options
from lumarium.games.luminos.rules.components import KINDS, START_CELLS, START_TILES, SYMBOLS
from lumarium.games.luminos.rules.state import State
from lumarium.games.luminos.rules.view import Cell, Sky, View
from tests.games import referee

GAME = lumarium.game("luminos")

ST1 = """
    TT   .
    [SS] MM
"""


@dataclass(frozen=True)
class Seat:
    """What lies before one player: start tile ST1, an empty sheet and three markers, unless told otherwise."""

    sky: str = ST1
    sheet: str = ""
    used: str = ""
    """Markers spent long ago, on a tile at (-1,-1) that has no part in anything."""


def position(
    *seats: Seat,
    players: int = 2,
    turn: int | None = 0,
    opened_by: int = 0,
    round_number: int = 1,
    display: str = "",
    bag: str | None = None,
    hand: str | None = None,
    last_round: bool = False,
    options: Options | None = None,
) -> State:
    """A position before a tile is taken, or with a tile in `hand`; with `turn=None` the game is over.

    Without a `bag` it holds what the tile set leaves after display, hand and skies.
    """
    options = options or Options()
    seats += (Seat(),) * (players - len(seats))
    skies = tuple(_sky(seat) for seat in seats)
    shown = tuple(None if tile == "." else tile for tile in display.split())
    if bag is None:
        laid = [cell.tile for sky in skies for cell in sky.cells if not cell.start]
        content = Counter(tile_set(options)) - Counter([*laid, *filter(None, shown), *filter(None, [hand])])
    else:
        content = Counter(bag.split())
    view = View(
        game="luminos",
        players=len(seats),
        seat=turn or 0,
        turn=turn,
        options=options,
        phase="over" if turn is None else "place" if hand else "take",
        round=round_number,
        telescope=opened_by,
        target=options.target_row(len(seats)),
        last_round=last_round,
        display=shown,
        bag=dict(content),
        hand=hand,
        slot=None,
        placed=None,
        squares=(),
        start_tiles=(),
        skies=skies,
        scores=(),
        ranking=(),
        ending=None,
    )
    state = GAME.imagine(view, Chance(0))
    assert isinstance(state, State)
    return state


def start(players: int, seed: int = 0, options: Options | None = None) -> State:
    """A new game."""
    state = GAME.start(players, Chance(seed), options)
    assert isinstance(state, State)
    return state


def play(state: State, *moves: str, chance: Chance | None = None) -> list[Event]:
    """Plays moves in notation, each of which must be on offer, and tells what happened."""
    luck = chance or Chance(0)
    events = []
    for move in moves:
        action, offered = GAME.actions.parse(move), state.legal_actions()
        events += state.apply(action, luck)
        assert action in offered
    return events


def turn_at(state: State, tile: str, cell: str) -> list[Event]:
    """A whole turn: takes that tile, places it there, and adds no marker."""
    events = play(state, f"take {tile}", f"place {cell}")
    if state.view(None).phase == "mark":
        events += play(state, "done")
    return events


def legal(state: State) -> list[str]:
    """What may be done now, in notation."""
    return [action.notation for action in state.legal_actions()]


def legal_cells(state: State) -> set[tuple[int, int]]:
    """Where the tile in hand may go."""
    places = (re.fullmatch(r"place \((-?\d+),(-?\d+)\)", move) for move in legal(state))
    return {(int(place[1]), int(place[2])) for place in places if place}


def refused(state: State, move: str, lang: str = "en") -> str:
    """The move is illegal by both doors and changes nothing; gives the reason in words."""
    return referee.refused(state, GAME.actions.parse(move), lang)


def written(state: State, seat: int = 0) -> str:
    """The sheet of a seat, as in `S [2,2] M [] T [3]`."""
    columns = state.view(None).skies[seat].columns
    return " ".join(f"{symbol} [{','.join(map(str, column))}]" for symbol, column in zip(SYMBOLS, columns, strict=True))


def columns(sheet: str) -> list[tuple[int, ...]]:
    """The three columns of a sheet written like that; a column left out is empty."""
    found = dict(re.findall(r"([SMT]) \[([\d,]*)\]", sheet))
    assert found or not sheet, sheet
    return [tuple(int(entry) for entry in found.get(symbol, "").split(",") if entry) for symbol in SYMBOLS]


def squares(events: list[Event]) -> list[str]:
    """The squares scored, as in `4/2/3: 2 for M`."""
    facts = [event.facts for event in events if event.kind == "square"]
    return [f"{f['suns']}/{f['moons']}/{f['stars']}: {f['value']} for {f['symbols']}" for f in facts]


def tile_set(options: Options) -> list[str]:
    """The tiles in the box, one by one."""
    return [kind for kind, copies in zip(KINDS, options.copies(), strict=True) for _ in range(copies)]


def start_picture(number: int) -> str:
    """The picture of one of the four start tiles."""
    corner, right, upper = START_TILES[number - 1]
    return f"{upper} .\n[{corner}] {right}"


def _sky(seat: Seat) -> Sky:
    rows = [line.split() for line in seat.sky.strip().splitlines()]
    found: dict[tuple[int, int], tuple[str, str]] = {}
    x0, y0 = next((x, y) for y, row in enumerate(rows) for x, token in enumerate(row) if token.startswith("["))
    for y, row in enumerate(rows):
        for x, token in enumerate(row):
            if token != ".":
                tile, _, markers = token.strip("[]").partition("+")
                found[x - x0, y0 - y] = tile, markers
    if seat.used:
        assert (-1, -1) not in found
        found[-1, -1] = "S", seat.used
    order = [*START_CELLS, *(at for at in found if at not in START_CELLS)]
    cells = tuple(Cell(*at, *found[at], start=at in START_CELLS) for at in order)
    unused = "".join(symbol for symbol in SYMBOLS if not any(symbol in cell.markers for cell in cells))
    suns, moons, stars = columns(seat.sheet)
    return Sky(cells, unused, suns, moons, stars)
