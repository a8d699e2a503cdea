"""The scenes that come with the playground, from one pair of shapes to a map."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import collide2d
from collide2d import Capsule, Circle, Polygon, Rect, RoundRect, Segment
from collide2d.play.model.demo import demo
from collide2d.play.model.document import Document
from collide2d.scene import Item, Layer, Scene, load


class Exhibit(NamedTuple):
    """A scene of the gallery: its title, what it shows, how to open it, and what is selected in it."""

    title: str
    says: str
    open: Callable[[], Document]
    selected: tuple[str, ...] = ()


def _folder(name: str) -> Path:
    """A folder of examples: in the package, if it is installed, or in the source tree."""
    package = Path(collide2d.__file__).parent
    inside = package / "examples" / name
    return inside if inside.is_dir() else package.parent / "examples" / name


def _file(folder: str, name: str) -> Callable[[], Document]:
    return lambda: Document(load(_folder(folder) / name))


def _article(name: str) -> Callable[[], Document]:
    return _file("scenes", f"article-{name}.json")


def pair() -> Document:
    """Two shapes, one of which asks to be dragged.

    >>> list(pair().items)
    ['drag me', 'box']
    """
    says = "Drag the circle to the box. Where does touching begin, and where overlapping?"
    items = (Item("drag me", Circle(-112, -32, 48)), Item("box", Rect(-16, -64, 176, 112)))
    return Document(Scene(items, title="One pair", description=says))


def one_ulp() -> Document:
    """A ball that touches a stone exactly."""
    says = "The ball touches the stone. Ctrl + an arrow key moves it by one ulp, the smallest step: touching ends."
    stone = Polygon([(-48, 40), (40, 40), (48, 72), (8, 88), (-40, 80)])
    return Document(Scene((Item("ball", Circle(0, 0, 40)), Item("stone", stone)), title="One ulp", description=says))


def court() -> Document:
    """A ball that bounces, a crate that slides and a runner that stops, between walls."""
    says = "P plays, and pauses. Drag something into the way, or press R to change what a shape does at a hit."
    walls = (
        Item("top", Rect(-16, -16, 512, 16), "wall"),
        Item("bottom", Rect(-16, 320, 512, 16), "wall"),
        Item("left", Rect(-16, 0, 16, 320), "wall"),
        Item("right", Rect(480, 0, 16, 320), "wall"),
    )
    items = (
        Item("pillar", RoundRect(208, 128, 96, 64, 24)),
        Item("bumper", Circle(384, 224, 32)),
        Item("ball", Circle(64, 64, 20), motion=(256.0, 176.0), response="bounce"),
        Item("crate", Rect(64, 232, 40, 40, 15), motion=(160.0, 48.0), response="slide"),
        Item("runner", Capsule(352, 32, 352, 56, 16), motion=(0.0, 160.0)),
    )
    layers = (Layer("wall", "#d9d4c7", ("wall",)),)
    return Document(Scene((*walls, *items), title="Motion", description=says, layers=layers))


def turning() -> Document:
    """A door with a crate in its way, a flipper under a ball, an arm among obstacles, and an axe that is thrown."""
    says = "Drag the tip of a turn; P plays. The arm turns back, and the axe turns while it flies."
    items = (
        Item("door", Rect.pivoted(32, 64, 144, 16, (8, 8)), turn=90.0),
        Item("crate", Rect(104, 136, 40, 40, 15)),
        Item("wall", Rect(-16, 48, 36, 160), "wall"),
        Item("flipper", RoundRect.pivoted(32, 256, 112, 24, 12, (12, 12), 20.0), turn=-60.0),
        Item("ball", Circle(120, 232, 16)),
        Item("arm", Capsule(312, 160, 488, 160, 10), turn=240.0, response="bounce"),
        Item("peg 1", Circle(456, 88, 16)),
        Item("peg 2", RoundRect(328, 224, 40, 40, 12)),
        Item("rail", Segment(480, 280, 552, 208)),
        Item("axe", Capsule(184, 344, 184, 296, 6), turn=270.0, motion=(280.0, -16.0)),
        Item("tree", Circle(408, 312, 24)),
    )
    layers = (Layer("wall", "#d9d4c7"),)
    return Document(Scene(items, title="Turning", description=says, layers=layers))


GALLERY = (
    Exhibit("One pair", "two shapes, and every answer about them", pair, ("drag me",)),
    Exhibit("Every kind of shape", "circles, boxes, capsules, polygons", _file("scenes", "every-kind.json")),
    Exhibit("One ulp", "where touching begins and ends, to the last bit", one_ulp, ("ball",)),
    Exhibit("Motion", "stop, slide and bounce: press P to play", court, ("ball",)),
    Exhibit("Turning", "a door, a flipper, an arm, and an axe that is thrown", turning, ("door",)),
    Exhibit("Bodies", "several shapes that are one solid", _file("scenes", "bodies.json")),
    Exhibit("1: Rounded rectangles", "their configuration space", _article("1-rounded-rectangles")),
    Exhibit("2: Rotated rectangles", "a door and its pivot", _article("2-rotated-rectangle")),
    Exhibit("3: Practical detection", "a room, a player and walls", _article("3-practical-detection")),
    Exhibit("4: Touching is not overlapping", "the worked numbers", _article("4-touching-is-not-overlapping")),
    Exhibit("A level", "301 shapes in layers, with rooms as triggers", _file("scenes", "level.json")),
    Exhibit("A Tiled map", "a level of the Tiled editor", _file("maps", "level.tmj")),
    Exhibit("Six cards", "the pictures of the articles on one sheet", demo, ("hero",)),
)  # fmt: skip
