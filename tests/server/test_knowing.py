"""What can be known, asked at a table and of a record: what the library tells from the seat's view, and no more."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

import lumarium
from lumarium import Record
from tests.house import HOUSE
from tests.server.harness import Made, Server, paths

GOLDEN = Path(__file__).parents[1] / "golden"
MOVES = 10
Json = dict[str, Any]


def plain(value: object) -> Any:
    return json.loads(msgspec.json.encode(value))


async def _asked(made: Made, lang: str) -> list[Json]:
    """Somebody plays among bots and asks all that can be asked, now and then."""
    choice, answers = random.Random(3), []
    async with made.client(made.seats[0], lang=lang) as ana, made.client(made.host) as host:
        await ana.nonce()
        for _ in range(MOVES):
            await ana.until(lambda: ana.status in ("turn", "over"))
            if ana.status == "over":
                break
            version = ana.version
            answers.append(await ana.do("know", v=version))
            known = answers[-1]["known"]
            answers += [await ana.do("know", v=version, about=mind["seat"]) for mind in known["minds"]]
            answers += [await ana.do("know", v=version, topic=each["id"], step=0) for each in known["estimates"]]
            await ana.do("move", v=version, path=choice.choice(list(paths(ana.scene["scene"]["actions"]))))
            await ana.until(lambda version=version: ana.version > version)  # type: ignore[misc]
        await host.ask("close")
    return answers


@pytest.mark.parametrize("name", lumarium.games())
def test_a_seat_is_told_what_its_view_tells(server: Server, name: str, tmp_path: Path) -> None:
    """The same bytes as the library makes from the seat's view, in the viewer's language, with names and pictures."""
    game = lumarium.game(name)
    lang = "de" if name > "lumen" else "en"
    made = server.table(name, ("me", *["random"] * (game.players[0] - 1)))
    answers = asyncio.run(_asked(made, lang))
    path = tmp_path / "record.jsonl"
    path.write_bytes(server.record(made.id, made.watch))
    record = Record.load(path)
    assert len(answers) >= (5 if name in HOUSE else 1)
    for answer in answers:
        match = record.replay(answer["v"])
        view, names = match.view(0), match.names
        if answer["type"] == "known":
            about = answer["known"]["about"]
            assert answer["known"] == plain(game.know(view, lang, names, about, pictured=True))
        else:
            assert answer["topic"] == plain(game.estimate(view, answer["topic"]["id"], 0, lang, names, pictured=True))
    facts = {each["name"]: each for each in server.get("/api/server")["games"]}
    assert facts[name]["insight"] == any(answer["known"]["topics"] for answer in answers if "known" in answer)


def test_whoever_may_not_know_is_refused_by_name(server: Server) -> None:
    async def ask() -> None:
        made = server.table("lumen", ("me", "open", "random"))
        async with made.client(made.seats[0]) as ana, made.client(made.host) as host:
            assert await ana.refused("know", v=0) == "not_started"
            await ana.nonce()
            async with made.client(made.seats[1]) as ben, made.client(made.watch) as eve:
                await ben.do("sit", name="Ben")
                await ben.nonce()
                await ana.until(lambda: ana.scene)
                assert await eve.refused("know", v=0) == "not_seated"
                assert await ana.refused("know", v=0, seat=1) == "forbidden"
                assert await ana.refused("know", v=99) == "stale"
                await ana.until(lambda: ana.version >= 0)
                now = ana.version
                assert await ana.refused("know", v=now, about=0) == "malformed"
                assert await ana.refused("know", v=now, about=7) == "malformed"
                assert await ana.refused("know", v=now, topic="luck") == "bad_options"
                await host.do("settings", insight=False)
                assert await ana.refused("know", v=now) == "no_insight"
                await host.do("settings", insight=True)
                assert (await ana.do("know", v=now))["known"]["seat"] == 0

    asyncio.run(ask())


def test_two_questions_at_once_are_one_too_many(server: Server) -> None:
    async def ask() -> None:
        made = server.table("luminos", ("me", "random"))
        async with made.client(made.seats[0]) as ana:
            await ana.nonce()
            await ana.until(lambda: ana.status == "turn")
            asked = [ana.ask("know", v=ana.version) for _ in range(3)]
            answers = await asyncio.gather(*asked, ana.ask("hint", v=ana.version))
            assert [answer["type"] for answer in answers[1:3]] == ["error", "error"]
            assert {answer["code"] for answer in answers[1:3]} == {"too_fast"}
            assert (answers[0]["type"], answers[3]["type"]) == ("known", "hint")

    asyncio.run(ask())


@pytest.mark.parametrize("name", ["luminos-3-B-picked", "lumen-4", "nomads-red", "lumicora-B-light"])
def test_of_a_record_is_told_what_a_seat_could_know_then(server: Server, name: str) -> None:
    text = (GOLDEN / f"{name}.jsonl").read_text()
    record = Record.parse(text.encode())
    for at in range(0, len(record.entries), len(record.entries) // 4):
        match = record.replay(at)
        asked = {"record": text, "at": at, "seat": 1}
        status, answer = server.post("/api/replay/know", asked, Accept_Language="de")
        assert status == 200, answer
        names = [name or f"Spieler {seat + 1}" for seat, name in enumerate(record.header.names)]
        assert answer == plain(match.game.know(match.view(1), "de", names, pictured=True))
    for wrong in ({"at": -1}, {"seat": 9}, {"about": 1}, {"topic": "luck"}):
        status, answer = server.post("/api/replay/know", {"record": text, "at": 0, "seat": 1, **wrong})
        assert (status, answer["code"]) in ((400, "malformed"), (400, "bad_options")), answer
