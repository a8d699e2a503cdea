"""The formulas of textbooks and tutorials, in the type of their numbers. Touching counts."""

from __future__ import annotations

from typing import Any


def point_circle(px: Any, py: Any, x: Any, y: Any, r: Any) -> Any:
    return (px - x) * (px - x) + (py - y) * (py - y) <= r * r


def circle_circle(ax: Any, ay: Any, ar: Any, bx: Any, by: Any, br: Any) -> Any:
    return (ax - bx) * (ax - bx) + (ay - by) * (ay - by) <= (ar + br) * (ar + br)


def point_rect(px: Any, py: Any, x: Any, y: Any, w: Any, h: Any) -> Any:
    return x <= px <= x + w and y <= py <= y + h


def rect_rect(ax: Any, ay: Any, aw: Any, ah: Any, bx: Any, by: Any, bw: Any, bh: Any) -> Any:
    return ax <= bx + bw and bx <= ax + aw and ay <= by + bh and by <= ay + ah


def circle_rect(cx: Any, cy: Any, r: Any, x: Any, y: Any, w: Any, h: Any) -> Any:
    px, py = max(x, min(cx, x + w)), max(y, min(cy, y + h))
    return (cx - px) * (cx - px) + (cy - py) * (cy - py) <= r * r


def circle_segment(cx: Any, cy: Any, r: Any, ax: Any, ay: Any, bx: Any, by: Any) -> Any:
    return _square(cx, cy, ax, ay, bx, by) <= r * r


def capsule_capsule(ax: Any, ay: Any, bx: Any, by: Any, r: Any, px: Any, py: Any, qx: Any, qy: Any, s: Any) -> Any:
    if segment_segment(ax, ay, bx, by, px, py, qx, qy):
        return True
    nearest = min(
        _square(ax, ay, px, py, qx, qy), _square(bx, by, px, py, qx, qy),
        _square(px, py, ax, ay, bx, by), _square(qx, qy, ax, ay, bx, by),
    )  # fmt: skip
    return nearest <= (r + s) * (r + s)


def _square(px: Any, py: Any, ax: Any, ay: Any, bx: Any, by: Any) -> Any:
    """The squared distance from a point to a segment."""
    ex, ey = bx - ax, by - ay
    length2 = ex * ex + ey * ey
    t = ((px - ax) * ex + (py - ay) * ey) / length2 if length2 > 0 else length2
    t = min(max(t, length2 * 0), length2 * 0 + 1)
    dx, dy = px - (ax + t * ex), py - (ay + t * ey)
    return dx * dx + dy * dy


def segment_segment(ax: Any, ay: Any, bx: Any, by: Any, px: Any, py: Any, qx: Any, qy: Any) -> Any:
    """By orientations, as in Sedgewick and in CLRS."""
    d1, d2 = _turn(px, py, qx, qy, ax, ay), _turn(px, py, qx, qy, bx, by)
    d3, d4 = _turn(ax, ay, bx, by, px, py), _turn(ax, ay, bx, by, qx, qy)
    if ((d1 > 0 and d2 < 0) or (d1 < 0 and d2 > 0)) and ((d3 > 0 and d4 < 0) or (d3 < 0 and d4 > 0)):
        return True
    return (
        (d1 == 0 and _within(px, py, qx, qy, ax, ay)) or (d2 == 0 and _within(px, py, qx, qy, bx, by))
        or (d3 == 0 and _within(ax, ay, bx, by, px, py)) or (d4 == 0 and _within(ax, ay, bx, by, qx, qy))
    )  # fmt: skip


def _turn(ax: Any, ay: Any, bx: Any, by: Any, px: Any, py: Any) -> Any:
    return (bx - ax) * (py - ay) - (by - ay) * (px - ax)


def _within(ax: Any, ay: Any, bx: Any, by: Any, px: Any, py: Any) -> Any:
    return min(ax, bx) <= px <= max(ax, bx) and min(ay, by) <= py <= max(ay, by)


def point_polygon(px: Any, py: Any, points: Any) -> Any:
    sides = [(*points[i - 1], *points[i]) for i in range(len(points))]
    return all(_turn(ax, ay, bx, by, px, py) >= 0 for ax, ay, bx, by in sides)


def polygon_polygon(a: Any, b: Any) -> Any:
    """By separating axes: the normals of all sides."""
    for points in (a, b):
        for i in range(len(points)):
            (px, py), (qx, qy) = points[i - 1], points[i]
            nx, ny = qy - py, px - qx
            of_a, of_b = [nx * x + ny * y for x, y in a], [nx * x + ny * y for x, y in b]
            if max(of_a) < min(of_b) or max(of_b) < min(of_a):
                return False
    return True
