"""Docstrings are plain text with examples: what reStructuredText would take for markup in them is escaped.

Signatures are as one calls: without the ellipsis that C has for "may be left out", and without the slash.
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

# Words in backticks stay code, those in two asterisks bold, and a list a list; everything else that means something to
# reStructuredText is escaped.
_CODE = re.compile(r"`([^`]+)`")
_BOLD = re.compile(r"\\\*\\\*(\w+)\\\*\\\*")
_MARKUP = re.compile(r"([\\*|_])")
_FIRST = ("[", "..", "__", ":")


def plain(lines: list[str]) -> list[str]:
    """The lines with their text escaped and their examples as they are."""
    out: list[str] = []
    example = False
    for line in lines:
        example = (example and bool(line.strip())) or line.lstrip().startswith(">>>")
        if example:
            out.append(line)
            continue
        parts = _CODE.split(line)
        text = [_MARKUP.sub(r"\\\1", part) if i % 2 == 0 else f"``{part}``" for i, part in enumerate(parts)]
        joined = _BOLD.sub(r"**\1**", "".join(text))
        if line.startswith("* "):
            joined = joined[1:]
        out.append("\\" + joined if joined.startswith(_FIRST) else joined)
    return out


def _docstring(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    lines[:] = plain(lines)


def _signature(
    app: Sphinx, what: str, name: str, obj: Any, options: Any, signature: str | None, returns: str | None
) -> tuple[str | None, str | None]:
    if signature is not None:
        signature = signature.replace("=Ellipsis", "").replace("/, ", "").replace(", /", "").replace("(/)", "()")
    return signature, returns


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
    app.connect("autodoc-process-signature", _signature)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
