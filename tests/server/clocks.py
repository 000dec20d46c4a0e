"""Houses whose clock stands in the test's hands: real stores, real tables, and time that passes when it is told to."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from lumarium.server import protocol
from lumarium.server.clock import Agreed
from lumarium.server.config import Config
from lumarium.server.errors import Refused
from lumarium.server.house import House
from lumarium.server.lobby import start
from lumarium.server.play import move
from lumarium.server.protocol import NewSeat, NewSettings, NewTable
from lumarium.server.seats import rights
from lumarium.server.security import digest
from lumarium.server.store import NOBODY, Store, Stored, Who
from lumarium.server.store.sqlite import SqliteStore
from lumarium.server.tables import Table, insisting
from lumarium.server.timekeeping import HouseTime
from lumarium.server.viewers import Viewer


class Hands:
    """A clock that only goes forward, and only if somebody turns it."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at

    async def turn(self, seconds: float, *houses: House) -> None:
        """So much time passes, and everybody there hears of it in time."""
        while seconds > 0:
            step = min(seconds, *(house.store.beat for house in houses))
            self.at += step
            seconds -= step
            for house in houses:
                await house.time.tick()


def opened(tmp_path: Path, hands: Hands, store: Store | None = None) -> House:
    config = Config(data=tmp_path, nonce_patience=0.0, tables_per_address=0, tables_per_day=0)
    house = House(config, store or SqliteStore(tmp_path / "tables.sqlite"))
    house.time = HouseTime(house.store, hands)
    return house


def told(tmp_path: Path, story: Callable[[House, Hands], Awaitable[None]]) -> None:
    async def run() -> None:
        hands = Hands()
        house = opened(tmp_path, hands)
        await house.time.tick()
        try:
            await story(house, hands)
        finally:
            await house.close()

    asyncio.run(run())


async def started(
    house: House, clock: Agreed | None, *seats: NewSeat, game: str = "luminos", who: Who = NOBODY
) -> tuple[Table, Viewer]:
    """A game that has begun, with one viewer for all seats of this device."""
    settings = NewSettings(pace="instant", clock=clock)
    new = NewTable(game=game, seats=list(seats or (NewSeat("me"), NewSeat("me"))), settings=settings)
    made = await house.create(new, "192.0.2.1", who)
    table = await house.find(made.table)
    viewer = viewer_of(table, made.tokens.host, *(seat.token for seat in made.tokens.seats))
    await start(table, viewer, protocol.Start(id=1))
    return table, viewer


def viewer_of(table: Table, *tokens: str) -> Viewer:
    return _viewer(table, tuple(digest(token) for token in tokens))


def person(table: Table, everybody: Viewer, seat: int) -> Viewer:
    """Somebody who has one of the seats, on a device of their own."""
    return _viewer(table, (everybody.digests[1 + seat],))


def _viewer(table: Table, digests: tuple[str, ...]) -> Viewer:
    viewer = Viewer(digests, NOBODY, rights(table.head, table.seats, digests, ()), "en", False, False)
    table.enter(viewer)
    return viewer


async def decide(
    table: Table, viewer: Viewer, key: str | None = None, version: int | None = None, seat: int | None = None
) -> str:
    """The first legal move, of whoever decides unless a seat is said; gives what it was answered: "ok" or a code."""
    assert table.match is not None
    at = table.match.version if version is None else version
    action = table.match.state.legal_actions()[0].notation
    seat = table.match.state.turn if seat is None else seat
    request = protocol.Move(v=at, action=action, key=key, seat=seat, id=1)
    try:
        await insisting(lambda: move(table, viewer, request))
    except Refused as error:
        return error.code
    return "ok"


async def stored(house: House, table: Table) -> Stored:
    found = await house.store.load(table.head.id)
    assert found is not None
    return found


def kinds(found: Stored) -> list[str]:
    """What kind of entry each is."""
    return ["out" if entry.out else "undo" if entry.undo else "move" for entry in found.entries[1:]]


async def rest(table: Table) -> None:
    """Bots decide until a person has to."""
    await asyncio.sleep(0)
    if table.driver is not None:
        await table.driver
