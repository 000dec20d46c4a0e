"""What happened, one JSON object per line on stderr; never a token, a secret or a name."""

from __future__ import annotations

import logging
import sys
import traceback

import msgspec

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
        if record.exc_info and record.exc_info[0] is not None:
            entry["trace"] = "".join(traceback.format_exception(*record.exc_info))
        return msgspec.json.encode(entry, enc_hook=str).decode()


def set_up(level: str) -> None:
    """Logs of the server and of uvicorn go to stderr from now on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("lumarium.server", "uvicorn", "uvicorn.error", "asyncio"):
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
