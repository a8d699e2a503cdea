"""Files of truths, one on a line, for any library in any language.

`truths/README.md` in the repository describes the format. A number is a hexadecimal float, as `float.fromhex` and the
`strtod` of C read it, so every bit is kept.
"""

from __future__ import annotations

import lzma
import math
import os
from collections.abc import Iterable, Iterator
from typing import Any

from collide2d import Capsule, Circle, Point, Polygon, Rect, Relation, Segment, Shape
from collide2d._messages import shown
from collide2d.testing.recipes import KINDS
from collide2d.testing.truths import CastTruth, PairTruth, Truth, Vec, WayTruth

HEADER = "collide2d truths 2"

# Version 1 had no casts whose end is rounded, no ways that are blocked at a root, no ways out of shapes that touch, and
# no comments. All that it had is in version 2.
HEADERS = ("collide2d truths 1", HEADER)

# A line of a file of another format may be as long as the file.
MOST_CHARACTERS = 1_000_000

FIELDS = {"pair": 7, "cast": 6, "way": 5}  # a way has one more for each member


# ---- writing ---------------------------------------------------------------------------------------------------------


def hexadecimal(x: float) -> str:
    """A float in hexadecimal without zeros at its end.

    >>> hexadecimal(0.75), hexadecimal(-8), hexadecimal(0), hexadecimal(0.1)
    ('0x1.8p-1', '-0x1p+3', '0', '0x1.999999999999ap-4')
    """
    if x == 0:
        return "0"
    mantissa, _, exponent = float(x).hex().partition("p")
    return f"{mantissa.rstrip('0').rstrip('.')}p{exponent}"


def _text_of(numbers: Iterable[float]) -> str:
    return " ".join(map(hexadecimal, numbers))


def shape_text(shape: Any) -> str:
    """A shape as text: its kind, its radius and its vertices.

    >>> shape_text(Circle(1, 2, 3))
    'circle 0x1.8p+1 0x1p+0 0x1p+1'
    """
    return f"{shape.kind} {_text_of((shape.radius, *(c for p in shape.vertices for c in p)))}"


def truth_text(truth: Truth) -> str:
    """A truth as a line of a file.

    >>> text = truth_text(PairTruth("lattice", Point(0, 0), Point(3, 4), Relation.APART, 5, 5, (-0.6, -0.8)))
    >>> text.split("\\t")[:6]
    ['pair', 'lattice', 'point 0 0 0', 'point 0 0x1.8p+1 0x1p+2', 'apart', '0x1.4p+2 0x1.4p+2']
    """
    if isinstance(truth, PairTruth):
        answer = [truth.relation.name.lower(), _text_of((truth.low, truth.high))]
        answer.append("-" if truth.normal is None else _text_of(truth.normal))
        return "\t".join(["pair", truth.regime, shape_text(truth.a), shape_text(truth.b), *answer])
    times = "-" if truth.low is None or truth.high is None else _text_of((truth.low, truth.high))
    if isinstance(truth, CastTruth):
        middle = [shape_text(truth.a), _text_of(truth.motion), shape_text(truth.b)]
        return "\t".join(["cast", truth.regime, *middle, times])
    members = map(shape_text, truth.members)
    return "\t".join(["way", truth.regime, shape_text(truth.shape), _text_of(truth.motion), times, *members])


# ---- reading ---------------------------------------------------------------------------------------------------------


def shape_of_text(text: str) -> Shape:
    """The shape of a text: the same set, as the simplest kind of shape that it is.

    >>> shape_of_text("roundrect 0x1p+0 0 0 0x1p+2 0")
    Capsule(0.0, 0.0, 4.0, 0.0, 1.0)
    """
    kind, *parts = text.split(" ")
    if kind not in KINDS or len(parts) < 3 or len(parts) % 2 == 0:
        rule = f"a shape must be one of {', '.join(KINDS)}, then its radius and the coordinates of its vertices"
        raise ValueError(f"{rule}, got {shown(text)}")
    radius, *values = map(_number, parts)
    points = list(zip(values[::2], values[1::2], strict=True))
    if len(points) == 1:
        return Circle(*points[0], radius) if radius else Point(*points[0])
    if len(points) == 2:
        return Capsule(*points[0], *points[1], radius) if radius else Segment(*points[0], *points[1])
    xs, ys = sorted({x for x, _ in points}), sorted({y for _, y in points})
    if len(points) == 4 and len(xs) == len(ys) == 2 and not radius:
        rect = Rect.from_corners(xs[0], ys[0], xs[1], ys[1])
        if not math.fsum((xs[0], rect.w, -xs[1])) and not math.fsum((ys[0], rect.h, -ys[1])):
            return rect  # it moves as its corners do
    return Polygon(points, radius)


def _number(text: str) -> float:
    try:
        x = float.fromhex(text)
    except (ValueError, OverflowError):
        x = math.nan
    if not math.isfinite(x):
        raise ValueError(f"a number must be a finite float in hexadecimal, got {shown(text)}")
    return x


def _vector(name: str, text: str) -> Vec:
    parts = text.split(" ")
    if len(parts) != 2:
        raise ValueError(f"{name} must be two numbers, got {shown(text)}")
    return _number(parts[0]), _number(parts[1])


def _bounds(text: str) -> Vec:
    low, high = _vector("bounds", text)
    if low > high:
        raise ValueError(f"bounds must be in order, got {shown(text)}")
    return low, high


def _times(text: str) -> tuple[float, float] | tuple[None, None]:
    if text == "-":
        return None, None
    low, high = _bounds(text)
    if low < 0 or high > 1:
        raise ValueError(f"bounds of t must be between 0 and 1, got {shown(text)}")
    return low, high


def _motion(shape: Shape, text: str) -> Vec:
    motion = _vector("a motion", text)
    shape.move(*motion)  # within the domain
    return motion


def _pair_truth(regime: str, a: str, b: str, relation: str, bounds: str, normal: str) -> PairTruth:
    names = [member.name.lower() for member in Relation]
    if relation not in names:
        raise ValueError(f"a relation must be one of {', '.join(names)}, got {shown(relation)}")
    way = None if normal == "-" else _vector("a way out", normal)
    return PairTruth(regime, shape_of_text(a), shape_of_text(b), Relation[relation.upper()], *_bounds(bounds), way)


def _cast_truth(regime: str, a: str, motion: str, b: str, times: str) -> CastTruth:
    moving = shape_of_text(a)
    return CastTruth(regime, moving, _motion(moving, motion), shape_of_text(b), *_times(times))


def _way_truth(regime: str, shape: str, motion: str, times: str, *members: str) -> WayTruth:
    moving = shape_of_text(shape)
    found = tuple(map(shape_of_text, members))
    return WayTruth(regime, moving, _motion(moving, motion), found, *_times(times))


def truth_of_text(line: str) -> Truth:
    """The truth of a line. Raises ValueError if it is none.

    >>> truth_of_text("cast\\tgrazing\\tpoint 0 0 0\\t0x1p+2 0\\tcircle 0x1p+0 0x1p+1 0x1p+0\\t-").high is None
    True
    """
    question, *fields = line.rstrip("\n").split("\t")
    if question not in FIELDS:
        raise ValueError(f"a truth must begin with pair, cast or way, got {shown(question)}")
    count, needed = len(fields) + 1, FIELDS[question]
    if count != needed and (question != "way" or count < needed):
        least = "at least " if question == "way" else ""
        raise ValueError(f"a {question} must have {least}{needed} fields, got {count}: {shown(line)}")
    try:
        if question == "pair":
            return _pair_truth(*fields)
        return _cast_truth(*fields) if question == "cast" else _way_truth(*fields)
    except ValueError as error:
        raise ValueError(f"not a truth: {shown(line)}: {error}") from None


def read_truths(path: str | os.PathLike[str]) -> Iterator[Truth]:
    """The truths of a file, one after another; a name that ends in .xz is that of a compressed file.

    `truths/README.md` of the repository describes the format, of which versions 1 and 2 are read. The file is read line
    by line, however large it is. Raises ValueError, with the number of the line, where the file breaks the format.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "truths.txt")
    ...     _ = path.write_text("collide2d truths 2\\ncast\\tgrazing\\tpoint 0 0 0\\t4 0\\tcircle 1 2 1\\t-\\n")
    ...     for truth in read_truths(path):
    ...         print(truth.a, truth.motion, truth.b, truth.low)
    Point(0.0, 0.0) (4.0, 0.0) Circle(2.0, 1.0, 1.0) None
    """
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"read_truths: path must be a str or a path, got {shown(path)}")
    return _truths_of(os.fsdecode(path))


def _truths_of(path: str) -> Iterator[Truth]:
    for number, line in enumerate(_lines(path), 1):
        if number == 1:
            if line.rstrip("\n") not in HEADERS:
                raise ValueError(f"{path}: the first line must be {HEADER!r}, got {shown(line.rstrip())}")
        elif not line.startswith("#"):
            try:
                yield truth_of_text(line)
            except ValueError as error:
                raise ValueError(f"{path}, line {number}: {error}") from None


def _lines(path: str) -> Iterator[str]:
    """The lines of a file of text or of compressed text; at least one, which may be empty."""
    opener: Any = lzma.open if path.endswith(".xz") else open
    number = 1
    with opener(path, "rt", encoding="ascii", newline="\n") as file:
        try:
            line = file.readline(MOST_CHARACTERS)
            while line or number == 1:
                if len(line) == MOST_CHARACTERS:
                    raise ValueError(
                        f"{path}, line {number}: a line must be shorter than {MOST_CHARACTERS:,} characters"
                    )
                yield line
                number += 1
                line = file.readline(MOST_CHARACTERS)
        except UnicodeDecodeError as error:
            byte = error.object[error.start]
            raise ValueError(
                f"{path}: the text must be ASCII, got the byte {byte:#04x} after line {number - 1}"
            ) from None
        except (lzma.LZMAError, EOFError) as error:
            raise ValueError(f"{path}: not a whole .xz file: {error}") from None
