"""Somebody with a device, over HTTP: sits, joins, names addresses, and is told."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from http.cookies import SimpleCookie
from typing import Any

from tests.server.harness import Client, Json, Made, Server
from tests.server.receivers import Receiver, Taken

_numbers = itertools.count(1)


class Device:
    """A browser of somebody's, with its cookie."""

    def __init__(self, server: Server, name: str = "Desk", cookie: str = "") -> None:
        self.server, self.name = server, name
        self.cookie = cookie or self._fresh()

    def _fresh(self) -> str:
        _, headers, _ = self.server.request("GET", "/")
        return _cookie(headers.get_all("set-cookie") or [])

    @property
    def headers(self) -> dict[str, str]:
        return {"Cookie": f"lumarium_device={self.cookie}"}

    def get(self, path: str) -> Any:
        return self.server.get(path, **self.headers)

    def ask(self, path: str, data: object = None) -> tuple[int, Any]:
        """Status and answer of a POST; a new cookie is kept."""
        headers = {"Content_Type": "application/json", **self.headers}
        body = json.dumps({} if data is None else data).encode()
        status, answered, text = self.server.request("POST", path, body, **headers)
        self.cookie = _cookie(answered.get_all("set-cookie") or []) or self.cookie
        return status, json.loads(text)

    def do(self, path: str, data: object = None) -> Any:
        status, answer = self.ask(path, data)
        assert status < 300, answer
        return answer

    def refused(self, path: str, data: object = None) -> str:
        status, answer = self.ask(path, data)
        assert status >= 400, answer
        assert answer["text"]
        return str(answer["code"])

    def me(self, **changes: Any) -> Json:
        """Becomes known, or changes something."""
        return dict(self.do("/api/me", {"device": self.name, **changes}))

    def mine(self) -> list[Json]:
        return list(self.get("/api/tables?mine=1")["tables"])

    def table(self, game: str, seats: list[Json], **settings: Any) -> Made:
        """A table made from here."""
        body = {"game": game, "seats": seats, "settings": {"pace": "instant", **settings}}
        return Made(self.server, self.do("/api/tables", body))

    def client(self, table: str, *tokens: str, **more: Any) -> Client:
        """At a table, by the cookie and these tokens."""
        return Client(self.server, table, tokens, headers=self.headers, **more)

    def joined(self, name: str = "Phone", bring: bool = False) -> Device:
        """Another device of the same person."""
        token = self.do("/api/me/link")["token"]
        self.server.tokens.add(token)
        other = Device(self.server, name)
        other.do("/api/me/join", {"token": token, "device": name, "bring": bring})
        return other

    def hook(self, receiver: Receiver, style: str = "json") -> str:
        """An address of theirs at the receiver, confirmed; gives its path."""
        path = f"/hook{next(_numbers)}"
        self.do("/api/me/channels", {"hook": {"url": receiver.url + path, "style": style}})
        code = receiver.wait(lambda: receiver.at(path))[0].json["code"]
        self.do("/api/me/confirm", {"code": code})
        return path


def kinds(taken: list[Taken]) -> list[str]:
    """What was told there, in order."""
    return [told["kind"] for each in taken for told in each.json["told"]]


def wait_for(receiver: Receiver, path: str, wanted: Callable[[list[str]], bool]) -> list[str]:
    """What was told there, once it is as wanted."""
    receiver.wait(lambda: wanted(kinds(receiver.at(path))))
    return kinds(receiver.at(path))


def _cookie(lines: list[str]) -> str:
    for line in lines:
        found = SimpleCookie(line).get("lumarium_device")
        if found is not None:
            return found.value
    return ""
