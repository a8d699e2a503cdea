"""Scenes in files: where one is opened from, and where it is saved."""

from __future__ import annotations

import os

from collide2d.play.document import Document
from collide2d.scene import load

NAME, RESCUED = "scene.json", "rescued.json"
_MAPS = (".tmj", ".tmx")


def opened(path: str) -> Document:
    """The document in a file, a scene or a map; SceneError, of one line, if it holds none."""
    return Document(load(path))


def place_to_save(path: str | None, usual: str = NAME) -> str:
    """The file that a document from `path` is saved in: that file, if it is a scene; for others a name that is free.

    usual: for a document that is from no file.

    >>> place_to_save("level.json")
    'level.json'
    """
    if path is not None and path != "-" and not path.lower().endswith(_MAPS):
        return path
    stem = os.path.splitext(path)[0] if path is not None and path != "-" else os.path.splitext(usual)[0]
    name, number = f"{stem}.json", 2
    while os.path.exists(name):
        name, number = f"{stem}-{number}.json", number + 1
    return name
