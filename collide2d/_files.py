"""Writes files so that an error, a full disk or an interrupt leaves the old file as it was."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from typing import BinaryIO

__all__ = ["replacing", "write_text"]

_OPEN_FILES = ("/dev/", "/proc/")


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Writes a text as UTF-8, as `replacing` does."""
    with replacing(path) as file:
        file.write(text.encode("utf-8"))


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write, which takes the place of `path` when the block ends without an exception.

    It is written in the same folder, since only there a rename is atomic. The new file has the mode of the old one, and
    a link stays a link. What is no regular file, such as a pipe or /dev/full, and files that this process has
    open, such as /dev/stdout, are written directly.

    Raises OSError if the file cannot be written. Then `path` is as it was.
    """
    path = os.fspath(path)
    old = _status(path)
    if old is not None and (not stat.S_ISREG(old.st_mode) or os.path.abspath(path).startswith(_OPEN_FILES)):
        with open(path, "wb") as file:
            yield file
        return
    target = os.path.realpath(path)
    if old is not None and not os.access(target, os.W_OK):  # a rename would replace it all the same
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
    if not os.path.basename(path):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
    folder = os.path.dirname(target)
    part = os.path.join(folder, f".collide2d-{os.urandom(6).hex()}.part")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        number = os.open(part, flags, 0o666)
    except PermissionError:
        raise PermissionError(errno.EACCES, f"no file can be made in the folder {folder!r}", path) from None
    try:
        with open(number, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())  # a disk may say only now that it is full
        if old is not None:
            _copy_owner_and_mode(old, part)
        os.replace(part, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(part)
        raise


def _status(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _copy_owner_and_mode(old: os.stat_result, path: str) -> None:
    if hasattr(os, "chown"):
        with contextlib.suppress(OSError):  # only the superuser gives files away
            os.chown(path, old.st_uid, old.st_gid)
    os.chmod(path, stat.S_IMODE(old.st_mode))
