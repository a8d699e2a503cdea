#!/usr/bin/env python3
"""Makes each place of the extension module that allocates fail, in calls through Python. trial.py says what must hold.

A place is a source line of csrc that calls malloc, PyMem_Malloc, a function of CPython or NumPy that returns something
new or may allocate, or pthread_create: wrap.c lists these functions. Each place must fail at least once, and the call
must then raise MemoryError. reasons.txt has the reasons of the places that never fail, and of those without which a
call succeeds.

    python fuzz/memory/python/fail_each.py                          # the first and the last call of each place
    python fuzz/memory/python/fail_each.py --only Space --folder F  # only cases with such a name; keeps the build in F
    CC=gcc CFLAGS="-fsanitize=address,undefined -fno-sanitize-recover=undefined" python fuzz/memory/python/fail_each.py

Needs gcc or clang, GNU ld or lld, binutils, and NumPy.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import sysconfig
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(HERE.parent), str(ROOT / "fuzz" / "coverage")]

from allocations import address_of, calls_of, chains_of  # noqa: E402
from reasons import named_reasons  # noqa: E402

FLAGS = "-O1 -g -fno-optimize-sibling-calls -fno-omit-frame-pointer"
SILENT = {"free", "PyMem_Free"}  # wrap.c counts their calls, which cannot fail
# Calls through function pointers; wrap.c puts its own functions there.
INDIRECT = re.compile(r"->tp_alloc\(|\bPyArray_(SimpleNew|New|CopyInto|FromAny|Return|View)\(")
REASONS = HERE / "reasons.txt"


# ---- building --------------------------------------------------------------------------------------------------------


def wrapped(wrapper: Path) -> list[str]:
    listing = subprocess.run(["nm", str(wrapper)], capture_output=True, text=True, check=True).stdout
    return re.findall(r" [Tt] __wrap_(\w+)$", listing, re.MULTILINE)


def build(folder: Path) -> Path:
    """The package with an extension module in which places can fail. Returns the module's file."""
    compiler, flags = shlex.split(os.environ.get("CC", "cc")), os.environ.get("CFLAGS", "")
    wrapper = folder / "wrap.o"
    own = [*shlex.split(flags), "-std=c11", "-O1", "-g", "-fPIC", "-fvisibility=hidden"]
    include = f"-I{sysconfig.get_path('include')}"
    subprocess.run([*compiler, *own, include, "-c", str(HERE / "wrap.c"), "-o", str(wrapper)], check=True)
    link = f"{wrapper} {' '.join(f'-Wl,--wrap={name}' for name in wrapped(wrapper))}"
    environment = {**os.environ, "CC": shlex.join(compiler), "CFLAGS": f"{flags} {FLAGS}", "LDFLAGS": f"{flags} {link}"}
    command = [
        sys.executable,
        "setup.py",
        "-q",
        "build",
        "--build-base",
        f"{folder}/base",
        "--build-lib",
        f"{folder}/lib",
    ]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    return next((folder / "lib" / "collide2d").glob("_core*.so"))


# ---- places ----------------------------------------------------------------------------------------------------------


def places_of(module: Path) -> dict[int, str]:
    """The places that wrap.c can let fail: their distances from failing_origin, and `FILE: FUNCTION: SOURCE LINE`."""
    origin = address_of(module, "failing_origin")
    names = [name for name in wrapped(module) if name not in SILENT]
    direct = dict(calls_of(module, rf"__wrap_(?:{'|'.join(names)})"))
    pointers = dict(calls_of(module, None))
    addresses = [*direct, *pointers]
    found = {}
    for address, chain in zip(addresses, chains_of(module, addresses), strict=True):
        name = name_of(chain)
        if name and (address in direct or INDIRECT.search(name)):
            found[address - origin] = name
    return found


def name_of(chain: list[tuple[str, str]]) -> str | None:
    """The place of a call: its innermost line outside of the small functions of headers; None if not in csrc."""
    inside = [(function, line) for function, line in chain if "/csrc/" in line]
    if not inside:
        return None
    function, line = next((pair for pair in inside if not is_helper(pair[1])), inside[0])
    path, _, number = line.partition(":")
    source = Path(path).read_text(encoding="utf-8").splitlines()[int(number) - 1].strip()
    return f"{os.path.normpath(path).partition('/csrc/')[2]}: {function}: {source}"


def is_helper(line: str) -> bool:
    return bool(re.search(r"/(allocate|numpy_abi|binding|members)\.h:", line))


# ---- the trials ------------------------------------------------------------------------------------------------------


@dataclass
class Report:
    cases: int = 0
    failures: int = 0
    failed: Counter[int] = field(default_factory=Counter)
    without: Counter[int] = field(default_factory=Counter)
    where: dict[int, str] = field(default_factory=dict)  # a case that succeeded though the place had failed
    problems: list[str] = field(default_factory=list)
    places: int = 0
    unreached: int = 0

    def add(self, line: dict[str, Any]) -> None:
        self.cases += 1
        self.failures += line["attempts"]
        self.failed.update({int(place): count for place, count in line["failed"].items()})
        self.without.update({int(place): count for place, count in line["without"].items()})
        self.where |= {int(place): line["case"] for place in line["without"]}
        self.problems += line["problems"]

    def __str__(self) -> str:
        return (
            f"{self.failures} failures of {self.places} places that allocate, in {self.cases} calls through Python; "
            f"{self.unreached} never fail: {len(self.problems) or 'no'} problems"
        )


def environment_for(module: Path) -> dict[str, str]:
    environment = {**os.environ, "PYTHONPATH": str(module.parents[1]), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    if "-fsanitize" in os.environ.get("CFLAGS", ""):
        runtime = [
            subprocess.run(
                ["gcc", f"-print-file-name={name}"], capture_output=True, text=True, check=True
            ).stdout.strip()
            for name in ("libasan.so", "libubsan.so")
        ]
        environment |= {
            "PYTHONMALLOC": "malloc",
            "LD_PRELOAD": " ".join(runtime),
            "ASAN_OPTIONS": "detect_leaks=0",
            "UBSAN_OPTIONS": "print_stacktrace=1",
        }
    return environment


def examine(module: Path, folder: Path, only: str) -> Report:
    """Runs trial.py until all cases are done. After a crash it goes on, without the attempt that crashed."""
    report, context = Report(), folder / "context"
    first, crashes = 0, list[dict[str, Any]]()
    context.write_text("")
    while True:
        arguments = [str(HERE / "trial.py"), str(context), str(first), json.dumps(crashes), only]
        with subprocess.Popen(
            [sys.executable, *arguments], stdout=subprocess.PIPE, text=True, env=environment_for(module)
        ) as child:
            assert child.stdout is not None
            for text in child.stdout:
                line = json.loads(text)
                report.add(line)
                first = line["number"] + 1
        if child.returncode == 0:
            return report
        if not context.read_text():
            raise SystemExit("fuzz/memory/python/fail_each.py: trial.py does not start")
        attempt = json.loads(context.read_text())
        all_follow = ", and all that follow" if attempt["all_follow"] else ""
        how = f"call {attempt['after'] + 1} of {{{attempt['place']}}} fails{all_follow}"
        report.problems.append(f"{attempt['case']}: {how}: it crashes, status {child.returncode}")
        crashes.append(attempt)
        if len(crashes) > 100 or attempt["place"] == 0:
            return report


def judge(report: Report, places: dict[int, str]) -> None:
    """Adds a problem for each place that did not do what it must, without a reason, and for each unused reason."""
    report.problems = [
        re.sub(r"\{(-?\d+)\}", lambda found: places.get(int(found[1]), found[0]), text) for text in report.problems
    ]
    report.problems += [f"an unknown place allocates: {place:#x}" for place in report.failed.keys() - places.keys()]
    # A compiler may make copies of a call, so a line counts, not each of its calls.
    lines: dict[str, list[int]] = {}
    for place, name in places.items():
        lines.setdefault(name, []).append(place)
    report.places = len(lines)
    reasons = dict(named_reasons(REASONS.read_text(encoding="utf-8")))
    used = set()

    def explain(kind: str, line: str) -> bool:
        """Whether a reason names it, itself or by a beginning that ends in *."""
        text = f"{kind}: {line}"
        found = {r for r in reasons if r == text or (r.endswith("*") and text.startswith(r[:-1]))}
        used.update(found)
        return bool(found)

    for line, copies in lines.items():
        failed, without = (sum(counts[place] for place in copies) for counts in (report.failed, report.without))
        if failed == 0 and not explain("never", line):
            report.problems.append(f"never fails: {line}")
        if without > 0 and not explain("does without", line):
            where = next(report.where[place] for place in copies if place in report.where)
            report.problems.append(f"does without: {line} ({without} times of {failed}, as in {where})")
        report.unreached += failed == 0
    report.problems += [f"a reason that nothing needs: {reason}" for reason in reasons if reason not in used]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="the cases whose names have this")
    parser.add_argument("--folder", type=Path, help="of the build, which is kept and used again")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        folder.mkdir(exist_ok=True)
        module = next(iter((folder / "lib" / "collide2d").glob("_core*.so")), None) or build(folder)
        report = examine(module, folder, options.only)
        judge(report, places_of(module))
    print(*report.problems, report, sep="\n")
    return len(report.problems) > 0


if __name__ == "__main__":
    sys.exit(main())
