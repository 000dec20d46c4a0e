"""./play and ./test in a small checkout: what they install and when, and what they say if they cannot.

No network: the checkout's virtual environments borrow pip and setuptools from the one that runs these tests.
"""

import importlib.metadata
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PATIENCE = 600
SITE_PACKAGES = f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"

PYPROJECT = """\
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[project]
name = "lumarium"
version = "0.1.0"
dependencies = []
optional-dependencies.dev = []
optional-dependencies.jax = []
optional-dependencies.parquet = []
optional-dependencies.ray = []
scripts.lumarium = "lumarium.cli:main"
"""

CLI = """\
import importlib.util, os, sys

def main():
    old = importlib.util.find_spec("lumarium.old") is not None
    print("first", sys.argv[1:], os.getcwd(), f"{old=}")
"""

# Stands for `python3`: makes virtual environments that see the borrowed tools.
PYTHON = """\
#!/bin/sh
case "$*" in
    *_base_executable*) echo "$0" ;;
    "-m venv .venv")
        "{python}" -m venv --without-pip .venv && echo "{tools}" >.venv/{site_packages}/tools.pth ;;
    *) exec "{python}" "$@" ;;
esac
"""

# Stands for ruff, mypy and pytest in ./test: the exit code comes from the environment.
TOOL = """\
import os, sys
name = __spec__.name
print(name, *sys.argv[1:])
sys.exit(int(os.environ.get(f"{name}_exit".upper(), "0")))
"""


@dataclass
class Checkout:
    root: Path
    bin: Path

    def start(self, script: str, *args: str, **env: str) -> subprocess.Popen[str]:
        foreign = ("PIP_", "PYTHON", "LUMARIUM_", "CI")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
        return subprocess.Popen(
            ["/bin/sh", self.root / script, *args],
            cwd=self.bin,
            env={**kept, "PATH": str(self.bin), "PIP_CONFIG_FILE": os.devnull, "PIP_NO_INDEX": "1", **env},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, script: str, *args: str, **env: str) -> subprocess.CompletedProcess[str]:
        process = self.start(script, *args, **env)
        out, err = process.communicate(timeout=PATIENCE)
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def program(self, name: str, text: str) -> None:
        path = self.bin / name
        path.write_text(text)
        path.chmod(0o755)

    def replace(self, path: str, old: str, new: str) -> None:
        text = (self.root / path).read_text()
        assert old in text
        (self.root / path).write_text(text.replace(old, new))


def make_checkout(folder: Path) -> Checkout:
    """A checkout whose PATH holds the usual tools of a system and no Python."""
    checkout = Checkout(folder / "a checkout", folder / "bin")
    for path in ("play", "test", "scripts/setup.sh"):
        (checkout.root / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, checkout.root / path)
    (checkout.root / "src/lumarium").mkdir(parents=True)
    for path, text in {
        "pyproject.toml": PYPROJECT,
        "constraints.txt": "",
        "setup.py": "from setuptools import setup\n\nsetup()\n",
        "src/lumarium/__init__.py": "compiled = True\n",
        "src/lumarium/cli.py": CLI,
        "src/lumarium/old.py": "",
    }.items():
        (checkout.root / path).write_text(text)
    checkout.bin.mkdir()
    for tool in ("cat", "cksum", "dirname", "find", "grep", "mkdir", "rm", "sleep", "sort"):
        found = shutil.which(tool)
        assert found is not None
        (checkout.bin / tool).symlink_to(found)
    return checkout


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """A checkout with a Python that can set it up."""
    checkout = make_checkout(tmp_path)
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("pip", "setuptools"):
        distribution = importlib.metadata.distribution(name)
        for top in {file.parts[0] for file in distribution.files or []} - {".."}:
            (tools / top).symlink_to(str(distribution.locate_file(top)))
    for name in ("ruff", "mypy", "pytest"):
        (tools / f"{name}.py").write_text(TOOL)
    python = PYTHON.format(python=sys.executable, tools=tools, site_packages=SITE_PACKAGES)
    checkout.program("python3", python)
    return checkout


@pytest.fixture
def read_only() -> Iterator[Checkout]:
    """A checkout that others, too, can reach, so that root can become one of them."""
    with tempfile.TemporaryDirectory() as folder:
        checkout = make_checkout(Path(folder))
        Path(folder).chmod(0o755)
        checkout.program("python3", "#!/bin/sh\necho 3.12\n")
        checkout.root.chmod(0o555)
        yield checkout
        checkout.root.chmod(0o755)


def test_the_first_start_sets_up_and_the_second_only_starts(checkout: Checkout) -> None:
    first = checkout.run("play", "a", "b c")
    assert first.stdout == f"first ['a', 'b c'] {checkout.bin} old=True\n", first.stderr
    assert first.stderr.splitlines()[0].startswith("Setting up Lumarium")

    # A second set-up would find no Python.
    (checkout.bin / "python3").unlink()
    second = checkout.run("play")
    assert (second.returncode, second.stdout, second.stderr) == (0, f"first [] {checkout.bin} old=True\n", "")


def test_lumarium_learns_how_it_was_called(checkout: Checkout) -> None:
    checkout.replace("src/lumarium/cli.py", "os.getcwd()", "os.environ['LUMARIUM_COMMAND']")
    assert f"[] {checkout.root}/play old" in checkout.run("play").stdout
    for called, named in (("play", "./play"), ("./play", "./play"), ("../a checkout/play", "../a checkout/play")):
        done = subprocess.run(
            ["/bin/sh", called],
            cwd=checkout.root,
            env={"PATH": str(checkout.bin)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert f"[] {named} old" in done.stdout


def test_changed_and_deleted_sources_are_installed_anew(checkout: Checkout) -> None:
    checkout.run("play")
    leftovers = checkout.root / "build/lib/lumarium"
    leftovers.mkdir(parents=True)
    (leftovers / "old.py").touch()
    (checkout.root / "src/lumarium/old.py").unlink()
    assert checkout.run("play").stdout == f"first [] {checkout.bin} old=False\n"

    checkout.replace("src/lumarium/cli.py", "first", "second")
    assert checkout.run("play").stdout.startswith("second")
    assert sorted(path.name for path in (checkout.root / "src").iterdir()) == ["lumarium"]


def test_an_unusable_venv_is_built_anew(checkout: Checkout) -> None:
    (checkout.root / ".venv/bin").mkdir(parents=True)
    (checkout.root / ".venv/half-built").touch()
    assert checkout.run("play").stdout.startswith("first")
    assert not (checkout.root / ".venv/half-built").exists()

    (checkout.root / ".venv/bin/python").unlink()
    (checkout.root / ".venv/bin/python").symlink_to("vanished")
    assert checkout.run("play").stdout.startswith("first")

    moved = Checkout(checkout.root.rename(checkout.root.with_name("moved")), checkout.bin)
    again = moved.run("play")
    assert again.stdout.startswith("first")
    assert again.stderr.startswith("Setting up Lumarium")


def test_a_failing_python_is_passed_over(checkout: Checkout) -> None:
    (checkout.bin / "python3").rename(checkout.bin / "python3.12")
    checkout.program("python3", "#!/bin/sh\necho 'pyenv: python3: command not found' >&2\nexit 127\n")
    assert checkout.run("play").stdout.startswith("first")


def test_the_installed_package_runs_whatever_pythonpath_says(checkout: Checkout, tmp_path: Path) -> None:
    (tmp_path / "lumarium").mkdir()
    (tmp_path / "lumarium/__init__.py").write_text("raise SystemExit('the wrong package')")
    assert checkout.run("play", PYTHONPATH=str(tmp_path)).stdout.startswith("first")


def test_a_set_up_waits_for_another(checkout: Checkout) -> None:
    lock = checkout.root / ".venv.lock"
    lock.write_text(str(os.getpid()))
    process = checkout.start("play")
    assert process.stderr is not None
    waiting = f"Waiting for another set-up of Lumarium (process {os.getpid()}) to end ...\n"
    assert process.stderr.readline() == waiting
    assert not (checkout.root / ".venv").exists()
    lock.unlink()
    assert process.communicate(timeout=PATIENCE)[0].startswith("first")
    assert not lock.exists()


def test_a_lock_whose_owner_died_is_taken_over(checkout: Checkout) -> None:
    owner = subprocess.Popen(["/bin/sh", "-c", ":"])
    owner.wait()
    (checkout.root / ".venv.lock").write_text(str(owner.pid))
    assert checkout.run("play").stdout.startswith("first")


def test_test_runs_every_check_and_ends_with_pytest(checkout: Checkout) -> None:
    clean = checkout.run("test", "--long", "-k", "a b")
    assert clean.returncode == 0, clean.stderr
    assert clean.stdout.splitlines() == [
        "ruff check",
        "ruff format --check",
        "mypy",
        "pytest -n auto --dist worksteal -rs --long -k a b",
    ]

    checkout.program("chromium", "#!/bin/sh\n")
    assert checkout.run("test").returncode == 0
    failed = checkout.run("test", MYPY_EXIT="3", PYTEST_EXIT="5")
    assert (failed.returncode, failed.stdout.splitlines()[-1]) == (3, "pytest -n auto --dist worksteal -rs")
    assert failed.stderr == "FAILED, whatever the tests below say: mypy\n"
    assert checkout.run("test", PYTEST_EXIT="5").returncode == 5


MISSING = "There is no Chromium here, so the browser tests are skipped. On Debian this installs it: apt-get install"
PACKAGES = "chromium chromium-headless-shell fonts-liberation"
BROWSER_MISSING = f"{MISSING} {PACKAGES}\n"
APT = """\
#!/bin/sh
echo "apt-get $*" >>"{log}"
[ "$1" = update ] || for name in chromium chromium-headless-shell; do
    echo '#!/bin/sh' >"{bin}/$name"; chmod +x "{bin}/$name"
done
"""


def browser_checkout(checkout: Checkout, ways: Sequence[str]) -> Path:
    """Sets up in these ways, with an apt-get that "installs" Chromium; gives the file that tells of its calls."""
    for way in ways:
        env = {"CI": "1"} if way == "CI" else {}
        assert checkout.run("test", *["--system"] * (way == "--system"), **env).returncode == 0
    (checkout.bin / "chmod").symlink_to(str(shutil.which("chmod")))
    log = checkout.bin / "apt.log"
    checkout.program("apt-get", APT.format(log=log, bin=checkout.bin))
    checkout.program("id", "#!/bin/sh\necho 0\n")
    return log


def test_without_a_browser_the_command_that_installs_one_is_printed(checkout: Checkout) -> None:
    log = browser_checkout(checkout, [""])
    missing = checkout.run("test", "-k", "a b")
    assert (missing.returncode, missing.stderr) == (0, BROWSER_MISSING)
    assert missing.stdout.splitlines()[-1] == "pytest -n auto --dist worksteal -rs -k a b"
    assert not log.exists()
    for name in ("chromium", "chromium-browser", "google-chrome", "another"):
        checkout.program(name, "#!/bin/sh\n")
        assert checkout.run("test", LUMARIUM_BROWSER="another").stderr == ""
        (checkout.bin / name).unlink()


@pytest.mark.parametrize("way", ["--system", "CI"])
def test_the_browser_is_installed_when_asked_for(checkout: Checkout, way: str) -> None:
    log = browser_checkout(checkout, [way])
    arguments, env = (("-x", "--system", "-k", "a b"), {}) if way == "--system" else (("-x", "-k", "a b"), {"CI": "1"})
    installed = checkout.run("test", *arguments, **env)
    assert installed.stderr == "Installing Chromium for the browser tests ...\n"
    assert installed.stdout.splitlines()[-1] == "pytest -n auto --dist worksteal -rs -x -k a b"
    assert log.read_text().splitlines() == [
        "apt-get update",
        f"apt-get install -y --no-install-recommends {PACKAGES}",
    ]
    # Now that it is there, nothing is installed again.
    assert checkout.run("test", *arguments, **env).stderr == ""
    assert len(log.read_text().splitlines()) == 2


@pytest.mark.parametrize(
    ("extra", "how", "env"), [("jax", "--system", {}), ("ray", "--long", {}), ("jax", "", {"CI": "1"})]
)
def test_what_is_heavy_is_installed_when_asked_for(
    checkout: Checkout, extra: str, how: str, env: dict[str, str]
) -> None:
    checkout.replace("pyproject.toml", f"dependencies.{extra} = []", f'dependencies.{extra} = ["no-such-package"]')
    assert checkout.run("test").returncode == 0
    assert checkout.run("test", *filter(None, [how]), **env).returncode == 1
    assert "no-such-package" in (checkout.root / ".venv/setup.log").read_text()


def test_a_font_that_is_not_as_broad_is_installed_too(checkout: Checkout) -> None:
    log = browser_checkout(checkout, ["", "CI"])
    checkout.program("chromium", "#!/bin/sh\n")
    checkout.program("fc-list", "#!/bin/sh\necho DejaVu Sans\n")
    assert checkout.run("test").stderr == (
        "There is only a broad font here, so that some browser tests may fail. On Debian this installs another:"
        " apt-get install fonts-liberation\n"
    )
    assert checkout.run("test", CI="1").stderr == "Installing Chromium for the browser tests ...\n"
    assert len(log.read_text().splitlines()) == 2
    checkout.program("fc-list", "#!/bin/sh\necho DejaVu Sans\necho Liberation Sans\n")
    assert checkout.run("test", CI="1").stderr == ""


def test_only_root_can_install_the_browser(checkout: Checkout) -> None:
    log = browser_checkout(checkout, ["--system"])
    checkout.program("id", "#!/bin/sh\necho 1000\n")
    assert checkout.run("test", "--system").stderr == BROWSER_MISSING
    assert not log.exists()


def test_a_browser_that_cannot_be_installed(checkout: Checkout) -> None:
    browser_checkout(checkout, ["--system"])
    checkout.program("apt-get", "#!/bin/sh\necho no network >&2\nexit 100\n")
    failed = checkout.run("test", "--system")
    assert failed.returncode == 0
    log = checkout.root / ".venv/setup.log"
    assert failed.stderr == (
        "Installing Chromium for the browser tests ...\n"
        f"Chromium could not be installed: see the end of {log}.\n{BROWSER_MISSING}"
    )
    assert log.read_text() == "no network\n"


def assert_refused(result: subprocess.CompletedProcess[str], sentence: str) -> None:
    assert (result.returncode, result.stdout) == (1, "")
    progress = ("Setting up Lumarium", "Fetching the packages")
    said = [line for line in result.stderr.splitlines() if not line.startswith(progress)]
    assert said == [sentence]


def test_no_python(tmp_path: Path) -> None:
    checkout = make_checkout(tmp_path)
    checkout.program("python3", "#!/bin/sh\nexit 1\n")
    assert_refused(
        checkout.run("play"),
        "Lumarium needs Python 3.11 or newer and found none: "
        "install one (or name it: PYTHON=/path/to/python3) and run ./play again.",
    )


def test_python_without_venv(tmp_path: Path) -> None:
    checkout = make_checkout(tmp_path)
    checkout.program("python3", '#!/bin/sh\ncase "$*" in *ensurepip*) exit 1 ;; esac\n')
    assert_refused(
        checkout.run("test"),
        "The Python found here (python3) cannot make virtual environments: install its venv module "
        "(on Debian and Ubuntu: apt install python3-venv) and run ./test again.",
    )


def test_venv_fails(tmp_path: Path) -> None:
    checkout = make_checkout(tmp_path)
    checkout.program("python3", '#!/bin/sh\n[ "$1" = -m ] && echo broken >&2 && exit 1\necho "$0"\n')
    log = checkout.root / ".venv/setup.log"
    assert_refused(
        checkout.run("play"),
        f"Python could not make a virtual environment: see the end of {log}, mend what it names and run ./play again.",
    )
    assert log.read_text() == "broken\n"


def test_no_network(checkout: Checkout) -> None:
    checkout.replace("pyproject.toml", "dependencies = []", 'dependencies = ["msgspec"]')
    log = checkout.root / ".venv/setup.log"
    assert_refused(
        checkout.run("play", PIP_NO_INDEX="0", PIP_INDEX_URL="http://127.0.0.1:9/", PIP_RETRIES="1"),
        f"The package index could not be reached: connect to the internet and run ./play again (details: {log}).",
    )
    assert "msgspec" in log.read_text()
    assert not (checkout.root / ".venv.lock").exists()


def test_a_folder_that_cannot_be_written(read_only: Checkout) -> None:
    nobody = 65534 if os.geteuid() == 0 else None
    result = subprocess.run(
        ["/bin/sh", read_only.root / "play"],
        env={"PATH": str(read_only.bin)},
        user=nobody,
        capture_output=True,
        text=True,
        check=False,
    )
    assert_refused(
        result,
        f"Lumarium cannot write to {read_only.root}: "
        "make that folder writable, or move Lumarium to one that is, and run ./play again.",
    )
