"""Tokens, origins, names and headers."""

from __future__ import annotations

import hmac
import re
import secrets
import unicodedata
from hashlib import sha256
from ipaddress import ip_address

NAME_LENGTH = 24
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters that are drawn as nothing: the fillers of Hangul, and Braille without dots."""
INVISIBLE = re.compile(
    "[\u034f\u061c\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Marks that are not drawn at all and count as letters for Python."""
MOST_MARKS = 3
"""Accents and the like on one letter: Vietnamese needs two, Hebrew three, and more would cover other lines."""
DEVICE_COOKIE = "lumarium_device"
DEVICE_AGE = 400 * 24 * 3600

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH = 10

HOST = re.compile(r"(\[(?P<six>[^]]+)\]|(?P<name>[^:\[\]]+))(:\d*)?")

HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def new_token() -> str:
    """An unguessable text for a link."""
    return secrets.token_urlsafe(18)


def new_table_id() -> str:
    """A table's name: short, readable, no rights in it."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def digest(token: str) -> str:
    """What is stored in place of a token."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def same(stored: str, given: str) -> bool:
    """Are two digests equal? Takes the same time wherever they differ; nothing equals an empty one."""
    return hmac.compare_digest(stored, given) and stored != ""


def same_origin(origin: str | None, host: str | None, allowed: tuple[str, ...]) -> bool:
    """May a page of this origin talk to us? Programs that are no browsers send none."""
    if origin is None or origin in allowed:
        return True
    scheme, _, place = origin.partition("://")
    return scheme in ("http", "https") and place != "" and place.lower() == (host or "").lower()


def known_host(host: str | None, allowed: tuple[str, ...]) -> bool:
    """Is this server meant? A name that anybody may give to our address could make a page of theirs one of ours; an
    address in numbers, and the names of this machine, are nobody else's."""
    parts = HOST.fullmatch(host or "localhost")
    name = "" if parts is None else (parts["name"] or parts["six"]).lower()
    if name == "localhost" or name.endswith(".localhost") or name in allowed or "*" in allowed:
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def clean_name(text: str, limit: int = NAME_LENGTH) -> str:
    """A name as it may be shown to others: one line, not too long, nothing that cannot be seen or that covers what lies
    beside it."""
    text = unicodedata.normalize("NFC", text[: limit * 8])
    kept: list[str] = []
    marks = 0
    for char in text:
        marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if char.isspace() or char in BLANK:
            kept.append(" ")
        elif char.isprintable() and not INVISIBLE.match(char) and marks <= MOST_MARKS:
            kept.append(char)
    # "![](symbol)" is a picture in a sentence, and no name.
    name = " ".join("".join(kept).replace("](", "] (").split())[:limit].strip()
    # Marks need a letter to stand on.
    return name if any(unicodedata.category(char)[0] != "M" for char in name) else ""
