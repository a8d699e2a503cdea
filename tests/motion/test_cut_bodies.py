"""A body whose pieces make one solid moves as the solid: the edges between its pieces stop and deflect nothing. The
pieces of a body move by their vertices, so the body of the uncut shape contains that shape twice.
"""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from collide2d import Body, Circle, Point, Polygon, Rect, Space
from collide2d.testing.sources import Seeded, choice

SEEDS = st.integers(0, 2**32)
RESPONSES = ["slide", "stop", "bounce"]


def uncut(shape: Any) -> Body:
    return Body([shape, shape])


def cut(source: Any, x: int, y: int, w: int, h: int) -> Body:
    """A rectangle, w and h at least 2, in pieces that are flush or overlap."""
    i, j = source.integer(1, w - 1), source.integer(1, h - 1)
    pieces: Any = choice(source, [
        [Rect(x, y, i, h), Rect(x + i, y, w - i, h)],
        [Rect(x, y, w, j), Rect(x, y + j, w, h - j)],
        [Rect(x, y, w - 1, h), Rect(x + 1, y, w - 1, h)],
        [Rect(x, y, i, h), Rect(x + i, y, w - i, j), Rect(x + i, y + j, w - i, h - j)],
        [Rect(x, y, i, j), Rect(x + i, y, w - i, j), Rect(x, y + j, i, h - j), Rect(x + i, y + j, w - i, h - j)],
        [Polygon([(x, y), (x + w, y), (x + w, y + h)]), Polygon([(x, y), (x + w, y + h), (x, y + h)])],
    ])  # fmt: skip
    return Body(pieces)


def tiles(source: Any) -> list[Rect]:
    """Boxes on the lattice, some of which are flush."""
    size = source.integer(1, 4)
    cells = [(source.integer(-4, 4) * size, source.integer(-4, 4) * size) for _ in range(source.integer(1, 16))]
    return [Rect(x, y, size * source.integer(1, 2), size) for x, y in cells]


def space_of(walls: Any) -> Any:
    return Space(enumerate(walls))


def answers(move: Any) -> tuple[Any, ...]:
    hits = {(item, hit.t, hit.normal) for item, hit in move.hits}
    return move.legs, move.motion, move.remaining, move.pushed, move.stuck, hits


@given(SEEDS, st.sampled_from(RESPONSES))
@settings(deadline=None)
def test_a_cut_rectangle_moves_as_the_rectangle(seed: int, response: Any) -> None:
    """To the bit. A bounce adds the bits of its hits to later ones, so bouncing motions are short."""
    source = Seeded(seed)
    x, y, w, h = source.integer(-9, 9), source.integer(-9, 9), source.integer(2, 6), source.integer(2, 6)
    whole, body = uncut(Rect(x, y, w, h)), cut(source, x, y, w, h)
    space = space_of([tile for tile in tiles(source) if not tile.overlaps(whole)])
    far = 4 if response == "bounce" else 24
    motion = source.integer(-far, far), source.integer(-far, far)
    found, expected = (space.try_slide(solid, *motion, response=response) for solid in (body, whole))
    assert answers(found) == answers(expected)


@given(SEEDS, st.sampled_from([-1, 1]))
def test_a_cut_rectangle_slides_through_a_corridor_of_tiles(seed: int, side: int) -> None:
    """The corridor fits exactly, and its tiles end anywhere below the pieces."""
    source = Seeded(seed)
    body, size = cut(source, 0, 0, 6, 4), source.integer(1, 5)
    walls = [Rect(x, y, size, 2) for x in range(-20, 20, size) for y in (-2, 4)]
    space = space_of(walls)
    dx, dy = side * source.integer(1, 40) / 8, source.integer(-3, 3) / 4
    move = space.try_slide(body, dx, dy)
    assert move.motion == (dx, 0)
    assert {hit.normal for _, hit in move.hits} == ({(0, -math.copysign(1, dy))} if dy else set())


@pytest.mark.parametrize("response", RESPONSES)
def test_an_inner_edge_is_no_normal_at_the_corner_of_a_tile(response: Any) -> None:
    body, floor = Body([Rect(0, 0, 4, 4), Rect(2, 0, 4, 4)]), Rect(4, 4, 4, 3)
    for motion in ((0.019, 0.014), (1, 1), (1, 0.5), (3, 2)):
        move = Space({"floor": floor}).try_slide(body, *motion, response=response)
        assert [hit.normal for _, hit in move.hits] == [(0, -1)]


@given(SEEDS)
@settings(deadline=None)
def test_a_cut_rectangle_is_pushed_out_as_far_as_the_rectangle(seed: int) -> None:
    """Of pushes that are equally long, the one that is taken may differ. Slanted cuts may hide a corner by rounding."""
    source = Seeded(seed)
    x, y, w, h = source.integer(-6, 6), source.integer(-6, 6), source.integer(2, 6), source.integer(2, 6)
    body, space = cut(source, x, y, w, h), space_of(tiles(source))
    assume(all(isinstance(piece, Rect) for piece in body.pieces))
    found, expected = (space.try_slide(solid, 0, 0) for solid in (body, uncut(Rect(x, y, w, h))))
    assert found.stuck == expected.stuck
    assert math.isclose(math.hypot(*found.pushed), math.hypot(*expected.pushed))


@given(SEEDS, st.sampled_from(RESPONSES))
@settings(deadline=None)
def test_a_crushed_rectangle_in_pieces_leaves_what_the_rectangle_leaves(seed: int, response: Any) -> None:
    """Some of its pieces may go deeper, and some overlap nothing at the start. All ways are on the lattice."""
    source = Seeded(seed)
    x, y, w, h = source.integer(-4, 4), source.integer(-4, 4), source.integer(2, 6), source.integer(2, 6)
    body, whole, space = cut(source, x, y, w, h), Rect(x, y, w, h), space_of(tiles(source))
    assume(space.query(whole))
    motion = source.integer(-5, 5), source.integer(-5, 5)
    solids = body, uncut(whole), whole
    moves = [space.try_slide(solid, *motion, response=response, max_push=0) for solid in solids]
    cut_legs, *legs = [(move.legs, move.remaining, move.stuck) for move in moves]
    assert legs == [cut_legs, cut_legs]


@pytest.mark.parametrize("motion", [(0, -1), (3, -1), (-2, 0), (0, 1), (5, 2)])
@pytest.mark.parametrize("rows", [1, 4])
def test_a_crushed_bar_in_many_pieces_leaves_what_the_bar_leaves(motion: Any, rows: int) -> None:
    """Enough pieces for an index of them. Of several rows, a way out upward leads past pieces that overlap nothing."""
    n, h = 100, 4 // rows
    space: Any = Space((i, Rect(10 * i - 5, 1, 10, 10)) for i in range(n + 1))
    bar = Body([Rect(10 * i, h * j, 10, h) for j in range(rows) for i in range(n)])
    whole, pieces = (space.try_slide(s, motion, max_push=0) for s in (uncut(Rect(0, 0, 10 * n, 4)), bar))
    assert pieces.motion == whole.motion == (motion if motion[1] <= 0 else (0, 0))
    assert pieces.stuck == whole.stuck


@pytest.mark.parametrize("turn", range(16))
def test_a_disc_leaves_a_concentric_disc_in_any_direction(turn: int) -> None:
    motion = math.cos(turn * math.tau / 16), math.sin(turn * math.tau / 16)
    disc = Circle(3, 4, 1)
    for mover in (disc, uncut(disc)):
        assert space_of([Circle(3, 4, 2)]).try_slide(mover, *motion, max_push=0).motion == motion


@pytest.mark.parametrize("point", [(2, 1), (2, 2), (2, 3), (1, 2), (3, 2), (4, 1)])
def test_a_crushed_rectangle_leaves_a_point_on_a_cut_as_the_whole_does(
    point: tuple[float, float],
) -> None:
    """Along a cut the point is inside no piece, but still inside the body."""
    cuts = [Rect(0, 0, 2, 2), Rect(0, 2, 2, 2), Rect(2, 0, 4, 2), Rect(2, 2, 4, 2)]
    for angle in range(16):
        motion = math.cos(angle), math.sin(angle)
        space = space_of([Point(*point)])
        moves = [space.try_slide(s, motion, response="stop", max_push=0) for s in (Body(cuts), uncut(Rect(0, 0, 6, 4)))]
        assert moves[0].motion == moves[1].motion
        assert moves[0].stuck == moves[1].stuck


def test_a_piece_may_go_deeper_while_its_body_leaves() -> None:
    """The shortest way out of the block leads the body to the right, and its upper piece alone upward."""
    body, block = Body([Rect(0, 0, 6, 1), Rect(0, 1, 6, 3)]), Rect(-4, 0, 6, 3)
    alone = body.pieces[0].contact(block)
    assert alone is not None
    assert alone.normal == (0, -1)
    space = space_of([block])
    for motion in ((0, 1), (0, -1), (2, 1)):
        assert space.try_slide(body, *motion, max_push=0).motion == motion
    assert space.try_slide(body, -1, 1, max_push=0).motion == (0, 0)


def test_a_concave_body_that_leaves_a_block_does_not_pass_through_it() -> None:
    """The block is inside the left leg by a rounding. The shortest way out, to the left, takes only that leg out of it
    beyond a line, and the other leg meets the block.
    """
    body, depth = Body([Rect(0, 0, 2, 6), Rect(8, 0, 2, 6), Rect(0, 4, 10, 2)]), 2.0**-40
    space = space_of([Rect(2 - depth, 0, 2, 2)])
    moves = [space.try_slide(body, *motion, max_push=0) for motion in ((-9, 0), (0, 9), (0, -9), (9, 0))]
    assert [move.motion for move in moves[1:]] == [(0, 9), (0, -2), (0, 0)]
    assert moves[0].motion == (-4 - depth, 0)


def test_a_push_leaves_an_obstacle_with_all_pieces() -> None:
    """On its way to the right the left piece passes the tile that only the right piece overlaps at the start."""
    halves, tile = Body([Rect(0, 0, 4, 4), Rect(4, 0, 1, 4)]), Rect(4, 0, 4, 4)
    walls = [Rect(-9, 4, 40, 1), Rect(-9, -1, 40, 1), Rect(-1, 0, 1, 4)]
    assert space_of([tile, *walls[:2]]).try_slide(halves, 0, 0).pushed == (-1, 0)
    assert space_of([tile, *walls]).try_slide(halves, 0, 0, max_push=20).pushed == (8, 0)


def test_a_push_of_which_rounding_refuses_the_first_end_goes_on_to_leave_with_all_pieces() -> None:
    """The first piece only touches the spike, and is the last one to leave it."""
    spike = Polygon([(-1, 4), (8, -5), (10, -4)])
    pieces = Body([Rect(0, 0, 2, 1), Rect(0, 1, 2, 5), Rect(2, 0, 5, 6)])
    pushed = [space_of([spike]).try_slide(s, 0, 0).pushed for s in (pieces, Rect(0, 0, 7, 6))]
    assert pushed[0] == pytest.approx(pushed[1], abs=1e-12)
    assert math.hypot(*pushed[0]) == pytest.approx(math.hypot(8, 11) * 36 / 185, abs=1e-12)


def test_a_push_ends_in_the_corner_that_two_pieces_make_with_one_obstacle() -> None:
    """Only the bar overlaps the wedge at the start. The shortest way out ends flush with the bar and with the stem."""
    body, wedge = Body([Rect(-2, -4, 9, 1), Rect(2, -3, 1, 9)]), Polygon([(2, -5), (7, -4), (8, 1), (5, -1)])
    assert space_of([wedge]).try_slide(body, 0, 0).pushed == pytest.approx((-1, -2), abs=1e-12)


# A body, an obstacle that touches it vertex to vertex, and a motion into the obstacle.
FANS: list[tuple[list[list[tuple[float, float]]], list[tuple[float, float]], tuple[float, float]]] = [
    (
        [
            [(-8, -4), (-4, -5), (-5, -1.5)], [(-5, -1.5), (-4, -5), (-1, 1)], [(-5, -1.5), (-1, 1), (-4, 1)],
            [(-8, -1), (-5, -1.5), (-4, 1)], [(-8, -4), (-5, -1.5), (-8, -1)],
        ],
        [(-1, 1), (2, -4), (5, -1), (4, 0)],
        (20 / 3, 0),
    ),
    ([[(1.5, -11), (3, -13), (3, -11)], [(0, -9), (1.5, -11), (3, -11)]], [(3, -11), (10, -5), (7, -5)], (14, 4)),
    (
        [[(-15, 1), (-14, -4), (-12.75, -1)], [(-14, -4), (-9, 0), (-12.75, -1)], [(-15, 1), (-12.75, -1), (-9, 0)]],
        [(-9, 0), (-2, -2), (-5, -1)],
        (14, 0),
    ),
    (
        [
            [(-3, -12), (0, -12), (-2, -11)], [(-3, -15), (0, -12), (-3, -12)], [(-3, -15), (0, -19), (0, -12)],
            [(0, -19), (4, -19), (0, -12)], [(0, -12), (4, -19), (2, -15)],
        ],
        [(0, -12), (1, -12), (1, -7), (0, -7)],
        (6, 9),
    ),
    (
        [
            [(-3, 7), (0, 5), (0.75, 6.5)], [(0, 5), (3, 5), (0.75, 6.5)], [(0.75, 6.5), (3, 5), (3, 6)],
            [(0.75, 6.5), (3, 6), (1, 9)], [(-3, 7), (0.75, 6.5), (1, 9)],
        ],
        [(3, 6), (6, 7), (7, 11), (6, 11), (3, 9)],
        (16, 10),
    ),
]  # fmt: skip


@pytest.mark.parametrize("response", RESPONSES)
@pytest.mark.parametrize(("pieces", "wall", "motion"), FANS)
def test_the_cuts_that_end_at_a_vertex_deflect_nothing(pieces: Any, wall: Any, motion: Any, response: Any) -> None:
    body, whole = Body([Polygon(p) for p in pieces]), Polygon.hull([p for piece in pieces for p in piece])
    assert math.isclose(sum(piece.area for piece in body.pieces), whole.area)
    found, expected = (Space([(0, Polygon(wall))]).try_slide(s, *motion, response=response) for s in (body, whole))
    assert [hit.normal for _, hit in found.hits] == [hit.normal for _, hit in expected.hits]
    assert math.dist(found.motion, expected.motion) < 1e-9
    assert math.dist(found.remaining, expected.remaining) < 1e-9


def test_a_notch_keeps_the_normals_of_both_sides() -> None:
    """Where no line separates the pieces from the obstacle, each piece keeps its own normal."""
    corner = Body([Rect(0, 4, 6, 2), Rect(0, 0, 2, 4)])
    move = Space({"tip": Polygon([(2, 4), (3, 2), (4, 3)])}).try_slide(corner, 1, -1, response="stop")
    assert {hit.normal for _, hit in move.hits} == {(0, 1), (-1, 0)}
    box = Space({"box": Rect(2, 2, 2, 2)}).try_slide(corner, 1, -1, response="stop")
    assert {hit.normal for _, hit in box.hits} == {(0, 1), (-1, 0)}


def test_a_point_at_the_end_of_a_cut_holds_the_body_as_it_holds_the_whole() -> None:
    """No piece alone is held by the point, neither on its way up nor to the right."""
    space = space_of([Rect(-5, 4, 7, 3), Rect(4, 1, 0, 0)])
    bodies = uncut(Rect(-2, 0, 6, 4)), Body([Rect(-2, 0, 6, 1), Rect(-2, 1, 6, 3)])
    for motion in ((144, 144), (0.004, 0.009)):
        moves = [space.try_slide(body, *motion) for body in bodies]
        assert [(move.motion, move.remaining) for move in moves] == [((0, 0), motion)] * 2
