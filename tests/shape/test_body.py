"""The type Body: a value of several shapes, its construction, names, attributes, transforms and protocols."""

from __future__ import annotations

import collections
import copy
import json
import math
import pickle
import sys
import types
from collections.abc import Callable
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import level_model
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from union_area import bound, union_area

import collide2d as c2
from collide2d import Body, Capsule, Circle, Point, Polygon, Rect, RoundRect, Segment, Shape
from collide2d.testing.strategies import shapes

HERO = Body({"head": Circle(0, 0, 4), "torso": Rect(-3, 4, 6, 8)})
TILES = Body([Rect(0.1, 0.2, 0.3, 0.7), Rect(0.1 + 0.3, 0.2, 0.9, 0.7), RoundRect(5, 5, 3, 2, 0.5)])
NAMES = st.none() | st.sampled_from(["head", "torso", "arm", ""])


@st.composite
def bodies(draw: st.DrawFn) -> Body:
    """Bodies of one to four pieces, some of them named."""
    pieces = draw(st.lists(shapes(), min_size=1, max_size=4))
    return Body([(name, piece) if (name := draw(NAMES)) is not None else piece for piece in pieces])


# ---- construction ----------------------------------------------------------------------------------------------------


def test_a_body_is_made_of_any_shape_likes() -> None:
    sprite = SimpleNamespace(shape=Circle(1, 1, 1))
    area = SimpleNamespace(x=0, y=0, w=2, h=3)
    likes: list[Any] = [(1, 2), sprite, area, Point(3, 4)]
    body = Body(iter(likes))
    assert body.pieces == (Point(1, 2), Circle(1, 1, 1), Rect(0, 0, 2, 3), Point(3, 4))
    assert body.names is None


def test_bodies_in_a_body_become_its_pieces() -> None:
    assert Body([HERO, Point(9, 9)]).names == ("head", "torso", None)
    assert Body([("left", HERO)]).names == ("left", "left")
    assert Body({"a": Body([Body([(1, 2)]), (3, 4)])}).pieces == (Point(1, 2), Point(3, 4))
    assert Body(HERO) == HERO
    assert Body([SimpleNamespace(shape=HERO)]) == HERO


@pytest.mark.parametrize(
    ("given", "error", "text"),
    [
        ([], ValueError, "must have at least one shape"),
        ({}, ValueError, "must have at least one shape"),
        (7, TypeError, "must be an iterable or a mapping of shapes, got int"),
        ("circle", TypeError, "must be an iterable or a mapping of shapes, got str"),
        (Circle(0, 0, 1), TypeError, "must be an iterable or a mapping of shapes, got collide2d.Circle"),
        ([Circle(0, 0, 1), None], TypeError, r"shapes\[1\] must be a shape"),
        ({"head": "circle"}, TypeError, r"shapes\['head'\] must be a shape"),
        ({1: Point(0, 0)}, TypeError, "each name in shapes must be a str, got int"),
        (
            {None: Point(0, 0)},
            TypeError,
            "each name in shapes must be a str, got NoneType: give an unnamed piece as the",
        ),
        ([(None, Point(0, 0))], TypeError, r"the name shapes\[0\]\[0\] must be a str, got NoneType: give an unnamed"),
        ([Point(0, 0), (1, Point(0, 0))], TypeError, r"the name shapes\[1\]\[0\] must be a str, got int"),
        ([(1, Body([Point(0, 0)]))], TypeError, r"the name shapes\[0\]\[0\] must be a str, got int"),
        (
            [[Point(0, 0), Point(1, 1)]],
            TypeError,
            r"a list of collide2d.Point and collide2d.Point: loop over them, use a Space, or write Body\(\[...\]\)",
        ),
        ([[(0, 0), (1, 1), (2, 0)]], TypeError, r"got list: write Polygon\(points\) or Chain\(points\)"),
        ([[(0, 0), (1, 0), (1, 1), (0, 1)]], TypeError, r"got list: write Polygon\(points\) or Chain\(points\)"),
        ([{"a": Point(0, 0)}], TypeError, r"got dict: write Body\(\{...\}\) for named shapes"),
        ([Rect], TypeError, "or a pair of numbers, got the class collide2d.Rect"),
        ([(1, math.nan)], ValueError, "must be finite"),
        ([(1, 2, 3, 4)], TypeError, "ambiguous"),
    ],
)
def test_a_body_of_anything_else_is_refused(given: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        Body(given)


def test_shapes_in_place_of_a_list_of_them_are_refused() -> None:
    refused: Any = Body
    with pytest.raises(TypeError, match="Body: takes one iterable of shapes, got 2 positional arguments"):
        refused(Circle(0, 0, 1), Circle(3, 0, 1))


def test_a_body_is_no_shape_and_cannot_be_subclassed() -> None:
    assert not isinstance(HERO, Shape)
    with pytest.raises(TypeError):
        type("Hero", (Body,), {})
    with pytest.raises(AttributeError):
        HERO.pieces = ()  # type: ignore[misc]


# ---- outlines and chains ---------------------------------------------------------------------------------------------

RING: list[tuple[int, int]] = [(0, 0), (8, 0), (8, 8), (5, 8), (4, 4), (0, 8)]
INNER: list[list[tuple[int, int]]] = [[(1, 1), (3, 1), (3, 3)], [(5, 1), (7, 1), (7, 3), (5, 3)]]


def test_a_body_from_an_outline_has_the_pieces_of_decompose() -> None:
    assert Body.from_outline(RING, INNER) == Body(c2.decompose(RING, INNER))
    assert Body.from_outline(RING).area == 54
    flat: list[list[tuple[int, int]]] = [[(0, 0), (1, 1)], [(0, 0)], [(0, 0), (1, 0), (0, 0), (0, 1)]]
    for points in flat:
        with pytest.raises(
            ValueError, match=rf"Body\.from_outline: points must enclose an area, got {len(points)} that enclose none"
        ):
            Body.from_outline(points)
    with pytest.raises(ValueError, match="points must enclose an area outside of holes, got 6 points and 6 of holes"):
        Body.from_outline(RING, [RING])
    one_outline: Any = INNER[0]
    with pytest.raises(
        TypeError, match=r"holes must be an iterable of outlines, got a single outline: write \[outline\]"
    ):
        Body.from_outline(RING, one_outline)
    with pytest.raises(ValueError, match=r"Body\.from_outline: holes must be inside the polygon"):
        Body.from_outline(RING, [[(9, 9), (10, 9), (9, 10)]])


@given(st.integers(-2, 20), st.integers(-2, 20))
def test_a_body_from_an_outline_meets_points_as_the_polygon_does(x: int, y: int) -> None:
    """On half steps. A point on a seam within touches pieces only, which surround it."""
    body = Body.from_outline([(2 * a, 2 * b) for a, b in RING], [[(2 * a, 2 * b) for a, b in hole] for hole in INNER])
    relation = level_model.relation_of_point((x, y), [[(2 * a, 2 * b) for a, b in ring] for ring in (RING, *INNER)])
    assert body.collides((x, y)) is (relation >= 0)
    assert body.overlaps((x, y)) is (relation > 0)
    assert body.overlaps(Circle(x, y, 0.25)) is (relation >= 0)


def test_a_chain_joins_each_point_with_the_next() -> None:
    points = [(0, 0), (0, 0), (4, 0), (4, 3), (4.0, 3.0), (0, 0)]
    sides = (Segment(0, 0, 4, 0), Segment(4, 0, 4, 3), Segment(4, 3, 0, 0))
    assert c2.Chain(points).pieces == sides
    assert c2.Chain(points, closed=True).pieces == sides
    assert c2.Chain(points[:4], True).pieces == sides
    assert c2.Chain(points[:4]).pieces == sides[:2]
    assert c2.Chain(points, radius=0.5).pieces == tuple(side.grow(0.5) for side in sides)
    assert c2.Chain([(1, 2)] * 3, True).pieces == (Point(1, 2),)
    assert c2.Chain([(1, 2)], radius=2).pieces == (Circle(1, 2, 2),)
    assert c2.Chain([(0, 0), (1, 0)], closed=True).pieces == (Segment(0, 0, 1, 0),)
    assert c2.Chain([(0.0, 0), (-0.0, -0.0), (1, 0)]).pieces == (Segment(0, 0, 1, 0),)
    for wrong, options, text in (([], {}, "at least one point"), ([(0, 0)], {"radius": -1}, "radius must be >= 0")):
        with pytest.raises(ValueError, match=text):
            c2.Chain(wrong, **options)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"points\[0\] must be a pair"):
        c2.Chain([1, 2])  # type: ignore[list-item]


# ---- pieces ----------------------------------------------------------------------------------------------------------


def test_pieces_are_reached_by_index_by_name_and_one_by_one() -> None:
    assert len(HERO) == 2
    assert (*HERO,) == HERO.pieces == (HERO[0], HERO[-1])
    assert HERO["torso"] == Rect(-3, 4, 6, 8)
    twins = Body([("leg", Rect(0, 0, 1, 4)), ("leg", Rect(2, 0, 1, 4)), Point(1, 5)])
    assert twins["leg"] == Body([("leg", Rect(0, 0, 1, 4)), ("leg", Rect(2, 0, 1, 4))])
    for key, error in (("tail", KeyError), (2, IndexError), (-3, IndexError), (1.0, TypeError), (None, TypeError)):
        with pytest.raises(error):
            HERO[key]  # type: ignore[index]
    match HERO:
        case Body(pieces):
            assert pieces == HERO.pieces


# ---- a value ---------------------------------------------------------------------------------------------------------


@given(bodies())
def test_a_body_equals_what_its_repr_pickle_and_dictionary_make(body: Body) -> None:
    names = {name: getattr(c2, name) for name in c2.__all__ if name != "__version__"}
    twins = (
        eval(repr(body), names),
        pickle.loads(pickle.dumps(body)),
        copy.deepcopy(body),
        Body.from_dict(json.loads(json.dumps(body.to_dict()))),
    )
    for twin in twins:
        assert twin == body
        assert hash(twin) == hash(body)
    assert sys.getsizeof(body) > sys.getsizeof(0)
    assert body._repr_svg_().startswith("<svg")


def test_bodies_differ_by_pieces_their_order_and_their_names() -> None:
    a, b = Point(0, 0), Point(1, 1)
    different = [Body([a, b]), Body([b, a]), Body([a]), Body([("a", a), b]), Body({"a": a, "b": b}), a]
    for i, one in enumerate(different):
        for other in different[i + 1 :]:
            assert one != other


@pytest.mark.parametrize(
    ("data", "error", "text"),
    [
        ([], TypeError, "data must be a dict"),
        ({"kind": "rect"}, ValueError, "kind must be 'body'"),
        ({"kind": "body"}, ValueError, "one of the keys must be pieces, outline, chain, got none"),
        ({"pieces": 3}, TypeError, "pieces must be a list"),
        ({"pieces": [3]}, TypeError, "a piece must be a dict"),
        ({"pieces": [], "name": "x"}, ValueError, "unknown key 'name'"),
        ({"pieces": []}, ValueError, "at least one shape"),
    ],
)
def test_other_dictionaries_are_refused(data: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        Body.from_dict(data)


# ---- attributes ------------------------------------------------------------------------------------------------------


@given(bodies())
def test_bounds_are_those_of_all_pieces(body: Body) -> None:
    left, top, right, bottom = zip(*(piece.bounds for piece in body), strict=True)
    assert body.bounds == (min(left), min(top), max(right), max(bottom))
    assert body.kind == "body"


def test_the_centre_is_the_mean_of_the_pieces_by_area_or_length() -> None:
    assert Body([Rect(0, 0, 6, 2), Rect(6, 0, 2, 2)]).center == (4, 1)
    assert Body([Segment(0, 0, 6, 0), Segment(6, 0, 8, 0), Point(0, 9)]).center == (4, 0)
    assert Body([Point(0, 0), Point(8, 2)]).center == (4, 1)
    assert Body([Circle(0, 0, 1), Point(8, 2)]).center == (0, 0)
    assert Body([Circle(1e60, 0, 1e60), Circle(-1e60, 0, 1e60)]).center == (0, 0)


UNIONS: list[tuple[list[Shape], float]] = [
    ([Rect(0, 0, 6, 2), Rect(4, 0, 4, 2)], 16),
    ([Rect(0, 0, 6, 2), Rect(6, 0, 4, 2)], 20),
    ([Rect(0, 0, 9, 9), Rect(3, 3, 3, 3), Circle(4, 4, 1)], 81),
    ([Rect(0, 0, 3, 9), Rect(0, 0, 9, 3), Rect(6, 0, 3, 9), Rect(0, 6, 9, 3)], 72),
    ([Circle(0, 0, 2), Circle(0, 0, 2), Circle(0, 0, 1)], 4 * math.pi),
    ([Circle(0, 0, 1), Rect(0, -1, 5, 2)], 10 + math.pi / 2),
    ([Capsule(0, 0, 4, 0, 1), Capsule(4, 0, 4, 4, 1)], 15 + 1.25 * math.pi),
    ([Capsule(0, 0, 4, 0, 1), Capsule(4, 0, 8, 0, 1)], 16 + math.pi),
    ([RoundRect(0, 0, 4, 4, 1), RoundRect(0, 2, 4, 4, 1)], 24 - (4 - math.pi)),
    ([Polygon([(0, 0), (4, 0), (0, 4)]), Polygon([(0, 0), (4, 0), (4, 4)])], 12),
    ([Segment(0, 0, 9, 9), Point(3, 3), Rect(0, 0, 2, 2)], 4),
    ([RoundRect(0, 0, 12, 12, 4), Capsule(0, 0, 5, 0, 1e-60)], 80 + 16 * math.pi),
]


@pytest.mark.parametrize(("pieces", "area"), UNIONS)
@pytest.mark.parametrize("order", [1, -1])
def test_the_area_is_that_of_the_union(pieces: list[Shape], area: float, order: int) -> None:
    body = Body(pieces[::order])
    assert body.area == pytest.approx(area, rel=1e-12)
    for moved in (body.move(1000, -500), body.rotate(33), body.rotate(90)):
        assert moved.area == pytest.approx(area, rel=1e-9)


@given(st.lists(st.tuples(*[st.integers(0, 9)] * 2, *[st.integers(1, 6)] * 2), min_size=1, max_size=6))
def test_the_area_of_boxes_is_that_of_their_merged_boxes(numbers: list[tuple[int, int, int, int]]) -> None:
    boxes = [Rect(*box) for box in numbers]
    assert Body(boxes).area == pytest.approx(sum(box.area for box in c2.merge_rects(boxes)), rel=1e-12)


LATTICE = shapes(regimes=("lattice",))
NUDGES = st.sampled_from([0, 1e-16, -1e-15, 3e-12, 1e-9, -1e-6, 0.5])


@st.composite
def neighbours(draw: st.DrawFn) -> list[Shape]:
    """Shapes on a lattice, some of them nearly the same."""
    pieces: list[Shape] = []
    for _ in range(draw(st.integers(2, 4))):
        near: bool = draw(st.booleans())
        if pieces and near:
            piece = draw(st.sampled_from(pieces)).move(draw(NUDGES), draw(NUDGES))
            pieces.append(piece.rotate(draw(NUDGES)))
        else:
            pieces.append(draw(LATTICE))
    return pieces


@given(neighbours(), st.randoms(use_true_random=False))
def test_the_area_is_between_that_of_one_piece_and_the_sum(pieces: list[Shape], random: Any) -> None:
    area, error = Body(pieces).area, bound(pieces)
    areas = [piece.area for piece in pieces]
    assert max(areas) - error <= area <= sum(areas) + error
    assert Body(random.sample(pieces, len(pieces))).area == pytest.approx(area, rel=0, abs=2 * error)
    inner = random.choice(pieces)
    assert Body([*pieces, inner, inner.scale_by(0.5).at(*inner.center)]).area == pytest.approx(
        area, rel=0, abs=2 * error
    )


@settings(max_examples=40)
@given(neighbours())
def test_the_error_of_the_area_is_within_its_bound(pieces: list[Shape]) -> None:
    assert abs(Body(pieces).area - union_area(pieces)) <= bound(pieces)


def test_arcs_that_nearly_cover_each_other() -> None:
    """An input of fuzz_body: the area was less than that of the largest piece."""
    big = Circle(0, 0, 58.5)
    for other in (
        big.move(1e-9, 0),
        Circle(29.25, 0, 29.25),
        Circle(29.25 + 1e-14, 0, 29.25),
        big.grow(-1e-13).move(1e-13, 0),
    ):
        for pieces in ([big, other], [other, big], [big, other, Capsule(0, 0, 90, 1e-7, 58.5)]):
            assert abs(Body(pieces).area - union_area(pieces)) <= bound(pieces)


def test_the_area_of_many_pieces() -> None:
    def chain(blocks: int) -> float:
        return Body([Capsule(k, k % 7, k + 1, (k + 1) % 7, 0.25) for k in range(7 * blocks)]).area

    assert chain(400) == pytest.approx(chain(2) + 398 * (chain(3) - chain(2)), rel=1e-12)
    far = [Rect(3 * k, 0, 2, 2) for k in range(3000)]
    assert Body(far).area == 12000
    assert Body([*far, *(piece.move(1, 1) for piece in far)]).area == 3000 * 7
    assert Body([Circle(0, 0, 1), Circle(1, 0, 1), Circle(1e15, 0, 1)]).area == pytest.approx(
        Body([Circle(0, 0, 1), Circle(1, 0, 1)]).area + math.pi, rel=1e-15
    )


# ---- transforms ------------------------------------------------------------------------------------------------------


@given(bodies(), st.floats(-100, 100), st.floats(-100, 100))
def test_each_piece_is_moved_as_its_vertices_are(body: Body, dx: float, dy: float) -> None:
    moved = body.move(dx, dy)
    assert moved.names == body.names
    for piece, after in zip(body, moved, strict=True):
        assert after.kind == piece.kind
        assert after.radius == piece.radius
        if isinstance(piece, (Rect, RoundRect)) and piece.angle % 360 != 0:
            assert after == piece.move(dx, dy)
        else:
            points = [(x + dx, y + dy) for x, y in piece.vertices]
            assert after.vertices == Polygon.hull(points).vertices


@pytest.mark.parametrize(
    "change",
    [
        lambda body: body.move(0.1, 0.7),
        lambda body: body.move(1e9 / 3, 0.7).move(-1e9 / 3, 0.1),
        lambda body: body.rotate(90, about=(1 / 3, 0.1)),
        lambda body: body.rotate(-180),
        lambda body: body.scale_by(1 / 3),
        lambda body: body.at(1 / 3, 1 / 7),
    ],
)
def test_flush_rectangles_stay_flush(change: Callable[[Body], Body]) -> None:
    row = Body([Rect(0.1 * i, 0.3, 0.1 * (i + 1) - 0.1 * i, 0.7) for i in range(40)])
    row = Body([Rect.from_corners(*a.topleft, *b.bottomleft) for a, b in pairwise(row)])
    changed = change(row)
    for a, b in pairwise(changed):
        assert a.touches(b)
        assert len(set(a.vertices) & set(b.vertices)) == 2


def test_coordinates_that_need_no_rounding_keep_rectangles_as_they_are_written() -> None:
    assert HERO.move(10, 0)["torso"] == Rect(7, 4, 6, 8)
    assert repr(Body([Rect(0, 0, 4, 2), Rect(4, 0, 4, 2)]).rotate(90, about=(0, 0))) == (
        "Body([Rect.centered(-1.0, 2.0, 4.0, 2.0, 90.0), Rect.centered(-1.0, 6.0, 4.0, 2.0, 90.0)])"
    )


def test_transforms_of_a_body_are_those_of_its_pieces_about_one_centre() -> None:
    body = Body({"a": Circle(0, 0, 2), "b": Capsule(4, 0, 8, 0, 1), "c": Rect(0, 4, 2, 2, 30)})
    assert body.rotate(30, about=(1, 2)) == Body({k: body[k].rotate(30, about=(1, 2)) for k in "abc"})
    assert body.rotate(radians=math.pi, about=(1, 2)) == body.rotate(180, about=(1, 2))
    assert body.grow(0.5) == Body({k: body[k].grow(0.5) for k in "abc"})
    larger = body.scale_by(2)
    assert [piece.radius for piece in larger] == [4, 2, 0]
    assert math.dist(larger.center, body.center) < 1e-14
    assert math.dist(body.rotate(77).center, body.center) < 1e-14
    assert math.dist(body.at(5, 5).center, (5, 5)) < 1e-14
    with pytest.raises(ValueError, match="grow: radius"):
        body.grow(-3)
    with pytest.raises(ValueError, match="scale_by: k must be >= 0"):
        body.scale_by(-1)
    with pytest.raises(ValueError, match="move: dx must be between"):
        body.move(1e61, 0)
    with pytest.raises(TypeError, match="exactly one of angle and radians"):
        body.rotate()


def test_any_mapping_names_the_pieces() -> None:
    """The types accept every Mapping; only dictionaries were read as such."""
    expected = Body({"a": Circle(0, 0, 1)})
    for mapping in (types.MappingProxyType, collections.UserDict, collections.OrderedDict):
        assert Body(mapping({"a": Circle(0, 0, 1)})) == expected
    with pytest.raises(ValueError, match="Body: shapes must have at least one shape, got none"):
        Body(types.MappingProxyType({}))


@pytest.mark.parametrize("items", [[3], [(1, 2, 3)], [()], [["a", Circle(0, 0, 1)]], [(3, Circle(0, 0, 1))]])
def test_items_of_a_mapping_are_pairs_of_a_name_and_a_shape(items: list[Any]) -> None:
    class Lying(collections.UserDict[str, Any]):
        def items(self) -> Any:
            return items

    with pytest.raises(TypeError, match="Body: "):
        Body(Lying({"a": Circle(0, 0, 1)}))
