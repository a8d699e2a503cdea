"""What one shape can do, rows can: every row has the bits of its single shape."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from array_rows import ARRAYS, LAYOUTS, SCALARS, adversarial_rows, same_bits

from collide2d import Circles, Points, Rect, Rects, RoundRect, RoundRects, Segments

ATTRIBUTES = ("area", "perimeter", "center", "bounds")
# For each kind and anchor, the constructor that makes the single shape of a row.
MAKERS: dict[tuple[str, str], Any] = {
    **{(kind, "topleft"): maker for kind, maker in SCALARS.items()},
    ("rect", "center"): Rect.centered,
    ("rect", "corners"): Rect.from_corners,
    ("roundrect", "center"): RoundRect.centered,
    ("roundrect", "around"): RoundRect.around,
}


def rows_by(kind: str, anchor: str, count: int = 300, seed: int = 3) -> Any:
    """Adversarial rows as the numbers of an anchor, which rounds; every second one far from the origin."""
    rows, _ = adversarial_rows(kind, kind, count, seed=seed)
    if anchor == "corners":
        rows = np.hstack((rows[:, :2], rows[:, :2] + rows[:, 2:4]))
    elif anchor == "center":
        rows[:, :2] += rows[:, 2:4] / 2
    elif anchor == "around":
        rows[:, 2:4] -= 2 * rows[:, 4:5]
    calm = np.abs(rows).max(axis=1) < 1e15
    rows[calm & (np.arange(len(rows)) % 2 == 0), 0] += 2.0**40
    return rows


# ---- numbers of each shape -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("attribute", ATTRIBUTES)
@pytest.mark.parametrize(("kind", "anchor"), MAKERS)
def test_an_attribute_is_that_of_each_shape(kind: str, anchor: str, attribute: str) -> None:
    rows = rows_by(kind, anchor)
    array = ARRAYS[kind](rows, anchor=anchor)
    want = [getattr(MAKERS[kind, anchor](*row), attribute) for row in rows.tolist()]
    assert same_bits(getattr(array, attribute), np.array(want))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("attribute", ATTRIBUTES)
def test_the_layout_in_memory_does_not_matter(attribute: str, layout: str) -> None:
    rows = rows_by("roundrect", "topleft", 60)
    want = getattr(RoundRects(rows), attribute)
    assert same_bits(getattr(RoundRects(LAYOUTS[layout](rows)), attribute), want)


@pytest.mark.parametrize("attribute", ATTRIBUTES)
def test_leading_axes_stay(attribute: str) -> None:
    rows = np.arange(24.0).reshape(2, 3, 4)
    tail = {"center": (2,), "bounds": (4,)}.get(attribute, ())
    for shape, given in (((2, 3), rows), ((0,), rows[:0, 0]), ((3, 0), rows[0][:, None][:, :0]), ((), rows[0, 0])):
        got = getattr(Rects(given), attribute)
        assert got.shape == (*shape, *tail)
        assert got.dtype == np.float64
    assert same_bits(getattr(Rects(rows.astype(np.float32)), attribute), getattr(Rects(rows), attribute))
    assert getattr(Rects(rows[0, 0]), attribute).tolist() == np.array(getattr(Rect(0, 1, 2, 3), attribute)).tolist()


@pytest.mark.parametrize("attribute", ATTRIBUTES)
def test_masked_rows_are_nan_and_changed_ones_are_refused(attribute: str) -> None:
    rows = np.array([[0.0, 0, 2], [1, 1, -1], [3, 3, 1]])
    got = getattr(Circles(rows, invalid="nan"), attribute)
    assert np.isnan(got[1]).all()
    assert not np.isnan(got[::2]).any()
    rows[1, 2] = 1
    circles = Circles(rows)
    rows[2, 0] = np.inf
    with pytest.raises(ValueError, match="Circles: x must be finite, got inf at index 2"):
        getattr(circles, attribute)


# ---- the rows --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ARRAYS)
def test_numpy_takes_an_array_of_shapes_as_its_rows(kind: str) -> None:
    rows = rows_by(kind, "topleft", 60)
    array = ARRAYS[kind](rows)
    assert np.asarray(array) is array.array is rows
    copied = np.array(array)
    assert same_bits(copied, rows)
    assert not np.shares_memory(copied, rows)
    assert np.asarray(array, dtype=np.float64) is rows
    assert np.mean(array, axis=0).tolist() == rows.mean(axis=0).tolist()
    assert same_bits(np.concatenate([array, array[:3]]), np.concatenate([rows, rows[:3]]))


def test_the_rows_convert_to_another_dtype() -> None:
    circles = Circles(np.array([[0, 0, 1]], dtype=np.float32))
    assert np.asarray(circles).dtype == np.float32
    assert same_bits(np.asarray(circles, dtype=int), np.array([[0, 0, 1]]))
    assert same_bits(circles.__array__(copy=True), circles.array)
    assert circles.__array__(copy=True) is not circles.array
    assert circles.__array__(copy=False) is circles.array
    with pytest.raises(ValueError, match="Circles: copy must not be False for another dtype, got float64"):
        circles.__array__(np.float64, copy=False)


def test_rows_of_one_kind_are_not_read_as_another() -> None:
    for of, by in ((Rects, RoundRects([[0, 0, 4, 4, 1]])), (Segments, Rects([[0, 0, 1, 1]]))):
        with pytest.raises(TypeError, match=rf"{of.__name__}: array must be numbers or {of.__name__}, got"):
            of(by)


def test_points_are_motions_and_pivots() -> None:
    offsets = Points([[1, 2], [3, 4]])
    circles = Circles([[0, 0, 1], [5, 5, 1]])
    assert same_bits(circles.move(offsets).array, circles.move(offsets.array).array)
    assert same_bits(circles.rotate(90, about=offsets).array, circles.rotate(90, about=offsets.array).array)
