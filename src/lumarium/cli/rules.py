"""`lumarium rules`: how a game is played."""

from __future__ import annotations

import os
import shutil

import lumarium

from .arguments import GameName, Lang
from .speech import language, speak

READING_WIDTH = 100


def rules(game: GameName, lang: Lang = None) -> None:
    """Show the rules of a game."""
    speak(lang)
    text = lumarium.game(game).rules(language())
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    console.width = min(console.width, READING_WIDTH)
    if not console.is_terminal:
        console.print(Markdown(text))
        return
    os.environ.setdefault("LESS", "-RFX")  # less must let colours through, and not hide a page that fits
    with console.pager(styles=shutil.which("less") is not None):
        console.print(Markdown(text))
