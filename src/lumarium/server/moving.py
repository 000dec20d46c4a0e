"""All tables from one store to another: whole, checked, and going on where it stopped; finished games as records."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message
from lumarium.kernel.record import Record

from .clock import shifted
from .logs import warn
from .restore import replayed, same_rules, stored_record
from .run import InUse, sole_user
from .store import Damaged, Store, Stored, is_postgres, open_store, place_of

AT_ONCE = 100


class Moved(msgspec.Struct):
    """What was done."""

    copied: int = 0
    there: int = 0
    """Tables that had been copied before."""
    unchecked: int = 0
    """Copied, but their game or its rules version is not installed here: nothing could replay them."""
    damaged: list[str] = msgspec.field(default_factory=list)
    """What is wrong with tables that cannot be read: they stay where they are."""

    @property
    def tables(self) -> int:
        """All that were looked at."""
        return self.copied + self.there + len(self.damaged)


async def move(source: Store, target: Store, told: Callable[[Moved], None] = lambda _: None) -> Moved:
    """Copies everything. Each table comes whole or not at all, so that whoever breaks off goes on later."""
    moved, last = Moved(), ""
    while names := await source.ids(last, AT_ONCE):
        last = names[-1]
        for name in names:
            try:
                await _move(source, target, name, moved)
            except Damaged as error:
                problem = str(error)
                moved.damaged.append(problem if problem.startswith(name) else f"{name}: {problem}")
            told(moved)
    await target.people.take_in(await source.people.everything())
    return moved


async def _move(source: Store, target: Store, name: str, moved: Moved) -> None:
    table = await source.load(name)
    if table is None:
        return
    if table.head.clock is not None:  # as much time is left by the clock of the other house
        table.head.clock = shifted(table.head.clock, await target.tick(None) - await source.tick(None))
    there = await target.load(name)
    if there is None:
        await target.take_in(table, await source.standing(name))
        there = await target.load(name)
        moved.copied += 1
    else:
        moved.there += 1
    if there is None or _facts(there) != _facts(table):
        raise LumariumError(Message("server", "run.move_differs", table=name))
    if not await _replays(there):
        moved.unchecked += 1


def _facts(table: Stored) -> tuple[object, ...]:
    return table.head, table.seats, table.entries, table.touched, table.aside


async def _replays(table: Stored) -> bool:
    try:
        if not same_rules(table.head):
            return False
    except LumariumError:
        return False
    await replayed(table)
    return True


async def finished(source: Store, game: str) -> list[Record]:
    """The records of all games of a kind that were played to their end; what cannot be read is left out."""
    records, last = list[Record](), ""
    while names := await source.ids(last, AT_ONCE):
        last = names[-1]
        for name in names:
            try:
                table = await source.load(name)
            except Damaged as error:
                warn("table_broken", table=name, problem=str(error))
                continue
            if table is not None and table.head.game == game and table.head.phase == "over" and same_rules(table.head):
                records.append(stored_record(table.head, table.entries))
    return records


@contextmanager
def opened(place: str, must_exist: bool = False) -> Iterator[Store]:
    """A store by its URL, file or data folder, for us alone."""
    if is_postgres(place):
        yield open_store(place, Path())
        return
    path = Path(place.removeprefix("sqlite:///"))
    if path.is_dir() or not path.suffix:
        path = path / "tables.sqlite"
    if must_exist and not path.is_file():
        raise LumariumError(Message("server", "run.move_missing", path=str(path)))
    with ExitStack() as stack:
        try:
            stack.enter_context(sole_user(path.absolute().parent, ""))
        except InUse as error:
            raise LumariumError(Message("server", "run.move_in_use", place=str(path))) from error
        yield open_store(f"sqlite:///{path.absolute()}", Path())


async def check_unused(store: Store, place: str) -> None:
    """Refuses a database that servers are using."""
    if await store.in_use():
        raise LumariumError(Message("server", "run.move_in_use", place=place_of(place)))
