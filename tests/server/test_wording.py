"""What people read: in both languages, by day or night, and nothing that a seat could learn from."""

from __future__ import annotations

import base64
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

import lumarium
from lumarium import Chance, Match
from lumarium.kernel.errors import LumariumError
from lumarium.kernel.state import State
from lumarium.server import mail, push, wording
from lumarium.server.calling import check_networks, quiet_for
from lumarium.server.clock import Clock
from lumarium.server.config import Config
from lumarium.server.store import Call, Person, Seat
from lumarium.server.store.calls import Hook, Item, Mail, Post
from lumarium.server.telling import turned

ALL = tuple(
    Item(kind, "k3v9x2mq7a", "luminos", "Ana" if kind in ("turn", "time_short") else "")
    for kind in ("turn", "joined", "start", "end", "time_short")
)


def post(*items: Item, lang: str = "en", code: str = "") -> Post:
    way = Mail("a@b.org")
    return Post(id="1", way=way, origin="https://h.test", channel="c", items=items, lang=lang, code=code)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_kind_has_its_sentence(lang: str) -> None:
    titles = {wording.title(post(item, lang=lang)) for item in ALL}
    assert len(titles) == len(ALL)
    assert all(title.startswith("Luminos: ") for title in titles)
    whole = wording.text(post(*ALL, lang=lang))
    assert whole.count("https://h.test/t/k3v9x2mq7a") == len(ALL)
    assert "https://h.test/me" in whole
    assert "5" in wording.title(post(*ALL, lang=lang))


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_letter_to_somebody_who_did_not_ask_leads_nowhere(lang: str) -> None:
    """Whoever names their address chooses how this house is called, too."""
    whole = wording.text(post(lang=lang, code="abcd2345"))
    assert "abcd2345" in whole
    assert "://" not in whole
    assert "h.test" not in whole


def test_a_name_cannot_speak_for_the_house() -> None:
    evil = Item("turn", "t", "luminos", "@everyone <!channel> & co")
    _, slack = wording.hooked(post(evil), Hook("https://a.test/x", "slack"))
    assert "<!" not in slack["text"]
    _, discord = wording.hooked(post(evil), Hook("https://a.test/x", "discord"))
    assert discord["allowed_mentions"] == {"parse": []}
    url, ntfy = wording.hooked(post(evil), Hook("https://ntfy.test/deep/topic", "ntfy"))
    assert (url, ntfy["topic"]) == ("https://ntfy.test/", "topic")
    with pytest.raises(ValueError, match="linefeed|newline"):
        EmailMessage()["Subject"] = wording.title(post(Item("turn", "t", "luminos", "Ana\r\nBcc: x@y.org")))


def test_a_game_that_is_no_longer_installed_is_called_by_its_name() -> None:
    assert wording.title(post(Item("end", "t", "gone", ""))) == "gone: the game is over"


@pytest.mark.parametrize(
    ("quiet", "zone", "hour", "hours"),
    [
        (None, "UTC", 23, 0.0),
        ((22 * 60, 7 * 60), "UTC", 23, 8.0),
        ((22 * 60, 7 * 60), "UTC", 6, 1.0),
        ((22 * 60, 7 * 60), "UTC", 7, 0.0),
        ((22 * 60, 7 * 60), "UTC", 12, 0.0),
        ((22 * 60, 7 * 60), "Europe/Berlin", 21, 9.0),
        ((9 * 60, 17 * 60), "Asia/Tokyo", 0, 8.0),
        ((22 * 60, 7 * 60), "Moon/Sea", 23, 8.0),
    ],
)
def test_quiet_hours_end_where_somebody_lives(
    quiet: tuple[int, int] | None, zone: str, hour: int, hours: float
) -> None:
    now = datetime(2026, 1, 15, hour, tzinfo=UTC)
    assert quiet_for(Person(quiet=quiet, zone=zone), now) == hours * 3600


def test_the_example_of_the_standard_comes_out_byte_for_byte() -> None:
    """RFC 8291, section 5 and appendix A."""

    def raw(text: str) -> bytes:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))

    own = int.from_bytes(raw("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    sealed = push._sealed(
        b"When I grow up, I want to be a watermelon",
        raw("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        raw("BTBZMqHH6r4Tts7J_aSIgg"),
        raw("DGv6ra1nlYgDCS1FRnbzlw"),
        ec.derive_private_key(own, ec.SECP256R1()),
    )
    assert sealed == raw(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@pytest.mark.parametrize(
    ("url", "sender"), [("http://a", "a@b.org"), ("smtp://", "a@b.org"), ("smtp://a:x", "a@b.org"), ("smtp://a", "b")]
)
def test_a_mail_server_that_is_none_is_refused_at_the_start(url: str, sender: str) -> None:
    with pytest.raises(LumariumError):
        mail.relay(url, "", sender)


def test_settings_are_read() -> None:
    assert mail.relay("", "", "") is None
    assert mail.relay("smtps://me%40x@mail.test", "word", "a@b.org") == (
        True,
        "mail.test",
        465,
        "me@x",
        "word",
        "a@b.org",
    )
    check_networks(("10.0.0.0/8", "::1"))
    with pytest.raises(LumariumError):
        check_networks(("home",))


@pytest.mark.parametrize("game", lumarium.games())
def test_hidden_things_do_not_change_whether_a_seat_is_told(game: str) -> None:
    """In every world that a seat can imagine behind what it sees, it is called just the same."""
    players, swapped = lumarium.game(game).players[0], 0
    match = Match(game, players=players, seed=5)
    choice = Random(5)
    while not match.over and match.version < 60:
        turn = match.state.turn
        for seat in range(players):
            world = match.game.imagine(match.view(seat), Chance(match.version))
            for before in (turn, None):
                assert _told(match.state, seat, before) == _told(world, seat, before)
            swapped += 1
        match.play(choice.choice(match.state.legal_actions()))
    assert swapped >= players


def _told(state: State, seat: int, before: int | None) -> list[Call]:
    seats = [Seat(kind="person", device=f"d{number}", auto=number % 2 == 0) for number in range(state.players)]
    house = SimpleNamespace(config=Config(data=Path()))
    left = (3 * 86400.0,) * state.players
    head = SimpleNamespace(clock=Clock(left, 0.0, state.turn))
    table: Any = SimpleNamespace(seats=seats, house=house, head=head, plays_forced=lambda number: seats[number].auto)
    match: Any = SimpleNamespace(state=state, version=1)
    return [call for call in turned(table, match, before) if call.seat == seat]
