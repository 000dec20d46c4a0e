"""Where requests may go: never inside, whatever a name stands for, and only to the address that was looked at."""

from __future__ import annotations

import asyncio
import socket
from ipaddress import ip_address
from typing import Any

import pytest

from lumarium.server import outside
from lumarium.server.outside import NotAllowed, Outside, Unreachable, is_outside, networks, place_at
from tests.server.receivers import Receiver

# fmt: off
INSIDE = (
    "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.255.0.1", "169.254.169.254", "172.16.0.1", "192.0.2.1",
    "192.168.1.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:10.0.0.1",
    "::ffff:127.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "fc00::1", "fd12::1", "fe80::1", "ff02::1", "2001:db8::1",
    "192.0.0.8", "192.88.99.1", "fec0::1", "64:ff9b:1::7f00:1", "::127.0.0.1", "5f00::1",
)
# fmt: on


@pytest.mark.parametrize("address", INSIDE)
def test_what_lies_inside_is_not_asked(address: str) -> None:
    assert not is_outside(ip_address(address), ())


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.215.14", "2606:4700::1111", "::ffff:1.1.1.1"])
def test_what_lies_outside_is(address: str) -> None:
    assert is_outside(ip_address(address), ())


def test_the_host_may_allow_a_network() -> None:
    allowed = networks(["192.168.1.0/24", "::1"])
    assert is_outside(ip_address("192.168.1.7"), allowed)
    assert is_outside(ip_address("::1"), allowed)
    assert is_outside(ip_address("::ffff:192.168.1.7"), allowed)
    assert not is_outside(ip_address("192.168.2.7"), allowed)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.org",
        "ftp://example.org/",
        "file:///etc/passwd",
        "http://",
        "http://user@example.org/",
        "http://user:word@example.org/",
        "http://example.org:22/",
        "http://example.org:99999/",
        "http://exa mple.org/",
        "http://example.org/\r\nX-Evil: 1",
        "http://[::1/",
    ],
)
def test_what_is_no_plain_address_of_the_web_is_refused(url: str) -> None:
    with pytest.raises(NotAllowed):
        place_at(url)


def test_a_plain_one_is_taken_apart() -> None:
    assert place_at("https://example.org/a?b=c") == (True, "example.org", 443, "/a?b=c")
    assert place_at("http://example.org:8080") == (False, "example.org", 8080, "/")


def asked(way: Outside, url: str) -> int:
    async def ask() -> int:
        try:
            return (await way.post(url, {}, b"hello"))[0]
        finally:
            way.close()

    return asyncio.run(ask())


def test_other_ports_are_free_only_where_the_host_allows_a_network() -> None:
    async def found(host: str, port: int) -> list[str]:
        way = Outside(networks(["127.0.0.0/8"]))
        try:
            return await way.addresses(host, port)
        finally:
            way.close()

    assert asyncio.run(found("127.0.0.1", 25)) == ["127.0.0.1"]
    assert asyncio.run(found("::ffff:127.0.0.1", 25))
    assert asyncio.run(found("1.1.1.1", 8080)) == ["1.1.1.1"]
    with pytest.raises(NotAllowed):
        asyncio.run(found("1.1.1.1", 25))


def stands_for(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Names stand for these addresses, one answer after the other; gives the names that were looked up."""
    looked_up: list[str] = []

    def answer(host: str, port: int, *_: Any, **__: Any) -> list[Any]:
        found = answers[min(len(looked_up), len(answers) - 1)]
        looked_up.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    monkeypatch.setattr(socket, "getaddrinfo", answer)
    return looked_up


def test_one_address_inside_is_one_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    with Receiver() as receiver:
        stands_for(monkeypatch, ["1.1.1.1", "127.0.0.1"])
        with pytest.raises(NotAllowed):
            asked(Outside(()), receiver.url.replace("127.0.0.1", "evil.test"))
        assert receiver.taken == []


def test_the_connection_goes_where_it_was_looked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that stands for something else the next time changes nothing: it is not asked again."""
    with Receiver() as receiver:
        looked_up = stands_for(monkeypatch, ["127.0.0.1"], ["10.0.0.1"])
        assert asked(Outside(networks(["127.0.0.1"])), receiver.url.replace("127.0.0.1", "house.test")) == 204
        assert looked_up.count("house.test") == 1
        assert receiver.taken[0].headers["host"].startswith("house.test:")


def test_a_redirect_is_an_answer_like_any_other() -> None:
    with Receiver(lambda _: 302) as receiver:
        receiver.headers = {"location": f"{receiver.url}/elsewhere"}
        assert asked(Outside(networks(["127.0.0.1"])), f"{receiver.url}/here") == 302
        assert [taken.path for taken in receiver.taken] == ["/here"]


def test_whoever_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(Unreachable):
        asked(Outside(networks(["127.0.0.1"])), f"http://127.0.0.1:{silent.getsockname()[1]}/")
