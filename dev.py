"""Sets up a virtual environment in .venv and works in it: one command on a fresh machine.

    python3 dev.py run [ARG ...]     installs the package, then collide2d ARG ...
    python3 dev.py play [ARG ...]    the same with pygame-ce, then collide2d play ARG ...: the playground
    python3 dev.py test [ARG ...]    installs the package editable with what the tests need, then pytest ARG ... on all
                                     processors (-n 0: in one process)
    python3 dev.py soak [ARG ...]    the same, then tests/soak/soak.py ARG ...: new examples, long runs, for --minutes
    python3 dev.py bench [ARG ...]   the same with the peers, then bench/run.py ARG ...
    python3 dev.py mutants [ARG ...] the same, then fuzz/mutants/run.py ARG ...: which small changes of the core nothing
                                     would notice; it needs clang
    python3 dev.py docs [--open] [ARG ...]
                                     with Sphinx, then builds the site into docs/_build, offline; a warning is an error.
                                     --open shows it in the browser
    python3 dev.py amalgamate [FOLDER]
                                     writes the C core as one pair of files, collide2d.c and collide2d.h, into FOLDER
                                     (build/amalgamation); it needs no environment and no compiler
    python3 dev.py proofs [ARG ...]  proofs/check.py ARG ... (--coq): the core's margins, proved by the system's Gappa
                                     and Coq; it needs no environment

Needs Python 3.11 or newer and a C compiler. Setting up takes a quarter of a minute for run and play, up to a minute for
the others, and happens again only when pyproject.toml, setup.py or the C sources have changed.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import time
import tomllib
import venv
import webbrowser
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent
DOCS = ROOT / "docs"
SITE = DOCS / "_build" / "index.html"
AMALGAMATION = ROOT / "build" / "amalgamation"
ENVIRONMENT = ROOT / ".venv"
PYTHON = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
C_FILE = re.compile(r"csrc\S+\.c\b")  # in a line of the compiler's, when it begins with the file


def processors() -> int:
    """How many this process may use; xdist's own count leaves out the second thread of a core."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Command(NamedTuple):
    """What a command runs, the dependency groups that it needs, and how long setting them up takes."""

    arguments: list[str]
    groups: list[str] = ["dev"]  # noqa: RUF012 # a NamedTuple keeps it as a default, and nothing changes it
    takes: str = "about a minute"


COMMANDS = {
    "run": Command(["-m", "collide2d"], [], "less than half a minute"),
    "play": Command(["-m", "collide2d", "play"], ["play"], "less than half a minute"),
    "test": Command(["-P", "-m", "pytest", "--dist=worksteal", f"--numprocesses={processors()}"]),
    "soak": Command(["-P", str(ROOT / "tests" / "soak" / "soak.py")]),
    "mutants": Command([str(ROOT / "fuzz" / "mutants" / "run.py")]),
    "bench": Command([str(ROOT / "bench" / "run.py")], ["dev", "bench"]),
    "docs": Command(["-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", str(DOCS), str(SITE.parent)], ["docs"]),
}
# Those that need no environment, and their arguments if none are given.
SCRIPTS = {
    "amalgamate": (ROOT / "csrc" / "amalgamate.py", [str(AMALGAMATION)]),
    "proofs": (ROOT / "proofs" / "check.py", ["--coq"]),
}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


class SetupError(Exception):
    """Setting up failed; the message ends with what may help."""


def requirements(groups: Iterable[str]) -> Iterator[str]:
    """What the groups list. `pip install --group` would be newer than the pip that comes with Python."""
    for group in groups:
        for entry in PROJECT["dependency-groups"][group]:
            yield from [entry] if isinstance(entry, str) else requirements([entry["include-group"]])


@contextmanager
def step(what: str) -> Iterator[None]:
    """Shows on stderr what is done, and afterwards how long it took."""
    start = time.monotonic()
    show(f"  {what} ...")
    yield
    show(f"  {what}: {time.monotonic() - start:.0f} s\n")


def show(text: str) -> None:
    """Writes over the last line of a terminal. A log gets only whole lines."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
    elif text.endswith("\n"):
        print(text, end="", file=sys.stderr, flush=True)


def pip_install(*arguments: str, help: str, files: int = 0) -> None:
    """Runs pip. files: the number of C files that it compiles, to show how far it is."""
    command = [
        PYTHON,
        "-m",
        "pip",
        "install",
        "--no-compile",
        "--prefer-binary",
        "--disable-pip-version-check",
        *arguments,
    ]
    last = deque[str](maxlen=30)
    compiled = 0
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace"
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            last.append(line)
            if files and C_FILE.search(line):
                compiled = min(compiled + 1, files)
                show(f"  compiling the C core: {compiled} of {files} files")
    if process.returncode:
        raise SetupError(f"{''.join(last)}\n{help}")


def digest_of(paths: Iterable[Path]) -> str:
    """A digest of this Python and of files that an installation depends on."""
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(paths):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def set_up(command: Command) -> None:
    """Installs what the command needs and is not there yet."""
    of_groups = digest_of([ROOT / "pyproject.toml"])
    of_package = digest_of([ROOT / "pyproject.toml", ROOT / "setup.py", *ROOT.glob("csrc/**/*.[ch]")])

    def is_new(name: str, wanted: str) -> bool:
        stamp = ENVIRONMENT / f"installed-{name}"
        return not stamp.exists() or stamp.read_text() != wanted

    groups = [group for group in command.groups if is_new(f"group-{group}", of_groups)]
    compiles = is_new("package", of_package)
    if not groups and not compiles:
        return
    print(f"Setting up {os.path.relpath(ENVIRONMENT)} (once, {command.takes})", file=sys.stderr, flush=True)
    if not PYTHON.exists():
        with step("a virtual environment"):
            make_environment()
    with step("packages"):
        tools = PROJECT["build-system"]["requires"]
        pip_install("--quiet", *tools, *requirements(groups), help="Is there a connection to pypi.org?")
    for group in groups:
        (ENVIRONMENT / f"installed-group-{group}").write_text(of_groups)
    if compiles:
        with step("the C core"):
            pip_install(
                "--verbose", "--no-deps", "--no-build-isolation", "--editable", ".",
                files=len([*ROOT.glob("csrc/**/*.c")]),
                help="It needs a C compiler and Python's headers, on Debian and Ubuntu: apt install build-essential"
                " python3-dev; on a Mac: xcode-select --install; on Windows: the Build Tools for Visual Studio.",
            )  # fmt: skip
        (ENVIRONMENT / "installed-package").write_text(of_package)


def make_environment() -> None:
    try:
        venv.create(ENVIRONMENT, with_pip=True)
    except (subprocess.CalledProcessError, ImportError):
        PYTHON.unlink(missing_ok=True)
        raise SetupError(
            "Python has no pip for a virtual environment, on Debian and Ubuntu: apt install python3-venv"
        ) from None


def variables() -> dict[str, str]:
    """The environment of a command. Where it forbids __pycache__, compiled modules go into .venv instead: the tests
    start many interpreters, each of which would compile all that it imports.
    """
    given = dict(os.environ)
    if given.pop("PYTHONDONTWRITEBYTECODE", ""):
        given["PYTHONPYCACHEPREFIX"] = str(ENVIRONMENT / "pycache")
    return given


def main(arguments: list[str]) -> int:
    name, *rest = arguments or [""]
    if name in SCRIPTS:
        path, defaults = SCRIPTS[name]
        return subprocess.run([sys.executable, str(path), *(rest or defaults)], check=False).returncode
    if name not in COMMANDS:
        print(__doc__, file=sys.stderr)
        return 2
    command, opens = COMMANDS[name], name == "docs" and "--open" in rest
    if name == "run" and rest[:1] == ["pairs"]:
        command = command._replace(groups=["arrays"])
    try:
        set_up(command)
    except SetupError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    arguments = [one for one in rest if not opens or one != "--open"]
    done = subprocess.run([PYTHON, *command.arguments, *arguments], env=variables(), check=False)
    if name == "docs" and done.returncode == 0:
        print(f"The site: {SITE}")
        if opens:
            webbrowser.open(SITE.as_uri())
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
