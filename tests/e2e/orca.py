"""A real screen reader: Orca, beside a Firefox on a screen that nobody sees. What it says is in a file."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

PROGRAMS = ("orca", "Xvfb", "openbox", "xdotool", "speech-dispatcher", "dbus-daemon")
PACKAGES = "orca speech-dispatcher at-spi2-core dbus xvfb openbox xdotool"
# ALSA has a device that swallows everything; without a device no voice is taken.
VOICES = """AudioOutputMethod "alsa"
AudioALSADevice "null"
AddModule "file" "sd_generic" "file.conf"
DefaultModule file
"""
# A voice that writes: a line for whatever is spoken at once.
VOICE = """GenericExecuteSynth "printf '%s\\\\n' \\'$DATA\\' >> {file}"
GenericLanguage "en" "en" "utf-8"
AddVoice "en" "MALE1" "en"
"""
PATIENCE = 90.0
"""Seconds within which a screen reader on a busy machine says what it is going to say."""
QUIET = 1.5


def missing() -> list[str]:
    """Programs that are not installed here."""
    return [name for name in PROGRAMS if shutil.which(name) is None]


def plain(text: str) -> str:
    """With single spaces: Orca takes a breath after each sentence."""
    return " ".join(text.split())


class Orca:
    """What was said, in order."""

    def __init__(self, file: Path, env: dict[str, str]) -> None:
        self.file = file
        self.env = env
        self.read = 0

    def press(self, key: str) -> None:
        """A key of the keyboard, which the screen reader hears as well."""
        subprocess.run(("xdotool", "key", key), env=self.env, check=True)

    def said(self) -> list[str]:
        """Everything since it was last listened to."""
        text = self.file.read_bytes()[self.read :] if self.file.exists() else b""
        return text.decode().splitlines()

    def hears(self, *wanted: str) -> None:
        """Waits until all of these were said, in one breath or several; says what was heard instead."""
        end = time.monotonic() + PATIENCE
        while missed := [text for text in wanted if plain(text) not in plain(" ".join(self.said()))]:
            assert time.monotonic() < end, f"not heard: {missed}, but {self.said()}"
            time.sleep(0.1)

    def rest(self) -> list[str]:
        """Lets it finish, as a person would; what is said from now on counts. Gives what was said before."""
        size = -1
        while (now := self.file.stat().st_size) != size:
            size = now
            time.sleep(QUIET)
        before = self.said()
        self.read = size
        return before


@contextmanager
def screen_reader(folder: Path) -> Iterator[Orca]:
    """Starts a screen, a bus and Orca; `env` of what it gives is for the browser."""
    with ExitStack() as stack:

        def start(*command: str, **more: object) -> subprocess.Popen[str]:
            quiet = {"stderr": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "text": True, **more}
            process: subprocess.Popen[str] = subprocess.Popen(command, env=env, **quiet)  # type: ignore[call-overload]
            stack.enter_context(process)
            stack.callback(process.kill)  # Orca would wait for a desktop that ends its session
            return process

        env = {**os.environ, "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "LANG": "C.UTF-8"}
        folder.chmod(0o700)
        reading, writing = os.pipe()
        start("Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x900x24", "-noreset", pass_fds=(writing,))
        os.close(writing)
        with os.fdopen(reading) as number:
            env["DISPLAY"] = f":{number.readline().strip()}"
        bus = start("dbus-daemon", "--session", "--nofork", "--print-address", stdout=subprocess.PIPE)
        assert bus.stdout is not None
        env["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        env |= {"GNOME_ACCESSIBILITY": "1", "GTK_MODULES": "gail:atk-bridge", "NO_AT_BRIDGE": "0"}
        start("openbox")
        start("/usr/libexec/at-spi-bus-launcher", "--launch-immediately")
        voice = folder / ".config" / "speech-dispatcher"
        voice.mkdir(parents=True)
        (voice / "modules").mkdir()
        orca = Orca(folder / "heard", env)
        (voice / "speechd.conf").write_text(VOICES)
        (voice / "modules" / "file.conf").write_text(VOICE.format(file=orca.file))
        start("speech-dispatcher", "--run-single", "--config-dir", str(voice))
        start("orca")
        orca.hears("Screen reader on.")
        yield orca
