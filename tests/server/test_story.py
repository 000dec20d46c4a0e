"""What viewers are told of a match, move by move: put together it is always what somebody who comes now would get."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import lumarium
from lumarium import Game, Match
from lumarium.conformance import cases
from lumarium.server.story import Sight, Story, Undone
from tests.games.printed import printed
from tests.server.harness import Json, followed

SHORT = 12
"""Versions of a game that is not played to its end."""


def tables() -> Iterator[Any]:
    for name in lumarium.games():
        for case in cases(name):
            yield pytest.param(case.game, case.players, case.preset, id=str(case))


class Onlooker:
    """Somebody who follows the table from a seat or from beside it, and not always in time."""

    def __init__(self, seat: int | None, lang: str, chair: int | None = None) -> None:
        self.place = Sight(seat, lang, 0, chair)
        self.held: Sight | None = None
        self.shown: Json = {}

    def look(self, story: Story) -> None:
        """Gets what changed since the last look, or the whole scene."""
        sight = self.place._replace(version=story.match.version)
        change = None if self.held is None else story.changed(self.held, self.held.version)
        whole: Json = json.loads(story.scene(sight, sight.version))
        self.shown = whole if change is None else followed(self.shown, json.loads(change))
        self.held = sight
        assert {**self.shown, "scene": {**self.shown["scene"], "events": []}} == whole

    def turn_to(self, lang: str) -> None:
        """From now on in that language: what is held is of no use."""
        self.place, self.held = self.place._replace(lang=lang), None


def somebody(game: Game[Any, Any, Any], players: int, choice: random.Random) -> Onlooker:
    seat = choice.choice((None, *range(players)))
    chair = choice.randrange(players) if seat is None and not game.private and choice.random() < 0.5 else None
    return Onlooker(seat, choice.choice(("en", "de")), chair)


def step(match: Match, story: Story, choice: random.Random) -> None:
    """A move, or one or several taken back."""
    event, last = choice.random(), match.history[-1] if match.history else None
    if last is not None and event < 0.15 and match.can_undo():
        match.undo()
        story.add(Undone(last.seat, last.action))
    elif last is not None and event > 0.96:
        moves = choice.randrange(1, min(5, len(match.history)) + 1)
        first = match.history[-moves]
        match.take_back(first.seat, moves)
        story.add(Undone(first.seat, first.action, moves))
    else:
        story.add(match.play(choice.choice(match.state.legal_actions())))


@pytest.mark.parametrize(("game", "players", "preset"), [*tables()])
def test_changes_make_the_scene(game: Game[Any, Any, Any], players: int, preset: str, long: bool) -> None:
    """People come, go, fall behind, change the language, take back."""
    whole = long or (players == game.players[-1] and preset == "default")
    changed = 0
    for number in range(10 if long else 1):
        choice = random.Random(number)
        match = Match(game, players, number, game.presets[preset])
        story, present = Story(match), [Onlooker(seat, "en") for seat in range(players)]
        while not match.over and (whole or match.version < SHORT):
            if choice.random() < 0.3:
                present.append(somebody(game, players, choice))
            if len(present) > players and choice.random() < 0.4:
                present.remove(choice.choice(present))
            if choice.random() < 0.05:
                choice.choice(present).turn_to(choice.choice(("en", "de")))
            for onlooker in present:
                if choice.random() < (0.3 if whole and not long else 0.7):
                    changed += onlooker.held is not None
                    onlooker.look(story)
            story.keep({onlooker.held for onlooker in present if onlooker.held is not None})
            step(match, story, choice)
        for onlooker in present:
            onlooker.look(story)
    assert changed > (SHORT if preset in printed(game) else 1)
