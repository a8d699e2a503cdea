"""Bodies as movers: one piece moves as the shape, pieces of a rectangle as the rectangle, and what any piece meets
stops them all. `million_bodies` checks the laws of every slide in random worlds.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pytest
import slides
from body_slides import met_at, wrong_slide
from hypothesis import given, settings
from hypothesis import strategies as st
from mirrors import MAPS, image
from slides import MOVER, SMALL

import collide2d as c2
from collide2d import Body, Capsule, Chain, Circle, Point, Polygon, Rect, RoundRect, Segment, Space
from collide2d.testing.sources import Seeded, choice

SEEDS = st.integers(0, 2**32)


def drawn(seed: int, pieces: int) -> tuple[Any, list[Any], Any, str]:
    """A world of `slides`, a body of pieces near its mover, a motion and a response."""
    source = Seeded(seed)
    size = choice(source, slides.SIZES)
    walls = slides.WORLDS[choice(source, SMALL)](source, size)
    body = Body([slides.drawn_mover(source, size) for _ in range(pieces)])
    response = choice(source, ("slide", "slide", "stop", "bounce"))
    return body, walls, slides.drawn_motion(source, size), response


def space_of(walls: list[Any]) -> Any:
    return Space(enumerate(walls))


def plain(move: Any) -> tuple[Any, ...]:
    """What a move of a body of one piece has in common with that of the piece."""
    path = tuple(next(iter(shape)) if isinstance(shape, Body) else shape for shape in move.path)
    hits = tuple((item, hit.t, hit.point, hit.normal, hit.depth) for item, hit in move.hits)
    return path, hits, move.motion, move.remaining, move.legs, move.pushed, move.stuck


@given(SEEDS)
def test_a_body_of_one_piece_moves_as_the_shape(seed: int) -> None:
    body, walls, motion, response = drawn(seed, 1)
    space = space_of(walls)
    assert plain(space.try_slide(body, *motion, response=response)) == plain(
        space.try_slide(body[0], *motion, response=response)
    )


@given(SEEDS, st.integers(2, 4))
@settings(deadline=None)
def test_no_piece_passes_through_anything(seed: int, pieces: int) -> None:
    body, walls, motion, response = drawn(seed, pieces)
    space = space_of(walls)
    move = space.try_slide(body, *motion, response=response)
    path: Any = move.path
    assert path[-1] == move.shape
    assert move.pushed != (0, 0) or move.shape == (body.move(*move.motion) if move.motion != (0, 0) else body)
    assert move.stuck == bool(met_at(list(move.shape), walls, slots=not move.stuck))
    left = [wall for wall in walls if wall.overlaps(body)]
    for i in range(pieces):
        ways = [Polygon.hull([*p[i].vertices, *q[i].vertices], p[i].radius) for p, q in pairwise(path)]
        assert not any(way.overlaps(wall) for way in ways for wall in walls if wall not in left)
    for item, hit in move.hits:
        assert hit.pieces is not None
        assert hit.pieces[0] in range(pieces)
        assert hit.pieces[1] is None
        near = 1e-9 * (slides.extent(body) + slides.extent(move.shape) + slides.extent(walls[item]))
        assert min(pose[hit.pieces[0]].separation(walls[item]) for pose in path) <= near


def lattice_world(source: Any) -> list[Any]:
    walls: list[Any] = []
    for _ in range(source.integer(1, 12)):
        x, y, w, h = (source.integer(*span) for span in ((-12, 12), (-12, 12), (1, 5), (1, 5)))
        walls.append(choice(source, [Rect(x, y, w, h), Rect(x, y, w, h), Point(x, y), Segment(x, y, x, y + h)]))
    return walls


@given(SEEDS)
def test_the_pieces_of_a_rectangle_go_where_the_rectangle_goes(seed: int) -> None:
    """Also among points and segments without thickness, which enter no seam."""
    source = Seeded(seed)
    walls = lattice_world(source)
    x, y, w, h = source.integer(-12, 12), source.integer(-12, 12), source.integer(2, 6), source.integer(2, 6)
    whole, i, j = Rect(x, y, w, h), source.integer(1, w - 1), source.integer(1, h - 1)
    cut = Body([Rect(x, y, i, h), Rect(x + i, y, w - i, j), Rect(x + i, y + j, w - i, h - j)])
    space = space_of([wall for wall in walls if not wall.overlaps(whole)])
    motion = source.integer(-16, 16), source.integer(-16, 16)
    a, b = (space.try_slide(solid, *motion, response="stop") for solid in (whole, cut))
    assert (a.motion, a.remaining, a.stuck) == (b.motion, b.remaining, b.stuck)
    assert {item for item, _ in a.hits} == {item for item, _ in b.hits}


@pytest.mark.parametrize("name", sorted(MAPS))
def test_images_move_alike(name: str) -> None:
    f, back = MAPS[name]
    parts = [Polygon([(0, 0), (4, 0), (4, 2)]), Circle(7, 1, 1.5), Segment(0, 4, 2, 5)]
    walls = [Polygon([(-9, 12), (20, 9), (20, 14)]), Rect(9, -20, 1, 60), Circle(-3, -3, 2)]
    moves = [
        space_of([image(wall, g) for wall in walls]).try_slide(Body([image(part, g) for part in parts]), *g(3.7, 11.1))
        for g in (lambda x, y: (x, y), f)
    ]
    one, other = ([move.motion, move.remaining, *move.legs] for move in moves)
    assert one == [tuple(c + 0.0 for c in back(*v)) for v in other]
    assert [hit.t for _, hit in moves[0].hits] == [hit.t for _, hit in moves[1].hits]


BESIDE = [Segment(-13, 12, -10, 8), Segment(-10, 8, -16, 7)]
PEAK = [Polygon([(-9, 5), (-3, 3), (-7, 7)]), Polygon([(-7, 7), (-3, 3), (-3, 7)])]
FAN = [Polygon([(-13, -13), (-9, -13), (-11, -7)]), Polygon([(-9, -13), (-4, -12), (-7, -7)])]


@pytest.mark.parametrize(
    ("pieces", "walls", "motion"),
    [
        ([Rect(-7, 11, 6, 4)], BESIDE, (-4.25, -4.25)),
        ([Rect(-7, 11, 6, 1), Rect(-7, 12, 6, 3)], BESIDE, (-4.25, -4.25)),
        ([Segment(-7, 12, -5, 15)], PEAK, (0, -11)),
        ([Rect(-9, -17, 6, 4)], FAN, (-7, 7)),
    ],
)
def test_two_corners_that_meet_head_on_lead_on_alike_in_every_image(pieces: Any, walls: Any, motion: Any) -> None:
    """Two normals are approached equally, and the one nearer to an axis may lead into another wall."""
    ways, same = set(), lambda x, y: (x, y)
    images: list[Any] = [(same, same), *MAPS.values()]
    for f, back in images:
        body = Body([image(piece, f) for piece in pieces])
        move = space_of([image(wall, f) for wall in walls]).try_slide(body, *f(*motion))
        ways.add(tuple((x + 0.0, y + 0.0) for x, y in (back(*v) for v in (move.motion, move.remaining, *move.legs))))
    [(_, remaining, *_)] = ways
    assert remaining == (0, 0)


def test_a_stop_some_ulps_early_is_head_on_all_the_same() -> None:
    """At coordinates of 2^30 the cast stops 64 ulps before a corner. Which of two normals it gave then decided whether
    the normal was one of the body.
    """
    far = 2.0**30 + 2 / 3
    parts = [Polygon([(0, far), (2, far + 2), (0, far + 2)]), Polygon([(0, far), (6, far), (4, far + 2), (2, far + 2)])]
    wall = Polygon([(0, 2.0**30 - 24), (4, 2.0**30 - 20), (0, 2.0**30 - 16)])
    for f, back in MAPS.values():
        space = space_of([image(wall, f)])
        move = space.try_slide(Body([image(part, f) for part in parts]), *f(0, -18))
        assert move.motion[0] * move.motion[1] == 0
        assert [tuple(c + 0.0 for c in back(*hit.normal)) for _, hit in move.hits] == [(0, 1)]


def test_a_body_in_a_world_scaled_by_a_power_of_two_moves_alike() -> None:
    parts, walls = [Rect(0, 0, 2, 2), Circle(5, 1, 1)], [Rect(9, -9, 1, 30), Rect(-30, 8, 60, 1)]
    one = space_of(walls).try_slide(Body(parts), 7.3, 11.7)
    k = 2.0**20
    scaled = [c2.Rect(*(k * c for c in (w.x, w.y, w.w, w.h))) for w in walls]
    body = Body([Rect(0, 0, 2 * k, 2 * k), Circle(5 * k, k, k)])
    other = space_of(scaled).try_slide(body, 7.3 * k, 11.7 * k)
    assert other.motion == (one.motion[0] * k, one.motion[1] * k)
    assert [hit.t for _, hit in other.hits] == [hit.t for _, hit in one.hits]


# ---- what blocks together ----


@settings(max_examples=10)
@given(SEEDS)
def test_copies_of_pieces_and_of_obstacles_change_no_path(seed: int) -> None:
    """With that many a mover searches them with trees."""
    body, walls, motion, response = drawn(seed, 3)
    space = space_of(walls)
    move = space.try_slide(body, *motion, response=response)
    many = Body([piece for _ in range(30) for piece in body])
    crowd = space_of([wall for wall in walls for _ in range(20)])
    moves = [space.try_slide(many, *motion, response=response), crowd.try_slide(many, *motion, response=response)]
    for other in moves:
        assert move.pushed or [shape.bounds for shape in other.path] == [shape.bounds for shape in move.path]
        assert move.pushed or (other.motion, other.remaining) == (move.motion, move.remaining)


def test_a_point_among_the_pieces_stops_at_a_seam() -> None:
    space = Space({"left": Rect(0, 10, 5, 5), "right": Rect(5, 10, 5, 5)})
    alone = space.try_slide(Point(5, 0), 0, 20)
    move = space.try_slide(Body([Point(5, 0), Rect(20, 0, 1, 1)]), 0, 20)
    assert (move.motion, move.remaining) == (alone.motion, alone.remaining)
    assert [hit.pieces for _, hit in move.hits] == [(0, None)] * len(move.hits)


def test_nothing_without_thickness_enters_a_seam_of_the_mover() -> None:
    space = Space({"point": Point(0, 5), "post": Segment(20, 5, 20, 9)})
    move = space.try_slide(Body([Rect(18, 0, 2, 2), Rect(20, 0, 2, 2)]), 0, 9)
    assert (move.motion, [(item, hit.normal) for item, hit in move.hits]) == ((0, 3), [("post", (0, -1))])
    joint = space.try_slide(Chain([(-2, 1), (0, 0), (2, 1)]), 0, 9)
    assert [item for item, _ in joint.hits] == ["point"]
    assert 5 - 1e-12 < joint.motion[1] < 5


ARROW, HOUSE = [(0, 0), (4, 2), (8, 0), (4, 6)], [(0, 0), (4, 2), (8, 0), (8, 6), (4, 4), (0, 6)]


@pytest.mark.parametrize(
    ("outline", "place", "motion", "point"),
    [
        (ARROW, (-6.24137931034558, 0.37931034482876846), (-8, -8), Point(-3, 2)),
        (ARROW, (-10, 1.6551724137931034), (-2, -5.655172413793103), Point(-8, 2)),
        (ARROW, (-1.8571428571428572, 1.8571428571428572), (1.7142857142857144, -11.714285714285715), Point(3, 2)),
        (HOUSE, (-1.0689655172413792, -20), (-5.931034482758621, 10), Point(-3, -8)),
    ],
)
def test_no_rounding_puts_a_point_on_a_cut_of_the_mover(outline: Any, place: Any, motion: Any, point: Point) -> None:
    """The point seen from the notch, and the notch seen from the point, are rounded differently."""
    body = Body.from_outline(outline).move(*place)
    space: Space[str] = Space({"point": point, "far": Polygon([(34, -17), (35, -17), (35, -16)])})
    move = space.try_slide(body, *motion)
    assert not c2.overlaps(move.shape, point)
    assert any(item == "point" for item, _ in move.hits)


def test_a_point_that_runs_along_a_wall_but_for_rounding_deflects_nothing_before_the_next_wall() -> None:
    """It is in contact with all of the wall, so the body stopped before the wall began, and the next wall deflected it
    from there, six units away.
    """
    y = math.nextafter(-12, 0)
    start = Body([Point(-22.00000000000008, -16), Point(-25.00000000000008, y)])
    walls = [Chain([(-4, -17), (-8, -15), (-14, -12)]), Chain([(-14, -12), (-10, -12), (-6, -12)])]
    motion = 38.000000000000156, -3.6e-15
    space = space_of(walls)
    move = space.try_slide(start, *motion)
    assert wrong_slide(start, motion, move, space) == []
    assert any(pose.pieces[0].x == pytest.approx(-6) and pose.pieces[0].y == pytest.approx(-16) for pose in move.path)


def test_a_segment_that_fits_a_slot_of_the_mover_is_free_to_its_end() -> None:
    """A push or a stop must not take it for one in a seam."""
    fork = Body.from_outline([(5, 7), (7, 7), (7, 11), (9, 11), (9, 7), (11, 7), (11, 13), (5, 13)])
    move = space_of([Segment(-2, -4, 0, -1)]).try_slide(fork, -40, -40)
    assert move.motion == (-9, -12)
    assert [hit.normal for _, hit in move.hits] == [(1, 0), (0, 1)]


def test_a_mover_that_surrounds_a_point_starts_inside() -> None:
    tiles = Body([Rect(-1, -1, 1, 2), Rect(0, -1, 1, 2)])
    move = Space({"point": Point(0, 0.5)}).try_slide(tiles, 0, 0)
    assert not move.stuck
    assert math.hypot(*move.pushed) == 0.5
    assert [(item, hit.depth) for item, hit in move.hits] == [("point", 0)]


# ---- starting inside ----


def test_a_mover_that_surrounds_two_points_is_pushed_off_both() -> None:
    pair = Body([Rect(0, 0, 1, 4), Rect(1, 0, 1, 4)])
    move = Space({"a": Point(1, 1), "b": Point(1, 3)}).try_slide(pair, 0, 0)
    assert {other for other, _ in move.hits} == {"a", "b"}
    assert move.pushed in ((-1, 0), (1, 0))


@pytest.mark.parametrize(
    ("pieces", "walls"),
    [
        (
            [Segment(3, -4, 6, -2), Segment(6, -5, 6, -4), Segment(4, -7, 6, -5)],
            [
                Rect(10, -4, 3, 3), Segment(0, -7, 4, -8), Segment(4, -6, 7, -7),
                Polygon([(0, -5), (3, -5), (0, -1)]), Capsule(3, -1, 7, -4, 1),
            ],
        ),
        (
            [RoundRect(-9, -7, 5, 5, 1), Segment(-1, -10, 4, -9), Rect(15, -7, 1, 5)],
            [Segment(-6, 7, -24, 1), Polygon([(-12, -11), (12, 1), (-6, 7)])],
        ),
    ],
)  # fmt: skip
def test_a_push_has_one_length_in_all_images(pieces: Any, walls: Any) -> None:
    """Blockers of pushes that are longer than the best one do not count, because their set differs between images."""
    lengths = []
    for f, _ in [(lambda x, y: (x, y),) * 2, *MAPS.values()]:
        body = Body([image(piece, f) for piece in pieces])
        move = space_of([image(wall, f) for wall in walls]).try_slide(body, 0, 0)
        lengths.append(math.hypot(*move.pushed))
    assert lengths == [pytest.approx(lengths[0])] * len(lengths)
    assert lengths[0] > 0


def test_a_push_leaves_all_pieces_clear() -> None:
    """The near way out of the floor leads the head into the ceiling."""
    body = Body({"head": Rect(0, 0, 4, 2), "foot": Rect(0, 6, 4, 4)})
    space = Space({"floor": Rect(-20, 9, 24, 4), "ceiling": Rect(-20, -4, 40, 4)})
    move = space.try_slide(body, 0, 0, max_push=100)
    assert (move.pushed, move.stuck) == ((4, 0), False)
    assert [(item, hit.pieces, hit.depth) for item, hit in move.hits] == [("floor", ("foot", None), 1)]
    assert not space.query(move.shape)


def test_no_segment_is_pushed_into_a_seam() -> None:
    """Down by 2 the lower end of the chain would be between the tiles."""
    tiles = {i: Rect(x, y, 3, 4) for i, (x, y) in enumerate((x, y) for x in (-3, 4) for y in range(-12, 12, 4))}
    chain = Chain([(-6, 2), (-9, 3), (-7, 0), (-6, -3), (-3, -2), (0, -2)])
    for mover in (chain, Segment(-3, -2, 0, -2)):
        space = Space(tiles)
        move = space.try_slide(mover, 0, 0)
        assert not move.stuck
        assert move.pushed != (0, 2)
        assert not space.query(move.shape)


def test_the_default_of_max_push_is_the_size_of_the_whole_body() -> None:
    """Out of the fence, past the bars: 12 is more than any piece is long."""
    press, fence = Rect(0, 0, 8, 100), Rect(10, 0, 1, 12)
    small, long = Body([Rect(7, 4, 3, 8)]), Body([Rect(7, 4, 3, 8), Rect(7, 40, 3, 1)])
    space = Space({"press": press, "fence": fence, "roof": Rect(-50, -10, 100, 10)})
    assert space.try_slide(small, 0, 0).stuck
    move = space.try_slide(long, 0, 0)
    assert not move.stuck
    assert 8 < math.hypot(*move.pushed) <= 37


def test_pieces_that_overlap_one_item_are_one_hit_of_the_deepest() -> None:
    body = Body({"left": Rect(0, 0, 2, 5), "right": Rect(2, 0, 2, 6)})
    move = Space({"floor": Rect(-9, 4, 20, 9)}).try_slide(body, 0, 0)
    assert [(item, hit.pieces, hit.depth) for item, hit in move.hits] == [("floor", ("right", None), 2)]
    assert move.pushed == (0, -2)


# ---- the item ----


def test_two_feet_on_a_floor_are_one_hit() -> None:
    table = Body({"left": Rect(0, 0, 1, 5), "right": Rect(9, 0, 1, 5), "top": Rect(0, -1, 10, 1)})
    space = Space({"floor": Rect(-50, 8, 100, 1), MOVER: table})
    move = space.slide(MOVER, 7, 9)
    assert (move.motion, len(move.hits)) == ((7, 3), 1)


def test_a_filter_is_asked_once_about_each_item_and_passes_it_once() -> None:
    space: Any = Space({"coin": Circle(5, 0, 1), "wall": Rect(20, -9, 1, 30), MOVER: Body([Point(0, 0), Point(2, 0)])})
    asked = []

    def answer(item: Any, other: Any) -> Any:
        asked.append((item, other))
        return "pass" if other == "coin" else True

    move = space.slide(MOVER, 30, 0, filter=answer)
    assert [(item, hit.pieces) for item, hit in move.hits] == [("coin", (1, None)), ("wall", (1, None))]
    assert sorted(asked) == [(MOVER, "coin"), (MOVER, "wall")]


def test_a_sharp_corner_bounces_off_a_slope_as_the_slope_says() -> None:
    """Also straight down onto a slope of 45 degrees: it leaves to the side."""
    space = Space({"slope": Polygon([(0, 0), (20, 20), (0, 20)])})
    for solid in (Point(10, 2), Body([Point(10, 2), Rect(10, 0, 1, 1)])):
        x, y = space.try_slide(solid, 0, 16, response="bounce").motion
        assert abs(x - 8) < 1e-9
        assert abs(y - 8) < 1e-9
