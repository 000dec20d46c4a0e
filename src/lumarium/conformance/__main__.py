"""`python -m lumarium.conformance NAME [SEED]`: the whole suite on a game, at every number of players and preset."""

from __future__ import annotations

import sys
from traceback import print_exc

from lumarium.kernel.errors import LumariumError

from . import CHECKS, Nonconformance, cases, check


def main(name: str, seed: int = 1) -> bool:
    """Says what holds and what does not, case by case. Does everything?"""
    sound = True
    for case in cases(name):
        broken = []
        for promise in CHECKS:
            try:
                check(case, promise, seed)
            except Nonconformance as complaint:
                broken.append(f"  {promise}: {complaint}")
            except Exception:  # noqa: BLE001  # a mistake of the game's, shown as it is
                print_exc()
                broken.append(f"  {promise}: it raises what stands above")
        print(f"{case}: {len(CHECKS) - len(broken)} of {len(CHECKS)} checks pass", *broken, sep="\n", flush=True)
        sound = sound and not broken
    return sound


if __name__ == "__main__":
    try:
        name, *seed = sys.argv[1:]
        sys.exit(not main(name, *map(int, seed)))
    except (LumariumError, ValueError) as error:
        said = error.describe("en") if isinstance(error, LumariumError) else __doc__
        print(said, file=sys.stderr)
        sys.exit(2)
