"""Events tell a browser which pieces they are about."""

from __future__ import annotations

import json

from lumarium import Match
from lumarium.server.story import Sight, Story


def told(story: Story, seat: int | None, since: int) -> tuple[list[dict[str, object]], set[str]]:
    """The events of a scene message, and the ids of its pieces."""
    scene = json.loads(story.scene(Sight(seat, "en", story.match.version), since))["scene"]
    return scene["events"], {piece["id"] for piece in scene["pieces"]}


def test_events_name_pieces_of_the_same_scene() -> None:
    match = Match("luminos", players=2, seed=3)
    story = Story(match)
    for move in ("take bag", "place (1,1)", "done"):
        story.add(match.play(move))
    for seat in (0, 1, None):
        events, ids = told(story, seat, 0)
        drawn, placed, square = events
        assert drawn["pieces"] == ["bag", "t1-bag0"]
        assert placed["pieces"] == ["t1-bag0"]
        assert square["pieces"][:4] == ["s0-2", "t1-bag0", "s0-1", "s0-0"]  # type: ignore[index]
        assert all(set(event["pieces"]) <= ids for event in events)  # type: ignore[call-overload]


def test_a_program_gets_facts_and_no_pieces() -> None:
    match = Match("luminos", players=2, seed=3)
    story = Story(match)
    story.add(match.play("take bag"))
    (event,) = json.loads(story.view(1, 0))["events"]
    assert event["kind"] == "take_bag"
    assert "pieces" not in event
