"""What a strong bot thinks of a position of a study, kept there."""

from __future__ import annotations

from lumarium.kernel.edits import Opinion
from lumarium.kernel.errors import GameOver
from lumarium.kernel.message import Message
from lumarium.kernel.node import Node
from lumarium.kernel.study import Study
from lumarium.kernel.view import View

from .weighing import BEST, EFFORT, LEVEL, Weighing


def thoughts(view: View, effort: int = EFFORT) -> list[Opinion]:
    """The best moves of the seat that decides, the best first; the view is that seat's."""
    weighing = Weighing(view, effort)
    outlooks = weighing.outlooks()
    found = weighing.choices(outlooks, list(outlooks)[:BEST])
    return [Opinion(each.move, each.outlook, each.points) for each in found]


def think(study: Study, node: Node, effort: int = EFFORT) -> list[Opinion]:
    """The same for a position of a study, where it is kept. The bot sees what the seat sees, and no more."""
    turn = study.turn(node)
    if turn is None:
        raise GameOver(Message("kernel", "over"))
    found = thoughts(study.view(node, turn), effort)
    study.keep_outlook(node, LEVEL, found)
    return found
