"""What a failed check says to GitHub, which shows lines `::error file=...,line=...::message` of a workflow's output
beside the line of the file. Names in a scene are not to be read as such commands.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence

from collide2d import Relation
from collide2d.cli.reports import VERBS, six_digits, with_piece
from collide2d.scene import Finding

_SPACE = re.compile(r"\s*")
_COMMAND = re.compile(r"^(\s*:)(?=:)|(#)(?=#\[)", re.MULTILINE)


def in_workflow() -> bool:
    """Whether the program runs in a workflow of GitHub."""
    return os.environ.get("GITHUB_ACTIONS") == "true"


def without_commands(text: str) -> str:
    """A text as it is, but in a workflow of GitHub without commands, which begin with `::` at the start of a line or
    with `##[` anywhere: a scene in a pull request is not to give commands by the names of its shapes.
    """
    return _COMMAND.sub(r"\1\2 ", text) if in_workflow() else text


def annotations_of(path: str, findings: Sequence[Finding]) -> str:
    """A line for each finding, at its second shape, which comes later in the file."""
    lines = lines_of_shapes(path) if findings else {}
    return "".join(_annotation(path, lines.get(f.second.name), f) for f in findings)


def _annotation(path: str, line: int | None, finding: Finding) -> str:
    contact = finding.contact
    depth = f", depth {six_digits(contact.depth)}" * (finding.relation is Relation.OVERLAPPING)
    pair = f"{with_piece(finding.first.name, contact, 0)} and {with_piece(finding.second.name, contact, 1)}"
    where = [] if path == "-" else [f"file={_escaped(path, '%:,')}"]
    where += [] if line is None else [f"line={line}"]
    return f"::error {','.join(where)}::{_escaped(f'{pair} {VERBS[finding.relation]}{depth}', '%')}\n"


def _escaped(text: str, special: str) -> str:
    """A text as GitHub decodes it: the special characters and line ends as %XX.

    >>> _escaped("a,b: 50%", "%:,")
    'a%2Cb%3A 50%25'
    """
    return "".join(f"%{ord(c):02X}" if c in f"\r\n{special}" else c for c in text)


def lines_of_shapes(path: str) -> dict[str, int]:
    """The line of each shape in the file of a scene, from 1. Empty for a map and for standard input."""
    if path == "-" or path.lower().endswith((".tmj", ".tmx")):
        return {}
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            return dict(_lines(file.read()))
    except (OSError, ValueError, LookupError):
        return {}  # the file has changed since the scene was read


def _lines(text: str) -> Iterator[tuple[str, int]]:
    """Reads a scene value by value, since JSON readers do not keep positions."""
    decode = json.JSONDecoder().raw_decode

    def after(position: int) -> int:
        """Past the spaces, at most one comma or colon, and the spaces after that."""
        found = _SPACE.match(text, position)
        assert found is not None  # it also matches nothing
        position = found.end()
        return after(position + 1) if text[position : position + 1] in (",", ":") else position

    position = after(text.index("{") + 1)
    key = ""
    while key != "shapes":
        key, position = decode(text, position)
        position = after(position)
        if key != "shapes":
            position = after(decode(text, position)[1])
    position, line, counted = after(position + 1), 1, 0
    while text[position] != "]":
        line, counted = line + text.count("\n", counted, position), position
        shape, position = decode(text, position)
        yield shape["name"], line
        position = after(position)
