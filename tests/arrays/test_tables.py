"""Arrays of shapes and results as tables: what is read back is equal, and nothing of a table outlives or leaks."""

from __future__ import annotations

import gc
import os
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from array_rows import ARRAYS, adversarial_rows
from array_tables import TABLES
from million_rows import ANCHORS, anchored

from collide2d import Circle, Circles, Point, Points, Polygons, Rects, Segment, Shapes, Space, _arrays
from collide2d.arrays import first_hits, nearest

FORMS = [(kind, anchor) for kind in ARRAYS for anchor in ANCHORS.get(kind, {"topleft": None})]
MASKED = Circles([[0, 0, 1], [np.nan, 0, 1], [5, 5, 2]], invalid="nan")


def rows_of(kind: str, anchor: str) -> Any:
    rows, _ = adversarial_rows(kind, kind, 60, seed=31)
    if kind in ANCHORS:
        rows = anchored(kind, rows, list(ANCHORS[kind]).index(anchor))[1]
    array = ARRAYS[kind](rows, anchor=anchor, invalid="nan")
    return ARRAYS[kind](rows[array.valid], anchor=anchor)


@pytest.mark.parametrize("make", TABLES.values(), ids=TABLES.keys())
@pytest.mark.parametrize(("kind", "anchor"), FORMS)
def test_an_array_made_of_its_table_is_equal(kind: str, anchor: str, make: Any) -> None:
    array = rows_of(kind, anchor)
    again = ARRAYS[kind](make(array))
    assert again.anchor == anchor
    assert np.array_equal(again.array, array.array)
    assert (again == array).all()


@pytest.mark.parametrize("make", [pl.DataFrame, pa.table, pa.record_batch])
def test_masked_rows_are_null(make: Any) -> None:
    table = make(MASKED)
    column = table["x"]
    assert column.null_count() == 1 if isinstance(table, pl.DataFrame) else column.null_count == 1
    assert column.to_pylist() == [0, None, 5] if hasattr(column, "to_pylist") else column.to_list() == [0, None, 5]
    again = Circles(table, invalid="nan")
    assert again.valid.tolist() == [True, False, True]
    assert (again == MASKED).tolist() == [True, False, True]


@pytest.mark.parametrize("make", TABLES.values(), ids=TABLES.keys())
def test_no_rows_are_a_table_of_no_rows(make: Any) -> None:
    array = Circles(np.zeros((0, 3)))
    table = make(array)
    assert table.shape == (0, 3) if not isinstance(table, pa.RecordBatch) else table.num_rows == 0
    assert Circles(table).shape == (0,)


def test_the_columns_of_results_hold_their_fields() -> None:
    discs, wall = Circles([[0, 0, 1], [9, 0, 1], [3, 0, 1]]), Circle(1, 0, 1)
    contacts, hits = discs.contact(wall), discs.cast((-9, 0), wall)
    columns = contacts.to_columns()
    assert list(columns) == [
        "hit", "normal_x", "normal_y", "depth", "point1_x", "point1_y", "point2_x", "point2_y",
    ]  # fmt: skip
    assert np.array_equal(columns["point1_x"], contacts.points[:, 0, 0], equal_nan=True)
    assert np.array_equal(columns["point2_y"], contacts.points[:, 1, 1], equal_nan=True)
    columns = hits.to_columns()
    assert list(columns) == ["hit", "t", "x", "y", "normal_x", "normal_y", "depth"]
    assert np.array_equal(columns["y"], hits.point[:, 1], equal_nan=True)
    assert np.array_equal(columns["normal_x"], hits.normal[:, 0], equal_nan=True)
    first = first_hits(discs, (-9, 0), Circles([[1, 0, 1]])).to_columns()
    assert list(first) == ["row", *list(columns)[1:]]
    points = discs.closest_points(wall)
    assert np.array_equal(points.to_columns()["on_b_x"], points.on_b[:, 0])
    assert list(discs.clip(Segment(0, 0, 1, 0)).to_columns()) == ["t_in", "t_out"]
    for result in (contacts, hits, points):
        assert len(result.to_frame()) == len(result.to_frame("polars")) == pa.table(result.to_columns()).num_rows == 3


def test_a_table_of_neighbours_has_a_line_for_each() -> None:
    found = nearest(Points([[0, 0], [9, 0]]), Circles([[4, 0, 1], [1, 0, 1]]), k=3).to_frame()
    assert found["of"].tolist() == [0, 0, 1, 1]
    assert found["rank"].tolist() == [0, 1, 0, 1]
    assert found["row"].tolist() == [1, 0, 0, 1]
    assert found["distance"].tolist() == [0, 3, 4, 7]


def test_a_table_outlives_its_source_and_is_not_changed_with_it() -> None:
    rows = np.arange(3000.0).reshape(-1, 3)
    array = Circles(rows)
    table, frame, columns = pa.table(array), pl.DataFrame(array), array.to_columns()
    want = rows.copy()
    rows[...] = -1
    del array, rows
    gc.collect()
    for have in (table, frame, columns):
        assert np.array_equal(np.column_stack([np.asarray(have[name]) for name in "xyr"]), want)


class Column:
    """A column that must be read in one call: an element of a polars Series is a Series, made in microseconds."""

    def __init__(self, values: list[Any]) -> None:
        self.values = values

    def to_list(self) -> list[Any]:
        return self.values

    def __iter__(self) -> Any:
        raise AssertionError("the column is read element by element")

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.array(self.values, dtype)


class Table(dict[str, Column]):
    @property
    def columns(self) -> list[str]:
        return list(self)


def test_lists_of_points_go_to_tables_and_back_as_a_whole() -> None:
    some = Polygons([0, 3, 7], [[0, 0], [4, 0], [0, 4], [9, 0], [12, 0], [13, 3], [9, 3]], [0, 0.5])
    for array in (some, Shapes.join(some, Circles([[0, 0, 1]]))):
        frame = array.to_frame("polars")
        assert frame.equals(pl.DataFrame(array))
        assert frame.schema["points"] == pl.List(pl.Array(pl.Float64, 2))  # lists of lists take a hundred times longer
        table = Table({name: Column(frame[name].to_list()) for name in frame.columns})
        assert (type(array)(table) == array).all()


@pytest.mark.parametrize("pairs", [[(0, 0), (4, 0), (0, 2**63)], [(True, 0), (4, 0.5), (0, 2**70)]])
def test_lists_of_any_numbers_are_read_as_arrays_of_them_are(pairs: list[Any]) -> None:
    want = np.array(pairs, dtype=object).astype(np.float64)
    assert np.array_equal(Polygons([pairs, pairs]).vertices, np.concatenate([want, want]))
    assert np.array_equal(Polygons([pairs, want]).vertices, np.concatenate([want, want]))


def resident() -> int:
    """The memory of this process in pages."""
    return int(Path("/proc/self/statm").read_text().split()[1])


@pytest.mark.skipif(sys.platform != "linux", reason="other systems say otherwise how much memory is used")
def test_tables_leak_nothing() -> None:
    array = Circles(np.ones((20_000, 3)), invalid="nan")  # half a megabyte for each table

    def round_of_tables(count: int) -> None:
        for k in range(count):
            capsules = array.__arrow_c_array__()
            if k % 3 == 1:
                pa.table(SimpleNamespace(__arrow_c_array__=lambda requested_schema=None, c=capsules: c))
            elif k % 3 == 2:
                pl.DataFrame(array)

    sanitized = "asan" in os.environ.get("LD_PRELOAD", "")
    round_of_tables(700 if sanitized else 30)  # the address sanitizer keeps 256 MB of what is freed
    before = resident()
    round_of_tables(300)
    assert resident() - before < 2_000  # 8 MB; the tables had 150


def test_a_table_may_be_released_by_another_thread() -> None:
    tables = [pa.table(Circles(np.ones((100, 3)))) for _ in range(50)]
    threads = [threading.Thread(target=tables.pop) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert tables == []


REFUSED: list[tuple[Any, type[Exception], str]] = [
    (lambda: MASKED[:, None].to_frame(), ValueError, r"Circles: only .* of one axis is a table, got shape \(3, 1\)"),
    (lambda: MASKED[0, ...].to_columns(), ValueError, r"Circles: only an array of one axis is a table, got shape \(\)"),
    (lambda: pa.table(MASKED[:, None]), ValueError, "Circles: only an array of one axis is a table"),
    (lambda: MASKED[:, None].contact(MASKED).to_frame(), ValueError, "Contacts: only an array of one axis is a table"),
    (lambda: Circles([[0, 0, 1]])[0, ...].distance(Point(3, 0)).to_frame(), AttributeError, "to_frame"),
    (lambda: MASKED.to_frame("math"), TypeError, "to_frame: library must have a DataFrame, such as 'pandas'"),
    (lambda: MASKED.to_frame("no_such_library"), ModuleNotFoundError,
     "to_frame: library must have a DataFrame, such as 'pandas' or 'polars', got 'no_such_library', which cannot be "),
    (lambda: MASKED.to_frame(""), ValueError, "to_frame: library must have a DataFrame, .*, got ''"),
    (lambda: Rects(pa.table({"cx": [1.0], "cy": [1.0], "w": [2.0]})), TypeError, "Rects: the columns must be"),
    (lambda: _arrays._arrow(2, (("x", np.zeros(3), None, None),)), ValueError, "_arrow: the columns must be"),
    (lambda: _arrays._arrow(2, (("x", np.zeros(4)[::2], None, None),)), ValueError, "_arrow: the columns must be"),
    (lambda: _arrays._arrow(2, (("x", np.zeros(2), None, np.ones(3, bool)),)), ValueError, "_arrow: the"),
    (lambda: _arrays._arrow(2, (("x", [0, 0], None, None),)), ValueError, "_arrow: the columns must be"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "error", "match"), REFUSED)
def test_what_is_no_table_is_refused(call: Any, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        call()


ANSWERS: dict[str, tuple[Any, list[str]]] = {
    "query": (lambda s, a: s.query(a), ["of", "row", "item"]),
    "contacts": (lambda s, a: s.contacts(a), ["of", "row", "item", "normal_x", "normal_y", "depth"]),
    "nearest": (lambda s, a: s.nearest(a, 3), ["of", "rank", "row", "item", "distance"]),
    "cast": (lambda s, a: s.cast(a, (9, 0)), ["row", "item", "t", "x", "y", "normal_x", "normal_y", "depth"]),
    "cast_all": (lambda s, a: s.cast_all(a, (9, 0)),
                 ["of", "row", "item", "t", "x", "y", "normal_x", "normal_y", "depth"]),
}  # fmt: skip


@pytest.mark.parametrize("name", ANSWERS)
def test_the_answers_of_a_space_are_tables(name: str) -> None:
    """Each line has the numbers of the single call, in its order."""
    ask, columns = ANSWERS[name]
    space: Any = Space({"a": Circle(0, 0, 1), ("b", 2): Circle(3, 0, 1), "c": Circle(5, 5, 1)})
    rows = Circles([[1, 0, 1], [0, 90, 1], [2, 0, 1.5]])
    frame = ask(space, rows).to_frame()
    assert list(frame.columns) == columns
    lines = frame.itertuples(index=False)
    for i, shape in enumerate(rows.to_shapes()):
        if name == "cast":
            single = [space.cast(shape, (9, 0)) or (None, None)]
        else:
            options = {"nearest": (3,), "cast_all": ((9, 0),)}.get(name, ())
            more = {"distances": True} if name == "nearest" else {}
            single = [x if isinstance(x, tuple) and len(x) == 2 and x not in space else (x, None)
                      for x in getattr(space, name)(shape, *options, **more)]  # fmt: skip
        for item, answer in single:
            line = next(lines)
            assert line.item == item or (item is None and pd.isna(line.item))
            assert line.row == (list(space).index(item) if item else -1)
            assert getattr(line, "of", i) == i
            if name == "nearest":
                assert line.distance == answer
            elif answer:
                assert (line.normal_x, line.normal_y, line.depth) == (*answer.normal, answer.depth)
    assert next(lines, None) is None


def test_an_answer_without_results_is_a_table() -> None:
    space: Any = Space({"a": Circle(0, 0, 1)})
    far = Circles([[90, 0, 1]])
    assert space.query(far).to_frame().shape == (0, 3)
    assert space.cast(far[:0], (1, 0)).to_frame().shape == (0, 8)
    assert space.nearest(far, 0).to_frame().shape == (0, 5)
    assert pl.DataFrame(Space().nearest(far, 2).to_columns()).shape == (0, 5)
    names = space.query(Circles([[0, 0, 1]])).to_columns()
    assert pl.DataFrame(names)["item"].to_list() == pa.table(names)["item"].to_pylist() == ["a"]


def test_hits_are_a_mask() -> None:
    space: Any = Space({"a": Circle(5, 0, 1)})
    hits = space.raycast(np.zeros((2, 2)), [(9, 0), (0, 9)])
    assert hits.hit.tolist() == [True, False]
    assert hits.hit.dtype == bool
    assert hits.t[hits.hit].tolist() == [hits.t[0]]
    assert first_hits(Points([[0, 0]]), [(9, 0)], Circles([[5, 0, 1]])).hit.tolist() == [True]
