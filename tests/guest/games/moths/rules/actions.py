"""The four decisions of Moths: which moth to lift, then which lantern to send it to."""

from __future__ import annotations

from typing import Final

from lumarium.kernel.action import Action, ActionSpace

from .components import HAND, LANTERNS, NAME

LIFT: Final = 0
SEND: Final = LIFT + HAND


class Lift(Action, frozen=True):
    """Lift a moth of the own hand; the others see which one, not what it weighs."""

    game = NAME
    slot: int


class Send(Action, frozen=True):
    """Send the lifted moth to a lantern."""

    game = NAME
    lantern: str


ACTIONS: Final = ActionSpace(
    NAME,
    [
        *(Lift(LIFT + slot, f"lift {slot + 1}", slot) for slot in range(HAND)),
        *(Send(SEND + place, f"send {lantern}", lantern) for place, lantern in enumerate(LANTERNS)),
    ],
)
