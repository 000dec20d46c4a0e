"""Trains the network of a game; a second start goes on where the first one ended.

python -m lumarium.training lumen --minutes 20 --folder training/lumen
python -m lumarium.training luminos --minutes 1 --games 256 --width 64 --tables 2:A       a try on a CPU
"""

from __future__ import annotations

import argparse
from pathlib import Path

import jax

import lumarium

from .telling import write
from .trainer import Plan, Trainer


def main() -> None:
    """Reads the arguments and trains."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--folder", type=Path, help="for checkpoint and log; training/GAME")
    parser.add_argument("--tables", default="", help="as in 3,4:default; all numbers of players, unless told")
    parser.add_argument(
        "--against", type=Path, nargs="*", default=(), help="copies of bots, made by lumarium.training.cloning"
    )
    parser.add_argument("--start", type=Path, help="a network to begin with, made by lumarium.training.cloning")
    for name, default in Plan(0.0)._asdict().items():
        if isinstance(default, tuple):
            parser.add_argument(f"--{name}", type=float, nargs=2, default=default)
        else:
            parser.add_argument(f"--{name}", type=type(default), default=default or None, required=name == "minutes")
    given = vars(parser.parse_args())
    game = lumarium.game(given.pop("game"))
    start, against = given.pop("start"), given.pop("against")
    folder = given.pop("folder") or Path("training") / game.name
    tables = []
    for text in (given.pop("tables") or ",".join(map(str, game.players))).split(","):
        players, _, preset = text.partition(":")
        tables.append((int(players), preset or next(iter(game.presets))))
    folder.mkdir(parents=True, exist_ok=True)
    # Whoever goes on does not wait for the compiler again.
    jax.config.update("jax_compilation_cache_dir", str((folder / "compiled").resolve()))
    plan = Plan(**{name: value if value is not None else Plan(0)._asdict()[name] for name, value in given.items()})
    trainer = Trainer(game, tables, plan, folder, start, against)
    print(f"{game.name}: {trainer.sizes}", flush=True)
    for line in trainer.train():
        write(folder / "log.jsonl", line)
        print(*(f"{name} {value}" for name, value in line.items()), sep="  ", flush=True)


if __name__ == "__main__":
    main()
