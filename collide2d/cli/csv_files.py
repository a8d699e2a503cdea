"""Reads arrays of shapes from files and writes index pairs to files, for the command `pairs`."""

from __future__ import annotations

import os
from collections.abc import Iterator

import numpy as np

from collide2d import arrays
from collide2d._files import replacing
from collide2d.arrays import Indices, ShapeArray
from collide2d.scene import SceneError

KINDS: dict[str, type[ShapeArray]] = {
    view.kind: view
    for view in (arrays.Points, arrays.Circles, arrays.Segments, arrays.Capsules, arrays.Rects, arrays.RoundRects)
}


def read_shapes(path: str, kind: str) -> ShapeArray:
    """The rows of a file, as an array of shapes of one kind: numbers separated by commas, or an array in a .npy file.

    A first line without any number is a heading, and text after # is a comment. Raises SceneError, which names the file
    and, if a row is invalid, its index.
    """
    try:
        rows = np.load(path, allow_pickle=False) if path.endswith(".npy") else _read_csv(path)
        view = KINDS[kind]
        return view(rows if rows.size else np.zeros((0, len(view._columns))))
    except OSError as error:
        raise SceneError(f"{path}: cannot be read: {error.strerror or error}") from None
    except (ValueError, TypeError, EOFError) as error:
        raise SceneError(f"{path}: {error}") from None


def _read_csv(path: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    with open(path, encoding="utf-8-sig") as file:  # Excel writes the signature
        lines = [line.partition("#")[0].strip() for line in file]
    lines = [line for line in lines if line]
    if lines and not any(map(_is_row, lines[0].split(","))):
        del lines[0]
    rows = []
    for line in lines:
        if not _is_row(line):
            raise ValueError(f"every row must be numbers separated by commas, got {line!r}")
        rows.append([float(number) for number in line.split(",")])
        if len(rows[-1]) != len(rows[0]):
            raise ValueError(f"every row must have {len(rows[0])} numbers as the first has, got {line!r}")
    return np.array(rows, dtype=np.float64)


def _is_row(line: str) -> bool:
    try:
        return all(isinstance(float(number), float) for number in line.split(","))
    except ValueError:
        return False


def write_npy(path: str, found: Indices) -> None:
    """Saves the pairs as an array; numpy.save alone would add .npy to some names."""
    with replacing(path) as file:
        np.save(file, found)


def text_of(found: Indices) -> Iterator[str]:
    """The parts of a text with the pairs as lines "i,j", after a heading.

    >>> print(*text_of(np.array([[0, 2]])), sep="", end="")
    i,j
    0,2
    """
    yield "i,j\n"
    for start in range(0, len(found), 10_000):
        yield "".join(f"{i},{j}\n" for i, j in found[start : start + 10_000].tolist())


def is_npy(path: str | None) -> bool:
    return path is not None and os.path.splitext(path)[1] == ".npy"
