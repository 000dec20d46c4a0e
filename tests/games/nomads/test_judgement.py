"""The judgement of Nomads: sound numbers, no trace left behind, reasons in words, and moves that are plainly right."""

from collections.abc import Iterator

import pytest

from lumarium import Chance
from lumarium.arena.players import new_bot
from lumarium.games.nomads.bots.futures import Candidate, Futures
from lumarium.games.nomads.bots.judgement import NomadsJudgement, moon_shares
from lumarium.games.nomads.bots.turnplan import TurnPlan
from lumarium.games.nomads.rules.state import State
from lumarium.kernel.effort import Effort
from lumarium.kernel.racing import Racer
from tests.games.nomads.builder import GAME, Seat, play, position, start
from tests.games.printed import printed

JUDGEMENT = NomadsJudgement()
TABLES = [(players, "default") for players in GAME.players] + [(3, preset) for preset in printed(GAME)]


def positions(players: int, preset: str = "default", every: int = 5) -> Iterator[State]:
    """Positions of a random game, and its end."""
    chance = Chance(f"{players} {preset}")
    state = GAME.start(players, chance, GAME.presets[preset])
    assert isinstance(state, State)
    number = 0
    while not state.over:
        if number % every == 0:
            yield state.clone()
        state.random_step(chance)
        number += 1
    yield state


def chosen(state: State, level: str = "medium") -> str:
    """What a bot does there."""
    assert state.turn is not None
    view = state.view(state.turn)
    return new_bot(level).choose(view, [GAME.actions[index] for index in view.legal], Chance(0)).notation


@pytest.mark.parametrize(("players", "preset"), TABLES)
def test_sound_numbers_everywhere(players: int, preset: str) -> None:
    for state in positions(players, preset):
        before = state.view(None)
        outlook = JUDGEMENT.outlook(state)
        assert sum(outlook) == pytest.approx(1.0 if players == 2 else sum(outlook))
        assert all(0.0 <= each <= 1.0 for each in outlook)
        assert 0.85 < sum(outlook) <= 0.85 + 0.15 * players / 2 + 1e-9
        assert JUDGEMENT.doubt(state) > 0.0
        if state.over:
            assert JUDGEMENT.forecast(state) == state.scores
            return
        legal = state.legal()
        odds = JUDGEMENT.prefer(state, legal)
        assert len(odds) == len(legal)
        assert all(each > 0.0 for each in odds)
        assert JUDGEMENT.decide(state, Chance(1)) in legal
        values = JUDGEMENT.appraise([state], legal, 40, Chance(2))
        assert values is not None
        assert len(values) == len(legal)
        assert all(0.0 <= each <= 1.0 for each in values)
        assert state.view(None) == before


@pytest.mark.parametrize(("players", "preset"), TABLES)
def test_a_search_judges_every_decision_and_leaves_the_table_alone(players: int, preset: str) -> None:
    for state in positions(players, preset, every=23):
        if state.over:
            return
        before, legal = state.view(None), state.legal()
        values = JUDGEMENT.search([state], legal, Effort(150), Chance(3))
        assert values is not None
        assert len(values) == len(legal)
        assert all(0.0 <= each <= 1.0 for each in values)
        assert values == JUDGEMENT.search([state], legal, Effort(150), Chance(3))
        assert state.view(None) == before


@pytest.mark.parametrize("players", [2, 5])
def test_every_decision_has_a_reason_in_both_languages(players: int) -> None:
    said = set()
    for state in positions(players, every=3):
        before = state.view(None)
        for index in state.legal():
            reason = JUDGEMENT.reason(state, index)
            said.add(reason.key)
            for lang in ("en", "de"):
                assert "{" not in reason.render(lang)
        assert state.view(None) == before
    assert len(said) >= 15


def test_the_forecast_is_nearer_to_the_result_than_the_scores_are() -> None:
    """Measured halfway through games between bots: the difference of two players, against how it ended."""
    errors = {"forecast": 0.0, "scores": 0.0}
    for seed in range(6):
        chance, luck = Chance(f"halfway {seed}"), Chance(seed)
        state = start(2, seed)
        seen: list[tuple[float, float]] = []
        while state.turn is not None:
            if state.turns >= 12 and state.phase <= 6:
                forecast, scores = JUDGEMENT.forecast(state), state.scores
                seen.append((forecast[0] - forecast[1], float(scores[0] - scores[1])))
            view = state.view(state.turn)
            bot = new_bot("medium@40n")
            state.apply(bot.choose(view, [GAME.actions[index] for index in view.legal], luck), chance)
        result = state.scores[0] - state.scores[1]
        errors["forecast"] += sum((forecast - result) ** 2 for forecast, _ in seen) / len(seen)
        errors["scores"] += sum((scores - result) ** 2 for _, scores in seen) / len(seen)
    assert errors["forecast"] < 0.8 * errors["scores"]


def test_a_moon_scoring_favours_who_leads() -> None:
    first, second, third = moon_shares([6.0, 3.0, -2.0], 2.0)
    assert first > second > third > 0.0
    assert first + second + third == pytest.approx(4.0)
    assert moon_shares([1.0, 1.0], 2.0) == pytest.approx([2.0, 2.0])


def test_the_same_seed_and_nodes_give_the_same_choice() -> None:
    for state in positions(3, every=19):
        if not state.over:
            assert chosen(state, "medium@100n") == chosen(state, "medium@100n")


# Futures


@pytest.mark.parametrize("players", [2, 5])
def test_futures_end_with_the_effort_and_count_only_whole_rounds_of_them(players: int) -> None:
    for state in positions(players, every=31):
        legal = state.legal()
        if state.over or len(legal) == 1:
            continue
        plan = TurnPlan(JUDGEMENT, state, 1, Chance(4))
        plan.follow_all(state, legal)
        racers: list[Racer] = [Candidate(line) for line in plan.lines]
        futures = Futures(JUDGEMENT, state, Effort(400), 0, Chance(5))
        alive = futures.compare(racers)
        assert alive
        assert futures.nodes < 400 + 200 or len(alive) == 1
        assert len({len(each.seen) for each in alive}) == 1
        assert all(0.0 <= value <= 1.0 for each in racers for value in each.seen)


def test_a_future_at_the_end_is_the_result() -> None:
    """Nothing but the last card of each is left to write: Siana wins by two points whatever Ulrich does."""
    state = position(Seat("U", tiles="aa"), Seat("S", tiles="ddd"), columns="0:[U] 1:[S]", last_round=True)
    plan = TurnPlan(JUDGEMENT, state, 100, Chance(0))
    plan.follow_all(state, state.legal())
    futures = Futures(JUDGEMENT, state, Effort(1000), 0, Chance(0))
    assert {futures.future(Candidate(line), Chance(6)) for line in plan.lines} == {0.0}


def test_equal_ways_to_end_the_game_are_not_compared_for_ever() -> None:
    """The last writer pays with a joker or without: the points are the same."""
    state = position(Seat("U", tiles="aaaaJ"), Seat("S", tiles="bbb"), columns="0:[U] 1:[S]", last_round=True)
    play(state, "write a#1")
    state.writers = 1
    assert len(state.legal()) == 2
    values = JUDGEMENT.search([state], state.legal(), Effort(10**6), Chance(0))
    assert values is not None
    assert values[0] == values[1] > 0.9


# Positions with one plainly right move

BOTH = pytest.mark.parametrize("level", ["medium", "strong@500n"])


@BOTH
def test_a_full_legend_is_written_before_the_game_runs_out(level: str) -> None:
    """The stacks end with the next move, and the last round is good for one card only."""
    state = position(
        Seat("U", tiles="ddddddffff"),
        Seat("S", cards="a#4 b#1"),
        columns="0:[B,U] 1:[S] 4:[B]",
        stacks="0:g 1:g 2:g 3:- 4:- 5:- 6:- 7:-",
    )
    assert chosen(state, level) in ("write d#4", "write f#2")


@BOTH
def test_the_last_card_is_the_dearest(level: str) -> None:
    state = position(Seat("U", tiles="aaaeeee"), Seat("S"), columns="0:[U] 1:[S]", last_round=True)
    assert chosen(state, level) == "write e#2"
    play(state, "write e#2")
    assert chosen(state, level) == "pay 0J"


@BOTH
def test_nothing_is_written_at_the_end_without_need_only_if_nothing_can_be(level: str) -> None:
    state = position(Seat("U", tiles="ab"), Seat("S"), columns="0:[U] 1:[S]", last_round=True)
    assert chosen(state, level) == "pass"


@BOTH
def test_who_leads_lets_the_moon_be_scored(level: str) -> None:
    """Ulrich's move uncovers nothing else: only whether he hears the fourth moon tile differs."""
    state = position(
        Seat("U", cards="d#4 e#4"),
        Seat("S", tiles="abcd"),
        columns="3:[U] 0:[S,B]",
        stacks="4:O 2:-",
        moon_fields=3,
    )
    assert chosen(state, level) == "move 3 cw"


@BOTH
def test_a_tile_that_completes_a_legend_is_better_than_one_that_starts_another(level: str) -> None:
    state = position(
        Seat("U", tiles="dd", cards="a#4 b#4 c#4"),
        Seat("S"),
        columns="3:[U] 0:[S,B]",
        stacks="4:d 2:a 0:g,d,d,d,e,e,e,a,a,f,f,g,g 1:g 5:g 6:g 7:g",
    )
    assert chosen(state, level) == "move 3 cw"


@BOTH
def test_useless_tiles_are_not_fetched_at_the_end(level: str) -> None:
    """Every tile that is heard now only costs a point."""
    state = position(Seat("U", cards="a#4"), Seat("S", cards="b#4"), columns="3:[U] 0:[S,B]", stacks="4:a 2:- 1:- 5:-")
    assert chosen(state, level) == "move 3 ccw"


@BOTH
def test_lys_gives_the_tile_that_fits(level: str) -> None:
    state = position(
        Seat("U", tiles="eee", cards="a#4 b#4"),
        Seat("S"),
        columns="3:[U] 0:[S,B]",
        stacks="1:a 5:e 6:b 0:g,d,d,e,e,a,a,f,f,g,g 7:b",
        lys=4,
    )
    play(state, "move 3 cw", "plain") if "plain" in _legal_after(state) else play(state, "move 3 cw")
    assert chosen(state, level) == "lys 5"


def _legal_after(state: State) -> list[str]:
    twin = state.clone()
    play(twin, "move 3 cw")
    return [action.notation for action in twin.legal_actions()]


@BOTH
def test_jokers_are_kept_where_tiles_are_at_hand(level: str) -> None:
    state = position(Seat("U", tiles="dddJ"), Seat("S"), columns="0:[U] 1:[S]", last_round=False, stacks="0:g,g,g,g,g")
    play(state, "write d#1")
    assert chosen(state, level) == "pay 0J"


@BOTH
def test_a_song_is_paid_with_what_no_legend_needs(level: str) -> None:
    state = position(
        Seat("U", tiles="dddaefg", cards="a#4 e#4 f#4 g#4"),
        Seat("S"),
        columns="0:[U] 1:[S]",
        stacks="0:g,d,d,d,d,e,e,f,f,c,c,b,b 2:c 3:c 4:c 5:c 6:b 7:b",
    )
    play(state, "song 4")
    assert chosen(state, level) == "pay aefg"
