"""The mover's guarantee, as a state machine and as laws: a shape that overlaps nothing before a slide overlaps nothing
after it and passes through nothing; it slides on where it can; it is pushed out of overlaps at the start.
"""

from __future__ import annotations

import math
import time
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pushes
import pytest
import slides
from hypothesis import assume, currently_in_test_context, example, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from mirrors import MAPS, image
from slides import BLOCKING, MOVER, RESPONSES, SIZES, SMALL, WORLDS, Other, box, length, wrong_slide
from space_model import ALL

import collide2d as c2
from collide2d.testing.placing import QUARTERS, Scale, anywhere
from collide2d.testing.recipes import KINDS, build
from collide2d.testing.sources import Seeded, choice, one_in
from collide2d.testing.strategies import Drawn

Vec = tuple[float, float]
SPEEDS = st.floats(-6, 6).map(lambda power: 10.0**power)
ANGLES = st.one_of(
    st.sampled_from([0.0, 30.0, 45.0, 60.0, 90.0, 180.0, 1e-9]),
    st.integers(-(2**49), 2**49).map(lambda k: k * 2.0**-40),
)
ENOUGH = 1 - 1e-9  # of the tangential distance


def space_of(*shapes: Any, mover: Any) -> Any:
    space: Any = c2.Space(enumerate(shapes))
    space.add(MOVER, mover)
    return space


def others_of(*shapes: Any, response: str | None = "slide") -> list[Other]:
    return [Other(i, shape, response) for i, shape in enumerate(shapes)]


def turned(v: Vec, degrees: float) -> Vec:
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    return v[0] * cosine - v[1] * sine, v[0] * sine + v[1] * cosine


def dot(v: Vec, w: Vec) -> float:
    return v[0] * w[0] + v[1] * w[1]


def is_thick(shape: Any) -> bool:
    """Whether it has an inside."""
    return len(shape.vertices) > 2 or shape.radius > 0


def settled(mover: Any, motion: Vec, *walls: Any) -> Any:
    """The mover where a cast along the motion stops it."""
    hits = [hit for wall in walls if (hit := mover.cast(motion, wall)) is not None]
    t = min(hit.t for hit in hits)
    there = mover.move(t * motion[0], t * motion[1])
    if currently_in_test_context():
        assume(not any(there.overlaps(wall) for wall in walls))
    return there


# ---- the promise -----------------------------------------------------------------------------------------------------


class MoverMachine(RuleBasedStateMachine):
    """A world that changes between slides: things come, go, and are moved into movers."""

    @initialize(data=st.data(), regime=st.sampled_from(SMALL), size=st.sampled_from(SIZES))
    def begin(self, data: st.DataObject, regime: str, size: float) -> None:
        self.size, self.count = size, 0
        self.shapes: dict[Any, Any] = {}
        self.space: Any = c2.Space()
        self.responses: dict[Any, str | None] = {}
        self.meets: dict[Any, tuple[int, int]] = {}
        source = self.source(data)
        for shape in WORLDS[regime](source, size)[:40]:
            self._add(self.count, shape, 1, -1, "slide")
        for i in range(2):
            self._add(f"{MOVER} {i}", slides.drawn_mover(source, size), 1, -1, choice(source, RESPONSES))

    def source(self, data: st.DataObject) -> Drawn:
        return Drawn(data.draw)  # type: ignore[arg-type]

    def _add(self, item: Any, shape: Any, layer: int, mask: int, response: str | None) -> None:
        self.space.add(item, shape, layer=layer, mask=mask)
        self.shapes[item], self.meets[item], self.responses[item] = shape, (layer, mask), response
        self.count += 1

    def others(self, item: Any) -> list[Other]:
        """What an item meets."""
        layer, mask = self.meets[item]
        return [
            Other(other, shape, self.responses[other])
            for other, shape in self.shapes.items()
            if other != item and mask & self.meets[other][0] & ALL and layer & self.meets[other][1] & ALL
        ]

    @rule(data=st.data(), response=st.sampled_from(RESPONSES), meets=st.sampled_from([(1, -1), (2, -1), (1, 1)]))
    @precondition(lambda self: len(self.shapes) < 60)
    def add(self, data: st.DataObject, response: str | None, meets: tuple[int, int]) -> None:
        source = self.source(data)
        kind, scale = choice(source, KINDS), Scale(self.size / 4, 16)
        self._add(self.count, build(c2, anywhere(source, kind, scale)), *meets, response)

    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        things = [item for item in self.shapes if not isinstance(item, str)]
        if things:
            item = choice(self.source(data), things)
            self.space.remove(item)
            del self.shapes[item]

    @rule(data=st.data(), which=st.integers(0, 1))
    def put_the_mover_elsewhere(self, data: st.DataObject, which: int) -> None:
        item = f"{MOVER} {which}"
        self.shapes[item] = slides.drawn_mover(self.source(data), self.size)
        self.space.update(item, self.shapes[item])

    @rule(data=st.data())
    def move_something(self, data: st.DataObject) -> None:
        """A platform tells whom it runs into: what its sweep overlaps."""
        source = self.source(data)
        item = choice(source, list(self.shapes))
        motion = slides.drawn_motion(source, self.size)
        way = self.shapes[item].sweep(motion)
        assert self.space.move(item, *motion) == [o.item for o in self.others(item) if way.overlaps(o.shape)]
        self.shapes[item] = self.shapes[item].move(*motion)

    @rule(data=st.data(), which=st.integers(0, 1), response=st.sampled_from(["filter", *BLOCKING, "pass"]))
    def slide(self, data: st.DataObject, which: int, response: str) -> None:
        """By a filter, or with one response to all."""
        item = f"{MOVER} {which}"
        motion = slides.drawn_motion(self.source(data), self.size)
        others, start = self.others(item), self.shapes[item]
        if response == "filter":
            move, wrong = slides.slide(self.space, item, motion, others)
            assert wrong == []
        else:
            others = [other._replace(response=response) for other in others]
            move = self.space.slide(item, *motion, response=response)
        assert wrong_slide(start, motion, others, move, ask_oracle=True) == []
        self.shapes[item] = move.shape

    @invariant()
    def the_space_holds_the_shapes(self) -> None:
        assert dict(self.space.items()) == self.shapes


@pytest.mark.hypothesis
def test_the_mover_keeps_its_promise_in_a_world_that_changes() -> None:
    examples = settings.get_profile(settings.get_current_profile_name()).max_examples
    run_state_machine_as_test(
        MoverMachine, settings=settings(max_examples=max(examples // 3, 1), stateful_step_count=20)
    )  # fmt: skip


def test_no_slide_of_a_small_run_breaks_the_promise() -> None:
    tally = slides.check_slides(seed=30, count=800)
    assert tally.wrong == []
    for outcome, least in {"hit": 225, "deflected": 115, "pushed": 30, "stuck": 0, "blocked": 30}.items():
        assert tally.outcomes[outcome] >= least, outcome
    assert all(tally.outcomes[f"in {regime}"] > 25 for regime in [*WORLDS, "in_touch"])


FLOOR, DISC = box(-50, 5, 50, 9), c2.Circle(0, 0, 1)


def told(**changes: Any) -> Any:
    """The report of a disc that fell on a floor, slid along and touched a coin, and what it would be if it lied."""
    space = space_of(FLOOR, c2.Circle(12, 4, 1), mover=DISC)
    move = space.slide(MOVER, 16, 8, filter=lambda _, other: ("slide", "pass")[other])
    names = ("shape", "motion", "remaining", "hits", "path", "legs", "pushed", "stuck")
    fields: dict[str, Any] = {name: getattr(move, name) for name in names}
    return SimpleNamespace(**{**fields, **changes})


def broken(move: Any) -> set[str]:
    others = [Other(0, FLOOR, "slide"), Other(1, c2.Circle(12, 4, 1), "pass")]
    return set(wrong_slide(DISC, (16.0, 8.0), others, move, ask_oracle=True))


def test_each_law_of_a_slide_can_be_broken() -> None:
    truth = told()
    assert broken(truth) == set()
    (floor, hit), (coin, met) = truth.hits
    assert (floor, coin, hit.normal) == (0, 1, (0.0, -1.0))
    inside = DISC.move(4, 5)
    through = (DISC, DISC.move(0, 20), truth.shape)
    assert "path" in broken(told(path=truth.path[1:] + truth.path[:1]))
    assert "legs" in broken(told(legs=truth.legs[::-1]))
    assert "motion" in broken(told(motion=(16.0, 4.0 + 1e-9)))
    assert "ends inside" in broken(told(shape=inside))
    found = broken(told(path=through, legs=((0.0, 20.0), (16.0, -16.0))))
    assert {"passes through", "passes through, says the oracle"} <= found
    assert "pushed from where it was free" in broken(told(pushed=(0.0, 1.0)))
    assert "order of hits" in broken(told(hits=truth.hits[::-1]))
    assert "unit normal" in broken(told(hits=((0, c2.Hit(hit.t, hit.point, (0.0, -2.0), 0.0)), (1, met))))
    assert "depth" in broken(told(hits=((0, c2.Hit(hit.t, hit.point, hit.normal, 1.0)), (1, met))))
    assert "passed in silence" in broken(told(hits=((0, hit),)))
    assert "passed twice" in broken(told(hits=((0, hit), (1, met), (1, met))))
    assert "farther than told" in broken(told(remaining=(10.0, 10.0)))
    assert "gave up where it was free" in broken(told(remaining=(1.0, 0.0)))
    assert "off its free coordinate" in broken(told(hits=((1, met),)))
    assert "stopped without a hit" in broken(told(hits=((1, met),), remaining=(1e-300, 0.0)))
    away = [Other(0, FLOOR.move(0, 20), "slide")]
    assert "did not go where nothing is" in wrong_slide(DISC, (16.0, 8.0), away, told(hits=((0, hit),)))
    assert "the start moved by the motion" in broken(told(motion=(16.0, math.nextafter(4.0, 5.0))))
    others = [Other(0, FLOOR, "slide"), Other(1, c2.Circle(12, 4, 1), None)]
    assert "hit what is ignored" in wrong_slide(DISC, (16.0, 8.0), others, truth)
    others = [Other(0, FLOOR.move(0, 9), "slide"), Other(1, c2.Circle(12, 4, 1), "pass")]
    assert "hit what was not met" in wrong_slide(DISC, (16.0, 8.0), others, truth)


def test_each_law_of_a_push_can_be_broken() -> None:
    start, motion = DISC.move(0, 4.5), (3.0, 0.0)
    move = space_of(FLOOR, mover=start).slide(MOVER, *motion)
    names = ("shape", "motion", "remaining", "hits", "path", "legs", "pushed", "stuck")
    truth: dict[str, Any] = {name: getattr(move, name) for name in names}
    assert wrong_slide(start, motion, others_of(FLOOR), move) == []
    lies: dict[str, dict[str, Any]] = {
        "pushed": {"pushed": (0.0, 0.5)},
        "ends inside": {"stuck": True},
        "overlapped in silence": {"hits": ()},
    }
    for law, lie in lies.items():
        assert law in wrong_slide(start, motion, others_of(FLOOR), SimpleNamespace(**{**truth, **lie}))
    through = others_of(FLOOR, box(-1, 3.1, 1, 3.3))
    assert {"is pushed through", "pushed into something"} <= set(wrong_slide(start, motion, through, move))
    held = space_of(FLOOR, mover=start).slide(MOVER, 0, 3, max_push=0)
    assert wrong_slide(start, (0.0, 3.0), others_of(FLOOR), held) == []
    truth = {name: getattr(held, name) for name in names}
    deeper = start.move(0, 0.25)
    lie = {"shape": deeper, "path": (start, deeper), "legs": ((0.0, 0.25),), "motion": (0.0, 0.25)}
    found = wrong_slide(start, (0.0, 3.0), others_of(FLOOR), SimpleNamespace(**{**truth, **lie}))
    assert {"stuck, and moved", "goes deeper"} <= set(found)


@given(st.sampled_from(KINDS), st.integers(0, 2**20), ANGLES, st.floats(0, 9).map(lambda power: 10.0**power))
def test_no_speed_leads_out_of_a_room(kind: str, seed: int, way: float, speed: float) -> None:
    """Its walls are segments without thickness that meet in the corners. (What has no inside could leave exactly
    through a corner, or along the seam of two flush boxes, in touch with both.)"""
    corners = [(-20.0, -20.0), (20.0, -20.0), (20.0, 20.0), (-20.0, 20.0), (-20.0, -20.0)]
    mover = build(c2, anywhere(Seeded(seed), kind, QUARTERS)).at(0, 0)
    assume(is_thick(mover))
    walls = [c2.Segment(a, b) for a, b in pairwise(corners)]
    space, inside = space_of(*walls, mover=mover), c2.Rect(-20, -20, 40, 40)
    for response in ("slide", "bounce", "stop"):
        for turn in (0.0, 77.0, 190.0):
            move = space.slide(MOVER, *turned((speed, 0.0), way + turn), response=response)
            assert all(inside.contains(place) for place in move.path)


@given(st.sampled_from((c2.Point(0, 0), c2.Segment(-1, 0, 1, 0), c2.Segment(0, 0, 1, 1), c2.Rect(0, 0, 2, 0))),
       st.integers(1, 40), st.integers(-8, 8), st.sampled_from(BLOCKING))  # fmt: skip
def test_a_mover_without_thickness_stays_on_its_side_of_a_wall(mover: Any, down: int, along: int, way: str) -> None:
    """Slide after slide: where the wall stops it, it stays off that, as on it it would be on either side."""
    floor = c2.Segment(-1000, 5, 1000, 5)
    space, is_level = space_of(floor, mover=mover), len({y for _, y in mover.vertices}) == 1
    for _ in range(4):
        is_free = space[MOVER].bounds[3] + down / 4 <= 5
        move = space.slide(MOVER, along, down / 4, response=way)
        assert (move.motion == (along, down / 4)) == (move.hits == ()) == is_free
        if is_level and is_free and space[MOVER].bounds[3] == 5:
            return  # nothing stopped it, so it lies on the wall, on neither side
        assert space[MOVER].bounds[3] < 5 or not is_level
        assert space[MOVER].bounds[3] <= 5


def test_a_point_gets_by_the_end_of_a_thin_wall_that_only_rounding_makes_it_graze() -> None:
    """By the cast of the whole motion it just misses the end, by that of the rounded leg to what is behind it hits."""
    start, motion, thin = c2.Point(0.05, 0.05), (-100000.0, 300000.0), c2.Segment(0, 0.2, 0, 0.5)
    assert start.cast(motion, thin) is None
    grazing = 0
    for i in range(40):
        behind = c2.Segment(-0.8, 0, 0.1, 0.6 + i * 2.0**-53)
        hit = start.cast(motion, behind)
        assert hit is not None
        if not start.sweep((hit.t * motion[0], hit.t * motion[1])).overlaps(thin):
            continue
        grazing += 1
        move = space_of(thin, behind, mover=start).slide(MOVER, *motion)
        assert wrong_slide(start, motion, others_of(thin, behind), move, ask_oracle=True) == []
        assert move.hits[0][0] == 1
        assert move.path[1].distance(behind) < 1e-9
        assert all(not place.collides(thin) for place in move.path)
    assert grazing > 0


def test_a_leg_gets_by_a_corner_far_from_its_end_that_only_rounding_makes_it_graze() -> None:
    """The point bounces off the ledge and grazes the tile's corner 3,600 units before the end of its motion."""
    start, motion = c2.Point(0, -0.0005), (-2000, 3000)
    ledge, tile = c2.Rect(-0.002, 0.001, 0.001, 0.001), c2.Rect(-0.003, -0.003, 0.001, 0.001)
    others = [Other(0, ledge, "bounce"), Other(1, tile, "slide")]
    move = space_of(ledge, tile, mover=start).slide(MOVER, *motion, filter=lambda _, item: others[item].response)
    assert wrong_slide(start, motion, others, move, ask_oracle=True) == []
    assert [item for item, _ in move.hits] == [0]
    assert move.remaining == (0, 0)


def drawn_triangle(source: Seeded) -> Any:
    vertices: Any = ()
    while len(vertices) < 3:
        points = [(source.integer(-8, 8) / 2, source.integer(-8, 8) / 2) for _ in range(3)]
        vertices = c2.Polygon.hull(points).vertices
    return c2.Polygon(vertices)


def drawn_graze(source: Seeded) -> tuple[Any, Vec, Any, Any]:
    """A triangle, a motion along one of its edges, a triangle with a corner on the line of this edge, and another one
    on the way.
    """
    mover, corner, behind = (drawn_triangle(source) for _ in range(3))
    i, times = source.integer(0, 2), choice(source, (6, 12, 36, -6, -12, -36))
    (ax, ay), (bx, by) = mover.vertices[i], mover.vertices[i - 2]
    u, v = bx - ax, by - ay
    x, y = choice(source, corner.vertices)
    ahead, far = (math.copysign(n, times) for n in (source.integer(0, 4) / 2, source.integer(1, 4)))
    corner = corner.move(bx + ahead * u - x, by + ahead * v - y)
    return mover, (times * u, times * v), corner, behind.move(bx + far * u, by + far * v)


def test_a_corner_that_casts_graze_stops_no_mover() -> None:
    """The rounded stop at what is behind the corner may cut it; the mover stops beside that, not at the corner."""
    source, grazing = Seeded(1), 0
    while grazing < 200:
        mover, motion, corner, behind = drawn_graze(source)
        hit = mover.cast(motion, behind)
        if any(mover.overlaps(o) for o in (corner, behind)) or mover.cast(motion, corner) or not hit:
            continue
        grazing += 1
        move = space_of(corner, behind, mover=mover).slide(MOVER, *motion, response="stop")
        assert wrong_slide(mover, motion, others_of(corner, behind, response="stop"), move, ask_oracle=True) == []
        assert [item for item, _ in move.hits] == [1]
        assert move.hits[0][1].t == pytest.approx(hit.t)


# ---- progress --------------------------------------------------------------------------------------------------------


def slope(kind: str, a: Vec, b: Vec) -> Any:
    """A wall with a face from a to b, solid on the side that is to the left of it on a screen."""
    normal = (b[1] - a[1]) / length((b[0] - a[0], b[1] - a[1])), (a[0] - b[0]) / length((b[0] - a[0], b[1] - a[1]))
    far = [(x - 9 * normal[0], y - 9 * normal[1]) for x, y in (a, b)]
    if kind == "segment":
        return c2.Segment(a, b)
    return c2.Capsule(a, b, r=0.75) if kind == "capsule" else c2.Polygon.hull([a, b, *far], 0.5 * (kind == "rounded"))


@given(st.sampled_from(("segment", "wedge", "capsule", "rounded")), st.sampled_from(KINDS), st.integers(0, 2**20),
       ANGLES, SPEEDS, st.floats(-3, 3), st.sampled_from((1, -1)))  # fmt: skip
def test_sliding_along_a_slope_keeps_the_tangential_distance(
    wall_kind: str, kind: str, seed: int, angle: float, speed: float, press: float, side: int
) -> None:
    far = 100 + 10 * speed
    ax, ay = turned((-far, 0.0), angle)
    bx, by = turned((far, 0.0), angle)
    wall, whole = slope(wall_kind, (ax, ay), (bx, by)), math.hypot(bx - ax, by - ay)
    tangent = side * (bx - ax) / whole, side * (by - ay) / whole
    out = (by - ay) / whole, (ax - bx) / whole
    mover = build(c2, anywhere(Seeded(seed), kind, QUARTERS)).at(*turned((0.0, -40.0), angle))
    assume(is_thick(mover) or is_thick(wall))
    assert dot(out, mover.center) > 30
    mover = settled(mover, (-80 * out[0], -80 * out[1]), wall)
    into = speed * 10.0**press
    space = space_of(wall, mover=mover)
    for _ in range(3):
        move = space.slide(MOVER, speed * tangent[0] - into * out[0], speed * tangent[1] - into * out[1])
        rounding = 1e-9 * into  # of a normal of two faces that are all but parallel
        assert dot(move.motion, tangent) >= ENOUGH * speed - rounding
        assert dot(move.motion, tangent) <= speed * (2 - ENOUGH) + rounding
        assert move.hits or into <= 1e-12 * far
        assert not move.shape.overlaps(wall)
        assert move.shape.separation(wall) <= 1e-10 * far


@given(st.sampled_from(("segment", "wedge", "capsule", "rounded")), st.sampled_from(KINDS), st.integers(0, 2**20),
       ANGLES, st.sampled_from((0.1, 1.0 / 3, 32.0)), st.sampled_from((0.01, 0.7, 5.0, 60.0)), st.sampled_from((1, -1)),
       st.floats(-3, 1))  # fmt: skip
def test_a_straight_wall_of_flush_pieces_at_any_angle_is_no_hindrance(
    piece: str, kind: str, seed: int, angle: float, size: float, tiles: float, side: int, press: float
) -> None:
    """The corners of the pieces are rounded, so that it is a little bent at every seam, inward at half of them; a step
    of an ulp is as steep for a round corner as its square root."""
    points = [turned((i * size, 0.0), angle) for i in range(-100, 101)]
    walls = [slope(piece, a, b) for a, b in pairwise(points)]
    mover = build(c2, anywhere(Seeded(seed), kind, Scale(size / 8, 8)))
    assume(is_thick(mover) or is_thick(walls[0]))
    mover = mover.at(*turned((0.3 * size, -20 * size), angle))
    out, tangent = turned((0.0, -1.0), angle), turned((side, 0.0), angle)
    mover = settled(mover, (-40 * size * out[0], -40 * size * out[1]), *walls)
    space = space_of(*walls, mover=mover)
    speed = tiles * size
    into = speed * 10.0**press
    move = space.slide(MOVER, speed * tangent[0] - into * out[0], speed * tangent[1] - into * out[1])
    assert dot(move.motion, tangent) >= ENOUGH * speed
    assert abs(dot(move.motion, out)) <= 1e-6 * speed
    assert wrong_slide(mover, move_asked(speed, tangent, into, out), others_of(*walls), move) == []


def move_asked(speed: float, tangent: Vec, into: float, out: Vec) -> Vec:
    return speed * tangent[0] - into * out[0], speed * tangent[1] - into * out[1]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("step", [1e-6, 1e-3, 0.1])
def test_many_small_pushes_lead_round_a_circle(kind: str, step: float) -> None:
    """Pushed along and in: of each push at least 1 - 1e-9 of the part along the surface."""
    disc = c2.Circle(0.1, 0.2, 3)
    mover = build(c2, anywhere(Seeded(11), kind, QUARTERS)).at(0.1, -20)
    mover = settled(mover, (0, 40), disc)
    space = space_of(disc, mover=mover)
    around = 0.0
    for _ in range(400):
        mover = space[MOVER]
        normal = out_of(mover, disc)
        tangent = -normal[1], normal[0]
        motion = move_asked(step, tangent, step, normal)
        move = space.slide(MOVER, *motion)
        assert dot(move.motion, tangent) >= ENOUGH * step
        assert wrong_slide(mover, motion, others_of(disc), move) == []
        around += dot(move.motion, tangent)
    assert around >= 400 * ENOUGH * step
    assert space[MOVER].separation(disc) <= 400 * step**2


@given(st.integers(3, 200), st.sampled_from(KINDS), st.integers(0, 2**20), SPEEDS)
def test_a_polygon_as_round_as_a_circle_holds_nothing_up(corners: int, kind: str, seed: int, speed: float) -> None:
    """Pressed on and past it, the mover gets by: nothing of its motion remains."""
    wall = c2.Polygon.hull([turned((3.0, 0.0), 360 * i / corners) for i in range(corners)])
    mover = settled(build(c2, anywhere(Seeded(seed), kind, QUARTERS)).at(0.7, -20), (0, 40), wall)
    motion = speed, speed / 3
    move = space_of(wall, mover=mover).slide(MOVER, *motion)
    assert move.remaining == (0, 0)
    assert wrong_slide(mover, motion, others_of(wall), move) == []


def out_of(a: Any, b: Any) -> Vec:
    """The direction from b to a, which touches it or is apart."""
    (x, y), (u, v) = a.closest_points(b)
    gap = math.hypot(x - u, y - v)
    if gap > 1e-6:
        return (x - u) / gap, (y - v) / gap
    normal: Vec = a.move((x - u) / 2, (y - v) / 2).contact(b.grow(2e-6)).normal
    return normal


# ---- to the bit ------------------------------------------------------------------------------------------------------


def whole_numbers(source: Any, kind: str) -> Any:
    """A shape of a kind that whole numbers say, rectangles by a corner, the centre, a pivot or two corners."""
    x, y, w, h = source.integer(-40, 40), source.integer(40, 90), source.integer(1, 20), source.integer(1, 20)
    if kind == "Rect":
        return choice(source, (
            c2.Rect(x, y, w, h), c2.Rect.centered(x, y, 2 * w, 2 * h), box(x, y, x + w, y + h),
            c2.Rect.pivoted(x, y, w, h, (source.integer(-9, 9), source.integer(-9, 9))),
        ))  # fmt: skip
    if kind == "RoundRect":
        return c2.RoundRect(x, y, 2 * w, 2 * h, min(w, h))
    if kind == "Polygon":
        return c2.Polygon.hull([(x, y), (x + w, y), (x + w + 3, y + h), (x - 2, y + h)], source.integer(0, 2))
    return {
        "Point": c2.Point(x, y), "Circle": c2.Circle(x, y, w), "Segment": c2.Segment(x, y, x + w, y + h),
        "Capsule": c2.Capsule(x, y, x + w, y - h, h),
    }[kind]  # fmt: skip


LANDERS = ("Point", "Circle", "Segment", "Capsule", "Rect", "RoundRect", "Polygon")


@pytest.mark.parametrize("kind", LANDERS)
@pytest.mark.parametrize("turn", range(4))
def test_a_landing_leaves_what_slides_along_at_whole_numbers(kind: str, turn: int) -> None:
    """Fallen on a floor after any part of the motion, it goes on along that to the very pixel, and so for walls and
    ceilings; near the origin and a million pixels away."""
    source = Seeded(turn)
    landed = 0
    for _ in range(400):
        far = source.integer(-1, 1) * 2**20
        mover = whole_numbers(source, kind).move(far, 0)
        dx, dy = source.integer(-200, 200), source.integer(1, 120)
        bottom = mover.bounds[3]
        floor = bottom + source.integer(0, 50)
        wall, motion = box(far - 10**6, floor, far + 10**6, floor + 9), (dx, dy)
        for _ in range(turn):
            mover, wall = (shape.rotate(90, about=(0, 0)) if kind not in ("Rect", "RoundRect") else shape
                           for shape in (mover, wall))  # fmt: skip
            motion = (-motion[1], motion[0]) if kind not in ("Rect", "RoundRect") else motion
        move = space_of(wall, mover=mover).slide(MOVER, *motion)
        assert wrong_slide(mover, motion, others_of(wall), move) == []
        landed += bool(move.hits)
        down = min(dy, floor - bottom)
        wanted = [(dx, down), (-down, dx), (-dx, -down), (down, -dx)][turn if kind not in ("Rect", "RoundRect") else 0]
        assert move.motion == wanted
        assert move.shape == mover.move(*wanted)
    assert landed > 100


def test_every_landing_of_a_box_of_pixels_is_at_the_right_one() -> None:
    """6,370 motions by whole pixels: x ends where the motion leads, y on the floor."""
    landed = 0
    for dx in range(-45, 46):
        for dy in range(1, 71):
            space: Any = c2.Space({"floor": c2.Rect(-100, 100, 240, 50), MOVER: c2.Rect(-3, 83, 16, 16)})
            move = space.slide(MOVER, dx, dy)
            landed += move.hits != ()
            assert move.shape == c2.Rect(dx - 3, min(83 + dy, 84), 16, 16)
    assert landed == 91 * 69


@given(st.integers(0, 2**32), st.sampled_from(["Point", "Segment", *KINDS]))
def test_a_way_that_casts_call_free_is_gone_to_its_end(seed: int, kind: str) -> None:
    """On small whole numbers, where ways end exactly at things and graze them; thin things among them."""
    source = Seeded(seed)
    shapes = [build(c2, anywhere(source, choice(source, KINDS), Scale(1.0, 16))) for _ in range(source.integer(1, 12))]
    space = space_of(*shapes, mover=build(c2, anywhere(source, kind, Scale(1.0, 16))))
    for _ in range(20):
        start, motion = space[MOVER], (float(source.integer(-12, 12)), float(source.integer(-12, 12)))
        is_free = space.cast(MOVER, motion) is None and not any(start.overlaps(shape) for shape in shapes)
        move = space.slide(MOVER, *motion, response=choice(source, BLOCKING))
        if is_free:
            assert (move.motion, move.remaining, move.hits) == (motion, (0, 0), ())
            assert move.shape == start.move(*motion)
        else:
            assert move.hits


def test_a_point_that_ends_at_the_tip_of_a_thin_wall_gets_there() -> None:
    move = space_of(c2.Segment(12, 12, 16, 0), mover=c2.Point(8, 0)).slide(MOVER, 8, 0)
    assert (move.shape, move.motion, move.remaining, move.hits) == (c2.Point(16, 0), (8, 0), (0, 0), ())


# ---- dead ends -------------------------------------------------------------------------------------------------------


@given(st.sampled_from(KINDS), st.integers(0, 2**20), st.floats(5, 85), st.floats(5, 85), st.floats(-6, 2))
def test_nothing_leaves_a_valley_by_pushing_down(kind: str, seed: int, left: float, right: float, power: float) -> None:
    """It may swing from one slope up the other, as far as it was pushed."""
    a, b, speed = turned((-2000.0, 0.0), left), turned((2000.0, 0.0), -right), 10.0**power
    walls = c2.Segment(a, (0, 0)), c2.Segment((0, 0), b)
    mover = build(c2, anywhere(Seeded(seed), kind, QUARTERS)).at(0.25, -1000)
    mover = settled(mover, (0, 2000), *walls)
    space = space_of(*walls, mover=mover)
    for _ in range(10):
        start = space[MOVER]
        move = space.slide(MOVER, 0, speed)
        assert wrong_slide(start, (0.0, speed), others_of(*walls), move) == []
        assert c2.Polygon([a, (0, 0), b]).collides(space[MOVER])
        assert move.motion[1] >= -speed / 2 - 1e-9
    if speed == 100:
        assert length(space.slide(MOVER, 0, 1e-3).motion) <= 1e-3


@given(st.sampled_from(("rect", "circle", "roundrect")), st.integers(1, 40), SPEEDS, ANGLES)
def test_a_mover_in_a_shaft_of_its_width_moves_only_along_it(kind: str, size: int, speed: float, angle: float) -> None:
    """A shaft as wide as the mover, closed below, of flush tiles: down to the bottom, up and out, never aside."""
    w = size / 4
    sides = [box(x, i * w, x + w, (i + 1) * w) for i in range(-8, 9) for x in (-w, w)] + [box(0, 8 * w, w, 9 * w)]
    mover = {
        "rect": c2.Rect(0, 0, w, w), "circle": c2.Circle(w / 2, w / 2, w / 2),
        "roundrect": c2.RoundRect(0, 0, w, w, w / 4),
    }[kind]  # fmt: skip
    space = space_of(*sides, mover=mover)
    x, y = turned((speed, 0.0), angle)
    move = space.slide(MOVER, x, y)
    near = 1e-12 * (speed + 9 * w)
    assert y < -8 * w or move.motion == (pytest.approx(0, abs=near), pytest.approx(min(y, 7 * w), rel=1e-9, abs=near))


def test_between_two_plates_there_is_no_way_but_along() -> None:
    plates = [box(-9, -1, 9, 0), box(-9, 1, 9, 2)]
    space = space_of(*plates, mover=c2.Rect(0, 0, 1, 1))
    move = space.slide(MOVER, 0, 1e6)
    assert (move.motion, move.legs, move.stuck) == ((0, 0), (), False)
    assert space.slide(MOVER, 3, 1e6).motion == (3, 0)


@example(3.0, -1e6, -44, 26, 2, False, 100.0)
@example(3.0, -1e6, -20, 30, -2, True, 7525.0)
@given(
    st.sampled_from([0.72, 1.0, 3.0, 32.0]),
    st.sampled_from([1e3, -1e6, 1e6, 1e8, 123456.7]),
    st.integers(-64, 63),
    st.integers(1, 59),
    st.integers(-2, 2),
    st.booleans(),
    st.sampled_from([0.3, 100.0, 7525.0]),
)
def test_a_round_corner_at_the_corner_of_a_tile_does_not_slip(
    unit: float, place: float, at: int, height: int, ulps: int, top: bool, push: float
) -> None:
    """The tile ends beside the end of the straight side, where the normal of the corner is rounded."""
    y, r = place + unit * at / 16, unit / 8
    mover = c2.RoundRect(0, y, unit, unit * height / 32 + 2 * r, r)
    ends = sorted(vertex[1] for vertex in mover.vertices)
    cut = (ends[0] if top else ends[-1]) + ulps * math.ulp(place)
    wall = c2.Space({0: c2.Rect(-1, cut - 4 * unit, 1, 4 * unit), 1: c2.Rect(-1, cut, 1, 4 * unit)})
    if not wall.query(mover):
        assert wall.try_slide(mover, -push, 0).motion == (0, 0)


def test_a_corner_in_line_with_a_wall_but_for_rounding_leads_nowhere() -> None:
    """The arc of the mover begins an ulp beside a seam: its normal there is not quite that of the wall."""
    y = -142857142.85714287
    tiles = [box(-0.7, y + 0.07 * i, 0, y + 0.07 * (i + 1)) for i in range(15)]
    r = 0.0875
    seam = tiles[4].bottom
    for arc in (seam, math.nextafter(seam, 0), math.nextafter(math.nextafter(seam, 0), 0)):
        core = c2.Rect.from_corners(r, arc, 0.6125, arc + 4)
        move = space_of(*tiles, mover=core.grow(r)).slide(MOVER, -7525, 0)
        assert (move.motion, move.legs) == ((0, 0), ())


# Gaps that the mover fits to an ulp, by the seam of two tiles, or between the tops of two rounds or of one and a floor.
TIGHT = [
    (
        c2.RoundRect(151.97875140795836, -31.99999722443831, 32, 64, 12, 179.99999999965075, pivot=(-8, 48)),
        (96.0, 64.0), [c2.Rect(96, -32, 32, 32), c2.Rect(128, 64, 32, 32)],
    ),
    (
        c2.Circle(-0.449995719143259, 0.65, 0.05), (-20.0, 30.0),
        [c2.Rect(-0.8, 0.7000000000000001, 1.6, 0.09999999999999998), c2.Circle(-0.55, 0.4, 0.2)],
    ),
    (
        c2.Circle(-7.614006165807689e-09, -0.55, 0.05), (0.14491058782688793, 0.07505790480142274),
        [c2.Segment(-0.6000000000000001, -0.6000000000000001, 0.6000000000000001, -0.6000000000000001),
         c2.Circle(0, 0.1, 0.6000000000000001)],
    ),
    (
        c2.Rect(-0.1, 0.4602875133082, 0, 0.1).grow(0.1), (0.4, -0.4),
        [c2.Segment(0.7000000000000001, 0.7000000000000001, -0.7000000000000001, 0.7000000000000001),
         c2.Circle(-0.025, -0.05, 0.45)],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("mover", "motion", "walls"), TIGHT)
def test_a_slide_ends_in_a_gap_too_tight_for_any_place_farther_on(mover: Any, motion: Vec, walls: list[Any]) -> None:
    """There only the nudge off a surface leads on, to places that doubles cannot tell from the one before: it neither
    creeps on leg by leg nor loses what remains."""
    move = space_of(*walls, mover=mover).slide(MOVER, *motion)
    assert wrong_slide(mover, motion, others_of(*walls), move, ask_oracle=True) == []
    assert move.remaining != (0, 0)
    assert len(move.legs) < 10


# ---- images ----------------------------------------------------------------------------------------------------------

EIGHTHS = st.integers(-24, 24).map(lambda x: x / 8)


@st.composite
def cores(draw: st.DrawFn) -> Any:
    """A circle, a capsule or a polygon on a lattice, with or without a radius."""
    points = draw(st.lists(st.tuples(EIGHTHS, EIGHTHS), min_size=1, max_size=5))
    return c2.Polygon.hull(points, draw(st.sampled_from((0, 0.5, 1.625, 3))))


@pytest.mark.parametrize("name", MAPS)
@given(mover=cores(), wall=cores())
@example(c2.Segment(-9.875, 5.375, -2.0, -2.75), c2.Circle(-2.375, -1.0, 1.625))
@example(c2.Polygon.hull([(-3, -2.5), (0, -2.5), (3, -3), (3, 1.5)]), c2.Circle(-2.5, -5, 3))
@example(c2.Rect(2, -1, 3, 3), c2.Segment(0, 5, 5, -7))
def test_images_of_a_push_have_the_same_bits(name: str, mover: Any, wall: Any) -> None:
    assume(mover.overlaps(wall))
    f, back = MAPS[name]
    here, there = (
        space_of(image(wall, g), mover=c2.Polygon.hull(image(mover, g).vertices, mover.radius)).slide(MOVER, 0, 0)
        for g in (lambda x, y: (x, y), f)
    )
    pushed = back(*there.pushed)
    if math.dist(pushed, here.pushed) < 1e-3 * length(here.pushed):
        assert pushed == here.pushed
    else:  # there are two shortest ways out
        assert length(pushed) == pytest.approx(length(here.pushed), rel=1e-12)


# ---- responses -------------------------------------------------------------------------------------------------------


def test_stop_stays_where_it_hits() -> None:
    space = space_of(box(5, -5, 6, 5), mover=c2.Rect(0, 0, 1, 1))
    move = space.slide(MOVER, 8, 4, response="stop")
    assert (move.motion, move.remaining) == ((4, 2), (4, 2))
    assert move.shape == space[MOVER] == c2.Rect(4, 2, 1, 1)
    assert [(item, hit.t, hit.normal) for item, hit in move.hits] == [(0, 0.5, (-1, 0))]


def test_a_stop_counts_although_a_thin_wall_that_slides_is_met_at_once() -> None:
    """A point stops short of a wall without thickness; along a motion that grazes it that is long before the hit."""
    walls = [c2.Polygon([(0.3, 0.5), (1.3, 0), (1.3, 1), (0.3, 1)]), c2.Segment(0.3, 1, 1.3, 1)]
    space = space_of(*walls, mover=c2.Point(1.3, 1.0000000000000002))
    move = space.slide(MOVER, -14.25, -1.3709068298339844e-05, filter=lambda _, other: ("slide", "stop")[other])
    assert {item for item, _ in move.hits} == {0, 1}
    assert length(move.motion) < 3e-10  # it comes to the wall after 2.4e-10


def test_slide_goes_on_along_what_it_hits() -> None:
    move = space_of(box(5, -5, 6, 9), mover=c2.Rect(0, 0, 1, 1)).slide(MOVER, 8, 4)
    assert (move.motion, move.remaining, move.legs) == ((4, 4), (0, 0), ((4, 2), (0, 2)))
    assert move.path == (c2.Rect(0, 0, 1, 1), c2.Rect(4, 2, 1, 1), c2.Rect(4, 4, 1, 1))


def test_bounce_goes_on_as_a_mirror_reflects() -> None:
    move = space_of(box(5, -5, 6, 9), mover=c2.Rect(0, 0, 1, 1)).slide(MOVER, 8, 4, response="bounce")
    assert (move.motion, move.remaining, move.legs) == ((0, 4), (0, 0), ((4, 2), (-4, 2)))


def test_a_bounce_out_of_a_corner_tells_of_both_walls() -> None:
    walls = [box(5, -50, 6, 50), box(-50, 5, 50, 6)]
    move = space_of(*walls, mover=c2.Rect(0, 0, 1, 1)).slide(MOVER, 8, 8, response="bounce")
    assert (move.motion, move.remaining) == ((0, 0), (0, 0))
    assert [(item, hit.t, hit.normal) for item, hit in move.hits] == [(0, 0.5, (-1, 0)), (1, 0.5, (0, -1))]


def test_a_long_way_through_a_maze_asks_for_what_is_near_its_legs_only() -> None:
    """A filter is asked for a part of the maze only, though the motion would lead past all of it."""
    source = Seeded(3)
    cells = [(i, j) for i in range(-60, 60) for j in range(-60, 60) if max(abs(i), abs(j)) > 1 and one_in(source, 3)]
    walls = [box(10 * i, 10 * j, 10 * i + 10, 10 * j + 10) for i, j in cells]
    mover, motion, asked = c2.Circle(5, 5, 2), (1500.0, 1300.0), set()

    def bounce(item: Any, other: Any) -> str:
        asked.add(other)
        return "bounce"

    move = space_of(*walls, mover=mover).slide(MOVER, *motion, filter=bounce)
    assert len(move.legs) > 50
    assert len(asked) < len(walls) / 4
    assert wrong_slide(mover, motion, others_of(*walls, response="bounce"), move) == []


@pytest.mark.parametrize("count", [100, 1000])
def test_the_mover_gets_out_of_a_crowd_of_polygons_that_it_overlaps(count: int) -> None:
    source, mover = Seeded(count), c2.Circle(0.25, 0.5, 1)
    walls: list[Any] = []
    while len(walls) < count:
        wall = build(c2, anywhere(source, choice(source, KINDS), Scale(0.25, 32)))
        walls += [wall] if wall.overlaps(mover) else []
    move = space_of(*walls, mover=mover).slide(MOVER, 3, 4)
    assert wrong_slide(mover, (3.0, 4.0), others_of(*walls), move) == []
    assert not move.stuck
    assert move.pushed != (0, 0)
    assert sum(hit.depth > 0 for _, hit in move.hits) == count


def test_pass_reports_all_in_order_of_time_and_goes_on() -> None:
    walls = [box(9, -5, 10, 5), box(3, -5, 4, 5), box(3, -7, 4, 5), box(6, -5, 7, 5), box(50, 0, 51, 1)]
    move = space_of(*walls, mover=c2.Rect(0, 0, 1, 1)).slide(MOVER, 20, 0, response="pass")
    assert (move.motion, move.remaining, move.legs) == ((20, 0), (0, 0), ((20, 0),))
    assert [(item, hit.t) for item, hit in move.hits] == [(1, 0.1), (2, 0.1), (3, 0.25), (0, 0.4)]


def test_each_obstacle_has_its_own_response() -> None:
    walls = [box(3, -5, 4, 5), box(6, -5, 7, 9), box(0, 6, 9, 7), box(-5, 3, 9, 4)]
    ways = ("pass", "slide", "stop", None)
    move = space_of(*walls, mover=c2.Rect(0, 0, 1, 1)).slide(MOVER, 10, 20, filter=lambda _, other: ways[other])
    assert [item for item, _ in move.hits] == [0, 1, 2] or [item for item, _ in move.hits] == [0, 2]
    assert move.shape.bottom == 6


@given(ANGLES, st.floats(0.5, 4).map(lambda power: 10.0**power), st.sampled_from(KINDS), st.integers(0, 2**20))
def test_bouncing_about_loses_no_distance(angle: float, speed: float, kind: str, seed: int) -> None:
    """Billiards in a room: the legs are as long as the motion, if it had legs enough."""
    walls = [box(-30, -30, 30, -20), box(-30, 20, 30, 30), box(-30, -20, -20, 20), box(20, -20, 30, 20)]
    mover = build(c2, anywhere(Seeded(seed), kind, QUARTERS)).at(0.1, 0.2)
    motion = turned((speed, 0.0), angle)
    move = space_of(*walls, mover=mover).slide(MOVER, *motion, response="bounce")
    went = math.fsum(map(length, move.legs))
    assert went + length(move.remaining) == pytest.approx(speed, rel=1e-9)
    assert wrong_slide(mover, motion, others_of(*walls, response="bounce"), move) == []
    if len(move.legs) < 200:
        assert move.remaining == (0, 0)


@given(st.sampled_from(KINDS), st.integers(0, 2**20), SPEEDS, ANGLES)
def test_a_free_way_is_one_leg(kind: str, seed: int, speed: float, angle: float) -> None:
    mover, motion = build(c2, anywhere(Seeded(seed), kind, QUARTERS)), turned((speed, 0.0), angle)
    move = space_of(c2.Circle(1e9, 1e9, 1), mover=mover).slide(MOVER, *motion)
    assert (move.motion, move.legs, move.remaining, move.hits) == (motion, (motion,), (0, 0), ())
    assert move.path == (mover, mover.move(*motion))


def test_a_point_between_two_circles_that_touch_goes_along_their_tangent_to_what_is_ahead() -> None:
    """Every other way is blocked, so each stop must be on the tangent, also where coordinates have few bits left."""
    source, stops = Seeded(8), 0
    for _ in range(200):
        x, y = choice(source, [0, 2**10, 2**20, -(2**30)]), choice(source, [0, -(2**20), 12345])
        ux, uy, unit = choice(source, [(3, 4, 5), (4, -3, 5), (-5, 12, 13), (15, 8, 17)])
        part = choice(source, [0.25, 1, 3, 5 / 3])
        motion = -uy * part, ux * part
        ahead = c2.Circle(x + 0.9 * motion[0] + source.integer(0, 9) / 7, y + 0.9 * motion[1], 1)
        pair = [c2.Circle(x + k * ux, y + k * uy, abs(k) * unit) for k in (1, -2)]
        hit = c2.cast(c2.Point(x, y), motion, c2.Body([*pair, ahead]))
        if hit and hit.t > 0.01:
            space = space_of(*pair, ahead, mover=c2.Point(x, y))
            [(item, first), *_] = space.try_slide(MOVER, *motion).hits
            assert item == 2
            assert abs(first.t - hit.t) * length(motion) <= 1e-12 * (abs(x) + abs(y) + 20)
            stops += 1
    assert stops > 60


def test_layers_that_do_not_meet_are_not_in_the_way() -> None:
    space: Any = c2.Space()
    space.add(MOVER, c2.Rect(0, 0, 1, 1), layer=1, mask=2)
    space.add("ghost", box(3, -5, 4, 5), layer=4)
    space.add("blind", box(6, -5, 7, 5), layer=2, mask=4)
    space.add("wall", box(9, -5, 10, 5), layer=2, mask=1)
    move = space.slide(MOVER, 20, 0)
    assert ([item for item, _ in move.hits], move.motion) == (["wall"], (8, 0))


# ---- out of what it was put into -------------------------------------------------------------------------------------


@given(st.sampled_from(KINDS), st.integers(0, 2**20), st.floats(0.01, 0.99), st.sampled_from((32.0, 0.1, 1.0 / 3)),
       st.sampled_from(((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))), st.floats(0, 1))  # fmt: skip
@example("circle", 3014, 0.75, 32.0, (0.0, 1.0), 0.875)  # farther out than it is large
def test_the_mover_leaves_flush_tiles_the_shortest_way(
    kind: str, seed: int, depth: float, size: float, down: Vec, along: float
) -> None:
    """Not the sum of the depths, nor out of one tile into the other: straight up by how deep it was. (What has no
    inside could hide in a seam.)"""
    ax, ay = abs(down[1]), abs(down[0])
    tiles = []
    for i in range(-12, 13):
        low, high = i * size, (i + 1) * size
        tiles.append(box(low * ax, low * ay, high * ax + size * down[0], high * ay + size * down[1]))
    slab = box(-13 * size * ax, -13 * size * ay, 13 * size * ax + size * down[0], 13 * size * ay + size * down[1])
    mover = build(c2, anywhere(Seeded(seed), kind, Scale(size / 8, 8)))
    mover = mover.at(-9 * size * down[0] + along * size * ax, -9 * size * down[1] + along * size * ay)
    hit = mover.cast((20 * size * down[0], 20 * size * down[1]), slab)
    reach = hit.t * 20 * size + 0.49 * depth * size
    mover = mover.move(reach * down[0], reach * down[1])
    assume(mover.overlaps(slab) and is_thick(mover))
    out = mover.contact(slab)
    assume(abs(dot(out.normal, down) + 1) < 1e-12)
    move = space_of(*tiles, mover=mover).slide(MOVER, 0, 0, max_push=math.inf)
    assert not move.stuck
    assert length(move.pushed) <= out.depth * (1 + 1e-12) + 64 * math.ulp(13 * size)
    assert dot(move.pushed, down) == pytest.approx(-out.depth, rel=1e-9, abs=64 * math.ulp(13 * size))
    assert move.motion == move.pushed
    assert {item for item, hit in move.hits if hit.depth > 0} == {
        i for i, tile in enumerate(tiles) if mover.overlaps(tile)
    }


@given(st.integers(1, 6), st.integers(1, 6), st.floats(0.01, 0.99), st.floats(0.01, 0.99), st.sampled_from((32.0, 0.1)))
@settings(max_examples=40)
def test_the_mover_leaves_a_block_of_tiles_the_shortest_way(
    columns: int, rows: int, across: float, down: float, size: float
) -> None:
    """Though the ways out of single tiles lead only into others. It is stuck where every way out leads through a tile
    that it does not overlap."""
    tiles = [box(i * size, j * size, (i + 1) * size, (j + 1) * size) for i in range(columns) for j in range(rows)]
    side = 0.75 * size
    mover = c2.Rect.centered(across * columns * size, down * rows * size, side, side)
    move = space_of(*tiles, mover=mover).slide(MOVER, 0, 0)
    overlapped = [tile for tile in tiles if mover.overlaps(tile)]
    if len(overlapped) == len(tiles):
        block = box(0, 0, columns * size, rows * size)
        assert length(move.pushed) <= -mover.separation(block) * (1 + 1e-9)
        assert not move.stuck
    assert pushes.wrong_push(pushes.Scene("tiles", mover, tiles, None), move) == []


@given(st.sampled_from(KINDS), st.sampled_from(KINDS), st.integers(0, 2**20))
def test_the_mover_leaves_one_shape_the_shortest_way(kind: str, wall_kind: str, seed: int) -> None:
    source = Seeded(seed)
    mover, wall = (build(c2, anywhere(source, k, QUARTERS)) for k in (kind, wall_kind))
    assume(mover.overlaps(wall))
    move = space_of(wall, mover=mover).slide(MOVER, 0, 0)
    assert length(move.pushed) == pytest.approx(mover.contact(wall).depth, rel=1e-9, abs=1e-13)
    assert move.motion == move.pushed
    assert [(item, hit.t, hit.depth) for item, hit in move.hits] == [(0, 0, mover.contact(wall).depth)]
    assert wrong_slide(mover, (0.0, 0.0), others_of(wall), move) == []


def test_both_walls_of_a_corner_push_the_mover_out() -> None:
    """Out of either it is still in the other."""
    walls = [box(-2, -20, 0, 20), box(-20, 0, 20, 2)]
    move = space_of(*walls, mover=c2.Rect(-0.5, -0.75, 1, 1)).slide(MOVER, 0, 0)
    assert (move.pushed, move.stuck) == ((0.5, -0.25), False)
    assert {item for item, _ in move.hits} == {0, 1}


def test_a_mover_that_was_pushed_out_goes_on_by_its_motion() -> None:
    move = space_of(box(-50, 0, 50, 9), mover=c2.Rect(0, -0.75, 1, 1)).slide(MOVER, 7, 1)
    assert (move.pushed, move.motion, move.remaining) == ((0, -0.25), (7, -0.25), (0, 0))


def test_a_mover_pushed_out_along_a_face_goes_a_free_way_in_one_leg() -> None:
    """The start moved by push and motion would be an ulp inside what it was pushed out of; its way starts where it was
    pushed to."""
    start, motion = c2.Segment(0.0005, 0.00025, 0.00025, -0.00025), (-0.2, -0.4)
    move = space_of(c2.Circle(0, 0, 0.000625), mover=start).slide(MOVER, *motion)
    assert move.path[1].cast(motion, c2.Circle(0, 0, 0.000625)) is None
    assert (move.legs[1:], move.remaining, [hit.depth > 0 for _, hit in move.hits]) == ((motion,), (0, 0), [True])
    assert move.shape == move.path[1].move(*motion)


@pytest.mark.parametrize(("walls", "shortest"), [
    ([c2.Polygon([(-3, 20), (1, 4), (5, 20)]), c2.Rect(14, -21, 10, 22), c2.Rect(-17, 10, 20, 8)], (7 / 3, -2 / 3)),
    ([c2.Rect(17, -16, 10, 22), c2.Rect(-19, 10, 20, 8)], (0.5, -0.5)),
])  # fmt: skip
def test_a_push_ends_in_a_slanted_slot_that_fits_exactly(walls: list[Any], shortest: Vec) -> None:
    """To a corner, and along a normal. The sweep to the rounded end would cut the corner on the other side."""
    diamond = c2.Polygon([(0, 10), (10, 0), (20, 10), (10, 20)])
    move = space_of(*walls, mover=diamond).slide(MOVER, 0, 0, max_push=math.inf)
    assert math.dist(move.pushed, shortest) < 1e-13


def test_a_push_ends_where_three_lines_meet() -> None:
    """The edge of the wedge passes the corner between the faces of both rectangles, and rounds it into one of them."""
    walls = [c2.Rect(15, -21, 10, 22), c2.Rect(-14, 12, 20, 8), c2.Polygon([(-1, 12), (1, 6), (3, 12)])]
    assert space_of(*walls, mover=box(0, 0, 20, 20)).slide(MOVER, 0, 0, max_push=math.inf).pushed == (6, 1)


def test_a_round_mover_finds_the_corner_between_four_tiles() -> None:
    """Their regions have 64 arcs and lines if arcs are counted that only touch a line, and the last one had no room."""
    walls = [c2.Rect(x, y, 16, 16).grow(r) for x, y, r in ((-16, 16, 1), (0, -16, 1), (16, -16, 2), (16, 0, 1))]
    space = space_of(*walls, mover=c2.RoundRect(0, 0, 20, 20, 5))
    assert space.slide(MOVER, 0, 0, max_push=math.inf).pushed == (1, 17)


def test_a_mover_with_no_way_out_is_stuck() -> None:
    """A wall as large as the domain. The ways out are not equally long."""
    mover, wall = c2.Circle(1e50, 0, 1), box(-1e60, -1e60, 1e60, 1e60)
    space, (x, y) = space_of(wall, mover=mover), mover.contact(wall).normal
    motion = -3 * x - y, x - 3 * y
    move = space.slide(MOVER, *motion)
    assert (move.stuck, move.motion, move.remaining, move.legs) == (True, (0, 0), motion, ())
    assert move.path == (mover,)
    assert move.shape == space[MOVER] == mover
    assert [(item, hit.t) for item, hit in move.hits] == [(0, 0)]
    assert wrong_slide(mover, motion, others_of(wall), move) == []


@given(st.integers(0, 2**32), st.sampled_from(SIZES), st.sampled_from(list(WORLDS)))
@settings(max_examples=25)
def test_a_push_out_of_any_world_is_the_shortest_straight_way_that_passes_through_nothing(
    seed: int, size: float, regime: str
) -> None:
    source = Seeded(seed)
    shapes, mover = WORLDS[regime](source, size), slides.drawn_mover(source, size)
    assume(any(mover.overlaps(shape) for shape in shapes))
    move = space_of(*shapes, mover=mover).slide(MOVER, 0, 0)
    assert wrong_slide(mover, (0.0, 0.0), others_of(*shapes), move) == []
    if sum(mover.overlaps(shape) for shape in shapes) <= 3 and len(shapes) <= 40:
        margin = 1e-7 * size
        found = pushes.search_round(mover, shapes, margin)
        limit = max(pushes.limit_of(mover, found, None) * (1 - 1e-4), length(move.pushed) / (1 + 1e-6))
        assert move.stuck == (found.robust > limit) or not move.stuck
        assert move.stuck or length(move.pushed) <= found.robust * (1 + 1e-6) + margin


def pressed(**more: Any) -> Any:
    """A player that a press has reached, in front of a fence."""
    space: Any = c2.Space({"press": c2.Rect(0, 0, 123, 100), "player": c2.Rect(130, 40, 20, 20), **more})
    space.move("press", 9, 0)
    return space


def test_a_push_out_does_not_pass_through_a_fence() -> None:
    assert pressed().slide("player", 0, 0).pushed == (2, 0)
    for fence in (c2.Rect(150, 0, 1, 100), c2.Segment(150, 0, 150, 100), c2.Rect(151, 0, 0, 100)):
        space = pressed(fence=fence)
        move = space.slide("player", 0, 0)
        assert (move.stuck, move.motion, move.path) == (True, (0, 0), (c2.Rect(130, 40, 20, 20),))
        assert space["player"] == c2.Rect(130, 40, 20, 20)
        assert [(item, hit.depth) for item, hit in move.hits] == [("press", 2)]
        move = space.slide("player", 0, 0, max_push=math.inf)  # up along the fence
        assert (move.pushed, move.stuck) == ((0, -60), False)


def test_where_the_shortest_way_out_is_blocked_the_next_one_is_taken() -> None:
    """The ceiling leaves room to the right of it, and only there."""
    floor, player = c2.Rect(0, 15, 100, 20), c2.Rect(10, 0, 20, 20)
    assert space_of(floor, mover=player).slide(MOVER, 0, 0).pushed == (0, -5)
    ceiling = c2.Rect(-10, -30, 24, 26)  # whose corner it grazes
    assert space_of(floor, ceiling, mover=player).slide(MOVER, 0, 0).pushed == pytest.approx((5, -5))
    assert space_of(floor, ceiling, mover=player).slide(MOVER, 0, 0, max_push=7).stuck
    slope = c2.Polygon([(8, -40), (18, 0), (8, 0)])  # on which it ends, and on the floor
    assert space_of(floor, slope, mover=player.move(8, 0)).slide(MOVER, 0, 0).pushed == (0, -5)
    steep = c2.Polygon([(10, -4), (13, -4), (12, -40), (10, -40)])
    x, y = space_of(floor, steep, mover=player).slide(MOVER, 0, 0).pushed
    assert (x, y) == pytest.approx((3.75, -5))


@pytest.mark.parametrize("depth", [1, 4, 2.5, 1e-9])
def test_max_push_is_how_far_it_may_be_pushed(depth: float) -> None:
    player = c2.Rect(0, -10 + depth, 10, 10)
    depth = player.bottom
    for most in (depth, math.nextafter(depth, 9), 1e300, math.inf):
        move = space_of(box(-50, 0, 50, 90), mover=player).slide(MOVER, 3, 4, max_push=most)
        assert (move.pushed, move.stuck, move.shape.bottom) == ((0, pytest.approx(-depth)), False, 0)
    for most in (0, depth * (1 - 1e-3)):
        move = space_of(box(-50, 0, 50, 90), mover=player).slide(MOVER, 3, 4, max_push=most)
        assert (move.pushed, move.stuck, move.motion, move.remaining) == ((0, 0), True, (0, 0), (3, 4))


@given(st.integers(-64, 64), st.integers(-64, 64), st.integers(1, 40), st.integers(1, 12), st.integers(0, 5))
def test_a_push_out_ends_flush_on_whole_numbers(x: int, y: int, size: int, depth: int, kind: int) -> None:
    ball = c2.Circle(x, y, size) if kind % 2 else c2.RoundRect(x - size, y - size, 2 * size, 2 * size, size)
    player = ball if kind < 2 else c2.Rect(x - size, y - size, 2 * size, 2 * size)
    depth = min(depth, size)
    inner = size - depth
    sides = {(0, -1): box(-300, y + inner, 300, 600), (1, 0): box(-600, -300, x - inner, 300),
             (0, 1): box(-300, -600, 300, y - inner), (-1, 0): box(x + inner, -300, 600, 300)}  # fmt: skip
    for (u, v), wall in sides.items():
        assert space_of(wall, mover=player).slide(MOVER, 0, 0).pushed == (u * depth, v * depth)
    both = space_of(sides[0, -1], sides[1, 0], mover=player)
    assert both.slide(MOVER, 0, 0).pushed == (depth, -depth)


def test_what_is_stuck_by_a_rounding_may_leave() -> None:
    """Between two plates that are too close, it moves along them and out; deeper into one it does not."""
    plates = [box(-50, -90, 50, 0), box(-50, math.nextafter(2, 0), 50, 90)]
    mover = c2.Rect(0, 0, 10, 2)
    for motion in ((3, 0), (-7, 0), (200, 0)):
        move = space_of(*plates, mover=mover).slide(MOVER, *motion)
        assert (move.motion, move.remaining, move.pushed) == (motion, (0, 0), (0, 0))
        assert move.stuck == (motion != (200, 0))
        assert wrong_slide(mover, (float(motion[0]), 0.0), others_of(*plates), move) == []
    for motion in ((3, 1), (0, 0)):
        move = space_of(*plates, mover=mover).slide(MOVER, *motion)
        assert (move.stuck, move.motion, move.remaining) == (True, (0, 0), motion)


@given(st.sampled_from(KINDS), st.sampled_from(KINDS), st.integers(0, 2**20), st.floats(-9, 9))
def test_what_is_stuck_may_go_along_what_it_overlaps(kind: str, wall_kind: str, seed: int, speed: float) -> None:
    """Rounding makes the motion lead against the normal in one of ten cases."""
    source = Seeded(seed)
    mover, wall = (build(c2, anywhere(source, k, QUARTERS)) for k in (kind, wall_kind))
    assume(mover.overlaps(wall) and abs(speed) > 1e-3)
    x, y = mover.contact(wall).normal
    motion = y * speed, 0.0 - x * speed
    move = space_of(wall, mover=mover).slide(MOVER, *motion, max_push=0)
    assert (move.motion, move.remaining) == (motion, (0, 0))


def test_what_leaves_is_stopped_by_other_things_and_goes_no_deeper() -> None:
    floor, wall, mover = box(-50, 0, 50, 9), box(8, -9, 9, 9), c2.Rect(0, -1, 2, 2)
    move = space_of(floor, wall, mover=mover).slide(MOVER, 20, -0.5, max_push=0)
    assert (move.motion, move.stuck) == ((6, -0.5), True)
    assert [(item, hit.t > 0) for item, hit in move.hits] == [(0, False), (1, True)]
    assert wrong_slide(mover, (20.0, -0.5), others_of(floor, wall), move) == []
    slope = c2.Polygon([(4, -9), (12, -9), (12, -1)])  # which leads it down
    move = space_of(floor, slope, mover=mover).slide(MOVER, 20, 0, max_push=0)
    assert move.stuck
    assert move.shape.bottom <= 1 + 1e-12
    assert wrong_slide(mover, (20.0, 0.0), others_of(floor, slope), move) == []


def test_what_is_only_passed_through_is_reported_by_a_slide_of_no_length() -> None:
    coin, floor, mover = c2.Circle(1, 1, 1), box(-50, 2, 50, 9), c2.Rect(0, 0, 2, 2)
    move = space_of(coin, mover=mover).slide(MOVER, 0, 0, response="pass")
    assert [(item, hit.t, hit.depth > 0) for item, hit in move.hits] == [(0, 0, True)]
    space = space_of(coin, floor.move(0, -1), mover=mover)
    for motion in ((0, 0), (0, 5)):
        move = space.try_slide(MOVER, *motion, max_push=0, filter=lambda _, other: ("pass", "slide")[other])
        assert (move.stuck, sorted(item for item, _ in move.hits)) == (True, [0, 1])


def test_passing_and_ignored_things_do_not_push() -> None:
    mover = c2.Rect(0, 0, 2, 2)
    for response in ("pass", None):
        space = space_of(box(1, 1, 5, 5), mover=mover)
        move = space.slide(MOVER, 0.5, 0, filter=lambda *_, response=response: response)
        assert (move.pushed, move.motion) == ((0, 0), (0.5, 0))
        assert [(item, hit.t, hit.depth) for item, hit in move.hits] == ([(0, 0, 1)] if response else [])


# ---- platforms -------------------------------------------------------------------------------------------------------


def test_a_platform_reports_riders_that_it_runs_into_and_they_are_pushed_out() -> None:
    space = c2.Space({"platform": c2.Rect(0, 0, 4, 1), "rider": c2.Rect(1, -1, 1, 1), "far": c2.Circle(50, 0, 1)})
    assert space.move("platform", 1, 0) == []
    assert space.move("platform", 0, -0.5) == ["rider"]
    assert space.slide("rider", 0, 0).pushed == (0, -0.5)
    assert space["rider"] == c2.Rect(1, -1.5, 1, 1)
    assert space.pairs() == []


def test_a_platform_reports_what_it_has_passed_through() -> None:
    """At any speed, in order of insertion, and only whom its masks meet."""
    space: Any = c2.Space()
    space.add("platform", c2.Rect(0, 0, 1, 1), layer=2, mask=1)
    for i in (30, 10, 20):
        space.add(i, c2.Segment(i, -5, i, 5), layer=4 if i == 10 else 1)
    assert space.move("platform", 1e6, 0) == [30, 20]
    assert space["platform"] == c2.Rect(1e6, 0, 1, 1)


@given(st.floats(-4, 4).map(lambda power: 10.0**power), st.integers(0, 2**20))
def test_a_rising_platform_lifts_the_riders_that_it_runs_into(rise: float, seed: int) -> None:
    source = Seeded(seed)
    platform = c2.Rect(-8, 0, 16, 1)
    riders = []
    for x in (-5, 0, 5):
        size = source.integer(1, 8) / 4
        riders.append(settled(c2.Rect.centered(x, -9, size, size), (0, 20), platform))
    space: Any = c2.Space(enumerate(riders))
    space.add("platform", platform)
    met = space.move("platform", 0, -rise)
    assert met == [0, 1, 2]
    for rider in met:
        start, others = space[rider], [Other(i, s, "slide") for i, s in space.items() if i != rider]
        move = space.slide(rider, 0, 0)
        assert wrong_slide(start, (0.0, 0.0), others, move) == []
    assert space.pairs() == []


# ---- one-way platforms -----------------------------------------------------------------------------------------------


def one_way_world(player: Any, platform: Any, **more: Any) -> tuple[Any, Any]:
    space = c2.Space({MOVER: player, "platform": platform, "wall": box(100, -100, 101, 100)})
    return space, c2.one_way(space, {"platform"}, **more)


def test_a_one_way_platform_holds_from_above() -> None:
    space, through = one_way_world(c2.Rect(0, -3, 1, 1), c2.Rect(-5, 0, 10, 1))
    assert space.slide(MOVER, 1, 9, filter=through).motion == (1, 2)
    assert space.slide(MOVER, 1, 9, filter=through).motion == (1, 0)


def test_a_one_way_platform_lets_through_from_below_and_from_the_side() -> None:
    for x, y, motion in (
        (0, 4, (0, -9)),
        (-9, 0, (20, 0)),
        (-9, 0.5, (20, -0.25)),
        (0, 0.5, (0, -9)),
        (0, 0.5, (0, 9)),
    ):
        space, through = one_way_world(c2.Rect(x, y, 1, 1), c2.Rect(-5, 0, 10, 1))
        move = space.slide(MOVER, *motion, filter=through)
        assert (move.motion, move.pushed) == (motion, (0, 0))


def test_a_jump_through_a_one_way_platform_ends_upon_it() -> None:
    space, through = one_way_world(c2.RoundRect(0, 4, 1, 2, 0.25), c2.Rect(-5, 0, 10, 1))
    speed = -0.8
    for _ in range(200):
        move = space.slide(MOVER, 0, speed, filter=through)
        speed = 0.0 if move.remaining[1] or (move.hits and speed > 0) else speed + 0.04
    assert space[MOVER].bottom == 0


def test_other_things_are_met_as_the_one_way_filter_is_told() -> None:
    space, through = one_way_world(c2.Rect(98, 0, 1, 1), c2.Rect(-5, 0, 10, 1))
    assert space.slide(MOVER, 9, 3, filter=through).motion == (1, 3)
    space, through = one_way_world(c2.Rect(98, 0, 1, 1), c2.Rect(-5, 0, 10, 1), otherwise="stop")
    assert space.slide(MOVER, 9, 3, filter=through).motion == (1, pytest.approx(1 / 3))


@pytest.mark.parametrize("direction", [(0, -1), (0, 1), (1, 0), (-1, 0)])
def test_a_one_way_platform_holds_what_comes_from_where_its_direction_points(direction: Vec) -> None:
    x, y = direction
    for side in (1, -1):
        space, through = one_way_world(
            c2.Rect.centered(5 * side * x, 5 * side * y, 1, 1), c2.Rect.centered(0, 0, 2, 2), direction=direction
        )
        move = space.slide(MOVER, -10 * side * x, -10 * side * y, filter=through)
        assert length(move.motion) == (3.5 if side == 1 else 10)


# ---- in pieces -------------------------------------------------------------------------------------------------------


@given(st.integers(0, 2**32))
def test_a_slide_that_fails_leaves_the_space_as_it_was(seed: int) -> None:
    """An error in a filter, or a motion out of the domain."""
    source = Seeded(seed)
    world = slides.drawn_world(source)
    space = space_of(*(other.shape for other in world.others), mover=world.mover)
    before = space.items()

    def fails(_: Any, other: Any) -> str:
        if one_in(source, 3):
            raise ArithmeticError(other)
        return "slide"

    for motion in world.motions:
        try:
            move = space.slide(MOVER, *motion, filter=fails)
            before = [(i, move.shape if i == MOVER else shape) for i, shape in before]
        except ArithmeticError:
            pass
        assert space.items() == before
    with pytest.raises(ValueError, match="slide"):
        space.slide(MOVER, 1e60, 2e60)
    with pytest.raises(ValueError, match="finite"):
        space.slide(MOVER, math.nan, 0)
    assert space.items() == before


@settings(max_examples=settings.default.max_examples // 4)  # type: ignore[union-attr]
@given(st.integers(0, 2**32))
def test_the_same_slide_has_the_same_result(seed: int) -> None:
    """Whatever the index looks like: in a space filled the same way, in a copy, after things came and went."""
    world = slides.drawn_world(Seeded(seed))
    shapes = [other.shape for other in world.others]
    first, second = space_of(*shapes, mover=world.mover), space_of(*shapes, mover=world.mover)
    for i in range(70):
        second.add(("guest", i), c2.Circle(i % 9 * world.size, i % 5 * world.size, world.size))
    second.query(c2.Circle(0, 0, 1))
    for i in range(70):
        second.remove(("guest", i))
    third = first.copy()
    for motion in world.motions:
        moves = [space.slide(MOVER, *motion) for space in (first, second, third)]
        assert moves[0] == moves[1] == moves[2]


@pytest.mark.parametrize("turned", [False, True])
def test_sharp_shapes_are_deflected_by_the_edge_alike_whichever_axis_comes_first(turned: bool) -> None:
    def at(x: float, y: float) -> tuple[float, float]:
        return (y, x) if turned else (x, y)

    wall = c2.Space({"wall": c2.Segment(*at(8, 3), *at(1, -4))})
    move = wall.try_slide(c2.Segment(*at(2, -6), *at(7, -4)), *at(6, 11), response="bounce")
    assert move.motion == pytest.approx(at(8, 9))
    corner = c2.Space({"corner": c2.Polygon.hull([at(-7, 2), at(-2, 2), at(-7, 7)])})
    assert corner.try_slide(c2.Point(*at(-2, 2)), *at(-24, 8)).motion == pytest.approx(at(-16, 16))


def test_a_leg_that_rounding_undoes_is_tried_once() -> None:
    """The rest of the motion is less than an ulp of the end. Such a slide ran 256 legs, all of them the same."""
    x, y, top = -0.8234376895252651, -43.359420248065575, -42.359420248065575
    hook = c2.Body([c2.Capsule(x, y, x + 1, y, 0.1), c2.Capsule(x + 1, y, x + 1, top, 0.1)])
    space = c2.Space({"wall": c2.Rect(-5.191907676920423, -45.6667476811572, 4.0, 8.0)})

    def least(response: str) -> float:
        times = []
        for _ in range(20):
            start = time.process_time()
            for _ in range(5):
                space.try_slide(hook, -0.2684699873951583, -0.004922417400343424, response=response)  # type: ignore[call-overload]
            times.append(time.process_time() - start)
        return min(times)

    assert least("slide") < 100 * least("stop")


@pytest.mark.parametrize("far", [2.0**k for k in range(0, 71, 10)])
def test_a_long_motion_stops_as_precisely_as_a_short_one(far: float) -> None:
    """What counts as hit at once, and how far before a thin wall a thin shape stops, is of the way to the hit, however
    much of the motion would follow.
    """
    near = c2.Space({"wall": c2.Rect(10, -5, 1, 5), "behind it": c2.Rect(10.001, 0, 1, 5)})
    move = near.try_slide(c2.Rect(0, -1, 1, 2), 16 * far, 0, response="stop")
    assert (move.motion, [item for item, _ in move.hits]) == ((9, 0), ["wall"])
    thin = c2.Space({"wall": c2.Segment(3, -9, 3, 9)})
    for shape in (c2.Point(0, 0), c2.Segment(-1, 2, 0, 0)):
        way = thin.try_slide(shape, 16 * far, 4 * far, response="stop").motion[0]
        assert 3 * (1 - 2.0**-51) < way <= 3


def test_a_long_motion_is_not_made_flush_with_a_far_face() -> None:
    """A leg is moved beside its stop by the rounding of the way there only, so all that it can meet was looked up. Once
    it was moved by the rounding of the whole motion: 20 units, into two obstacles.
    """
    body = c2.Body(
        [
            c2.Circle(0, -1.8669045833583425e-60, 26),
            c2.Polygon([(26, -26.000000000000004), (97.5, -26.000000000000004), (97.5, 26), (26, 26)]),
            c2.Point(-26, 26),
        ]
    )
    tiny = 1.2446030555722283e-60
    space = c2.Space(enumerate([c2.Point(tiny, -tiny), c2.Point(7.5444763271162119, -49.8), c2.Point(0, 0)]))
    move = space.try_slide(body, tiny / 2, 4.7223664828696452e21, max_push=5.9029581035870565e20)
    assert not move.stuck
    assert space.query(move.shape) == []
    assert move.shape.center[1] > -20


def test_a_leg_whose_end_is_in_an_obstacle_by_a_rounding_goes_there() -> None:
    """A third more than 3, less a third, is an ulp below 3. The last leg ended where it began, 0.06 before the face."""
    third = 1 / 3
    tiles = [
        c2.Rect(8 * third, -1, third, third),
        c2.Rect(3, -4 * third, third, third),
        c2.Rect(3, -2 * third, third, third),
    ]
    space = c2.Space(enumerate(tiles))
    mover = c2.Segment(3.333333333333333, -0.9166666666666657, 3.333333333333333, -0.8333333333333325)
    move = space.try_slide(mover, -third, -1, response="bounce")
    assert math.isclose(move.motion[0], -third, rel_tol=1e-9)
