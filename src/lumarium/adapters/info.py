"""What comes with an observation: the mask at once, the view when somebody asks for it."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, ValuesView
from typing import Any

from .course import Course


class Info(dict[str, Any]):
    """A dictionary with `action_mask` and `view`. A view takes longer to make than a step, so it is made on demand."""

    __slots__ = ("_course", "_moment", "_seat")

    def __init__(self, course: Course, seat: int, mask: Any) -> None:
        self["action_mask"] = mask
        self["view"] = None
        self._course: Course | None = course
        self._seat = seat
        self._moment = len(course.decisions)

    def settle(self) -> Info:
        """Makes the view; the dictionary is then like any other."""
        if self._course is not None:
            self["view"] = self._course.view(self._seat, self._moment)
            self._course = None
        return self

    def __getitem__(self, key: str) -> Any:
        if key == "view":
            self.settle()
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        """As of any dictionary."""
        if key == "view":
            self.settle()
        return super().get(key, default)

    def pop(self, key: str, *default: Any) -> Any:
        """As of any dictionary."""
        return super(Info, self.settle()).pop(key, *default)

    def __iter__(self) -> Iterator[str]:
        # With an __iter__ of its own a subclass is copied item by item, through __getitem__.
        return super().__iter__()

    def items(self) -> ItemsView[str, Any]:  # type: ignore[override]  # dict's own type cannot be named
        """As of any dictionary."""
        return super(Info, self.settle()).items()

    def values(self) -> ValuesView[Any]:  # type: ignore[override]  # likewise
        """As of any dictionary."""
        return super(Info, self.settle()).values()

    def copy(self) -> dict[str, Any]:
        """A plain dictionary."""
        return dict(self)

    def __eq__(self, other: object) -> bool:
        return super(Info, self.settle()).__eq__(other.settle() if isinstance(other, Info) else other)

    __hash__ = None

    def __repr__(self) -> str:
        return super(Info, self.settle()).__repr__()

    def __reduce__(self) -> tuple[object, ...]:
        return dict, (dict(self),)
