"""Why some mutants survive: the texts in survivors, one file for each folder of the core.

A reason is some indented lines below one or several lines that name mutants: FILE: FUNCTION: CHANGE: SOURCE LINE, where
each part may be a pattern with * and ? of its own. Lines that begin with # are comments.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import NamedTuple

from mutate import Mutant

MUTANTS = Path(__file__).resolve().parent
sys.path.append(str(MUTANTS.parent / "coverage"))

from reasons import named_reasons  # noqa: E402

CSRC = MUTANTS.parent.parent / "csrc"
SURVIVORS = MUTANTS / "survivors"


class Reason(NamedTuple):
    pattern: str
    why: str

    def explains(self, mutant: Mutant) -> bool:
        """Whether the pattern matches, part by part; only * and ? are special, since C is full of brackets."""
        file, function, *rest = self.pattern.split(": ", 2)
        if not (_matches(mutant.file, file) and _matches(mutant.function, function)):
            return False
        # A change may contain the separator, as in "left out: f(x)", and so may a source line.
        words = rest[0].split(": ") if rest else ["*"]
        line = source_line(mutant)
        return (len(words) == 1 and _matches(mutant.change, words[0])) or any(
            _matches(mutant.change, ": ".join(words[:i])) and _matches(line, ": ".join(words[i:]))
            for i in range(1, len(words))
        )


def _matches(name: str, part: str) -> bool:
    return fnmatchcase(name, part.replace("[", "[[]"))


def read_reasons(text: str) -> Iterator[Reason]:
    yield from (Reason(pattern, why) for pattern, why in named_reasons(text))


def all_reasons() -> list[Reason]:
    return [reason for path in sorted(SURVIVORS.glob("*.txt")) for reason in read_reasons(path.read_text())]


class Explained(NamedTuple):
    why: dict[Mutant, str]
    stale: list[str]  # a complaint about each reason that explains nothing


def explain(
    reasons: Sequence[Reason], mutants: Sequence[Mutant], results: Mapping[Mutant, str], are_all: bool
) -> Explained:
    """Reasons for mutants, of which those in results were tried. are_all: they are those of the whole core.

    A reason is stale if it explains none of all mutants, or if all that it explains were tried and killed by their
    results. One that is killed by its work gives the same results, so it may have a reason, too.
    """
    by_file = defaultdict(list)
    for mutant in mutants:
        by_file[mutant.file].append(mutant)
    why: dict[Mutant, str] = {}
    stale = []
    for reason in reasons:
        file = reason.pattern.split(": ", 1)[0]
        files = [name for name in by_file if _matches(name, file)]
        about = [mutant for name in files for mutant in by_file[name] if reason.explains(mutant)]
        why.update(dict.fromkeys(about, reason.why))
        if are_all and not about:
            stale.append(f"a reason explains no mutant: {reason.pattern}")
        elif about and all(is_killed(results.get(mutant, "survives")) for mutant in about):
            stale.append(f"a reason explains only what is killed: {reason.pattern}")
    return Explained(why, stale)


def survives(how: str) -> bool:
    return how in ("survives", "same value", "unreached")


def is_killed(how: str) -> bool:
    """By a result."""
    return not survives(how) and how != "work"


def source_line(mutant: Mutant) -> str:
    return " ".join(_lines_of(mutant.file)[mutant.line - 1].split())


@cache
def _lines_of(file: str) -> list[str]:
    return (CSRC / file).read_text().splitlines()


def name_of(mutant: Mutant) -> str:
    return f"{mutant.file}: {mutant.function}: {mutant.change}: {source_line(mutant)}"
