"""What a seat may know of a game of Moths."""

from __future__ import annotations

from lumarium.kernel.view import View as KernelView

from .components import Options


class View(KernelView, frozen=True, kw_only=True):
    """The own hand, the lanterns, and every moth that was ever seen."""

    options: Options
    played: int
    """Turns that are over, of all seats together."""
    hands: tuple[tuple[int | None, ...], ...]
    """The weights by seat and place; None where they are not for these eyes."""
    lifted: int | None
    """The place in the hand from which the seat on turn has lifted a moth."""
    lanterns: tuple[tuple[int, ...], ...]
    gone: tuple[int, ...]
    """By weight how many moths have left the game."""
    caught: tuple[int, ...]
    fallen: tuple[int, ...]
