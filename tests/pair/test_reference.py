"""The core and the reference must compute equal results from equal numbers: vertices, hulls, relations, answers."""

from __future__ import annotations

import doctest
import itertools
import math
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from measures import GRAIN, UNIT, dot, extent, length_error, magnitude, motion_scale, true_separation, ulps

import collide2d as c2
from collide2d import reference
from collide2d.testing.pair_regimes import REGIMES, exact_touch, kicked
from collide2d.testing.placing import QUARTERS, REALS, Scale, angle, anywhere
from collide2d.testing.recipes import KIND_PAIRS, KINDS, Cast, Recipe, build, build_cast, nudged
from collide2d.testing.sources import Seeded
from collide2d.testing.strategies import Drawn, cast_recipes, recipe_pairs, recipes


def both(recipe: Recipe) -> tuple[Any, Any]:
    return build(c2, recipe), build(reference, recipe)


def assert_same_shape(ours: Any, theirs: Any) -> None:
    assert ours.vertices == theirs.vertices
    assert ours.radius == theirs.radius
    assert ours.kind == theirs.kind
    assert ours.bounds == theirs.bounds


def assert_same_answers(pair: tuple[Recipe, Recipe]) -> None:
    (a, ref_a), (b, ref_b) = both(pair[0]), both(pair[1])
    relation = reference.relate(ref_a, ref_b)
    assert a.relate(b) == relation == oracle.relation(a, b), pair
    assert ulps(a.separation(b), true_separation(ref_a, ref_b)) <= 8, pair


def test_doctests_of_the_reference() -> None:
    for module, least in ((reference, 50), (reference.turning, 4)):
        result = doctest.testmod(module)
        assert result.attempted >= least
        assert result.failed == 0


def test_the_reference_uses_nothing_of_the_core() -> None:
    for file in Path(reference.__path__[0]).glob("*.py"):
        imported = re.findall(r"^\s*(?:import|from) +((?:collide2d|\.|_core).*)", file.read_text(), re.MULTILINE)
        assert all(re.match(r"collide2d(\.| import )reference\b", name) for name in imported), file


# ---- relations -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("regime", REGIMES)
def test_relate_and_separation_agree_on_every_pair_of_kinds(regime: str) -> None:
    source = Seeded(len(regime))
    for kind_a, kind_b in itertools.product(KINDS, KINDS):
        for _ in range(3):
            assert_same_answers(REGIMES[regime](source, kind_a, kind_b))


@given(recipe_pairs())
def test_relate_and_separation_agree(pair: tuple[Recipe, Recipe]) -> None:
    assert_same_answers(pair)


@given(recipe_pairs())
def test_the_reference_takes_shapes_of_the_core(pair: tuple[Recipe, Recipe]) -> None:
    a, b = (build(c2, recipe) for recipe in pair)
    assert reference.relate(a, b) == a.relate(b)
    assert (reference.contact(a, b) is None) == (a.contact(b) is None)
    assert reference.relate(a, (0.5, 1)) == reference.relate(a, reference.Point(0.5, 1))


@given(recipe_pairs())
def test_distance_of_the_reference_is_the_least_over_all_features(pair: tuple[Recipe, Recipe]) -> None:
    """The reference's two definitions of a distance: from the hull of differences, and over pairs of features."""
    a, b = (build(reference, recipe) for recipe in pair)
    situation = reference._Situation(a, b)
    (px, py), (qx, qy) = situation.closest_core_points()
    if not situation.inside:
        assert (px - qx) ** 2 + (py - qy) ** 2 == situation.square


# The point of a convex set that is nearest to a given one is unique. Of numbers up to M a foot on an edge is off by at
# most 12 u M a coordinate, so is the way from it times a radius that is less than the way, and each sum by u M more:
# 48 u M in all.
@given(recipe_pairs(regimes=("scattered", "lattice", "exact_touch")))
def test_closest_points_agree_where_unique(pair: tuple[Recipe, Recipe]) -> None:
    (a, ref_a), (b, ref_b) = both(pair[0]), both(pair[1])
    p, q = a.closest_points(b)
    if a.collides(b):
        assert p == q
        return
    rp, rq = reference.closest_points(ref_a, ref_b)
    near = float(48 * UNIT * magnitude(a, b))
    assert abs(math.dist(p, q) - math.dist(rp, rq)) <= 2 * math.sqrt(2) * near
    if len(a.vertices) == 1 or len(b.vertices) == 1:
        assert math.dist(p, rp) <= math.sqrt(2) * near
        assert math.dist(q, rq) <= math.sqrt(2) * near


def is_across(normal: tuple[float, float], shape: Any) -> bool:
    """Whether a unit vector is the normal of the only edge of a shape, up to rounding."""
    (ax, ay), (bx, by) = shape.vertices[0], shape.vertices[-1]
    length = math.dist((ax, ay), (bx, by))
    return length > 0 and abs(dot(normal, (bx - ax, by - ay))) <= 16 * UNIT * Fraction(length)


@given(recipe_pairs(kinds=("circle", "point", "capsule", "segment"), regimes=("scattered", "near_touch")))
def test_normal_agrees_where_the_cores_are_apart(pair: tuple[Recipe, Recipe]) -> None:
    (a, ref_a), (b, ref_b) = both(pair[0]), both(pair[1])
    ours, theirs = a.contact(b), reference.contact(ref_a, ref_b)
    situation = reference._Situation(ref_a, ref_b)
    if ours is None or theirs is None or not situation.square:
        return
    # The way between the cores is off by at most 12 u M a coordinate, see above; its direction is rounded to 4 ulp.
    far = math.sqrt(situation.square)
    near = math.sqrt(2) * (12 * float(UNIT * magnitude(a, b)) / far + 8 * float(UNIT))
    if any(is_across(ours.normal, shape) for shape in (a, b)):
        # Of an edge and a corner that are as near, but for 16 u of the extent, it is the edge's: the cosine of the
        # angle between the two differs from 1 by that part of the way.
        near += math.sqrt(2 * 16 * float(UNIT * extent(a, b)) / far)
    assert math.dist(ours.normal, theirs.normal) <= near
    assert ulps(theirs.depth, -true_separation(ref_a, ref_b)) <= 0.5


# ---- ties ------------------------------------------------------------------------------------------------------------


def rounding_decides(normal: tuple[float, float], ways: list[tuple[Fraction, Any]]) -> bool:
    """Whether a normal is that of a way as short as any, as far as depths within 8 ulp tell (16 u, so 32 u of the
    squares, on either side), and rounding tells: their squares differ, or are quotients by different lengths."""
    shortest = [(depth2, n) for depth2, n in ways if depth2 <= min(ways)[0] * (1 + 64 * UNIT)]
    along = [n for _, n in shortest if math.dist(reference._unit(n), normal) <= 1e-9]
    return bool(along) and len({(depth2, reference._dot(n, n)) for depth2, n in shortest}) > 1


def ways_out(a: Any, b: Any) -> list[tuple[Fraction, Any]]:
    """The squared depths behind every edge of two cores, and the ways out of b across them."""
    (core_a, _), (core_b, _) = reference._parts(a), reference._parts(b)
    found = []
    for core, other, side in ((core_a, core_b, -1), (core_b, core_a, 1)):
        for p, q in reference._edges(core):
            n = (side * (q[1] - p[1]), side * (p[0] - q[0]))
            if any(n):
                depth = max(side * reference._dot(n, reference._sub(p, r)) for r in other)
                found.append((depth * depth / reference._dot(n, n), n))
    return found


# Coordinates are multiples of 2^-10, the lattice on which the core needs no exact stage, up to sizes at and beyond its
# limit of 2^14, and finer ones.
LATTICES = {
    "of games": Scale(2.0**-6, 2**11),
    "at the limit": Scale(2.0**-10, 2**23),
    "far beyond it": Scale(2.0**-10, 2**31),
    "far away": Scale(2.0**-10, 2**20, 2**42),
    "much finer": Scale(2.0**-20, 2**31),
}


@pytest.mark.parametrize("name", LATTICES)
def test_relations_on_a_lattice_are_exact(name: str) -> None:
    """Whether or not the products of two differences of coordinates are exact, touching is touching."""
    scale, source, found = LATTICES[name], Seeded(5), set()
    for pair in KIND_PAIRS:
        for radii in (1, scale.reach // 16):
            touching = exact_touch(source, *pair, scale, radii)
            for recipes_of_pair in (touching, kicked(source, touching)):
                a, b = (build(c2, recipe) for recipe in recipes_of_pair)
                found.add(a.relate(b))
                assert a.relate(b) == b.relate(a) == oracle.relation(a, b), recipes_of_pair
                assert (a.separation(b) > 0) - (a.separation(b) < 0) == -a.relate(b), recipes_of_pair
    assert found == {-1, 0, 1}


@pytest.mark.parametrize("name", LATTICES)
def test_the_least_distance_on_a_lattice_is_none(name: str) -> None:
    """A point beside an edge with the cross product of one unit, the least that there is, does not touch it."""
    scale, source = LATTICES[name], Seeded(6)
    for _ in range(40):
        x, y = (source.integer(scale.reach // 2, scale.reach) | 1 for _ in range(2))
        if math.gcd(x, y) > 1 or y == 1:
            continue
        beside = pow(x, -1, y)  # x * beside - y * before == 1
        before = (x * beside - 1) // y
        corner = (scale.middle * scale.unit, scale.middle * scale.unit)

        def at(along: int, across: int, start: tuple[float, float] = corner) -> tuple[float, float]:
            return (start[0] + along * scale.unit, start[1] + across * scale.unit)

        left, right = at(before, beside), at(x - before, y - beside)
        edge, point = c2.Segment(corner, at(x, y)), c2.Point(left)
        triangle = c2.Polygon.hull([corner, at(x, y), at(-y, x)])
        others = [c2.Segment(left, at(-y, x)), c2.Polygon.hull([right, at(y, -x), at(x + y, y - x)]), point]
        for a, b in itertools.product((edge, triangle), (*others, c2.Point(right))):
            assert a.relate(b) == b.relate(a) == oracle.relation(a, b) != 0, (a, b)


@pytest.mark.parametrize("kind_b", KINDS)
@pytest.mark.parametrize("regime", ["centred", "lattice", "degenerate", "exact_touch"])
def test_contacts_break_ties_alike(regime: str, kind_b: str) -> None:
    """Of concentric, centred and symmetric shapes, and of all that coincide on a lattice: the normal of the core is
    that of the reference, and of each that of the swapped pair, negated."""
    source, met, unsure = Seeded(11), 0, 0
    for kind_a in KINDS:
        for _ in range({"centred": 8, "lattice": 10}.get(regime, 4)):
            recipe = REGIMES[regime](source, kind_a, kind_b)
            (a, ref_a), (b, ref_b) = both(recipe[0]), both(recipe[1])
            ours, theirs = a.contact(b), reference.contact(ref_a, ref_b)
            assert (ours is None) == (theirs is None)
            if ours is None or theirs is None:
                continue
            met += 1
            if math.dist(ours.normal, theirs.normal) > 1e-9:
                assert rounding_decides(ours.normal, ways_out(ref_a, ref_b)), recipe
                unsure += 1
            if (a.vertices, a.radius) != (b.vertices, b.radius):
                assert_negated(ours, b.contact(a))
                assert_negated(theirs, reference.contact(ref_b, ref_a))
    assert met > 5
    assert unsure <= met // 10


def assert_negated(there: Any, back: Any) -> None:
    assert back.normal == (0.0 - there.normal[0], 0.0 - there.normal[1])
    assert back.depth == there.depth
    assert sorted(back.points) == sorted(there.points)


@given(recipe_pairs())
def test_contacts_of_the_reference_are_negated_by_swapping(pair: tuple[Recipe, Recipe]) -> None:
    a, b = (build(reference, recipe) for recipe in pair)
    there, back = reference.contact(a, b), reference.contact(b, a)
    assert (there is None) == (back is None)
    if there is not None and (a.vertices, a.radius) != (b.vertices, b.radius):
        assert_negated(there, back)
    assert reference.closest_points(a, b) == reference.closest_points(b, a)[::-1] or a.vertices == b.vertices


def test_concentric_circles_part_either_way() -> None:
    small, large = reference.Circle(0, 0, 2), reference.Circle(0, 0, 5)
    there, back = reference.contact(small, large), reference.contact(large, small)
    assert there is not None
    assert back is not None
    assert (there.normal, back.normal) == ((-1.0, 0.0), (1.0, 0.0))


# ---- vertices --------------------------------------------------------------------------------------------------------


@given(recipes())
def test_constructors_derive_the_same_vertices(recipe: Recipe) -> None:
    assert_same_shape(*both(recipe))


@given(recipes())
def test_reprs_agree_and_evaluate_back(recipe: Recipe) -> None:
    ours, theirs = both(recipe)
    assert repr(ours) == repr(theirs)
    assert eval(repr(ours), vars(c2)) == ours
    assert eval(repr(theirs), vars(reference)) == theirs


@pytest.mark.parametrize("kind", KINDS)
def test_constructors_derive_the_same_vertices_of_many_shapes(kind: str) -> None:
    source = Seeded(KINDS.index(kind))
    for scale in (QUARTERS, REALS, REALS._replace(middle=2**70), QUARTERS._replace(unit=2.0**-149)):
        for _ in range(120 if kind != "polygon" else 40):
            recipe = anywhere(source, kind, scale)
            assert_same_shape(*both(recipe))
            for place in range(len(recipe.numbers)):
                assert_same_shape(*both(nudged(recipe, place, source.integer(-2, 2))))


@given(recipes(kinds=("point", "circle", "segment", "capsule", "rect", "roundrect")))
def test_centres_agree(recipe: Recipe) -> None:
    ours, theirs = both(recipe)
    assert ours.center == theirs.center


@given(recipes(kinds=("polygon",)))
def test_centre_and_area_of_polygons_agree_up_to_rounding(recipe: Recipe) -> None:
    ours, theirs = both(recipe)
    left, top, right, bottom = theirs.bounds
    width, height = right - left, bottom - top
    # At most nine triangles of products within D^2, and as many sides times a radius within D.
    assert abs(ours.area - theirs.area) <= 64 * UNIT * (width + height) ** 2
    assert left <= ours.center[0] <= right
    assert top <= ours.center[1] <= bottom
    core = reference.Polygon(theirs.vertices)
    if core.area:
        # Of each triangle the area is off by 4 u D^2, the moment by 14 u D^3; there are at most five. Their quotient is
        # off by the sum of both relative to the area (of a sliver by its length), and rounded where it is added.
        size = width + height
        near = 64 * UNIT * Fraction(size) ** 3 / Fraction(core.area) + 2 * UNIT * (Fraction(size) + magnitude(theirs))
        assert abs(ours.center[0] - theirs.center[0]) <= near
        assert abs(ours.center[1] - theirs.center[1]) <= near


@given(recipes(kinds=("point", "circle", "segment", "capsule", "rect", "roundrect")))
def test_areas_agree_up_to_rounding(recipe: Recipe) -> None:
    ours, theirs = both(recipe)
    left, top, right, bottom = theirs.bounds
    assert abs(ours.area - theirs.area) <= 64 * UNIT * (right - left + bottom - top) ** 2


def in_both(operation: str, *arguments: Any, **named: Any) -> Any:
    """A strategy-free helper: apply a method to both twins; both succeed alike or both refuse."""

    def apply(shape: Any) -> Any:
        try:
            return getattr(shape, operation)(*arguments, **named)
        except ValueError:
            return None

    return apply


def assert_same_operation(recipe: Recipe, operation: str, *arguments: Any, **named: Any) -> None:
    apply = in_both(operation, *arguments, **named)
    ours, theirs = map(apply, both(recipe))
    assert (ours is None) == (theirs is None)
    if ours is not None:
        assert_same_shape(ours, theirs)


@given(recipes(), recipes(kinds=("point",)))
def test_moving_agrees(recipe: Recipe, motion: Recipe) -> None:
    assert_same_operation(recipe, "move", *motion.numbers)


@given(recipes(kinds=("point", "circle", "segment", "capsule", "rect", "roundrect")), recipes(kinds=("point",)))
def test_placing_agrees(recipe: Recipe, place: Recipe) -> None:
    assert_same_operation(recipe, "at", *place.numbers)


@given(recipes(), recipes(kinds=("point",)), st.data())
def test_turning_about_a_point_agrees(recipe: Recipe, about: Recipe, data: Any) -> None:
    assert_same_operation(recipe, "rotate", angle(Drawn(data.draw)), about=about.numbers)


@given(recipes(kinds=("point", "circle", "segment", "capsule", "rect", "roundrect")), st.data())
def test_turning_about_the_own_centre_agrees(recipe: Recipe, data: Any) -> None:
    assert_same_operation(recipe, "rotate", angle(Drawn(data.draw)))


@given(recipes(kinds=("point", "circle", "segment", "capsule", "rect", "roundrect")), st.floats(0, 100))
def test_scaling_agrees(recipe: Recipe, k: float) -> None:
    assert_same_operation(recipe, "scale_by", k)


@given(recipes(), st.one_of(st.floats(-4, 4), st.integers(-8, 8).map(lambda k: k / 4)))
def test_growing_agrees(recipe: Recipe, d: float) -> None:
    assert_same_operation(recipe, "grow", d)


@given(recipes(kinds=("rect", "roundrect")), recipes(kinds=("rect", "roundrect")), st.data())
def test_chains_of_operations_on_rectangles_agree(recipe: Recipe, other: Recipe, data: Any) -> None:
    ours, theirs = both(recipe)
    for _ in range(4):
        operation, arguments = data.draw(st.sampled_from([
            ("move", (other.numbers[0], 0.1)), ("rotate", (angle(Drawn(data.draw)),)), ("scale_by", (1.1,)),
            ("grow", (0.3,)), ("at", other.numbers[:2]), ("rotate", (30.0, other.numbers[:2])),
        ]))  # fmt: skip
        ours, theirs = map(in_both(operation, *arguments), (ours, theirs))
        assert (ours is None) == (theirs is None)
        if ours is None:
            return
        assert_same_shape(ours, theirs)
        assert ours.center == theirs.center
        assert ours.size == theirs.size
        assert ours.angle == theirs.angle
        assert repr(ours) == repr(theirs)


# ---- hulls -----------------------------------------------------------------------------------------------------------

COORDINATES = st.one_of(st.integers(-3, 3).map(float), st.sampled_from([0.1, 0.2, 0.1 + 0.2, 0.3, 1 - 2**-53]))
CLOUDS = st.lists(st.tuples(COORDINATES, COORDINATES), min_size=1, max_size=40)


@given(CLOUDS)
def test_hulls_agree(points: list[tuple[float, float]]) -> None:
    assert c2.Polygon.hull(points).vertices == reference.convex_hull(points)


def test_hulls_of_many_points_agree() -> None:
    source = Seeded(5)
    for n in (3, 5, 17, 63, 64, 65, 100, 300):
        for reach, unit in ((2, 1.0), (8, 1.0), (2**53, 2.0**-53)):
            points = [(source.integer(-reach, reach) * unit, source.integer(-reach, reach) * unit) for _ in range(n)]
            assert c2.Polygon.hull(points).vertices == reference.convex_hull(points)


def test_hulls_of_nearly_collinear_points_agree() -> None:
    """Points on a line of slope 1/3 or 0.1, as rounded, and their neighbours: only exact turns tell which are
    corners."""
    source = Seeded(6)
    for _ in range(200):
        slope = [1 / 3, 0.1, 1.0, 1e-17][source.integer(0, 3)]
        points = []
        for _ in range(source.integer(3, 12)):
            x = source.integer(-30, 30) / 10
            points.append((x, math.nextafter(x * slope, math.inf) if source.integer(0, 3) == 0 else x * slope))
        assert c2.Polygon.hull(points).vertices == reference.Polygon.hull(points).vertices


def accepts(module: Any, points: list[tuple[float, float]]) -> bool:
    try:
        module.Polygon(points)
    except ValueError:
        return False
    return True


SMALL = st.integers(-1, 2).map(float)


@given(st.lists(st.tuples(SMALL, SMALL), min_size=1, max_size=6))
def test_polygons_are_accepted_alike(points: list[tuple[float, float]]) -> None:
    assert accepts(c2, points) == accepts(reference, points)


@given(CLOUDS, st.integers(0, 40), st.booleans(), st.integers(0, 40))
def test_polygons_in_order_are_accepted_from_any_start_either_way_and_with_repetitions(
    points: list[tuple[float, float]], start: int, backward: bool, repeated: int
) -> None:
    hull = list(reference.convex_hull(points))
    cycle = hull[start % len(hull) :] + hull[: start % len(hull)]
    cycle.insert(repeated % len(cycle), cycle[repeated % len(cycle)])
    assert c2.Polygon(cycle[::-1] if backward else cycle).vertices == tuple(hull)


@pytest.mark.parametrize(
    "points",
    [
        [(0, 0), (4, 0), (1, 1), (0, 4)],
        [(0, 0), (4, 0), (4, 4), (0, 4), (0, 0), (4, 0), (4, 4), (0, 4)],
        [(0, 0), (2, 2), (2, 0), (0, 2)],
        [(0, 0), (3, 0), (1, 0), (4, 0), (4, 4)],
        [(1, 0), (-0.8, 0.6), (0.3, -0.95), (0.3, 0.95), (-0.8, -0.6)],
    ],
    ids=["reflex corner", "twice round", "bow tie", "back on a side", "pentagram"],
)
def test_polygons_that_are_not_convex_are_refused(points: list[tuple[float, float]]) -> None:
    assert not accepts(c2, points)
    assert not accepts(reference, points)


# ---- rules of the domain ---------------------------------------------------------------------------------------------


TINY = [2.0**-149, 2.0**-149 + 2.0**-200, 2.0**-149 + 2.0**-201, 2.0**-148 - 2.0**-201, 2.0**-200, 2.0**-201,
        3 * 2.0**-201, 5e-324, 0.0, 2.0**-148, 1e-45, 1.5e-45]  # fmt: skip


@pytest.mark.parametrize("x", TINY)
@pytest.mark.parametrize("sign", [1, -1])
def test_tiny_numbers_are_rounded_to_the_grain(x: float, sign: int) -> None:
    assert c2.Point(sign * x, 0).vertices == reference.Point(sign * x, 0).vertices
    assert c2.Point(sign * x, 0).vertices[0][0] % 2.0**-200 == 0
    assert math.copysign(1, c2.Point(-0.0, -5e-324).vertices[0][1]) == 1


@pytest.mark.parametrize("module", [c2, reference], ids=["core", "reference"])
@pytest.mark.parametrize(
    ("make", "arguments", "rule"),
    [
        ("Circle", (0, 0, -1), "r must be >= 0, got -1.0"),
        ("Circle", (math.nan, 0, 1), "x must be finite, got nan"),
        ("Circle", (0, 1e61, 1), "y must be between -1e60 and 1e60, got 1e+61"),
        ("Rect", (0, 0, -1, 1), "w must be >= 0, got -1.0"),
        ("Segment", (0, 0, math.inf, 1), "bx must be finite, got inf"),
    ],
)
def test_wrong_values_are_refused_in_the_same_words(
    module: Any, make: str, arguments: tuple[float, ...], rule: str
) -> None:
    with pytest.raises(ValueError, match="must be") as error:
        getattr(module, make)(*arguments)
    assert str(error.value) == f"{make}: {rule}"


CIRCLE, FAR, INF, NAN = ("Circle", (0, 0, 1)), ("Circle", (9e59, 0, 1)), math.inf, math.nan


@pytest.mark.parametrize(
    ("verb", "arguments", "rule"),
    [
        ("cast", (CIRCLE, (NAN, 0), CIRCLE), "motion must be finite, got nan"),
        ("cast", (CIRCLE, (0, 1e61), CIRCLE), "motion must be between -1e60 and 1e60, got 1e+61"),
        ("cast", (FAR, (9e59, 0), CIRCLE), "a + motion must be between -1e60 and 1e60, got (9e+59, 0.0)"),
        ("sweep", (FAR, (9e59, 0)), "a + motion must be between -1e60 and 1e60, got (9e+59, 0.0)"),
        ("raycast", ((9e59, 0), (9e59, 0), CIRCLE), "origin + motion must be between -1e60 and 1e60, got (9e+59, 0.0)"),
        ("separate", (CIRCLE, CIRCLE, INF, INF), "mass_a and mass_b must not both be infinite, got inf"),
        ("separate", (CIRCLE, CIRCLE, 0), "mass_a must be > 0, got 0.0"),
        ("separate", (CIRCLE, CIRCLE, 1, NAN), "mass_b must be finite, got nan"),
        ("bounce", ((1, 0), (0, 0), (0, 0)), "normal must not be (0, 0), got (0.0, 0.0)"),
        ("bounce", ((1, 0), (0, 0), (-1, 0), 1.5), "restitution must be at most 1, got 1.5"),
        ("bounce", ((1, 0), (0, 0), (-1, 0), -1.5), "restitution must be >= 0, got -1.5"),
        ("bounce", ((1, 0), (0, 0), (-1, 0), 1, INF, INF), "mass_a and mass_b must not both be infinite, got inf"),
        ("bounce", ((1, 0), (0, NAN), (-1, 0)), "vb must be finite, got nan"),
        ("bounce", ((1, 0), (0, 0), (-1, 0), 1, 1, 1, -1), "friction must be >= 0, got -1.0"),
        ("slide", ((1, 0), (0, 0)), "normal must not be (0, 0), got (0.0, 0.0)"),
        ("slide", ((1, INF), (0, 1)), "v must be finite, got inf"),
    ],
)
@pytest.mark.parametrize("module", [c2, reference], ids=["core", "reference"])
def test_wrong_motions_and_masses_are_refused_in_the_same_words(
    module: Any, verb: str, arguments: tuple[Any, ...], rule: str
) -> None:
    given_ = [getattr(module, x[0])(*x[1]) if x in (CIRCLE, FAR) else x for x in arguments]
    with pytest.raises(ValueError, match="must") as error:
        getattr(module, verb)(*given_)
    assert str(error.value) == f"{verb}: {rule}"


@pytest.mark.parametrize("pair", KIND_PAIRS, ids="-".join)
def test_contacts_of_the_reference_are_ways_out(pair: tuple[str, str]) -> None:
    """The specification checks itself: moving by the true normal and depth leaves the oracle at most a touch of
    rounding."""
    source = Seeded(11)
    for _ in range(10):
        a, b = (build(reference, recipe) for recipe in REGIMES["lattice"](source, *pair))
        contact = reference.contact(a, b)
        assert (contact is None) == (oracle.relation(a, b) < 0)
        if contact is not None:
            # The normal and the depth are off by 16 u of the extent, see way_out_error; moving rounds by u.
            near = float(32 * UNIT * (magnitude(a, b) + extent(a, b)))
            beyond = contact.depth + near
            assert oracle.relation(a.move(contact.normal[0] * beyond, contact.normal[1] * beyond), b) == -1
            short = contact.depth - near
            if short > 0:
                assert oracle.relation(a.move(contact.normal[0] * short, contact.normal[1] * short), b) == 1


# ---- motion ----------------------------------------------------------------------------------------------------------


def at_time(cast: Any, when: Fraction, grown: Fraction | int = 0) -> int:
    """How the exact sweep to a time lies to the other shape, by the oracle: it wants powers of two below the line."""
    a, motion, b = cast
    when, grown = (Fraction(math.floor(x * 2**500), 2**500) for x in (when, grown))
    return oracle.relation(reference.exactly(a, motion, 0, when, grown), b)


@given(cast_recipes())
def test_entry_times_of_the_reference_divide_before_from_after(recipe: Cast) -> None:
    """The specification checks itself: by the oracle, the sweep to just before the entry does not overlap, the sweep to
    just after it does."""
    cast = build_cast(reference, recipe)
    entry = reference.entry_time(*cast)
    if entry is None:
        assert at_time(cast, Fraction(10**9)) < 1
        return
    low = entry.below(400)
    high = low + Fraction(1, 2**400)
    assert at_time(cast, max(low, Fraction(0))) < 1 or (low <= 0 and at_time(cast, Fraction(0)) == 1)
    # Past a round corner it goes in as the square root: 2^-200 of the way is a depth of 2^-400, which is more than 0.
    assert at_time(cast, high + Fraction(1, 2**200)) == 1


@given(cast_recipes())
def test_entry_times_come_sooner_the_more_is_grown(recipe: Cast) -> None:
    cast = build_cast(reference, recipe)
    entry = reference.entry_time(*cast)
    for grown in (Fraction(1, 2**60), Fraction(1, 3), Fraction(5)):
        sooner = reference.entry_time(*cast, grown)
        if entry is not None:
            assert sooner is not None
            assert sooner.compare(entry) <= 0
            entry = sooner


@given(cast_recipes())
def test_casts_of_the_reference_stop_safely_and_close(recipe: Cast) -> None:
    a, motion, b = cast = build_cast(reference, recipe)
    hit = reference.cast(*cast)
    assert (hit is not None) == (oracle.relation(reference.sweep(a, motion), b) > 0)
    if hit is None or hit.depth > 0:
        assert hit is None or (hit.t == 0 and oracle.relation(a, b) > 0)
        return
    step = (hit.t * motion[0], hit.t * motion[1])
    assert oracle.relation(a.move(*step), b) < 1
    assert oracle.relation(reference.sweep(a, step), b) < 1
    grown = motion_scale(*cast) * 8 * UNIT + 8 * GRAIN
    assert hit.t == 0 or at_time(cast, Fraction(hit.t) * (1 + UNIT * 2), grown) == 1
    assert length_error(hit.normal) <= 1


@pytest.mark.parametrize(
    ("x", "y", "sign"),
    [((3, -2, 2), (0, 0, 0), 1), ((-3, 2, 2), (0, 0, 0), -1), ((-2, 2, 1), (0, 0, 0), 0), ((1, 1, 2), (0, 1, 6), -1),
     ((0, 1, 8), (0, 2, 2), 0), ((0, -1, 3), (0, -1, 2), -1), ((1, 1, 2), (1, 1, 2), 0), ((5, -1, 2), (1, 1, 6), 1),
     ((3, 0, 7), (1, 2, 1), 0)],
)  # fmt: skip
def test_surds_are_compared_exactly(x: tuple[int, int, int], y: tuple[int, int, int], sign: int) -> None:
    p, q = (reference.Surd(*map(Fraction, t)) for t in (x, y))
    assert p.compare(q) == sign == -q.compare(p)
    assert reference.Surd(p.rational - q.rational, p.factor, p.square).sign() == sign or q.factor


SURDS = st.builds(lambda r, f, s: reference.Surd(Fraction(r, 7), Fraction(f, 3), Fraction(s, 5)),
                  st.integers(-20, 20), st.integers(-9, 9), st.integers(0, 40))  # fmt: skip


@given(SURDS, SURDS)
def test_comparing_surds_agrees_with_many_digits(p: Any, q: Any) -> None:
    gap = p.below(300) - q.below(300)
    assert p.compare(q) == (0 if abs(gap) < Fraction(1, 2**200) else 1 if gap > 0 else -1)


@given(recipe_pairs())
def test_containment_agrees_with_what_sticks_out(pair: tuple[Recipe, Recipe]) -> None:
    """By supports: b is in a exactly if it reaches no farther than a along any direction, of which those square to the
    edges of a and from its vertices to those of b are the ones that matter; some others, to be sure."""
    a, b = (build(reference, recipe) for recipe in pair)
    inside = reference.contains(a, b)
    directions: list[Any] = [(1, 0), (-1, 0), (0, 1), (0, -1), (3, 4), (-3, 4), (3, -4), (-3, -4)]
    vertices = [reference._exact(p) for p in a.vertices]
    directions += [(q[1] - p[1], p[0] - q[0]) for p, q in reference._edges(vertices)]
    directions += [reference._sub(reference._exact(q), p) for q in b.vertices for p in vertices]
    sticks_out = False
    for n in directions:
        farther = max(dot(n, q) for q in b.vertices) - max(dot(n, p) for p in a.vertices)
        by = reference.Surd(farther, Fraction(b.radius) - Fraction(a.radius), dot(n, n))
        sticks_out |= by.sign() > 0
    assert inside is not sticks_out
