"""Small things around a board: words that give way, boards looked at closely, sounds for those who asked for them."""

from __future__ import annotations

from tests.e2e.conftest import Visit

# The pitch of every note that is played.
LISTEN = """globalThis.pitches = [];
globalThis.OscillatorNode = class extends OscillatorNode {
  constructor(context, options) { super(context, options); pitches.push(Math.round(options.frequency)); }
};"""
# A sound before anybody touched the page; the address tells how many notes were played, without asking the page.
TOO_EARLY = """addEventListener("load", async () => {
  const { play } = await import("/web/shared/sounds.js");
  await play("turn");
  location.hash = `notes-${pitches.length}`;
});"""
SOUNDS = {"taken": 587, "placed": 196, "scored": 659, "turn": 523, "won": 1047}


def test_two_skies_on_a_desk_are_looked_at_closely(visit: Visit) -> None:
    ana = visit("Ana")
    ana.open_table("luminos", ("me", "random"))
    ana.wait_turn()
    ana.press("#ui-enlarge-seat1")
    ana.page.wait_for_selector("#ui-board[data-spot='1']:not([data-dim])")
    scale = "new DOMMatrix(document.getElementById('ui-world').style.transform).a"
    assert ana.page.evaluate(scale) > 1.5


def test_a_word_about_a_piece_gives_way_to_the_next_touch(visit: Visit) -> None:
    ana = visit("Ana", "phone")
    ana.open_table("lumen", ("me", "random", "random"))
    ana.wait_turn()
    ana.page.locator("#ui-pieces [aria-label]:not([data-touch])[id^='p-trump']").first.tap()
    ana.page.wait_for_selector("#ui-tip:not([hidden])")
    ana.page.touchscreen.tap(195, 30)
    assert ana.page.is_hidden("#ui-tip")


def test_sounds_are_for_those_who_asked(visit: Visit) -> None:
    for on in (True, False):
        ana = visit("Ana", sound=on)
        ana.context.add_init_script(LISTEN)
        ana.open_table("luminos", ("me", "random"))
        ana.play_some(12 if on else 1)
        if on:
            ana.hand_over()
            ana.page.wait_for_selector("#ui-ending:not([hidden])")
        heard = set(ana.page.evaluate("pitches"))
        assert {name for name, pitch in SOUNDS.items() if pitch in heard} == (set(SOUNDS) if on else set())


def test_a_page_that_nobody_touched_stays_silent(visit: Visit) -> None:
    """No browser lets it sound: it would complain, and keep the notes for the first touch."""
    ana = visit("Ana", sound=True)
    ana.context.add_init_script(LISTEN)
    ana.context.add_init_script(TOO_EARLY)
    ana.goto()
    ana.page.wait_for_url("**/#notes-0")
