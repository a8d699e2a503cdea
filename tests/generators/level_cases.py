"""Grids, rectangles and polygons to merge and to decompose, from random numbers: many of them hard cases."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from collide2d import Point, Rect

Vec = tuple[float, float]

# ---- grids and rectangles --------------------------------------------------------------------------------------------


def random_grid(rng: random.Random, most: int) -> list[list[bool]]:
    """Of any density, some of them with holes in a pattern or of large blocks."""
    width, height, density, block = rng.randint(1, most), rng.randint(1, most), rng.random(), rng.choice((1, 1, 2, 3))
    blocks = [[rng.random() < density for _ in range(width)] for _ in range(height)]
    grid = [[blocks[y // block][x // block] for x in range(width)] for y in range(height)]
    for _ in range(rng.randint(0, 2)):
        left, top, step, value = rng.randrange(width), rng.randrange(height), rng.randint(1, 3), rng.random() < 0.5
        for y in range(top, rng.randint(top, height), step):
            for x in range(left, rng.randint(left, width), step):
                grid[y][x] = value
    return grid


def random_rects(rng: random.Random, most: int) -> list[Rect]:
    """On a lattice, which may be coarse, fine, far away or not exact in binary; some without area."""
    side = rng.choice((3, 6, 12, 40))
    unit, offset = rng.choice(((1.0, 0.0), (0.25, -1.0), (0.1, 0.0), (0.1, 1e6), (2.0**-40, 1.0), (1e55, 0.0)))
    rects = []
    for _ in range(rng.randint(0, most)):
        x, y = rng.randrange(side), rng.randrange(side)
        across = rng.random()
        w, h = rng.randint(0, side if across < 0.2 else 3), rng.randint(0, side if across > 0.8 else 3)
        corners = [offset + unit * c for c in (x, y, x + w, y + h)]
        rects.append(Rect.from_corners(*corners))
    return rects


# ---- polygons --------------------------------------------------------------------------------------------------------


def turned(rng: random.Random, points: list[Vec]) -> list[Vec]:
    """Rotated by any angle and moved anywhere: the coordinates are not round numbers, but each is rounded only once."""
    angle, x, y = rng.random() * 7, rng.uniform(-9, 9), rng.uniform(-9, 9)
    c, s = math.cos(angle), math.sin(angle)
    return [(x + c * px - s * py, y + s * px + c * py) for px, py in points]


def star(rng: random.Random, corners: int, least: float = 0.05) -> list[Vec]:
    """Corners around a centre, at random distances."""
    angles = sorted(rng.random() * 2 * math.pi for _ in range(max(corners, 3)))
    return [((r := rng.uniform(least, 1)) * math.cos(a), r * math.sin(a)) for a in angles]


def spiral(rng: random.Random, corners: int) -> list[Vec]:
    half, step, width = max(corners // 2, 2), rng.uniform(0.2, 0.9), rng.uniform(0.05, 0.2)
    out = [((1 + i * step / 7) * math.cos(i * step), (1 + i * step / 7) * math.sin(i * step)) for i in range(half)]
    return out + [(x * (1 + width / 2), y * (1 + width / 2)) for x, y in reversed(out)]


def comb(rng: random.Random, corners: int) -> list[Vec]:
    """Teeth of any length, leaning over each other."""
    lean, teeth = rng.uniform(-3, 3), [float(rng.randint(1, 9)) for _ in range(max(corners // 4, 1))]
    points: list[Vec] = [(2.0 * len(teeth), -1.0), (0.0, -1.0)]
    for i, length in enumerate(teeth):
        x = 2.0 * i
        points += [(x, 0.0), (x + lean * length, length), (x + 1 + lean * length, length), (x + 1, 0.0)]
    return points if rng.random() < 0.5 else turned(rng, points)


def border_of_tiles(rng: random.Random, corners: int) -> list[Vec]:
    """Round a heap of tiles, by every lattice point: it touches itself where tiles meet at a corner."""
    tiles = {(0, 0)}
    while len(tiles) < corners // 2 + 1:
        x, y = rng.choice(sorted(tiles))
        tiles.add(rng.choice(((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))))
    start = min(tiles, key=lambda tile: (tile[1], tile[0]))
    points: list[Vec] = []
    at, way = start, (1, 0)
    while not points or (at, way) != (start, (1, 0)):
        points.append((float(at[0]), float(at[1])))
        at = (at[0] + way[0], at[1] + way[1])
        # Solid is to the right of the way, as y grows downward: turn left, go on, or turn right.
        ways = [(way[1], -way[0]), way, (-way[1], way[0])]
        way = next(w for w in ways if _cell_beside(at, w) in tiles)
    return points


def _cell_beside(at: tuple[int, int], way: tuple[int, int]) -> tuple[int, int]:
    """The cell to the right of a step."""
    return {(1, 0): at, (0, 1): (at[0] - 1, at[1]), (-1, 0): (at[0] - 1, at[1] - 1), (0, -1): (at[0], at[1] - 1)}[way]


def uncrossed(rng: random.Random, corners: int) -> list[Vec]:
    """A tour of lattice points, shortened while two edges cross (2-opt): collinear runs, touches."""
    side = rng.choice((4, 6, 9))
    points = [(float(rng.randrange(side)), float(rng.randrange(side))) for _ in range(max(corners, 3))]
    n, better = len(points), True
    while better:
        better = False
        for i in range(n):
            for j in range(i + 2, n - (i == 0)):
                a, b, c, d = points[i], points[i + 1], points[j], points[(j + 1) % n]
                if math.dist(a, c) + math.dist(b, d) < math.dist(a, b) + math.dist(c, d) - 1e-9:
                    points[i + 1 : j + 1] = points[i + 1 : j + 1][::-1]
                    better = True
    return points


def with_hole(rng: random.Random, corners: int) -> list[Vec]:
    """A star with a smaller one cut out of it, joined by an edge there and back."""
    outer = [(4 * x, 4 * y) for x, y in star(rng, corners // 2, least=0.5)]
    hole = [(x / 4, y / 4) for x, y in star(rng, corners // 2)][::-1]
    i = rng.randrange(len(outer))
    j = min(range(len(hole)), key=lambda k: math.dist(hole[k], outer[i]))
    return [*outer[: i + 1], *hole[j:], *hole[: j + 1], *outer[i:]]


def on_lines(rng: random.Random, corners: int) -> list[Vec]:
    """On one line or a few that are parallel or meet, in any order: a zigzag, spikes. Edges lie on edges."""
    dx, dy, lines, fan = rng.randrange(3), rng.randrange(3), rng.choice((1, 1, 2, 3)), rng.random() < 0.5
    count, spiked = max(corners, 3), rng.random() < 0.5
    points: list[Vec] = []
    for i in range(count):
        line, t = i * lines // count, 0 if spiked and i % 2 else rng.randrange(2 * corners)
        points.append((float(t * (dx + line)), float(t * (dy + 1))) if fan else (float(t * dx), float(t * dy + line)))
    return points if rng.random() < 0.3 else [*points, (-1.0, float(rng.randrange(5)))]


def walk(rng: random.Random, corners: int) -> list[Vec]:
    """Any lattice points in any order: most of the longer ones cross themselves."""
    side = rng.choice((2, 3, 4, 6))
    return [(float(rng.randrange(side)), float(rng.randrange(side))) for _ in range(rng.randint(1, min(corners, 10)))]


def decorated(rng: random.Random, points: list[Vec]) -> list[Vec]:
    """The polygon with repeated points and points inside edges, from any start, in either direction."""
    out: list[Vec] = []
    for (px, py), (qx, qy) in zip(points, [*points[1:], points[0]], strict=True):
        out += [(px, py)] * rng.choice((1, 1, 1, 2))
        middle = ((px + qx) / 2, (py + qy) / 2)
        if rng.random() < 0.1 and all(c * 4 % 1 == 0 for c in (px, py, qx, qy)):  # exactly the middle
            out.append(middle)
    start = rng.randrange(len(out))
    out = [Point(*p).vertices[0] for p in out[start:] + out[:start]]  # as every shape stores them
    return out if rng.random() < 0.5 else out[::-1]


POLYGONS: dict[str, Callable[[random.Random, int], list[Vec]]] = {
    "star": star, "spiral": spiral, "comb": comb, "border": border_of_tiles, "uncrossed": uncrossed,
    "hole": with_hole, "walk": walk, "lines": on_lines,
}  # fmt: skip


def random_polygon(rng: random.Random, kind: str, most: int) -> list[Vec]:
    return decorated(rng, POLYGONS[kind](rng, rng.randint(3, most)))
