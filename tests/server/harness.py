"""A real server in a process of its own, and a small client that speaks the protocol over real sockets."""

from __future__ import annotations

import asyncio
import http.client
import itertools
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import psycopg
import websockets
from websockets.asyncio.client import ClientConnection, connect

import lumarium
from lumarium.kernel.changes import applied
from lumarium.server.store import Store, open_store
from tests.house import DATABASE, settings
from tests.postgres import database_of
from tests.server.contract import check_answer, check_message

SOURCE = str(Path(lumarium.__file__).parents[1])
PATIENCE = 120.0
"""Seconds after which a test gives up. A busy machine is slow: only what waits for ever shall run into this."""
Json = dict[str, Any]


class Server:
    """`lumarium serve` on a free port, with a data folder of its own. `extra` are more arguments."""

    program: Sequence[str] = ("-m", "lumarium")
    inside: Sequence[str] = ()
    """A command in which it runs."""

    def __init__(self, data: Path, *extra: str, host: str = "127.0.0.1", **env: str) -> None:
        self.data = data
        self.extra = extra
        self.host = host
        self.env = env
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.log = data.parent / f"{data.name}.log"
        self.tokens: set[str] = set()
        """Everything that was handed out and must never be in a log."""

    @property
    def at_postgres(self) -> bool:
        """Does it keep its tables in the database that belongs to its folder?"""
        return os.environ[DATABASE] == "postgres" and "--database" not in self.extra

    def kept(self) -> Store:
        """What it keeps, opened by the test while it does not run."""
        return open_store(database_of(self.data) if self.at_postgres else "", self.data)

    def execute(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Something that is done to its database behind its back; it concerns a row."""
        if self.at_postgres:
            with psycopg.connect(database_of(self.data), autocommit=True) as connection:
                done = connection.execute(statement.replace("?", "%s").encode(), values)
                assert done.rowcount
                return done.fetchall() if done.description else []
        with closing(sqlite3.connect(self.data / "tables.sqlite")) as file, file:
            found = file.execute(statement, values)
            rows = found.fetchall()
            assert rows or found.rowcount
            return rows

    def start(self) -> Self:
        """Starts it and waits until it answers; on the same port as before, if it ran before."""
        command = [*self.inside, sys.executable, *self.program, "serve", "--host", self.host, "--port", str(self.port)]
        command += ["--data", str(self.data), "--no-open", "--lang", "en", *self.extra]
        if self.at_postgres:
            command += ["--database", database_of(self.data)]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**settings(), "PYTHONPATH": SOURCE, "PYTHONUNBUFFERED": "1", **self.env},
            )
        assert self.process.stdout is not None
        printed = ""
        while (found := re.search(r"http://\S+:(\d+)", printed)) is None:
            line = self.process.stdout.readline()
            assert line, f"the server ended: {printed}{self.log.read_text()}"
            printed += line
        self.port = int(found[1])
        self.printed = printed
        return self

    def stop(self) -> int:
        """Asks it to stop (SIGTERM) and waits; gives the exit code."""
        return self._end(signal.SIGTERM)

    def kill(self) -> None:
        """kill -9."""
        self._end(signal.SIGKILL)

    def _end(self, number: signal.Signals) -> int:
        assert self.process is not None
        self.process.send_signal(number)
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None
        return code

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process is not None:
            self.stop()

    @property
    def logged(self) -> list[Json]:
        """What it wrote to its log."""
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    @property
    def memory(self) -> int:
        """Resident bytes."""
        assert self.process is not None
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def check_log(self) -> None:
        """It made no mistake, and told no token."""
        text = self.log.read_text()
        assert "Traceback" not in text, text[text.index("Traceback") - 300 :][:3000]
        told = [token for token in self.tokens if token in text]
        assert not told

    # HTTP

    def request(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        """One request; header names are written with underscores."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named)
            response = connection.getresponse()
            answer = response.read()
            check_answer(method, path, response.status, response.headers, answer)
            return response.status, response.headers, answer
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Any:
        """The JSON at a path; it must be there."""
        status, _, body = self.request("GET", path, None, **headers)
        assert status == 200, (status, body)
        return json.loads(body)

    def post(self, path: str, data: object, **headers: str) -> tuple[int, Any]:
        """Status and JSON of a POST."""
        headers.setdefault("Content_Type", "application/json")
        status, _, body = self.request("POST", path, json.dumps(data).encode(), **headers)
        return status, json.loads(body)

    def table(self, game: str, seats: Sequence[str], **more: Any) -> Made:
        """A new table. Seats are "me", "open", or the level of a bot; options and settings as in the protocol."""
        settings = {"pace": "instant", **more.pop("settings", {})}
        written = [
            {"kind": seat, **({"name": f"Me {number}"} if seat == "me" else {})}
            if seat in ("me", "open")
            else {"kind": "bot", "level": seat}
            for number, seat in enumerate(seats)
        ]
        status, made = self.post("/api/tables", {"game": game, "seats": written, "settings": settings, **more})
        assert status == 201, made
        return Made(self, made)

    def record(self, table: str, token: str) -> bytes:
        """The downloaded record."""
        status, _, body = self.request("GET", f"/api/tables/{table}/record", Authorization=f"Bearer {token}")
        assert status == 200, body
        return body


class Made:
    """A table that was made, with its tokens."""

    def __init__(self, server: Server, made: Json) -> None:
        self.server = server
        self.id: str = made["table"]
        self.tokens: Json = made["tokens"]
        self.host: str = self.tokens["host"]
        self.watch: str = self.tokens["watch"]
        self.join: str = self.tokens["join"]
        self.seats: dict[int, str] = {seat["seat"]: seat["token"] for seat in self.tokens["seats"]}
        server.tokens |= {self.host, self.watch, self.join, *self.seats.values()}

    def client(self, *tokens: str, **more: Any) -> Client:
        """A client that says hello with these tokens."""
        return Client(self.server, self.id, tokens, **more)


class Closed(Exception):
    """The server closed the connection; `code` says why."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Client:
    """One connection to a table. It keeps everything that it received, byte for byte, in `received`."""

    messages = "Message"
    """What the schema calls what it hears."""

    def __init__(self, server: Server, table: str, tokens: Sequence[str] = (), **hello: Any) -> None:
        self.server = server
        self.path = f"/ws/{table}"
        self.tokens = list(tokens)
        self.headers: dict[str, str] = hello.pop("headers", {})
        self.hello = {"protocol": 2, **hello}
        self.received: list[str] = []
        self.table: Json = {}
        self.you: Json = {}
        self.knocks: list[Json] = []
        self.scene: Json = {}
        self.view: Json = {}
        self.said: list[Json] = []
        self.welcome: Json = {}
        self.answers: dict[Any, Json] = {}
        self.errors: list[Json] = []
        self.closed: int | None = None
        self._ids = itertools.count(1)
        self._news = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        await self.open()
        try:
            self.welcome = await self.ask("hello", tokens=self.tokens, **self.hello)
            if self.welcome["type"] == "error":
                await self.until(lambda: self.closed is not None)
                raise Refusal(self.welcome, self.closed)
            await self.until(lambda: self.table or self.closed is not None)
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def open(self) -> None:
        """Connects, without a hello."""
        address = f"ws://{self.server.host}:{self.server.port}{self.path}"
        self._socket = await connect(address, additional_headers=self.headers, max_size=None)
        self._reader = asyncio.create_task(self._read())

    async def close(self) -> None:
        """Goes away."""
        assert self._socket is not None
        assert self._reader is not None
        await self._socket.close()
        await self._reader

    async def send(self, text: str | bytes) -> None:
        """Something, as it is."""
        assert self._socket is not None
        try:
            await self._socket.send(text)
        except websockets.ConnectionClosed as error:
            raise Closed(self.closed or 1006) from error

    async def ask(self, kind: str, /, **facts: Any) -> Json:
        """A request and its answer."""
        number = facts.pop("id", None) or next(self._ids)
        await self.send(json.dumps({"type": kind, "id": number, **facts}))
        await self.until(lambda: number in self.answers or self.closed is not None)
        if number not in self.answers:
            assert self.closed is not None
            raise Closed(self.closed)
        return self.answers.pop(number)

    async def do(self, kind: str, /, **facts: Any) -> Json:
        """A request that must be done."""
        answer = await self.ask(kind, **facts)
        assert answer["type"] != "error", answer
        return answer

    async def refused(self, kind: str, /, **facts: Any) -> str:
        """The code with which a request is refused."""
        answer = await self.ask(kind, **facts)
        assert answer["type"] == "error", answer
        assert answer["text"]
        return str(answer["code"])

    async def until(self, happened: Callable[[], object], patience: float = PATIENCE) -> None:
        """Waits for it."""
        async with asyncio.timeout(patience):
            while not happened():
                self._news.clear()
                await self._news.wait()

    async def nonce(self, text: str = "0123456789abcdef") -> None:
        """This seat's share of the luck."""
        await self.ask("nonce", nonce=text)

    @property
    def version(self) -> int:
        """Of the last scene; -1 before the start."""
        return int(self.scene["scene"]["v"]) if self.scene else -1

    @property
    def status(self) -> str:
        """turn, wait, over; "" before the start."""
        return str(self.scene["scene"]["status"]) if self.scene else ""

    @property
    def phase(self) -> str:
        """Of the table."""
        return str(self.table.get("phase", ""))

    async def _read(self) -> None:
        assert self._socket is not None
        try:
            async for text in self._socket:
                assert isinstance(text, str)
                self.received.append(text)
                message = json.loads(text)
                check_message(message, self.messages)
                self._take(message)
                self._news.set()
        except websockets.ConnectionClosed:
            pass
        self.closed = self._socket.close_code or 1006
        self._news.set()

    def _take(self, message: Json) -> None:
        match message["type"]:
            case "table":
                self.table, self.you, self.knocks = message["table"], message["you"], message["knocks"]
            case "scene":
                self.scene = message
            case "changes" if self.scene:  # else it lost its scene, and the whole of it is on its way
                self.scene = followed(self.scene, message)
            case "view":
                self.view = message
            case "said":
                self.said.append(message)
            case _ if message.get("id") is not None:
                self.answers[message["id"]] = message
                if message.get("token"):
                    self.server.tokens.add(message["token"])
            case "error":
                self.errors.append(message)


def followed(scene: Json, message: Json) -> Json:
    """The scene message that a message of changes makes of the one before."""
    later = applied(scene["scene"], message["change"])
    facts = {name: value for name, value in message.items() if name not in ("type", "change")}
    return {**scene, **facts, "scene": later}


class Refusal(Exception):
    """A hello that was refused."""

    def __init__(self, answer: Json, closed: int | None) -> None:
        super().__init__(answer)
        self.code: str = answer["code"]
        self.closed = closed


def paths(tree: Any) -> Iterator[list[str]]:
    """Every full path of a scene's `actions`."""
    if isinstance(tree, list):
        for piece in tree:
            yield [piece] if piece else []
        return
    for piece, branch in tree.items():
        head = [piece] if piece else []
        if not branch:
            yield head
        else:
            for tail in paths(branch):
                yield head + tail


async def play_on(client: Client, choose: Callable[[list[list[str]]], list[str]]) -> int:
    """Plays every turn of this client's seats by touch until the game is over; gives the number of its moves."""
    played = 0
    while client.status != "over" and client.phase != "over":
        await client.until(lambda: client.status in ("turn", "over"))
        if client.status == "over":
            break
        version = client.version
        path = choose(list(paths(client.scene["scene"]["actions"])))
        await client.do("move", v=version, path=path, key=f"{version}-{time.monotonic_ns()}")
        await client.until(lambda at=version: client.version > at)  # type: ignore[misc]
        played += 1
    return played
