"""Requests to addresses that strangers gave: never into the host's own network, never where a redirect leads.

A name is looked up once, every address behind it is checked, and the connection goes to one that was checked.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import urlsplit

import h11

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.given import shortened
from lumarium.kernel.message import Message

PATIENCE = 15.0
"""Seconds for a whole request."""
MOST = 1 << 16
"""Bytes of an answer that are read."""
LOOKING_UP = 4
"""Names that are looked up at the same time."""
USUAL_PORTS = (80, 443)
FIRST_FREE_PORT = 1024
EMBEDDING = (ip_network("2002::/16"), ip_network("2001::/32"), ip_network("192.88.99.0/24"))
"""Networks whose addresses mean another one that is not looked at."""
SPECIAL = (ip_network("192.0.0.0/24"),)
"""What only newer versions of Python know not to be global."""
GLOBAL = ip_network("2000::/3")
"""Whatever else there is of IPv6 (what wraps older addresses, of one site, of one cable) leads nowhere outside."""

Network = IPv4Network | IPv6Network
Address = IPv4Address | IPv6Address


class Unreachable(LumariumError):
    """Nothing arrived; it may later."""


class NotAllowed(LumariumError):
    """The address is none that a stranger may name."""


class Place(NamedTuple):
    """Where a URL leads."""

    secure: bool
    host: str
    port: int
    path: str


def place_at(url: str, inside: Sequence[Network] = ()) -> Place:
    """Where it leads, as far as the URL itself tells; NotAllowed for anything but a plain address of the web."""
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        host = (parts.hostname or "").encode("idna").decode() if parts.hostname else ""
    except (ValueError, UnicodeError) as error:
        raise NotAllowed(Message("server", "outside.none")) from error
    plain = all("!" <= letter <= "~" for letter in url)
    if parts.scheme not in ("http", "https") or not host or parts.username or parts.password or not plain:
        raise NotAllowed(Message("server", "outside.plain"))
    if _is_unusual(port) and not inside:
        raise NotAllowed(Message("server", "outside.port", port=str(port)))
    path = parts.path or "/"
    return Place(parts.scheme == "https", host, port, f"{path}?{parts.query}" if parts.query else path)


def is_outside(address: Address, inside: Sequence[Network]) -> bool:
    """May a stranger name it?"""
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return is_outside(address.ipv4_mapped, inside)
    if _is_in(address, inside):
        return True
    if _is_in(address, EMBEDDING) or _is_in(address, SPECIAL):
        return False
    if isinstance(address, IPv6Address) and address not in GLOBAL:
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved) and not _is_own(address)


def _is_in(address: Address, networks: Sequence[Network]) -> bool:
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return any(address.version == network.version and address in network for network in networks)


def _is_unusual(port: int) -> bool:
    return port not in USUAL_PORTS and port < FIRST_FREE_PORT


def _is_own(address: Address) -> bool:
    """Is it this machine? Nothing is sent: connecting a datagram socket only chooses the way."""
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((str(address), 9))
            return ip_address(probe.getsockname()[0].partition("%")[0]) == address
        except OSError:
            return False


def networks(given: Sequence[str]) -> tuple[Network, ...]:
    """Networks by their names; ValueError for what is none."""
    return tuple(ip_network(name, strict=False) for name in given)


class Outside:
    """The way out. Names are looked up in threads of its own: a slow one holds up nobody else."""

    def __init__(self, inside: Sequence[Network]) -> None:
        self._inside = inside
        self._threads = ThreadPoolExecutor(LOOKING_UP, thread_name_prefix="outside")
        self._trusted: ssl.SSLContext | None = None

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> tuple[int, Mapping[str, str]]:
        """Status and headers of the answer; Unreachable if there was none in time."""
        place = place_at(url, self._inside)
        try:
            async with asyncio.timeout(PATIENCE):
                addresses = await self.addresses(place.host, place.port)
                return await self._asked(place, addresses[0], headers, body)
        except (OSError, TimeoutError, h11.RemoteProtocolError, asyncio.IncompleteReadError) as error:
            raise Unreachable(type(error).__name__) from error

    async def addresses(self, host: str, port: int) -> list[str]:
        """All that the name stands for; NotAllowed if one of them is not outside."""
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._threads, _looked_up, host, port)
        for address in map(ip_address, found):
            if not await loop.run_in_executor(self._threads, is_outside, address, self._inside):
                raise NotAllowed(Message("server", "outside.inside", host=shortened(host)))
            # What the host allows within their network opens no other port of anybody else's.
            if _is_unusual(port) and not _is_in(address, self._inside):
                raise NotAllowed(Message("server", "outside.port", port=str(port)))
        return found

    async def _asked(
        self, place: Place, address: str, headers: Mapping[str, str], body: bytes
    ) -> tuple[int, Mapping[str, str]]:
        if place.secure and self._trusted is None:
            loop = asyncio.get_running_loop()
            self._trusted = await loop.run_in_executor(self._threads, ssl.create_default_context)
        context = self._trusted if place.secure else None
        name = place.host if place.secure else None
        reader, writer = await asyncio.open_connection(
            address, place.port, ssl=context, server_hostname=name, limit=MOST
        )
        try:
            return await _exchanged(reader, writer, place, headers, body)
        finally:
            writer.transport.abort()

    def close(self) -> None:
        """No more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


async def _exchanged(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, place: Place, headers: Mapping[str, str], body: bytes
) -> tuple[int, Mapping[str, str]]:
    wire = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST)
    usual = place.port == (443 if place.secure else 80)
    shown = f"[{place.host}]" if ":" in place.host else place.host
    host = shown if usual else f"{shown}:{place.port}"
    given = {"host": host, "connection": "close", "content-length": str(len(body)), **headers}
    request = h11.Request(method="POST", target=place.path, headers=list(given.items()))
    for part in (request, h11.Data(data=body), h11.EndOfMessage()):
        writer.write(wire.send(part) or b"")
    await writer.drain()
    read = 0
    while True:
        event = wire.next_event()
        if event is h11.NEED_DATA:
            data = await reader.read(4096)
            read += len(data)
            if read > MOST:
                raise Unreachable("the answer is too long")
            wire.receive_data(data)
        elif isinstance(event, h11.Response):
            # What else it says is of no use here.
            return event.status_code, {key.decode("latin-1"): value.decode("latin-1") for key, value in event.headers}
        elif isinstance(event, h11.ConnectionClosed):
            raise Unreachable("no answer")


def _looked_up(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(where[4][0]).partition("%")[0] for where in found))
