"""The presets that any number of players may choose; tiny variants have tests of their own."""

from __future__ import annotations

from typing import Any

from lumarium.kernel.game import Game


def printed(game: Game) -> dict[str, Any]:
    """By name the options with which the game is for as many as its box says."""
    return {name: options for name, options in game.presets.items() if game.counts(options) == game.players}
