"""What a browser has around a page: Back, reload, a second tab."""

from __future__ import annotations

from tests.e2e.conftest import Visit
from tests.e2e.visitor import POINT, Visitor


def _table(visitor: Visitor) -> None:
    visitor.goto("/")
    visitor.open_table("lumicora", ("me", "random"))


def test_back_takes_back_what_was_opened_and_then_leaves(visit: Visit) -> None:
    ana = visit("Ana", "phone")
    _table(ana)
    page = ana.page
    table = page.url
    ana.wait_turn()
    for control, opened in (
        (".chip >> nth=0", "#ui-side[data-open]"),
        ("#ui-menu-open", "#ui-menu"),
    ):
        ana.press(control)
        page.wait_for_selector(opened)
        page.go_back()
        page.wait_for_selector(opened, state="detached")
        assert page.url == table
    begun = ana.play_to_long_move()
    page.go_back()
    page.wait_for_selector(f"#p-{begun}:not([data-chosen])")
    assert page.url == table
    page.go_back()
    page.wait_for_url("**/rules/luminos")
    page.go_forward()
    assert ana.wait_turn() == "turn"


def test_reload_shows_the_same_table(visit: Visit) -> None:
    ana = visit("Ana")
    _table(ana)
    ana.play_to_long_move()
    ana.page.keyboard.press("Escape")
    before = ana.see()
    ana.page.reload()
    ana.wait_turn()
    # What the last move changed is no longer known to a page that did not see it.
    assert {**ana.see(), "last": []} == {**before, "last": []}
    ana.play_to_long_move()
    ana.page.reload()
    ana.wait_turn()
    assert ana.see()["chosen"] == []
    ana.page.go_back()
    ana.page.wait_for_url("**/rules/luminos")


def test_two_tabs_of_one_seat(visit: Visit) -> None:
    ana = visit("Ana")
    _table(ana)
    first = ana.page
    ana.wait_turn()
    second = ana.context.new_page()
    second.goto(first.url)
    for tab, other in ((first, second), (second, first)):
        ana.page = tab
        status = ana.wait_turn()
        version = ana.decide()["v"]
        status = ana.wait_turn(version)
        assert status == "turn"
        seen = ana.see()
        ana.page = other
        other.wait_for_function("(v) => document.getElementById('ui-root').dataset.v === v", arg=seen["v"])
        assert {**ana.see(), "last": []} == {**seen, "last": []}
        assert seen["touch"]


# Holds the page until the server has another version, so that it still shows the one before, and then touches.
LATE = """([path, token, version, x, y]) => {
  setTimeout(() => {
    const ask = () => {
      const request = new XMLHttpRequest();
      request.open("GET", path, false);
      request.setRequestHeader("Authorization", `Bearer ${token}`);
      request.send();
      return JSON.parse(request.responseText).v;
    };
    while (ask() === version);
    const click = new MouseEvent("click", { bubbles: true, clientX: x, clientY: y });
    document.elementFromPoint(x, y).dispatchEvent(click);
  });
}"""


def test_a_touch_that_comes_too_late_is_refused_kindly(visit: Visit) -> None:
    """One tab moves while the other cannot see it yet: its touch gets a sentence, and the new scene to go on with."""
    ana = visit("Ana")
    made = ana.open_table("luminos", ("me", "random"))
    first = ana.page
    ana.wait_turn()
    second = ana.context.new_page()
    second.goto(first.url)
    second.wait_for_selector("#ui-root[data-status='turn']")
    version = ana.see()["v"]
    point = second.evaluate(POINT, ana.see()["touch"][-1])
    second.evaluate(LATE, [f"/api/tables/{made['table']}", made["tokens"]["host"], int(version), *point])
    ana.decide()
    second.wait_for_selector("#ui-line[data-kind='error']")
    ana.page = second
    ana.wait_turn(version)
    ana.decide()


# What of the names on the buttons beside the board lies outside of its button.
WIDER = """() => [...document.querySelectorAll(".tool:not([hidden])")].filter((tool) => {
  const words = document.createRange();
  words.selectNodeContents(tool.querySelector("span"));
  const [inner, outer] = [words.getBoundingClientRect(), tool.getBoundingClientRect()];
  return inner.left < outer.left || inner.right > outer.right;
}).map(({ textContent }) => textContent)"""


def test_the_buttons_have_room_for_their_names(visit: Visit) -> None:
    ana = visit("Ana", lang="de-DE")
    _table(ana)
    ana.wait_turn()
    assert ana.page.locator(".tool:visible").count() == 6
    assert ana.page.evaluate(WIDER) == []


def test_a_large_phone_on_its_side_is_still_a_phone(visit: Visit) -> None:
    ana = visit("Ana", "phone")
    ana.page.set_viewport_size({"width": 932, "height": 430})
    _table(ana)
    ana.wait_turn()
    ana.page.wait_for_selector(".chip >> nth=1", state="visible")
    assert not ana.page.is_visible(".tool span")
