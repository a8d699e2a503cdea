"""What a turn_cast must answer: the promises of c2d_turn_cast, by the reference in fractions and places by mpmath."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import mpmath  # type: ignore[import-untyped]
from measures import magnitude

from collide2d import reference
from collide2d.reference import ExactShape, Pair, Surd

ERROR = Fraction(1, 2**47)  # C2D_TURN_ERROR
GRAIN = Fraction(1, 2**148)
EARLY = Fraction(360, 10**12)  # in degrees


def _exact(x: Any) -> Fraction:
    sign, man, exp, _ = mpmath.mpf(x)._mpf_
    return Fraction(-int(man) if sign else int(man)) * Fraction(2) ** int(exp)


def place(shape: Any, angle: Fraction, about: Pair) -> ExactShape:
    """A shape turned by an angle in degrees, to 100 digits."""
    with mpmath.workdps(100 + 310):
        radians = mpmath.mpf(angle.numerator) / angle.denominator * mpmath.pi / 180
        sine, cosine = _exact(mpmath.sin(radians)), _exact(mpmath.cos(radians))
    px, py = map(Fraction, about)
    vertices = [(Fraction(x) - px, Fraction(y) - py) for x, y in shape.vertices]
    return ExactShape(
        [(px + cosine * x - sine * y, py + sine * x + cosine * y) for x, y in vertices], Fraction(shape.radius)
    )


def allowed(a: Any, b: Any, about: Pair, motion: Pair = (0, 0)) -> Fraction:
    """By how much a may overlap b on its way: E of c2d_turn_cast."""
    numbers = [magnitude(a), magnitude(b), *(2 * max(abs(Fraction(x)) for x in pair) for pair in (about, motion))]
    numbers += [max(abs(Fraction(x)) for x in reference.turning._pivot(a))] if hasattr(a, "pivot") else []
    return ERROR * (sum(numbers, Fraction(0)) + GRAIN)


def stored_place(a: Any, t: float, angle: float, about: Pair, motion: Pair) -> Any:
    """A shape of the package where rotate and move place it at t. A turn by what counts as 0 is a cast."""
    turned = a.rotate(t * angle, about) if abs(angle) >= 1e-60 or not any(motion) else a
    return turned.move(t * motion[0], t * motion[1]) if any(motion) else turned


def stop(a: Any, angle: float, b: Any, about: Pair, hit: Any, motion: Pair = (0, 0)) -> Iterator[str]:
    """The laws that need no oracle: of the start and of the stop."""
    if a.overlaps(b):
        start = a.contact(b)
        if hit is None or (hit.t, hit.depth, hit.normal) != (0, start.depth, start.normal):
            yield f"the hit of an overlap at the start is {hit}, the contact {start}"
    elif hit is not None:
        if hit.depth != 0:
            yield f"the depth is {hit.depth}, but the shapes do not overlap at the start"
        if not 0 <= hit.t <= 1:
            yield f"t is {hit.t}"
        if hit.t > 0 and stored_place(a, hit.t, angle, about, motion).overlaps(b):
            yield f"they overlap at the stop, {hit.t}"
        # A hit comes within 2 E, and t may be early by the part of the turn in which a goes 4 E deeper.
        if hit.t == 0 and reference.separation(a, b) > 6 * allowed(a, b, about, motion):
            yield "stopped at the start, before it comes near"


def way(a: Any, angle: float, b: Any, about: Pair, hit: Any) -> Iterator[str]:
    """The laws of the way, by the time of the reference: nothing is passed through, and nothing is hit that is not
    near."""
    if a.overlaps(b):
        return
    time, error = reference.turning_time(a, angle, b, about), allowed(a, b, about)
    end = Fraction(1) if hit is None else Fraction(hit.t)

    def gap(t: Fraction) -> Surd:
        return reference.surd_separation(place(a, t * Fraction(angle), about), b)

    for k in range(1, 17):
        if time is None or end <= time:
            break
        at = time + (end - time) * k / 16
        if gap(at).compare(Surd(-error)) < 0:
            yield f"passes through {float(gap(at))} at {float(at)}, may be {float(-error)}"
            break
    late = hit is not None and (time is None or time > end)
    if late and gap(end).compare(Surd(4 * error)) > 0:
        turn = abs(Fraction(angle))
        if time is not None and (time - end) * turn <= EARLY:
            return
        nearest = min(float(gap(end + EARLY / turn * k / 64)) for k in range(65))
        if nearest > 2 * error:
            yield f"stops at {float(end)} with a gap of {float(gap(end))}, and comes no nearer than {nearest}"


def broken(a: Any, angle: float, b: Any, about: Pair, hit: Any) -> list[str]:
    """The laws that an answer of turn_cast breaks."""
    return [*stop(a, angle, b, about, hit), *way(a, angle, b, about, hit)]
