"""Everyone is welcome: axe-core and contrast on every page, large text, what is read aloud, calm, and no stray zoom."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import lumarium
from tests.e2e.conftest import Visit
from tests.e2e.eyes import findings, pale_texts, spoiled
from tests.e2e.test_drills import night
from tests.e2e.test_replay import DROP
from tests.e2e.test_result import KEEP
from tests.e2e.visitor import POINT, STEPPED, Visitor
from tests.server.streams import in_words

PAGES = {
    "/": "#ui-play-luminos",
    "/new?game=nomads": "#ui-create",
    "/rules/lumen": "h1:visible",
    "/pieces?game=luminos": "h1:visible",
    "/learn/luminos": "#ui-root[data-status]",
    "/me": "h1:visible",
    "/t/nosuchtable": "h1:visible",
    "/study": "h1:visible",
    "/drills?set=luminos": "#ui-root[data-status='turn']",
    "/replay": "#ui-root[data-v='0']",
    "/result": "#ui-card-save",
}
"""Every page, and what shows that it is there; the last two are about a game that was played."""
GAMES = lumarium.games()
SIZES = {"desk": (1280, 800), "phone": (390, 844), "landscape": (844, 390)}
MIDDLE = {"luminos": 6, "lumen": 8, "nomads": 10, "lumicora": 12}
"""Decisions after which a game is in full swing; another one after three."""

# Every sentence that a screen reader is given, in its order.
LISTEN = """globalThis.heard = [];
new MutationObserver((changes) => {
  const within = (node) => (node.closest ? node : node.parentElement)?.closest("#ui-live, #ui-live-turn");
  for (const region of new Set(changes.map(({ target }) => within(target))))
    if (region?.textContent) heard.push(region.textContent.trim());
}).observe(document, { childList: true, characterData: true, subtree: true });"""


def _resize(visitor: Visitor, size: str) -> None:
    width, height = SIZES[size]
    visitor.page.set_viewport_size({"width": width, "height": height})


def _themes(visitor: Visitor) -> Iterator[str]:
    for theme in ("light", "dark"):
        visitor.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        visitor.page.wait_for_selector(f"html[data-theme='{theme}']")
        yield theme


def _check(visitor: Visitor, *sizes: str) -> None:
    """Nothing for axe-core, and no text that is hard to read, in both themes."""
    for theme in _themes(visitor):
        for size in sizes:
            _resize(visitor, size)
            wrong = findings(visitor.page) + pale_texts(visitor.page)
            assert wrong == [], f"{size}, {theme}"


def _decide(visitor: Visitor) -> str:
    """One decision by focus and Enter, which no layout can hide."""
    before = visitor.see()
    now = before
    while now["v"] == before["v"] and now["touch"]:
        visitor.page.focus(f"[data-piece='{visitor.rng.choice(now['stops'])}']")
        visitor.page.keyboard.press("Enter")
        visitor.page.wait_for_function(STEPPED, arg=[before["v"], len(now["chosen"])])
        now = visitor.see()
    visitor.wait_changed(before["v"])
    return str(before["v"])


def _middle(visitor: Visitor, game: str, decisions: int) -> None:
    """Takes the visitor to the largest table of bots, into the middle of the game."""
    most = lumarium.game(game).players[-1]
    visitor.open_table(game, ("me", *["random"] * (most - 1)))
    status = visitor.wait_turn()
    for _ in range(decisions):
        assert status == "turn"
        status = visitor.wait_turn(_decide(visitor))


def every_page(visitor: Visitor) -> Iterator[str]:
    """Leads the visitor through all of them."""
    visitor.goto("/replay")
    visitor.page.wait_for_selector("#ui-record-drop")
    visitor.page.evaluate(KEEP, {"name": "night.jsonl", "text": night()})
    for page, there in PAGES.items():
        visitor.goto(page)
        visitor.page.wait_for_selector(there)
        visitor.page.wait_for_load_state("networkidle")
        yield page


def test_every_page(visit: Visit, long: bool) -> None:
    ana = visit("Ana")
    for _ in every_page(ana):
        _check(ana, *(("desk", "phone") if long else ("phone",)))


def test_a_review(visit: Visit) -> None:
    """All that was measured, beside the game and below it."""
    ana = visit("Ana")
    ana.goto("/replay")
    ana.page.wait_for_selector("#ui-record-drop")
    ana.page.evaluate(DROP, ["night.jsonl", night()])
    ana.page.wait_for_selector("#ui-root[data-v='0']")
    ana.press("#ui-measure-open")
    ana.page.wait_for_selector("#ui-measure-kinds tbody tr")
    _check(ana, "desk", "phone")


def test_before_the_start(visit: Visit) -> None:
    ana = visit("Ana")
    ana.open_table("luminos", ("me", "open", "open"))
    ana.page.wait_for_selector("#ui-invite-qr[src]")
    _check(ana, "desk", "phone")
    ana.open("#ui-menu-open")
    _check(ana, "phone")
    ana.open("#ui-menu-settings", "#ui-settings")
    _check(ana, "phone")


@pytest.mark.parametrize("game", GAMES)
def test_every_table(visit: Visit, game: str, long: bool) -> None:
    ana = visit("Ana")
    _middle(ana, game, MIDDLE.get(game, 3))
    _check(ana, *(("desk", "phone") if long else ("phone",)))
    if ana.page.is_visible("#ui-insight-open"):
        ana.open("#ui-insight-open", "#ui-insight .topic[open]")
        assert findings(ana.page) == []
        ana.press("#ui-insight-close")
    ana.press(".chip >> nth=0")
    ana.page.wait_for_selector("#ui-side[data-open]")
    assert findings(ana.page) == []


def test_after_the_end(visit: Visit) -> None:
    ana = visit("Ana")
    ana.open_table("lumen", ("me", "random", "random"))
    ana.wait_turn()
    ana.hand_over()
    ana.page.wait_for_selector("#ui-ending:not([hidden])")
    ana.press("#ui-sheets summary")
    _check(ana, "phone", "desk")


def _enlarge(visitor: Visitor) -> None:
    """As in the browser's own settings."""
    browser = visitor.context.new_cdp_session(visitor.page)
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})


def _whole(visitor: Visitor) -> None:
    page = visitor.page
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert spoiled(page) == []


def test_pages_with_text_of_twice_the_size(visit: Visit) -> None:
    """On a phone and in German, whose words are long: nothing is cut off, and nothing lies over anything else."""
    ana = visit("Ana", "phone", lang="de-DE")
    _enlarge(ana)
    for _ in every_page(ana):
        ana.page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        _whole(ana)
    ana.goto("/")
    ana.open("#ui-settings-open")
    _whole(ana)
    ana.open_table("luminos", ("me", "open", "open"))
    ana.page.wait_for_selector("#ui-invite-qr[src]")
    _whole(ana)


# The one with the most seats, and the one with the longest sentences.
@pytest.mark.parametrize("game", ["lumen", "lumicora"])
def test_a_table_with_text_of_twice_the_size(visit: Visit, game: str) -> None:
    ana = visit("Ana", "phone", lang="de-DE")
    _enlarge(ana)
    _middle(ana, game, 2)
    _whole(ana)
    ana.press("#ui-hint")
    ana.page.wait_for_selector("#ui-line[data-kind='hint']", state="attached")
    _whole(ana)
    ana.open("#ui-menu-open")
    _whole(ana)
    ana.page.keyboard.press("Escape")
    ana.press(".chip >> nth=0")
    ana.page.wait_for_selector("#ui-side[data-open]")
    _whole(ana)
    ana.open(".score >> nth=0", "#ui-score-card[data-pinned]")
    _whole(ana)
    ana.page.keyboard.press("Escape")
    ana.page.keyboard.press("Escape")
    ana.press(".chip >> nth=0")
    ana.press("[id^='ui-enlarge']:visible >> nth=0")
    ana.page.wait_for_selector("#ui-board[data-spot]")
    _whole(ana)


# The tools that stick out of their column.
STICKING = """() => {
  const { left, right } = document.getElementById("ui-side").getBoundingClientRect();
  return [...document.querySelectorAll("#ui-tools .tool")].filter((tool) => tool.checkVisibility())
    .filter((tool) => tool.getBoundingClientRect().left < left || tool.getBoundingClientRect().right > right)
    .map((tool) => tool.id);
}"""


@pytest.mark.parametrize("size", ["landscape", "phone"])
def test_all_the_tools_of_an_open_sheet_lie_within_it(visit: Visit, size: str) -> None:
    ana = visit("Ana", "phone", lang="de-DE")
    if size == "landscape":
        _resize(ana, size)
    ana.open_table("luminos", ("me", "random", "random", "random"))
    ana.wait_turn()
    ana.press(".chip >> nth=0")
    ana.page.wait_for_selector("#ui-say", state="visible")
    assert ana.page.evaluate(STICKING) == []
    if size == "phone":
        assert ana.page.is_hidden(".chip >> nth=0"), "the players stand below"
        assert ana.page.evaluate("document.activeElement.id") == "ui-handle"


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_on_its_side(visit: Visit, game: str) -> None:
    """The largest table in German: every sentence is whole, and everything that is offered can be touched."""
    ana = visit("Ana", "phone", lang="de-DE")
    _resize(ana, "landscape")
    most = lumarium.game(game).players[-1]
    ana.open_table(game, ("me", *["random"] * (most - 1)))
    for _ in range(3):
        ana.wait_turn()
        assert spoiled(ana.page) == []
        seen = ana.see()
        hidden = [piece for piece in seen["touch"] if ana.page.evaluate(POINT, piece) is None]
        assert hidden == []
        _decide(ana)


def test_what_is_asked_and_what_happened_is_read_aloud(visit: Visit) -> None:
    """Every event and every prompt of one's own, in their order; the begin of a turn is named."""
    ana = visit("Ana")
    ana.context.add_init_script(LISTEN)
    ana.open_table("lumicora", ("me", "random"))
    ana.wait_turn()
    for _ in range(8):
        version = ana.see()["v"]
        asked = ana.scene["prompt"]
        ana.page.wait_for_function("(text) => heard.at(-1)?.endsWith(text)", arg=asked)
        ana.page.evaluate("heard.length = 0")
        _decide(ana)
        assert ana.wait_turn(version) == "turn"
        ana.page.wait_for_function("(text) => heard.at(-1)?.endsWith(text)", arg=ana.scene["prompt"])
        heard = ana.page.evaluate("heard")
        came = [
            frame["scene"] for frame in ana.frames if frame["type"] == "scene" and frame["scene"]["v"] > int(version)
        ]
        told = [" ".join(in_words(event["text"] for event in scene["events"])) for scene in came if scene["events"]]
        assert " ".join(told) in " ".join(heard)
        others = any(scene["status"] != "turn" for scene in came)
        assert heard[-1] == ("Your turn. " if others else "") + ana.scene["prompt"]
        assert asked not in heard[:-1], "what was asked before is not asked again"


def test_a_begun_move_is_read_aloud(visit: Visit) -> None:
    ana = visit("Ana")
    ana.context.add_init_script(LISTEN)
    ana.open_table("lumicora", ("me", "random"))
    ana.play_to_long_move()
    begun = ana.see()["prompt"]
    ana.page.wait_for_function("(text) => heard.at(-1) === text", arg=begun)
    ana.page.keyboard.press("Escape")
    ana.page.wait_for_function("(text) => heard.at(-1) === text", arg=ana.scene["prompt"])
    assert begun != ana.scene["prompt"]


def test_where_points_come_from_is_read_aloud_and_left_again(visit: Visit) -> None:
    ana = visit("Ana")
    ana.open_table("luminos", ("me", "random"))
    ana.wait_turn()
    ana.page.focus("#ui-score-seat1")
    ana.page.keyboard.press("Enter")
    ana.page.wait_for_selector("#ui-score-card:focus")
    assert ana.page.get_attribute("#ui-score-card", "aria-label") == ana.page.inner_text("#ui-player-seat1 .name")
    ana.page.keyboard.press("Escape")
    assert ana.page.evaluate("document.activeElement.id") == "ui-score-seat1"


MOVING = "document.getAnimations().filter(({ effect }) => effect.getComputedTiming().duration > 0).length"


def test_nothing_moves_for_those_who_want_calm(visit: Visit) -> None:
    for motion, expected in (("system", False), ("on", True)):
        ana = visit("Ana", "phone", motion=motion)
        ana.context.add_init_script(
            "globalThis.moved = 0; (function look() { moved = Math.max(moved, "
            + MOVING
            + "); requestAnimationFrame(look); })();"
        )
        ana.goto("/")
        ana.page.wait_for_selector("#ui-play-luminos")
        ana.page.emulate_media(color_scheme="dark")
        ana.page.wait_for_selector("html[data-theme='dark']")
        ana.page.wait_for_timeout(100)
        assert bool(ana.page.evaluate("moved")) is expected, f"a page, motion {motion}"
        ana.open_table("luminos", ("me", "random"))
        ana.wait_turn()
        ana.wait_turn(_decide(ana))
        ana.press(".chip >> nth=0")
        ana.page.wait_for_timeout(100)
        assert bool(ana.page.evaluate("moved")) is expected, f"a table, motion {motion}"


def test_fingers_neither_zoom_nor_scroll_a_table_by_accident(visit: Visit) -> None:
    """Two quick taps leave the table where it is, and it is no larger than the screen; two fingers can still zoom."""
    ana = visit("Ana", "phone")
    ana.open_table("luminos", ("me", "random"))
    ana.wait_turn()
    browser = ana.context.new_cdp_session(ana.page)
    still = "[visualViewport.scale, visualViewport.offsetTop, scrollY, document.scrollingElement.scrollHeight]"
    assert ana.page.evaluate(still) == [1, 0, 0, 844]
    browser.send("Input.synthesizeTapGesture", {"x": 195, "y": 300, "tapCount": 2})
    assert ana.page.evaluate(still) == [1, 0, 0, 844]
    rules = "[getComputedStyle(document.documentElement).overscrollBehaviorY, getComputedStyle(%s).touchAction]"
    assert ana.page.evaluate(rules % "document.getElementById('ui-root')") == ["none", "manipulation"]
    browser.send("Input.synthesizePinchGesture", {"x": 195, "y": 300, "scaleFactor": 2})
    assert ana.page.evaluate("visualViewport.scale") > 1.5
    # Phones zoom into fields with small letters.
    ana.goto("/new?game=luminos")
    ana.page.wait_for_selector("#ui-name-0")
    size = "parseFloat(getComputedStyle(each).fontSize)"
    fields = f"[...document.querySelectorAll('input:not([type]), select')].map((each) => {size})"
    assert min(ana.page.evaluate(fields)) >= 16
