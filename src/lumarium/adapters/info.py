"""What comes with an observation: the mask at once, the view when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from .course import Course


class Info(dict[str, Any]):
    """A dictionary with `action_mask` and `view`. A view takes longer to make than a step, so it is made on demand.

    Vector environments write into infos and copy them at every step: neither makes a view.
    """

    __slots__ = ("_course", "_moment", "_seat")

    def __init__(self, course: Course | None, seat: int, mask: Any) -> None:
        """Without a course there is no view."""
        dict.__setitem__(self, "action_mask", mask)
        self._course = course
        self._seat = seat
        self._moment = 0 if course is None else len(course.decisions)

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

    def __setitem__(self, key: str, value: Any) -> None:
        if key == "view":
            self._course = None
        dict.__setitem__(self, key, value)

    def __contains__(self, key: object) -> bool:
        return dict.__contains__(self, key) or (key == "view" and self._course is not None)

    def get(self, key: str, default: Any = None) -> Any:
        """The value, or the default."""
        return dict.get(self.settle() if key == "view" else self, key, default)

    def __copy__(self) -> Info:
        """Another one of the same moment: whoever asks it for the view gets it, and nobody has to pay for it before."""
        other = Info.__new__(Info)
        other._course, other._seat, other._moment = self._course, self._seat, self._moment
        dict.update(other, dict.items(self))
        return other

    copy = __copy__

    def __deepcopy__(self, memo: dict[int, Any]) -> Info:
        other = self.__copy__()
        for key, value in dict.items(self):
            if key == "action_mask":  # an array of numbers knows a shorter way
                dict.__setitem__(other, key, value.copy())
            elif value is not True and value is not False:
                dict.__setitem__(other, key, deepcopy(value, memo))
        return other

    def __eq__(self, other: object) -> bool:
        return dict.__eq__(self.settle(), other.settle() if isinstance(other, Info) else other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None

    def __reduce__(self) -> tuple[object, ...]:
        # What goes to another process is settled: the game behind the view would tell more than its seat may know.
        return dict, (dict(self),)


def _settled(name: str) -> Callable[..., Any]:
    plain: Callable[..., Any] = getattr(dict, name)

    def method(self: Info, *arguments: Any, **more: Any) -> Any:
        return plain(self.settle(), *arguments, **more)

    method.__name__ = name
    method.__doc__ = plain.__doc__
    return method


# All else that a dictionary does; with an __iter__ of its own it is also copied by its keys.
for _name in (
    *("__delitem__", "__ior__", "__iter__", "__len__", "__or__", "__repr__", "__reversed__", "__ror__"),
    *("clear", "items", "keys", "pop", "popitem", "setdefault", "update", "values"),
):
    setattr(Info, _name, _settled(_name))
