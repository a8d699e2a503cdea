"""Bad input: TypeError for a wrong kind, ValueError for a wrong value, with argument, rule and value; no crash."""

from __future__ import annotations

import collections
import math
import os
import pickle
import random
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from forms import EVERY_FORM, VERBS
from hostile import HOSTILE, FloatIsText, HostileError, RaisesInFloat, ShapeIsFresh, ShapeRaises, hostile_value
from refusals import (
    CLASSES,
    RESULTS,
    TYPE_ERRORS,
    VALUE_ERRORS,
    Capsule,
    Circle,
    Contact,
    Hit,
    Point,
    Polygon,
    Rect,
    RoundRect,
    Segment,
    Shape,
    anything,
    bounce,
    cast,
    collides,
    copying,
    core,
    raycast,
    separate,
    slide,
    sweep,
)

import collide2d


@pytest.mark.parametrize(("call", "message"), VALUE_ERRORS, ids=[message for _, message in VALUE_ERRORS])
def test_a_wrong_value_names_argument_rule_and_value(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011  # the whole message is compared
        call()
    assert str(caught.value) == message


@pytest.mark.parametrize(("call", "message"), TYPE_ERRORS, ids=[message for _, message in TYPE_ERRORS])
def test_a_wrong_kind_names_argument_and_kind(call: Callable[[], object], message: str) -> None:
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value) == message


def test_what_a_number_raised_is_the_cause() -> None:
    with pytest.raises(TypeError, match="Circle: x must be a number") as caught:
        Circle(FloatIsText(), 0, 1)
    assert "returned non-float" in str(caught.value.__cause__)


# ---- what user code raises -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call",
    [
        lambda: Circle(RaisesInFloat(), 0, 1),
        lambda: Circle((0, RaisesInFloat()), 1),
        lambda: Polygon([(0, 0), (RaisesInFloat(), 0)]),
        lambda: Circle(0, 0, 1).collides(ShapeRaises()),
        lambda: collides(ShapeRaises(), ShapeRaises()),
        lambda: sweep(ShapeRaises(), (1, 0)),
        lambda: Circle(0, 0, 1).sweep((RaisesInFloat(), 0)),
        lambda: cast((0, 0), (RaisesInFloat(), 0), (0, 0)),
        lambda: cast((0, 0), (1, 0), ShapeRaises()),
        lambda: raycast((0, RaisesInFloat()), (1, 0), (0, 0)),
        lambda: raycast((0, 0), (1, 0), ShapeRaises()),
        lambda: separate(Circle(0, 0, 1), ShapeRaises()),
        lambda: Circle(0, 0, 1).separate((0, 0), RaisesInFloat()),
        lambda: bounce((0, 0), (0, 0), (1, 0), RaisesInFloat()),
        lambda: slide((1, 0), (RaisesInFloat(), 0)),
        lambda: anything.merge_tiles([[RaisesInFloat()]], RaisesInFloat()),
        lambda: anything.merge_tiles([[1]], 1, float, (0, RaisesInFloat())),
        lambda: anything.merge_rects([ShapeRaises()]),
        lambda: anything.decompose([(0, 0), (RaisesInFloat(), 0)]),
    ],
)
def test_an_exception_of_an_argument_is_passed_on(call: Callable[[], object]) -> None:
    with pytest.raises(HostileError):
        call()


def test_a_shape_that_nobody_else_holds_lives_as_long_as_the_query() -> None:
    for verb in VERBS:
        assert getattr(collide2d, verb)(ShapeIsFresh(), ShapeIsFresh()) is not None
    assert sweep(ShapeIsFresh(), (1, 0)) is not None
    assert cast(ShapeIsFresh(), (1, 0), ShapeIsFresh()) is not None
    assert raycast((0.4, 0.6), (1, 1), ShapeIsFresh()) is not None
    assert separate(ShapeIsFresh(), ShapeIsFresh()) is not None


# ---- the types are sealed --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cls", [Shape, *CLASSES, Contact, Hit])
def test_no_type_can_be_derived_from_or_changed(cls: Any) -> None:
    with pytest.raises(TypeError, match="not an acceptable base type"):
        type("Mine", (cls,), {})
    with pytest.raises(TypeError, match="immutable type"):
        cls.x = 1
    with pytest.raises(TypeError, match="immutable type"):
        del cls.__repr__
    with pytest.raises(TypeError):
        cls.__bases__ = (object,)


@pytest.mark.parametrize("cls", [*CLASSES, Contact, Hit])
def test_no_way_round_the_constructor(cls: Any) -> None:
    ways: tuple[Callable[[], object], ...] = (
        lambda: object.__new__(cls),
        lambda: cls.__new__(cls),
        lambda: cls.__new__(Shape),
        lambda: cls.__new__(int),
        lambda: cls.__new__(),
        lambda: cls.__new__(5),
        lambda: cls.__new__(Circle if cls is not Circle else Rect, 1, 2, 3),
        lambda: copying._reconstructor(cls, object, None),
        lambda: copying.__newobj__(cls),
        lambda: Shape.__new__(cls),
        lambda: cls.__new__(cls, **{"1": 2}),
    )
    for make in ways:
        with pytest.raises(TypeError):
            make()


@pytest.mark.parametrize("value", [*EVERY_FORM.values(), *RESULTS])
def test_no_object_can_be_changed(value: Any) -> None:
    before = repr(value)
    for name in [n for n in dir(value) if not n.startswith("__")] + ["unknown", "__dict__", "__class__"]:
        with pytest.raises((AttributeError, TypeError)):
            setattr(value, name, 1)
        with pytest.raises((AttributeError, TypeError)):
            delattr(value, name)
    with pytest.raises((AttributeError, TypeError)):
        value.__class__ = Circle if type(value) is not Circle else Point
    with pytest.raises(AttributeError):
        value.__setstate__((1, 2, 3))
    value.__init__(9, 9, 9)  # object's, which does nothing
    assert repr(value) == before


@pytest.mark.parametrize(
    "fields",
    [
        (),
        (0, 0, 0, 0),
        (0, 4, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0),
        (0, -1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0),
        (0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0),
        (0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1),
        (0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0),
        (1, 3, 1, 0, 0, 0, 1, 1, 0, 0, 5, 1),
        (0, 0, 0, 0, math.nan, 0, 1, 1, 0, 0, 0, 0),
        (0, 0, 0, 0, 0, 0, -1, 1, 0, 0, 0, 0),
        (0, 2, 0, 0, 0, 0, 1, 1, 0, math.inf, 0, 0),
        (0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1e300, 0),
        (1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0.6),
        (1, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, -1),
        (0, 10**30, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0),
    ],
)
def test_a_forged_pickle_is_refused(fields: tuple[float, ...]) -> None:
    class Forged:
        def __reduce__(self) -> tuple[Any, ...]:
            return core._restore_rect, fields

    with pytest.raises((TypeError, ValueError, OverflowError)):
        pickle.loads(pickle.dumps(Forged()))


# ---- the storm -------------------------------------------------------------------------------------------------------


NUMBERS: tuple[object, ...] = (0, 1, 2, 0.5, 3, 30)
PAIRS: tuple[object, ...] = ((1, 2), [0.5, 0], (-30.0, 4), (0, -1))
SHAPE_LIKES: tuple[object, ...] = (*EVERY_FORM.values(), (1, 2), [0.5, 0])


class Target(NamedTuple):
    """Something to call, how many arguments it takes, and some that suit it, by position; the last suits the rest."""

    call: Callable[..., object]
    arity: int
    suitable: tuple[tuple[object, ...], ...] = (NUMBERS,)


MOTION = (SHAPE_LIKES, PAIRS)
VERBS_OF_MOTION = (
    ("sweep", 2, MOTION), ("cast", 3, (*MOTION, SHAPE_LIKES)), ("raycast", 3, (PAIRS, PAIRS, SHAPE_LIKES)),
    ("turn_cast", 4, (SHAPE_LIKES, NUMBERS, SHAPE_LIKES, PAIRS)),
    ("separate", 4, (SHAPE_LIKES, SHAPE_LIKES, NUMBERS)), ("bounce", 7, (PAIRS, PAIRS, PAIRS, (0, 0.5, 1))),
    ("slide", 2, (PAIRS,)), ("Hit", 4, ((0, 0.5, 1), PAIRS, PAIRS, NUMBERS)),
    ("merge_tiles", 4, (([[1, 0], [1, 1]], ["##"]), (1, 0.1, (2, 3)), (bool, len), PAIRS)),
    ("merge_rects", 1, (([Rect(0, 0, 1, 1), Rect(1, 0, 1, 1)], [Rect(0, 0, 0, 1)]),)),
    ("decompose", 1, (([(0, 0), (4, 0), (1, 1), (0, 4)], [(0, 0), (4, 4), (4, 0), (0, 4)]),)),
)  # fmt: skip
METHODS_OF_MOTION = (
    ("sweep", 1, (PAIRS,)), ("cast", 2, (PAIRS, SHAPE_LIKES)), ("raycast", 2, (PAIRS,)),
    ("separate", 3, (SHAPE_LIKES, NUMBERS)), ("turn_cast", 3, (NUMBERS, SHAPE_LIKES, PAIRS)),
)  # fmt: skip


def _targets() -> list[Target]:
    """Everything of the package that can be called; what matters most, often."""
    targets = [Target(Point, 2), Target(Circle, 3), Target(Segment, 4), Target(Capsule, 5), Target(Rect, 5)]
    targets += [Target(RoundRect, 6), Target(Contact, 3), Target(core._restore_rect, 12)]
    targets += [Target(Rect.centered, 5), Target(Rect.pivoted, 6), Target(Rect.from_corners, 4)]
    targets += [Target(RoundRect.centered, 6), Target(RoundRect.pivoted, 7), Target(RoundRect.around, 6)]
    targets += [Target(make, 1, (([(0, 0), (1, 0), (0, 1)], [(1, 2)]),)) for make in (Polygon, Polygon.hull)]
    targets += [Target(Shape.from_dict, 1, (tuple(shape.to_dict() for shape in EVERY_FORM.values()),))]
    targets += [Target(getattr(collide2d, verb), 2, (SHAPE_LIKES,)) for verb in VERBS] * 2
    targets += [Target(getattr(collide2d, verb), arity, suitable) for verb, arity, suitable in VERBS_OF_MOTION] * 2
    targets = targets * 60
    for shape in EVERY_FORM.values():
        targets += [Target(getattr(shape, verb), 1, (SHAPE_LIKES,)) for verb in VERBS] * 2
        targets += [Target(getattr(shape, verb), arity, suitable) for verb, arity, suitable in METHODS_OF_MOTION] * 2
        targets += [Target(shape.move, 2), Target(shape.at, 2), Target(shape.rotate, 2)] * 2
        targets += [Target(shape.scale_by, 1), Target(shape.grow, 1)] * 2
    for thing in (*CLASSES, Contact, Hit, Shape, Circle(0, 0, 1), *RESULTS):
        # Not what walks the whole type system, nor what draws, which is slow and not of the core.
        skipped = ("__class__", "__subclasses__", "mro", "_repr_svg_", "__dir__")
        members = [getattr(thing, name) for name in dir(thing) if name not in skipped]
        targets += [Target(member, 1) for member in members if callable(member)]
    return targets


def _arguments(rng: random.Random, target: Target) -> tuple[list[Any], dict[str, Any]]:
    count = target.arity if rng.random() < 0.8 else rng.randrange(14)
    share = rng.choice((0.05, 0.3, 1.0))
    suitable = [target.suitable[min(i, len(target.suitable) - 1)] for i in range(count)]
    values = [hostile_value(rng) if rng.random() < share else rng.choice(fine) for fine in suitable]
    if rng.random() < 0.8:
        return values, {}
    names = ["x", "y", "r", "w", "h", "angle", "radians", "pivot", "about", "points", "radius", "offset", "dx", "ü", ""]
    names += ["mass_a", "mass_b", "restitution", "friction", "normal", "va", "vb", "v", "t", "point", "depth"]
    split = rng.randrange(count + 1)
    return values[:split], {rng.choice(names): value for value in values[split:]}


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # a hostile argument is NotImplemented
def test_a_storm_of_random_calls_raises_exceptions_only() -> None:
    """COLLIDE2D_STORM sets how many calls. What comes out is an exception or a valid result, never a crash."""
    rng = random.Random(20261121)
    targets = _targets()
    allowed = (TypeError, ValueError, HostileError, IndexError, AttributeError, OverflowError, RecursionError)
    calls = int(os.environ.get("COLLIDE2D_STORM", "50000"))
    outcomes: collections.Counter[str] = collections.Counter()
    for _ in range(calls):
        target = rng.choice(targets)
        args, kwargs = _arguments(rng, target)
        try:
            result = target.call(*args, **kwargs)
        except allowed as error:
            outcomes[type(error).__name__] += 1
            continue
        outcomes[type(result).__name__] += 1
        if isinstance(result, Shape):
            assert all(abs(z) <= 1e60 for v in result.vertices for z in v)
            assert 0 <= result.radius <= 1e60
            assert result.relate(result) >= 0
        elif isinstance(result, float):
            assert not math.isnan(result)
        elif isinstance(result, tuple) and result and isinstance(result[0], Shape):
            assert not result[0].overlaps(result[1])
        elif isinstance(result, Hit):
            assert 0 <= result.t <= 1
            assert not any(map(math.isnan, (*result.point, *result.normal, result.depth)))
        elif target.call in (bounce, slide):
            numbers = result if target.call is slide else [*result[0], *result[1]]  # type: ignore[index]
            assert all(abs(x) <= 1e60 for x in numbers)  # type: ignore[attr-defined]
    for name in (
        "TypeError",
        "ValueError",
        "HostileError",
        "Contact",
        "Hit",
        "tuple",
        "bool",
        *(cls.__name__ for cls in CLASSES),
    ):
        assert outcomes[name] > calls / 1000, f"the storm reaches too little: {outcomes}"


def test_every_hostile_object_is_met_by_every_constructor_and_verb_at_every_place() -> None:
    """The storm, but complete where one argument is hostile and the others are fine."""
    fine = (1, 2, 3, 4, 1, 1)
    allowed = (TypeError, ValueError, HostileError, IndexError)
    calls: list[tuple[Callable[..., object], int]] = [(Point, 2), (Circle, 3), (Segment, 4), (Capsule, 5), (Rect, 5)]
    calls += [(RoundRect, 6), (Rect.centered, 5), (Rect.from_corners, 4), (RoundRect.around, 6), (Polygon, 2)]
    calls += [(getattr(collide2d, verb), 2) for verb in VERBS]
    calls += [(Circle(0, 0, 1).move, 2), (Rect(0, 0, 1, 1, 30).rotate, 2), (Rect(0, 0, 1, 1).grow, 1), (Contact, 3)]
    cases: list[tuple[Callable[..., object], list[object]]] = [(call, list(fine[:count])) for call, count in calls]
    for verb, arity, suitable in VERBS_OF_MOTION:
        cases += [(getattr(collide2d, verb), [suitable[min(i, len(suitable) - 1)][0] for i in range(arity)])]
    for verb, arity, suitable in METHODS_OF_MOTION:
        method = getattr(Rect(0, 0, 4, 2, 30), verb)
        cases += [(method, [suitable[min(i, len(suitable) - 1)][0] for i in range(arity)])]
    refused = 0
    for make in HOSTILE:
        for call, plain in cases:
            for place in range(len(plain)):
                args = [*plain[:place], make(), *plain[place + 1 :]]
                try:
                    call(*args)
                except allowed:
                    refused += 1
    assert refused > 1000
