"""The laws of response: shapes pushed apart, velocities after an impact, velocities along a surface.

Exact guarantees are checked with fractions; a test that allows rounding says how much.
"""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import oracle
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from measures import GRAIN, UNIT, dot, magnitude

import collide2d as c2
from collide2d import reference
from collide2d.testing.pair_regimes import REGIMES
from collide2d.testing.recipes import Recipe, build
from collide2d.testing.strategies import casts, pairs, recipe_pairs

Pair = tuple[float, float]

INF = math.inf

# Everyday numbers, full-length ones, and the ends of what is likely.
SPEEDS = st.one_of(
    st.integers(-9, 9).map(float), st.floats(-100, 100), st.floats(-1e-9, 1e-9), st.floats(-1e20, 1e20),
    st.sampled_from([0.1, 1e-30, -1e30, 1e-170, 5e-324]),
)  # fmt: skip
VECTORS = st.tuples(SPEEDS, SPEEDS)
NORMALS = VECTORS.filter(lambda n: c2.Point(*n).vertices != ((0.0, 0.0),))
MASSES = st.one_of(
    st.integers(1, 9).map(float), st.floats(1e-3, 1e3), st.sampled_from([1e-20, 1e20, 0.1]), st.just(INF)
)
RESTITUTIONS = st.one_of(st.sampled_from([0.0, 1.0, 0.5]), st.floats(0, 1))
FRICTIONS = st.one_of(st.sampled_from([0.0, 0.0, 1.0]), st.floats(0, 2), st.just(1e9))


def exact(v: Pair) -> tuple[Fraction, Fraction]:
    return Fraction(v[0]), Fraction(v[1])


# ---- separate --------------------------------------------------------------------------------------------------------


def separated(a: Any, b: Any, mass_a: float = 1.0, mass_b: float = 1.0) -> tuple[Any, Any]:
    try:
        made: tuple[Any, Any] = c2.separate(a, b, mass_a, mass_b)
    except ValueError:
        # At the ends of the domain there is no room.
        assume(magnitude(a, b) < 10**59)
        raise
    return made


@given(pairs(), MASSES, MASSES)
def test_separated_shapes_do_not_overlap_and_are_a_few_ulps_apart(pair: Any, mass_a: float, mass_b: float) -> None:
    assume(min(mass_a, mass_b) < INF)
    a, b = pair
    moved_a, moved_b = separated(a, b, mass_a, mass_b)
    assert not moved_a.overlaps(moved_b)
    assert oracle.relation(moved_a, moved_b) < 1
    if a.overlaps(b):
        ulp = 2 * UNIT * magnitude(a, b, moved_a, moved_b)
        assert Fraction(moved_a.separation(moved_b)) <= 16 * ulp + 8 * GRAIN


@given(pairs(), MASSES, MASSES)
def test_shapes_that_do_not_overlap_stay_as_they_are(pair: Any, mass_a: float, mass_b: float) -> None:
    assume(min(mass_a, mass_b) < INF)
    a, b = pair
    if not a.overlaps(b):
        assert c2.separate(a, b, mass_a, mass_b) == (a, b)


@given(pairs())
def test_separating_twice_is_separating_once(pair: Any) -> None:
    once = separated(*pair)
    assert c2.separate(*once) == once


@given(pairs(), MASSES.filter(lambda m: m < INF))
def test_an_infinite_mass_stays(pair: Any, mass: float) -> None:
    a, b = pair
    assert separated(a, b, INF, mass)[0] == a
    assert separated(a, b, mass, INF)[1] == b


@given(pairs(), MASSES, MASSES)
def test_separate_moves_along_the_normal_in_proportion_to_inverse_mass(pair: Any, mass_a: float, mass_b: float) -> None:
    assume(min(mass_a, mass_b) < INF)
    a, b = pair
    contact = a.contact(b)
    assume(contact is not None and contact.depth > 0)
    moved = separated(a, b, mass_a, mass_b)
    k_a, k_b = (Fraction(0) if m == INF else 1 / Fraction(m) for m in (mass_a, mass_b))
    near = 64 * UNIT * (magnitude(a, b, *moved) + Fraction(contact.depth)) + 8 * GRAIN
    for shape, there, share in ((a, moved[0], k_a / (k_a + k_b)), (b, moved[1], -k_b / (k_a + k_b))):
        assert there.kind == shape.kind
        assert there.radius == shape.radius
        if len(there.vertices) != len(shape.vertices):  # slivers
            continue
        for i in (0, 1):
            way = share * Fraction(contact.depth) * Fraction(contact.normal[i])
            # A shape that its rounded vertices turn over: compare what surely corresponds.
            ends = [max(Fraction(p[i]) for p in s.vertices) for s in (shape, there)]
            assert abs(ends[1] - ends[0] - way) <= near


@given(pairs(), MASSES, MASSES)
def test_separate_as_function_and_as_method_agree(pair: Any, mass_a: float, mass_b: float) -> None:
    assume(min(mass_a, mass_b) < INF)
    a, b = pair
    made = separated(a, b, mass_a, mass_b)
    assert a.separate(b, mass_a, mass_b) == made == a.separate(b, mass_a=mass_a, mass_b=mass_b)


@given(recipe_pairs(regimes=[r for r in REGIMES if r not in ("edges_of_domain", "tiny")]))
def test_separations_agree_with_the_reference_on_how_far(pair: tuple[Recipe, Recipe]) -> None:
    """Several ways out may be equally short; how far it is in all does not depend on which is taken."""
    ours: list[float] = []
    theirs: list[float] = []
    for module, ways in ((c2, ours), (reference, theirs)):
        a, b = (build(module, recipe) for recipe in pair)
        for before, after in zip((a, b), module.separate(a, b), strict=True):
            way = [max(Fraction(p[i]) for p in after.vertices) - max(Fraction(p[i]) for p in before.vertices)
                   for i in (0, 1)]  # fmt: skip
            ways.append(math.hypot(*map(float, way)))
    a, b = (build(c2, recipe) for recipe in pair)
    near = float(256 * UNIT * (magnitude(a, b) + Fraction(a.radius + b.radius)))
    assert abs(sum(ours) - sum(theirs)) <= near


@pytest.mark.parametrize("module", [c2, reference], ids=["core", "reference"])
def test_separate_worked_examples(module: Any) -> None:
    """All to one, half each, or by mass, as the article on rounded rectangles has it."""
    one, other = module.Circle(0, 0, 1), module.Circle(1, 0, 1)
    assert module.separate(one, other) == (module.Circle(-0.5, 0, 1), module.Circle(1.5, 0, 1))
    assert module.separate(one, other, 1, 3) == (module.Circle(-0.75, 0, 1), module.Circle(1.25, 0, 1))
    assert module.separate(one, other, 1, INF) == (module.Circle(-1, 0, 1), other)
    box, floor = module.Rect(0, -1, 2, 2), module.Rect(-8, 0, 16, 4)
    assert module.separate(box, floor, mass_b=INF) == (module.Rect(0, -2, 2, 2), floor)
    for masses in ((INF, INF), (0, 1), (-1, 1), (1, math.nan), (1, -INF)):
        with pytest.raises(ValueError, match="separate: mass_"):
            module.separate(one, other, *masses)


# ---- bounce ----------------------------------------------------------------------------------------------------------

_BODIES: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries({
    "va": VECTORS, "vb": VECTORS, "normal": NORMALS, "restitution": RESTITUTIONS, "mass_a": MASSES, "mass_b": MASSES,
    "friction": FRICTIONS,
})  # fmt: skip
BOUNCES = _BODIES.filter(lambda b: bool(min(b["mass_a"], b["mass_b"]) < INF))


def stored(v: Pair) -> Pair:
    """As coordinates are normalised."""
    x, y = c2.Point(*v).vertices[0]
    return x, y


def normalised(bounce: dict[str, Any]) -> dict[str, Any]:
    return {**bounce, **{name: stored(bounce[name]) for name in ("va", "vb", "normal")}}


def difference(p: Pair, q: Pair) -> tuple[Fraction, Fraction]:
    return Fraction(p[0]) - Fraction(q[0]), Fraction(p[1]) - Fraction(q[1])


def square(v: tuple[Fraction, Fraction]) -> Fraction:
    return v[0] ** 2 + v[1] ** 2


def is_approaching(b: dict[str, Any]) -> bool:
    ux, uy = difference(b["va"], b["vb"])
    return ux * Fraction(b["normal"][0]) + uy * Fraction(b["normal"][1]) < 0


@given(BOUNCES.map(normalised))
@example({"va": (1.0, 0.0), "vb": (0.0, 0.0), "normal": (-1.0, 1.0), "restitution": 1.0, "mass_a": 0.1, "mass_b": 0.3,
          "friction": 0.0})  # fmt: skip
def test_kinetic_energy_never_grows(bounce: dict[str, Any]) -> None:
    va, vb, mass_a, mass_b = (bounce[name] for name in ("va", "vb", "mass_a", "mass_b"))
    new_a, new_b = c2.bounce(**bounce)
    if mass_a == INF:
        assert new_a == va
        assert square(difference(new_b, va)) <= square(difference(vb, va))
    elif mass_b == INF:
        assert new_b == vb
        assert square(difference(new_a, vb)) <= square(difference(va, vb))
    else:
        energies = [Fraction(mass_a) * dot(v, v) + Fraction(mass_b) * dot(w, w) for v, w in ((va, vb), (new_a, new_b))]
        assert energies[1] <= energies[0]


@given(BOUNCES.map(normalised))
def test_momentum_is_conserved_within_rounding(bounce: dict[str, Any]) -> None:
    mass_a, mass_b = bounce["mass_a"], bounce["mass_b"]
    assume(max(mass_a, mass_b) < INF)
    new_a, new_b = c2.bounce(**bounce)
    for i in (0, 1):
        before = Fraction(mass_a) * Fraction(bounce["va"][i]) + Fraction(mass_b) * Fraction(bounce["vb"][i])
        after = Fraction(mass_a) * Fraction(new_a[i]) + Fraction(mass_b) * Fraction(new_b[i])
        sizes = [max(abs(Fraction(c)) for v in (bounce[name], new) for c in v)
                 for name, new in (("va", new_a), ("vb", new_b))]  # fmt: skip
        scale = Fraction(mass_a) * sizes[0] + Fraction(mass_b) * sizes[1]
        assert abs(after - before) <= 64 * UNIT * scale + GRAIN * Fraction(mass_a + mass_b)


@given(BOUNCES.map(normalised))
def test_bounce_does_not_change_velocities_that_already_part(bounce: dict[str, Any]) -> None:
    if not is_approaching(bounce):
        assert c2.bounce(**bounce) == (bounce["va"], bounce["vb"])


@given(BOUNCES.map(normalised))
def test_the_relative_velocity_along_the_normal_is_reversed_times_the_restitution(bounce: dict[str, Any]) -> None:
    n = exact(bounce["normal"])
    new_a, new_b = c2.bounce(**bounce)
    if is_approaching(bounce):
        before, after = difference(bounce["va"], bounce["vb"]), difference(new_a, new_b)
        goal = -Fraction(bounce["restitution"]) * (before[0] * n[0] + before[1] * n[1])
        got = after[0] * n[0] + after[1] * n[1]
        size = max(abs(Fraction(c)) for v in (bounce["va"], bounce["vb"], new_a, new_b) for c in v)
        assert abs(got - goal) <= (64 * UNIT * size + 4 * GRAIN) * (abs(n[0]) + abs(n[1]))


@given(BOUNCES.map(normalised))
def test_bounces_agree_with_the_reference(bounce: dict[str, Any]) -> None:
    ours, theirs = c2.bounce(**bounce), reference.bounce(**bounce)
    size = max(abs(Fraction(c)) for v in (bounce["va"], bounce["vb"], *theirs) for c in v)
    for p, q in zip(ours, theirs, strict=True):
        assert max(map(abs, difference(p, q))) <= 128 * UNIT * size + 4 * GRAIN


@given(BOUNCES.map(normalised))
def test_without_friction_nothing_changes_across_the_normal(bounce: dict[str, Any]) -> None:
    bounce["friction"] = 0.0
    n = exact(bounce["normal"])
    for before, after in zip((bounce["va"], bounce["vb"]), c2.bounce(**bounce), strict=True):
        change = difference(after, before)
        size = max(abs(Fraction(c)) for v in (bounce["va"], bounce["vb"], after) for c in v)
        assert abs(change[0] * -n[1] + change[1] * n[0]) <= (64 * UNIT * size + 4 * GRAIN) * (abs(n[0]) + abs(n[1]))


@given(BOUNCES.map(normalised))
def test_friction_never_turns_the_sliding_round(bounce: dict[str, Any]) -> None:
    n = exact(bounce["normal"])
    new_a, new_b = c2.bounce(**bounce)
    before, after = difference(bounce["va"], bounce["vb"]), difference(new_a, new_b)
    slid, slides = (v[1] * n[0] - v[0] * n[1] for v in (before, after))
    size = max(abs(Fraction(c)) for v in (bounce["va"], bounce["vb"], new_a, new_b) for c in v)
    near = (64 * UNIT * size + 4 * GRAIN) * (abs(n[0]) + abs(n[1]))
    assert abs(slides) <= abs(slid) + near
    assert slides * slid >= 0 or abs(slides) <= near


@given(BOUNCES.map(normalised), st.sampled_from([2.0, 0.5, 2.0**40, 2.0**-40]))
def test_only_the_direction_of_the_normal_counts(bounce: dict[str, Any], k: float) -> None:
    longer = (bounce["normal"][0] * k, bounce["normal"][1] * k)
    assume(stored(longer) == longer and min(abs(c) for c in longer if c) > 2.0**-100)
    assume(min(abs(c) for c in bounce["normal"] if c) > 2.0**-100)
    assert c2.bounce(**{**bounce, "normal": longer}) == c2.bounce(**bounce)


@given(BOUNCES.map(normalised))
def test_swapping_the_bodies_swaps_their_velocities(bounce: dict[str, Any]) -> None:
    x, y = bounce["normal"]
    swapped = {**bounce, "va": bounce["vb"], "vb": bounce["va"], "mass_a": bounce["mass_b"], "mass_b": bounce["mass_a"],
               "normal": (-x, -y)}  # fmt: skip
    size = max(abs(Fraction(c)) for v in (bounce["va"], bounce["vb"], *c2.bounce(**bounce)) for c in v)
    for p, q in zip(c2.bounce(**bounce), c2.bounce(**swapped)[::-1], strict=True):
        assert max(map(abs, difference(p, q))) <= 128 * UNIT * size + 4 * GRAIN


@pytest.mark.parametrize("module", [c2, reference], ids=["core", "reference"])
@pytest.mark.parametrize(
    ("arguments", "keywords", "after"),
    [
        # Equal masses exchange their velocities along the normal.
        (((1, 0), (0, 0), (-1, 0)), {}, ((0, 0), (1, 0))),
        (((3, 1), (-1, 2), (-1, 0)), {}, ((-1, 1), (3, 2))),
        (((1, 0), (0, 0), (-8, 0)), {}, ((0, 0), (1, 0))),
        # Off a wall; the normal need not be a unit vector.
        (((3, -2), (0, 0), (0, 5)), {"mass_b": INF}, ((3, 2), (0, 0))),
        (((3, -2), (0, 0), (0, 5)), {"mass_b": INF, "restitution": 0.5}, ((3, 1), (0, 0))),
        (((3, -2), (0, 0), (0, 5)), {"mass_b": INF, "restitution": 0}, ((3, 0), (0, 0))),
        # Off a paddle that comes to meet it.
        (((0, -2), (0, 1), (0, 1)), {"mass_b": INF}, ((0, 4), (0, 1))),
        # A heavy body hardly notices: 3 against 1.
        (((4, 0), (0, 0), (-1, 0)), {"mass_a": 3}, ((2, 0), (6, 0))),
        # With restitution 0 they go on together.
        (((4, 0), (0, 0), (-1, 0)), {"mass_a": 3, "restitution": 0}, ((3, 0), (3, 0))),
        # Friction of a quarter of an impulse of 4 along the normal; and more than there is sliding.
        (((3, -2), (0, 0), (0, 1)), {"mass_b": INF, "friction": 0.25}, ((2, 2), (0, 0))),
        (((3, -2), (0, 0), (0, 1)), {"mass_b": INF, "friction": 9}, ((0, 2), (0, 0))),
        # Parting, or moving along.
        (((3, 2), (0, 0), (0, 1)), {}, ((3, 2), (0, 0))),
        (((3, 0), (0, 0), (0, 1)), {"friction": 1}, ((3, 0), (0, 0))),
    ],
)
def test_bounce_worked_examples(module: Any, arguments: Any, keywords: Any, after: Any) -> None:
    assert module.bounce(*arguments, **keywords) == after


@pytest.mark.parametrize("module", [c2, reference], ids=["core", "reference"])
@pytest.mark.parametrize(
    "wrong",
    [{"restitution": -0.1}, {"restitution": 1.1}, {"restitution": math.nan}, {"friction": -1}, {"normal": (0, 0)},
     {"normal": (1e-300, 0)}, {"normal": (math.nan, 0)}, {"mass_a": 0}, {"mass_b": -1}, {"mass_a": math.nan},
     {"mass_a": INF, "mass_b": INF}, {"va": (INF, 0)}, {"vb": (0, 1e61)}],
)  # fmt: skip
def test_bounce_refuses_what_makes_no_sense(module: Any, wrong: dict[str, Any]) -> None:
    arguments = {"va": (1, 0), "vb": (0, 0), "normal": (-1, 0), **wrong}
    with pytest.raises(ValueError, match=f"bounce: {next(iter(wrong))}"):
        module.bounce(**arguments)


# ---- slide -----------------------------------------------------------------------------------------------------------


@given(VECTORS.map(stored), NORMALS.map(stored))
def test_sliding_never_goes_in(v: Pair, n: Pair) -> None:
    assert dot(c2.slide(v, n), n) >= 0


@given(VECTORS.map(stored), NORMALS.map(stored))
def test_sliding_leaves_what_does_not_go_in(v: Pair, n: Pair) -> None:
    if dot(v, n) >= 0:
        assert c2.slide(v, n) == v


@given(VECTORS.map(stored), NORMALS.map(stored))
def test_sliding_takes_away_only_what_goes_in(v: Pair, n: Pair) -> None:
    x, y = c2.slide(v, n)
    inward = min(dot(v, n), Fraction(0)) / dot(n, n)
    size = max(abs(Fraction(c)) for c in v)
    assert abs(Fraction(x) - Fraction(v[0]) + inward * Fraction(n[0])) <= 16 * UNIT * size + 4 * GRAIN
    assert abs(Fraction(y) - Fraction(v[1]) + inward * Fraction(n[1])) <= 16 * UNIT * size + 4 * GRAIN


@given(VECTORS.map(stored), NORMALS.map(stored))
def test_slides_agree_with_the_reference(v: Pair, n: Pair) -> None:
    size = max(abs(Fraction(c)) for c in v)
    assert max(map(abs, difference(c2.slide(v, n), reference.slide(v, n)))) <= 16 * UNIT * size + 4 * GRAIN


@given(VECTORS.map(stored), st.sampled_from([(0.0, 1.0), (0.0, -2.0), (3.0, 0.0), (-0.1, 0.0)]))
def test_sliding_along_an_upright_face_is_exact(v: Pair, n: Pair) -> None:
    if dot(v, n) < 0:
        assert c2.slide(v, n) == ((0.0, v[1]) if n[0] else (v[0], 0.0))


@given(casts())
def test_sliding_along_a_hit_never_moves_into_the_surface(cast: Any) -> None:
    """The law that a mover lives by: the rest of a motion along the surface that was hit."""
    a, motion, b = cast
    hit = a.cast(motion, b)
    if hit is not None:
        rest = ((1 - hit.t) * motion[0], (1 - hit.t) * motion[1])
        assert dot(c2.slide(rest, hit.normal), hit.normal) >= 0


@pytest.mark.parametrize("module", [c2, reference], ids=["core", "reference"])
def test_slide_worked_examples(module: Any) -> None:
    assert module.slide((3, -2), (0, 1)) == (3, 0)
    assert module.slide((3, -2), (0, 7)) == (3, 0)
    assert module.slide((3, 2), (0, 1)) == (3, 2)
    assert module.slide((2, 0), (-1, 1)) == (1, 1)
    assert module.slide((0, 5), (0, -1)) == (0, 0)
    for wrong in ((0, 0), (math.nan, 1), (1, 1e61)):
        with pytest.raises(ValueError, match="slide: normal"):
            module.slide((1, 1), wrong)
    with pytest.raises(ValueError, match="slide: v"):
        module.slide((math.inf, 0), (0, 1))


@pytest.mark.parametrize("seed", range(5))
def test_velocities_may_be_pairs_of_any_form(seed: int) -> None:
    rng = random.Random(seed)
    numbers: list[float] = [0.0, -0.0, 1, -2, 0.5, 3e-5, -1e300 * 1e-280]
    for _ in range(200):
        va, vb, v = ((rng.choice(numbers), rng.choice(numbers)) for _ in range(3))
        normal = (rng.choice(numbers), rng.choice([1, -0.25]))
        found, slid = c2.bounce(va, vb, normal), c2.slide(v, normal)
        assert repr(found) == repr(c2.bounce(list(va), list(vb), normal=normal))
        assert repr(found) == repr(c2.bounce(va, vb, normal, 1, 1))
        assert repr(slid) == repr(c2.slide(v=list(v), normal=normal))
        for x in (*found[0], *found[1], *slid):
            assert type(x) is float
            assert x != 0 or math.copysign(1, x) == 1, "no negative zero"


def test_velocities_that_do_not_change_are_the_arguments() -> None:
    va, vb = (1.0, 0.5), (0.0, 2.0)
    assert c2.bounce(va, vb, (1, 0))[0] is va
    assert c2.bounce(va, vb, (-1, 0), mass_b=math.inf)[1] is vb
    assert c2.slide(va, (1, 0)) is va
    assert c2.slide((-0.0, 1.0), (0, 1)) == (0, 1)
