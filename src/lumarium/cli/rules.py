"""`lumarium rules`: how a game is played."""

from __future__ import annotations

import os
import re
import shutil

import lumarium
from lumarium.kernel.catalogue import unpictured
from lumarium.kernel.pictures import REFERENCE

from .arguments import GameName, Lang
from .speech import language, speak

READING_WIDTH = 100


def rules(game: GameName, lang: Lang = None) -> None:
    """Show the rules of a game."""
    speak(lang)
    text = worded(lumarium.game(game).rules(language()))
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


def worded(text: str) -> str:
    """A rules page for those who read it without pictures: what each of them shows, in words."""
    text = REFERENCE.sub(lambda found: f"\n\n> {found[1]}\n\n", unpictured(text))
    return re.sub(r"^(#+ .*?) *\{#[\w-]+\}$", r"\1", text, flags=re.MULTILINE)
