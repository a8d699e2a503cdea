"""What can be opened: the scenes of the gallery, recent files, and the files of a folder, narrowed by a typed text."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from collide2d.play.model.document import Document
from collide2d.play.model.files import opened
from collide2d.play.model.gallery import GALLERY, Exhibit

SUFFIXES = (".json", ".tmj", ".tmx")
SCENES, RECENT, HERE, FILES = "Scenes", "Recent files", "Files in this folder", "Files in {}"
MOST = 200  # files of a folder


class Choice(NamedTuple):
    """A line to choose: its group, its title, a note, and the exhibit, the file or the folder that it stands for."""

    group: str
    title: str
    says: str
    exhibit: Exhibit | None = None
    path: str = ""

    @property
    def is_folder(self) -> bool:
        return self.path.endswith(os.sep)

    @property
    def document(self) -> Callable[[], Document] | None:
        """What opens it; None for a folder."""
        if self.exhibit is not None:
            return self.exhibit.open
        return None if self.is_folder else lambda: opened(self.path)


def choices(typed: str, recent: Sequence[str]) -> list[Choice]:
    """The choices for a typed text: a part of a title, or the beginning of a path.

    >>> [choice.title for choice in choices("ulp", ())]
    ['One ulp']
    """
    if is_path(typed):
        folder, part = os.path.split(os.path.expanduser(typed))
        return list(_files(folder or os.curdir, part))
    found = [Choice(SCENES, exhibit.title, exhibit.says, exhibit) for exhibit in GALLERY]
    found += [Choice(RECENT, os.path.basename(path), _short(os.path.dirname(path)), path=path) for path in recent]
    found += _files(os.curdir, "")
    words = typed.casefold().split()
    return [c for c in found if all(word in f"{c.title} {c.says}".casefold() for word in words)]


def is_path(typed: str) -> bool:
    """Whether a text is the beginning of a path, not a part of a title."""
    return typed.startswith(("~", ".")) or os.sep in typed or "/" in typed


def _files(folder: str, part: str) -> Iterable[Choice]:
    """The folders and scenes in a folder whose names begin with a text."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: (not entry.is_dir(), entry.name.casefold()))
    except OSError:
        return
    group = HERE if folder == os.curdir else FILES.format(_short(os.path.abspath(folder)))
    hidden = part.startswith(".")
    found = [e for e in entries if e.name.casefold().startswith(part.casefold()) and (hidden or e.name[0] != ".")]
    for entry in found[:MOST]:
        path = os.path.normpath(os.path.join(folder, entry.name))
        if entry.is_dir():
            yield Choice(group, entry.name + os.sep, "folder", path=path + os.sep)
        elif entry.name.lower().endswith(SUFFIXES):
            yield Choice(group, entry.name, "map" if not entry.name.lower().endswith(".json") else "scene", path=path)


def _short(path: str) -> str:
    """A path, from the home folder if it is there."""
    home = os.path.expanduser("~")
    return "~" + path[len(home) :] if home != os.sep and path.startswith(home + os.sep) else path
