"""What makes one scene of the other: a table is sent whole once, and from then on as what changed.

    change = changes(before, after)
    after == applied(before, change)      both as JSON has them

Pieces and panels are lists of things with an id. Of one that is there before and after, only the fields that differ are
told, null for a field that is left out again; a new one is told whole. `order` says behind which other one a new or
moved thing lies ("" for the very first). Any other part of the scene is told as it now is, where it differs.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, TypeVar
from zlib import crc32

import msgspec

from .scene import Layout, Panel, Piece, Scene

UNSET = msgspec.UNSET
UnsetType = msgspec.UnsetType


class Things(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a list of pieces or panels changed."""

    set: tuple[Piece | Panel | dict[str, Any], ...] = ()
    """New ones whole, others by id with the fields that differ."""
    gone: tuple[str, ...] = ()
    order: tuple[tuple[str, str], ...] = ()
    """Pairs of a thing and the one before it, in the order of the list."""


class Log(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the log changed: so many of its first lines are gone, and these are new."""

    drop: int = 0
    add: tuple[str, ...] = ()


class Change(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """From one scene to another. What is left out is as it was."""

    base: int
    """The version of the scene before."""
    v: int
    sum: int
    """CRC-32 of all piece ids after it, joined by line breaks: whoever gets another one asks for the whole scene."""
    pieces: Things | UnsetType = UNSET
    panels: Things | UnsetType = UNSET
    log: Log | UnsetType = UNSET
    layouts: dict[str, Layout] | UnsetType = UNSET
    actions: Any = UNSET
    prompt: str | UnsetType = UNSET
    then: str | UnsetType = UNSET
    status: str | UnsetType = UNSET
    events: tuple[dict[str, object], ...] = ()
    """Always those of the later scene."""


def changes(before: Scene, after: Scene) -> Change:
    """What makes the later scene of the earlier one."""
    return Change(
        base=before.v,
        v=after.v,
        sum=summed([piece.id for piece in after.pieces]),
        pieces=_things(before.pieces, after.pieces),
        panels=_things(before.panels, after.panels),
        log=_log(before.log, after.log),
        layouts=UNSET if before.layouts == after.layouts else after.layouts,
        actions=UNSET if before.actions == after.actions else after.actions,
        prompt=UNSET if before.prompt == after.prompt else after.prompt,
        then=UNSET if before.then == after.then else after.then,
        status=UNSET if before.status == after.status else after.status,
        events=after.events,
    )


def summed(ids: Sequence[str]) -> int:
    """The sum by which a receiver finds out that it has other pieces, or in another order."""
    return crc32("\n".join(ids).encode())


Thing = TypeVar("Thing", Piece, Panel)


def _things(before: Sequence[Thing], after: Sequence[Thing]) -> Things | UnsetType:
    known = {thing.id: thing for thing in before}
    told: list[Any] = []
    for thing in after:
        old = known.get(thing.id)
        if old is None:
            told.append(thing)
        elif old is not thing and old != thing:
            told.append(_difference(old, thing))
    were, are = list(known), [thing.id for thing in after]
    if were == are:
        return Things(tuple(told)) if told else UNSET
    left = set(are)
    return Things(tuple(told), tuple([name for name in were if name not in left]), tuple(_order(were, are)))


def _difference(before: Thing, after: Thing) -> dict[str, Any]:
    told: dict[str, Any] = {"id": after.id}
    for field, default in zip(after.__struct_fields__, DEFAULTS[type(after)], strict=True):
        value = getattr(after, field)
        if value != getattr(before, field):
            told[field] = None if value == default else value
    return told


def _defaults(of: type[msgspec.Struct]) -> tuple[object, ...]:
    return tuple(field.default for field in msgspec.structs.fields(of))


DEFAULTS: dict[type, tuple[object, ...]] = {of: _defaults(of) for of in (Piece, Panel)}


def _order(before: list[str], after: list[str]) -> list[tuple[str, str]]:
    """As few as will do: what still lies in the old order needs no word."""
    places = {name: place for place, name in enumerate(before)}
    stays = _ascending([places.get(name, -1) for name in after])
    return [(name, after[place - 1] if place else "") for place, name in enumerate(after) if place not in stays]


def _ascending(numbers: list[int]) -> set[int]:
    """The places of a longest ascending row among the numbers; negative ones do not count."""
    ends: list[int] = []
    last: list[int] = []
    back: list[int] = []
    for place, number in enumerate(numbers):
        row = bisect_left(ends, number) if number >= 0 else -1
        back.append(last[row - 1] if row > 0 else -1)
        if row == len(ends):
            ends.append(number)
            last.append(place)
        elif row >= 0:
            ends[row], last[row] = number, place
    found: set[int] = set()
    place = last[-1] if last else -1
    while place >= 0:
        found.add(place)
        place = back[place]
    return found


def _log(before: Sequence[str], after: Sequence[str]) -> Log | UnsetType:
    if before == after:
        return UNSET
    for drop in range(len(before) + 1):
        kept = len(before) - drop
        if kept <= len(after) and before[drop:] == after[:kept]:
            return Log(drop, tuple(after[kept:]))
    raise AssertionError("nothing kept always fits")


def applied(scene: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """The later scene, made of the earlier one and a change, all as JSON has them: what every client does."""
    if scene["v"] != change["base"]:
        raise ValueError(f"The change is one of version {change['base']}, the scene has version {scene['v']}.")
    later = {**scene, "v": change["v"], "events": change.get("events", [])}
    for name in ("layouts", "actions", "prompt", "then", "status"):
        later[name] = change.get(name, scene[name])
    for name in ("pieces", "panels"):
        later[name] = _changed(scene[name], change.get(name, {}))
    log = change.get("log", {})
    later["log"] = [*scene["log"][log.get("drop", 0) :], *log.get("add", ())]
    if summed([piece["id"] for piece in later["pieces"]]) != change["sum"]:
        raise ValueError(f"The change to version {change['v']} does not fit: ask for the whole scene.")
    return later


def _changed(things: list[dict[str, Any]], change: dict[str, Any]) -> list[dict[str, Any]]:
    known = {thing["id"]: thing for thing in things}
    for told in change.get("set", ()):
        thing = {**known.get(told["id"], {}), **told}
        known[told["id"]] = {field: value for field, value in thing.items() if value is not None}
    order = change.get("order", ())
    moved = {name for name, _ in order} | set(change.get("gone", ()))
    names = [thing["id"] for thing in things if thing["id"] not in moved]
    for name, behind in order:
        names.insert(names.index(behind) + 1 if behind else 0, name)
    return [known[name] for name in names]
