"""Floods are counted by whoever makes them."""

from __future__ import annotations

import pytest

from lumarium.server.limits import Addresses, household


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
    addresses = Addresses(rate=0.001, burst=3, connections=2)
    assert [addresses.request("a") for _ in range(5)] == [True, True, True, False, False]
    assert addresses.request("b")
    assert [addresses.connect("a") for _ in range(3)] == [True, True, False]
    addresses.disconnect("a")
    assert addresses.connect("a")
    addresses.forget()
    assert not addresses.request("a")
