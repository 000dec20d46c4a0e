"""Whoever comes without a link knocks; the host lets them in with one of the table's links, or does not."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from . import protocol
from .answers import KnockAnswer, Knocked
from .api import address_of, bearer, body_of, house_of, reply
from .errors import Refused
from .following import KNOCK
from .says import Ok
from .security import clean_name, digest, new_token, same
from .tables import Knock, Table

if TYPE_CHECKING:
    from .viewers import Viewer

MOST_KNOCKS = 8
PATIENCE = 900.0
"""Seconds after which nobody waits any more."""


class KnockBody(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/tables/<table>/knock."""

    name: str = ""


async def knock(request: Request) -> Response:
    """POST /api/tables/<table>/knock."""
    house = house_of(request)
    try:
        wanted = msgspec.json.decode(await body_of(request), type=KnockBody)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused("malformed", problem=str(error)[:200]) from error
    table = await house.find(request.path_params["table"])
    async with table.holding():
        if table.head.phase == "closed":
            raise Refused("over", "closed")
        _forget_old(table)
        address, token = digest(address_of(request)), new_token()
        again = [name for name, other in table.knocks.items() if same(other.address, address)]
        for name in again:
            del table.knocks[name]
            table.share(f"{KNOCK}{name}", None)
        if len(table.knocks) >= MOST_KNOCKS:
            raise Refused("too_many", "too_many_knocks")
        made = Knock(digest(token), address, clean_name(wanted.name), time.monotonic())
        table.knocks[made.token[:16]] = made
        _share(table, made)
        table.show_table()
    await house.store.neighbours.shared()
    return reply(Knocked(token), 201)


async def answered(request: Request) -> Response:
    """GET /api/tables/<table>/knock: what became of it."""
    table = await house_of(request).find(request.path_params["table"])
    given = bearer(request)
    found = next((made for made in table.knocks.values() if any(same(made.token, each) for each in given)), None)
    if found is None:
        return reply(KnockAnswer("gone"))
    here = any(viewer.rights.host for viewer in table.viewers) or any(other.host for other in table.others.values())
    return reply(KnockAnswer(found.state, here, found.link or None))


async def let_in(table: Table, viewer: Viewer, request: protocol.LetIn) -> Ok:
    """The host passes one of the table's links on, or says no."""
    async with table.holding():
        if not viewer.rights.host:
            raise Refused("forbidden")
        _forget_old(table)
        made = table.knocks.get(request.knock)
        if made is None or made.state != "waiting":
            raise Refused("malformed", "no_knock")
        if request.token is None:
            made.state = "refused"
        else:
            _check_link(table, digest(request.token))
            made.state, made.link = "welcome", request.token
        _share(table, made)
        table.show_table()
    return Ok(id=request.id or 0)


def _share(table: Table, made: Knock) -> None:
    table.share(f"{KNOCK}{made.token[:16]}", msgspec.json.encode(made))


def _check_link(table: Table, given: str) -> None:
    """Only what is meant for others is passed on: no seat that somebody holds, and not the host's own right."""
    invitations = [seat.invite for seat in table.seats if seat.kind == "open"]
    if not any(same(stored, given) for stored in (table.head.watch, table.head.join, *invitations)):
        raise Refused("forbidden")


def _forget_old(table: Table) -> None:
    now = time.monotonic()
    table.knocks = {name: made for name, made in table.knocks.items() if now - made.since < PATIENCE}
