"""Arrays of named columns and of tables: the rows that the same numbers make in order."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from collide2d import Capsules, Circle, Circles, Points, Rect, Rects, RoundRects, Segments


class Table:
    """What pandas and polars have in common."""

    def __init__(self, **columns: Any) -> None:
        self._columns = {name: np.asarray(values) for name, values in columns.items()}
        self.columns = list(columns)

    def __getitem__(self, name: str) -> Any:
        return self._columns[name]

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.stack(list(self._columns.values()), axis=-1).astype(dtype or float)


ROWS: list[tuple[Any, str, str]] = [
    (Points, "x y", "topleft"),
    (Circles, "x y r", "topleft"),
    (Segments, "ax ay bx by", "topleft"),
    (Capsules, "ax ay bx by r", "topleft"),
    (Rects, "x y w h", "topleft"),
    (Rects, "x y w h angle", "topleft"),
    (Rects, "cx cy w h angle", "center"),
    (Rects, "x1 y1 x2 y2", "corners"),
    (RoundRects, "x y w h r", "topleft"),
    (RoundRects, "cx cy w h r angle", "center"),
    (RoundRects, "cx cy inner_w inner_h r", "around"),
]


@pytest.mark.parametrize(("kind", "names", "anchor"), ROWS)
def test_columns_are_rows(kind: Any, names: str, anchor: str) -> None:
    rows = np.random.default_rng(1).uniform(4, 9, (5, len(names.split())))
    rows[:, [n in ("r", "angle") for n in names.split()]] = 0.5
    columns = dict(zip(names.split(), rows.T, strict=True))
    want = kind(rows, anchor=anchor)
    mixed = dict(reversed(columns.items())) | {"hue": np.arange(5)}
    for got in (kind(**columns), kind(**columns, anchor=anchor), kind(Table(**mixed)), kind(Table(**columns))):
        assert got.anchor == anchor
        assert_array_equal(got.array, want.array)


def test_columns_broadcast() -> None:
    assert Circles(x=[0, 5], y=0, r=1).to_shapes() == [Circle(0, 0, 1), Circle(5, 0, 1)]
    assert Circles(x=[[0], [1]], y=[0, 1, 2], r=1).shape == (2, 3)
    assert Circles(x=0, y=0, r=1).to_shapes() == Circle(0, 0, 1)
    assert not Circles(x=[0, np.nan], y=0, r=1, invalid="nan").valid[1]


def test_a_table_of_other_names_is_read_in_order() -> None:
    assert_array_equal(Points(Table(lon=[1, 2], lat=[3, 4])).array, [[1, 3], [2, 4]])


def test_shapes_of_sprites_make_rows() -> None:
    sprites = [SimpleNamespace(rect=(0, 0, 4, 2)), SimpleNamespace(shape=Rect(1, 1, 1, 1))]
    assert_array_equal(Rects.from_shapes(sprites).array, [[0, 0, 4, 2, 0], [1, 1, 1, 1, 0]])


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: Circles(), TypeError, "Circles: missing argument array, or the columns x, y, r"),
        (lambda: Circles(x=0, y=0), TypeError, "Circles: the columns must be x, y, r, 'r' is missing"),
        (lambda: Circles(x=0, y=0, radius=1), TypeError, "Circles: the columns must be x, y, r, got 'radius'"),
        (lambda: Circles([[0, 0, 1]], r=1), TypeError, "Circles: array and columns must not both be given, got r"),
        (lambda: Circles(x=[0, 1], y=[0, 1, 2], r=1), ValueError,
         "Circles: the columns must broadcast together, got x of shape (2,), y of shape (3,), r of shape ()"),
        (lambda: Circles(x=0, y=0, r=-1), ValueError, "Circles: r must be >= 0, got -1.0"),
        (lambda: Circles(Table(x=[0], y=[0], radius=[1])), TypeError,
         "Circles: the columns must be x, y, r, 'r' is missing in x, y, radius"),
        (lambda: Rects(x=0, y=0, w=1, h=1, angl=3), TypeError,
         "Rects: the columns must be x, y, w, h, got 'angl': did you mean 'angle'?"),
        (lambda: Circles(x=0, y=0, r=1, anchor="middle"), ValueError, "Circles: anchor must be"),
    ],
)  # fmt: skip
def test_invalid_columns_raise_an_error_that_names_them(call: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind) as error:
        call()
    assert str(error.value).startswith(message)
