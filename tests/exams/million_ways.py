"""Ways of points and thin segments through worlds of shapes that touch: there must be no wrong answer.

    python tests/exams/million_ways.py --ways 10000000 --seed 1

The worlds are tilings, courses of bricks, polylines, fans, triangulations, decompositions of outlines with and without
holes, tangent discs, scattered shapes, and mixtures of these, on whole numbers. In one world of three, the shapes are
pieces of bodies; in one of four, shapes without size are among them; one of four is up to 2^40 units away from the
origin. The ways go along sides and seams, through corners and joints, from corner to corner and at random; they are of
points, of circles and rectangles without size, and of segments that move along themselves. At least one in fifty is
blocked by several shapes together that would not block it alone. For each way, with `way_oracle` as the truth:

* `raycast` (of a point), `cast` and `slide` with the response "stop" hit if and only if the way is blocked;
* t is the true one up to rounding, never more, and exactly that if several block the way and t is a dyadic fraction
  that puts the stop on a double;
* the item is the first in the order of the space among those that block the way at t, alone or together, or that
  surround the shape together at the start; `raycast_all` and `cast_all` report each of those;
* the normal is a unit vector that does not point along the motion, except that of an item at the start;
* a slide whose way is free goes to its end; one that is blocked has a hit;
* in one world of four, the item and the bits of t are equal in an image of the world, under a mirror, a turn or a power
  of two.

Prints the counts for each kind of world and exits with status 1 if any answer is wrong.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / room) for room in ("support", "generators", "models")]

from exam import add_up
from unions import (
    IMAGES,
    KINDS_OF_WORLDS,
    Image,
    Whole,
    body_runs,
    built,
    corners,
    offset_of,
    sprinkled,
    way_through,
    world_of,
)
from way_oracle import Answer, Block, blocks, first_block, thin_way

import collide2d as c2
from collide2d import reference
from collide2d.testing.recipes import Recipe, Vec, build, shifted
from collide2d.testing.sources import Seeded, choice, one_in

MOVER = -1
WAYS_PER_WORLD = 64

# What rounding may take from t for coordinates of 1. A cast may stop 128 units in the last place of the coordinates
# early, measured across a side; the lines and circles of these worlds are met at an angle of at least 1 in 4,096.
EARLY = 128 * 2.0**-53 * 4096

# The coordinates of a world about the origin are below REACH.
REACH = 128

# An image of a shape is of the simplest kind. Those of other kinds move by their position, so a stop may be rounded
# differently.
IMAGE_KINDS = ("point", "circle", "segment", "capsule", "polygon")


class Tally(NamedTuple):
    """The results for the ways through the worlds of each kind."""

    outcomes: Counter[tuple[str, str]]
    wrong: list[str]


class World(NamedTuple):
    """The shapes of a world as the oracle has them, the item of each, and spaces of the items: one with a mover, and
    one that is an image. `offset` is the place of the world. An item of several shapes is a body.
    """

    kind: str
    recipes: Sequence[Recipe]
    offset: Whole
    blocks: Sequence[Block]
    shapes: Sequence[Any]
    item_of: Sequence[int]
    space: Any
    with_mover: Any
    image: Image | None
    mirrored: Any

    @property
    def size(self) -> float:
        """A bound of the coordinates."""
        return REACH + float(max(map(abs, self.offset)))


def items_of(runs: Sequence[int], shapes: Sequence[Any]) -> dict[int, Any]:
    """Items of so many shapes each."""
    rest, items = iter(shapes), {}
    for i, count in enumerate(runs):
        pieces = [next(rest) for _ in range(count)]
        items[i] = c2.Body(pieces) if count > 1 else pieces[0]
    return items


def world_with_spaces(source: Seeded) -> World:
    kind, recipes = world_of(source)
    if one_in(source, 4):
        recipes = sprinkled(source, recipes)
    runs = body_runs(source, len(recipes)) if one_in(source, 3) else [1] * len(recipes)
    offset = offset_of(source) if one_in(source, 4) else (0, 0)
    shapes = built(shifted(recipe, offset) for recipe in recipes)
    image = choice(source, IMAGES) if one_in(source, 4) else None
    mirrored = image and c2.Space(items_of(runs, [image.of_shape(shape) for shape in shapes]))
    space, with_mover = (c2.Space(items_of(runs, shapes)) for _ in range(2))
    with_mover.add(MOVER, c2.Point(0, 0))
    item_of = [i for i, count in enumerate(runs) for _ in range(count)]
    return World(kind, recipes, offset, blocks(shapes), shapes, item_of, space, with_mover, image, mirrored)


def with_items(answer: Answer | None, item_of: Sequence[int]) -> Answer | None:
    """An answer about shapes as one about their items."""
    if answer is None:
        return None
    sets = (answer.alone, answer.together, answer.around)
    alone, together, around = (frozenset(item_of[i] for i in members) for members in sets)
    return answer._replace(alone=alone, together=together, around=around)


def with_start(answer: Answer | None, shape: Any, shapes: Sequence[Any]) -> Answer | None:
    """An answer with all that a shape touches at the start, if they surround it: it starts inside them together."""
    if answer is None or answer.t > 0 or answer.inside:
        return answer
    touched = [i for i, other in enumerate(shapes) if c2.touches(shape, other)]
    inside = reference.overlaps_union(shape, [shapes[i] for i in touched])
    return answer._replace(around=frozenset(touched)) if inside else answer


def is_exact(answer: Answer, size: float) -> bool:
    """Whether t is a dyadic fraction of few digits that puts the stop on a double. Far away, what blocks the way alone
    is met early by more than the digits that are left."""
    is_near = size == REACH or not answer.alone
    return answer.is_short and is_near and answer.digits + math.frexp(size)[1] <= 52


def wrong_hit(answer: Answer | None, motion: Vec, found: Any, size: float = REACH) -> list[str]:
    """The laws that a hit, or its absence, breaks, in a world of coordinates below a size."""
    if answer is None or found is None:
        return [] if answer is found else ["hit"]
    item, hit = found
    least = 0.0 if answer.inside else max(answer.t - EARLY * size, 0.0)
    wrong = [] if least <= hit.t <= math.nextafter(answer.t, 2) else ["t"]
    if is_exact(answer, size) and answer.together and hit.t != answer.t:
        wrong.append("exact t")
    members = answer.alone | answer.together | answer.around
    if item not in members and not answer.inside:
        wrong.append("item")
    if hit.t == answer.t and item != min(members) and (is_exact(answer, size) or not answer.alone):
        wrong += [] if answer.inside else ["first item"]
    against = hit.normal[0] * motion[0] + hit.normal[1] * motion[1]
    is_left = answer.inside or item in answer.around
    if abs(math.hypot(*hit.normal) - 1) > 1e-15 or (against > 1e-9 and not is_left):
        wrong.append("normal")
    return wrong


def wrong_all(answer: Answer | None, first: Any, found: Sequence[Any], size: float = REACH) -> list[str]:
    """The laws that all hits of a way break, given the first."""
    if answer is None:
        return ["all"] if found else []
    if answer.inside or first is None:
        return []
    at_t = {item for item, hit in found if answer.t - EARLY * size <= hit.t <= answer.t}
    missing = not at_t >= answer.together | answer.around
    return ["all"] if missing or found[0] != first else []


def wrong_slide(answer: Answer | None, shape: Any, motion: Vec, move: Any, world: World) -> list[str]:
    """The laws that a slide with the response "stop" breaks, for an item that is free at the start."""
    if answer is None:
        return [] if (move.motion, move.remaining, move.hits) == (motion, (0, 0), ()) else ["free way"]
    if move.stuck or move.pushed != (0, 0):
        return ["pushed"]
    found = move.hits[0] if move.hits else None
    # A slide reports what it met at the stop, not what one side of the way has only passed.
    wrong = [law for law in wrong_first(answer, shape, motion, found, world) if law not in ("exact t", "first item")]
    if wrong and found is not None and found[1].t <= answer.t:
        # The mover stops short of a pinch, so that the next slide does not begin on its other side. And if a stop is no
        # double, the sweep to the rounded stop is off its line, and may enter a member beside it.
        verb = c2.touches if world.size == REACH else c2.collides
        return [] if is_in_way(world, found[0], shape, motion, verb) else wrong
    return wrong


def is_in_way(world: World, item: int, shape: Any, motion: Vec, verb: Callable[[Any, Any], bool]) -> bool:
    """Whether the way of a shape meets a piece of an item."""
    way = shape.sweep(motion)
    return any(i == item and verb(way, piece) for i, piece in zip(world.item_of, world.shapes, strict=True))


def wrong_first(answer: Answer | None, shape: Any, motion: Vec, found: Any, world: World) -> list[str]:
    """The laws that the first hit of a way breaks. Far away, rounding may swap two items in the way."""
    wrong = wrong_hit(answer, motion, found, world.size)
    is_swapped = "item" in wrong and world.size > REACH and is_in_way(world, found[0], shape, motion, c2.collides)
    return [law for law in wrong if not (is_swapped and law == "item")]


def is_inside(shape: Any, shapes: Sequence[Any]) -> bool:
    """Whether a shape at the start overlaps the union of the others, by the reference."""
    return reference.overlaps_union(shape, [other for other in shapes if c2.collides(shape, other)])


def examine(source: Seeded, world: World, shape: Any, motion: Vec) -> tuple[list[str], list[str]]:
    """The categories that a way is counted in, and the laws that its answers break."""
    answer = with_start(first_block(world.blocks, *thin_way(shape, motion)), shape, world.shapes)
    answer = with_items(answer, world.item_of)
    kinds, wrong = ["ways"], []
    kinds += ["bodies"] if world.item_of[-1] < len(world.item_of) - 1 else []
    kinds += ["far"] if world.offset != (0, 0) else []
    if answer is None:
        kinds.append("free")
    else:
        kinds += ["alone"] if answer.alone else ["together"]
        kinds += ["at once"] if answer.t == 0 else []
        kinds += ["exact t"] if is_exact(answer, world.size) and answer.together else []
    found = world.space.cast(shape, motion)
    wrong += [f"cast: {law}" for law in wrong_first(answer, shape, motion, found, world)]
    takes_several = answer is not None and (answer.together or answer.around)
    if takes_several:
        every = world.space.cast_all(shape, motion)
        wrong += [f"cast_all: {law}" for law in wrong_all(answer, found, every, world.size)]
    if len(shape.vertices) == 1:
        kinds.append("rays")
        ray = world.space.raycast(shape.vertices[0], motion)
        wrong += [f"raycast: {law}" for law in wrong_first(answer, shape, motion, ray, world)]
        if takes_several:
            every = world.space.raycast_all(shape.vertices[0], motion)
            wrong += [f"raycast_all: {law}" for law in wrong_all(answer, ray, every, world.size)]
    if answer is None or answer.t > 0 or (one_in(source, 16) and not is_inside(shape, world.shapes)):
        kinds.append("slides")
        world.with_mover.update(MOVER, shape)
        move = world.with_mover.slide(MOVER, *motion, response="stop")
        wrong += [f"slide: {law}" for law in wrong_slide(answer, shape, motion, move, world)]
    if world.image is not None and shape.kind in IMAGE_KINDS:
        kinds.append("images")
        other = world.mirrored.cast(world.image.of_shape(shape), world.image.of_vector(motion))
        if (found and (found[0], found[1].t)) != (other and (other[0], other[1].t)):
            wrong.append("image")
    return kinds, wrong


def check(seed: int, count: int) -> Tally:
    """Compare the package with the oracle on a number of ways."""
    source, tally = Seeded(seed), Tally(Counter(), [])
    for start in range(0, count, WAYS_PER_WORLD):
        world = world_with_spaces(source)
        faces = corners(world.recipes)
        for _ in range(min(WAYS_PER_WORLD, count - start)):
            recipe, motion = way_through(source, faces)
            shape = build(c2, shifted(recipe, world.offset))
            outcomes, wrong = examine(source, world, shape, motion)
            tally.outcomes.update((world.kind, outcome) for outcome in outcomes)
            tally.wrong.extend(f"{law}: {shape!r}, {motion}, {dict(world.space.items())!r}" for law in wrong)
    return tally


def run(ways: int, seed: int, processes: int, batch: int = 10_000) -> Tally:
    """`check` in batches of their own seeds, so that the same seed gives the same ways with any number of processes."""
    counts = [min(batch, ways - start) for start in range(0, ways, batch)]
    jobs = [(seed * 1_000_000 + i, count) for i, count in enumerate(counts)]
    total: Tally = add_up(check, jobs, processes, Tally(Counter(), []))
    return total


COLUMNS = ("ways", "free", "alone", "together", "exact t", "at once", "rays", "slides", "images", "bodies", "far")


def report(tally: Tally) -> Iterator[str]:
    """The lines of the table."""

    def row(name: str, numbers: Sequence[object]) -> str:
        cells = "".join(f"{number:>{max(9, len(column) + 3)}}" for number, column in zip(numbers, COLUMNS, strict=True))
        return f"{name:<15}{cells}"

    yield row("worlds", COLUMNS)
    for kind in KINDS_OF_WORLDS:
        yield row(kind, [tally.outcomes[kind, column] for column in COLUMNS])
    yield row("all", [total(tally, column) for column in COLUMNS])
    for line in tally.wrong[:20]:
        yield "WRONG " + line
    yield f"wrong answers: {len(tally.wrong)}"


def total(tally: Tally, outcome: str) -> int:
    return sum(tally.outcomes[kind, outcome] for kind in KINDS_OF_WORLDS)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ways", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args(arguments)
    start = time.monotonic()
    tally = run(chosen.ways, chosen.seed, chosen.processes)
    print("\n".join(report(tally)))
    elapsed = time.monotonic() - start
    print(f"{elapsed:.0f} s, {chosen.ways / elapsed:.0f} ways/s, seed {chosen.seed}, {chosen.processes} processes")
    return 1 if tally.wrong or total(tally, "together") * 50 < chosen.ways else 0


if __name__ == "__main__":
    sys.exit(main())
