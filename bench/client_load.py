"""What the browser client weighs and how long a scene takes: python -m bench.client_load [--json] [--games ...]

For each game at its largest table: every file that a first visit to the table fetches, gzipped, and the game's sheet;
the script time of its late updates, from the text of a message to the page, each as changes and as a whole scene and
the best of three; and the frames per second while their moves are animated, in Chromium on this machine.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
from itertools import pairwise
from statistics import median
from typing import Any
from urllib.parse import urlparse

import msgspec
from playwright.sync_api import Browser, sync_playwright

from bench.screenshots import make_table, new_page, server, touch_something, wait_turn
from lumarium.kernel.changes import applied, changes
from lumarium.kernel.scene import Scene

TABLES = {"lumicora": 4, "nomads": 5, "lumen": 5, "luminos": 4}
DECISIONS = 60
LATE = 40
MOVES = 8
PREPARE = """async (scenes) => {
  const { Board } = await import("/web/board/scene.js");
  const { Touch } = await import("/web/board/touch.js");
  const { storyOrder } = await import("/web/board/events.js");
  const host = document.createElement("div");
  host.className = "stage";
  document.body.replaceChildren(host);
  const board = new Board(host);
  await board.prepare(scenes[0].game);
  const touch = new Touch(board, () => {});
  const apply = (scene) => {
    board.apply(scene, storyOrder(scene.events, new Set(scene.pieces.map((piece) => piece.id))));
    touch.offer(scene.actions);
  };
  const { changed } = await import("/web/shared/changes.js");
  Object.assign(globalThis, { apply, changed, setPref: (await import("/web/shared/prefs.js")).setPref });
}"""
SCRIPT = """async ([scenes, changes]) => {
  const whole = scenes.slice(1).map((scene) => JSON.stringify(scene));
  const told = changes.map((change) => JSON.stringify(change));
  const times = { whole: [], changes: [] };
  const timed = async (kind, number, update) => {
    const start = performance.now();
    update();
    times[kind][number] = Math.min(performance.now() - start, times[kind][number] ?? Infinity);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  };
  for (let round = 0; round < 3; round += 1) {
    apply(scenes[0]);
    for (const [number, text] of whole.entries()) await timed("whole", number, () => apply(JSON.parse(text)));
    let scene = scenes[0];
    apply(scene);
    for (const [number, text] of told.entries()) {
      await timed("changes", number, () => apply((scene = changed(scene, JSON.parse(text)))));
    }
  }
  return [times.changes, times.whole];
}"""
FRAMES = """async (scenes) => {
  setPref("motion", "on");
  apply(scenes[0]);
  await new Promise((done) => setTimeout(done, 1500));
  const rates = [];
  for (const scene of scenes.slice(1)) {
    apply(scene);
    const start = performance.now();
    let frames = 0;
    while (performance.now() - start < 600) {
      await new Promise(requestAnimationFrame);
      frames += 1;
    }
    rates.push((frames * 1000) / (performance.now() - start));
  }
  return rates;
}"""


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--games", default=",".join(TABLES))
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    given = parser.parse_args()
    with sync_playwright() as tool, server() as address:
        browser = tool.chromium.launch(executable_path=given.chromium, args=["--no-sandbox"])
        found = {game: measure(browser, address, game) for game in given.games.split(",")}
        browser.close()
    if given.json:
        print(json.dumps(found))
        return
    for game, facts in found.items():
        client, sheet = facts["bytes"] / 1000, facts["sheet"] / 1000
        print(f"{game}, {TABLES[game]} players, scenes of up to {facts['pieces']} pieces")
        print(f"  first load: {client + sheet:.1f} KB gzipped ({facts['files']} files {client:.1f}, sheet {sheet:.1f})")
        print(f"  changes: {facts['median_ms']:.1f} ms of script median, {facts['most_ms']:.1f} ms most")
        print(f"  whole scenes: {facts['whole_median_ms']:.1f} ms median, {facts['whole_most_ms']:.1f} ms most")
        print(f"  frames while moves animate: {facts['median_fps']:.0f}/s median, {facts['least_fps']:.0f}/s least")


def measure(browser: Browser, address: str, game: str) -> dict[str, Any]:
    """Plays a while, keeping the scenes, then applies them again with a clock."""
    maker = new_page(browser, "desk", "dark", [])
    others = [{"kind": "bot", "level": "random"}] * (TABLES[game] - 1)
    table = make_table(maker, address, game, [{"kind": "me", "name": "Ana"}, *others])
    # A browser of the same person whose cache is empty.
    page = browser.new_context(storage_state=maker.context.storage_state(), viewport=maker.viewport_size).new_page()
    maker.context.close()
    weights: dict[str, int] = {}
    scenes: list[Any] = []

    def weigh(request: Any) -> None:
        response = request.response()
        if response.status == 200:
            weights[urlparse(response.url).path] = len(gzip.compress(response.body(), 6))

    def keep(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "scene":
            scenes.append(message["scene"])
        elif message["type"] == "changes":
            scenes.append(applied(scenes[-1], message["change"]))

    page.on("websocket", lambda socket: socket.on("framereceived", keep))
    page.on("requestfinished", weigh)
    page.goto(f"{address}/t/{table}")
    status = wait_turn(page, "")
    page.wait_for_load_state("networkidle")
    page.remove_listener("requestfinished", weigh)
    for number in range(DECISIONS):
        if status == "over":
            break
        version = page.get_attribute("#ui-root", "data-v") or ""
        touch_something(page, number)
        status = wait_turn(page, version)
    page.goto(f"{address}/rules/luminos")
    page.wait_for_load_state("networkidle")
    last = scenes[-LATE:]
    page.evaluate(PREPARE, last)
    told = [msgspec.to_builtins(changes(*map(_scene, pair))) for pair in pairwise(last)]
    times, whole = page.evaluate(SCRIPT, [last, told])
    rates = page.evaluate(FRAMES, last[-MOVES - 1 :])
    page.context.close()
    sheet = sum(size for path, size in weights.items() if path.startswith("/sheet/"))
    return {
        "files": sum(not path.startswith("/sheet/") for path in weights),
        "bytes": sum(weights.values()) - sheet,
        "sheet": sheet,
        "pieces": max(len(scene["pieces"]) for scene in last),
        "median_ms": median(times),
        "most_ms": max(times),
        "whole_median_ms": median(whole),
        "whole_most_ms": max(whole),
        "median_fps": median(rates),
        "least_fps": min(rates),
    }


def _scene(told: Any) -> Scene:
    """As the server has it."""
    return msgspec.convert(told, Scene)


if __name__ == "__main__":
    main()
