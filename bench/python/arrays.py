"""Times arrays of shapes against inexact numba loops, the speed of memory, cKDTree and a numba grid.

    python bench/python/arrays.py [--quick] [--only-pairs] [--only-threads] [--sizes N ...]

Needs NumPy; peers: pip install numba scipy shapely.

The contenders run in turn, and a time is the minimum of the repeats; compare only ratios of one run. In cache: 4,096
rows, repeatedly (branch prediction does not matter, as neither side branches). From memory: 4,000,000 rows. The peers
get contiguous columns, which suits them; ours are rows. Rotated boxes are rows of five numbers for both, so that both
compute sines. Two threads of Python: a call takes the interpreter's lock twice, which costs as much as some thousand
rows, so the result is shown by size. `pairs`: random circles in a square with about four neighbours each, or half of
them in clusters.
"""

from __future__ import annotations

import argparse
import threading
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import collide2d
from collide2d import Capsules, Circle, Circles, Points, Polygons, Rects, RoundRects, Segments, Shapes, arrays, pairs

verbs: Any = collide2d

IN_CACHE = 4096
FROM_MEMORY = 4_000_000


def best(
    *calls: Callable[[], object],
    repeats: int,
    loops: int = 1,
    clock: Callable[[], float] = time.perf_counter,
    warm: bool = False,
) -> list[float]:
    """Seconds per call, with the calls interleaved. warm: each is called once more before it is timed, so that it gets
    pages that it has just freed. A virtual machine may have given older ones back to its host, and then the first
    use of a page costs more than all else."""
    least = [float("inf")] * len(calls)
    for _ in range(repeats):
        for i, call in enumerate(calls):
            if warm:
                call()
            start = clock()
            for _ in range(loops):
                call()
            least[i] = min(least[i], (clock() - start) / loops)
    return least


def row(
    what: str, ours: float, peer: str, theirs: float, goal: float | None, unit: float = 1e-9, name: str = "ns"
) -> None:
    ratio = ours / theirs
    said = "" if goal is None else f"  goal {goal:.2f} {'met' if ratio <= goal else 'MISSED'}"
    print(
        f"{what:44} {ours / unit:9.3f} {name}  {peer:28} {theirs / unit:9.3f} {name}  ratio {ratio:6.3f}{said}",
        flush=True,
    )


def numba_peers() -> dict[str, Any]:
    numba: Any = import_module("numba")
    jit = numba.njit(fastmath=False, nogil=True)

    @numba.vectorize(["b1(f4,f4,f4,f4,f4,f4)", "b1(f8,f8,f8,f8,f8,f8)"])
    def circles(ax, ay, ar, bx, by, br):  # type: ignore[no-untyped-def]
        dx, dy, r = ax - bx, ay - by, ar + br
        return dx * dx + dy * dy <= r * r

    @numba.vectorize(["b1(f8,f8,f8,f8,f8,f8,f8,f8)"])
    def rects(ax, ay, aw, ah, bx, by, bw, bh):  # type: ignore[no-untyped-def]
        return (ax <= bx + bw) & (bx <= ax + aw) & (ay <= by + bh) & (by <= ay + ah)

    @jit
    def separated(cx, cy, ux, uy, hw, hh, dx, dy, vx, vy, gw, gh):  # type: ignore[no-untyped-def]
        c = abs(ux * vx + uy * vy)
        s = abs(ux * vy - uy * vx)
        return abs(dx * ux + dy * uy) > hw + gw * c + gh * s or abs(dy * ux - dx * uy) > hh + gw * s + gh * c

    @jit
    def boxes(a, b, out):  # type: ignore[no-untyped-def]
        for i in range(len(a)):
            s, t = np.sin(np.radians(a[i, 4])), np.sin(np.radians(b[i, 4]))
            c, d = np.cos(np.radians(a[i, 4])), np.cos(np.radians(b[i, 4]))
            x = b[i, 0] + b[i, 2] / 2 - a[i, 0] - a[i, 2] / 2
            y = b[i, 1] + b[i, 3] / 2 - a[i, 1] - a[i, 3] / 2
            hw, hh, gw, gh = a[i, 2] / 2, a[i, 3] / 2, b[i, 2] / 2, b[i, 3] / 2
            out[i] = not (
                separated(0, 0, c, s, hw, hh, x, y, d, t, gw, gh) or separated(0, 0, d, t, gw, gh, -x, -y, c, s, hw, hh)
            )

    @jit
    def grid_pairs(rows, side):  # type: ignore[no-untyped-def]
        n = len(rows)
        low_x, low_y = rows[:, 0].min(), rows[:, 1].min()
        nx, ny = int((rows[:, 0].max() - low_x) / side) + 2, int((rows[:, 1].max() - low_y) / side) + 2
        start = np.zeros(nx * ny + 1, np.int64)
        cell = np.empty(n, np.int64)
        for i in range(n):
            cell[i] = int((rows[i, 1] - low_y) / side) * nx + int((rows[i, 0] - low_x) / side)
            start[cell[i] + 1] += 1
        for c in range(nx * ny):
            start[c + 1] += start[c]
        at = start.copy()
        order = np.empty(n, np.int64)
        for i in range(n):
            order[at[cell[i]]] = i
            at[cell[i]] += 1
        out = np.empty((8 * n, 2), np.int64)
        found = 0
        for k in range(n):
            i = order[k]
            for dy in range(-1, 2):
                for dx in range(-1, 2):
                    c = cell[i] + dy * nx + dx
                    if c < 0 or c >= nx * ny:
                        continue
                    for m in range(start[c], start[c + 1]):
                        j = order[m]
                        if j > i:
                            x, y, r = rows[i, 0] - rows[j, 0], rows[i, 1] - rows[j, 1], rows[i, 2] + rows[j, 2]
                            if x * x + y * y <= r * r:
                                if found == len(out):
                                    out = np.concatenate((out, out))
                                out[found, 0], out[found, 1] = i, j
                                found += 1
        return out[:found]

    @jit
    def triad(a, b, c):  # type: ignore[no-untyped-def]
        for i in range(len(a)):
            a[i] = b[i] + 3.0 * c[i]

    return {"circles": circles, "rects": rects, "boxes": boxes, "grid": grid_pairs, "triad": triad}


def random_rows(kind: str, n: int, rng: np.random.Generator) -> np.ndarray[Any, Any]:
    xy = rng.uniform(0, 4, (n, 2))
    sizes = rng.uniform(0.5, 1.5, (n, {"circle": 1, "rect": 2, "turned": 2}[kind]))
    angles = rng.uniform(0, 360, (n, 1 if kind == "turned" else 0))
    return np.ascontiguousarray(np.hstack([xy, sizes, angles]))


def random_arrays(n: int, rng: np.random.Generator) -> dict[str, Any]:
    """Rows of each kind that a filter accepts."""
    xy, size = rng.uniform(0, 4, (n, 2)), rng.uniform(0.5, 1.5, (n, 2))
    radius, angle = rng.uniform(0.05, 0.25, (n, 1)), rng.uniform(0, 360, (n, 1))
    return {
        "point": Points(xy),
        "circle": Circles(np.hstack([xy, radius])),
        "segment": Segments(np.hstack([xy, xy + size])),
        "capsule": Capsules(np.hstack([xy, xy + size, radius])),
        "rect": Rects(np.hstack([xy, size])),
        "turned": Rects(np.hstack([xy, size, angle])),
        "roundrect": RoundRects(np.hstack([xy, size, radius])),
        "round turned": RoundRects(np.hstack([xy, size, radius, angle])),
    }


def elementwise(peers: dict[str, Any], repeats: int, rng: np.random.Generator) -> None:
    n = IN_CACHE
    for kind, make, name, goal in (("circle", Circles, "circles", 1.1), ("rect", Rects, "rects", 1.1)):
        for where, count, loops in (("in cache", n, 200), ("from memory", FROM_MEMORY, 1)):
            a, b = random_rows(kind, count, rng), random_rows(kind, count, rng)
            columns = [np.ascontiguousarray(c) for c in (*a.T, *b.T)]
            out, theirs = np.empty(count, bool), np.empty(count, bool)
            s, t = make(a), make(b)
            peer = peers[name]
            ours, other = best(
                partial(verbs.collides, s, t, out=out),
                partial(peer, *columns, out=theirs),
                repeats=repeats, loops=loops,
            )  # fmt: skip
            assert np.array_equal(out, theirs)
            row(f"{kind}, {kind}, {where}", ours / count, "numba vectorize", other / count, goal)
            if where == "from memory":
                x, y, z = (np.ones(8_000_000) for _ in range(3))
                stream = best(partial(peers["triad"], x, y, z), repeats=repeats)[0]
                speed, limit = (a.nbytes + b.nbytes + count) / ours / 1e9, 24 * len(x) / stream / 1e9
                print(f"    {speed:.1f} GB/s, STREAM triad {limit:.1f} GB/s: {speed / limit:.2f} of it")
    a, b = random_rows("turned", n, rng), random_rows("turned", n, rng)
    out = np.empty(n, bool)
    rects = Rects(a), Rects(b)
    ours, other = best(lambda: collide2d.collides(*rects), lambda: peers["boxes"](a, b, out), repeats=repeats, loops=10)
    row("turned, turned, in cache", ours / n, "numba separating axes", other / n, 2)
    single = [random_rows("circle", n, rng).astype(np.float32) for _ in range(2)]
    columns = [np.ascontiguousarray(c) for rows in single for c in rows.T]
    s, t, theirs = Circles(single[0]), Circles(single[1]), np.empty(n, bool)
    ours, other = best(
        lambda: verbs.collides(s, t, out=out),
        lambda: peers["circles"](*columns, out=theirs),
        repeats=repeats,
        loops=200,
    )
    row("circle, circle, float32, in cache", ours / n, "numba, in float32", other / n, 1.1)
    few = Circles(random_rows("circle", 4, rng))
    row("a call of 4 rows", best(lambda: collide2d.collides(few, few), repeats=repeats, loops=10_000)[0], "limit",
        0.8e-6, 1)  # fmt: skip
    wide = Circles(random_rows("circle", 1_000, rng)), Circles(random_rows("circle", 1_000, rng))
    ours = best(lambda: collide2d.collides(wide[0][:, None], wide[1]), repeats=repeats)[0]
    print(f"1,000 x 1,000 circles broadcast: {ours * 1e3:.3f} ns an element")


def every_kind(repeats: int, rng: np.random.Generator) -> None:
    """Nanoseconds per element, in cache."""
    a, b = random_arrays(IN_CACHE, rng), random_arrays(IN_CACHE, rng)
    print(" " * 14 + "".join(f"{kind:>14}" for kind in b))
    for kind, s in a.items():
        times = [best(partial(verbs.collides, s, t), repeats=max(3, repeats // 4), loops=10)[0] for t in b.values()]
        print(f"{kind:14}" + "".join(f"{time / IN_CACHE * 1e9:14.2f}" for time in times), flush=True)


def broadcast_memory(rng: np.random.Generator) -> None:
    """The memory of the process, beyond the result, for a million by a thousand rows."""
    resource: Any = import_module("resource")
    a, b = (Circles(random_rows("circle", n, rng)) for n in (1_000_000, 1_000))
    out = np.zeros((1_000_000, 1_000), bool)
    out[...] = True  # maps its pages
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.perf_counter()
    verbs.collides(a[:, None], b, out=out)
    taken = time.perf_counter() - start
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(
        f"1,000,000 x 1,000 broadcast: {taken:.2f} s, peak {before / 1024:.0f} MB, which the call raised by {grown} kB"
    )


def threads(repeats: int, rng: np.random.Generator, rows: int, across: int) -> None:
    """Two threads, each on half of the rows: row by row with a second array, or with all of `across`."""
    a = Circles(random_rows("circle", rows, rng))
    b = Circles(random_rows("circle", across or rows, rng))
    out = np.empty((rows, across) if across else rows, bool)
    calls = 20_000_000 // out.size

    def work(first: int, last: int) -> None:
        s, t, o = (
            (a[first:last, None], b, out[first:last]) if across else (a[first:last], b[first:last], out[first:last])
        )
        for _ in range(calls):
            collide2d.collides(s, t, out=o)

    def both() -> None:
        halves = [threading.Thread(target=work, args=h) for h in ((0, rows // 2), (rows // 2, rows))]
        for half in halves:
            half.start()
        for half in halves:
            half.join()

    one, two = best(lambda: work(0, rows), both, repeats=max(5, repeats // 3))
    what = f"{rows} x {across} broadcast" if across else f"{rows} rows"
    print(f"two threads on two halves of {what}: {one / two:.2f} times as fast (goal 1.80)", flush=True)


def threads_of_a_call(repeats: int, rng: np.random.Generator) -> None:
    """threads=1 and threads=2, by the clock and by the time of the processor, which other programs disturb less."""
    n = 1_000_000
    xy, side = rng.uniform(0, 4, (n, 2)), n**0.5
    boxes = Rects(np.column_stack([xy, rng.uniform(0.5, 1.5, (n, 2)), rng.uniform(0, 90, n)]))
    discs, lines = Circles(random_rows("circle", n, rng)), Segments(rng.uniform(0, 4, (n, 4)))
    motions, wide = rng.normal(size=(n, 2)), rng.uniform(0, side, (n, 2))
    spread = Circles(np.column_stack([wide, np.full(n, 0.55)]))
    crates = Rects(np.column_stack([wide[: n // 4] * 0.5, np.full((n // 4, 2), 0.9), rng.uniform(0, 90, n // 4)]))
    calls: dict[str, Callable[[int], object]] = {
        "collides, circles": lambda k: verbs.collides(discs, discs[::-1], threads=k),
        "collides, turned rects and segments": lambda k: verbs.collides(boxes, lines, threads=k),
        "distance, turned rects and segments": lambda k: verbs.distance(boxes, lines, threads=k),
        "contact, turned rects and circles": lambda k: verbs.contact(boxes, discs, threads=k),
        "cast, turned rects and circles": lambda k: verbs.cast(boxes, motions, discs, threads=k),
        "nearest, 100,000 circles": lambda k: arrays.nearest(spread[:100_000], spread[100_000:200_000], threads=k),
        "pairs, 1,000,000 circles": lambda k: pairs(spread, threads=k),
        "pairs, 250,000 turned rects": lambda k: pairs(crates, threads=k),
    }
    for what, call in calls.items():
        one, two = best(partial(call, 1), partial(call, 2), repeats=repeats)
        cpu = best(partial(call, 1), partial(call, 2), repeats=repeats, clock=time.process_time)
        print(
            f"{what:40} {one * 1e3:8.1f} ms, two threads {two * 1e3:8.1f} ms: {one / two:.2f} times as fast"
            f" (goal 1.80), {cpu[1] / cpu[0]:.2f} of the processor's time",
            flush=True,
        )


def cloud(n: int, what: str, rng: np.random.Generator) -> Any:
    """Centres in a square, evenly, or half of them in clusters."""
    xy = rng.uniform(0, 0.9 * n**0.5, (n, 2))
    if what == "clustered":
        centres = xy[: max(1, n // 1000)]
        xy[::2] = (centres[rng.integers(0, len(centres), n)] + rng.normal(0, 12, (n, 2)))[::2]
    return xy


def all_pairs(peers: dict[str, Any], sizes: list[int], rng: np.random.Generator) -> None:
    """Beside trees and grids, and beside the time in which the rows are read and the pairs written at triad speed.

    Times of the processor, as none of these use threads: other programs then count less.
    """
    cKDTree: Any = import_module("scipy.spatial").cKDTree  # noqa: N806  # as scipy calls it

    def tree_pairs(xy: Any) -> Any:
        return cKDTree(xy).query_pairs(1.0, output_type="ndarray")

    x, y, z = (np.ones(8_000_000) for _ in range(3))
    seconds_per_byte = best(partial(peers["triad"], x, y, z), repeats=9, clock=time.process_time)[0] / (24 * len(x))
    for n in sizes:
        for what in ("uniform", "clustered"):
            xy = cloud(n, what, rng)
            rows = np.column_stack([xy, np.full(n, 0.5)])
            circles = Circles(rows)
            contenders: list[Callable[[], object]] = [partial(pairs, circles)]
            if n <= 10_000_000:
                contenders.append(partial(tree_pairs, xy))
            if n <= 1_000_000:
                contenders.append(partial(peers["grid"], rows, 1.0))
            times = best(*contenders, repeats=max(1, min(7, 4_000_000 // n)), clock=time.process_time, warm=True)
            found = pairs(circles)
            row(f"pairs, {n} {what} ({len(found) / n:.1f} each)", times[0] / n, "the memory's own speed",
                (rows.nbytes + found.nbytes) * seconds_per_byte / n, 6)  # fmt: skip
            for peer, theirs, goal in zip(("cKDTree query_pairs", "numba grid"), times[1:], (0.1, 0.8), strict=False):
                row("", times[0] / n, peer, theirs / n, goal)


def periodic_pairs(quick: bool, rng: np.random.Generator) -> None:
    cKDTree: Any = import_module("scipy.spatial").cKDTree  # noqa: N806  # as scipy calls it

    def tree_pairs(xy: Any, side: float) -> Any:
        return cKDTree(xy, boxsize=side).query_pairs(1.0, output_type="ndarray")

    for n in (10_000, 100_000) if quick else (10_000, 100_000, 1_000_000):
        side = 0.9 * n**0.5
        xy = rng.uniform(0, side, (n, 2))
        circles = Circles(np.column_stack([xy, np.full(n, 0.5)]))
        ours, plain, theirs = best(
            partial(pairs, circles, period=(side, side)),
            partial(pairs, circles),
            partial(tree_pairs, xy, side),
            repeats=2 if n > 100_000 else 7,
        )
        row(f"pairs with a period, {n} uniform", ours, "cKDTree with boxsize", theirs, 0.3, 1e-3, "ms")
        row("", ours, "pairs without a period", plain, None, 1e-3, "ms")


def periodic_nearest(rng: np.random.Generator) -> None:
    cKDTree: Any = import_module("scipy.spatial").cKDTree  # noqa: N806  # as scipy calls it

    def tree_nearest(xy: Any, asked: Any, side: float) -> Any:
        return cKDTree(xy, boxsize=side).query(asked, 4)

    n, side = 100_000, 100.0
    xy, asked = rng.uniform(0, side, (n, 2)), rng.uniform(0, side, (n, 2))
    ours, plain, theirs = best(
        partial(arrays.nearest, Points(asked), Points(xy), 4, period=(side, side)),
        partial(arrays.nearest, Points(asked), Points(xy), 4),
        partial(tree_nearest, xy, asked, side),
        repeats=3,
    )
    row(f"nearest 4 with a period, {n} points", ours, "cKDTree with boxsize", theirs, 1.3, 1e-3, "ms")
    row("", ours, "nearest without a period", plain, None, 1e-3, "ms")


def pairs_of_many_sizes(rng: np.random.Generator) -> None:
    shapely: Any = import_module("shapely")

    def tree_pairs(shapes: Any) -> Any:
        found = shapely.STRtree(shapes).query(shapes, predicate="intersects")
        return found[:, found[0] < found[1]]

    for n in (10_000, 100_000):
        xy = rng.uniform(0, 1.8 * n**0.5, (n, 2))
        radii, sizes = rng.uniform(0.05, 2, n), rng.uniform(0.2, 2, (n, 2))
        turned = Rects(np.column_stack([xy, sizes, rng.uniform(0, 360, n)]))
        for what, ours, theirs in (
            ("circles of radius 0.05 to 2", Circles(np.column_stack([xy, radii])), shapely.points(xy)),
            ("turned rectangles", turned, shapely.polygons(turned.vertices)),
        ):
            peer = shapely.buffer(theirs, radii, quad_segs=8) if what.startswith("circles") else theirs
            one, other = best(partial(pairs, ours), partial(tree_pairs, peer), repeats=3, clock=time.process_time)
            row(f"pairs, {n} {what}", one, "STRtree", other, 0.05, 1e-3, "ms")


def first_of_many(rng: np.random.Generator) -> None:
    """first_hits beside pairs, cast and a sort by hand, and beside shapely; nearest beside cKDTree and STRtree."""
    shapely: Any = import_module("shapely")
    cKDTree: Any = import_module("scipy.spatial").cKDTree  # noqa: N806  # as scipy calls it
    n, m = 1_000_000, 2_000
    xy, radii = rng.uniform(0, 1000, (n, 2)), rng.uniform(0.1, 1, n)
    discs, motions = Circles(np.column_stack([xy, radii])), rng.normal(0, 20, (n, 2))
    crates = Rects(np.column_stack([rng.uniform(0, 1000, (m, 2)), rng.uniform(1, 10, (m, 2))]))

    def by_hand() -> Any:
        found = pairs(Capsules(np.column_stack([xy, xy + motions, radii])), crates)
        hits = verbs.cast(discs[found[:, 0]], motions[found[:, 0]], crates[found[:, 1]])
        found, t = found[hits.hit], hits.t[hits.hit]
        found = found[np.lexsort((found[:, 1], t, found[:, 0]))]
        return found[np.append(True, np.diff(found[:, 0]) != 0)]

    def by_shapely() -> Any:
        low, size = crates.array[:, :2], crates.array[:, 2:]
        tree = shapely.STRtree(shapely.box(*low.T, *(low + size).T))
        swept = shapely.buffer(shapely.linestrings(np.stack([xy, xy + motions], axis=1)), radii, quad_segs=4)
        return tree.query(swept, predicate="intersects")

    assert np.array_equal(np.flatnonzero(arrays.first_hits(discs, motions, crates).row >= 0), by_hand()[:, 0])
    ours, hand = best(lambda: arrays.first_hits(discs, motions, crates), by_hand, repeats=2)
    row(f"first_hits, {n} circles, {m} rects", ours, "pairs, cast, lexsort", hand, 0.5, 1e-3, "ms")
    row("", ours, "STRtree, without the times", best(by_shapely, repeats=1)[0], 0.3, 1e-3, "ms")
    for count in (10_000, 100_000, 1_000_000):
        a, b = (rng.uniform(0, count**0.5, (count, 2)) for _ in range(2))
        for k in (1, 8):
            ours, theirs = best(
                lambda a=a, b=b, k=k: arrays.nearest(Points(a), Points(b), k),  # type: ignore[misc]
                lambda a=a, b=b, k=k: cKDTree(b).query(a, k),  # type: ignore[misc]
                repeats=2,
            )
            row(f"nearest, {count} points, k = {k}", ours, "cKDTree.query", theirs, 1.2, 1e-3, "ms")
        ours, theirs = best(
            lambda a=a: arrays.nearest(Points(a), k=8),  # type: ignore[misc]
            lambda a=a: cKDTree(a).query(a, 9),  # type: ignore[misc]  # which finds each point itself
            repeats=2,
        )
        row(f"nearest other rows, {count} points, k = 8", ours, "cKDTree.query", theirs, 1.2, 1e-3, "ms")
    rows = np.column_stack([xy[:100_000], radii[:100_000]])
    tree = shapely.STRtree(shapely.buffer(shapely.points(rows[:, :2]), rows[:, 2], quad_segs=8))
    asked = shapely.points(xy[-100_000:])
    ours, theirs = best(
        lambda: arrays.nearest(Points(xy[-100_000:]), Circles(rows)), lambda: tree.query_nearest(asked), repeats=1
    )
    row("nearest, 100000 points, circles", ours, "STRtree.query_nearest", theirs, 0.2, 1e-3, "ms")


def space_queries(rng: np.random.Generator) -> None:
    """Queries of a Space with arrays, beside a loop of single calls and shapely's tree: 100,000 among 10,000 boxes."""
    shapely: Any = import_module("shapely")
    n, m, side = 100_000, 10_000, 300.0
    low, size = rng.uniform(0, side, (m, 2)), rng.uniform(0.5, 2, (m, 2))
    space = collide2d.Space(enumerate(Rects(np.hstack([low, size])).to_shapes()))
    tree = shapely.STRtree(shapely.box(*low.T, *(low + size).T))
    xy, radii, motions = rng.uniform(0, side, (n, 2)), rng.uniform(0.2, 1, n), rng.normal(0, 10, (n, 2))
    discs = Circles(np.column_stack([xy, radii]))
    shapes, origins, ways = discs.to_shapes(), list(map(tuple, xy.tolist())), list(map(tuple, motions.tolist()))
    round_discs = shapely.buffer(shapely.points(xy), radii, quad_segs=8)
    lines = shapely.linestrings(np.stack([xy, xy + motions], axis=1))

    def first_by_shapely() -> Any:
        ray, box = tree.query(lines, predicate="intersects")
        part = shapely.intersection(lines[ray], tree.geometries[box])
        order = np.lexsort((shapely.distance(shapely.points(xy[ray]), part), ray))
        return order[np.append(True, np.diff(ray[order]) != 0)]

    calls: list[tuple[str, Callable[[], Any], Callable[[], Any], Callable[[], Any]]] = [
        ("raycast", lambda: space.raycast(xy, motions),
         lambda: [space.raycast(*ray) for ray in zip(origins, ways, strict=True)], first_by_shapely),
        ("query", lambda: space.query(discs), lambda: [space.query(shape) for shape in shapes],
         lambda: tree.query(round_discs, predicate="intersects")),
        ("nearest", lambda: space.nearest(discs), lambda: [space.nearest(shape) for shape in shapes],
         lambda: tree.query_nearest(round_discs, all_matches=False)),
    ]  # fmt: skip
    for what, ours, loop, peer in calls:
        batch, single = best(ours, loop, repeats=3)
        row(f"Space.{what}, {n} rows, {m} items", batch, "loop of single calls", single, 0.8, 1e-3, "ms")
        row("", batch, "STRtree", best(peer, repeats=1)[0], 0.2, 1e-3, "ms")
    searches: dict[str, Callable[[], Any]] = {
        "contacts": partial(space.contacts, discs),
        "nearest": partial(space.nearest, discs),
        "cast_all": partial(space.cast_all, discs, motions),
    }
    for what, search in searches.items():
        table, searched = best(search().to_frame, search, repeats=3)
        row(f"to_frame of Space.{what}", table, "the search", searched, 1.0, 1e-3, "ms")


def through_files(quick: bool, rng: np.random.Generator) -> None:
    """Pairs of more rows than memory holds, beside pairs of the same rows in memory."""
    n = 1_000_000 if quick else 10_000_000
    discs = Circles(np.column_stack([cloud(n, "uniform", rng), np.full(n, 0.5)]))

    def chunks(directory: str | None) -> int:
        return sum(map(len, arrays.pair_chunks(discs, rows=n // 10, directory=directory)))

    with TemporaryDirectory() as directory:
        ours, memory = best(partial(chunks, directory), partial(chunks, None), repeats=1)
    row(f"pair_chunks through files, {n} circles", ours, "pair_chunks in memory", memory, 3.0, 1e-3, "ms")


def turns(repeats: int, rng: np.random.Generator) -> None:
    """turn_cast of rows, beside a loop in Python over the same shapes; the C core alone is in core/motion.c."""
    n = 2000
    for what, a, b in (
        ("boxes", Rects(np.column_stack([rng.uniform(-9, 9, (n, 2)), rng.uniform(1, 6, (n, 2))])), Rects),
        ("capsules", Capsules(np.column_stack([rng.uniform(-9, 9, (n, 4)), rng.uniform(0.1, 1, n)])), Capsules),
    ):
        others = b(np.array(a.array)[rng.permutation(n)])
        angles, about = rng.uniform(-180, 180, n), rng.uniform(-9, 9, (n, 2))
        ones = list(zip(a, angles.tolist(), others, map(tuple, about.tolist()), strict=True))
        hits = verbs.turn_cast(a, angles, others, about)

        def loop(ones: Any = ones) -> None:
            for each in ones:
                verbs.turn_cast(*each)

        ours, theirs = best(partial(verbs.turn_cast, a, angles, others, about), loop, repeats=repeats)
        row(f"turn_cast, {what} ({hits.hit.mean():.0%} hit)", ours / n, "Python loop", theirs / n, None)


def changes(repeats: int, rng: np.random.Generator) -> None:
    """What one shape can do, over rows, beside a loop in Python over the same shapes."""
    n = 20_000
    boxes = np.column_stack([rng.uniform(-9, 9, (n, 2)), rng.uniform(1, 6, (n, 2)), rng.uniform(0, 360, n)])
    calls: dict[str, Callable[[Any], Any]] = {
        "area": lambda s: s.area,
        "center": lambda s: s.center,
        "move": lambda s: s.move(1, 2),
        "at": lambda s: s.at(1, 2),
        "rotate": lambda s: s.rotate(30),
        "scale_by": lambda s: s.scale_by(1.5),
        "grow": lambda s: s.grow(0.5),
        "replace": lambda s: s.replace(y=3),
    }
    for what, rows in (("circles", Circles(np.abs(boxes[:, :3]))), ("turned rects", Rects(boxes))):
        shapes = rows.to_shapes()
        for name, call in calls.items():

            def loop(call: Any = call, shapes: Any = shapes) -> None:
                for shape in shapes:
                    call(shape)

            ours, theirs = best(partial(call, rows), loop, repeats=repeats)
            row(f"{name}, {what}", ours / n, "Python loop", theirs / n, None)


def responses(repeats: int, rng: np.random.Generator) -> None:
    """What moves rows and changes velocities, beside a loop in Python over the same shapes."""
    n = 20_000
    discs = Circles(np.column_stack([rng.uniform(0, 4, (n, 2)), rng.uniform(0.5, 1.5, n)]))
    boxes = Rects(np.column_stack([rng.uniform(0, 4, (n, 2)), rng.uniform(0.5, 1.5, (n, 2))]))
    lines = Segments(rng.uniform(-4, 4, (n, 4)))
    v, normal = rng.normal(size=(2, n, 2))
    shapes = {"discs": discs.to_shapes(), "boxes": boxes.to_shapes(), "lines": lines.to_shapes()}
    pairs_of = {"v": list(map(tuple, v.tolist())), "normal": list(map(tuple, normal.tolist()))}
    for name, given, singles in (
        ("closest_points", (discs, boxes), (shapes["discs"], shapes["boxes"])),
        ("clip", (boxes, lines), (shapes["boxes"], shapes["lines"])),
        ("separate", (discs, boxes), (shapes["discs"], shapes["boxes"])),
        ("sweep", (discs, v), (shapes["discs"], pairs_of["v"])),
        ("slide", (v, normal), (pairs_of["v"], pairs_of["normal"])),
        ("bounce", (v, v[::-1], normal), (pairs_of["v"], pairs_of["v"][::-1], pairs_of["normal"])),
    ):
        ask = getattr(verbs, name)

        def loop(ask: Any = ask, singles: Any = singles) -> None:
            for each in zip(*singles, strict=True):
                ask(*each)

        ours, theirs = best(partial(ask, *given), loop, repeats=repeats)
        row(f"{name}, rows", ours / n, "Python loop", theirs / n, None)


def ragged(repeats: int, rng: np.random.Generator) -> None:
    """Polygons of 3 to 9 vertices, which the exact path decides alone, beside a loop in Python over the same shapes."""
    n = 5_000
    turns = [np.sort(rng.uniform(0, 2 * np.pi, 3 + k % 7)) for k in range(n)]
    rings = [np.column_stack([np.cos(t), np.sin(t)]) + rng.uniform(0, 3, 2) for t in turns]
    some = Polygons(rings)
    others = some[rng.permutation(n)]
    a, b = some.to_shapes(), others.to_shapes()
    for name in ("collides", "separation", "contact"):
        ask = getattr(verbs, name)

        def loop(ask: Any = ask) -> None:
            for each in zip(a, b, strict=True):
                ask(*each)

        ours, theirs = best(partial(ask, some, others), loop, repeats=repeats)
        row(f"{name}, polygons", ours / n, "Python loop", theirs / n, None)


def mixed(repeats: int, rng: np.random.Generator) -> None:
    """Rows of six kinds in one array, beside the same pairs of rows in arrays of one kind, grouped beforehand."""
    n = 100_000
    at, size = rng.uniform(0, 100, (n, 2)), rng.uniform(5, 30, (n, 2))
    codes, angle = rng.integers(0, 6, n), rng.uniform(0, 360, (n, 1))
    rows = np.zeros((6, n, 6))
    rows[:, :, :2] = at
    rows[1, :, 2] = size[:, 0]
    rows[2:4, :, 2:4] = at + size
    rows[4:, :, 2:4] = size
    rows[4, :, 4:5] = angle
    rows[[3, 5], :, 4] = size.min(axis=1) / 3
    rows[5, :, 5:] = angle
    a = Shapes(codes, rows[codes, np.arange(n)])
    b = a[rng.permutation(n)]
    places = [np.flatnonzero((a.kinds == p) & (b.kinds == q)) for p in np.unique(a.kinds) for q in np.unique(a.kinds)]
    groups = [(a[at].split()[0][1], b[at].split()[0][1]) for at in places]
    for name in ("collides", "distance", "contact", "closest_points"):
        ask = getattr(verbs, name)

        def grouped(ask: Any = ask) -> None:
            for p, q in groups:
                ask(p, q)

        ours, theirs = best(partial(ask, a, b), grouped, repeats=repeats)
        row(f"{name}, mixed kinds", ours / n, "grouped by kinds", theirs / n, None)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--quick", action="store_true")
    options.add_argument("--only-pairs", action="store_true")
    options.add_argument("--only-threads", action="store_true")
    options.add_argument("--sizes", type=int, nargs="+", metavar="N", help="circles in all pairs; 100000000 need 12 GB")
    chosen = options.parse_args()
    quick = chosen.quick
    sizes = chosen.sizes or ([10_000, 100_000] if quick else [10_000, 100_000, 1_000_000, 10_000_000])
    rng = np.random.default_rng(1)
    repeats = 15 if quick else 60
    assert collide2d.collides(Circle(0, 0, 1), Circle(1, 0, 1))
    if chosen.only_threads:
        threads_of_a_call(3 if quick else 9, rng)
        return
    peers = numba_peers()
    if chosen.only_pairs:
        all_pairs(peers, sizes, rng)
        pairs_of_many_sizes(rng)
        return
    elementwise(peers, repeats, rng)
    every_kind(repeats, rng)
    turns(repeats // 3, rng)
    changes(repeats // 3, rng)
    responses(repeats // 3, rng)
    ragged(repeats // 3, rng)
    mixed(repeats // 3, rng)
    for rows, across in ((IN_CACHE, 0), (65_536, 0), (1_000, 1_000)):
        threads(repeats, rng, rows, across)
    threads_of_a_call(3 if quick else 9, rng)
    if not quick:
        broadcast_memory(rng)
    all_pairs(peers, sizes, rng)
    periodic_pairs(quick, rng)
    periodic_nearest(rng)
    pairs_of_many_sizes(rng)
    first_of_many(rng)
    space_queries(rng)
    through_files(quick, rng)


if __name__ == "__main__":
    main()
