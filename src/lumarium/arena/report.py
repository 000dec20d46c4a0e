"""A tournament as a picture: the ratings, and every pairing's share of wins."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .tournament import Tournament


def check_plot() -> None:
    """Raises if pictures cannot be drawn here: better before the games than after them."""
    if find_spec("matplotlib") is None:
        raise LumariumError(Message("kernel", "cli.no_matplotlib"))


def plot(result: Tournament, path: Path) -> None:
    """Draws the result into a file; its ending says the format."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 1.6 + 0.45 * max(len(result.bots), len(result.duels))), layout="constrained")
    strength, shares = figure.subplots(1, 2, width_ratios=(2, 3))
    _ratings(strength, result)
    _shares(shares, result)
    figure.suptitle(f"{result.game}: {result.games} games")
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise LumariumError(Message("kernel", "cli.unwritable", path=str(path), problem=str(error))) from error


def _ratings(axes: Axes, result: Tournament) -> None:
    order = result.ratings[::-1]
    axes.errorbar(
        [rating.mu for rating in order],
        range(len(order)),
        xerr=[2 * rating.sigma for rating in order],
        fmt="o",
        color="#34508a",
        capsize=3,
    )
    axes.set_yticks(range(len(order)), [rating.bot for rating in order])
    axes.set_xlabel("rating ± 2 sigma")
    axes.grid(axis="x", alpha=0.3)


def _shares(axes: Axes, result: Tournament) -> None:
    duels = [duel for duel in result.duels[::-1] if duel.games]
    for row, duel in enumerate(duels):
        errors = [[duel.share - duel.low], [duel.high - duel.share]]
        axes.errorbar([duel.share], [row], xerr=errors, fmt="s", color="#b0562b", capsize=3)
        axes.plot([duel.fair, duel.fair], [row - 0.35, row + 0.35], color="#777777")
    names = [f"{duel.alone.bot} v {duel.others.bot} ({duel.players})" for duel in duels]
    axes.set_yticks(range(len(duels)), names)
    axes.set_xlim(0, 1)
    axes.set_xlabel("share of wins, 95 % interval; grey: fair share")
    axes.grid(axis="x", alpha=0.3)
