"""Which pieces an event lights up: all of them lie in the scene that follows."""

import pytest

from lumarium import Chance
from lumarium.kernel.event import Event
from tests.games.nomads.builder import GAME, Seat, play, position, start

ALWAYS = {
    "lay",
    "lay_sleeper",
    "listen_tile",
    "lys_tile",
    "uncover",
    "write",
    "upgrade",
    "moon_share",
    "full_moon",
    "lift",
}


def about(state_events: list[Event], view: object, kind: str) -> tuple[str, ...]:
    told = zip(state_events, GAME.subjects(state_events, view), strict=True)
    return next(pieces for event, pieces in told if event.kind == kind)


def test_a_move_lights_discs_tiles_and_the_moon() -> None:
    state = position(Seat("N"), Seat("R"), columns="6:[B,N] 4:[z] 1:[R]", stacks="0:a 4:b 1:O", lys=3)
    events = play(state, "move 6 cw")
    view = state.view(0)
    assert about(events, view, "move") == ("space6",)
    assert about(events, view, "lay") == ("disc-B1",)
    assert about(events, view, "listen_tile") == ("field0", "tiles0-a")
    assert about(events, view, "listen_moon") == ("field1", "moon-dial")
    assert about(events, view, "sleeper_tile") == ("field4", "box")


def test_a_moon_scoring_goes_from_the_moon_to_all_sums_and_to_those_who_win() -> None:
    state = position(Seat("N", cards="a#2"), Seat("R"), columns="6:[N] 7:[B]", stacks="7:O", moon_fields=3, lys=3)
    events = play(state, "move 6 cw")
    view = state.view(0)
    assert about(events, view, "full_moon") == ("full-moon", "sum0", "sum1")
    assert about(events, view, "moon_share") == ("full-moon", "badge0", "sum0", "moons0")


def test_whoever_wins_no_moon_tile_is_shown_with_the_sum() -> None:
    seats = Seat("N", cards="a#2"), Seat("R"), Seat("U", tiles="bb")
    state = position(*seats, columns="6:[N] 7:[B]", stacks="7:O", moon_fields=3, lys=3)
    events = play(state, "move 6 cw")
    assert about(events, state.view(0), "moon_none") == ("full-moon", "badge2", "sum2")
    last = next(event for event in events if event.kind == "moon_none")
    assert last.describe("en", ["Ada", "Bo", "Cem"]) == "Cem has −2 points and wins nothing."
    assert last.describe("de", ["Ada", "Bo", "Cem"]) == "Cem hat −2 Punkte und geht leer aus."


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_pieces_of_events_lie_in_the_scene(players: int) -> None:
    state, chance = start(players, players), Chance(players)
    while not state.over:
        action = chance.choice(state.legal_actions())
        events = state.apply(action, chance)
        view = state.view(0)
        ids = {piece.id for piece in GAME.scene(view).pieces}
        for event, pieces in zip(events, GAME.subjects(events, view), strict=True):
            if event.kind in ALWAYS:
                assert pieces
                assert set(pieces) <= ids, (event, pieces)


def test_what_was_uncovered_and_taken_at_once_is_no_piece_any_more() -> None:
    """As when the last two of a stack are heard in one turn."""
    state, chance = start(2, 3), Chance(3)
    uncovered: list[Event] = []
    while not state.over:
        events = state.apply(chance.choice(state.legal_actions()), chance)
        uncovered += [event for event in events if event.kind == "uncover"]
    view = state.view(0)
    assert 0 in view.heights
    named = {piece for pieces in GAME.subjects(uncovered, view) for piece in pieces}
    assert named <= {piece.id for piece in GAME.scene(view).pieces}
