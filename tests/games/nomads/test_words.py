"""How sentences read, in both languages: articles, numbers, and the words of the rules page."""

import re

import pytest

from lumarium import Event
from lumarium.kernel.catalogue import catalogue
from tests.games.nomads.builder import GAME, Seat, play, position

NAMES = ["Ada", "Bo"]


def said(events: list[Event], kind: str, lang: str) -> str:
    return next(event.describe(lang, NAMES) for event in events if event.kind == kind)


def test_discs_and_tiles_have_an_article() -> None:
    state = position(Seat("N"), Seat("R"), columns="6:[B,N] 4:[z]", stacks="0:J 4:J")
    events = play(state, "move 6 cw")
    assert said(events, "lay", "en") == "Ada lays a nomad on place 7."
    assert said(events, "lay", "de") == "Ada legt einen Nomaden auf Platz 7."
    assert said(events, "listen_tile", "en") == "Ada listens at place 0 and takes a joker."
    assert said(events, "listen_tile", "de") == "Ada lauscht bei Platz 0 und nimmt einen Joker."
    assert said(events, "sleeper_tile", "en") == "A sleeper on place 4 misses a joker; it goes to the box."
    german = "Bei Platz 4 verschläft jemand einen Joker: Das Plättchen kommt in die Schachtel."
    assert said(events, "sleeper_tile", "de") == german


def test_a_disc_of_somebody_asleep_is_a_sleeper() -> None:
    """All who sleep are alike (NO-8): nobody at the table plays the adventurer of the disc."""
    state = position(Seat("N"), Seat("R"), columns="6:[z,N]")
    events = play(state, "move 6 cw")
    assert said(events, "lay_sleeper", "en") == "Ada lays a sleeper on place 7."
    assert said(events, "lay_sleeper", "de") == "Ada legt einen Schläfer auf Platz 7."
    assert [event.facts["space"] for event in events if event.kind == "lay"] == [0]


@pytest.mark.parametrize(
    ("tiles", "moves", "german"),
    [
        ("ccc", ("write c#2", "pay 0J"), "Ada schreibt die zweite Karte der Legende Berge und zahlt 3 × Berge."),
        (
            "cJJ",
            ("write c#2", "pay 2J"),
            "Ada schreibt die zweite Karte der Legende Berge und zahlt Berge und 2 Joker.",
        ),
        (
            "abcJ",
            ("song 4", "pay abc+J"),
            "Ada schreibt das Lied für 4 Punkte und zahlt eine Flamme, einen Fisch, Berge und einen Joker.",
        ),
    ],
)
def test_what_is_paid_is_counted(tiles: str, moves: tuple[str, ...], german: str) -> None:
    state = position(Seat("N", tiles=tiles), Seat("U"), columns="0:[N]")
    assert said(play(state, *moves), "write", "de") == german


def test_actions_count_alike() -> None:
    assert GAME.actions.parse("pay ab+JJ").describe("de") == "eine Flamme, einen Fisch und 2 Joker zahlen"
    assert GAME.actions.parse("song 1").describe("de") == "das Lied für 1 Punkt schreiben"
    assert GAME.actions.parse("song 5").describe("en") == "write the song for 5 points"


def test_the_german_words_are_those_of_the_rules_page() -> None:
    """Discs make a Säule, tiles a Stapel, both at a Platz by the fire; a seat is a Sitz."""
    text = str(catalogue("nomads", "de"))
    assert not re.search(r"Story|Vollmond|Stapelfeld|\bFeld|Scheibenstapel|versetz", text)
    assert "Säule" in GAME.actions.parse("move 3 cw").describe("de")
