"""Makes why-exact.svg, the README's picture of why exact answers matter: `python docs/images/make_why_exact.py`.

Two everyday questions of games, asked at 64 x 64 neighbouring positions, one step of a double apart: once with the
formula that everybody writes, in plain doubles, and once with `collide2d.relate`. Nothing in the picture is made up:
all answers are computed here, and those of collide2d are compared with exact fractions before anything is drawn.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from collide2d import Circle, Point, Polygon, Relation, Shape, relate
from collide2d.drawing import BLUE, INK, MUTED, PAPER, PLOT, RELATION_COLORS, View, outline

SIDE = 64  # positions each way
STEP = 2.0**-53  # one step of a double just above a half
CELL = 4.0  # pixels for a position
FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif"

SUPERSCRIPTS = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"

Number = TypeVar("Number", float, Fraction)


class Vec(NamedTuple, Generic[Number]):
    """A point in doubles or in fractions: the same formula serves both."""

    x: Number
    y: Number


def sign(x: float | Fraction) -> Relation:
    """Overlapping, touching or apart as x is positive, zero or negative."""
    return Relation((x > 0) - (x < 0))


# ---- the two questions, as everybody writes them ---------------------------------------------------------------------

CENTER, RADIUS = (6.5, 8.5), 6.0
BALL = 4.0
RAMP = ((-17.3, -17.3), (24.0, 24.0), (-17.3, 24.0))


def circles(p: Vec[Number], number: type[Number]) -> Relation:
    """Circle (p, BALL) against circle (CENTER, RADIUS): radius sum squared against distance squared."""
    dx, dy = p.x - number(CENTER[0]), p.y - number(CENTER[1])
    r = number(RADIUS) + number(BALL)
    return sign(r * r - (dx * dx + dy * dy))


def on_ramp(p: Vec[Number], number: type[Number]) -> Relation:
    """Point p against the ramp's slope: the side of the line on which it lies."""
    (ax, ay), (bx, by) = ((number(x), number(y)) for x, y in RAMP[:2])
    return sign((ax - p.x) * (by - p.y) - (ay - p.y) * (bx - p.x))


class Question(NamedTuple):
    """A row of the picture."""

    title: str
    formula: str
    shapes: tuple[Shape, Shape]  # the moving one first, in the middle position
    view: View
    plain: Callable[[Vec[float]], Relation]
    exact: Callable[[Vec[Fraction]], Relation]
    at: Callable[[float, float], Shape]


def questions() -> tuple[Question, Question]:
    """What is asked, of shapes whose middle position is (0.5, 0.5)."""
    ball, foot = Circle(0.5, 0.5, BALL), Point(0.5, 0.5)
    return (
        Question(
            "Does the ball hit the ball?",
            "(r\u2081 + r\u2082)\u00b2 \u2212 (dx\u00b2 + dy\u00b2)",
            (ball, Circle(*CENTER, RADIUS)),
            View(10.5, (4.7, 5.7), (126.0, 132.0)),
            lambda p: circles(p, float),
            lambda p: circles(p, Fraction),
            lambda x, y: Circle(x, y, BALL),
        ),
        Question(
            "Does the foot touch the ramp?",
            "(a \u2212 p) \u00d7 (b \u2212 p)",
            (foot, Polygon(RAMP)),
            View(4.6, (3.35, 3.35), (126.0, 128.0)),
            lambda p: on_ramp(p, float),
            lambda p: on_ramp(p, Fraction),
            lambda x, y: Point(x, y),
        ),
    )


Answers = list[list[Relation]]


def ask(question: Question) -> tuple[Answers, Answers]:
    """The answers of plain doubles and of collide2d, row by row; the latter are proven right on the way."""
    plain: Answers = []
    ours: Answers = []
    for j in range(SIDE):
        plain.append([])
        ours.append([])
        for i in range(SIDE):
            p = Vec(0.5 + (i - SIDE // 2) * STEP, 0.5 + (j - SIDE // 2) * STEP)
            truth = question.exact(Vec(Fraction(p.x), Fraction(p.y)))
            ours[-1].append(relate(question.at(p.x, p.y), question.shapes[1]))
            if ours[-1][-1] is not truth:
                raise AssertionError(f"{question.title} at {p}: {ours[-1][-1]!r} is not {truth!r}")
            plain[-1].append(question.plain(p))
    return plain, ours


# ---- the picture -----------------------------------------------------------------------------------------------------

LEFT, GAP, TOP, ROW = 24.0, 24.0, 92.0, 352.0
PANEL = SIDE * CELL
WIDTH = 2 * LEFT + 3 * PANEL + 2 * GAP


def text(x: float, y: float, said: str, size: float = 13, color: str = INK, more: str = "") -> str:
    """A line of text."""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{color}"{more}>{said}</text>'


def power_of_ten(x: float) -> str:
    """A large number to one digit."""
    digit, exponent = f"{x:.0e}".split("e+")
    return f"{digit} \u00d7 10{exponent.translate(str.maketrans('0123456789', SUPERSCRIPTS))}"


def panel(answers: Answers, x: float, y: float) -> list[str]:
    """The answers as coloured squares, neighbours of one colour joined along the row."""
    parts = []
    for relation in Relation:
        path = ""
        for j, row in enumerate(answers):
            i = 0
            for answer, run in groupby(row):
                length = len(list(run))
                if answer is relation:
                    path += f"M{x + i * CELL:g} {y + j * CELL:g}h{length * CELL:g}v{CELL:g}h{-length * CELL:g}z"
                i += length
        parts.append(f'<path d="{path}" fill="{RELATION_COLORS[relation]}" shape-rendering="crispEdges"/>')
    parts.append(f'<rect x="{x:g}" y="{y:g}" width="{PANEL:g}" height="{PANEL:g}" fill="none" stroke="{INK}"/>')
    return parts


def situation(question: Question, x: float, y: float) -> list[str]:
    """The two shapes, and a ring around the place that the other panels magnify."""
    moving, fixed = question.shapes
    view = question.view
    parts = [
        f'<svg x="{x:g}" y="{y:g}" width="{PANEL:g}" height="{PANEL:g}">',
        f'<rect width="{PANEL:g}" height="{PANEL:g}" fill="{PLOT}"/>',
        f'<path d="{outline(fixed, view)}" fill="#8c97a3" fill-opacity="0.3" stroke="#59636f" stroke-width="1.6"/>',
    ]
    cx, cy = view.at(moving.center)
    if moving.radius > 0:
        parts.append(
            f'<path d="{outline(moving, view)}" fill="{BLUE}" fill-opacity="0.2" stroke="{BLUE}" stroke-width="1.6"/>'
        )
    parts += [
        f'<circle cx="{cx:g}" cy="{cy:g}" r="3.4" fill="{BLUE}"/>',
        f'<circle cx="{cx:g}" cy="{cy:g}" r="9" fill="none" stroke="{INK}" stroke-width="1.2"/>',
        "</svg>",
        f'<path d="M{x + cx + 9:g} {y + cy:g}L{x + PANEL + GAP - 3:g} {y + 2:g}M{x + cx + 9:g} {y + cy:g}'
        f'L{x + PANEL + GAP - 3:g} {y + PANEL - 2:g}" stroke="{INK}" stroke-width="0.8" stroke-dasharray="2 3"/>',
        f'<rect x="{x:g}" y="{y:g}" width="{PANEL:g}" height="{PANEL:g}" fill="none" stroke="{INK}"/>',
    ]
    return parts


def row(question: Question, top: float) -> list[str]:
    """A question, and its answers in plain doubles and by collide2d."""
    plain, ours = ask(question)
    wrong = sum(a is not b for rows in zip(plain, ours, strict=True) for a, b in zip(*rows, strict=True))
    columns = [LEFT + n * (PANEL + GAP) for n in range(3)]
    below = top + PANEL + 21
    bold = ' font-weight="600"'
    return [
        *situation(question, columns[0], top),
        *panel(plain, columns[1], top),
        *panel(ours, columns[2], top),
        text(columns[0], top - 12, question.title, 14, INK, bold),
        text(columns[1], top - 12, "plain doubles", 14, INK, bold),
        text(columns[2], top - 12, "collide2d", 14, INK, bold),
        text(
            columns[0],
            below,
            f"In the ring, magnified {power_of_ten(CELL / STEP / question.view.scale)} times:",
            12.5,
            MUTED,
        ),
        text(columns[1], below, f"{wrong:,} of {SIDE * SIDE:,} answers wrong", 13, INK, bold),
        text(columns[1], below + 18, f"sign of {question.formula}", 12.5, MUTED),
        text(columns[2], below, "0 wrong", 13, INK, bold),
        text(columns[2], below + 18, "equal to exact arithmetic, checked", 12.5, MUTED),
    ]


def legend(y: float) -> list[str]:
    """The three colours."""
    parts: list[str] = []
    x = LEFT
    words: Sequence[tuple[Relation, str]] = (
        (Relation.APART, "apart"),
        (Relation.TOUCHING, "touching"),
        (Relation.OVERLAPPING, "overlapping"),
    )
    for relation, word in words:
        parts.append(f'<rect x="{x:g}" y="{y - 10:g}" width="12" height="12" fill="{RELATION_COLORS[relation]}"/>')
        parts.append(text(x + 18, y, word))
        x += 34 + 8 * len(word)
    note = "One square: one position. Neighbours differ by one step of a double, 2\u207b\u2075\u00b3."
    return [*parts, text(x + 12, y, note, 12.5, MUTED)]


def why_exact() -> str:
    """The picture as SVG text."""
    rows = [row(question, TOP + n * ROW) for n, question in enumerate(questions())]
    height = TOP + len(rows) * ROW + 6
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH:g}" height="{height:g}"'
            f' viewBox="0 0 {WIDTH:g} {height:g}" role="img" aria-label="Why exact matters" font-family="{FONT}">',
            f'<rect width="{WIDTH:g}" height="{height:g}" fill="{PAPER}"/>',
            text(LEFT, 40, "Apart, touching or overlapping?", 20, INK, ' font-weight="600"'),
            *(part for parts in rows for part in parts),
            *legend(height - 22),
            "</svg>",
            "",
        ]
    )


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("why-exact.svg")
    target.write_text(why_exact(), encoding="utf-8", newline="\n")
