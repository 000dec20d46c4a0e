"""Positions of Nomads, written as the rules digest writes them.

Columns are written bottom to top, `2:[B,U,S] 3:[B]`, with z for a disc of any sleeping adventurer; spaces left out are
empty. Stacks are written top first, `0:O,a 3:-`, with - for an empty field; fields left out hold one tile g. Tiles in
front of a player are `aabJ`, cards `a#3 d#1`.

Below the tops lies one multiset. Give only one stack more than one tile, and it is known what is uncovered.
"""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

import lumarium
from lumarium import Chance, Event
from lumarium.games.nomads.options import Options
from lumarium.games.nomads.rules.components import ADVENTURERS, COLOURS, COPIES, KINDS
from lumarium.games.nomads.rules.indices import DISC_NAMES
from lumarium.games.nomads.rules.state import State
from lumarium.games.nomads.rules.view import Player, View
from tests.games import referee

GAME = lumarium.game("nomads")
NAMES = dict(zip(COLOURS[1:], ADVENTURERS, strict=True))


@dataclass(frozen=True)
class Seat:
    """What lies before one player; the first letter is the adventurer."""

    adventurer: str
    tiles: str = ""
    cards: str = ""
    song: int | None = None
    moon_tiles: int = 0


def position(
    *seats: Seat,
    columns: str = "",
    stacks: str = "",
    lys: int = 7,
    turn: int = 0,
    phase: str | None = None,
    moon_fields: int = 0,
    turns: int = 20,
    last_news: int | None = None,
    last_round: bool = False,
    start: int = 0,
    options: Options | None = None,
) -> State:
    """A position at the start of a turn, after the end test; tiles that lie nowhere else are in the box."""
    options = options or Options()
    asleep = [letter for letter in COLOURS[1:] if letter not in [seat.adventurer for seat in seats]]
    reserve = list(DISC_NAMES)
    ring = tuple(tuple(_disc(token, asleep, reserve) for token in column) for column in _columns(columns))
    piles = _stacks(stacks)
    players = tuple(_player(seat) for seat in seats)
    hidden = Counter(tile for pile in piles for tile in pile[1:])
    left = Counter(dict(zip(KINDS, COPIES, strict=True))) + Counter({"J": options.coin is not None})
    left -= hidden + Counter(pile[0] for pile in piles if pile) + Counter("".join(seat.tiles for seat in seats))
    left -= Counter({"O": moon_fields + sum(seat.moon_tiles for seat in seats)})
    usual = "shift" if seats[turn].adventurer == "M" else "act"
    view = View(
        game="nomads",
        players=len(seats),
        seat=turn,
        turn=turn,
        options=options,
        phase=phase or ("last" if last_round else usual),
        start=start,
        turns=turns,
        last_news=turns if last_news is None else last_news,
        last_round=last_round,
        writers=len(seats) if last_round else 0,
        moon_scorings=0,
        tallest=0,
        columns=ring,
        reserve=tuple(reserve),
        asleep=tuple(NAMES[letter] for letter in asleep),
        lys=lys,
        heights=tuple(map(len, piles)),
        tops=tuple(pile[0] if pile else None for pile in piles),
        hidden=dict(hidden),
        box=dict(+left),
        moon_fields=moon_fields,
        origin=None,
        way=None,
        card=None,
        seats=players,
        scores=(),
        ranking=(),
        ending=None,
    )
    state = GAME.imagine(view, Chance(0))
    assert isinstance(state, State)
    return state


def start(players: int, seed: int = 0, **options: Any) -> State:
    """A new game."""
    state = GAME.start(players, Chance(seed), options)
    assert isinstance(state, State)
    return state


def play(state: State, *moves: str, chance: Chance | None = None) -> list[Event]:
    """Plays moves in notation and tells what happened."""
    luck = chance or Chance(0)
    return [event for move in moves for event in state.apply(GAME.actions.parse(move), luck)]


def write(state: State, card: str, payment: str = "pay 0J") -> list[Event]:
    """A whole turn B."""
    return play(state, card, payment)


def legal(state: State, kind: str = "") -> list[str]:
    """What may be done now, in notation; with a kind only these, as in `legal(state, "move")`."""
    return [action.notation for action in state.legal_actions() if action.notation.startswith(kind)]


def refused(state: State, move: str, lang: str = "en") -> str:
    """The move is illegal by both doors and changes nothing; gives the reason in words."""
    return referee.refused(state, GAME.actions.parse(move), lang)


def column(state: State, space: int) -> str:
    """The column on a space, as in `[B,U,z]`."""
    view = state.view(None)
    sleeping = [letter for letter, name in NAMES.items() if name in view.asleep]
    return f"[{','.join('z' if disc[0] in sleeping else disc[0] for disc in view.columns[space])}]"


def ring(state: State) -> dict[int, str]:
    """All columns that are not empty."""
    return {space: column(state, space) for space in range(8) if state.columns[space]}


def tiles(state: State, seat: int) -> str:
    """The tiles in front of a player."""
    held = state.view(None).seats[seat].tiles
    return "".join(letter * held.get(letter, 0) for letter in KINDS)


def box(state: State) -> Counter[str]:
    """The tiles in the box."""
    return Counter(state.view(None).box)


def phase(state: State) -> str:
    """What is being decided."""
    return state.view(None).phase


def stack(state: State, space: int) -> tuple[str | None, int]:
    """The top tile of a stack, and its height."""
    view = state.view(None)
    return view.tops[space], view.heights[space]


def told(events: list[Event], *kinds: str) -> list[str]:
    """The sentences of these kinds of events, or of all."""
    return [event.describe("en") for event in events if not kinds or event.kind in kinds]


def hidden_tiles(state: State) -> int:
    """How many tiles lie below the tops."""
    return sum(state.view(None).hidden.values())


def random_state(players: int, seed: int, decisions: int) -> State:
    """The position after so many random decisions, or the last one before the end."""
    chance = Chance(seed)
    state = start(players, seed)
    for _ in range(decisions):
        before = state.clone()
        state.random_step(chance)
        if state.over:
            return before
    return state


def _columns(text: str) -> list[list[str]]:
    found: list[list[str]] = [[] for _ in range(8)]
    for space, discs in re.findall(r"(\d):\[([\w,]*)\]", text):
        found[int(space)] = [disc for disc in discs.split(",") if disc]
    return found


def _disc(token: str, asleep: list[str], reserve: list[str]) -> str:
    """The next disc of that colour, or the one that is named in full."""
    for name in reserve:
        if name == token or name[0] == token or (token == "z" and name[0] in asleep and name != "N3"):
            reserve.remove(name)
            return name
    raise AssertionError(f"no disc {token} is left")


def _stacks(text: str) -> list[str]:
    found = ["g"] * 8
    for part in text.split():
        space, _, pile = part.partition(":")
        found[int(space)] = "" if pile == "-" else pile.replace(",", "")
    return found


def _player(seat: Seat) -> Player:
    legends = {card[0]: int(card[2]) for card in seat.cards.split()}
    return Player(NAMES[seat.adventurer], dict(Counter(seat.tiles)), legends, seat.song, seat.moon_tiles)
