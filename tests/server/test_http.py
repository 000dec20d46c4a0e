"""Pages, files and facts over HTTP."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import re
from pathlib import Path

import pytest

import lumarium
from lumarium.conformance.texts import _flat, _holes
from lumarium.kernel.catalogue import catalogue
from lumarium.server import protocol, security, shell
from lumarium.server.errors import _CODES
from lumarium.server.pages import PAGES
from lumarium.server.protocol import PHRASES
from lumarium.server.study_protocol import StudyRequest
from tests.server.harness import Made, Server, play_on


@pytest.mark.parametrize("pattern", PAGES)
def test_pages_are_the_clients_and_set_the_device(server: Server, pattern: str) -> None:
    path = pattern.replace("{table}", "any-table").replace("{game}", "lumen")
    status, headers, body = server.request("GET", path)
    assert status == 200
    assert body == shell.page(PAGES[pattern]).plain
    cookie = headers["set-cookie"]
    assert all(part in cookie for part in ("lumarium_device=", "HttpOnly", "SameSite=strict"))
    assert server.request("GET", path, Cookie=cookie.split(";")[0])[1]["set-cookie"] is None


def test_every_answer_carries_the_guards(server: Server) -> None:
    for path in (
        "/",
        "/healthz",
        "/api/server",
        "/sheet/lumen.svg",
        "/web/pages/offline/offline.html",
        "/nowhere",
        "/api/tables/x",
    ):
        headers = server.request("GET", path)[1]
        for name, value in security.HEADERS.items():
            assert headers[name] == value, path
        assert headers["server"] is None
    assert "unsafe" not in security.HEADERS["content-security-policy"]


def test_a_browser_gets_a_page_where_nothing_is(server: Server) -> None:
    for lang, words in (("de", "Unter dieser Adresse gibt es nichts."), ("en", "There is nothing at this address.")):
        status, headers, body = server.request("GET", "/nowhere", Accept="text/html", Accept_Language=lang)
        assert (status, headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert words in body.decode()
        assert f'<html lang="{lang}">' in body.decode()
    status, _, body = server.request("GET", "/nowhere")
    assert (status, json.loads(body)["code"]) == (404, "unknown")


def test_files_are_asked_for_again_and_not_sent_again(server: Server) -> None:
    for path in ("/web/pages/offline/offline.html", "/sheet/luminos.svg"):
        status, headers, body = server.request("GET", path)
        assert (status, headers["cache-control"]) == (200, "no-cache")
        assert body
        assert server.request("GET", path, If_None_Match=headers["etag"])[0] == 304
    for path in ("/web/../server/app.py", "/web/%2e%2e/server/app.py", "/web/", "/sheet/chess.svg", "/sheet/..%2f.svg"):
        assert server.request("GET", path)[0] == 404


def test_files_are_packed_once_for_all(server: Server) -> None:
    for path in ("/web/shared/dom.js", "/sheet/luminos.svg", "/", "/worker.js", "/api/server", "/api/texts/de"):
        status, headers, body = server.request("GET", path)
        assert (status, headers["content-encoding"]) == (200, None)
        status, packed, small = server.request("GET", path, Accept_Encoding="br, gzip")
        assert (status, packed["content-encoding"], packed["etag"]) == (200, "gzip", headers["etag"])
        assert gzip.decompress(small) == body
        assert len(small) < len(body)
        assert server.request("GET", path, If_None_Match=f'W/{headers["etag"]}, "x"')[0] == 304
    status, headers, body = server.request("GET", "/web/icons/icon-192.png", Accept_Encoding="gzip")
    assert (headers["content-type"], headers["content-encoding"]) == ("image/png", None)
    assert body.startswith(b"\x89PNG")
    assert server.request("GET", "/web/app.js")[1]["content-type"].startswith("text/javascript")


def test_the_server_says_what_can_be_played(server: Server) -> None:
    facts = server.get("/api/server?lang=de")
    assert [game["name"] for game in facts["games"]] == list(lumarium.games())
    (lumen,) = [game for game in facts["games"] if game["name"] == "lumen"]
    assert lumen["private"]
    assert lumen["players"] == [3, 4, 5]
    assert "last_trick" in json.dumps(lumen["options"])
    assert lumen["presets"]["last_trick"] == {"last_trick": True}
    assert server.request("GET", lumen["sheet"])[0] == 200
    assert facts["games"][0]["levels"][0] == "random"
    assert facts["phrases"]["thanks"] == "Danke!"
    assert server.get("/healthz")["ok"]
    assert server.get("/api/texts/de")["phrase"]["thanks"] == "Danke!"
    assert "run" not in server.get("/api/texts/en")


def test_rules_in_both_languages(server: Server) -> None:
    for lang in ("en", "de"):
        status, headers, body = server.request("GET", "/api/rules/nomads", None, Accept_Language=lang)
        assert status == 200
        assert headers["content-type"].startswith("text/markdown")
        assert re.sub(r"\(/picture/nomads/([\w-]+)\.svg[^ )]*", r"(\1", body.decode()) == lumarium.game("nomads").rules(
            lang
        )
    status, _, body = server.request("GET", "/api/rules/chess")
    assert (status, json.loads(body)["code"]) == (404, "unknown_game")


def test_the_pictures_of_a_rules_page_are_where_it_says(server: Server) -> None:
    for kind in ("rules", "aids"):
        _, _, page = server.request("GET", f"/api/{kind}/luminos", None, Accept_Language="de")
        address = re.findall(r"\((/picture/[^ )]+)", page.decode())[0]
        drawn = {}
        for theme in ("dark", "light"):
            status, headers, svg = server.request("GET", f"{address}&theme={theme}")
            assert (status, headers["content-type"]) == (200, "image/svg+xml")
            assert "immutable" in headers["cache-control"]
            drawn[theme] = svg
        assert drawn["dark"] != drawn["light"]
    for wrong in ("/picture/luminos/nothing.svg", "/picture/luminos/square.svg?theme=grey", "/picture/chess/a.svg"):
        assert server.request("GET", wrong)[0] == 404


def test_a_link_as_a_code_for_phones(server: Server) -> None:
    status, headers, body = server.request(
        "POST",
        "/api/qr",
        json.dumps({"text": "http://192.0.2.7:8642/t/abc#def"}).encode(),
        Content_Type="application/json",
    )
    assert (status, headers["content-type"]) == (200, "image/svg+xml")
    assert body.startswith(b"<?xml")
    assert server.post("/api/qr", {"text": "x" * 600})[0] == 400


def test_origins() -> None:
    own = "play.example:8642"
    for origin, fine in (
        (None, True),
        ("http://play.example:8642", True),
        ("https://Play.Example:8642", True),
        ("http://play.example", False),
        ("http://play.example:8642.evil.example", False),
        ("http://evil.example/play.example:8642", False),
        ("null", False),
        ("", False),
        ("https://friend.example", True),
    ):
        assert security.same_origin(origin, own, ("https://friend.example",)) == fine, origin
    assert not security.same_origin("http://", None, ())


def test_names_are_clean() -> None:
    assert security.clean_name("  Ana\t\n Lena ") == "Ana Lena"
    assert security.clean_name("a\u202eb\u200bc\x00d\u2066e") == "abcde"
    assert security.clean_name("x" * 100) == "x" * 24
    assert security.clean_name("<script>") == "<script>"  # it is text, and the client shows it as text
    for picture in ("![](nomads-cover 9)", "![]\u200b(x)"):  # in sentences that would be drawn, and nobody be named
        assert "](" not in security.clean_name(picture)
    for nothing in (
        "\u200b\u202e",
        "\u3164",
        "\uffa0\u115f",
        "\u2800",
        "\u180e\ufe0f",
        "\U000e0041",
        "\u0301\u0301",
        "\u034f",
    ):
        assert security.clean_name(nothing) == ""
    assert security.clean_name("A\u3164B\u034f9") == "A B9"
    assert security.clean_name("Z" + "\u0301" * 20 + "a") == "Ź" + "\u0301" * 3 + "a"
    assert security.clean_name("Nguyễn") == "Nguyễn"
    assert not security.same("", security.digest(""))
    assert not security.same("", "")


def test_the_catalogues_match() -> None:
    english, german = dict(_flat(catalogue("server", "en"))), dict(_flat(catalogue("server", "de")))
    assert english.keys() == german.keys()
    for key, text in english.items():
        assert _holes(text) == _holes(german[key]), key
    assert {key.removeprefix("phrase.") for key in english if key.startswith("phrase.")} == set(PHRASES)


def test_every_code_that_is_raised_is_documented() -> None:
    folder = Path(security.__file__).parent
    raised = {code for path in folder.rglob("*.py") for code in re.findall(r'Refused\(\s*"(\w+)"', path.read_text())}
    documented = set(re.findall(r"^\| `(\w+)` \| [\d-]+ \|", _protocol(), re.MULTILINE))
    assert raised <= documented
    assert {code for _, code in _CODES} <= documented


def _protocol() -> str:
    return (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")


def test_the_requests_in_the_protocol_are_what_the_server_reads() -> None:
    shown = re.findall(r'^    (?:-> )?(\{"type": "(\w+)".*\})$', _protocol(), re.MULTILINE)
    known = {kind.__struct_config__.tag: kind for kind in protocol.Request.__subclasses__()}
    read = [protocol.parse(text) for text, kind in shown if kind in known and "..." not in text.replace('"..."', "")]
    assert {type(request).__name__ for request in read} >= {"Hello", "Sit", "Move"}
    tables, studies = _protocol().split("\n## Studies\n")
    for text, requests in ((tables, protocol.Request), (studies.split("| server | what |")[0], StudyRequest)):
        documented = set(re.findall(r"^\| `(\w+) \{", text, re.MULTILINE)) | {"hello"}
        assert documented == {kind.__struct_config__.tag for kind in requests.__subclasses__()}


def test_a_finished_table_is_listed_with_its_result(server: Server) -> None:
    cookie = "lumarium_device=the-device-of-a-finished-table"

    async def story(made: Made) -> None:
        async with made.client(made.seats[0], headers={"Cookie": cookie}) as ana:
            await ana.nonce()
            await ana.do("sit", name="Ana")
            await play_on(ana, random.Random(3).choice)
            await ana.until(lambda: ana.table["result"])
            results.append(ana.table["result"]["scores"])

    results: list[list[int]] = []
    asyncio.run(story(server.table("luminos", ("open", "random"), options={"target": [1, 1, 1]})))
    (row,) = server.get("/api/tables?mine=1", Cookie=cookie)["tables"]
    assert (row["phase"], row["result"]["scores"]) == ("over", results[0])
    assert min(row["result"]["ranking"]) == 1
    for game in server.get("/api/server")["games"]:
        if game["name"] in ("lumen", "lumicora", "luminos", "nomads"):
            assert game["minutes"] >= 10
            assert game["age"] >= 6
            assert 1 <= game["complexity"] <= 5
