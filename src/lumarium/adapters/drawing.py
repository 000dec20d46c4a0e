"""The table for people who look on: as text, as SVG, and as pixels where a rasteriser is installed."""

from __future__ import annotations

from importlib.util import find_spec
from io import BytesIO, StringIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lumarium.kernel.game import Game
from lumarium.kernel.view import View

Frame = str | NDArray[np.uint8] | None

PIXELS = find_spec("resvg_py") is not None and find_spec("PIL") is not None
MODES = ("human", "ansi", "svg", *(("rgb_array",) if PIXELS else ()))
WIDTH = 640
"""Of a picture, in pixels."""
COLUMNS = 120
"""Of a text."""


def metadata(**more: Any) -> dict[str, Any]:
    """What environments tell about themselves."""
    return {"render_modes": list(MODES), "render_fps": 1, **more}


def draw(game: Game, view: View, mode: str) -> Frame:
    """The table as the viewer sees it: printed for a human, else given back."""
    if mode == "rgb_array":
        return pixels(game.scene(view).svg())
    if mode == "svg":
        return game.scene(view).svg()
    from rich.console import Console

    from lumarium.cli.blocks import table
    from lumarium.cli.screen import new_console

    if mode == "human":
        console = new_console()
        console.print(table(game.board(view), console))
        return None
    console = Console(file=StringIO(), width=COLUMNS, highlight=False, color_system=None)
    with console.capture() as captured:
        console.print(table(game.board(view), console))
    return captured.get()


def pixels(svg: str) -> NDArray[np.uint8]:
    """A picture as an array of height, width and three colours."""
    from PIL import Image
    from resvg_py import svg_to_bytes

    with Image.open(BytesIO(svg_to_bytes(svg_string=svg, width=WIDTH))) as image:
        return np.array(image.convert("RGB"))
