"""What the bots know about Luminos: judged on whole games, and on positions where one move is plainly right."""

import pytest

import lumarium
from lumarium import Chance
from lumarium.arena.players import new_bot
from lumarium.bots.search.planner import plan
from lumarium.games.luminos.bots.futures import Futures, ways
from lumarium.games.luminos.bots.judgement import LuminosJudgement
from lumarium.games.luminos.bots.prospects import ENTRIES, need_of, sheet_points
from lumarium.games.luminos.bots.reasons import reason
from lumarium.games.luminos.bots.turnplan import TurnPlan
from lumarium.games.luminos.rules.indices import TAKING
from lumarium.games.luminos.rules.scoring import ONE, entry_value
from lumarium.games.luminos.rules.state import State
from lumarium.kernel.catalogue import catalogue, has
from lumarium.kernel.effort import Effort
from tests.games.luminos.builder import GAME, Seat, play, position, start
from tests.games.printed import printed

JUDGEMENT = LuminosJudgement()


def random_positions(players: int, preset: str, every: int = 15) -> list[State]:
    """Positions of a game of random decisions, the last one finished."""
    chance = Chance(f"{players}/{preset}")
    state = GAME.start(players, chance, GAME.presets[preset])
    assert isinstance(state, State)
    found: list[State] = []
    while state.turn is not None:
        if len(found) < 2 or chance.pick(every) == 0:
            found.append(state.clone())
        state.random_step(chance)
    return [*found, state]


def choice(state: State, bot: str = "medium") -> str:
    """What a bot decides in this position."""
    view = state.view(state.turn)
    return new_bot(bot).choose(view, [GAME.actions[index] for index in view.legal], Chance(7)).notation


@pytest.mark.parametrize("preset", list(printed(GAME)))
@pytest.mark.parametrize("players", GAME.players)
def test_judges_every_position_of_a_game(players: int, preset: str) -> None:
    for state in random_positions(players, preset):
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
        for index in legal:
            reason = JUDGEMENT.reason(state, index)
            for lang in ("en", "de"):
                assert has("luminos", reason.key, lang)
                assert "{" not in reason.render(lang)
        assert state.view(None) == before
        assert state.legal() == legal


def test_entries_of_all_squares_are_those_of_the_rules() -> None:
    for suns in range(17):
        for moons in range(17 - suns):
            shown = suns * ONE[0] + moons * ONE[1]
            assert ENTRIES[shown] >> 3 == entry_value(shown)


def test_future_entries_go_into_the_shortest_column() -> None:
    sheet = [[4, 4, 4], [3, 3], []]
    assert sheet_points(sheet, 0.0, 2.0) == 0
    assert sheet_points(sheet, 1.0, 2.0) == 4 + 3 + 2
    assert sheet_points(sheet, 2.0, 2.0) == 4 + 3 + 2 + 4 + 3 + 2
    assert sheet_points(sheet, 4.0, 2.0) == 12 + 6 + 4 * 2


def test_an_entry_is_worth_most_where_the_sheet_lacks_it() -> None:
    need = need_of([[2, 2, 2, 2], [2, 2], []], 3.0, JUDGEMENT.weights)
    sun, moon, star = ONE
    assert need.gain(4 * star) > need.gain(4 * moon) > need.gain(4 * sun)


@pytest.mark.parametrize("bot", ["medium", "strong@150n"])
def test_takes_the_tile_that_completes_the_row(bot: str) -> None:
    """A star in the gap gives the 3 stars that two waiting rows lack; a sun gives nothing."""
    state = position(
        Seat(sky="TT .\n[T] T", sheet="S [3,3] M [3,3] T [2]"),
        display="S T",
        bag="S S S S S S",
    )
    assert choice(state, bot) == "take T"
    play(state, "take T")
    assert choice(state, bot) == "place (1,1)"


def test_fills_the_column_that_the_sheet_lacks() -> None:
    """Four suns for a column that is far ahead, or one star for an empty one."""
    sky = """
        .  S  .
        T [S] S
    """
    state = position(Seat(sky=sky, sheet="S [4,4,4,4,4] M [2,2] T []"), hand="S")
    legal = state.legal()
    suns, star = (legal.index(GAME.actions.parse(f"place {cell}").index) for cell in ("(1,1)", "(-1,1)"))
    values = plan(JUDGEMENT, [state], legal, 600, Chance(1))
    assert values[star] > values[suns]


def test_ends_the_game_when_that_wins() -> None:
    """Level on rows: the sun in the gap reaches the target row, and with its 6 points the game is won."""
    state = position(
        Seat(sky="SS .\n[S] S", sheet="S [3,3,3,3,3,3,3] M [3,3,3,3,3,3] T [3,3,3,3,3,3]", used="SMT"),
        Seat(sheet="S [3,3,3,3,3,3] M [3,3,3,3,3,3] T [3,3,3,3,3,3]", used="SMT"),
        opened_by=1,
        display="S T",
    )
    assert choice(state) == "take S"
    play(state, "take S")
    assert choice(state) == "place (1,1)"


def test_does_not_end_the_game_when_that_loses() -> None:
    """The last to play in the round trails by more than the target row gives: anything else is better."""
    state = position(
        Seat(sky="SS .\n[S] S", sheet="S [2,2,2,2,2,2,2] M [2] T [2]", used="SMT"),
        Seat(sheet="S [4,4,4,4] M [4,4,4,4] T [4,4,4,4]", used="SMT"),
        opened_by=1,
        hand="S",
    )
    assert choice(state) != "place (1,1)"


def test_keeps_a_marker_that_gains_less_than_its_worth() -> None:
    state = position(Seat(sky="SS .\n[S] S"), hand="S", last_round=True, opened_by=1)
    play(state, "place (1,1)")
    assert choice(state) == "done"


def test_uses_a_marker_that_makes_three_entries_of_one() -> None:
    """Two suns, two moons and a star: with the star marker the square gives 2 in every column, a whole row."""
    state = position(Seat(sky="SM .\n[S] M"), hand="T", last_round=True, opened_by=1)
    play(state, "place (1,1)")
    assert choice(state) == "mark T"


def test_writes_the_larger_entry_first() -> None:
    """Both squares are for the sun; only one of them completes a row, and the game ends."""
    sky = """
        S   .  SS
        [S] S  SSS
    """
    state = position(Seat(sky=sky, sheet="M [3] T [3]", used="SMT"), hand="S", last_round=True, opened_by=1)
    play(state, "place (1,1)")
    assert choice(state) == "score se"


@pytest.mark.parametrize("players", GAME.players)
def test_futures_end_with_the_effort_and_count_only_whole_rounds_of_them(players: int) -> None:
    for state in random_positions(players, "A", every=31):
        if state.turn is None or state.phase < TAKING or len(state.legal()) == 1:
            continue
        turn = TurnPlan(state, JUDGEMENT.weights)
        legal = state.legal()
        racers = ways(turn, legal, [0.5] * len(legal))
        assert {racer.place for racer in racers} == set(range(len(legal)))
        futures = Futures(JUDGEMENT, state, Effort(150), Chance(5))
        alive = futures.compare(racers)
        assert futures.nodes < 150 + 10 or len(alive) == 1
        assert len({len(each.seen) for each in alive}) == 1, "all have met the same luck"
        assert all(0.0 <= value <= 1.0 for each in racers for value in each.seen)


def test_a_future_at_the_end_is_the_result() -> None:
    """In the last turn of the game, far behind, no way through it changes the places."""
    state = position(
        Seat(sky="SS .\n[S] S", used="SMT"),
        Seat(sheet="S [4,4,4,4] M [4,4,4,4] T [4,4,4,4]", used="SMT"),
        opened_by=1,
        last_round=True,
        hand="S",
    )
    legal = state.legal()
    futures = Futures(JUDGEMENT, state, Effort(1000), Chance(0))
    found = ways(TurnPlan(state, JUDGEMENT.weights), legal, [0.5] * len(legal))
    assert {futures.future(racer, Chance(6)) for racer in found} == {0.0}


def test_the_same_nodes_give_the_same_decision() -> None:
    first, second = start(2, 5), start(2, 5)
    assert choice(first, "strong@100n") == choice(second, "strong@100n")


def test_reasons_say_what_happens() -> None:
    state = position(Seat(sky="TT .\n[T] T", sheet="S [3] M [3]"), display="S T", bag="S S S S")
    index = GAME.actions.parse("take T").index
    assert JUDGEMENT.reason(state, index).render("en") == "completes row 1: 11 more points"
    assert JUDGEMENT.reason(state, index).render("de") == "vollendet Zeile 1: 11 Punkte mehr"
    picking = GAME.start(2, Chance(0), GAME.presets["picked"])
    assert isinstance(picking, State)
    assert reason(picking, 0).render("en") == "its first square gives 2 for moon, star"


def test_every_reason_is_told_in_both_languages() -> None:
    assert set(catalogue("luminos", "en")["reason"]) == set(catalogue("luminos", "de")["reason"])


def test_the_registry_gives_this_judgement() -> None:
    assert isinstance(lumarium.game("luminos").judgement, LuminosJudgement)
