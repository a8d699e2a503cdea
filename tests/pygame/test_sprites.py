"""Sprites: our functions behave like pygame's with our callbacks, in the same order, and never modify sprites."""

from __future__ import annotations

import contextlib
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pygame
import pytest
from hostile import HOSTILE, HostileError
from leaks import REFUSALS, assert_no_leak
from sprite_worlds import Named, random_group, random_rect, random_shape, random_sprite

import collide2d
import collide2d.pygame as ours
from collide2d import Body, Capsule, Circle, Point, Polygon, Rect, _core
from collide2d.testing import cast_regimes, placing, recipes, sources

theirs = pygame.sprite
anything: Any = ours  # called wrongly on purpose, so not for the type checker to see
collide_shape, collide_shape_ratio = anything.collide_shape, anything.collide_shape_ratio
spritecollide, spritecollideany, groupcollide = ours.spritecollide, ours.spritecollideany, ours.groupcollide
GROUPS: list[Any] = [theirs.Group, theirs.LayeredUpdates, theirs.RenderUpdates]
# pygame kills at once what it finds, pygame-ce when all is found, as we do: who is in both groups may tell.
KILLS_LATER = bool(getattr(pygame, "IS_CE", False))
CALLBACKS: dict[str, Any] = {
    "none": None, "collide_shape": collide_shape, "half": collide_shape_ratio(0.5), "twice": collide_shape_ratio(2),
}  # fmt: skip


def names(found: Any) -> Any:
    """What was found, without the sprites, to be compared with another world."""
    if isinstance(found, dict):
        return {str(a): [str(b) for b in hits] for a, hits in found.items()}
    return [str(sprite) for sprite in found]


def order(found: dict[Any, Any]) -> list[str]:
    return [str(sprite) for sprite in found]


# ---- the same as pygame's own ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("dokill", [False, True])
@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("callback", CALLBACKS)
def test_spritecollide_does_what_pygames_does(callback: str, group: Any, dokill: bool) -> None:
    hits = 0
    for seed in range(8):
        worlds = []
        for function in (theirs.spritecollide, spritecollide):
            rng = random.Random(seed)
            crowd = random_group(rng, "b", 60, 96, group)
            sprite = random_sprite(rng, "a", 96)
            # pygame's own default is another rule than ours: it has no shapes.
            collided = CALLBACKS[callback] or (collide_shape if function is theirs.spritecollide else None)
            found = function(sprite, crowd, dokill, collided)
            worlds.append((type(found), names(found), names(crowd), [s.alive() for s in found]))
        assert worlds[0] == worlds[1]
        hits += len(worlds[0][1])
    assert hits > 0


@pytest.mark.parametrize("callback", CALLBACKS)
@pytest.mark.parametrize("group", GROUPS)
def test_spritecollideany_finds_what_pygames_does(group: Any, callback: str) -> None:
    rng = random.Random(3)
    crowd = random_group(rng, "b", 40, 160, group)
    for i in range(60):
        sprite = random_sprite(rng, f"a{i}", 160)
        found = theirs.spritecollideany(sprite, crowd, CALLBACKS[callback] or collide_shape)
        assert spritecollideany(sprite, crowd, CALLBACKS[callback]) is found


class Tough(Named):
    """It takes two kills, and may leave another behind: what pygame finds depends on when it is killed."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.health = 2

    def kill(self) -> None:
        self.health -= 1
        groups = self.groups()
        if self.health == 0:
            super().kill()
        elif int(self.name[1:]) % 3 == 0:
            for group in groups:
                group.add(Named(self.name + "'", getattr(self, "shape", None), self.rect))
        elif int(self.name[1:]) % 5 == 0:
            self.rect.x += 8


GroupBase: Any = theirs.Group


class Clinging(GroupBase):  # type: ignore[misc]
    """A group of the user's, which keeps some that are killed."""

    def remove_internal(self, sprite: Any) -> None:
        if sprite.name[1:] not in ("1", "2", "3"):
            super().remove_internal(sprite)


class Spawning(GroupBase):  # type: ignore[misc]
    """A group of the user's, in which others take the place of some that are killed."""

    def remove_internal(self, sprite: Any) -> None:
        super().remove_internal(sprite)
        if sprite.name[1:] in ("4", "5", "6", "12"):
            self.add(Named(sprite.name + "'", getattr(sprite, "shape", None), sprite.rect))


METHODS = [name for name in dir(theirs.Sprite) if not name.startswith("_")]


@pytest.mark.parametrize("on_class", [False, True])
@pytest.mark.parametrize("name", [*METHODS, "shape", "radius", "mask", "image", "layer", "_layer"])
def test_a_game_may_use_the_names_of_sprite_for_its_own(name: str, on_class: bool) -> None:
    """Games set self.groups, self.alive or self.shape to values of their own: what pygame's functions bear, ours do."""

    class Shadowed(Named):
        pass

    def play(function: Any) -> object:
        rng = random.Random(3)
        first, second = (random_group(rng, letter, 40, 96, theirs.Group, with_shapes=False) for letter in "ab")
        for sprite in second.sprites():
            sprite.__class__ = Shadowed
            if not on_class:
                vars(sprite)[name] = (first, second)
        try:
            found = function(first, second, False, True)
        except (TypeError, AttributeError):
            return "refused", len(second)
        return names(found), order(found), names(second)

    if on_class:
        setattr(Shadowed, name, (random_group,))
    assert play(groupcollide) == play(theirs.groupcollide)


@pytest.mark.parametrize("count", [4, 15, 40])  # below and above where a tree pays
@pytest.mark.parametrize("dokilla", [False, True])
@pytest.mark.parametrize("dokillb", [False, True])
@pytest.mark.parametrize("kind", [Named, Tough] if KILLS_LATER else [Named])
@pytest.mark.parametrize("group", [*GROUPS, Clinging, Spawning, list] if KILLS_LATER else [*GROUPS, Clinging])
def test_groupcollide_does_what_pygames_does(group: Any, kind: Any, dokillb: bool, dokilla: bool, count: int) -> None:
    def make(rng: random.Random, letter: str) -> Any:
        made = random_group(rng, letter, count, 160, theirs.Group if group is list else group, kind)
        return made.sprites() if group is list else made

    for seed in range(3):
        for callback in CALLBACKS:
            for same in (False, True) if KILLS_LATER else (False,):
                worlds = []
                for function in (theirs.groupcollide, groupcollide):
                    rng = random.Random(seed)
                    first = make(rng, "a")
                    second = first if same else make(rng, "b")
                    collided = CALLBACKS[callback] or (collide_shape if function is theirs.groupcollide else None)
                    found = function(first, second, dokilla, dokillb, collided)
                    alive = {s.name: s.alive() for s in found}
                    worlds.append((names(found), order(found), names(first), names(second), alive))
                assert worlds[0] == worlds[1]


@pytest.mark.parametrize(("few", "many"), [(1, 300), (17, 300), (300, 300)])
def test_large_groups_answer_as_small_ones(few: int, many: int) -> None:
    rng = random.Random(few)
    first = random_group(rng, "a", few, 400, theirs.Group)
    second = random_group(rng, "b", many, 400, theirs.Group)
    for a, b in ((first, second), (second, first)):
        expected = {s: hits for s in a if (hits := spritecollide(s, b, False))}
        found = groupcollide(a, b, False, False)
        assert found == expected
        assert order(found) == order(expected)
        assert len(expected) > 0
        assert found == theirs.groupcollide(a, b, False, False, collide_shape)


@pytest.mark.parametrize("seed", range(5))
def test_sprites_with_rects_only_collide_as_in_pygame(seed: int) -> None:
    rng = random.Random(seed)
    first = random_group(rng, "a", 50, 160, theirs.Group, with_shapes=False)
    second = random_group(rng, "b", 50, 160, theirs.Group, with_shapes=False)
    for sprite in first:
        assert spritecollide(sprite, second, False) == theirs.spritecollide(sprite, second, False)
        assert spritecollideany(sprite, second) is theirs.spritecollideany(sprite, second)
        for other in second:
            assert collide_shape(sprite, other) == theirs.collide_rect(sprite, other)
    assert groupcollide(first, second, False, False) == theirs.groupcollide(first, second, False, False)


OTHERS: list[Any] = [theirs.collide_circle, theirs.collide_rect_ratio(2), lambda a, b: a.name > b.name]


def play_a_round(module: Any, collided: Any) -> object:
    """What the three functions of a module find in a small world, and whom they leave alive."""
    rng = random.Random(5)
    first, second = (random_group(rng, letter, 20, 96, theirs.Group) for letter in "ab")
    sprite = first.sprites()[0]
    one = module.spritecollideany(sprite, second, collided)
    seen = names(module.spritecollide(sprite, second, False, collided))
    killed = names(module.spritecollide(sprite, first, True, collided))
    found = names(module.groupcollide(first, second, True, True, collided))
    return str(one), seen, killed, found, names(first), names(second)


@pytest.mark.parametrize("collided", OTHERS)
def test_other_callbacks_give_what_pygame_gives(collided: Any) -> None:
    assert play_a_round(ours, collided) == play_a_round(theirs, collided)


PATCHED = ("spritecollide", "spritecollideany", "groupcollide")


@pytest.mark.parametrize("collided", [*OTHERS, *CALLBACKS.values()])
@pytest.mark.parametrize("which", [*[(name,) for name in PATCHED], PATCHED])
def test_our_functions_can_take_the_place_of_pygames(
    monkeypatch: pytest.MonkeyPatch, which: tuple[str, ...], collided: Any
) -> None:
    expected = play_a_round(ours, collided)
    for _ in range(2):  # a second time, as if two modules of a game did it
        for name in which:
            monkeypatch.setattr(theirs, name, getattr(ours, name))
    assert play_a_round(ours, collided) == expected
    for name in which:
        setattr(ours_and_theirs := SimpleNamespace(**vars(ours)), name, getattr(theirs, name))
        assert play_a_round(ours_and_theirs, collided) == expected


def test_our_functions_need_no_pygame_of_their_own() -> None:
    """So that nothing depends on who imported or replaced what first."""
    program = """
import sys, types
stub = types.ModuleType("pygame"); stub.sprite = types.ModuleType("pygame.sprite")
sys.modules["pygame"], sys.modules["pygame.sprite"] = stub, stub.sprite
def again(*arguments):
    import collide2d.pygame
    return collide2d.pygame.spritecollide(*arguments)
stub.sprite.spritecollide = stub.sprite.groupcollide = stub.sprite.spritecollideany = again
from collide2d.pygame import groupcollide, spritecollide, spritecollideany
def larger(a, b):
    return b > a
print(again(2, [1, 3, 4], False, larger), spritecollideany(2, [1, 3, 4], larger), end=" ")
print(groupcollide([2, 3], [1, 3, 4], False, False, larger))
"""
    assert run(program) == "[3, 4] 3 {2: [3, 4], 3: [4]}\n"


# ---- what a sprite collides as ---------------------------------------------------------------------------------------


def test_a_sprite_collides_as_its_shape_or_else_its_rect() -> None:
    rect = pygame.Rect(0, 0, 10, 10)
    cases: list[tuple[Any, Any, bool]] = [
        (SimpleNamespace(shape=Circle(5, 5, 5), rect=rect), (9.5, 9.5), False),
        (SimpleNamespace(rect=rect), (9.5, 9.5), True),
        (SimpleNamespace(shape=None, rect=rect), (9.5, 9.5), True),  # no shape yet
        (SimpleNamespace(shape="round", rect=rect), (9.5, 9.5), True),  # a word of the user's own
        (SimpleNamespace(rect=pygame.Rect(20, 20, 5, 5)), (9.5, 9.5), False),
        (SimpleNamespace(rect=Circle(5, 5, 5)), (9.5, 9.5), False),
        (Circle(5, 5, 5), (9.5, 9.5), False),
        (rect, (9.5, 9.5), True),
        ((9, 9), Circle(9, 9, 1), True),
    ]
    for sprite, point, expected in cases:
        assert collide_shape(sprite, point) is expected
        assert collide_shape(point, sprite) is expected
        assert collide_shape_ratio(1)(sprite, point) is expected


def test_touching_is_no_collision() -> None:
    left, right = SimpleNamespace(shape=Rect(0, 0, 32, 32)), SimpleNamespace(shape=Rect(32, 0, 32, 32))
    assert not collide_shape(left, right)
    assert spritecollide(left, [left, right], False) == [left]
    assert groupcollide([Named("a", left.shape, None)], [right], False, False) == {}


def test_a_ratio_scales_both_shapes_about_their_centres() -> None:
    rng = random.Random(2)
    shapes = [random_shape(rng, 40) for _ in range(40)]
    for k in (0, 0.5, 1, 1.75):
        collide = collide_shape_ratio(k)
        for a in shapes:
            for b in shapes:
                assert collide(a, b) == a.scale_by(k).overlaps(b.scale_by(k))
    assert repr(collide_shape_ratio(0.5)) == "collide_shape_ratio(0.5)"


def test_a_ratio_scales_a_rectangle_about_a_far_pivot() -> None:
    """Its numbers say where it is once it is scaled, not its bounds: all three ways to ask agree."""
    source, found = sources.Seeded(4), 0
    for _ in range(400):
        recipe, coarse = cast_regimes.far_pivoted(source, "rect", placing.QUARTERS)
        a = recipes.build(collide2d, recipe)
        k = source.integer(0, 40) / 16
        _, y0, x1, y1 = a.scale_by(k).bounds
        gap = coarse * source.integer(-16, 16) / 16
        b = Rect.from_corners(x1 + gap, y0, x1 + gap + 8, y1 + 8).scale_by(1 / k if k else 1)
        expected = a.scale_by(k).overlaps(b.scale_by(k))
        left, right = SimpleNamespace(shape=a), SimpleNamespace(shape=b)
        assert collide_shape_ratio(k)(left, right) is expected, (recipe, k, b)
        assert spritecollide(left, [right], False, collide_shape_ratio(k)) == [right] * expected
        assert bool(groupcollide([Named("a", a, None)], [right], False, False, collide_shape_ratio(k))) is expected
        found += expected
    assert 40 < found < 360


def test_sprites_are_only_read() -> None:
    class Guarded:
        __slots__ = ("rect", "shape")
        rect: Any
        shape: Any

        def __init__(self, shape: Any) -> None:
            object.__setattr__(self, "shape", shape)
            object.__setattr__(self, "rect", pygame.Rect(0, 0, 9, 9))

        def __setattr__(self, name: str, value: object) -> None:
            raise AssertionError(f"{name} was written")

    rng = random.Random(1)
    group = [Guarded(random_shape(rng, 30)) for _ in range(40)]
    hitbox = ours.Hitbox(group[0], Circle(4, 4, 2), angle=30, flip_x=True)
    surface = pygame.Surface((30, 30))
    for collided in CALLBACKS.values():
        spritecollide(group[0], group, False, collided)
        spritecollideany(group[0], group, collided)
        groupcollide(group, group, False, False, collided)
    ours.draw(surface, [*group, hitbox.shape])
    plain = [random_sprite(rng, "a", 30) for _ in range(9)]
    before = [dict(vars(sprite)) for sprite in plain]
    groupcollide(plain, plain, False, False)
    assert [dict(vars(sprite)) for sprite in plain] == before


def test_any_iterable_is_a_group() -> None:
    a, b = Named("a", Circle(0, 0, 5), None), Named("b", Circle(3, 0, 5), None)
    assert spritecollide(a, iter([a, b]), False) == [a, b]
    assert spritecollide(a, {b: 1}, False) == [b]
    assert groupcollide(iter([a]), (s for s in (b, a)), False, False) == {a: [b, a]}
    group: Any = theirs.Group(a, b)
    assert groupcollide(iter([a]), iter(group.sprites()), False, True) == {a: [a, b]}
    assert len(group) == 0
    assert theirs.GroupSingle(b).sprite is spritecollideany(a, theirs.GroupSingle(b))


# ---- what the user's code may do meanwhile ---------------------------------------------------------------------------


def test_groups_may_change_while_they_are_read() -> None:
    group: Any = theirs.Group()
    plain: list[Any] = []

    class Disturbing(Named):
        @property
        def shape(self) -> Any:
            plain.clear()
            group.empty()
            return Polygon([(0, 0), (4, 0), (0, 4)])

        @shape.setter
        def shape(self, value: Any) -> None: ...

    for crowd in (group, plain):
        for function in (
            lambda crowd: spritecollide(Circle(0, 0, 9), crowd, True),
            lambda crowd: spritecollideany(Circle(0, 0, 9), crowd),
            lambda crowd: groupcollide(crowd, list(crowd), True, True),
            lambda crowd: groupcollide(crowd, crowd, False, False),
        ):
            sprites = [Disturbing(f"b{i}", None, pygame.Rect(0, 0, 9, 9)) for i in range(50)]
            group.add(*sprites)
            plain += sprites
            assert function(crowd)


def test_kill_is_called_once_for_each_hit_and_raises_through() -> None:
    class Stubborn(Named):
        def kill(self) -> None:
            raise HostileError

    with pytest.raises(HostileError):
        spritecollide(Circle(0, 0, 9), [Stubborn("b", Circle(0, 0, 1), None)], True)
    with pytest.raises(HostileError):
        groupcollide([Named("a", Circle(0, 0, 1), None)], [Stubborn("b", Circle(0, 0, 1), None)], False, True)
    killed: list[int] = []
    sprites = [SimpleNamespace(shape=Circle(i, 0, 1), kill=lambda i=i: killed.append(i)) for i in range(4)]
    assert spritecollide(Circle(0, 0, 1.5), sprites, True) == sprites[:3]
    assert killed == [0, 1, 2]


class Careless:
    """Has a rectangle, and a property shape that fails."""

    rect = pygame.Rect(0, 0, 4, 4)

    @property
    def shape(self) -> Any:
        return Circle(self.center, 2)  # type: ignore[attr-defined]


@pytest.mark.parametrize("ask", [
    lambda sprite: spritecollide(sprite, [GOOD], False),
    lambda sprite: spritecollide(GOOD, [GOOD, sprite], False),
    lambda sprite: spritecollideany(GOOD, [sprite]),
    lambda sprite: groupcollide([sprite], [GOOD], False, False),
    lambda sprite: collide_shape(GOOD, sprite),
])  # fmt: skip
def test_an_error_in_a_shape_property_is_raised(ask: Callable[[Any], object]) -> None:
    """The sprite does not collide by its rectangle instead."""
    with pytest.raises(AttributeError, match="center"):
        ask(Careless())


# ---- refusals --------------------------------------------------------------------------------------------------------

NO_SHAPE = (
    "must be a shape, an object with a shape, a rect or a __geo_interface__, a pygame rectangle, circle or line, or a "
    "pair of numbers"
)
NO_RECT = "must be a rectangle"
GOOD: Any = Named("a", Circle(0, 0, 1), None)
BAD: Any = Named("b", None, None)
REFUSED: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: collide_shape(GOOD, BAD), TypeError, f"collide_shape: right.rect {NO_RECT}, got NoneType"),
    (lambda: collide_shape(5, GOOD), TypeError, f"collide_shape: left {NO_SHAPE}, got int"),
    (lambda: collide_shape(GOOD), TypeError, "collide_shape: takes 2 sprites, got 1"),
    (lambda: spritecollide(GOOD, [GOOD, SimpleNamespace(shape=[GOOD.shape], rect=(0, 0, 1, 1))], False), TypeError,
     "spritecollide: group[1].shape must be one shape, got a list of shapes"),
    (lambda: collide_shape(GOOD, SimpleNamespace(shape=(GOOD.shape,), rect=(0, 0, 1, 1))), TypeError,
     "collide_shape: right.shape must be one shape, got a tuple of shapes"),
    (lambda: spritecollide(GOOD, [GOOD, BAD], False), TypeError,
     f"spritecollide: group[1].rect {NO_RECT}, got NoneType"),
    (lambda: spritecollide(GOOD, [GOOD, 5], False), TypeError,
     f"spritecollide: group[1] {NO_SHAPE}, got int"),
    (lambda: spritecollide(BAD, [], False), TypeError, f"spritecollide: sprite.rect {NO_RECT}, got NoneType"),
    (lambda: spritecollideany(GOOD, [BAD]), TypeError, f"spritecollideany: group[0].rect {NO_RECT}, got NoneType"),
    (lambda: spritecollide(GOOD, [pygame.Rect(0, 0, -4, 1)], False), ValueError,
     "spritecollide: group[0]: w must be >= 0, got -4.0"),
    (lambda: groupcollide([GOOD], [BAD], False, False), TypeError,
     f"groupcollide: groupb[0].rect {NO_RECT}, got NoneType"),
    (lambda: groupcollide([GOOD, BAD], [GOOD], False, False), TypeError,
     f"groupcollide: groupa[1].rect {NO_RECT}, got NoneType"),
    (lambda: collide_shape_ratio(-1), ValueError, "collide_shape_ratio: ratio must be finite and >= 0, got -1.0"),
    (lambda: collide_shape_ratio(float("nan")), ValueError,
     "collide_shape_ratio: ratio must be finite and >= 0, got nan"),
    (lambda: collide_shape_ratio(1e60)(Rect(0, 0, 1e9, 1), GOOD), ValueError,
     "collide_shape_ratio: every coordinate and size must be between -1e60 and 1e60, got ratio=1e+60"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "kind", "message"), REFUSED, ids=[message for _, _, message in REFUSED])
def test_invalid_arguments_raise_an_error_that_names_them(
    call: Callable[[], object], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=f"^{re.escape(message)}$"):
        call()
    assert_no_leak(call)


core: Any = _core


@pytest.mark.filterwarnings("ignore:NotImplemented")
@pytest.mark.parametrize("make", HOSTILE, ids=[f"{i}" for i in range(len(HOSTILE))])
def test_no_hostile_sprite_does_harm(make: Callable[[], Any]) -> None:
    good = [Named("b", Circle(0, 0, 1), None)] * 3
    calls: list[Callable[[Any], object]] = [
        lambda v: collide_shape(v, GOOD), lambda v: collide_shape(GOOD, v), lambda v: collide_shape_ratio(2)(v, v),
        lambda v: spritecollide(v, good, False), lambda v: spritecollide(GOOD, [v], False),
        lambda v: spritecollide(GOOD, v, False), lambda v: spritecollideany(GOOD, [v, *good]),
        lambda v: groupcollide(v, good, False, False), lambda v: groupcollide(good, [v], False, False),
        lambda v: core._sprite_hits(GOOD, good, v, False), lambda v: core._sprite_hits(GOOD, good, None, v),
        lambda v: core._group_hits([GOOD] * 20, good * 9, v), lambda v: core._group_hits([v], [v], None),
        lambda v: core._collide_scaled(GOOD, GOOD, v), lambda v: core._sprite_shape(v),
        lambda v: core._sprite_shape(SimpleNamespace(rect=v)), lambda v: core._sprite_hits(v), core._group_hits,
    ]  # fmt: skip

    def use() -> None:
        for call in calls:
            with contextlib.suppress(*REFUSALS):
                call(make())

    assert_no_leak(use)


def test_no_answer_leaks() -> None:
    rng = random.Random(1)
    first = random_group(rng, "a", 20, 60, theirs.Group)
    second = random_group(rng, "b", 25, 60, theirs.Group)
    sprite = first.sprites()[0]

    def use() -> None:
        for collided in (None, CALLBACKS["twice"]):
            spritecollide(sprite, second, False, collided)
            spritecollideany(sprite, second, collided)
        groupcollide(first, second, False, False)
        core._sprite_shape(sprite)

    assert_no_leak(use)


# ---- importing -------------------------------------------------------------------------------------------------------


def run(program: str) -> str:
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_has_no_side_effects() -> None:
    assert run("import sys, collide2d; print('collide2d.pygame' in sys.modules, 'pygame' in sys.modules)") == (
        "False False\n"
    )
    assert run("import sys, collide2d.pygame; print('pygame' in sys.modules)") == "False\n"


def test_without_pygame_sprites_collide_and_drawing_says_what_to_install() -> None:
    program = """
import sys
sys.modules["pygame"] = None
from collide2d import Circle
from collide2d.pygame import draw, groupcollide, spritecollide
class Sprite:
    shape = Circle(0, 0, 1)
assert len(groupcollide([Sprite()], [Sprite()], False, False)) == len(spritecollide(Sprite(), [Sprite()], False)) == 1
try:
    draw(None, Circle(0, 0, 1))
except ImportError as error:
    print(error)
"""
    assert run(program) == "collide2d.pygame needs pygame-ce or pygame: pip install 'collide2d[pygame]'\n"


def test_the_module_says_what_it_has() -> None:
    assert sorted(ours.__all__) == ours.__all__
    assert all(getattr(ours, name).__doc__ for name in ours.__all__)


def test_a_callback_can_be_pickled() -> None:
    import pickle

    assert pickle.loads(pickle.dumps(collide_shape)) is collide_shape
    assert pickle.loads(pickle.dumps(collide_shape_ratio(0.5))).ratio == 0.5


def all_pairs(rng: random.Random) -> Iterator[tuple[Any, Any]]:
    shapes = [random_sprite(rng, "a", 60) for _ in range(30)]
    for a in shapes:
        for b in shapes:
            yield a, b


def test_collide_shape_is_symmetric_and_is_overlaps() -> None:
    for a, b in all_pairs(random.Random(4)):
        shapes = [getattr(s, "shape", None) or Rect(s.rect) for s in (a, b)]
        assert collide_shape(a, b) == collide_shape(b, a) == shapes[0].overlaps(shapes[1])
    assert not collide_shape(Point(0, 0), Point(0, 0))
    assert collide_shape(Capsule(0, 0, 1, 0, 1), random_rect(random.Random(1), 8))


# ---- bodies ----------------------------------------------------------------------------------------------------------


class Walker(pygame.sprite.Sprite):
    """A sprite of several shapes."""

    def __init__(self, body: Body | Any) -> None:
        super().__init__()
        self.shape = body
        self.rect = pygame.Rect(0, 0, 1000, 1000)


@pytest.mark.parametrize("count", [4, 30])
def test_sprites_of_several_shapes_collide_by_their_pieces(count: int) -> None:
    hero = Body({"head": Circle(0, 0, 4), "torso": Rect(-3, 4, 6, 8)})
    walkers = [Walker(hero.move(7 * i, i % 5)) for i in range(count)]
    others = [Walker(Circle(9 * i, 6, 2)) for i in range(count)]
    expected = {a: [b for b in others if a.shape.overlaps(b.shape)] for a in walkers}
    for a in walkers:
        assert spritecollide(a, others, False) == expected[a]
        assert [b for b in others if collide_shape(a, b)] == expected[a]
        assert spritecollideany(a, others) is next(iter(expected[a]), None)
        assert spritecollide(a, others, False, collide_shape_ratio(1)) == expected[a]
    assert groupcollide(walkers, others, False, False) == {a: hits for a, hits in expected.items() if hits}
    twice = [b for b in others if walkers[0].shape.scale_by(2).overlaps(b.shape.scale_by(2))]
    assert [b for b in others if collide_shape_ratio(2)(walkers[0], b)] == twice
    surface = pygame.Surface((40, 40))
    ours.draw(surface, walkers[0].shape.move(20, 20))
    assert pygame.transform.average_color(surface)[:3] != (0, 0, 0)
