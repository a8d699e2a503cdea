"""Each page of the reference starts with a table of its names, and classes list their constructors first.

Both are made of what autodoc has put on the page, so the table has every name of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from docutils import nodes
from said_once import said
from sphinx import addnodes
from sphinx.application import Sphinx

CALLABLE = ("function", "method", "classmethod", "staticmethod")
# Members of a class: what makes one, what it has, what it does, and last how it is kept.
KEPT = ("to_dict", "from_dict", "dumps", "loads", "save", "load")
ORDER = {"classmethod": 0, "staticmethod": 0, "attribute": 1, "property": 1}


def head(entry: addnodes.desc) -> addnodes.desc_signature:
    """The signature of an entry."""
    first: addnodes.desc_signature = entry[0]
    return first


def members(entry: addnodes.desc) -> list[addnodes.desc]:
    """The entries within an entry."""
    return [child for child in entry[-1] if isinstance(child, addnodes.desc)]


def last_name(entry: addnodes.desc) -> str:
    return str(head(entry).get("fullname", "")).rpartition(".")[2]


def rank(entry: addnodes.desc) -> int:
    """The place of a member in its class."""
    made_by = "classmethod" if "classmethod" in head(entry).astext().split() else entry["objtype"]
    return 3 if last_name(entry) in KEPT else ORDER.get(made_by, 2)


def sort_members(entry: addnodes.desc) -> None:
    """Puts the members of a class in their order, after its text."""
    content, found = entry[-1], members(entry)
    for member in found:
        content.remove(member)
    content += sorted(found, key=rank)


def first_sentence(entry: addnodes.desc, first: Mapping[str, str]) -> list[nodes.Node]:
    """The first sentence of an entry, with its code; that of its docstring where the page refers to another entry."""
    name = f"{head(entry)['module']}.{head(entry)['fullname']}"
    if name in first:
        return [nodes.Text(first[name])]
    paragraph = next((child for child in entry[-1] if isinstance(child, nodes.paragraph)), None)
    out: list[nodes.Node] = []
    for child in paragraph.children if paragraph else []:
        text = child.astext()
        end = re.search(r"\.(?=\s)", text) if isinstance(child, nodes.Text) else None
        out.append(nodes.Text(text[: end.end()]) if end else child.deepcopy())
        if end:
            break
    return out


def row(entry: addnodes.desc, first: Mapping[str, str]) -> nodes.row:
    """A name, and what it is for."""
    mark = "()" if entry["objtype"] in CALLABLE else ""
    name = nodes.literal("", last_name(entry) + mark)
    link = nodes.reference("", "", name, refid=head(entry)["ids"][0], internal=True)
    return cells([link], first_sentence(entry, first))


def cells(*texts: list[nodes.Node]) -> nodes.row:
    """A row of a table."""
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", *text)) for text in texts))


def table(title: nodes.Node | None, entries: list[addnodes.desc], first: Mapping[str, str]) -> Iterator[nodes.Element]:
    """A table of entries, below its title."""
    if title is not None:
        yield nodes.rubric("", "", title, classes=["summary-title"])
    group = nodes.tgroup("", cols=2)
    group += [nodes.colspec(colwidth=1), nodes.colspec(colwidth=3)]
    group += nodes.thead("", cells([nodes.Text("Name")], [nodes.Text("What it is")]))
    group += nodes.tbody("", *(row(entry, first) for entry in entries))
    yield nodes.table("", group, classes=["summary"])


def outer(node: nodes.Element) -> Iterator[addnodes.desc]:
    """The entries of a section that are in no other."""
    for child in node.children:
        if isinstance(child, addnodes.desc) and head(child).get("ids"):
            yield child
        elif isinstance(child, nodes.Element) and not isinstance(child, nodes.section | addnodes.desc):
            yield from outer(child)


def tables(page: nodes.section, first: Mapping[str, str]) -> Iterator[nodes.Element]:
    """Those of a page: of each of its sections, and of each class with members."""
    sections = [page, *(part for part in page.findall(nodes.section) if part is not page)]
    for part in sections:
        found = list(outer(part))
        if not found:
            continue
        title = None if part is page else nodes.Text(part[0].astext())
        yield from table(title, found, first)
        for entry in found:
            if members(entry):
                yield from table(nodes.literal("", last_name(entry)), members(entry), first)


def _doctree_read(app: Sphinx, doctree: nodes.document) -> None:
    if not app.env.docname.startswith("reference/"):
        return
    for entry in doctree.findall(addnodes.desc):
        if entry["objtype"] in ("class", "exception"):
            sort_members(entry)
    page = next(iter(doctree.findall(nodes.section)))
    made = list(tables(page, said(app).first))
    after = 1 + max(i for i, child in enumerate(page.children[:4]) if isinstance(child, nodes.title | nodes.paragraph))
    page.insert(after, made)


def setup(app: Sphinx) -> dict[str, bool]:
    """The extension."""
    app.connect("doctree-read", _doctree_read, priority=700)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
