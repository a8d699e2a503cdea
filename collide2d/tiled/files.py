"""Reads the files of a map, in XML or JSON: each file once, up to a limit of bytes."""

from __future__ import annotations

import errno
import json
import os
import stat
import xml.etree.ElementTree as ET

from collide2d._messages import one_line, printable, shown
from collide2d.tiled.node import Json, MapError, Node
from collide2d.tiled.xml import from_xml

MAX_BYTES = 64 * 2**20


class Files:
    """The files of a map, by path."""

    def __init__(self) -> None:
        self._data: dict[str, dict[str, Json]] = {}

    def root(self, path: str, named_by: Node | None = None) -> Node:
        """The content of a file. If it cannot be read, the message begins with the location that refers to it."""
        data = self._data.get(path)
        if data is None:
            try:
                data = _parsed(_read(path), printable(path))
            except _UnreadableError as error:
                raise MapError(f"{named_by.where}: {error}" if named_by else str(error)) from None
            self._data[path] = data
        return Node(data, printable(path))


class _UnreadableError(Exception):
    """A file cannot be read at all."""


def _read(path: str) -> bytes:
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # checked before opening, since opening a pipe may block for ever
            raise OSError(errno.EINVAL, "it is not a file")
        with open(path, "rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or error
        raise _UnreadableError(f"{printable(path)}: cannot be read: {said}") from None
    if len(raw) > MAX_BYTES:
        raise MapError(f"{printable(path)}: must be at most {MAX_BYTES} bytes, got more")
    return raw


def _parsed(raw: bytes, where: str) -> dict[str, Json]:
    start = raw.lstrip()[:3]
    if not start:
        raise MapError(f"{where}: must hold XML or JSON, got nothing")
    is_xml = start[:1] == b"<" or (start == b"\xef\xbb\xbf" and raw.lstrip()[3:4] == b"<") or start[:2] in _UTF_16
    try:
        data = from_xml(raw) if is_xml else json.loads(raw.decode("utf-8-sig"), parse_int=_integer)
    except ET.ParseError as error:
        line, column = error.position
        said = str(error).partition(":")[0]
        raise MapError(f"{where}:{line}:{column + 1}: must be XML: {one_line(said)}") from None
    except json.JSONDecodeError as error:
        got = shown(error.doc[error.pos]) if error.pos < len(error.doc) else "the end of the file"
        raise MapError(f"{where}:{error.lineno}:{error.colno}: must be JSON: {error.msg}, got {got}") from None
    except UnicodeDecodeError as error:
        raise MapError(
            f"{where}: must be UTF-8 text, got byte 0x{error.object[error.start]:02x} at offset {error.start}"
        ) from None
    except RecursionError:
        raise MapError(f"{where}: must nest a few groups at most, got nesting too deep to read") from None
    except (LookupError, ValueError) as error:
        raise MapError(f"{where}: must be XML that can be read: {one_line(str(error))}") from None
    if not isinstance(data, dict):
        raise MapError(f"{where}: must hold a JSON object, got {shown(data)}")
    return data


_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) < 100 else float(digits)  # Python refuses to convert thousands of digits
