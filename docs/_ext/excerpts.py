"""The texts that the search page shows beside its results, in a script: pages from a disk cannot be fetched.

The script is docs/_static/excerpts.js with the texts of all pages, compressed; only the search page loads it.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from live import deflated
from sphinx import addnodes
from sphinx.application import Sphinx

NAME = "excerpts.js"
NOT_PROSE = nodes.section | addnodes.desc | nodes.literal_block | nodes.doctest_block
MODULES = re.compile(r"^(?:[a-z\d_]+\.)*")  # of the anchor of an entry; what follows is its title
Part = tuple[str, str, str]  # an anchor, its title ("" if the anchor has it), and the text up to the next one


def prose(node: nodes.Element) -> Iterator[str]:
    """The paragraphs of a part, without code, without numbers of tables and without the parts within it."""
    for child in node.children:
        if isinstance(child, nodes.paragraph | nodes.term):
            text = " ".join(child.astext().split())
            if any(map(str.isalpha, text)):
                yield text
        elif isinstance(child, nodes.Element) and not isinstance(child, NOT_PROSE):
            yield from () if {"summary", "said-links"} & set(child.get("classes", ())) else prose(child)


def parts(doctree: nodes.document) -> list[Part]:
    """The sections and the entries of a page."""
    out: list[Part] = []
    for section in doctree.findall(nodes.section):
        first = section.parent is doctree
        out.append(("" if first else section["ids"][0], section[0].astext(), " ".join(prose(section))))
    for entry in doctree.findall(addnodes.desc):
        for anchor in entry[0].get("ids", ()):
            title = entry[0].get("fullname", anchor)
            title = "" if title == MODULES.sub("", anchor) else title
            out.append((anchor, title, " ".join(prose(entry[-1]))))
    return out


def _collect(app: Sphinx, doctree: nodes.document, page: str) -> None:
    app.excerpts[page] = parts(doctree)  # type: ignore[attr-defined]


def _write(app: Sphinx, exception: Exception | None) -> None:
    if exception or app.builder.format != "html":
        return
    texts = json.dumps(app.excerpts, ensure_ascii=False, separators=(",", ":"))  # type: ignore[attr-defined]
    code = (Path(app.srcdir) / "_static" / NAME).read_text(encoding="utf-8")
    made = code.replace(
        '"use strict";\n', f'"use strict";\n\nconst EXCERPTS = "{b64encode(deflated(texts.encode())).decode()}";\n', 1
    )
    (Path(app.outdir) / "_static" / NAME).write_text(made, encoding="utf-8", newline="\n")


def _load(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    if page == "search":
        app.add_js_file(NAME, loading_method="defer")


def setup(app: Sphinx) -> dict[str, bool]:
    """The extension."""
    app.excerpts = {}  # type: ignore[attr-defined]
    app.connect("doctree-resolved", _collect)
    app.connect("html-page-context", _load)
    app.connect("build-finished", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
