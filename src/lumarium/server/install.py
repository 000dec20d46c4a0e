"""What a browser needs to keep Lumarium as an app: a manifest, and a service worker with a page for no connection."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import lumarium
from lumarium.kernel.message import Message

from .api import language
from .packed import Packed, answer, pack
from .pages import files
from .shell import WEB

NIGHT = "#090e25"
"""The ground of the dark theme, also behind the icon while the app starts."""
ICON_SIZES = (192, 512)


async def manifest(request: Request) -> Response:
    """GET /manifest.webmanifest, in the browser's language."""
    return answer(request, _manifest(language(request)), "application/manifest+json")


@cache
def _manifest(lang: str) -> Packed:
    def text(key: str) -> str:
        return Message("server", f"app.{key}").render(lang)

    icons = [
        {"src": f"/web/icons/{name}-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for name, purpose in (("icon", "any"), ("icon-maskable", "maskable"))
        for size in ICON_SIZES
    ]
    written = {
        "id": "/",
        "name": "Lumarium",
        "short_name": "Lumarium",
        "description": text("description"),
        "lang": lang,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": NIGHT,
        "theme_color": NIGHT,
        "categories": ["games"],
        "icons": icons,
        "shortcuts": [{"name": text("new_table"), "url": "/new", "icons": icons[:1]}],
    }
    return pack(msgspec.json.encode(written))


async def service_worker(request: Request) -> Response:
    """GET /worker.js: at the root, since a worker sees only what lies below its own address."""
    return answer(request, _worker(), "text/javascript")


@cache
def _worker() -> Packed:
    return pack((WEB / "worker.js").read_text("utf-8").replace("VERSION", version()).encode())


@cache
def version() -> str:
    """Changes whenever a file of the client does, so that browsers fetch the worker's files anew."""
    sums = [sha256(path.read_bytes()).digest() for _, path in sorted(files().items())]
    contents = sha256(b"".join(sums)).hexdigest()
    return f"{lumarium.__version__}-{contents[:12]}"
