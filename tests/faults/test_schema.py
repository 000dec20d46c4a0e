"""A fuzzer that the server's own schema drives: what fits it is understood, what does not is `malformed`, and nothing
is a mistake of ours. A minute in the long run."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

import lumarium
from tests.faults.strategies import Grammar, Json
from tests.server.contract import validator
from tests.server.harness import Closed, Made, Server

EXAMPLES = 60
SECONDS = 12.0
"""For each of five tests in the long run."""
ENDS = {"close", "leave"}
"""After these there is less to try."""


def _rounds(long: bool) -> Any:
    """Numbers for as long as there is time."""
    until = time.monotonic() + SECONDS
    yield 0
    number = 1
    while long and time.monotonic() < until:
        yield number
        number += 1


def _tried(number: int, strategy: Any, attempt: Any) -> None:
    @seed(number)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def run(given: Any) -> None:
        attempt(given)

    run()


def test_the_socket_understands_what_its_schema_allows(server: Server, long: bool) -> None:
    document = server.get("/api/schema")
    wanted = Grammar(document).any(document["components"]["schemas"]["Request"])
    met: Counter[str] = Counter()
    games = lumarium.games()
    with asyncio.Runner() as runner:
        for number in _rounds(long):
            game = games[number % len(games)]
            made = server.table(game, ("me", *["open"] * (lumarium.game(game).players[0] - 1)))
            side = [(made.host, made.seats[0]), (made.join,), (made.watch,)][number % 3]
            _tried(number, wanted, lambda message: runner.run(_sent(made, side, message, met)))  # noqa: B023
    assert {"ok", "malformed"} <= set(met)


async def _sent(made: Made, side: tuple[str, ...], message: Any, met: Counter[str]) -> None:
    if not isinstance(message, dict) or message.get("type") in ENDS:
        return
    message = {**message, "id": "asked"}
    fits = validator("components/schemas/Request", closed=False).is_valid(message)
    async with made.client(*side) as client:
        try:
            await client.send(json.dumps(message))
            await client.until(lambda: "asked" in client.answers or client.closed is not None)
        except Closed:
            pass
        answer = client.answers.get("asked", {"type": "closed"})
        code = str(answer.get("code", answer["type"]))
        met[code] += 1
        assert code not in ("internal", "closed"), (message, answer)
        if not fits:
            assert code == "malformed", (message, answer)


@pytest.mark.parametrize("path", ["/api/tables", "/api/replay/scenes", "/api/qr", "/api/tables/{table}/knock"])
def test_http_understands_what_its_schema_allows(server: Server, path: str, long: bool) -> None:
    document = server.get("/api/schema")
    body: Json = document["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
    fitting = validator(
        f"paths/{path.replace('/', '~1')}/post/requestBody/content/application~1json/schema", closed=False
    )
    place = path.replace("{table}", server.table("luminos", ("me", "open")).id)
    met: Counter[str] = Counter()

    def attempt(given: Any) -> None:
        data = json.dumps(given).encode()
        _, headers, answer = server.request("POST", place, data, Content_Type="application/json")
        code = json.loads(answer).get("code", "done") if headers["content-type"] == "application/json" else "done"
        met[code] += 1
        assert code != "internal", (given, answer)
        if not fitting.is_valid(given):
            assert code == "malformed", (given, answer)

    for number in _rounds(long):
        _tried(number, Grammar(document).any(body), attempt)
    assert "malformed" in met
