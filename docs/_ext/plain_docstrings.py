"""Docstrings are plain text with examples: what reStructuredText would take for markup in them is escaped.

Names of parameters, calls, constants and errors in them are shown as code.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from docutils import nodes
from signatures import parameter_names
from sphinx.application import Sphinx

# Words in backticks stay code, those in two asterisks bold, and a list a list; everything else that means something to
# reStructuredText is escaped.
_CODE = re.compile(r"`([^`]+)`")
_BOLD = re.compile(r"\\\*\\\*(\w+)\\\*\\\*")
_MARKUP = re.compile(r"([\\*|_])")
_FIRST = ("[", "..", "__", ":")
# What is code in a docstring though nothing marks it: an argument with its value, a call, a constant, and an error.
_EVIDENT = (
    r"(?<![\w.\"'])(?:\w+=(?:[A-Z0-9]\w*|\"\w*\"|)(?!\w)|[a-z_][\w.]*\([\w, ]*\)"
    r"|True|False|None|NaN|[A-Z]\w+Error)(?![\w(\"'])"
)
_SAID_OF_IT = r"(?= (?:is|are|may|says|stands|has|gives)\b)"


def code_words(names: Collection[str]) -> re.Pattern[str]:
    """What is code in the docstring of a function with such parameters.

    A parameter's name is, unless it may be a word of the sentence: it has no other meaning, or it begins a sentence.
    """
    odd = [re.escape(name) for name in names if "_" in name or re.search(r"\d$|^d[xy]$|^v[ab]$", name)]
    first = [re.escape(name) for name in names if len(name) > 1]
    parts = [_EVIDENT]
    parts += [rf"\b(?:{'|'.join(odd)})\b"] if odd else []
    parts += [rf"(?:(?<=^)|(?<=[.;:] ))(?:{'|'.join(first)}){_SAID_OF_IT}"] if first else []
    return re.compile(f"({'|'.join(parts)})")


def plain(lines: list[str], names: Collection[str] = ()) -> list[str]:
    """The lines with their text escaped and their examples as they are; `names` are those of the parameters."""
    words = code_words(names)
    out: list[str] = []
    example = False
    for line in lines:
        example = (example and bool(line.strip())) or line.lstrip().startswith(">>>")
        if example:
            out.append(line)
            continue
        parts = _CODE.split(line)
        text = [_escaped(part, words) if i % 2 == 0 else f"``{part}``" for i, part in enumerate(parts)]
        joined = _BOLD.sub(r"**\1**", "".join(text))
        if line.startswith("* "):
            joined = joined[1:]
        out.append("\\" + joined if joined.startswith(_FIRST) else joined)
    return out


def _escaped(text: str, words: re.Pattern[str]) -> str:
    """Text with its markup escaped and its code as code."""
    parts = words.split(text)
    return "".join(_MARKUP.sub(r"\\\1", part) if i % 2 == 0 else f"\\ ``{part}``\\ " for i, part in enumerate(parts))


def _docstring(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    lines[:] = plain(lines, parameter_names(name, obj))


def _trim(app: Sphinx, doctree: nodes.document) -> None:
    """Examples in the guides end in an empty line, which ends them for doctest; it need not be seen."""
    for block in doctree.findall(nodes.literal_block):
        text = block.astext().rstrip()
        block.children = [nodes.Text(text)]
        block.rawsource = text  # what differs from it would not be coloured


def setup(app: Sphinx) -> dict[str, bool]:
    """The extension."""
    app.connect("autodoc-process-docstring", _docstring, priority=400)
    app.connect("doctree-read", _trim)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
