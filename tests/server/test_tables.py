"""Sitting down, inviting, leaving and coming back, undo, stand-ins, hints, another game."""

from __future__ import annotations

import asyncio
import json
import random
import time

import pytest

import lumarium
from tests.server.harness import Client, Made, Refusal, Server, paths, play_on

COOKIE = "lumarium_device=a-device-of-mine"


def run(coroutine: object) -> None:
    asyncio.run(coroutine)  # type: ignore[arg-type]


async def _touch(client: Client) -> None:
    """Any legal move."""
    version = client.version
    path = next(paths(client.scene["scene"]["actions"]))
    await client.do("move", v=version, path=path)
    await client.until(lambda: client.version > version)


def test_an_invitation_is_taken_once_and_becomes_a_seat(server: Server) -> None:
    async def story(made: Made) -> None:
        invitation = made.seats[1]
        headers = {"Cookie": COOKIE}
        async with made.client(invitation, headers=headers) as ben:
            assert ben.you == {"host": False, "seats": [], "invited": [1], "join": False, "watch": True}
            token = (await ben.do("sit", name="Ben\u202e\x07 the\n  Great" + "!" * 40))["token"]
            assert token != invitation
            assert ben.you["seats"] == [1]
            assert ben.table["seats"][1]["name"] == "Ben the Great!!!!!!!!!!!"
        async with made.client(invitation, headers=headers) as ben:
            assert ben.you["seats"] == [1]
        async with made.client(token) as elsewhere:
            assert elsewhere.you["seats"] == [1]
        with pytest.raises(Refusal) as refused:
            async with made.client(invitation):
                pass
        assert (refused.value.code, refused.value.closed) == ("taken", 4409)

    run(story(server.table("luminos", ("open", "open"))))


def test_two_people_reach_for_the_last_seat(server: Server) -> None:
    async def story(made: Made) -> None:
        async with made.client(made.join) as ana, made.client(made.join) as ben:
            answers = await asyncio.gather(*(who.ask("sit", name="x", seat=1) for who in (ana, ben)))
            assert sorted(answer["type"] for answer in answers) == ["error", "ok"]
            (told,) = [answer for answer in answers if answer["type"] == "error"]
            assert told["code"] == "taken"
            loser = (ana, ben)[answers.index(told)]
            assert await loser.refused("sit", name="x") == "full"
        with pytest.raises(Refusal):  # whoever sat without it has made the invitation void
            async with made.client(made.seats[1]):
                pass

    run(story(server.table("luminos", ("random", "open"), settings={"start": "host"})))


def test_a_listed_table_is_open_to_all(server: Server) -> None:
    async def story(made: Made) -> None:
        rows = server.get("/api/tables")["tables"]
        (row,) = [row for row in rows if row["id"] == made.id]
        assert (row["open"], row["phase"]) == (1, "waiting")
        async with made.client() as ana:
            assert (await ana.do("sit", name="Ana"))["seat"] == 1
            await ana.nonce()
            await ana.until(lambda: ana.phase == "playing")
        assert server.get("/api/tables?mine=1")["tables"] == []

    run(story(server.table("luminos", ("random", "open"), settings={"listed": True})))


def test_your_tables_are_known_by_the_device(server: Server) -> None:
    async def story(made: Made) -> None:
        async with made.client(made.join, headers={"Cookie": COOKIE}) as ana:
            await ana.do("sit", name="Ana")
            await ana.nonce()
            await ana.until(lambda: ana.status == "turn")
            rows = server.get("/api/tables?mine=1", Cookie=COOKIE)["tables"]
            (row,) = [row for row in rows if row["id"] == made.id]
            assert row["your_turn"]
            assert row["turn"] == 0

    run(story(server.table("luminos", ("open", "random"))))


def test_the_host_sets_the_table(server: Server) -> None:
    async def story(made: Made) -> None:
        async with made.client(made.host, made.seats[0]) as host, made.client(made.join) as ben:
            await ben.do("sit", name="Ben", seat=1)
            await host.do("swap", a=0, b=2)
            await ben.do("ping")
            assert [seat["kind"] for seat in ben.table["seats"]] == ["open", "person", "person"]
            await host.do("ping")
            assert host.you["seats"] == [2]
            await host.do("seat", seat=0, kind="bot", level="random")
            assert await ben.refused("seat", seat=0, kind="open") == "forbidden"
            assert await host.refused("seat", seat=0, kind="bot", level="genius") == "unknown_bot"
            assert await host.refused("seat", seat=9, kind="open") == "malformed"
            await host.do("seat", seat=1, kind="open")
            await ben.until(lambda: ben.you["seats"] == [])
            assert await host.refused("start") == "not_full"
            again = (await host.do("link", to=1))["token"]
            async with made.client(again) as ann:
                assert ann.you["invited"] == [1]
                await ann.do("sit", name="Ann")
                await host.do("settings", pace="calm", hints=False)
                await host.do("start")
                await ann.until(lambda: ann.phase == "playing")
                assert ann.scene["players"] == ["Vega", "Ann", "Me 0"]
                assert await host.refused("settings", draw=True) == "started"
                await host.do("close")
                await ann.until(lambda: ann.phase == "closed")
                assert await ann.refused("move", v=ann.version, action="x") == "over"

    run(story(server.table("luminos", ("me", "open", "open"), settings={"start": "host"})))


def test_seats_are_drawn_and_everybody_keeps_a_seat(server: Server) -> None:
    async def story(made: Made) -> list[int]:
        async with made.client(made.host, made.seats[0]) as ana, made.client(made.seats[1]) as ben:
            await ana.nonce(f"ana-{made.id}")
            await ben.do("sit", name="Ben")
            await ben.nonce(f"ben-{made.id}")
            await asyncio.gather(*(who.until(lambda who=who: who.phase == "playing") for who in (ana, ben)))  # type: ignore[misc]
            await asyncio.gather(*(who.until(lambda who=who: who.version == 0) for who in (ana, ben)))  # type: ignore[misc]
            for who, name in ((ana, "Me 0"), (ben, "Ben")):
                (seat,) = who.you["seats"]
                assert who.scene["players"][seat] == name
                assert who.scene["seat"] == seat
            return list(ana.you["seats"])

    async def draws() -> set[int]:
        made = [server.table("luminos", ("me", "open"), settings={"draw": True}) for _ in range(12)]
        return {(await story(table))[0] for table in made}

    assert asyncio.run(draws()) == {0, 1}


def test_several_people_share_a_device(server: Server) -> None:
    async def story(made: Made) -> None:
        async with made.client(made.host, *made.seats.values()) as both:
            await both.nonce()
            await play_on(both, random.Random(1).choice)
            seats = {json.loads(text)["seat"] for text in both.received if text.startswith('{"type":"scene"')}
            assert seats == {0, 1}

    run(story(server.table("luminos", ("me", "me"))))
    status, answer = server.post(
        "/api/tables", {"game": "lumen", "seats": [{"kind": "me"}, {"kind": "me"}, {"kind": "open"}]}
    )
    assert (status, answer["code"]) == (400, "bad_options")


def test_in_a_private_game_a_device_has_one_seat(server: Server) -> None:
    async def story(made: Made) -> None:
        async with made.client(made.join) as ana:
            token = (await ana.do("sit", name="Ana"))["token"]
            assert await ana.refused("sit", name="Ana again", seat=1) == "private"
        async with made.client(made.join) as ben:
            other = (await ben.do("sit", name="Ben"))["token"]
        with pytest.raises(Refusal) as refused:
            async with made.client(token, other):
                pass
        assert refused.value.code == "private"

    run(story(server.table("lumen", ("open", "open", "random"))))


def test_undo_ends_at_new_information(server: Server) -> None:
    async def story(made: Made) -> None:
        async with made.client(made.seats[0]) as ana, made.client(made.watch) as watcher:
            await ana.nonce()
            await ana.until(lambda: ana.status == "turn")
            while not ana.scene["can_undo"]:
                assert await ana.refused("undo", v=ana.version) == "no_undo"
                await _touch(ana)
                await ana.until(lambda: ana.status == "turn")
            at = ana.version
            assert await watcher.refused("undo", v=at) == "not_seated"
            done = await ana.do("undo", v=at, key="once")
            assert done["v"] == at + 1
            assert (await ana.do("undo", v=at, key="once"))["v"] == at + 1
            await watcher.until(lambda: watcher.version == at + 1)
            (event,) = watcher.scene["scene"]["events"]
            assert event["kind"] == "undo"
            assert event["text"].startswith("Me 0 takes back: ")

    run(story(server.table("luminos", ("me", "random"))))


def test_forced_moves_are_played_by_themselves_if_one_likes(server: Server) -> None:
    async def story(made: Made) -> None:
        async with made.client(made.seats[0], prefs={"auto": True}) as ana:
            await ana.nonce()
            choice = random.Random(5)
            while ana.status != "over":
                await ana.until(lambda: ana.status in ("turn", "over"))
                options = list(paths(ana.scene["scene"]["actions"]))
                if ana.status == "over":
                    break
                version = ana.version
                if len(options) > 1:
                    await ana.do("move", v=version, path=choice.choice(options))
                await ana.until(lambda at=version: ana.version > at)  # type: ignore[misc]

    run(story(server.table("luminos", ("me", "random"))))


def test_a_bot_stands_in_for_somebody_who_left(server: Server) -> None:
    async def story(made: Made) -> None:
        async with made.client(made.seats[0]) as ana:
            await ana.nonce()
            async with made.client(made.seats[1]) as ben:
                token = (await ben.do("sit", name="Ben"))["token"]
                await ben.nonce()
                await ana.until(lambda: ana.status == "turn")
                assert await ana.refused("hand_over", seat=1, level="random") == "present"
                await ben.do("leave")
            assert await ana.refused("hand_over", seat=1, level="genius") == "unknown_bot"
            await ana.do("hand_over", seat=1, level="random")
            await ana.until(lambda: ana.table["seats"][1]["level"] == "random")
            for _ in range(6):
                await ana.until(lambda: ana.status == "turn")
                await _touch(ana)
            async with made.client(token) as ben:
                await ben.do("take_back")
                assert await ben.refused("take_back") == "present"
                await ben.until(lambda: ben.table["seats"][1]["level"] is None)

    run(story(server.table("luminos", ("me", "open"))))


def test_a_bot_waits_longer_after_a_move_with_more_to_tell(server: Server) -> None:
    async def story(made: Made) -> None:
        async with made.client(made.host, made.seats[0]) as ana:
            await ana.until(lambda: ana.scene)
            while True:
                await ana.until(lambda: ana.status == "turn")
                before, since = ana.version, time.monotonic()  # the server cannot have begun to wait
                await _touch(ana)
                version, told = ana.version, len(ana.scene["scene"]["events"])
                if ana.status == "turn":
                    continue
                await ana.until(lambda at=version: ana.version > at)  # type: ignore[misc]  # a default of a lambda has no type
                if told > 1 and version == before + 1:  # a card that ended a trick, and a bot leads
                    assert time.monotonic() - since > 0.75
                    return

    run(story(server.table("lumen", ("me", "random", "random"), settings={"pace": "quick"})))


def test_hints_say_why(server: Server) -> None:
    async def story(made: Made) -> None:
        async with made.client(made.host, made.seats[0], lang="de") as ana:
            await ana.nonce()
            await ana.until(lambda: ana.status == "turn")
            assert ana.status == "turn"
            action = lumarium.game("luminos").actions.parse
            for lang in ("de", "en"):
                await ana.do("prefs", lang=lang)
                hint = await ana.do("hint", v=ana.version)
                assert hint["path"] in list(paths(ana.scene["scene"]["actions"]))
                move, _, reason = hint["text"].partition(". ")
                assert move == action(hint["action"]).message().render(lang)
                assert reason
            await ana.do("move", v=ana.version, action=hint["action"])
            await ana.do("settings", hints=False)
            await ana.until(lambda: ana.status == "turn")
            assert await ana.refused("hint", v=ana.version) == "no_hint"

    run(story(server.table("luminos", ("me", "random"))))


def test_set_phrases(server: Server) -> None:
    async def story(made: Made) -> None:
        async with made.client(made.seats[0]) as ana, made.client(made.watch, lang="de") as watcher:
            await ana.do("say", phrase="thanks")
            await watcher.until(lambda: watcher.said)
            assert watcher.said[0] == {
                "type": "said",
                "seat": 0,
                "name": "Me 0",
                "phrase": "thanks",
                "text": "Danke!",
            }
            assert await ana.refused("say", phrase="<b>hi</b>") == "malformed"
            assert await watcher.refused("say", phrase="thanks") == "not_seated"
            async with made.client(made.host) as host:
                await host.do("start")
            assert await ana.refused("say", phrase="thanks") == "private"

    run(story(server.table("lumen", ("me", "random", "random"), settings={"start": "host"})))


def test_a_rematch_keeps_people_and_tokens_and_the_next_seat_begins(server: Server) -> None:
    async def story(made: Made) -> None:
        async with made.client(made.seats[0]) as ana, made.client(made.watch) as watcher:
            await ana.nonce()
            assert await ana.refused("rematch") == "running"
            await play_on(ana, random.Random(2).choice)
            assert await watcher.refused("rematch") == "not_seated"
            again = (await ana.do("rematch"))["table"]
            assert (await ana.do("rematch"))["table"] == again
            await watcher.until(lambda: watcher.table["next"] == again)
        async with Client(server, again, [made.seats[0]]) as ana:
            await ana.nonce()
            await ana.until(lambda: ana.status == "turn")
            assert ana.scene["players"] == ["Vega", "Me 0"]
            assert ana.you["seats"] == [1]

    run(story(server.table("luminos", ("me", "random"))))
