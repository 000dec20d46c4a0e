"""A game being played: doors, turns, and the way back."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest

from lumarium import (
    Action,
    BadNotation,
    BadOptions,
    Chance,
    FairChance,
    GameOver,
    IllegalAction,
    LumariumError,
    Match,
    NotYourTurn,
    State,
    UnknownGame,
    UnknownSeat,
    game,
    games,
    playout,
)
from lumarium.conformance.case import cases, everything


@pytest.fixture
def match() -> Match:
    return Match("luminos", players=2, seed=7, names=("Ana", "Ben"))


def take(match: Match) -> str:
    return match.state.legal_actions()[0].notation


def test_a_move_is_an_action_an_index_or_a_notation(match: Match) -> None:
    twins = [Match("luminos", players=2, seed=7) for _ in range(3)]
    action = match.state.legal_actions()[0]
    moves: list[Action | int | str] = [action, action.index, action.notation]
    for twin, move in zip(twins, moves, strict=True):
        assert [event.kind for event in twin.play(move)] == ["take_display"]
    assert len({tuple(everything(twin.state)) for twin in twins}) == 1


def test_only_the_seat_to_move_moves(match: Match) -> None:
    before = everything(match.state)
    with pytest.raises(NotYourTurn, match="turn of Ana, not of Ben"):
        match.play(take(match), seat=1)
    with pytest.raises(UnknownSeat, match="no seat 2"):
        match.play(take(match), seat=2)
    assert everything(match.state) == before
    assert match.version == 0
    match.play(take(match), seat=0)


def test_bad_moves_change_nothing(match: Match) -> None:
    before, record = everything(match.state), match.record
    with pytest.raises(BadNotation, match="did you mean take bag"):
        match.play("take bga")
    with pytest.raises(IllegalAction, match="first take a tile"):
        match.play("done")
    with pytest.raises(IllegalAction, match="indices run from 0 to 335"):
        match.play(336)
    with pytest.raises(IllegalAction, match="indices run"):
        match.play(-1)
    assert (everything(match.state), match.record) == (before, record)


@pytest.mark.parametrize("move", [1.0, None, b"done", True])
def test_a_move_of_another_type_is_refused(match: Match, move: object) -> None:
    before = everything(match.state)
    with pytest.raises(BadNotation, match="an action, an index or a notation, not"):
        match.play(move)  # type: ignore[arg-type]
    assert everything(match.state) == before


def test_numbers_that_are_not_whole_open_no_door(match: Match) -> None:
    """A seat of 0.5 is nobody's own seat, and would see every hand."""
    for seat in (0.5, 1.0, "0", True):
        for door in (match.view, match.log, match.can_undo, match.undo, match.state.points, match.state.score_sheet):
            with pytest.raises(UnknownSeat, match="there is no seat"):
                door(seat)  # type: ignore[arg-type]
        with pytest.raises(UnknownSeat):
            match.play(take(match), seat=seat)  # type: ignore[arg-type]
    with pytest.raises(IllegalAction, match="indices run from 0"):
        match.state.step(float(match.state.legal()[0]), Chance(1))  # type: ignore[arg-type]
    with pytest.raises(BadOptions):
        match.game.start(2.0, Chance(1))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("seat", [-1, 99, None, "0", True])
def test_nobody_has_points_but_the_players(name: str, seat: object) -> None:
    state = game(name).start(game(name).players[0], Chance(1))
    holders = [each for each in (state, state.view(0)) if hasattr(each, "points")]
    for holder in holders:
        with pytest.raises(UnknownSeat, match="a spectator has no seat" if seat is None else "there is no seat"):
            holder.points(seat)  # type: ignore[arg-type]


@pytest.mark.parametrize("move", ["done", "no such move", 336, -1, 1.0, "take bga"])
def test_a_refused_move_leaves_the_very_state(match: Match, move: str) -> None:
    """Whoever holds `match.state` goes on holding the match's."""
    state = match.state
    with pytest.raises((IllegalAction, BadNotation)):
        match.play(move)
    with pytest.raises(IllegalAction):
        match.play(game("lumen").actions[0])
    assert match.state is state


@pytest.mark.parametrize("view", [None, 5, "view"])
def test_only_views_are_imagined(view: object) -> None:
    with pytest.raises(LumariumError, match="luminos imagines what its own") as caught:
        game("luminos").imagine(view, Chance(1))
    assert "ergänzt" in caught.value.describe("de")


def test_actions_are_found_by_whole_numbers_only() -> None:
    actions = game("luminos").actions
    for wrong in ("done", 1.0, True, None, slice(0, 2), 336, 10**5000):
        with pytest.raises(IllegalAction, match="numbered from 0 to 335") as caught:
            actions[wrong]  # type: ignore[index]
        assert isinstance(caught.value, IndexError)
    assert actions[-1] is actions[335]
    with pytest.raises(ValueError):  # noqa: PT011  # as of every sequence
        actions.index(game("lumen").actions[0])
    with pytest.raises(BadNotation, match="not int"):
        actions.parse(5)  # type: ignore[arg-type]


def test_states_and_matches_say_what_they_are(match: Match) -> None:
    assert str(match.state) == "<luminos for 2 players, seat 0 to choose from 3>"
    match.play("take bag")
    assert repr(match) == "<match at move 1: <luminos for 2 players, seat 0 to choose from 7>>"
    over = playout(match.state.clone(), Chance(1))
    assert repr(over) == f"<luminos for 2 players, over, {over.scores[0]} : {over.scores[1]}>"


def test_the_reason_is_said_in_german_too(match: Match) -> None:
    with pytest.raises(IllegalAction) as caught:
        match.play("done")
    assert caught.value.describe("de").startswith("Nimm zuerst ein Plättchen")


def test_after_the_end_nothing_is_played(match: Match) -> None:
    luck = Chance(2)
    while not match.over:
        match.play(luck.choice(match.state.legal_actions()))
    for move in ("take bag", 3, match.game.actions[0]):
        with pytest.raises(GameOver, match="the game is over"):
            match.play(move)


def test_a_fault_in_the_middle_of_a_move_leaves_the_match_as_it_was(match: Match) -> None:
    class Torn(Chance):
        """Fails at its second pick, when half of the next display is laid out."""

        def pick(self, n: int) -> int:
            if self.seed == "torn":
                raise ZeroDivisionError
            self.seed = "torn"
            return super().pick(n)

    for move in (take(match), "place (1,1)", "done", take(match), "place (1,1)"):
        match.play(match.state.legal()[0] if match.state.turn == 1 and move.startswith("take") else move)
    match.play_on(Torn(1))
    before, record = everything(match.state), match.record
    with pytest.raises(ZeroDivisionError):
        match.play("done")
    assert (everything(match.state), match.record) == (before, record)


def test_undo_takes_back_own_moves_one_by_one(match: Match) -> None:
    start = everything(match.state)
    match.play(take(match))
    taken = everything(match.state)
    match.play("place (1,1)")
    match.undo()
    assert everything(match.state) == taken
    match.undo(seat=0)
    assert everything(match.state) == start
    assert match.version == 4
    with pytest.raises(IllegalAction, match="nothing can be taken back"):
        match.undo()


def test_undo_ends_at_a_pick(match: Match) -> None:
    match.play("take bag")
    assert not match.can_undo()
    with pytest.raises(IllegalAction, match="showed something new"):
        match.undo()
    match.play("place (1,1)")
    match.undo()
    assert not match.can_undo()


def test_undo_ends_at_another_seats_decision(match: Match) -> None:
    for move in (take(match), "place (1,1)", "done"):
        match.play(move)
    assert match.state.turn == 1
    assert match.can_undo(0)
    assert not match.can_undo(1)
    with pytest.raises(NotYourTurn, match="made by Ana"):
        match.undo(seat=1)
    match.play(take(match))
    assert not match.can_undo(0)
    match.undo(seat=1)
    assert not match.can_undo()


def test_undo_ends_at_the_end_of_the_game() -> None:
    """Otherwise the revealed secret of fair luck would tell what the bag gives."""
    chance = FairChance(bytes(32), "table", ("a", "b"))
    match = Match("luminos", players=2, chance=chance, options={"target": [1, 1, 1]})
    while not match.over:
        match.play(match.state.legal()[0] if match.state.legal()[0] != 38 else match.state.legal()[-1])
    assert match.record.end.secret is not None
    assert not match.can_undo()
    with pytest.raises(IllegalAction, match="or is over"):
        match.undo()


def test_options_cannot_be_changed_through_a_view() -> None:
    match = Match("luminos", players=2, options={"tiles": {"S": 32, "M": 32}})
    view = match.view(0)
    with pytest.raises(TypeError, match="options cannot be changed"):
        view.options.tiles["S"] = 0  # type: ignore[attr-defined]
    assert pickle.loads(pickle.dumps(view)) == view  # noqa: S301  # our own
    assert match.record.replay().view(0) == view


def test_a_record_holds_its_undos_and_replays_them(match: Match) -> None:
    match.play(take(match))
    match.undo()
    match.play("take bag")
    kinds = [type(entry).__name__ for entry in match.record.entries]
    assert kinds == ["Move", "Undo", "Move"]
    assert match.record.moves == ["take bag"]
    assert everything(match.record.replay().state) == everything(match.state)
    assert not match.record.replay().can_undo()
    assert match.record.replay(at=1).can_undo(0)


def test_the_log_speaks_both_languages(match: Match) -> None:
    match.play("take bag")
    match.play("place (1,1)")
    assert match.log(0)[0].startswith("Ana draws")
    assert match.log(None, "de")[1].endswith("in Spalte 1, Reihe 1.")


@pytest.mark.parametrize(
    ("arguments", "error", "complaint"),
    [
        ({"game": "lumnos", "players": 2}, UnknownGame, "did you mean “luminos”"),
        ({"game": "luminos", "players": 1}, BadOptions, "for 2 to 4 players, not 1"),
        ({"game": "luminos", "players": 5}, BadOptions, "not 5"),
        ({"game": "luminos", "players": 2, "names": ("Ana",)}, BadOptions, "2 names"),
        ({"game": "luminos", "players": 2, "names": ("Ana", 2)}, BadOptions, "a name is text"),
        ({"game": "luminos", "players": 2, "names": ("Ana", "\x1b[2J")}, BadOptions, "control characters"),
        ({"game": "luminos", "players": 2, "options": {"tile": "A"}}, BadOptions, "did you mean “tiles”"),
        ({"game": "luminos", "players": 2, "options": {"tiles": "Z"}}, BadOptions, "Invalid enum value 'Z'"),
        ({"game": "luminos", "players": 2, "options": {"target": [1, 2]}}, BadOptions, "target"),
        ({"game": "luminos", "players": 2, "options": 5}, BadOptions, "not int"),
        ({"game": "luminos", "players": 2, "names": 5}, BadOptions, "names are a list of 2 texts, .* not 5"),
        ({"game": "luminos", "players": 2, "names": None}, BadOptions, "not None"),
        ({"game": "luminos", "players": 2, "names": "AB"}, BadOptions, "not 'AB'"),
        ({"game": "luminos", "players": 2, "chance": 5}, BadOptions, "luck comes from a lumarium.Chance, not from 5"),
        ({"game": "luminos", "players": 2, "luck": 5}, BadOptions, "Seeded, Fair or Unnamed .* not 5"),
        ({"game": [], "players": 2}, UnknownGame, "no game “\\[\\]”"),
    ],
)
def test_a_match_that_cannot_be(arguments: dict[str, object], error: type[Exception], complaint: str) -> None:
    with pytest.raises(error, match=complaint):
        Match(**arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy])
@pytest.mark.parametrize("name", games())
def test_a_state_is_copied_by_pythons_ways_too(name: str, way: Callable[[State], State]) -> None:
    chance = Chance(1)
    states = [state.clone() for state, _ in next(cases(name)).walk(1)]
    state = states[min(20, len(states) // 2)]
    before = everything(state)
    twin = way(state)
    assert everything(twin) == before
    playout(twin, chance)
    assert everything(state) == before
    with pytest.raises(TypeError, match="record"):
        pickle.dumps(state)


def test_a_playout_ends(match: Match) -> None:
    assert playout(match.state.clone(), Chance(1)).over
    with pytest.raises(GameOver):
        playout(match.state.clone(), Chance(1)).random_step(Chance(1))
