"""Documents: a scene to edit. Documents are immutable; every edit makes a new one."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from collide2d import sweep, turn_cast
from collide2d.play.model.camera import Bounds, Pair
from collide2d.play.model.ways import swept_area
from collide2d.scene import MAX_NAME, Item, Scene
from collide2d.typing import Response, Solid

Motions: TypeAlias = Mapping[str, Pair]
Turns: TypeAlias = Mapping[str, float]

NOTHING: Bounds = (0.0, 0.0, 640.0, 400.0)  # the view of an empty document


@dataclass(frozen=True)
class Document:
    """Named shapes as they were defined, their layers, and the motions and turns of some, in a scene.

    >>> from collide2d import Circle
    >>> one = Document().added([("ball", Circle(0, 0, 1))]).with_motion("ball", (8.0, 0.0))
    >>> one.moved({"ball": Circle(2, 0, 1)})["ball"], one["ball"], one.motions
    (Circle(2.0, 0.0, 1.0), Circle(0.0, 0.0, 1.0), {'ball': (8.0, 0.0)})
    """

    scene: Scene = field(default_factory=lambda: Scene(()))

    def __post_init__(self) -> None:
        object.__setattr__(self, "_items", {item.name: item for item in self.scene.items})

    @property
    def motions(self) -> Motions:
        """The motions by the names of their shapes, in the order of the scene."""
        return {item.name: item.motion for item in self.scene.items if item.motion is not None}

    @property
    def turns(self) -> Turns:
        """The angles, in degrees, by which shapes turn about their pivots or centres; in the order of the scene."""
        return {item.name: item.turn for item in self.scene.items if item.turn is not None}

    @property
    def moving(self) -> tuple[str, ...]:
        """The names of the shapes that have a motion or a turn."""
        return tuple(i.name for i in self.scene.items if i.motion is not None or i.turn is not None)

    @property
    def items(self) -> Mapping[str, Item]:
        """The items by name, in the order of the scene."""
        found: Mapping[str, Item] = self._items  # type: ignore[attr-defined]
        return found

    def __getitem__(self, name: str) -> Solid:
        return self.items[name].shape

    def __contains__(self, name: str) -> bool:
        return name in self.items

    def __len__(self) -> int:
        return len(self.items)

    @property
    def bounds(self) -> Bounds:
        """A box around all shapes, and around what they sweep on their ways."""
        boxes = [swept_area(i.shape, i.turn or 0.0, i.motion or (0.0, 0.0)).bounds for i in self.scene.items]
        if not boxes:
            return NOTHING
        return (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))

    # ---- edits -------------------------------------------------------------------------------------------------------

    def with_items(self, items: Iterable[Item]) -> Document:
        """The document with other items."""
        return Document(replace(self.scene, items=tuple(items)))

    def moved(self, shapes: Mapping[str, Solid]) -> Document:
        """The document with some shapes replaced. A motion or turn that would leave the domain is dropped."""
        return self.with_items(_with_shape(i, shapes[i.name]) if i.name in shapes else i for i in self.scene.items)

    def added(self, shapes: Iterable[tuple[str, Solid]], layer: str = "") -> Document:
        """The document with more shapes; a name that is taken gets a number."""
        items, names = list(self.scene.items), set(self.items)
        for name, shape in shapes:
            free = free_name(name, names)
            names.add(free)
            items.append(Item(free, shape, layer))
        return self.with_items(items)

    def copied(self, names: Iterable[str], by: Pair) -> tuple[Document, tuple[str, ...]]:
        """The document with moved copies of shapes, in the layers of the originals; and the names of the copies."""
        items, taken, new = list(self.scene.items), set(self.items), []
        for name in names:
            free = free_name(name, taken)
            taken.add(free)
            new.append(free)
            items.append(_with_shape(replace(self.items[name], name=free), self[name].move(*by)))
        return self.with_items(items), tuple(new)

    def removed(self, names: Set[str]) -> Document:
        """The document without some shapes."""
        return self.with_items(item for item in self.scene.items if item.name not in names)

    def renamed(self, old: str, new: str) -> Document:
        """The document with a shape renamed. SceneError, a ValueError, if the new name is taken or invalid; KeyError
        for an unknown old name.
        """
        shape = self.items[old]
        return self.with_items(replace(i, name=new) if i is shape else i for i in self.scene.items)

    def with_motion(self, name: str, motion: Pair | None) -> Document:
        """The document with a shape's motion set or removed. ValueError for a motion out of the domain."""
        return self._with(name, motion=None if motion == (0.0, 0.0) else motion)

    def with_turn(self, name: str, angle: float | None) -> Document:
        """The document with a shape's turn set or removed. ValueError beyond 360 degrees or the domain."""
        return self._with(name, turn=None if angle == 0.0 else angle)

    def with_response(self, name: str, response: Response) -> Document:
        """The document with another response of a shape to what is in its way."""
        return self._with(name, response=response)

    def _with(self, name: str, **changes: Any) -> Document:
        return self.with_items(replace(i, **changes) if i.name == name else i for i in self.scene.items)


def _with_shape(item: Item, shape: Solid) -> Item:
    motion = item.motion if item.motion is not None and _may(sweep, shape, item.motion) else None
    turns = item.turn is not None and _may(turn_cast, shape, item.turn, shape, motion=motion or (0.0, 0.0))
    return replace(item, shape=shape, motion=motion, turn=item.turn if turns else None)


def _may(verb: Callable[..., object], *arguments: object, **options: object) -> bool:
    """Whether a way stays in the domain."""
    try:
        verb(*arguments, **options)
    except ValueError:
        return False
    return True


def free_name(wanted: str, taken: Set[str]) -> str:
    """The name itself, or with the first free number appended.

    >>> free_name("circle 1", {"circle 1", "circle 2"}), free_name("ball", {"ball"})
    ('circle 3', 'ball 2')
    """
    if wanted not in taken:
        return wanted
    stem, _, last = wanted.rpartition(" ")
    if not (stem and last.isdecimal() and last.isascii()):
        stem = wanted
    number = 2
    while (name := f"{stem[: MAX_NAME - 1 - len(str(number))]} {number}") in taken:
        number += 1
    return name


# ---- moves by exact amounts ------------------------------------------------------------------------------------------


def grain(shape: Solid, axis: int) -> float:
    """The ulp of a shape's greatest coordinate along an axis: the smallest motion that moves every vertex.

    >>> from collide2d import Circle
    >>> grain(Circle(100, 0, 28), 0) == 2.0**-45
    True
    """
    low, high = shape.bounds[axis], shape.bounds[axis + 2]
    return max(math.ulp(max(abs(low), abs(high))), 2.0**-200)


def nudged(shape: Solid, dx: float, dy: float, *, grains: bool = False) -> Solid:
    """A shape moved by a vector, or along each axis by a number of grains."""
    if grains:
        dx, dy = dx * grain(shape, 0), dy * grain(shape, 1)
    return shape.move(dx, dy)
