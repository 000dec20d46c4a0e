"""What the bots know about Lumen: exact chances, nothing that a seat cannot know, and plain positions played right."""

import pytest

from lumarium import Chance
from lumarium.arena.players import new_bot
from lumarium.games.lumen.bots.deal import WIDTH
from lumarium.games.lumen.bots.judgement import LumenJudgement, Study, glances
from lumarium.games.lumen.bots.knowledge import Own, card_in, own_hands, read
from lumarium.games.lumen.rules.components import COLOURS
from lumarium.games.lumen.rules.indices import BIDDING, SLOT, slot_text
from lumarium.games.lumen.rules.state import NOTHING, State
from lumarium.kernel.catalogue import catalogue
from lumarium.kernel.effort import Effort
from tests.games.lumen.builder import GAME, PLAYERS, play, position, positions
from tests.games.printed import printed

JUDGEMENT = LumenJudgement()


def random_game(players: int, preset: str = "default", every: int = 12) -> list[State]:
    """Positions of a game of random decisions, the last one finished."""
    chance = Chance(f"{players}/{preset}")
    state = GAME.start(players, chance, GAME.presets[preset])
    assert isinstance(state, State)
    found: list[State] = []
    while state.turn is not None:
        if not found or chance.pick(every) == 0:
            found.append(state.clone())
        state.random_step(chance)
    return [*found, state]


def bidding(*hands: str, deal: int = 1, opens: int = 0) -> State:
    """Nobody has bid yet."""
    state = position(*hands, deal=deal, leads=opens)
    state.phase = BIDDING
    state.bids = [NOTHING] * len(hands)
    return state


def choice(state: State, bot: str = "medium") -> str:
    """What a bot decides in this position."""
    view = state.view(state.turn)
    action = new_bot(bot).choose(view, [GAME.actions[index] for index in view.legal], Chance(7))
    return action.notation.removeprefix("play ")


def another_world(state: State, seed: int) -> State:
    """What the seat on turn cannot tell from the truth."""
    world = GAME.imagine(state.view(state.turn), Chance(seed))
    assert isinstance(world, State)
    return world


@pytest.mark.parametrize("preset", list(printed(GAME)))
@pytest.mark.parametrize("players", PLAYERS)
def test_judges_every_position_of_a_game_and_changes_none(players: int, preset: str) -> None:
    for state in random_game(players, preset):
        before = [state.view(seat) for seat in range(players)]
        points, outlook = JUDGEMENT.forecast(state), JUDGEMENT.outlook(state)
        assert len(points) == players
        assert JUDGEMENT.doubt(state) > 0
        assert all(0 <= each <= 1 for each in outlook)
        assert sum(outlook) == pytest.approx(0.85 + 0.15 * players / 2)
        if state.turn is None:
            assert points == state.scores
            continue
        legal = state.legal()
        for values in (
            JUDGEMENT.appraise([state], legal, 40, Chance(1)),
            JUDGEMENT.search([state], legal, Effort(40), Chance(1)),
        ):
            assert values is not None
            assert len(values) == len(legal)
            assert all(0 <= each <= 1 for each in values)
        assert [state.view(seat) for seat in range(players)] == before


@pytest.mark.parametrize("players", PLAYERS)
def test_reasons_speak_both_languages(players: int) -> None:
    said = set()
    for state in random_game(players, every=4)[:-1]:
        for index in state.legal():
            reason = JUDGEMENT.reason(state, index)
            said.add(reason.key)
            for lang in ("en", "de"):
                assert "{" not in reason.render(lang)
    assert len(said) > 10
    assert said <= {f"reason.{key}" for key in catalogue("lumen", "de")["reason"]}


def test_a_reason_says_what_is_true() -> None:
    state = position("R8 G1", "R5 G2", "Y1 Y8 G3", leads=0, bids="0 0 1")
    play(state, "R#1", "R#1")
    assert JUDGEMENT.reason(state, state.legal()[0]).key == "reason.wins"
    assert JUDGEMENT.reason(state, state.legal()[2]).key == "reason.saves"
    state.bids[2] = 0
    assert JUDGEMENT.reason(state, state.legal()[2]).key == "reason.spoils"


@pytest.mark.parametrize("players", PLAYERS)
def test_chances_are_those_of_the_exact_worlds(players: int) -> None:
    checked = 0
    for state, _ in positions(players, 40):
        if state.turn is None:
            continue
        table = read(state)
        table.weigh(state.turn)
        chances = GAME.worlds(state.view(state.turn)).probabilities()
        for index in state.hands[state.turn]:
            card = card_in(table, state.turn, index, state.held[state.turn])
            worlds = chances[slot_text(index - SLOT)]
            for value in range(1, state.highest + 1):
                higher = sum(share for other, share in worlds.items() if other > value)
                assert table.above(card, value) == pytest.approx(float(higher))
                checked += 1
    assert checked > 500


@pytest.mark.parametrize("players", PLAYERS)
def test_own_hands_are_all_worlds(players: int) -> None:
    checked = 0
    for state, chance in positions(players, 30):
        if state.turn is None:
            continue
        worlds = GAME.worlds(state.view(state.turn))
        if worlds.count > 3000:
            assert len(own_hands(state, 50, chance)) == 50
            continue
        expected = sorted(
            sum(1 << COLOURS.index(slot[0]) * WIDTH + value - 1 for slot, value in world.items()) for world in worlds
        )
        assert sorted(own_hands(state, 3000, chance)) == expected
        checked += 1
    assert checked > 5


@pytest.mark.parametrize("players", PLAYERS)
def test_the_table_plays_by_the_rules(players: int) -> None:
    for number in range(10):
        chance = Chance(f"table {number}")
        state = GAME.start(players, chance)
        assert isinstance(state, State)
        for _ in range(players):
            state.random_step(chance)
        table = read(state)
        while state.deal == 1:
            seat = state.turn
            assert seat is not None
            assert table.turn == seat
            cards = sorted(card_in(table, seat, index, state.held[seat]) for index in state.legal())
            assert cards == [card for card in range(60) if table.legal() >> card & 1]
            index = chance.choice(state.legal())
            table.play(card_in(table, seat, index, state.held[seat]))
            state.step(index, chance)
        assert [hand.won for hand in table.hands] == state.sheet_tricks
        assert table.left == 0


@pytest.mark.parametrize("players", PLAYERS)
def test_no_seat_uses_its_own_values(players: int) -> None:
    """LU-53: whoever decides in an imagined world decides the same in all worlds that look the same to that seat."""
    differed = 0
    for state, _ in positions(players, 14):
        if state.turn is None:
            continue
        legal = state.legal()
        twin = another_world(state, 3)
        differed += twin.values != state.values
        assert glances(twin, legal) == glances(state, legal)
        assert JUDGEMENT.search([twin], legal, Effort(60), Chance(1)) == JUDGEMENT.search(
            [state], legal, Effort(60), Chance(1)
        )
    assert differed > 5


@pytest.mark.parametrize("bot", ["medium", "strong@600n"])
def test_all_of_yellow_wins_all_tricks(bot: str) -> None:
    yellow = " ".join(f"Y{value}" for value in range(1, 11))
    state = bidding(
        yellow,
        "R1 R2 R3 G1 G2 G3 B1 B2 P1 P2",
        "R4 R5 R6 G4 G5 B3 B4 B5 P3 P4",
        "R7 R8 R9 G6 G7 B6 B7 B8 P5 P6",
    )
    assert choice(state, bot) == "bid 10"
    play(state, "bid 10")
    assert choice(state, bot) == "bid 0"


@pytest.mark.parametrize("bot", ["medium", "strong@600n"])
def test_wins_with_the_highest_and_ducks_with_the_lowest(bot: str) -> None:
    state = position("R5 G1 B1", "R4 G2 B2", "R2 R6 R8", leads=0, bids="0 0 3")
    play(state, "R#1", "R#1")
    assert choice(state, bot) == "R#3"
    state.bids[2] = 0
    assert choice(state, bot) == "R#1"


@pytest.mark.parametrize("bot", ["medium", "strong@600n"])
@pytest.mark.parametrize(("bid", "card"), [("2", "Y#1"), ("1", "G#1")])
def test_trumps_only_where_both_tricks_are_needed(bid: str, card: str, bot: str) -> None:
    """The last yellow card wins now or later; after winning now, the green card would probably win too."""
    state = position("R8 G1", "R5 G2", "Y1 G3", leads=0, bids=f"0 0 {bid}")
    play(state, "R#1", "R#1")
    assert choice(state, bot) == card


def test_strong_repeats_with_a_node_budget() -> None:
    for state, _ in positions(4, 6, seed=5):
        if state.turn is not None:
            assert choice(state, "strong@500n") == choice(state, "strong@500n")


def test_bids_of_the_others_tell_about_the_own_hand() -> None:
    """Two worlds: the own yellow card is the highest or the lowest. Somebody else with much yellow bids low in one."""
    hands = (
        "Y10 R1 R2 R3 G1 G2 G3 B1 B2 B3",
        "Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 R4 R5",
        "R6 R7 R8 G4 G5 G6 B4 B5 B6 P1",
        "R9 R10 G7 G8 G9 B7 B8 B9 P2 P3",
    )
    odds = []
    for bid in ("8", "5"):
        state = bidding(*hands, opens=1)
        play(state, f"bid {bid}", "bid 0", "bid 1")
        own = Own(state, own_hands(state, 10_000, Chance(1)))
        own.heed_bids(state)
        with_ten = sum(odd for hand, odd in zip(own.hands, own.odds, strict=True) if hand >> 9 & 1)
        odds.append(with_ten / own.total)
    assert odds[0] < 0.5 < odds[1]


@pytest.mark.parametrize(("lost", "least", "most"), [("1 2 3", 0.95, 1.0), ("0 2 3", 0.0, 0.2)])
def test_looks_at_the_match_in_the_last_deal(lost: str, least: float, most: float) -> None:
    """Far ahead, any sensible bid wins, far behind, none."""
    chance = Chance(3)
    state = GAME.start(4, chance)
    assert isinstance(state, State)
    state.deal = 4
    state.sheet_bids = [0] * 12
    state.sheet_tricks = [5 if str(seat) in lost else 0 for seat in range(4)] * 3
    state.opener = state.turn = 0
    study = Study(state, state.legal(), Own(state, own_hands(state, 100, chance)), chance)
    assert least < max(study.run(Effort(400))) < most
