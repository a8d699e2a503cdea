"""The law of fuzz_arrays.c, in Python: arrays of shapes give the answers of single shapes, element by element.

`hold` takes numbers and choices. It lays the numbers out in memory according to the choices, calls a verb, and returns
a description of the failure, or "". It trusts NumPy's indexing and the verbs of single shapes, which other targets
test.
"""

from __future__ import annotations

import itertools
import math
import pickle
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NoReturn

import numpy as np

import collide2d
from collide2d import arrays

VIEWS = (arrays.Points, arrays.Circles, arrays.Segments, arrays.Capsules, arrays.Rects, arrays.RoundRects)
SINGLES: tuple[Any, ...] = (
    collide2d.Point, collide2d.Circle, collide2d.Segment, collide2d.Capsule, collide2d.Rect, collide2d.RoundRect,
)  # fmt: skip
ANSWERS = ("relate", "collides", "overlaps", "touches", "separation", "distance")
DTYPES: dict[str, Any] = {"relate": np.int8, "separation": np.float64, "distance": np.float64}
# The outputs of verbs with several: the type of the result, the dtype of each, and its axes of length 2.
_HITS = arrays.Hits, ((np.bool_, 0), (np.float64, 0), (np.float64, 1), (np.float64, 1), (np.float64, 0))
RESULTS: dict[str, tuple[Any, Any]] = {
    "contact": (arrays.Contacts, ((np.bool_, 0), (np.float64, 1), (np.float64, 0), (np.float64, 2))),
    "cast": _HITS,
    "raycast": _HITS,
    "turn_cast": _HITS,
    "closest_points": (arrays.ClosestPoints, ((np.float64, 1), (np.float64, 1))),
    "clip": (arrays.Clips, ((np.float64, 0), (np.float64, 0))),
}
SEARCHES = (None, None, "first_hits", "nearest", "Space.cast", "Space.query")
MEMORY = ("<f8", "<f8", "<f8", "<f4", ">f8", ">f4")
BODY = collide2d.Body(
    [*collide2d.Body.from_outline([(0, 0), (4, 0), (4, 4), (2, 1), (0, 4)]), collide2d.Segment(2, 1, 2, 5)]
)
POLYGON = collide2d.Polygon([(0, 0), (2, 0), (3, 1), (2, 3), (1, 3)], 0.25)


class BrokenLawError(Exception):
    """The law is violated."""


class Choices:
    """Small numbers, one after the other, and zeros at the end."""

    def __init__(self, data: bytes) -> None:
        self._data: Iterator[int] = iter(data)

    def below(self, n: int) -> int:
        return next(self._data, 0) % n

    def of(self, options: Sequence[Any]) -> Any:
        return options[self.below(len(options))]


# ---- in memory -------------------------------------------------------------------------------------------------------


def shape_of(count: int, choices: Choices) -> tuple[int, ...]:
    """Leading axes for a number of rows."""
    if count == 1 and choices.below(4) == 0:
        return ()
    splits = [(count,), (count, 1), (1, count), *[(k, count // k) for k in (2, 3) if count % k == 0 and count]]
    return tuple(choices.of(splits))


def empty_in_memory(shape: tuple[int, ...], dtype: Any, choices: Choices) -> Any:
    """An array in its own memory: axes in any order, with gaps, reversed, repeated, unaligned; the memory ends at its
    last byte.
    """
    dtype = np.dtype(dtype)
    order = list(range(len(shape)))
    for i in range(len(order)):
        j = i + choices.below(len(order) - i)
        order[i], order[j] = order[j], order[i]
    strides, step = [0] * len(shape), dtype.itemsize
    for axis in order:
        step += dtype.itemsize * choices.of((0, 0, 0, 1, 2)) + choices.of((0, 0, 0, 0, 0, 0, 1, 3))
        strides[axis] = step
        step *= max(shape[axis], 1)
    low = choices.of((0, 0, 0, 8, 1))
    high = low + dtype.itemsize
    for axis, size in enumerate(shape):
        how = choices.below(8)
        if how == 0 and axis < len(shape) - 1:
            strides[axis] = 0
        reach = strides[axis] * max(size - 1, 0)
        high += reach
        if how in (1, 2):
            strides[axis] = -strides[axis]
            low += reach
    memory = np.zeros(high, dtype=np.uint8)
    return np.ndarray(shape, dtype, memory, low, strides)


def say(text: str, *more: Any) -> NoReturn:
    raise BrokenLawError(" ".join([text, *map(repr, more)]))


def same(got: Any, want: Any) -> bool:
    """Whether two arrays are equal bit for bit, with all NaNs equal."""
    got, want = np.asarray(got), np.asarray(want)
    if got.dtype != want.dtype or got.shape != want.shape:
        return False
    if got.dtype == np.float64:
        both = np.isnan(got) & np.isnan(want)
        return bool((both | (got.copy().view(np.int64) == want.copy().view(np.int64))).all())
    return bool((got == want).all())


class Side:
    """One side of a call: an array of shapes, and the single shapes of its rows, None for the invalid."""

    def __init__(self, name: str, kind: int, rows: Any, choices: Choices) -> None:
        self.name, self.view, self.single, self.choices = name, VIEWS[kind], SINGLES[kind], choices
        with np.errstate(over="ignore"):
            self.array = empty_in_memory((*shape_of(len(rows), choices), rows.shape[1]), choices.of(MEMORY), choices)
            self.array[...] = rows.reshape(self.array.shape)
        self.shape = self.array.shape[:-1]
        self.shapes: Any = np.empty(self.shape, dtype=object)
        for index in np.ndindex(*self.shape):
            try:
                self.shapes[index] = self.single(*self.array[index].tolist())
            except ValueError:
                self.shapes[index] = None
        self.valid = np.array([s is not None for s in self.shapes.ravel()], dtype=bool).reshape(self.shape)
        self.masked = choices.below(3) == 0
        self.late = choices.below(4) == 0  # the rows are written to the memory after the view is made

    def index_of_fault(self) -> str:
        """The end of a message about the first invalid row."""
        index = tuple(np.argwhere(~self.valid)[0].tolist()) if self.shape else ()
        return "" if not index else f" at index {index[0] if len(index) == 1 else index}"

    def make(self) -> Any:
        """The view; None if it was refused, as it had to be."""
        view: Any
        rows = self.array.copy()
        shared = self.array.dtype.isnative and self.array.flags.aligned
        if self.late:
            self.array[...] = 0
        try:
            view = self.view(self.array, invalid="nan" if self.masked else "raise")
        except ValueError as error:
            if self.late or self.masked or self.valid.all():
                say("a valid array is refused:", str(error))
            if not str(error).startswith(self.view.__name__ + ": ") or not str(error).endswith(self.index_of_fault()):
                say("another row is blamed:", str(error), self.index_of_fault())
            return None
        if not self.late and not self.masked and not self.valid.all():
            say("an invalid row is let through")
        if shared and view.array is not self.array:
            say("copied without need", self.array.dtype, self.array.strides)
        self.array[...] = rows
        if self.late and not np.shares_memory(view.array, self.array):
            view = self.view(rows, invalid="nan")
            self.masked = True
        return view


def check_view(side: Side, view: arrays.ShapeArray) -> None:
    """Checks the properties of a view whose rows are all valid or masked."""
    if view.shape != side.shape:
        say("shape", view.shape)
    if not same(view.valid, side.valid):
        say("valid", view.valid)
    if not side.masked and not side.valid.all():
        return
    for index in np.ndindex(*side.shape):
        shape = side.shapes[index]
        bounds, vertices = view.bounds[index].tolist(), view.vertices[index].tolist()
        if shape is None:
            if not all(map(math.isnan, [*bounds, *itertools.chain(*vertices)])):
                say("a masked row has bounds or vertices", bounds, vertices)
        elif tuple(bounds) != shape.bounds or {tuple(v) for v in vertices} != set(shape.vertices):
            say("bounds or vertices of", shape, bounds, vertices)
        if side.shape and view[index] != shape:
            say("the element at", index, view[index], shape)
    check_changes(side, view)
    again = pickle.loads(pickle.dumps(view))
    if type(again) is not type(view) or again.array.tobytes() != view.array.tobytes():
        say("pickle")


# What makes a new shape of one shape, and new rows of rows.
CHANGES: dict[str, Callable[[Any], Any]] = {
    "move": lambda s: s.move(0.1, -3),
    "at": lambda s: s.at(0.1, 1e30),
    "rotate": lambda s: s.rotate(30),
    "rotate about": lambda s: s.rotate(-75.5, about=(1, 2)),
    "scale_by": lambda s: s.scale_by(1 / 3),
    "grow": lambda s: s.grow(-0.25),
    "replace": lambda s: s.replace(**{"ax" if s.kind in ("segment", "capsule") else "x": 0.7}),
}


def check_changes(side: Side, view: arrays.ShapeArray) -> None:
    """Checks what one shape can do, of rows that are all valid or masked."""
    for name in ("area", "perimeter", "center"):
        width = (2,) if name == "center" else ()
        numbers = np.full((*side.shape, *width), np.nan)
        for index in np.ndindex(*side.shape):
            if side.shapes[index] is not None:
                numbers[index] = getattr(side.shapes[index], name)
        if not same(getattr(view, name), numbers):
            say(name, getattr(view, name), numbers)
    for name, change in CHANGES.items():
        want: Any = np.full(side.shape, None, dtype=object)
        stopped = False
        for index in np.ndindex(*side.shape):
            shape = side.shapes[index]
            try:
                want[index] = shape if shape is None else change(shape)
            except ValueError:
                stopped = True
        if stopped and not side.masked:
            refused(partial(change, view), name.split()[0] + ": ", "")
            continue
        changed = change(view)
        if changed.shape != side.shape:
            say(f"{name} makes the shape", changed.shape)
        if not want.size:
            continue
        got: Any = np.empty(side.shape, dtype=object)
        got[...] = changed.to_shapes()
        for index in np.ndindex(*side.shape):
            check_changed(name, got[index], want[index])


def check_changed(name: str, got: Any, want: Any) -> None:
    if got is None or want is None:
        good = got is want
    elif name == "grow" and want.kind == "roundrect" and want.angle:  # rounded once more beside those not turned
        good = got.radius == want.radius and got.angle == want.angle
    else:
        good = got == want and got.vertices == want.vertices
    if not good:
        say(f"{name} makes", got, want)


# ---- verbs -----------------------------------------------------------------------------------------------------------


class Way:
    """How the first operand goes, element by element: a motion, or an angle and, if any, the point to turn about and a
    motion."""

    def __init__(self, motions: Any = None, angles: Any = None, about: Any = None) -> None:
        self.motions, self.angles, self.about = motions, angles, about

    def shapes(self) -> list[tuple[int, ...]]:
        pairs = [array.shape[:-1] for array in (self.motions, self.about) if array is not None]
        return pairs if self.angles is None else [*pairs, self.angles.shape]

    def call(self, a: Any, b: Any) -> list[Any]:
        """The arguments of the verb."""
        if self.angles is not None:
            return [a, self.angles, b, self.about]
        return [a, b] if self.motions is None else [a, self.motions, b]

    def keywords(self) -> dict[str, Any]:
        """The keyword arguments of the verb."""
        return {} if self.angles is None or self.motions is None else {"motion": self.motions}

    def at(self, index: tuple[int, ...], shape: tuple[int, ...]) -> Way:
        """That of a single element."""
        pairs = [
            None if array is None else tuple(np.broadcast_to(array, (*shape, 2))[index].tolist())
            for array in (self.motions, self.about)
        ]
        angle = None if self.angles is None else float(np.broadcast_to(self.angles, shape)[index])
        return Way(pairs[0], angle, pairs[1])


def wanted(verb: str, a: Any, b: Any, way: Way, shape: tuple[int, ...], masked: bool) -> tuple[list[Any], bool]:
    """The arrays that a verb must return, and whether one of its single calls is refused."""
    a, b, refused = np.broadcast_to(a, shape), np.broadcast_to(b, shape), False
    ask = getattr(collide2d, verb)
    if verb in ANSWERS:
        dtype = DTYPES.get(verb, np.bool_)
        no: Any = -1 if verb == "relate" else np.nan if verb in DTYPES else False
        out = np.full(shape, no, dtype)
        for index in np.ndindex(*shape):
            if a[index] is not None and b[index] is not None:
                out[index] = ask(a[index], b[index])
        return [out], False
    outs = [
        np.full(shape + (2,) * axes, False if dtype is np.bool_ else np.nan, dtype) for dtype, axes in RESULTS[verb][1]
    ]
    for index in np.ndindex(*shape):
        if a[index] is None or b[index] is None:
            continue
        try:
            single = way.at(index, shape)
            found = ask(*single.call(a[index], b[index]), **single.keywords())
        except ValueError:
            refused = True
            continue
        if found is not None:
            for out, part in zip(outs, parts_of(verb, found), strict=True):
                out[index] = part
    return outs, refused and not masked


def parts_of(verb: str, found: Any) -> tuple[Any, ...]:
    """What arrays hold of a single result."""
    if verb in ("closest_points", "clip"):
        return tuple(found)
    if verb == "contact":
        return True, found.normal, found.depth, (*found.points, (np.nan, np.nan))[:2]
    return True, found.t, found.point, found.normal, found.depth


def outputs(want: Sequence[Any], memory: Sequence[Any], choices: Choices) -> list[Any] | None:
    """Output arrays, sometimes in the memory of an argument; None to let the verb make them."""
    how = choices.below(4)
    if how == 0:
        return None
    outs = [empty_in_memory(array.shape, array.dtype, choices) for array in want]
    for k, array in enumerate(want):
        under = choices.of(memory) if how == 1 and memory else None
        while under is not None and under.base is not None:
            under = under.base
        if under is not None and under.flags.c_contiguous and under.nbytes >= array.nbytes:
            outs[k] = np.ndarray(array.shape, array.dtype, under, choices.below(under.nbytes - array.nbytes + 1))
    # Output elements that share memory have no unique answer.
    return outs if all(0 not in o.strides or o.size < 2 for o in outs) else None


def check_verb(verb: str, sides: Sequence[Any], views: Sequence[Any], way: Way, choices: Choices) -> None:
    """Checks one call, which must be right, or refused if it has to be. sides: Side, a single shape or a body."""
    shapes = [*(s.shape if isinstance(s, Side) else () for s in sides), *way.shapes()]
    call = way.call(*views)
    ask = partial(getattr(collide2d, verb), **way.keywords())
    try:
        shape = np.broadcast_shapes(*shapes)
    except ValueError:
        refused(lambda: ask(*call), f"{verb}: the shape", "")
        return
    masked = any(isinstance(s, Side) and s.masked for s in sides)
    want, stopped = wanted(verb, _shapes(sides[0]), _shapes(sides[1]), way, shape, masked)
    names = {"raycast": ("origin", "b"), "clip": ("shape", "segment")}.get(verb, ("a", "b"))
    faults = [
        (name, side.index_of_fault())
        for name, side in zip(names, sides, strict=True)
        if isinstance(side, Side) and not side.masked and not side.valid.all()
    ]
    if math.prod(shape) and (faults or stopped):
        one = len(faults) == 1 and not stopped
        refused(lambda: ask(*call), f"{verb}: {faults[0][0]}" if one else f"{verb}: ", faults[0][1] if one else "")
        return
    given = [view.array for view in views if isinstance(view, arrays.ShapeArray)]
    outs = outputs(want, given, choices)
    got = ask(*call) if outs is None else ask(*call, out=outs[0] if verb in ANSWERS else tuple(outs))
    if verb in ANSWERS:
        got = (got,)
    elif type(got) is not RESULTS[verb][0]:
        say("the result is a", type(got))
    several = any(np.may_share_memory(x, y) for x, y in itertools.combinations(outs or (), 2))
    for k, (answer, right) in enumerate(zip(got, want, strict=True)):
        if outs is not None and answer is not outs[k]:
            say("another array than out is returned")
        if not several and not same(answer, right):
            say(f"{verb}, output {k}:", answer, right)


def _shapes(side: Any) -> Any:
    if isinstance(side, Side):
        return side.shapes
    one = np.empty((), dtype=object)
    one[()] = side
    return one


def refused(call: Callable[[], Any], start: str, end: str) -> None:
    try:
        call()
    except ValueError as error:
        if not str(error).startswith(start) or not str(error).endswith(end):
            say("another error:", str(error), start, end)
        return
    say("let through:", start, end)


# ---- all pairs -------------------------------------------------------------------------------------------------------


def check_pairs(a: Side, b: Side | None, view_a: Any, view_b: Any, choices: Choices) -> None:
    touching, rows = choices.below(2) == 0, 1 + choices.below(5)
    sides = [a] if b is None else [a, b]
    arguments = (view_a, view_b)

    def found() -> Any:
        return arrays.pairs(*arguments, touching=touching)

    if any(len(s.shape) != 1 for s in sides):
        try:
            found()
        except (ValueError, TypeError):
            return
        say("pairs of several axes")
    bad = [s for s in sides if not s.masked and not s.valid.all()]
    if bad:
        refused(found, "pairs: ", bad[0].index_of_fault())
        return
    ask = collide2d.collides if touching else collide2d.overlaps
    s, t = a.shapes.tolist(), (a if b is None else b).shapes.tolist()
    indices = itertools.combinations(range(len(s)), 2) if b is None else itertools.product(range(len(s)), range(len(t)))
    want = [[i, j] for i, j in indices if s[i] is not None and t[j] is not None and ask(s[i], t[j])]
    if found().tolist() != want:
        say("pairs:", found().tolist(), want)
    if arrays.count_pairs(*arguments, touching=touching) != len(want):
        say("count_pairs")
    parts = arrays.pair_chunks(*arguments, touching=touching, rows=rows)
    if [pair for part in parts for pair in part.tolist()] != want:
        say("pair_chunks")


# ---- searches of one row among many ----------------------------------------------------------------------------------


def check_search(verb: str, sides: Sequence[Side], views: Sequence[Any], ways: Any, choices: Choices) -> None:
    """Checks first_hits, nearest, or the queries of a Space, of each row of the first array among the second."""
    options: dict[str, Any] = {"touching": choices.below(2) == 0, "leaving": choices.below(2) == 0}
    k = choices.below(5)
    if any(len(side.shape) != 1 for side in sides):
        return
    a, b = (side.shapes.tolist() for side in sides)
    motions = ways if len(ways) == len(a) != 1 else ways[:1] if len(ways) else np.zeros((1, 2))
    each = [tuple(motion) for motion in np.broadcast_to(motions, (len(a), 2)).tolist()]
    space: Any = collide2d.Space((i, shape) for i, shape in enumerate(b) if shape is not None)
    calls: dict[str, tuple[Callable[[], Any], Callable[[int], list[Any]]]] = {
        "first_hits": (
            lambda: arrays.first_hits(views[0], motions, views[1], **options),
            lambda i: first_hit_of(a[i], each[i], b, options),
        ),
        "nearest": (
            lambda: arrays.nearest(views[0], views[1], k),
            lambda i: sorted((collide2d.distance(a[i], s), j) for j, s in enumerate(b) if s is not None)[:k],
        ),
        "Space.cast": (
            lambda: space.cast(views[0], motions, **options),
            lambda i: [h for h in [space.cast(a[i], each[i], **options)] if h],
        ),
        "Space.query": (lambda: space.query(views[0], touching=options["touching"]),
                        lambda i: space.query(a[i], touching=options["touching"])),
    }  # fmt: skip
    call, single = calls[verb]
    among = sides if verb in ("first_hits", "nearest") else sides[:1]
    masked, stopped = any(side.masked for side in among), False
    want: list[list[Any]] = [[] for _ in a]
    for i, shape in enumerate(a):
        try:
            want[i] = [] if shape is None else single(i)
        except ValueError:
            stopped = True
    name = verb.removeprefix("Space.")
    if any(not side.masked and not side.valid.all() for side in among) or (stopped and not masked):
        if len(a):
            refused(call, f"{name}: ", "")
        return
    got = call()
    for i, right in enumerate(want):
        found = found_in_row(got, i, sorted(space) if verb.startswith("Space") else range(len(b)))
        expected = [(j, d) for d, j in right] if verb == "nearest" else [as_numbers(r) for r in right]
        if repr(found) != repr(expected):
            say(f"{verb} of row {i}:", found, expected)


def first_hit_of(shape: Any, motion: tuple[float, float], among: Sequence[Any], options: dict[str, bool]) -> list[Any]:
    hits = [(j, collide2d.cast(shape, motion, s, **options)) for j, s in enumerate(among) if s is not None]
    found = [(j, hit) for j, hit in hits if hit is not None]
    return [min(found, key=lambda f: (f[1].t, f[0]))] if found else []


def as_numbers(result: Any) -> tuple[Any, ...]:
    """An item, or an item and its hit."""
    return (result[0], result[1].t, result[1].point, result[1].normal, result[1].depth) if isinstance(
        result, tuple) else (result,)  # fmt: skip


def found_in_row(got: Any, i: int, names: Sequence[int]) -> list[tuple[Any, ...]]:
    """The results of a row in the same form."""
    part = slice(*got.offsets[i : i + 2].tolist()) if hasattr(got, "offsets") else slice(i, i + 1)
    rows = got.row[part].ravel()
    fields = [x[part][0] if got.row.ndim == 2 else x[part] for x in got if x.dtype == np.float64]
    results = zip(rows.tolist(), *(field.tolist() for field in fields), strict=True)
    return [
        (names[row], *(tuple(x) if isinstance(x, list) else x for x in numbers))
        for row, *numbers in results
        if row >= 0
    ]


# ---- the law ---------------------------------------------------------------------------------------------------------


def numbers_of(values: Sequence[float], columns: int) -> Any:
    return np.array(values, dtype=np.float64).reshape(-1, columns)


def hold(kind_a: int, kind_b: int, a: list[float], b: list[float], motions: list[float], data: bytes) -> str:
    """The failure of a call with these rows, flat lists, in memory as the bytes of data choose; "" if none."""
    choices = Choices(data)
    columns = [len(SINGLES[kind].__match_args__) for kind in (kind_a, kind_b)]
    rows = [numbers_of(values, count) for values, count in zip((a, b), columns, strict=True)]
    verb = choices.of(
        (*ANSWERS, "contact", "cast", "raycast", "pairs", "pairs of two", "==", "turn_cast", "closest_points",
         "clip", "separate", "ragged")
    )  # fmt: skip
    for k, kind in enumerate((kind_a, kind_b)):
        if kind >= 4 and choices.below(2):
            rows[k] = rows[k][:, :-1]  # no angle
    try:
        if verb == "ragged":
            if choices.below(2):
                check_mixed((kind_a, kind_b), rows, numbers_of(motions, 2), choices)
            else:
                check_polygons(a[: len(a) // 2 * 2], b, choices)
            return ""
        side_a, side_b = Side("a", kind_a, rows[0], choices), Side("b", kind_b, rows[1], choices)
        views = [side.make() for side in (side_a, side_b)]
        for side, view in zip((side_a, side_b), views, strict=True):
            if view is not None:
                check_view(side, view)
        if any(view is None for view in views):
            return ""
        search = choices.of(SEARCHES) if verb == "pairs of two" else None
        if search:
            check_search(search, (side_a, side_b), views, numbers_of(motions, 2), choices)
        elif verb.startswith("pairs"):
            of = (None, None) if verb == "pairs" else (side_b, views[1])
            check_pairs(side_a, of[0], views[0], of[1], choices)
        elif verb == "==":
            check_equality(side_a, side_b, views)
        elif verb == "separate":
            check_separate(side_a, side_b, views)
        else:
            sides: list[Any] = [side_a, side_b]
            if (verb == "raycast" and kind_a != 0) or (verb == "clip" and kind_b != 2):
                return ""
            single = choices.below(5)
            if single < 2 and verb not in ("raycast", "clip"):
                good = [s for s in sides[single].shapes.ravel().tolist() if s is not None]
                sides[single] = views[single] = choices.of([*good, POLYGON, BODY])
            ways = numbers_of(motions, 2)
            moves = empty_in_memory((*shape_of(len(ways), choices), 2), choices.of(MEMORY), choices)
            with np.errstate(over="ignore"):
                moves[...] = ways.reshape(moves.shape)
            check_verb(verb, sides, views, way_of(verb, moves, choices), choices)
    except BrokenLawError as broken:
        return str(broken)
    return ""


def way_of(verb: str, moves: Any, choices: Choices) -> Way:
    """The arguments of a verb besides the shapes, from pairs of numbers; angles are a part of their memory."""
    if verb == "turn_cast":
        if choices.below(4):
            with np.errstate(invalid="ignore"):
                moves[..., 0] %= 720
                moves[..., 0] -= 360
        about = moves if choices.below(2) else None
        return Way(choices.of((None, moves, np.zeros(2))), moves[..., 0], about)
    return Way(moves) if verb in ("cast", "raycast") else Way()


def check_equality(a: Side, b: Side, views: Sequence[Any]) -> None:
    try:
        shape = np.broadcast_shapes(a.shape, b.shape)
    except ValueError:
        return
    if math.prod(shape) and any(not s.masked and not s.valid.all() for s in (a, b)):
        return
    s, t, want = np.broadcast_to(a.shapes, shape), np.broadcast_to(b.shapes, shape), np.zeros(shape, bool)
    for index in np.ndindex(*shape):
        want[index] = s[index] is not None and t[index] is not None and s[index] == t[index]
    if not same(views[0] == views[1], want):
        say("==", views[0] == views[1], want)


def check_separate(a: Side, b: Side, views: Sequence[Any]) -> None:
    view_a, view_b = views
    try:
        shape = np.broadcast_shapes(a.shape, b.shape)
    except ValueError:
        return
    if any(not s.masked and not s.valid.all() for s in (a, b)):
        return
    s, t = np.broadcast_to(a.shapes, shape), np.broadcast_to(b.shapes, shape)
    try:
        first, second = collide2d.separate(view_a, view_b, mass_b=3)
    except ValueError as error:
        if math.prod(shape) and "when they are apart" in str(error):
            return
        raise
    if first.shape != shape or second.shape != shape:
        say("separate makes the shapes", first.shape, second.shape)
    for index in np.ndindex(*shape):
        p, q = s[index], t[index]
        want = (p, q) if p is None or q is None else collide2d.separate(p, q, mass_b=3)
        for got, one in zip((first[index], second[index]), want, strict=True):
            check_changed("separate", got, one)


def check_polygons(numbers: list[float], radii: list[float], choices: Choices) -> None:
    """Polygons whose offsets are choices, also some out of range, and whose vertices are any numbers."""
    points = np.array(numbers, dtype=np.float64).reshape(-1, 2)
    vertices = empty_in_memory(points.shape, choices.of(MEMORY), choices)
    with np.errstate(over="ignore"):
        vertices[...] = points
    offsets = [0]
    for _ in range(choices.below(6)):
        offsets.append(offsets[-1] + choices.of((3, 4, 3, 5, 1, 2, 0, 8, -1)))
    radius = (radii * len(offsets))[: len(offsets) - 1] if radii else [0.0] * (len(offsets) - 1)
    shapes: list[Any] = []
    for start, end, r in zip(offsets, offsets[1:], radius, strict=False):
        inside = 0 <= start < end <= len(vertices)
        try:
            shapes.append(collide2d.Polygon(vertices[start:end].tolist(), r) if inside else None)
        except ValueError:
            shapes.append(None)
    some = arrays.Polygons(offsets, vertices, radius, invalid="nan")
    if some.valid.tolist() != [s is not None for s in shapes] or some.to_shapes() != shapes:
        say("Polygons", some.to_shapes(), shapes)
    if None in shapes:
        refused(lambda: arrays.Polygons(offsets, vertices, radius), "Polygons: ", f"at index {shapes.index(None)}")
    shape = (len(shapes), len(shapes))
    for verb in ("relate", "distance"):
        want = np.full(shape, -1 if verb == "relate" else np.nan, DTYPES[verb])
        for i, k in np.ndindex(*shape):
            if shapes[i] is not None and shapes[k] is not None:
                want[i, k] = getattr(collide2d, verb)(shapes[i], shapes[k])
        got = getattr(some[:, None], verb)(some)
        if not same(got, want):
            say(f"{verb} of Polygons", got, want)
    for got, s in zip(some.rotate(30).to_shapes(), shapes, strict=True):
        check_changed("rotate", got, None if s is None else attempt(s.rotate, 30))


# How a row of each code becomes a shape, and codes that are of no kind.
OF_CODES: dict[float, Callable[..., Any]] = {
    **dict(enumerate(SINGLES)),
    14: collide2d.Rect.centered, 24: lambda *v: collide2d.Rect.from_corners(*v[:4]), 15: collide2d.RoundRect.centered,
    25: lambda *v: collide2d.Rect.from_corners(*v[:4]).grow(v[4]), 35: collide2d.RoundRect.around,
}  # fmt: skip
NO_CODES = (7, 10, 16, 34, 50, 55, -1, 0.5, 1e300, math.nan)


def check_mixed(kinds: Sequence[int], rows: Sequence[Any], vertices: Any, choices: Choices) -> None:
    """Rows of two kinds and of polygons in one array, some by other anchors, or with codes that are of no kind."""
    given: list[tuple[float, list[float]]] = []
    for kind, numbers in zip(kinds, rows, strict=True):
        codes = [code for code in OF_CODES if code % 10 == kind]
        given += [(choices.of(codes), row) for row in numbers.tolist()]
    given += [(6, [float(choices.below(4)), float(choices.below(8)), 0.25 * choices.below(3)]) for _ in range(2)]
    table = empty_in_memory((len(given), 7), choices.of(MEMORY), choices)
    with np.errstate(over="ignore"):
        table[...] = choices.of((0, 0, math.nan, 1e300))  # what a kind does not need
        for i in range(len(given)):
            code, row = given.pop(choices.below(len(given)))
            table[i, 0] = code if choices.below(16) else choices.of(NO_CODES)
            table[i, 1 : 1 + len(row)] = row
            if code % 10 in (4, 5) and len(row) == (5, 6)[code % 10 == 5] - 1:
                table[i, 1 + len(row)] = 0  # no angle
    shapes = [mixed_shape(row, vertices) for row in table.tolist()]
    good = [s is not None for s in shapes]
    some = arrays.Shapes(table, vertices=vertices, invalid="nan")
    if some.valid.tolist() != good or some.to_shapes() != shapes:
        say("Shapes", table.tolist(), some.to_shapes(), shapes)
    if None in shapes:
        refused(lambda: arrays.Shapes(table, vertices=vertices), "Shapes: ", f"at index {shapes.index(None)}")
    shape = (len(shapes), len(shapes))
    for verb in ANSWERS:
        want = np.full(shape, {"relate": -1}.get(verb, np.nan if verb in DTYPES else False), DTYPES.get(verb, np.bool_))
        for i, k in np.ndindex(*shape):
            if good[i] and good[k]:
                want[i, k] = getattr(collide2d, verb)(shapes[i], shapes[k])
        got = getattr(some[:, None], verb)(some)
        if not same(got, want):
            say(f"{verb} of Shapes", table.tolist(), got, want)
        if verb == "collides" and not np.array_equal(arrays.pairs(some), np.argwhere(np.triu(want, 1))):
            say("pairs of Shapes", table.tolist(), arrays.pairs(some))
    check_new_shapes(some, shapes)


def mixed_shape(row: list[float], vertices: Any) -> Any:
    """The single shape of a mixed row; None if there is none."""
    code, numbers = row[0], row[1:]
    if code == 6:
        start, end, radius = numbers[:3]
        points = vertices[int(start) : int(end)].tolist() if 0 <= start <= end <= len(vertices) else []
        return attempt(collide2d.Polygon, points, radius)
    if code not in OF_CODES:
        return None
    return attempt(OF_CODES[code], *numbers[: len(SINGLES[int(code) % 10].__match_args__)])


def check_new_shapes(some: arrays.Shapes, shapes: Sequence[Any]) -> None:
    """Rows that are turned, joined, or made of pairs; a result that a single call refuses is masked."""
    for got, s in zip(some.rotate(30).to_shapes(), shapes, strict=True):
        check_changed("rotate", got, None if s is None else attempt(s.rotate, 30))
    if arrays.Shapes.join(*(part for _, part in some.split())).valid.sum() != some.valid.sum():
        say("split and join", some)
    for got, s, t in zip(some.minkowski_difference(some[::-1]).to_shapes(), shapes, shapes[::-1], strict=True):
        want = None if s is None or t is None else attempt(s.minkowski_difference, t)
        if got != want:
            say("minkowski_difference", s, t, got, want)


def attempt(call: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return call(*arguments)
    except ValueError:
        return None
