"""Outlines in pixels: of shapes, of strokes along them, of dashes. Points only; canvas.py fills them.

However near one looks, an outline has few points: where an arc leaves the window it is a chord.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from collide2d import Shape
from collide2d.play.camera import Bounds, Camera, Pair

SAG = 0.12  # how far a chord may be from its arc, pixels
LARGE = 1500.0  # arcs of a larger radius, pixels, are only followed where they are in the window


def outline(shape: Shape, camera: Camera, window: Bounds, sag: float = SAG) -> list[Pair]:
    """The boundary of a shape, in pixels, from +x toward +y; one or two points if it has no area.

    sag: how far its chords may be from its arcs, pixels.

    >>> from collide2d import Rect
    >>> outline(Rect(0, 0, 2, 1), Camera((0, 0), (0, 0), 10.0), (0, 0, 100, 100))
    [(0.0, 0.0), (20.0, 0.0), (20.0, 10.0), (0.0, 10.0)]
    """
    points = [camera.pixel(p) for p in shape.vertices]
    r = shape.radius * camera.scale
    if r < 0.05:
        return points
    if len(points) == 1:
        return list(arc(points[0], r, 0.0, 2 * math.pi, window, sag))
    found: list[Pair] = []
    normals = []
    vertices = shape.vertices
    for (ax, ay), (bx, by) in zip(vertices, vertices[1:] + vertices[:1], strict=True):
        normals.append(math.atan2(ax - bx, by - ay))
    for p, before, after in zip(points, normals[-1:] + normals[:-1], normals, strict=True):
        turn = (after - before) % (2 * math.pi)
        found += arc(p, r, before, before + turn, window, sag)
        found.append((p[0] + r * math.cos(after), p[1] + r * math.sin(after)))
    return found


def arc(center: Pair, r: float, start: float, end: float, window: Bounds, sag: float = SAG) -> Iterator[Pair]:
    """Points along an arc, from its start, included, to its end, not included."""
    x, y = center
    if r <= LARGE:
        widest = 2 * math.acos(max(1 - sag / r, 0.0))
        steps = max(1, math.ceil((end - start) / widest))
        for i in range(steps):
            a = start + (end - start) * i / steps
            yield (x + r * math.cos(a), y + r * math.sin(a))
        return
    pieces = [(start + (end - start) * (i + 1) / 8, start + (end - start) * i / 8) for i in reversed(range(8))]
    while pieces:  # the next one is the last
        b, a = pieces.pop()
        bulge = r * (1 - math.cos((b - a) / 2))
        p, q = (x + r * math.cos(a), y + r * math.sin(a)), (x + r * math.cos(b), y + r * math.sin(b))
        if bulge > sag and b - a > 1e-13 and _may_meet(p, q, bulge, window):
            middle = a + (b - a) / 2
            pieces += [(b, middle), (middle, a)]
        else:
            yield p


def _may_meet(p: Pair, q: Pair, margin: float, window: Bounds) -> bool:
    return (
        min(p[0], q[0]) - margin <= window[2]
        and max(p[0], q[0]) + margin >= window[0]
        and min(p[1], q[1]) - margin <= window[3]
        and max(p[1], q[1]) + margin >= window[1]
    )


def box_of(points: Sequence[Pair]) -> Bounds:
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return (min(xs), min(ys), max(xs), max(ys))


def clipped(points: Sequence[Pair], window: Bounds) -> list[Pair]:
    """The part of a convex polygon that is in the window."""
    found = list(points)
    for axis, side, bound in ((0, 1, window[0]), (0, -1, window[2]), (1, 1, window[1]), (1, -1, window[3])):
        kept: list[Pair] = []
        for p, q in zip(found, found[1:] + found[:1], strict=True):
            inside, then = (p[axis] - bound) * side >= 0, (q[axis] - bound) * side >= 0
            if inside:
                kept.append(p)
            if inside != then:
                t = (bound - p[axis]) / (q[axis] - p[axis])
                cut = [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]
                cut[axis] = bound
                kept.append((cut[0], cut[1]))
        found = kept
    return found


def clipped_line(p: Pair, q: Pair, window: Bounds) -> tuple[Pair, Pair] | None:
    """The part of a line that is in the window."""
    low, high = 0.0, 1.0
    for axis in (0, 1):
        start, d = p[axis], q[axis] - p[axis]
        near, far = window[axis] - start, window[axis + 2] - start
        if d == 0:
            if near > 0 or far < 0:
                return None
        else:
            a, b = sorted((near / d, far / d))
            low, high = max(low, a), min(high, b)
    if low > high:
        return None
    dx, dy = q[0] - p[0], q[1] - p[1]
    return ((p[0] + low * dx, p[1] + low * dy), (p[0] + high * dx, p[1] + high * dy))


def common(a: Sequence[Pair], b: Sequence[Pair]) -> list[Pair]:
    """The points that two convex outlines, both from +x toward +y, have in common."""
    found = list(a)
    for (ax, ay), (bx, by) in zip(b, [*b[1:], b[0]], strict=True):
        kept: list[Pair] = []
        sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in found]
        for i, p in enumerate(found):
            j = i + 1 if i + 1 < len(found) else 0
            if sides[i] >= 0:
                kept.append(p)
            if (sides[i] >= 0) != (sides[j] >= 0):
                t = sides[i] / (sides[i] - sides[j])
                kept.append((p[0] + t * (found[j][0] - p[0]), p[1] + t * (found[j][1] - p[1])))
        found = kept
        if len(found) < 3:
            return []
    return found


def bar(p: Pair, q: Pair, width: float) -> list[Pair]:
    """The outline of a straight stroke with square ends."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = math.hypot(dx, dy)
    if length == 0:
        return []
    nx, ny = -dy / length * width / 2, dx / length * width / 2
    return [(p[0] + nx, p[1] + ny), (q[0] + nx, q[1] + ny), (q[0] - nx, q[1] - ny), (p[0] - nx, p[1] - ny)]


def dashes(
    points: Sequence[Pair], on: float, off: float, window: Bounds, *, closed: bool = True
) -> Iterator[tuple[Pair, Pair]]:
    """Pieces of lines, `on` pixels long and `off` apart, along a line, as far as it is in the window."""
    along = 0.0  # since the last dash began
    ends = zip(points, [*points[1:], points[0]] if closed else points[1:], strict=False)
    for p, q in ends:
        cut = clipped_line(p, q, window)
        if cut is None:
            continue
        a, b = cut
        length = math.dist(a, b)
        if length == 0:
            continue
        ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        at = 0.0
        while at < length:
            if along < on:
                step = min(on - along, length - at)
                yield ((a[0] + ux * at, a[1] + uy * at), (a[0] + ux * (at + step), a[1] + uy * (at + step)))
            else:
                step = min(on + off - along, length - at)
            at += step
            along = (along + step) if along + step < on + off - 1e-9 else 0.0
