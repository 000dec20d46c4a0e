"""What only the seat to move sees: adventurers to choose, directions, steps, lifts, payments, buttons."""

from __future__ import annotations

from collections.abc import Iterator

from lumarium.kernel.message import Message
from lumarium.kernel.scene import Piece

from .components import ADVENTURERS, LEGENDS, RUNGS, SPACES
from .indices import (
    ADVENTURER,
    DOUBLE,
    LIFT,
    NO_LIFT,
    PAY,
    PUT_FROG,
    SKIP,
    STEP,
    WAYS,
)
from .layout import SPACE_RADIUS, around
from .meta import NAME
from .view import View
from .words import letter_of

CHIP = 40


def choices(view: View, lang: str) -> Iterator[Piece]:
    """The pieces that stand for decisions without a thing on the table."""
    match view.phase:
        case "adventurer":
            yield from _adventurers(view, lang)
        case "shift":
            yield _button("stay", lang)
        case "act":
            for way, x in zip(WAYS, (66, -66), strict=True):
                label = _say(f"label.{way}", lang)
                yield Piece(id=way, symbol=f"nomads-{way}", zone="ring", x=x, y=70, z=8, classes="button", label=label)
        case "double" | "skip":
            yield from _steps(view, lang)
        case "lift":
            yield _button("no_lift", lang)
            yield from _lifts(view, lang)
        case "pay":
            yield from _payments(view, lang)
        case "last":
            yield _button("pass", lang)


def adventurer_label(name: str, lang: str) -> str:
    """An adventurer and the power."""
    return _say("label.adventurer", lang, adventurer=name, power=Message(NAME, f"power.{name}"))


def _adventurers(view: View, lang: str) -> Iterator[Piece]:
    for index in view.legal:
        assert ADVENTURER <= index < PUT_FROG
        name = ADVENTURERS[index - ADVENTURER]
        x = (index - ADVENTURER - 2) * 130
        label = adventurer_label(name, lang)
        yield Piece(
            id=f"adv-{name}",
            symbol=f"nomads-who-{letter_of(name)}",
            zone="tray",
            x=x,
            y=-10,
            z=8,
            scale=1.3,
            label=label,
        )
        yield Piece(
            id=f"advname-{name}",
            text=_say(f"adventurer.{name}", lang),
            zone="tray",
            x=x,
            y=34,
            z=8,
            classes="note open-note",
        )


def _steps(view: View, lang: str) -> Iterator[Piece]:
    """Where two discs could be laid together, or none: one chip per step of the way."""
    assert view.origin is not None
    assert view.way is not None
    first = DOUBLE if view.phase == "double" else SKIP
    steps = [index - first + 1 for index in view.legal if index >= first]
    yield _button("plain", lang, f"plain_{view.phase}", x=-(len(steps) + 1) * CHIP / 2 - 40)
    for place, step in enumerate(steps):
        space = (view.origin + STEP[WAYS.index(view.way)] * step) % SPACES
        label = _say(f"label.{view.phase}", lang, step=step, space=space)
        x = (place - (len(steps) - 1) / 2) * CHIP + 20
        yield Piece(
            id=f"{view.phase}-{step}",
            symbol="nomads-chip",
            zone="tray",
            x=x,
            z=8,
            classes="button",
            text=str(step),
            label=label,
        )


def _lifts(view: View, lang: str) -> Iterator[Piece]:
    for index in view.legal:
        if index != NO_LIFT:
            space, number = divmod(index - LIFT, 2)
            x, y = around(space, SPACE_RADIUS)
            label = _say("label.lift", lang, space=space, number=number + 1)
            x += 20 if number else -20
            yield Piece(
                id=f"lift-{space}-{number + 1}",
                symbol="nomads-up",
                zone="ring",
                x=x,
                y=y + 52,
                z=50,
                classes="button",
                label=label,
            )


def _payments(view: View, lang: str) -> Iterator[Piece]:
    """One chip per number of jokers."""
    assert view.card is not None
    assert view.turn is not None
    legend, _, rung = view.card.partition("#")
    ladder = view.options.card_values()[LEGENDS.index(legend) * RUNGS :]
    held = view.seats[view.turn].legends.get(legend)
    cost = ladder[int(rung) - 1] - (ladder[held - 1] if held else 0)
    for place, index in enumerate(view.legal):
        jokers = index - PAY
        label = _say("label.pay", lang, legend=legend, n=cost - jokers, jokers=jokers)
        x = (place - (len(view.legal) - 1) / 2) * 140
        yield Piece(id=f"pay-{jokers}", symbol="nomads-button", zone="tray", x=x, z=8, classes="button", text=label)


def _button(name: str, lang: str, label: str = "", x: float = 0) -> Piece:
    text = _say(f"label.{label or name}", lang)
    return Piece(id=name.replace("_", "-"), symbol="nomads-button", zone="tray", x=x, z=8, classes="button", text=text)


def _say(key: str, lang: str, **facts: object) -> str:
    return Message(NAME, key, **facts).render(lang)
