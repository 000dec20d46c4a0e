"""What comes with an observation: the mask at once, the view when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .course import Course


class Info(dict[str, Any]):
    """A dictionary with `action_mask` and `view`. A view takes longer to make than a step, so it is made on demand."""

    __slots__ = ("_course", "_moment", "_seat")

    def __init__(self, course: Course, seat: int, mask: Any) -> None:
        dict.__setitem__(self, "action_mask", mask)
        self._course: Course | None = course
        self._seat = seat
        self._moment = len(course.decisions)

    def settle(self) -> Info:
        """Makes the view; the dictionary is then like any other."""
        course = self._course
        if course is not None:
            self._course = None
            dict.__setitem__(self, "view", course.view(self._seat, self._moment))
        return self

    def __missing__(self, key: str) -> Any:
        if key == "view" and self._course is not None:
            return self.settle()["view"]
        raise KeyError(key)

    def __eq__(self, other: object) -> bool:
        return dict.__eq__(self.settle(), other.settle() if isinstance(other, Info) else other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None

    def __reduce__(self) -> tuple[object, ...]:
        return dict, (dict(self),)


def _settled(name: str) -> Callable[..., Any]:
    plain: Callable[..., Any] = getattr(dict, name)

    def method(self: Info, *arguments: Any, **more: Any) -> Any:
        return plain(self.settle(), *arguments, **more)

    method.__name__ = name
    method.__doc__ = plain.__doc__
    return method


# All that a dictionary does but to look up a key; with an __iter__ of its own it is also copied by its keys.
for _name in (
    *("__contains__", "__delitem__", "__ior__", "__iter__", "__len__", "__or__", "__repr__", "__reversed__", "__ror__"),
    *("__setitem__", "clear", "copy", "get", "items", "keys", "pop", "popitem", "setdefault", "update", "values"),
):
    setattr(Info, _name, _settled(_name))
