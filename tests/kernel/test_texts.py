"""Sentences in two languages, from catalogues with the same keys."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import lumarium
from lumarium import BadRecord, IllegalAction, Match
from lumarium.conformance.texts import _flat, _holes
from lumarium.kernel.catalogue import capitalised, catalogue, unpictured
from lumarium.kernel.event import Event
from lumarium.kernel.message import Message


def test_the_kernels_catalogues_match() -> None:
    english, german = dict(_flat(catalogue("kernel", "en"))), dict(_flat(catalogue("kernel", "de")))
    assert english.keys() == german.keys()
    for key, text in english.items():
        assert _holes(text) == _holes(german[key]), key


def test_numbers_choose_their_form() -> None:
    assert Message("kernel", "record.pick_left", line=3, n=1).render() == "line 3: 1 random pick too many"
    assert Message("kernel", "record.pick_left", line=3, n=2).render("de") == "Zeile 3: 2 Zufallszahlen zu viel"


def test_facts_are_said_in_the_games_words() -> None:
    message = Message("luminos", "event.take_bag", player="Ana", tile="SST")
    assert message.render("en") == "Ana draws 2 suns, 1 star from the bag."
    assert message.render("de") == "Ana zieht 2 Sonnen, 1 Stern aus dem Beutel."


def test_an_unknown_language_falls_back_to_english() -> None:
    assert Message("kernel", "over").render("xx") == Message("kernel", "over").render("en")


def test_seats_without_names_have_numbers() -> None:
    event = Event("luminos", "start", 1, {"number": 2})
    assert event.describe("de") == "Person 2 beginnt mit Startplättchen 2."
    assert event.describe("en", ["Ana", "Ben"]) == "Ben begins with start tile 2."


def test_events_are_for_whom_they_are_for() -> None:
    public = Event("luminos", "take_bag", 0, {})
    secret = Event("luminos", "take_bag", 0, {"tile": "SST"}, only=[0], otherwise=public)
    assert secret.for_seat(0) is secret
    assert secret.for_seat(1) is public
    assert secret.for_seat(None) is public
    assert Event("luminos", "mark", 0, {}, only=[0]).for_seat(1) is None


def test_errors_travel_between_processes() -> None:
    error = IllegalAction(Message("luminos", "refusal.bag_empty"))
    assert str(pickle.loads(pickle.dumps(error))) == str(error)  # noqa: S301  # our own
    damage = BadRecord("line 3: broken", 3)
    assert pickle.loads(pickle.dumps(damage)).line == 3  # noqa: S301  # our own


def test_small_pictures_stand_beside_the_words_of_those_who_can_show_them() -> None:
    match = Match("nomads", 2, seed=2, names=("Ana", "![](nomads-cover 1)"))
    match.play("adventurer red")
    event = match.play("adventurer siana")[0]
    assert event.describe("de", match.names) == "![](nomads-cover 1) spielt Siana."
    assert event.pictured("de", match.names) == "! [](nomads-cover 1) spielt ![](nomads-badge-S 46) Siana."
    assert capitalised("![](nomads-chip-a 36) eine Flamme") == "![](nomads-chip-a 36) Eine Flamme"
    assert unpictured("![](nomads-chip-a 36) Flamme") == "Flamme"


def test_german_as_people_say_it() -> None:
    """Phrases that were read aloud once, and that nobody says."""
    package = Path(lumarium.__file__).parent
    texts = [*package.rglob("*.de.toml"), *package.rglob("*.de.json"), *package.rglob("*.de.md")]
    assert len(texts) > 12
    odd = re.compile(r"nimmt zurück:|mit der Maus|zieh (?:die Datei|sie hierher)|angespielt|legt jeder")
    said = [f"{path.name}: {found}" for path in texts for found in odd.findall(path.read_text("utf-8"))]
    assert said == []
