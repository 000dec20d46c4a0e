"""A line of a study as a picture that moves: an animated WebP or GIF, or a single PNG."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message
from lumarium.kernel.node import Node
from lumarium.kernel.positions import path
from lumarium.kernel.record import save_whole

KINDS = {".webp": "WEBP", ".gif": "GIF", ".png": "PNG"}
WIDTH = 800
EACH, LAST = 900, 2500
"""Milliseconds for which a position is shown, and the last one."""


def film(node: Node, width: int = WIDTH, lang: str = "en", theme: str = "dark", kind: str = ".webp") -> bytes:
    """All positions on the way to this one, as the study may be seen; of a PNG, this one alone."""
    if kind not in KINDS:
        raise LumariumError(Message("kernel", "study.film", given=kind, known=", ".join(KINDS)))
    way = path(node.branch) if kind != ".png" else [node.branch]
    pictures = [_pixels(Node(node.study, each).scene(lang=lang).svg(theme=theme), width) for each in way]
    written = BytesIO()
    times = [*[EACH] * (len(pictures) - 1), LAST]
    more = {"save_all": True, "append_images": pictures[1:], "duration": times, "loop": 0} if kind != ".png" else {}
    pictures[0].save(written, KINDS[kind], **more)
    return written.getvalue()


def save_film(node: Node, path: str | Path, width: int = WIDTH, lang: str = "en", theme: str = "dark") -> None:
    """Writes it to a file, whose name says which kind it is."""
    save_whole(path, film(node, width, lang, theme, Path(path).suffix.lower()))


def _pixels(svg: str, width: int) -> Any:
    try:
        from PIL import Image
        from resvg_py import svg_to_bytes
    except ModuleNotFoundError as problem:
        raise LumariumError(Message("kernel", "study.no_pillow", module=problem.name)) from problem
    with Image.open(BytesIO(svg_to_bytes(svg_string=svg, width=width))) as image:
        return image.convert("RGB")
