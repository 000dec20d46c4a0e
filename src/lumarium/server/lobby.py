"""Before the game: sitting down, inviting, setting the table, starting."""

from __future__ import annotations

import asyncio
import re
import time

import msgspec

from lumarium.kernel import registry
from lumarium.kernel.luck import FairChance

from . import protocol, seats, timing
from .errors import Overtaken, Refused
from .following import NONCE as NONCE_LEFT
from .logs import log, mistake
from .play import nudge
from .restore import begin
from .says import Ok
from .seats import make_bot
from .security import clean_name, digest, new_token
from .store import Seat, StoredEntry
from .tables import Table
from .telling import ended, joined, started
from .viewers import Viewer

NONCE = re.compile(r"[A-Za-z0-9_-]{8,64}")
STARS = ("Vega", "Mira", "Rigel", "Deneb", "Capella")


async def sit(table: Table, viewer: Viewer, request: protocol.Sit) -> Ok:
    """Takes a seat, or comes back to one's own."""
    async with table.changing():
        number = _wanted(table, viewer, request.seat)
        seat = table.seats[number]
        comes_back = number in viewer.rights.seats
        if comes_back:
            nonce = table.nonces.pop(seat.token, None)
            token = seats.renew(seat, viewer.who)
            if nonce is not None:
                table.nonces[seat.token] = nonce
        else:
            _check_waiting(table)
            token = seats.take(seat, clean_name(request.name), viewer.who, number in viewer.rights.invited)
        seat.remote = viewer.bot
        # Where the last one sits down, the start says as much.
        await table.save(() if comes_back or _is_full(table) else joined(table, number))
        viewer.digests = (*viewer.digests, digest(token))
        table.show_table()
    log("sat", table=table.head.id, seat=number)
    start_when_full(table)
    return Ok(id=request.id or 0, seat=number, token=token)


def _wanted(table: Table, viewer: Viewer, number: int | None) -> int:
    rights = viewer.rights
    allowed = rights.seats | rights.invited if not rights.join else set(range(len(table.seats)))
    if number is not None:
        table.check_seat(number)
        if number in rights.seats:
            return number
        if table.seats[number].kind != "open" and number in allowed | viewer.invited:
            raise Refused("taken")
        if number not in allowed:
            raise Refused("forbidden")
        wanted = number
    else:
        if not allowed:
            raise Refused("taken" if viewer.invited else "forbidden")
        still_open = [number for number in sorted(allowed) if table.seats[number].kind == "open"]
        if not still_open and rights.seats:
            return min(rights.seats)
        if not still_open:
            raise Refused("taken" if not rights.join else "full")
        wanted = still_open[0]
    if rights.seats and table.game.private:
        raise Refused("private")
    return wanted


async def leave(table: Table, viewer: Viewer, request: protocol.Leave) -> Ok:
    """Gives a seat up; during the game, says that one is gone."""
    async with table.changing():
        number = table.own_seat(viewer, request.seat)
        if table.head.phase == "waiting":
            table.nonces.pop(table.seats[number].token, None)
            seats.free(table.seats[number])
        elif table.head.phase == "playing":
            table.seats[number].left = True
            timing.turned(table)
        else:
            raise Refused("over")
        await table.save()
        table.show_table()
    return Ok(id=request.id or 0, seat=number)


async def set_seat(table: Table, viewer: Viewer, request: protocol.SetSeat) -> Ok:
    """The host makes a seat open or a bot's."""
    async with table.changing():
        _check_host(viewer)
        _check_waiting(table)
        table.check_seat(request.seat)
        seat = table.seats[request.seat]
        if request.kind == "bot":
            level = request.level or "random"
            registry.bot(level, table.game)
            make_bot(seat, level)
        else:
            seats.free(seat)
        await table.save()
        table.show_table()
    start_when_full(table)
    return Ok(id=request.id or 0, seat=request.seat)


async def swap(table: Table, viewer: Viewer, request: protocol.Swap) -> Ok:
    """The host exchanges two seats."""
    async with table.changing():
        _check_host(viewer)
        _check_waiting(table)
        table.check_seat(request.a)
        table.check_seat(request.b)
        table.rearrange(_swapped(len(table.seats), request.a, request.b))
        await table.save()
        table.show_table()
    return Ok(id=request.id or 0)


def _swapped(count: int, a: int, b: int) -> list[int]:
    order = list(range(count))
    order[a], order[b] = order[b], order[a]
    return order


async def link(table: Table, viewer: Viewer, request: protocol.Link) -> Ok:
    """A new link in place of a lost one."""
    async with table.changing():
        _check_host(viewer)
        token = new_token()
        if request.to == "watch":
            table.head.watch = digest(token)
        elif request.to == "join":
            table.head.join = digest(token)
        else:
            _check_waiting(table)
            table.check_seat(request.to)
            if table.seats[request.to].kind != "open":
                raise Refused("taken")
            table.seats[request.to].invite = digest(token)
        await table.save()
        table.show_table()
    return Ok(id=request.id or 0, token=token)


async def change_settings(table: Table, viewer: Viewer, request: protocol.ChangeSettings) -> Ok:
    """The host changes how it goes on."""
    async with table.changing():
        _check_host(viewer)
        if request.start is not None or request.draw is not None or request.clock is not msgspec.UNSET:
            _check_waiting(table)
        for name in ("listed", "start", "draw", "pace", "hints", "insight", "practice", "shared", "talk"):
            value = getattr(request, name)
            if value is not None:
                setattr(table.head.settings, name, value)
        if not isinstance(request.clock, msgspec.UnsetType):
            table.head.settings.clock = request.clock
        await table.save()
        table.show_table()
        if request.practice is not None:
            table.show_scene()
    start_when_full(table)
    return Ok(id=request.id or 0)


async def close(table: Table, viewer: Viewer, request: protocol.Close) -> Ok:
    """The host ends the table for good."""
    async with table.changing():
        _check_host(viewer)
        if table.head.phase in ("over", "closed"):
            raise Refused("over")
        table.head.phase, table.head.closed = "closed", "host"
        timing.turned(table)
        await table.save(ended(table))
        table.show_table()
    return Ok(id=request.id or 0)


async def nonce(table: Table, viewer: Viewer, request: protocol.Nonce) -> Ok:
    """A seat's share of the luck."""
    if not NONCE.fullmatch(request.nonce):
        raise Refused("malformed", "nonce")
    mine = [table.seats[number].token for number in viewer.rights.seats]
    if not mine:
        raise Refused("not_seated")
    if table.head.phase != "waiting":
        raise Refused("started")
    for token in mine:
        table.share(f"{NONCE_LEFT}{token}", table.nonces.setdefault(token, request.nonce).encode())
    table.nonce_came.set()
    return Ok(id=request.id or 0)


# Starting


async def start(table: Table, viewer: Viewer, request: protocol.Start) -> Ok:
    """The host starts."""
    _check_host(viewer)
    await _wait_for_nonces(table)
    async with table.changing():
        _check_waiting(table)
        if any(seat.kind == "open" for seat in table.seats):
            raise Refused("not_full")
        await _start(table)
    nudge(table)
    return Ok(id=request.id or 0, v=0)


def start_when_full(table: Table) -> None:
    """Starts by itself if nothing is missing."""
    if (table.starter is None or table.starter.done()) and _is_full(table):
        table.starter = asyncio.create_task(_start_soon(table))


def _is_full(table: Table) -> bool:
    head = table.head
    if head.phase != "waiting" or head.settings.start != "full":
        return False
    return all(seat.kind == "bot" or (seat.kind == "person" and seat.ready) for seat in table.seats)


async def _start_soon(table: Table) -> None:
    try:
        await _wait_for_nonces(table)
        async with table.changing():
            if not _is_full(table):
                return
            await _start(table)
        nudge(table)
    except Overtaken:
        pass  # another process has started it
    except Refused as error:
        log("start_refused", table=table.head.id, code=error.code)
    except Exception:  # noqa: BLE001  # nobody waits for this task
        mistake("start_failed", table=table.head.id)


async def _start(table: Table) -> None:
    head = table.head
    head.nonces = _nonces(table)
    if head.settings.draw:
        table.rearrange(_drawn(table))
        head.nonces = _nonces(table)
    head.names = tuple(_names(table.seats))
    head.rules_version = table.game.rules_version
    head.phase = "playing"
    match, story = begin(head)
    state = match.state
    timing.begin(table, state.turn)
    entry = StoredEntry(
        version=0,
        seat=None,
        notation="",
        picks=match.record.start.picks,
        time=time.time(),
        scores=tuple(state.scores),
        ranking=tuple(state.ranking),
        turn=state.turn,
    )
    await table.append(entry, whole=True, calls=started(table, match))
    table.match, table.story = match, story
    log("started", table=head.id, game=head.game, players=head.players)
    table.show_table()
    table.show_scene()


async def _wait_for_nonces(table: Table) -> None:
    """Gives everybody who is here a moment; the table is not held meanwhile."""
    deadline = time.monotonic() + table.house.config.nonce_patience
    while any(
        seat.kind == "person" and not seat.remote and seat.token not in table.nonces and table.connected(number)
        for number, seat in enumerate(table.seats)
    ):
        left = deadline - time.monotonic()
        table.nonce_came.clear()
        try:
            async with asyncio.timeout(max(left, 0)):
                await table.nonce_came.wait()
        except TimeoutError:
            return


def _nonces(table: Table) -> tuple[str, ...]:
    return tuple(table.nonces.get(seat.token, "") if seat.kind == "person" else "" for seat in table.seats)


def _drawn(table: Table) -> list[int]:
    head = table.head
    luck = FairChance(head.secret, f"{head.id}/seats", sorted(head.nonces))
    order = list(range(head.players))
    return [order.pop(luck.pick(len(order))) for _ in range(head.players)]


def _names(all_seats: list[Seat]) -> list[str]:
    """What the seats are called from now on: nobody twice, and bots by a star, which is the same in every language."""
    names: list[str] = []
    people = {seat.name for seat in all_seats if seat.kind != "bot"}
    stars = iter(star for star in STARS if star not in people)
    for seat in all_seats:
        wanted = next(stars, STARS[0]) if seat.kind == "bot" else seat.name
        name, number = wanted, 2
        while name and name in names:
            name, number = f"{wanted} {number}", number + 1
        names.append(name)
    return names


# Questions that several of them ask


def _check_host(viewer: Viewer) -> None:
    if not viewer.rights.host:
        raise Refused("forbidden")


def _check_waiting(table: Table) -> None:
    if table.head.phase in ("over", "closed"):
        raise Refused("over", "closed" if table.head.phase == "closed" else "over")
    if table.head.phase != "waiting":
        raise Refused("started")
