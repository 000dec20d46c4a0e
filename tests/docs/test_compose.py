"""compose.yaml, as far as it can be checked without images: it reads, and our servers know what it asks of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import typer

from lumarium.cli import app

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def compose() -> Any:
    yaml = pytest.importorskip("yaml", reason="PyYAML comes with ./test --system")
    return yaml.safe_load((ROOT / "compose.yaml").read_text())


def test_servers_are_told_what_they_know(compose: Any) -> None:
    serve = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined]
    known = {option for parameter in serve.params for option in parameter.opts}
    entry = (ROOT / "Containerfile").read_text().rpartition("ENTRYPOINT")[2]
    for name in ("one", "two"):
        options = dict(option.split("=", 1) for option in compose["services"][name]["command"])
        assert options.keys() <= known
        assert not [option for option in options if f'"{option}"' in entry], "the image says that already"
        assert options["--database"].startswith("postgresql://lumarium@database/")
        assert compose["services"][name]["environment"].keys() == {"PGPASSWORD"}


def test_the_proxy_asks_every_server_whether_it_is_ready(compose: Any) -> None:
    caddy = compose["configs"]["caddyfile"]["content"]
    assert "reverse_proxy one:8642 two:8642" in caddy
    assert "/readyz" in caddy
    (network,) = compose["networks"]["inside"]["ipam"]["config"]
    assert f"--proxy={network['subnet']}" in compose["services"]["one"]["command"]
