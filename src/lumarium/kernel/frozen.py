"""Options travel inside views: their tables must not be changed by whoever gets one."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

import msgspec

S = TypeVar("S", bound=msgspec.Struct)


class FrozenDict(dict[Any, Any]):
    """A dict that stays as it is."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("options cannot be changed; make new ones")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[object, ...]:
        return FrozenDict, (dict(self),)


def frozen(options: S) -> S:
    """The same options, with tables that cannot be changed."""
    for name in options.__struct_fields__:
        value = getattr(options, name)
        if isinstance(value, dict):
            msgspec.structs.force_setattr(options, name, FrozenDict(value))
    return options
