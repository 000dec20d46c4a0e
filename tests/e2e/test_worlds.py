"""The games' worlds closely: Lumen by keys alone, and with nothing in the browser that a seat may not know; the levels
and stacks of a reef in Lumicora, by mouse, finger and keys, and what a finger there means; what a move in Nomads would
bring, before it is played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from lumarium import Record
from lumarium.games.lumen.rules.view import View
from lumarium.kernel.record import Move
from tests.e2e.conftest import Visit
from tests.e2e.test_keyboard import ARROWS, FOCUS
from tests.e2e.visitor import Json, Visitor

# Everything of the page: what is drawn, its attributes and order, and what the page keeps for itself.
WHOLE = """() => {
  const page = document.documentElement.cloneNode(true);
  for (const sheet of page.querySelectorAll(".sheet")) sheet.remove();
  return page.outerHTML + JSON.stringify(localStorage) + JSON.stringify(sessionStorage);
}"""
COLOURS = {"Y": "yellow", "R": "red", "G": "green", "B": "blue", "P": "purple"}


def _decide_by_keys(visitor: Visitor) -> Json:
    """Walks over what is offered and takes something; whatever has the focus can be touched and says what it is."""
    before = visitor.see()
    keys = visitor.page.keyboard
    keys.press(visitor.rng.choice(ARROWS))
    for _ in range(visitor.rng.randrange(6)):
        keys.press(visitor.rng.choice(ARROWS))
    focused = visitor.page.evaluate(FOCUS)
    assert focused in before["touch"], f"the focus is on {focused!r}"
    label = visitor.page.get_attribute(f"[data-piece='{focused}']", "aria-label")
    assert label == next(piece["label"] for piece in visitor.scene["pieces"] if piece["id"] == focused)
    keys.press("Enter")
    visitor.wait_changed(before["v"])
    return before


def test_lumen_by_keys_alone(visit: Visit, long: bool) -> None:
    """A deal, or all four, with the five seats that are the most there can be."""
    ana = visit("Ana")
    ana.open_table("lumen", ("me", "easy", "easy", "easy", "easy"))
    titles: list[str] = []
    status = ana.wait_turn()
    while status == "turn":
        seen = _decide_by_keys(ana)
        titles.append(seen["pieces"]["title"]["text"])
        status = ana.wait_turn(seen["v"])
        if not long and len(set(titles)) > 1:
            return
    ana.page.wait_for_selector("#ui-ending:not([hidden])")
    assert ana.page.locator("#ui-ranking li").count() == 5
    assert len(set(titles)) >= 4


def _hidden(record: Record, seat: int) -> Iterator[tuple[int, list[tuple[str, int]]]]:
    """By version of the first deal, the cards of this seat that nobody has played: colour and value."""
    match = record.replay(at=0)
    for version, entry in enumerate((None, *record.entries)):
        if entry is not None:
            assert isinstance(entry, Move)
            match.play(entry.move, entry.seat)
        neighbour = match.view((seat + 1) % match.state.players)
        assert isinstance(neighbour, View)
        if neighbour.deal > 1:
            return
        yield version, [(card.colour, card.value) for card in neighbour.hands[seat] if card.value is not None]


def test_no_hidden_card_is_anywhere_in_the_browser(visit: Visit, tmp_path: Path) -> None:
    """A value of the own hand is not in the page and was not in the socket's bytes before its card was played: not as
    a word, not as a symbol with its number. Of the neighbour's hand, which is open, every card is found the same way.
    """
    ana = visit("Ana")
    heard: list[str] = []
    ana.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    ana.open_table("lumen", ("me", "easy", "easy"))
    moments: dict[int, tuple[str, int]] = {}
    status = ana.wait_turn()
    while status == "turn":
        version = ana.see()["v"]
        moments[int(version)] = (ana.page.evaluate(WHOLE), len(heard))
        ana.decide()
        status = ana.wait_turn(version)
    ana.download_record(tmp_path / "record")
    record = Record.load(tmp_path / "record")
    own, open_hand = dict(_hidden(record, 0)), dict(_hidden(record, 1))
    looked = 0
    for version, (page, length) in moments.items():
        if version not in own:
            continue
        bytes_so_far = "".join(heard[:length])
        for colour, value in own[version]:
            for text in (page, bytes_so_far):
                assert not _ways(text, colour, value), f"{colour}{value} at {version}"
            looked += 1
        for card in open_hand[version]:
            assert _ways(page, *card) == {"words", "drawn"}
            assert _ways(bytes_so_far, *card) == {"words", "sent"}
    assert looked > 20


def _ways(text: str, colour: str, value: int) -> set[str]:
    """How this card is named in a text: in words ("red 7"), as a drawn piece, as a sent one."""
    words = re.compile(rf"\b{COLOURS[colour]} {value}\b", re.IGNORECASE)
    sent = re.compile(rf'"symbol":"lumen-card-{colour}"[^{{}}]*"text":"{value}"')
    drawn = re.compile(rf'#lumen-card-{colour}"></use><text [^<>]*>{value}<')
    ways = {
        "words": words.search(text) is not None,
        "drawn": drawn.search(text) is not None,
        "sent": sent.search(text) is not None,
    }
    return {way for way, found in ways.items() if found}


# The look that is on, how clearly each level of the reef is seen, and how far up the page each half lies.
LOOKING = """() => {
  const seen = (piece) => Number(getComputedStyle(piece).opacity);
  const level = (name) => [...new Set([...document.querySelectorAll(`#ui-pieces .${name}:not(.level)`)].map(seen))];
  const halves = [...document.querySelectorAll("#ui-pieces [class*='in-s']")];
  return {
    look: document.getElementById("ui-board").dataset.look ?? null,
    low: level("l1"), high: level("l2"),
    tops: Object.fromEntries(halves.map((half) => [half.dataset.piece, half.getBoundingClientRect().top])),
  };
}"""


def _to_a_stack(visitor: Visitor) -> tuple[str, str]:
    """Plays until something lies on others in the own reef and nothing is to be placed; gives a stack and its top."""
    for _ in range(4):  # a game at random may stay flat
        visitor.open_table("lumicora", ("me", "easy"))
        found = _stack(visitor)
        if found is not None:
            return found
    raise AssertionError("nothing was ever laid on top")


def _stack(visitor: Visitor) -> tuple[str, str] | None:
    status = visitor.wait_turn()
    while status == "turn":
        pieces = visitor.scene["pieces"]
        stacks = [
            (look, piece["id"]) for piece in pieces for look in re.findall(r"look-(s\d+)", piece.get("classes", ""))
        ]
        if stacks and not any(
            piece["id"].startswith("c") for piece in pieces if piece["id"] in visitor.scene["actions"]
        ):
            return stacks[0]
        status = visitor.wait_turn(visitor.decide()["v"])
    return None


def test_a_level_and_a_stack_are_looked_at_by_mouse_finger_and_keys(visit: Visit) -> None:
    ana = visit("Ana", "phone")
    stack, top = _to_a_stack(ana)
    page, version = ana.page, ana.see()["v"]
    flat = page.evaluate(LOOKING)
    assert (flat["look"], flat["low"], flat["high"]) == (None, [1], [1])
    higher = {
        piece["id"]
        for piece in ana.scene["pieces"]
        if f"in-{stack}" in piece.get("classes", "").split() and "l1" not in piece["classes"].split()
    }
    assert top in higher
    for press in (page.tap, page.click):
        press("#p-look1")
        alone = page.evaluate(LOOKING)
        assert (alone["look"], alone["low"], alone["high"]) == ("l1", [1], [0])
        assert page.get_attribute("#p-look1", "aria-pressed") == "true"
        press("#p-look1")
        assert page.evaluate(LOOKING) == flat

        press(f"#p-{top}")
        lifted = page.evaluate(LOOKING)
        assert lifted["look"] == stack
        assert {piece for piece, at in lifted["tops"].items() if at < flat["tops"][piece] - 5} == higher
        page.keyboard.press("Escape")
        assert page.evaluate(LOOKING) == flat
    _look_by_keys(ana, stack, top)
    assert ana.see()["v"] == version, "looking plays nothing"


def _look_by_keys(visitor: Visitor, stack: str, top: str) -> None:
    """Tab comes to the levels and to the stack, Enter looks, Enter again looks no more."""
    keys, reached = visitor.page.keyboard, []
    visitor.page.evaluate("document.activeElement.blur()")
    for _ in range(200):
        keys.press("Tab")
        reached.append(visitor.page.evaluate(FOCUS))
        if reached[-1] in ("look1", top):
            keys.press("Enter")
            assert visitor.page.evaluate(LOOKING)["look"] == ("l1" if reached[-1] == "look1" else stack)
            keys.press("Enter")
            assert visitor.page.evaluate(LOOKING)["look"] is None
        if {"look1", top} <= set(reached):
            return
    raise AssertionError(reached)


def test_a_finger_means_what_lies_under_it(visit: Visit) -> None:
    """A Lumino that may not be taken says so instead of giving its neighbour; another's reef comes closer."""
    ana = visit("Ana", "phone")
    ana.open_table("lumicora", ("me", "random"))
    ana.wait_turn()
    while not (barred := [piece["id"] for piece in ana.scene["pieces"] if piece["id"].startswith("barred")]):
        ana.wait_turn(ana.decide()["v"])
    version = ana.see()["v"]
    _tap_middle(ana, f"t{barred[0].removeprefix('barred')}n")
    assert str(ana.page.text_content("#ui-tip")).endswith("cannot be taken this turn")
    assert ana.see()["chosen"] == []
    small = ana.page.evaluate(WIDTH, "reef1")
    _tap_middle(ana, "reef1")
    ana.page.wait_for_selector("#ui-board[data-spot='1']")
    assert ana.page.evaluate(WIDTH, "reef1") > 2 * small
    ana.press("#ui-unspot")
    assert ana.page.evaluate(WIDTH, "reef1") == small
    assert ana.see()["v"] == version


WIDTH = "(id) => document.getElementById(`p-${id}`).getBoundingClientRect().width"


def _tap_middle(visitor: Visitor, piece: str) -> None:
    """Taps where the middle of a piece lies, whatever is there."""
    box = visitor.page.locator(f"#p-{piece}").bounding_box()
    assert box is not None
    visitor.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_move_says_what_it_would_bring_before_it_is_played(visit: Visit) -> None:
    """By finger when it is asked for, by mouse when it is pointed at; then the question has its place again."""
    for size in ("phone", "desk"):
        ana = visit(f"Ana-{size}", size)
        ana.open_table("nomads", ("me", "easy"))
        space = ana.play_to_long_move()
        page, line = ana.page, ana.page.locator("#ui-line")
        told, prompt, way = line.text_content(), page.text_content("#ui-prompt"), f"go{space.removeprefix('space')}-cw"
        assert prompt == "In which direction does the column move?"
        assert line.is_visible() == (size == "desk"), "on a phone the question has the bar for itself"
        label = str(page.get_attribute(f"#p-{way}", "aria-label"))
        assert label.startswith("clockwise: ends on place ")
        if size == "phone":
            ana.touch(way)
            page.wait_for_selector("#ui-confirm", state="visible")
        else:
            page.hover(f"#p-{way}")
        assert line.text_content() == f"C{label[1:]}"
        assert line.is_visible()
        if size == "phone":
            page.tap("#ui-back")
        else:
            page.mouse.move(2, 400)
        assert (line.text_content(), line.is_visible()) == (told, size == "desk")
        assert page.text_content("#ui-prompt") == prompt
