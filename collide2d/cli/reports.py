"""How commands print their results: tables for people, JSON for programs."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import NamedTuple, TypeVar

from collide2d import Contact, Hit, Relation
from collide2d._messages import one_line
from collide2d.scene import Scene

_Row = TypeVar("_Row")

VERBS = {Relation.OVERLAPPING: "overlap", Relation.TOUCHING: "touch", Relation.APART: "apart"}


class Ending(NamedTuple):
    """What a command says after its output: notes for stderr, and its exit status."""

    notes: str = ""
    status: int = 0


class Report(NamedTuple):
    """What a command says: the parts of its output, and what there is to say once they are written."""

    parts: Iterable[str]
    ending: Callable[[], Ending] = Ending


def schema_text(command: str) -> str:
    """The JSON Schema of what a command prints with --json.

    >>> schema_text("check")[:2]
    '{\\n'
    """
    from importlib.resources import files  # which takes a fifth of the program's start

    return (files("collide2d.cli") / "schemas" / f"{command}-1.json").read_text(encoding="utf-8")


def schema_name(command: str) -> str:
    """The `$id` of that schema, which the output names. Its number changes when a key goes or changes its meaning."""
    return f"urn:collide2d:{command}:1"


def json_object(head: Mapping[str, object], lists: Mapping[str, Iterable[object]]) -> Iterator[str]:
    """The parts of a JSON object with one line for each key of `head` and one for each element of `lists`."""
    start = "{\n"
    for key, value in head.items():
        yield f"{start}  {json.dumps(key)}: {_json(value)}"
        start = ",\n"
    for key, elements in lists.items():
        yield f"{start}  {json.dumps(key)}: ["
        start, before = ",\n", ""
        for rows in _blocks(_json(element) for element in elements):
            yield before + "".join(f"\n    {row}," for row in rows)[:-1]
            before = ","
        yield "\n  ]" if before else "]"
    yield "\n}\n"


def _json(value: object) -> str:
    """A value on one line, in which GitHub finds no command: `##[` would begin one."""
    return json.dumps(value, allow_nan=False).replace("##[", "#\\u0023[")


def without_minus_zero(v: tuple[float, float]) -> tuple[float, float]:
    return (v[0] + 0.0, v[1] + 0.0)


def pieces_of(answer: Contact | Hit) -> dict[str, object]:
    """The pieces of bodies that meet, as a part of a JSON object: empty if no body takes part."""
    return {} if answer.pieces is None else {"pieces": answer.pieces}


def with_piece(name: str, answer: Contact | Hit, side: int) -> str:
    """The name of the first (side 0) or of the second shape (1), and in brackets the name or index of its piece.

    >>> with_piece("hero", Contact((1, 0), 2, [(0, 0)], pieces=("sword", None)), 0)
    'hero[sword]'
    """
    piece = None if answer.pieces is None else answer.pieces[side]
    return name if piece is None else f"{name}[{one_line(str(piece))}]"


def title_of(path: str, scene: Scene) -> str:
    return scene.title or one_line(os.path.basename(path))


def six_digits(x: float) -> str:
    """Six significant digits; only an exact zero, of either sign, is written as 0."""
    return f"{x + 0.0:.6g}"


def table(
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    numbers: Sequence[int],
    paint: Callable[[int, str, Sequence[int]], str] = lambda n, line, starts: line,
) -> Iterator[str]:
    """The parts of a text in columns, two spaces apart; the columns `numbers` are aligned on the decimal point.

    Columns get wider where a later part has longer cells. There is no text without rows. paint: makes a line of its
    number, 0 for the head, its text and where its columns start.

    >>> print(*table(("name", "depth"), [("a", "1.25"), ("bc", "10")], numbers=(1,)), end="")
    name  depth
    ----  -----
    a      1.25
    bc    10
    """
    widths, tails, count = [len(cell) for cell in head], dict.fromkeys(numbers, 0), 0
    for block in _blocks(rows):
        columns = [list(column) for column in zip(*block, strict=True)]
        for i in numbers:
            tails[i] = max(tails[i], *map(_tail, columns[i]))
            columns[i] = [cell + " " * (tails[i] - _tail(cell)) for cell in columns[i]]
        widths = [max(w, *map(len, column)) for w, column in zip(widths, columns, strict=True)]
        starts = [sum(widths[:i]) + 2 * i for i in range(len(widths))]
        before = () if count else (head, ["-" * w for w in widths])
        lines = []
        for line in chain(before, zip(*columns, strict=True)):
            cells = (
                cell.rjust(w) if i in tails and count > 0 else cell.ljust(w)
                for i, (cell, w) in enumerate(zip(line, widths, strict=True))
            )
            lines.append(paint(count, "  ".join(cells).rstrip(), starts) + "\n")
            count += 1
        yield "".join(lines)


def _blocks(rows: Iterable[_Row]) -> Iterator[list[_Row]]:
    """The rows, a thousand at a time."""
    source = iter(rows)
    while block := list(islice(source, 1000)):
        yield block


def _tail(cell: str) -> int:
    """The number of characters from the decimal point on."""
    mantissa = cell.partition("e")[0]
    return len(cell) - len(mantissa.partition(".")[0])
