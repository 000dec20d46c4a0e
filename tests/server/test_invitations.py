"""Coming without a link: knocking at the door, and looking back at a finished game that is shared."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from tests.server.harness import Made, Refusal, Server, play_on


def _knock(made: Made, name: str = "Eve") -> Any:
    status, answer = made.server.post(f"/api/tables/{made.id}/knock", {"name": name})
    assert status == 201, answer
    return answer["knock"]


def _asked(made: Made, knock: str) -> Any:
    return made.server.get(f"/api/tables/{made.id}/knock", Authorization=f"Bearer {knock}")


def test_the_host_lets_somebody_in_who_knocks(server: Server) -> None:
    async def story(made: Made) -> None:
        with pytest.raises(Refusal):
            await made.client().__aenter__()
        knock = await asyncio.to_thread(_knock, made)
        assert await asyncio.to_thread(_asked, made, knock) == {"state": "waiting", "host": False}
        async with made.client(made.host, made.seats[0]) as ana, made.client(made.watch) as eve:
            told = [text for text in ana.received if '"knocks":[{' in text]
            assert told
            assert not any('"knocks":[{' in text for text in eve.received)
            (waiting,) = ana.knocks
            assert waiting["name"] == "Eve"
            assert (await asyncio.to_thread(_asked, made, knock))["host"]
            assert await eve.refused("let_in", knock=waiting["knock"], token=made.join) == "forbidden"
            for wrong in (made.host, made.seats[0], "nonsense"):
                assert await ana.refused("let_in", knock=waiting["knock"], token=wrong) == "forbidden"
            await ana.do("let_in", knock=waiting["knock"], token=made.join)
            assert await ana.refused("let_in", knock=waiting["knock"]) == "malformed"
            await ana.until(lambda: not ana.knocks)
            answer = await asyncio.to_thread(_asked, made, knock)
            assert answer == {"state": "welcome", "host": True, "token": made.join}
            assert (await asyncio.to_thread(_asked, made, "another"))["state"] == "gone"
            again = await asyncio.to_thread(_knock, made, "Mallory")
            await ana.until(lambda: ana.knocks)
            await ana.do("let_in", knock=ana.knocks[0]["knock"])
            assert (await asyncio.to_thread(_asked, made, again))["state"] == "refused"
            # One per address: whoever knocks again takes their own place.
            for _ in range(3):
                await asyncio.to_thread(_knock, made)
            await ana.until(lambda: len(ana.knocks) == 1)

    asyncio.run(story(server.table("luminos", ("me", "open"))))
    server.check_log()


def test_a_finished_game_that_is_shared_opens_for_whoever_has_the_address(server: Server) -> None:
    async def story(made: Made) -> None:
        path = f"/api/tables/{made.id}/record"
        async with made.client(made.seats[0], made.host) as ana:
            await ana.nonce()
            await ana.until(lambda: ana.status == "turn")
            await ana.do("settings", shared=True)
            assert (await asyncio.to_thread(server.request, "GET", path))[0] == 403
            await play_on(ana, random.Random(3).choice)
            assert (await asyncio.to_thread(server.request, "GET", path))[0] == 200
            await ana.do("settings", shared=False)
            assert (await asyncio.to_thread(server.request, "GET", path))[0] == 403

    asyncio.run(story(server.table("luminos", ("me", "random"), options={"target": [1, 1, 1]})))
