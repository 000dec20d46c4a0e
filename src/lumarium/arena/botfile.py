"""Bots from somebody's own file: `mybot.py:MyBot`."""

from __future__ import annotations

import sys
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import walk_tb
from typing import Any

from lumarium.bots import Bot
from lumarium.kernel.errors import UnknownBot
from lumarium.kernel.game import nearest
from lumarium.kernel.given import shortened
from lumarium.kernel.message import Message

brought: dict[str, Path] = {}
"""Where files lie that came from another machine, by the names that they have there."""


def load_bot(text: str) -> type[Bot]:
    """The class that "mybot.py:MyBot" names; UnknownBot says what is wrong with it."""
    name, _, attribute = text.rpartition(":")
    path = brought.get(name) or Path(name).resolve()
    if not path.is_file():
        raise UnknownBot(Message("kernel", "bots.no_file", path=name))
    module = _module(path, name)
    found = getattr(module, attribute, None) if attribute else None
    if not isinstance(found, type) or not callable(getattr(found, "choose", None)):
        known = [each for each, value in vars(module).items() if isinstance(value, type) and hasattr(value, "choose")]
        if not attribute:
            raise UnknownBot(Message("kernel", "bots.no_name", path=name, known=", ".join(known) or "-"))
        near = nearest(attribute, known)
        raise UnknownBot(Message("kernel", "bots.no_class", path=name, name=attribute, near=near))
    return found


def described(problem: BaseException, file: str | None) -> str:
    """What was raised, and the last place in this file that led to it: "ValueError: no idea, mybot.py:7"."""
    lines = [line for frame, line in walk_tb(problem.__traceback__) if frame.f_code.co_filename == file]
    place = f", {Path(file).name}:{lines[-1]}" if file and lines else ""
    return f"{shortened(f'{type(problem).__name__}: {problem}', 200)}{place}"


def file_of(what: Any) -> str | None:
    """Where a class or a function was written."""
    return getattr(sys.modules.get(getattr(what, "__module__", "")), "__file__", None)


def _module(path: Path, name: str) -> Any:
    # Under a name of its own in sys.modules, so that dataclasses and pickles in the file work, and it is run only once.
    key = f"lumarium_bot_{sha256(str(path).encode()).hexdigest()[:12]}"
    if key in sys.modules:
        return sys.modules[key]
    spec = spec_from_file_location(key, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[key] = module_from_spec(spec)
    # What lies beside the file can be imported, then and later; what is installed goes first.
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    try:
        spec.loader.exec_module(module)
    except BaseException as problem:
        del sys.modules[key]
        if not isinstance(problem, Exception | SystemExit):
            raise
        detail = described(problem, str(path))
        raise UnknownBot(Message("kernel", "bots.broken_file", path=name, problem=detail)) from problem
    return module
