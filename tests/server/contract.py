"""What a server says is compared with the schema that it serves; what its structs do not name is a mistake too."""

from __future__ import annotations

import copy
import gzip
import json
import re
from email.message import Message
from functools import cache
from typing import Any
from urllib.parse import quote

from jsonschema_rs import Draft202012Validator

from lumarium.server.contract import document

OPEN = ("View",)
"""What games add to."""


@cache
def validator(pointer: str, closed: bool = True) -> Draft202012Validator:
    """For what lies at that place of the document; `closed`: nothing more than that."""
    whole = copy.deepcopy(document())
    if closed:
        for name, schema in whole["components"]["schemas"].items():
            if name not in OPEN and "properties" in schema:
                schema.setdefault("additionalProperties", False)
    return Draft202012Validator({"$ref": f"#/{quote(pointer)}", **whole})


def check_message(message: object, kind: str = "Message") -> None:
    """Something that the server said over a socket, or (as a `Request`) a client."""
    validator(f"components/schemas/{kind}").validate(message)


def check_answer(method: str, path: str, status: int, headers: Message | dict[str, str], body: bytes) -> None:
    """Something that it said over HTTP, at the addresses that the schema names."""
    found = _operation(method.lower(), path.partition("?")[0])
    if found is None or status == 304:
        return
    pattern, responses = found
    which = str(status) if str(status) in responses else "default"
    kind = (headers.get("content-type") or "").partition(";")[0]
    assert kind in responses[which]["content"], (path, status, kind)
    if kind == "application/json":
        data = gzip.decompress(body) if headers.get("content-encoding") == "gzip" else body
        place = [*("paths", pattern.replace("/", "~1"), method.lower(), "responses", which, "content")]
        validator("/".join([*place, "application~1json", "schema"])).validate(json.loads(data))


@cache
def _operation(method: str, path: str) -> tuple[str, Any] | None:
    for pattern, operations in document()["paths"].items():
        if re.fullmatch(re.sub(r"{\w+}", "[^/]+", pattern), path) and method in operations:
            return pattern, operations[method]["responses"]
    return None
