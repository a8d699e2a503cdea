"""The tests of the package built with the address and undefined-behaviour sanitizers: no report, no failure.

    python tests/soak/sanitized.py [pytest's ARG ...]    without one, the whole suite, which takes about half an hour

Needs gcc with its sanitizers' libraries. Builds into a temporary folder and leaves the tree as it is. Leaks are not
looked for: the interpreter's own would hide those of the package, which tests/binding/test_leaks.py counts. That file
is left out, because it counts the blocks of the interpreter's allocator, and the sanitizers need malloc in its place.
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
    """A copy of the package, with extensions that check themselves."""
    library = folder / "library"
    environment = {**os.environ, "CC": "gcc", "CFLAGS": CFLAGS, "LDFLAGS": SANITIZE}
    command = ["setup.py", "--quiet", "build_ext", "--build-lib", str(library), "--build-temp", str(folder / "objects")]
    subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, check=True)
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(ROOT / "collide2d", library / "collide2d", ignore=ignored, dirs_exist_ok=True)
    for name in ("csrc", "examples"):  # where a source tree has its header and its maps
        (library / name).symlink_to(ROOT / name)
    return library


def runtime(name: str) -> str:
    """The path of a sanitizer's library, which has to be loaded before the interpreter's own."""
    return subprocess.run(
        ["gcc", f"-print-file-name={name}"], capture_output=True, text=True, check=True
    ).stdout.strip()


def environment_for(library: Path, reports: Path) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": str(library),
        "PYTHONMALLOC": "malloc",  # so that each block of the interpreter's is one of the sanitizer's
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
