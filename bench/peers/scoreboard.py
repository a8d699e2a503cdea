"""How many answers of other libraries are wrong: writes docs/scoreboard.md.

    python bench/peers/scoreboard.py                        # five minutes; peers that are not installed are named
    python bench/peers/scoreboard.py --count 2000 --only pymunk shapely --output -

The peers: `pip install pygame-ce pymunk shapely scipy matplotlib raylib numba sympy collision`, and in Debian
`apt-get install libbox2d-dev g++`. Ends in one line of verdict.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from peers import PEERS, Peer, Question

from collide2d.testing import EXAM_REGIMES, Report, examine

PAGE = Path(__file__).resolve().parents[2] / "docs" / "scoreboard.md"

# The columns, and the regimes of pairs that each adds up.
CATEGORIES = {
    "lattice": ("lattice", "exact_touch", "centred"),
    "decimals": ("decimals",),
    "random": ("scattered",),
    "near": ("near_touch", "kicked_touch", "unequal", "specks", "deep", "nearly_parallel", "short_edges"),
    "thin": ("sliver", "degenerate", "nested"),
    "far": ("far",),
    "extreme": ("tiny", "huge", "edges_of_domain"),
}


# A percentage of fewer answers says nothing.
FEW = 30


class Row(NamedTuple):
    """What a peer answered to one question."""

    peer: Peer
    question: Question
    report: Report

    def rate(self, category: str) -> str:
        """Wrong of asked in a category, with the percentage if that is more than 0 and enough was asked."""
        asked, wrong = (sum(counts[regime] for regime in CATEGORIES[category])
                        for counts in (self.report.asked, self.report.wrong))  # fmt: skip
        percent = f" ({wrong * 100 / asked:.2g} %)" if wrong and asked >= FEW else ""
        return f"{wrong:,}/{asked:,}{percent}"


def examined(peer: Peer, count: int) -> Iterator[Row]:
    for question in peer.questions:
        report = examine(
            question.function, question.kinds, verb=question.verb, takes=question.takes, precision=question.precision,
            where=question.where, count=max(len(EXAM_REGIMES), int(count * question.share)),
        )  # fmt: skip
        yield Row(peer, question, report)


# ---- the page --------------------------------------------------------------------------------------------------------

HEAD = """\
# How often are other libraries wrong?

This page is written by `python bench/peers/scoreboard.py`. Libraries, and some formulas from textbooks, are asked about
pairs of shapes that are hard to decide. Each cell shows wrong answers / pairs asked, and their ratio as a
percentage if at least {few} pairs were asked.

Most of these pairs touch, or miss a touch by a rounding: such pairs are common in games, where feet stand on floors and
tiles share edges, and rare among random shapes. A library that computes in floats of 32 bits, or that does not claim to
be exact, is not a bad library because of this. The tables say how far its answers can be trusted where shapes meet.

The rules:

- A library is only asked what its documentation promises. If it says nothing about shapes that touch, it is not asked
  about these. The promise is stated with each library.
- A library that computes in floats of 32 bits is only asked about numbers that are such floats.
- Numbers are only passed if they say exactly what the shapes are: the side x + w of a rectangle must be a double. A
  library that takes one distance for two radii is only asked where their sum is a double.
- An exception counts as a wrong answer.
- The right answer is that of exact arithmetic on the numbers: see [exactness](exactness.md). All right answers are
  collide2d's. Its [reference in fractions](reference/oracle.rst), which shares no code with its core, confirms that of
  each example on this page, and those of all pairs in the first table.

| column | pairs |
|---|---|
| lattice | multiples of 1/4 that often touch exactly |
| decimals | touches in tenths, such as 0.3, 0.4 and 0.5, which as doubles are off by a rounding |
| random | floats of full precision, which hardly ever touch |
| near | touches that are off by a few roundings, of shapes of equal or of very different size |
| thin | slivers, shapes without size, shapes in each other |
| far | touches far from the origin |
| extreme | the smallest and the largest numbers of the domain, up to 1e60 |

Below each table is the simplest wrong answer to each question.

## How to check one row

Each quote is from the documentation of the version that was asked. To check an example, compute with its numbers as
`fractions.Fraction`, or ask `collide2d.reference.separation`. The tables of one
library are made again by `python bench/peers/scoreboard.py --only shapely --output page.md`.

`bench/peers/peers.py` has the call of each row, and says which pairs the library is asked about. The pairs are those of
[`examine`](testing.md) with its seed, 1, so they are the same each time and on every platform. A column adds up
[regimes](testing.md#is-it-a-bug-or-only-a-rounding):

| column | regimes |
|---|---|
{regimes}
"""


def page(rows: Sequence[Row], absent: Sequence[str], seconds: float) -> str:
    regimes = (f"| {column} | {', '.join(f'`{regime}`' for regime in names)} |" for column, names in CATEGORIES.items())
    lines = [HEAD.format(few=FEW, regimes="\n".join(regimes))]
    for peer in dict.fromkeys(row.peer.name for row in rows):
        of_peer = [row for row in rows if row.peer.name == peer]
        lines += [f"## {peer}", "", _sentence(of_peer[0].peer.promise), ""]
        lines.append(f"| call | kinds | asked | {' | '.join(CATEGORIES)} |")
        lines.append(f"|---|---|---{'|---' * len(CATEGORIES)}|")
        for row in of_peer:
            rates = " | ".join(row.rate(category) for category in CATEGORIES)
            bits = ", floats" if row.question.precision == "single" else ""
            total = row.report.asked.total()
            lines.append(f"| `{row.question.call}` | {' and '.join(row.question.kinds)}{bits} | {total:,} | {rates} |")
        lines.append("")
        lines += [line for row in of_peer for line in _example(row)]
    if absent:
        lines += ["## Not asked", "", *(f"- {why}" for why in absent), ""]
    lines += ["---", "", verdict(rows, seconds)]
    return "\n".join(lines) + "\n"


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


def _example(row: Row) -> Iterator[str]:
    """The simplest wrong answer, as lines of text."""
    wrong = row.report.smallest
    if wrong is not None:
        yield "```text"
        yield f"{row.question.call}: {wrong.a!r}, {wrong.b!r}"
        yield f"{wrong.answer}, but {wrong.reason}"
        yield "```"
        yield ""


def verdict(rows: Sequence[Row], seconds: float) -> str:
    """One line: how many answers of how many peers, and how many of ours, are wrong."""
    others = [row for row in rows if not row.peer.name.startswith("collide2d")]
    ours = [row for row in rows if row.peer.name.startswith("collide2d")]
    counts = Counter[str]()
    for name, part in (("others", others), ("ours", ours)):
        counts[name] = sum(row.report.asked.total() for row in part)
        counts[f"{name} wrong"] = sum(row.report.wrong.total() for row in part)
    peers = len({row.peer.name for row in others})
    return (
        f"{peers} libraries and formulas: {counts['others wrong']:,} of {counts['others']:,} answers wrong; "
        f"collide2d: {counts['ours wrong']:,} of {counts['ours']:,}; {seconds:.0f} s"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000, help="pairs for each question")
    names = [make.__name__ for make in PEERS]
    parser.add_argument("--only", nargs="+", choices=names, metavar="PEER", help=f"some of {', '.join(names)}")
    parser.add_argument("--output", default=str(PAGE), help="the page; - writes none")
    chosen = parser.parse_args(arguments)
    start, rows, absent = time.monotonic(), list[Row](), list[str]()
    for make in PEERS:
        if chosen.only and make.__name__ not in chosen.only:
            continue
        try:
            peer = make()
        except ImportError as error:
            absent.append(f"{make.__name__}: {error}")
            continue
        for row in examined(peer, chosen.count):
            rows.append(row)
            rates = "  ".join(f"{category} {row.rate(category)}" for category in CATEGORIES)
            print(f"{peer.name}: {row.question.call}, {'-'.join(row.question.kinds)}: {rates}", flush=True)
    seconds = time.monotonic() - start
    if chosen.output != "-":
        Path(chosen.output).write_text(page(rows, absent, seconds), encoding="utf-8")
    print("\n".join(f"not asked: {why}" for why in absent), end="\n" * bool(absent))
    print(verdict(rows, seconds))
    return 1 if any(row.report.wrong for row in rows if row.peer.name.startswith("collide2d")) else 0


if __name__ == "__main__":
    sys.exit(main())
