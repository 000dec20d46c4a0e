"""What only the seat to move sees: where a Lumino can go and what that costs, starting Luminos, buttons."""

from __future__ import annotations

from collections.abc import Iterator

from lumarium.games.lumicora.rules.components import COLOURS, KINDS, LETTERS, ROUND_LIMESTONE, STORAGE
from lumarium.games.lumicora.rules.indices import LAY, NUMBER_OF, PLACEMENTS, START, STARTS
from lumarium.games.lumicora.rules.reef import Reef
from lumarium.games.lumicora.rules.view import View
from lumarium.games.lumicora.words.words import say
from lumarium.kernel.scene import Piece

from .layout import COLUMN, RADIUS, spot
from .reefscape import depth, seen

ABOVE_EVERYTHING = 400
BUTTONS = {"take": "stop", "swap": "done", "score": "pass"}


def pieces(view: View, seat: int, reef: Reef, lang: str) -> Iterator[Piece]:
    """Everything that the seat can touch and that does not lie on the table anyway."""
    button = BUTTONS.get(view.phase)
    if button is not None:
        yield _button(button, lang)
    if view.phase == "start":
        for index in view.legal:
            yield from _start_choice(index - START, lang)
    if view.phase == "lay":
        yield from _targets(view, seat, reef, lang)
        yield Piece(id="loss", symbol="lumicora-gain", text="−1", zone="bag", x=38, y=-34, z=4, classes="gain")
    if view.phase == "act":
        yield Piece(
            id="gain", symbol="lumicora-gain", text=f"+{gain(view)}", zone="supply", x=36, y=-34, z=4, classes="gain"
        )
    if view.phase == "score":
        yield _button("score", lang, "button then")
        text = f"+{reward(view)}"
        yield Piece(
            id="reward", symbol="lumicora-gain", text=text, zone=f"store{seat}", y=-46, z=4, classes="gain reward"
        )


def _button(name: str, lang: str, classes: str = "button") -> Piece:
    text, said = say(f"label.{name}", lang), say(f"label.{name}_button", lang)
    return Piece(id=name, symbol="lumicora-button", text=text, zone="button", z=5, classes=classes, label=said)


def gain(view: View) -> int:
    """How much limestone action A brings now (LC-25, LC-26)."""
    if view.fed is None or view.turn is None:
        return 0
    return min(NUMBER_OF[KINDS.index(view.fed.tile)], STORAGE - view.shores[view.turn].limestone)


def reward(view: View) -> int:
    """How much limestone a coral scoring brings now (LC-61, LC-26)."""
    if view.turn is None:
        return 0
    return min(ROUND_LIMESTONE[view.round - 1], STORAGE - view.shores[view.turn].limestone)


def _targets(view: View, seat: int, reef: Reef, lang: str) -> Iterator[Piece]:
    """The spaces on which a half can come to lie, as high as it would."""
    spaces = {space for index in view.legal if index >= LAY for space in PLACEMENTS[index - LAY]}
    for space in sorted(spaces):
        height, top = reef.heights[space], seen(reef, space, lang)
        x, y = spot(space, height + 1)
        kind = "-up" if height else "-water" if reef.terrain.is_water(space) else ""
        yield Piece(
            id=f"c{space}",
            symbol=f"lumicora-target{kind}",
            zone=f"reef{seat}",
            x=x,
            y=y,
            z=ABOVE_EVERYTHING + depth(space, height),
            label=say(f"label.target{kind.replace('-', '_')}", lang, top=top, level=height + 1),
        )


def _start_choice(start: int, lang: str) -> Iterator[Piece]:
    left, right = STARTS[start]
    name = LETTERS[left] + LETTERS[right]
    label = say("label.start_choice", lang, colours=name)
    y = -1.3 * RADIUS if left < right else 1.3 * RADIUS
    for side, colour, x, classes in (("l", left, -COLUMN / 2, ""), ("r", right, COLUMN / 2, "part")):
        symbol, named = f"lumicora-{COLOURS[colour]}-plain", f"start-{name}{side}"
        yield Piece(id=named, symbol=symbol, zone="start", x=x, y=y, z=ABOVE_EVERYTHING, classes=classes, label=label)
    yield Piece(id=f"start-{name}b", symbol="lumicora-bridge-start", zone="start", y=y, z=ABOVE_EVERYTHING + 1)


def start_ids(index: int) -> list[str]:
    """The pieces that lay a starting Lumino this way."""
    left, right = STARTS[index - START]
    return [f"start-{LETTERS[left]}{LETTERS[right]}{side}" for side in "lr"]
