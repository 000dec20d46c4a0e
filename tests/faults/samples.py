"""A sound message of every type, with who may send it."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from lumarium.server import protocol

Json = dict[str, Any]


class Sample(NamedTuple):
    """A message that is well-formed; `watcher` is the answer that somebody gets who may only look, `playing` the one
    while the game runs where that is another."""

    kind: str
    facts: Json
    watcher: str
    playing: str = ""


SAMPLES = (
    Sample("hello", {"tokens": []}, "malformed"),
    Sample("nonce", {"nonce": "0123456789"}, "not_seated"),
    Sample("sit", {"name": "Eve"}, "forbidden"),
    Sample("sit", {"name": "Eve", "seat": 1}, "forbidden"),
    Sample("leave", {}, "not_seated"),
    Sample("leave", {"seat": 0}, "forbidden"),
    Sample("seat", {"seat": 0, "kind": "open"}, "forbidden"),
    Sample("swap", {"a": 0, "b": 1}, "forbidden"),
    Sample("link", {"to": "join"}, "forbidden"),
    Sample("link", {"to": 0}, "forbidden"),
    Sample("settings", {"listed": True}, "forbidden"),
    Sample("start", {}, "forbidden"),
    Sample("close", {}, "forbidden"),
    Sample("move", {"v": 0, "action": "take bag"}, "not_seated"),
    Sample("move", {"v": 0, "action": "take bag", "seat": 0}, "forbidden"),
    Sample("undo", {"v": 0}, "not_seated"),
    Sample("undo", {"v": 0, "seat": 0, "key": "k"}, "forbidden"),
    Sample("hint", {"v": 0, "seat": 0}, "forbidden"),
    Sample("know", {"v": 0, "seat": 0}, "forbidden"),
    Sample("hand_over", {"seat": 0, "level": "random"}, "not_seated"),
    Sample("take_back", {"seat": 0}, "forbidden"),
    Sample("say", {"phrase": "hello"}, "not_seated"),
    Sample("prefs", {"lang": "de", "auto": True}, "ok"),
    Sample("whole", {}, "ok"),
    Sample("look", {"at": 0}, "not_started", "look"),
    Sample("allow", {"v": 0, "allow": True}, "not_started", "no_undo"),
    Sample("pause", {"pause": True}, "not_seated"),
    Sample("pause", {"pause": True, "seat": 0}, "forbidden"),
    Sample("agree", {"pause": True, "agree": True}, "not_started", "no_pause"),
    Sample("let_in", {"knock": "0123456789abcdef"}, "forbidden"),
    Sample("log", {}, "log"),
    Sample("rematch", {}, "not_seated"),
    Sample("ping", {}, "ok"),
)


def tags() -> set[str]:
    """Every type of message that the server reads."""
    kinds = msgspec.inspect.type_info(protocol.AnyRequest)
    assert isinstance(kinds, msgspec.inspect.UnionType)
    return {str(kind.tag) for kind in kinds.types if isinstance(kind, msgspec.inspect.StructType)}
