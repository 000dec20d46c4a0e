"""Studies on a server: made, shared by link, changed together, kept; nothing of a running table, nothing hidden."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import msgspec
import pytest

import lumarium
from lumarium import Chance, LumariumError, Match, Study
from lumarium.kernel.edits import Comment, Stamp
from lumarium.kernel.errors import BadEdit
from lumarium.kernel.outcomes import MOST_TOLD
from tests.server.harness import Json, Refusal, Server, play_on
from tests.server.reader import Reader, made_study, said_at, study_file


def played(game: str = "luminos", moves: int | None = None) -> Match:
    match, luck = Match(game, players=3, seed=3, names=("Ana", "Ben", "Cleo")), Chance(1)
    while not match.over and (moves is None or match.version < moves):
        match.play(luck.choice(match.state.legal_actions()))
    return match


def test_a_file_goes_in_and_comes_out_byte_by_byte(server: Server) -> None:
    study = Study.of(played())
    node = study.main_line()[5]
    node.add(node.state.legal_actions()[-1]).comment("what if", by="Ana")
    found = made_study(server, file=study.dump().decode())
    assert study_file(server, found) == study.dump()
    assert study_file(server, made_study(server, file=study.record.dump().decode())) == Study.of(study.record).dump()
    server.check_log()


WRONG: list[Json] = [
    {},
    {"game": "luminos"},
    {"game": "nothing", "players": 2},
    {"file": "nonsense"},
    {"file": "x", "game": "y"},
    {"drill": "none"},
    {"file": "x", "drill": "none"},
    {"game": "luminos", "drill": "none"},
    {"game": "nothing", "drill": "none"},
    {"game": "luminos", "drill": 1},
]


@pytest.mark.parametrize("body", WRONG)
def test_what_is_no_study_is_refused(server: Server, body: Json) -> None:
    status, answer = server.post("/api/studies", body)
    assert status in (400, 404)
    assert answer["text"]


def test_a_forged_file_is_refused_with_its_line(server: Server) -> None:
    data = Study.of(played()).dump().decode().replace("take", "tale", 1)
    status, answer = server.post("/api/studies", {"file": data})
    assert (status, answer["code"]) == (400, "bad_record")
    assert answer["text"].startswith("Line 3")


def test_a_running_table_is_reached_from_no_study(server: Server) -> None:
    table = server.table("luminos", ["me", "open"])
    status, answer = server.post("/api/studies", {"table": table.id}, Authorization=f"Bearer {table.host}")
    assert (status, answer["code"]) == (409, "running")
    assert server.post("/api/studies", {"table": table.id})[0] == 403
    with pytest.raises(LumariumError):
        lumarium.connect(f"http://127.0.0.1:{server.port}/t/{table.id}#{table.host}")
    study = made_study(server, game="luminos", players=2)
    assert server.request("GET", f"/api/tables/{study['study']}", Authorization=f"Bearer {study['edit']}")[0] == 404
    assert server.request("GET", f"/api/studies/{table.id}", Authorization=f"Bearer {table.host}")[0] == 404


def test_links_to_edit_and_to_watch(server: Server) -> None:
    study = made_study(server, game="luminos", players=2, seed=4)

    async def run() -> None:
        async with (
            Reader(server, study, study["edit"], name="Ana") as ana,
            Reader(server, study, study["watch"], name="Ben") as ben,
        ):
            root = ana.first["root"]
            await ana.do("edit", edits=[said_at(1, "ana", root, "hello")])
            await ben.until(lambda: "1-ana" in ben.edits)
            assert await ben.refused("edit", edits=[said_at(2, "ben", root, "no")]) == "forbidden"
            assert await ben.refused("play", at=root, path=["x"]) == "forbidden"
            await ben.until(lambda: len(ben.people) == 2)
            assert {person["name"]: person["may_edit"] for person in ben.people} == {"Ana": True, "Ben": False}
            shown = await ben.do("look", at=root)
            assert shown["scene"]["game"] == "luminos"
        with pytest.raises(Refusal):
            await Reader(server, study, "wrong").__aenter__()

    asyncio.run(run())
    server.check_log()


def test_nobody_takes_the_last_number_away_from_all_others(server: Server) -> None:
    study = made_study(server, game="luminos", players=2, seed=4)
    last = 999_999_999_999_999

    async def run() -> None:
        async with Reader(server, study, study["edit"]) as eve:
            root = eve.first["root"]
            assert await eve.refused("edit", edits=[said_at(last, "eve", root, "the last word")]) == "bad_edit"
            await eve.do("edit", edits=[said_at(30_000, "eve", root, "was away for long")])
            await eve.do("edit", edits=[said_at(30_001, "ana", root, "goes on")])
            assert await eve.refused("look", at="f" * 16) == "bad_edit"

    asyncio.run(run())
    one = Study("luminos", players=2, seed=4)
    one.take([Comment(id=f"{last}-eve", at=one.root.id, by="", text="the last word")])
    status, answer = server.post("/api/studies", {"file": one.dump().decode()})
    assert (status, answer["code"]) == (409, "bad_edit")
    assert str(last) in answer["text"]
    server.check_log()


def test_moves_are_played_by_touch_and_luck_is_drawn_or_chosen(server: Server) -> None:
    study = made_study(server, game="luminos", players=2, seed=4)

    async def run() -> None:
        async with Reader(server, study, study["edit"]) as ana:
            root = ana.first["root"]
            shown = await ana.do("look", at=root, mover=True)
            assert shown["seat"] == shown["turn"] == 0
            path = next([piece] for piece in shown["scene"]["actions"] if "bag" in piece)
            drawn = await ana.do("play", at=root, path=path)
            assert drawn["step"][0] == drawn["move"] == "take bag"
            assert len(drawn["step"][1]) == 1
            chosen = await ana.do("play", at=root, path=path, hand=True)
            assert chosen["step"] is None
            bearer = {"Authorization": f"Bearer {study['edit']}"}
            status, found = server.post(
                f"/api/studies/{study['study']}/chances", {"at": root, "move": "take bag"}, **bearer
            )
            assert status == 200
            assert found["outcomes"][0]["text"].endswith("draws 1 sun from the bag.")
            step = ["take bag", found["outcomes"][0]["picks"], 0]
            await ana.do("edit", edits=[{"line": "add", "id": "1-ana", "at": root, "moves": [step]}])
            (node,) = ana.nodes["1-ana"]
            assert Study.parse(study_file(server, study))[node].picks == tuple(step[1])
            again = await ana.do("look", at=node)
            # Two draws of one move are told apart by what came of them.
            assert again["told"] == found["outcomes"][0]["text"]
            assert shown["told"] == ""
            assert again["scene"]["status"] == "turn"  # with all open, whoever decides can still be played for
            assert await ana.refused("play", at=node, path=["nothing"]) == "illegal"
            assert await ana.refused("look", at="0" * 16) == "bad_edit"
            for wrong in (
                {"line": "add", "id": "2-ana", "at": root, "moves": [["fly", [], 0]]},
                {"line": "add", "id": "2-ana", "at": root, "moves": [["take bag", [9999], 0]]},
                {"line": "add", "id": "2-ana", "at": root, "moves": [["take bag", step[1], 1]]},
                {"line": "delete", "id": "2-ana", "at": root, "seen": {}},
                {"line": "comment", "id": "1-ana", "at": root, "by": "", "text": "same id"},
            ):
                assert await ana.refused("edit", edits=[said_at(2, "ok", root, "not without the other"), wrong])
            assert len(Study.parse(study_file(server, study)).edits) == 1

    asyncio.run(run())
    server.check_log()


def test_moves_that_a_bot_thought_of_are_told_in_words(server: Server) -> None:
    study = made_study(server, game="luminos", players=2, seed=4)

    async def run() -> None:
        async with Reader(server, study, study["edit"], lang="de") as ana:
            opinion = {"line": "outlook", "id": "1-ana", "at": ana.first["root"], "bot": "strong"}
            await ana.do("edit", edits=[{**opinion, "thoughts": [["take bag", 0.5, 40.0]]}])
            await ana.until(lambda: "1-ana" in ana.edits)
            assert ana.first["words"] == {"take bag": "Ein Plättchen aus dem Beutel ziehen"}

    asyncio.run(run())
    server.check_log()


def test_a_bot_odds_and_pictures_at_a_position(server: Server) -> None:
    match = played(moves=10)
    study = made_study(server, file=match.record.dump().decode())
    at = Study.of(match).main_line()[-1].id
    bearer = {"Authorization": f"Bearer {study['watch']}"}
    address = f"/api/studies/{study['study']}"
    status, thought = server.post(f"{address}/think", {"at": at}, **bearer)
    assert status == 200, thought
    assert thought["thoughts"][0]["outlook"] >= thought["thoughts"][-1]["outlook"]
    assert thought["seat"] == match.state.turn
    status, known = server.post(f"{address}/know", {"at": at, "seat": 0}, **bearer)
    assert status == 200
    assert known["topics"]
    status, _, picture = server.request(
        "POST", f"{address}/svg", json.dumps({"at": at}).encode(), Content_Type="application/json", **bearer
    )
    assert status == 200
    assert picture.startswith(b"<svg")
    assert server.post(f"{address}/think", {"at": at})[0] == 403
    server.check_log()


def test_a_closed_study_tells_nothing_that_its_seat_did_not_know(server: Server) -> None:
    match = played("lumen", moves=9)
    whole = Study.of(match)
    study = made_study(server, file=match.record.dump().decode(), seat=1)
    picks = json.dumps(whole.start, separators=(",", ":"))[1:20]

    async def run() -> None:
        async with Reader(server, study, study["edit"], name="Ben") as ben:
            assert (ben.first["seat"], ben.first["start"]) == (1, None)
            names = [ben.first["root"], *next(iter(ben.nodes.values()))]
            assert not set(names) & {node.id for node in whole}
            for at, name in enumerate(names):
                shown = await ben.do("look", at=name)
                view = match.record.replay(at).view(1)
                expected = json.loads(whole.game.scene(view, "en", ("Ana", "Ben", "Cleo")).json())
                assert shown["seat"] == 1
                assert shown["scene"]["pieces"] == expected["pieces"]
                assert shown["scene"]["panels"] == expected["panels"]
                assert shown["scene"]["actions"] == []
            assert await ben.refused("look", at=names[3], seat=0) == "bad_edit"
            assert await ben.refused("play", at=names[3], path=["x"]) == "bad_edit"
            step: list[Any] = [whole.main_line()[4].move, [], whole.main_line()[4].seat]
            assert (
                await ben.refused("edit", edits=[{"line": "add", "id": "50-ben", "at": names[3], "moves": [step]}])
                == "bad_edit"
            )
            bearer = {"Authorization": f"Bearer {study['edit']}"}
            address = f"/api/studies/{study['study']}"
            assert server.request("GET", address, Authorization=f"Bearer {study['edit']}")[0] == 409
            turn = whole.turn(whole.main_line()[3])
            assert server.post(f"{address}/know", {"at": names[3], "seat": 0}, **bearer)[0] == 409
            assert server.post(f"{address}/know", {"at": names[3], "seat": 1}, **bearer)[0] == 200
            assert server.post(f"{address}/think", {"at": names[3]}, **bearer)[0] == (200 if turn == 1 else 409)
            assert server.post(f"{address}/chances", {"at": names[3], "move": "x"}, **bearer)[0] == 409
            await ben.do("edit", edits=[said_at(51, "ben", names[3], "hm")])
            assert not any(picks in text for text in ben.received)
            before = len(ben.received)
            await ben.do("edit", edits=[{"line": "sight", "id": "52-ben", "seat": None}])
            await ben.until(lambda: ben.first["start"] is not None)
            assert any(picks in text for text in ben.received[before:])
            opened = Study.parse(study_file(server, study))
            assert [said.text for said in opened.main_line()[3].comments] == ["hm"]
            # Whoever still has the other names is understood.
            await ben.do("edit", edits=[said_at(53, "ben", names[3], "late")])
            assert len(Study.parse(study_file(server, study)).main_line()[3].comments) == 2

    asyncio.run(run())
    server.check_log()


def test_what_came_of_a_move_is_told_as_the_seat_of_a_closed_study_learnt_it(server: Server) -> None:
    """In a game in which whoever draws something sees what it is, and the others do not."""
    match = played("moths")
    study = made_study(server, file=match.record.dump().decode(), seat=1)
    names = ("Ana", "Ben", "Cleo")

    def known(at: int, seat: int) -> str:
        seen = [event.for_seat(seat) for event in match.record.replay(at).history[-1].events]
        return " ".join([event.describe("en", names) for event in seen if event is not None][:MOST_TOLD])

    async def run() -> None:
        async with Reader(server, study, study["edit"], name="Ben") as ben:
            places = list(enumerate(next(iter(ben.nodes.values())), 1))
            told = [(await ben.do("look", at=name))["told"] for _, name in places]
            assert told == [known(at, 1) for at, _ in places]
            assert told != [known(at, 0) for at, _ in places]

    asyncio.run(run())


def test_it_survives_a_kill_and_a_retry_changes_nothing(own_server: Server) -> None:
    study = made_study(own_server, game="luminos", players=2, seed=4)

    async def add(first: int) -> None:
        async with Reader(own_server, study, study["edit"]) as ana:
            root = ana.first["root"]
            for number in range(first, first + 10):
                said = said_at(number, "ana", root, f"number {number}")
                await ana.do("edit", edits=[said])
                await ana.do("edit", edits=[said])

    asyncio.run(add(1))
    before = study_file(own_server, study)
    own_server.kill()
    own_server.start()
    assert study_file(own_server, study) == before
    asyncio.run(add(5))
    assert len(Study.parse(study_file(own_server, study)).root.comments) == 14
    own_server.check_log()


def test_several_people_change_it_at_once_and_lose_nothing(own_server: Server, long: bool) -> None:
    """Two sockets and a bridge, with a kill in between."""
    server = own_server
    study = made_study(server, file=Study.of(played(moves=20)).dump().decode())
    number = 200 if long else 24
    url = f"http://127.0.0.1:{server.port}/study/{study['study']}#{study['edit']}"
    live = lumarium.connect(url, name="Kernel")
    live.by = "kernel"
    wanted: set[str] = set()

    async def edits(author: str) -> None:
        for first in range(0, number, 8):
            async with Reader(server, study, study["edit"], name=author) as one:
                nodes = [one.first["root"], *(name for names in one.nodes.values() for name in names)]
                for place in range(first, first + 8):
                    latest = max(int(each.partition("-")[0]) for each in one.edits)
                    at = nodes[place % len(nodes)]
                    said = Comment(id=str(Stamp(latest + 1, author)), at=at, by=author, text=f"{author} {place}")
                    await one.do(
                        "edit", edits=[{"line": "comment", "id": said.id, "at": at, "by": author, "text": said.text}]
                    )
                    wanted.add(said.text)

    def kernel() -> None:
        luck = Chance(4)
        for place in range(number):
            node = luck.choice(list(live))
            if place % 3 and not live.state_at(node.branch).over:
                node.add(luck.choice(live.state_at(node.branch).legal_actions()))
            else:
                node.comment(f"kernel {place}")
                wanted.add(f"kernel {place}")

    async def both() -> None:
        await asyncio.gather(edits("aa"), edits("bb"), asyncio.to_thread(kernel))

    asyncio.run(both())
    live.sync()
    server.kill()
    live.root.comment("while it is away")
    server.start()
    live.sync()
    stored = Study.parse(study_file(server, study))
    said = {each.text for node in stored for each in node.comments}
    assert wanted | {"while it is away"} == said
    assert stored.dump() == live.dump()
    live.disconnect()
    server.check_log()


def test_much_at_once_is_sent_in_parts(server: Server) -> None:
    """A server takes no message above 8 KiB: whole lines, and all that was done elsewhere."""
    study = made_study(server, game="lumen", players=3, seed=4)
    live = lumarium.connect(f"http://127.0.0.1:{server.port}/study/{study['study']}#{study['edit']}")
    elsewhere, luck = Study.parse(live.dump()), Chance(1)
    node = elsewhere.root
    while not node.state.over:
        node = node.add(luck.choice(node.state.legal_actions()))
    steps = [each.branch.step for each in elsewhere.main_line() if each.branch.step is not None]
    assert len(msgspec.json.encode(steps)) > 2500
    last = live.root.add(*steps)
    assert last.id == node.id
    for number in range(60):
        node.comment(f"{number}: ä" * 40)
    assert live.merge(elsewhere) == len(steps) + 60
    with pytest.raises(BadEdit, match="too long to be sent"):
        live.root.comment("木" * 4000)
    live.sync()
    assert len(live[node.id].comments) == 60
    assert study_file(server, study) == live.dump()
    live.disconnect()
    server.check_log()


def test_a_finished_table_is_a_study_by_its_link(server: Server) -> None:
    table = server.table("luminos", ["me", "random"])

    async def play() -> None:
        async with table.client(table.host, table.seats[0]) as ana:
            await ana.nonce()
            await play_on(ana, lambda ways: ways[0])
            await ana.until(lambda: ana.phase == "over")

    asyncio.run(play())
    record = server.record(table.id, table.host)
    study = lumarium.connect(f"http://127.0.0.1:{server.port}/t/{table.id}#{table.host}")
    assert study.record.dump() == record
    status, found = server.post("/api/studies", {"table": table.id, "seat": 0}, Authorization=f"Bearer {table.host}")
    assert status == 201
    status, _, _ = server.request("GET", f"/api/studies/{found['study']}", Authorization=f"Bearer {found['edit']}")
    assert status == 409  # it is closed until somebody opens it
    assert server.post("/api/studies", {"table": table.id})[0] == 403


def test_nobody_can_say_that_a_game_was_played_with_other_luck(server: Server) -> None:
    match = played(moves=12)
    study = made_study(server, file=match.record.dump().decode())
    at = Study.of(match).main_line()[-1].id

    async def run() -> None:
        async with Reader(server, study, study["edit"]) as eve:
            claim: Json = {"line": "played", "id": "9-eve", "at": at, "names": [], "secret": None}
            for chance in (
                {"kind": "seed", "seed": 4},
                {"kind": "fair", "commitment": "x", "table": "t", "nonces": []},
            ):
                code = await eve.ask("edit", edits=[{**claim, "chance": chance}])
                assert code["type"] == ("error" if chance["kind"] == "seed" else "ok")
            wrong = {**claim, "id": "10-eve", "names": ["only one"], "chance": {"kind": "unnamed"}}
            assert await eve.refused("edit", edits=[wrong]) == "bad_record"

    asyncio.run(run())
    assert Study.parse(study_file(server, study)).edits
