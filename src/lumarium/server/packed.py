"""Answers that are made once and given often: packed, and not sent again to whoever has them."""

from __future__ import annotations

import gzip
from hashlib import sha256
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

AGAIN = "no-cache"
"""Asked for again each time, answered 304 where nothing changed."""
FOR_GOOD = "public, max-age=31536000, immutable"
"""Under an address that changes with what lies there."""
NEVER = "no-store"
SMALL = 600
"""What has fewer bytes is not worth packing."""
QUICKLY = 1
"""How thoroughly something is packed that is sent once."""


class Packed(NamedTuple):
    """What is sent, as it is and compressed (empty where that would not be smaller), and its checksum."""

    plain: bytes
    packed: bytes
    checksum: str


def pack(data: bytes) -> Packed:
    """Compresses it once for all who will ask."""
    packed = gzip.compress(data, mtime=0) if len(data) >= SMALL else data
    return Packed(data, packed if len(packed) < len(data) else b"", sha256(data).hexdigest()[:32])


def answer(request: Request, packed: Packed, media_type: str, keep: str = AGAIN) -> Response:
    """What is packed, or that the browser has it already."""
    headers = {"etag": f'"{packed.checksum}"', "cache-control": keep, "vary": "accept-encoding, accept-language"}
    known = request.headers.get("if-none-match", "")
    if known and packed.checksum in known:
        return Response(status_code=304, headers=headers)
    if not packed.packed or not takes_gzip(request):
        return Response(packed.plain, headers=headers, media_type=media_type)
    return Response(packed.packed, headers={**headers, "content-encoding": "gzip"}, media_type=media_type)


def sent_once(request: Request, data: bytes, media_type: str, packed: bytes = b"", **headers: str) -> Response:
    """What only this one asked for; `packed` if that has been done elsewhere."""
    headers = {name.replace("_", "-"): value for name, value in headers.items()} | {"cache-control": NEVER}
    if not takes_gzip(request) or (not packed and len(data) < SMALL):
        return Response(data or gzip.decompress(packed), headers=headers, media_type=media_type)
    headers |= {"content-encoding": "gzip", "vary": "accept-encoding"}
    return Response(packed or gzip.compress(data, QUICKLY, mtime=0), headers=headers, media_type=media_type)


def takes_gzip(request: Request) -> bool:
    """Can whoever asks unpack it?"""
    return "gzip" in request.headers.get("accept-encoding", "")
