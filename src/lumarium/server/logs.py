"""What happened, one JSON object per line on stderr; never a token, a secret or a name.

What comes too often is counted and not written, so that nobody fills a disk by being refused.
"""

from __future__ import annotations

import logging
import sys
import traceback

import msgspec

from .limits import Bucket

LINES_PER_SECOND, LINES_BURST = 1.0, 100
"""Of one kind; kinds are few."""

_logger = logging.getLogger("lumarium.server")


class JsonLines(logging.Formatter):
    """Each entry as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        facts = getattr(record, "facts", None)
        entry: dict[str, object] = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "event": record.getMessage() if facts is None else record.msg,
            **(facts or {}),
        }
        if unwritten := getattr(record, "unwritten", 0):
            entry["unwritten"] = unwritten
        if record.exc_info and record.exc_info[0] is not None:
            entry["trace"] = "".join(traceback.format_exception(*record.exc_info))
        return msgspec.json.encode(entry, enc_hook=str).decode()


class InModeration(logging.Filter):
    """Lets so many lines of a kind through; the next one says how many were not written."""

    def __init__(self) -> None:
        super().__init__()
        self._buckets: dict[str, Bucket] = {}
        self._unwritten: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        # Other people's messages are told apart by where they come from: their texts may differ each time.
        kind = record.msg if hasattr(record, "facts") else f"{record.name} {record.filename}:{record.lineno}"
        bucket = self._buckets.get(kind)
        if bucket is None:
            bucket = self._buckets[kind] = Bucket(LINES_PER_SECOND, LINES_BURST)
        if not bucket.take():
            self._unwritten[kind] = self._unwritten.get(kind, 0) + 1
            return False
        record.unwritten = self._unwritten.pop(kind, 0)
        return True

    def tell(self) -> None:
        """What was not written and has not come again since."""
        counts, self._unwritten = self._unwritten, {}
        if counts:
            warn("unwritten", lines=counts)


_moderation = InModeration()


def tell_unwritten() -> None:
    """How many lines were left out lately, by kind."""
    _moderation.tell()


def set_up(level: str) -> None:
    """Logs of the server and of uvicorn go to stderr from now on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(_moderation)
    for name in ("lumarium.server", "uvicorn", "uvicorn.error", "asyncio", "psycopg"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level.upper() if name == "lumarium.server" else logging.WARNING)


def log(event: str, **facts: object) -> None:
    """Something ordinary."""
    _logger.info(event, extra={"facts": facts})


def warn(event: str, **facts: object) -> None:
    """Something that whoever runs the server should see."""
    _logger.warning(event, extra={"facts": facts})


def mistake(event: str, **facts: object) -> None:
    """An error of ours, with its traceback: here and nowhere else."""
    _logger.error(event, extra={"facts": facts}, exc_info=True)
