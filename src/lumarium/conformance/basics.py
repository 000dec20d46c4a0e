"""A game's facts, its actions, and whether play goes by the contract."""

from __future__ import annotations

import copy
import pickle

from lumarium.kernel.action import Action
from lumarium.kernel.chance import Chance
from lumarium.kernel.errors import BadNotation, BadOptions, GameOver, IllegalAction, UnknownSeat
from lumarium.kernel.luck import RecordingChance
from lumarium.kernel.state import State

from .case import Case, everything


def facts(case: Case, seed: int) -> None:
    """Name, players, titles, options: said, and refused when they are wrong."""
    game = case.game
    case.need(game.name.isidentifier() and game.name.islower(), f"the name {game.name!r} is no plain identifier")
    case.need(game.rules_version >= 1, "rules_version counts from 1")
    for lang in ("en", "de"):
        case.need(game.title(lang) not in ("", "title"), f"no title in {lang}")
        case.need(game.summary(lang) not in ("", "summary"), f"no summary in {lang}")
        case.need(len(game.rules(lang)) > 200, f"no rules page in {lang}")
    counts = game.counts(case.options)
    for wrong in (counts[0] - 1, counts[-1] + 1):
        with case.refused(BadOptions, f"starts with {wrong} players"):
            game.start(wrong, Chance(seed), case.options)
    with case.refused(BadOptions, "takes an unknown option"):
        game.options({"no_such_option": 1})
    case.need(game.options(case.options) == case.options, "options change when they are checked again")


def actions(case: Case, _seed: int) -> None:
    """Every action is one object with an index, a notation that parses back, and words."""
    space = case.game.actions
    for index, action in enumerate(space):
        case.need(action.index == index and space[index] is action, f"action {index} is not at its index")
        case.need(space.parse(action.notation) is action, f"{action.notation!r} does not parse back")
        case.need(space.parse(f"  {action.notation.upper()} ") is action, f"{action.notation!r}: case or space matters")
        case.need(pickle.loads(pickle.dumps(action)) is action, f"{action!r} is not interned after pickling")  # noqa: S301  # our own bytes
        case.need(copy.deepcopy(action) is action, f"{action!r} is not interned after copying")
        for lang in ("en", "de"):
            case.need(action.describe(lang) != "", f"{action!r} has no words in {lang}")
    for text in ("", "no such move", "?" * 5000):
        with case.refused(BadNotation, f"parses {text[:20]!r}"):
            space.parse(text)


def play(case: Case, seed: int) -> None:
    """Random play ends; on the way the doors agree, and no piece is lost."""
    chance = Chance(seed)
    state = case.start(chance)
    census = state.census()
    moves = Chance(seed + 1)
    while not state.over:
        _check_running(case, state)
        action = moves.choice(state.legal_actions())
        twin, same = state.clone(), Chance(seed)
        twin.step(action.index, same)
        state.apply(action, Chance(seed))
        case.need(everything(twin) == everything(state), f"apply and step disagree on {action}")
        case.need(state.census() == census, f"the census changed by {action}")
    _check_over(case, state)


def _check_running(case: Case, state: State) -> None:
    legal = state.legal()
    case.need(state.turn in range(case.players), f"turn is {state.turn}")
    case.need(bool(legal), "no legal action, and the game is not over")
    case.need(legal == sorted(set(legal)), f"legal actions are not ascending: {legal}")
    case.need([action.index for action in state.legal_actions()] == legal, "legal and legal_actions disagree")
    case.need(state.ending is None, "has an ending while it runs")
    _check_scores(case, state)


def _check_over(case: Case, state: State) -> None:
    case.need(state.legal() == [] and state.legal_actions() == [], "legal actions after the end")
    case.need(state.ending is not None, "over without an ending")
    _check_scores(case, state)
    places = sorted(state.ranking)
    case.need(all(place == places.index(place) + 1 for place in places), f"ranking {state.ranking} is no ranking")
    with case.refused(GameOver, "steps on after the end"):
        state.step(0, Chance(0))
    with case.refused(GameOver, "plays on after the end"):
        state.apply(state.actions[0], Chance(0))


def _check_scores(case: Case, state: State) -> None:
    case.need(len(state.scores) == len(state.ranking) == case.players, "a seat without score or place")
    for seat, score in enumerate(state.scores):
        total = sum(points for _, points in state.score_sheet(seat))
        case.need(total == score, f"seat {seat}: the sheet sums to {total}, the score is {score}")


def refusals(case: Case, seed: int) -> None:
    """What is not legal is refused with a reason, and changes nothing."""
    for state in case.positions(seed):
        if state.over:
            continue
        before, legal = everything(state), set(state.legal())
        for index in range(len(state.actions)):
            case.need((state.refusal(index) is None) == (index in legal), f"refusal and legal disagree on {index}")
            if index not in legal:
                _must_refuse(case, state, index)
        for index in (-1, len(state.actions), 10**9):
            _must_refuse(case, state, index)
        _must_refuse_foreign(case, state)
        _must_know_seats(case, state)
        case.need(everything(state) == before, "a refused action changed the position")


def _must_refuse(case: Case, state: State, index: int) -> None:
    luck = RecordingChance(Chance(0))
    with case.refused(IllegalAction, f"the illegal action {index} was played"):
        state.step(index, luck)
    case.need(not luck.picks, f"refusing action {index} used up luck")


def _must_refuse_foreign(case: Case, state: State) -> None:
    class Foreign(Action, frozen=True):
        game = "elsewhere"

    with case.refused(IllegalAction, "an action of another game was played"):
        state.apply(Foreign(state.legal()[0], "foreign"), Chance(0))


def _must_know_seats(case: Case, state: State) -> None:
    """Only whole numbers are seats, but those of any library."""

    class Last:
        def __index__(self) -> int:
            return case.players - 1

    for door in (state.view, state.points, state.score_sheet):
        for wrong in (-1, case.players, True, 0.0, "0"):
            with case.refused(UnknownSeat, f"{door.__name__} answers seat {wrong!r}"):
                door(wrong)  # type: ignore[arg-type]
        case.need(door(Last()) == door(case.players - 1), f"{door.__name__} does not know whole numbers of other types")


def clones(case: Case, seed: int) -> None:
    """A clone lives its own life."""
    for state in case.positions(seed):
        before = everything(state)
        twin = state.clone()
        case.need(everything(twin) == before, "a clone looks different")
        luck = Chance(seed)
        for _ in range(30):
            if twin.over:
                break
            twin.random_step(luck)
        case.need(everything(state) == before, "playing a clone changed the original")


def random_steps(case: Case, seed: int) -> None:
    """A game's own `decide_at_random` picks as the kernel's does: uniformly from the legal actions, in their order."""
    for state in case.positions(seed, wanted=40):
        if state.over:
            continue
        for shared in (True, False):
            own, same = Chance(seed), Chance(seed)
            chance, other = (own, same) if shared else (Chance(~seed), Chance(~seed))
            twin, legal, played = state.clone(), state.legal(), state.clone()
            twin.step(legal[same.pick(len(legal))], other)
            played.decide_at_random(own, chance)
            case.need(everything(played) == everything(twin), "random_step plays something else")
            marks = own.mark(), chance.mark()
            case.need(marks == (same.mark(), other.mark()), "random_step uses other luck")


def symmetries(case: Case, seed: int) -> None:
    """The exchanges that the rules do not notice are indeed not noticed."""
    for symmetry in case.game.symmetries:
        moves = Chance(seed)
        for state, _ in case.walk(seed):
            mirrored = symmetry.state(state)
            if mirrored is None or state.over or moves.pick(4):
                continue
            legal = sorted(symmetry.action(index) for index in state.legal())
            case.need(mirrored.legal() == legal, f"{symmetry.name}: other actions are legal")
            index, luck = moves.choice(state.legal()), RecordingChance(Chance(0))
            after = state.clone()
            after.step(index, luck)
            expected = symmetry.state(after)
            if luck.picks or expected is None:
                continue
            mirrored.step(symmetry.action(index), luck)
            case.need(everything(mirrored) == everything(expected), f"{symmetry.name}: action {index} ends elsewhere")
            scores = [mirrored.scores[symmetry.seat(seat, case.players)] for seat in range(case.players)]
            case.need(scores == after.scores, f"{symmetry.name}: other scores")
