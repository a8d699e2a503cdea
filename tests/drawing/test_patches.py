"""Patches of matplotlib: their paths are where the shapes are."""

from __future__ import annotations

import itertools
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from collide2d import Body, Capsule, Chain, Circle, Circles, Point, Polygon, Rect, RoundRect, Segment, Shape
from collide2d.drawing import patch, patches
from collide2d.testing.strategies import shapes
from collide2d.typing import Solid

FRAME = Body.from_outline([(0, 0), (9, 0), (9, 9), (0, 9)], [[(3, 3), (6, 3), (6, 6), (3, 6)]])
SOLIDS: list[Solid] = [
    Circle(2, 3, 4), Capsule(-1, 2, 3, 5, 0.75), RoundRect(0, 0, 6, 4, 1.5, 20), Rect(1, 2, 3, 4, 30),
    Segment(0, 0, 5, 2), Polygon([(0, 0), (4, 0), (5, 2), (2, 7)], 0.5), FRAME, Chain([(0, 0), (4, 0), (4, 3)]),
    Body([Circle(0, 0, 2), Rect(1, -1, 4, 2)]), Body([Circle(1, 1, 2)]),
]  # fmt: skip


@pytest.mark.parametrize("solid", SOLIDS, ids=lambda solid: solid.kind)
def test_the_extents_of_the_path_are_the_bounds(solid: Solid) -> None:
    path = patch(solid).get_path()
    assert path.get_extents().extents == pytest.approx(solid.bounds, abs=2e-3)  # a body's arcs: a thousandth of 2


@given(shapes(), st.floats(-1, 1), st.floats(-1, 1))
def test_a_path_contains_the_points_of_its_shape(shape: Shape, u: float, v: float) -> None:
    """Matplotlib's curves are within 1e-5 of the radius of the arcs."""
    left, top, right, bottom = shape.bounds
    size = max(right - left, bottom - top)
    if not 1e-9 * max(map(abs, shape.bounds)) < size < 1e9 or shape.area < 1e-6 * size * size or size < 1e-9:
        return
    point = ((left + right) / 2 + u * size, (top + bottom) / 2 + v * size)
    if abs(shape.separation(point)) > 1e-3 * size:
        assert patch(shape).get_path().contains_point(point) == shape.contains(point)


def test_keywords_are_those_of_the_patch() -> None:
    made = patch(Circle(0, 0, 1), facecolor="red", linewidth=3)
    assert made.get_facecolor() == (1, 0, 0, 1)
    assert made.get_linewidth() == 3


@pytest.mark.parametrize("solid", [Circle(50, 50, 40), RoundRect(10, 20, 70, 50, 20, 15), FRAME.scale_by(8).at(50, 50)])
def test_pixels_are_dark_where_the_shape_is(solid: Solid) -> None:
    """A unit is a pixel. Each pixel on the border, which has less than 500, may be off by a few of 255 levels."""
    figure = Figure(figsize=(1, 1), dpi=100)
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, 100), ylim=(0, 100))
    axes.set_axis_off()
    axes.add_patch(patch(solid, color="black", linewidth=0))
    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    dark = 1 - np.asarray(canvas.buffer_rgba())[::-1, :, 0] / 255
    assert abs(dark.sum() - solid.area) < 500 * 5 / 255
    for x, y in itertools.product(range(2, 98, 5), repeat=2):
        pixel = Rect(x, y, 1, 1)
        if not solid.overlaps(pixel) or solid.contains(pixel):
            assert dark[y, x] == solid.overlaps(pixel)


def test_patches_are_one_collection_with_a_path_for_each_shape() -> None:
    made: Any = patches([Circle(0, 0, 1), Rect(0, 0, 2, 1)], array=[1, 2], cmap="viridis")
    assert [len(path.vertices) for path in made.get_paths()] == [26, 5]
    assert list(made.get_array()) == [1, 2]
    assert len(patches(Circles([(0, 0, 1), (3, 0, 1)])).get_paths()) == 2
    assert len(patches([]).get_paths()) == 0


def test_degenerate_shapes_have_paths() -> None:
    for solid in (Point(1, 2), Circle(1, 2, 0), Segment(1, 2, 1, 2), Rect(0, 0, 0, 0), Body([Point(1, 2)])):
        path: Any = patch(solid).get_path()
        assert len(path.vertices) == 1
    assert patch(Circle(1e60, 0, 1e60)).get_path().get_extents().x1 == 2e60


def test_what_is_no_shape_is_refused() -> None:
    for call, message in (
        (lambda: patch((1, 2)), "patch: shape must be a shape or a Body, got tuple"),  # type: ignore[arg-type]
        (lambda: patches([Point(0, 0), 5]), r"patches: shapes\[1\] must be a shape or a Body, got int"),  # type: ignore[list-item]
    ):
        with pytest.raises(TypeError, match=f"^{message}$"):
            call()


def test_matplotlib_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.path", None)
    with pytest.raises(ImportError, match=r"^patch: matplotlib must be installed, as by pip install matplotlib: "):
        patch(Circle(0, 0, 1))
    with pytest.raises(ImportError, match=r"^patches: matplotlib must be installed, as by pip install matplotlib: "):
        patches([Circle(0, 0, 1)])
