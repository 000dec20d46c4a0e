"""How long somebody waits for what can be known: python -m bench.answers [--json] [--decisions 25] [--deals 3000]

Real Chromium at a real server, from the key or click to the frame with the numbers. For each game at its largest table
the panel is opened at many decisions; in Lumen also what another seat knows, and the bid coach up to its first and its
last numbers. Then Lumen's widest positions, on an analysis board: of so many deals those in which whoever bids last
holds the most hands possible, with everybody else's bid to be weighed.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections import defaultdict
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

import lumarium
from bench.client_load import TABLES
from bench.screenshots import make_table, new_page, server, touch_something, wait_turn
from lumarium import Match

WIDE = 5
"""So many of the widest deals are looked at, for each number of players."""
SOME_BID = 3
# Begins with the next key or click; ends with the frame after the one in which everything is there.
WATCH = """([kind, shown, busy]) => {
  window.answered = new Promise((done) => {
    const begin = ({ timeStamp }) => {
      let seen = false;
      const look = () => {
        seen ||= Boolean(busy && document.querySelector(busy)?.checkVisibility());
        const there = document.querySelector(shown);
        requestAnimationFrame(there ? () => done([performance.now() - timeStamp, seen]) : look);
      };
      requestAnimationFrame(look);
    };
    addEventListener(kind, begin, { capture: true, once: true });
  });
}"""
PANEL = "#ui-insight:not([hidden]) .topics:not([aria-busy]) > :not(.notice)"
COACH = "[data-topic=bids][open]"
Times = dict[str, list[float]]


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--games", default=",".join(TABLES))
    parser.add_argument("--decisions", type=int, default=25)
    parser.add_argument("--deals", type=int, default=3000)
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    given = parser.parse_args()
    everything: Times = {}
    with sync_playwright() as tool, server() as address:
        browser = tool.chromium.launch(executable_path=given.chromium, args=["--no-sandbox"])
        games = given.games.split(",")
        for game in games:
            everything |= told(at_a_table(browser, address, game, given.decisions), given.json)
        for players in lumarium.game("lumen").players if "lumen" in games else ():
            everything |= told(at_the_widest(browser, address, players, given.deals), given.json)
        browser.close()
    if given.json:
        print(json.dumps(everything))


def told(times: Times, silent: bool) -> Times:
    """Prints what was found, as soon as it is."""
    for what, found in () if silent else times.items():
        print(f"{what}: median {median(found):.0f} ms, most {max(found):.0f} ms ({len(found)} times)", flush=True)
    return times


def waited(page: Page, press: str, shown: str, busy: str = "") -> tuple[float, bool]:
    """Milliseconds from a key, or a click on something, until that is shown; and whether meanwhile one saw it work."""
    key = len(press) == 1
    page.evaluate(WATCH, ["keydown" if key else "click", shown, busy])
    if key:
        page.keyboard.press(press)
    else:
        page.click(press)
    took, seen = page.evaluate("answered")
    return float(took), bool(seen)


def at_a_table(browser: Browser, address: str, game: str, decisions: int) -> Times:
    """Opens the panel at each decision of one seat; the first time it has to be loaded."""
    times: Times = defaultdict(list)
    page = new_page(browser, "desk", "dark", [])
    bots = [{"kind": "bot", "level": "random"}] * (TABLES[game] - 1)
    page.goto(f"{address}/t/{make_table(page, address, game, [{'kind': 'me', 'name': 'Ana'}, *bots])}")
    status, name = wait_turn(page, ""), f"{game}, {TABLES[game]} players"
    waited(page, "i", PANEL)
    page.keyboard.press("Escape")
    for number in range(decisions):
        if status == "over":
            break
        times[name].append(waited(page, "i", PANEL)[0])
        look_closer(page, name, times)
        page.keyboard.press("Escape")
        version = page.get_attribute("#ui-root", "data-v") or ""
        touch_something(page, number)
        status = wait_turn(page, version)
    page.context.close()
    return times


def look_closer(page: Page, name: str, times: Times) -> None:
    """What another seat knows, and what each bid would come to, where the panel offers that."""
    if page.locator("#ui-topic-bids").is_visible():
        first, seen = waited(page, "#ui-topic-bids", f"{COACH} .estimate tbody tr", f"{COACH} progress")
        assert seen, "nothing tells that the coach is at work"
        times[f"{name}, bid coach, first numbers"].append(first)
        page.wait_for_selector(f"{COACH} .working[hidden]", state="attached")
        page.click("#ui-topic-cards")
        page.click("#ui-mind-own")
        page.wait_for_selector(PANEL)
        last, _ = waited(page, "#ui-topic-bids", f"{COACH} .working[hidden]")
        times[f"{name}, bid coach, last numbers"].append(last)
    minds = page.locator(".minds button:not(#ui-mind-own)")
    if minds.count():
        theirs, _ = waited(page, f"#{minds.last.get_attribute('id')}", PANEL)
        times[f"{name}, what they know"].append(theirs)
        page.click("#ui-mind-own")
        page.wait_for_selector(PANEL)


def widest(players: int, deals: int) -> list[tuple[int, Match]]:
    """The deals with most worlds for whoever bids last, and how many; the others have bid."""
    game: Any = lumarium.game("lumen")
    count = {seed: game.worlds(Match(game, players, seed=seed).view(players - 1)).count for seed in range(deals)}
    found = []
    for seed in sorted(count, key=lambda seed: -count[seed])[:WIDE]:
        match = Match(game, players, seed=seed)
        for _ in range(players - 1):
            match.play(match.state.legal()[SOME_BID])
        found.append((count[seed], match))
    return found


def at_the_widest(browser: Browser, address: str, players: int, deals: int) -> Times:
    """The same on an analysis board, which takes any position."""
    times: Times = defaultdict(list)
    wide = widest(players, deals)
    counts = [count for count, _ in wide]
    name = f"lumen, {players} players, the widest of {deals} deals ({min(counts)} to {max(counts)} worlds)"
    for _, match in wide:
        page = new_page(browser, "desk", "dark", [])
        answer = page.request.post(f"{address}/api/studies", data={"file": match.record.dump().decode()})
        study = answer.json()
        page.goto(f"{address}/study/{study['study']}?move={match.version}#{study['edit']}")
        page.wait_for_selector("#ui-root[data-node]")
        waited(page, "#ui-insight-open", PANEL)
        page.keyboard.press("Escape")
        page.wait_for_selector("#ui-insight", state="hidden")
        times[name].append(waited(page, "#ui-insight-open", PANEL)[0])
        look_closer(page, name, times)
        page.context.close()
    return times


if __name__ == "__main__":
    main()
