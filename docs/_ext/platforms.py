"""The tables of docs/platforms.md, from what the scripts printed that try platforms.

    .ci/portable | tee lines.txt; python docs/_ext/platforms.py portable <lines.txt

The argument is the script's name; without one the page is only made again. A line of the input is

    NAME VERDICT TEXT (SECONDSs)

It replaces the line of this name in docs/platforms/SCRIPT.txt, where today's date precedes it. So a run may try
only some of the platforms. Lines of another form are left out. The page has one table for each file, and no
other result: tests/docs/test_platforms.py.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from datetime import date
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent
PAGE, RESULTS = DOCS / "platforms.md", DOCS / "platforms"
VERDICT = re.compile(r"(\S+) +(NOT RUN|NOT BUILT|TOO LARGE|not built|\S+) +(.*) \((\d+)s\)")
TABLE = re.compile(r"(<!-- (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def recorded(script: str) -> dict[str, str]:
    """The lines of a script by the names of their platforms."""
    path = RESULTS / f"{script}.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {line.split()[1]: line for line in lines}


def record(script: str, lines: Iterable[str], today: str) -> None:
    """Adds the verdicts of a run to those of earlier runs."""
    kept = recorded(script)
    for line in lines:
        if VERDICT.fullmatch(line.strip()):
            kept[line.split()[0]] = f"{today} {' '.join(line.split())}"
    RESULTS.mkdir(exist_ok=True)
    text = "".join(f"{line}\n" for line in kept.values())
    (RESULTS / f"{script}.txt").write_text(text, encoding="utf-8")


def table(script: str) -> str:
    """The verdicts of a script as a table, or the sentence that there are none."""
    rows = []
    for line in recorded(script).values():
        day, rest = line.split(" ", 1)
        match = VERDICT.fullmatch(rest)
        assert match, line
        name, verdict, text, seconds = match.groups()
        rows.append(f"| `{name}` | {verdict} | {text.replace('|', '/')} | {day}, {seconds} s |\n")
    if not rows:
        return f"No run of `.ci/{script}` is recorded.\n"
    return f"| what | verdict | | run |\n|---|---|---|---|\n{''.join(rows)}"


def page(text: str) -> str:
    """The page with its tables made again."""
    return TABLE.sub(lambda found: f"{found[1]}\n{table(found[2])}\n{found[3]}", text)


def main(arguments: list[str]) -> int:
    if arguments:
        record(arguments[0], sys.stdin, date.today().isoformat())
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
