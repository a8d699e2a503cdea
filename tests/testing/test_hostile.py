"""Functions under test that misbehave, and arguments of every wrong kind: the exam goes on, and errors are clear."""

from __future__ import annotations

import itertools
import math
import random
import threading
from collections.abc import Callable
from typing import Any

import pytest

import collide2d as c2
from collide2d.testing import Report, assert_exact, casts, examine, pairs, ways, worlds

FEW: dict[str, Any] = {"regimes": ["lattice", "exact_touch"], "count": 60}


class HostileError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no text")


class Raises:
    """An answer of which nothing can be asked."""

    def __bool__(self) -> bool:
        raise HostileError

    def __eq__(self, other: object) -> bool:
        raise HostileError

    def __repr__(self) -> str:
        raise HostileError

    __hash__ = None  # type: ignore[assignment]


class FalseWithoutText:
    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        raise HostileError


def answers(function: Callable[..., Any], **options: Any) -> Report:
    return examine(function, takes="shapes", **{**FEW, **options})


# ---- answers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", [None, False, 0, 0.0, "", (), FalseWithoutText()])
def test_answers_that_are_false_are_wrong_where_shapes_collide(answer: Any) -> None:
    collide = answers(lambda a, b: False).wrong
    assert answers(lambda a, b: answer).wrong == collide
    assert (
        answers(lambda a, b: answer, verb="relate").wrong.total()
        >= answers(lambda a, b: 0, verb="relate").wrong.total()
    )


@pytest.mark.parametrize("answer", [True, 1, -1, "False", [0], object()])
def test_answers_that_are_true_are_wrong_where_shapes_are_apart(answer: Any) -> None:
    assert answers(lambda a, b: answer).wrong == answers(lambda a, b: True).wrong


def test_answers_of_numpy_are_answers() -> None:
    np = pytest.importorskip("numpy")
    assert answers(lambda a, b: np.bool_(a.collides(b))).wrong.total() == 0
    assert answers(lambda a, b: np.array([a.collides(b)])).wrong.total() == 0
    assert answers(lambda a, b: np.int8(a.relate(b)), verb="relate").wrong.total() == 0
    several = answers(lambda a, b: np.array([True, False]))
    assert several.wrong.total() == 60
    assert several.smallest is not None
    assert several.smallest.answer.startswith("raised ValueError: The truth value of an array")


@pytest.mark.parametrize("verb", ["collides", "relate"])
def test_an_answer_of_which_nothing_can_be_asked_is_wrong(verb: Any) -> None:
    report = answers(lambda a, b: Raises(), verb=verb)
    assert report.wrong.total() == 60
    assert report.smallest is not None
    assert report.smallest.answer == "raised HostileError"
    assert "raised HostileError" in str(report)


def test_long_answers_are_shown_in_short_and_on_one_line() -> None:
    for answer in ("x" * 10**6, "line\n" * 1000, ["y"] * 10**5):
        report = answers(lambda a, b, answer=answer: answer if not a.collides(b) else True)
        assert report.smallest is not None
        assert len(report.smallest.answer) < 300
        assert "\n" not in report.smallest.answer


@pytest.mark.parametrize(
    "error", [ValueError("no"), RecursionError, MemoryError, SystemExit(0), StopIteration, HostileError]
)
def test_whatever_is_raised_is_a_wrong_answer(error: Any) -> None:
    def fails(a: Any, b: Any) -> bool:
        raise error

    report = answers(fails)
    assert report.wrong.total() == 60
    assert report.smallest is not None
    assert report.smallest.answer.startswith("raised ")


def test_endless_recursion_is_a_wrong_answer() -> None:
    def again(a: Any, b: Any) -> bool:
        return again(b, a)

    report = answers(again, count=2)
    assert report.smallest is not None
    assert report.smallest.answer.startswith("raised RecursionError: maximum recursion depth exceeded")


def test_a_call_that_does_not_return_is_named_when_it_is_interrupted() -> None:
    def waits(ax: float, ay: float, ar: float, bx: float, by: float, br: float) -> bool:
        raise KeyboardInterrupt  # as the signal does

    with pytest.raises(KeyboardInterrupt) as caught:
        assert_exact(waits, ("circle", "circle"))
    (note,) = caught.value.__notes__
    assert note.startswith("assert_exact: in the call waits(")


# ---- what functions do -----------------------------------------------------------------------------------------------


def test_a_function_may_answer_otherwise_when_it_is_called_again() -> None:
    turns = itertools.count()
    report = answers(lambda a, b: a.collides(b) if next(turns) != 7 else not a.collides(b))
    assert report.wrong.total() == 1
    assert report.smallest is not None
    assert report.smallest.answer.endswith(", to the same call")
    assert not report.consistent
    source = random.Random(1)
    report = answers(lambda a, b: source.random() < 0.5)
    assert report.smallest is not None
    assert 0 < report.wrong.total() < 60


def test_a_stale_cache_is_an_answer_that_changes() -> None:
    last: list[Any] = [None, None]

    def remembers(a: Any, b: Any) -> bool:
        if last[0] != a.kind:
            last[:] = a.kind, a.collides(b)
        return bool(last[1])

    report = answers(remembers)
    assert not report.consistent
    assert report.smallest is not None
    assert report.smallest.answer in (
        "answered True, then False, to the same call", "answered False, then True, to the same call",
    )  # fmt: skip
    assert "It answers the same call differently:" in str(report)
    calls = itertools.count()
    late = answers(lambda a, b: a.collides(b) is (next(calls) < 60))  # wrong in no first answer
    assert (late.wrong.total(), late.consistent) == (60, False)


def test_nan_is_never_right() -> None:
    report = answers(lambda a, b: math.nan)
    assert report.wrong.total() == 60
    assert report.smallest is not None
    assert report.smallest.answer == "returned nan"


def test_wrong_answers_of_another_type_are_named() -> None:
    report = answers(lambda a, b: (False, None))
    assert report.hints[-1] == (
        "Wrong answers are of type tuple: all but nan count as in an `if`. Return True or False."
    )
    assert not answers(lambda a, b: (1,) if a.collides(b) else ()).hints
    assert not any("type" in hint for hint in answers(lambda a, b: True).hints)


def test_a_function_cannot_change_its_arguments() -> None:
    def changes(a: Any, b: Any) -> bool:
        for name, value in (("r", 9.0), ("x", 9.0), ("vertices", ()), ("anything", 1)):
            with pytest.raises((AttributeError, TypeError)):
                setattr(a, name, value)
        return bool(a.collides(b))

    assert answers(changes).wrong.total() == 0

    def takes_points(points: Any, others: Any) -> bool:
        assert isinstance(points, tuple)
        return bool(c2.Polygon(points).collides(c2.Polygon(others)))

    report = examine(takes_points, ("polygon", "polygon"), takes="numbers", regimes=["scattered"], count=40)
    assert report.wrong.total() == 0


def test_a_function_may_use_the_package_and_the_exam() -> None:
    def nests(a: Any, b: Any) -> bool:
        inner = examine(lambda p, q: p.collides(q), regimes=["lattice"], count=3)
        space = c2.Space({0: a, 1: b})
        random.seed(1)
        return inner.wrong.total() == 0 and len(space.pairs(touching=True)) == 1

    assert answers(nests, count=20).wrong.total() == 0


def test_exams_in_threads_give_equal_reports() -> None:
    def discs(ax: float, ay: float, ar: float, bx: float, by: float, br: float) -> bool:
        return (ax - bx) ** 2 + (ay - by) ** 2 < (ar + br) ** 2

    texts: list[str] = []
    threads = [
        threading.Thread(target=lambda: texts.append(str(examine(discs, ("circle", "circle"), count=300))))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(texts) == 4
    assert set(texts) == {str(examine(discs, ("circle", "circle"), count=300))}


# ---- arguments -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"regimes": ["no_such_regime"]}, ValueError, "regimes must be of decimals, lattice, "),
        ({"regimes": [[]]}, ValueError, "regimes must be of "),
        ({"regimes": [None]}, ValueError, "got null"),
        ({"regimes": 3}, TypeError, "regimes must be a list of names, got 3"),
        ({"regimes": (name for name in ["lattice"])}, TypeError, "regimes must be a list of names, got <generator"),
        ({"kinds": {"circle", "rect"}}, TypeError, "kinds must be two names of kinds"),
        ({"kinds": [("circle", 3)]}, ValueError, "kinds must be of point, circle, "),
        ({"kinds": [("circle", [])]}, ValueError, "got []"),
        ({"kinds": ["circle", ("circle", "rect")]}, ValueError, "kinds must be two names of kinds"),
        ({"verb": []}, ValueError, "verb must be 'collides' or "),
        ({"takes": {}}, ValueError, "takes must be 'numbers' or 'shapes', got {}"),
        ({"precision": None}, ValueError, "precision must be 'double' or 'single', got None"),
        ({"where": 3}, TypeError, "where must be a function of two shapes, got 3"),
        ({"count": "many"}, ValueError, "count must be an int of at least 1, got 'many'"),
        ({"count": -1}, ValueError, "count must be an int of at least 1, got -1"),
        ({"count": math.nan}, ValueError, "count must be an int of at least 1, got nan"),
        ({"seed": None}, TypeError, "seed must be an int, got null"),
        ({"seed": 1.0}, TypeError, "seed must be an int, got 1.0"),
        ({"seed": "1" * 10**6}, TypeError, "seed must be an int, got '1111"),
    ],
)
def test_bad_arguments_are_named(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        assert_exact(c2.collides, **{"takes": "shapes", **options})
    assert str(caught.value).startswith("assert_exact: ")
    assert message in str(caught.value)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("seed", [0, -1, -(10**30), 10**30, True])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    assert answers(c2.collides, seed=seed).asked.total() == 60


def test_what_where_raises_is_raised() -> None:
    def fails(a: Any, b: Any) -> bool:
        raise HostileError

    with pytest.raises(HostileError):
        answers(c2.collides, where=fails)


@pytest.mark.parametrize("strategy", [pairs, casts, worlds, ways])
@pytest.mark.parametrize("kinds", ["circle", 3, None, [], ["no_such_kind"], [[]], [3]])
def test_bad_kinds_of_strategies_are_named(strategy: Any, kinds: Any) -> None:
    with pytest.raises((TypeError, ValueError), match=f"{strategy.__name__}: kinds must (be of|be a list of|have a) "):
        strategy(kinds)


@pytest.mark.parametrize("strategy", [pairs, casts])
@pytest.mark.parametrize("regimes", ["lattice", 3, None, [], ["no_such_regime"], [{}]])
def test_bad_regimes_of_strategies_are_named(strategy: Any, regimes: Any) -> None:
    with pytest.raises(
        (TypeError, ValueError), match=f"{strategy.__name__}: regimes must (be of|be a list of|have a) "
    ):
        strategy(regimes=regimes)
