"""A space with a period answers for all images of its items: exactly, each item once, wherever its coordinates are."""

from __future__ import annotations

import copy
import math
import pickle
import tracemalloc
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from array_rows import ARRAYS, shapes_of
from digest_model import digest_of
from image_oracle import relate_images
from million_images import PERIODS, PLACES, rows_of
from periodic_model import CopiesModel
from periodic_worlds import CASTS, PERIODS_OF_LATTICES, is_thin, lattice_solids, named

from collide2d import Body, Circle, Circles, Contact, Hit, Point, Points, Polygon, Rect, Rects, Segment, Space, pairs
from collide2d.reference import Relation

KINDS = tuple(ARRAYS)


def lists_of(found: Any) -> list[list[Any]]:
    """The items of each row of an answer for arrays."""
    return [found.item[i:j].tolist() for i, j in zip(found.offsets[:-1], found.offsets[1:], strict=True)]


# ---- against fractions ----


@pytest.mark.parametrize("place", PLACES)
def test_queries_and_pairs_are_those_of_images_in_fractions(place: str) -> None:
    rng = np.random.default_rng([3, PLACES.index(place)])
    w, h = (0.7, 1.3) if place == "float32" else [(2.0, 3.0), (0.7, 1.3), (4.1, 2.0**-2)][PLACES.index(place) % 3]
    rows = ((kind, rows_of(kind, 2, place, (w, h), rng).astype(float)) for kind in KINDS)
    items = named(shape for kind, some in rows for shape in shapes_of(kind, some))
    found = 0
    for period in ((w, h), (w, None), (None, h)):
        space: Any = Space(items, period=period)
        relation = {(i, k): relate_images(a, b, period) for i, a in items for k, b in items if i < k}
        for touching, least in ((True, Relation.TOUCHING), (False, Relation.OVERLAPPING)):
            want = [pair for pair in relation if relation[pair] >= least]
            assert space.pairs(touching) == want
            found += len(want)
            for item, shape in items:
                near = [k for k, _ in items if k != item and relation[min(item, k), max(item, k)] >= least]
                answer = space.query(item, touching=touching)
                assert answer == near if touching or not is_thin(shape) else set(near) <= set(answer)
    assert found > 10


def test_many_periods_away_is_where_it_is() -> None:
    """0.1 is no multiple of a power of two: n periods of it are rounded, and images are not."""
    period, count = 0.1, 12345
    here = Point(0.03, 0.05)
    there = Point(float(Fraction(0.03) + count * Fraction(period)), 0.05)
    gap = abs(Fraction(there.x) - Fraction(here.x) - count * Fraction(period))
    assert 0 < gap < Fraction(1, 10**12)
    space: Any = Space({"there": there}, period=(period, None))
    assert space.query(here, touching=True) == []
    assert space.query(Circle(here.x, here.y, float(gap)), touching=True) == ["there"]
    assert space.query(Circle(here.x, here.y, math.nextafter(float(gap), 0)), touching=True) == []
    assert space.query(Circle(here.x, here.y, float(gap))) == []
    assert space.nearest(here, distances=True)[0][1] > 0
    assert space.nearest(Circle(here.x, here.y, float(gap)), distances=True) == [("there", 0.0)]
    ((_, contact),) = space.contacts(Circle(here.x, here.y, float(gap)))
    assert contact.depth == 0
    ((_, contact),) = space.contacts(Circle(here.x, here.y, math.nextafter(float(gap), 1)))
    assert 0 < contact.depth < 1e-12


def test_one_ulp_decides() -> None:
    right = math.nextafter(9.5, 0)
    space: Any = Space(
        {"a": Circle(0.5, 0, 0.5), "b": Circle(9.5, 3, 0.5), "c": Circle(right, 6, 0.5)}, period=(10, None)
    )
    assert space.query(Circle(0.5, 3, 0.5), touching=True) == ["b"]
    assert space.query(Circle(0.5, 6, 0.5), touching=True) == []
    assert space.query(Circle(math.nextafter(0.5, 0), 6, 0.5), touching=True) == []
    assert space.query(Circle(0.5, 6, math.nextafter(0.5, 1)), touching=True) == []
    assert space.query(Circle(0.5, 6, 0.5 + 2.0**-48)) == ["c"]


def test_drifting_items_cost_nothing() -> None:
    """Coordinates that were never wrapped, such as those of a diffusing particle."""
    rng = np.random.default_rng(4)
    rows = rng.integers(0, 100 * 64, (2000, 2)) / 64
    away = rng.integers(-(10**6), 10**6, (2000, 2)) * 100.0
    wrapped, drifted = (Space(named(Circle(x, y, 1.0) for x, y in at), period=(100, 100)) for at in (rows, rows + away))
    assert drifted.pairs(touching=True) == wrapped.pairs(touching=True)
    for x, y in rng.integers(0, 100 * 64, (50, 2)) / 64:
        probe = Rect(x, y, 5, 5)
        assert drifted.query(probe) == wrapped.query(probe) == wrapped.query(probe.move(-7e6, 3e6))
        assert drifted.nearest(probe, 4, distances=True) == wrapped.nearest(probe, 4, distances=True)


# ---- against copies, on lattices that lose nothing ----


@pytest.mark.parametrize("period", PERIODS_OF_LATTICES)
def test_answers_are_those_of_exact_copies(period: Any) -> None:
    rng = np.random.default_rng(5)
    tally = [0, 0, 0, 0]
    for _ in range(4):
        items = named(lattice_solids(rng, 14))
        space: Any = Space(items, period=period)
        model: Any = CopiesModel(items, period, reach=7)
        for touching in (False, True):
            want = model.pairs(touching)
            assert space.pairs(touching) == want
            tally[0] += len(want)
        asked = [*lattice_solids(rng, 14), *range(0, 14, 3)]
        for who in asked:
            for how in ({}, {"touching": True}, {"contained": True}):
                want = model.query(who, **how)
                assert space.query(who, **how) == want
                tally[1] += len(want)
            want = model.contacts(who)
            assert space.contacts(who) == want
            tally[2] += len(want)
            for k, limit in ((1, math.inf), (3, 0.75), (20, math.inf)):
                want = model.nearest(who, k, max_distance=limit)
                assert space.nearest(who, k, max_distance=limit, distances=True) == want
                tally[3] += len(want)
    assert min(tally) > 20


@pytest.mark.parametrize("period", PERIODS_OF_LATTICES)
def test_hits_are_those_of_exact_copies(period: Any) -> None:
    rng = np.random.default_rng(8)
    hits = images = 0
    for _ in range(3):
        items = named(lattice_solids(rng, 8))
        space: Any = Space(items, period=period)
        model: Any = CopiesModel(items, period, reach=8)
        for who in [*lattice_solids(rng, 7), *range(0, 8, 3)]:
            for motion in ((rng.integers(-48, 48, 2) / 4).tolist(), (0.0, float(rng.integers(-9, 9))), (-8.0, 0.0)):
                for how in CASTS:
                    want = model.cast_all(who, motion, **how)
                    assert space.cast_all(who, motion, **how) == want
                    assert space.cast(who, motion, **how) == (want[0] if want else None)
                    hits += len(want)
                    images += sum(hit.image != (0, 0) for _, hit in want)
                some = [found for found in model.cast_all(who, motion) if found[0] % 3]
                assert space.cast_all(who, motion, filter=lambda item: item % 3) == some or is_blocked_together(who)
                assert space.cast(who, motion, exclude=range(8)) is None
    assert hits > 200
    assert images > 100


def is_blocked_together(who: Any) -> bool:
    """Whether items may block together, so that those that pass a filter are not the ones that block without it."""
    return who in (2, 3, 5) if isinstance(who, int) else any(is_thin(piece) for piece in getattr(who, "pieces", [who]))


def test_a_ray_goes_through_many_periods() -> None:
    space: Any = Space({"far": Circle(5.0 + 10.0 * 12345, 7, 0.5), "thin": Segment(2, 0, 2, 1)}, period=(10, 10))
    item, hit = space.raycast((0, 0.5), (-10.0 * 4096, 0))
    assert (item, hit.point, hit.image) == ("thin", (-8.0, 0.5), (-1, 0))
    slope = 1 / 4096
    item, hit = space.raycast((0, 1.5), (10.0 * 4096, 10.0 * 4096 * slope), exclude={"thin"})
    i, j = hit.image
    assert item == "far"
    assert j == 0
    x, y = hit.point
    assert math.isclose(math.hypot(x - (5 + 10 * (i + 12345)), y - 7), 0.5, rel_tol=1e-8)
    assert space.raycast((0, 1.5), (10.0 * 4096, 0)) is None
    assert space.raycast_all((0, 1.5), (0, -10.0 * 4096)) == []
    both = space.raycast_all((0, 0.75), (10.0 * 4000, 12345.0))
    assert sorted(item for item, _ in both) == ["far", "thin"]  # each once, where it is hit first


@pytest.mark.parametrize("period", [0.1, 0.7, 1e-9 * 7])
def test_hits_of_rounded_images_are_near_the_true_ones(period: float) -> None:
    """A ray along an axis meets boxes and discs at times that fractions give."""
    rng = np.random.default_rng(9)
    for shift in (0, 3, -5, 1000):
        x, y = rng.uniform(0, period, 2).tolist()
        radius = period / 8
        for shape in (Circle(x, y, radius), Rect(x - radius, y - radius, 2 * radius, 2 * radius)):
            left = Fraction(shape.bounds[0]) if shape.kind == "rect" else Fraction(x) - Fraction(radius)
            start = float(left + (shift - Fraction(1, 2)) * Fraction(period))
            ((_, hit),) = Space({"it": shape}, period=(period, period)).raycast_all((start, y), (period * 0.75, 0))
            true = (left + shift * Fraction(period) - Fraction(start)) / (Fraction(period) * Fraction(3, 4))
            scale = abs(start) + period
            assert hit.image == (shift, 0)
            assert abs(Fraction(hit.t) - true) * Fraction(period) < 300 * Fraction(math.ulp(scale))


def test_a_start_inside_an_image_is_decided_without_rounding() -> None:
    period, count = 0.1, 12345
    radius = 0.01
    center = float(Fraction(0.03) + count * Fraction(period))
    gap = Fraction(center) - Fraction(0.03) - count * Fraction(period)
    assert gap != 0
    items = {"it": Circle(center, 0.05, radius)}
    space: Any = Space(items, period=(period, period))
    touching = float(Fraction(0.03) + gap - 2 * Fraction(radius))
    for x in (touching, math.nextafter(touching, 0), math.nextafter(touching, 1)):
        me = Circle(x, 0.05, radius)
        relation = relate_images(me, items["it"], (period, period))
        for motion in ((-0.04, 0), (0.02, 0), (0, 0.01)):
            hit = (space.cast(me, motion) or ("", None))[1]
            if relation == Relation.OVERLAPPING:
                assert hit is not None
                assert hit.t == 0
                assert hit.depth > 0
                assert (space.cast(me, motion, leaving=False) is None) == (motion[0] <= 0)
            else:
                assert hit is None or (hit.depth == 0 and motion[0] > 0)


def test_a_ray_passes_no_seam_across_the_border() -> None:
    """Tiles of tenths round; what coincides before rounding still does."""
    for width, count in ((0.25, 8), (0.1, 7), (1 / 3, 5)):
        edges = [i * width for i in range(count + 1)]
        tiles = {i: Rect.from_corners(edges[i], 0, edges[i + 1], 1) for i in range(count)}
        space: Any = Space(tiles, period=(edges[-1], None))
        for x in (0.0, edges[-1]):
            item, hit = space.raycast((x, -2), (0, 5))
            assert item == 0
            assert hit.t == 0.4
            assert [item for item, _ in space.raycast_all((x, -2), (0, 5))] == [0, count - 1]


def test_a_seam_across_the_border_has_no_gap() -> None:
    """A point between two tiles is in both, also where the world ends and begins."""
    tiles = {i: Rect(i / 4, 0, 0.25, 1) for i in range(8)}
    space: Any = Space(tiles, period=(2, None))
    for x in (0.0, 2.0, -4.0):
        assert space.query(Point(x, 0.5)) == [0, 7]
        assert space.query(Segment(x, 0.25, x, 0.5)) == [0, 7]
        assert space.query(Point(x, 0.5), filter=lambda item: item < 7) == []
        assert space.query(Point(x, 0.5), touching=True, filter=lambda item: item < 7) == [0]
    assert Space({"ring": Rect(0, 0, 2, 1)}, period=(2, None)).query(Point(0, 0.5)) == ["ring"]
    split = Body([Rect(0, 0, 0.25, 1), Rect(1.75, 0, 0.25, 1)])
    assert Space({"split": split, "needle": Segment(0, 0.25, 0, 0.5)}, period=(2, None)).pairs() == []
    door = Body([Rect(-0.25, 0, 0.25, 1), Rect(0, 0, 0.25, 1)])
    assert Space({"door": door, "needle": Segment(2, 0.25, 2, 0.5)}, period=(2, None)).pairs() == [("door", "needle")]
    assert Space({"needle": Segment(2, 0.25, 2, 0.5)}, period=(2, None)).query(door) == ["needle"]


def test_pairs_are_those_of_arrays() -> None:
    rng = np.random.default_rng(6)
    for kind in KINDS:
        for period in ((8.0, 16.0), (0.7, None)):
            lengths = (period[0] or 1.0, period[1] or 1.0)
            shapes = ARRAYS[kind](rows_of(kind, 60, "lattice", lengths, rng))
            for touching in (False, True):
                want = pairs(shapes, touching=touching, period=period).tolist()
                assert Space(named(shapes), period=period).pairs(touching) == [tuple(pair) for pair in want]


def test_arrays_of_queries_are_single_queries() -> None:
    rng = np.random.default_rng(7)
    shapes = [shape for kind in KINDS for shape in shapes_of(kind, rows_of(kind, 6, "tenths", (0.7, 1.3), rng))]
    space: Any = Space(named(shapes), period=(0.7, 1.3))
    for kind in KINDS:
        rows = ARRAYS[kind](rows_of(kind, 12, "tenths", (0.7, 1.3), rng))
        for how in ({}, {"touching": True}, {"contained": True}):
            assert lists_of(space.query(rows, **how)) == [space.query(one, **how) for one in rows]
        contacts = space.contacts(rows)
        single = [space.contacts(one) for one in rows]
        assert lists_of(contacts) == [[item for item, _ in some] for some in single]
        assert contacts.normal.tolist() == [list(contact.normal) for some in single for _, contact in some]
        assert contacts.depth.tolist() == [contact.depth for some in single for _, contact in some]
        motions = rng.uniform(-2, 2, (12, 2))
        for found, every in ((space.cast(rows, motions), False), (space.cast_all(rows, motions), True)):
            for i, (one, motion) in enumerate(zip(rows, motions.tolist(), strict=True)):
                hits = space.cast_all(one, motion)
                if not every:
                    assert found.item[i] == (hits[0][0] if hits else None)
                    assert not hits or (found.t[i], found.point[i].tolist()) == (hits[0][1].t, list(hits[0][1].point))
                else:
                    assert lists_of(found)[i] == [item for item, _ in hits]
        near = space.nearest(rows, 3)
        for i, one in enumerate(rows):
            assert list(zip(near.item[i], near.distance[i], strict=True)) == space.nearest(one, 3, distances=True)


# ---- seams ----


def is_exact(*terms: float) -> bool:
    return Fraction(sum(terms)) == sum(map(Fraction, terms))


def slanted_tiles(b: float, d: float) -> dict[str, Polygon]:
    """Two flush tiles that fill a period of 1: the seam goes from (b, 0) to (b + d, 1)."""
    a = Polygon([(0, 0), (b, 0), (b + d, 1), (d, 1)])
    return {"A": a, "B": Polygon([(b, 0), (1, 0), (1 + d, 1), (b + d, 1)])}


def test_a_slanted_seam_has_no_gap_a_period_away() -> None:
    tiles = slanted_tiles(0.6353710903019552, 0.5)
    there = Point(1.8853710903019552, 0.5)
    assert Space(tiles, period=(1, None)).query(Point(0.8853710903019552, 0.5)) == ["A", "B"]
    assert Space(tiles, period=(1, None)).query(there) == ["A", "B"]
    both: Any = {"T": Body(list(tiles.values())), "p": there}
    assert Space(both, period=(1, None)).pairs() == [("T", "p")]
    space = Space(slanted_tiles(0.10146436802259651, -1), period=(1, None))
    assert space.raycast((0.6014643680225965, 0.5), (-0.25, 0.25)) is not None


def test_seams_have_no_gap_in_any_period() -> None:
    """Copies of these tiles are rounded, which parts or overlaps them; what lies on their seams is not."""
    rng = np.random.default_rng(11)
    asked = hits = 0
    for _ in range(120):
        b, d = float(rng.uniform(0.1, 0.9)), float(rng.choice([-1, -0.5, 0.5, 1]))
        x, y = b + d / 4, b + d / 2
        if not (is_exact(b, d) and is_exact(b, d / 2) and is_exact(b, d / 4)):
            continue
        tiles = slanted_tiles(b, d)
        plain, space = Space(tiles), Space(tiles, period=(1, None))
        body = Body(list(tiles.values()))
        for k in (k for k in range(-3, 4) if is_exact(x, k) and is_exact(y, k)):
            asked += 1
            for thin in (Point(y + k, 0.5), Segment(x + k, 0.25, y + k, 0.5)):
                assert space.query(thin) == ["A", "B"]
                assert Space[str]({"T": body, "t": thin}, period=(1, None)).pairs() == [("T", "t")]
                assert Space({"t": thin}, period=(1, None)).query(body) == ["t"]
            for at, h, dx, dy in ((y, 0.5, -d / 4, -0.25), (x, 0.25, d / 2, 0.5), (b + 2 * d, 2.0, -2 * d, -2.0)):
                if not (is_exact(at, k) and is_exact(at + k, dx) and is_exact(at, dx)):
                    continue
                for how in ({}, {"touching": True}, {"leaving": False}, {"filter": lambda _: True}):
                    found = space.raycast_all((at + k, h), (dx, dy), **how)
                    want = plain.raycast_all((at, h), (dx, dy), **how)
                    assert [item for item, _ in found] == [item for item, _ in want]
                    for (_, one), (_, other) in zip(found, want, strict=True):
                        assert one.point == (other.point[0] + k, other.point[1])
                        assert (one.t, one.normal, one.depth) == (other.t, other.normal, other.depth)
                    hits += len(found)
    assert asked > 200
    assert hits > 3000


def test_a_long_ray_remembers_no_image_that_does_not_matter() -> None:
    rng = np.random.default_rng(13)
    space: Any = Space(named(Circle(x, y, 0.01) for x, y in rng.uniform(0, 1, (500, 2)).tolist()), period=(1, 1))
    space.query(Point(0, 0))
    want = space.raycast_all((0.1, 0.2), (1024, 633))
    for how in ({"filter": lambda _: True}, {"touching": True}, {"touching": True, "filter": lambda _: True}):
        tracemalloc.start()
        found = space.raycast_all((0.1, 0.2), (1024, 633), **how)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert len(found) == len(want) == 500
        assert peak < 1_000_000


# ---- contacts of bodies ----


def tiled(rng: np.random.Generator) -> Any:
    """A body of flush tiles, or of thin segments, or one thin segment, all on a lattice of integers."""
    x, y = rng.integers(0, 4, 2).tolist()
    if rng.random() < 0.5:
        return Body([Rect(x, y, 1, 1), Rect(x + 1, y, 1, 1), Rect(x, y + 1, 1, 1)][: int(rng.integers(2, 4))])
    thin = [Segment(x, y, x, y + 1), Segment(x, y, x + 1, y)]
    return Body(thin) if rng.random() < 0.5 else thin[int(rng.integers(2))]


def test_a_surrounded_piece_is_as_deep_as_the_contact_says() -> None:
    tiles = Body([Rect(3, 0, 1, 1), Rect(4, 0, 1, 1)])
    lines = Body([Segment(4, 0, 5, 0), Segment(4, 0, 4, 1)])
    ((_, contact),) = Space({"L": lines}, period=(2, 2)).contacts(tiles)
    assert (contact.depth, contact.image) == (1, (0, 0))
    wall = Segment(4, 0, 4, 1)
    both: list[tuple[Any, Any]] = [(tiles, wall), (wall, tiles), (tiles, lines), (lines, tiles)]
    for a, b in both:
        assert Space({"it": b}).contacts(a) == [("it", a.contact(b))]
        assert a.contact(b).depth == 1


def test_contacts_of_bodies_are_the_deepest_of_all_images() -> None:
    rng = np.random.default_rng(12)
    deep = images = 0
    for _ in range(60):
        items: Any = named(tiled(rng) for _ in range(6))
        plain: Any = Space(items)
        space: Any = Space(items, period=(3, 4))
        for solid in (tiled(rng), tiled(rng)):
            want = [(item, solid.contact(shape)) for item, shape in items]
            assert plain.contacts(solid) == [(item, contact) for item, contact in want if contact]
            overlapped = set(space.query(solid))
            for item, contact in space.contacts(solid):
                shifts = [(i, j) for i in range(-3, 4) for j in range(-3, 4)]
                ranks = [(solid.contact(items[item][1].move(3 * i, 4 * j)), i, j) for i, j in shifts]
                depth, i, j = min((-found.depth, i, j) for found, i, j in ranks if found)
                assert (contact.depth, contact.image) == (-depth, (i, j))
                assert (item in overlapped) >= (depth < 0)
                found = solid.contact(items[item][1].move(3 * i, 4 * j))
                assert (contact.normal, contact.points, contact.pieces) == (found.normal, found.points, found.pieces)
                deep += contact.depth > 0
                images += contact.image != (0, 0)
    assert deep > 100
    assert images > 100


# ---- changes ----


def test_an_item_that_moves_is_found_where_it_is() -> None:
    space: Any = Space({"a": Circle(1, 1, 1), "b": Circle(9, 1, 0.5)}, period=(10, 10))
    assert space.move("a", 0, -4) == []
    assert space.pairs() == []
    assert space.move("a", 7, 4) == ["b"]
    assert space.move("a", -7, 0) == ["b"]
    space.update("a", Rect(-30, -50, 1, 1))
    assert space.query(Point(0.5, 0.5)) == ["a"]
    space.update("a", Body([Rect(-30, -50, 1, 1), Circle(5, 5, 1)]))
    assert space.query(Point(995, 5)) == space.query(Point(0.5, 0.5)) == ["a"]
    space.update_all({"a": Point(3, 3), "b": Point(23, -7)})
    assert space.pairs(touching=True) == [("a", "b")]
    space.remove("a")
    assert space.query(Rect(0, 0, 10, 10)) == ["b"]
    space.remove("b")
    assert space.query(Rect(0, 0, 10, 10)) == space.nearest((0, 0)) == space.pairs() == []


def test_layers_filters_and_watches() -> None:
    space: Any = Space({"a": Circle(1, 5, 1), "b": Circle(9.5, 5, 1)}, period=(10, None))
    watch = space.watch()
    assert watch.update() == ([("a", "b")], [])
    space.move("b", -2, 0)
    assert watch.update() == ([], [("a", "b")])
    space.move("b", 2, 0)
    assert watch.update() == ([("a", "b")], [])
    space.set_layer("b", 2)
    space.set_mask("a", 1)
    assert space.pairs() == space.query("a") == space.contacts("a") == space.nearest("a") == []
    assert space.query(Point(0, 5), mask=1) == []
    assert space.query(Point(0.25, 5)) == ["a", "b"]
    asked: list[str] = []
    assert space.query(Rect(-8, 0, 30, 9), filter=asked.append) == []
    assert asked == ["a", "b"]
    assert space.nearest(Point(0.25, 5), 2, exclude={"a"}) == ["b"]


def test_a_copy_has_the_period() -> None:
    space: Any = Space({"a": Circle(1, 5, 1), "b": Circle(9.5, 5, 1)}, period=(10, None))
    assert space.period == (10.0, None)
    assert repr(space) == "<Space of 2 items, period (10.0, None)>"
    for same in (space.copy(), copy.copy(space), copy.deepcopy(space), pickle.loads(pickle.dumps(space))):
        assert same.period == space.period
        assert same.items() == space.items()
        assert same.pairs() == [("a", "b")]
        assert same.digest() == space.digest() == digest_of(space)
    assert Space(space.items()).digest() != space.digest()
    assert Space(space.items(), (None, 10)).digest() != space.digest()
    before = space.snapshot()
    space.clear()
    space.restore(before)
    assert space.pairs() == [("a", "b")]
    for nothing in (None, (None, None), (math.inf, None), (10**400, None)):
        plain = Space(space.items(), period=nothing)
        assert plain.period is None
        assert repr(plain) == "<Space of 2 items>"
        assert plain.pairs() == []


# ---- what is refused ----

SMALL = Space({"a": Circle(0, 0, 1)}, period=(1, 1))


def wrong(period: Any) -> Any:
    """What the types forbid."""
    return period


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: Space(period=wrong(5)), TypeError, r"Space: period must be a pair of numbers or None, .*, got 5"),
        (lambda: Space(period=wrong("ab")), TypeError, "Space: period must be a pair .*, got 'ab'"),
        (lambda: Space(period=wrong((1, 2, 3))), TypeError, r"Space: period must be a pair .*, got \(1, 2, 3\)"),
        (lambda: Space(period=wrong((1, "2"))), TypeError, r"Space: period must be a pair .*, got \(1, '2'\)"),
        (lambda: Space(period=wrong({1, 2})), TypeError, r"Space: period must be a pair .*, got \{1, 2\}"),
        (lambda: Space(period=wrong({1: 2, 3: 4})), TypeError, r"Space: period must be a pair .*, got \{1: 2, 3: 4\}"),
        (lambda: Space(period=(-(10**400), 1)), ValueError, "Space: the width of period must .*, got -1000"),
        (lambda: Space(period=(0, 1)), ValueError, "Space: the width of period must be from 1e-44 to 1e60, .*, got 0"),
        (lambda: Space(period=(1, -1.0)), ValueError, "Space: the height of period must .*, got -1.0"),
        (lambda: Space(period=(math.nan, 1)), ValueError, "the width of period must .*, got nan"),
        (lambda: Space(period=(None, 1e61)), ValueError, r"the height of period must .*, got 1e\+61"),
        (lambda: Space({"a": Rect(5, 0, 17, 1)}, period=(1, 1)), ValueError,
         "Space: shape must span at most 16 periods along x, got bounds from 5.0 to 22.0 with period 1.0"),
        (lambda: SMALL.add("b", Point(0, 1e9)), ValueError,
         r"add: shape must be within 2\*\*29 periods of 0 along y, got bounds from 1000000000.0 to .* with period 1.0"),
        (lambda: SMALL.add_all({"b": Body([Point(0, 0), Point(17, 0)])}), ValueError, "add_all: shape must span"),
        (lambda: SMALL.update("a", Circle(0, 0, 9)), ValueError, "update: shape must span at most 16 periods along x"),
        (lambda: SMALL.update_all({"a": Circle(0, 0, 9)}), ValueError, "update_all: shape must span at most 16 period"),
        (lambda: SMALL.move("a", 1e9, 0), ValueError, r"move: item must be within 2\*\*29 periods of 0 along x"),
        (lambda: SMALL.move("a", 0, 20), ValueError, "move: the way of item must span at most 16 periods along y"),
        (lambda: SMALL.query(Rect(0, 0, 20, 1)), ValueError, "query: shape must span at most 16 periods along x"),
        (lambda: SMALL.nearest(Point(1e9, 0)), ValueError, r"nearest: shape must be within 2\*\*29 periods of 0"),
        (lambda: SMALL.contacts(Body([Point(0, 0), Point(0, 17)])), ValueError, "contacts: shape must span at most 16"),
        (lambda: SMALL.query(Rects([[0, 0, 1, 1], [0, 0, 20, 1]])), ValueError,
         "query: shape must span at most 16 periods along x, got bounds from 0.0 to 20.0 with period 1.0 at index 1"),
        (lambda: SMALL.nearest(Points([[1e9, 0]])), ValueError, "nearest: shape must be within .* at index 0"),
        (lambda: SMALL.contacts(Circles([[0, 0, 9]])), ValueError, "contacts: shape must span .* at index 0"),
        (lambda: SMALL.raycast((1e9, 0), (1, 0)), ValueError, r"raycast: origin must be within 2\*\*29 periods"),
        (lambda: SMALL.raycast((0, 0), (4097, 0)), ValueError,
         "raycast: motion must span at most 4096 periods along x, got 4097.0 with period 1.0"),
        (lambda: SMALL.cast(Rect(0, 0, 20, 1), (1, 1)), ValueError, "cast: shape must span at most 16 periods along x"),
        (lambda: SMALL.cast_all("a", (0, -5e3)), ValueError, "cast_all: motion must span .* along y, got -5000.0"),
        (lambda: SMALL.raycast((0, 0), (math.inf, 0)), ValueError, "raycast: motion must be finite, got inf"),
        (lambda: SMALL.raycast(Points([[0, 0]] * 2), np.array([[1, 1], [0, 5e3]])), ValueError,
         "raycast: motion must span at most 4096 periods along y, got 5000.0 with period 1.0 at index 1"),
        (lambda: SMALL.raycast(Points([[0, 0]] * 2), np.array([[1, 1], [0, math.inf]])), ValueError,
         "raycast: motion.y must be finite, got inf at index 1"),
        (lambda: SMALL.cast(Circles([[0, 0, 1]]), np.array([[-1e61, 0]])), ValueError,
         r"cast: motion.x must be between -1e60 and 1e60, got -1e\+61 at index 0"),
        (lambda: SMALL.slide("a", 1, 0), ValueError, "slide: the space must have no period: use cast and move"),
        (lambda: SMALL.try_slide("a", 1, 0), ValueError, "try_slide: the space must have no period"),
        (lambda: SMALL.turn("a", 10), ValueError, "turn: the space must have no period"),
        (lambda: SMALL.turn("a", 10, push=True), ValueError, "turn: the space must have no period"),
        (lambda: SMALL.turn_cast("a", 10), ValueError, "turn_cast: the space must have no period"),
        (lambda: SMALL.turn_cast_all("a", 10), ValueError, "turn_cast_all: the space must have no period"),
        (lambda: SMALL.carry("a", 1, 0), ValueError, "carry: the space must have no period"),
        (lambda: SMALL.separate_all(), ValueError, "separate_all: the space must have no period"),
    ],
)  # fmt: skip
def test_errors_say_what_is_refused(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
    assert SMALL.items() == [("a", Circle(0, 0, 1))]


def test_a_result_names_its_image() -> None:
    space: Any = Space({"a": Body({"rim": Circle(1, 5, 1)}), "b": Circle(9.5, 5, 1)}, period=(10, None))
    ((item, contact),) = space.contacts("b")
    assert (item, contact.image, contact.pieces) == ("a", (1, 0), (None, "rim"))
    _, hit = space.raycast((5, 5), (-5, 0))
    assert hit.image == (0, 0)
    assert repr(hit) == "Hit(0.6, (2.0, 5.0), (1.0, 0.0), 0.0, (None, 'rim'))"
    _, hit = space.raycast((-5, 5), (7, 0), exclude={"a"})
    assert repr(hit) == "Hit(0.5, (-1.5, 5.0), (-1.0, 0.0), 0.0, None, (-1, 0))"
    results: list[Any] = [contact, hit]
    for result in results:
        assert pickle.loads(pickle.dumps(result)) == copy.copy(result) == result
        fields = [getattr(result, name) for name in type(result).__match_args__]
        assert type(result)(*fields, result.pieces) != result
        assert type(result)(*fields, result.pieces, result.image) == result
        assert hash(type(result)(*fields, result.pieces, result.image)) == hash(result)
    for image, error in (((1,), TypeError), (1, TypeError), ((1, 2.0), TypeError), ((0, 2**31), ValueError)):
        with pytest.raises(error, match="Hit: image must be "):
            Hit(0, (0, 0), (1, 0), 0, None, wrong(image))
        with pytest.raises(error, match="Contact: image must be "):
            Contact((1, 0), 0, [(0, 0)], None, wrong(image))
    assert Hit(0, (0, 0), (1, 0), 0, image=(0, -7)).image == (0, -7)


def test_a_masked_row_finds_nothing() -> None:
    rows = Circles(np.array([[0, 0, 1], [np.nan, 0, 1]]), invalid="nan")
    space: Any = Space({"a": Circle(9, 0, 1)}, period=(10, 10))
    assert lists_of(space.query(rows)) == [["a"], []]


@pytest.mark.parametrize("period", PERIODS)
def test_periods_of_every_size(period: float) -> None:
    sizes = Circle(0.125 * period, 0, 0.125 * period), Circle(0.875 * period, 0, 0.125 * period)
    space: Any = Space(named(sizes), period=(period, None))
    assert space.pairs(touching=True) == ([(0, 1)] if relate_images(*sizes, (period, None)) >= 0 else [])
    assert space.nearest(0, distances=True)[0][1] <= 1e-15 * period
