"""Pairs of shapes that are hard for collision code, by regime: exact touches by construction, touches that are off by
an ulp, and degenerate, nested, sliver, far, tiny and huge shapes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeAlias

import collide2d
from collide2d.testing.placing import QUARTERS, REALS, Scale, angle, anywhere, is_round, supported
from collide2d.testing.recipes import GRAIN, ROUND_KINDS, Recipe, RecipePair, Vec, build, inflated, nudged, shifted
from collide2d.testing.sources import Source, choice, one_in

_TRIPLES = [(1, 0, 1), (3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (20, 21, 29)]
_SKEWED = [(1, 1), (1, 2), (3, 1), (2, 5), (7, 3)]


def _direction(source: Source, straight: bool) -> tuple[int, int, int]:
    """A direction in whole numbers and its length, which is whole if `straight`; otherwise the returned length is 1."""
    x, y, length = choice(source, _TRIPLES) if straight else (*choice(source, _SKEWED), 1)
    if one_in(source, 2):
        x, y = y, x
    return choice(source, (1, -1)) * x, choice(source, (1, -1)) * y, length


def exact_touch(
    source: Source, kind_a: str, kind_b: str, scale: Scale = QUARTERS, radii: int = 1, other: Scale | None = None
) -> RecipePair:  # fmt: skip
    """Two shapes that touch exactly.

    The cores lie on opposite sides of a strip as wide as the sum of the radii, and a vector across the strip, along a
    Pythagorean direction if a shape is round, connects a point of each. This covers shared corners, shared sides,
    tangents and collinear overlaps. Radii are multiples of `radii` units; `other` is the scale of the second shape.
    """
    return touch_with_normal(source, kind_a, kind_b, scale, radii, other)[0]


def touch_with_normal(
    source: Source, kind_a: str, kind_b: str, scale: Scale = QUARTERS, radii: int = 1, other: Scale | None = None
) -> tuple[RecipePair, Vec]:  # fmt: skip
    """An exact touch, and a normal in whole numbers of the line between the shapes, from the first to the second."""
    rounded = [radii > 0 and is_round(source, kind) and not one_in(source, 8) for kind in (kind_a, kind_b)]
    x, y, length = _direction(source, any(rounded) or one_in(source, 2))
    total = length * source.integer(1, 4) * radii if any(rounded) else 0
    share = source.integer(0, total) if all(rounded) else total * rounded[0]
    v = (scale.number(source), scale.number(source))
    w = (v[0] + total // length * x * scale.unit, v[1] + total // length * y * scale.unit)
    pair = (
        supported(source, kind_a, v, (x, y), share * scale.unit, scale),
        supported(source, kind_b, w, (-x, -y), (total - share) * scale.unit, other or scale),
    )
    return pair, (x, y)


def kicked(source: Source, pair: RecipePair) -> RecipePair:
    """The pair with one number of one shape moved by one to three ulps."""
    which = source.integer(0, 1)
    place = source.integer(0, len(pair[which].numbers) - 1)
    moved = nudged(pair[which], place, choice(source, (1, -1, 2, -2, 3, -3)))
    return (moved, pair[1]) if which == 0 else (pair[0], moved)


def kicked_touch(source: Source, kind_a: str, kind_b: str, scale: Scale = QUARTERS) -> RecipePair:
    """Exact touches with one number moved by one to three ulps."""
    return kicked(source, exact_touch(source, kind_a, kind_b, scale))


def near_touch(
    source: Source, kind_a: str, kind_b: str, scale: Scale = REALS, radii: int = 1, other: Scale | None = None
) -> RecipePair:  # fmt: skip
    """Any shape, and a second one placed against one of its corners or sides as exactly as rounding allows."""
    a = anywhere(source, kind_a, scale)
    if radii != 1:
        a = inflated(a, radii * scale.size(source))
    shape = build(collide2d, a)
    corners: Sequence[Vec] = shape.vertices
    i = source.integer(0, len(corners) - 1)
    n = _outward(source, corners, i)
    v = corners[i]
    if len(corners) > 1 and one_in(source, 2):
        q, t = corners[(i + 1) % len(corners)], source.integer(0, 2**20) * 2.0**-20
        v = (v[0] + t * (q[0] - v[0]), v[1] + t * (q[1] - v[1]))
        n = _unit(q[1] - corners[i][1], corners[i][0] - q[0])
    r = radii * scale.size(source) if is_round(source, kind_b) else 0.0
    gap = shape.radius + r
    w = (v[0] + gap * n[0], v[1] + gap * n[1])
    pair = a, supported(source, kind_b, w, (-n[0], -n[1]), r, other or scale)
    return kicked(source, pair) if one_in(source, 2) else pair


def _unit(x: float, y: float) -> Vec:
    length = math.hypot(x, y)
    return (x / length, y / length) if length else (1.0, 0.0)


def _outward(source: Source, corners: Sequence[Vec], i: int) -> Vec:
    """A direction in which corner i is the farthest: any for a single corner, else between its two edge normals."""
    if len(corners) == 1:
        turn = source.integer(0, 2**20) * math.tau / 2**20
        return math.cos(turn), math.sin(turn)
    p, q, o = corners[i], corners[(i + 1) % len(corners)], corners[i - 1]
    a, b = _unit(q[1] - p[1], p[0] - q[0]), _unit(p[1] - o[1], o[0] - p[0])
    t = source.integer(0, 16) / 16
    return _unit(a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))


def lattice(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Shapes whose numbers are small multiples of a quarter, so that corners, sides and whole shapes often coincide."""
    return anywhere(source, kind_a, QUARTERS), anywhere(source, kind_b, QUARTERS)


def scattered(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Shapes whose coordinates are floats of full precision between -8 and 8."""
    return anywhere(source, kind_a, REALS), anywhere(source, kind_b, REALS)


def degenerate(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Shapes whose numbers are -1/4, 0 or 1/4, so that sizes vanish and points, sides and shapes coincide."""
    few = Scale(0.25, 1)
    return anywhere(source, kind_a, few), anywhere(source, kind_b, few)


def far(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Touches and near touches far from the origin, where few bits are left for the shape itself."""
    there = Scale(0.25, 16, source.integer(-1, 1) * 2 ** source.integer(20, 50) + source.integer(0, 9))
    return choice(source, [exact_touch, kicked_touch, near_touch])(source, kind_a, kind_b, there)


def tiny(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Touches and near touches at the fine end of the domain, from its grain, 2^-200, across the border at 2^-148."""
    exponent = choice(source, [-200, -199, -190, -152, -150, -149, -148, -147])
    return choice(source, [exact_touch, kicked_touch])(source, kind_a, kind_b, Scale(math.ldexp(1, exponent), 16))


def huge(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Touches and near touches at the coarse end of the domain."""
    exponent = source.integer(150, 188)
    return choice(source, [exact_touch, kicked_touch, near_touch])(
        source, kind_a, kind_b, Scale(math.ldexp(1, exponent), 16)
    )  # fmt: skip


EDGE_NUMBERS = [0.0, GRAIN, -GRAIN, 2.0**-148, math.nextafter(2.0**-148, 0), 1e-60, 1.0, -1.0, 1e60, -1e60,
                 math.nextafter(1e60, 0), -math.nextafter(1e60, 0)]  # fmt: skip


def edges_of_domain(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Shapes whose numbers are at the limits of the domain, in any mixture."""

    def shape(kind: str) -> Recipe:
        x0, y0, x1, y1, x2, y2 = (choice(source, EDGE_NUMBERS) for _ in range(6))
        r = abs(choice(source, EDGE_NUMBERS))
        return {
            "point": Recipe("Point", (x0, y0)), "circle": Recipe("Circle", (x0, y0, r)),
            "segment": Recipe("Segment", (x0, y0, x1, y1)), "capsule": Recipe("Capsule", (x0, y0, x1, y1, r)),
            "rect": Recipe("Rect.from_corners", (x0, y0, x1, y1)),
            "roundrect": Recipe("RoundRect.around", (x0 / 4, y0 / 4, abs(x1), abs(y1), r)),
            "polygon": Recipe("Polygon.hull", (x0, y0, x1, y1, x2, y2, r)),
        }[kind]  # fmt: skip

    return shape(kind_a), shape(kind_b)


def nested(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Shapes around one point, some only a radius, some an ulp off: concentric, contained, equal or nearly equal."""
    scale = choice(source, [QUARTERS, REALS])
    at = (scale.number(source), scale.number(source))
    pair = []
    for kind in (kind_a, kind_b):
        w, h = (0.0, 0.0) if one_in(source, 3) else (scale.size(source), scale.size(source))
        r = 0.0 if one_in(source, 4) else scale.size(source)
        x0, y0, x1, y1 = at[0] - w / 2, at[1] - h / 2, at[0] + w / 2, at[1] + h / 2
        pair.append({
            "point": Recipe("Point", at), "circle": Recipe("Circle", (*at, r)),
            "segment": Recipe("Segment", (x0, y0, x1, y1)), "capsule": Recipe("Capsule", (x0, y0, x1, y1, r)),
            "rect": Recipe("Rect.centered", (*at, w, h, angle(source))),
            "roundrect": Recipe("RoundRect.around", (*at, w, h, r, angle(source))),
            "polygon": Recipe("Polygon.hull", (x0, y0, x1, y0, *at, x1, y1, x0, y1, r)),
        }[kind])  # fmt: skip
    if kind_a == kind_b and one_in(source, 3):
        pair[1] = pair[0]
    return kicked(source, (pair[0], pair[1])) if one_in(source, 2) else (pair[0], pair[1])


def centred(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Exact ties: symmetric shapes of small whole numbers around one point, upright or along a Pythagorean direction,
    so that several separating moves are equally short. Some are equal, or one is centred on a side or a corner of
    the other.
    """
    x, y = float(source.integer(-9, 9)), float(source.integer(-9, 9))
    axis = choice(source, [(1, 0), (1, 0), (3, 4), (1, 1), (-4, 3), (0, 1)])
    pair = [_symmetric(source, kind, x, y, axis) for kind in (kind_a, kind_b)]
    if kind_a == kind_b and one_in(source, 6):
        pair[1] = pair[0]
    if one_in(source, 4):
        corners = build(collide2d, pair[0]).vertices
        i = source.integer(0, len(corners) - 1)
        (px, py), (qx, qy) = corners[i], corners[i - source.integer(0, 1)]
        pair[1] = shifted(pair[1], ((px + qx) / 2 - x, (py + qy) / 2 - y))
    return pair[0], pair[1]


def _symmetric(source: Source, kind: str, x: float, y: float, axis: tuple[int, int]) -> Recipe:
    """A shape of a kind, symmetric about (x, y), with sides along `axis` or along the diagonals of its square."""
    w, h, r = (float(choice(source, (1, 1, 2, 3)) * size) for size in (2, 2, 1))
    u, v = axis if one_in(source, 2) else choice(source, [axis, (axis[0] - axis[1], axis[0] + axis[1])])
    along, across = (u * w, v * w), (-v * h, u * h)
    ends = (x - along[0], y - along[1], x + along[0], y + along[1])
    corners = [(x + i * along[0] + j * across[0], y + i * along[1] + j * across[1])
               for i, j in choice(source, [[(1, 1), (-1, 1), (-1, -1), (1, -1)], [(1, 0), (0, 1), (-1, 0), (0, -1)],
                                           [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)],
                                           [(2, 0), (-1, 1), (-1, -1)]])]  # fmt: skip
    return {
        "point": Recipe("Point", (x, y)), "circle": Recipe("Circle", (x, y, r)), "segment": Recipe("Segment", ends),
        "capsule": Recipe("Capsule", (*ends, r)), "rect": Recipe("Rect.centered", (x, y, w, h)),
        "roundrect": Recipe("RoundRect.around", (x, y, w, h, r)),
        "polygon": Recipe("Polygon.hull", (*(c for p in corners for c in p), r * source.integer(0, 1))),
    }[kind]  # fmt: skip


def deep(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Cores that touch or nearly touch, with radii so large that rounding the depth loses the distance of the cores,
    which decides the normal."""
    fine = Scale(math.ldexp(1, -source.integer(2, 60)), 16)
    pair = choice(source, [exact_touch, near_touch])(source, kind_a, kind_b, fine, 0)
    if one_in(source, 2):
        pair = kicked(source, pair)
    return inflated(pair[0], source.integer(0, 3)), inflated(pair[1], source.integer(0, 3))


def specks(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Tiny cores with large radii, which touch or nearly touch while the cores are many times their size apart."""
    fine = Scale(math.ldexp(1, -source.integer(10, 52)), 8)
    pair = choice(source, [exact_touch, near_touch])(source, kind_a, kind_b, fine, 2 ** source.integer(6, 44))
    return kicked(source, pair) if one_in(source, 2) else pair


def unequal(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Touches and near touches of a shape and a much smaller one, anywhere along the sides of the larger."""
    fine = Scale(math.ldexp(1, -source.integer(10, 44)), 16)
    if one_in(source, 2):
        first, second = choice(source, [exact_touch, near_touch])(source, kind_b, kind_a, other=fine)
        pair = second, first
    else:
        pair = choice(source, [exact_touch, near_touch])(source, kind_a, kind_b, other=fine)
    return kicked(source, pair) if one_in(source, 2) else pair


def nearly_parallel(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Upright shapes on a lattice, each turned or sheared by a tiny amount, so that several separating moves are almost
    equally short."""
    pair = []
    for kind in (kind_a, kind_b):
        little = math.ldexp(source.integer(-9, 9), -source.integer(20, 70))
        x, y, w, h, r = (QUARTERS.number(source) for _ in range(5))
        w, h, r = abs(w), abs(h), abs(r)
        corners = [(u, v + little * u) for u in (x, x + w) for v in (y, y + h)]
        pair.append({
            "point": Recipe("Point", corners[0]), "circle": Recipe("Circle", (*corners[0], r)),
            "segment": Recipe("Segment", (*corners[0], *corners[2])),
            "capsule": Recipe("Capsule", (*corners[0], *corners[2], r)),
            "rect": Recipe("Rect.centered", (x, y, w, h, 90.0 * source.integer(0, 3) + little)),
            "roundrect": Recipe("RoundRect.around", (x, y, w, h, r, 90.0 * source.integer(0, 3) + little)),
            "polygon": Recipe("Polygon.hull", (*(c for p in corners for c in p), r)),
        }[kind])  # fmt: skip
    return pair[0], pair[1]


def sliver(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Long, almost flat shapes at any angle, beside or across each other; their rounded corners may not be convex."""
    x, y, turned = REALS.number(source), REALS.number(source), angle(source)
    pair = []
    for kind in (kind_a, kind_b):
        length, thin = REALS.size(source), math.ldexp(source.integer(0, 9), -source.integer(45, 60))
        dx, dy = math.cos(math.radians(turned)) * length, math.sin(math.radians(turned)) * length
        pair.append({
            "point": Recipe("Point", (x + dx * 0.5, y + dy * 0.5)), "circle": Recipe("Circle", (x, y, thin)),
            "segment": Recipe("Segment", (x, y, x + dx, y + dy)),
            "capsule": Recipe("Capsule", (x, y, x + dx, y + dy, thin)),
            "rect": Recipe("Rect.pivoted", (x, y, length, thin, 0.0, 0.0, turned)),
            "roundrect": Recipe("RoundRect.around", (x, y, length, thin, thin, turned)),
            "polygon": Recipe("Polygon.hull", (x, y, x + dx, y + dy, x + dx / 3, y + dy / 3 + thin, 0.0)),
        }[kind])  # fmt: skip
        if one_in(source, 2):
            turned = angle(source)
    return kicked(source, (pair[0], pair[1]))


def short_edges(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """A polygon with edges of a few ulps, shorter than rounding shifts a contact, and a shape as small at its surface.

    What is within rounding of a corner must be counted from that corner: from one to the next it adds up.
    """
    if kind_a != "polygon":
        pair = short_edges(source, kind_b, kind_a) if kind_b == "polygon" else specks(source, kind_b, kind_a)
        return pair[1], pair[0]
    edges, ulp, slope = source.integer(8, 60), 2.0**-50, source.integer(1, 3)
    chain = [(4 + i * ulp, 4 + slope * i * (i + 1) // 2 * ulp) for i in range(edges + 1)]
    r = choice(source, (0.0, 17.5, 17.5 - source.integer(1, 2**10) * 2.0**-40))
    way, mirrored = source.integer(0, 3), one_in(source, 2)

    def turned(x: float, y: float) -> Vec:
        x, y = (y, x) if mirrored else (x, y)
        return [(x, y), (-y, x), (-x, -y), (y, -x)][way]

    corners = [c for p in chain for c in turned(*p)]
    n = (-1.0, 0.0) if one_in(source, 2) else (0.0, -1.0)
    foot = (
        (chain[-1][0] + r, chain[source.integer(0, edges)][1])
        if n[0]
        else (chain[source.integer(0, edges)][0], chain[-1][1] + r)
    )
    fine = Scale(math.ldexp(1, -source.integer(30, 46)), 8)
    pair = (
        Recipe("Polygon.hull", (*corners, r)), supported(source, kind_b, turned(*foot), turned(*n), 0.0, fine),
    )  # fmt: skip
    return kicked(source, pair) if one_in(source, 2) else pair


Regime: TypeAlias = Callable[[Source, str, str], RecipePair]

REGIMES: dict[str, Regime] = {
    f.__name__: f
    for f in (lattice, exact_touch, kicked_touch, near_touch, degenerate, nested, centred, far, tiny, huge,
              edges_of_domain, deep, specks, unequal, nearly_parallel, sliver, short_edges, scattered)
}  # fmt: skip


def inner_touch(source: Source, kind: str) -> RecipePair:
    """A large polygon, rounded or not, and a shape inside it that exactly touches a slanted side."""
    x, y, length = choice(source, _TRIPLES[1:])
    x, y = choice(source, ((x, y), (y, x), (-x, y), (-y, -x), (y, -x)))
    c, unit = (QUARTERS.number(source), QUARTERS.number(source)), QUARTERS.unit
    inner, outer = (source.integer(0, 3) * (kind in ROUND_KINDS), source.integer(0, 3))
    gap = (inner - outer) * unit  # from a vertex of the inner core to the side of the outer one, in lengths of (x, y)
    corners = [
        (c[0] + (gap + along) * x - across * y, c[1] + (gap + along) * y + across * x)
        for along, across in ((0, 16), (0, -16), (-32, 16), (-32, -16))
    ]
    around = Recipe("Polygon.hull", (*(v for p in corners for v in p), outer * length * unit))
    return around, supported(source, kind, c, (x, y), inner * length * unit, QUARTERS)
