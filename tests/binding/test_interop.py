"""Objects of other libraries, accepted by their attributes: pygame, NumPy, sprites; the package in subinterpreters."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from array import array
from collections import namedtuple
from pathlib import Path
from typing import Any

import hammer_interpreters
import numpy as np
import pytest
from forms import VERBS

import collide2d
from collide2d import Capsule, Point, Polygon, Rect, RoundRect, Segment

pygame = pytest.importorskip("pygame")
geometry = pytest.importorskip("pygame.geometry")

Circle: Any = collide2d.Circle  # also of numbers that are no floats to a type checker
Vec = namedtuple("Vec", "x y")


class Sprite:
    def __init__(self, shape: Any) -> None:
        self.shape = shape


SpriteBase: Any = pygame.sprite.Sprite


class HasRect:
    def __init__(self, rect: Any) -> None:
        self.rect = rect


class HasBoth(HasRect):
    def __init__(self, shape: Any) -> None:
        super().__init__(pygame.Rect(100, 100, 1, 1))
        self.shape = shape


class PygameSprite(SpriteBase):  # type: ignore[misc]
    def __init__(self, shape: Any) -> None:
        super().__init__()
        self.rect = pygame.Rect(100, 100, 1, 1)
        self.shape = shape


# What users have, and the shape it stands for.
SHAPE_LIKES: list[tuple[Any, Any]] = [
    (Sprite(Circle(1, 2, 3)), Circle(1, 2, 3)),
    (PygameSprite(Capsule(0, 0, 2, 2, 1)), Capsule(0, 0, 2, 2, 1)),
    (pygame.Rect(1, 2, 3, 4), Rect(1, 2, 3, 4)),
    (pygame.FRect(0.5, 2, 3, 0.25), Rect(0.5, 2, 3, 0.25)),
    (pygame.FRect(0.1, 0, 1, 1), Rect(float(np.float32(0.1)), 0, 1, 1)),
    (geometry.Circle(1, 2, 3), Circle(1, 2, 3)),
    (geometry.Line(4, 3, 2, 1), Segment(4, 3, 2, 1)),
    (pygame.Vector2(0.5, 2), Point(0.5, 2)),
    ((1, 2), Point(1, 2)),
    ([1, 2], Point(1, 2)),
    (Vec(1, 2), Point(1, 2)),
    (range(1, 3), Point(1, 2)),
    (array("d", [1, 2]), Point(1, 2)),
    (np.array([1, 2]), Point(1, 2)),
    (np.array([[1, 2], [3, 4]], dtype=np.float32)[1], Point(3, 4)),
    ((np.float64(1), np.int32(2)), Point(1, 2)),
    (HasRect(pygame.Rect(1, 2, 3, 4)), Rect(1, 2, 3, 4)),
    (HasRect(pygame.FRect(0.5, 2, 3, 0.25)), Rect(0.5, 2, 3, 0.25)),
    (HasRect(Rect(1, 2, 3, 4, 30)), Rect(1, 2, 3, 4, 30)),
    (HasRect((1, 2, 3, 4)), Rect(1, 2, 3, 4)),
    (HasRect([[1, 2], [3, 4]]), Rect(1, 2, 3, 4)),
    (HasRect(np.array([1, 2, 3, 4])), Rect(1, 2, 3, 4)),
    (HasBoth(None), Rect(100, 100, 1, 1)),
    (HasBoth((3, 3)), Rect(100, 100, 1, 1)),
    (HasBoth(Circle(1, 2, 3)), Circle(1, 2, 3)),
    (((1, 2), (3, 4)), Rect(1, 2, 3, 4)),
    ([[1, 2], [3, 4]], Rect(1, 2, 3, 4)),
    ((pygame.Vector2(1, 2), np.array([3, 4])), Rect(1, 2, 3, 4)),
]  # fmt: skip
OTHERS = [Circle(1, 1, 1), Rect(0, 0, 3, 3, 30), Polygon([(0, 0), (4, 0), (5, 2), (2, 7), (-1, 3)]), Point(9, 9)]


@pytest.mark.parametrize(
    ("like", "shape"), SHAPE_LIKES, ids=[f"{type(a).__name__} {i}" for i, (a, _) in enumerate(SHAPE_LIKES)]
)
@pytest.mark.parametrize("verb", VERBS)
def test_a_shape_like_answers_queries_as_its_shape(like: Any, shape: Any, verb: str) -> None:
    ask = getattr(collide2d, verb)
    for other in OTHERS:
        assert ask(like, other) == ask(shape, other)
        assert ask(other, like) == ask(other, shape) == getattr(other, verb)(like)
        assert ask(like, like) == ask(shape, shape)


@pytest.mark.parametrize(
    ("like", "shape"), SHAPE_LIKES, ids=[f"{type(a).__name__} {i}" for i, (a, _) in enumerate(SHAPE_LIKES)]
)
def test_a_shape_like_moves_as_its_shape(like: Any, shape: Any) -> None:
    for motion in ((8, 3), (-0.1, -0.3), (0, 0)):
        assert collide2d.sweep(like, motion) == collide2d.sweep(shape, motion) == shape.sweep(motion)
        assert collide2d.raycast((-1, -2), (9, 9), like) == shape.raycast((-1, -2), (9, 9))
        for other in OTHERS:
            assert collide2d.cast(like, motion, other) == shape.cast(motion, other)
            assert collide2d.cast(other, motion, like) == other.cast(motion, like) == other.cast(motion, shape)
    for other in OTHERS:
        for answer in (collide2d.separate(like, other), tuple(reversed(other.separate(like)))):
            assert [type(moved) for moved in answer] == [type(shape), type(other)]
            assert not answer[0].overlaps(answer[1])
        assert collide2d.separate(like, other) == shape.separate(other)
        assert other.separate(like) == other.separate(shape)
        first, _ = collide2d.separate(like, other, mass_a=float("inf"))
        assert first == shape
        assert repr(first) == repr(shape)


PAIRS: list[Any] = [
    (3, -1), [3, -1], pygame.Vector2(3, -1), np.array([3, -1]), np.array([3, -1], dtype=np.float32), Vec(3, -1),
    array("d", [3, -1]), (np.float64(3), True - 2), (3.0, np.int8(-1)),
]  # fmt: skip


@pytest.mark.parametrize("pair", PAIRS, ids=[f"{type(p).__name__} {i}" for i, p in enumerate(PAIRS)])
def test_a_motion_an_origin_a_velocity_and_a_normal_may_be_any_pair(pair: Any) -> None:
    circle, rect = Circle(0, 0, 1), Rect(2, -9, 1, 20)
    assert circle.sweep(pair) == circle.sweep((3.0, -1.0))
    assert circle.cast(pair, rect) == collide2d.cast(circle, pair, rect) == circle.cast((3.0, -1.0), rect) != None  # noqa: E711
    assert rect.raycast(pair, (-1, 0)) == rect.raycast((3.0, -1.0), (-1, 0)) != None  # noqa: E711
    assert rect.raycast((0, 0), pair) == rect.raycast((0, 0), (3.0, -1.0)) != None  # noqa: E711
    assert collide2d.bounce(pair, pair, pair) == ((3, -1), (3, -1))
    assert collide2d.bounce(pair, (9, 0), pair) == collide2d.bounce((3.0, -1.0), (9, 0), (3.0, -1.0))
    assert collide2d.slide(pair, pair) == (3, -1)


@pytest.mark.parametrize(
    ("made", "shape"),
    [
        (lambda: Rect(pygame.Rect(1, 2, 3, 4)), Rect(1, 2, 3, 4)),
        (lambda: Rect(pygame.FRect(1, 2, 3, 4), 30), Rect(1, 2, 3, 4, 30)),
        (lambda: RoundRect(pygame.Rect(1, 2, 3, 4), 1), RoundRect(1, 2, 3, 4, 1)),
        (lambda: Rect(np.array([1, 2, 3, 4])), Rect(1, 2, 3, 4)),
        (lambda: Rect(pygame.Vector2(1, 2), pygame.Vector2(3, 4)), Rect(1, 2, 3, 4)),
        (lambda: Circle(pygame.Vector2(1, 2), np.float32(3)), Circle(1, 2, 3)),
        (lambda: Circle(np.array(1.0), np.int8(2), 3), Circle(1, 2, 3)),
        (lambda: Segment(np.array([1, 2]), [3, 4]), Segment(1, 2, 3, 4)),
        (lambda: Polygon(np.array([[0, 0], [4, 0], [0, 3]])), Polygon([(0, 0), (4, 0), (0, 3)])),
        (lambda: Polygon([pygame.Vector2(0, 0), pygame.Vector2(4, 0), (0, 3)]), Polygon([(0, 0), (4, 0), (0, 3)])),
        (lambda: Circle(1, 2, 3).move(pygame.Vector2(1, 1)), Circle(2, 3, 3)),
    ],
)
def test_constructors_take_the_objects_of_pygame_and_numpy(made: Any, shape: Any) -> None:
    assert made() == shape


def test_a_rectangle_like_object_needs_no_sequence() -> None:
    class Box:
        x, y, w, h = 1, 2, 3, 4

    assert Rect(Box()) == Rect(1, 2, 3, 4)
    assert RoundRect(Box(), 1, angle=5) == RoundRect(1, 2, 3, 4, 1, 5)
    assert collide2d.touches(Box(), (1, 2))


def test_results_go_back_into_pygame_and_numpy() -> None:
    contact = Circle(0, 0, 2).contact(Circle(3, 0, 2))
    assert contact is not None
    assert pygame.Vector2(contact.mtv) == (-1, 0)
    hit = Circle(0, 0, 1).cast(pygame.Vector2(8, 0), Rect(5, -2, 1, 4))
    assert hit is not None
    assert pygame.Vector2(8, 0) * hit.t == (4, 0)
    after, _ = collide2d.bounce(pygame.Vector2(8, 3), (0, 0), hit.normal, mass_b=float("inf"))
    assert pygame.Vector2(8, 3).reflect(hit.normal) == after
    assert pygame.FRect(*Rect(1, 2, 3, 4).topleft, *Rect(1, 2, 3, 4).size) == (1, 2, 3, 4)
    assert np.array(Rect(0, 0, 4, 2).vertices).shape == (4, 2)


def test_an_angle_turns_as_in_pygame() -> None:
    ours = Segment(0, 0, 2, 1).rotate(30, (0, 0)).b
    theirs = pygame.Vector2(2, 1).rotate(30)
    assert ours == pytest.approx(tuple(theirs), abs=pygame.Vector2().epsilon)  # to which pygame holds itself


@pytest.mark.parametrize("like", [(0, 0, 1, 1), [0, 0, 1, 1], np.zeros(4)])
def test_four_numbers_are_ambiguous(like: Any) -> None:
    with pytest.raises(TypeError, match="ambiguous"):
        collide2d.collides(Point(0, 0), like)


@pytest.mark.parametrize(
    "like", [np.zeros(3), np.zeros((2, 2)), np.float64(1), pygame.Vector3(1, 2, 3), pygame.Surface, 5]
)
def test_other_things_are_no_shapes(like: Any) -> None:
    with pytest.raises(TypeError):
        collide2d.collides(Point(0, 0), like)


class Failing(HasRect):
    @property
    def shape(self) -> Any:
        raise AttributeError("no body yet")


NO_SHAPE = (
    "must be a shape, an object with a shape, a rect or a __geo_interface__, a pygame rectangle, circle or line, or a "
    "pair of numbers"
)
SEVERAL = "loop over them, use a Space, or write Body([...]) for several shapes"
TABLE = "write Points(rows), Circles(rows) or Rects(rows) for an array of shapes"


@pytest.mark.parametrize(
    ("like", "kind", "message"),
    [
        (HasRect(None), TypeError, "overlaps: b.rect must be a rectangle, got NoneType"),
        (HasRect("rect"), TypeError, "overlaps: b.rect must be a rectangle, got str"),
        (HasRect((1, 2, 3)), TypeError, "overlaps: b.rect must be a rectangle, got tuple"),
        (HasRect((1, 2, -3, 4)), ValueError, "overlaps: b.rect: w must be >= 0, got -3.0"),
        (HasRect((1, 2, "a", 4)), TypeError, "overlaps: b.rect: w must be a number, got str"),
        (HasRect(((1, 2), (3, float("nan")))), ValueError, "overlaps: b.rect: h must be finite, got nan"),
        (HasRect(HasRect((1, 2, 3, 4))), TypeError, "overlaps: b.rect must be a rectangle, got HasRect"),
        (HasBoth([Point(0, 0)]), TypeError, "overlaps: b.shape must be one shape, got a list of shapes"),
        (Failing((0, 0, 1, 1)), AttributeError, "no body yet"),
        (((1, 2), 3), TypeError, "overlaps: b: (w, h) must be a pair of numbers, got int"),
        ([Point(0, 0), Point(1, 1)], TypeError,
         f"overlaps: b {NO_SHAPE}, got a list of collide2d.Point and collide2d.Point: {SEVERAL}"),
        ([HasRect((0, 0, 1, 1))] * 4, TypeError, f"overlaps: b {NO_SHAPE}, got list: {SEVERAL}"),
        (pygame.sprite.Group(), TypeError, f"overlaps: b {NO_SHAPE}, got Group: {SEVERAL}"),
        (collide2d.Space(), TypeError, f"overlaps: b {NO_SHAPE}, got collide2d.Space: {SEVERAL}"),
        (np.zeros((2, 2)), TypeError, f"overlaps: b {NO_SHAPE}, got numpy.ndarray: {TABLE}"),
        (np.zeros((5, 3)), TypeError, f"overlaps: b {NO_SHAPE}, got numpy.ndarray: {TABLE}"),
        (HasRect, TypeError, f"overlaps: b {NO_SHAPE}, got the class HasRect"),
    ],
)  # fmt: skip
def test_what_is_nearly_a_shape_is_refused_with_advice(like: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind) as error:
        collide2d.overlaps(Point(0, 0), like)
    assert str(error.value) == message


def test_a_sprite_with_a_rect_is_an_item_of_a_space() -> None:
    walls = [HasRect(pygame.Rect(10 * i, 0, 5, 5)) for i in range(3)]
    space: collide2d.Space[Any] = collide2d.Space()
    for wall in walls:
        space.add(wall)
    space.add_all([HasRect((90, 0, 1, 1))])
    assert space.query(HasRect((12, 2, 10, 1))) == walls[1:]
    walls[0].rect.x = 500
    space.update(walls[0])
    assert space[walls[0]] == Rect(500, 0, 5, 5)
    assert list(collide2d.Body(walls)) == [Rect(500, 0, 5, 5), Rect(10, 0, 5, 5), Rect(20, 0, 5, 5)]


def test_a_rectangle_is_made_of_a_pair_of_pairs() -> None:
    assert Rect(((1, 2), (3, 4))) == Rect([[1, 2], [3, 4]]) == Rect(1, 2, 3, 4)
    assert RoundRect(((1, 2), (3, 4)), 1) == RoundRect(1, 2, 3, 4, 1)


def test_a_pygame_rectangle_of_negative_size_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^collides: a: w must be >= 0, got -3\.0$"):
        collide2d.collides(pygame.Rect(0, 0, -3, 1), (0, 0))


def run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-P", "-c", textwrap.dedent(program)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_the_package_is_light() -> None:
    """Neither NumPy nor pygame, nor our own drawing, reference or command line."""
    heavy = run("""
        import sys
        before = set(sys.modules)
        import collide2d
        print(*sorted(set(sys.modules) - before))
    """).split()
    assert "collide2d._core" in heavy
    for name in heavy:
        assert name.split(".")[0] not in ("numpy", "pygame", "fractions", "decimal", "json", "typing"), name
        assert name.removeprefix("collide2d.") not in (
            "arrays",
            "drawing",
            "reference",
            "scene",
            "__main__",
            "typing",
            "_dicts",
        ), name


def test_subinterpreters_have_modules_of_their_own() -> None:
    """In a process of its own: a fault of one interpreter ends all of them."""
    environment = {**os.environ, "PYTHONPATH": str(Path(collide2d.__file__).parents[1])}
    command = [sys.executable, "-P", hammer_interpreters.__file__, "--interpreters", "6", "--threads", "3"]
    said = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.endswith("6 interpreters, 0 failures\n")


def test_the_header_is_where_the_package_says() -> None:
    assert "c2d_relate" in (Path(collide2d.get_include()) / "collide2d.h").read_text()
