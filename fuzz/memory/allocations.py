#!/usr/bin/env python3
"""Lets every allocation of the core fail, in every verb of fuzz/bits: see memory.c, which says what must hold.

Each line that calls the allocator must have failed at least once; it names those that did not.

    python fuzz/memory/allocations.py                             a few failures of each place in each verb; seconds
    python fuzz/memory/allocations.py --inputs 10 --failures 0    every allocation of ten inputs of each verb; minutes
    CC=gcc CFLAGS="-O1 -g -fsanitize=address,undefined" python fuzz/memory/allocations.py

Needs gcc or clang, GNU ld or lld, and binutils.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

FUZZ = Path(__file__).resolve().parents[1]
CORE = FUZZ.parent / "csrc" / "core"
HOOKS = ["-DC2D_REALLOC=target_realloc", "-DC2D_STEPS=target_steps", "-DC2D_TESTS_BY_BOX=target_tests_by_box"]
# At -O1 the helpers of allocate.h are inlined, and without tail calls each return address is a place of the source.
FLAGS = ["-std=c11", "-O1", "-g", "-ffp-contract=off", "-fno-optimize-sibling-calls", *HOOKS]
MAIN = [
    "-DBITS_WITHOUT_MAIN",
    *map(str, [*sorted((FUZZ / "bits").glob("*.c")), *sorted((FUZZ / "memory").glob("*.c"))]),
]
LINK = ["-Wl,--wrap=free", "-lm"]

INPUTS, FAILURES = 1000, 1  # of each verb, and of each place in each verb and way
# Random hulls of the decoder have many points, too. All other calls that allocate are to be in TRY.
OUTSIDE_CALLS = {"c2d_hull"}


@dataclass
class Report:
    verbs: int
    allocations: int
    failures: int
    places: int
    problems: list[str]

    def __str__(self) -> str:
        return (
            f"{self.failures} failures of {self.places} places that allocate, by {self.verbs} verbs with "
            f"{self.allocations} allocations: {len(self.problems) or 'no'} problems"
        )


def calls_of(program: Path, symbol: str | None) -> Iterator[tuple[int, str]]:
    """The return addresses of the calls of functions, and the functions that call them.

    symbol: a pattern; None for calls by pointers.
    """
    target = r"(\*|\w+$)" if symbol is None else rf".*<(?:{symbol})>$"
    call = re.compile(rf"\b(call|bl|blr|jal)\w*\s+{target}")
    listing = subprocess.run(
        ["objdump", "-d", "--no-show-raw-insn", str(program)], capture_output=True, text=True, check=True
    )
    function, is_next = "", False
    for line in listing.stdout.splitlines():
        if label := re.match(r"[0-9a-f]+ <(.+)>:$", line):
            function = label[1]
        elif instruction := re.match(r" *([0-9a-f]+):\s", line):
            if is_next:
                yield int(instruction[1], 16), function
            is_next = bool(call.search(line))


def address_of(program: Path, symbol: str) -> int:
    listing = subprocess.run(["nm", str(program)], capture_output=True, text=True, check=True).stdout
    found = re.search(rf"^([0-9a-f]+) [A-Za-z] {symbol}$", listing, re.MULTILINE)
    assert found, symbol
    return int(found[1], 16)


def chains_of(program: Path, addresses: list[int]) -> list[list[tuple[str, str]]]:
    """The functions and the lines of the source that the calls before these addresses come from, innermost first."""
    command = ["addr2line", "-i", "-f", "-a", "-e", str(program)]
    text = "".join(f"{address - 1:x}\n" for address in addresses)
    output = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    parts = [part.splitlines()[1:] for part in re.split(r"^0x", output, flags=re.MULTILINE)[1:]]
    return [[(part[k], re.sub(r" \(.*\)$", "", part[k + 1])) for k in range(0, len(part), 2)] for part in parts]


def lines_of(program: Path, addresses: list[int]) -> list[str]:
    """The lines of the source that the calls before these addresses come from, outside of allocate.h."""
    chains = [[line.rsplit("/", 1)[-1] for _, line in chain] for chain in chains_of(program, addresses)]
    return [next(line for line in chain if not line.startswith("allocate.h")) for chain in chains]


def judge(program: Path, output: str) -> Report:
    """Compares what a program printed with the places that it has."""
    verbs = re.findall(r"^verb (\w+) (\d+) (\d+)$", output, re.MULTILINE)
    origin = address_of(program, "target_realloc")
    seen = {
        origin + int(distance): (int(failed), int(without), int(outside))
        for distance, failed, without, outside in re.findall(r"^place (-?\d+) (\d+) (\d+) (\d+)$", output, re.MULTILINE)
    }
    places = dict(calls_of(program, "target_realloc"))
    problems = [f"an unknown place {address:x} allocates" for address in seen.keys() - places.keys()]
    # A compiler may make copies of a call for a case that does not happen, so a line counts, not each of its calls.
    lines: dict[str, list[int]] = {}
    for address, line in zip(places, lines_of(program, list(places)), strict=True):
        lines.setdefault(f"{places[address]} ({line})", []).append(address)
    for line, addresses in lines.items():
        failed, without, outside = (sum(seen.get(address, (0, 0, 0))[k] for address in addresses) for k in range(3))
        if failed == 0:
            problems.append(f"{line}: this allocation never fails")
        if without > 0:
            problems.append(f"{line}: does without memory, {without} times")
        if outside > 0 and not any(line.startswith(name) for name in OUTSIDE_CALLS):
            problems.append(f"{line}: allocates in a call that is not in TRY")
    numbers = [(int(allocations), int(failures)) for _, allocations, failures in verbs]
    return Report(len(verbs), sum(a for a, _ in numbers), sum(f for _, f in numbers), len(seen), problems)


def examine(program: Path, inputs: int = INPUTS, failures: int = FAILURES) -> Report:
    done = subprocess.run([str(program), str(inputs), str(failures)], capture_output=True, text=True, check=False)
    report = judge(program, done.stdout)
    if done.returncode != 0:
        report.problems.insert(0, done.stderr[-5000:])
    return report


def build(folder: Path, compiler: list[str], flags: list[str]) -> Path:
    sources = [*sorted(CORE.glob("*/*.c")), FUZZ / "target.c", FUZZ / "decode.c"]
    objects = [folder / f"{i}.o" for i in range(len(sources))]
    options = [*FLAGS, *flags, f"-I{FUZZ.parent / 'csrc' / 'include'}"]

    def compile_one(source: Path, output: Path) -> None:
        subprocess.run([*compiler, *options, "-c", str(source), "-o", str(output)], check=True)

    with ThreadPoolExecutor(int(os.environ.get("JOBS", "1"))) as pool:
        list(pool.map(compile_one, sources, objects))
    program = folder / "memory"
    subprocess.run([*compiler, *options, *MAIN, *map(str, objects), "-o", str(program), *LINK], check=True)
    return program


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=INPUTS, help="of each verb")
    parser.add_argument("--failures", type=int, default=FAILURES, help="of each place in each verb and way; 0: all")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        compiler, flags = shlex.split(os.environ.get("CC", "cc")), shlex.split(os.environ.get("CFLAGS", ""))
        report = examine(build(Path(folder), compiler, flags), options.inputs, options.failures)
    print(*report.problems, report, sep="\n")
    return len(report.problems) > 0


if __name__ == "__main__":
    sys.exit(main())
