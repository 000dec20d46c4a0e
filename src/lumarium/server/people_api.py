"""HTTP for people: their devices, how they want to be told, their records, and the way to be forgotten."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar
from zoneinfo import ZoneInfo

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message

from . import answers, people
from .api import address_of, body_of, device_of, house_of, reply, who_of
from .errors import Refused
from .mail import ADDRESS
from .outside import NotAllowed, Unreachable
from .packed import NEVER
from .protocol import Key, Lang, Text, Token
from .security import DEVICE_AGE, DEVICE_COOKIE, ID_LETTERS, clean_name, digest, new_token
from .store import Person, Who
from .store.calls import Address, Channel, Hook, Mail, Push
from .store.people import Kind
from .wording import STYLES

JOIN_SECONDS = 900.0
CODE_SECONDS = 24 * 3600.0
CODE_LENGTH = 8
MOST_CHANNELS = 8
MINUTES = 24 * 60
T = TypeVar("T")
Minute = Annotated[int, msgspec.Meta(ge=0, le=MINUTES - 1)]
Url = Annotated[str, msgspec.Meta(max_length=1024)]


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """A request without a word."""


class MeBody(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """POST /api/me: what shall change; whoever says something for the first time is known from then on."""

    device: Text = ""
    """What this device shall be called."""
    lang: Lang | None = None
    zone: Text | None = None
    quiet: tuple[Minute, Minute] | msgspec.UnsetType | None = msgspec.UNSET
    kinds: list[Kind] | None = None
    choice: bool | None = None
    digest: bool | None = None


class JoinBody(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/me/join."""

    token: Token
    device: Text = ""
    bring: bool = False
    """Shall the games of this device come along?"""


class DeviceBody(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/me/devices/<device>."""

    name: Text


class PushBody(msgspec.Struct, forbid_unknown_fields=True):
    """What a browser says of its push service."""

    endpoint: Url
    p256dh: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{87}$")]
    auth: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{22}$")]


class HookBody(msgspec.Struct, forbid_unknown_fields=True):
    """An address that takes JSON."""

    url: Url
    style: str = "json"


class ChannelBody(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/me/channels: one of the three."""

    push: PushBody | None = None
    mail: Text | None = None
    hook: HookBody | None = None


class CodeBody(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/me/confirm."""

    code: Key


class TableBody(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/me/forget."""

    table: Key


async def me(request: Request) -> Response:
    """GET /api/me."""
    return reply(await told(request, await who_of(request)))


async def change(request: Request) -> Response:
    """POST /api/me."""
    body = await read(request, MeBody)
    house = house_of(request)
    who, cookie = await _known(request, body.device)
    found = await house.store.people.person(who.person)
    if found is None:
        raise Refused("unknown", "nobody")
    person = found[0]
    if body.zone is not None:
        _check_zone(body.zone)
        person.zone = body.zone
    if not isinstance(body.quiet, msgspec.UnsetType):
        person.quiet = body.quiet
    for name in ("lang", "choice", "digest"):
        if (value := getattr(body, name)) is not None:
            setattr(person, name, value)
    if body.kinds is not None:
        person.kinds = tuple(dict.fromkeys(body.kinds))
    await house.store.people.change(who.person, person)
    if body.choice is not None:
        await people.play_forced(house, who, body.choice)
    return keeping(request, reply(await told(request, who)), cookie)


async def link(request: Request) -> Response:
    """POST /api/me/link: a token with which another device becomes one of theirs."""
    await read(request, Nothing)
    who, token = of_person(await who_of(request)), new_token()
    await house_of(request).store.people.offer(who.person, digest(token), JOIN_SECONDS)
    return reply(answers.JoinLink(token, int(JOIN_SECONDS)), 201)


async def join(request: Request) -> Response:
    """POST /api/me/join."""
    body = await read(request, JoinBody)
    device, cookie = await device_and_cookie(request)
    kept = house_of(request).store.people
    if not await kept.join(digest(body.token), device, clean_name(body.device), body.bring):
        raise Refused("forbidden", "no_join")
    return keeping(request, reply(await told(request, await house_of(request).who(device))), cookie)


async def rename(request: Request) -> Response:
    """POST /api/me/devices/<device>."""
    body = await read(request, DeviceBody)
    who, device = of_person(await who_of(request)), part_of(request, "device", "no_device")
    await house_of(request).store.people.rename(who.person, device, clean_name(body.name))
    return reply(await told(request, who))


async def revoke(request: Request) -> Response:
    """POST /api/me/devices/<device>/revoke."""
    await read(request, Nothing)
    who, house, device = of_person(await who_of(request)), house_of(request), part_of(request, "device", "no_device")
    if device == (await told(request, who)).here:
        raise Refused("forbidden", "own_device")
    await people.give_up(house, who, device)
    return reply(await told(request, who))


async def add_channel(request: Request) -> Response:
    """POST /api/me/channels: an address, to which a code is sent."""
    body = await read(request, ChannelBody)
    house = house_of(request)
    who = of_person(await who_of(request))
    found = await told(request, who)
    if not house.addresses.may("code", address_of(request)):
        raise Refused("too_many", "too_many_codes")
    way = await _way(request, body)
    code = "".join(secrets.choice(ID_LETTERS) for _ in range(CODE_LENGTH))
    origin = f"{request.url.scheme}://{request.headers.get('host', 'localhost')}"
    address = Address(way, origin, found.here if isinstance(way, Push) else "")
    if await house.store.calls.add(who.person, address, code, found.settings.lang, MOST_CHANNELS) is None:
        raise Refused("too_many", "too_many_channels", limit=MOST_CHANNELS)
    return reply(await told(request, who), 201)


async def confirm(request: Request) -> Response:
    """POST /api/me/confirm: the code has arrived."""
    body = await read(request, CodeBody)
    who = of_person(await who_of(request))
    if await house_of(request).store.calls.confirm(who.person, body.code.strip().lower(), CODE_SECONDS) is None:
        raise Refused("unknown", "no_code")
    return reply(await told(request, who))


async def remove_channel(request: Request) -> Response:
    """POST /api/me/channels/<channel>/remove."""
    await read(request, Nothing)
    who = of_person(await who_of(request))
    await house_of(request).store.calls.remove(part_of(request, "channel", "no_channel"), who.person)
    return reply(await told(request, who))


async def forget_table(request: Request) -> Response:
    """POST /api/me/forget: a table that was watched is no longer listed."""
    body = await read(request, TableBody)
    who = of_person(await who_of(request))
    await house_of(request).store.people.forget_visit(who.person, body.table)
    return reply(await told(request, who))


async def records(request: Request) -> Response:
    """GET /api/me/records: one file."""
    who = await who_of(request)
    about = await told(request, who)
    named = tuple(answers.OwnPasskey(passkey.name) for passkey in about.passkeys)
    written = msgspec.json.format(msgspec.json.encode(msgspec.structs.replace(about, passkeys=named)))
    async with house_of(request).packing:
        packed = await people.packed_records(house_of(request), who, written)
    headers = {"cache-control": NEVER, "content-disposition": 'attachment; filename="lumarium.zip"'}
    return Response(packed, headers=headers, media_type="application/zip")


async def delete(request: Request) -> Response:
    """POST /api/me/delete: everything, and the cookie is another one."""
    await read(request, Nothing)
    who = await who_of(request)
    await people.forget(house_of(request), who)
    return keeping(request, reply(answers.Ready(ok=True)), new_token())


ROUTES: dict[str, Callable[[Request], Awaitable[Response]]] = {
    "/api/me": change,
    "/api/me/link": link,
    "/api/me/join": join,
    "/api/me/devices/{device}": rename,
    "/api/me/devices/{device}/revoke": revoke,
    "/api/me/channels": add_channel,
    "/api/me/channels/{channel}/remove": remove_channel,
    "/api/me/confirm": confirm,
    "/api/me/forget": forget_table,
    "/api/me/delete": delete,
}
"""What is asked by POST."""


# What several of them need


async def read(request: Request, kind: type[T]) -> T:
    """The body of a request."""
    try:
        return msgspec.json.decode(await body_of(request), type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused("malformed", problem=str(error)[:200]) from error


def of_person(who: Who) -> Who:
    """Somebody who is known."""
    if not who.person:
        raise Refused("unknown", "nobody")
    return who


def part_of(request: Request, what: str, sentence: str) -> str:
    """What the path names. Only what could be a name of ours is looked for: not every store takes all letters."""
    name: str = request.path_params[what]
    if not name.isalnum():
        raise Refused("unknown", sentence)
    return name


async def device_and_cookie(request: Request) -> tuple[str, str]:
    """The device that asks, and its new cookie if it needs one: it had none, or was given up."""
    device = device_of(request)
    who = await house_of(request).who(device)
    if device and (who.person or who.key == device):
        return device, ""
    cookie = new_token()
    return digest(cookie), cookie


async def _known(request: Request, name: str) -> tuple[Who, str]:
    """Whoever asks, from now on known."""
    house = house_of(request)
    device, cookie = await device_and_cookie(request)
    who = await house.who(device)
    if not who.person:
        await house.store.people.register(device, clean_name(name), Person())
        who = await house.who(device)
    return who, cookie


def keeping(request: Request, response: Response, cookie: str) -> Response:
    """An answer that brings a new cookie, if there is one."""
    if cookie:
        secure = request.url.scheme == "https"
        response.set_cookie(DEVICE_COOKIE, cookie, max_age=DEVICE_AGE, secure=secure, httponly=True, samesite="strict")
    return response


async def told(request: Request, who: Who) -> answers.Me:
    """All that is kept about somebody."""
    house = house_of(request)
    found = await house.store.people.person(who.person) if who.person else None
    person, devices = (Person(), []) if found is None else found
    channels = [] if found is None else await house.store.calls.channels(who.person)
    passkeys = [] if found is None else await house.store.passkeys.of(who.person)
    return answers.Me(
        known=found is not None,
        here=next((device.id for device in devices if device.digest == who.device), ""),
        devices=tuple(
            answers.OwnDevice(device.id, device.name, int(device.made), int(device.seen))
            for device in devices
            if not device.revoked
        ),
        channels=tuple(_shown(channel) for channel in channels),
        passkeys=tuple(
            answers.OwnPasskey(passkey.name, passkey.id, int(passkey.made), int(passkey.seen)) for passkey in passkeys
        ),
        passkeys_at=house.config.passkeys,
        settings=answers.MySettings(
            lang=person.lang,
            zone=person.zone,
            quiet=person.quiet,
            kinds=person.kinds,
            choice=person.choice,
            digest=person.digest,
        ),
        push=await house.caller.push_key(),
        mail=house.caller.mails,
        styles=STYLES,
    )


def _shown(channel: Channel) -> answers.OwnChannel:
    way: Any = channel.way
    kind = type(way).__name__.lower()
    shown = {"push": "", "mail": getattr(way, "address", ""), "hook": getattr(way, "url", "")}[kind]
    return answers.OwnChannel(channel.id, kind, shown, channel.device, channel.confirmed)


async def _way(request: Request, body: ChannelBody) -> Push | Mail | Hook:
    house = house_of(request)
    if (body.push is not None) + (body.mail is not None) + (body.hook is not None) != 1:
        raise Refused("malformed", problem="a channel is either push, mail or hook")
    if body.mail is not None:
        if not house.caller.mails:
            raise Refused("malformed", "no_mail")
        if not ADDRESS.fullmatch(body.mail):
            raise Refused("malformed", "bad_address", problem=body.mail[:80])
        return Mail(body.mail)
    if body.push is not None:
        if not await house.caller.push_key():
            raise Refused("malformed", "no_push")
        await _check(request, body.push.endpoint)
        if not house.config.inside and not body.push.endpoint.startswith("https:"):
            raise Refused("malformed", "bad_address", problem=Message("server", "outside.secure"))
        return Push(body.push.endpoint, body.push.p256dh, body.push.auth)
    assert body.hook is not None
    if body.hook.style not in STYLES:
        raise Refused("malformed", problem=f"a style is one of {', '.join(STYLES)}")
    await _check(request, body.hook.url)
    return Hook(body.hook.url, body.hook.style)


async def _check(request: Request, url: str) -> None:
    try:
        await house_of(request).caller.check(url)
    except (NotAllowed, Unreachable) as error:
        raise Refused("malformed", "bad_address", problem=error.reason) from error


def _check_zone(zone: str) -> None:
    try:
        ZoneInfo(zone)
    except (LumariumError, ValueError, OSError, LookupError) as error:
        raise Refused("malformed", "no_zone", zone=zone[:40]) from error
