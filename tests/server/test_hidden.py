"""What a viewer's stream holds follows from that viewer's view alone, byte for byte, and from nothing hidden."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

import pytest

import lumarium
from lumarium import Chance, Record, Study
from lumarium.arena.players import shown_names
from lumarium.review.drills import shipped
from tests.house import HOUSE
from tests.server.harness import Client, Json, Made, Server, play_on
from tests.server.reader import Reader, made_study, study_file
from tests.server.streams import compare, scenes


async def _streams(made: Made) -> list[Client]:
    choice = random.Random(11)
    tokens = list(made.seats.values())
    async with (
        made.client(tokens[0]) as ana,
        made.client(tokens[1], lang="de") as ben,
        made.client(made.watch) as watcher,
        made.client(made.host) as host,
    ):
        await ana.nonce("canary-of-ana")
        await ben.do("sit", name="Ben")
        await ben.nonce("canary-of-ben")
        await asyncio.gather(play_on(ana, choice.choice), play_on(ben, choice.choice))
        for viewer in (watcher, host):
            await viewer.until(lambda viewer=viewer: viewer.phase == "over")  # type: ignore[misc]
        return [ana, ben, watcher, host]


@pytest.mark.parametrize("game", lumarium.games())
def test_streams_hold_what_their_seat_may_know(server: Server, game: str, tmp_path: Path, long: bool) -> None:
    bots = lumarium.game(game).players[0] - 2
    made = server.table(game, ("me", "open", *["random"] * bots))
    clients = asyncio.run(_streams(made))
    path = tmp_path / "record.jsonl"
    path.write_bytes(server.record(made.id, made.watch))
    record = Record.load(path)
    every = 1 if long else 5
    for client in clients:
        shown = {message["scene"]["v"]: message for message in scenes(client.received)}
        assert set(shown) <= set(range(len(record.entries) + 1))
        assert len(shown) > len(record.entries) / 2
        seat = client.you["seats"][0] if client.you["seats"] else None
        some = {version: message for version, message in shown.items() if version % every == 0}
        compare(record, seat, client.hello.get("lang", "en"), some)
        _no_canary(record, made, client)


def _no_canary(record: Record, made: Made, client: Client) -> None:
    secret = record.end.secret
    assert secret is not None
    own = {*client.tokens}
    foreign = [made.host, made.watch, made.join, *made.seats.values(), "canary-of-ana", "canary-of-ben"]
    for text in client.received:
        assert secret not in text or '"phase":"over"' in text
        assert not any(token in text for token in foreign if token not in own)


@pytest.mark.parametrize("name", HOUSE)
def test_the_study_of_a_drill_holds_what_its_seat_may_know(server: Server, name: str, long: bool) -> None:
    """Every position, also where all that the seat cannot know is drawn anew; and of the luck nothing at all."""
    game, drill = lumarium.game(name), max(shipped(name), key=lambda each: len(each.moves))
    match, luck = drill.match(game), Chance(3)
    whole, turn = Study.of(match), match.state.turn
    made = made_study(server, game=name, drill=drill.id)
    every = 1 if long else 5

    async def run() -> None:
        async with Reader(server, made, made["edit"]) as ana:
            assert (ana.first["seat"], ana.first["start"]) == (turn, None)
            add, played, sight = ana.edits.values()
            assert add["moves"] == [[each.action.notation, [], each.seat] for each in match.history]
            assert (played["chance"], played["secret"]) == ({"kind": "unnamed"}, None)
            assert (sight["line"], sight["seat"]) == ("sight", turn)
            names = [ana.first["root"], *ana.nodes[add["id"]]]
            assert not set(names) & {node.id for node in whole}
            for node in [*list(whole)[::-every], whole.root]:
                shown = await ana.do("look", at=names[node.depth])
                view = node.state.view(turn)
                for seen in (view, game.imagine(view, luck).view(turn)):
                    assert _still(shown["scene"]) == _still(
                        json.loads(game.scene(seen, "en", shown_names([""] * drill.players, "en")).json())
                    )
            other = ((turn or 0) + 1) % drill.players
            assert await ana.refused("look", at=names[-1], seat=other) == "bad_edit"
            assert await ana.refused("play", at=names[-1], path=["x"]) == "bad_edit"
            best = next(iter(drill.outlooks))
            line: Json = {"line": "add", "id": "50-ana", "at": names[-1], "moves": [[best, [], turn]]}
            assert await ana.refused("edit", edits=[line]) == "bad_edit"
            address = f"/api/studies/{made['study']}"
            assert server.request("GET", address, Authorization=f"Bearer {made['edit']}")[0] == 409
            await ana.do("edit", edits=[{"line": "sight", "id": "51-ana", "seat": None}])

    asyncio.run(run())
    opened, played = Study.parse(study_file(server, made)).record, match.record
    assert (opened.header.chance, opened.start, opened.entries) == (played.header.chance, played.start, played.entries)
    server.check_log()


def _still(scene: Json) -> Json:
    """A scene without what can be done there, and where in the game it is."""
    return {**scene, "v": 0, "actions": [], "status": ""}
