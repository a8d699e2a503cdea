"""Coordinates on a lattice: values that are exact decide pairs at once, but only if the pair is small enough."""

from __future__ import annotations

import itertools

import pytest

from collide2d import Capsule, Circle, Point, Polygon, Rect, Relation, RoundRect

STEP = 2.0**-10  # of the lattice
APART, TOUCHING, OVERLAPPING = Relation.APART, Relation.TOUCHING, Relation.OVERLAPPING
Vector = tuple[float, float]

SIDES = [(8, 6), (24, 10), (6, -8), (10, -24)]  # of whole lengths
PARALLELOGRAMS = [(u, w) for u, w in itertools.permutations(SIDES, 2) if u[0] * w[1] > u[1] * w[0]]


@pytest.mark.parametrize("start", [(0, 0), (-17, -8), (1000.5, -2000.25)])
@pytest.mark.parametrize(("u", "w"), PARALLELOGRAMS)
def test_a_circle_touches_each_side_at_its_middle(u: Vector, w: Vector, start: Vector) -> None:
    x, y = start
    side = Polygon([(x, y), (x + u[0], y + u[1]), (x + u[0] + w[0], y + u[1] + w[1]), (x + w[0], y + w[1])])
    corners = list(side.vertices)
    for (px, py), (qx, qy) in itertools.pairwise([*corners, corners[0]]):
        ex, ey = qx - px, qy - py
        radius = (ex * ex + ey * ey) ** 0.5
        assert radius == int(radius)
        center = (px + qx) / 2 + ey, (py + qy) / 2 - ex  # to the right of the side, a whole radius away
        for off, relation in ((-STEP, OVERLAPPING), (0, TOUCHING), (STEP, APART)):
            out = (off if ey > 0 else -off, -off if ex > 0 else off)
            circle = Circle((center[0] + out[0], center[1] + out[1]), radius)
            assert circle.relate(side) is relation, (px, py, off)


@pytest.mark.parametrize("swaps", [False, True])
@pytest.mark.parametrize("low", [0.0, -0.5, -1.0])
@pytest.mark.parametrize(("n", "m"), [(2**20 - 1, 2**19 - 1), (2**31 - 1, 2**23 - 1), (2**40 - 1, 2**23 - 1)])
def test_the_points_of_a_lattice_nearest_to_a_side_are_beside_it(n: int, m: int, low: float, swaps: bool) -> None:
    """The side is (n, m) steps long. The points nearest to its line have cross products of one step squared with it,
    less than the rounding of n m if that is large; low: where the bounds begin on one axis, in sizes."""
    k = pow(m, -1, n)
    j = m * k // n  # m k = n j + 1
    left = int(low * n)

    def at(x: int, y: int) -> Vector:
        place = ((left + x) * STEP, y * STEP)
        return place[::-1] if swaps else place

    triangle = Polygon([at(0, 0), at(n, m), at(0, m)])
    for x, y, relation in [(0, 0, TOUCHING), (n, m, TOUCHING), (k, j, APART), (n - k, m - j, OVERLAPPING)]:
        assert Point(*at(x, y)).relate(triangle) is relation, (x, y)
        if 0 < y < m - 1:
            assert Point(*at(x, y - 1)).relate(triangle) is APART
            assert Point(*at(x, y + 1)).relate(triangle) is OVERLAPPING


@pytest.mark.parametrize("y", [-3.0, -0.5, 0.0, 0.5, 3.0])
def test_an_end_of_a_capsule_touches_a_box(y: float) -> None:
    """The end is nearest to a side of the box, and the corners are farther from the capsule."""
    box = Rect.from_corners(1, -5, 2, 5)
    for radius, relation in ((1 - STEP, APART), (1, TOUCHING), (1 + STEP, OVERLAPPING)):
        assert Capsule((-3, y - 1), (0, y), radius).relate(box) is relation
        assert Capsule((-3, y + 1), (0, y), radius).relate(box) is relation


@pytest.mark.parametrize("of_box", [0, 1, 2, 4])
def test_the_middle_of_a_capsule_touches_a_corner(of_box: float) -> None:
    """The box's core has a corner at the origin, and the middle of the capsule's core is at (-4, -3), 5 away."""
    box = RoundRect(-of_box, -of_box, 10 + 2 * of_box, 10 + 2 * of_box, of_box)
    assert (0, 0) in box.vertices
    for total, relation in ((5 - STEP, APART), (5, TOUCHING), (5 + STEP, OVERLAPPING)):
        assert Capsule((-1, -7), (-7, 1), total - of_box).relate(box) is relation
