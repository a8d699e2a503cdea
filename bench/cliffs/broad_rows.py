"""Rows of the table of cliffs: all pairs, decomposing, and the queries of a Space."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import numpy.typing as npt
from row import Row

import collide2d as c2
from collide2d import arrays
from collide2d.pygame import groupcollide

Vec = tuple[float, float]
Floats = npt.NDArray[np.float64]
Crowd = Callable[[int], arrays.ShapeArray]


ROWS: list[Row] = []


def rng(n: int) -> np.random.Generator:
    return np.random.default_rng(n)


# ---- decompose -------------------------------------------------------------------------------------------------------


def zigzag_on_a_line(n: int) -> list[Vec]:
    return [(float(i if i % 2 else n + i), 0.0) for i in range(n)] + [(n / 2, 5.0)]


def random_on_a_line(n: int) -> list[Vec]:
    r = random.Random(n)
    return [(float(v), float(v)) for v in (r.randrange(n) for _ in range(n))] + [(n / 2, 5.0 * n)]


def nested_spikes(n: int) -> list[Vec]:
    spikes = [p for i in range(n // 2) for p in ((0.0, 0.0), (float(i + 1), 0.0))]
    return [*spikes, (0.0, 0.0), (1.0, -1.0), (1.0, -2.0)]


def spikes_all_round(n: int) -> list[Vec]:
    spikes = [p for i in range(n // 2) for p in ((0.0, 0.0), (math.cos(i), math.sin(i)))]
    return [(-9.0, -9.0), (9.0, -9.0), (9.0, 9.0), (-9.0, 9.0), (-9.0, -9.0), *spikes, (0.0, 0.0)]


def one_edge_again_and_again(n: int) -> list[Vec]:
    return [(0.0, 0.0), (1.0, 0.0)] * (n // 2) + [(0.0, 0.0), (1.0, -1.0)]


def many_lines(n: int) -> list[Vec]:
    r, side = random.Random(n), math.isqrt(n)
    out: list[Vec] = []
    for j in range(side):
        out += [(-1.0, float(j)), *((float(r.randrange(n)), float(j)) for _ in range(side)), (-1.0, float(j))]
    return out


def tips_in_the_order_of_a_hash(n: int) -> list[Vec]:
    """Input that degenerates a search tree to a list if the shape of the tree depends on hashes of numbers."""

    def mix(k: int) -> int:
        h = k * 0x9E3779B1 & 0xFFFFFFFF
        h = (h ^ h >> 15) * 0x85EBCA6B & 0xFFFFFFFF
        return h ^ h >> 13

    m = n // 3
    tips = sorted(range(m), key=lambda k: mix(2 * k))
    teeth = [
        p for j, k in enumerate(tips) for p in ((4.0 * m, 3.0 * j), (float(k), 3.0 * j + 1), (4.0 * m, 3.0 * j + 2))
    ]
    return [*teeth, (5.0 * m, 3.0 * m), (5.0 * m, -1.0)]


def spiral(n: int) -> list[Vec]:
    half = n // 2
    out = [((1 + i * 0.05) * math.cos(i * 0.1), (1 + i * 0.05) * math.sin(i * 0.1)) for i in range(half)]
    grown = [(x * (1 + 0.1 / (1 + i * 0.05)), y * (1 + 0.1 / (1 + i * 0.05))) for i, (x, y) in enumerate(out)]
    return out + grown[::-1]


def anywhere(n: int) -> list[Vec]:
    r = random.Random(n)
    return [(r.random(), r.random()) for _ in range(n)]


def decompose(points: list[Vec]) -> Callable[[], int]:
    def call() -> int:
        try:
            return len(c2.decompose(points))
        except ValueError:
            return 0

    return call


def of_polygon(make: Callable[[int], list[Vec]]) -> Row:
    return Row(f"decompose {make.__name__}", 25_000, lambda n: decompose(make(n)))


ROWS += map(of_polygon, [
    zigzag_on_a_line, random_on_a_line, nested_spikes, spikes_all_round, one_edge_again_and_again, many_lines,
    tips_in_the_order_of_a_hash, spiral, anywhere,
])  # fmt: skip


# ---- pairs -----------------------------------------------------------------------------------------------------------


def rects(x: npt.ArrayLike, y: npt.ArrayLike, w: npt.ArrayLike, h: npt.ArrayLike) -> arrays.ShapeArray:
    return c2.Rects(np.column_stack(np.broadcast_arrays(x, y, w, h)).astype(float))


def segments(a: Floats, b: Floats) -> arrays.ShapeArray:
    return c2.Segments(np.hstack([a, b]))


def stacked_bars(n: int) -> arrays.ShapeArray:
    return rects(0, 2.0 * np.arange(n), 1e6, 1)


def shuffled_bars(n: int) -> arrays.ShapeArray:
    return rects(rng(n).uniform(0, 1e6, n), 2.0 * rng(n).permutation(n), 1e6, 1)


def upright_bars(n: int) -> arrays.ShapeArray:
    return rects(2.0 * np.arange(n), 0, 1, 1e6)


def bars_of_every_length(n: int) -> arrays.ShapeArray:
    return rects(0, 2.0 * np.arange(n), 10.0 ** rng(n).uniform(0, 12, n), 1)


def bars_and_crumbs(n: int) -> arrays.ShapeArray:
    half, r = n // 2, rng(n)
    x = np.concatenate([np.zeros(half), r.uniform(0, 1e6, half)])
    y = np.concatenate([4.0 * np.arange(half), 4.0 * r.permutation(half) + 2])
    return rects(x, y, np.repeat([1e6, 1e-3], half), 1)


def crossed_bars(n: int) -> arrays.ShapeArray:
    """A grid of a few bars with about n crossings, and many small shapes in its holes."""
    side, r = math.isqrt(n) // 2, rng(n)
    at = 4.0 * np.arange(side)
    hole = 4.0 * r.integers(0, side, (n - 2 * side, 2)) + 2
    x = np.concatenate([np.zeros(side), at, hole[:, 0]])
    y = np.concatenate([at, np.zeros(side), hole[:, 1]])
    crumb = np.full(len(hole), 1e-6)
    w, h = np.full(side, 4.0 * side), np.ones(side)
    return rects(x, y, np.concatenate([w, h, crumb]), np.concatenate([h, w, crumb]))


def comb_of_bars(n: int) -> arrays.ShapeArray:
    """Horizontal bars on the left and vertical bars on the right, which do not meet."""
    half = n // 2
    at, zero, long, one = 2.0 * np.arange(half), np.zeros(half), np.full(half, 2.0 * half), np.ones(half)
    return rects(
        np.concatenate([zero, 2 * half + 1 + at]), np.concatenate([at, zero]),
        np.concatenate([long, one]), np.concatenate([one, long]),
    )  # fmt: skip


def giant_and_tiny(n: int) -> arrays.ShapeArray:
    r = rng(n)
    return rects(np.append(r.uniform(0, 1, n), 0), np.append(r.uniform(0, 1, n), 0), np.append(np.zeros(n), 1), 1e-9)


def two_far_places(n: int) -> arrays.ShapeArray:
    r = rng(n)
    x = r.uniform(0, math.sqrt(n), n) + np.where(np.arange(n) % 2, 1e12, 0)
    return rects(x, r.uniform(0, math.sqrt(n), n), 0.5, 0.5)


def many_far_places(n: int) -> arrays.ShapeArray:
    """A cluster at each power of ten, ten times the size of the one before."""
    r, power = rng(n), rng(n + 1).integers(-20, 20, n)
    size = 10.0**power / math.sqrt(n)
    x, y = (10.0**power * r.uniform(1, 2, n) for _ in range(2))
    return rects(x, y, size, size)


def one_column(n: int) -> arrays.ShapeArray:
    return rects(0, rng(n).uniform(0, n, n), 1, 1e-3)


def sizes_of_1e12(n: int) -> arrays.ShapeArray:
    """A chain of shapes of all magnitudes along a line, each of which touches a few others."""
    r = rng(n)
    size = 10.0 ** r.uniform(-6, 6, n)
    return rects(np.cumsum(size) * 1.5, 0, size, size)


def slanted(angle: float) -> Crowd:
    def make(n: int) -> arrays.ShapeArray:
        d = np.array([math.cos(math.radians(angle)), math.sin(math.radians(angle))])
        start = np.outer(np.arange(n), (-d[1], d[0])) * (1000 / n) + np.outer(rng(n).uniform(0, 1, n), d)
        return segments(start, start + 1000 * d)

    make.__name__ = f"parallel_segments_at_{angle:g}_degrees"
    return make


def fan(n: int) -> arrays.ShapeArray:
    a = np.arange(n) * (2 * math.pi / n)
    d = np.column_stack([np.cos(a), np.sin(a)])
    return segments(d, 1000 * d)


def tangents(n: int) -> arrays.ShapeArray:
    """A pinwheel of shapes that each touch the circle but not each other."""
    a = np.arange(n) * (2 * math.pi / n)
    d = np.column_stack([np.cos(a), np.sin(a)])
    return segments(d, d + 1000 * np.column_stack([-d[:, 1], d[:, 0]]) + 1000 * d)


def bundles(n: int) -> arrays.ShapeArray:
    """Four bundles of parallel segments side by side, each bundle in another direction."""
    parts = [slanted(angle)(n // 4).array for angle in (13, 38, 63, 118)]
    return c2.Segments(np.vstack([p + 1e4 * k for k, p in enumerate(parts)]))


def slanted_among_points(n: int) -> arrays.ShapeArray:
    half = n // 2
    lines = slanted(30)(half).array
    r = rng(n)
    t, k = r.uniform(0, 1, (half, 1)), r.integers(0, half, half)
    between = lines[k, :2] * (1 - t) + lines[k, 2:] * t + [-0.25 * 1000 / half, 0.4 * 1000 / half]
    return c2.Segments(np.vstack([lines, np.hstack([between, between])]))


def herringbone(n: int) -> arrays.ShapeArray:
    """Two columns of slanted segments that lean toward each other."""
    apart = np.array([1000.0, 0, 1000, 0])
    left, right = slanted(60)(n // 2).array, slanted(120)(n // 2).array
    return c2.Segments(np.vstack([left - apart, right + apart]))


def thin_turned_rects(n: int) -> arrays.ShapeArray:
    at = np.arange(n) * (1000 / n)
    return c2.Rects(np.column_stack([0 * at, at * 1.2, 0 * at + 1000, 0 * at + 500 / n, 0 * at + 30]))


def equal_boxes(n: int) -> arrays.ShapeArray:
    return rects(np.zeros(n // 20), 0, 1, 1)


def ordinary_rects(n: int) -> arrays.ShapeArray:
    r = rng(n)
    return c2.Rects(np.column_stack([r.uniform(0, n**0.5, (n, 2)), r.uniform(0.2, 1.5, (n, 2)), r.uniform(0, 90, n)]))


def crowded_capsules(n: int) -> arrays.ShapeArray:
    r = rng(n)
    a = r.uniform(0, n**0.5 / 5, (n, 2))
    return c2.Capsules(np.hstack([a, a + r.uniform(-1, 1, (n, 2)), r.uniform(0.1, 0.5, (n, 1))]))


CROWDS = [
    stacked_bars, shuffled_bars, upright_bars, bars_of_every_length, bars_and_crumbs, crossed_bars, comb_of_bars,
    giant_and_tiny, two_far_places, many_far_places, one_column, sizes_of_1e12, slanted(45), slanted(22.5), slanted(89),
    fan, tangents, bundles, slanted_among_points, herringbone, thin_turned_rects, equal_boxes, ordinary_rects,
    crowded_capsules,
]  # fmt: skip


def pairs(shapes: arrays.ShapeArray) -> Callable[[], int]:
    return lambda: c2.count_pairs(shapes)


def of_crowd(call: str, n: int, made: Callable[[arrays.ShapeArray], Callable[[], int]], crowd: Crowd) -> Row:
    return Row(f"{call} {crowd.__name__}", n, lambda n: made(crowd(n)))


ROWS += [of_crowd("pairs", 40_000, pairs, crowd) for crowd in CROWDS]


def crowd_and_far(n: int) -> Callable[[], int]:
    """All shapes of a in one place, all shapes of b in another."""
    a, b = rects(0, 0, np.ones(n), 1), rects(5, 5, np.ones(n), 1)
    return lambda: c2.count_pairs(a, b)


def discs_and_far(n: int) -> Callable[[], int]:
    a, b = c2.Circles(np.tile([0.0, 0, 1], (n, 1))), c2.Circles(np.tile([9.0, 0, 1], (n, 1)))
    return lambda: c2.count_pairs(a, b)


def chunks_of_a_crowd(n: int) -> Callable[[], int]:
    shapes = equal_boxes(n)
    return lambda: sum(len(part) for part in c2.pair_chunks(shapes, rows=-(-len(shapes) // 8)))


ROWS.append(Row("pairs of two arrays crowd_and_far", 10_000, crowd_and_far))
ROWS.append(Row("pairs of two arrays discs_and_far", 10_000, discs_and_far))
ROWS.append(Row("pair_chunks of a crowd", 20_000, chunks_of_a_crowd))


# ---- Space -----------------------------------------------------------------------------------------------------------


def space_of(shapes: arrays.ShapeArray) -> c2.Space[int]:
    return c2.Space(enumerate(shapes[i] for i in range(len(shapes))))


def filled(shapes: arrays.ShapeArray) -> Callable[[], int]:
    made = [shapes[i] for i in range(len(shapes))]

    def call() -> int:
        space: c2.Space[int] = c2.Space()
        for i, shape in enumerate(made):
            space.add(i, shape)
        return len(space)

    return call


def asked(shapes: arrays.ShapeArray) -> Callable[[], int]:
    space = space_of(shapes)
    r = random.Random(1)
    items = [r.randrange(len(space)) for _ in range(2000)]
    return lambda: sum(len(space.query(space[i])) for i in items)


def paired(shapes: arrays.ShapeArray) -> Callable[[], int]:
    space = space_of(shapes)
    return lambda: len(space.pairs())


ROWS += [
    of_crowd("Space.add", 10_000, filled, crowd) for crowd in (stacked_bars, shuffled_bars, slanted(45), equal_boxes)
]
ROWS += [of_crowd("Space.pairs", 10_000, paired, crowd) for crowd in (stacked_bars, slanted(45), fan)]
ROWS += [of_crowd("Space.query", 10_000, asked, crowd) for crowd in (stacked_bars, shuffled_bars)]


def rays_beside_a_far_item(n: int) -> Callable[[], int]:
    """Rays among tiles with one thing very far away, which must not make the rays slower."""
    space = c2.Space((i, c2.Rect(16 * (i % 100), 16 * (i // 100), 16, 16)) for i in range(n))
    space.add(-1, c2.Circle(1e20, 0, 1))
    return lambda: sum(space.raycast((3, -30), (5, 40)) is not None for _ in range(200))


def square_of_tiles(n: int) -> list[c2.Rect]:
    """Tiles of 16 units, one in 32 by 32, around (0, 0)."""
    side = math.isqrt(n)
    return [c2.Rect(32 * (i - side // 2), 32 * (j - side // 2), 16, 16) for i in range(side) for j in range(side)]


def turn_to_the_first_of_many(n: int) -> Callable[[], int]:
    """A long arm is soon stopped. Tiles that it would meet later, or never, must not cost anything."""
    space = c2.Space(enumerate(square_of_tiles(n)))
    arm = c2.Rect(24, 24, 300, 1)
    return lambda: space.turn_cast(arm, 360, about=(24, 24)) is not None


def turn_in_a_court(n: int) -> Callable[[], int]:
    """An arm turns freely in a disc without tiles, which grows with n."""
    radius = 8 * math.sqrt(n)
    space = c2.Space(enumerate(tile for tile in square_of_tiles(n) if tile.distance((0.0, 0.0)) > radius))
    arm = c2.Segment(0, 0, radius, 0)
    return lambda: space.turn_cast(arm, 360, about=(0, 0)) is None


def turn_through_all(n: int) -> Callable[[], int]:
    """All tiles that an arm meets, whose length grows with n."""
    space = c2.Space(enumerate(square_of_tiles(n)))
    arm = c2.Rect(24, 24, 8 * math.sqrt(n), 1)
    return lambda: len(space.turn_cast_all(arm, 360, about=(24, 24)))


def row_of_discs(n: int) -> c2.Space[int]:
    return c2.Space((i, c2.Circle(3 * i, 0, 1)) for i in range(n))


def nearest_that_is_refused(n: int) -> Callable[[], int]:
    """The nearest item that passes a filter, which refuses all."""
    space = row_of_discs(n)
    return lambda: len(space.nearest((0, 0), filter=lambda item: False))


def all_nearest_bodies(n: int) -> Callable[[], int]:
    """All bodies, of two pieces each, by their distance."""
    space = c2.Space((i, c2.Body([c2.Rect(3 * i, 0, 1, 1), c2.Rect(3 * i + 1, 0, 1, 1)])) for i in range(n))
    return lambda: len(space.nearest((0, 0), n - 1))


def ray_that_passes_all(n: int) -> Callable[[], int]:
    """A ray through all items, of which the filter accepts the last."""
    space = row_of_discs(n)
    return lambda: space.raycast((-9, 0), (4 * n, 0), filter=lambda item: item == n - 1) is not None


def changed_in_bulk(n: int) -> Callable[[], int]:
    shapes = {i: c2.Circle(3 * i, 0, 1) for i in range(n)}

    def call() -> int:
        space: c2.Space[int] = c2.Space()
        space.add_all(shapes)
        space.update_all(shapes)
        space.query((0, 0))
        space.remove_all(shapes)
        return 0

    return call


def groups_of_diagonals(n: int) -> Callable[[], int]:
    """Two groups of long parallel sprites whose boxes all overlap."""
    a, b = ([SimpleNamespace(shape=c2.Segment(x, 0, x + 1e5, 1e5)) for x in range(i, 2 * n, 2)] for i in (0, 1))
    return lambda: len(groupcollide(a, b, False, False))


def all_neighbours(n: int) -> Callable[[], int]:
    """Every row of a crowd, sorted by its distance to each of a few: k is as large as the array."""
    points = c2.Points(rng(n).uniform(0, 1, (n, 2)))
    return lambda: arrays.nearest(points[:8], points, n).row.size


def first_obstacles(n: int) -> Callable[[], int]:
    """Movers and obstacles of a square that grows with n."""
    side = math.sqrt(n)
    discs = c2.Circles(np.column_stack([rng(n).uniform(0, side, (n, 2)), np.full(n, 0.1)]))
    motions = rng(n + 1).normal(0, 2, (n, 2))
    return lambda: arrays.first_hits(discs, motions, discs).row.size


COPIES: dict[str, Callable[[int, c2.Space[int], arrays.ShapeArray], int]] = {
    "nearest": lambda n, space, rows: arrays.nearest(rows, rows).row.size,
    "nearest from outside": lambda n, space, rows: arrays.nearest(rows.move(9, 9), rows).row.size,
    "first_hits": lambda n, space, rows: arrays.first_hits(rows, (30, 3), rows).row.size,
    "first_hits from outside": lambda n, space, rows: arrays.first_hits(rows.move(9, 9), (-30, -30), rows).row.size,
    "Space.nearest": lambda n, space, rows: len(space.nearest(rows).row),
    "Space.cast": lambda n, space, rows: len(space.cast(rows, (30, 3)).row),
    "Space.raycast": lambda n, space, rows: len(space.raycast(rows.center, (30, 3)).row),
}


def among_copies(ask: Callable[[int, c2.Space[int], arrays.ShapeArray], int]) -> Callable[[int], Callable[[], int]]:
    """n copies of one disc, each asked about all of them."""

    def make(n: int) -> Callable[[], int]:
        rows = c2.Circles(np.tile([1.0, 2.0, 3.0], (n, 1)))
        space = c2.Space(enumerate(rows.to_shapes()))
        return lambda: ask(n, space, rows)

    return make


def fan_of_rays(n: int) -> Callable[[], int]:
    """As many rays as tiles from one point, and all that they hit is near it."""
    space = c2.Space(enumerate(square_of_tiles(n)))
    angles = np.linspace(0, 2 * np.pi, n)
    motions = 1e6 * np.column_stack((np.cos(angles), np.sin(angles)))
    return lambda: len(space.raycast((24, 24), motions).row)


ROWS.append(Row("nearest rows, k = n", 20_000, all_neighbours))
ROWS.append(Row("first_hits of n among n", 20_000, first_obstacles))
ROWS += [Row(f"{name} among n copies", 4_000, among_copies(ask)) for name, ask in COPIES.items()]
ROWS.append(Row("Space.raycast of n rays among n tiles", 10_000, fan_of_rays))
ROWS.append(Row("Space.raycast beside a far item", 10_000, rays_beside_a_far_item))
ROWS.append(Row("Space.turn_cast of an arm of 300 among n tiles", 10_000, turn_to_the_first_of_many))
ROWS.append(Row("Space.turn_cast of an arm in a court of n tiles", 10_000, turn_in_a_court))
ROWS.append(Row("Space.turn_cast_all of an arm through n tiles", 10_000, turn_through_all))
ROWS.append(Row("Space.nearest, all refused", 10_000, nearest_that_is_refused))
ROWS.append(Row("Space.nearest of bodies, k = n - 1", 4_000, all_nearest_bodies))
ROWS.append(Row("Space.raycast, all but the last refused", 10_000, ray_that_passes_all))
ROWS.append(Row("Space.add_all, update_all, remove_all", 10_000, changed_in_bulk))
ROWS.append(Row("groupcollide of diagonals", 2_000, groups_of_diagonals))
