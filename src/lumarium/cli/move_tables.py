"""`lumarium move-tables`: from SQLite to PostgreSQL, or back."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from lumarium.kernel.message import Message

from .arguments import Lang
from .progress import Bar
from .speech import language, speak


def move_tables(
    source: Annotated[str, typer.Argument(metavar="FROM", help="A data folder, an SQLite file or postgresql://...")],
    target: Annotated[str, typer.Argument(metavar="TO", help="The same; it may hold what an earlier run has copied.")],
    lang: Lang = None,
) -> None:
    """Copy all tables, running ones included, and check each by replaying it. FROM stays as it is; no server may be
    running at either. Interrupted, it goes on where it stopped. Exits with 1 if a table could not be read."""
    speak(lang)
    from lumarium.server.moving import Moved, check_unused, move, opened

    async def work() -> Moved:
        with opened(source, must_exist=True) as old, opened(target) as new, Bar(0) as bar:
            try:
                await check_unused(old, source)
                await check_unused(new, target)
                return await move(old, new, lambda moved: bar.advance_to(moved.tables, moved.tables))
            finally:
                await old.close()
                await new.close()

    moved = asyncio.run(work())
    for key in ("copied", "there", "unchecked"):
        number = getattr(moved, key)
        if number or key == "copied":
            typer.echo(Message("server", f"run.move_{key}", n=number).render(language()))
    if moved.damaged:
        problems = "; ".join(moved.damaged[:20])
        typer.echo(
            Message("server", "run.move_damaged", n=len(moved.damaged), tables=problems).render(language()), err=True
        )
        raise typer.Exit(1)
