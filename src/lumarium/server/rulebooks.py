"""Rules pages and player aids over HTTP, with the pictures that they name."""

from __future__ import annotations

import asyncio
from functools import cache

from starlette.requests import Request
from starlette.responses import Response

from lumarium.kernel import registry
from lumarium.kernel.game import Game
from lumarium.kernel.pictures import linked, picture, plan_of
from lumarium.kernel.svg import THEMES

from .api import language
from .errors import Refused
from .packed import FOR_GOOD, Packed, answer, pack

MARKDOWN = "text/markdown"


async def rules(request: Request) -> Response:
    """GET /api/rules/<game>."""
    game = registry.game(request.path_params["game"])
    return answer(request, await asyncio.to_thread(_rules, game, language(request)), MARKDOWN)


async def aid(request: Request) -> Response:
    """GET /api/aids/<game>."""
    game, lang = registry.game(request.path_params["game"]), language(request)
    if not game.aid(lang):
        raise Refused("unknown")
    return answer(request, await asyncio.to_thread(_aid, game, lang), MARKDOWN)


async def drawing(request: Request) -> Response:
    """GET /picture/<game>/<name>.svg."""
    game, name = registry.game(request.path_params["game"]), request.path_params["name"]
    theme = request.query_params.get("theme", "dark")
    if name not in plan_of(game).pictures or theme not in THEMES:
        raise Refused("unknown")
    packed = await asyncio.to_thread(_drawing, game, name, language(request), theme)
    return answer(request, packed, "image/svg+xml", FOR_GOOD if "v" in request.query_params else "no-cache")


@cache
def _rules(game: Game, lang: str) -> Packed:
    return pack(linked(game, game.rules(lang), lang).encode())


@cache
def _aid(game: Game, lang: str) -> Packed:
    return pack(linked(game, game.aid(lang), lang).encode())


@cache
def _drawing(game: Game, name: str, lang: str, theme: str) -> Packed:
    return pack(picture(game, name, lang, theme).svg.encode())
