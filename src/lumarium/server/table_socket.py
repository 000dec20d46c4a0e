"""One WebSocket per viewer of a table: it is let in, and what it asks is done."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket

from lumarium.kernel.errors import LumariumError

from . import protocol, says
from .config import PROTOCOL
from .errors import Refused, code_of
from .following import follow
from .limits import household
from .lobby import sit, start_when_full
from .play import nudge
from .requests import HANDLERS
from .seats import rights
from .security import DEVICE_COOKIE, digest
from .sockets import Conversation, admitted
from .tables import Table, insisting
from .timing import now
from .viewers import Viewer


async def serve_table(socket: WebSocket) -> None:
    """The route /ws/<table>."""
    await admitted(socket, TableTalk)


class TableTalk(Conversation):
    """What is said at a table."""

    place = "table"
    first = protocol.Hello
    thought_about = (protocol.Hint, protocol.Know)
    table: Table
    viewer: Viewer

    def parse(self, data: str) -> Any:
        """A client's message."""
        return protocol.parse(data)

    def problem(self, error: LumariumError, asked: protocol.Id | None, lang: str) -> says.Error:
        """Why something is refused, and what the version is."""
        version = error.v if isinstance(error, Refused) else None
        return says.Error(id=asked, code=code_of(error), text=self.sentence(error, lang), v=version)

    async def greet(self, hello: protocol.Hello) -> Viewer:
        """Finds the table and lets somebody in."""
        self.table, self.viewer = await _greet(self, hello)
        return self.viewer

    def begin(self) -> None:
        """Somebody came."""
        start_when_full(self.table)
        nudge(self.table)

    def part(self) -> None:
        """Somebody goes."""
        self.table.part(self.viewer)

    def heard(self) -> None:
        """By a clock it counts when something came."""
        self.viewer.heard = None if self.table.head.clock is None else now(self.table)

    async def done(self, request: Any) -> msgspec.Struct | None:
        """Does what is asked; what needs no answer gets none."""
        begun = time.perf_counter()
        table = self.table
        await _keep_pace(table, getattr(request, "v", None))
        answer = await insisting(lambda: HANDLERS[type(request)](table, self.viewer, request))
        if isinstance(request, protocol.Move):
            table.house.counts.moved(time.perf_counter() - begun)
        return None if request.id is None and isinstance(answer, says.Ok) else answer

    async def refused(self, error: LumariumError) -> None:
        """Whoever is behind is shown how it is."""
        if code_of(error) == "stale":
            with suppress(LumariumError):
                async with self.table.holding():
                    self.table.show_scene_to(self.viewer)


async def _greet(talk: TableTalk, hello: protocol.Hello) -> tuple[Table, Viewer]:
    house, socket = talk.house, talk.socket
    table = await house.find(talk.name)
    is_bot = hello.as_ == "bot"
    cookie = "" if is_bot else socket.cookies.get(DEVICE_COOKIE, "")
    who = await house.who(digest(cookie) if cookie else "")
    digests = tuple(digest(token) for token in hello.tokens)
    async with table.holding():
        allowed = rights(table.head, table.seats, digests, who.keys)
        if table.game.private and len(allowed.seats) > 1:
            raise Refused("private")
        viewer = Viewer(digests, who, allowed, hello.lang, hello.prefs.auto and not is_bot, is_bot)
        viewer.changes = hello.protocol == PROTOCOL
        viewer.chair = hello.prefs.chair
        viewer.hidden = hello.prefs.hidden
        viewer.address = household(socket.client.host) if socket.client else ""
    sits = is_bot and not allowed.seats and allowed.invited
    tokens = await insisting(lambda: _sit_down(table, viewer)) if sits else None
    await insisting(lambda: _enter(table, viewer, hello, tokens))
    if who.person and not viewer.rights.seats:
        house.soon(house.store.people.visit(who.person, table.head.id))
    return table, viewer


async def _enter(table: Table, viewer: Viewer, hello: protocol.Hello, tokens: dict[str, str] | None) -> None:
    async with table.changing():
        viewer.greet(
            says.Welcome(
                id=hello.id,
                protocol=PROTOCOL,
                table=table.head.id,
                game=table.head.game,
                you=viewer.rights.you(),
                tokens=tokens,
            )
        )
        table.enter(viewer)
        try:
            await _arrive(table, viewer)
        except BaseException:
            table.viewers.discard(viewer)
            raise
        table.show_table()
        viewer.came = table.version or 0
        table.show_scene_to(viewer, hello.since)


async def _keep_pace(table: Table, version: int | None) -> None:
    """Whoever came from another process may have seen more than is known here."""
    if version is not None and version > (table.version or -1) and table.house.store.neighbours.process:
        await follow(table)


async def _sit_down(table: Table, viewer: Viewer) -> dict[str, str]:
    """A program takes its invitation at once."""
    seated = await sit(table, viewer, protocol.Sit(name="Bot"))
    viewer.rights = rights(table.head, table.seats, viewer.digests[-1:], viewer.who.keys)
    return {str(seated.seat): seated.token or ""}


async def _arrive(table: Table, viewer: Viewer) -> None:
    """Whoever was awaited is here; a stand-in stays until its player takes the seat back."""
    if table.head.phase == "waiting":
        late = [number for number in viewer.rights.seats if not table.seats[number].ready]
        for number in late:
            table.seats[number].ready = True
        if late:
            await table.save()
