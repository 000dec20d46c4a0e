"""Compiles the engine with mypyc where a C compiler is at hand; without one the same source runs interpreted.

What is compiled: the modules named here, and of each game those that its meta.py names as ENGINE.
`LUMARIUM_PURE=1` builds without.
"""

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path("src/lumarium")
GENERIC = (
    "kernel/chance",
    "kernel/effort",
    "kernel/engine",
    "kernel/event",
    "kernel/features",
    "kernel/judgement",
    "kernel/message",
    "kernel/order",
    "kernel/racing",
    "kernel/state",
    "bots/search/planner",
    "bots/search/tree",
    "adapters/stepping",
)
LINUX = (
    "-fno-semantic-interposition",  # our own functions may be inlined: nobody replaces them from outside
    "-Wno-misleading-indentation",  # looking for that in one huge file takes gcc a minute
)
# gcc writes the library with all cores at once, and leaves out what nobody outside can call.
GCC = (f"-flto={os.cpu_count() or 1}", "-fvisibility=hidden")
ASKING = {"egg_info", "dist_info", "sdist"}  # commands that only ask what the package is


def engine_files() -> list[str]:
    """The source files to be compiled."""
    files = [SOURCE / f"{name}.py" for name in GENERIC]
    for meta in sorted(SOURCE.glob("games/*/meta.py")):
        for node in ast.parse(meta.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "ENGINE" and node.value is not None:
                files += [meta.parent / f"{name}.py" for name in ast.literal_eval(node.value)]
    return [str(path) for path in files]


def extensions() -> list[Extension]:
    """The engine as C, or nothing where that cannot be."""
    if os.environ.get("LUMARIUM_PURE") or not ASKING.isdisjoint(sys.argv):
        return []
    try:
        find_compiler()
        from mypyc.build import mypycify

        # What the rest of the house imports need not be installed: ./test checks its types, not the build.
        options = ["--config-file=pyproject.toml", "--ignore-missing-imports", *engine_files()]
        engine: list[Extension] = mypycify(options, opt_level="3", debug_level="0", group_name="lumarium")
        write_docstrings(engine)
        return engine
    except SystemExit:
        give_up("mypyc refuses it, see above")
        return []
    except Exception as problem:  # noqa: BLE001  # whatever it is, the source runs without
        give_up(problem)
        return []


def find_compiler() -> None:
    """Raises where there is none: translating for nobody takes half a minute."""
    if os.name == "posix":
        command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
        if shutil.which(command[0]) is None:
            raise FileNotFoundError(f"there is no C compiler {command[0]}")


# Where the C that mypyc writes has room for the docstring of a function, a class, a property, a module.
ROOMS = (
    re.compile(r'(?P<head>\(PyCFunction\)CPyPy_(?P<name>\w+),[\s\w|]*, PyDoc_STR\("[^"]*)(?P<tail>"\))'),
    re.compile(r'(?P<head>CPyType_(?P<name>\w+)_template_ = {[^}]*?\.tp_doc = PyDoc_STR\("[^"]*)(?P<tail>"\))'),
    # Of a class whose arguments mypyc cannot write down there is nothing yet.
    re.compile(r"(?P<head>CPyType_(?P<name>\w+)_template_ = {[^}]*?\.tp_doc = PyDoc_STR\()NULL(?P<tail>\))"),
    re.compile(r"(?P<head>\(getter\)(?P<name>\w+),[^}]*?)NULL(?P<tail>, NULL})"),
    re.compile(r'(?P<head>"(?P<name>lumarium\.[\w.]+)",\s*)NULL(?P<tail>, /\* docstring \*/)'),
)


def write_docstrings(engine: list[Extension]) -> None:
    """Puts the docstrings into the C: mypyc leaves them out, and compiled classes take none later."""
    texts: dict[str, str] = {}
    for file in engine_files():
        module = Path(file).relative_to(SOURCE.parent).with_suffix("").parts
        for name, text in docstrings(ast.parse(Path(file).read_text(encoding="utf-8")), module):
            # mypyc calls a module by as many of its last parts as it takes to tell it from the others.
            for first in range(len(module)):
                texts["___".join(name[first:])] = text
                texts["___".join(name[first:-1]) + "_get_" + name[-1]] = text

    def documented(room: re.Match[str]) -> str:
        text = texts.get(room["name"].replace(".", "___"))
        if text is None:
            return room[0]
        literal = "".join(f"\\{byte:03o}" for byte in text.encode())
        return room["head"] + (literal if room["tail"].startswith('"') else f'"{literal}"') + room["tail"]

    for source in {Path(source) for extension in engine for source in extension.sources}:
        code = source.read_text(encoding="utf-8")
        for pattern in ROOMS:
            code = pattern.sub(documented, code)
        source.write_text(code, encoding="utf-8")


def docstrings(node: ast.Module | ast.ClassDef, name: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """The docstrings of a module or class and of all that is defined in it, each with its name part by part."""
    if text := ast.get_docstring(node):
        yield name, text
    for each in node.body:
        if isinstance(each, ast.ClassDef):
            yield from docstrings(each, (*name, each.name))
        elif isinstance(each, ast.FunctionDef) and (text := ast.get_docstring(each)):
            yield (*name, each.name), text


def give_up(problem: object) -> None:
    """One line, and the package goes on without a compiled engine."""
    print(f"lumarium: the engine could not be compiled and runs interpreted ({problem})", file=sys.stderr)


class BuildEngine(build_ext):
    """Builds the compiled engine as a whole or not at all."""

    def run(self) -> None:
        self.parallel = True  # the library beside the many small modules that only open it
        try:
            super().run()
        except (Exception, SystemExit) as problem:  # noqa: BLE001  # compilers fail in many ways
            give_up(problem)
            for built in Path(self.build_lib).rglob("*__mypyc*"):
                built.unlink()
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)

    def build_extensions(self) -> None:
        if sys.platform == "linux":
            said = subprocess.run([self.compiler.compiler[0], "--version"], capture_output=True, text=True, check=True)
            flags = [*LINUX, *GCC] if "Free Software Foundation" in said.stdout else [*LINUX]
            library = next(extension for extension in self.extensions if extension.name.endswith("__mypyc"))
            library.extra_compile_args = [*library.extra_compile_args, *flags]
            library.extra_link_args = flags
        super().build_extensions()


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildEngine})
