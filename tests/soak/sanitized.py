"""Runs the tests with the address and undefined-behaviour sanitizers: there must be no report and no failure.

    python tests/soak/sanitized.py [ARG ...]    ARG is passed to pytest; the whole suite takes about half an hour

Needs gcc with its sanitizers' libraries. Builds into a temporary folder and leaves the tree as it is. Leak
detection is off, because the interpreter's own leaks would hide those of the package; tests/binding/test_leaks.py
checks those. That file is left out: it counts blocks of the interpreter's allocator, which malloc replaces under the
sanitizers.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SANITIZE = "-fsanitize=address,undefined"
CFLAGS = f"-O1 -g {SANITIZE} -fno-sanitize-recover=undefined -fno-omit-frame-pointer"


def build(folder: Path) -> Path:
    """A copy of the package whose extensions are built with the sanitizers."""
    library = folder / "library"
    environment = {**os.environ, "CC": "gcc", "CFLAGS": CFLAGS, "LDFLAGS": SANITIZE}
    command = ["setup.py", "--quiet", "build_ext", "--build-lib", str(library), "--build-temp", str(folder / "objects")]
    subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, check=True)
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(ROOT / "collide2d", library / "collide2d", ignore=ignored, dirs_exist_ok=True)
    for name in ("csrc", "examples"):  # the tests read the header and the maps of the source tree
        (library / name).symlink_to(ROOT / name)
    return library


def runtime(name: str) -> str:
    """The path of a sanitizer's library, which must be loaded before those of the interpreter."""
    return subprocess.run(
        ["gcc", f"-print-file-name={name}"], capture_output=True, text=True, check=True
    ).stdout.strip()


def environment_for(library: Path, reports: Path) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": str(library),
        "PYTHONMALLOC": "malloc",  # the sanitizer then tracks each block that the interpreter allocates
        "ASAN_OPTIONS": f"detect_leaks=0:log_path={reports / 'report'}",
        "UBSAN_OPTIONS": f"print_stacktrace=1:log_path={reports / 'report'}",
        "LD_PRELOAD": f"{runtime('libasan.so')} {runtime('libubsan.so')}",
    }


def main(arguments: list[str]) -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        reports = folder / "reports"
        reports.mkdir()
        environment = environment_for(build(folder), reports)
        where = "import collide2d._core as c; print(c.__file__)"
        loaded = subprocess.run(
            [sys.executable, "-P", "-c", where], env=environment, capture_output=True, text=True, check=True
        ).stdout  # fmt: skip
        if not loaded.startswith(str(folder)):
            raise SystemExit(f"tests/soak/sanitized.py: not the build that checks itself: {loaded}")
        options = ["-p", "no:cacheprovider", "--ignore=tests/binding/test_leaks.py"]
        command = [sys.executable, "-P", "-m", "pytest", *options, *arguments]
        status = subprocess.run(command, env=environment, cwd=ROOT, check=False).returncode
        for report in sorted(reports.iterdir()):
            print(report.read_text(errors="replace"), file=sys.stderr)
            status = status or 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
