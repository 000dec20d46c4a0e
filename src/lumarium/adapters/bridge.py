"""A study of a server in Python: changes go both ways while one looks at it in a browser."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any, SupportsIndex
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgspec

from lumarium.kernel.action import Action
from lumarium.kernel.chance import Chance
from lumarium.kernel.edits import Edit, Step
from lumarium.kernel.errors import BadEdit, LumariumError
from lumarium.kernel.message import Message
from lumarium.kernel.node import Node
from lumarium.kernel.record import Record
from lumarium.kernel.study import Study

PATIENCE = 30.0
"""Seconds for an answer."""
PAUSE = 0.5
"""Seconds after which a lost connection is tried again; each time twice as long, up to ten times."""
MOST_TOGETHER, MOST_BYTES = 50, 6 * 1024
"""So much is sent at once: a server takes no message above 8 KiB."""
MOST_MOVES = 20
"""A longer line is sent in parts."""


class LiveStudy(Study):
    """A study that others look at, too. What one changes is sent, what others change comes in by itself; after a lost
    connection both go on."""

    def __init__(self, link: Link, welcome: dict[str, Any], first: dict[str, Any]) -> None:
        super().__init__(welcome["game"], welcome["players"], None, welcome["options"], first["start"])
        self._link = link
        self._guard = threading.RLock()
        self._pending: dict[str, Edit] = {}
        self._settled = threading.Condition(self._guard)
        self._refusal: LumariumError | None = None
        self._version = -1
        self.may_edit: bool = welcome["may_edit"]
        """May one change it? A link to watch does not allow it."""
        self._hear(first)
        threading.Thread(target=self._listen, daemon=True, name=f"study {link.study}").start()

    # One's own changes

    def add(self, node: Node, *moves: Action | SupportsIndex | str | Step, chance: Chance | None = None) -> Node:
        with self._guard:
            for first in range(0, len(moves), MOST_MOVES):
                node = super().add(node, *moves[first : first + MOST_MOVES], chance=chance)
            return node

    def take(self, edits: Iterable[Edit]) -> list[Edit]:
        if not self.may_edit:
            raise BadEdit(Message("kernel", "study.watching"))
        edits = list(edits)
        with self._guard:
            for edit in edits:
                if edit.id not in self.tree.edits and (size := _size(edit)) > MOST_BYTES:
                    raise BadEdit(Message("kernel", "study.too_long", size=size, most=MOST_BYTES))
            new = super().take(edits)
            self._pending |= {edit.id: edit for edit in new}
            self._link.send(new)
            return new

    def sync(self, patience: float = PATIENCE) -> None:
        """Waits until all of one's own changes are stored."""
        with self._settled:
            done = self._settled.wait_for(lambda: not self._pending or self._refusal is not None, patience)
            if self._refusal is not None:
                refusal, self._refusal = self._refusal, None
                raise refusal
            if not done:
                raise LumariumError(Message("kernel", "study.unsent", n=len(self._pending)))

    def disconnect(self) -> None:
        """Ends the connection; the study stays as it is, here and there."""
        self._link.close()

    # What comes in

    def _listen(self) -> None:
        while True:
            try:
                for message in self._link.messages():
                    with self._guard:
                        self._take_in(message)
            except (OSError, TimeoutError):
                pass
            if not self._link.again(self._version):
                return
            with self._guard:
                self._link.send(list(self._pending.values()))

    def _take_in(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "edits":
                self._hear(message)
            case "ok":
                for name in self._link.answered(message["id"]):
                    self._pending.pop(name, None)
            case "error":
                for name in self._link.answered(message.get("id")):
                    self._pending.pop(name, None)
                self._refusal = LumariumError(message["text"])
        self._settled.notify_all()

    def _hear(self, message: dict[str, Any]) -> None:
        new = [msgspec.convert(each, Edit) for each in message["edits"]]
        Study.take(self, new)
        self._version = message["v"]

    # Nobody looks while something comes in

    def __iter__(self) -> Iterator[Node]:
        with self._guard:
            return iter(list(super().__iter__()))

    def __len__(self) -> int:
        with self._guard:
            return super().__len__()

    def main_line(self) -> list[Node]:
        with self._guard:
            return super().main_line()

    def dump(self) -> bytes:
        with self._guard:
            return super().dump()


class Link:
    """The connection to one study."""

    def __init__(self, address: str, study: str, tokens: Sequence[str], name: str) -> None:
        self.address, self.study, self._tokens, self._name = address, study, list(tokens), name
        self._number = 0
        self._asked: dict[int, list[str]] = {}
        self._sending = threading.Lock()
        self._closed = threading.Event()
        self._socket: Any = None
        self._stack = ExitStack()

    def open(self, since: int = -1) -> dict[str, Any]:
        """Says hello; gives the welcome, or raises what the server refuses with."""
        try:
            from websockets.sync.client import connect as dial
        except ModuleNotFoundError as problem:
            raise LumariumError(Message("kernel", "study.no_websockets")) from problem
        stack = ExitStack()
        address = f"{self.address}/ws/study/{self.study}"
        socket = stack.enter_context(dial(address, max_size=None, open_timeout=PATIENCE))
        socket.send(
            msgspec.json.encode(
                {"type": "hello", "id": 0, "tokens": self._tokens, "name": self._name, "since": since}
            ).decode()
        )
        welcome: dict[str, Any] = msgspec.json.decode(socket.recv(PATIENCE))
        if welcome["type"] == "error":
            stack.close()
            raise LumariumError(welcome["text"])
        with self._sending:
            self._socket, self._asked, self._stack = socket, {}, stack
        return welcome

    def messages(self) -> Iterator[dict[str, Any]]:
        """All that the server says, until the connection is lost."""
        from websockets.exceptions import ConnectionClosed

        try:
            for text in self._socket:
                yield msgspec.json.decode(text)
        except ConnectionClosed as error:
            raise OSError(str(error)) from error

    def next(self) -> dict[str, Any]:
        """The next thing that it says."""
        message: dict[str, Any] = msgspec.json.decode(self._socket.recv(PATIENCE))
        return message

    def send(self, changes: Sequence[Edit]) -> None:
        """What is not sent now is sent with the next connection."""
        from websockets.exceptions import ConnectionClosed

        with self._sending:
            for some in _batches(changes):
                self._number += 1
                self._asked[self._number] = [edit.id for edit in some]
                question = {"type": "edit", "id": self._number, "edits": some}
                try:
                    self._socket.send(msgspec.json.encode(question).decode())
                except (ConnectionClosed, OSError):
                    return

    def answered(self, number: object) -> list[str]:
        """The changes of a question that was answered."""
        return self._asked.pop(number, []) if isinstance(number, int) else []

    def again(self, since: int) -> bool:
        """Comes back after a while; False where that is not wanted, or the server will not have it."""
        from websockets.exceptions import InvalidHandshake

        wait = PAUSE
        while not self._closed.wait(wait):
            try:
                self.open(since)
                return True
            except (OSError, TimeoutError, InvalidHandshake, EOFError):
                wait = min(2 * wait, 10 * PAUSE)
            except LumariumError:
                return False
        return False

    def close(self) -> None:
        """For good."""
        self._closed.set()
        self._stack.close()


def _size(edit: Edit) -> int:
    return len(msgspec.json.encode(edit))


def _batches(changes: Iterable[Edit]) -> Iterator[list[Edit]]:
    """In turn, as many at once as a message may hold."""
    some: list[Edit] = []
    size = 0
    for edit in changes:
        more = _size(edit)
        if some and (len(some) == MOST_TOGETHER or size + more > MOST_BYTES):
            yield some
            some, size = [], 0
        some.append(edit)
        size += more
    if some:
        yield some


def connect(url: str, name: str = "Python") -> Study:
    """The study behind a link, live: changes go both ways. The link of a finished table gives a study of its game."""
    parts = urlsplit(url)
    way = [part for part in parts.path.split("/") if part]
    if parts.scheme not in ("http", "https") or len(way) != 2 or way[0] not in ("study", "t", "replay", "result"):
        raise BadEdit(Message("kernel", "study.link", given=url.partition("#")[0]))
    if way[0] != "study":
        return _of_table(f"{parts.scheme}://{parts.netloc}", way[1], parts.fragment)
    secure = "wss" if parts.scheme == "https" else "ws"
    link = Link(f"{secure}://{parts.netloc}", way[1], [parts.fragment] if parts.fragment else [], name)
    try:
        welcome, first = link.open(), link.next()
    except (OSError, TimeoutError) as error:
        raise LumariumError(Message("kernel", "study.unreachable", problem=str(error))) from error
    if first["start"] is None:
        link.close()
        raise BadEdit(Message("kernel", "study.closed", seat=first["seat"] + 1))
    return LiveStudy(link, welcome, first)


def _of_table(address: str, table: str, token: str) -> Study:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        with urlopen(Request(f"{address}/api/tables/{table}/record", headers=headers), timeout=PATIENCE) as answer:
            return Study.of(Record.parse(answer.read()))
    except OSError as error:
        told = getattr(error, "read", bytes)()
        text = msgspec.json.decode(told).get("text") if told.startswith(b"{") else str(error)
        raise LumariumError(Message("kernel", "study.unreachable", problem=text)) from error
