"""The table as a picture: two lanterns, a hand for everybody, and the moths still in the dark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lumarium.kernel import stage
from lumarium.kernel.event import Event, spoken_name
from lumarium.kernel.message import Message
from lumarium.kernel.scene import Layout, Piece, Scene
from lumarium.kernel.touch import TouchTree, wire

from .rules.actions import SEND
from .rules.components import BEARS, COPIES, LANTERNS, NAME, VALUES
from .rules.view import View

SPREAD = 84
LONGEST_NAME = 10


def scene(view: View, lang: str, names: Sequence[str]) -> Scene:
    """Everything on the table, as the viewer may see it."""
    own = Message(NAME, "prompt.lift" if view.lifted is None else "prompt.send")
    return Scene(
        game=NAME,
        layouts={"wide": _wide(view), "tall": _tall(view)},
        pieces=(
            *_lanterns(view, lang),
            *(piece for seat in stage.seats(view) for piece in _hand(view, seat, lang, names)),
        ),
        actions=wire(touch(view)),
        prompt=stage.prompt(view, own, lang, names),
        status=stage.status(view),
        panels=tuple(stage.panel(view, seat, _points(view, seat), lang, names) for seat in range(view.players)),
    )


def touch(view: View) -> TouchTree:
    """A moth of the own hand, or a lantern."""
    return {f"h{view.seat}-{index}" if index < SEND else LANTERNS[index - SEND]: index for index in view.legal}


def subjects(event: Event) -> tuple[str, ...]:
    """The pieces that an event is about."""
    moth = f"h{event.seat}-{event.facts.get('slot')}"
    if event.kind.startswith("lift"):
        return (moth,)
    if event.kind.startswith("draw"):
        return ("dark", moth)
    return (str(event.facts["lantern"]),) if "lantern" in event.facts else ()


def _wide(view: View) -> Layout:
    zones = {"left": (300.0, 170.0, 1.0), "right": (520.0, 170.0, 1.0), "dark": (80.0, 170.0, 1.0)}
    step = 800 / view.players
    for place, seat in enumerate(stage.seats(view)):
        zones[f"hand{seat}"] = (step * (place + 0.5), 410.0, 1.0)
    return Layout((800, 500), zones)


def _tall(view: View) -> Layout:
    zones = {"left": (165.0, 130.0, 0.9), "right": (340.0, 130.0, 0.9), "dark": (45.0, 130.0, 0.7)}
    for place, seat in enumerate(stage.seats(view)):
        zones[f"hand{seat}"] = (120.0 + 220 * (place % 2), 360.0 + 210 * (place // 2), 1.0)
    return Layout((460, 700), zones)


def _lanterns(view: View, lang: str) -> Iterator[Piece]:
    for name, lantern in zip(LANTERNS, view.lanterns, strict=True):
        label = Message(NAME, "label.lantern", lantern=name, total=sum(lantern), bears=BEARS).render(lang)
        yield Piece(id=name, symbol="moths-lantern", zone=name, label=label)
        yield Piece(id=f"{name}-total", text=f"{sum(lantern)}/{BEARS}", zone=name, y=104, classes="total")
        for number, weight in enumerate(lantern):
            x, y = (number % 3 - 1) * 44, (number // 3) * 50 - 25
            yield Piece(
                id=f"{name}-{number}", symbol="moths-moth", text=str(weight), zone=name, x=x, y=y, scale=0.6, z=1
            )
    left = COPIES * len(VALUES) - sum(view.gone) - sum(map(len, (*view.hands, *view.lanterns)))
    label = Message(NAME, "label.dark", n=left).render(lang)
    yield Piece(id="dark", symbol="moths-back", zone="dark", label=label)
    yield Piece(id="dark-count", text=str(left), zone="dark", y=64, classes="total")


def _hand(view: View, seat: int, lang: str, names: Sequence[str]) -> Iterator[Piece]:
    zone, name = f"hand{seat}", spoken_name(seat, names, lang)
    active = " active" if seat == view.turn else ""
    shown = stage.fitting(seat, name, LONGEST_NAME, lang)
    yield Piece(id=f"who{seat}", text=shown, zone=zone, y=66, classes=f"who{active}", label=name)
    for slot, weight in enumerate(view.hands[seat]):
        lifted = seat == view.turn and slot == view.lifted
        key = "label.hidden" if weight is None else "label.moth"
        yield Piece(
            id=f"h{seat}-{slot}",
            symbol="moths-back" if weight is None else "moths-moth",
            text="" if weight is None else str(weight),
            zone=zone,
            x=(slot - 0.5) * SPREAD,
            y=-18 if lifted else 0,
            label=Message(NAME, key, slot=slot, player=name, weight=weight or 0).render(lang),
        )


def _points(view: View, seat: int) -> list[tuple[Message, int]]:
    cost = 0 if view.options.gentle else -view.fallen[seat]
    return [
        (Message(NAME, "sheet.caught", n=view.caught[seat]), view.caught[seat]),
        (Message(NAME, "sheet.fallen", n=view.fallen[seat]), cost),
    ]
