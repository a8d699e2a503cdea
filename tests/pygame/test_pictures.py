"""Shapes of pictures cover their opaque pixels; pictures of shapes have the pixels that are in the shapes."""

from __future__ import annotations

import itertools
import math
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace as Sprite
from typing import Any

import pygame
import pytest
from forms import EVERY_FORM
from hypothesis import given
from hypothesis import strategies as st

from collide2d import Body, Capsule, Chain, Circle, Point, Polygon, Rect, RoundRect, Segment, Shape, Space
from collide2d._core import _shape_pixels
from collide2d._rendering.outlines import clip_to_box
from collide2d.pygame import draw, shape_from_image
from collide2d.pygame.masks import Run, pieces_of

CLEAR = (0, 0, 0, 0)
FRect: Any = getattr(pygame, "FRect", Rect)  # of pygame-ce only


def picture(paint: Callable[[Any], object], size: tuple[int, int] = (40, 40)) -> Any:
    surface = pygame.Surface(size, pygame.SRCALPHA)
    paint(surface)
    return surface


def opaque(surface: Any, threshold: int = 127) -> list[tuple[int, int]]:
    w, h = surface.get_size()
    return [(x, y) for y in range(h) for x in range(w) if surface.get_at((x, y)).a > threshold]


def star(surface: Any) -> None:
    points = [(20 + r * math.sin(a), 20 - r * math.cos(a)) for a, r in zip(
        (math.pi * i / 5 for i in range(10)), itertools.cycle((19, 8)))]  # fmt: skip
    pygame.draw.polygon(surface, "white", points)


def blots(seed: int) -> Callable[[Any], object]:
    def paint(surface: Any) -> None:
        rng = random.Random(seed)
        for _ in range(rng.randrange(1, 9)):
            color: Any = rng.choice(["white", "white", CLEAR])  # which leaves holes
            pygame.draw.ellipse(
                surface,
                color,
                (rng.randrange(-5, 30), rng.randrange(-5, 30), rng.randrange(1, 25), rng.randrange(1, 25)),
            )
        surface.set_at((rng.randrange(40), rng.randrange(40)), "white")

    return paint


PICTURES: dict[str, Any] = {
    "star": picture(star),
    "ring": picture(lambda s: pygame.draw.circle(s, "white", (20, 20), 18, 5)),
    "disc": picture(lambda s: pygame.draw.circle(s, "white", (20, 20), 18)),
    "letter": picture(lambda s: [s.fill("white", r) for r in ((5, 5, 6, 30), (5, 30, 25, 6), (20, 5, 4, 4))]),
    "one pixel": picture(lambda s: s.set_at((39, 39), "white")),
    "all": picture(lambda s: s.fill("white")),
    "noise": picture(lambda s: [s.set_at((7 * i % 40, 11 * i * i % 40), "white") for i in range(200)]),
    "diagonal": picture(lambda s: [s.set_at((i, i), "white") for i in range(40)]),
    **{f"blots {seed}": picture(blots(seed)) for seed in range(12)},
}  # fmt: skip


@pytest.mark.parametrize("image", PICTURES.values(), ids=PICTURES.keys())
def test_the_hull_is_the_least_convex_shape_of_the_opaque_pixels(image: Any) -> None:
    corners = [(x + i, y + j) for x, y in opaque(image) for i in (0, 1) for j in (0, 1)]
    assert shape_from_image(image) == Polygon.hull(corners)


@pytest.mark.parametrize("tolerance", [0, 0.5, 1.5, 3, 100])
@pytest.mark.parametrize("image", PICTURES.values(), ids=PICTURES.keys())
def test_pieces_cover_all_opaque_pixels_and_little_else(image: Any, tolerance: float) -> None:
    pieces = shape_from_image(image, pieces=True, tolerance=tolerance)
    pixels = opaque(image)
    space = Space(enumerate(Rect(x, y, 1, 1) for x, y in pixels))
    covered = {i for piece in pieces for i in space.query(piece) if piece.contains(space[i])}
    assert len(covered) == len(pixels)
    for piece in pieces:
        # Its points, a quarter of a pixel apart: none is far from an opaque pixel.
        left, top, right, bottom = piece.bounds
        for x, y in itertools.product(
            range(int(4 * left), int(4 * right) + 1), range(int(4 * top), int(4 * bottom) + 1)
        ):
            if tolerance < 100 and piece.contains((x / 4, y / 4)):
                assert space.nearest((x / 4, y / 4), max_distance=tolerance + 2.0**-40)  # of pixels below 64


@pytest.mark.parametrize("image", PICTURES.values(), ids=PICTURES.keys())
def test_without_tolerance_pieces_are_exactly_the_pixels(image: Any) -> None:
    pieces = shape_from_image(image, pieces=True, tolerance=0)
    assert sum(piece.area for piece in pieces) == len(opaque(image))
    assert all(piece.area == Rect.from_corners(*piece.bounds).area for piece in pieces)
    assert Space(enumerate(pieces)).pairs() == []


@given(
    st.lists(st.integers(0, 255), min_size=1, max_size=12).filter(any),
    st.sampled_from([0, 0.3, 0.8, 1.5, 4]),
)
def test_pieces_of_any_grid_cover_it_within_the_tolerance(rows: list[int], tolerance: float) -> None:
    grid = [[bool(row >> x & 1) for x in range(8)] for row in rows]
    runs = [[Run(min(xs), max(xs) + 1) for full, xs in _stretches(row) if full] for row in grid]
    pieces = pieces_of(runs, tolerance)
    pixels = [Rect(x, y, 1, 1) for y, row in enumerate(grid) for x, full in enumerate(row) if full]
    for pixel in pixels:
        assert any(piece.contains(pixel) for piece in pieces)
    for piece in pieces:
        for x, y in itertools.product(range(33), range(4 * len(rows) + 1)):
            if piece.contains((x / 4, y / 4)):
                away = min(pixel.distance((x / 4, y / 4)) for pixel in pixels)
                assert away <= tolerance + 2.0**-40  # of pixels below 64


def _stretches(row: list[bool]) -> list[tuple[bool, list[int]]]:
    return [(full, [x for x, _ in same]) for full, same in itertools.groupby(enumerate(row), key=lambda pair: pair[1])]


def test_straight_edges_stay_whole_at_any_angle() -> None:
    for angle in range(0, 180, 7):
        bar = picture(lambda s: draw(s, Rect.centered(60, 60, 90, 30, angle), "white", 0), (120, 120))  # noqa: B023
        assert len(shape_from_image(bar, pieces=True)) <= 3
    disc = picture(lambda s: pygame.draw.circle(s, "white", (60, 60), 55), (120, 120))
    assert len(shape_from_image(disc, pieces=True)) == 1


def test_a_colorkey_a_threshold_and_a_mask_say_what_is_opaque() -> None:
    keyed = pygame.Surface((20, 20))
    keyed.fill("magenta")
    keyed.set_colorkey("magenta")
    keyed.fill("black", (3, 4, 5, 6))
    assert shape_from_image(keyed).bounds == (3, 4, 8, 10)
    assert shape_from_image(pygame.mask.from_surface(keyed)).bounds == (3, 4, 8, 10)
    faint = picture(lambda s: [s.fill((0, 0, 0, 100), (0, 0, 9, 9)), s.fill("black", (2, 2, 3, 3))])
    assert shape_from_image(faint).bounds == (2, 2, 5, 5)
    assert shape_from_image(faint, 99).bounds == (0, 0, 9, 9)
    assert shape_from_image(pygame.Surface((7, 5))).bounds == (0, 0, 7, 5)  # no alpha at all


def test_shape_from_image_refuses_invalid_arguments() -> None:
    anything: Any = shape_from_image
    cases: list[tuple[Callable[[], object], type[Exception], str]] = [
        (lambda: anything("ship.png"), TypeError, "shape_from_image: surface must be a Surface or a Mask, got str"),
        (lambda: anything(picture(lambda s: None)), ValueError,
         "shape_from_image: surface must have a pixel more opaque than 127, got none"),
        (lambda: anything(pygame.Surface((0, 0), pygame.SRCALPHA)), ValueError,
         "shape_from_image: surface must have a pixel more opaque than 127, got none"),
        (lambda: anything(pygame.Surface((1, 1)), tolerance=-1), ValueError,
         "shape_from_image: tolerance must be >= 0, got -1"),
    ]  # fmt: skip
    for call, kind, message in cases:
        with pytest.raises(kind, match=f"^{re.escape(message)}$"):
            call()


# ---- drawing ---------------------------------------------------------------------------------------------------------


def canvas(size: tuple[int, int] = (80, 80)) -> Any:
    surface = pygame.Surface(size)
    surface.fill("white")
    return surface


def inked(surface: Any) -> dict[tuple[int, int], float]:
    """How much of each pixel is black, where any is."""
    w, h = surface.get_size()
    shares = {(x, y): 1 - surface.get_at((x, y)).g / 255 for y in range(h) for x in range(w)}
    return {p: share for p, share in shares.items() if share > 0}


SOLID: dict[str, Any] = {
    name: shape.scale_by(30 / max(shape.bounds[2] - shape.bounds[0], shape.bounds[3] - shape.bounds[1])).at(40, 38.25)
    for name, shape in EVERY_FORM.items() if shape.area > 0
}  # fmt: skip


@pytest.mark.parametrize("smooth", [True, False])
@pytest.mark.parametrize("shape", SOLID.values(), ids=SOLID.keys())
def test_a_filled_shape_covers_the_pixels_inside_it(shape: Shape, smooth: bool) -> None:
    surface = canvas()
    area = draw(surface, shape, "black", 0, smooth=smooth)
    ink = inked(surface)
    for x, y in itertools.product(range(80), range(80)):
        depth = -shape.separation((x + 0.5, y + 0.5))
        slack = 0.8 if smooth else 1.3
        if depth > slack:
            assert ink[x, y] == 1
        elif depth < -slack:
            assert (x, y) not in ink
    assert all(area.collidepoint(p) for p in ink)
    if smooth:
        left, top, right, bottom = shape.bounds  # chords of arcs are up to 0.05 pixels inside
        assert abs(sum(ink.values()) - shape.area) < 0.05 * 2 * (right - left + bottom - top) + 1


@pytest.mark.parametrize("smooth", [True, False])
@pytest.mark.parametrize("width", [1, 2, 3.5, 9])
@pytest.mark.parametrize("shape", SOLID.values(), ids=SOLID.keys())
def test_an_outline_is_inside_the_shape_and_as_wide_as_it_should(shape: Shape, width: float, smooth: bool) -> None:
    surface = canvas()
    draw(surface, shape, "black", width, smooth=smooth)
    ink = inked(surface)
    core = Polygon.hull(shape.vertices)
    assert ink
    for x, y in itertools.product(range(80), range(80)):
        depth = -shape.separation((x + 0.5, y + 0.5))
        slack = 0.8 if smooth else 2.3
        if depth < -slack or (depth > width + slack and len(core.vertices) > 2):
            assert (x, y) not in ink
        elif slack < depth < width - slack and smooth:
            assert ink[x, y] > 0.9


def share_of(points: Any, x: int, y: int) -> float:
    """The share of a pixel that a convex polygon covers."""
    part = clip_to_box(points, (x, y, x + 1, y + 1))
    return abs(sum(p[0] * q[1] - p[1] * q[0] for p, q in zip(part, [*part[1:], *part[:1]], strict=True))) / 2


@pytest.mark.parametrize("seed", range(12))
def test_each_pixel_has_the_share_that_the_shape_covers(seed: int) -> None:
    rng = random.Random(seed)
    w, h, width = rng.uniform(0.2, 30), rng.uniform(0.2, 30), rng.choice([0, 0, 0.3, 1, 2.5, 6])
    at = (rng.uniform(-10, 30), rng.uniform(-10, 30), rng.uniform(0, 360))
    points = [(rng.uniform(-5, 25), rng.uniform(-5, 25)) for _ in range(rng.randrange(3, 9))]
    shape: Any = Rect.centered(*at[:2], w, h, at[2]) if seed % 2 or width else Polygon.hull(points)
    hole = Rect.centered(*at[:2], w - 2 * width, h - 2 * width, at[2]) if 0 < 2 * width < min(w, h) else None
    surface = canvas((20, 20))
    draw(surface, shape, "black", width)
    ink = inked(surface)
    for x, y in itertools.product(range(20), range(20)):
        share = share_of(shape.vertices, x, y) - (share_of(hole.vertices, x, y) if hole else 0)
        assert abs(ink.get((x, y), 0) - share) < 2.5 / 255  # rounded twice: the alpha, and the blended colour


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((), TypeError), (((1, 2), 1, (0, 0, 1, 1), bytes(4)), TypeError),
        ((Point(1, 2), 1, (0, 0, 1), bytes(4)), TypeError), ((Point(1, 2), 1, [0, 0, 1, 1], bytes(4)), TypeError),
        ((Point(1, 2), "1", (0, 0, 1, 1), bytes(4)), TypeError), ((Point(1, 2), 1, (0, 0, 1, 1), bytes(3)), TypeError),
        ((Point(1, 2), -1, (0, 0, 1, 1), bytes(4)), ValueError), ((Point(1, 2), 1, (0, 0, 0, 1), bytes(4)), ValueError),
        ((Point(1, 2), math.nan, (0, 0, 1, 1), bytes(4)), ValueError),
        ((Point(1, 2), 1, (-(2**31), 0, 2**31 - 1, 1), bytes(4)), ValueError),
    ],
)  # fmt: skip
def test_pixels_of_nothing_are_refused(arguments: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        _shape_pixels(*arguments)


@pytest.mark.parametrize("width", [0, 1, 2, 3])
def test_rectangles_of_whole_pixels_are_drawn_as_pygame_draws_them(width: int) -> None:
    ours, theirs = canvas(), canvas()
    for x, y, w, h in [(1, 2, 30, 20), (40, 40, 7, 7), (60, 10, 1, 1), (50, 0, 2, 70), (-5, 60, 20, 40)]:
        area = draw(ours, Rect(x, y, w, h), "red", width)
        pygame.draw.rect(theirs, "red", (x, y, w, h), min(width, (min(w, h) + 1) // 2))
        assert area == pygame.Rect(x, y, w, h).clip((0, 0, 80, 80))
    assert pygame.image.tobytes(ours, "RGB") == pygame.image.tobytes(theirs, "RGB")
    turned = canvas()  # the long way
    draw(turned, Rect(1, 2, 30, 20).rotate(90).rotate(-90, (16, 12)).move(0, 0), "red", width)
    assert pygame.image.tobytes(turned.subsurface((0, 0, 39, 39)), "RGB") == pygame.image.tobytes(
        ours.subsurface((0, 0, 39, 39)), "RGB"
    )


def test_tiles_of_large_shapes_fit_together() -> None:
    surface = canvas((700, 500))
    shape = RoundRect(20.5, 30.25, 640, 440, 100, 5)
    draw(surface, shape, "black", 0)
    whole = pygame.surfarray.array3d(surface)[:, :, 0] if hasattr(pygame, "surfarray") else None
    assert whole is not None
    for x, y in itertools.product(range(0, 700, 3), range(500)):
        depth = -shape.separation((x + 0.5, y + 0.5))
        if abs(depth) > 1.3:
            assert (whole[x, y] == 0) == (depth > 0)


@pytest.mark.parametrize("smooth", [True, False])
def test_the_visible_part_of_a_huge_shape_is_drawn(smooth: bool) -> None:
    for shape in (
        Circle(40, 1e7, 1e7 - 40), Rect(-1e9, 40, 2e9, 1e9), Capsule(-1e12, 40, 1e12, 40, 10),
        Segment(-1e50, 42, 1e50, 42), Polygon([(-1e6, 40), (1e6, 40), (0, 1e6)]), Rect(-1e6, 40, 2e6, 1e6, 1e-9),
    ):  # fmt: skip
        surface = canvas()
        draw(surface, shape, "black", 0, smooth=smooth)
        ink = inked(surface)
        assert all(ink.get((x, 41), 0) + ink.get((x, 42), 0) > 0.8 for x in range(80))
        assert (40, 20) not in ink
    assert draw(canvas(), [Circle(1e59, 0, 1), Rect(-50, -50, 10, 10)]).size == (0, 0)


def test_translucent_colours_let_the_ground_shine_through() -> None:
    surface = canvas()
    draw(surface, Circle(40, 40, 20), (0, 0, 0, 128), 0)
    assert surface.get_at((40, 40)).g in (126, 127, 128)
    draw(surface, Rect(0, 0, 80, 80), (0, 0, 0, 128), 0)
    assert surface.get_at((0, 0)).g in (126, 127, 128)
    assert 60 < surface.get_at((40, 40)).g < 66


PARTS = Body([Rect(10, 10, 30, 20), Rect(40, 10, 30, 20), Circle(40, 35, 12), Capsule(20, 60, 60, 60, 6)])


@pytest.mark.parametrize("smooth", [True, False])
def test_a_body_is_filled_as_one_solid(smooth: bool) -> None:
    body, parts = canvas(), canvas()
    draw(body, PARTS, "red", 0, smooth=smooth)
    draw(parts, list(PARTS), "red", 0, smooth=smooth)
    ours, theirs = inked(body), inked(parts)
    assert {pixel for pixel, ink in ours.items() if ink > 0.6} <= theirs.keys()
    assert {pixel for pixel, ink in theirs.items() if ink > 0.6} <= ours.keys()
    translucent = canvas()
    draw(translucent, PARTS, (255, 0, 0, 128), 0)
    assert translucent.get_at((40, 28)) == translucent.get_at((15, 15)), "the pieces that overlap are no darker"


@pytest.mark.parametrize("smooth", [True, False])
def test_the_outline_of_a_body_has_no_seams(smooth: bool) -> None:
    surface = canvas()
    area = draw(surface, PARTS, "red", 2, smooth=smooth)
    ink = inked(surface)
    assert all((40, y) not in ink for y in range(13, 42)), "the seam and the top of the circle"
    assert (40, 10) in ink
    assert (39, 46) in ink
    assert all(area.collidepoint(pixel) for pixel in ink)
    if smooth:
        assert all(PARTS.distance((x + 0.5, y + 0.5)) < 0.8 for x, y in ink)


def test_a_chain_a_sprite_and_a_space_of_bodies_are_drawn() -> None:
    chain = Chain([(10, 10), (40, 30), (70, 10)])
    surfaces = [canvas() for _ in range(4)]
    for surface, what in zip(surfaces, (chain, Sprite(shape=chain), Space({"rope": chain}), [chain]), strict=True):
        draw(surface, what, "red", 3)
    assert inked(surfaces[0]).keys() >= {(25, 20), (40, 30)}
    assert all(inked(surface) == inked(surfaces[0]) for surface in surfaces)
    assert draw(canvas(), Body([Circle(500, 500, 3)])).size == (0, 0)


def test_a_camera_scales_and_shifts() -> None:
    direct, through = canvas(), canvas()
    draw(direct, Capsule(10, 30, 50, 50, 8), "black", 3)
    draw(through, Capsule(105, 215, 125, 225, 4), "black", 3, offset=pygame.Vector2(-200, -400), scale=2)
    assert pygame.image.tobytes(direct, "RGB") == pygame.image.tobytes(through, "RGB")


def test_the_clipping_area_is_kept() -> None:
    surface = canvas()
    surface.set_clip((20, 20, 10, 10))
    assert draw(surface, Circle(25, 25, 50), "black", 0) == pygame.Rect(20, 20, 10, 10)
    surface.set_clip(None)
    assert len(inked(surface)) == 100


SPACE = Space({"floor": Rect(0, 60, 80, 10), "ball": Circle(20, 20, 8)})
MOVE = SPACE.slide("ball", 40, 60)
HIT = Circle(20, 20, 8).cast((0, 60), Rect(0, 60, 80, 10))
CONTACT = Circle(30, 30, 10).contact(Rect(30, 20, 30, 30))
THINGS: list[Any] = [
    Point(20, 20), Segment(10, 10, 40, 20), (20, 30), [30, 40], pygame.Vector2(5, 5), pygame.Rect(5, 5, 20, 20),
    FRect(5.5, 5.5, 20, 20), Sprite(shape=Circle(30, 30, 9)), Sprite(rect=pygame.Rect(3, 3, 9, 9)), SPACE, MOVE,
    HIT, CONTACT, ("floor", HIT), SPACE.raycast((20, 40), (0, 40)), SPACE.contacts(Circle(30, 60, 9)),
    {"a": Circle(9, 9, 3), "b": HIT}, [Circle(9, 9, 3), [Circle(30, 30, 3), (MOVE,)], None], iter([Circle(9, 9, 3)]),
    pygame.sprite.Group(),
]  # fmt: skip


@pytest.mark.parametrize("what", THINGS, ids=[f"{type(thing).__name__} {i}" for i, thing in enumerate(THINGS)])
def test_everything_that_has_a_place_can_be_drawn(what: Any) -> None:
    surface = canvas()
    area = draw(surface, what)
    ink = inked(surface)
    assert bool(ink) == (not isinstance(what, pygame.sprite.Group))
    assert all(area.collidepoint(p) for p in ink)
    assert draw(canvas(), what, "black", 0, smooth=False).size == area.size or not isinstance(what, Shape)


def test_nothing_is_drawn_of_nothing() -> None:
    surface = canvas()
    nothings: list[Any] = [None, [], {}, Space(), [None, [[], {}]]]
    for nothing in nothings:
        assert draw(surface, nothing) == pygame.Rect(0, 0, 0, 0)
    assert inked(surface) == {}


def test_an_arrow_points_along_the_normal() -> None:
    surface = canvas()
    assert HIT is not None
    draw(surface, HIT, "black")
    ink = inked(surface)
    (x, y), tip = HIT.point, min(ink, key=lambda p: p[1])
    assert HIT.normal == (0, -1)
    assert abs(tip[0] + 0.5 - x) <= 1
    assert 12 < y - tip[1] < 30


@pytest.mark.parametrize("what", ["text", b"text", 5, object(), [Circle(1, 1, 1), "a"], (1, 2, 3), {"a": 5}, Circle])
def test_draw_refuses_objects_that_it_cannot_draw(what: Any) -> None:
    with pytest.raises(TypeError):
        draw(canvas(), what)


def test_wrong_numbers_are_named() -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"width": -1}, "draw: width must be >= 0, got -1"),
        ({"width": math.nan}, "draw: width must be >= 0, got nan"),
        ({"scale": 0}, "draw: scale must be finite and > 0, got 0"),
        ({"scale": math.inf}, "draw: scale must be finite and > 0, got inf"),
    ]
    for options, message in cases:
        with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
            draw(canvas(), Circle(1, 1, 1), **options)
    with pytest.raises(ValueError, match="invalid color"):
        draw(canvas(), Circle(9, 9, 5), "no colour")
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(RecursionError):
        draw(canvas(), loop)


def test_the_pictures_of_the_guide_are_made(tmp_path: Path) -> None:
    images = Path(__file__).parents[2] / "docs" / "images"
    subprocess.run([sys.executable, "-P", str(images / "make_pygame.py"), str(tmp_path)], check=True)
    made = sorted(path.name for path in tmp_path.iterdir())
    assert made == sorted(path.name for path in images.glob("pygame-*.png"))
    for name in made:
        picture = pygame.image.load(tmp_path / name)
        assert picture.get_size() == pygame.image.load(images / name).get_size()
        assert len({picture.get_at((x, y))[:3] for x in range(0, 800, 7) for y in range(0, 180, 3)}) > 9
