"""A game in progress that can be looked at as it was: it follows from its seed and its decisions."""

from __future__ import annotations

from lumarium.kernel.chance import Chance
from lumarium.kernel.view import View

from .variant import Variant

Seed = int | str


class Seeds:
    """The seeds of one game after the other: the first is the one that was given, the others follow from it."""

    def __init__(self, first: Seed | None = None) -> None:
        self._source = Chance(first)
        self._given = 0

    def next(self) -> Seed:
        """The seed of the next game."""
        self._given += 1
        return self._source.seed if self._given == 1 else self._source.fork(self._given).seed


class Course:
    """One game: its state now, and its views at any moment."""

    def __init__(self, variant: Variant, seed: Seed) -> None:
        self._variant = variant
        self.seed = seed
        self.chance = Chance(seed)
        self.state = variant.start(self.chance)
        self.decisions: list[int] = []

    def __reduce__(self) -> tuple[object, ...]:
        return replayed, (self._variant, self.seed, self.decisions)

    @property
    def moment(self) -> int:
        """How many decisions there were."""
        return len(self.decisions)

    def step(self, index: int) -> None:
        """Plays a decision; an illegal one raises and changes nothing."""
        self.state.step(index, self.chance)
        self.decisions.append(index)

    def view(self, seat: int, moment: int) -> View:
        """What the seat knew after so many decisions."""
        if moment == len(self.decisions):
            return self.state.view(seat)
        return replayed(self._variant, self.seed, self.decisions[:moment]).state.view(seat)


def replayed(variant: Variant, seed: Seed, decisions: list[int]) -> Course:
    """The game that these decisions lead to."""
    course = Course(variant, seed)
    for index in decisions:
        course.step(index)
    return course
