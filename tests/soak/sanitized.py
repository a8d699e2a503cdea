"""Runs the tests with the address and undefined-behaviour sanitizers: there must be no report and no failure.

    python tests/soak/sanitized.py [ARG ...]    ARG is passed to pytest; the whole suite takes about half an hour
    python tests/soak/sanitized.py --script tests/soak/hammer.py --seconds 60
    python tests/soak/sanitized.py --thread [--script FILE] [ARG ...]    with the thread sanitizer instead
    python tests/soak/sanitized.py --plain [--script FILE] [ARG ...]     without a sanitizer

Needs gcc with its sanitizers' libraries; for --thread a Python that was built with the thread sanitizer, and clang-19.
Builds into a temporary folder and leaves the tree as it is. Leak detection is off, because the interpreter's own leaks
would hide those of the package; tests/binding/test_leaks.py checks those. That file is left out: it counts blocks of
the interpreter's allocator, which malloc replaces under the sanitizers. .ci/sanitized does so for several Pythons.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SUPPRESSIONS = ROOT / "tests" / "soak" / "tsan-suppressions.txt"
FLAGS = {
    "--address": "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer",
    "--thread": "-O1 -g -fsanitize=thread",
    "--plain": "-O2 -g",
}


def build(folder: Path, kind: str) -> Path:
    """A copy of the tree, in which the extension is built with the sanitizers."""
    tree = folder / "tree"
    tree.mkdir()
    # tar and not shutil: where there is no global lock, Python 3.13 yields the processor 40 times for each file that it
    # closes. Among seven other processes that made 20 minutes of 4 seconds.
    ignored = [f"--exclude={name}" for name in ("*.so", "*.pyd", "__pycache__", ".venv", "build", "_build", "dist")]
    with subprocess.Popen(["tar", "-cf", "-", "-C", str(ROOT), *ignored, "."], stdout=subprocess.PIPE) as archive:
        subprocess.run(["tar", "-xf", "-", "-C", str(tree)], stdin=archive.stdout, check=True)
    if archive.returncode != 0:
        raise SystemExit("tests/soak/sanitized.py: the tree could not be copied")
    compiler = f"{'ccache ' if shutil.which('ccache') else ''}{'clang-19' if kind == '--thread' else 'gcc'}"
    environment = {**os.environ, "CC": compiler, "CFLAGS": FLAGS[kind], "LDFLAGS": FLAGS[kind]}
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace", "--build-temp", str(folder / "objects")]
    subprocess.run(command, cwd=tree, env=environment, check=True)
    return tree


def runtime(name: str) -> str:
    """The path of a sanitizer's library, which must be loaded before those of the interpreter."""
    return subprocess.run(
        ["gcc", f"-print-file-name={name}"], capture_output=True, text=True, check=True
    ).stdout.strip()


def environment_for(tree: Path, reports: Path, kind: str) -> dict[str, str]:
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    if kind == "--thread":
        environment["TSAN_OPTIONS"] = f"suppressions={SUPPRESSIONS}:log_path={reports / 'report'}"
    elif kind == "--address":
        environment |= {
            "PYTHONMALLOC": "malloc",  # the sanitizer then tracks each block that the interpreter allocates
            "ASAN_OPTIONS": f"detect_leaks=0:log_path={reports / 'report'}",
            "UBSAN_OPTIONS": f"print_stacktrace=1:log_path={reports / 'report'}",
            "LD_PRELOAD": f"{runtime('libasan.so')} {runtime('libubsan.so')}",
        }
    return environment


def main(arguments: list[str]) -> int:
    kind = arguments.pop(0) if arguments[:1] and arguments[0] in FLAGS else "--address"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        reports = folder / "reports"
        reports.mkdir()
        tree = build(folder, kind)
        environment = environment_for(tree, reports, kind)
        where = "import collide2d._core as c; print(c.__file__)"
        loaded = subprocess.run(
            [sys.executable, "-P", "-c", where], env=environment, capture_output=True, text=True, check=True
        ).stdout  # fmt: skip
        if not loaded.startswith(str(folder)):
            raise SystemExit(f"tests/soak/sanitized.py: not the build that checks itself: {loaded}")
        command = [sys.executable, "-P"]
        if arguments[:1] == ["--script"]:
            command += arguments[1:]
        else:
            command += ["-m", "pytest", "-p", "no:cacheprovider", "--ignore=tests/binding/test_leaks.py", *arguments]
        status = subprocess.run(command, env=environment, cwd=tree, check=False).returncode
        for report in sorted(reports.iterdir()):
            print(report.read_text(errors="replace"), file=sys.stderr)
            status = status or 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
