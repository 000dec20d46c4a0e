"""Digests of what `simulate` and `tournament` give: results and records, to the byte.

python tests/golden/arena.py            writes them anew, which only a new rules_version or a new bot can need
python tests/golden/arena.py LEVELS     prints those of some levels, for whoever compares them with another engine's
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

import lumarium
from lumarium.arena.simulate import simulate
from lumarium.arena.tournament import tournament

FILE = Path(__file__).with_name("arena.json")
LEVELS = {
    "random": (["random"], 4),
    "easy": (["easy", "random:Ana"], 1),
    "medium": (["medium@100n", "easy"], 1),
    "strong": (["strong@60n", "medium", "random"], 1),
}
QUICK = ("random", "easy")
SEEDS = (7, "luck")


class Golden(NamedTuple):
    """Games that come out the same for ever."""

    game: str
    players: int
    level: str
    seed: int | str

    def __str__(self) -> str:
        return "-".join(map(str, self))

    def digest(self) -> str:
        """Of the result and of all records."""
        bots, games = LEVELS[self.level]
        seats = [bots[seat % len(bots)] for seat in range(self.players)]
        with TemporaryDirectory() as folder:
            records = Path(folder) / "records"
            result = simulate(self.game, seats, games, self.seed, records=records)
            files = [path.read_bytes() for path in sorted(records.iterdir())]
        assert simulate(self.game, seats, games, self.seed) == result, "records change the games"
        data = msgspec.json.encode(msgspec.structs.replace(result, lumarium=""))
        return sha256(b"\n".join([data, *files])).hexdigest()


def simulations(levels: tuple[str, ...]) -> Iterator[Golden]:
    """Every game, number of players and seed with these levels."""
    for game in lumarium.games():
        for players in lumarium.game(game).players:
            for level in levels:
                yield from (Golden(game, players, level, seed) for seed in SEEDS)


def tournament_digest(game: str) -> str:
    """Of a small tournament."""
    players = lumarium.game(game).players
    result = tournament(game, ["random", "easy", "random:B"], players[-1], [players[0], players[-1]], seed="golden")
    return sha256(msgspec.json.encode(msgspec.structs.replace(result, lumarium="", compiled=True))).hexdigest()


def digests(levels: tuple[str, ...]) -> dict[str, str]:
    """By the names of the games."""
    return {str(golden): golden.digest() for golden in simulations(levels)}


def main() -> None:
    if sys.argv[1:]:
        print(json.dumps(digests(tuple(sys.argv[1:]))))
        return
    found = digests(tuple(LEVELS))
    found |= {f"{game}-tournament": tournament_digest(game) for game in lumarium.games()}
    FILE.write_text(json.dumps(found, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
