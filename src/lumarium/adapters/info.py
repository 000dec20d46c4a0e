"""What comes with an observation: the mask at once, the view when somebody asks for it."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, KeysView, ValuesView
from typing import Any

from .course import Course


class Info(dict[str, Any]):
    """A dictionary with `action_mask` and `view`. A view takes longer to make than a step, so it is made on demand."""

    __slots__ = ("_course", "_moment", "_seat")

    def __init__(self, course: Course, seat: int, mask: Any) -> None:
        self["action_mask"] = mask
        self._course: Course | None = course
        self._seat = seat
        self._moment = len(course.decisions)

    def settle(self) -> Info:
        """Makes the view; the dictionary is then like any other."""
        course = self._course
        if course is not None:
            self._course = None
            self["view"] = course.view(self._seat, self._moment)
        return self

    def __missing__(self, key: str) -> Any:
        if key == "view" and self._course is not None:
            return self.settle()["view"]
        raise KeyError(key)

    def get(self, key: str, default: Any = None) -> Any:
        """As of any dictionary."""
        return super(Info, self.settle()).get(key, default)

    def pop(self, key: str, *default: Any) -> Any:
        """As of any dictionary."""
        return super(Info, self.settle()).pop(key, *default)

    def __contains__(self, key: object) -> bool:
        return super(Info, self.settle()).__contains__(key)

    def __len__(self) -> int:
        return super(Info, self.settle()).__len__()

    def __iter__(self) -> Iterator[str]:
        # With an __iter__ of its own a subclass is copied item by item, by its keys.
        return super(Info, self.settle()).__iter__()

    def keys(self) -> KeysView[str]:  # type: ignore[override]  # dict's own type cannot be named
        """As of any dictionary."""
        return super(Info, self.settle()).keys()

    def items(self) -> ItemsView[str, Any]:  # type: ignore[override]  # dict's own type cannot be named
        """As of any dictionary."""
        return super(Info, self.settle()).items()

    def values(self) -> ValuesView[Any]:  # type: ignore[override]  # likewise
        """As of any dictionary."""
        return super(Info, self.settle()).values()

    def copy(self) -> dict[str, Any]:
        """A plain dictionary."""
        return dict(self)

    def __or__(self, other: dict[str, Any]) -> dict[str, Any]:  # type: ignore[override]  # one of its two forms
        return self.copy() | other

    def __eq__(self, other: object) -> bool:
        return super(Info, self.settle()).__eq__(other.settle() if isinstance(other, Info) else other)

    __hash__ = None

    def __repr__(self) -> str:
        return super(Info, self.settle()).__repr__()

    def __reduce__(self) -> tuple[object, ...]:
        return dict, (dict(self),)
