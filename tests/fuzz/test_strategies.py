"""Tests of the generators: each regime reaches its target cases for every pair of kinds, as counted by the oracle."""

from __future__ import annotations

import math
from collections import Counter

import oracle
import pytest
from hypothesis import find, settings

import collide2d as c2
from collide2d import reference
from collide2d.testing import cast_regimes
from collide2d.testing.cast_regimes import CAST_REGIMES, drawn_cast
from collide2d.testing.pair_regimes import REGIMES
from collide2d.testing.placing import QUARTERS, anywhere
from collide2d.testing.recipes import GRAIN, KIND_PAIRS, KINDS, ROUND_KINDS, Recipe, build, build_cast, nudged, shifted
from collide2d.testing.sources import Seeded
from collide2d.testing.strategies import recipe_pairs

SAMPLES = 60


def census(regime: str, kind_a: str, kind_b: str, seed: int = 1) -> Counter[int]:
    """How many of the samples are apart, touching and overlapping."""
    source = Seeded(seed)
    pairs = (REGIMES[regime](source, kind_a, kind_b) for _ in range(SAMPLES))
    return Counter(oracle.relation(*(build(c2, recipe) for recipe in pair)) for pair in pairs)


@pytest.mark.parametrize("kinds", KIND_PAIRS, ids="-".join)
def test_constructed_touches_all_touch(kinds: tuple[str, str]) -> None:
    assert census("exact_touch", *kinds) == {0: SAMPLES}


@pytest.mark.parametrize("kinds", KIND_PAIRS, ids="-".join)
def test_kicked_touches_fall_on_both_sides(kinds: tuple[str, str]) -> None:
    found = census("kicked_touch", *kinds)
    thin = set(kinds) <= {"point", "segment"}  # these have an interior in common only if segments cross
    assert found[-1] >= SAMPLES // 10
    assert found[1] >= (0 if thin or set(kinds) == {"point"} else SAMPLES // 20)
    assert found[0] >= 1 or set(kinds) <= {"point", "circle"}  # where any kick counts


def test_kicked_touches_are_touches_parted_or_merged_by_an_ulp() -> None:
    """One kick of a touch that parts the shapes, undone, is the touch again: the two are neighbours."""
    source, neighbours = Seeded(2), Counter[int]()
    for kind_a, kind_b in KIND_PAIRS:
        for _ in range(20):
            a, b = REGIMES["exact_touch"](source, kind_a, kind_b)
            place = source.integer(0, len(a.numbers) - 1)
            for steps in (1, -1):
                neighbours[oracle.relation(build(c2, nudged(a, place, steps)), build(c2, b))] += 1
    assert neighbours[-1] > 150
    assert neighbours[0] > 150
    assert neighbours[1] > 150


@pytest.mark.parametrize("kinds", KIND_PAIRS, ids="-".join)
def test_near_touches_are_near(kinds: tuple[str, str]) -> None:
    """The gap is within rounding of the numbers in all but a few; an angle at a blunt corner may let the second shape
    in."""
    source, near = Seeded(3), 0
    for _ in range(SAMPLES):
        a, b = (build(c2, recipe) for recipe in REGIMES["near_touch"](source, *kinds))
        size = max(abs(c) + s.radius for s in (a, b) for p in s.vertices for c in p)
        near += abs(reference.separation(a, b)) <= size * 2.0**-45
    assert near >= SAMPLES * 3 // 4


def test_near_touches_defeat_plain_arithmetic() -> None:
    """The point of it all: for circles the formula in doubles is wrong for a good part of them."""
    source, wrong = Seeded(4), 0
    for _ in range(1000):
        a, b = (build(c2, recipe) for recipe in REGIMES["near_touch"](source, "circle", "circle"))
        (ax, ay), (bx, by), total = a.vertices[0], b.vertices[0], a.radius + b.radius
        plain = (ax - bx) ** 2 + (ay - by) ** 2 <= total**2
        wrong += plain != (oracle.relation(a, b) >= 0)
    assert wrong > 50


@pytest.mark.parametrize("regime", ["far", "tiny", "huge"])
def test_touches_stay_exact_at_the_ends_of_the_domain(regime: str) -> None:
    found: Counter[int] = Counter()
    for kinds in KIND_PAIRS:
        found += census(regime, *kinds)
    total = sum(found.values())
    assert found[0] > total // 4
    assert found[-1] > total // 20
    assert found[1] > total // 20


def test_specks_touch_at_many_times_their_size() -> None:
    source, touching, far = Seeded(12), 0, 0
    for kinds in KIND_PAIRS:
        for _ in range(SAMPLES):
            a, b = (build(c2, recipe) for recipe in REGIMES["specks"](source, *kinds))
            spread = max(abs(p[i] - q[i]) for s in (a, b) for p in s.vertices for q in s.vertices for i in (0, 1))
            if a.radius or b.radius:
                touching += abs(reference.separation(a, b)) <= (a.radius + b.radius) * 2.0**-45
                far += spread < 0.01 * (a.radius + b.radius)
    assert touching > 700
    assert far > 700


def test_unequal_shapes_touch() -> None:
    found: Counter[int] = Counter()
    for kinds in KIND_PAIRS:
        found += census("unequal", *kinds)
    assert min(found[-1], found[0], found[1]) > found.total() // 10


def test_nested_shapes_are_concentric_contained_or_equal() -> None:
    source, equal, contained = Seeded(5), 0, 0
    for kind_a, kind_b in KIND_PAIRS:
        for _ in range(SAMPLES):
            a, b = (build(c2, recipe) for recipe in REGIMES["nested"](source, kind_a, kind_b))
            equal += a.vertices == b.vertices
            contained += oracle.relation(a, b) == 1
    assert equal > 100
    assert contained > 500


def test_degenerate_shapes_have_every_number_of_vertices() -> None:
    source = Seeded(6)
    for kind, counts in {"segment": {1, 2}, "capsule": {1, 2}, "rect": {1, 2, 4}, "roundrect": {1, 2, 4}}.items():
        seen = {len(build(c2, REGIMES["degenerate"](source, kind, kind)[0]).vertices) for _ in range(300)}
        assert counts <= seen


def test_slivers_lose_corners_to_rounding() -> None:
    source = Seeded(7)
    seen = Counter(len(build(c2, REGIMES["sliver"](source, "rect", "rect")[0]).vertices) for _ in range(600))
    assert seen[3] > 5
    assert seen[2] > 5
    assert seen[4] > 5


def test_the_edges_of_the_domain_are_reached() -> None:
    source, largest, least = Seeded(8), 0.0, math.inf
    for kind in KINDS:
        for _ in range(50):
            shape = build(c2, REGIMES["edges_of_domain"](source, kind, kind)[0])
            numbers = [abs(c) for p in shape.vertices for c in p if c] + [shape.radius or 1.0]
            largest, least = max(largest, *numbers), min(least, *numbers)
    assert largest == 1e60
    assert least == GRAIN


def test_nudging_moves_one_number_to_its_neighbour() -> None:
    source = Seeded(9)
    for kind in KINDS:
        for _ in range(100):
            recipe = anywhere(source, kind, QUARTERS)
            for place, old in enumerate(recipe.numbers):
                new = nudged(recipe, place, 1).numbers
                falls = recipe.make in ("RoundRect", "RoundRect.pivot", "RoundRect.centered") and place == 4
                goal = -math.inf if falls else math.inf
                expected = (
                    math.nextafter(old, goal) if abs(old) > GRAIN else old + math.copysign(GRAIN, goal) * (not falls)
                )
                assert new[place] == expected
                assert new[:place] + new[place + 1 :] == recipe.numbers[:place] + recipe.numbers[place + 1 :]


def test_every_constructor_is_reached() -> None:
    source = Seeded(10)
    made = {anywhere(source, kind, QUARTERS).make for kind in KINDS for _ in range(100)}
    assert made >= {"Point", "Circle", "Segment", "Capsule", "Rect", "Rect.pivot", "Rect.centered", "Rect.from_corners",
                    "Rect.pivoted", "Rect.grow", "RoundRect", "RoundRect.pivot", "RoundRect.centered",
                    "RoundRect.around", "Polygon.hull"}  # fmt: skip
    assert set(ROUND_KINDS) < set(KINDS)


# ---- casts -----------------------------------------------------------------------------------------------------------


def census_of_casts(regime: str, seed: int = 1) -> Counter[tuple[str, int]]:
    """How many start apart, touching, overlapping, and how many sweeps end so, by the oracle."""
    source, found = Seeded(seed), Counter[tuple[str, int]]()
    for kind_a in KINDS:
        for kind_b in KINDS:
            for _ in range(10):
                a, motion, b = build_cast(c2, drawn_cast(source, regime, kind_a, kind_b))
                swept = reference.ExactShape([*a.vertices, *a.move(*motion).vertices], a.radius)
                found["start", oracle.relation(a, b)] += 1
                found["sweep", oracle.relation(swept, b)] += 1
                found["still", 0] += motion == (0, 0)
    return found


def test_casts_from_touch_begin_in_touch() -> None:
    found = census_of_casts("from_touch")
    assert found["start", 0] > 250
    assert found["sweep", 0] > 100
    assert found["sweep", 1] > 100
    assert found["still", 0] > 20


def test_grazes_touch_on_the_way_and_neighbours_fall_on_both_sides() -> None:
    found = census_of_casts("grazing")
    assert found["start", -1] > 300
    assert found["sweep", 0] > 200
    assert min(found["sweep", -1], found["sweep", 1]) > 40


def test_grazes_that_are_not_kicked_all_graze(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cast_regimes, "sometimes_kicked", lambda _, cast: cast)
    found = census_of_casts("grazing")
    assert found["sweep", 0] == 490


def test_ends_in_touch_are_no_hits_until_they_go_on() -> None:
    found = census_of_casts("ending_in_touch")
    assert found["sweep", 0] > 150
    assert found["sweep", 1] > 100


@pytest.mark.parametrize("regime", CAST_REGIMES)
def test_every_regime_of_casts_hits_and_misses(regime: str) -> None:
    found = census_of_casts(regime)
    assert found["sweep", 1] > 30
    assert found["sweep", -1] + found["sweep", 0] > 30


def test_shifted_recipes_are_the_shapes_moved() -> None:
    source = Seeded(3)
    for kind in KINDS:
        for _ in range(50):
            recipe = anywhere(source, kind, QUARTERS)
            if len(recipe.numbers) < 5 or recipe.make in ("Rect.from_corners", "Rect.grow", "Polygon.hull"):
                moved = build(c2, shifted(recipe, (8.0, -4.5)))
                assert moved.vertices == build(c2, recipe).move(8.0, -4.5).vertices


@pytest.mark.parametrize("relation", [-1, 0, 1])
def test_hypothesis_finds_each_relation(relation: int) -> None:
    def has_relation(pair: tuple[Recipe, Recipe]) -> bool:
        return oracle.relation(build(c2, pair[0]), build(c2, pair[1])) == relation

    quick = settings(max_examples=500, database=None, derandomize=True)
    assert has_relation(find(recipe_pairs(), has_relation, settings=quick))
