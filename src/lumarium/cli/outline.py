"""A study as lines of text, and as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from lumarium.kernel.node import Node
from lumarium.kernel.study import Study


class Entry(NamedTuple):
    """A position and how deep its line is nested; 0 is the main line."""

    node: Node
    level: int


def outline(study: Study) -> Iterator[Entry]:
    """Every move, and after it the other moves in its place with all that follows them."""
    # What comes next lies on top. A line goes on only after the others that leave it have been told.
    waiting: list[tuple[Node, int, bool]] = [(study.root, 0, False)]
    while waiting:
        node, level, shown = waiting.pop()
        if not shown:
            yield Entry(node, level)
        following = node.children
        if not following:
            continue
        first, *others = following
        yield Entry(first, level)
        waiting.append((first, level, True))
        waiting += [(other, level + 1, False) for other in reversed(others)]


def told(study: Study, node: Node) -> dict[str, Any]:
    """The study as plain data, and which position is looked at."""
    return {
        "game": study.game.name,
        "players": study.players,
        "names": study.names,
        "seat": study.seat,
        "changes": len(study.edits),
        "at": node.id,
        "positions": [_position(each) for each in study],
    }


def _position(node: Node) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "id": node.id,
        "parent": None if node.parent is None else node.parent.id,
        "depth": node.depth,
        "seat": node.seat,
        "move": node.move,
        "main": node.is_main,
    }
    if node.study.seat is None:
        facts["picks"] = node.picks
    said = {
        "name": node.name,
        "comments": [{"by": comment.by, "text": comment.text} for comment in node.comments],
        "marks": [{"piece": mark.piece, "to": mark.to, "tone": mark.tone} for mark in node.marks],
        "outlooks": msgspec.to_builtins(node.outlooks),
    }
    return {**facts, **{name: value for name, value in said.items() if value}}
