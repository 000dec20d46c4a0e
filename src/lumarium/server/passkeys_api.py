"""HTTP for passkeys: a person makes one, names and removes it, and is recognised by it on another device."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from .api import address_of, house_of, reply, who_of
from .errors import Refused
from .people_api import DeviceBody, Nothing, device_and_cookie, keeping, of_person, part_of, read, told
from .protocol import Text
from .security import clean_name, digest

if TYPE_CHECKING:
    from .passkeys import Asked

MOST = 16
Sealed = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]+$")]
"""Bytes as browsers write them (base64url)."""
Purpose = Literal["make", "enter"]


class NewPasskeyBody(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/me/passkeys/options: the name is shown by whatever keeps the passkey, and not kept here."""

    name: Text = ""


class MadeResponse(msgspec.Struct, rename={"client": "clientDataJSON", "attestation": "attestationObject"}):
    """What a browser says of a new passkey. Browsers may say more, here and below."""

    client: Sealed
    attestation: Sealed


class ProofResponse(
    msgspec.Struct, rename={"client": "clientDataJSON", "authenticator": "authenticatorData", "handle": "userHandle"}
):
    """What a browser says to prove that it has a passkey."""

    client: Sealed
    authenticator: Sealed
    signature: Sealed
    handle: Sealed


class MadeCredential(msgspec.Struct, rename={"raw": "rawId"}):
    """A new passkey, as `PublicKeyCredential.toJSON()` writes it."""

    id: Sealed
    raw: Sealed
    response: MadeResponse
    type: Literal["public-key"]


class ProvenCredential(msgspec.Struct, rename={"raw": "rawId"}):
    """A passkey that is used, written in the same way."""

    id: Sealed
    raw: Sealed
    response: ProofResponse
    type: Literal["public-key"]


class PasskeyBody(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/me/passkeys."""

    credential: MadeCredential
    name: Text = ""


class EnterBody(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/me/enter."""

    credential: ProvenCredential
    device: Text = ""
    bring: bool = False
    """Shall the games of this device come along?"""


class ClientData(msgspec.Struct):
    """Of what a browser signs, the part that names the question."""

    challenge: Sealed


async def options(request: Request) -> Response:
    """POST /api/me/passkeys/options."""
    body, origin = await read(request, NewPasskeyBody), _place(request)
    from . import passkeys

    who = of_person(await who_of(request))
    known = await house_of(request).store.passkeys.of(who.person)
    if len(known) >= MOST:
        raise Refused("too_many", "too_many_passkeys", limit=MOST)
    credentials = [passkey.credential for passkey in known]
    asked = passkeys.creation(origin, who.person, clean_name(body.name), credentials)
    await _ask(request, asked, "make", who.device, who.person)
    return reply(asked.options)


async def make(request: Request) -> Response:
    """POST /api/me/passkeys."""
    body, origin = await read(request, PasskeyBody), _place(request)
    from . import passkeys

    who, kept = of_person(await who_of(request)), house_of(request).store.passkeys
    challenge = await _answered(request, body.credential.response.client, "make", who.device, who.person)
    try:
        made = passkeys.made(origin, msgspec.to_builtins(body.credential), challenge)
    except passkeys.NotValid as error:
        raise Refused("forbidden", "bad_passkey", problem=str(error)[:200]) from error
    if not await kept.add(who.person, *made, clean_name(body.name), MOST):
        raise Refused("forbidden", "taken_passkey")
    return reply(await told(request, who), 201)


async def enter_options(request: Request) -> Response:
    """POST /api/me/enter/options."""
    await read(request, Nothing)
    origin = _place(request)
    from . import passkeys

    device, cookie = await device_and_cookie(request)
    asked = passkeys.request(origin)
    await _ask(request, asked, "enter", device)
    return keeping(request, reply(asked.options), cookie)


async def enter(request: Request) -> Response:
    """POST /api/me/enter."""
    body, origin = await read(request, EnterBody), _place(request)
    from . import passkeys

    device, cookie = await device_and_cookie(request)
    house, given = house_of(request), body.credential
    challenge = await _answered(request, given.response.client, "enter", device)
    passkey = await house.store.passkeys.find(given.id)
    if passkey is None:
        raise Refused("unknown", "no_passkey")
    try:
        count = passkeys.proven(origin, msgspec.to_builtins(given), challenge, passkey.public, passkey.count)
    except passkeys.NotValid as error:
        raise Refused("forbidden", "bad_passkey", problem=str(error)[:200]) from error
    if given.response.handle != passkeys.handle(passkey.person):
        raise Refused("forbidden", "bad_passkey", problem="it names somebody else")
    if not await house.store.passkeys.use(passkey.credential, count):
        raise Refused("unknown", "no_passkey")  # it was removed meanwhile
    await house.store.people.enter(passkey.person, device, clean_name(body.device), body.bring)
    return keeping(request, reply(await told(request, await house.who(device))), cookie)


async def rename(request: Request) -> Response:
    """POST /api/me/passkeys/<passkey>."""
    body = await read(request, DeviceBody)
    who = of_person(await who_of(request))
    passkey = part_of(request, "passkey", "no_own_passkey")
    await house_of(request).store.passkeys.rename(who.person, passkey, clean_name(body.name))
    return reply(await told(request, who))


async def remove(request: Request) -> Response:
    """POST /api/me/passkeys/<passkey>/remove."""
    await read(request, Nothing)
    who = of_person(await who_of(request))
    passkey = part_of(request, "passkey", "no_own_passkey")
    if not await house_of(request).store.passkeys.remove(who.person, passkey):
        raise Refused("unknown", "no_own_passkey")
    return reply(await told(request, who))


ROUTES: dict[str, Callable[[Request], Awaitable[Response]]] = {
    "/api/me/passkeys": make,
    "/api/me/passkeys/options": options,
    "/api/me/passkeys/{passkey}": rename,
    "/api/me/passkeys/{passkey}/remove": remove,
    "/api/me/enter": enter,
    "/api/me/enter/options": enter_options,
}
"""What is asked by POST."""


def _place(request: Request) -> str:
    """The address at which passkeys count, which must be that of the page; nobody tries without end."""
    house = house_of(request)
    if not house.config.passkeys:
        raise Refused("unknown", "no_passkeys")
    if request.headers.get("origin", house.config.passkeys) != house.config.passkeys:
        raise Refused("origin", "passkeys_elsewhere", address=house.config.passkeys)
    if not house.addresses.may("passkey", address_of(request)):
        raise Refused("too_fast")
    return house.config.passkeys


async def _ask(request: Request, asked: Asked, purpose: Purpose, *whom: str) -> None:
    from .passkeys import SECONDS

    await house_of(request).store.passkeys.ask(_token(asked.challenge, purpose, *whom), SECONDS)


async def _answered(request: Request, client: str, purpose: Purpose, *whom: str) -> str:
    """What was signed, if it was asked of these for this, and not answered before."""
    challenge = _challenge(client)
    if not await house_of(request).store.passkeys.answered(_token(challenge, purpose, *whom)):
        raise Refused("forbidden", "late_passkey")
    return challenge


def _token(challenge: str, purpose: Purpose, *whom: str) -> str:
    return digest(" ".join((purpose, challenge, *whom)))


def _challenge(client: str) -> str:
    try:
        written: Any = base64.urlsafe_b64decode(client + "=" * (-len(client) % 4))
        return msgspec.json.decode(written, type=ClientData).challenge
    except (msgspec.MsgspecError, binascii.Error, UnicodeError, RecursionError) as error:
        raise Refused("malformed", problem=str(error)[:200]) from error
