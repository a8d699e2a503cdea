"""A hitbox is where the picture is: moved, turned and mirrored as pygame moves, turns and mirrors it."""

from __future__ import annotations

import copy
import math
import operator
from types import SimpleNamespace as Sprite
from typing import Any

import pygame
import pytest
from forms import EVERY_FORM
from hypothesis import given
from hypothesis import strategies as st
from measures import UNIT, magnitude

from collide2d import Body, Circle, Polygon, Rect, RoundRect, Shape
from collide2d.pygame import Hitbox, collide_shape, draw, shape_from_image

FRect: Any = getattr(pygame, "FRect", Rect)  # of pygame-ce only


def sprite_of(w: float = 40, h: float = 20) -> Any:
    return Sprite(rect=pygame.Rect(0, 0, w, h))


def near(a: Shape, b: Shape) -> bool:
    """Whether each is in the other, grown by what turning and moving to and fro rounds: fewer than 64 times."""
    slack = float(64 * UNIT * (magnitude(a, b) + 200))
    return a.grow(slack).contains(b) and b.grow(slack).contains(a)


@pytest.mark.parametrize("form", EVERY_FORM.values(), ids=EVERY_FORM.keys())
def test_a_hitbox_that_is_not_turned_is_the_form_at_the_pictures_corner(form: Shape) -> None:
    sprite = sprite_of()
    hitbox = Hitbox(sprite, form)
    for x, y in ((0, 0), (7, -3), (1000, 8)):
        sprite.rect.topleft = x, y
        assert hitbox.shape == form.move(x, y)


@pytest.mark.parametrize("rect", [pygame.Rect(3, 4, 41, 21), FRect(3.25, 4.5, 41, 21), Rect(3, 4, 41, 21)])
def test_the_rect_may_be_of_any_kind_and_size(rect: Any) -> None:
    sprite = Sprite(rect=rect)
    assert Hitbox(sprite, Circle(20.5, 10.5, 3)).shape == Circle(rect.x + 20.5, rect.y + 10.5, 3)


@pytest.mark.parametrize("form", EVERY_FORM.values(), ids=EVERY_FORM.keys())
@pytest.mark.parametrize("angle", [0, 90, 180, 270, 360, -90, 30, 123.5])
def test_a_hitbox_turns_counterclockwise_about_the_centre_of_the_rect(form: Shape, angle: float) -> None:
    sprite = sprite_of()
    hitbox = Hitbox(sprite, form, angle=angle)
    sprite.rect = pygame.Rect(100, 50, 64, 64)  # as large as the turned picture may be
    expected = form.rotate(-angle, (20, 10)).move(132 - 20, 82 - 10)
    assert near(hitbox.shape, expected)


@pytest.mark.parametrize("form", EVERY_FORM.values(), ids=EVERY_FORM.keys())
@pytest.mark.parametrize("flips", [(True, False), (False, True), (True, True)])
def test_mirrored_twice_is_as_before_and_mirrored_once_is_the_mirror_image(
    form: Shape, flips: tuple[bool, bool]
) -> None:
    hitbox = Hitbox(sprite_of(), form, flip_x=flips[0], flip_y=flips[1])
    mirrored = hitbox.shape
    sx, sy = -1 if flips[0] else 1, -1 if flips[1] else 1
    image = Polygon.hull([(20 + sx * (x - 20), 10 + sy * (y - 10)) for x, y in form.vertices], form.radius)
    assert near(mirrored, image)
    assert type(mirrored) is type(form)
    again = Hitbox(sprite_of(), mirrored, flip_x=flips[0], flip_y=flips[1]).shape
    assert near(again, form)


def picture() -> Any:
    """Like nothing that is its own mirror image, of odd and even sides."""
    image = pygame.Surface((41, 24), pygame.SRCALPHA)
    pygame.draw.polygon(image, "white", [(2, 20), (30, 1), (38, 14)])
    return image


@pytest.mark.parametrize("flip_x", [False, True])
@pytest.mark.parametrize("flip_y", [False, True])
@pytest.mark.parametrize("angle", [0, 90, 180, 270, -90, 450])
def test_a_hitbox_lies_on_the_pixels_of_the_picture_exactly(angle: int, flip_x: bool, flip_y: bool) -> None:
    image = picture()
    shown = pygame.transform.rotate(pygame.transform.flip(image, flip_x, flip_y), angle)
    sprite = Sprite(rect=image.get_rect())
    hitbox = Hitbox(sprite, shape_from_image(image), angle=angle, flip_x=flip_x, flip_y=flip_y)
    sprite.rect = shown.get_rect()
    assert hitbox.shape == shape_from_image(shown)


@pytest.mark.parametrize("angle", range(0, 360, 15))
def test_a_hitbox_covers_the_turned_picture_at_any_angle_but_for_a_pixel(angle: int) -> None:
    image = pygame.Surface((41, 24), pygame.SRCALPHA)  # without thin tips, which pygame loses
    pygame.draw.polygon(image, "white", [(2, 6), (24, 1), (38, 10), (30, 22), (6, 20)])
    shown = pygame.transform.rotate(image, angle)
    sprite = Sprite(rect=image.get_rect())
    hitbox = Hitbox(sprite, shape_from_image(image), angle=angle)
    sprite.rect = shown.get_rect(center=(100, 100))
    seen = shape_from_image(shown).move(*sprite.rect.topleft)
    assert hitbox.shape.grow(1.5).contains(seen)
    assert seen.grow(1.5).contains(hitbox.shape)


def test_values_may_be_attributes_of_the_sprite() -> None:
    class Ship(pygame.sprite.Sprite):
        def __init__(self) -> None:
            super().__init__()
            self.rect = pygame.Rect(0, 0, 40, 20)
            self.heading = 0.0
            self.left = False
            self.hitbox = Hitbox(self, Polygon([(0, 0), (40, 10), (0, 20)]), angle="heading", flip_x="left")

        @property
        def shape(self) -> Shape:
            return self.hitbox.shape

    ship = Ship()
    assert collide_shape(ship, (30, 10))
    assert not collide_shape(ship, (30, 1))
    ship.left = True
    assert ship.shape == Polygon([(40, 0), (0, 10), (40, 20)])
    ship.heading = 90
    ship.rect = pygame.Rect(0, 0, 20, 40)
    assert ship.shape == Polygon([(0, 0), (10, 40), (20, 0)])
    assert collide_shape(ship, ship)
    assert draw(pygame.Surface((50, 50)), ship) == pygame.Rect(0, 0, 20, 40)


def test_a_hitbox_is_cached_while_nothing_changes_and_never_longer() -> None:
    sprite = sprite_of()
    hitbox: Any = Hitbox(sprite, RoundRect(2, 2, 30, 10, 4), angle=20)
    first = hitbox.shape
    assert hitbox.shape is first
    changes: list[Any] = [
        lambda: sprite.rect.move_ip(1, 0), lambda: setattr(sprite, "rect", pygame.Rect(9, 9, 41, 20)),
        lambda: setattr(hitbox, "angle", 21), lambda: setattr(hitbox, "flip_x", True),
        lambda: setattr(hitbox, "flip_y", True), lambda: setattr(hitbox, "origin", pygame.Vector2(3, 4)),
        lambda: operator.setitem(hitbox.origin, 0, 5), lambda: setattr(hitbox, "form", Circle(1, 2, 3)),
    ]  # fmt: skip
    for change in changes:
        before = hitbox.shape
        change()
        fresh = Hitbox(sprite, hitbox.form, angle=hitbox.angle, flip_x=hitbox.flip_x, flip_y=hitbox.flip_y,
                       origin=hitbox.origin)  # fmt: skip
        assert hitbox.shape == fresh.shape != before
        assert hitbox.shape is hitbox.shape


@given(
    st.floats(-1e4, 1e4), st.floats(-1e4, 1e4), st.floats(-720, 720), st.booleans(), st.booleans(),
    st.tuples(st.floats(-100, 100), st.floats(-100, 100)),
)  # fmt: skip
def test_the_origin_lies_at_the_centre_of_the_rect(
    x: float, y: float, angle: float, flip_x: bool, flip_y: bool, origin: tuple[float, float]
) -> None:
    sprite = Sprite(rect=Rect(x, y, 8, 6))
    hitbox = Hitbox(sprite, Circle(*origin, 1), angle=angle, flip_x=flip_x, flip_y=flip_y, origin=origin)
    size = abs(x) + abs(y) + abs(origin[0]) + abs(origin[1]) + 20
    assert math.dist(hitbox.shape.center, (x + 4, y + 3)) <= 16 * 2.0**-53 * size  # a turn, and three sums to and fro


@pytest.mark.parametrize("angle", [0, 30])
@pytest.mark.parametrize("flips", [(False, False), (True, False), (True, True)])
def test_a_body_follows_as_its_pieces_do(angle: float, flips: tuple[bool, bool]) -> None:
    form = Body({"head": Circle(8, 6, 6), "torso": Rect(2, 12, 12, 16)})
    sprite = Sprite(rect=Rect(100, 50, 20, 30))
    options: Any = {"angle": angle, "flip_x": flips[0], "flip_y": flips[1]}
    body = Hitbox(sprite, form, **options).shape
    assert isinstance(body, Body)
    assert body.names == ("head", "torso")
    assert list(body) == [Hitbox(sprite, piece, **options).shape for piece in form]
    plain = Hitbox(sprite, Body(list(form)), **options).shape
    assert isinstance(plain, Body)
    assert plain.names is None


def test_invalid_arguments_raise_an_error() -> None:
    anything: Any = Hitbox
    with pytest.raises(TypeError, match=r"^Hitbox: shape must be a Shape or a Body, got Rect$"):
        anything(sprite_of(), pygame.Rect(0, 0, 1, 1))
    with pytest.raises(AttributeError):
        Hitbox(Sprite(), Circle(0, 0, 1))
    with pytest.raises(ValueError, match="finite"):
        Hitbox(sprite_of(), Circle(0, 0, 1), origin=(math.nan, 0))
    with pytest.raises(ValueError, match="finite"):
        _ = Hitbox(sprite_of(), Circle(0, 0, 1), angle=math.nan).shape
    hitbox = Hitbox(sprite_of(), Circle(1, 2, 3), angle=5)
    assert "Circle(1.0, 2.0, 3.0), angle=5, flip_x=False" in repr(hitbox)
    assert copy.copy(hitbox).shape == hitbox.shape
