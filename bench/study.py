"""How a study of ten thousand positions feels: python -m bench.study [--positions 10000] [--steps 30] [--beside FOLDER]

Real Chromium at a real server. A game of bots with many lines, comments and names is read by the library, put on a
server, opened, walked through, and changed. A wait ends when the board shows it; a script's time is what the browser
says that it spent on scripts. With --beside a second source folder (`src` of another copy, compiled alike) is
measured in turn with this one, and the ratios are printed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from bench.screenshots import new_page, server
from lumarium import Chance, Match, Study

LIBRARY = """
import sys, time
from lumarium import Study
data = open(sys.argv[1], "rb").read()
began = time.perf_counter()
Study.parse(data)
print(1000 * (time.perf_counter() - began))
"""
ENTER = """
import sys, time
from websockets.sync.client import connect
import json
address, token = sys.argv[1:]
began = time.perf_counter()
with connect(address, max_size=None) as socket:
    socket.send(json.dumps({"type": "hello", "id": 1, "tokens": [token], "since": -1}))
    while json.loads(socket.recv())["type"] != "edits":
        pass
    print(1000 * (time.perf_counter() - began))
"""
# From the beginning of the navigation to the frame with the position.
OPENED = """new MutationObserver((_, watch) => {
  if (!document.querySelector("#ui-root[data-node]")) return;
  watch.disconnect();
  requestAnimationFrame(() => requestAnimationFrame((now) => (window.opened = performance.now())));
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-node"] })"""
# From a click or key until something is so, and the frame in which it is seen.
DONE = """async (selector) => {
  const began = performance.now();
  document.querySelector(selector).click();
  while (!(%s)) await new Promise((go) => requestAnimationFrame(go));
  return performance.now() - began;
}"""
HERE = "document.getElementById('ui-root').dataset.node"
ADDRESS = "new URLSearchParams(location.search).get('at')"
Times = dict[str, list[float]]


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--steps", type=int, default=30)
    parser.add_argument("--opens", type=int, default=5)
    parser.add_argument("--beside", type=Path)
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    own = Path(__file__).parent.parent / "src"
    found: dict[str, Times] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as tool:
        file = Path(folder) / "study.jsonl"
        file.write_bytes(big(given.positions).dump())
        browser = tool.chromium.launch(executable_path=given.chromium, args=["--no-sandbox"])
        for source in filter(None, (given.beside, own)):
            found[str(source)] = measured(browser, source, file, given.steps, given.opens)
        browser.close()
    if given.json:
        print(json.dumps(found))
        return
    *before, now = found.values()
    for what, times in now.items():
        old = [
            f", before {median(each[what]):.1f} ms ({median(each[what]) / median(times):.2f} times)" for each in before
        ]
        print(f"{what}: median {median(times):.1f} ms, most {max(times):.1f} ms{''.join(old)}")


def big(positions: int) -> Study:
    """A whole game, and lines that leave it and each other anywhere; every fourth position has something said of it."""
    match, luck = Match("luminos", players=3, seed=3, names=("Ana", "Ben", "Cleo")), Chance(1)
    while not match.over:
        match.play(luck.choice(match.state.legal_actions()))
    study = Study.of(match)
    nodes = study.main_line()
    while len(nodes) < positions:
        node = luck.choice(nodes)
        for _ in range(1 + luck.pick(12)):
            if node.state.over or len(nodes) >= positions:
                break
            before = len(study.tree.branches)
            node = node.add(luck.choice(node.state.legal_actions()))
            if len(study.tree.branches) == before:
                continue
            nodes.append(node)
            if luck.pick(4) == 0:
                node.comment(f"Position {len(nodes)}: is this better than what was played?", by="Ana")
            if luck.pick(40) == 0:
                node.name = f"Line {len(nodes)}"
    for each in range(0, len(nodes), 500):
        if each:
            study.delete(nodes[-each])
            study.undo()
    return study


def measured(browser: Browser, source: Path, file: Path, steps: int, opens: int) -> Times:
    """Everything of one source folder."""
    os.environ["PYTHONPATH"] = str(source.resolve())
    times: Times = defaultdict(list)
    for _ in range(3):
        times["read and checked by the library"].append(run(LIBRARY, str(file)))
    for _ in range(opens):
        with server() as address:  # a new one each time: nothing is in memory
            study = make(browser, address, file)
            place = f"{address.replace('http', 'ws')}/ws/study/{study['study']}"
            times["server, until all is told, not in memory"].append(run(ENTER, place, study["edit"]))
            times["server, until all is told, in memory"].append(run(ENTER, place, study["edit"]))
    with server() as address:
        for _ in range(opens):
            study = make(browser, address, file)
            page = new_page(browser, "desk", "dark", [])
            page.add_init_script(OPENED)
            page.goto(f"{address}/rules/luminos")  # somebody who was on this server before
            for name in ("not in memory", "in memory"):
                page.goto(f"{address}/study/{study['study']}#{study['edit']}")
                page.wait_for_function("() => window.opened")
                times[f"browser, from navigation to the board, {name}"].append(page.evaluate("opened"))
                page.goto("about:blank")
            page.context.close()
        study = make(browser, address, file)
        page = new_page(browser, "desk", "dark", [])
        page.goto(f"{address}/study/{study['study']}?move=100#{study['edit']}")
        page.wait_for_selector("#ui-root[data-node]")
        walk(page, times, steps)
        change(page, times, steps)
        page.context.close()
    return times


def run(script: str, *given: str) -> float:
    """What a process of its own prints."""
    return float(subprocess.run([sys.executable, "-c", script, *given], check=True, capture_output=True).stdout)


def make(browser: Browser, address: str, file: Path) -> dict[str, Any]:
    """The study on a server."""
    page = browser.new_page()
    answer = page.request.post(f"{address}/api/studies", data={"file": file.read_text()}, timeout=60_000)
    study = dict(answer.json())
    if not answer.ok:
        raise SystemExit(f"the server took no study: {study}")
    page.close()
    return study


def walk(page: Page, times: Times, steps: int) -> None:
    """On, back, and somewhere else."""
    scripts = Scripts(page)
    jumps = "#ui-moves li:nth-child(%d) .move, #ui-moves li:last-child .move"
    for name, touched in (("on", "#ui-walk-after"), ("back", "#ui-walk-before"), ("jump", jumps)):
        for number in range(steps):
            selector = touched % (1 + number * 37 % 150) if "%" in touched else touched
            here = page.evaluate(HERE)
            scripts.begin()
            took = page.evaluate(DONE % f"{HERE} !== '{here}'", selector)
            times[f"step {name}, until it is shown"].append(took)
            times[f"step {name}, scripts"].append(scripts.took())


def change(page: Page, times: Times, steps: int) -> None:
    """Something is said, and another line is begun."""
    scripts = Scripts(page)
    for number in range(steps):
        page.fill("#ui-say", f"number {number}")
        scripts.begin()
        said = f"document.getElementById('ui-comments').textContent.includes('number {number}')"
        took = page.evaluate(DONE % said, "#ui-say-send")
        times["comment, until it is shown"].append(took)
        times["comment, scripts"].append(scripts.took())
        page.evaluate(DONE % f"{HERE} === {ADDRESS}", "#ui-walk-after")
    page.evaluate("document.getElementById('ui-walk-first').click()")
    page.wait_for_selector("#ui-root[data-v='0']")
    for _ in range(steps):
        here = page.evaluate(HERE)
        # The last piece that can be touched, until a move is spelled; the last touch is what is measured.
        bag = page.locator("#ui-pieces [data-touch]")
        scripts.begin()
        touched = """async () => {
          const began = performance.now();
          const root = document.getElementById("ui-root");
          const here = root.dataset.node;
          const frame = () => new Promise((go) => requestAnimationFrame(go));
          while (root.dataset.node === here) {
            const offered = [...document.querySelectorAll("#ui-pieces [data-touch][tabindex]")];
            if (offered.length) {
              offered.at(-1).focus();
              offered.at(-1).dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
            }
            await frame();
          }
          return performance.now() - began;
        }"""
        assert bag.count(), here
        times["move tried, until it is shown"].append(page.evaluate(touched))
        times["move tried, scripts"].append(scripts.took())


class Scripts:
    """Milliseconds that a page spends on scripts, as the browser counts them."""

    def __init__(self, page: Page) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.send("Performance.enable")
        self._before = 0.0

    def begin(self) -> None:
        """From now on."""
        self._before = self._now()

    def took(self) -> float:
        """Until now."""
        return self._now() - self._before

    def _now(self) -> float:
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        return 1000 * sum(float(each["value"]) for each in metrics if each["name"] == "ScriptDuration")


if __name__ == "__main__":
    main()
