"""Times building levels from tiles, rectangles and outlines against peers: `python bench/python/levels.py`.

Prints ratios, our time divided by the peer's, and the number of pieces; each time is the minimum of interleaved repeats
in processor time. Peers: a greedy mesher in Python, as in many games (runs of a row, grown downward); shapely's
`union_all` of boxes, which gives an outline but no boxes; and shapely's constrained Delaunay triangulation, whose
triangles would still have to be joined. The outline of a body has the peer `union_all`, too, of the outlines of its
pieces. A peer that is not installed is left out.
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from collide2d import Body, Circle, Rect, decompose, merge_rects, merge_tiles

try:
    import shapely
except ImportError:
    shapely = None

REPEATS = 3
Grid = list[list[bool]]
Vec = tuple[float, float]
Call = Callable[[], Any]

# ---- peers -----------------------------------------------------------------------------------------------------------


def greedy(grid: Grid) -> list[tuple[int, int, int, int]]:
    """Boxes from runs of solid cells in a row, each extended downward while the cells below the run are solid."""
    height, width = len(grid), len(grid[0])
    taken = [[not cell for cell in row] for row in grid]
    boxes = []
    for y in range(height):
        x = 0
        while x < width:
            if taken[y][x]:
                x += 1
                continue
            right, bottom = x, y
            while right < width and not taken[y][right]:
                right += 1
            while bottom < height and not any(taken[bottom][x:right]):
                taken[bottom][x:right] = [True] * (right - x)
                bottom += 1
            boxes.append((x, y, right, bottom))
            x = right
    return boxes


# ---- measuring -------------------------------------------------------------------------------------------------------


def compare(name: str, ours: Call, theirs: dict[str, Call]) -> None:
    """Prints a line for each peer, or one for collide2d alone."""
    times: dict[str, float] = {}
    counts: dict[str, str] = {}
    for _ in range(REPEATS):
        for peer, call in {"": ours, **theirs}.items():
            start = time.process_time()
            result = call()
            times[peer] = min(times.get(peer, math.inf), time.process_time() - start)
            counts[peer] = str(len(result)) if isinstance(result, list) else "-"
    line = f"{name:<34}{times[''] * 1e3:>10.1f} ms{counts['']:>10}"
    for peer in theirs:
        own, other = times[""], times[peer]
        print(f"{line}{other * 1e3:>10.1f} ms{counts[peer]:>10}{own / other:>8.3f}x  {peer}", flush=True)
    if not theirs:
        print(line, flush=True)


# ---- scenes ----------------------------------------------------------------------------------------------------------


def random_grid(side: int, density: float) -> Grid:
    rng = random.Random(side)
    return [[rng.random() < density for _ in range(side)] for _ in range(side)]


def cave(side: int) -> Grid:
    """A random grid, smoothed four times: each cell becomes like the majority of its neighbours."""
    grid = random_grid(side, 0.52)
    for _ in range(4):
        sums = [[sum(row[max(x - 1, 0) : x + 2]) for x in range(side)] for row in grid]
        grid = [
            [sum(sums[k][x] for k in range(max(y - 1, 0), min(y + 2, side))) > 4 for x in range(side)]
            for y in range(side)
        ]  # fmt: skip
    return grid


def random_rects(n: int) -> list[tuple[int, int, int, int]]:
    rng, side = random.Random(n), int(100 * math.sqrt(n))
    return [(rng.randrange(side), rng.randrange(side), rng.randint(1, 100), rng.randint(1, 100)) for _ in range(n)]


def flower(n: int) -> list[Vec]:
    angles = [2 * math.pi * i / n for i in range(n)]
    return [((1 if i % 2 else 0.3) * math.cos(a), (1 if i % 2 else 0.3) * math.sin(a)) for i, a in enumerate(angles)]


def coast(n: int) -> list[Vec]:
    rng, far = random.Random(n), 1.0
    points = []
    for i in range(n):
        far = min(max(far + rng.uniform(-0.03, 0.03), 0.4), 1.6)
        points.append((far * math.cos(2 * math.pi * i / n), far * math.sin(2 * math.pi * i / n)))
    return points


def triangles(points: Sequence[Vec]) -> list[Any]:
    assert shapely is not None
    return list(shapely.constrained_delaunay_triangles(shapely.Polygon(points)).geoms)


def main() -> int:
    print(f"{'':<34}{'ours':>13}{'pieces':>10}{'theirs':>13}{'pieces':>10}{'ratio':>9}")
    for name, grid in {
        "tiles, random, 50 %": random_grid(1000, 0.5),
        "tiles, random, 90 %": random_grid(1000, 0.9),
        "tiles, a cave": cave(400),
    }.items():
        compare(f"{name}, {len(grid)} x {len(grid)}", partial(merge_tiles, grid, 16), {"greedy": partial(greedy, grid)})
    for n in (1_000, 10_000, 100_000):
        numbers = random_rects(n)
        peers: dict[str, Call] = {}
        if shapely is not None:
            boxes = [shapely.box(x, y, x + w, y + h) for x, y, w, h in numbers]
            peers["union_all"] = partial(shapely.union_all, boxes)
        compare(f"rectangles, {n}", partial(merge_rects, [Rect(*box) for box in numbers]), peers)
    for name, points in {"outline, flower": flower(10_000), "outline, coast": coast(10_000)}.items():
        constrained = hasattr(shapely, "constrained_delaunay_triangles")
        compare(
            f"{name}, {len(points)}",
            partial(decompose, points),
            {"constrained Delaunay": partial(triangles, points)} if constrained else {},
        )
    rng = random.Random(1)
    discs = [Circle(rng.uniform(0, 30), rng.uniform(0, 30), 1) for _ in range(1_000)]
    peers = {}
    if shapely is not None:
        rings = [disc.to_shapely() for disc in discs]
        peers["union_all"] = lambda: [shapely.union_all(rings)]
    compare("outline of 1000 discs", Body(discs).outline, peers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
