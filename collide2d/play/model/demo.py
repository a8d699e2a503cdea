"""The scene that the playground opens: every kind of shape, and the standard pictures of articles on collision.

Six cards: the configuration space obstacle of a rounded rectangle; a rectangle that turns about its pivot; a player who
enters a room; touching that is not overlapping, with the worked numbers; every kind; the first hit of a swept shape.
"""

from __future__ import annotations

from dataclasses import replace

from collide2d import Capsule, Circle, Point, Polygon, Rect, RoundRect, Segment, Shape
from collide2d.play.model.document import Document
from collide2d.scene import Item, Layer, Scene

WIDTH, HEIGHT, GAP = 288, 328, 16  # the size of a card, and the gap between two
SELECTED = ("hero",)

_LAYERS = (
    Layer("card", "#f7f4ec", ("*",)),
    Layer("room", "#dfe9dd", ("room",), trigger=True),
    Layer("tile", "#d9d4c7", ("tile",)),
)

_CARDS = (
    "Configuration space", "Turned about a pivot", "Who enters a room?",
    "Touching is not overlapping", "Every kind", "The first hit on the way",
)  # fmt: skip


def _configuration_space() -> list[Item]:
    return [Item("pillar", RoundRect(128, 160, 112, 88, 32)), Item("hero", RoundRect(72, 120, 80, 72, 24))]


def _turned() -> list[Item]:
    return [
        Item("door", Rect.pivoted(64, 88, 184, 24, (12, 12), angle=30)),
        Item("lamp", Circle(200, 96, 32)),
        Item("post", Circle(96, 208, 40)),
        Item("wire", Segment(168, 232, 256, 264)),
        Item("spark", Point(56, 288)),
    ]


def _room() -> list[Item]:
    return [
        Item("room", RoundRect(104, 56, 152, 136, 24), "room"),
        Item("wall", Rect.from_corners(32, 192, 256, 216)),
        Item("player", Circle(104, 152, 40)),
        Item("guest", Circle(204, 108, 28)),
        Item("crate", Rect(176, 216, 56, 56)),
        Item("late", Capsule(64, 256, 112, 280, 20)),
    ]


def _touching() -> list[Item]:
    k, x, y = 4.0, 8, 132  # the scale and the offset of the rectangles of the worked example
    return [
        Item("c1", Circle(56, 96, 24)),
        Item("c2", Circle(56 + 2 * 24, 96, 1.5 * 24)),
        Item("r1", Rect(5 * k + x, 10 * k + y, 10 * k, 21 * k)),
        Item("r2", Rect(8 * k + x, 27 * k + y, 9 * k, 12 * k)),
        Item("r3", Rect(18 * k + x, 27 * k + y, 5 * k, 12 * k)),
        Item("left", Rect(160, 64, 48, 48)),
        Item("right", Rect(208, 64, 48, 48)),
        Item("ball", Circle(208, 208, 40)),
        Item("stone", Polygon([(160, 248), (248, 248), (256, 280), (216, 296), (168, 288)])),
    ]


def _kinds() -> list[Item]:
    return [
        Item("point", Point(56, 84)),
        Item("circle", Circle(144, 84, 32)),
        Item("segment", Segment(208, 108, 256, 60)),
        Item("capsule", Capsule(48, 152, 88, 184, 20)),
        Item("box", Rect(128, 144, 64, 48)),
        Item("turned", Rect.centered(236, 168, 32, 64, angle=30)),
        Item("round box", RoundRect(24, 224, 80, 72, 24)),
        Item("triangle", Polygon([(120, 296), (160, 216), (184, 288)])),
        Item("pebble", Polygon([(216, 236), (244, 244), (248, 280), (212, 276)], radius=16)),
    ]


def _first_hit() -> list[Item]:
    tiles = [
        Item(f"tile {i + 1}", Rect.from_corners(x, 264, x + 48, 304), "tile") for i, x in enumerate(range(24, 264, 48))
    ]
    return [
        *tiles,
        Item("runner", Capsule(64, 88, 64, 128, 24), motion=(160.0, 136.0), response="slide"),
        Item("block", RoundRect(168, 176, 80, 88, 32), "tile"),
    ]


def demo() -> Document:
    """The scene, with the motion of its moving shape.

    >>> sorted({item.shape.kind for item in demo().scene.items})
    ['capsule', 'circle', 'point', 'polygon', 'rect', 'roundrect', 'segment']
    """
    parts = (_configuration_space, _turned, _room, _touching, _kinds, _first_hit)
    items: list[Item] = []
    for i, (title, part) in enumerate(zip(_CARDS, parts, strict=True)):
        x, y = (WIDTH + GAP) * (i % 3), (HEIGHT + GAP) * (i // 3)
        card: Shape = RoundRect(x, y, WIDTH, HEIGHT, 16)
        items += [Item(title, card, "card"), *(replace(a, shape=a.shape.move(x, y)) for a in part())]
    return Document(Scene(tuple(items), title="Playground", layers=_LAYERS))
