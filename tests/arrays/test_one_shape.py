"""What one shape can do, rows can: every row has the bits of its single shape."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from array_rows import ARRAYS, LAYOUTS, SCALARS, adversarial_rows, same_bits

from collide2d import Capsules, Circle, Circles, Points, Rect, Rects, RoundRect, RoundRects, Segments, _core

ATTRIBUTES = ("area", "perimeter", "center", "bounds")
# For each kind and anchor, the constructor that makes the single shape of a row.
MAKERS: dict[tuple[str, str], Any] = {
    **{(kind, "topleft"): maker for kind, maker in SCALARS.items()},
    ("rect", "center"): Rect.centered,
    ("rect", "corners"): Rect.from_corners,
    ("roundrect", "center"): RoundRect.centered,
    ("roundrect", "around"): RoundRect.around,
    ("roundrect", "core"): lambda x, y, w, h, r, angle=0.0: Rect(x, y, w, h).grow(r).replace(angle=angle),
    ("roundrect", "corners"): lambda x1, y1, x2, y2, r: Rect.from_corners(x1, y1, x2, y2).grow(r),
}


def rows_by(kind: str, anchor: str, count: int = 300, seed: int = 3) -> Any:
    """Adversarial rows as the numbers of an anchor, which rounds; every second one far from the origin."""
    rows, _ = adversarial_rows(kind, kind, count, seed=seed)
    if anchor == "corners":
        rows = np.hstack((rows[:, :2], rows[:, :2] + rows[:, 2:4], rows[:, 4 : 4 + (kind == "roundrect")]))
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


# ---- new rows --------------------------------------------------------------------------------------------------------

NUMBERS = (0.0, -0.0, 0.1, -3.0, 1e-7, 2.0**-149, 2.0**40 + 0.3, 1e35)
ANGLES = (0.0, 30.0, -90.0, 720.5, 359.99, 2.0**45 + 1)
FACTORS = (0.0, 1.0, 3.0, 1 / 3, 2.0**-150, 1e20)


def resized(values: Any, count: int) -> list[Any]:
    return [values[i % len(values)] for i in range(count)]


def pairs_for(count: int) -> list[tuple[float, float]]:
    return [(NUMBERS[i % len(NUMBERS)], NUMBERS[(3 * i + 1) % len(NUMBERS)]) for i in range(count)]


def changes_of(kind: str, count: int) -> dict[str, tuple[Any, Any]]:
    """For each change what makes it of an array, and what makes it of the i-th shape."""
    places, angles, factors = pairs_for(count), resized(ANGLES, count), resized(FACTORS, count)
    pivots, numbers = places[::-1], resized(NUMBERS, count)
    xs, ys = ([p[k] for p in places] for k in (0, 1))
    names = SCALARS[kind].__match_args__
    sizes = {name: resized(FACTORS[:-1], count) for name in names if name in ("r", "w", "h")}
    found: dict[str, tuple[Any, Any]] = {
        "move": (lambda a: a.move(xs, ys), lambda s, i: s.move(places[i])),
        "move by one pair": (lambda a: a.move(0.1, -7), lambda s, i: s.move(0.1, -7)),
        "at": (lambda a: a.at(places), lambda s, i: s.at(places[i])),
        "at one place": (lambda a: a.at((0.1, 2.0**40)), lambda s, i: s.at(0.1, 2.0**40)),
        "rotate": (lambda a: a.rotate(angles), lambda s, i: s.rotate(angles[i])),
        "rotate by one angle": (lambda a: a.rotate(12.5), lambda s, i: s.rotate(12.5)),
        "rotate in radians": (lambda a: a.rotate(radians=angles), lambda s, i: s.rotate(radians=angles[i])),
        "rotate about": (lambda a: a.rotate(angles, pivots), lambda s, i: s.rotate(angles[i], pivots[i])),
        "scale_by": (lambda a: a.scale_by(factors), lambda s, i: s.scale_by(factors[i])),
        "grow": (lambda a: a.grow(numbers), lambda s, i: s.grow(numbers[i])),
        "grow by one number": (lambda a: a.grow(0.1), lambda s, i: s.grow(0.1)),
        "replace nothing": (lambda a: a.replace(), lambda s, i: s.replace()),
        "replace a position": (
            lambda a: a.replace(**{names[1]: ys}),
            lambda s, i: s.replace(**{names[1]: ys[i]}),
        ),
        "replace all": (
            lambda a: a.replace(**{name: sizes.get(name, xs) for name in names}),
            lambda s, i: s.replace(**{name: sizes.get(name, xs)[i] for name in names}),
        ),
    }
    for name, values in sizes.items():
        found[f"replace {name}"] = (
            lambda a, name=name, values=values: a.replace(**{name: values}),
            lambda s, i, name=name, values=values: s.replace(**{name: values[i]}),
        )
    if "angle" in names:
        turns = resized(ANGLES[1:], count)
        found["replace the angle"] = (lambda a: a.replace(angle=turns), lambda s, i: s.replace(angle=turns[i]))
    return found


def made_or_none(make: Any, shape: Any, i: int) -> Any:
    try:
        return make(shape, i)
    except ValueError:
        return None


def held(shape: Any) -> Any:
    """All that decides how a shape answers and how it changes further."""
    if shape is None:
        return None
    numbers = _core._rect_numbers(shape) if shape.kind in ("rect", "roundrect") else None
    ends = (shape.a, shape.b) if shape.kind in ("segment", "capsule") else ()
    return shape, shape.vertices, shape.radius, shape.bounds, numbers, ends


def halves(kind: str, anchor: str) -> list[Any]:
    """Rows by an anchor; turned rectangles and others apart, because rows hold grown ones of one form."""
    rows = rows_by(kind, anchor)
    if kind not in ("rect", "roundrect") or anchor == "corners":
        return [rows]
    turned = np.fmod(rows[:, -1], 360) != 0
    return [rows[turned], rows[~turned], rows[~turned][:, :-1]]


def still(x1: float, y1: float, x2: float, y2: float, *r: float) -> Any:
    """The rectangle of two corners by its top-left corner and its size."""
    rect = Rect(min(x1, x2), min(y1, y2), abs(x1 - x2), abs(y1 - y2))
    return rect.grow(*r) if r else rect


CHANGES = tuple(changes_of("roundrect", 1))


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize(("kind", "anchor"), MAKERS)
def test_a_changed_row_is_the_changed_shape(kind: str, anchor: str, change: str) -> None:
    """Bit for bit, where the shape can be changed; elsewhere the row is masked, or refused with its index."""
    compared = 0
    for rows in halves(kind, anchor):
        changes = changes_of(kind, len(rows))
        if change not in changes:
            return
        of_array, of_shape = changes[change]
        shapes = [MAKERS[kind, anchor](*row) for row in rows.tolist()]
        want = [made_or_none(of_shape, s, i) for i, s in enumerate(shapes)]
        got = of_array(ARRAYS[kind](rows, anchor=anchor, invalid="nan"))
        assert got.array.dtype == np.float64
        if anchor == "corners" and change == "move":  # some rows stay where they are while others move
            places = pairs_for(len(rows))
            want = [s if any(places[i]) else still(*rows[i].tolist()) for i, s in enumerate(want)]
        assert [held(s) for s in got.to_shapes()] == [held(s) for s in want]
        if None in want:
            with pytest.raises(ValueError, match=f"^{change.split()[0]}: .* at index {want.index(None)}$"):
                of_array(ARRAYS[kind](rows, anchor=anchor))
        compared += len(want) - want.count(None)
    assert compared > 50


def test_changes_of_some_rectangles_that_are_turned_and_some_that_are_not() -> None:
    """Every answer of a grown rectangle is that of the single one; of a grown rounded one the turned are near."""
    rows = rows_by("rect", "topleft")
    grown, want = Rects(rows).grow(0.1), [Rect(*row).grow(0.1) for row in rows.tolist()]
    assert grown.anchor == "core"
    for ours, theirs in zip(grown.to_shapes(), want, strict=True):
        assert (ours.vertices, ours.radius, ours.bounds) == (theirs.vertices, theirs.radius, theirs.bounds)
        assert ours.angle == theirs.angle
    mixed = RoundRects([[0.1, 0.2, 3.7, 2.9, 0.3, 30], [0.1, 0.2, 3.7, 2.9, 0.3, 0]]).grow(0.1)
    turned, upright = RoundRect(0.1, 0.2, 3.7, 2.9, 0.3, 30), RoundRect(0.1, 0.2, 3.7, 2.9, 0.3)
    assert held(mixed[1]) == held(upright.grow(0.1))
    assert mixed[0].radius == turned.grow(0.1).radius
    # Corners, sizes and halves are each rounded once, of numbers below 8.
    assert np.abs(np.subtract(mixed[0].vertices, turned.grow(0.1).vertices)).max() <= 8 * 8 * 2.0**-53


def test_the_kinds_and_anchors_of_changed_rows() -> None:
    assert type(Points([[0, 0]]).grow(1)) is type(Circles([[0, 0, 1]]).grow(1)) is Circles
    assert type(Segments([[0, 0, 1, 1]]).grow(1)) is Capsules
    rect, turned = Rects([[0, 0, 4, 2]]), Rects([[0, 0, 4, 2, 30]])
    assert (rect.grow(1).anchor, turned.grow(1).anchor) == ("core", "around")
    assert Rects([[0, 0, 4, 2]], anchor="corners").grow(1).anchor == "corners"
    assert Rects([[0, 0, 4, 2]], anchor="center").grow(1).anchor == "around"
    assert rect.rotate(30).anchor == "topleft"
    assert rect.rotate(30, about=(0, 0)).anchor == rect.at(1, 1).anchor == rect.scale_by(2).anchor == "center"
    assert rect.grow(1).at(1, 1).anchor == "around"
    assert rect.grow(1).move(1, 1).anchor == rect.grow(1).rotate(9).anchor == "core"
    assert rect.grow(1).replace(w=3).anchor == "topleft"
    corners = RoundRects([[0, 0, 4, 2, 1]], anchor="corners")
    assert (corners.move(1, 1).anchor, corners.move(0, 2.0**-220).anchor) == ("core", "corners")
    assert (corners.replace(angle=2.0**-220).anchor, corners.replace(angle=9).anchor) == ("corners", "around")
    assert (corners.rotate(9).anchor, corners.grow(1).anchor) == ("around", "corners")


def test_a_grown_rectangle_that_is_in_the_domain_only_because_it_is_turned() -> None:
    row = [2e59, 1e59, 8.1e59, 0.0, 1.0, 90.0]
    array = RoundRects([row], anchor="core")
    assert array[0].bounds == tuple(array.bounds[0].tolist())
    assert held(RoundRects.from_shapes(array.to_shapes())[0]) == held(array[0])
    with pytest.raises(ValueError, match=r"^replace: every coordinate and size must be between .* at index 0$"):
        array.replace(angle=0)


class Bullets(Circles):
    """A type of a user."""

    __slots__ = ()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_changes_of_every_layout_and_of_single_precision(layout: str) -> None:
    rows = np.array([[0, 0, 4, 2, 1, 30], [1, 2, 8, 8, 0.5, 15], [7, 7, 3, 2, 1, -45.5]])
    want = RoundRects(rows).scale_by(1.7)
    assert same_bits(RoundRects(LAYOUTS[layout](rows)).scale_by(1.7).array, want.array)
    assert same_bits(RoundRects(rows.astype(np.float32)).scale_by(1.7).array, want.array)
    factors = LAYOUTS[layout](np.array([[1.0, 2, 0.5]]))[0]
    assert same_bits(RoundRects(rows).scale_by(factors).array, RoundRects(rows).scale_by([1, 2, 0.5]).array)
    assert same_bits(RoundRects(rows).scale_by(np.float32(1.5)).array, RoundRects(rows).scale_by(1.5).array)


def test_changes_broadcast_and_make_rows_of_their_own() -> None:
    rows = np.array([[0.0, 0, 1], [5, 5, 2]])
    bullets = Bullets(rows)
    table = bullets.grow([[1], [2], [3]])
    assert type(table) is Bullets
    assert table.shape == (3, 2)
    assert table.array[..., 2].tolist() == [[2, 3], [3, 4], [4, 5]]
    assert bullets[0:0].at((1, 2)).shape == (0,)
    assert bullets[:, None].at(np.zeros((2, 0, 2))).shape == (2, 0)
    one = Circles(rows[0])
    assert one.scale_by(3).shape == ()
    assert one.scale_by(3)[()] == Circle(0, 0, 3)
    assert one.move([[1, 1], [2, 2]]).to_shapes() == [Circle(1, 1, 1), Circle(2, 2, 1)]
    for new in (bullets.move(0, 0), bullets.replace(), bullets.scale_by(1), bullets.rotate(0)):
        assert not np.shares_memory(new.array, rows)
        new.array[...] = 7
    assert rows.tolist() == [[0, 0, 1], [5, 5, 2]]
    masked = Circles([[0, 0, 1], [np.nan, 0, 1], [0, 0, 5]], invalid="nan").grow(-2)
    assert masked.invalid == "nan"
    assert masked.to_shapes() == [None, None, Circle(0, 0, 3)]
    changed = np.array([[0.0, 0, 1], [1, 1, 1]])
    circles = Circles(changed)
    changed[1, 2] = -1
    with pytest.raises(ValueError, match=r"Circles: r must be >= 0, got .* at index 1"):
        circles.grow(9)


class Lazy:
    """What NumPy would load into memory, as dask's arrays are."""

    def __dask_graph__(self) -> None: ...
    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        raise AssertionError("loaded into memory")


def test_arguments_of_changes_are_not_loaded_into_memory() -> None:
    lazy: Any = Lazy()
    circles = Circles([[0, 0, 1]])
    for verb, name in (("move", "dx"), ("at", "x"), ("rotate", "angle"), ("scale_by", "k"), ("grow", "d")):
        with pytest.raises(TypeError, match=f"{verb}: {name} must be in memory, got a dask Lazy: see collide2d.dask"):
            getattr(circles, verb)(lazy)
    with pytest.raises(TypeError, match=r"replace: r must be in memory"):
        circles.replace(r=lazy)


def test_copy_replace_of_new_pythons_calls_replace() -> None:
    assert same_bits(Circles([[1, 2, 3]]).__replace__(r=5).array, np.array([[1.0, 2, 5]]))
