"""What people share at a table: taking back, looking back, invitations, another game, watching."""

from __future__ import annotations

import json

from tests.e2e.conftest import Visit
from tests.e2e.eyes import findings, pale_texts, spoiled
from tests.e2e.visitor import KEEP, Visitor, play_together


def _seated(ana: Visitor, ben: Visitor, game: str, **more: object) -> str:
    """Ana opens a table, Ben takes the other seat; gives the table."""
    made = ana.open_table(game, ("me", "open"), **more)
    ben.sit(f"{ana.address}/t/{made['table']}#{made['tokens']['join']}")
    for one in (ana, ben):
        one.page.wait_for_selector("#ui-root[data-phase='playing'][data-v='0']")
    return str(made["table"])


def _until_undo(ana: Visitor, ben: Visitor) -> None:
    """They play until Ana could take something back."""
    while ana.page.get_attribute("#ui-undo", "aria-disabled"):
        mover = ana if ana.see()["status"] == "turn" else ben
        mover.wait_turn()
        at = mover.decide()["v"]
        for one in (ana, ben):
            one.wait_changed(at)


def test_a_grey_undo_says_why_and_people_ask_each_other(visit: Visit) -> None:
    ana, ben = visit("Ana"), visit("Ben", "phone", lang="de-DE")
    _seated(ana, ben, "luminos")
    ana.page.focus("#ui-undo")
    ana.page.keyboard.press("Enter")
    ana.page.wait_for_selector("#ui-line:has-text('You have not decided anything yet')")
    ana.page.wait_for_selector("#ui-live:text-is('You have not decided anything yet')", state="attached")
    assert ana.page.get_attribute("#ui-undo", "aria-description") == "You have not decided anything yet"
    _until_undo(ana, ben)
    at = ana.see()["v"]
    ana.press("#ui-undo")
    ben.page.wait_for_selector("#ui-asking:has-text('Ana möchte den letzten Zug zurücknehmen')")
    ana.page.wait_for_selector("#ui-asking:has-text('Asked: Ben')")
    ben.press("#ui-refuse")
    ana.page.wait_for_selector("#ui-line:has-text('Ben would rather not')")
    assert ana.see()["v"] == at
    mover = ana if ana.see()["status"] == "turn" else ben
    mover.wait_turn()
    mover.decide()
    ana.wait_changed(at)
    _until_undo(ana, ben)
    at = ana.see()["v"]
    ana.press("#ui-undo")
    ben.press("#ui-allow")
    ana.wait_changed(at)
    ben.page.wait_for_selector("#ui-asking", state="detached")


def test_alone_among_bots_practice_takes_everything_back(visit: Visit) -> None:
    ana = visit("Ana", "phone")
    ana.open_table("luminos", ("me", "random"))
    first = ana.play_some(4)
    ana.press("#ui-menu-open")
    ana.press("#ui-menu-practice")
    ana.press("#ui-menu-close")
    ana.page.wait_for_selector("#ui-undo:not([aria-disabled])")
    for _ in range(4):
        at = ana.see()["v"]
        ana.press("#ui-undo")
        ana.wait_changed(at)
        ana.wait_turn()
    assert ana.see()["pieces"] == first["pieces"]


def test_looking_back_stays_where_it_is_when_others_move(visit: Visit) -> None:
    ana, ben = visit("Ana", "phone"), visit("Ben")
    table = _seated(ana, ben, "lumicora")
    eve = visit("Eve", lang="de-DE")
    eve.goto("/")
    eve.page.goto(f"{ana.address}/t/{table}#{ana.page.evaluate(WATCH, table)}")
    start = ben.see()["pieces"]
    for _ in range(4):
        mover = ana if ana.see()["status"] == "turn" else ben
        mover.wait_turn()
        at = mover.decide()["v"]
        for one in (ana, ben, eve):
            one.wait_changed(at)
    mover, looker = (ana, ben) if ana.see()["status"] == "turn" else (ben, ana)
    for one in (looker, eve):
        if one.phone and one is not eve:
            one.press("#ui-handle")
        one.press("#ui-look")
        one.page.wait_for_selector("#ui-root[data-looking][data-v='3']")
        assert one.see()["touch"] == []
    looker.press("#ui-walk-first")
    looker.page.wait_for_selector("#ui-root[data-v='0']")
    assert "0" in looker.see()["prompt"]
    if looker is ben:
        assert looker.see()["pieces"] == start
    mover.wait_turn()
    mover.decide()
    looker.page.wait_for_selector("#ui-slider[max='5']")
    assert looker.see()["v"] == "0"
    looker.page.keyboard.press("Escape")
    looker.page.wait_for_selector("#ui-root:not([data-looking])[data-v='5']")
    eve.press("#ui-look-now")
    eve.page.wait_for_selector("#ui-root:not([data-looking])[data-v='5']")
    assert eve.see()["pieces"]


WATCH = "(table) => JSON.parse(localStorage['lumarium.table.' + table]).watch"


def test_whoever_comes_without_a_link_asks_the_host(visit: Visit) -> None:
    ana, ben = visit("Ana", "phone"), visit("Ben", lang="de-DE")
    table = ana.open_table("luminos", ("me", "open"))["table"]
    ana.page.wait_for_selector("#ui-seats")
    ana.press("#ui-menu-open")
    ana.press("#ui-menu-link")
    assert f"/t/{table}#" in ana.page.input_value("#ui-link-card-link")
    ana.press("#ui-link-dialog-close")
    ben.forgive_absence()
    ben.goto(f"/t/{table}")
    ben.page.wait_for_selector("#ui-refused h1:has-text('Dieser Tisch öffnet sich per Link')")
    assert findings(ben.page) + pale_texts(ben.page) + spoiled(ben.page) == []
    ben.press("#ui-knock")
    ana.page.wait_for_selector("#ui-door:has-text('Ben asks to be let in')")
    assert findings(ana.page) == []
    ana.press("#ui-door-join")
    ben.page.wait_for_selector("#ui-sit")
    ben.press("#ui-sit")
    ben.page.wait_for_selector("#ui-root[data-phase='playing']")
    assert not ana.page.query_selector("#ui-door")
    ben.press("#ui-link")
    assert f"/t/{table}#" in ben.page.input_value("#ui-link-card-link")


def test_a_rematch_is_offered_at_the_board_to_players_and_spectators(visit: Visit) -> None:
    ana, ben, eve = visit("Ana"), visit("Ben", "phone", lang="de-DE"), visit("Eve")
    table = _seated(ana, ben, "luminos", options={"target": [1, 1, 1]})
    eve.page.goto(f"{ana.address}/t/{table}#{ana.page.evaluate(WATCH, table)}")
    eve.page.wait_for_selector("#ui-watching:has-text('You are watching')", state="attached")
    ana.page.wait_for_selector("#ui-watching:has-text('One spectator')")
    assert eve.see()["prompt"].startswith("You are watching")
    eve.page.select_option("#ui-chair", label="from Ben’s place")
    eve.page.wait_for_selector("#ui-players .player:first-child[data-seat='1']")
    assert findings(eve.page) == []
    ben.press("#ui-handle")
    ben.press("#ui-say")
    ben.press("#ui-phrase-hello")
    for one in (ana, eve):
        one.page.wait_for_selector("#ui-log-lines .said:has-text('Ben: Hello!')")
    for _ in play_together(ana, ben):
        pass
    assert ana.page.query_selector("#ui-log-lines li:not(.said) ~ .said")
    for one in (ben, eve):
        one.press("#ui-ending-close")
        assert not one.page.query_selector("#ui-again")
    ana.press("#ui-rematch")
    ana.page.wait_for_selector("#ui-missing:has-text('Ben')")
    for one, text in ((ben, "Zur Revanche"), (eve, "Watch the rematch")):
        one.page.wait_for_selector(f"#ui-again-join:has-text('{text}')")
        assert findings(one.page) == []
        one.press("#ui-again-join")
    ana.page.wait_for_selector("#ui-root[data-phase='playing'][data-seat='1']")
    ben.page.wait_for_selector("#ui-root[data-phase='playing'][data-seat='0']")
    eve.page.wait_for_selector("#ui-root[data-phase='playing']")
    kept = ana.page.evaluate("() => localStorage['lumarium.table.' + location.pathname.split('/')[2]]")
    assert list(json.loads(kept)["seats"]) == ["1"]


def test_finished_games_stand_on_the_first_page_and_are_played_again(visit: Visit) -> None:
    ana = visit("Ana", "phone")
    table = ana.open_table("luminos", ("me", "random"), options={"target": [1, 1, 1]})["table"]
    ana.play_on()
    visit("Ben").open_table("luminos", ("me", "open"), settings={"listed": True})
    ana.goto("/")
    ana.page.wait_for_selector(f"#ui-done a[href='/t/{table}']:has-text('Ana ')")
    ana.page.wait_for_selector("#ui-open li")
    order = ana.page.evaluate(
        "() => [...document.querySelectorAll('main > section:not([hidden])')].map(({ id }) => id)"
    )
    assert order == ["", "ui-open", "ui-games", "ui-done", "ui-drills", "ui-records"]
    assert "about 30 minutes" in (ana.page.text_content("#ui-game-luminos .count") or "")
    ana.press(f"#ui-again-{table}")
    ana.page.wait_for_selector("#ui-root[data-phase='playing'][data-seat='1']")
    assert table not in ana.page.url


def test_a_link_entered_over_the_address_of_its_table_opens_it(visit: Visit) -> None:
    ana, eve = visit("Ana"), visit("Eve", "phone")
    table = ana.open_table("luminos", ("me", "easy"))["table"]
    eve.page.goto(f"{ana.address}/t/{table}")
    eve.page.wait_for_selector("#ui-knock")
    eve.page.goto(f"{ana.address}/t/{table}#{ana.page.evaluate(WATCH, table)}")
    eve.page.wait_for_selector("#ui-root[data-phase='playing']")


def test_a_player_wears_one_mark_beside_the_board_and_on_it(visit: Visit) -> None:
    ana = visit("Ana", "phone")
    ana.goto("/rules/luminos")
    bot = {"kind": "bot", "level": "easy"}
    seats = [bot, {"kind": "me", "name": "Mia"}, bot]
    made = ana.page.evaluate(KEEP, {"game": "lumen", "seats": seats, "settings": {"pace": "instant"}})
    ana.goto(f"/t/{made['table']}")
    ana.wait_turn()
    first = ana.page.get_attribute("#ui-players .player >> nth=0", "data-seat")
    assert first != "0"
    names = ana.page.locator("#ui-players .name").all_text_contents()
    assert "Mira" in names, names
    other = (names.index("Mira") + 1) % 3
    for seat, mark in ((1, "M2"), (other, f"M{other + 1}")):
        assert ana.see()["pieces"][f"seat{seat}"]["text"] == mark
        assert ana.page.text_content(f"#ui-players .player[data-seat='{seat}'] .avatar") == mark
