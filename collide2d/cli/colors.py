"""Colours of tables on terminals, by the conventions of NO_COLOR and FORCE_COLOR."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TextIO

from collide2d import Relation
from collide2d.cli.reports import VERBS

RED, AMBER, BLUE, FAINT, BOLD = "31", "33", "34", "2", "1"
RELATIONS = {Relation.OVERLAPPING: RED, Relation.TOUCHING: AMBER, Relation.APART: BLUE}  # those of pictures
WORDS = {VERBS[relation]: color for relation, color in RELATIONS.items()}


def has_colors(stream: TextIO | None, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a stream shows colours: a terminal does, unless NO_COLOR is set; with FORCE_COLOR, every stream.

    >>> has_colors(sys.stdout, {"NO_COLOR": "1", "FORCE_COLOR": "1"}), has_colors(sys.stdout, {"FORCE_COLOR": "1"})
    (False, True)
    """
    if stream is None or environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return True
    return stream.isatty() and environment.get("TERM") != "dumb" and (os.name != "nt" or _enable_on_windows())


def _enable_on_windows() -> bool:
    """Makes the console of Windows read colours, which some versions do only after a program asked."""
    return os.system("") == 0 if sys.platform == "win32" else True


def painted(text: str, *codes: str) -> str:
    """A text in colours, and the terminal's own after it.

    >>> painted("touch", AMBER)
    '\\x1b[33mtouch\\x1b[0m'
    """
    return f"\033[{';'.join(codes)}m{text}\033[0m" if text and codes else text


def line_painter(relation_column: int | None = None) -> Callable[[int, str, Sequence[int]], str]:
    """Paints the lines of a table: the heads are bold, and the words of relations have their colours.

    relation_column: the column whose cells begin with the word of a relation.
    """

    def paint(n: int, line: str, starts: Sequence[int]) -> str:
        if n < 2:
            return painted(line, FAINT if n else BOLD)
        if relation_column is None:
            return line
        start = starts[relation_column]
        word, space, rest = line[start:].partition(" ")
        return line[:start] + painted(word, WORDS[word]) + space + rest

    return paint
