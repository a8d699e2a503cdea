"""Cases checked by hand, in text tables: two shapes, how they relate, their separation, the normal out of the second.

A separation is exact, or after ~ within 8 ulp of a decimal; - leaves it, or the normal, unspecified. `or` separates
equally good normals. Each line is tested in both orders with the core, the reference and the integer oracle.

In cases/casts: a shape, its motion, another shape, and `miss` or the t, point and normal of the hit, and its depth if
they overlap at the start. They are also tested in both orders. A t is exact, or after ~ within the tolerance of a stop.
"""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import oracle
import pytest
from measures import dot, motion_scale, moves_exactly, ulps

import collide2d as c2
from collide2d import reference
from collide2d.testing.recipes import Recipe, build

_MAKES = {
    "point": "Point", "circle": "Circle", "segment": "Segment", "capsule": "Capsule", "rect": "Rect",
    "corners": "Rect.from_corners", "centered": "Rect.centered", "pivoted": "Rect.pivoted", "roundrect": "RoundRect",
    "around": "RoundRect.around", "polygon": "Polygon",
}  # fmt: skip
_RELATIONS = {"apart": -1, "touching": 0, "overlapping": 1}


class Case(NamedTuple):
    line: str
    shapes: tuple[Recipe, Recipe]
    relation: int
    separation: str
    normals: list[tuple[float, float]]


def number(text: str) -> float:
    return float.fromhex(text) if "0x" in text else float(text)


def shape(text: str) -> Recipe:
    word, *numbers = text.split()
    if word == "polygon":
        numbers = [n for n in numbers if n != "radius"] if "radius" in numbers else [*numbers, "0"]
    return Recipe(_MAKES[word], tuple(map(number, numbers)))


def parse(line: str) -> Case:
    a, b, relation, separation, normals = (part.strip() for part in line.split("|"))
    choices = [] if normals == "-" else [tuple(map(float, n.split())) for n in normals.split(" or ")]
    return Case(" ".join(line.split()), (shape(a), shape(b)), _RELATIONS[relation], separation, choices)  # type: ignore[arg-type]


def read(path: Path) -> list[Case]:
    lines = [line.partition("#")[0].strip() for line in path.read_text("utf-8").splitlines()]
    return [parse(line) for line in lines if line]


TABLES = {path.stem: read(path) for path in sorted((Path(__file__).parent / "cases").glob("*.txt"))}
CASES = [case for cases in TABLES.values() for case in cases]


class CastCase(NamedTuple):
    line: str
    shapes: tuple[Recipe, Recipe]
    motion: tuple[float, float]
    hits: bool
    t: str
    point: tuple[float, float] | None
    normals: list[tuple[float, float]]
    depth: float | None


def pair(text: str) -> tuple[float, float]:
    x, y = map(number, text.split())
    return x, y


def parse_cast(line: str) -> CastCase:
    a, motion, b, t, *rest = (part.strip() for part in line.split("|"))
    point, normals, depth = [*rest, *("-", "-", "0")[len(rest) :]]
    return CastCase(
        " ".join(line.split()), (shape(a), shape(b)), pair(motion), t != "miss", t,
        None if point == "-" else pair(point), [] if normals == "-" else [pair(n) for n in normals.split(" or ")],
        None if depth == "-" else number(depth),
    )  # fmt: skip


CAST_CASES = [
    parse_cast(line)
    for path in sorted((Path(__file__).parent / "cases" / "casts").glob("*.txt"))
    for text in path.read_text("utf-8").splitlines()
    if (line := text.partition("#")[0].strip())
]


def assert_case(module: Any, case: Case, a: Any, b: Any, sign: int) -> None:
    assert module.relate(a, b) == case.relation == oracle.relation(a, b)
    separation = module.separation(a, b)
    if case.separation.startswith("~"):
        assert ulps(separation, Fraction(case.separation[1:])) <= 8
    elif case.separation != "-":
        assert separation == number(case.separation)
    contact = module.contact(a, b)
    assert (contact is None) == (case.relation < 0)
    if contact is not None and case.normals:
        nx, ny = contact.normal
        assert any(abs(sign * nx - x) + abs(sign * ny - y) <= 2.0**-51 for x, y in case.normals), contact.normal


def test_tables_are_there() -> None:
    assert set(TABLES) >= {"articles", "touching", "degenerate", "extremes", "turned", "found"}
    assert len(CASES) > 140
    assert {case.relation for case in CASES} == {-1, 0, 1}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.line)
@pytest.mark.parametrize("module", [c2, reference], ids=["core", "reference"])
def test_case(module: Any, case: Case) -> None:
    a, b = (build(module, recipe) for recipe in case.shapes)
    assert_case(module, case, a, b, 1)
    if case.normals != [(1.0, 0.0)] or a.vertices != b.vertices:  # equal points keep (1, 0) either way round
        assert_case(module, case, b, a, -1)


# ---- casts -----------------------------------------------------------------------------------------------------------


def test_tables_of_casts_are_there() -> None:
    assert len(CAST_CASES) > 120
    assert {case.hits for case in CAST_CASES} == {False, True}


def lost(a: Any, motion: tuple[float, float], b: Any) -> float:
    """How much b may be grown for the stop: see BACKWARD in tests/motion/test_casts.py."""
    return float(128 * 2 * motion_scale(a, motion, b) / 2**52)


def assert_hit(hit: Any, case: CastCase, a: Any, motion: tuple[float, float], b: Any, sign: int) -> None:
    """As the case says: the time is off by what is lost, over the motion across the face, and the direction of what is
    round by what is lost, over its radius; both are rounded."""
    near, normal, ulp = lost(a, motion, b), (sign * hit.normal[0], sign * hit.normal[1]), 2.0**-52
    assert case.depth in (None, hit.depth)
    if case.t.startswith("~"):
        assert abs(hit.t - number(case.t[1:])) <= near / float(-dot(hit.normal, motion)) + ulp
    elif case.t != "-":
        assert hit.t == number(case.t)
    turn = near / (a.radius + b.radius) if a.radius + b.radius else 0.0
    assert not case.normals or any(math.dist(normal, n) <= turn + 8 * ulp for n in case.normals), normal


@pytest.mark.parametrize("case", CAST_CASES, ids=lambda case: case.line)
@pytest.mark.parametrize("module", [c2, reference], ids=["core", "reference"])
def test_cast(module: Any, case: CastCase) -> None:
    a, b = (build(module, recipe) for recipe in case.shapes)
    hit = module.cast(a, case.motion, b)
    assert (hit is not None) is case.hits is (oracle.relation(module.sweep(a, case.motion), b) > 0)
    if hit is not None:
        assert_hit(hit, case, a, case.motion, b, 1)
    if case.point:
        assert math.dist(hit.point, case.point) <= 8 * lost(a, case.motion, b)


@pytest.mark.parametrize("case", CAST_CASES, ids=lambda case: case.line)
@pytest.mark.parametrize("module", [c2, reference], ids=["core", "reference"])
def test_cast_the_other_way_round(module: Any, case: CastCase) -> None:
    """What is hit moves the opposite way instead, if that rounds nothing."""
    a, b = (build(module, recipe) for recipe in case.shapes)
    mx, my = case.motion
    if moves_exactly(a, (mx, my)) and moves_exactly(b, (-mx, -my)):
        hit = module.cast(b, (-mx, -my), a)
        assert (hit is not None) is case.hits
        if hit is not None:
            assert_hit(hit, case, b, (-mx, -my), a, -1)
