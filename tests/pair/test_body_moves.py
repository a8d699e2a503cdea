"""The laws of bodies that move: a single piece moves as the shape does, several pieces keep the corners they share, and
casts and sweeps are about the poses of `Body.move`."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import collide2d as c2
from collide2d import Body, Capsule, Circle, Rect, RoundRect, Segment, Shape

# Tenths and thirds are rounded, so that sums of them depend on their order.
NUMBERS = st.integers(-30, 30).map(lambda n: n / 10) | st.integers(-9, 9).map(lambda n: n / 3)
SIZES = st.integers(0, 20).map(lambda n: n / 10) | st.integers(1, 5).map(lambda n: n / 3)
ANGLES = st.sampled_from([0, 0, 0, 90, 30])
RECTS = (
    st.builds(Rect, NUMBERS, NUMBERS, SIZES, SIZES, ANGLES)
    | st.builds(Rect.centered, NUMBERS, NUMBERS, SIZES, SIZES, ANGLES)
    | st.builds(Rect.from_corners, NUMBERS, NUMBERS, NUMBERS, NUMBERS)
    | st.builds(RoundRect.around, NUMBERS, NUMBERS, SIZES, SIZES, SIZES)
)
OTHERS = (
    st.builds(Circle, NUMBERS, NUMBERS, SIZES)
    | st.builds(Segment, NUMBERS, NUMBERS, NUMBERS, NUMBERS)
    | st.builds(Capsule, NUMBERS, NUMBERS, NUMBERS, NUMBERS, SIZES)
)
SHAPES = RECTS | OTHERS
BODIES = st.lists(SHAPES, min_size=2, max_size=4).map(Body)
MOTIONS = st.tuples(NUMBERS, NUMBERS)


def numbers(hit: Any) -> Any:
    """A hit without its pieces."""
    return None if hit is None else (hit.t, hit.point, hit.normal, hit.depth)


def times(t: float, motion: tuple[float, float]) -> tuple[float, float]:
    return t * motion[0], t * motion[1]


@given(RECTS, MOTIONS, SHAPES | BODIES)
@settings(max_examples=150)
def test_a_single_piece_moves_as_the_shape_does(rect: Shape, motion: tuple[float, float], other: Any) -> None:
    body = Body([rect])
    assert body.move(motion) == Body([rect.move(motion)])
    assert body.rotate(90, about=motion) == Body([rect.rotate(90, about=motion)])
    assert body.sweep(motion) == Body([rect.sweep(motion)])
    assert numbers(body.cast(motion, other)) == numbers(rect.cast(motion, other))
    back = (-motion[0], -motion[1])
    assert numbers(c2.cast(other, back, body)) == numbers(c2.cast(other, back, rect))
    assert [*body.separate(other)[0]] == [rect.separate(other)[0]]


@given(BODIES, MOTIONS, BODIES)
@settings(max_examples=150)
def test_a_way_of_a_body_is_about_the_poses_of_its_moves(a: Body, motion: tuple[float, float], b: Body) -> None:
    hit = a.cast(motion, b)
    swept = any(p.overlaps(q) for p in a.sweep(motion) for q in b)
    assert hit is not None or not swept
    if hit is None:
        assert not any(p.overlaps(q) for p in a.move(motion) for q in b)
    elif not a.overlaps(b):
        stop = times(hit.t, motion)
        assert not any(p.overlaps(q) for p in (*a.move(stop), *a.sweep(stop)) for q in b)


@given(BODIES, MOTIONS, SHAPES)
@settings(max_examples=150)
def test_a_hit_has_the_bits_of_the_piece_alone(a: Body, motion: tuple[float, float], b: Shape) -> None:
    """Unless the corners that the body keeps shared are rounded in another way."""
    hit = a.cast(motion, b)
    if hit is None or hit.pieces is None or any(len(p.vertices) < 3 and p.radius == 0 for p in (*a, b)):
        return
    i = hit.pieces[0]
    assert isinstance(i, int)
    alone = a[i].cast(motion, b)
    if alone is not None:
        stops = [times(t, motion) for t in (1, hit.t, alone.t)]
        if all(a.move(d)[i].vertices == a[i].move(d).vertices for d in stops):
            assert numbers(hit) == numbers(alone)


@given(st.lists(NUMBERS, min_size=4, max_size=4, unique=True), NUMBERS, SIZES, MOTIONS)
def test_tiles_that_share_a_side_still_share_it_when_they_have_moved(
    xs: list[float], y: float, size: float, motion: tuple[float, float]
) -> None:
    xs = sorted(xs)
    tiles = Body([Rect.from_corners(p, y, q, y + size) for p, q in pairwise(xs)])
    moved = tiles.move(motion)
    for p, q in pairwise(moved):
        assert p.bounds[2] == q.bounds[0]
    assert [p.bounds for p in tiles.sweep((0, 0))] == [p.bounds for p in tiles]
