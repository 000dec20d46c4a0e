"""Positions of Lumen, written as the rules digest writes them: a hand is `Y2 Y5 R1 R7`, a slot `R#2`, a bid `3+`."""

from collections.abc import Iterator

from librt.vecs import append, vec
from mypy_extensions import i64

import lumarium
from lumarium import Chance, Event, Match
from lumarium.games import lumen
from lumarium.games.lumen.options import Options
from lumarium.games.lumen.rules.components import COLOURS, HIGHEST_VALUE
from lumarium.games.lumen.rules.indices import BIT, OVER, PLAYING, SLOTS, bid_number, slot_at
from lumarium.games.lumen.rules.state import NOTHING, State
from lumarium.games.lumen.rules.view import View
from tests.games import referee

GAME = lumen.GAME
PLAYERS = [3, 4, 5]
REWARD = {1: 10, 2: 20, 3: 30, 4: 40}


def start(players: int, seed: int | str = 0, options: Options | None = None) -> State:
    """A new game."""
    state = GAME.start(players, Chance(seed), options)
    assert isinstance(state, State)
    return state


def state_of(match: Match) -> State:
    """The position of a match."""
    assert isinstance(match.state, State)
    return match.state


def position(*hands: str, leads: int = 0, deal: int = 1, bids: str = "", options: Options | None = None) -> State:
    """Everyone has bid, and `leads` is to lead the first trick. Hands may be shorter than ten cards."""
    players = len(hands)
    state = State(players, options or Options())
    owners = [NOTHING] * len(all_cards(players))
    for seat, hand in enumerate(hands):
        for card in hand.split():
            owners[_number(card, players)] = seat
    state.take_up(vec[i64](owners))
    state.deal, state.phase = deal, PLAYING
    state.opener = state.turn = leads
    state.bids = [bid_number(bid) for bid in (bids or "0 " * players).split()]
    return state


def before_last_trick(*cards: str, won: str, leads: int = 0, deal: int = 1, bids: str = "") -> State:
    """Everyone has one card left; the nine tricks before were won by these seats, with whatever cards."""
    players = len(cards)
    deck = [card for card in all_cards(players) if card not in cards]
    packets = [[deck.pop() for _ in range(9)] for _ in cards]
    hands = [" ".join([card, *packet]) for card, packet in zip(cards, packets, strict=True)]
    state = position(*hands, leads=leads, deal=deal, bids=bids)
    for number in range(9):
        for seat in range(players):
            slot = _slot(state, seat, packets[seat][number])
            state.played = append(state.played, seat * SLOTS + slot)
            state.held[seat] ^= BIT[slot]
    state.winners = [int(seat) for seat in won.split()]
    assert len(state.winners) == 9
    return state


def scored(players: int, *deals: str) -> State:
    """The score pad after these deals, each written as its points by seat; after four deals the game is over."""
    state = position(*[""] * players, deal=len(deals))
    for deal, points in enumerate(deals, 1):
        entries = [_entry(deal, int(number)) for number in points.split()]
        assert len(entries) == players
        state.sheet_bids += [bid for bid, _ in entries]
        state.sheet_tricks += [tricks for _, tricks in entries]
    if len(deals) == 4:
        state.turn, state.phase = None, OVER
    return state


def next_deal(state: State, seed: int = 0) -> State:
    """The deal after the score pad's last."""
    state.begin_deal(Chance(seed), None)
    return state


def play(state: State, *moves: str, chance: Chance | None = None) -> list[Event]:
    """Plays moves in notation (`R#2` for `play R#2`) and tells what happened."""
    luck = chance or Chance(0)
    return [event for move in moves for event in state.apply(_action(move), luck)]


def play_last(state: State, cards: int | None = None, chance: Chance | None = None) -> list[Event]:
    """So many players, or all, play the only card that they have left."""
    events = []
    for _ in range(cards or state.players):
        (move,) = legal(state)
        events += play(state, move, chance=chance)
    return events


def play_on(state: State, chance: Chance, until_deal: int = 5) -> list[Event]:
    """Random play until that deal begins, or to the end."""
    events = []
    while not state.over and state.deal < until_deal:
        events += state.apply(chance.choice(state.legal_actions()), chance)
    return events


def legal(state: State) -> list[str]:
    """What may be done now: bids as `bid 3+`, plays as `R#2`."""
    return [action.notation.removeprefix("play ") for action in state.legal_actions()]


def refused(state: State, move: str, lang: str = "en") -> str:
    """The move is illegal by both doors and changes nothing; gives the reason in words."""
    return referee.refused(state, _action(move), lang)


def table(state: State, seat: int | None = None) -> str:
    """What lies on the table, in the order of play, as in `R4 R3`."""
    trick = state.view(seat).trick
    return "" if trick is None else " ".join(f"{play.colour}{play.value}" for play in trick.plays)


def hand(view: View, seat: int) -> str:
    """A hand as a viewer sees it, as in `Y2 R#1`."""
    return " ".join(card.slot if card.value is None else f"{card.colour}{card.value}" for card in view.hands[seat])


def truth(state: State, seat: int) -> dict[str, int]:
    """The values of a seat's slots that are still held."""
    view = state.view((seat + 1) % state.players)
    return {card.slot: card.value for card in view.hands[seat] if card.value is not None}


def all_cards(players: int) -> list[str]:
    """The deck."""
    return [f"{colour}{value}" for colour in COLOURS for value in range(1, HIGHEST_VALUE[players] + 1)]


def positions(players: int, count: int, seed: int = 0) -> Iterator[tuple[State, Chance]]:
    """Random positions, each from a game of its own, with luck for more."""
    for number in range(count):
        chance = Chance(f"positions {players} {seed} {number}")
        state = start(players, f"{seed} {number}")
        for _ in range(chance.pick(players * 44)):
            state.random_step(chance)
        yield state, chance


def _action(move: str) -> lumarium.Action:
    return GAME.actions.parse(f"play {move}" if "#" in move and " " not in move else move)


def _number(card: str, players: int) -> int:
    value, highest = int(card[1:]), HIGHEST_VALUE[players]
    assert 1 <= value <= highest
    return COLOURS.index(card[0]) * highest + value - 1


def _slot(state: State, seat: int, card: str) -> int:
    colour, value = COLOURS.index(card[0]), int(card[1:])
    first = seat * SLOTS + slot_at(colour, 1)
    return slot_at(colour, list(state.values[first : first + 10]).index(value) + 1)


def _entry(deal: int, points: int) -> tuple[int, int]:
    """A bid and a number of tricks that bring these points."""
    if points > 0:
        assert points in (REWARD[deal], REWARD[deal] // 2)
        return bid_number("0" if points == REWARD[deal] else "0+"), 0
    assert points < 0
    assert points % 5 == 0
    return bid_number("0"), -points // 5
