"""A review as a picture: each seat's odds over the game, and what its decisions cost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lumarium.arena.players import shown_names
from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message

from .review import COSTLY, Course, Decision, Review

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = ("#34508a", "#b0562b", "#3d7a4a", "#7a3d6e", "#777777")


def draw(review: Review, course: Course, seats: list[int], path: Path, lang: str) -> None:
    """Draws it into a file; its ending says the format."""
    from matplotlib.figure import Figure

    given = course.record.header.names
    names = shown_names([*given, *[""] * (review.players - len(given))], lang)
    figure = Figure(figsize=(10, 6), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True)
    for seat in seats:
        _seat(above, below, review.of(seat), names[seat], COLOURS[seat % len(COLOURS)])
    above.set_ylabel(_say("plot_outlook", lang))
    above.set_ylim(0, 1)
    above.legend(loc="upper left")
    below.set_ylabel(_say("plot_lost", lang))
    below.set_xlabel(_say("plot_at", lang))
    for axes in (above, below):
        axes.grid(alpha=0.3)
    figure.suptitle(course.game.title(lang))
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise LumariumError(Message("kernel", "cli.unwritable", path=str(path), problem=str(error))) from error


def _seat(above: Axes, below: Axes, found: list[Decision], name: str, colour: str) -> None:
    at = [each.at + 1 for each in found]
    above.plot(at, [each.best[0].outlook for each in found], color=colour, label=name)
    below.bar(at, [each.lost for each in found], color=colour, width=0.8)
    costly = [each for each in found if each.lost >= COSTLY]
    above.plot([each.at + 1 for each in costly], [each.played.outlook for each in costly], "v", color=colour)


def _say(key: str, lang: str) -> str:
    return Message("kernel", f"review.{key}").render(lang)
