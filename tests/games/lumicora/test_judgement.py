"""What the bots know about Lumicora: judged on whole games, and on positions where one move is plainly right."""

import pytest

from lumarium import Chance
from lumarium.arena.players import new_bot
from lumarium.bots.search.planner import plan
from lumarium.games.lumicora.bots.futures import Candidate, Futures
from lumarium.games.lumicora.bots.glance import best_scoring, play_turn
from lumarium.games.lumicora.bots.judgement import LumicoraJudgement
from lumarium.games.lumicora.bots.prospects import Prospects, scorings_left, turns_left
from lumarium.games.lumicora.rules import scoring
from lumarium.games.lumicora.rules.components import COLOURS, KIND, SPECIES
from lumarium.games.lumicora.rules.indices import FEEDING, LAY, SCORING
from lumarium.games.lumicora.rules.state import State
from lumarium.kernel.catalogue import has
from lumarium.kernel.effort import Effort
from lumarium.kernel.racing import FEWEST, Racer
from tests.games.lumicora.builder import GAME, LIGHT, B, Seat, play, position, scoring_phase
from tests.games.printed import printed

JUDGEMENT = LumicoraJudgement()


def positions(players: int, preset: str, every: int = 40) -> list[State]:
    """Positions of a game of random and of sensible decisions, the last one finished."""
    chance = Chance(f"{players}/{preset}")
    state = GAME.start(players, chance, GAME.presets[preset])
    assert isinstance(state, State)
    found: list[State] = []
    while state.turn is not None:
        if len(found) < 2 or chance.pick(every) == 0:
            found.append(state.clone())
        if chance.pick(2):
            state.random_step(chance)
        else:
            state.step(JUDGEMENT.decide(state, chance), chance)
    return [*found, state]


def choice(state: State, bot: str = "medium") -> str:
    """What a bot decides in this position."""
    view = state.view(state.turn)
    return new_bot(bot).choose(view, [GAME.actions[index] for index in view.legal], Chance(7)).notation


def whole_turn(state: State, bot: str = "medium") -> list[str]:
    """Plays the bot's decisions to the end of the turn."""
    seat, moves = state.turn, list[str]()
    while state.turn == seat and state.view(None).phase != "score":
        moves.append(choice(state, bot))
        play(state, moves[-1])
    return moves


# Whole games


@pytest.mark.parametrize("preset", list(printed(GAME)))
@pytest.mark.parametrize("players", GAME.players)
def test_judges_every_position_of_a_game(players: int, preset: str) -> None:
    for state in positions(players, preset):
        before = state.view(None)
        points, outlook = JUDGEMENT.forecast(state), JUDGEMENT.outlook(state)
        assert len(points) == players
        assert JUDGEMENT.doubt(state) > 0
        assert all(0 <= each <= 1 for each in outlook)
        assert sum(outlook) == pytest.approx(0.85 + 0.15 * players / 2)
        if state.turn is None:
            assert points == state.scores
            continue
        legal = state.legal()
        assert JUDGEMENT.decide(state, Chance(1)) in legal
        values = plan(JUDGEMENT, [state], legal, 600, Chance(1))
        assert len(values) == len(legal)
        assert all(0 <= value <= 1 for value in values)
        for index in legal[:: max(1, len(legal) // 3)]:
            reason = JUDGEMENT.reason(state, index)
            for lang in ("en", "de"):
                assert has("lumicora", reason.key, lang)
                assert "{" not in reason.render(lang)
        assert state.view(None) == before
        assert state.legal() == legal


@pytest.mark.parametrize("preset", list(printed(GAME)))
def test_prospects_without_turns_to_come_are_the_points_on_the_table(preset: str) -> None:
    """With nothing to hope for, only unscored colours differ from the score sheet: they count as if scored."""
    for state in positions(3, preset):
        for seat in range(3):
            prospects = Prospects(state, seat, 0)
            unscored = [
                sum(scoring.coral_numbers(state.reefs[seat], colour))
                for colour in range(len(COLOURS))
                if not state.has_scored(seat, colour)
            ]
            hoped = sorted(unscored, reverse=True)[: scorings_left(state, seat)]
            majorities = sum(points for key, _, points in scoring.final_entries(state, seat) if key == "majority")
            modelled = sum(prospects.majorities[colour][prospects.shown[colour]] for colour in range(len(COLOURS)))
            expected = state.scores[seat] - majorities + modelled + sum(hoped) + 2 * len(hoped)
            assert prospects.total(state) == pytest.approx(expected)


def test_a_gain_is_the_difference_that_the_lumino_makes() -> None:
    """The quick sum over what changes agrees with counting the reef up again, but for what the others lose."""
    for preset in printed(GAME):
        for state in positions(2, preset, every=12):
            if state.view(None).phase != "lay":
                continue
            assert state.turn is not None
            seat, kind = state.turn, state.laying % len(KIND)
            before = Prospects(state, seat, 3)
            before.contested = before.majorities
            for index in state.legal()[1:]:
                after = before.after(state, kind, index - LAY)
                gain = before.gain(kind, index - LAY)
                assert after.total(state) - before.total(state) == pytest.approx(gain)


@pytest.mark.parametrize("preset", list(printed(GAME)))
def test_gains_counted_together_are_those_counted_one_by_one(preset: str) -> None:
    for state in positions(2, preset, every=12):
        if state.view(None).phase == "lay":
            assert state.turn is not None
            prospects, kind = Prospects(state, state.turn, 3), state.laying % len(KIND)
            placements = prospects.lays(kind)
            alone = [prospects.gain(kind, placement) for placement in placements]
            assert prospects.gains(kind, placements) == pytest.approx(alone)


def test_turns_and_scoring_phases_that_are_left() -> None:
    state = position(players=3, octopus=1, turn=2, round_number=4)
    assert [turns_left(state, seat) for seat in range(3)] == [7, 6, 7]
    assert [scorings_left(state, seat) for seat in range(3)] == [7, 7, 7]
    state = scoring_phase(players=3, octopus=1, round_number=10)
    play(state, "pass")
    assert [turns_left(state, seat) for seat in range(3)] == [0, 0, 0]
    assert [scorings_left(state, seat) for seat in range(3)] == [1, 0, 1]


# Futures


def forecast_after(state: State, index: int) -> float:
    """The points that the seat on turn can expect after a decision."""
    assert state.turn is not None
    after = state.clone()
    after.step(index, Chance(0))
    return JUDGEMENT.forecast(after)[state.turn]


@pytest.mark.parametrize("preset", list(printed(GAME)))
@pytest.mark.parametrize("players", GAME.players)
def test_a_short_look_at_the_scoring_phase_finds_what_counting_everything_up_finds(players: int, preset: str) -> None:
    chance = Chance(f"scorings/{players}/{preset}")
    state = GAME.start(players, chance, GAME.presets[preset])
    assert isinstance(state, State)
    seen = 0
    while state.turn is not None:
        decided = JUDGEMENT.decide(state, chance)
        if state.phase == SCORING:
            seen += 1
            legal = state.legal()
            points = [forecast_after(state, index) for index in legal]
            assert points[legal.index(best_scoring(state))] == pytest.approx(max(points), rel=0, abs=1e-6)
        state.step(decided, chance)
    assert seen >= 8 * players


@pytest.mark.parametrize("preset", list(printed(GAME)))
def test_a_turn_at_a_short_look_is_one_whole_turn(preset: str) -> None:
    chance = Chance(f"turns/{preset}")
    for state in positions(3, preset, every=12):
        if state.turn is not None and state.phase == FEEDING:
            seat = state.turn
            luminos = len(state.reefs[seat].tiles) + state.returns[seat]
            assert 2 <= play_turn(state, chance) <= 10
            assert not state.hand
            assert state.phase == SCORING or (state.phase == FEEDING and state.turn == (seat + 1) % 3)
            assert len(state.reefs[seat].tiles) + state.returns[seat] - luminos <= 3


def test_players_of_a_future_plan_better_than_at_a_glance() -> None:
    """Futures among players who see nothing but the next Lumino are no guide: on the same luck those lose."""
    lead = 0
    for number in range(6):
        chance = Chance(f"short look/{number // 2}")
        state = GAME.start(2, chance, GAME.presets["A-dark"])
        assert isinstance(state, State)
        while state.turn is not None:
            if state.turn == number % 2 and state.phase == FEEDING:
                play_turn(state, chance)
            else:
                state.step(JUDGEMENT.decide(state, chance), chance)
        lead += state.scores[number % 2] - state.scores[1 - number % 2]
    assert lead > 6 * 4


def test_futures_end_with_the_effort() -> None:
    state = position(round_number=4)
    ways: list[Racer] = [Candidate(place, [index], 0.5) for place, index in enumerate(state.legal())]
    futures = Futures(JUDGEMENT, state, Effort(150), Chance(5))
    futures.compare(ways)
    assert 150 <= futures.nodes < 150 + 10
    assert len({len(way.seen) for way in ways}) == 1, "all have met the same luck"


def test_gives_up_what_makes_no_difference() -> None:
    futures = Futures(JUDGEMENT, position(round_number=4), Effort(1), Chance(5))
    luck = [0.3 + 0.4 * (number % 2) for number in range(FEWEST)]
    best, same, close = (Candidate(index, [index], 0.5) for index in range(3))
    best.seen = same.seen = luck
    close.seen = [each + (0.05 if place % 2 else -0.06) for place, each in enumerate(luck)]
    best.total, same.total, close.total = sum(luck), sum(luck), sum(close.seen)
    assert futures.survivors([best, same, close]) == [best, close]


# Where one move is plainly right


@pytest.mark.parametrize("bot", ["medium", "strong@400n"])
def test_takes_the_luminos_that_complete_the_starfish(bot: str) -> None:
    """Last turn: two starfish are worth 7 points; nothing else in reach brings more than a majority."""
    state = position(
        Seat("G1starfish[(-1,0)(-1,1)] G1starfish[(0,-1)(1,-2)]", scored="GPBY", display="P6 P6 B6 B6"),
        Seat(scored="GPBY"),
        turn=0,
        octopus=1,
        round_number=10,
        atoll="G2starfish G1starfish Y6 B6",
    )
    moves = whole_turn(state, bot)
    assert {"take G2starfish", "take G1starfish"} <= set(moves)
    assert len(scoring.visible_animals(state.reefs[0])[SPECIES.index("starfish")]) == 4


def test_covers_the_small_number_and_leaves_the_large_one() -> None:
    """Green shows 1 and 6 in level 1. Covering the 1 makes 6 of it, and the new 5 counts in level 2."""
    state = position(
        Seat("G1[(-1,0)(0,-1)] G6[(-1,1)(-2,1)]", scored="PBY"),
        Seat(scored="GPBY"),
        octopus=1,
        round_number=10,
        hand="G5",
    )
    play(state, choice(state))
    assert scoring.coral_numbers(state.reefs[0], COLOURS.index("green")) == [6, 5]


def test_buries_no_animals_without_need() -> None:
    """The crabs lie where the Lumino would fit; there is room beside them."""
    state = position(
        Seat("G3crab[(-1,0)(0,-1)] G2crab[(-1,1)(0,1)]", scored="GPBY"),
        Seat(scored="GPBY"),
        octopus=1,
        round_number=10,
        hand="G4crab",
    )
    play(state, choice(state))
    assert len(scoring.visible_animals(state.reefs[0])[SPECIES.index("crab")]) == 3


def test_takes_nothing_that_it_would_have_to_return() -> None:
    """Without limestone, pink finds no ground: the second Lumino would only cost a point."""
    state = position(
        Seat(scored="GPBY", display="Y6 Y6 Y6 Y6"),
        Seat(scored="GPBY"),
        octopus=1,
        round_number=10,
        atoll="G6 P6 B6 B6",
    )
    assert "return" not in whole_turn(state)


def test_scores_what_it_has_before_it_is_too_late() -> None:
    state = scoring_phase(Seat("G6[(-1,0)(0,-1)] P2[(2,0)(1,1)]", scored="BY"), Seat(scored="GPBY"), round_number=9)
    assert choice(state) != "pass"
    state = scoring_phase(Seat("G6[(-1,0)(0,-1)] P2[(2,0)(1,1)]", scored="BY"), Seat(scored="GPBY"), round_number=10)
    assert choice(state) == "score green"


def test_does_not_score_a_bare_colour_early() -> None:
    state = scoring_phase(Seat("G2[(-1,0)(0,-1)]"), Seat(), round_number=2)
    assert choice(state) == "pass"


def test_covers_remote_limestone_on_side_b() -> None:
    """One limestone marker saves the 3 points of the corner (4,-3)."""
    state = position(
        Seat("P6[(2,0)(2,-1)]", limestone=2, scored="GPBY"),
        Seat(scored="GPBY"),
        octopus=1,
        round_number=10,
        options=B,
        hand="P6",
    )
    play(state, choice(state))
    assert scoring.penalties(state.reefs[0])[1] == 12 - 3


def test_light_side_counts_neighbours() -> None:
    """A starfish in level 2 with lower neighbours is worth more than one at the foot of the reef."""
    state = position(
        Seat("G6[(-1,0)(0,-1)] G6[(-1,1)(0,1)]", scored="GPBY"),
        Seat(scored="GPBY"),
        octopus=1,
        round_number=10,
        options=LIGHT,
        hand="G1starfish",
    )
    play(state, choice(state))
    (space,) = scoring.visible_animals(state.reefs[0])[SPECIES.index("starfish")]
    assert state.reefs[0].heights[space] == 2


# Bots


def test_does_not_feed_what_the_next_seat_needs() -> None:
    """With four starfish it is all the same to the own reef; to the other one a blue starfish is worth 4 points."""
    starfish = "G1starfish[(-1,0)(-1,1)] G2starfish[(0,-1)(1,-2)] P1starfish[(2,0)(2,-1)] P2starfish[(1,1)(0,1)]"
    state = position(
        Seat(starfish, scored="GPBY", display="B1starfish B6 B6 B6"),
        Seat("B1starfish[(2,0)(1,1)]", start="GB", scored="GPBY"),
        round_number=10,
        atoll="P6 P6 P6 P6",
    )
    assert choice(state) == "feed B6"


@pytest.mark.parametrize("bot", ["easy", "medium", "strong@300n"])
def test_same_seed_and_nodes_same_decisions(bot: str) -> None:
    state = positions(2, "A-dark", every=12)[5]
    assert choice(state, bot) == choice(state, bot)


def test_strong_keeps_outlooks_between_0_and_1() -> None:
    for state in positions(2, "B-dark", every=60)[:-1]:
        legal = state.legal()
        values = JUDGEMENT.search([state], legal, Effort(200), Chance(3))
        assert values is not None
        assert len(values) == len(legal)
        assert all(0 <= value <= 1 for value in values)
