"""Asks a collision function about many pairs of shapes, and compares its answers with the exact ones."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Literal, TypeAlias, get_args

import collide2d
from collide2d import Relation, reference
from collide2d._messages import one_line, shown
from collide2d.testing.calls import (
    NUMBERS,
    Precision,
    Takes,
    arguments_of,
    checked_call,
    has_single_numbers,
    is_single,
    takes_of,
    to_single,
)
from collide2d.testing.checks import checked_names
from collide2d.testing.pair_regimes import REGIMES, Regime, exact_touch
from collide2d.testing.placing import Scale
from collide2d.testing.recipes import KIND_PAIRS, KINDS, RecipePair, build
from collide2d.testing.simplify import Size, simplest, size_of
from collide2d.testing.sources import Plain, Seeded, Source

Verb: TypeAlias = Literal["collides", "overlaps", "touches", "relate"]
Kinds: TypeAlias = tuple[str, str]
Where: TypeAlias = Callable[[Any, Any], bool]
Question: TypeAlias = tuple[Any, Any, tuple[Any, ...]]  # two shapes and the arguments of the call


def decimals(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Touches in tenths, such as 0.3 and 0.4 with a radius of 0.5. As doubles most of them are off by a rounding."""
    return exact_touch(source, kind_a, kind_b, Scale(0.1, 16))


EXAM_REGIMES: dict[str, Regime] = {"decimals": decimals, **REGIMES}

# Pairs that are drawn for one that can be asked about: not all have plain numbers.
MOST_DRAWN = 8

# The characters of an answer that a report shows.
MOST_SHOWN = 200


@dataclass(frozen=True)
class Wrong:
    """A wrong answer: the pair, the arguments of the call, what it returned or raised, and the right answer."""

    a: Any
    b: Any
    arguments: tuple[Any, ...]
    answer: str
    expected: bool | int
    relation: Relation

    @property
    def reason(self) -> str:
        """The relation of the shapes in words, with the exact gap or depth.

        >>> from collide2d import Circle
        >>> Wrong(Circle(0, 0, 1), Circle(3, 0, 1), (), "True", False, Relation.APART).reason
        'they are apart, by 1'
        """
        if self.relation is Relation.TOUCHING:
            return "they touch exactly"
        gap = abs(reference.surd_separation(self.a, self.b).to_decimal(3)).normalize()
        return f"they {'are apart' if self.relation is Relation.APART else 'overlap'}, by {gap:g}"


@dataclass(frozen=True)
class Report:
    """The result of an exam: how many pairs of each regime were asked about, and how many answers were wrong.

    `asked` and `wrong` count by the name of the regime, `relations` counts the wrong answers by the right relation.
    `examples` has a short wrong answer of each regime. `smallest` is the simplest of all, or None.

    >>> report = examine(lambda a, b: a.collides(b), count=100)
    >>> print(report)
    <lambda>: 0 of 100 answers are wrong
    """

    name: str
    verb: Verb
    asked: Counter[str]
    wrong: Counter[str]
    relations: Counter[Relation]
    examples: dict[str, Wrong]
    smallest: Wrong | None
    seconds: float

    def __str__(self) -> str:
        total, wrong = self.asked.total(), self.wrong.total()
        first = f"{self.name}: {wrong:,} of {total:,} answers are wrong"
        if self.smallest is None:
            return first
        return "\n".join([f"{first}. The simplest:", *self._example(self.smallest), *self._table(), *self._hint()])

    def _example(self, wrong: Wrong) -> Iterator[str]:
        yield f"    {call_text(self.name, wrong.arguments)} {wrong.answer}"
        if wrong.arguments != (wrong.a, wrong.b):
            yield f"    a = {wrong.a!r}"
            yield f"    b = {wrong.b!r}"
        question = f"a.relate(b) is {wrong.relation.name}" if self.verb == "relate" else f"a.{self.verb}(b) is"
        right = f"{int(wrong.expected)}" if self.verb == "relate" else f"{wrong.expected}"
        yield f"    {question}{',' if self.verb == 'relate' else ''} {right}: {wrong.reason}"

    def _table(self) -> Iterator[str]:
        yield f"    {'regime':<16}{'asked':>9}{'wrong':>9}"
        for regime, asked in self.asked.items():
            yield f"    {regime:<16}{asked:>9,}{self.wrong[regime]:>9,}"

    def _hint(self) -> Iterator[str]:
        if set(self.relations) == {Relation.TOUCHING} and self.verb in ("collides", "overlaps"):
            other = "overlaps" if self.verb == "collides" else "collides"
            counts = "not count" if self.verb == "collides" else "count"
            yield f"    Only pairs that touch exactly are wrong. If touching should {counts}, say verb={other!r}."


class WrongAnswerError(AssertionError):
    """A function gave a wrong answer. `report` is the whole `Report`, and the message its text."""

    def __init__(self, report: Report) -> None:
        super().__init__(str(report))
        self.report = report

    def __reduce__(self) -> tuple[type[WrongAnswerError], tuple[Report]]:
        return WrongAnswerError, (self.report,)


def right_answer(verb: Verb, relation: Relation) -> bool | int:
    """What a function with the meaning of a verb must return.

    >>> right_answer("collides", Relation.TOUCHING), right_answer("relate", Relation.TOUCHING)
    (True, 0)
    """
    if verb == "relate":
        return int(relation)
    return {"collides": relation >= 0, "overlaps": relation > 0, "touches": relation == 0}[verb]


def call_text(name: str, arguments: Sequence[Any]) -> str:
    """A call as code.

    >>> call_text("discs", (0.0, 1.0))
    'discs(0.0, 1.0)'
    """
    return f"{name}({', '.join(map(repr, arguments))})"


def _in_short(text: str) -> str:
    """A text on one line, the middle of a long one left out."""
    text = one_line(text)
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN // 2]} ... {text[-MOST_SHOWN // 4 :]}"


def _text_of(error: BaseException) -> str:
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:  # it has a __str__ of its own
        return type(error).__name__


class _Exam:
    """A function, and how it is called and compared."""

    def __init__(
        self, function: Callable[..., Any], name: str, verb: Verb, takes: Takes, precision: Precision,
        where: Where | None,
    ) -> None:  # fmt: skip
        self.function, self.name, self.verb, self.takes = function, name, verb, takes
        self.precision, self.where = precision, where
        self.mistakes: dict[RecipePair, Wrong] = {}  # of the pairs whose size was asked for

    def drawn(self, source: Source, regime: Regime, kinds: Kinds) -> RecipePair:
        pair = regime(source, *kinds)
        if self.precision == "double":
            return pair
        a, b = (recipe._replace(numbers=tuple(map(to_single, recipe.numbers))) for recipe in pair)
        return a, b

    def asked(self, pair: RecipePair) -> Question | None:
        """The shapes of a pair and the arguments of the call; None if it cannot be asked about."""
        try:
            a, b = build(collide2d, pair[0]), build(collide2d, pair[1])
        except ValueError:
            return None
        if self.precision == "single" and not (has_single_numbers(a) and has_single_numbers(b)):
            return None
        arguments = arguments_of(a, b, self.takes)
        if arguments is None or (self.precision == "single" and not _are_single(arguments)):
            return None
        if self.where is not None and not self.where(a, b):
            return None
        return a, b, arguments

    def questions(
        self, source: Source, regime: Regime, kinds: Kinds, count: int
    ) -> Iterator[tuple[RecipePair, Question]]:
        """As many pairs of a regime as can be asked about, up to a number."""
        drawn = (self.drawn(source, regime, kinds) for _ in range(count * MOST_DRAWN))
        asked = ((pair, found) for pair in drawn if (found := self.asked(pair)) is not None)
        yield from islice(asked, count)

    def wrong(self, a: Any, b: Any, arguments: tuple[Any, ...]) -> Wrong | None:
        relation = collide2d.relate(a, b)
        expected = right_answer(self.verb, relation)
        try:
            answer = self.function(*arguments)
            if self.verb == "relate" or isinstance(answer, bool):
                is_right = bool(answer == expected)
            else:
                is_right = bool(answer) is expected
            said = "" if is_right else f"returned {_in_short(repr(answer))}"
        except (Exception, SystemExit) as error:
            is_right, said = False, f"raised {_in_short(_text_of(error))}"
        except BaseException as stop:  # a function that does not return, and was interrupted
            stop.add_note(f"assert_exact: in the call {call_text(self.name, arguments)}")
            raise
        return None if is_right else Wrong(a, b, arguments, said, expected, relation)

    def size(self, pair: RecipePair) -> Size | None:
        """The size of a pair whose answer is wrong."""
        found = self.asked(pair)
        mistake = self.wrong(*found) if found else None
        if mistake is None:
            return None
        self.mistakes[pair] = mistake
        return size_of(mistake.a, mistake.b)

    def simplest(self, pair: RecipePair) -> Wrong:
        """The simplest wrong answer from that about a pair."""
        size = self.size(pair)
        if size is not None:
            return self.confirmed(simplest(pair, size, self.size))
        mistake = self.mistakes[pair]  # the function gave a wrong answer, and then a right one
        return replace(mistake, answer=f"{mistake.answer} (and the right answer when called again)")

    def confirmed(self, pair: RecipePair) -> Wrong:
        """The wrong answer about a pair, after the reference was asked about it."""
        mistake = self.mistakes[pair]
        if int(reference.relate(mistake.a, mistake.b)) != mistake.relation:
            raise RuntimeError(f"collide2d and its reference differ, please report it: {mistake.a!r}, {mistake.b!r}")
        return mistake


def _are_single(arguments: tuple[Any, ...]) -> bool:
    return all(is_single(x) for x in arguments if isinstance(x, float))


def _kind_pairs(kinds: Kinds | Sequence[Kinds] | None) -> list[Kinds]:
    """The argument `kinds` as a list of pairs."""
    if kinds is None:
        return list(KIND_PAIRS)
    rule = "assert_exact: kinds must be two names of kinds, such as ('circle', 'rect'), or a list of such pairs"
    if isinstance(kinds, str) or not isinstance(kinds, Sequence):
        raise TypeError(f"{rule}, got {shown(kinds)}")
    pairs: list[Any] = [kinds] if all(isinstance(kind, str) for kind in kinds) else list(kinds)
    found: list[Kinds] = []
    for pair in pairs:
        if isinstance(pair, str) or not isinstance(pair, Sequence) or len(pair) != 2:
            raise ValueError(f"{rule}, got {shown(kinds)}")
        checked_names("assert_exact", "kinds", pair, KINDS)
        found.append((pair[0], pair[1]))
    if not found:
        raise ValueError(f"{rule}, got {shown(kinds)}")
    return found


def examine(
    function: Callable[..., Any],
    kinds: Kinds | Sequence[Kinds] | None = None,
    *,
    verb: Verb = "collides",
    takes: Takes | None = None,
    precision: Precision = "double",
    where: Where | None = None,
    regimes: Sequence[str] | None = None,
    count: int = 20_000,
    seed: int = 1,
) -> Report:
    """Asks a function about pairs of shapes, and compares its answers with the exact ones.

    The arguments are those of `assert_exact`. Equal arguments give equal pairs, on every platform.

    >>> def discs(ax, ay, ar, bx, by, br):
    ...     return (ax - bx) ** 2 + (ay - by) ** 2 <= (ar + br) ** 2
    >>> report = examine(discs, ("circle", "circle"), regimes=["lattice", "near_touch"], count=1000)
    >>> report.wrong["lattice"], report.wrong["near_touch"] > 50
    (0, True)
    """
    pairs = _kind_pairs(kinds)
    name = str(getattr(function, "__name__", type(function).__name__))
    takes = _checked_options(function, name, pairs, verb, takes, precision, where, regimes, count, seed)
    start, exam = time.perf_counter(), _Exam(function, name, verb, takes, precision, where)
    names = list(EXAM_REGIMES) if regimes is None else list(regimes)
    asked, wrong, relations = Counter[str](), Counter[str](), Counter[Relation]()
    least: dict[str, tuple[Size, RecipePair]] = {}
    for place, (regime, pair_kinds) in enumerate((r, k) for k in pairs for r in names):
        source: Source = Seeded(seed * 1_000_003 + place)
        if takes == "numbers":
            source = Plain(source)
        total = len(names) * len(pairs)
        goal = count * (place + 1) // total - count * place // total
        for pair, found in exam.questions(source, EXAM_REGIMES[regime], pair_kinds, goal):
            asked[regime] += 1
            mistake = exam.wrong(*found)
            if mistake is not None:
                wrong[regime] += 1
                relations[mistake.relation] += 1
                size = size_of(*found[:2])
                if regime not in least or size < least[regime][0]:
                    least[regime], exam.mistakes[pair] = (size, pair), mistake
    examples = {regime: exam.confirmed(pair) for regime, (_, pair) in least.items()}
    smallest = None
    if least:
        _, pair = min(least.values())
        smallest = exam.simplest(pair)
    return Report(name, verb, asked, wrong, relations, examples, smallest, time.perf_counter() - start)


def _checked_options(
    function: Callable[..., Any], name: str, pairs: Sequence[Kinds], verb: str, takes: Takes | None, precision: str,
    where: Where | None, regimes: Sequence[str] | None, count: int, seed: int,
) -> Takes:  # fmt: skip
    """What the function takes, after all arguments were checked."""
    if not callable(function):
        raise TypeError(f"assert_exact: function must be callable, got {function!r}")
    for argument, value, known in (
        ("verb", verb, get_args(Verb)), ("precision", precision, get_args(Precision)),
        ("takes", takes, (None, *get_args(Takes))),
    ):  # fmt: skip
        if not isinstance(value, str | None) or value not in known:
            rule = " or ".join(repr(one) for one in known if one is not None)
            raise ValueError(f"assert_exact: {argument} must be {rule}, got {value!r}")
    if regimes is not None:
        checked_names("assert_exact", "regimes", regimes, EXAM_REGIMES)
    if where is not None and not callable(where):
        raise TypeError(f"assert_exact: where must be a function of two shapes, got {shown(where)}")
    if not isinstance(count, int) or count < 1:
        raise ValueError(f"assert_exact: count must be a whole number of at least 1, got {shown(count)}")
    if not isinstance(seed, int):
        raise TypeError(f"assert_exact: seed must be a whole number, got {shown(seed)}")
    chosen: Takes = takes or takes_of(function)
    if chosen == "numbers":
        sizes = {sum(len(NUMBERS[kind]) for kind in pair) for pair in pairs}
        if len(sizes) > 1:
            raise TypeError(f"assert_exact: {name} takes numbers, so kinds must be one pair such as ('circle', 'rect')")
        checked_call(function, name, pairs[0])
    return chosen


def assert_exact(
    function: Callable[..., Any],
    kinds: Kinds | Sequence[Kinds] | None = None,
    *,
    verb: Verb = "collides",
    takes: Takes | None = None,
    precision: Precision = "double",
    where: Where | None = None,
    regimes: Sequence[str] | None = None,
    count: int = 20_000,
    seed: int = 1,
) -> Report:
    """Raises a `WrongAnswerError` unless a collision function gives the exact answers for all pairs of shapes.

    The error shows the simplest wrong call, the right answer with its reason, and how many answers of each regime are
    wrong. The right answers are those of collide2d; that of the example is confirmed by the reference in fractions.
    Whatever the function raises counts as a wrong answer. What it returns is taken as `if` takes it, so None is False.

    kinds are those of the first and the second shape, such as ("circle", "rect"), or a list of such pairs; without it,
    a function of two shapes is asked about all pairs of kinds. verb says what the function answers: "collides", where
    touching counts; "overlaps", where it does not; "touches"; or "relate", which is -1, 0 or 1.

    takes is "numbers" or "shapes". Without it, a function of two parameters takes shapes. The numbers are x, y of a
    point; x, y, r of a circle; ax, ay, bx, by of a segment, and r of a capsule; x, y, w, h of an upright rectangle, and
    r of a rounded one; and the tuple of the vertices of a polygon. For anything else, write a function of two shapes.

    precision is "single" for a function that computes in floats of 32 bits: all numbers of its pairs are such floats.
    where(a, b) says whether a function promises anything about two shapes: where=lambda a, b: not a.touches(b) leaves
    out the pairs that touch exactly. regimes are names of `EXAM_REGIMES`, all of them by default. count is how many
    pairs are asked about, and another seed gives other pairs.

    Returns the `Report`. Raises TypeError if the function cannot take the arguments, and ValueError if an argument has
    a wrong value or no pair is left.

    >>> from collide2d.testing import assert_exact
    >>> def discs(ax, ay, ar, bx, by, br):
    ...     return (ax - bx) ** 2 + (ay - by) ** 2 < (ar + br) ** 2
    >>> assert_exact(discs, ("circle", "circle"), regimes=["lattice"], verb="overlaps", count=500).wrong.total()
    0
    """
    report = examine(
        function, kinds, verb=verb, takes=takes, precision=precision, where=where, regimes=regimes, count=count,
        seed=seed,
    )  # fmt: skip
    if not report.asked:
        raise ValueError(
            "assert_exact: no pair could be asked about: where, precision or regimes leave out all of them"
        )
    if report.smallest is not None:
        raise WrongAnswerError(report)
    return report
