"""The exact answers in words: the relations of shapes, with all digits of the numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from collide2d import Contact, Relation, relate
from collide2d.play.model.answers import Answers
from collide2d.play.model.camera import Pair
from collide2d.play.model.document import grain
from collide2d.scene import Counts, Finding, Gap, TurnCast
from collide2d.typing import Response

NEAREST = 3  # how many neighbours that the selected shape is apart from are listed


class Answer(NamedTuple):
    """A line of answers: the relation to another shape, and its depth or distance."""

    relation: Relation
    text: str
    number: str
    name: str = ""  # the name of the other shape


def number(x: float) -> str:
    """All digits of a number; a whole number has no decimal point.

    >>> number(3.0), number(0.1 + 0.2), number(-0.0), number(1e22)
    ('3', '0.30000000000000004', '0', '1e+22')
    """
    x = x + 0.0
    return str(int(x)) if x.is_integer() and abs(x) < 1e15 else repr(x)


def short(x: float) -> str:
    """Six digits, but 0 only for 0.

    >>> short(1 / 3), short(0.0), short(2.0**-52)
    ('0.333333', '0', '2.22045e-16')
    """
    return f"{x + 0.0:.6g}"


def pair(p: Pair) -> str:
    return f"({short(p[0])}, {short(p[1])})"


def said_of_gap(gap: Gap) -> str:
    """The separation, also in ulps if it is too small to see."""
    ulps = gap.separation / max(grain(shape.shape, axis) for shape in gap[:2] for axis in (0, 1))
    return f"{short(gap.separation)} ({_ulps(ulps)})" if 0 < ulps < 1e4 else short(gap.separation)


def _ulps(count: float) -> str:
    return "less than an ulp" if count < 1 else "1 ulp" if count < 1.5 else f"{count:.0f} ulps"


def answers_of(answers: Answers, name: str) -> list[Answer]:
    """The relations of a shape to all shapes it collides with, and to its nearest other neighbours."""
    found = []
    for f in sorted(answers.findings_of(name), key=lambda f: (-f.relation, -f.contact.depth)):
        other = f.second.name if f.first.name == name else f.first.name
        found.append(_meeting(f, other, answers.is_trigger(name), answers.is_trigger(other)))
    for gap in answers.gaps_of(name, NEAREST):
        found.append(Answer(Relation.APART, "apart from", said_of_gap(gap), gap.second.name))
    return found


def _meeting(f: Finding, other: str, notices: bool, is_noticed: bool) -> Answer:
    """notices, is_noticed: whether the selected shape, and the other one, are triggers."""
    if f.relation is Relation.TOUCHING:
        return Answer(f.relation, "touches", "exactly", other)
    if notices != is_noticed:
        return Answer(f.relation, "is entered by" if notices else "is in", short(f.contact.depth), other)
    return Answer(f.relation, "overlaps", f"{short(f.contact.depth)} deep", other)


def answers_of_pair(answers: Answers, a: str, b: str) -> list[tuple[str, str]]:
    """The answers of all verbs about two shapes."""
    first, second = answers.document[a], answers.document[b]
    relation = relate(first, second)
    gap = answers.gap(a, b)
    rows = [
        ("relation", relation.name.lower()),
        ("separation", number(gap.separation)),
        ("distance", number(max(gap.separation, 0.0))),
        (f"nearest on {a}", pair(gap.points[0])),
        (f"nearest on {b}", pair(gap.points[1])),
    ]
    hit = first.contact(second)
    if hit is not None:
        rows += [("normal", pair(hit.normal)), ("depth", number(hit.depth)), ("way out (mtv)", pair(hit.mtv))]
        rows += _pieces_of(hit, a, b)
        rows += [(f"contact point {i + 1}", pair(p)) for i, p in enumerate(hit.points)]
    if first.contains(second):
        rows.append(("contains", f"all of {b} is in {a}"))
    if second.contains(first):
        rows.append(("contains", f"all of {a} is in {b}"))
    return rows


def _pieces_of(hit: Contact, a: str, b: str) -> list[tuple[str, str]]:
    """The pieces of bodies that meet."""
    return [
        (f"piece of {name}", str(piece))
        for name, piece in zip((a, b), hit.pieces or (), strict=False)
        if piece is not None
    ]


def sentence(answers: Answers, selection: Sequence[str]) -> tuple[Relation | None, str]:
    """A sentence about the selected shapes, and the relation that decides its colour."""
    if len(selection) == 1:
        return _of_one(answers, selection[0])
    if len(selection) == 2:
        return _of_two(answers, *selection)
    among = set(selection)
    found = [f for f in answers.findings() if not selection or {f.first.name, f.second.name} <= among]
    count = len(selection) or len(answers.document)
    shapes = "1 shape" if count == 1 else f"{count} shapes"
    return None, f"{shapes}{' selected' * bool(selection)}; pairs: {Counts.of(found)}"


def _of_one(answers: Answers, name: str) -> tuple[Relation | None, str]:
    met = answers.findings_of(name)
    if not met:
        gaps = answers.gaps_of(name, 1)
        if not gaps:
            return None, f"{name} is the only shape"
        return Relation.APART, f"{name} touches nothing; {gaps[0].second.name} is nearest, {said_of_gap(gaps[0])} away"
    parts = []
    for wanted, verb in ((Relation.OVERLAPPING, "overlaps"), (Relation.TOUCHING, "touches")):
        names = [f.second.name if f.first.name == name else f.first.name for f in met if f.relation is wanted]
        if names:
            parts.append(f"{verb} {_listed(names)}")
    return answers.relation(name), f"{name} {' and '.join(parts)}"


def _of_two(answers: Answers, a: str, b: str) -> tuple[Relation | None, str]:
    gap = answers.gap(a, b)
    relation = relate(answers.document[a], answers.document[b])
    if relation is Relation.TOUCHING:
        return (
            relation,
            f"{a} and {b} touch exactly: they share a boundary point, and the smallest shift can separate them",
        )
    if relation is Relation.APART:
        return relation, f"{a} and {b} are apart by {said_of_gap(gap)}"
    return relation, f"{a} and {b} overlap, {short(-gap.separation)} deep"


def _listed(names: Sequence[str]) -> str:
    if len(names) > 4:
        return f"{', '.join(names[:3])} and {len(names) - 3} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def said_of_response(response: Response) -> str:
    """What a shape does when it meets something in its way."""
    return f"{_DOES[response]} what is in its way"


_DOES: dict[Response, str] = {
    "stop": "stops at", "slide": "slides along", "bounce": "bounces off", "pass": "passes through",
}  # fmt: skip


def said_of_way(way: TurnCast) -> str:
    """What stops a shape on its way, and where."""
    if not way.hits:
        return "the way is free"
    names = _listed([met.item.name for met in way.hits])
    if way.hits[0].hit.depth > 0:
        return f"overlaps {names} at the start"
    if way.motion != (0.0, 0.0):
        turned = f", turned by {short(way.stop)}°" if way.angle else ""
        return f"{_DOES[way.item.response]} {names} at t = {short(way.t)}{turned}"
    does = "turns back at" if way.item.response == "bounce" else "stops at"
    return f"{does} {names} at {short(way.stop)}°"


def length(v: Pair) -> str:
    return short(math.hypot(*v))
