"""Options of a game from a file that a person wrote, or by the name that a preset has."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from .errors import BadOptions
from .game import Game
from .given import Repeated, once
from .message import Message

UTF8 = "utf-8-sig"
"""Some editors begin a text with a mark that is no part of it."""


def load_options(game: Game, path: str | Path) -> Any:
    """The options in a TOML or JSON file, or a preset. BadOptions names the file and the place in it."""
    file = Path(path)
    if not file.suffix and not file.is_file():
        return game.options(str(path))
    try:
        values = _read(file)
        if not isinstance(values, dict):
            raise BadOptions(Message("kernel", "options_file.table", given=type(values).__name__))
        return game.options(values)
    except BadOptions as error:
        raise _in_file(file, error.reason) from error
    except OSError as error:
        raise _in_file(file, error.strerror or str(error)) from error
    except Repeated as error:
        raise _in_file(file, error.reason) from None
    except RecursionError:
        raise _in_file(file, Message("kernel", "json.deep")) from None
    except ValueError as error:  # what the two parsers raise on text that they cannot read
        raise _in_file(file, str(error)) from error


def _read(file: Path) -> Any:
    match file.suffix.lower():
        case ".toml":
            return tomllib.loads(file.read_text(encoding=UTF8))
        case ".json":
            return json.loads(file.read_text(encoding=UTF8), object_pairs_hook=once)
    raise BadOptions(Message("kernel", "options_file.suffix"))


def _in_file(file: Path, problem: Message | str) -> BadOptions:
    return BadOptions(Message("kernel", "options.file", path=str(file), problem=problem))
