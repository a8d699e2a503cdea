"""Asks a collision function about many pairs of shapes, and compares its answers with the exact ones."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

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
    numbers_text,
    takes_of,
    to_single,
)
from collide2d.testing.checks import checked_names
from collide2d.testing.pair_regimes import REGIMES, Regime, exact_touch
from collide2d.testing.placing import Scale
from collide2d.testing.recipes import GRAIN, KIND_PAIRS, KINDS, RecipePair, build
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

# Pairs that are asked about again at the end: a function must not answer differently.
MOST_REPEATED = 500

# The share of touching pairs that are wrong if a function takes touching in the other sense; a rounding may spare some.
NEARLY_ALL = 0.95

# The share of wrong answers that suggests that the arguments are in another order.
MANY = 0.1

# How many times fewer answers must be wrong with the arguments swapped.
MUCH_BETTER = 4

# Regimes far from roundings: their wrong answers are mistakes of the formula, and make the best examples. A gap or a
# depth of more than COARSE times the sum of all numbers is no rounding, either, unless it is at most FINE: both shapes
# store each coordinate to within half a grain of the domain, so their distance is off by at most sqrt(2) grains.
COARSE_REGIMES = ("lattice", "scattered")
COARSE = 1e-6
FINE = 2 * GRAIN

# Regimes in which float code makes no roundings, so what it says about shapes that touch is what it means. The sine and
# the cosine of an angle are rounded, so this holds only for shapes that are not turned.
PLAIN_REGIMES = ("lattice", "exact_touch", "scattered")


@dataclass(frozen=True)
class Wrong:
    """A wrong answer: the pair, the arguments of the call, what it returned or raised, and the right answer.

    `error` is what it raised, with its traceback, or None. A pickle leaves it out.
    """

    a: Any
    b: Any
    arguments: tuple[Any, ...]
    answer: str
    expected: bool | int
    relation: Relation
    error: BaseException | None = field(default=None, compare=False, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "error": None}

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
    `asked` is 0 for a regime of which no pair was left. `examples` has a short wrong answer of each regime. `smallest`
    is the simplest of those that are no rounding, in pairs on a lattice or at random, if there are any, else of all; or
    None. `hints` are sentences about what may be the reason.
    `consistent` is False if the function answered the same call differently.

    >>> report = examine(lambda a, b: a.collides(b), count=100)
    >>> print(report)
    function: 0 of 100 answers are wrong
    """

    name: str
    verb: Verb
    asked: Counter[str]
    wrong: Counter[str]
    relations: Counter[Relation]
    examples: dict[str, Wrong]
    smallest: Wrong | None
    seconds: float
    hints: tuple[str, ...] = ()
    consistent: bool = True

    def __str__(self) -> str:
        total, wrong = self.asked.total(), self.wrong.total()
        first = f"{called(self.name)}: {wrong:,} of {total:,} answers are wrong"
        if self.smallest is None:
            return first
        which = "The simplest:" if self.consistent else "It answers the same call differently:"
        hints = (f"    {hint}" for hint in self.hints)
        return "\n".join([f"{first}. {which}", *self._example(self.smallest), *self._table(), *hints])

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


def called(name: str) -> str:
    """What a text calls a function: `function`, if it has no name of its own, as a lambda or a partial.

    >>> called("discs"), called("<lambda>")
    ('discs', 'function')
    """
    return name if name.isidentifier() else "function"


def call_text(name: str, arguments: Sequence[Any]) -> str:
    """A call as code.

    >>> call_text("discs", (0.0, 1.0)), call_text("<lambda>", (2.0,))
    ('discs(0.0, 1.0)', 'function(2.0)')
    """
    return f"{called(name)}({', '.join(map(repr, arguments))})"


def is_coarse(a: Any, b: Any) -> bool:
    """Whether the gap or the depth of two shapes is too large for a rounding.

    >>> from collide2d import Circle
    >>> [is_coarse(Circle(0, 0, 1), Circle(x, 0, 1)) for x in (1, 2, 2 + 1e-9, 3)]
    [True, False, False, True]
    """
    numbers = (abs(c) for shape in (a, b) for p in shape.vertices for c in p)
    return bool(abs(collide2d.separation(a, b)) > max(FINE, COARSE * (sum(numbers) + a.radius + b.radius)))


def is_turned(shape: Any) -> bool:
    """Whether a shape is a rectangle with an angle. A function may round its sine and cosine, even those of 90 degrees.

    >>> from collide2d import Circle, Rect
    >>> [is_turned(shape) for shape in (Circle(0, 0, 1), Rect(0, 0, 2, 1), Rect(0, 0, 2, 1, angle=90))]
    [False, False, True]
    """
    return shape.kind in ("rect", "roundrect") and shape.angle != 0


def has_size(shape: Any) -> bool:
    """Whether a shape is what its kind says: no circle without radius, no rectangle without width, for example.

    >>> from collide2d import Circle, Point, Rect, Segment
    >>> [has_size(shape) for shape in (Point(0, 0), Circle(0, 0, 1), Circle(0, 0, 0), Rect(0, 0, 2, 0))]
    [True, True, False, False]
    >>> has_size(Segment(0, 0, 1, 0)), has_size(Segment(0, 0, 0, 0))
    (True, False)
    """
    if shape.kind in ("point", "segment"):
        return shape.kind == "point" or len(shape.vertices) == 2
    return shape.radius > 0 or len(shape.vertices) > 2


def said_twice(first: str, second: str) -> str:
    """Two different answers to the same call in one phrase. Each begins with "returned" or "raised".

    >>> said_twice("returned True", "returned False")
    'answered True, then False, to the same call'
    >>> said_twice("returned True", "raised ValueError: no")
    'returned True, then raised ValueError: no, to the same call'
    """
    if first.startswith("returned ") and second.startswith("returned "):
        first, second = f"answered {first.removeprefix('returned ')}", second.removeprefix("returned ")
    return f"{first}, then {second}, to the same call"


def _in_short(text: str) -> str:
    """A text on one line, the middle of a long one left out."""
    text = one_line(text)
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN // 2]} ... {text[-MOST_SHOWN // 4 :]}"


def _text_of(error: BaseException) -> str:
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:  # it has a __str__ of its own
        return type(error).__name__


def _from_below(error: BaseException) -> BaseException:
    """An error whose traceback leaves out the frame that caught it."""
    caught = error.__traceback__
    return BaseException.with_traceback(error, caught.tb_next if caught else None)


class _Answer(NamedTuple):
    """What a function answered, in words, whether it is right, and the relation of the shapes."""

    said: str
    is_right: bool
    relation: Relation
    type: str | None  # None if it raised
    error: BaseException | None = None


class _Exam:
    """A function, and how it is called and compared."""

    def __init__(
        self, who: str, function: Callable[..., Any], name: str, verb: Verb, takes: Takes, precision: Precision,
        where: Where | None,
    ) -> None:  # fmt: skip
        self.who, self.function, self.name, self.verb, self.takes = who, function, name, verb, takes
        self.precision, self.where = precision, where
        self.mistakes: dict[RecipePair, Wrong] = {}  # of the pairs whose size was asked for
        self.only_coarse = False  # whether pairs that may be wrong by a rounding only are no simpler ones

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

    def answer(self, a: Any, b: Any, arguments: tuple[Any, ...]) -> _Answer:
        relation = collide2d.relate(a, b)
        kind, raised, expected = None, None, right_answer(self.verb, relation)
        try:
            answer = self.function(*arguments)
            if isinstance(answer, float) and math.isnan(answer):
                is_right = False
            elif self.verb == "relate" or isinstance(answer, bool):
                is_right = bool(answer == expected)
            else:
                is_right = bool(answer) is expected
            said = f"returned {repr(expected) if is_right else _in_short(repr(answer))}"
            kind = type(answer).__name__
        except (Exception, SystemExit) as error:
            is_right, said, raised = False, f"raised {_in_short(_text_of(error))}", _from_below(error)
        except BaseException as stop:  # a function that does not return, and was interrupted
            stop.add_note(f"{self.who}: in the call {call_text(self.name, arguments)}")
            raise
        return _Answer(said, is_right, relation, kind, raised)

    def mistake(self, question: Question, found: _Answer) -> Wrong:
        return Wrong(*question, found.said, right_answer(self.verb, found.relation), found.relation, found.error)

    def size(self, pair: RecipePair) -> Size | None:
        """The size of a pair whose answer is wrong."""
        question = self.asked(pair)
        if question is None:
            return None
        found = self.answer(*question)
        if found.is_right or (self.only_coarse and not is_coarse(*question[:2])):
            return None
        self.mistakes[pair] = self.mistake(question, found)
        return size_of(*question[:2])

    def differs(self, pair: RecipePair, was: _Answer) -> Wrong | None:
        """The wrong one of two answers, if a function now answers differently about a pair."""
        question = self.asked(pair)
        if question is None:
            return None
        found = self.answer(*question)
        if found.is_right == was.is_right:
            return None
        return replace(self.mistake(question, found), answer=said_twice(was.said, found.said))

    def confirmed(self, pair: RecipePair) -> Wrong:
        """The wrong answer about a pair, after the reference was asked about it."""
        mistake = self.mistakes[pair]
        if int(reference.relate(mistake.a, mistake.b)) != mistake.relation:
            raise RuntimeError(f"collide2d and its reference differ, please report it: {mistake.a!r}, {mistake.b!r}")
        return mistake


def _are_single(arguments: tuple[Any, ...]) -> bool:
    return all(is_single(x) for x in arguments if isinstance(x, float))


def _kind_pairs(who: str, kinds: Kinds | Sequence[Kinds] | None) -> list[Kinds]:
    """The argument `kinds` as a list of pairs."""
    if kinds is None:
        return list(KIND_PAIRS)
    rule = f"{who}: kinds must be two names of kinds, such as ('circle', 'rect'), or a list of such pairs"
    if isinstance(kinds, str) or not isinstance(kinds, Sequence):
        raise TypeError(f"{rule}, got {shown(kinds)}")
    pairs: list[Any] = [kinds] if all(isinstance(kind, str) for kind in kinds) else list(kinds)
    found: list[Kinds] = []
    for pair in pairs:
        if isinstance(pair, str) or not isinstance(pair, Sequence) or len(pair) != 2:
            raise ValueError(f"{rule}, got {shown(kinds)}")
        checked_names(who, "kinds", pair, KINDS)
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

    The arguments are those of `assert_exact`. Equal arguments give equal pairs, on every platform. Raises ValueError if
    no pair is left.

    >>> def discs(ax, ay, ar, bx, by, br):
    ...     return (ax - bx) ** 2 + (ay - by) ** 2 <= (ar + br) ** 2
    >>> report = examine(discs, ("circle", "circle"), regimes=["lattice", "near_touch"], count=1000)
    >>> report.wrong["lattice"], report.wrong["near_touch"] > 50
    (0, True)
    """
    return _examined("examine", function, kinds, verb, takes, precision, where, regimes, count, seed)


def _examined(
    who: str, function: Callable[..., Any], kinds: Kinds | Sequence[Kinds] | None, verb: Verb, takes: Takes | None,
    precision: Precision, where: Where | None, regimes: Sequence[str] | None, count: int, seed: int,
) -> Report:  # fmt: skip
    pairs = _kind_pairs(who, kinds)
    name = str(getattr(function, "__name__", f"<{type(function).__name__}>"))
    takes = _checked_options(who, function, name, pairs, verb, takes, precision, where, regimes, count, seed)
    start, exam = time.perf_counter(), _Exam(who, function, name, verb, takes, precision, where)
    names = list(EXAM_REGIMES) if regimes is None else list(regimes)
    tally, stride = _Tally(), -(-count // MOST_REPEATED)
    for place, (regime, pair_kinds) in enumerate((r, k) for k in pairs for r in names):
        source: Source = Seeded(seed * 1_000_003 + place)
        if takes == "numbers":
            source = Plain(source)
        total = len(names) * len(pairs)
        goal = count * (place + 1) // total - count * place // total
        if goal:
            tally.asked[regime] += 0  # so that the report also lists a regime of which no pair is left
        for pair, question in exam.questions(source, EXAM_REGIMES[regime], pair_kinds, goal):
            found = exam.answer(*question)
            if tally.asked.total() % stride == 0:
                tally.repeated.append((regime, pair, found._replace(error=None)))
            tally.add(exam, regime, pair, question, found)
    if not tally.asked.total():
        raise ValueError(f"{who}: no pair could be asked about: where, precision or regimes leave out all of them")
    smallest = _changed(exam, tally)
    consistent = smallest is None
    if consistent and tally.least:
        smallest, consistent = _simplest(exam, tally)
    examples = {regime: exam.confirmed(pair) for regime, (_, pair, _) in tally.least.items()}
    hints = tuple(_hints(exam, tally, pairs)) if consistent else ()
    seconds = time.perf_counter() - start
    return Report(name, verb, tally.asked, tally.wrong, tally.relations, examples, smallest, seconds, hints, consistent)


class _Tally:
    """The answers of a function so far: counts, the pairs to ask about again, and the simplest wrong pairs."""

    def __init__(self) -> None:
        self.asked, self.wrong = Counter[str](), Counter[str]()
        self.relations, self.types = Counter[Relation](), Counter[str | None]()  # of wrong answers
        self.touching = self.coarse = 0
        # in PLAIN_REGIMES: of shapes that are not turned by regime, and of those of these with a size by relation
        self.exact, self.exact_wrong = Counter[str](), Counter[str]()
        self.plain, self.plain_wrong = Counter[Relation](), Counter[Relation]()
        self.repeated: list[tuple[str, RecipePair, _Answer]] = []
        self.least: dict[str, tuple[tuple[int, Size], RecipePair, _Answer]] = {}

    def add(self, exam: _Exam, regime: str, pair: RecipePair, question: Question, found: _Answer) -> None:
        self.asked[regime] += 1
        self.touching += found.relation is Relation.TOUCHING
        turned = any(map(is_turned, question[:2]))
        is_exact = regime in PLAIN_REGIMES and not turned
        is_plain = is_exact and all(map(has_size, question[:2]))
        self.exact[regime] += is_exact
        self.plain[found.relation] += is_plain
        if found.is_right:
            return
        self.exact_wrong[regime] += is_exact
        self.plain_wrong[found.relation] += is_plain
        is_large = is_coarse(*question[:2])
        self.coarse += is_large
        self.wrong[regime] += 1
        self.relations[found.relation] += 1
        self.types[found.type] += 1
        rank = 0 if is_large else 1
        if regime not in COARSE_REGIMES or (turned and not is_large):
            rank = 2
        key = (rank, size_of(*question[:2]))
        if regime not in self.least or key < self.least[regime][0]:
            self.least[regime] = key, pair, found
            exam.mistakes[pair] = exam.mistake(question, found)


def _changed(exam: _Exam, tally: _Tally) -> Wrong | None:
    """The simplest wrong answer of a function that answers differently when it is asked again; None if it does not.

    It is asked in reverse order, so that a stale cache has other contents.
    """
    again = [*tally.repeated, *((regime, pair, found) for regime, (_, pair, found) in tally.least.items())]
    changed: list[tuple[Size, RecipePair]] = []
    for regime, pair, was in reversed(again):
        mistake = exam.differs(pair, was)
        if mistake is not None:
            exam.mistakes[pair] = mistake
            changed.append((size_of(mistake.a, mistake.b), pair))
            if was.is_right:
                tally.least.setdefault(regime, ((2, changed[-1][0]), pair, was))
                tally.wrong[regime] += 1
                tally.relations[mistake.relation] += 1
    return exam.confirmed(min(changed)[1]) if changed else None


def _simplest(exam: _Exam, tally: _Tally) -> tuple[Wrong, bool]:
    """The simplest wrong answer, and whether the function gives it each time."""
    (rank, _), pair, was = min(tally.least.values(), key=lambda entry: entry[:2])
    exam.only_coarse = rank == 0
    size = exam.size(pair)
    if size is None:
        mistake = exam.confirmed(pair)
        return replace(mistake, answer=said_twice(was.said, f"returned {mistake.expected}")), False
    pair = simplest(pair, size, exam.size)
    mistake = exam.confirmed(pair)
    changed = exam.differs(pair, _Answer(mistake.answer, False, mistake.relation, None))
    return (mistake, True) if changed is None else (changed, False)


def _listed(names: Sequence[str], last: str) -> str:
    """Names in a sentence.

    >>> _listed(["lattice"], "and"), _listed(["lattice", "far", "deep"], "or")
    ('lattice', 'lattice, far or deep')
    """
    return f" {last} ".join([*[", ".join(names[:-1])][: len(names) - 1], names[-1]])


def _hints(exam: _Exam, tally: _Tally, pairs: Sequence[Kinds]) -> Iterator[str]:
    """What may be the reason for the wrong answers, in sentences."""
    asked, wrong = tally.asked.total(), tally.wrong.total()
    if not wrong:
        return
    plain = [regime for regime in PLAIN_REGIMES if tally.exact[regime]]
    turned = any(tally.exact[regime] < tally.asked[regime] for regime in plain)
    touching, missed = tally.plain[Relation.TOUCHING], tally.plain_wrong[Relation.TOUCHING]
    if (
        exam.verb in ("collides", "overlaps")
        and missed
        and missed == tally.plain_wrong.total() >= NEARLY_ALL * touching
    ):
        counts, other = ("not count", "overlaps") if exam.verb == "collides" else ("count", "collides")
        many = f"All {missed:,}" if missed == touching else f"{missed:,} of {touching:,}"
        left_out = f"shapes without size{' or turned rectangles' if turned else ''}"
        which = f"pairs of {_listed(plain, 'and')} that touch are wrong, not counting {left_out}"
        yield f"{many} {which}. If touching should {counts}, say verb={other!r}."
    elif set(tally.relations) == {Relation.TOUCHING}:
        yield f"Only pairs that touch exactly are wrong: {wrong:,} of {tally.touching:,} of them."
    if len(plain) > 1 and not (tally.coarse or tally.types[None] or tally.exact_wrong.total()):
        left_out = ", not counting turned rectangles" if any(tally.wrong[regime] for regime in plain) else ""
        yield f"None in {_listed(plain, 'or')}{left_out}: this may be rounding."
    if tally.types[None] == asked and exam.takes == "shapes" and len(pairs) == 1 and "polygon" in pairs[0]:
        if set(pairs[0]) == {"polygon"}:
            yield "To get tuples of vertices, say takes='numbers'."
        else:
            yield f"It gets two shapes. To get numbers, it must take {numbers_text(pairs[0])}."
    others = ", ".join(sorted(name for name in tally.types if name and name not in ("bool", "bool_", "int")))
    if others and exam.verb != "relate":
        yield f"Wrong answers are of type {others}: all but nan count as in an `if`. Return True or False."
    if len(pairs) == 1 and pairs[0][0] != pairs[0][1] and wrong >= MANY * asked:
        yield from _hint_of_order(exam, tally, pairs[0])


def _hint_of_order(exam: _Exam, tally: _Tally, kinds: Kinds) -> Iterator[str]:
    """A sentence if a function is right, or hardly ever wrong, with the second shape first."""
    before = after = total = 0
    for _, pair, found in tally.repeated:
        question = exam.asked(pair)
        arguments = arguments_of(question[1], question[0], exam.takes) if question else None
        if question and arguments:
            total += 1
            before += not found.is_right
            after += not exam.answer(question[0], question[1], arguments).is_right
    if after * MUCH_BETTER < before:
        many = f"only {after:,} of {total:,} answers are wrong" if after else "it is right"
        yield f"With the arguments swapped, {many}: say kinds={(kinds[1], kinds[0])!r}."


def _checked_options(
    who: str, function: Callable[..., Any], name: str, pairs: Sequence[Kinds], verb: str, takes: Takes | None,
    precision: str, where: Where | None, regimes: Sequence[str] | None, count: int, seed: int,
) -> Takes:  # fmt: skip
    """What the function takes, after all arguments were checked."""
    if not callable(function):
        raise TypeError(f"{who}: function must be callable, got {function!r}")
    for argument, value, known in (
        ("verb", verb, get_args(Verb)), ("precision", precision, get_args(Precision)),
        ("takes", takes, (None, *get_args(Takes))),
    ):  # fmt: skip
        if not isinstance(value, str | None) or value not in known:
            rule = " or ".join(repr(one) for one in known if one is not None)
            raise ValueError(f"{who}: {argument} must be {rule}, got {value!r}")
    if regimes is not None:
        checked_names(who, "regimes", regimes, EXAM_REGIMES)
    if where is not None and not callable(where):
        raise TypeError(f"{who}: where must be a function of two shapes, got {shown(where)}")
    if not isinstance(count, int) or count < 1:
        raise ValueError(f"{who}: count must be an int of at least 1, got {shown(count)}")
    if not isinstance(seed, int):
        raise TypeError(f"{who}: seed must be an int, got {shown(seed)}")
    chosen: Takes = takes or takes_of(function)
    if chosen == "numbers":
        sizes = {sum(len(NUMBERS[kind]) for kind in pair) for pair in pairs}
        if len(sizes) > 1:
            rule = "takes numbers, so kinds must be one pair such as ('circle', 'rect')"
            raise TypeError(f"{who}: {called(name)} {rule}")
        checked_call(who, function, called(name), pairs[0])
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
    Whatever the function raises counts as a wrong answer. What it returns is taken as `if` takes it, so None is False;
    nan is wrong. It is asked about some pairs twice, and must answer both times alike.

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
    a wrong value or no pair is left. What the function raised is the cause of the error, with its traceback.

    >>> from collide2d.testing import assert_exact
    >>> def discs(ax, ay, ar, bx, by, br):
    ...     return (ax - bx) ** 2 + (ay - by) ** 2 < (ar + br) ** 2
    >>> assert_exact(discs, ("circle", "circle"), regimes=["lattice"], verb="overlaps", count=500).wrong.total()
    0
    """
    __tracebackhide__ = True  # pytest leaves out this frame
    report = _examined("assert_exact", function, kinds, verb, takes, precision, where, regimes, count, seed)
    if report.smallest is not None:
        raise WrongAnswerError(report) from report.smallest.error
    return report
