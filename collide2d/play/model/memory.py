"""What the playground remembers between runs: the last files, the theme, and changes that were not saved."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

from collide2d._files import write_text
from collide2d.scene import Scene, SceneError, loads

MOST_RECENT = 10
_SETTINGS, _UNSAVED = "playground.json", "unsaved-{}.json"
_ALIVE = 20.0  # where processes cannot be asked: the age in seconds of changes whose playground still runs
BEAT = 5.0  # how often unsaved changes are marked as those of a playground that runs, in seconds


def usual_folder() -> Path:
    """Where programs keep their state on this system."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "collide2d"


class Unsaved(NamedTuple):
    """Changes that a playground did not save before it ended: the scene, its file, that file's digest, and the time."""

    scene: Scene
    path: str | None
    base: str | None
    when: float
    file: Path


class Memory:
    """A folder of small files; without a folder, everything is forgotten at the end. No error of a disk gets out.

    >>> memory = Memory(None)
    >>> memory.add_recent("a.json"); memory.add_recent("b.json"); memory.add_recent("a.json")
    >>> [os.path.basename(path) for path in memory.recent]
    ['a.json', 'b.json']
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.recent = self._read_recent()
        dark = self._read(_SETTINGS).get("dark")
        self.dark = dark if isinstance(dark, bool) else None  # None until somebody chooses
        self._kept: Scene | None = None

    def _read(self, name: str) -> dict[str, Any]:
        if self.folder is None:
            return {}
        try:
            data = json.loads((self.folder / name).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return data if isinstance(data, dict) else {}

    def _read_recent(self) -> list[str]:
        paths = self._read(_SETTINGS).get("recent")
        return [p for p in paths if isinstance(p, str)][:MOST_RECENT] if isinstance(paths, list) else []

    def _write(self, name: str, data: dict[str, Any]) -> None:
        """Writes a file in one step, so that none is ever half written."""
        if self.folder is None:
            return
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            write_text(self.folder / name, json.dumps(data))

    # ---- settings ----------------------------------------------------------------------------------------------------

    def add_recent(self, path: str) -> None:
        """Puts a file in front of the recent ones."""
        path = os.path.abspath(path)
        known = [*self._read_recent(), *self.recent]  # those of other playgrounds, too
        self.recent = list(dict.fromkeys([path, *known]))[:MOST_RECENT]
        self._set("recent", self.recent)

    def set_dark(self, dark: bool) -> None:
        self.dark = dark
        self._set("dark", dark)

    def _set(self, key: str, value: object) -> None:
        """Changes one setting; the others stay as another playground may have left them."""
        self._write(_SETTINGS, {**self._read(_SETTINGS), key: value})

    # ---- unsaved changes ---------------------------------------------------------------------------------------------

    @property
    def _own(self) -> str:
        return _UNSAVED.format(os.getpid())

    def keep(self, scene: Scene, path: str | None, base: str | None = None) -> None:
        """Keeps a scene that has unsaved changes; a scene that is kept already is marked as still in use."""
        if scene is not self._kept:
            self._kept = scene
            self._write(self._own, {"path": path, "base": base, "scene": scene.to_dict()})
        elif self.folder is not None:
            with contextlib.suppress(OSError):
                os.utime(self.folder / self._own)

    def forget(self) -> None:
        """Forgets the kept scene: it is saved, or its changes are discarded."""
        self._kept = None
        if self.folder is not None:
            with contextlib.suppress(OSError):
                (self.folder / self._own).unlink()

    def left(self) -> Unsaved | None:
        """The latest changes that a playground left when it ended without saving them."""
        files = sorted(self.folder.glob(_UNSAVED.format("*")), key=_age) if self.folder is not None else []
        for file in files:
            if _is_alive(file):
                continue
            data = self._read(file.name)
            path, base = (data.get(key) if isinstance(data.get(key), str) else None for key in ("path", "base"))
            try:
                scene = loads(json.dumps(data.get("scene")))
            except SceneError:
                discard(file)
                continue
            return Unsaved(scene, path, base, time.time() - _age(file), file)
        return None


def discard(file: Path) -> None:
    """Deletes the file of unsaved changes."""
    with contextlib.suppress(OSError):
        file.unlink()


def _age(file: Path) -> float:
    try:
        return time.time() - file.stat().st_mtime
    except OSError:
        return float("inf")


def _is_alive(file: Path) -> bool:
    """Whether the playground that writes a file still runs."""
    process = file.stem.rpartition("-")[2]
    if os.name != "posix" or not process.isdecimal():
        return _age(file) < _ALIVE
    if int(process) == os.getpid():
        return True
    try:
        os.kill(int(process), 0)  # asks, and ends nothing
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
