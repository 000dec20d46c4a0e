"""What a bid would come to: the deal played to its end again and again, with every bid under the same luck."""

from __future__ import annotations

from typing import Final

from lumarium.games.lumen.rules.state import State
from lumarium.kernel.chance import Chance

from .deal import Deal
from .knowledge import Own, own_hands
from .playouts import Playouts

POOL: Final = 400
"""How many hands of one's own are held possible at most."""


def tricks_won(state: State, bids: list[int], times: int, chance: Chance) -> list[list[int]]:
    """By bid, how often the seat on turn won 0, 1, 2, ... tricks with it; the others play as bots do."""
    own = Own(state, own_hands(state, POOL, chance))
    own.heed_bids(state)
    world, table = Deal(state.players, state.deck), Deal(state.players, state.deck)
    playouts = Playouts()
    counts = [[0] * (state.deck.hand + 1) for _ in bids]
    for _ in range(times):
        own.draw(world)
        luck = chance.pick(1 << 30)
        for place in range(len(bids)):
            table.copy_from(world)
            table.hands[own.seat].bid = bids[place]
            table.turn = table.opener
            playouts.run(table, Chance(luck))
            counts[place][table.hands[own.seat].won] += 1
    return counts
