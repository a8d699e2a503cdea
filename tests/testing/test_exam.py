"""The exam of collision functions: it passes what is right, finds what is wrong, and shows the simplest example."""

from __future__ import annotations

import functools
import math
import os
import pickle
import struct
import subprocess
import sys
import traceback
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import collide2d as c2
from collide2d import Circle, Rect, Relation, reference
from collide2d.testing import EXAM_REGIMES, Report, WrongAnswerError, assert_exact, examine
from collide2d.testing.calls import NUMBERS, plain_numbers
from collide2d.testing.recipes import KIND_PAIRS, KINDS

CIRCLE_RECT = ("circle", "rect")


def circle_rect(cx: float, cy: float, r: float, x: float, y: float, w: float, h: float) -> bool:
    """As in textbooks: wrong by roundings only."""
    px, py = max(x, min(cx, x + w)), max(y, min(cy, y + h))
    return (cx - px) ** 2 + (cy - py) ** 2 <= r * r


def printed(cx: float, cy: float, r: float, x: float, y: float, w: float, h: float) -> bool:
    """As an article printed it: it squares the clamped point instead of the difference."""
    px, py = max(x, min(cx, x + w)), max(y, min(cy, y + h))
    return px**2 + py**2 <= r * r


def in_fractions(*numbers: float) -> bool:
    cx, cy, r, x, y, w, h = map(Fraction, numbers)
    px, py = max(x, min(cx, x + w)), max(y, min(cy, y + h))
    return (cx - px) ** 2 + (cy - py) ** 2 <= r * r


def shape_of(kind: str, numbers: tuple[Any, ...]) -> Any:
    makers: dict[str, Callable[..., Any]] = {
        "point": c2.Point, "circle": c2.Circle, "segment": c2.Segment, "capsule": c2.Capsule, "rect": c2.Rect,
        "roundrect": c2.RoundRect, "polygon": c2.Polygon,
    }  # fmt: skip
    return makers[kind](*numbers)


# ---- what is right ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["collides", "overlaps", "touches", "relate"])
def test_the_library_itself_passes(verb: Any) -> None:
    report = assert_exact(getattr(c2, verb), takes="shapes", verb=verb, count=len(KIND_PAIRS) * len(EXAM_REGIMES))
    assert report.asked.total() == len(KIND_PAIRS) * len(EXAM_REGIMES)
    assert set(report.asked) == set(EXAM_REGIMES)
    assert report.wrong.total() == 0


def test_the_reference_passes() -> None:
    assert_exact(reference.relate, verb="relate", count=len(EXAM_REGIMES) * 8)


def test_an_exact_function_of_numbers_passes() -> None:
    report = assert_exact(in_fractions, CIRCLE_RECT, takes="numbers", count=1000)
    assert report.asked.total() > 700
    assert str(report) == f"in_fractions: 0 of {report.asked.total():,} answers are wrong"


@pytest.mark.parametrize("kinds", KIND_PAIRS, ids="-".join)
def test_the_plain_numbers_are_the_shapes(kinds: tuple[str, str]) -> None:
    split = len(NUMBERS[kinds[0]])

    def rebuilt(*numbers: Any) -> Any:
        return shape_of(kinds[0], numbers[:split]).relate(shape_of(kinds[1], numbers[split:]))

    report = assert_exact(rebuilt, kinds, verb="relate", takes="numbers", count=400)
    assert report.asked.total() >= 250
    assert report.asked["near_touch"] > 0


def test_numbers_that_leave_something_to_round_are_not_asked() -> None:
    assert plain_numbers(Rect(0.1, 0, 0.2, 1)) is None
    assert plain_numbers(Rect(0, 0, 2, 1, angle=30)) is None
    assert plain_numbers(c2.RoundRect(0, 0, 1, 1, 0.1)) is None
    assert plain_numbers(c2.Polygon([(0, 0), (1, 0), (0, 1)], 1)) is None
    assert plain_numbers(c2.Polygon.hull([(0, 0), (1, 0)])) is None
    assert plain_numbers(Rect(1, 2, 0, 0)) == (1, 2, 0, 0)


# ---- what is wrong ---------------------------------------------------------------------------------------------------


def wrong(function: Callable[..., Any], *arguments: Any, **options: Any) -> Report:
    with pytest.raises(WrongAnswerError) as caught:
        assert_exact(function, *arguments, **options)
    assert isinstance(caught.value, AssertionError)
    assert str(caught.value) == str(caught.value.report)
    return caught.value.report


def test_a_misprint_is_found_in_every_regime_and_shown_with_small_numbers() -> None:
    report = wrong(printed, CIRCLE_RECT, count=2000)
    assert min(report.wrong[regime] for regime in ("lattice", "scattered", "near_touch")) > 0
    smallest = report.smallest
    assert smallest is not None
    assert all(x == round(x, 2) and abs(x) <= 2 for x in smallest.arguments)
    assert bool(printed(*smallest.arguments)) != smallest.expected
    assert repr(smallest.a) in str(report)


def test_the_error_can_be_pickled() -> None:
    error = WrongAnswerError(wrong(printed, CIRCLE_RECT, regimes=["lattice"], count=50))
    back = pickle.loads(pickle.dumps(error))
    assert (str(back), back.report) == (str(error), error.report)


def test_a_textbook_is_wrong_by_roundings_only() -> None:
    report = wrong(circle_rect, CIRCLE_RECT, count=6000)
    assert report.wrong["lattice"] == report.wrong["exact_touch"] == report.wrong["scattered"] == 0
    assert report.wrong["near_touch"] > 0
    assert report.smallest is not None
    gap = reference.separation(report.smallest.a, report.smallest.b)
    assert abs(gap) < 1e-15
    assert "regime" in str(report)


def test_the_example_of_a_rounding_is_of_decimals() -> None:
    report = wrong(lambda ax, ay, x, y, r: math.hypot(ax - x, ay - y) <= r, ("point", "circle"), count=4000)
    assert report.smallest is not None
    assert sum(len(repr(x)) for x in report.smallest.arguments) <= 30


def test_what_counts_touching_otherwise_is_told_the_other_verb() -> None:
    def discs(ax: int, ay: int, ar: int, bx: int, by: int, br: int) -> bool:
        return (ax - bx) ** 2 + (ay - by) ** 2 < (ar + br) ** 2

    circles, lattice = ("circle", "circle"), ["lattice", "exact_touch"]
    report = wrong(discs, circles, regimes=lattice, count=500)
    assert set(report.relations) == {Relation.TOUCHING}
    assert str(report).endswith("If touching should not count, say verb='overlaps'.")
    assert assert_exact(discs, circles, regimes=lattice, verb="overlaps", count=500).wrong.total() == 0
    assert report.smallest is not None
    assert report.smallest.reason == "they touch exactly"


@pytest.mark.parametrize("verb", ["collides", "overlaps"])
def test_the_hint_about_touching_comes_in_spite_of_roundings_and_of_shapes_without_size(verb: Any) -> None:
    def is_near(cx: float, cy: float, r: float, x: float, y: float, w: float, h: float) -> bool:
        dx, dy = cx - max(x, min(cx, x + w)), cy - max(y, min(cy, y + h))
        return dx * dx + dy * dy <= r * r if verb == "overlaps" else dx * dx + dy * dy < r * r

    report = wrong(is_near, CIRCLE_RECT, verb=verb, count=3000)
    assert {Relation.APART, Relation.OVERLAPPING} & set(report.relations)
    other = {"collides": "not count, say verb='overlaps'", "overlaps": "count, say verb='collides'"}[verb]
    (hint,) = report.hints
    assert hint.startswith("All ")
    assert hint.endswith(
        f" pairs of lattice, exact_touch and scattered that touch are wrong, not counting shapes without size. "
        f"If touching should {other}."
    )


def test_a_report_says_whether_it_may_be_rounding() -> None:
    hint = "None in lattice, exact_touch or scattered: this may be rounding."
    assert wrong(circle_rect, CIRCLE_RECT, count=3000).hints == (hint,)
    assert not wrong(circle_rect, CIRCLE_RECT, regimes=["near_touch"], count=500).hints

    def is_plain(numbers: tuple[float, ...]) -> bool:
        return all(1024 * x == round(1024 * x) for x in numbers)

    def gives_up(*numbers: float) -> bool:
        return is_plain(numbers) and in_fractions(*numbers)

    def fails(*numbers: float) -> bool:
        return in_fractions(*numbers) if is_plain(numbers) else bool(1 / 0)

    for mistaken in (gives_up, fails):
        report = wrong(mistaken, CIRCLE_RECT, takes="numbers", regimes=["lattice", "exact_touch", "deep"], count=300)
        assert set(report.wrong) == {"deep"}
        assert not report.hints


def in_frame(circle: Any, rect: Any) -> bool:
    """Turns the circle back into the frame of the rectangle: its sine and cosine are rounded."""
    turn, (x, y), (cx, cy) = math.radians(rect.angle), rect.center, circle.center
    dx, dy = cx - x, cy - y
    px, py = dx * math.cos(turn) + dy * math.sin(turn), dy * math.cos(turn) - dx * math.sin(turn)
    ex, ey = max(abs(px) - rect.w / 2, 0), max(abs(py) - rect.h / 2, 0)
    return bool(ex * ex + ey * ey <= circle.r * circle.r)


def test_the_roundings_of_turned_rectangles_may_be_roundings() -> None:
    report = wrong(in_frame, CIRCLE_RECT, count=4000)
    assert report.wrong["exact_touch"] > 0
    assert report.hints == (
        "None in lattice, exact_touch or scattered, not counting turned rectangles: this may be rounding.",
    )
    apart = wrong(in_frame, CIRCLE_RECT, where=lambda a, b: not a.touches(b), count=4000)
    assert apart.hints == ("None in lattice or scattered: this may be rounding.",)


@pytest.mark.parametrize("mistake", [lambda angle: -angle, lambda angle: 2 * angle, lambda angle: 0.0])
def test_a_mistake_about_turned_rectangles_is_no_rounding(mistake: Callable[[float], float]) -> None:
    def mistaken(circle: Any, rect: Any) -> bool:
        return in_frame(circle, rect.rotate(mistake(rect.angle) - rect.angle))

    report = wrong(mistaken, CIRCLE_RECT, count=2000)
    assert not report.hints
    assert report.smallest is not None
    assert report.smallest.b.angle != 0


def test_what_counts_touching_otherwise_is_told_the_other_verb_in_spite_of_turned_rectangles() -> None:
    def without_touching(circle: Any, rect: Any) -> bool:
        return in_frame(circle, rect) and (rect.angle != 0 or not circle.touches(rect))

    report = wrong(without_touching, CIRCLE_RECT, count=4000)
    assert report.hints[0].endswith(
        "that touch are wrong, not counting shapes without size or turned rectangles. "
        "If touching should not count, say verb='overlaps'."
    )


def test_what_counts_touching_nearly_always_is_not_told_another_verb() -> None:
    def parallels_are_apart(a: Any, b: Any) -> bool:
        (px, py), (qx, qy) = a.vertices
        (rx, ry), (sx, sy) = b.vertices
        return bool((qx - px) * (sy - ry) != (qy - py) * (sx - rx) and a.collides(b))

    report = wrong(
        parallels_are_apart, ("segment", "segment"), regimes=["lattice", "exact_touch"], count=500,
        where=lambda a, b: len(a.vertices) == len(b.vertices) == 2,
    )  # fmt: skip
    (hint,) = report.hints
    assert hint.startswith(f"Only pairs that touch exactly are wrong: {report.wrong.total()} of ")
    assert str(report).endswith(hint)


def test_a_function_of_two_polygons_is_told_how_to_get_vertices() -> None:
    def sat(p: Any, q: Any) -> bool:
        return len(p) == len(q)

    assert wrong(sat, ("polygon", "polygon"), count=50).hints == ("To get tuples of vertices, say takes='numbers'.",)
    (hint,) = wrong(sat, ("point", "polygon"), count=50).hints
    assert hint.endswith("To get numbers, it must take the 3 numbers of a point (x, y) and a polygon (points).")


@pytest.mark.parametrize("takes", ["numbers", "shapes"])
def test_arguments_in_another_order_are_noticed(takes: Any) -> None:
    def rect_circle(x: float, y: float, w: float, h: float, cx: float, cy: float, r: float) -> bool:
        return in_fractions(cx, cy, r, x, y, w, h)

    def of_shapes(rect: Any, circle: Any) -> bool:
        return bool(rect.w >= 0 and rect.collides(circle))

    report = wrong(rect_circle if takes == "numbers" else of_shapes, CIRCLE_RECT, count=200)
    assert report.hints == ("With the arguments swapped, it is right: say kinds=('rect', 'circle').",)
    assert not wrong(printed, CIRCLE_RECT, count=200).hints


def test_the_example_is_no_rounding_if_the_formula_is_wrong() -> None:
    def superellipses(ax: float, ay: float, ar: float, bx: float, by: float, br: float) -> bool:
        return (ax - bx) ** 20 + (ay - by) ** 20 <= (ar + br) ** 20

    report = wrong(superellipses, ("circle", "circle"), count=1500)
    assert report.smallest is not None
    assert abs(reference.separation(report.smallest.a, report.smallest.b)) > 0.1


def test_what_has_no_name_is_shown_as_a_function() -> None:
    for nameless in (lambda *numbers: True, functools.partial(printed)):
        report = wrong(nameless, CIRCLE_RECT, takes="numbers", regimes=["lattice"], count=50)
        assert str(report).startswith("function: ")
        assert "\n    function(" in str(report)
        assert "<" not in str(report)


def test_what_raises_is_wrong_and_shown() -> None:
    def fails(a: Any, b: Any) -> bool:
        return bool(1 / (a.radius + b.radius))

    report = wrong(fails, regimes=["scattered"], count=200)
    assert report.smallest is not None
    assert report.smallest.answer == "raised ZeroDivisionError: float division by zero"


def test_what_was_raised_is_the_cause_with_the_line_that_raised_it() -> None:
    def fails(a: Any, b: Any) -> bool:
        raise LookupError(a)

    with pytest.raises(WrongAnswerError) as caught:
        assert_exact(fails, count=40)
    smallest = caught.value.report.smallest
    assert smallest is not None
    assert smallest.error is not None
    assert caught.value.__cause__ is smallest.error
    assert [frame.name for frame in traceback.extract_tb(smallest.error.__traceback__)] == ["fails"]
    assert wrong(printed, CIRCLE_RECT, count=100).examples["lattice"].error is None
    back = pickle.loads(pickle.dumps(caught.value)).report
    assert (back, back.smallest.error) == (caught.value.report, None)


@pytest.mark.parametrize("answer", [None, 2, math.nan])
def test_what_is_no_relation_is_wrong(answer: Any) -> None:
    report = wrong(lambda a, b: answer, regimes=["lattice"], verb="relate", count=50)
    assert report.smallest is not None
    assert report.smallest.answer == f"returned {answer!r}"
    assert report.wrong.total() == 50


def test_the_gap_is_in_words() -> None:
    report = wrong(lambda a, b: True, CIRCLE_RECT, regimes=["lattice"], count=100)
    assert report.smallest is not None
    assert report.smallest.reason.startswith("they are apart, by ")
    report = wrong(lambda a, b: False, CIRCLE_RECT, regimes=["scattered"], verb="overlaps", count=100)
    assert report.smallest is not None
    assert report.smallest.reason.startswith("they overlap, by ")


def test_equal_arguments_ask_equal_pairs() -> None:
    def asked(seed: int) -> list[Any]:
        seen: list[Any] = []

        def answers(a: Any, b: Any) -> bool:
            seen.append((a, b))
            return a.collides(b)  # type: ignore[no-any-return]

        examine(answers, count=800, seed=seed)
        return seen

    assert asked(1) == asked(1) != asked(2)


def test_a_count_is_shared_among_regimes_and_kinds() -> None:
    assert examine(c2.collides, takes="shapes", count=7).asked.total() == 7
    assert examine(c2.collides, [("point", "circle"), CIRCLE_RECT], takes="shapes", count=77).asked.total() == 77


def test_single_precision_asks_only_about_floats() -> None:
    single: list[float] = []

    def keeps(*numbers: float) -> bool:
        single.extend(numbers)
        return in_fractions(*numbers)

    report = assert_exact(keeps, CIRCLE_RECT, takes="numbers", precision="single", count=1500)
    assert all(struct.unpack("f", struct.pack("f", x))[0] == x for x in single)
    assert report.asked["near_touch"] > 0
    assert report.asked["scattered"] > 0


def test_pairs_that_touch_are_left_out_on_request() -> None:
    report = assert_exact(c2.overlaps, takes="shapes", verb="collides", where=lambda a, b: not a.touches(b), count=500)
    assert report.asked.total() > 300
    assert report.asked["exact_touch"] == 0


def test_a_regime_of_which_no_pair_is_left_is_listed() -> None:
    report = wrong(printed, CIRCLE_RECT, where=lambda a, b: not a.touches(b), count=300)
    assert set(report.asked) == set(EXAM_REGIMES)
    assert "\n    exact_touch             0        0\n" in str(report)


# ---- arguments -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"kinds": "circle"}, TypeError, "kinds must be two names of kinds, such as ('circle', 'rect')"),
        ({"kinds": ("circle",)}, ValueError, "kinds must be two names of kinds"),
        ({"kinds": []}, ValueError, "kinds must be two names of kinds"),
        ({"kinds": ("circle", "box")}, ValueError, "got 'box'"),
        ({"verb": "hits"}, ValueError, "verb must be 'collides' or 'overlaps' or 'touches' or 'relate', got 'hits'"),
        ({"takes": "rows"}, ValueError, "takes must be 'numbers' or 'shapes', got 'rows'"),
        ({"precision": "half"}, ValueError, "precision must be 'double' or 'single', got 'half'"),
        ({"regimes": ["latice"]}, ValueError, "did you mean 'lattice'?"),
        ({"regimes": "lattice"}, TypeError, "regimes must be a list of names"),
        ({"regimes": []}, ValueError, "regimes must have a name"),
        ({"count": 0}, ValueError, "count must be an int of at least 1, got 0"),
        ({"seed": "a"}, TypeError, "seed must be an int, got 'a'"),
        ({"where": lambda a, b: False, "count": 20}, ValueError, "no pair could be asked about"),
        ({"count": 1000.0}, ValueError, "count must be an int of at least 1, got 1000.0"),
        ({"kinds": None, "takes": "numbers"}, TypeError, "so kinds must be one pair"),
        ({"kinds": ("circle", "circle")}, TypeError, "must take the 6 numbers of a circle (x, y, r) and a circle"),
    ],
)
def test_arguments_are_checked(options: dict[str, Any], error: type[Exception], message: str) -> None:
    for ask in (assert_exact, examine):
        with pytest.raises(error) as caught:
            ask(circle_rect, **{"kinds": CIRCLE_RECT, **options})
        assert message in str(caught.value)
        assert str(caught.value).startswith(f"{ask.__name__}: ")


def test_a_function_must_be_callable() -> None:
    with pytest.raises(TypeError, match="function must be callable, got 3"):
        assert_exact(3, CIRCLE_RECT)  # type: ignore[arg-type]


def test_builtins_and_callable_objects_are_asked() -> None:
    class Callable_:  # noqa: N801
        def __call__(self, a: Any, b: Any) -> bool:
            return bool(a.collides(b))

    assert examine(Callable_(), count=50).name == "<Callable_>"
    assert examine(Circle.collides, [("circle", kind) for kind in KINDS], count=50).wrong.total() == 0


def test_the_exam_needs_no_hypothesis() -> None:
    program = (
        "import sys; sys.modules['hypothesis'] = None\n"
        "from collide2d.testing import assert_exact\n"
        "print(assert_exact(lambda a, b: a.collides(b), count=30))\n"
        "from collide2d.testing import shapes\n"
    )
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == "function: 0 of 30 answers are wrong\n"
    assert done.stderr.splitlines()[-1] == (
        "ImportError: collide2d.testing.shapes needs hypothesis: pip install hypothesis"
    )


def test_pytest_shows_the_message_and_none_of_the_source(tmp_path: Path) -> None:
    program = (
        "from collide2d.testing import assert_exact\n"
        "def test_mine():\n"
        "    assert_exact(lambda a, b: True, regimes=['lattice'], count=50)\n"
    )
    (tmp_path / "test_mine.py").write_text(program)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-c", os.devnull, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert "WrongAnswerError: function: " in done.stdout
    assert "exam.py" not in done.stdout
