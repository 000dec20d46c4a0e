"""Rules pages with their pictures, and the rules in short beside the table."""

from __future__ import annotations

import lumarium
from tests.e2e.conftest import Visit
from tests.e2e.eyes import findings, pale_texts, spoiled

LOADED = """() => {
  const shown = [...document.images].filter((image) => image.checkVisibility());
  shown.forEach((image) => (image.loading = "eager"));
  return shown.length && shown.every((image) => image.complete && image.naturalWidth > 0 && image.alt !== undefined);
}"""
JUMPS = "[...document.querySelectorAll('#ui-rules h2')].map((head) => head.id)"
BROKEN = """[...document.querySelectorAll('#ui-contents a[href^="#"], #ui-rules a[href^="#"]')]
  .map((link) => link.hash.slice(1)).filter((id) => !document.getElementById(id))"""


def test_every_rules_page_shows_its_pictures(visit: Visit) -> None:
    readers = [visit("Ana", lang="en-GB"), visit("Ada", lang="de-DE")]
    for game in lumarium.games():
        jumps = []
        for ana in readers:
            ana.goto(f"/rules/{game}")
            ana.page.wait_for_selector("#ui-rules h2")
            ana.page.wait_for_function(LOADED)
            jumps.append(ana.page.evaluate(JUMPS))
            assert ana.page.evaluate(BROKEN) == []
            assert "![" not in ana.page.inner_text("#ui-rules")
        assert jumps[0] == jumps[1], "a link to a part leads there in any language"


def test_the_contents_on_a_phone_and_with_large_text(visit: Visit) -> None:
    ana = visit("Ana", "phone")
    ana.goto("/rules/nomads")
    ana.page.wait_for_selector("#ui-rules h2")
    ana.page.wait_for_function(LOADED)
    assert ana.page.get_attribute("#ui-chapters", "open") is None
    ana.press("#ui-chapters summary")
    ana.press("#ui-chapters a[href='#moon-scoring']")
    ana.page.wait_for_function(
        "() => Math.abs(document.getElementById('moon-scoring').getBoundingClientRect().top) < 140"
    )
    assert ana.page.get_attribute("#ui-chapters", "open") is None
    assert findings(ana.page) + pale_texts(ana.page) == []
    ana.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert spoiled(ana.page) == []
    assert ana.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_rules_in_short_beside_the_table(visit: Visit) -> None:
    for device in ("desk", "phone"):
        ana = visit("Ana", device)
        ana.open_table("lumicora", ("me", "random"))
        ana.wait_turn()
        ana.press("#ui-aid-open")
        ana.page.wait_for_selector("#ui-aid .reading h2")
        ana.page.wait_for_function(LOADED)
        assert findings(ana.page) == []
        ana.page.keyboard.press("Escape")
        ana.page.wait_for_selector("#ui-aid", state="hidden")
        ana.page.keyboard.press("?")
        ana.page.wait_for_selector("#ui-aid .reading h2")
        assert ana.page.evaluate("document.activeElement.closest('#ui-aid') !== null")
        ana.page.keyboard.press("?")
        ana.page.wait_for_selector("#ui-aid", state="hidden")
        assert ana.see()["touch"], "the board is in play as before"
