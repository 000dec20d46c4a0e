"""The legal moves as a tree of pieces to touch: one mechanism for mouse, finger, keyboard, screen reader and tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from .errors import IllegalAction
from .message import Message

if TYPE_CHECKING:
    from .action import Action

TouchTree: TypeAlias = "dict[str, TouchTree | int]"
"""A piece's id leads to the tree of what may be touched next, or to the index of the action that it completes. The
id "" is a leaf: the path may end here."""


def paths(tree: TouchTree) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every path with the index of its action."""
    for piece, branch in tree.items():
        head = (piece,) if piece else ()
        if isinstance(branch, int):
            yield head, branch
        else:
            for tail, index in paths(branch):
                yield head + tail, index


def path_to(tree: TouchTree, action: Action) -> tuple[str, ...]:
    """The first path that plays the action."""
    for path, index in paths(tree):
        if index == action.index:
            return path
    raise IllegalAction(Message("kernel", "touch.no_path", action=action.notation))


def towards(tree: TouchTree, wanted: int) -> TouchTree:
    """What of the tree leads to this action; empty where nothing does."""
    kept: TouchTree = {}
    for piece, branch in tree.items():
        if isinstance(branch, int):
            if branch == wanted:
                kept[piece] = branch
        elif below := towards(branch, wanted):
            kept[piece] = below
    return kept


def action_at(tree: TouchTree, path: Sequence[str]) -> int:
    """The index of the action that a path of touched pieces spells."""
    node: TouchTree | int = tree
    for depth, piece in enumerate(path):
        if isinstance(node, int) or piece not in node or not piece:
            raise IllegalAction(Message("kernel", "touch.unknown", piece=piece, depth=depth + 1))
        node = node[piece]
    if isinstance(node, dict):
        node = node.get("", node)
    if isinstance(node, dict):
        raise IllegalAction(Message("kernel", "touch.short", path=" > ".join(path) or "-"))
    return node


Wire: TypeAlias = "dict[str, Wire] | list[str]"


def wire(tree: TouchTree) -> Wire:
    """The tree as the browser gets it: a level of leaves only is a list."""
    if all(isinstance(branch, int) for branch in tree.values()):
        return list(tree)
    return {piece: [] if isinstance(branch, int) else wire(branch) for piece, branch in tree.items()}
