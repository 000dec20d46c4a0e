"""Who wins a trick, what a bid brings, and who wins the game (LU-25, LU-29 to LU-33, LU-37 to LU-41)."""

from __future__ import annotations

from typing import Final

from lumarium.games.lumen.meta import NAME
from lumarium.kernel.message import Message
from lumarium.kernel.native import i64, vec
from lumarium.kernel.state import places

from .components import HIGHEST_VALUE, PENALTY, REWARD, REWARD_WITH_EXTRA, TRUMP
from .indices import VALUES, bid_text, clockwise, colour_of, dark_plus, seat_of, value_of

LED_RANK: Final = VALUES
TRUMP_RANK: Final = 2 * VALUES

# As machine words, for the compiled engine.
REWARDS: Final = vec[i64](list(REWARD))
REWARDS_WITH_EXTRA: Final = vec[i64](list(REWARD_WITH_EXTRA))
NO_POINTS: Final = vec[i64]([0] * max(HIGHEST_VALUE))
"""By seat; a part of it is a fresh copy."""


def rank(colour: i64, value: i64, led: i64) -> i64:
    """How high a card is in its trick: yellow above the led colour above all others (LU-25)."""
    if colour == TRUMP:
        return TRUMP_RANK + value
    if colour == led:
        return LED_RANK + value
    return value


def standing(trick: list[int]) -> tuple[int, int]:
    """The seat that is ahead in a trick, which wins it in the end, and the rank of its card."""
    led = colour_of(trick[0])
    ranks = [rank(colour_of(play), value_of(play), led) for play in trick]
    best = max(ranks)
    return seat_of(trick[ranks.index(best)]), best


def bid_met(bid: i64, tricks: i64) -> bool:
    """Did a bid come true? The extra stone allows one trick more (LU-29, LU-30)."""
    base, extra = bid // 2, bid % 2
    return base <= tricks <= base + extra


def deal_points(deal: i64, bid: i64, tricks: i64) -> i64:
    """What a bid brings in deal 1 to 4 (LU-31, LU-32)."""
    if bid_met(bid, tricks):
        return REWARDS_WITH_EXTRA[deal - 1] if bid % 2 else REWARDS[deal - 1]
    missed = tricks - bid // 2
    return -PENALTY * (missed if missed > 0 else -missed)


def seat_points(bids: list[int], tricks: list[int], seat: int, players: int) -> list[int]:
    """A seat's points deal by deal; the sheet has one entry per deal and seat."""
    return [deal_points(entry // players + 1, bids[entry], tricks[entry]) for entry in range(seat, len(bids), players)]


def totals(bids: list[int], tricks: list[int], players: i64) -> vec[i64]:
    """The running total of each seat (LU-33)."""
    total = NO_POINTS[:players]
    deal: i64 = 1
    seat: i64 = 0
    entry: i64
    for entry in range(len(bids)):
        total[seat] += deal_points(deal, bids[entry], tricks[entry])
        seat += 1
        if seat == players:
            seat = 0
            deal += 1
    return total


def leader(total: list[int], holder: int) -> int:
    """The seat with the highest total; of several the first one clockwise from the holder (LU-37)."""
    players = len(total)
    best = holder
    for distance in range(1, players):
        seat = (holder + distance) % players
        if total[seat] > total[best]:
            best = seat
    return best


def ranking(bids: list[int], tricks: list[int], players: int, deals: int) -> list[int]:
    """Highest total, then more points in the last deal, then nearer to the dark plus card (LU-39 to LU-41, LU-R11)."""
    holder = dark_plus(deals, players)
    keys: list[tuple[int, ...]] = []
    for seat in range(players):
        points = seat_points(bids, tricks, seat, players)
        last = points[-1] if len(points) == deals else 0
        keys.append((sum(points), last, -clockwise(holder, seat, players)))
    return places(keys)


def origins(bids: list[int], tricks: list[int], seat: int, players: int) -> list[tuple[Message, int]]:
    """Where a player's points come from: one row per deal."""
    rows = []
    total = 0
    for number, points in enumerate(seat_points(bids, tricks, seat, players)):
        entry = number * players + seat
        total += points
        bid, won = bid_text(bids[entry]), tricks[entry]
        rows.append((Message(NAME, "sheet.deal", deal=number + 1, bid=bid, n=won, points=points, total=total), points))
    return rows
