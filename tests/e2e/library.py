"""What a seat's screen must show, by the library alone: the record replayed, and each scene drawn anew."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from lumarium import Chance, Match, Record
from lumarium.kernel.record import Move

Json = dict[str, Any]


def plain(value: object) -> Any:
    """As it goes over the wire."""
    return json.loads(msgspec.json.encode(value))


class Library:
    """The scenes of one seat by version, from a record without undos.

    `imagined` are some of them drawn from a state in which all that the seat cannot know is dealt anew; in
    `other_worlds` of these states another seat would have seen something else.
    """

    def __init__(self, record: Record, seat: int | None, lang: str = "en") -> None:
        self.record = record
        self.scenes: list[Json] = []
        self.logs: list[list[str]] = []
        self.imagined: dict[int, Json] = {}
        self.other_worlds = 0
        match = record.replay(at=0)
        luck = Chance(5)
        for entry in (None, *record.entries):
            if entry is not None:
                assert isinstance(entry, Move)
                match.play(entry.move, entry.seat)
            self._keep(match, seat, lang, luck)
        self.names = match.names

    def _keep(self, match: Match, seat: int | None, lang: str, luck: Chance) -> None:
        view = match.view(seat)
        self.scenes.append(plain(match.game.scene(view, lang, match.names)))
        self.logs.append(match.log(seat, lang)[-40:])
        if seat is not None and not match.over and len(self.scenes) % 5 == 0:
            world = match.game.imagine(view, luck)
            self.imagined[len(self.scenes) - 1] = plain(match.game.scene(world.view(seat), lang, match.names))
            other = (seat + 1) % match.state.players
            self.other_worlds += plain(world.view(other)) != plain(match.view(other))

    def check(self, seen: Json) -> None:
        """What was seen on the screen is what the library draws for that version, and nothing else."""
        version = int(seen["v"])
        scene = self.scenes[version]
        assert (seen["status"], seen["prompt"]) == (scene["status"], scene["prompt"])
        assert seen["panels"] == [
            {"title": panel["title"], "value": panel.get("value", ""), "active": panel.get("active", False)}
            for panel in scene["panels"]
        ]
        zones = scene["layouts"][seen["layout"]]["zones"]
        assert seen["pieces"] == {
            piece["id"]: {
                "symbol": piece.get("symbol", ""),
                "text": piece.get("text", ""),
                "classes": f"piece {piece.get('classes', '')}".strip(),
            }
            for piece in scene["pieces"]
            if piece.get("zone", "") in ("", *zones)
        }
        assert set(seen["touch"]) == {piece for piece in scene["actions"] if piece}
        assert seen["log"] == self.logs[version][::-1]

    def new_pieces(self, version: int) -> set[str]:
        """The labelled pieces that the move to this version laid somewhere new, at most eight of them."""
        before = {piece["id"]: piece for piece in self.scenes[version - 1]["pieces"]}
        scene = self.scenes[version]
        new = [
            piece
            for piece in scene["pieces"]
            if piece["id"] not in scene["actions"]
            and any(piece.get(fact) != before.get(piece["id"], {}).get(fact) for fact in ("id", "zone", "symbol"))
        ]
        return {piece["id"] for piece in new if "label" in piece and "symbol" in piece} if len(new) <= 8 else set()
