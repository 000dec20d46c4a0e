"""A fuzzer for the protocol: sound messages spoilt at random. Every answer has a type, none is a mistake of ours."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import lumarium
from tests.faults.samples import SAMPLES
from tests.server.harness import Closed, Made, Server

CODES = set(re.findall(r"`([a-z_]+)`", (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()))
ANSWERS = {"ok", "error", "hint", "log"}
PER_CONNECTION = 25
"""Fewer than a connection may send at once."""
TEXTS = (
    "",
    " ",
    "\x00",
    "\u202e",
    "😀",
    "ä" * 300,
    "x" * 600,
    "'; DROP TABLE tables; --",
    "../..",
    "-1",
    "null",
)
NUMBERS = (-1, 0, 1, 2, 63, 64, 999_999, 1_000_001, 2**31, 2**63, 2**64, -(2**63), 10**30, 0.5, 1e308)
WORDS = ("place (1,1)", "take bag", "take 0", "watch", "join", "random", "strong", "open", "bot", "hello")


class Spoiler:
    """Makes messages that are nearly right."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def value(self, depth: int = 0) -> Any:
        """Anything that JSON can say."""
        kind = self.random.randrange(8 if depth < 3 else 5)
        if kind == 0:
            return self.random.choice(TEXTS)
        if kind == 1:
            return self.random.choice(NUMBERS)
        if kind == 2:
            return self.random.choice((None, True, False))
        if kind in (3, 4):
            return self.random.choice(WORDS)
        if kind == 5:
            return [self.value(depth + 1) for _ in range(self.random.randrange(4))]
        if kind == 6:
            return {self.random.choice(TEXTS): self.value(depth + 1) for _ in range(self.random.randrange(3))}
        return {"type": self.value(depth + 1)}

    def message(self) -> str:
        """A message for a client that has said hello."""
        sample = self.random.choice(SAMPLES)
        message = {"type": sample.kind, "id": self.random.randrange(1 << 40), **sample.facts}
        for _ in range(self.random.randrange(3)):
            name = self.random.choice([*message, "v", "seat", "key", "path", "action", "tokens", "more"])
            if self.random.random() < 0.25:
                message.pop(name, None)
            else:
                message[name] = self.value()
        return self.spoilt(json.dumps(message, ensure_ascii=self.random.random() < 0.5))

    def spoilt(self, text: str) -> str:
        """Sometimes cut, doubled or with a character changed."""
        way = self.random.randrange(12)
        at = self.random.randrange(len(text))
        if way == 0:
            return text[:at]
        if way == 1:
            return text[:at] + self.random.choice('{}[]",:0\\\x01') + text[at + 1 :]
        if way == 2:
            return text + text
        return text


async def _round(made: Made, tokens: tuple[str, ...], spoiler: Spoiler, met: Counter[str]) -> None:
    """One connection's worth: each message is answered by its id, or as something that cannot be read."""
    try:
        async with made.client(*tokens) as client:
            for _ in range(PER_CONNECTION):
                before = len(client.received)
                await client.send(spoiler.message())
                probe = await client.ask("ping", id=f"probe {before}")
                assert probe["type"] == "ok" or probe["code"] == "too_fast"
                for text in client.received[before:]:
                    message = json.loads(text)
                    if message["type"] in ANSWERS:
                        met[message.get("code", message["type"])] += 1
                    if message["type"] == "error":
                        assert message["code"] in CODES, message
                        assert message["code"] != "internal", message
                        assert message["text"]
    except Closed as closed:
        met[f"closed {int(closed.code)}"] += 1


def test_spoilt_messages_get_a_typed_answer(server: Server, long: bool) -> None:
    met: Counter[str] = Counter()

    async def story(game: str, seed: int) -> None:
        seats = ("me", *["open"] * (lumarium.game(game).players[0] - 1))
        made = server.table(game, seats, settings={"start": "host"})
        quiet = server.table("luminos", ("me", "random"))
        spoiler = Spoiler(seed)
        sides = [(made.host, made.seats[0]), (made.join,), (made.seats[1],), (made.watch,)]
        async with quiet.client(quiet.seats[0]) as bystander:
            await bystander.nonce()
            await bystander.until(lambda: bystander.scene)
            await asyncio.gather(*(_round(made, side, spoiler, met) for side in sides), return_exceptions=False)
            await bystander.do("ping")
            assert bystander.phase == "playing"

    games = lumarium.games()
    for seed in range(100 if long else 6):
        try:
            asyncio.run(story(games[seed % len(games)], seed))
        except Exception as error:
            error.add_note(f"seed {seed}")
            raise
    assert {"ok", "malformed", "forbidden"} <= set(met)
    assert {code for code in met if code.startswith("closed")} <= {"closed 4400", "closed 4429"}


def test_spoilt_tables_are_refused(server: Server, long: bool) -> None:
    """POST /api/tables with anything in it: a table or a typed refusal."""
    spoiler = Spoiler(1)
    good: dict[str, Any] = {
        "game": "nomads",
        "seats": [{"kind": "me", "name": "A"}, {"kind": "bot", "level": "random"}, {"kind": "open"}],
        "options": {},
        "settings": {"listed": False, "pace": "quick"},
    }
    options = {
        game: list(schema["$defs"][next(iter(schema["$defs"]))].get("properties", {}))
        for game, schema in ((each["name"], each["options"]) for each in server.get("/api/server")["games"])
    }
    met: Counter[str] = Counter()
    for _ in range(3000 if long else 150):
        message = json.loads(json.dumps(good))
        message["game"] = spoiler.random.choice(lumarium.games())
        target = spoiler.random.choice([message, message["seats"][0], message["settings"], message["options"]])
        names = [*target, "options", "seats", "kind", "level", *options.get(message["game"], ())]
        for _ in range(spoiler.random.randrange(1, 3)):
            target[spoiler.random.choice(names)] = spoiler.value()
        body = spoiler.spoilt(json.dumps(message)).encode()
        status, _, answer = server.request("POST", "/api/tables", body, Content_Type="application/json")
        said = json.loads(answer)
        met[said.get("code", "made")] += 1
        assert (status == 201) == ("table" in said), said
        if status != 201:
            assert status < 500, (status, said, body)
            assert said["code"] in CODES - {"internal"}, said
    assert {"made", "malformed", "bad_options"} <= set(met)
