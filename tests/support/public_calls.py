"""A call of every public name of the package: functions, classes, and the methods and attributes of each class."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import collide2d as c
from collide2d import Body, Capsule, Circle, Point, Polygon, Rect, RoundRect, Segment, Shape, Space

anything: Any = c
OTHER, AWAY, LINE = Rect(-1, -2, 3, 9), Rect(30, -40, 9, 80), Segment(-9, 0, 9, 1)
OUTLINE, HOLES = [(0, 0), (9, 0), (9, 9), (4, 4), (0, 9)], [[(1, 1), (2, 1), (1, 2)]]
LIST: list[Any] = [AWAY, OTHER, Circle(0, 0, 1)]
DICT: dict[Any, Any] = {AWAY: "away", OTHER: "other"}
SHAPES: list[Any] = [
    Point(0, 1),
    Circle(0, 0, 2),
    Segment(-1, 0, 2, 1),
    Capsule(-1, 0, 2, 1, 0.5),
    Rect(0, 0, 4, 2, 30, pivot=(1, 1)),
    RoundRect(0, 0, 4, 2, 0.5, 30),
    Polygon([(k, k * k) for k in range(-4, 5)]),
    Body({"head": Circle(0, 0, 2), "torso": Rect(-2, 2, 4, 6)}),
]
SOLIDS = [("hero", SHAPES[7]), ("level", AWAY), ("round", Circle(3, 3, 2)), *((k, Rect(k, 9, 1, 2)) for k in range(9))]

METHODS: dict[str, Callable[[Any], object]] = {
    "at": lambda s: s.at((1, 2)),
    "cast": lambda s: s.cast((60, 3), AWAY),
    "clip": lambda s: s.clip(LINE),
    "closest_points": lambda s: s.closest_points(AWAY),
    "collidedict": lambda s: s.collidedict(DICT),
    "collidedictall": lambda s: s.collidedictall(DICT),
    "collidelist": lambda s: s.collidelist(LIST),
    "collidelistall": lambda s: s.collidelistall(LIST),
    "collideobjects": lambda s: s.collideobjects(LIST),
    "collideobjectsall": lambda s: s.collideobjectsall(LIST),
    "collides": lambda s: s.collides(OTHER),
    "contact": lambda s: s.contact(OTHER),
    "contains": lambda s: s.contains(OTHER),
    "distance": lambda s: s.distance(AWAY),
    "grow": lambda s: s.grow(1),
    "intersection": lambda s: s.intersection(OTHER),
    "minkowski_difference": lambda s: s.minkowski_difference(OTHER),
    "move": lambda s: s.move(1, 2),
    "overlap_area": lambda s: s.overlap_area(OTHER),
    "overlaps": lambda s: s.overlaps(OTHER),
    "placed": lambda s: s.placed((3, 4), 30, 2),
    "raycast": lambda s: s.raycast((-9, 0.5), (20, 0)),
    "relate": lambda s: s.relate(OTHER),
    "replace": lambda s: s.replace(),
    "rotate": lambda s: s.rotate(30, (1, 2)),
    "scale_by": lambda s: s.scale_by(2),
    "separate": lambda s: s.separate(OTHER),
    "separation": lambda s: s.separation(OTHER),
    "sweep": lambda s: s.sweep((3, 4)),
    "to_dict": lambda s: s.to_dict(),
    "touches": lambda s: s.touches(OTHER),
    "turn_cast": lambda s: s.turn_cast(300, AWAY, about=(15, 0)),
}

DATA = [shape.to_dict() for shape in SHAPES]
GRID = [[1, 1, 0], [1, 0, 1]]
TILES = [Rect(k, k % 3, 1, 2) for k in range(9)]
HIT: Any = Circle(0, 0, 1).cast((9, 0), Rect(5, -1, 2, 2))
CONTACT = Circle(0, 0, 1).contact(Rect(0, 0, 2, 2))
FUNCTIONS: dict[str, Callable[[], object]] = {
    "Point": lambda: Point(1, 2),
    "Circle": lambda: Circle((1, 2), 3),
    "Segment": lambda: Segment((1, 2), (3, 4)),
    "Capsule": lambda: Capsule((1, 2), (3, 4), 5),
    "Rect": lambda: Rect(1, 2, 3, 4, 5, pivot=(1, 1)),
    "Rect.centered": lambda: Rect.centered(1, 2, 3, 4, 5),
    "Rect.pivoted": lambda: Rect.pivoted(1, 2, 3, 4, (1, 1), 5),
    "Rect.from_corners": lambda: Rect.from_corners(1, 2, 3, 4),
    "RoundRect": lambda: RoundRect(1, 2, 3, 4, 1, 5),
    "RoundRect.centered": lambda: RoundRect.centered(1, 2, 3, 4, 1),
    "RoundRect.pivoted": lambda: RoundRect.pivoted(1, 2, 3, 4, 1, (1, 1)),
    "RoundRect.around": lambda: RoundRect.around(1, 2, 3, 4, 1),
    "Polygon": lambda: Polygon(OUTLINE[:3], 1),
    "Polygon.hull": lambda: Polygon.hull(OUTLINE, 1),
    "Shape.from_dict": lambda: Shape.from_dict(DATA[6]),
    "Body": lambda: Body([SHAPES[7], ("name", SHAPES[6])]),
    "Body.from_dict": lambda: Body.from_dict(DATA[7]),
    "Body.from_outline": lambda: Body.from_outline(OUTLINE, HOLES),
    "Chain": lambda: c.Chain(OUTLINE, True, 1),
    "Contact": lambda: c.Contact((1, 0), 1, [(0, 0), (0, 1)]),
    "Hit": lambda: c.Hit(0.5, (0, 0), (1, 0), 0),
    "Move": lambda: c.Move(Point(0, 0), (0, 0), (0, 0), [("wall", HIT)], [Point(0, 0)]),
    "Space": lambda: len(Space(SOLIDS)),
    "bounce": lambda: c.bounce((1, 2), (0, 0), (0, 1), 0.5, 1, 2, friction=0.5),
    "cast": lambda: c.cast(SHAPES[7], (60, 3), AWAY, motion_b=(-3, 0)),
    "clip": lambda: c.clip(OTHER, LINE),
    "closest_points": lambda: c.closest_points((1, 2), AWAY),
    "collides": lambda: c.collides([1, 2], OTHER),
    "contact": lambda: c.contact(SHAPES[7], OTHER),
    "contains": lambda: c.contains(OTHER, (0, 0)),
    "decompose": lambda: c.decompose(OUTLINE, HOLES),
    "distance": lambda: c.distance((1, 2), AWAY),
    "intersection": lambda: c.intersection(SHAPES[6], OTHER),
    "merge_rects": lambda: c.merge_rects(TILES),
    "merge_tiles": lambda: c.merge_tiles(GRID, 16),
    "minkowski_difference": lambda: c.minkowski_difference(SHAPES[6], OTHER),
    "overlap_area": lambda: c.overlap_area(SHAPES[5], OTHER),
    "overlaps": lambda: c.overlaps((0, 0), OTHER),
    "raycast": lambda: c.raycast((-9, 0), (20, 0), OTHER),
    "relate": lambda: c.relate((0, 0), OTHER),
    "separate": lambda: c.separate(SHAPES[6], OTHER),
    "separation": lambda: c.separation(SHAPES[6], OTHER),
    "slide": lambda: c.slide((1, 2), (0, -1)),
    "sweep": lambda: c.sweep(SHAPES[6], (3, 4)),
    "touches": lambda: c.touches((2, 0), OTHER),
    "turn_cast": lambda: c.turn_cast(SHAPES[6], 300, AWAY, about=(15, 0)),
}

SPACE: dict[str, Callable[[Any], object]] = {
    "add": lambda s: s.add("new", SHAPES[7]),
    "add_all": lambda s: s.add_all([("new", OTHER), ("newer", SHAPES[7])]),
    "cast": lambda s: s.cast("hero", (60, 3)),
    "cast_all": lambda s: s.cast_all("hero", (60, 3), touching=True),
    "clear": lambda s: s.clear(),
    "contacts": lambda s: s.contacts(OTHER),
    "copy": lambda s: s.copy().items(),
    "digest": lambda s: s.digest(),
    "get": lambda s: s.get("hero"),
    "items": lambda s: s.items(),
    "layer": lambda s: s.layer("hero"),
    "mask": lambda s: s.mask("hero"),
    "move": lambda s: s.move("hero", 3, 1),
    "nearest": lambda s: s.nearest((0, 0), 3, distances=True),
    "pairs": lambda s: s.pairs(True),
    "query": lambda s: s.query(OTHER, touching=True),
    "raycast": lambda s: s.raycast((-9, 1), (60, 3)),
    "raycast_all": lambda s: s.raycast_all((-9, 1), (60, 3)),
    "remove": lambda s: s.remove("hero"),
    "remove_all": lambda s: s.remove_all(["hero", 3]),
    "restore": lambda s: s.restore(s.snapshot()),
    "set_layer": lambda s: s.set_layer("hero", 2**40),
    "set_mask": lambda s: s.set_mask("hero", 2**40),
    "slide": lambda s: s.slide("hero", 60, 3),
    "snapshot": lambda s: len(s.snapshot()),
    "try_slide": lambda s: s.try_slide(SHAPES[7], (60, 3)),
    "turn": lambda s: s.turn("hero", 60, (0, 0)),
    "turn_cast": lambda s: s.turn_cast("hero", 300, (15, 0)),
    "turn_cast_all": lambda s: s.turn_cast_all("hero", 300, (15, 0)),
    "update": lambda s: s.update("hero", SHAPES[6]),
    "update_all": lambda s: s.update_all({"hero": SHAPES[6], 3: SHAPES[7]}),
    "watch": lambda s: s.watch(True).update(),
}

# Classes without calls of their members, and names without a call; and why.
NO_CALLS = {
    "Carried": "a named tuple",
    "Turn": "a named tuple",
    "Relation": "an enumeration",
    **dict.fromkeys(
        ("Capsules", "Circles", "Points", "Polygons", "Rects", "RoundRects", "Segments", "Shapes"), "Python and NumPy"
    ),
}
ELSEWHERE = {
    **NO_CALLS,
    "Body.outline": "as Shape.outline",
    "Shape.outline": "in test_no_memory.py",
    "Body.from_dict": "in test_no_memory.py",
    "Body.to_shapely": "shapely makes the geometry",
    "Shape.to_shapely": "shapely makes the geometry",
    "Space.carry": "Python, of calls of move and slide",
    "Space.separate_all": "Python, of calls of pairs, separate and move",
    "Snapshot": "Space.snapshot makes it",
    "Watch": "Space.watch makes it",
    "Shape": "abstract",
    **dict.fromkeys((f"{kind}.intersection" for kind in ("Body", "Capsule", "Circle", "RoundRect")), "refused"),
    "Watch.update": "in SPACE: watch",
    "carry": "Python, of calls of move and slide",
    "separate_all": "Python, of calls of pairs, separate and move",
    "one_way": "Python",
    "from_geo": "Python; in test_no_memory.py",
    "__version__": "no call",
    **dict.fromkeys(("get_cmake_dir", "get_include", "get_sources"), "Python, of paths"),
    **dict.fromkeys(("count_pairs", "first_hits", "nearest", "pair_chunks", "pairs"), "Python and NumPy"),
}
RESULTS: dict[str, Any] = {
    "Hit": HIT,
    "Contact": CONTACT,
    "Move": Space(SOLIDS).slide("hero", 60, 3),
    "Watch": Space(SOLIDS).watch(),
    "Space": Space(SOLIDS),
}


def public_names() -> Iterator[str]:
    """Every name of the package, and every public name of its classes."""
    for name in c.__all__:
        yield name
        value = getattr(c, name)
        if isinstance(value, type) and name not in NO_CALLS:
            yield from (f"{name}.{attribute}" for attribute in vars(value) if not attribute.startswith("_"))


def calls_of(name: str) -> dict[str, Callable[[], object]]:
    """The calls of a public name, by what they are called on; a method of Space is in SPACE."""
    if name in FUNCTIONS:
        return {"": FUNCTIONS[name]}
    kind, _, attribute = name.partition(".")
    if not attribute:
        return {}
    owner: type = getattr(c, kind)
    # A method that a subclass has of its own is called as that.
    holders = [
        o
        for o in (*SHAPES, *RESULTS.values())
        if isinstance(o, owner) and (type(o) is owner or attribute not in vars(type(o)))
    ]
    if any(callable(getattr(o, attribute)) for o in holders):
        shapes = [o for o in holders if isinstance(o, Shape | Body)]
        return {type(o).__name__: functools.partial(METHODS[attribute], o) for o in shapes if attribute in METHODS}
    return {type(o).__name__: functools.partial(getattr, o, attribute) for o in holders}
