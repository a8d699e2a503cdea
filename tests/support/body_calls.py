"""Calls of bodies and of a Space of bodies, beside those of public_calls.py: any allocation in them may fail."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from public_calls import SPACE

from collide2d import Body, Chain, Circle, Move, Polygon, Rect, Space, cast, decompose, from_geo, separate

OUTLINE, HOLES = [(0, 0), (9, 0), (9, 9), (4, 4), (0, 9)], [[(1, 1), (2, 1), (1, 2)]]
HERO = Body({"head": Circle(0, 0, 2), "torso": Rect(-2, 2, 4, 6)})
LEVEL = Body.from_outline(OUTLINE, HOLES)
COAST = Chain([(i % 9, i // 9 * 1.5) for i in range(30)])
HEROINE = Body({"k\xf6pf": Circle(0, 0, 2)})
TURN: Any = Space([("hero", HERO)]).turn("hero", 30)
PARTS: dict[str, Any] = {"a": Circle(0, 0, 1), "b": HERO}
CROWN = Polygon([(i, i * i) for i in range(-40, 41)])
CROWN_ABOVE = CROWN.move(0.5, 300)
AWAY, DATA, PICKLE = LEVEL.move(30, 0), HERO.to_dict(), pickle.dumps(HERO)

GEOMETRY = {"type": "Polygon", "coordinates": [OUTLINE, *HOLES]}
LAKE: Any = SimpleNamespace(__geo_interface__=GEOMETRY)

VALUES: dict[str, Callable[[], Any]] = {
    "Body": lambda: Body([HERO, ("x", Rect(0, 0, 1, 1)), LEVEL]),
    "Body of a dict": lambda: Body(PARTS),
    "from_outline": lambda: Body.from_outline(OUTLINE, HOLES),
    "decompose": lambda: decompose(OUTLINE, HOLES),
    "Chain": lambda: Chain(OUTLINE, True, 1),
    "from_dict": lambda: Body.from_dict(DATA),
    "to_dict": HERO.to_dict,
    "loads": lambda: pickle.loads(PICKLE),
    "repr": lambda: repr(HERO),
    "a name": lambda: HERO["head"],
    "area": lambda: LEVEL.area,
    "contact": lambda: HERO.contact(LEVEL),
    "overlap_area": lambda: HERO.overlap_area(LEVEL),
    "overlap_area of many vertices": lambda: CROWN.overlap_area(CROWN_ABOVE),
    "overlap_area of round shapes": lambda: CROWN.grow(1).overlap_area(CROWN_ABOVE),
    "intersection": lambda: CROWN.intersection(CROWN_ABOVE),
    "minkowski_difference": lambda: HERO.minkowski_difference(LEVEL),
    "sweep": lambda: HERO.sweep((3, 4)),
    "cast": lambda: HERO.cast((40, 3), AWAY),
    "cast of two movers": lambda: cast(HERO, (40, 3), AWAY, motion_b=(-3, 2)),
    "separate": lambda: separate(HERO, LEVEL),
    "rotate": lambda: HERO.rotate(33),
    "scale_by": lambda: HERO.scale_by(2),
    "grow": lambda: HERO.grow(1),
    "outline": lambda: CROWN.grow(1).outline(),
    "geometry": lambda: CROWN.__geo_interface__,
    "from_geo": lambda: from_geo(GEOMETRY),
    "Move": lambda: Move(HERO, (1.5, 2), (3, 4.5), (), [HERO, COAST], pushed=(1, 2.5), turn=TURN),
    "replace by a name that is not ASCII": lambda: HEROINE.replace(**{"k" + chr(246) + "pf": Circle(1, 2, 3)}),
    "a geometry as an argument": lambda: HERO.overlaps(LAKE),
    "collideobjectsall": lambda: HERO.collideobjectsall([LEVEL, COAST, HERO]),
}

# Functions are made here, not in a call whose allocations fail.
BOUNCE, ANYTHING = lambda item, other: "bounce", lambda item: True

CALLS: dict[str, Callable[[Any], Any]] = {
    "add": lambda s: s.add("new", COAST),
    "add_all": lambda s: s.add_all({f"new {i}": (COAST, HERO, Circle(0, 0, 1))[i % 3] for i in range(20)}),
    "update": lambda s: s.update("hero", COAST),
    "update_all": lambda s: s.update_all({"hero": COAST, "wall": HERO, "level": Circle(0, 0, 1)}),
    "remove_all": lambda s: s.remove_all(["hero", "level"]),
    "move": lambda s: s.move("hero", 3, 3),
    "slide": lambda s: s.slide("hero", 40, 6),
    "slide with a filter": lambda s: s.slide("hero", 40, 6, filter=BOUNCE),
    "try_slide": lambda s: s.try_slide(HERO.move(-9, 3), (60, 4)),
    "query": lambda s: s.query(HERO, touching=True, filter=ANYTHING, exclude=["wall"]),
    "contacts": lambda s: s.contacts(LEVEL),
    "nearest": lambda s: s.nearest(HERO, 4, distances=True),
    "cast_all": lambda s: s.cast_all("hero", (60, 30), touching=True, leaving=True),
    "raycast_all": lambda s: s.raycast_all((-5, 0), (90, 0)),
    "turn": lambda s: s.turn("hero", 300, (20, 0), exclude=["wall"]),
    "turn and slide": lambda s: s.slide("hero", 3, 1, turn=300),
    "turn_cast_all": lambda s: s.turn_cast_all("hero", 300, (20, 0), filter=bool),
    "pairs": lambda s: s.pairs(True),
    "snapshot": lambda s: s.snapshot(),
    "digest": lambda s: s.digest(),
    "copy": lambda s: s.copy(),
    "watch": lambda s: s.watch(True).update(),
}


CALLS |= {name: call for name, call in SPACE.items() if name not in CALLS}


def space_of_bodies() -> Space[Any]:
    solids: list[Any] = [("hero", HERO), ("level", AWAY), ("coast", COAST.move(0, 40)), ("wall", Rect(9, -9, 1, 12))]
    return Space([*solids, *((i, Rect(20 + i, 2 * i - 9, 1, 2)) for i in range(4))])
