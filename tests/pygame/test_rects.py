"""to_rect: whole pixels that hold the shape, or keep their size while it moves."""

from __future__ import annotations

from typing import Any

import pytest
from forms import EVERY_FORM
from hypothesis import given
from hypothesis import strategies as st

from collide2d import Body, Circle, Rect

pygame = pytest.importorskip("pygame")

from collide2d.pygame import to_rect  # noqa: E402

SOLIDS: list[Any] = [*EVERY_FORM.values(), Body([Circle(0.5, 0.5, 3), Rect(-1, -1, 1, 1, 30)])]


@pytest.mark.parametrize("shape", SOLIDS, ids=repr)
def test_outward_contains_the_shape_and_no_pixel_more(shape: Any) -> None:
    rect = to_rect(shape, "outward")
    left, top, right, bottom = shape.bounds
    assert left - 1 < rect.left <= left
    assert top - 1 < rect.top <= top
    assert right <= rect.right <= right + 1
    assert bottom <= rect.bottom <= bottom + 1


@given(st.floats(-1000, 1000), st.floats(-1000, 1000), st.integers(0, 64), st.integers(0, 64))
def test_a_rectangle_of_whole_pixels_keeps_its_size_wherever_it_is(x: float, y: float, w: int, h: int) -> None:
    shape = Rect(x, y, w, h)
    low, near, x = to_rect(shape), to_rect(shape, "round"), shape.x
    assert low.size == near.size == (w, h)
    assert low.x <= x < low.x + 1
    assert abs(near.x - x) <= 0.5
    assert to_rect(Circle(x, y, w)).size == (2 * w, 2 * w)


@pytest.mark.parametrize("shape", SOLIDS, ids=repr)
def test_pygame_takes_the_rect_of_a_shape(shape: Any) -> None:
    assert pygame.FRect(shape.rect) == pygame.FRect(*shape.rect)
    assert pygame.FRect(shape) == pygame.FRect(shape.rect) or isinstance(shape, Rect)
    assert pygame.Rect(shape.rect).w == int(shape.rect[2])


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        (((1, 2),), TypeError, "to_rect: shape must be a shape or a Body, got tuple"),
        ((Rect(0, 0, 1, 1), "up"), ValueError, 'to_rect: rounding must be "floor", "round" or "outward", got \'up\''),
        ((Circle(1e12, 0, 1),), ValueError, r"to_rect: every side must be less than 2\*\*31 from 0, got bounds"),
    ],
)
def test_invalid_arguments_raise_an_error_that_names_them(arguments: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match="^" + message):
        to_rect(*arguments)
