"""Playing a scene: every shape with a motion or a turn goes on, and stops, slides or bounces at what is in its way.

A motion is how far a shape moves in a second, and a turn by how many degrees it turns. The state is the document alone:
a bounce changes the motion or reverses the turn, so a scene can be saved in the middle of it.
"""

from __future__ import annotations

from dataclasses import replace

from collide2d import Space, bounce
from collide2d.play.model.camera import Pair
from collide2d.play.model.document import Document
from collide2d.typing import Response, Solid

RATE = 60  # steps per second


def played(document: Document, steps: int = 1) -> Document:
    """The document after some steps of 1/60 s, in each of which the shapes turn and move one by one, in scene order.

    Two shapes that bounce exchange their velocities by their areas, as `bounce` does by masses. Triggers and shapes of
    layers that ignore each other do not meet. A shape that would leave the domain stays.

    >>> from collide2d import Circle, Rect
    >>> from collide2d.scene import Item, Scene
    >>> ball = Item("ball", Circle(0, 0, 1), motion=(60.0, 0.0), response="bounce")
    >>> document = Document(Scene((ball, Item("wall", Rect(4, -4, 2, 8)))))
    >>> [played(document, n)["ball"].center[0] for n in (1, 2, 3, 4, 5)]
    [1.0, 2.0, 3.0, 2.0, 1.0]
    """
    play = _Play(document)
    for _ in range(steps):
        play.step()
    return document.with_items(play.items.values())


class _Play:
    """The items of a document while they move, and a space of them."""

    def __init__(self, document: Document) -> None:
        self.scene = document.scene
        self.items = {item.name: item for item in document.scene.items}
        self.triggers = {layer.name for layer in document.scene.layers if layer.trigger}
        self.space: Space[str] = Space((name, item.shape) for name, item in self.items.items())

    def step(self) -> None:
        for name, item in list(self.items.items()):
            if item.turn is not None:
                self._turn(name, item.turn)
            if item.motion is None:
                continue
            motion = item.motion
            # The bounce of another shape in this step may have changed its motion.
            motion = self.items[name].motion or motion
            try:
                move = self.space.slide(name, (motion[0] / RATE, motion[1] / RATE), filter=self._response)
                self._put(name, move.shape, motion)
            except ValueError:  # at the end of the domain
                self.space.update(name, self.items[name].shape)
                continue
            for other, hit in move.hits:
                if self._response(name, other) == "bounce":
                    self._bounce(name, other, hit.normal)

    def _turn(self, name: str, turn: float) -> None:
        """Turns a shape as far as it can; one that bounces turns back from then on."""
        item = self.items[name]
        hit = self.space.turn_cast(name, turn / RATE, filter=lambda other: self._response(name, other) != "pass")
        t = hit[1].t if hit else 1.0
        try:
            back = t < 1 and item.response == "bounce"
            turned = replace(item, shape=item.shape.rotate(t * turn / RATE), turn=-turn if back else turn)
        except ValueError:  # at the end of the domain
            return
        self.items[name] = turned
        self.space.update(name, turned.shape)

    def _put(self, name: str, shape: Solid, motion: Pair) -> None:
        self.items[name] = replace(self.items[name], shape=shape, motion=motion)

    def _response(self, name: str, other: str) -> Response:
        a, b = self.items[name], self.items[other]
        if (a.layer, b.layer) in self.scene._ignored or {a.layer, b.layer} & self.triggers:
            return "pass"
        return a.response

    def _bounce(self, name: str, other: str, normal: Pair) -> None:
        a, b = self.items[name], self.items[other]
        is_free = b.response == "bounce" and b.motion is not None
        va, vb = bounce(
            a.motion or (0.0, 0.0),
            (b.motion or (0.0, 0.0)) if is_free else (0.0, 0.0),
            normal,
            1.0,
            _mass(a.shape),
            _mass(b.shape) if is_free else float("inf"),
        )
        self._put(name, a.shape, va)
        if is_free:
            self._put(other, b.shape, vb)


def _mass(shape: Solid) -> float:
    return shape.area or 1.0
