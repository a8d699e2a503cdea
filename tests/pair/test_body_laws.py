"""The laws of the verbs for bodies: pairs of pieces decide, one piece is a shape, verbs are symmetric."""

from __future__ import annotations

import itertools
import math
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from mirrors import image

import collide2d as c2
from collide2d import Body, Circle, Point, Rect, Relation, Segment, Shape, reference
from collide2d.testing.strategies import shapes

VERBS = ("relate", "collides", "overlaps", "touches", "separation", "distance", "closest_points", "contains")
NEAR = shapes(regimes=("lattice",))
NUMBERS = st.integers(-40, 40).map(lambda n: n / 4)
MOTIONS = st.tuples(NUMBERS, NUMBERS)


def bodies(pieces: int = 4) -> st.SearchStrategy[Body]:
    """Bodies on a lattice, where pieces often touch."""
    return st.lists(NEAR, min_size=1, max_size=pieces).map(Body)


def numbers(contact: Any) -> tuple[Any, ...] | None:
    """A contact or a hit without its pieces."""
    return None if contact is None else tuple(getattr(contact, name) for name in contact.__match_args__)


# ---- reduction -------------------------------------------------------------------------------------------------------


@given(NEAR, NEAR, MOTIONS)
def test_a_body_of_one_piece_answers_as_the_piece(a: Shape, b: Shape, motion: tuple[float, float]) -> None:
    for one, other in ((Body([a]), b), (a, Body([b])), (Body([a]), Body([b]))):
        for verb in VERBS:
            assert getattr(c2, verb)(one, other) == getattr(c2, verb)(a, b)
            assert getattr(one, verb)(other) == getattr(a, verb)(b)
        assert numbers(c2.contact(one, other)) == numbers(c2.contact(a, b))
        assert numbers(c2.cast(one, motion, other)) == numbers(c2.cast(a, motion, b))
        assert numbers(one.cast(motion, other)) == numbers(a.cast(motion, b))
    ray = c2.raycast(a.center, motion, b)
    assert numbers(c2.raycast(a.center, motion, Body([b]))) == numbers(Body([b]).raycast(a.center, motion))
    assert numbers(Body([b]).raycast(a.center, motion)) == numbers(ray)
    assert c2.sweep(Body([a]), motion) == Body([a]).sweep(motion) == Body([a.sweep(motion)])
    assert c2.minkowski_difference(Body([a]), b) == Body([c2.minkowski_difference(a, b)])


# ---- pairs of pieces -------------------------------------------------------------------------------------------------


@given(bodies(), bodies())
def test_the_pairs_of_pieces_decide(a: Body, b: Body) -> None:
    pairs = [(p, q) for p in a for q in b]
    relation = max(p.relate(q) for p, q in pairs)
    assert a.relate(b).name == reference.relate_bodies(a, b).name
    assert a.collides(b) is (relation >= Relation.TOUCHING)
    least = min(p.separation(q) for p, q in pairs)
    if a.relate(b) is relation:
        assert a.separation(b) == least
    else:
        assert a.separation(b) < least == 0
    assert a.distance(b) == max(least, 0)
    on_a, on_b = a.closest_points(b)
    assert math.dist(on_a, on_b) == pytest.approx(max(least, 0), abs=1e-12)


@given(bodies(), bodies())
def test_a_contact_is_that_of_the_deepest_pair_which_it_names(a: Body, b: Body) -> None:
    contact = a.contact(b)
    assert (contact is not None) is a.collides(b)
    if contact is None:
        return
    assert contact.pieces is not None
    i, j = contact.pieces
    assert isinstance(i, int)
    assert isinstance(j, int)
    assert contact.depth == -a.separation(b)
    if a.separation(b) == min(p.separation(q) for p in a for q in b):
        assert numbers(contact) == numbers(a[i].contact(b[j]))
    else:
        assert a[i].touches(b[j])


@given(bodies(), MOTIONS, bodies())
def test_a_cast_is_that_of_the_first_pair_which_it_names(a: Body, motion: tuple[float, float], b: Body) -> None:
    hit, hits = a.cast(motion, b), [h for p in a for q in b if (h := p.cast(motion, q)) is not None]
    assert hit is not None or not hits
    if hit is None:
        return
    assert a.sweep(motion).overlaps(b)
    t = min((h.t for h in hits), default=2)
    assert hit.t <= t
    assert hit.depth == max((h.depth for h in hits), default=0)
    if not a.overlaps(b):
        stop = (hit.t * motion[0], hit.t * motion[1])
        assert not any(p.move(stop).overlaps(q) or p.sweep(stop).overlaps(q) for p in a for q in b)
    if hit.t < t:
        assert hit.depth == 0
        return
    assert hit.pieces is not None
    i, j = hit.pieces
    assert isinstance(i, int)
    assert isinstance(j, int)
    if not any(len(p.vertices) < 3 and p.radius == 0 for p in (*a, *b)):
        assert numbers(hit) == numbers(a[i].cast(motion, b[j]))


@given(bodies(), MOTIONS, bodies())
def test_a_touching_cast_is_that_of_the_first_pair(a: Body, motion: tuple[float, float], b: Body) -> None:
    hit = a.cast(motion, b, touching=True)
    hits = [h for p in a for q in b if (h := p.cast(motion, q, touching=True)) is not None]
    assert (hit is not None) is bool(hits) is a.sweep(motion).collides(b)
    if hit is not None:
        assert hit.t == min(h.t for h in hits)


def test_results_say_which_pieces_by_name_or_index() -> None:
    hero = Body([("head", Circle(0, 0, 4)), Rect(-3, 4, 6, 8)])
    wall = Rect(9, 0, 1, 20)
    hits = [
        hero.cast((8, 0), wall),
        hero[1].cast((8, 0), wall),
        wall.cast((-8, 0), hero),
        hero.cast((8, 0), Body([wall])),
    ]
    assert [hit.pieces for hit in hits if hit] == [("head", None), None, (None, "head"), ("head", 0)]
    contacts = [hero.contact((0, 8)), hero[0].contact((0, 1)), c2.contact((0, -1), hero)]
    assert [contact.pieces for contact in contacts if contact] == [(1, None), None, (None, "head")]
    ray = c2.raycast((0, 99), (0, -99), hero)
    assert ray is not None
    assert ray.pieces == (None, 1)


# ---- containment -----------------------------------------------------------------------------------------------------

WHOLE = st.integers(0, 6)
SHARP = (
    st.builds(lambda x, y, w, h: Rect(x, y, w, h), WHOLE, WHOLE, *[st.integers(1, 6)] * 2)
    | st.lists(st.tuples(WHOLE, WHOLE), min_size=2, max_size=5).map(c2.Polygon.hull)
    | st.builds(Segment, WHOLE, WHOLE, WHOLE, WHOLE)
)


@given(st.lists(SHARP, min_size=1, max_size=6), SHARP)
@settings(max_examples=150)
def test_sharp_pieces_contain_exactly_what_they_cover_together(pieces: list[Shape], shape: Shape) -> None:
    assert Body(pieces).contains(shape) is reference.union_contains(pieces, shape)


@given(st.lists(SHARP, min_size=1, max_size=5), st.lists(SHARP, min_size=1, max_size=3))
def test_a_body_contains_a_body_if_it_contains_each_piece(a: list[Shape], b: list[Shape]) -> None:
    assert Body(a).contains(Body(b)) is all(Body(a).contains(piece) for piece in b)
    assert Body(a).contains(Body(a))


@given(st.integers(1, 9), st.floats(-1e9, 1e9), st.floats(0.1, 1e9), st.floats(-180, 180))
def test_cuts_do_not_change_what_is_contained(n: int, x: float, size: float, angle: float) -> None:
    """A row of flush tiles contains what lies across its seams, to the border, and nothing beyond."""
    row = c2.merge_tiles(["#" * n] * 2, size, origin=(x, -x))
    left, top, _, _ = row[0].bounds
    right, bottom = row[0].right, row[0].bottom
    tiles = Body([c2.Rect.from_corners(left + (right - left) / n * i, top, right, bottom) for i in range(n)])
    inner = c2.Rect.from_corners(left, top, right, bottom)
    assert tiles.contains(inner)
    assert tiles.contains(Segment(left, top, right, bottom))
    assert not tiles.contains(c2.Rect.from_corners(left, top, math.nextafter(right, math.inf), bottom))
    assert tiles.contains(inner.scale_by(0.1).rotate(angle))


def test_round_shapes_across_seams_are_contained_by_their_bounds() -> None:
    tiles = Body([Rect(0, 0, 5, 10), Rect(5, 0, 5, 10), Rect(10, 0, 5, 5)])
    assert tiles.contains(Circle(5, 5, 5))
    assert not tiles.contains(Circle(5.5, 5, 5))
    assert tiles.contains(c2.Capsule(3, 3, 8, 3, 2))
    assert not Body([Circle(0, 0, 2), Circle(1, 0, 2)]).contains(Segment(-1.5, 0, 2.5, 0))


# ---- symmetry --------------------------------------------------------------------------------------------------------


@given(bodies(), bodies())
def test_verbs_are_symmetric(a: Body, b: Body) -> None:
    for verb in ("relate", "collides", "overlaps", "touches", "separation", "distance"):
        assert getattr(a, verb)(b) == getattr(b, verb)(a)
    there, back = a.contact(b), b.contact(a)
    if there is None or back is None:
        assert there is back
        return
    assert there.depth == back.depth
    if Body(sorted(a, key=repr)) != Body(sorted(b, key=repr)):
        assert there.pieces is not None
        assert back.pieces == there.pieces[::-1]


MIRRORS = [
    lambda x, y: (-x, y),
    lambda x, y: (x, -y),
    lambda x, y: (y, x),
    lambda x, y: (-y, x),
    lambda x, y: (4 * x, 4 * y),
]


@given(bodies(), bodies(), MOTIONS, st.sampled_from(MIRRORS))
def test_mirror_images_have_the_same_bits(a: Body, b: Body, motion: tuple[float, float], f: Any) -> None:
    k = max(map(abs, f(1, 0)))
    a, b = (Body([image(piece, lambda x, y: (x, y)) for piece in body]) for body in (a, b))
    c, d = (Body([image(piece, f, k) for piece in body]) for body in (a, b))
    assert c.relate(d) is a.relate(b)
    assert c.separation(d) == k * a.separation(b)
    assert c.contains(d) is a.contains(b)
    one, other = a.cast(motion, b), c.cast(f(*motion), d)
    assert (one is None) is (other is None)
    if one is not None and other is not None:
        assert one.t == other.t


@st.composite
def fans(draw: st.DrawFn) -> tuple[list[Any], Any]:
    """Triangles round a point, and a point or a segment that they surround together: none of them overlaps it."""
    directions = st.tuples(st.integers(-3, 3), st.integers(-3, 3)).filter(any)
    rays = sorted(draw(st.sets(directions, min_size=4, max_size=6)), key=lambda d: math.atan2(d[1], d[0]))
    x, y = draw(st.integers(-5, 5)), draw(st.integers(-5, 5))
    unit = draw(st.sampled_from((1, 0.1, 1 / 3)))
    ends = [((x + p) * unit, (y + q) * unit) for p, q in rays]
    tip = x * unit, y * unit
    thin = c2.Point(*tip) if draw(st.booleans()) else c2.Segment(*tip, *ends[0])
    return [c2.Polygon.hull([tip, *pair]) for pair in itertools.pairwise([*ends, ends[0]])], thin


@given(fans(), st.sampled_from(MIRRORS))
@example(
    (
        [
            c2.Polygon.hull([(-1, -5), p, q])
            for p, q in itertools.pairwise([(-1, -6), (2, -6), (2, -4), (0, -4), (-4, -4), (-1, -6)])
        ],
        c2.Segment(-1, -5, -1, -6),
    ),
    MIRRORS[0],
)
def test_mirror_images_of_what_is_surrounded_have_the_same_depth(fan: tuple[list[Any], Any], f: Any) -> None:
    k = max(map(abs, f(1, 0)))
    pieces, thin = fan
    body, there = Body(pieces), Body([image(piece, f, k) for piece in pieces])
    assert there.separation(image(thin, f, k)) == k * body.separation(thin)


# ---- separate --------------------------------------------------------------------------------------------------------


@given(bodies(), bodies(), st.sampled_from([(1, 1), (1, 3), (math.inf, 1), (1, math.inf)]))
@settings(max_examples=80)
def test_separate_ends_every_overlap(a: Body, b: Body, masses: tuple[float, float]) -> None:
    after_a, after_b = c2.separate(a, b, *masses)
    assert not after_a.overlaps(after_b)
    if not a.overlaps(b):
        assert (after_a, after_b) == (a, b)
    assert math.isfinite(masses[0]) or after_a == a
    assert math.isfinite(masses[1]) or after_b == b


def test_interlocked_bodies_are_separated() -> None:
    comb = Body([Rect(0, 0, 20, 2), *(Rect(4 * i, 2, 2, 8) for i in range(5))])
    other = comb.rotate(180).move(1, 3)
    assert comb.overlaps(other)
    a, b = comb.separate(other)
    assert a.touches(b) or a.distance(b) < 1e-9
    shape, body = Circle(10, 5, 4).separate(comb, mass_b=math.inf)
    assert body is comb
    assert not shape.overlaps(comb)


def test_two_bodies_with_infinite_masses_cannot_be_separated() -> None:
    with pytest.raises(ValueError, match="mass_a and mass_b"):
        Body([(0, 0)]).separate(Circle(0, 0, 1), math.inf, math.inf)


# ---- many shapes -----------------------------------------------------------------------------------------------------


@given(bodies(), st.lists(NEAR | bodies(), max_size=6), st.booleans())
def test_lists_take_bodies_and_bodies_search_lists(body: Body, others: list[Any], touching: bool) -> None:
    meets = c2.collides if touching else c2.overlaps
    expected = [i for i, other in enumerate(others) if meets(body, other)]
    assert body.collidelistall(others, touching=touching) == expected
    assert body.collidelist(others, touching=touching) == (expected or [-1])[0]
    assert body.collideobjectsall(others, touching=touching) == [others[i] for i in expected]
    named = dict(enumerate(others))
    assert [key for key, _ in body.collidedictall(named, values=True, touching=touching)] == expected
    shape = body[0]
    assert shape.collidelistall(others, touching=touching) == [
        i for i, other in enumerate(others) if meets(shape, other)
    ]


# ---- the solid -------------------------------------------------------------------------------------------------------


@given(bodies(), NEAR, st.integers(0, 3))
def test_a_cut_changes_no_answer_but_for_what_is_thin(body: Body, other: Shape, at: int) -> None:
    """A rectangle in two halves is the same solid. What has an interior cannot tell."""
    tile = Rect(at, 0, 4, 4)
    whole = Body([*body, tile])
    halves = Body([*body, Rect(at, 0, 1, 4), Rect(at + 1, 0, 3, 4)])
    assert whole.collides(other) is halves.collides(other)
    assume(other.area > 0)
    assert whole.overlaps(other) is halves.overlaps(other)


def test_a_point_on_a_seam_overlaps() -> None:
    """It touches both tiles. Another body that touches neither from inside does not overlap."""
    seam = Body([Rect(0, 0, 1, 2), Rect(1, 0, 1, 2)])
    assert seam.overlaps(Point(1, 1))
    assert seam.overlaps(Segment(0.5, 1, 1.5, 1))
    assert seam.touches(Point(1, 0))
    assert seam.touches(Segment(0, 0, 2, 0))
