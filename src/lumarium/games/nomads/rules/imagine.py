"""From a view back to a position. In Nomads nothing hidden is decided early, so there is exactly one (NO-10)."""

from __future__ import annotations

from lumarium.kernel.native import i64, vec

from .components import ADVENTURERS, KINDS, LEGENDS, RUNGS, STORIES
from .indices import DISC, PHASES, WAYS
from .state import State
from .table import ASLEEP, NOTHING
from .view import Player, Tiles, View
from .writing import FIRST_SONG


def complete(view: View) -> State:
    """The position that the view describes."""
    state = State(view.players, view.options)
    state.turn = view.turn
    state.phase = PHASES.index(view.phase)
    state.start = view.start
    state.turns = view.turns
    state.last_news = view.last_news
    state.last_round = view.last_round
    state.writers = view.writers
    state.moon_scorings = view.moon_scorings
    state.tallest = view.tallest
    state.set_out([[DISC[name] for name in column] for column in view.columns])
    state.reserve = [DISC[name] for name in view.reserve]
    state.lys = NOTHING if view.lys is None else view.lys
    state.heights = vec[i64](view.heights)
    state.tops = vec[i64]([NOTHING if top is None else KINDS.index(top) for top in view.tops])
    state.hidden = _numbers(view.hidden)
    state.box = _numbers(view.box)
    state.moon_fields = view.moon_fields
    state.origin = NOTHING if view.origin is None else view.origin
    state.way = NOTHING if view.way is None else WAYS.index(view.way)
    state.card = NOTHING if view.card is None else _card(state, view.card)
    for name in view.asleep:
        state.owners[ADVENTURERS.index(name) + 1] = ASLEEP
    for seat, player in enumerate(view.seats):
        _seat(state, seat, player)
    return state


def _seat(state: State, seat: int, player: Player) -> None:
    if player.adventurer is not None:
        colour = ADVENTURERS.index(player.adventurer) + 1
        state.adventurers[seat] = colour
        state.owners[colour] = seat
    state.tiles[seat] = _numbers(player.tiles)[: STORIES + 1]
    for legend, rung in player.legends.items():
        state.rungs[seat][LEGENDS.index(legend)] = rung - 1
    if player.song is not None:
        state.singing[seat] = state.songs.index(player.song)
    state.moon_tiles[seat] = player.moon_tiles


def _card(state: State, name: str) -> int:
    legend, _, rung = name.partition("#")
    if rung:
        return LEGENDS.index(legend) * RUNGS + int(rung) - 1
    return FIRST_SONG + state.songs.index(int(name.split()[1]))


def _numbers(tiles: Tiles) -> vec[i64]:
    return vec[i64]([tiles.get(letter, 0) for letter in KINDS])
