"""The table as text, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from lumarium.kernel.catalogue import written
from lumarium.kernel.event import spoken_name
from lumarium.kernel.message import Message
from lumarium.kernel.stage import seats
from lumarium.kernel.textboard import Block, Span

from .rules.components import BEARS, LANTERNS, NAME
from .rules.view import View


def board(view: View, lang: str, names: Sequence[str]) -> list[Block]:
    """The lanterns, then the hands, the viewer's own first."""
    lanterns = [
        [
            Span(f"{Message(NAME, f'lantern.{name}').render(lang)}: ", "bold"),
            Span(f"{' + '.join(map(str, lantern)) or '-'} ({sum(lantern)}/{BEARS})", "yellow"),
        ]
        for name, lantern in zip(LANTERNS, view.lanterns, strict=True)
    ]
    return [
        Block(Message(NAME, "title").render(lang), lanterns, "table"),
        *(_hand(view, seat, lang, names) for seat in seats(view)),
    ]


def _hand(view: View, seat: int, lang: str, names: Sequence[str]) -> Block:
    line = []
    for slot, weight in enumerate(view.hands[seat]):
        up = seat == view.turn and slot == view.lifted
        line.append(Span(f"[{'?' if weight is None else weight}]{'^' if up else ' '} ", "bold" if up else ""))
    title = f"{spoken_name(seat, names, lang)}: {written(view.scores[seat])}"
    return Block(title, [line], "hands", seat == view.turn)
