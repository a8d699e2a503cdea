"""The public strategies: what each draws, and that kinds and regimes are checked."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from collide2d.testing import casts, motions, pairs, shapes, touching_pairs, ways, worlds
from collide2d.testing.recipes import KINDS

QUICK = settings(max_examples=1000, database=None, derandomize=True)


@given(touching_pairs())
def test_touching_pairs_touch(pair: Any) -> None:
    assert pair[0].touches(pair[1])


@pytest.mark.parametrize("strategy", [pairs, touching_pairs, casts])
@given(data=st.data())
def test_pairs_of_kinds_are_of_the_first_and_the_second_shape(strategy: Any, data: st.DataObject) -> None:
    kinds = [("circle", "rect"), ("segment", "circle")]
    first, *_, second = data.draw(strategy(kinds))
    assert (first.kind, second.kind) in kinds


@given(casts(regimes=["lattice"]))
def test_casts_on_a_lattice_round_nothing(cast: Any) -> None:
    a, motion, b = cast
    numbers = [*motion, *(c for shape in (a, b) for p in shape.vertices for c in p)]
    assert all((32 * x).is_integer() and abs(x) <= 32 for x in numbers)


@pytest.mark.parametrize("hits", [True, False])
def test_casts_on_a_lattice_shrink_to_numbers_that_are_easy_to_read(hits: bool) -> None:
    a, motion, b = find(
        casts([("circle", "rect")], ["lattice"]),
        lambda cast: cast[0].distance(cast[2]) > 0 and bool(cast[0].cast(*cast[1:])) == hits,
        settings=QUICK,
    )
    assert all(len(repr(x)) <= 5 for x in (*motion, a.x, a.y, a.r, b.x, b.y, b.w, b.h, b.angle))


@given(touching_pairs(["circle", "rect"]))
def test_touching_pairs_are_of_the_kinds(pair: Any) -> None:
    assert {shape.kind for shape in pair} <= {"circle", "rect", "roundrect"}


@given(st.data(), st.sampled_from(KINDS))
def test_shapes_are_of_the_kind(data: st.DataObject, kind: str) -> None:
    assert data.draw(shapes([kind])).kind == kind


@given(worlds())
def test_worlds_are_of_shapes_in_whole_numbers(world: Any) -> None:
    assert world
    assert all(c == int(c) for shape in world for p in shape.vertices for c in p)


@given(worlds(["discs"]))
def test_discs_of_a_world_touch(world: Any) -> None:
    assert len(world) < 2 or any(a.touches(b) for i, a in enumerate(world) for b in world[:i])


@given(ways())
def test_ways_are_of_points_and_segments(way: Any) -> None:
    world, shape, motion = way
    assert world
    assert len(shape.vertices) <= 2
    assert shape.radius == 0
    assert motion != (0, 0)


@pytest.mark.parametrize("least", [0.0, 1e-17, 1.0, 1e12])
def test_motions_are_of_every_size(least: float) -> None:
    found = find(motions(), lambda motion: least <= max(map(abs, motion)) <= 1000 * least, settings=QUICK)
    assert least <= max(map(abs, found)) <= 1000 * least


@pytest.mark.parametrize("hits", [True, False])
def test_casts_hit_and_miss(hits: bool) -> None:
    a, motion, b = find(
        casts(["circle"], ["random_way"]), lambda cast: bool(cast[0].cast(*cast[1:])) == hits, settings=QUICK
    )
    assert (a.cast(motion, b) is not None) == hits


@pytest.mark.parametrize(
    ("strategy", "arguments", "error", "message"),
    [
        (shapes, {"kinds": "circle"}, TypeError, "shapes: kinds must be a list of names, got 'circle'"),
        (shapes, {"kinds": []}, ValueError, "shapes: kinds must have a name, got []"),
        (pairs, {"regimes": ["latice"]}, ValueError, "pairs: regimes must be of lattice"),
        (touching_pairs, {"kinds": ["box"]}, ValueError, "touching_pairs: kinds must be of point"),
        (casts, {"regimes": ["latice"]}, ValueError, "casts: regimes must be of lattice, from_touch"),
        (casts, {"kinds": [("rect",)]}, ValueError, "casts: kinds must be of point"),
        (pairs, {"kinds": [("rect", "box")]}, ValueError, "pairs: kinds must be of point"),
        (pairs, {"kinds": ["rect", ("rect", "rect")]}, ValueError, "pairs: kinds must be of point"),
        (pairs, {"kinds": 3}, TypeError, "pairs: kinds must be a list of names, got 3"),
        (touching_pairs, {"kinds": []}, ValueError, "touching_pairs: kinds must have a name, got []"),
        (worlds, {"kinds": ["tiles"]}, ValueError, "worlds: kinds must be of tiling"),
        (ways, {"kinds": []}, ValueError, "ways: kinds must have a name"),
    ],
)
def test_arguments_are_checked(strategy: Any, arguments: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        strategy(**arguments)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("kinds", [[("rect",)], ["rect", ("rect", "rect")], [("rect", "rect"), "rect"], [3]])
def test_kinds_are_names_or_pairs_of_names(kinds: Any) -> None:
    with pytest.raises(ValueError, match=r"^casts: kinds must be of point, .*polygon, or pairs of these, got \["):
        casts(kinds)
