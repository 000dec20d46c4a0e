"""Debian's Firefox, driven by Playwright over WebDriver BiDi (its channel "moz-firefox").

Playwright asks such a Firefox for a command that it does not know yet, and its taps do nothing there. So what it starts
is a relay between the two (this file, as a program): it answers that command itself, and where FINGERS is set it makes
every click of the mouse a touch.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Playwright
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

PROGRAM = "firefox-esr"
FINGERS = "LUMARIUM_FINGERS"
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
UNKNOWN = "emulation.setMediaFeaturesOverride"
CALM: dict[str, str | float | bool] = {"ui.prefersReducedMotion": 1}
TOUCH: dict[str, str | float | bool] = {
    "dom.w3c_touch_events.enabled": 1,
    "ui.primaryPointerCapabilities": 1,
    "ui.allPointerCapabilities": 1,
}


def find_firefox() -> str | None:
    """The one of this machine."""
    return shutil.which(PROGRAM)


def launch(
    tool: Playwright, folder: Path, *, fingers: bool = False, screen: Mapping[str, str] | None = None
) -> Browser:
    """A Firefox that keeps still; with `fingers` one of a touch screen. It has a window where there is a `screen`."""
    program = folder / "firefox"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {shlex.quote(__file__)} "$@"\n')
    program.chmod(0o755)
    env: dict[str, str | float | bool] = {**os.environ, **(screen or {}), **({FINGERS: "1"} if fingers else {})}
    return tool.firefox.launch(
        channel="moz-firefox",
        executable_path=program,
        headless=screen is None,
        env=env,
        firefox_user_prefs=CALM | TOUCH if fingers else CALM,
    )


async def _relay() -> None:
    browser = await asyncio.create_subprocess_exec(
        str(find_firefox()), *sys.argv[1:], stderr=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL
    )
    assert browser.stderr is not None
    async for line in browser.stderr:
        found = LISTENING.search(line.decode())
        if found:
            break
        sys.stderr.write(line.decode())
    else:
        sys.exit(await browser.wait())
    address = found[1]

    async def serving(client: ServerConnection) -> None:
        assert client.request is not None
        async with connect(address + client.request.path, max_size=None, compression=None) as firefox:
            ways = [asyncio.create_task(_up(client, firefox)), asyncio.create_task(_down(firefox, client))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)

    async with serve(serving, "127.0.0.1", 0, max_size=None, compression=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        print(f"WebDriver BiDi listening on ws://127.0.0.1:{port}", file=sys.stderr, flush=True)
        async for _ in browser.stderr:  # a full pipe would stop it
            pass
    await browser.wait()


async def _up(client: ServerConnection, firefox: ClientConnection) -> None:
    async for text in client:
        message = json.loads(text)
        if message["method"] == UNKNOWN:
            await client.send(json.dumps({"type": "success", "id": message["id"], "result": {}}))
        elif message["method"] == "input.performActions" and FINGERS in os.environ:
            await firefox.send(json.dumps(_touching(message)))
        else:
            await firefox.send(text)


async def _down(firefox: ClientConnection, client: ServerConnection) -> None:
    async for text in firefox:
        await client.send(text)


def _touching(message: dict[str, Any]) -> dict[str, Any]:
    for source in message["params"]["actions"]:
        if source["type"] == "pointer":
            source |= {"id": "finger", "parameters": {"pointerType": "touch"}}
    return message


if __name__ == "__main__":
    asyncio.run(_relay())
