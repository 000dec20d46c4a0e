"""All tables of a server: made, found again, left to rest, and forgotten in time."""

from __future__ import annotations

import asyncio
import copy
import secrets
import time
from collections import defaultdict
from typing import Any

import msgspec

from lumarium.kernel import registry
from lumarium.kernel.errors import BadOptions, LumariumError
from lumarium.kernel.luck import SECRET_BYTES
from lumarium.kernel.message import Message

from . import protocol
from .bots import Bots
from .config import Config
from .errors import Refused
from .limits import Addresses
from .logs import log, mistake, warn
from .replays import Replays
from .restore import replayed, same_rules, stored_record
from .seats import make_bot
from .security import clean_name, digest, new_table_id, new_token
from .store import Damaged, Head, Seat, Settings, StorageFailed, Store, Stored, TooMany
from .tables import Table


class House:
    """Everything that tables share."""

    def __init__(self, config: Config, store: Store) -> None:
        self.config = config
        self.store = store
        self.bots = Bots(config.workers, config.bot_patience)
        self.replays = Replays(config.replay_patience, config.bot_patience)
        self.addresses = Addresses(config.requests_per_second, config.requests_burst, config.connections_per_address)
        self.started = time.monotonic()
        self.connections = 0
        self._tables: dict[str, Table] = {}
        self._loading: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    @property
    def tables(self) -> int:
        """How many are in memory."""
        return len(self._tables)

    # Making

    async def create(self, new: protocol.NewTable, address: str, device: str) -> dict[str, Any]:
        """A new table; gives its id and its tokens, which are told this once."""
        game = registry.game(new.game)
        options = _checked_options(new)
        tokens: dict[str, Any] = {"host": new_token(), "watch": new_token(), "join": new_token(), "seats": []}
        seats: list[Seat] = []
        for number, wanted in enumerate(new.seats):
            seat, token = _new_seat(wanted, device)
            seats.append(seat)
            if token:
                tokens["seats"].append({"seat": number, "kind": wanted.kind, "token": token})
        head = Head(
            id=new_table_id(),
            game=game.name,
            rules_version=game.rules_version,
            players=len(seats),
            options=options,
            settings=msgspec.convert(msgspec.to_builtins(new.settings), Settings),
            secret=secrets.token_bytes(SECRET_BYTES),
            host=digest(tokens["host"]),
            watch=digest(tokens["watch"]),
            join=digest(tokens["join"]),
            created=time.time(),
        )
        await self._add(head, seats, address, self.config.tables_per_address)
        return {"table": head.id, "tokens": tokens}

    async def rematch(self, table: Table, address: str) -> str:
        """The table after this one: the same people, options and tokens; whoever sat second begins."""
        async with table.changing():
            old = table.head
            if old.phase not in ("over", "closed"):
                raise Refused("running")
            if old.next is None:
                head = copy.deepcopy(old)
                head.id, head.secret, head.created = new_table_id(), secrets.token_bytes(SECRET_BYTES), time.time()
                head.phase, head.closed, head.nonces, head.names = "waiting", None, (), ()
                head.rules_version = table.game.rules_version
                moved_on = [*table.seats[1:], table.seats[0]]
                await self._add(head, [_seat_again(seat) for seat in moved_on], address)
                old.next = head.id
                await table.save()
                table.show_table()
            return old.next

    async def _add(self, head: Head, seats: list[Seat], address: str, most: int = 0) -> None:
        try:
            await self.store.create(head, seats, digest(address) if address else "", most)
        except TooMany as error:
            raise Refused("too_many", "too_many_tables", limit=most) from error
        except StorageFailed as error:
            warn("storage_failed", table=head.id, problem=str(error))
            raise Refused("storage") from error
        log("created", table=head.id, game=head.game, players=head.players)

    # Finding

    async def find(self, table: str) -> Table:
        """The table, read from the store if it is not in memory."""
        if table in self._tables:
            found = self._tables[table]
            found.idle_since = time.monotonic()
            return found
        if len(table) > 32 or not table.isalnum():
            raise Refused("unknown_table")
        async with self._loading[table]:
            try:
                if table not in self._tables:
                    opened = await self._opened(await self.read(table))
                    self._tables.setdefault(table, opened)
                return self._tables[table]
            finally:
                self._loading.pop(table, None)

    async def _opened(self, stored: Stored) -> Table:
        try:
            return Table(self, stored, await replayed(stored))
        except Exception as error:
            mistake("table_broken", table=stored.head.id)
            raise Refused("broken") from error

    async def read(self, table: str) -> Stored:
        """A table from the store, closed if its rules are no longer those installed."""
        try:
            stored = await self.store.load(table)
        except Damaged as error:
            warn("table_broken", table=table, problem=str(error))
            raise Refused("broken") from error
        except StorageFailed as error:
            warn("storage_failed", table=table, problem=str(error))
            raise Refused("storage") from error
        if stored is None:
            raise Refused("unknown_table")
        try:
            current = same_rules(stored.head)
        except LumariumError as error:
            warn("game_missing", table=table, game=stored.head.game)
            raise Refused("broken") from error
        if stored.entries and not current and stored.head.closed is None:
            stored.head.closed = "older_rules"
            if stored.head.phase == "playing":
                stored.head.phase = "closed"
            await self.store.save(stored.head, stored.seats)
            log("older_rules", table=table)
        return stored

    async def record(self, table: Table) -> bytes:
        """The record of a finished table, as the library writes it."""
        async with table.holding():
            if table.head.phase not in ("over", "closed"):
                raise Refused("running")
            if table.match is not None:
                return table.match.record.dump()
        entries = await self.store.entries(table.head.id, -1)
        if not entries:
            raise Refused("not_started")
        return stored_record(table.head, entries).dump()

    # Resting

    async def sweep(self) -> None:
        """Lets go of tables that nobody is at, and deletes those that nobody touched for long."""
        now = time.monotonic()
        for name, table in list(self._tables.items()):
            if not table.busy and now - table.idle_since > self.config.idle_seconds:
                del self._tables[name]
        self.addresses.forget()
        if self.config.expire_days:
            gone = await self.store.expire(time.time() - self.config.expire_days * 86400)
            for name in gone:
                table_gone = self._tables.pop(name, None)
                if table_gone is not None:
                    table_gone.close_all()
            if gone:
                log("expired", tables=len(gone))

    async def close(self) -> None:
        """Stops the bots; what was asked to be stored is stored."""
        for table in self._tables.values():
            for task in (table.driver, table.starter):
                if task is not None:
                    task.cancel()
        await self.bots.close()
        await self.replays.close()
        await self.store.close()


def _checked_options(new: protocol.NewTable) -> dict[str, Any]:
    game = registry.game(new.game)
    if len(new.seats) not in game.players:
        first, last = game.players[0], game.players[-1]
        raise BadOptions(
            Message("kernel", "options.players", game=game.name, first=first, last=last, players=len(new.seats))
        )
    if game.private and sum(seat.kind == "me" for seat in new.seats) > 1:
        raise Refused("bad_options", "me")
    options: dict[str, Any] = msgspec.to_builtins(game.options(new.options))
    return options


def _new_seat(wanted: protocol.NewSeat, device: str) -> tuple[Seat, str]:
    seat = Seat()
    if wanted.kind == "bot":
        level = wanted.level or "random"
        registry.bot(level)
        make_bot(seat, level)
        return seat, ""
    token = new_token()
    if wanted.kind == "open":
        seat.invite = digest(token)
    else:
        seat.kind, seat.name = "person", clean_name(wanted.name)
        seat.token, seat.device = digest(token), device
    return seat, token


def _seat_again(seat: Seat) -> Seat:
    again = copy.copy(seat)
    again.left = False
    if again.kind == "person":
        again.level, again.ready = None, False
    return again
