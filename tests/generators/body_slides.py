"""Worlds on whole numbers, bodies of up to five pieces to slide through them, and the laws of every such slide.

The worlds are those of `unions` (tilings, bricks, polylines, fans, triangulations, outlines with holes, discs,
scattered shapes), rounded shapes, corridors that fit the body exactly, and crowds that it starts in; some are pieces of
bodies, some have shapes without size among them, some are up to 2^40 units from the origin. The bodies have pieces that
overlap, are flush, are apart, or come from an outline; some are chains of segments, or points. Of each slide:

* no piece overlaps a wall at the end, and the sweep of no piece over a leg overlaps a wall that the body did not
  overlap at the start, by the exact predicates; of one slide in 50, the integer oracle says so as well;
* a piece without interior passes no seam of walls, and a wall without interior enters no seam of the body;
* path, legs, motion and the space agree; the end is the start moved by the motion, to the bit;
* if and only if the body overlaps a wall at the start, it is pushed to a free position, or is stuck in place; a stuck
  body moves if and only if its motion leads it, as one solid, no deeper into anything;
* a way that casts call free is gone to its end, a stop has a hit, and what is hit is met by the pieces that it names;
* a rectangle cut into pieces goes where the rectangle goes, and so does every image of a body in the image of its
  world, to the bit; a push is as long, up to rounding.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import oracle
from leaving_oracle import answers_by_rounding
from mirrors import MAPS
from slides import SLACK, SLACK_OF_STOPS, Both, Tally, Vec, count_outcomes, extent, length, total, wrong_coordinates
from unions import KINDS_OF_WORLDS, Whole, body_runs, offset_of, sprinkled

import collide2d as c2
from collide2d import reference
from collide2d.testing.recipes import Recipe, build, shifted
from collide2d.testing.sources import Seeded, Source, choice, one_in

MOVER = "mover"

Recipes = list[Recipe]


# ---- bodies ----------------------------------------------------------------------------------------------------------


def _box(x: int, y: int, w: int, h: int) -> Recipe:
    return Recipe("Rect", (x, y, w, h))


def _recipe(piece: Any) -> Recipe:
    """The recipe of a sharp piece."""
    numbers = [c for p in piece.vertices for c in p]
    return Recipe("Segment", (*numbers,)) if len(numbers) == 4 else Recipe("Polygon.hull", (*numbers, 0))


def _piece(source: Source, x: int, y: int) -> Recipe:
    w, h = source.integer(1, 5), source.integer(1, 5)
    return choice(source, [
        _box(x, y, w, h), _box(x, y, w, h), Recipe("Circle", (x, y, w)), Recipe("Capsule", (x, y, x + w, y - h, 1)),
        Recipe("Polygon.hull", (x, y, x + w, y, x, y + h, 0)), Recipe("RoundRect", (x, y, w + 2, h + 2, 1)),
        Recipe("Segment", (x, y, x + w, y + h - 3)), Recipe("Point", (x, y)),
    ])  # fmt: skip


def overlapping(source: Source) -> Recipes:
    return [_piece(source, source.integer(-2, 2), source.integer(-2, 2)) for _ in range(source.integer(1, 5))]


def apart(source: Source) -> Recipes:
    return [_piece(source, 8 * i, source.integer(-8, 8)) for i in range(source.integer(2, 4))]


def flush(source: Source) -> Recipes:
    """Columns of different heights, side by side."""
    x, pieces = 0, []
    for _ in range(source.integer(2, 5)):
        w = source.integer(1, 3)
        pieces.append(_box(x, source.integer(-3, 0), w, source.integer(4, 6)))
        x += w
    return pieces


OUTLINES: list[list[Whole]] = [
    [(0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6)],  # an L
    [(0, 0), (2, 0), (2, 4), (4, 4), (4, 0), (6, 0), (6, 6), (0, 6)],  # a U
    [(0, 0), (6, 0), (6, 2), (4, 2), (4, 6), (2, 6), (2, 2), (0, 2)],  # a T
    [(0, 0), (4, 2), (8, 0), (4, 6)],  # an arrow head
]


def outline(source: Source) -> Recipes:
    return [_recipe(piece) for piece in c2.Body.from_outline(choice(source, OUTLINES)).pieces]


def chain(source: Source) -> Recipes:
    """Segments with common ends."""
    points = [(0, 0)]
    while len(points) < source.integer(3, 6):
        p = points[-1][0] + source.integer(-3, 3), points[-1][1] + source.integer(-3, 3)
        points += [p] if p != points[-1] else []
    return [_recipe(piece) for piece in c2.Chain(points).pieces]


def points(source: Source) -> Recipes:
    return [Recipe("Point", (source.integer(-4, 4), source.integer(-4, 4))) for _ in range(source.integer(1, 4))]


def cut(source: Source) -> Recipes:
    """A rectangle of 6 by 4 in flush or overlapping pieces."""
    options = [
        [_box(0, 0, 2, 4), _box(2, 0, 4, 4)], [_box(0, 0, 6, 1), _box(0, 1, 6, 3)],
        [_box(0, 0, 4, 4), _box(2, 0, 4, 4)],
        [_box(0, 0, 3, 2), _box(3, 0, 3, 2), _box(0, 2, 3, 2), _box(3, 2, 3, 2)],
        [Recipe("Polygon.hull", (0, 0, 6, 0, 6, 4, 0)), Recipe("Polygon.hull", (0, 0, 6, 4, 0, 4, 0))],
    ]  # fmt: skip
    return choice(source, options)


WHOLE = _box(0, 0, 6, 4)
BODIES: dict[str, Callable[[Source], Recipes]] = {
    f.__name__: f for f in (overlapping, apart, flush, outline, chain, points, cut)
}


# ---- worlds ----------------------------------------------------------------------------------------------------------


def _round(source: Source) -> Recipe:
    x, y, w, h = (source.integer(*ends) for ends in ((-20, 20), (-20, 20), (1, 6), (1, 6)))
    return choice(source, [
        Recipe("Circle", (x, y, w)), Recipe("Capsule", (x, y, x + w, y + h, 2)),
        Recipe("RoundRect", (x, y, w + 4, h + 4, 2)), Recipe("Polygon.hull", (x, y, x + w, y, x, y + h, 1)),
    ])  # fmt: skip


def rounded(source: Source) -> Recipes:
    return [_round(source) for _ in range(source.integer(2, 12))]


def crowd(source: Source) -> Recipes:
    return [_piece(source, source.integer(-10, 10), source.integer(-10, 10)) for _ in range(choice(source, (12, 40)))]


def corridor(source: Source) -> Recipes:
    """Tiles above and below, and on the left, of a room that is 4 high: it fits `WHOLE`, and many bodies, exactly."""
    n, w = source.integer(2, 6), source.integer(2, 7)
    tiles = [_box(i * w - 12, y, w, 3) for i in range(n) for y in (-3, 4)]
    turn = [Recipe("Rect", (y, x, h, w)) for x, y, w, h in (t.numbers for t in tiles)] if one_in(source, 2) else tiles
    return [*turn, *([_box(-15, 0, 3, 4)] if one_in(source, 2) else [])]


OTHERS: dict[str, Callable[[Source], Recipes]] = {f.__name__: f for f in (rounded, crowd, corridor)}
WORLDS = {**KINDS_OF_WORLDS, **OTHERS}


class World(NamedTuple):
    """The walls, by item, and the pieces of the body."""

    kind: str
    mover: str
    walls: dict[int, list[Recipe]]
    pieces: Recipes

    def shapes(self, made: Callable[[Recipe], Any]) -> dict[int, Any]:
        return {item: _solid([made(recipe) for recipe in recipes]) for item, recipes in self.walls.items()}


def _solid(pieces: Sequence[Any]) -> Any:
    return c2.Body(pieces) if len(pieces) > 1 else pieces[0]


def _made(recipe: Recipe) -> Any:
    return build(c2, recipe)


def beside_pinch(source: Source, walls: Recipes, body: Recipes) -> Whole:
    """The place at which a vertex of the body is where two discs of a row touch. Only motions along their tangent lead
    on from there, and only if no stop is rounded off it. Chance never puts a point there.
    """
    rows = [wall.numbers for wall in walls if wall.make == "Circle"]
    (x0, y0, r), (x1, y1, s) = choice(source, [*pairwise(rows)] or [(*rows, *rows)])
    x, y = choice(source, _made(choice(source, body)).vertices)
    both = max(r + s, 1)  # two of those that were sprinkled in may have no radius
    return int(x0 + (x1 - x0) * r // both - x), int(y0 + (y1 - y0) * r // both - y)


def drawn_world(source: Source) -> World:
    kind = choice(source, list(WORLDS))
    walls = WORLDS[kind](source) or [Recipe("Point", (0, 0))]
    if one_in(source, 4):
        walls = sprinkled(source, walls)
    runs = body_runs(source, len(walls)) if one_in(source, 3) else [1] * len(walls)
    mover = choice(source, list(BODIES))
    recipes = BODIES[mover](source)
    place = (source.integer(-16, 16), source.integer(-16, 16))
    if kind == "corridor" and one_in(source, 2):
        place = (0, 0)
    if kind == "discs" and one_in(source, 2):
        place = beside_pinch(source, walls, recipes)
    pieces = [shifted(recipe, place) for recipe in recipes]
    tries = 0
    while tries < 12 and tries != 6 and any(_made(p).collidelist([_made(w) for w in walls]) >= 0 for p in pieces):
        place, tries = (source.integer(-24, 24), source.integer(-24, 24)), tries + (not one_in(source, 6) or 6 - tries)
        pieces = [shifted(recipe, place) for recipe in recipes]
    if mover == "cut" and one_in(source, 4):  # a point inside, on a cut or beside it
        x, y = source.integer(1, 5), source.integer(1, 3)
        walls, runs = [*walls, Recipe("Point", (place[0] + x, place[1] + y))], [*runs, 1]
    away = offset_of(source) if one_in(source, 5) else (0, 0)
    rest = iter([shifted(wall, away) for wall in walls])
    items = {i: [next(rest) for _ in range(count)] for i, count in enumerate(runs)}
    return World(kind, mover, items, [shifted(piece, away) for piece in pieces])


def drawn_motion(source: Source) -> Vec:
    x, y = source.integer(-24, 24), source.integer(-24, 24)
    x, y = choice(source, [(x, y), (x, y), (x, 0), (0, y), (x, x), (x, -x)])
    speed = choice(source, (1.0, 1.0, 1.0, 1.0, 0.25, 0.25, 8.0, 1e-3, 1 / 3, choice(source, (1e6, 1e12, 1.0))))
    return x * speed + 0.0, y * speed + 0.0


def aimed_motion(source: Source, start: Any, space: Any) -> Vec:
    """A motion that takes a vertex of the body to one of a wall, or farther. Chance does not lead the notch of a body
    whose coordinates are no whole numbers to a point, and a stop that is rounded into a seam was found once in a
    million slides. One in four goes along the tangent of a wall around that vertex.
    """
    walls = [piece for item, solid in space.items() if item != MOVER for piece in pieces_of(solid)]
    x0, y0 = choice(source, choice(source, pieces_of(start)).vertices)
    x1, y1 = choice(source, choice(source, walls).vertices)
    part = choice(source, (1.0, 1.0, 1.5, 2.0))
    x, y = (y0 - y1, x1 - x0) if one_in(source, 4) else (x1 - x0, y1 - y0)
    return part * x + 0.0, part * y + 0.0


# ---- the laws --------------------------------------------------------------------------------------------------------


def pieces_of(solid: Any) -> tuple[Any, ...]:
    return solid.pieces if isinstance(solid, c2.Body) else (solid,)


def is_thin(shape: Any) -> bool:
    return shape.radius == 0 and len(shape.vertices) < 3


def swept(p: Any, q: Any) -> Any:
    return c2.Polygon.hull([*p.vertices, *q.vertices], p.radius)


def touched_by(shape: Any, others: Sequence[Any]) -> list[Any]:
    return [other for other in others if c2.touches(shape, other)]


def is_enclosed(shape: Any, others: Sequence[Any]) -> bool:
    """Whether others that a thin shape only touches surround it together."""
    touched = touched_by(shape, others) if is_thin(shape) else []
    return len(touched) > 1 and c2.overlaps(shape, c2.Body(touched))


def exact(points: Sequence[Vec]) -> list[tuple[Fraction, Fraction]]:
    return [(Fraction(x), Fraction(y)) for x, y in points]


def enters_seam(start: Any, end: Any, others: Sequence[Any]) -> bool:
    """Whether others that the way of a thin shape only touches block it together before its end, by fractions."""
    touched = touched_by(swept(start, end), others) if is_thin(start) else []
    way = reference._thin_way(exact(start.vertices), exact(end.vertices)) if len(touched) > 1 else None
    return way is not None and reference._union_hit(way, touched) is not None


def enters_any_seam(start: Any, end: Any, walls: Sequence[Any]) -> bool:
    """Whether walls enclose a thin piece at the end that they do not enclose at the start."""
    both = zip(pieces_of(start), pieces_of(end), strict=True)
    return any(is_enclosed(q, walls) and not is_enclosed(p, walls) for p, q in both)


def met_at(pieces: Sequence[Any], walls: Sequence[Any], slots: bool = False) -> set[int]:
    """The indices of the walls that pieces overlap, alone or as a part of a seam. A segment may fit exactly between two
    walls, and, with slots, between two pieces.
    """
    met = {i for piece in pieces for i in piece.collidelistall(walls)}
    for piece in pieces:
        if len(piece.vertices) == 1 and is_enclosed(piece, walls):
            met.update(i for i, wall in enumerate(walls) if c2.touches(piece, wall))
    thin = [i for i, wall in enumerate(walls) if not (slots and len(wall.vertices) == 2)]
    met.update(i for i in thin if is_enclosed(walls[i], pieces))
    return met


def common_step(p: Sequence[Any], q: Sequence[Any]) -> Vec | None:
    """The motion from pose to pose if it is one for all vertices, without rounding."""
    steps = set()
    for a, b in zip(p, q, strict=True):
        for (ax, ay), (bx, by) in zip(a.vertices, b.vertices, strict=True):
            step = bx - ax, by - ay
            if ax + step[0] != bx or ay + step[1] != by or bx - step[0] != ax or by - step[1] != ay:
                return None
            steps.add(step)
    return steps.pop() if len(steps) == 1 else None


def wrong_leg(p: Any, q: Any, walls: Sequence[Any], ask_oracle: bool) -> Iterator[str]:
    """The laws that a leg breaks, of all walls that block it."""
    before, after = pieces_of(p), pieces_of(q)
    for a, b in zip(before, after, strict=True):
        way = swept(a, b)
        if way.collidelist(walls) >= 0:
            yield "passes through"
        if ask_oracle and any(oracle.relation(Both([*a.vertices, *b.vertices], a.radius), wall) > 0 for wall in walls):
            yield "passes through, says the oracle"
        if enters_seam(a, b, walls) and not is_enclosed(a, walls):
            yield "passes a seam of walls"
    step = common_step(before, after)
    for wall in walls if step else ():
        if step and is_thin(wall):
            back = c2.Polygon.hull([(x - step[0], y - step[1]) for x, y in wall.vertices])
            if common_step([back], [wall]) == step and enters_seam(wall, back, before):
                yield "a wall enters a seam of the body"


def wrong_records(start: Any, move: Any) -> Iterator[str]:
    if move.path[0] != start or move.path[-1] != move.shape or len(move.path) != len(move.legs) + 1:
        yield "path"
    if move.pushed == (0, 0) and move.shape != (start.move(*move.motion) if move.motion != (0, 0) else start):
        yield "the start moved by the motion"
    sums = total(move.legs)
    if math.dist(sums, move.motion) > 1e-15 * len(move.legs) * sum(map(length, move.legs)):
        yield "motion"


def leaving_answers(pieces: Sequence[Any], motion: Vec, walls: Sequence[Any]) -> Iterator[bool]:
    """Whether the motion leads no deeper into any wall that the pieces overlap, or surround together; both answers if
    rounding decides.
    """
    inside = {i: [p for p in pieces if p.overlaps(wall)] for i, wall in enumerate(walls)}
    inside |= {i: touched_by(wall, pieces) for i, wall in enumerate(walls) if is_enclosed(wall, pieces)}
    return answers_by_rounding(pieces, motion, [(walls[i], its) for i, its in inside.items() if its])


def wrong_push(start: Any, motion: Vec, move: Any, inside: set[int], walls: Sequence[Any]) -> Iterator[str]:
    pushes = int(move.pushed != (0, 0))
    if not inside:
        if move.stuck or pushes:
            yield "pushed from where it was free"
    elif pushes == 0:
        stays = move.shape == start and not move.legs and move.motion == (0, 0) and move.remaining == motion
        if not stays and not any(leaving_answers(pieces_of(start), motion, walls)):
            yield "stuck, and moved"
        is_blocked = not stays or any(hit.depth == 0 for _, hit in move.hits)
        if not is_blocked and all(leaving_answers(pieces_of(start), motion, walls)):
            yield "held, and leads no deeper"
    elif move.legs[0] != move.pushed:
        yield "pushed"
    elif met_at(pieces_of(move.path[1]), walls, slots=True):
        yield "pushed into something"
    elif enters_any_seam(start, move.path[1], walls):
        yield "pushed into a seam"


def wrong_hits(start: Any, motion: Vec, move: Any, space: Any, near: float) -> Iterator[str]:
    """What the motion grazes at the end of a leg is hit there, though it may be met only farther on."""
    times = [hit.t for _, hit in move.hits]
    if times != sorted(times) or not all(0 <= t <= 1 for t in times):
        yield "order of hits"
    for item, hit in move.hits:
        if abs(length(hit.normal) - 1) > 1e-15:
            yield "unit normal"
        mover, wall = hit.pieces or (None, None)
        its = pieces_of(space[item])
        its = (its[wall],) if isinstance(wall, int) else its
        grazed = abs(hit.normal[0] * motion[0] + hit.normal[1] * motion[1]) <= SLACK_OF_STOPS * extent(start)
        for pose in [*move.path, start.move(*motion)] if grazed else move.path:
            own = pieces_of(pose)
            own = tuple(swept(a, b) for a, b in zip(pieces_of(start), own, strict=True)) if grazed else own
            own = (own[mover],) if isinstance(mover, int) else own
            if any(a.separation(b) <= near + SLACK_OF_STOPS * extent(b) for a in own for b in its):
                break
        else:
            yield "hit what was not met"


def wrong_end(start: Any, motion: Vec, move: Any, inside: set[int], walls: Sequence[Any], near: float) -> Iterator[str]:
    pushes = int(move.pushed != (0, 0))
    if sum(map(length, move.legs[pushes:])) + length(move.remaining) > length(motion) * (1 + SLACK) + near:
        yield "farther than told"
    stops = [hit for _, hit in move.hits if hit.depth == 0]
    if move.remaining != (0, 0) and not stops and not inside:
        yield "stopped without a hit"
    went = not stops and move.remaining == (0, 0) and move.legs == (motion,)[: motion != (0, 0)]
    first = None if inside or went else c2.cast(start, motion, c2.Body(walls))
    if not inside and not went and first is None:
        yield "did not go where nothing is"
    if first is not None and stops and (first.t - stops[0].t) * length(motion) > near:
        # A stop leaves a gap of a few ulps, which takes long to close where the motion leads along the wall.
        closing = -sum(m * n for m, n in zip(motion, stops[0].normal, strict=True))
        gap = SLACK_OF_STOPS * (extent(start) + length(motion))
        # A thin piece may not end in contact with a thin wall, on neither side of it, so it stops before a graze.
        thin = [piece for pose in move.path[pushes : pushes + 2] for piece in pieces_of(pose) if is_thin(piece)]
        grazes = any(is_thin(wall) and piece.separation(wall) <= 4 * gap for piece in thin for wall in walls)
        if not grazes and not 0 < (first.t - stops[0].t) * closing <= gap:
            yield "hit before casts do"
    if not inside:
        yield from wrong_coordinates(motion, move, [hit.normal for hit in stops])
    if move.remaining != (0, 0) and not any(is_thin(piece) for piece in pieces_of(start)) and len(move.legs) < 200:
        hit = c2.cast(move.shape, move.remaining, c2.Body(walls))
        gap = SLACK_OF_STOPS * (extent(move.shape) + max(map(extent, walls)))
        is_ahead = c2.separation(move.shape, c2.Body(walls)) <= gap
        if (hit is None or hit.t * length(move.remaining) > near) and not is_ahead:
            yield "gave up where it was free"


def wrong_slide(start: Any, motion: Vec, move: Any, space: Any, ask_oracle: bool = False) -> list[str]:
    """The laws that the report of a slide violates."""
    walls = [piece for item, solid in space.items() if item != MOVER for piece in pieces_of(solid)]
    inside = met_at(pieces_of(start), walls)
    wrong = [*wrong_records(start, move), *wrong_push(start, motion, move, inside, walls)]
    if bool(met_at(pieces_of(move.shape), walls, slots=not move.stuck)) != move.stuck:
        wrong.append("ends inside")
    others = [wall for i, wall in enumerate(walls) if i not in inside]
    for p, q in pairwise(move.path):
        wrong += wrong_leg(p, q, others, ask_oracle)
    if move.stuck:
        return wrong
    near = SLACK * (extent(start) + extent(move.shape) + length(motion))
    wrong += wrong_hits(start, motion, move, space, near)
    wrong += wrong_end(start, motion, move, inside, walls, near)
    return wrong


# ---- twins -----------------------------------------------------------------------------------------------------------


def mapped(shape: Any, name: str) -> Any:
    """The image of a shape as a point, circle, segment, capsule or polygon, which move by their vertices."""
    f = MAPS[name][0] if name else lambda x, y: (x, y)
    vertices = [tuple(c + 0.0 for c in f(x, y)) for x, y in shape.vertices]
    return c2.Polygon.hull(vertices, shape.radius)


class Summary(NamedTuple):
    """What a slide of an image has in common with that of its original, mapped back. Normals may differ by rounding."""

    vectors: list[Vec]
    met: list[tuple[Any, float]]
    stuck: bool
    hits: list[tuple[Any, float, Vec]]


def summary(move: Any, name: str = "") -> Summary:
    f: Callable[[float, float], Vec] = MAPS[name][1] if name else lambda x, y: (x, y)

    def back(v: Vec) -> Vec:
        x, y = f(*v)
        return x + 0.0, y + 0.0

    vectors = [back(v) for v in (move.motion, move.remaining, move.pushed, *move.legs)]
    hits = [(item, hit.t, back(hit.normal)) for item, hit in move.hits]
    return Summary(vectors, [(item, t) for item, t, _ in hits], move.stuck, hits)


def same(a: Summary, b: Summary) -> bool:
    return a[:3] == b[:3]


def wrong_image(world: World, start: Any, motion: Vec, response: str, name: str) -> list[str]:
    """Compares a slide with that of an image, both of polygons."""
    found = []
    for f in ("", name):
        space: Any = c2.Space(world.shapes(lambda recipe, f=f: mapped(_made(recipe), f)))  # type: ignore[misc]
        mover = c2.Body([mapped(piece, f) for piece in pieces_of(start)])
        vector = MAPS[f][0](*motion) if f else motion
        found.append(summary(space.try_slide(mover, *vector, response=response), f))
    pushes = [length(each.vectors[2]) for each in found]
    if found[0].stuck or max(pushes) > 0:  # rounding may differ, and decides between pushes of the same length
        is_same = found[0].stuck == found[1].stuck and abs(pushes[0] - pushes[1]) <= SLACK * (extent(start) + pushes[0])
        return [] if is_same else ["image of a push"]
    return [] if same(*found) or is_tie(motion, *found) else ["image"]


def is_tie(motion: Vec, a: Summary, b: Summary) -> bool:
    """Whether two slides part at a hit that two faces share, which the motion approaches equally."""
    for i, ((item, t, n), (other, u, m)) in enumerate(zip(a.hits, b.hits, strict=False)):
        if t != u:
            return False
        if item != other or math.dist(n, m) > SLACK:
            speeds = [v[0] * motion[0] + v[1] * motion[1] for v in (n, m)]
            return i > 0 or abs(speeds[0] - speeds[1]) <= SLACK * length(motion)
    common, hits = min(len(a.hits), len(b.hits)), max(a.hits, b.hits, key=len)
    return 0 < common < len(hits) and hits[common - 1][1] == hits[common][1]


def is_box(shape: Any) -> bool:
    xs, ys = ({p[axis] for p in shape.vertices} for axis in (0, 1))
    return bool(shape.radius == 0 and len(shape.vertices) == len(xs) * len(ys))


def wrong_cut(space: Any, start: Any, motion: Vec, response: str, max_push: float | None) -> list[str]:
    """Compares a slide of a rectangle with that of its pieces. A body of several pieces moves by its corners, so the
    rectangle is twice in one.
    """
    x0, y0, x1, y1 = start.bounds

    def others(_: Any, item: Any) -> str | None:
        return None if item == MOVER else response

    solids = start, c2.Body([c2.Rect(x0, y0, x1 - x0, y1 - y0)] * 2)
    body, whole = (summary(space.try_slide(solid, *motion, filter=others, max_push=max_push)) for solid in solids)
    walls = [piece for item, solid in space.items() if item != MOVER for piece in pieces_of(solid)]
    # What starts inside has other normals for other pieces, and need not stop flush while it leaves.
    is_inside = bool(met_at(pieces_of(start), walls))
    is_tiled, is_exact = all(map(is_box, walls)), not is_inside and all(map(is_box, [*walls, *pieces_of(start)]))
    if is_exact:
        is_same = body.vectors == whole.vectors
    else:
        # Other casts stop a few ulps early, which depends on the numbers of the piece, and a slide along a slanted wall
        # or an arc makes that larger.
        # A bounce makes it a wall hit or missed, so only the first leg of bounces is compared.
        near = (2 * SLACK_OF_STOPS if is_tiled else SLACK) * (extent(start) + length(motion))
        compared = slice(2, 4) if response == "bounce" else slice(3)
        both = zip(body.vectors[compared], whole.vectors[compared], strict=True)
        is_same = all(math.dist(v, w) <= near for v, w in both)
    if response == "bounce" and body.vectors[0] == whole.vectors[0] == (0, 0) and body.stuck == whole.stuck:
        return []  # between walls on all sides, the order of what is hit at once decides where it would go
    pushes = [length(each.vectors[2]) for each in (body, whole)]
    if body.vectors[2] != whole.vectors[2] and abs(pushes[0] - pushes[1]) <= SLACK * (extent(start) + pushes[0]):
        return []  # the order of the pieces decides between pushes of the same length
    wrong = [] if is_same and body.stuck == whole.stuck else ["cut"]
    is_comparable = is_exact or (is_tiled and response != "bounce")
    if is_comparable and not wrong and whole.vectors[2] == (0, 0) and not whole.stuck and not is_inside:
        # Several pieces may hit an item, each once, and no inner edge hits anything.
        times, times_of_whole = (dict(reversed(each.met)) for each in (body, whole))
        near = 2 * SLACK_OF_STOPS * (extent(start) + length(motion)) if is_exact else math.inf
        are_near = all(abs(t - times_of_whole.get(i, t)) * length(motion) <= near for i, t in times.items())
        wrong += [] if times.keys() == times_of_whole.keys() and are_near else ["cut: hits"]
        normals = [n for _, _, n in whole.hits]
        is_outer = all(any(math.dist(n, m) < SLACK for m in normals) for _, _, n in body.hits)
        wrong += [] if is_outer else ["cut: normals"]
    return wrong


# ---- the exam --------------------------------------------------------------------------------------------------------

SLIDES_PER_WORLD = 8

# A body that is farther from where it was first is put back.
REACH = 30


def is_whole(start: Any) -> bool:
    """Whether the vertices are multiples of 1/64, so that motions of such numbers move all pieces alike."""
    return all(
        c * 64 == int(c * 64) and abs(c) < 2**40 for piece in pieces_of(start) for p in piece.vertices for c in p
    )


def examine(source: Seeded, world: World, space: Any, tally: Tally) -> None:
    start = space[MOVER]
    motion = aimed_motion(source, start, space) if one_in(source, 8) else drawn_motion(source)
    response = choice(source, ("slide", "slide", "slide", "stop", "bounce"))
    max_push = choice(source, (None, None, None, 0))
    ask_oracle = tally.outcomes["slides"] % 50 == 0
    wrong = []
    if one_in(source, 6):
        name = choice(source, list(MAPS))
        tally.outcomes["images"] += 1
        wrong += wrong_image(world, start, motion, response, name)
    if world.mover == "cut" and world.kind in ("tiling", "bricks", "corridor") and is_whole(start):
        tally.outcomes["cut rectangles"] += 1
        wrong += wrong_cut(space, start, motion, response, max_push)
    move = space.slide(MOVER, *motion, response=response, max_push=max_push)
    wrong += wrong_slide(start, motion, move, space, ask_oracle)
    if space[MOVER] != move.shape:
        wrong.append("space")
    count(tally.outcomes, world, move, ask_oracle)
    walls = {item: solid for item, solid in space.items() if item != MOVER}
    tally.wrong.extend(f"{law}: {start!r}, {motion}, {response!r}, {walls}: {move!r}" for law in dict.fromkeys(wrong))


def count(outcomes: Counter[str], world: World, move: Any, ask_oracle: bool) -> None:
    outcomes.update(["slides", f"in {world.kind}", f"of {world.mover}"])
    outcomes["by the oracle"] += ask_oracle
    count_outcomes(outcomes, move)


def check_bodies(seed: int, slides: int) -> Tally:
    """Checks a number of slides of bodies against the laws."""
    source, tally = Seeded(seed), Tally(Counter(), [])
    while tally.outcomes["slides"] < slides:
        world = drawn_world(source)
        space: Any = c2.Space(world.shapes(_made))
        space.add(MOVER, c2.Body([_made(piece) for piece in world.pieces]))
        body = space[MOVER]
        for _ in range(min(SLIDES_PER_WORLD, slides - tally.outcomes["slides"])):
            if math.dist(space[MOVER].center, body.center) > REACH:
                space.update(MOVER, body)
            examine(source, world, space, tally)
    return tally
