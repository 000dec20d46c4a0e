"""What the browser client weighs and how long a scene takes: python -m bench.client_load [--json]

First load of a table: every file that the page fetches, gzipped, without the game's sheet. Scene update: the script
time of applying the last scenes of a four-player game of Lumicora, the largest there are, in Chromium on this machine.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
from statistics import median
from typing import Any
from urllib.parse import urlparse

from playwright.sync_api import Browser, sync_playwright

from bench.screenshots import make_table, new_page, server, touch_something, wait_turn

DECISIONS = 60
MEASURE = """async (scenes) => {
  const { Board } = await import("/web/scene.js");
  const { Touch } = await import("/web/touch.js");
  const { storyOrder } = await import("/web/events.js");
  const host = document.createElement("div");
  host.className = "stage";
  document.body.replaceChildren(host);
  const board = new Board(host);
  await board.prepare(scenes[0].game);
  const touch = new Touch(board, () => {});
  const times = [];
  for (const scene of scenes) {
    const start = performance.now();
    board.apply(scene, storyOrder(scene.events, new Set(scene.pieces.map((piece) => piece.id))));
    touch.offer(scene.actions);
    times.push(performance.now() - start);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }
  return times;
}"""


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    given = parser.parse_args()
    with sync_playwright() as tool, server() as address:
        browser = tool.chromium.launch(executable_path=given.chromium, args=["--no-sandbox"])
        found = measure(browser, address)
        browser.close()
    if given.json:
        print(json.dumps(found))
        return
    print(f"first load of a table: {found['files']} files, {found['bytes'] / 1000:.1f} KB gzipped, without the sheet")
    print(f"sheet: {found['sheet'] / 1000:.1f} KB gzipped")
    print(
        f"scenes of up to {found['pieces']} pieces: {found['median_ms']:.1f} ms median, {found['most_ms']:.1f} ms most"
    )


def measure(browser: Browser, address: str) -> dict[str, Any]:
    """Plays a while, keeping the scenes, then applies them again with a clock."""
    maker = new_page(browser, "desk", "dark", [])
    others = [{"kind": "bot", "level": "random"}] * 3
    table = make_table(maker, address, "lumicora", [{"kind": "me", "name": "Ana"}, *others])
    # A browser of the same person whose cache is empty.
    page = browser.new_context(storage_state=maker.context.storage_state(), viewport=maker.viewport_size).new_page()
    maker.context.close()
    weights: dict[str, int] = {}
    scenes: list[Any] = []

    def weigh(response: Any) -> None:
        if response.status == 200:
            weights[urlparse(response.url).path] = len(gzip.compress(response.body(), 6))

    def keep(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "scene":
            scenes.append(message["scene"])

    page.on("websocket", lambda socket: socket.on("framereceived", keep))
    page.on("requestfinished", lambda request: weigh(request.response()))
    page.goto(f"{address}/t/{table}")
    status = wait_turn(page, "")
    page.wait_for_load_state("networkidle")
    loaded = dict(weights)
    for number in range(DECISIONS):
        if status == "over":
            break
        version = page.get_attribute("#ui-root", "data-v") or ""
        touch_something(page, number)
        status = wait_turn(page, version)
    page.goto(f"{address}/pieces?game=luminos")
    page.wait_for_load_state("networkidle")
    last = scenes[-40:]
    times = page.evaluate(MEASURE, [*last, *last])[len(last) + 1 :]
    sheet = sum(size for path, size in loaded.items() if path.startswith("/sheet/"))
    return {
        "files": sum(not path.startswith("/sheet/") for path in loaded),
        "bytes": sum(loaded.values()) - sheet,
        "sheet": sheet,
        "pieces": max(len(scene["pieces"]) for scene in last),
        "median_ms": median(times),
        "most_ms": max(times),
    }


if __name__ == "__main__":
    main()
