"""Writes the records of the first-game guides anew, from their seeds and moves: after a change of the rules, to see
whether each guide still plays.

    python -m bench.guides [GAME...]
"""

from __future__ import annotations

import json
import sys

import lumarium
from lumarium import LumariumError, Match
from lumarium.kernel.guide import has_guide


def main(names: list[str]) -> int:
    """Goes through the guides; says which move no longer fits."""
    failed = 0
    for name in names or lumarium.games():
        game = lumarium.game(name)
        if not has_guide(game):
            continue
        path = game.file("words", "guide.jsonl")
        header, _, *lines = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
        moves = [line["move"] for line in lines if line["line"] == "move"]
        seed, options = header["chance"]["seed"], header["options"]
        match = Match(game, header["players"], seed=seed, options=options, names=header["names"])
        try:
            for move in moves:
                match.play(move)
        except LumariumError as error:
            print(f"{name}: move {match.version + 1}, {moves[match.version]}: {error}")
            failed += 1
            continue
        before = path.read_bytes()
        match.record.save(path)
        print(f"{name}: {len(moves)} moves, {'as before' if path.read_bytes() == before else 'written anew'}")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
