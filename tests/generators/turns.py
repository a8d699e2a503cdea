"""Turns that are hard for collision code, grouped by regime: from exact touches, about pivots on a vertex, far outside
and inside, of long thin arms, in slots that fit, of discs around each other, by any angle from 1e-300 to 360 degrees.

As in collide2d.testing, every generator draws from a `Source` and makes recipes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from hypothesis import strategies as st

import collide2d
from collide2d.testing.pair_regimes import REGIMES, exact_touch, kicked
from collide2d.testing.placing import QUARTERS, Scale, anywhere, supported
from collide2d.testing.recipes import KINDS, Recipe, Vec, build
from collide2d.testing.sources import Source, choice, one_in
from collide2d.testing.strategies import Drawn


class Turn(NamedTuple):
    """A shape, the angle in degrees by which it turns, the point about which it does, and a shape that it may hit; also
    the motion of both the shape and the point while it turns."""

    a: Recipe
    angle: float
    about: Vec
    b: Recipe
    motion: Vec = (0.0, 0.0)


def build_turn(module: Any, turn: Turn) -> tuple[Any, float, Any, Vec]:
    """The arguments of turn_cast, with both shapes made by `module`."""
    return build(module, turn.a), turn.angle, build(module, turn.b), turn.about


def angle(source: Source) -> float:
    """An angle other than zero: parts of a turn, tenths of a degree, any up to a whole turn, tiny ones."""
    drawn: Callable[[], float] = [
        lambda: 15.0 * source.integer(1, 24),
        lambda: 90.0 * source.integer(1, 4),
        lambda: source.integer(1, 3600) / 10,
        lambda: source.integer(1, 2**52) * 360 / 2.0**52,
        lambda: source.integer(1, 2**30) / 2.0**40,
        lambda: math.ldexp(1, -source.integer(20, 996)),
    ][source.integer(0, 5)]
    return choice(source, (1.0, -1.0)) * drawn()


def pivot(source: Source, a: Recipe, scale: Scale) -> Vec:
    """A point: on a vertex, in the middle, on the lattice, or far away."""
    shape = build(collide2d, a)
    far = scale.unit * 2.0 ** source.integer(5, 30)
    drawn: Callable[[], Vec] = [
        lambda: choice(source, shape.vertices),
        lambda: shape.center,
        lambda: (scale.number(source), scale.number(source)),
        lambda: (scale.number(source) + far * source.integer(-1, 1), scale.number(source) + far),
    ][source.integer(0, 3)]
    return drawn()


def from_touch(source: Source, kind_a: str, kind_b: str) -> Turn:
    """Two shapes that touch exactly, or nearly."""
    scale = choice(source, (QUARTERS, QUARTERS, Scale(0.25, 16, 2**30), Scale(2.0**-150, 16), Scale(2.0**150, 16)))
    pair = exact_touch(source, kind_a, kind_b, scale)
    a, b = kicked(source, pair) if one_in(source, 3) else pair
    return Turn(a, angle(source), pivot(source, a, scale), b)


def lattice(source: Source, kind_a: str, kind_b: str) -> Turn:
    """Two shapes of small numbers."""
    a, b = anywhere(source, kind_a, QUARTERS), anywhere(source, kind_b, QUARTERS)
    return Turn(a, angle(source), pivot(source, a, QUARTERS), b)


def ending_in_touch(source: Source, kind_a: str, kind_b: str) -> Turn:
    """A shape that touches another one exactly, turned back by quarter turns, which keep its numbers whole."""
    a, b = exact_touch(source, kind_a, kind_b)
    quarters = choice(source, (1, 2, 3))
    sign = choice(source, (1.0, -1.0))
    about = (QUARTERS.number(source), QUARTERS.number(source))
    turned = build(collide2d, a).rotate(-sign * 90 * quarters, about)
    back = Recipe("Polygon.hull", (*(c for p in turned.vertices for c in p), turned.radius))
    reach = choice(source, (1.0, 1.0, 1 + 2.0**-52, 1 - 2.0**-53, 1.25))
    return Turn(back, max(-360.0, min(360.0, sign * 90 * quarters * reach)), about, b)


def arm(source: Source, kind_a: str, kind_b: str) -> Turn:
    """A long thin arm and a small shape near the circle of its end: hit, missed, or grazed at a single vertex."""
    x, y, length = choice(source, ((3, 4, 5), (5, 12, 13), (20, 21, 29), (1, 0, 1)))
    reach = length * 2.0 ** source.integer(0, 24)
    width = math.ldexp(1, -source.integer(0, 40))
    a = choice(source, (
        Recipe("Segment", (0.0, 0.0, reach, 0.0)), Recipe("Capsule", (0.0, 0.0, reach, 0.0, width)),
        Recipe("Rect", (0.0, -width / 2, reach, width)), Recipe("Point", (reach, 0.0)),
    ))  # fmt: skip
    tip = (x * reach / length, y * reach / length)
    size = Scale(2.0 ** -source.integer(0, 30), 4)
    b = supported(source, kind_b, tip, (-x, -y), size.size(source), size)
    if one_in(source, 8):  # on the ray from the pivot to the tip
        part = source.integer(0, 4) / 4
        b = Recipe("Segment", (part * tip[0], part * tip[1], *tip))
    if one_in(source, 2):
        b = kicked(source, (a, b))[1]
    return Turn(a, angle(source), (0.0, 0.0), b)


def slot(source: Source, kind_a: str, kind_b: str) -> Turn:
    """A disc, or a shape whose core is a point or an arc's chord, between two tangent lines: it turns without play."""
    r = source.integer(1, 8) * 0.25
    center = (QUARTERS.number(source), QUARTERS.number(source))
    round_ = Recipe("Circle", (*center, r)), Recipe("Capsule", (*center, *center, r))
    a = choice(source, (*round_, Recipe("Point", center)))
    gap = 0.0 if a.make == "Point" else r
    n = choice(source, ((1, 0), (0, 1), (-1, 0), (0, -1)))
    b = supported(source, kind_b, (center[0] + n[0] * gap, center[1] + n[1] * gap), (-n[0], -n[1]), 0.0, QUARTERS)
    about = center if one_in(source, 2) else (center[0] + n[0] * QUARTERS.number(source), center[1] + n[1])
    return Turn(a, angle(source), about, b)


def orbit(source: Source, kind_a: str, kind_b: str) -> Turn:
    """Round shapes that move on a circle around or within others: they roll along, graze, or meet head on."""
    x, y, length = choice(source, ((3, 4, 5), (5, 12, 13), (1, 0, 1)))
    k = source.integer(1, 8) * 0.25
    about = (QUARTERS.number(source), QUARTERS.number(source))
    r = source.integer(0, 8) * 0.25 * length
    a = Recipe("Circle", (about[0] + k * length, about[1], r))
    other = choice(source, (abs(length * k - r), length * k + r, source.integer(0, 40) * 0.25))
    place = choice(source, (about, (about[0] + k * x, about[1] + k * y)))
    b = Recipe("Circle", (*place, other))
    if one_in(source, 3):
        b = supported(source, kind_b, place, (-x, -y), 0.0, QUARTERS)
    return Turn(a, angle(source), about, b)


def any_pair(source: Source, kind_a: str, kind_b: str) -> Turn:
    """Any regime of pairs."""
    a, b = REGIMES[choice(source, list(REGIMES))](source, kind_a, kind_b)
    return Turn(a, angle(source), pivot(source, a, QUARTERS), b)


TurnRegime: TypeAlias = Callable[[Source, str, str], Turn]

TURN_REGIMES: dict[str, TurnRegime] = {
    f.__name__: f for f in (from_touch, lattice, ending_in_touch, arm, slot, orbit, any_pair)
}


def motion(source: Source, turn: Turn) -> Vec:
    """A motion: on the lattice, along an axis, to the other shape, long, tiny, or that of a wheel on the other."""
    a, b = build(collide2d, turn.a), build(collide2d, turn.b)
    (x, y), (to_x, to_y) = turn.about, b.center
    theta, span = math.radians(turn.angle), abs(to_x - x) + abs(to_y - y) + a.radius
    drawn: Callable[[], Vec] = [
        lambda: (QUARTERS.number(source), QUARTERS.number(source)),
        lambda: choice(source, ((span, 0.0), (-span, 0.0), (0.0, span), (0.0, -span))),
        lambda: (to_x - a.center[0], to_y - a.center[1]),
        lambda: (span * source.integer(-8, 8), span * source.integer(-(2**20), 2**20)),
        lambda: (math.ldexp(span, -source.integer(10, 100)), math.ldexp(span, -source.integer(10, 100))),
        lambda: (theta * (to_y - y), -theta * (to_x - x)),
    ][source.integer(0, 5)]
    return drawn()


def wheel(source: Source, kind: str) -> Turn:
    """A wheel, a spoke or a rectangle that rolls on a floor without sliding: its corners have cusps at the floor."""
    x, y, length = choice(source, ((3, 4, 5), (5, 12, 13), (1, 0, 1)))
    center, k = (QUARTERS.number(source), QUARTERS.number(source)), source.integer(1, 8) * 0.25
    r = k * length
    a = choice(source, (
        Recipe("Circle", (*center, r)), Recipe("Segment", (*center, center[0] + k * x, center[1] + k * y)),
        Recipe("Rect", (center[0] - k * x, center[1] - k * y, 2 * k * x, 2 * k * y)),
        Recipe("Segment", (*center, center[0] + 2 * k * x, center[1] + 2 * k * y)),
    ))  # fmt: skip
    by = angle(source)
    rolls = (-math.radians(by) * r * choice(source, (1.0, 1.0, 1.25)), choice(source, (0.0, 0.0, 2.0**-50 * r)))
    at = (center[0] + rolls[0] * source.integer(0, 16) / 16, center[1] + r)
    return Turn(a, by, center, supported(source, kind, at, (0, -1), QUARTERS.size(source), QUARTERS), rolls)


def leaving(source: Source) -> Turn:
    """A point that touches the long side of something thin and leaves it, never to come back, but by hardly more than
    the error of a turn for a long part of the way: it meets nothing."""
    length, side = 2.0 ** source.integer(2, 50), choice(source, (1.0, -1.0))
    error = length * 2.0**-47
    width = -side * error * 2.0 ** source.integer(-12, 2)
    arm = choice(source, (0.0, error * 2.0 ** source.integer(-6, 20), length * 2.0 ** -source.integer(0, 30)))
    far = arm + length
    corners = choice(source, (
        (-far, 0.0, far, 0.0), (far, 0.0, -far, 0.0), (-far, 0.0, arm, 0.0), (arm, 0.0, -far, 0.0),
        (-far, 0.0, far, 0.0, far, width, -far, width), (-far, 0.0, far, 0.0, 0.0, width),
    ))  # fmt: skip
    b = Recipe("Segment", corners) if len(corners) == 4 else Recipe("Polygon.hull", (*corners, 0.0))
    by, along = angle(source), error * source.integer(-30, 30)
    # A little faster than the arm turns to b, so that rounding does not make it slower.
    swing = max(abs(math.radians(by)) * arm, error * 2.0**-20)
    climb = swing * choice(source, (1 + 2.0**-48, 1 + 2.0**-20, 1.1)) + error * source.integer(0, 32)
    return Turn(Recipe("Point", (arm, 0.0)), by, (0.0, 0.0), b, (along, side * climb))


def drawn_moving_turn(source: Source, kind_a: str, kind_b: str) -> Turn:
    """A turn of any regime with a motion, or a wheel; a motion that leaves the domain is left out."""
    if one_in(source, 4):
        return wheel(source, kind_b)
    turn = drawn_turn(source, choice(source, list(TURN_REGIMES)), kind_a, kind_b)
    x, y = motion(source, turn)
    inside = all(math.isfinite(c) and abs(c) <= 1e60 for c in (x, y))
    return turn._replace(motion=(x, y)) if inside else turn


def drawn_turn(source: Source, regime: str, kind_a: str, kind_b: str) -> Turn:
    """A turn of a regime; about the centre of the shape if it would leave the domain on its circle."""
    turn = TURN_REGIMES[regime](source, kind_a, kind_b)
    about = turn.about
    try:
        shape = build(collide2d, turn.a)
        about = collide2d.Point(*about).vertices[0]
        for quarter in range(4):
            shape.rotate(90 * quarter, about).grow(max(map(abs, about)))
    except ValueError:
        return turn._replace(about=build(collide2d, turn.a).center)
    return turn._replace(about=about)


@st.composite
def moving_turn_recipes(draw: st.DrawFn, kinds: Sequence[str] = KINDS) -> Turn:
    """Turns with motions as recipes."""
    return drawn_moving_turn(Drawn(draw), draw(st.sampled_from(list(kinds))), draw(st.sampled_from(list(kinds))))


@st.composite
def leaving_turn_recipes(draw: st.DrawFn) -> Turn:
    """Turns with motions that leave what they touch, and hit nothing, as recipes."""
    return leaving(Drawn(draw))


@st.composite
def turn_recipes(
    draw: st.DrawFn, kinds: Sequence[str] = KINDS, regimes: Sequence[str] = tuple(TURN_REGIMES)
) -> Turn:  # fmt: skip
    """Turns as recipes, of any of the kinds and regimes."""
    regime = draw(st.sampled_from(list(regimes)))
    return drawn_turn(Drawn(draw), regime, draw(st.sampled_from(list(kinds))), draw(st.sampled_from(list(kinds))))


@st.composite
def crowds(draw: st.DrawFn, moving: bool = False) -> tuple[Any, float, Any, list[Any], tuple[float, float]]:
    """What turns, its angle, the point that it turns about or None, what is around it, and its motion, which is zero
    unless it is moving: many touch or nearly do."""
    source = Drawn(draw)
    regime, kind = choice(source, list(TURN_REGIMES)), choice(source, KINDS)
    turns: list[Turn] = [drawn_turn(source, regime, kind, choice(source, KINDS)) for _ in range(source.integer(1, 5))]
    a, others = build(collide2d, turns[0].a), [build(collide2d, turn.b) for turn in turns]
    about = None if one_in(source, 4) else turns[0].about
    for i in range(1, len(others)):
        if one_in(source, 2):  # met at another time than the first, or at the same one
            with_angle = choice(source, (0.0, 15.0, 90.0, turns[0].angle / 2))
            try:
                others[i] = others[0].rotate(max(-360.0, min(with_angle, 360.0)), turns[0].about)
            except ValueError:
                continue
    if one_in(source, 3):
        others[0] = collide2d.Body(others[:2])
    if one_in(source, 3):
        a = collide2d.Body([a, build(collide2d, turns[-1].a)])
    x, y = motion(source, choice(source, turns)) if moving and not one_in(source, 4) else (0.0, 0.0)
    return a, turns[0].angle, about, others, (x, y) if max(abs(x), abs(y)) <= 1e60 else (0.0, 0.0)


@st.composite
def sweepings(draw: st.DrawFn) -> tuple[dict[Any, Any], float, tuple[float, float], set[Any]]:
    """A hand that turns through small things, some of them bodies with notches, between walls or in a pen: the items,
    of which the hand is "hand", the angle, the point to turn about, and what can be pushed. Nothing overlaps."""
    source = Drawn(draw)
    x, y = choice(source, ((0.0, 0.0), (0.0, 0.0), (1e6, -1e6), (1e9, 1e9)))
    blade = collide2d.Rect(x, y - 1, 50, 2)
    hand = choice(source, (
        blade, collide2d.Segment(x, y, x + 50, y), collide2d.Body([blade, collide2d.Circle(x + 50, y, 3)]),
        collide2d.Body([collide2d.Capsule(x - 50, y, x + 50, y, 1), collide2d.Capsule(x, y - 50, x, y + 50, 1)]),
    ))  # fmt: skip
    items: dict[Any, Any] = {"hand": hand}
    space: Any = collide2d.Space(items)

    def add(name: Any, shape: Any) -> None:
        if not space.query(shape):
            items[name] = shape
            space.add(name, shape)

    if one_in(source, 3):
        points = [(x + 70 * math.cos(k * math.pi / 4), y + 70 * math.sin(k * math.pi / 4)) for k in range(8)]
        add("wall", collide2d.Chain(points, closed=True))
    for k in range(source.integer(0, 3)):
        add(("wall", k), collide2d.Rect(x + source.integer(-60, 60), y + source.integer(-60, 60), 20, 1))
    for k in range(source.integer(1, 16)):
        # Where they are is sometimes on a lattice, so that they touch.
        left, top = x + 2.5 * source.integer(-20, 20), y + 2.5 * source.integer(-20, 20)
        if one_in(source, 2):
            left, top = left + source.integer(0, 99) / 64, top + source.integer(0, 99) / 64
        size = choice(source, (2.5, 2.5, 5.0, 0.5))
        add(k, choice(source, (
            collide2d.Rect(left, top, size, size), collide2d.Circle(left, top, size / 2), collide2d.Point(left, top),
            collide2d.Segment(left, top, left + size, top - size),
            collide2d.Chain([(left, top), (left + size, top), (left + size, top + size)], radius=size / 10),
        )))  # fmt: skip
    loose = {item for item in items if isinstance(item, int) and not one_in(source, 8)}
    return items, choice(source, (360.0, -360.0, 90.0, -30.0, 3.0)), (x, y), loose
