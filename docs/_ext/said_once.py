"""What the docstrings of a page have in common is said once, at its top, and left out below.

A docstring repeats a sentence because `help()` shows it alone. On a page

    .. said-once::

       Term
         Sentences of docstrings, in their words.

has such sentences below a term, and each entry without them ends with links to the terms. An entry whose whole text is
that of an earlier one of the page refers to it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from plain_docstrings import plain
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

SENTENCE = re.compile(r"(?<=[.?])\s+(?=[\w(`\"])")


def paragraphs(lines: list[str]) -> list[list[str]]:
    """Lines as paragraphs, without the empty lines between them."""
    out: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            out[-1].append(line)
        elif out[-1]:
            out.append([])
    return [each for each in out if each]


def sentences(paragraph: list[str]) -> list[str]:
    return SENTENCE.split(" ".join(" ".join(paragraph).split()))


def is_text(paragraph: list[str]) -> bool:
    return not paragraph[0].lstrip().startswith((">>>", "..", "* "))


def anchor(term: str) -> str:
    return "said-" + re.sub(r"\W+", "-", term.lower()).strip("-")


@dataclass
class Said:
    """What a page has said."""

    known: dict[str, str] = field(default_factory=dict)  # sentences at its top, and their terms
    by_text: dict[str, str] = field(default_factory=dict)  # the first entry of each text
    same: dict[str, str] = field(default_factory=dict)  # entries that refer to another one
    first: dict[str, str] = field(default_factory=dict)  # and their first sentences
    terms: dict[str, list[str]] = field(default_factory=dict)  # what other entries refer to


def said(app: Sphinx) -> Said:
    """That of the page that is read now."""
    page: Any = app.env.temp_data
    found: Said = page.setdefault("said_once", Said())
    return found


class SaidOnce(SphinxDirective):
    """`.. said-once::`, terms with their sentences."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        terms: dict[str, list[str]] = {}
        for line in self.content:
            if line.strip() and not line.startswith(" "):
                terms[line.strip()] = []
            elif terms:
                terms[next(reversed(terms))].append(line.strip())
        shown = nodes.definition_list(classes=["said-once"])
        for term, lines in terms.items():
            said(self.env.app).known |= {one: term for each in paragraphs(lines) for one in sentences(each)}
            text = nodes.definition()
            self.state.nested_parse(StringList(plain(lines), self.get_source_info()[0]), 0, text)
            shown += nodes.definition_list_item("", nodes.term("", term, ids=[anchor(term)]), text)
        return [shown]


def _docstring(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Leaves out what the page has said, before its markup is escaped."""
    page, found = said(app), paragraphs(lines)
    whole = " ".join(line for each in found if is_text(each) for line in each)
    same = page.by_text.setdefault(whole, name)
    if same != name and whole:
        page.same[name], page.first[name] = same, sentences(found[0])[0]
        lines[:] = ["", *(line for each in found if not is_text(each) for line in [*each, ""])]
        return
    out: list[str] = []
    for each in found:
        parts = sentences(each) if is_text(each) else []
        left = [part for part in parts if part not in page.known]
        for part in parts:
            if part in page.known and page.known[part] not in page.terms.setdefault(name, []):
                page.terms[name].append(page.known[part])
        out += each if len(left) == len(parts) else [" ".join(left)]
        out.append("")
    lines[:] = out


def _link(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Adds links to what an entry has in common with others: above its examples, or in place of its text."""
    page = said(app)
    if name in page.same:
        other = page.same[name]
        lines[:0] = [f"As :py:obj:`{other.removeprefix('collide2d.')} <{other}>`.", ""]
    if page.terms.get(name):
        first = next((i for i, line in enumerate(lines) if line.lstrip().startswith((">>>", "..", "\\*"))), len(lines))
        links = ", ".join(f"`{term} <#{anchor(term)}>`__" for term in page.terms[name])
        lines[first:first] = ["", ".. container:: said-links", "", f"   See {links}", ""]


def setup(app: Sphinx) -> dict[str, bool]:
    """The extension."""
    app.add_directive("said-once", SaidOnce)
    app.connect("autodoc-process-docstring", _docstring, priority=300)
    app.connect("autodoc-process-docstring", _link, priority=600)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
