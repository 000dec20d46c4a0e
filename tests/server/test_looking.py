"""Looking back while the game runs: what a seat knew then, no more, and no further than the rules let one look."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import msgspec
import pytest

import lumarium
from lumarium import Chance, Record
from tests.server.harness import Client, Made, Server, paths
from tests.server.streams import in_words

MOVES = 40
Json = dict[str, Any]
Looks = list[tuple[int, int | None, str, Json]]
"""After how many moves, by which seat, in which language, the answer."""


async def _looks(made: Made, moves: int) -> Looks:
    """Two people and a spectator look back at everything they may, now and then."""
    choice, found = random.Random(7), []
    tokens = list(made.seats.values())
    async with made.client(tokens[0]) as ana, made.client(tokens[1], lang="de") as ben, made.client(made.watch) as eve:
        await ana.nonce()
        await ben.do("sit", name="Ben")
        await ben.nonce()
        people = (ana, ben)
        await ana.until(lambda: ana.scene)
        assert await eve.refused("look", at=99) == "malformed"
        for number in range(moves):
            while len({ana.version, ben.version, eve.version}) > 1 or not any(
                one.status in ("turn", "over") for one in people
            ):
                await asyncio.sleep(0.01)  # whoever's turn it is hears of it alone
            mover = next(one for one in people if one.status in ("turn", "over"))
            if mover.status == "over":
                break
            if number % 4 == 3:
                for one in (ana, ben, eve):
                    found += await _all_open(one)
            at = mover.version
            await mover.do("move", v=at, path=choice.choice(list(paths(mover.scene["scene"]["actions"]))))
            for one in (ana, ben, eve):
                await one.until(lambda one=one, at=at: one.version > at)  # type: ignore[misc]
        async with made.client(made.host) as host:
            assert (await host.ask("close")).get("code", "over") == "over"
    return found


async def _all_open(one: Client) -> Looks:
    seat = one.you["seats"][0] if one.you["seats"] else None
    lang = one.hello.get("lang", "en")
    newest = await one.do("look", at=one.version)
    assert newest["last"] == newest["at"] == one.version
    assert newest["scene"]["pieces"] == one.scene["scene"]["pieces"]
    first = newest["first"]
    if first:
        assert await one.refused("look", at=first - 1) == "malformed"
    assert await one.refused("look", at=one.version + 1) == "malformed"
    some = {first, max(first, one.version - 1), (first + one.version) // 2}
    return [(one.version, seat, lang, await one.do("look", at=at)) for at in sorted(some)]


@pytest.mark.parametrize("game", lumarium.games())
def test_an_earlier_position_holds_what_the_seat_knew_then(server: Server, game: str, long: bool) -> None:
    """Drawn by the library from that seat's view, and from a state in which all that it cannot know is dealt anew."""
    bots = lumarium.game(game).players[0] - 2
    made = server.table(game, ("me", "open", *["random"] * max(0, bots)))
    looks = asyncio.run(_looks(made, 400 if long else MOVES))
    record = Record.parse(server.record(made.id, made.watch))
    matches = {at: record.replay(at=at) for at in {look["at"] for _, _, _, look in looks}}
    luck = Chance(5)
    assert looks
    for _, seat, lang, look in looks:
        match = matches[look["at"]]
        assert look["seat"] == seat
        views = [match.view(seat)]
        if seat is not None:
            views.append(match.game.imagine(views[0], luck).view(seat))
        for view in views:
            drawn = match.game.scene(view, lang, match.names)
            expected = json.loads(msgspec.json.encode(msgspec.structs.replace(drawn, actions={})))
            assert {**look["scene"], "v": 0, "events": [], "log": []} == expected
        assert in_words(look["scene"]["log"]) == match.log(seat, lang)[-40:]


@pytest.mark.parametrize("last_trick", [False, True])
def test_in_lumen_finished_tricks_stay_closed(server: Server, last_trick: bool) -> None:
    """LU-27: no position shows a card that lies in a finished trick now, nor tells of one; an option opens the last."""
    made = server.table("lumen", ("me", "open", "random"), options={"last_trick": last_trick})
    looks = asyncio.run(_looks(made, 60))
    record = Record.parse(server.record(made.id, made.watch))
    earliest = 0
    for now, seat, _, look in looks:
        match = record.replay(at=now)
        tricks = [n for n, played in enumerate(match.history, 1) if any(e.kind == "trick" for e in played.events)]
        finished = [0, 0, *tricks][-2 if last_trick else -1]
        assert look["first"] >= finished
        assert set(record.replay(at=look["at"]).log(seat)) <= set(match.log(seat))
        earliest = max(earliest, look["first"])
    assert earliest > 0
