"""A bot that plays from afar: give it the link to a seat, and it plays random legal moves there.

python examples/remote_bot.py "http://localhost:8642/t/k3v9x2mq7a#the-token"
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from urllib.parse import urlsplit

from websockets.asyncio.client import connect


async def play(link: str) -> None:
    """Plays the seat of the link until the game is over."""
    parts = urlsplit(link)
    scheme = "wss" if parts.scheme == "https" else "ws"
    address = f"{scheme}://{parts.netloc}/ws/{parts.path.rpartition('/')[2]}"
    async with connect(address) as socket:
        await socket.send(json.dumps({"type": "hello", "tokens": [parts.fragment], "as": "bot"}))
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "error":
                print(message["text"], file=sys.stderr)
            if message["type"] == "view" and message["over"]:
                return
            if message["type"] == "view" and message["legal"]:
                # Here a better bot would look at message["view"], which is all that its seat may know.
                action = random.choice(message["legal"])
                await socket.send(json.dumps({"type": "move", "v": message["v"], "action": action}))


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1]))
