"""Somebody at a study, over a real socket."""

from __future__ import annotations

from typing import Any

from tests.server.harness import Client, Json, Server


class Reader(Client):
    """Somebody at a study: knows all changes that came."""

    messages = "StudyMessage"

    def __init__(self, server: Server, made: Json, token: str, **hello: Any) -> None:
        super().__init__(server, f"study/{made['study']}", (token,), **hello)
        self.hello = hello
        self.edits: dict[str, Json] = {}
        self.first: Json = {}
        self.people: list[Json] = []
        self.nodes: dict[str, list[str]] = {}

    def _take(self, message: Json) -> None:
        match message["type"]:
            case "edits":
                self.first = message
                self.table = message
                self.edits |= {edit["id"]: edit for edit in message["edits"]}
                self.nodes |= message["nodes"]
            case "people":
                self.people = message["people"]
            case _:
                self.answers[message["id"]] = message


def made_study(server: Server, **body: Any) -> Json:
    status, answer = server.post("/api/studies", body)
    assert status == 201, answer
    server.tokens |= {answer["edit"], answer["watch"]}
    return dict(answer)


def study_file(server: Server, study: Json) -> bytes:
    status, _, body = server.request("GET", f"/api/studies/{study['study']}", Authorization=f"Bearer {study['watch']}")
    assert status == 200, body
    return body


def said_at(number: int, author: str, at: str, text: str) -> Json:
    return {"line": "comment", "id": f"{number}-{author}", "at": at, "by": author, "text": text}
