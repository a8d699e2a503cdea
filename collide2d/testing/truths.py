"""Files of truths: questions about shapes with exact answers, one on a line, for any library in any language.

`truths/README.md` in the repository describes the format. A number is a hexadecimal float, as `float.fromhex` and the
`strtod` of C read it, so every bit is kept.
"""

from __future__ import annotations

import lzma
import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import collide2d
from collide2d import Capsule, Circle, Point, Polygon, Rect, Relation, Segment, Shape, reference

HEADER = "collide2d truths 1"

Vec: TypeAlias = tuple[float, float]


class PairTruth(NamedTuple):
    """The relation of two shapes, and bounds of their separation: the doubles on both sides of the exact number, or
    twice the number if it is a double.

    `normal` is the direction of the only shortest way out of b for a, each coordinate the nearest double; None if
    several ways are equally short.
    """

    regime: str
    a: Shape
    b: Shape
    relation: Relation
    low: float
    high: float
    normal: Vec | None

    def errors(self) -> list[str]:
        """The verbs of collide2d whose answers about the pair contradict the truth.

        >>> from collide2d import Point, Relation
        >>> PairTruth("lattice", Point(0, 0), Point(3, 4), Relation.TOUCHING, 0, 0, None).errors()
        ['relate', 'separation', 'contact']
        """
        a, b = self.a, self.b
        separation, contact = a.separation(b), a.contact(b)
        ulp = 8 * math.ulp(max(abs(self.low), abs(self.high)))
        found = {
            "relate": a.relate(b) == self.relation == b.relate(a),
            "separation": self.low - ulp <= separation <= self.high + ulp,
            "contact": (contact is None) == (self.relation == Relation.APART),
            "normal": contact is None or self.normal is None or self.accepts(contact.normal),
        }
        return [verb for verb, right in found.items() if not right]

    def accepts(self, normal: Vec) -> bool:
        """Whether a normal is the right one, or another that is as good up to the rounding of the coordinates.

        >>> from collide2d import Circle, Point
        >>> truth = PairTruth("lattice", Circle(0, 0, 1), Point(0.5, 0), Relation.OVERLAPPING, -0.5, -0.5, (-1.0, 0.0))
        >>> truth.accepts((-1.0, 1e-20)), truth.accepts((0.0, 1.0))
        (True, False)
        """
        if self.normal is not None and math.dist(normal, self.normal) <= 4 * 2.0**-53:
            return True
        x, y = map(Fraction, normal)
        near = min(x * Fraction(p) + y * Fraction(q) for p, q in self.a.vertices)
        far = max(x * Fraction(p) + y * Fraction(q) for p, q in self.b.vertices)
        radius = Fraction(self.a.radius) + Fraction(self.b.radius)
        return far - near + radius + Fraction(self.low) <= 16 * _rounding(self.a, self.b)


class CastTruth(NamedTuple):
    """Where a moving shape first hits another: bounds of t, as of a separation; None if it does not."""

    regime: str
    a: Shape
    motion: Vec
    b: Shape
    low: float | None
    high: float | None

    def errors(self) -> list[str]:
        """["cast"] or ["t"] if `cast` of collide2d contradicts the truth: a hit, or a time that is too late.

        >>> from collide2d import Circle, Point
        >>> CastTruth("grazing", Point(0, 0), (4, 0), Circle(2, 1, 1), None, None).errors()
        []
        """
        hit = self.a.cast(self.motion, self.b)
        wrong = _wrong_time(self.high, None if hit is None else hit.t)
        return [] if wrong == ["t"] and hit is not None and self.accepts(hit.t) else wrong

    def accepts(self, t: float) -> bool:
        """Whether the shape has entered the other one by t, without rounding, by less than a unit of roundoff.

        A time that is later than the true one is then as good: a graze has hardly any depth, and a stop is rounded.

        >>> from collide2d import Circle, Point
        >>> truth = CastTruth("lattice", Point(0, 0), (4, 0), Circle(3, 0, 1), 0.5, 0.5)
        >>> truth.accepts(0.5), truth.accepts(0.5 + 2.0**-53), truth.accepts(0.6)
        (True, True, False)
        """
        dx, dy = (Fraction(t) * Fraction(d) for d in self.motion)
        moved = [(Fraction(x) + dx, Fraction(y) + dy) for x, y in self.a.vertices]
        gap = reference.surd_separation(reference.ExactShape(moved, Fraction(self.a.radius)), self.b)
        return gap.compare(reference.Surd(-_rounding(self.a, self.b))) >= 0


class WayTruth(NamedTuple):
    """Where a point or a segment that moves along itself is first blocked by the union of several shapes: bounds of t,
    as of a separation; None if the way is free.
    """

    regime: str
    shape: Shape
    motion: Vec
    members: tuple[Shape, ...]
    low: float | None
    high: float | None

    def errors(self) -> list[str]:
        """["cast"] or ["t"] if a `Space` of collide2d blocks the way elsewhere.

        >>> from collide2d import Point, Rect
        >>> tiles = Rect(0, 0, 8, 8), Rect(8, 0, 8, 8)
        >>> WayTruth("tiling", Point(8, -8), (0, 16), tiles, 0.5, 0.5).errors()
        []
        """
        found = collide2d.Space(enumerate(self.members)).cast(self.shape, self.motion)
        return _wrong_time(self.high, None if found is None else found[1].t)


Truth: TypeAlias = PairTruth | CastTruth | WayTruth


def _rounding(a: Shape, b: Shape) -> Fraction:
    """A unit of roundoff of the greatest coordinate of two shapes."""
    greatest = max(abs(Fraction(c)) for s in (a, b) for p in s.vertices for c in p)
    return (greatest + Fraction(a.radius) + Fraction(b.radius)) / 2**53


def _wrong_time(high: float | None, found: float | None) -> list[str]:
    if high is None or found is None:
        return [] if high is found else ["cast"]
    return [] if found <= high else ["t"]


# ---- text ------------------------------------------------------------------------------------------------------------


def hexadecimal(x: float) -> str:
    """A float in hexadecimal without zeros at its end.

    >>> hexadecimal(0.75), hexadecimal(-8), hexadecimal(0), hexadecimal(0.1)
    ('0x1.8p-1', '-0x1p+3', '0', '0x1.999999999999ap-4')
    """
    if x == 0:
        return "0"
    mantissa, _, exponent = float(x).hex().partition("p")
    return f"{mantissa.rstrip('0').rstrip('.')}p{exponent}"


def _numbers(numbers: Iterable[float]) -> str:
    return " ".join(map(hexadecimal, numbers))


def shape_text(shape: Any) -> str:
    """A shape as text: its kind, its radius and its vertices.

    >>> shape_text(Circle(1, 2, 3))
    'circle 0x1.8p+1 0x1p+0 0x1p+1'
    """
    return f"{shape.kind} {_numbers((shape.radius, *(c for p in shape.vertices for c in p)))}"


def shape_of_text(text: str) -> Shape:
    """The shape of a text: the same set, as the simplest kind of shape that it is.

    >>> shape_of_text("roundrect 0x1p+0 0 0 0x1p+2 0")
    Capsule(0.0, 0.0, 4.0, 0.0, 1.0)
    """
    _, *numbers = text.split(" ")
    radius, *values = map(float.fromhex, numbers)
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


def truth_text(truth: Truth) -> str:
    """A truth as a line of a file.

    >>> text = truth_text(PairTruth("lattice", Point(0, 0), Point(3, 4), Relation.APART, 5, 5, (-0.6, -0.8)))
    >>> text.split("\\t")[:6]
    ['pair', 'lattice', 'point 0 0 0', 'point 0 0x1.8p+1 0x1p+2', 'apart', '0x1.4p+2 0x1.4p+2']
    """
    if isinstance(truth, PairTruth):
        answer = [truth.relation.name.lower(), _numbers((truth.low, truth.high))]
        answer.append("-" if truth.normal is None else _numbers(truth.normal))
        return "\t".join(["pair", truth.regime, shape_text(truth.a), shape_text(truth.b), *answer])
    times = "-" if truth.low is None or truth.high is None else _numbers((truth.low, truth.high))
    if isinstance(truth, CastTruth):
        middle = [shape_text(truth.a), _numbers(truth.motion), shape_text(truth.b)]
        return "\t".join(["cast", truth.regime, *middle, times])
    members = map(shape_text, truth.members)
    return "\t".join(["way", truth.regime, shape_text(truth.shape), _numbers(truth.motion), times, *members])


def truth_of_text(line: str) -> Truth:
    """The truth of a line.

    >>> truth_of_text("cast\\tgrazing\\tpoint 0 0 0\\t0x1p+2 0\\tcircle 0x1p+0 0x1p+1 0x1p+0\\t-").high is None
    True
    """
    question, regime, *fields = line.rstrip("\n").split("\t")
    try:
        if question == "pair":
            a, b, relation, bounds, normal = fields
            low, high = _pair(bounds)
            way = None if normal == "-" else _pair(normal)
            return PairTruth(regime, shape_of_text(a), shape_of_text(b), Relation[relation.upper()], low, high, way)
        if question == "cast":
            a, motion, b, times = fields
            return CastTruth(regime, shape_of_text(a), _pair(motion), shape_of_text(b), *_times(times))
        if question == "way":
            shape, motion, times, *members = fields
            found = tuple(map(shape_of_text, members))
            return WayTruth(regime, shape_of_text(shape), _pair(motion), found, *_times(times))
    except (ValueError, KeyError) as error:
        raise ValueError(f"not a truth: {line[:100]!r}: {error}") from None
    raise ValueError(f"a truth must begin with pair, cast or way, got {question[:40]!r}")


def _pair(text: str) -> Vec:
    x, y = map(float.fromhex, text.split(" "))
    return x, y


def _times(text: str) -> tuple[float, float] | tuple[None, None]:
    return (None, None) if text == "-" else _pair(text)


def read_truths(path: str | Path) -> Iterator[Truth]:
    """The truths of a file, one after another; a name that ends in .xz is that of a compressed file.

    `truths/README.md` of the repository describes the format. Raises ValueError if the file has another one.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "truths.txt")
    ...     _ = path.write_text("collide2d truths 1\\ncast\\tgrazing\\tpoint 0 0 0\\t4 0\\tcircle 1 2 1\\t-\\n")
    ...     for truth in read_truths(path):
    ...         print(truth.a, truth.motion, truth.b, truth.low)
    Point(0.0, 0.0) (4.0, 0.0) Circle(2.0, 1.0, 1.0) None
    """
    opener: Any = lzma.open if str(path).endswith(".xz") else open
    with opener(path, "rt", encoding="ascii") as lines:
        try:
            first = next(lines, "").rstrip("\n")
            if first != HEADER:
                raise ValueError(f"{path}: the first line must be {HEADER!r}, got {first[:40]!r}")
            for line in lines:
                yield truth_of_text(line)
        except (lzma.LZMAError, EOFError) as error:
            raise ValueError(f"{path}: not a whole .xz file: {error}") from None
