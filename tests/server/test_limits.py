"""Floods are counted by whoever makes them."""

from __future__ import annotations

import pytest

from lumarium.server.limits import Addresses, Rate, household
from lumarium.server.security import known_host


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unix:", "unix:"),
        ("", ""),
    ],
)
def test_a_network_counts_as_one(address: str, counted: str) -> None:
    assert household(address) == counted


def test_an_address_has_its_connections_and_requests() -> None:
    few = Rate(0.001, 3)
    addresses = Addresses(requests=few, files=few, messages=few, connections=2, codes=few, passkeys=few)
    assert [addresses.may("request", "a") for _ in range(5)] == [True, True, True, False, False]
    assert addresses.may("request", "b")
    assert addresses.may("file", "a"), "each kind has its own"
    assert [addresses.connect("a") for _ in range(3)] == [True, True, False]
    addresses.disconnect("a")
    assert addresses.connect("a")
    addresses.forget()
    assert not addresses.may("request", "a")


@pytest.mark.parametrize(
    ("host", "known"),
    [
        (None, True),
        ("localhost:8642", True),
        ("lumarium.localhost", True),
        ("127.0.0.1:8642", True),
        ("192.168.1.20", True),
        ("[::1]:8642", True),
        ("play.example.org", True),
        ("PLAY.example.org:443", True),
        ("evil.example", False),
        ("play.example.org.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("[::1].evil.example", False),
        ("xlocalhost", False),
    ],
)
def test_names_under_which_a_server_is_known(host: str | None, known: bool) -> None:
    assert known_host(host, ("play.example.org",)) == known


def test_any_name_if_whoever_runs_it_wants_that() -> None:
    assert known_host("evil.example:8642", ("*",))
