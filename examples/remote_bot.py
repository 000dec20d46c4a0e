"""A bot that plays from afar: give it the link to a seat, and it plays random legal moves there.

.venv/bin/python examples/remote_bot.py "http://localhost:8642/t/k3v9x2mq7a#the-token"

The link is the one behind the Invite button of that very seat; the table's general invitation gives no seat to a bot.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, WebSocketException

NO_SEAT = "This link gives no seat: take the one behind the Invite button of an open seat at the table."


async def play(link: str) -> None:
    """Plays the seat of the link until the game is over."""
    parts = urlsplit(link)
    scheme = "wss" if parts.scheme == "https" else "ws"
    address = f"{scheme}://{parts.netloc}/ws/{parts.path.rpartition('/')[2]}"
    seated = False
    async with connect(address) as socket:
        await socket.send(json.dumps({"type": "hello", "tokens": [parts.fragment], "as": "bot"}))
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "welcome":
                if not message["you"]["seats"]:
                    sys.exit(NO_SEAT)
                seated = True
                print("Seated. The bot plays as soon as the game starts.")
            if message["type"] == "error":
                if not seated:
                    sys.exit(f"{message['text']} {NO_SEAT}")
                print(message["text"], file=sys.stderr)
            if message["type"] == "view" and message["over"]:
                return
            if message["type"] == "view" and message["legal"]:
                # Here a better bot would look at message["view"], which is all that its seat may know.
                action = random.choice(message["legal"])
                await socket.send(json.dumps({"type": "move", "v": message["v"], "action": action}))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        asyncio.run(play(sys.argv[1]))
    except ConnectionClosed as closed:
        sys.exit(f"The server ended the connection ({closed}).")
    except (OSError, WebSocketException) as problem:
        sys.exit(f"The server cannot be reached by this link ({problem}).")
