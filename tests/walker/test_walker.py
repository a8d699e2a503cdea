"""Walkers keep their floors, climb what they may, ride what moves, and walk the same in any number of frames."""

from __future__ import annotations

import copy
import math
import pickle
from random import Random
from typing import Any, Literal

import pytest
import walks
from hypothesis import given
from hypothesis import strategies as st

import collide2d as c2
from collide2d.walker import Walker, WalkerState


def shape(space: c2.Space[Any], item: Any) -> Any:
    """A shape with the attributes of its own kind."""
    return space[item]


NOTHING = (None, None, None, None, (), None, False, None)  # the rest of a Walk in the air


def ground(**items: Any) -> c2.Space[str]:
    return c2.Space({"floor": c2.Rect(-100, 0, 400, 20), "hero": c2.Rect(0, -20, 10, 20), **items})


@given(st.integers(0, 2**60))
def test_no_walk_breaks_a_law(key: int) -> None:
    room = walks.level(Random(key))
    if room is not None:
        wrong, _ = walks.play(room, walks.pads(Random(key), room.unit, 8))
        assert wrong == []


@given(st.integers(0, 2**60))
def test_a_walk_along_ground_keeps_the_floor_and_ends_the_same_in_any_number_of_frames(key: int) -> None:
    assert walks.follow(*walks.route(Random(key)), frames=(9, 30)) == []


@given(st.integers(0, 2**60))
def test_a_restored_walker_walks_the_same(key: int) -> None:
    room = walks.level(Random(key))
    if room is not None:
        assert walks.restored(room, walks.pads(Random(key), room.unit, 7)) == []


@pytest.mark.parametrize("key", [*range(12), 106, 115, 195, 253])
def test_a_second_in_a_room_without_round_shapes_ends_the_same_at_15_60_and_240_steps(key: int) -> None:
    """Among the keys: a corner leaves a corner, a seam has two normals, an up that is no axis, far from the origin."""
    rng = Random(key)
    room = walks.level(rng, flat=True)
    if room is not None:
        assert walks.paces(room, walks.pace(rng, room)) == []


@given(st.integers(0, 2**60))
def test_a_walk_that_is_stopped_ends_there_however_long_it_is(key: int) -> None:
    rng = Random(key)
    room = walks.level(rng, flat=True)
    if room is not None:
        side, rise = walks.pace(rng, room)
        assert walks.endless(room, (8 * side, 8 * rise)) == []


@pytest.mark.parametrize("power", range(8, 200, 8))
def test_a_long_walk_takes_as_few_legs_as_a_short_one_and_climbs_no_wall(power: int) -> None:
    space = c2.Space({"wall": c2.Rect(64, 80, 16, 16), "stone": c2.Rect(58.87, 81.49, 1.726, 9.017, 57.6)})
    space.add("hero", c2.Circle(18.23, 76.95, 18.23))
    walk = Walker(space, "hero").walk(math.ldexp(1, power), 3)
    assert (walk.wall, walk.floor, len(walk.hits)) == ("wall", "stone", 4)
    assert walk.moved == pytest.approx((30.160272419, -6.366438013), abs=1e-9)


@pytest.mark.parametrize("power", [10, 20, 40, 100])
def test_a_walk_over_all_of_a_long_floor_ends_in_the_air_behind_it(power: int) -> None:
    far = math.ldexp(1, power)
    space = c2.Space({"floor": c2.Rect(-50, 0, 50 + far / 2, 20), "hero": c2.RoundRect(0, -20, 10, 20, 4)})
    walk = Walker(space, "hero").walk(far, far / 4)
    assert (walk.floor, walk.wall) == (None, None)
    assert walk.moved[0] == pytest.approx(far)
    assert walk.moved[1] == pytest.approx(far / 8, rel=1e-11, abs=20)  # it falls for the second half


def test_a_circle_on_an_edge_at_the_slope_limit_leaves_it_once() -> None:
    slope = math.radians(60)
    space = c2.Space({"block": c2.Rect(0, 0, 100, 50), "hero": c2.Circle(8 * math.sin(slope), -8 * math.cos(slope), 8)})
    space.update("hero", space["hero"].move(100, 0))
    hero = Walker(space, "hero", max_slope=60, step=8)
    assert len(hero.walk(8, 20).hits) < 20


def test_a_fall_in_a_shaft_that_is_a_little_wider_ends_at_once() -> None:
    space = c2.Space({"left": c2.Rect(0, 0, 10, 99), "hero": c2.Rect(10, 20, 10, 20)})
    space.add("right", c2.Rect.from_corners(math.nextafter(20, 99), 0, 30, 99))
    hero = Walker(space, "hero")
    for side in (3, -3, 3):
        walk = hero.walk(side, 5)
        assert walk.moved[1] == 5
        assert len(walk.hits) < 5


def test_whole_numbers_stay_whole_numbers_on_level_ground_and_steps() -> None:
    space = ground(step=c2.Rect(60, -4, 400, 4))
    hero = Walker(space, "hero", step=4)
    for _ in range(40):
        hero.walk(3, 1)
    assert shape(space, "hero").bottom == -4
    assert shape(space, "hero").left == pytest.approx(120, abs=1e-12)


@pytest.mark.parametrize(
    ("slope", "limit", "stands"), [(45, 45, True), (45, 44.9, False), (30, 46, True), (60, 46, False)]
)
def test_it_stands_on_slopes_up_to_the_limit(slope: float, limit: float, stands: bool) -> None:
    rise = 100 * math.tan(math.radians(slope))
    space = c2.Space(
        {"ramp": c2.Polygon([(0, 0), (100, -rise), (100, 50), (0, 50)]), "hero": c2.Circle(50, -rise - 20, 5)}
    )
    hero = Walker(space, "hero", max_slope=limit)
    walk = hero.walk(0, 60 + rise / 2)
    assert (walk.floor == "ramp") == hero.grounded == stands
    before = space["hero"].center
    hero.walk(0, 2)
    assert (math.dist(before, space["hero"].center) < 1e-9) == stands


def test_a_slope_that_is_too_steep_stops_a_walk_on_the_floor_like_a_wall() -> None:
    space = ground(cliff=c2.Polygon([(50, 0), (60, -30), (80, 0)]))
    walk = Walker(space, "hero").walk(90, 1)
    assert (walk.wall, walk.floor, shape(space, "hero").right) == ("cliff", "floor", pytest.approx(50))


@pytest.mark.parametrize("constant", [False, True])
def test_constant_speed_is_along_the_slope(constant: bool) -> None:
    space = c2.Space({"ramp": c2.Polygon([(0, 0), (400, -300), (400, 50), (0, 50)]), "hero": c2.Circle(100, -90, 5)})
    hero = Walker(space, "hero", constant_speed=constant)
    hero.walk(0, 50)
    moved = hero.walk(40, 0).moved
    assert moved == pytest.approx((32, -24) if constant else (40, -30))


FEET = [c2.Circle(20, 90, 10), c2.Capsule(20, 80, 20, 90, 10), c2.RoundRect(10, 80, 20, 20, 4), c2.Rect(10, 80, 20, 20)]
FLOOR = c2.Rect(-100, 100, 700, 20)


@pytest.mark.parametrize("foot", FEET)
@pytest.mark.parametrize(
    ("bump", "way"),
    [
        (c2.Polygon([(100, 100), (160, 70), (220, 100)]), 240),
        (c2.Polygon([(100, 100), (160, 70), (220, 100)]), 153),  # it ends on the top
        (c2.Rect(79, 96, 36, 40), 120),
        (c2.Rect(79, 96, 36, 40), 98),  # it ends on the edge
        (c2.Circle(80, 130, 40), 60),
        (c2.Circle(80, 130, 40), 150),
    ],
)
def test_constant_speed_over_corners_ends_the_same_in_any_number_of_frames(foot: c2.Shape, bump: Any, way: int) -> None:
    ends = []
    for frames in (1, 10, 31, 120):
        hero = Walker(c2.Space({"floor": FLOOR, "bump": bump, "hero": foot}), "hero", step=8, constant_speed=True)
        assert None not in [hero.walk(way / frames, 0).floor for _ in range(frames)]
        ends.append(shape(hero.space, "hero").bounds[0])
    both_round = isinstance(bump, c2.Circle) and isinstance(foot, c2.RoundRect)  # on the top, one leg passes two turns
    assert max(ends) - min(ends) <= (20 * 2.0**-10 if both_round else 1e-9 * way)


def test_constant_speed_is_that_of_the_centre_of_a_round_foot() -> None:
    hill = c2.Polygon([(100, 100), (160, 70), (220, 100)])
    space = c2.Space({"floor": FLOOR, "hill": hill, "hero": c2.Circle(20, 90, 10)})
    Walker(space, "hero", constant_speed=True).walk(240, 0)
    angle, slope = math.atan2(30, 60), math.hypot(30, 60)
    short = 10 * math.tan(angle / 2)  # how far from the foot of the hill it meets the hill
    behind = 240 - (80 - short) - 2 * (slope - short) - 10 * 2 * angle
    assert shape(space, "hero").center[0] == pytest.approx(220 + short + behind, abs=1e-7)


@given(st.integers(0, 2**60))
def test_constant_speed_along_ground_ends_the_same_within_a_thousandth_of_a_foot(key: int) -> None:
    """Two corners that one leg passes are measured as one."""
    made, length = walks.route(Random(key))
    made.options["constant_speed"] = True
    start, ends = made.space.snapshot(), []
    for frames in (1, 9, 30):
        made.space.restore(start)
        walker = made.walker()
        walker.walk(0, made.unit)
        assert None not in [walker.walk(length / frames, 0.5).floor for _ in range(frames)]
        ends.append(made.space["walker"].bounds)
    width = ends[0][2] - ends[0][0]
    assert max(end[0] for end in ends) - min(end[0] for end in ends) <= width * 2.0**-10 + 1e-9 * length


def test_a_jump_leaves_the_floor_and_a_landing_keeps_the_sideways_motion() -> None:
    space = ground()
    hero = Walker(space, "hero")
    assert hero.grounded
    assert hero.walk(5, -30).floor is None
    assert not hero.grounded
    walk = hero.walk(10, 60)  # the floor is half way
    assert (walk.floor, walk.floor_normal, walk.moved) == ("floor", (0.0, -1.0), (10.0, 30.0))
    assert [(item, hit.t) for item, hit in walk.hits] == [("floor", 0.5)]


def test_the_head_meets_a_ceiling_and_the_side_a_wall() -> None:
    space = ground(ceiling=c2.Rect(-50, -40, 400, 10), wall=c2.Rect(60, -40, 10, 40))
    hero = Walker(space, "hero")
    walk = hero.walk(0, -50)
    assert (walk.ceiling, walk.moved, hero.on_ceiling, hero.on_wall) == ("ceiling", (0.0, -10.0), True, False)
    walk = hero.walk(90, 50)
    assert (walk.floor, walk.wall, walk.wall_normal, hero.on_wall) == ("floor", "wall", (-1.0, 0.0), True)
    assert hero.walk(-20, 0).wall_normal is None


@pytest.mark.parametrize("foot", [c2.Rect(0, -20, 10, 20), c2.RoundRect(0, -20, 10, 20, 4), c2.Circle(5, -5, 5)])
def test_it_climbs_steps_up_to_their_height_and_walks_down_them(foot: c2.Shape) -> None:
    stairs = {f"step{i}": c2.Rect(40 + 30 * i, -6 * (i + 1), 300 - 60 * i, 6) for i in range(4)}
    for step, top in ((6, -24), (5, 0)):
        space = ground(**stairs)
        space.update("hero", foot)
        hero = Walker(space, "hero", step=step)
        floors = [hero.walk(2, 0.5).floor for _ in range(66)]
        assert None not in floors
        assert space["hero"].bounds[3] == pytest.approx(top)
        if top:
            assert None not in [hero.walk(-2, 0.5).floor for _ in range(80)]
            assert space["hero"].bounds[3] == pytest.approx(0)


@pytest.mark.parametrize("rise", [0, 1 / 4096, 1, 20])
@pytest.mark.parametrize("side", [1, -1])
def test_a_flat_foot_walks_onto_every_slope(rise: float, side: int) -> None:
    hill = c2.Polygon([(side * 40, 0), (side * 72, -rise), (side * 300, -rise), (side * 300, 20), (side * 40, 20)])
    space = c2.Space({"floor": c2.Rect(-40, 0, 80, 20), "hill": hill, "hero": c2.Rect(-5, -20, 10, 20)})
    walk = Walker(space, "hero").walk(100 * side, 0)
    assert (walk.floor, walk.wall) == ("hill", None)
    assert walk.moved[0] == pytest.approx(100 * side)
    assert space["hero"].bounds[3] == pytest.approx(-rise)


@pytest.mark.parametrize("side", [1, -1])
def test_steps_of_the_full_height_border_on_slopes(side: int) -> None:
    ramp = c2.Body.from_outline(
        [(side * x, y) for x, y in [(20, 0), (60, -30), (60, -38), (100, -68), (120, -68), (120, 90), (20, 90)]]
    )
    down = c2.Body.from_outline(
        [(side * x, y) for x, y in [(120, -68), (160, -38), (160, -30), (200, 0), (400, 0), (400, 90), (120, 90)]]
    )
    space = c2.Space({"floor": c2.Rect(-20, 0, 40, 90), "ramp": ramp, "down": down, "hero": c2.Rect(-5, -20, 10, 20)})
    hero = Walker(space, "hero", step=8)
    assert None not in [hero.walk(3 * side, 0.5).floor for _ in range(90)]
    assert space["hero"].bounds[::2] == pytest.approx((270 * side - 5, 270 * side + 5))


@pytest.mark.parametrize("r", [0, 4, 9, 12])
@pytest.mark.parametrize("speed", [0.5, 4])
def test_it_climbs_stairs_that_are_narrower_than_it_is(r: float, speed: float) -> None:
    space = ground(**{f"step{i}": c2.Rect(40 + 16 * i, -8 * (i + 1), 300, 8) for i in range(4)})
    space.update("hero", c2.RoundRect(0, -40, 24, 40, r))
    hero = Walker(space, "hero", step=10)
    for _ in range(int(120 / speed)):
        assert hero.walk(speed, 0.5).floor is not None
    assert space["hero"].bounds[3] == pytest.approx(-32)


def test_one_way_platforms_block_from_above_and_let_through_from_below_and_on_drop() -> None:
    space = ground(plank=c2.Rect(-20, -40, 60, 4))
    hero = Walker(space, "hero", one_way={"plank"})
    assert hero.walk(0, -30).moved == (0, -30)
    assert hero.walk(0, -30).moved == (0, -30)
    assert hero.walk(0, 50).floor == "plank"
    assert hero.walk(2, 5).floor == "plank"
    assert hero.walk(0, 5, drop=True).floor is None
    assert hero.walk(0, 90).floor == "floor"


def test_a_sloped_plank_is_walked_up_from_its_low_end() -> None:
    space = ground(plank=c2.Polygon([(40, 1), (100, -29), (100, -25)]))
    hero = Walker(space, "hero", one_way={"plank"})
    floors = {hero.walk(2, 1).floor for _ in range(35)}
    assert floors == {"floor", "plank"}
    assert shape(space, "hero").bottom < -15


@pytest.mark.parametrize("how", ["move", "carry", "turn"])
def test_a_platform_carries_it(how: str) -> None:
    space = c2.Space({"lift": c2.Rect(-20, 0, 60, 10), "hero": c2.Rect(0, -20, 10, 20)})
    hero = Walker(space, "hero")
    if how == "move":
        assert space.move("lift", 7, 5) == []
        walk = hero.walk(1, 1)
        assert (walk.carried_by, walk.moved, walk.floor) == ("lift", (8, 5), "lift")
    elif how == "carry":
        assert space.carry("lift", 7, -5).riders == ("hero",)
        walk = hero.walk(1, 1)
        assert (walk.carried_by, walk.moved, shape(space, "hero").topleft) == (None, (1, 0), (8, -25))
    else:
        space.update("lift", space["lift"].rotate(10))
        walk = hero.walk(0, 1)
        assert (walk.carried_by, walk.floor) == ("lift", "lift")
        assert hero.grounded


def test_a_press_crushes_it_exactly_if_there_is_no_room() -> None:
    for gap in range(15, 25):
        space = c2.Space({"floor": c2.Rect(-999, 0, 1998, 10), "hero": c2.Rect(0, -20, 10, 20)})
        space.add("press", c2.Rect(-999, -200, 1998, 100))
        hero = Walker(space, "hero", max_push=30)
        space.move("press", 0, 100 - gap)
        assert hero.walk(0, 1).crushed == (gap < 20)


@pytest.mark.parametrize("speed", [0.5, 3, 10])
@pytest.mark.parametrize("ramp", [c2.Segment(40, 0, 80, -20), c2.Polygon([(40, 0), (80, -1), (80, 0)])])
def test_a_sloped_plank_that_begins_on_the_floor_is_walked_up(ramp: c2.Shape, speed: float) -> None:
    hero = Walker(ground(plank=ramp), "hero", one_way={"plank"})
    while shape(hero.space, "hero").right < 60:
        walk = hero.walk(speed, 0.5)
    assert (walk.floor, walk.wall) == ("plank", None)


def test_a_corner_at_the_joint_of_a_sloped_plank_does_not_fall_through() -> None:
    plank = c2.Chain([(-100, -48), (-50, -93), (0, -138)])
    space = c2.Space({"plank": plank, "hero": c2.Rect(-62, -117, 12, 24)})
    hero = Walker(space, "hero", one_way={"plank"})
    assert hero.walk(13, 3).floor == "plank"
    assert space["hero"].bounds[3] < -100


def test_it_is_crushed_until_it_has_left() -> None:
    space = ground(press=c2.Rect(-100, -50, 300, 41), wall=c2.Rect(-40, -9, 40, 9), fence=c2.Rect(10, -9, 2, 9))
    hero = Walker(space, "hero")
    assert hero.walk(0, 0).crushed
    space.move("press", 0, -6)
    walk = hero.walk(0, -4)
    assert (walk.crushed, space.query("hero")) == (True, ["press"])
    space.remove("fence")
    assert not hero.walk(300, 0).crushed
    assert space.query("hero") == []


def test_it_stays_behind_where_a_turning_platform_would_carry_it_into_something() -> None:
    arms = c2.Body([c2.Rect(0, 50, 60, 10), c2.Rect(50, 0, 10, 50)])
    space = c2.Space({"arms": arms, "hero": c2.Rect(2, 40, 10, 10)})
    hero = Walker(space, "hero", max_push=3)
    space.update("arms", arms.rotate(90))
    walk = hero.walk(0, 0)
    assert (walk.crushed, walk.carried_by, walk.moved) == (False, None, (0, 0))


def test_it_is_pickled_and_copied_with_its_space() -> None:
    space = ground(plank=c2.Rect(-100, -40, 400, 4))
    hero = Walker(space, "hero", one_way={"plank"}, step=3)
    hero.walk(5, 0)
    for twin in (pickle.loads(pickle.dumps(hero)), copy.deepcopy(hero)):
        assert twin.space is not space
        assert (twin.state, twin.walk(3, -60), twin.walk(0, 90).floor) == (hero.state, ((3, -60), *NOTHING), "plank")
        assert shape(space, "hero").left == 5


def test_a_filter_that_asks_the_walker_is_told() -> None:
    heroes: list[Walker[str]] = []
    heroes.append(
        Walker(ground(), "hero", filter=lambda item, other: True if not heroes or heroes[0].grounded else None)
    )
    with pytest.raises(RuntimeError, match="must not ask the walker"):
        heroes[0].walk(1, 0)
    assert shape(heroes[0].space, "hero").left == 0


def test_no_platform_is_one_way_with_none_and_a_rounded_up_is_no_jump() -> None:
    space = ground()
    hero = Walker(space, "hero", one_way=None, up=(1e-11, -1))
    assert hero.walk(5, 0).floor == hero.walk(-5, 0).floor == "floor"


def test_a_valley_of_steep_slopes_holds_it() -> None:
    space = c2.Space({"a": c2.Polygon([(0, 0), (-50, -100), (-50, 0)]), "b": c2.Polygon([(0, 0), (50, -100), (50, 0)])})
    space.add("hero", c2.Circle(0, -60, 5))
    hero = Walker(space, "hero")
    hero.walk(0, 60)
    hero.walk(0, 60)
    assert hero.grounded
    assert hero.walk(0, -10).moved == (0, -10)


def test_a_filter_that_raises_leaves_it_where_it_was() -> None:
    space = ground(ghost=c2.Rect(50, -20, 10, 10))

    def stops_at_ghosts(item: str, other: str) -> Literal["slide"]:
        if other == "ghost":
            raise LookupError(other)
        return "slide"

    hero = Walker(space, "hero", filter=stops_at_ghosts)
    with pytest.raises(LookupError):
        hero.walk(80, 0)
    assert shape(space, "hero").left == 0


def test_a_filter_decides_what_blocks_and_what_is_reported() -> None:
    space = ground(coin=c2.Circle(30, -5, 2), ghost=c2.Rect(50, -20, 10, 20))
    hero = Walker(space, "hero", filter=lambda item, other: {"coin": "pass", "ghost": None}.get(other, "slide"))
    walk = hero.walk(80, 0)
    assert (walk.moved, walk.wall) == ((80, 0), None)
    assert [item for item, _ in walk.hits] == ["coin"]
    walk = hero.walk(-70, -1)
    assert [item for item, _ in walk.hits] == ["coin"]


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"up": (0, 0)}, ValueError, "up must not be"),
        ({"max_slope": 90}, ValueError, "max_slope must be >= 0 and < 90, got 90"),
        ({"max_slope": -1}, ValueError, "max_slope must be >= 0"),
        ({"step": math.nan}, ValueError, "step must be finite"),
        ({"step": "high"}, TypeError, "step must be a number, got 'high'"),
        ({"snap": -1}, ValueError, "snap must be >= 0, got -1"),
        ({"one_way": "plank"}, TypeError, "one_way must be a predicate or a container"),
        ({"filter": 3}, TypeError, "filter must be callable or None, got int"),
        ({"up": 3}, TypeError, "up must be a pair of numbers, got 3"),
        ({"up": (1, 2, 3)}, TypeError, "up must be a pair of numbers"),
        ({"step": "8"}, TypeError, "step must be a number, got '8'"),
        ({"snap": 10**400}, ValueError, "snap must be between -1e60 and 1e60"),
    ],
)
def test_errors_name_the_argument(options: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        Walker(ground(), "hero", **options)


def test_errors_of_the_item_the_motion_and_the_state() -> None:
    space = ground()
    with pytest.raises(KeyError):
        Walker(space, "nobody")
    with pytest.raises(TypeError, match="space must be a Space, got dict"):
        Walker({}, "hero")  # type: ignore[arg-type]
    hero = Walker(space, "hero")
    with pytest.raises(ValueError, match="dy must be finite, got inf"):
        hero.walk(0, math.inf)
    with pytest.raises(TypeError, match="state must be"):
        hero.state = 3  # type: ignore[assignment]
    hero.state = WalkerState()
    space.remove("hero")
    with pytest.raises(KeyError):
        hero.walk(1, 0)


def test_a_leg_that_rounding_leads_back_is_no_time_before_the_walk() -> None:
    """An exam of ten million walks found it: the time of a hit was -5e-14."""
    before, after = (c2.Rect.centered(-0.0022500000000000003, -0.02025, 0.006, 0.001, angle) for angle in (120, 112.5))
    space = c2.Space({"disc": c2.Circle(-0.001, -0.012, 0.005), "lift": after})
    space.add("hero", c2.Rect.centered(-0.001616025403784087, -0.017375, 0.00075, 0.003, 90))
    walker = Walker(space, "hero", up=(1, 0), max_slope=60, snap=0.001, step=0)
    walker.state = WalkerState("lift", before, space["hero"])
    hits = walker.walk(-0.0, 0.001).hits
    assert hits
    assert all(0 <= hit.t <= 1 for _, hit in hits)
