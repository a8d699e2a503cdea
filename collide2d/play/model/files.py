"""Files of the playground: opening a scene or a map, where a scene is saved, and shapes as Python code."""

from __future__ import annotations

import keyword
import os
import re
import unicodedata
from collections.abc import Sequence

import collide2d
from collide2d.play.model.document import Document
from collide2d.scene import load

PICTURE = "play.png"
NAME, RESCUED = "scene.json", "rescued.json"
_MAPS = (".tmj", ".tmx")


class PlayError(Exception):
    """The playground cannot open or save something. The message is one line."""


def opened(path: str) -> Document:
    """The document in a file, a scene or a map. Raises SceneError, of one line, if the file is neither."""
    return Document(load(path))


def digest(path: str | None) -> str | None:
    """A digest of a file, by which a change on disk is noticed; None if it cannot be read. Pipes have none."""
    import hashlib  # which takes longer than the rest of the package

    try:
        if not os.path.isfile(path or ""):
            return None
        with open(path or "", "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError):  # a name with a zero byte
        return None


def place_to_save(path: str | None, usual: str = NAME) -> str:
    """The file in which to save a document that was read from `path`: that file if it is a scene, else an unused name.

    usual: the name for a document that was not read from a file.

    >>> place_to_save("level.json")
    'level.json'
    """
    if path is not None and path != "-" and not path.lower().endswith(_MAPS):
        return path
    return unused(path if path is not None and path != "-" else usual)


def unused(path: str) -> str:
    """A name for a scene, like that of a file, that no file has."""
    stem = os.path.splitext(path)[0]
    name, number = f"{stem}.json", 2
    while os.path.lexists(name):
        name, number = f"{stem}-{number}.json", number + 1
    return name


_TAKEN = frozenset((*collide2d.__all__, *keyword.kwlist, *keyword.softkwlist))


def python_code(document: Document, names: Sequence[str]) -> str:
    """Code that assigns each shape, exactly, to a variable with a similar name; and the motions and turns.

    >>> from collide2d import Circle, Rect
    >>> two = Document().added([("big ball", Circle(0, 0, 1)), ("box", Rect(1, 2, 3, 4, 30))])
    >>> print(python_code(two.with_motion("box", (8.0, 0.5)), ["big ball", "box"]), end="")
    from collide2d import Circle, Rect
    <BLANKLINE>
    big_ball = Circle(0.0, 0.0, 1.0)
    box = Rect(1.0, 2.0, 3.0, 4.0, 30.0)
    box_motion = (8.0, 0.5)
    """
    taken = set(_TAKEN)
    lines, classes = [], set()
    for name in names:
        shape = document[name]
        variable = _identifier(name, taken)
        taken |= {variable, *_more_names(variable)}
        text = repr(shape)
        classes |= set(re.findall(r"\b[A-Z]\w+(?=[.(])", text)) & set(collide2d.__all__)
        lines.append(f"{variable} = {text}")
        if name in document.motions:
            lines.append(f"{variable}_motion = {document.motions[name]!r}")
        if name in document.turns:
            lines.append(f"{variable}_turn = {document.turns[name]!r}")
    if not lines:
        return ""
    return f"from collide2d import {', '.join(sorted(classes))}\n\n" + "\n".join(lines) + "\n"


def _more_names(variable: str) -> tuple[str, str]:
    """The names of the motion and of the turn of a variable's shape."""
    return f"{variable}_motion", f"{variable}_turn"


def _identifier(name: str, taken: set[str]) -> str:
    """A Python identifier with the letters and digits of a name, normalised as Python normalises identifiers."""
    plain = re.sub(r"\W+", "_", unicodedata.normalize("NFKC", name)).strip("_").lower()
    stem = plain if plain.isidentifier() else f"shape_{plain}".rstrip("_")
    stem = stem if stem.isidentifier() else "shape"
    found, number = stem, 2
    while not taken.isdisjoint((found, *_more_names(found))):
        found, number = f"{stem}_{number}", number + 1
    return found
