"""What makes one scene of the other: a table is sent whole once, and from then on as what changed.

    change = changes(before, after)
    after == applied(before, change)      both as JSON has them

Pieces and panels are lists of things with an id. Of one that is there before and after, only the fields that differ are
told, null for a field that is left out again; a new one is told whole. `order` says behind which other one a new or
moved thing lies ("" for the very first). Any other part of the scene is told as it now is, where it differs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, TypeVar
from zlib import crc32

import msgspec
from msgspec.structs import astuple

from .order import rearranged
from .scene import Layout, Panel, Piece, Scene

UNSET = msgspec.UNSET
UnsetType = msgspec.UnsetType
WITH_ID = {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}


class Things(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """How a list of pieces or panels changed."""

    set: tuple[Annotated[Any, msgspec.Meta(extra_json_schema=WITH_ID)], ...] = ()
    """New ones whole, others by id with the fields that differ."""
    gone: tuple[str, ...] = ()
    order: tuple[tuple[str, str], ...] = ()
    """Pairs of a thing and the one before it, in the order of the list."""


class Log(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """How the log changed: so many of its first lines are gone, and these are new."""

    drop: int = 0
    add: tuple[str, ...] = ()


class Change(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
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
    """What lies in its old place from the first or the last on is looked at pair by pair; most of it is the very same.
    Only between them something came, went, or moved."""
    told: list[Any]
    rest: list[Any]
    told, first = _pairs(zip(before, after, strict=False))
    if first == len(before) == len(after):
        return Things(tuple(told)) if told else UNSET
    rest, last = _pairs(zip(reversed(before[first:]), reversed(after[first:]), strict=False))
    known = {thing.id: thing for thing in before[first : len(before) - last]}
    between = after[first : len(after) - last]
    for thing in between:
        old = known.get(thing.id)
        if old is None:
            told.append(thing)
        elif old is not thing and old != thing:
            told.append(_difference(old, thing))
    are = [thing.id for thing in between]
    left = set(are)
    gone = [name for name in known if name not in left]
    order = rearranged(list(known), are, after[first - 1].id if first else "")
    return Things((*told, *reversed(rest)), tuple(gone), tuple(order))


def _pairs(pairs: Iterable[tuple[Thing, Thing]]) -> tuple[list[Any], int]:
    """What differs in pairs of the same thing, and how many pairs there are until one is of different things."""
    told: list[Any] = []
    number = 0
    for old, new in pairs:
        if old is not new:
            if old.id != new.id:
                break
            if old != new:
                told.append(_difference(old, new))
        number += 1
    return told, number


def _difference(before: Thing, after: Thing) -> dict[str, Any]:
    told: dict[str, Any] = {"id": after.id}
    values = zip(FIELDS[type(after)], astuple(before), astuple(after), strict=True)
    for (field, default), old, new in values:
        if old is not new and old != new:
            told[field] = None if new == default else new
    return told


FIELDS: dict[type, list[tuple[str, object]]] = {
    of: [(field.name, field.default) for field in msgspec.structs.fields(of)] for of in (Piece, Panel)
}
"""Each with its default."""


def _log(before: Sequence[str], after: Sequence[str]) -> Log | UnsetType:
    if before == after:
        return UNSET
    for drop, line in enumerate(before):
        kept = len(before) - drop
        if kept <= len(after) and line == after[0] and before[drop:] == after[:kept]:
            return Log(drop, tuple(after[kept:]))
    return Log(len(before), tuple(after))


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
