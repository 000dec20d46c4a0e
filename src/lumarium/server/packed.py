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


class Packed(NamedTuple):
    """What is sent, compressed, and its checksum."""

    data: bytes
    checksum: str


def pack(data: bytes) -> Packed:
    """Compresses it once for all who will ask."""
    return Packed(gzip.compress(data, mtime=0), sha256(data).hexdigest()[:32])


def answer(request: Request, packed: Packed, media_type: str, keep: str = AGAIN) -> Response:
    """What is packed, or that the browser has it already."""
    headers = {"etag": f'"{packed.checksum}"', "cache-control": keep, "vary": "accept-encoding, accept-language"}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(packed.data), headers=headers, media_type=media_type)
    return Response(packed.data, headers={**headers, "content-encoding": "gzip"}, media_type=media_type)
