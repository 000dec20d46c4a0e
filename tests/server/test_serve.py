"""`lumarium serve` as people start it."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest

from lumarium.server.config import data_folder
from tests.cli.terminal import Terminal, environment, lumarium_command, run
from tests.server.conftest import UNHURRIED
from tests.server.harness import PATIENCE, Made, Server


def test_the_bare_command_starts_the_server(tmp_path: Path) -> None:
    kept = environment(XDG_DATA_HOME=str(tmp_path), HOME=str(tmp_path), DISPLAY="", WAYLAND_DISPLAY="")
    process = subprocess.Popen(
        lumarium_command("--lang", "de"), env=kept, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    with process.stdout:
        printed = ""
        while "Strg-C" not in printed:
            line = process.stdout.readline()
            assert line, printed
            printed += line
        process.send_signal(signal.SIGINT)
        printed += process.stdout.read()
    assert process.wait(20) == 0
    assert "Lumarium läuft unter  http://localhost:" in printed
    assert "Alle Tische sind gespeichert" in printed
    assert list(tmp_path.rglob("tables.sqlite"))


def test_on_a_terminal_it_shows_a_code_for_phones(tmp_path: Path) -> None:
    with Terminal("serve", "--no-open", "--port", "0", "--data", str(tmp_path), cwd=tmp_path) as terminal:
        terminal.expect("Stop it with Ctrl-C.")
        shown = terminal.text
        assert ("scan this" in shown) == ("In your network" in shown)
        assert ("█" in shown or "▀" in shown) == ("In your network" in shown)
        terminal.press(b"\x03")
        terminal.expect("All tables are kept.")
        assert terminal.end() == 0


def test_a_taken_port_is_named_and_the_usual_one_is_passed_over(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("serve", "--host", "127.0.0.1", "--port", str(port), "--data", str(tmp_path))
    assert done.returncode == 2
    assert f"port {port} is taken" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--database", "postgresql://me:secret@no.such.host.invalid/x"), "failed to resolve host"),
        (("--database", "mysql://me:secret@db/x"), "postgresql://"),
        (("--processes", "2"), "SQLite"),
        (("--host", "no.such.host.invalid"), "no address of this machine"),
        (("--data", __file__), "cannot be written"),
        (("--metrics", "here:there"), "metrics cannot be served at here:there"),
        (("--metrics", "99999"), "HOST:PORT"),
        (("--database", "mysql://me:secret@db/x"), "“mysql://db/x”"),
        (("--proxy", "127.0.0.1,caddy"), "--proxy “caddy” would believe nobody"),
        (("--proxy", "10.0.0.1/24"), "10.0.0.0/24"),
        (("--allowed-host", "https://play.example.org/"), "without https://"),
        (("--allowed-host", "play.example.org:8443"), "without a port"),
        (("--origin", "play.example.org"), "as browsers do"),
        (("--origin", "https://play.example.org/"), "without a path"),
        (("--log-level", "debug"), "--log-level"),
    ],
)
def test_what_cannot_be_started_says_why(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    usual = () if "--data" in arguments else ("--data", str(tmp_path))
    done = run("serve", "--port", "0", *usual, *arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert "secret" not in done.stderr
    assert "Traceback" not in done.stderr


def test_names_count_as_browsers_send_them(tmp_path: Path) -> None:
    names = ("--allowed-host", "Spiel.Müller.example", "--origin", "HTTPS://Other.example")
    with Server(tmp_path / "data", *names) as server:
        assert server.request("GET", "/api/tables", Host="spiel.xn--mller-kva.example")[0] == 200
        assert server.request("GET", "/api/tables", Host="play.example")[0] == 421
        seats = {"game": "luminos", "seats": [{"kind": "me"}, {"kind": "open"}]}
        assert server.post("/api/tables", seats, Origin="https://other.example")[0] == 201


def test_a_file_has_one_server_wherever_it_lies(tmp_path: Path) -> None:
    kept = ("--database", f"sqlite:///{tmp_path}/kept/club.sqlite")
    with Server(tmp_path / "one", *kept) as server:
        assert server.process is not None
        assert server.process.stdout is not None
        printed = "".join(iter(server.process.stdout.readline, "Stop it with Ctrl-C.\n"))
        assert f"kept in {tmp_path}/kept/club.sqlite\n" in printed
        second = run("serve", "--port", "0", "--data", str(tmp_path / "two"), *kept)
        assert second.returncode == 2
        assert f"at http://127.0.0.1:{server.port}" in second.stderr
        moving = run("move-tables", f"{tmp_path}/kept/club.sqlite", str(tmp_path / "three"))
        assert moving.returncode == 2
        assert f"a server is using {tmp_path}/kept/club.sqlite; stop" in moving.stderr


def test_the_data_folder_of_each_platform(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("pathlib.Path.home", lambda: tmp_path)
    for platform, variables, expected in (
        ("linux", {}, tmp_path / ".local/share/lumarium"),
        ("linux", {"XDG_DATA_HOME": "/else"}, Path("/else/lumarium")),
        ("linux", {"XDG_DATA_HOME": "not/absolute"}, tmp_path / ".local/share/lumarium"),
        ("darwin", {}, tmp_path / "Library/Application Support/Lumarium"),
        ("win32", {"LOCALAPPDATA": "/local"}, Path("/local/Lumarium")),
    ):
        with monkeypatch.context() as context:
            context.setattr("sys.platform", platform)
            for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
                context.delenv(name, raising=False)
            for name, value in variables.items():
                context.setenv(name, value)
            assert data_folder() == expected


def test_forwarded_addresses_count_from_named_proxies_only(tmp_path: Path) -> None:
    seats = {"game": "luminos", "seats": [{"kind": "me"}, {"kind": "open"}]}
    for proxies, statuses in (((), [201, 429]), (("--proxy", "127.0.0.1"), [201, 201])):
        with Server(tmp_path / f"data{len(proxies)}", "--tables-per-address", "1", *proxies) as server:
            made = [server.post("/api/tables", seats, X_Forwarded_For=f"192.0.2.{number}")[0] for number in (1, 2)]
        assert made == statuses


def test_a_terminal_that_closes_stops_it_cleanly(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", *UNHURRIED).start()
    assert server.process is not None
    server.process.send_signal(signal.SIGHUP)
    assert server.stop() == 0
    assert server.logged[-1]["event"] == "stopped"


def test_no_worker_outlives_its_server(tmp_path: Path) -> None:
    async def story(made: Made) -> None:
        async with made.client(made.seats[1]) as ana:
            await ana.nonce()
            await ana.until(lambda: ana.status == "turn")

    server = Server(tmp_path / "data", *UNHURRIED).start()
    asyncio.run(story(server.table("luminos", ("random", "me"))))
    workers = [entry["pid"] for entry in server.logged if entry["event"] == "bot_worker"]
    assert workers
    server.kill()
    deadline = time.monotonic() + PATIENCE
    while any(_alive(pid) for pid in workers):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
