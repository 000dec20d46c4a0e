"""The protocol's schema: served, complete, and a schema."""

from __future__ import annotations

import json
import re

import pytest
from jsonschema_rs import Draft202012Validator, ValidationError
from jsonschema_rs import meta as metaschema
from starlette.routing import Route

from lumarium.server.app import _routes
from lumarium.server.contract import document
from tests.server.contract import check_answer, check_message
from tests.server.harness import Server


def test_it_is_served_as_it_is(server: Server) -> None:
    assert server.get("/api/schema") == json.loads(json.dumps(document()))
    status, headers, _ = server.request("GET", "/api/schema")
    assert status == 200
    assert server.request("GET", "/api/schema", If_None_Match=headers["etag"])[0] == 304


def test_every_address_for_programs_is_in_it() -> None:
    told = {(method, path) for path, operations in document()["paths"].items() for method in operations}
    programs = ("/api/", "/healthz", "/readyz")
    routes = [route for route in _routes() if isinstance(route, Route) and route.path.startswith(programs)]
    served = {(method.lower(), route.path) for route in routes for method in route.methods or ()}
    sockets = {("get", "/ws/{table}"), ("get", "/ws/study/{study}")}
    assert served - {("head", path) for _, path in served} == told - sockets


def test_it_is_a_schema_whose_references_lead_somewhere() -> None:
    whole = document()
    for name, schema in whole["components"]["schemas"].items():
        metaschema.validate({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema})
        Draft202012Validator({"$ref": f"#/components/schemas/{name}", **whole})
    for reference in re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(whole)):
        assert reference in whole["components"]["schemas"]


def test_what_it_does_not_say_is_found() -> None:
    said = {"type": "said", "seat": 1, "name": "Ana", "phrase": "hello", "text": "Hello!"}
    check_message(said)
    for wrong in ({**said, "more": 1}, {**said, "seat": "1"}, {**said, "type": "shout"}, {"type": "said"}):
        with pytest.raises(ValidationError):
            check_message(wrong)
    kind = {"content-type": "application/json"}
    check_answer("GET", "/api/tables/abc/knock?lang=de", 200, kind, b'{"state": "gone"}')
    check_answer("GET", "/api/tables/abc/knock", 404, kind, b'{"code": "unknown_table", "text": "No."}')
    for status, body in ((200, b'{"state": "open"}'), (200, b'{"code": "x", "text": "y"}'), (404, b"{}")):
        with pytest.raises(ValidationError):
            check_answer("GET", "/api/tables/abc/knock", status, kind, body)
