"""Moving shapes that are hard for collision code, by regime: casts from a touch, past a corner, along a row of tiles,
through thin shapes, from far away."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

import collide2d
from collide2d.testing.pair_regimes import (
    EDGE_NUMBERS,
    REGIMES,
    kicked,
    lattice,
    near_touch,
    scattered,
    touch_with_normal,
)
from collide2d.testing.placing import QUARTERS, REALS, Scale, angle, anywhere, offset_within, supported
from collide2d.testing.recipes import ROUND_KINDS, Cast, Recipe, Vec, build, build_cast, nudged, shifted
from collide2d.testing.sources import Plain, Source, choice, one_in


def _times(k: float, v: Vec) -> Vec:
    return k * v[0], k * v[1]


def _across(n: Vec) -> Vec:
    return -n[1], n[0]


def _cast_scale(source: Source) -> Scale:
    """A scale for casts: half of the time quarters near the origin, else far away or at either end of the domain."""
    return choice(source, [
        QUARTERS, QUARTERS, QUARTERS, Scale(0.25, 16, source.integer(-1, 1) * 2 ** source.integer(20, 45)),
        Scale(math.ldexp(1, choice(source, [-200, -199, -190, -152, -150, -149, -148, -147])), 16),
        Scale(math.ldexp(1, source.integer(150, 175)), 16),
    ])  # fmt: skip


def kicked_cast(source: Source, cast: Cast) -> Cast:
    """The cast with one number of a shape or of the motion moved by one to three ulps."""
    if one_in(source, 3):
        place, steps = source.integer(0, 1), choice(source, (1, -1, 2, -2, 3, -3))
        x, y = nudged(Recipe("Point", cast.motion), place, steps).numbers
        return cast._replace(motion=(x, y))
    a, b = kicked(source, (cast.a, cast.b))
    return cast._replace(a=a, b=b)


def sometimes_kicked(source: Source, cast: Cast) -> Cast:
    return kicked_cast(source, cast) if one_in(source, 2) else cast


def _lengths(source: Source, scale: Scale) -> float:
    """The length of a motion: a few units, or in one case of four up to thousands."""
    return source.integer(1, 8) * scale.unit * (2.0 ** source.integer(0, 12) if one_in(source, 4) else 1)


def from_touch(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts that start in an exact touch and go into the surface, along it, away from it, anywhere, or nowhere."""
    scale = _cast_scale(source)
    pair, n = touch_with_normal(source, kind_a, kind_b, scale)
    along = _across(n) if one_in(source, 2) else _times(-1, _across(n))
    k, j = _lengths(source, scale), _lengths(source, scale)
    motion = [
        _times(k, n), _times(k, along), (k * n[0] + j * along[0], k * n[1] + j * along[1]),
        (j * along[0] - k * n[0], j * along[1] - k * n[1]), _times(-k, n), (0.0, 0.0), offset_within(source, scale),
    ][source.integer(0, 6)]  # fmt: skip
    return sometimes_kicked(source, Cast(pair[0], motion, pair[1]))


def grazing(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts that exactly graze a corner or a side, for an instant or for a while, or miss or hit it by an ulp."""
    scale = _cast_scale(source)
    (a, b), n = touch_with_normal(source, kind_a, kind_b, scale)
    along = _times(choice(source, (1, -1)), _across(n))
    before, after = _lengths(source, scale), _lengths(source, scale)
    return sometimes_kicked(source, Cast(shifted(a, _times(-before, along)), _times(before + after, along), b))


def ending_in_touch(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts that end in an exact touch, within an ulp of one, or twice as far."""
    scale = _cast_scale(source)
    (a, b), n = touch_with_normal(source, kind_a, kind_b, scale)
    k, j = _lengths(source, scale), source.integer(-8, 8) * scale.unit
    way = k * n[0] - j * n[1], k * n[1] + j * n[0]
    return sometimes_kicked(source, Cast(shifted(a, _times(-1, way)), _times(choice(source, (1, 1, 2)), way), b))


def _aim(source: Source, a: Recipe, b: Recipe) -> Vec:
    """A vector from a vertex of a to a vertex of b."""
    p, q = choice(source, build(collide2d, a).vertices), choice(source, build(collide2d, b).vertices)
    return q[0] - p[0], q[1] - p[1]


def at_corner(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts that aim a vertex exactly at a vertex, and stop at it, halfway, or beyond it."""
    a, b = lattice(source, kind_a, kind_b)
    return sometimes_kicked(source, Cast(a, _times(choice(source, (1.0, 2.0, 0.5, 4.0)), _aim(source, a, b)), b))


def through(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts that pass through a small or thin shape and leave it on the other side, at any speed."""
    thin = Scale(math.ldexp(1, -source.integer(0, 40)), 4)
    a, b = anywhere(source, kind_a, choice(source, [REALS, QUARTERS, thin])), anywhere(source, kind_b, thin)
    x, y = _aim(source, a, b)
    beside = offset_within(source, thin) if one_in(source, 2) else (0.0, 0.0)
    way, k = (x + beside[0], y + beside[1]), math.ldexp(1, source.integer(-1, 30))
    return sometimes_kicked(source, Cast(a, _times(k, way), b))


def along_row(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts along a floor of flush tiles, whose sizes may be inexact, such as 0.1, toward the top left corner of one.

    They are level, go slightly down, or go up or down by so little that rounding loses it.
    """
    size, x, y = choice(source, (0.1, 0.3, 1.0, 32.0)), source.integer(-99, 99), source.integer(-9, 9)
    left, floor, tiles = x * size, y * size, source.integer(1, 50)
    walker = supported(source, kind_a, (left, floor), (0, 1), 0.0, Scale(size, 4))
    tile = supported(source, kind_b, (left + tiles * size, floor), (0, -1), 0.0, Scale(size, 4))
    motion = (source.integer(-60, 60) * size, choice(source, (0.0, 0.0, size / 64, 1e-17, -1e-17)))
    return sometimes_kicked(source, Cast(walker, motion, tile))


def along_slope(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts along a side of any direction, from a near touch. Moving rounds the vertices, more coarsely far away."""
    a, b = near_touch(source, kind_a, kind_b, choice(source, [REALS, QUARTERS]))
    corners = build(collide2d, choice(source, (a, b))).vertices
    i = source.integer(0, len(corners) - 1)
    (x, y), (u, v) = corners[i - 1], corners[i]
    k = choice(source, (1, -1)) * math.ldexp(1, source.integer(-2, 40))
    return sometimes_kicked(source, Cast(a, (k * (u - x), k * (v - y)), b))


def back_from_afar(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts from a place where rounding loses the size of the shape to one where it does not: vertices stay rounded,
    but a rectangle keeps its exact size."""
    scale = choice(source, [QUARTERS, REALS, Scale(math.ldexp(1, -source.integer(20, 60)), 16)])
    pair, _ = touch_with_normal(source, kind_a, kind_b, QUARTERS, other=scale) if one_in(source, 2) else (
        (anywhere(source, kind_a, scale), anywhere(source, kind_b, scale)), (0, 0)
    )  # fmt: skip
    size = choice(source, (1.0, 3.0)) * math.ldexp(1, source.integer(2, 60))
    way = size * source.integer(-4, 4), size * source.integer(-4, 4)
    k = choice(source, (1, 1, 2))
    return sometimes_kicked(source, Cast(shifted(pair[0], _times(-1, way)), _times(k, way), pair[1]))


def far_pivoted(source: Source, kind: str, scale: Scale) -> tuple[Recipe, float]:
    """A rectangle with a pivot up to 2^50 times its size away and the ulp of that distance, or a shape of another kind
    and the unit of its scale."""
    if kind not in ("rect", "roundrect"):
        return anywhere(source, kind, scale), scale.unit
    w, h = (source.integer(1, scale.reach) * scale.unit for _ in range(2))
    away = source.integer(1, 2**20) * math.ldexp(scale.unit * scale.reach, source.integer(-10, 30))
    x, y = choice(source, [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1)])
    offset, turned = (x * away, y * away), choice(source, [0.0, 0.0, angle(source)])
    if kind == "roundrect":
        numbers = (*offset_within(source, scale), w, h, min(w, h) / 2 * source.integer(0, 4) / 4, turned, *offset)
        return Recipe("RoundRect.pivot", numbers), math.ulp(away)
    sine, cosine = math.sin(math.radians(turned)), math.cos(math.radians(turned))
    pivot = (offset[0] * cosine - offset[1] * sine, offset[0] * sine + offset[1] * cosine)
    return Recipe("Rect.pivoted", (*pivot, w, h, *offset, turned)), math.ulp(away)


def far_pivot(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts of a rectangle whose pivot is so far away that rounding moves the rectangle as far as the motion does. The
    other shape is near the end of the motion, nearer or farther by about that rounding error."""
    scale = choice(source, [QUARTERS, QUARTERS, REALS])
    a, coarse = far_pivoted(source, kind_a, scale)
    bounds = build(collide2d, a).bounds
    x, y = choice(source, [(1, 0), (-1, 0), (0, 1), (0, -1)])
    length = choice(source, [coarse, scale.size(source)]) * source.integer(1, 40) / 16
    ahead = length + coarse * source.integer(-24, 24) / 16
    r = scale.size(source) if kind_b in ROUND_KINDS and one_in(source, 2) else 0.0
    middle = (bounds[0] / 2 + bounds[2] / 2, bounds[1] / 2 + bounds[3] / 2)
    edge = (bounds[0] if x < 0 else bounds[2] if x > 0 else middle[0],
            bounds[1] if y < 0 else bounds[3] if y > 0 else middle[1])  # fmt: skip
    b = supported(source, kind_b, (edge[0] + x * (ahead + r), edge[1] + y * (ahead + r)), (-x, -y), r, scale)
    beside = source.integer(-4, 4) * coarse / 16
    return sometimes_kicked(source, Cast(a, (x * length + y * beside, y * length + x * beside), b))


def end_to_end(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts, lengthwise or across, of two long thin shapes at any angle that share a short side up to rounding. The
    shared side is tiny compared to their length."""
    x, y, turned = REALS.number(source), REALS.number(source), angle(source)
    length = REALS.size(source) * 2.0 ** source.integer(0, 40)
    thin, r = (math.ldexp(source.integer(0, 9), -source.integer(0, 56)) for _ in range(2))
    sine, cosine = math.sin(math.radians(turned)), math.cos(math.radians(turned))
    along, across = (length * cosine, length * sine), (-thin * sine, thin * cosine)
    pair = []
    for kind, side in ((kind_a, 1), (kind_b, -1)):
        u, v = x + side * along[0], y + side * along[1]
        corners = (x, y, x + across[0], y + across[1], u, v, u + across[0], v + across[1])
        pivot = 0.0 if side == 1 else length
        pair.append({
            "point": Recipe("Point", (x, y)), "circle": Recipe("Circle", (x, y, r)),
            "segment": Recipe("Segment", corners[:2] + corners[4:6]),
            "capsule": Recipe("Capsule", (*corners[:2], *corners[4:6], r)),
            "rect": Recipe("Rect.pivoted", (x, y, length, thin, pivot, 0.0, turned)),
            "roundrect": Recipe("RoundRect.around", ((x + u) / 2, (y + v) / 2, length, thin, r, turned)),
            "polygon": Recipe("Polygon.hull", (*corners, r)),
        }[kind])  # fmt: skip
    k = choice(source, (1, -1)) * math.ldexp(1, source.integer(-2, 4))
    return sometimes_kicked(source, Cast(pair[0], _times(k, choice(source, (along, along, across))), pair[1]))


def _beside(source: Source, p: Vec) -> Vec:
    """A point at most three ulps away."""
    x, y = nudged(Recipe("Point", p), 0, source.integer(-3, 3)).numbers
    return nudged(Recipe("Point", (x, y)), 1, source.integer(-3, 3)).numbers  # type: ignore[return-value]


def spearing(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts of spears, whose sides are along the motion but for ulps, at a long wall. Which end of such a side is ahead
    is the sign of a cross product that rounding hides.
    """
    unit = math.ldexp(1, source.integer(-20, 40))
    real = Scale(unit * 2.0**-50, 2**51)
    m = choice(source, (1, -1)) * (unit / 4 + real.size(source)), real.number(source)
    m = m if one_in(source, 2) else (m[1], m[0])
    tip = real.number(source) * 8, real.number(source) * 8
    length = math.hypot(*m)
    across = _times(choice(source, (1, -1)) / length, _across(m))
    corners = [*tip]
    for _ in range(1 if kind_a in ("segment", "capsule") else source.integer(2, 5)):
        k = choice(source, (0.5, 1.0, 2.0, 4.0, 8.0, 16.0))
        corners += _beside(source, (tip[0] - k * m[0], tip[1] - k * m[1]))
    spear = {
        "segment": Recipe("Segment", tuple(corners)), "capsule": Recipe("Capsule", (*corners, length / 64)),
        "polygon": Recipe("Polygon.hull", (*corners, choice(source, (0.0, 0.0, length / 64)))),
    }  # fmt: skip
    far, slope, ahead = (
        math.ldexp(length, source.integer(8, 18)),
        source.integer(-8, 8),
        choice(source, (1.25, 1.25, 5.0)),
    )
    x, y = tip[0] + ahead * m[0] + length / 2 * across[0], tip[1] + ahead * m[1] + length / 2 * across[1]
    wall = (x, y, x - far * across[0] + slope * m[0], y - far * across[1] + slope * m[1])
    r = length * choice(source, (0.25, 0.5, 0.625))
    walls = {
        "segment": Recipe("Segment", wall), "capsule": Recipe("Capsule", (*wall, r)),
        "polygon": Recipe("Polygon.hull", (*wall, *_beside(source, (x, y)), r)),
    }  # fmt: skip
    rest = Scale(length / 4, 8)
    a = spear.get(kind_a) or shifted(anywhere(source, kind_a, rest), tip)
    b = walls.get(kind_b) or shifted(anywhere(source, kind_b, rest), (x, y))
    return Cast(a, _times(choice(source, (1.0, 1.0, 2.0, 4.0)), m), b)


def brushing(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts along a line, as far as rounding lets them: on one axis the shapes and the motion are a few ulps of their
    place, so the rounded way decides what is touched, and when."""
    x0 = choice(source, (1, -1)) * math.ldexp(source.integer(1, 9), source.integer(-3, 50))
    y0 = choice(source, (0.0, x0))
    ulp, swaps = math.ulp(x0), one_in(source, 2)
    step = choice(source, (ulp, math.ldexp(ulp, source.integer(1, 50))))

    def turned(x: float, y: float) -> Vec:
        return (y, x) if swaps else (x, y)

    def shape(kind: str, ahead: float) -> Recipe:
        def point() -> Vec:
            return turned(x0 + source.integer(-4, 4) * ulp / 2, y0 + ahead + source.integer(-8, 8) * step)

        size, r = turned(source.integer(0, 4) * ulp / 2, source.integer(0, 8) * step), source.integer(0, 3) * ulp / 2
        match kind:
            case "point" | "circle":
                return Recipe(kind.title(), (*point(), r)[: 2 if kind == "point" else 3])
            case "segment" | "capsule":
                return Recipe(kind.title(), (*point(), *point(), r)[: 4 if kind == "segment" else 5])
            case "rect":
                return Recipe("Rect.centered", (*point(), *size))
            case "roundrect":
                return Recipe("RoundRect.centered", (*point(), *size, min(r, size[0] / 2, size[1] / 2)))
        if one_in(source, 2):
            return Recipe("Polygon.hull", (*point(), *point(), *point(), choice(source, (0.0, r))))
        return Recipe("Polygon.hull", (*point(), *point(), *point(), *point(), choice(source, (0.0, r))))

    motion = source.integer(-8, 8) * ulp / 2, choice(source, (1, -1)) * source.integer(1, 64) * step
    across = choice(source, (motion[0], math.nextafter(motion[0], 0)))
    ahead = choice(source, (0.0, motion[1] / 4, motion[1] / 2, motion[1]))
    return Cast(shape(kind_a, 0.0), turned(across, motion[1]), shape(kind_b, ahead))


def onto_line(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts along an edge whose line goes through the origin: near it a vertex is off that line by less than the ulps
    elsewhere, so that moving rounds it onto the line. Or the vertex is anywhere on the line, and it and the motion are
    off it by ulps. Other vertices are on the line, also ahead of the edge."""
    unit = math.ldexp(1, source.integer(-20, 40))
    d = choice(source, [(1.0, 1.0), (1.0, -1.0), (1.0, 2.0), (3.0, -1.0)])
    n = _times(choice(source, (1, -1)), _across(d))
    near = _times(math.ldexp(unit, -source.integer(40, 100)), n)

    def on_line(k: float, aside: float = 0.0) -> Vec:
        return unit * (k * d[0] + aside * n[0]), unit * (k * d[1] + aside * n[1])

    def shape(kind: str, first: Vec, side: float) -> Recipe:
        corners, r = [*first, *on_line(source.integer(-16, 16))], source.integer(0, 2) * unit
        if kind == "segment":
            return Recipe("Segment", tuple(corners))
        if kind == "capsule":
            return Recipe("Capsule", (*corners, r))
        if kind == "polygon":
            for _ in range(source.integer(0, 3)):
                corners += on_line(source.integer(-16, 16), side * source.integer(0, 8))
            return Recipe("Polygon.hull", (*corners, choice(source, (0.0, 0.0, r))))
        return shifted(anywhere(source, kind, Scale(unit / 4, 16)), first)

    motion = on_line(source.integer(-16, 16) / 4)
    if one_in(source, 2):
        near, motion = (_beside(source, v) for v in (on_line(source.integer(-16, 16)), motion))
    a, b = shape(kind_a, near, 1.0), shape(kind_b, on_line(source.integer(-99, 16)), -1.0)
    return sometimes_kicked(source, Cast(a, motion, b))


def at_great_arc(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts of a small shape straight at, or past, the arc of another one that is millions of times as large, so that
    rounding makes its corners equally far from the middle of the arc."""
    great, small = (kind_b, kind_a) if kind_b in ROUND_KINDS else (kind_a, kind_b)
    scale = choice(source, [QUARTERS, REALS])
    r = math.ldexp(1 + source.integer(0, 2**20) * 2.0**-20, source.integer(8, 50))
    n = choice(source, [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)])
    along = _times(choice(source, (1, -1)), _across(n))
    gap = choice(source, (0.0, r, 3 * r, scale.size(source)))
    beside = choice(source, (0.0, scale.number(source), source.integer(-3, 3) * math.ulp(r)))
    x, y = (r + gap) * n[0] + beside * along[0], (r + gap) * n[1] + beside * along[1]
    end = _beside(source, (x + 2 * r * along[0], y + 2 * r * along[1]))
    far = {
        "circle": Recipe("Circle", (x, y, r)), "capsule": Recipe("Capsule", (x, y, *end, r)),
        "roundrect": Recipe("RoundRect.around", (x + r * n[0], y + r * n[1], 2 * r, 2 * r, r)),
        "polygon": Recipe("Polygon.hull", (x, y, *end, x + r * n[0], y + r * n[1], r)),
    }.get(great)  # fmt: skip
    far = far or supported(source, great, (gap * n[0], gap * n[1]), _times(-1, n), 0.0, Scale(r / 8, 16))
    near = supported(source, small, (0.0, 0.0), n, 0.0, scale)
    tilt = choice(source, (0.0, 0.0, 1e-60, math.ulp(r) / 2))
    way = _times(choice(source, (gap, gap + 1e-4, gap + 2 * math.ulp(r), 2 * gap + 1)), n)
    if one_in(source, 3):  # along the tangent
        way, near = _times(r, along), shifted(near, (gap * n[0] - r / 2 * along[0], gap * n[1] - r / 2 * along[1]))
    way = way[0] + tilt * along[0], way[1] + tilt * along[1]
    a, b, k = (near, far, 1) if great == kind_b else (far, near, -1)
    return sometimes_kicked(source, Cast(a, _times(k, way), b))


def stopped(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts from the stop of an earlier cast, as a mover continues: with the rest of the motion, its part along the hit
    surface, the motion again or reversed, or straight into or along the surface.
    """
    cast = within_domain(CAST_REGIMES[choice(source, ("through", "random_way", "at_corner", "along_row", "along_slope",
                                              "end_to_end"))](
        source, kind_a, kind_b))  # fmt: skip
    a, motion, b = build_cast(collide2d, cast)
    hit = a.cast(motion, b)
    if hit is None or hit.depth > 0:
        return cast
    rest, along = _times(1 - hit.t, motion), (-hit.normal[1], hit.normal[0])
    slid = _times(rest[0] * along[0] + rest[1] * along[1], along)
    ways = (rest, slid, _times(-1, motion), motion, _times(-1, hit.normal), along)
    return Cast(shifted(cast.a, _times(hit.t, motion)), choice(source, ways), cast.b)


def random_way(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts of random shapes along a random motion, in floats of full precision."""
    a, b = scattered(source, kind_a, kind_b)
    return Cast(a, (REALS.number(source), REALS.number(source)), b)


def lattice_way(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts of shapes of small multiples of a quarter, none of them turned, along any such motion or from a vertex to a
    vertex. Moving rounds nothing.
    """
    a, b = lattice(Plain(source), kind_a, kind_b)
    if one_in(source, 2):
        return Cast(a, _times(choice(source, (1.0, 2.0)), _aim(source, a, b)), b)
    return Cast(a, (QUARTERS.number(source), QUARTERS.number(source)), b)


def any_pair(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts of a pair of any regime: without motion, toward a vertex, perpendicular to that, or by extreme numbers."""
    a, b = REGIMES[choice(source, list(REGIMES))](source, kind_a, kind_b)
    x, y = _aim(source, a, b)
    k = math.ldexp(1, source.integer(-3, 3))
    motion = choice(source, [
        (0.0, 0.0), (x * k, y * k), (-y * k, x * k), (choice(source, EDGE_NUMBERS), choice(source, EDGE_NUMBERS)),
    ])  # fmt: skip
    return sometimes_kicked(source, Cast(a, motion, b))


def past_long_chain(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts past the lowest corner of a polygon of hundreds of vertices: exactly, by an ulp, or a little into it.

    Each edge of the chain descends by a whole number of ulps of the sideways distance plus the same fraction of one, so
    a running sum of the descents is rounded in the same direction at every edge, and the errors add up.
    """
    edges, part = source.integer(150, 400), source.integer(1, 255)
    fall = (2.0 ** source.integer(10, 22) + part / 256) * 2.0**-54
    x, y, corners = 0.0, edges / 2 * fall, []
    for i in range(edges + 1):
        corners.append((x, y))
        x += (i * 2.0**-11 / edges - 2.0**-10) * fall
        y -= fall
    low = -(0.25 + source.integer(0, 2**40) * 2.0**-42)
    bottom = choice(source, (math.nextafter(low, 0), low, math.nextafter(low, -1), low - 2.0**-44))
    corners += [(corners[-1][0] + 2.0**-12, bottom), (2.0**-5, 0.0)]
    chain = Recipe("Polygon.hull", (*(c for p in corners for c in p), choice(source, (0.0, 0.0, 2.0**-60))))
    a = supported(source, kind_a, (-(2.0**-20), low), (0, 1), 0.0, Scale(2.0**-14, 4))
    return sometimes_kicked(source, Cast(a, (2.0 ** source.integer(-10, -4), 0.0), chain))


def within_domain(cast: Cast) -> Cast:
    """The cast with its motion rounded as `Point` stores it, or without motion if the shape would leave the domain."""
    try:
        x, y = collide2d.Point(*cast.motion).vertices[0]
        build(collide2d, cast.a).move(x, y)
    except ValueError:
        return cast._replace(motion=(0.0, 0.0))
    return cast._replace(motion=(x, y))


CastRegime: TypeAlias = Callable[[Source, str, str], Cast]

CAST_REGIMES: dict[str, CastRegime] = {
    f.__name__: f
    for f in (from_touch, grazing, ending_in_touch, at_corner, through, along_row, along_slope, end_to_end, spearing,
              brushing, past_long_chain, back_from_afar, far_pivot, stopped, random_way, any_pair, onto_line,
              at_great_arc)
}  # fmt: skip


# A test that computes from definitions takes seconds for one cast of hundreds of vertices.
SMALL_CAST_REGIMES = tuple(name for name in CAST_REGIMES if name != "past_long_chain")


# `lattice` is drawn only by name: from_touch, grazing and others have the same casts, and harder ones.
NAMED_CAST_REGIMES: dict[str, CastRegime] = {"lattice": lattice_way, **CAST_REGIMES}


def drawn_cast(source: Source, regime: str, kind_a: str, kind_b: str) -> Cast:
    """A cast of a regime, within the domain."""
    return within_domain(NAMED_CAST_REGIMES[regime](source, kind_a, kind_b))
