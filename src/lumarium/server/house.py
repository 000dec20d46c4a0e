"""All tables of a server: made, found again, left to rest, and forgotten in time."""

from __future__ import annotations

import asyncio
import copy
import secrets
import time
from collections import defaultdict
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from lumarium.kernel import registry
from lumarium.kernel.errors import LumariumError
from lumarium.kernel.game import Game
from lumarium.kernel.luck import SECRET_BYTES
from lumarium.kernel.record import Record

from . import protocol, says
from .alarms import Alarms
from .answers import Made, MadeSeat, MadeTokens
from .bots import Bots
from .calling import Caller
from .config import Config
from .counts import Counts
from .errors import CLOSE, Refused
from .following import HERE, follow, others_at, remember
from .insights import Insights
from .limits import Addresses, Rate
from .logs import log, mistake, warn
from .neighbours import Changed, GivenUp, Gone, Heard, Spoken, Thinking, Trace
from .play import nudge
from .replays import Replays
from .restore import replayed, same_rules, stored_record
from .seats import make_bot
from .security import DEVICE_AGE, clean_name, digest, new_table_id, new_token
from .store import Damaged, Head, Limits, Seat, Settings, StorageFailed, Store, Stored, TooMany, VersionTaken, Who
from .studies import PHASE, Studies
from .tables import Table
from .timekeeping import HouseTime

FILES = 10
"""A page has so many files for each request of its own."""
HOUSEHOLD = 5
"""So many people of one address may each be as busy as one connection may be."""
FRESH = 1.0
"""Seconds for which an answer holds whether there is a store."""
UNCONFIRMED = 24 * 3600.0
"""Seconds for which an address waits to be confirmed."""
TOLD = 50
"""So many tables that go are named in the log."""


class House:
    """Everything that tables share."""

    def __init__(self, config: Config, store: Store) -> None:
        self.config = config
        self.store = store
        self.bots = Bots(config.workers, config.bot_patience)
        self.replays = Replays(config.replay_patience, config.review_patience)
        self.insights = Insights(config.bot_patience)
        self.addresses = Addresses(
            requests=Rate(config.requests_per_second, config.requests_burst),
            files=Rate(FILES * config.requests_per_second, FILES * config.requests_burst),
            messages=Rate(HOUSEHOLD * config.messages_per_second, HOUSEHOLD * config.messages_burst),
            connections=config.connections_per_address,
            codes=Rate(config.codes_per_hour / 3600, 2 * config.codes_per_hour),
            passkeys=Rate(config.passkeys_per_minute / 60, 2 * config.passkeys_per_minute),
        )
        self.counts = Counts()
        self.time = HouseTime(store)
        self.alarms = Alarms(self)
        self.caller = Caller(self)
        self.packing = asyncio.Lock()
        """Whoever takes all their records along does so after the other."""
        self.started = time.monotonic()
        self.connections = 0
        self._swept = self._checked = self.started
        self._check: asyncio.Future[None] | None = None
        self.studies = Studies(self)
        self._tables: dict[str, Table] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._loading: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    @property
    def tables(self) -> int:
        """How many are in memory."""
        return len(self._tables)

    async def check(self) -> None:
        """Can it store? That is a write, so it is tried once a second at most; who asks meanwhile is told the same."""
        now = time.monotonic()
        if self._check is None or now >= self._checked + FRESH:
            self._checked, self._check = now, asyncio.ensure_future(self.store.check())
        await asyncio.shield(self._check)

    # Making

    async def create(self, new: protocol.NewTable, address: str, who: Who) -> Made:
        """A new table; gives its id and its tokens, which are told this once."""
        game = registry.game(new.game)
        options = _checked_options(new)
        host, watch, join = new_token(), new_token(), new_token()
        told: list[MadeSeat] = []
        seats: list[Seat] = []
        for number, wanted in enumerate(new.seats):
            seat, token = _new_seat(wanted, who, game)
            seats.append(seat)
            if token and wanted.kind != "bot":
                told.append(MadeSeat(number, wanted.kind, token))
        head = Head(
            id=new_table_id(),
            game=game.name,
            rules_version=game.rules_version,
            players=len(seats),
            options=options,
            settings=msgspec.convert(msgspec.to_builtins(new.settings), Settings),
            secret=secrets.token_bytes(SECRET_BYTES),
            host=digest(host),
            watch=digest(watch),
            join=digest(join),
            created=time.time(),
            owner=who.key,
        )
        await self._add(head, seats, address)
        return Made(head.id, MadeTokens(host=host, watch=watch, join=join, seats=tuple(told)))

    async def rematch(self, table: Table, address: str) -> str:
        """The table after this one: the same people, options and tokens; whoever sat second begins."""
        async with table.changing():
            old = table.head
            if old.phase not in ("over", "closed"):
                raise Refused("running")
            if old.next is None:
                head = copy.deepcopy(old)
                head.id, head.secret, head.created = new_table_id(), secrets.token_bytes(SECRET_BYTES), time.time()
                head.phase, head.closed, head.nonces, head.names, head.clock = "waiting", None, (), (), None
                head.rules_version = table.game.rules_version
                moved_on = [*table.seats[1:], table.seats[0]]
                await self._add(head, [_seat_again(seat) for seat in moved_on], address)
                old.next = head.id
                await table.save()
                table.show_table()
            return old.next

    async def _add(self, head: Head, seats: list[Seat], address: str) -> None:
        limits = Limits(self.config.tables_per_address, self.config.tables_per_day)
        try:
            await self.store.create(head, seats, digest(address) if address else "", limits)
        except TooMany as error:
            raise Refused("too_many", f"too_many_{error.which}", limit=error.limit) from error
        except StorageFailed as error:
            warn("storage_failed", table=head.id, problem=str(error))
            raise Refused("storage", "no_storage") from error
        log("created", table=head.id, game=head.game, players=head.players)

    # Who comes

    async def who(self, device: str) -> Who:
        """Whoever stands behind the digest of a cookie."""
        try:
            return await self.store.people.who(device)
        except StorageFailed as error:
            raise Refused("storage", "no_storage") from error

    async def looking(self, table: str) -> set[int]:
        """The seats of whoever has this table before their eyes, at whatever process."""
        here = self._tables[table].looking if table in self._tables else set()
        return here.union(*(other.looking for other in others_at(await self.store.neighbours.traces([table]))))

    def send_off(self, device: str) -> None:
        """Whoever is at a table with a device that was given up has to come again."""
        for table in self._tables.values():
            for viewer in table.viewers:
                if viewer.who.device == device:
                    viewer.close(CLOSE["forbidden"])

    async def _send_off_revoked(self) -> None:
        known = {viewer.who.device for table in self._tables.values() for viewer in table.viewers if viewer.who.person}
        for device in await self.store.people.revoked(sorted(known)):
            self.send_off(device)

    # Finding

    def at_hand(self, table: str) -> Table | None:
        """The table if it is in memory."""
        return self._tables.get(table)

    async def find(self, table: str) -> Table:
        """The table, read from the store if it is not in memory."""
        if table in self._tables:
            found = self._tables[table]
            found.idle_since = time.monotonic()
            if self.store.neighbours.process:  # others may have changed it just now
                await follow(found)
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
            table = Table(self, stored, await replayed(stored))
            remember(table, await self.store.neighbours.traces([stored.head.id]))
            return table
        except StorageFailed as error:
            raise Refused("storage", "no_storage") from error
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
            raise Refused("storage", "no_storage") from error
        if stored is None or stored.head.phase == PHASE:
            raise Refused("unknown_table")
        if stored.aside:
            await self.store.bring_back(table)
            log("brought_back", table=table)
        try:
            current = same_rules(stored.head)
        except LumariumError as error:
            warn("game_missing", table=table, game=stored.head.game)
            raise Refused("broken") from error
        if stored.entries and not current and stored.head.closed is None:
            stored.head.closed = "older_rules"
            if stored.head.phase == "playing":
                stored.head.phase = "closed"
            with suppress(VersionTaken):  # somebody else did
                await self.store.save(stored.head, stored.seats)
            log("older_rules", table=table)
        return stored

    async def record(self, table: Table, plain: bool = False) -> bytes:
        """The record of a finished table, as the library writes it; `plain` is for readers of the first format."""
        record = await self._record(table)
        return (record.plain if plain else record).dump()

    async def _record(self, table: Table) -> Record:
        async with table.holding():
            if table.head.phase not in ("over", "closed"):
                raise Refused("running")
            if table.match is not None:
                return table.match.record
        try:
            entries = await self.store.entries(table.head.id, -1)
        except Damaged as error:
            warn("table_broken", table=table.head.id, problem=str(error))
            raise Refused("broken") from error
        if not entries:
            raise Refused("not_started")
        return stored_record(table.head, entries)

    # Resting

    async def sweep(self) -> None:
        """Lets go of tables that nobody is at, and sees to it that those that nobody needs any more go in time."""
        now = time.monotonic()
        # Whoever is away from a table in memory is known to be; so it stays until that no longer matters.
        idle = max(self.config.idle_seconds, self.config.away_seconds)
        for name, table in list(self._tables.items()):
            if not table.busy and now - table.idle_since > idle:
                del self._tables[name]
                self.alarms.stop(table)
                table.share(f"{HERE}{self.store.neighbours.process}", None)
        self.studies.forget_idle(idle)
        self.addresses.forget()
        await self._send_off_revoked()
        if now >= self._swept + self.config.tidy_seconds:
            self._swept = now
            await self._tidy()

    async def _tidy(self) -> None:
        here = [name for name, table in self._tables.items() if table.busy]
        here += [name for name, room in self.studies.rooms.items() if room.busy]
        days, aside_days = self.config.expire_days, self.config.aside_days
        await self.store.people.forget_old(DEVICE_AGE)
        await self.store.calls.drop_unconfirmed(UNCONFIRMED)
        swept = await self.store.sweep(here, days, aside_days)
        for name in (*swept.aside, *swept.gone):
            self.forget(name)
            self.store.neighbours.tell(Gone(name))
        if swept.aside:
            log("set_aside", tables=swept.aside[:TOLD], number=len(swept.aside), untouched_days=days)
        if swept.gone:
            log("removed", tables=swept.gone[:TOLD], number=len(swept.gone), aside_days=aside_days)

    def forget(self, name: str) -> None:
        """The table is no more, or not for now."""
        self.studies.forget(name)
        table = self._tables.pop(name, None)
        if table is not None:
            self.alarms.stop(table)
            table.close_all()

    # Hearing from other processes

    def versions(self) -> dict[str, tuple[int | None, int]]:
        """Of every table in memory, what of it is known here."""
        known = {name: table.known for name, table in self._tables.items()}
        return known | {name: room.known for name, room in self.studies.rooms.items()}

    def heard(self, notices: Sequence[Heard]) -> None:
        """Others have told this."""
        for notice in notices:
            if isinstance(notice, GivenUp):
                self.send_off(notice.device)
            room = self.studies.rooms.get(notice.table)
            if room is not None and isinstance(notice, Changed) and room.known != (notice.version, notice.revision):
                self.soon(room.follow())
            elif room is not None and isinstance(notice, Gone):
                self.studies.forget(notice.table)
            table = self._tables.get(notice.table)
            if table is None:
                continue
            if isinstance(notice, Changed):
                if table.is_doubtful or table.known != (notice.version, notice.revision):
                    self.soon(self._follow(table, notice.revision))
            elif isinstance(notice, Spoken):
                table.hear(notice)
            elif isinstance(notice, Thinking):
                table.elsewhere()
                if notice.most and table.waits is None:
                    table.waits = says.Waits(seat=notice.seat, most=notice.most)
                    table.show_table()
            elif isinstance(notice, Gone):
                self.forget(notice.table)

    async def _follow(self, table: Table, revision: int) -> None:
        await follow(table, revision)
        nudge(table)

    async def remembered(self, traces: Sequence[Trace], tables: Sequence[str]) -> None:
        """All traces of others at these tables."""
        for name in tables:
            there = [trace for trace in traces if trace.table == name]
            table, room = self._tables.get(name), self.studies.rooms.get(name)
            if table is not None:
                remember(table, there)
                nudge(table)
            elif room is not None:
                room.remember(there)

    def share_again(self) -> None:
        """What was shared is lost."""
        for table in self._tables.values():
            table.share_presence(again=True)
        for room in self.studies.rooms.values():
            room.share_people()

    async def adopt(self, tables: Sequence[str]) -> None:
        """Nobody sees to these tables any more."""
        for name in tables:
            try:
                table = await self.find(name)
            except LumariumError as error:
                warn("not_adopted", table=name, problem=str(error))
                continue
            table.take_on()
            nudge(table)

    def soon(self, work: Coroutine[Any, Any, None]) -> None:
        """Somebody does it; nobody waits for it."""
        task = asyncio.create_task(_carefully(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stops the bots; what was asked to be stored is stored."""
        self.alarms.close()
        for table in self._tables.values():
            self.alarms.stop(table)
            for task in (table.driver, table.starter):
                if task is not None:
                    task.cancel()
        for task in self._tasks:
            task.cancel()
        await self.caller.close()
        with suppress(StorageFailed):  # so long was it open
            self.time.now()
            await self.time.tick()
        await self.bots.close()
        await self.replays.close()
        await self.insights.close()
        await self.store.close()


async def _carefully(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except StorageFailed as error:
        warn("storage_failed", problem=str(error))
    except Exception:  # noqa: BLE001  # nobody waits for it
        mistake("task_failed")


def _checked_options(new: protocol.NewTable) -> dict[str, Any]:
    game = registry.game(new.game)
    checked = game.options(new.options)
    game.check_players(len(new.seats), checked)
    if game.private and sum(seat.kind == "me" for seat in new.seats) > 1:
        raise Refused("bad_options", "me")
    options: dict[str, Any] = msgspec.to_builtins(checked)
    return options


def _new_seat(wanted: protocol.NewSeat, who: Who, game: Game) -> tuple[Seat, str]:
    seat = Seat()
    if wanted.kind == "bot":
        level = wanted.level or "random"
        registry.bot(level, game)
        make_bot(seat, level)
        return seat, ""
    token = new_token()
    if wanted.kind == "open":
        seat.invite = digest(token)
    else:
        seat.kind, seat.name = "person", clean_name(wanted.name)
        seat.token, seat.device, seat.auto = digest(token), who.key, who.choice
    return seat, token


def _seat_again(seat: Seat) -> Seat:
    again = copy.copy(seat)
    again.left = again.out = False
    if again.kind == "person":
        again.level, again.ready = None, False
    return again
