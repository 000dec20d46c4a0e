"""Tokens, origins, names and headers."""

from __future__ import annotations

import hmac
import secrets
import unicodedata
from hashlib import sha256

NAME_LENGTH = 24
DEVICE_COOKIE = "lumarium_device"
DEVICE_AGE = 400 * 24 * 3600

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH = 10

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


def clean_name(text: str, limit: int = NAME_LENGTH) -> str:
    """A name as it may be shown to others: one line, not too long, no control, direction or invisible characters."""
    text = unicodedata.normalize("NFC", text[: limit * 8])
    kept = "".join(" " if char.isspace() else char for char in text if char.isprintable() or char.isspace())
    return " ".join(kept.split())[:limit].strip()
