"""How commands print their results: tables for people, JSON for programs."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import NamedTuple

from collide2d import Contact, Hit, Relation
from collide2d._messages import one_line
from collide2d.scene import Scene

VERBS = {Relation.OVERLAPPING: "overlap", Relation.TOUCHING: "touch", Relation.APART: "apart"}


class Report(NamedTuple):
    """What a command says: a text for its output, notes for stderr, and its exit status."""

    text: str
    notes: str = ""
    status: int = 0


def schema_text(command: str) -> str:
    """The JSON Schema of what a command prints with --json.

    >>> schema_text("check")[:2]
    '{\\n'
    """
    return (files("collide2d.cli") / "schemas" / f"{command}-1.json").read_text(encoding="utf-8")


def schema_name(command: str) -> str:
    """The `$id` of that schema, which the output names. Its number changes when a key goes or changes its meaning."""
    return f"urn:collide2d:{command}:1"


def json_object(head: Mapping[str, object], lists: Mapping[str, Sequence[object]]) -> str:
    """A JSON object with one line for each key of `head` and one for each element of `lists`."""
    blocks = [f"  {json.dumps(key)}: {_json(value)}" for key, value in head.items()]
    for key, elements in lists.items():
        rows = ",\n".join(f"    {_json(element)}" for element in elements)
        blocks.append(f"  {json.dumps(key)}: [" + (f"\n{rows}\n  ]" if rows else "]"))
    return "{\n" + ",\n".join(blocks) + "\n}\n"


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


def table(head: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int]) -> str:
    """Text in columns, two spaces apart; the columns `numbers` are aligned on the decimal point.

    >>> print(table(("name", "depth"), [("a", "1.25"), ("bc", "10")], numbers=(1,)), end="")
    name  depth
    ----  -----
    a      1.25
    bc    10
    """
    columns = [list(column) for column in zip(*rows, strict=True)]
    for i in numbers:
        columns[i] = _on_the_point(columns[i])
    widths = [max(len(head[i]), *map(len, column)) for i, column in enumerate(columns)]
    lines = [head, ["-" * w for w in widths], *zip(*columns, strict=True)]
    return "".join(
        "  ".join(
            cell.rjust(w) if i in numbers and n > 0 else cell.ljust(w)
            for i, (cell, w) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        + "\n"
        for n, line in enumerate(lines)
    )


def _on_the_point(cells: Sequence[str]) -> list[str]:
    def tail(cell: str) -> int:
        mantissa = cell.partition("e")[0]
        return len(cell) - len(mantissa.partition(".")[0])

    longest = max(map(tail, cells))
    return [cell + " " * (longest - tail(cell)) for cell in cells]
