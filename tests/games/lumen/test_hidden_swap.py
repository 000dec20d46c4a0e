"""Exchanging values that a seat cannot see changes not one byte of what that seat gets (LU-44, LU-54)."""

import msgspec
import pytest

from lumarium import Chance, Match
from lumarium.games.lumen.options import Options
from lumarium.games.lumen.rules.state import State
from lumarium.kernel.errors import LumariumError
from tests.games.lumen.builder import GAME, PLAYERS, state_of, truth

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva")


class Walk:
    """A random match, with the position at the beginning of its current deal."""

    def __init__(self, players: int, seed: int) -> None:
        self.chance = Chance(f"swap {players} {seed}")
        options = Options(last_trick=bool(seed % 2))
        self.match = Match("lumen", players, seed, options, NAMES[:players])
        self._mark()

    def _mark(self) -> None:
        self.dealt = self.match.state.clone()
        self.version = self.match.version

    def go(self, moves: int) -> None:
        for _ in range(moves):
            if self.match.over:
                return
            deal = self.state.deal
            self.match.play(self.chance.choice(self.match.state.legal_actions()))
            if self.state.deal != deal:
                self._mark()

    @property
    def state(self) -> State:
        return state_of(self.match)

    def in_another_world(self, seat: int) -> Match:
        """The same match with other values in the seat's hand: the deal is played again, move by move."""
        view = self.state.view(seat)
        imagined = GAME.imagine(view, self.chance)
        dealt = self.dealt.clone()
        assert isinstance(imagined, State)
        assert isinstance(dealt, State)
        dealt.values = imagined.values
        twin = self.match.record.replay(at=self.version)
        twin.state = dealt
        for entry in self.match.record.entries[self.version :]:
            twin.play(entry.move, entry.seat)  # type: ignore[union-attr]
        return twin


def received(match: Match, seat: int) -> dict[str, object]:
    """Everything that a seat gets, as bytes and texts."""
    state = state_of(match)
    view = state.view(seat)
    got: dict[str, object] = {
        "view": msgspec.json.encode(view),
        "legal": view.legal,
        "notation": [state.actions[index].notation for index in view.legal],
        "excerpt": match.record.excerpt(),
    }
    for lang in ("en", "de"):
        got[f"scene {lang}"] = GAME.scene(view, lang, match.names).json()
        got[f"board {lang}"] = GAME.board(view, lang, match.names)
        got[f"log {lang}"] = match.log(seat, lang)
        got[f"sheet {lang}"] = [state.score_sheet(owner, lang) for owner in range(state.players)]
    seen = [event.for_seat(seat) for played in match.history for event in played.events]
    got["events"] = [event.data() for event in seen if event is not None]
    if seat == state.turn:
        got["errors"] = [refusals(match, action) for action in range(len(state.actions))]
    return got


def refusals(match: Match, action: int) -> tuple[str, str] | None:
    try:
        match.state.check(action)
    except LumariumError as error:
        return error.describe("en"), error.describe("de")
    return None


@pytest.mark.rule("LU-44", "LU-51", "LU-54", "LU-E38")
@pytest.mark.parametrize("players", PLAYERS)
def test_hidden_swap(players: int, long: bool) -> None:
    tried = changed = 0
    for seed in range(10_000):
        walk = Walk(players, seed)
        while not walk.match.over and tried < (1_000 if long else 60):
            walk.go(1 + walk.chance.pick(20))
            turn = walk.state.turn
            seat = turn if turn is not None and walk.chance.pick(2) else walk.chance.pick(players)
            other = walk.in_another_world(seat)
            assert received(other, seat) == received(walk.match, seat)
            changed += truth(state_of(other), seat) != truth(walk.state, seat)
            tried += 1
        if tried >= (1_000 if long else 60):
            break
    assert changed > tried / 2


@pytest.mark.rule("LU-43", "LU-54")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_swap_would_notice_what_the_others_see(players: int) -> None:
    """The same comparison for another seat, which does see these values, must find differences."""
    walk = Walk(players, 1)
    walk.go(players + 2)
    other = walk.in_another_world(0)
    assert state_of(other).values != walk.state.values
    assert received(other, 1) != received(walk.match, 1)
