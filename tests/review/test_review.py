"""Reviews: every decision measured from what its seat knew, the same each time; luck told apart."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import lumarium
from lumarium import Chance, LumariumError, Match
from lumarium.bots.medium import MediumBot
from lumarium.bots.search.budget import Budget
from lumarium.bots.search.thinker import Position
from lumarium.kernel.judgement import odds
from lumarium.review.drills import own
from lumarium.review.fortune import compared
from lumarium.review.keeping import Keep, name_of
from lumarium.review.review import Course, Review, by_kind, costliest, fortunes
from lumarium.review.telling import decimal, explained, kind_word, percent
from lumarium.review.weighing import Weighing, points_for

SMALL = 400


def finished(name: str, seed: int = 3) -> Match:
    """A game of bots."""
    return spoiled(name, seed, 2.0)[0]


def spoiled(name: str, seed: int, worth: float) -> tuple[Match, int]:
    """A game of bots in which the first decision that can cost so much does; and where that was."""
    game = lumarium.game(name)
    match = Match(game, game.players[1], seed=seed)
    luck, bot, at = Chance(seed), MediumBot(Budget(nodes=60)), -1
    while match.state.turn is not None:
        legal = match.state.legal()
        if len(legal) > 1:
            values = bot.values(Position.seen(match.view(match.state.turn), luck), luck)
            choice = values.index(max(values))
            if at < 0 and max(values) - min(values) >= worth:
                at, choice = match.version, values.index(min(values))
            match.play(legal[choice])
        else:
            match.play(legal[0])
    return match, at


@pytest.fixture(scope="module")
def played() -> Match:
    return finished("moths")


def test_a_game_of_ones_own_is_reviewed_without_a_line_of_code(played: Match) -> None:
    course = Course(played.record)
    found = [course.decision(made, SMALL) for made in course.open]
    review = course.review(found, course.fortune(), SMALL)
    assert [each.at for each in review.decisions] == [made.at for made in course.open]
    assert all(each.lost >= 0 and each.points >= 0 for each in review.decisions)
    assert sum(kind.number for kind in by_kind(found)) == len(found)
    assert {kind_word(course.game, each.kind, "en") for each in found} <= {"Lift", "Send"}
    assert msgspec.json.decode(msgspec.json.encode(review), type=Review) == review


def test_kinds_that_are_called_alike_are_one_line(played: Match) -> None:
    course = Course(played.record)
    found = [course.decision(made, SMALL) for made in course.open]
    (together,) = by_kind(found, lambda kind: "Moths" if kind else "")
    apart = by_kind(found)
    assert together.kind == "Moths"
    assert together.number == sum(each.number for each in apart)
    assert together.best == sum(each.best for each in apart)
    assert together.lost == pytest.approx(sum(each.lost for each in apart), abs=0.001)
    game, german = lumarium.game("nomads"), "de"
    assert kind_word(game, "skip", german) == kind_word(game, "plain", german), "which is why"


def test_luck_has_a_sign() -> None:
    assert [percent(share, signed=True).render("de") for share in (0.31, -0.04, 0.001)] == ["+31 %", "-4 %", "0 %"]


def test_it_repeats_exactly(played: Match) -> None:
    one, other = Course(played.record), Course(played.record)
    assert one.measured(0, SMALL) == other.measured(0, SMALL)
    assert one.fortune() == other.fortune()


@pytest.mark.parametrize("name", lumarium.games())
def test_a_decision_is_measured_from_what_its_seat_knew(name: str) -> None:
    """Two truths that the seat cannot tell apart give the same bytes."""
    game = lumarium.game(name)
    state, luck = game.start(game.players[1], Chance(2)), Chance(9)
    for _ in range(6):
        state.random_step(luck)
    while len(state.legal()) == 1:
        state.random_step(luck)
    assert state.turn is not None
    view = state.view(state.turn)
    twin = game.imagine(view, luck).view(state.turn)
    weighings = [Weighing(each, SMALL) for each in (view, twin)]
    found = [weighing.outlooks() for weighing in weighings]
    assert list(found[0].items()) == list(found[1].items())
    told = [weighing.choices(outlooks, list(outlooks)[:2]) for weighing, outlooks in zip(weighings, found, strict=True)]
    assert told[0] == told[1]


def test_a_blunder_is_found() -> None:
    """`bench/blunders.py` counts it over many games; here one that is easy to see."""
    match, at = spoiled("lumen", 4, 0.2)
    course = Course(match.record)
    (made,) = [each for each in course.open if each.at == at]
    decisions = [course.decision(each) for each in course.open if each.seat == made.seat]
    assert made.at in [each.at for each in costliest(decisions, 3)]
    (found,) = [each for each in decisions if each.at == made.at]
    assert found.points > 0
    told = explained(course.game, made.before.view(made.seat), found, "de")
    assert told[0].reason
    assert [each.action for each in told if each.played] == [found.played.move]
    drills = own(course.review(decisions, []), made.seat)
    assert made.at in [drill.at for drill in drills]


def test_what_was_taken_back_is_no_decision() -> None:
    match = Match("luminos", 2, seed=1)
    legal = match.state.legal_actions()
    match.play(legal[0])
    taken_back = match.can_undo()
    if taken_back:
        match.undo()
    luck = Chance(4)
    while match.state.turn is not None:
        match.play(match.state.legal()[luck.pick(len(match.state.legal()))])
    made = Course(match.record).made
    assert len(made) == len(match.history)
    assert made[0].at == (2 if taken_back else 0)


def test_only_a_finished_game_is_reviewed() -> None:
    with pytest.raises(LumariumError, match="played to its end"):
        Course(Match("luminos", 2, seed=1).record)


def test_luck_is_what_a_draw_gives_against_others() -> None:
    """A deal against itself is no luck; and all seats of one table share what there is."""
    game = lumarium.game("lumen")
    deals = [game.start(3, Chance(seed)) for seed in range(3)]
    same = compared(game, -1, deals[0], [deals[0].clone() for _ in range(4)])
    assert set(same.points) == set(same.outlook) == {0.0}
    other = compared(game, -1, deals[0], deals[1:])
    assert any(other.points)
    assert abs(sum(other.outlook)) < 1e-3


def test_luck_adds_up_over_a_game(played: Match) -> None:
    course = Course(played.record)
    review = course.review([], course.fortune())
    assert review.draws[0].at == -1
    for seat, fortune in enumerate(fortunes(review)):
        assert fortune.points == pytest.approx(sum(draw.points[seat] for draw in review.draws), abs=0.01)


def test_points_say_the_same_as_odds() -> None:
    expected = [20.0, 25.0, 15.0]
    for points in (12.0, 20.0, 31.0):
        there = [points, 25.0, 15.0]
        assert points_for(odds(there, 6.0)[0], expected, 6.0, 0) == pytest.approx(points, abs=1e-3)


def test_numbers_as_people_write_them() -> None:
    assert [decimal(-1.25, "de"), decimal(2.0, "en", signed=True), decimal(-0.01, "en")] == ["−1,2", "+2.0", "0.0"]


def test_what_is_kept_and_broken_is_worked_out_again(tmp_path: Path) -> None:
    keep = Keep(tmp_path / "reviews")
    name = name_of(b"a record")
    keep.save(name, "review", {"a": 1})
    assert keep.load(name, "review", dict[str, int]) == {"a": 1}
    next((tmp_path / "reviews").iterdir()).write_text("{", encoding="utf-8")
    assert keep.load(name, "review", dict[str, int]) is None
    assert keep.load(name_of(b"another"), "review", dict[str, int]) is None


def test_the_picture(tmp_path: Path, played: Match) -> None:
    pytest.importorskip("matplotlib")
    from lumarium.review.plot import draw

    course = Course(played.record)
    review = course.review(course.measured(0, SMALL), [])
    draw(review, course, [0, 1], tmp_path / "review.svg", "de")
    assert "<svg" in (tmp_path / "review.svg").read_text(encoding="utf-8")
