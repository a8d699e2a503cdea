"""A picture for everything in the reference, drawn when the site is built, by what the reference is about.

Every function, method and class that autodoc documents gets the picture that `table` has under its name; that there is
none is a warning, and a warning fails the build. What several names share is drawn once.
"""

from __future__ import annotations

import hashlib
import html
import posixpath
import re
from pathlib import Path
from typing import Any

import live
import table
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.images import get_image_size

from collide2d import Shape

LOGGER = logging.getLogger(__name__)
FOLDER = "_pictures"
END = "end-of-text"
KINDS = ("function", "class", "method", "exception")


class Picture(nodes.General, nodes.Element):
    """The place of a picture on a page; `name` is its name in the table."""


class PictureDirective(SphinxDirective):
    """`.. picture:: collide2d.cast`"""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        if table.find(name) is None:
            LOGGER.warning("%s has no picture: add one to docs/_ext/table", name, location=self.get_location())
            return []
        return [Picture(name=name)]


def visit(translator: Any, node: Picture) -> None:
    """Draws it beside the pages, and shows it."""
    name = node["name"]
    drawing = table.find(name)
    assert drawing is not None
    svg = drawing.svg()
    file = f"{hashlib.sha256(svg.encode()).hexdigest()[:16]}.svg"
    folder = Path(translator.builder.outdir) / FOLDER
    folder.mkdir(exist_ok=True)
    (folder / file).write_text(svg, encoding="utf-8", newline="\n")
    key = f"{drawing.draw.__module__}/{drawing.draw.__name__}"
    is_live = translator.builder.app.config.live_script and key in live.drawn_names()
    here = posixpath.dirname(translator.builder.get_target_uri(translator.builder.current_docname))
    uri = posixpath.relpath(posixpath.join(FOLDER, file), here or ".")
    alt = html.escape(f"{name}: {drawing.caption}", quote=True)
    translator.body.append(
        f'<figure class="picture"><img src="{uri}" alt="{alt}" loading="lazy"{_size(svg)}'
        f"{_live(key) if is_live else '>'}"
        f"<figcaption>{html.escape(drawing.caption)}</figcaption></figure>\n"
    )


def _size(svg: str) -> str:
    """The width and the height of a picture, so that a page keeps its place before it is loaded."""
    found = re.search(r'<svg [^>]*?(width="[\d.]+") (height="[\d.]+")', svg)
    return f" {found[1]} {found[2]}" if found else ""


def _live(key: str) -> str:
    """The end of the tag of a live picture, and the line for its answers."""
    tools = '<span class="live-tools"></span>' if key == "break/board" else ""
    return f' data-live="{key}">{tools}<output class="live-says" aria-live="polite"></output>'


def _mark_guides(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Gives the pictures of the guides their sizes, and their names to those that are live.

    A page is first painted when all of its text is there: the columns of a table, which depend on all of its rows,
    would move while it arrives. Browsers that do not know `blocking` on a link paint earlier.
    """

    sources = {name: Path(app.srcdir) / source for source, name in app.builder.images.items()}

    def marked(found: re.Match[str]) -> str:
        tag, source = found[0], sources[posixpath.basename(found[1])]
        key = live.guide_picture(source) if app.config.live_script else None
        tag = tag.removesuffix(" />").removesuffix(">") + _size_of(source)
        return tag + (_live(key) if key else ">")

    if "body" in context:
        context["body"] = re.sub(r'<img [^>]*src="([^"]*_images/[^"]*)"[^>]*>', marked, context["body"])
        context["body"] += f'<span id="{END}"></span>\n'
        context["metatags"] = f'{context.get("metatags", "")}<link rel="expect" href="#{END}" blocking="render">'


def _size_of(source: Path) -> str:
    """The width and the height of a picture in a file."""
    if source.suffix == ".svg":
        return _size(source.read_text(encoding="utf-8"))
    size = get_image_size(str(source))
    return f' width="{size[0]}" height="{size[1]}"' if size else ""


def _write_script(app: Sphinx) -> None:
    """Builds the script that makes pictures live, where there is a compiler for it; pages stay as they are without."""
    script = live.bundle()
    app.config.live_script = script is not None
    if script is None:
        LOGGER.info("no compiler for wasm32-wasi: the pictures are not live")
        return
    folder = Path(app.outdir) / "_static"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "live.js").write_text(script, encoding="utf-8", newline="\n")
    app.add_js_file("live.js", loading_method="defer")


def leave(translator: Any, node: Picture) -> None:
    """Nothing is left to close."""


def _add(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """The picture stands below the text."""
    if what in KINDS:
        lines += ["", f".. picture:: {name}", ""]


def _skip(app: Sphinx, what: str, name: str, obj: Any, skip: bool, options: Any) -> bool | None:
    """Skips what every shape has, which the page of `Shape` describes, and the fields of named tuples."""
    if (getattr(obj, "__doc__", None) or "").startswith("Alias for field number"):
        return True
    owner = getattr(obj, "__objclass__", Shape)
    return True if owner is not Shape and issubclass(owner, Shape) and hasattr(Shape, name) else None


def setup(app: Sphinx) -> dict[str, bool]:
    """The extension."""
    app.add_node(Picture, html=(visit, leave))
    app.add_directive("picture", PictureDirective)
    app.add_config_value("live_script", False, "html", bool)
    app.connect("builder-inited", _write_script)
    app.connect("html-page-context", _mark_guides)
    app.connect("autodoc-process-docstring", _add, priority=900)
    app.connect("autodoc-skip-member", _skip)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
