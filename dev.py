"""Sets up a virtual environment in .venv and works in it: one command on a fresh machine.

    python3 dev.py run [ARG ...]     installs the package, then python -m collide2d ARG ...
    python3 dev.py play [ARG ...]    the same with pygame-ce, then python -m collide2d play ARG ...: the playground
    python3 dev.py test [ARG ...]    installs the package editable with what the tests need, then pytest ARG ... on all
                                     processors (-n 0: in one process)
    python3 dev.py soak [ARG ...]    the same, then tests/soak/soak.py ARG ...: new examples, long runs, for --minutes
    python3 dev.py bench [ARG ...]   the same with the peers, then bench/run.py ARG ...
    python3 dev.py docs [ARG ...]    with Sphinx, then builds the site into docs/_build, offline; a warning is an error

Needs Python 3.11 or newer and a C compiler. The package is installed again only when pyproject.toml, setup.py or the C
sources have changed.
"""

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
DOCS = ROOT / "docs"
ENVIRONMENT = ROOT / ".venv"
PYTHON = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def processors() -> int:
    """How many this process may use; xdist's own count leaves out the second thread of a core."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


GROUPS = {"run": [], "play": ["play"], "test": ["dev"], "soak": ["dev"], "bench": ["dev", "bench"], "docs": ["docs"]}
COMMANDS = {
    "run": ["-m", "collide2d"],
    "play": ["-m", "collide2d", "play"],
    "test": ["-P", "-m", "pytest", "--dist=worksteal", f"--numprocesses={processors()}"],
    "soak": ["-P", str(ROOT / "tests" / "soak" / "soak.py")],
    "bench": [str(ROOT / "bench" / "run.py")],
    "docs": ["-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", str(DOCS), str(DOCS / "_build")],
}


def pip(*arguments: str) -> None:
    subprocess.run([PYTHON, "-m", "pip", "install", "--quiet", *arguments], check=True, cwd=ROOT)


def state() -> str:
    """A digest of everything that an installation depends on."""
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted([ROOT / "pyproject.toml", ROOT / "setup.py", *ROOT.glob("csrc/**/*.[ch]")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def set_up(groups: list[str]) -> None:
    if not PYTHON.exists():
        venv.create(ENVIRONMENT, with_pip=True)
        pip("--upgrade", "pip>=25.1")
    stamps = {ENVIRONMENT / f"installed-{name}" for name in ["package", *groups]}
    wanted = state()
    if all(stamp.exists() and stamp.read_text() == wanted for stamp in stamps):
        return
    pip("--editable", ".", *(f"--group={name}" for name in groups))
    for stamp in stamps:
        stamp.write_text(wanted)


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] not in COMMANDS:
        print(__doc__, file=sys.stderr)
        return 2
    name, *rest = arguments
    set_up(GROUPS[name])
    return subprocess.run([PYTHON, *COMMANDS[name], *rest], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
