"""The pictures that notebooks show of shapes, spaces and results: small enough to stand beside other outputs."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from collide2d import Body, Contact, Hit, Move, Shape, Space
from collide2d._rendering.colors import GREEN
from collide2d.drawing.marks import short
from collide2d.drawing.picture import Drawing
from collide2d.drawing.scenes import drawing_of
from collide2d.typing import Solid

SMALL = 260.0  # the width of a result, in pixels
WIDE, TALL = 640.0, 440.0  # a space has at most this size, without its legend
NARROW = 430.0  # a drawing is at most 1.2 times as high as it is wide


def notebook(what: Any) -> str:
    """The SVG text of a shape, a body, a space, a Contact, a Hit, a Move or a Walk.

    >>> from collide2d import Circle
    >>> notebook(Space({"ball": Circle(0, 0, 1)})).count("ball") >= 1
    True
    """
    return _drawing(what).to_svg()


def _drawing(what: Any) -> Drawing:
    if isinstance(what, (Shape, Body)):
        return drawing_of([what])
    if isinstance(what, Space):
        return drawing_of(_named(what), width=_width(what.bounds))
    if isinstance(what, Contact):
        return _contact(what)
    if isinstance(what, Hit):
        return Drawing(f"Hit at t = {short(what.t)}", width=SMALL, legend=False).add_hit(what)
    if isinstance(what, Move):
        return _move(what)
    return _walk(what)


def _width(bounds: tuple[float, float, float, float] | None) -> float:
    """The width at which a picture of these bounds is at most WIDE by TALL."""
    w, h = (bounds[2] - bounds[0], bounds[3] - bounds[1]) if bounds is not None else (0.0, 0.0)
    if w == h == 0:
        return NARROW
    return WIDE if w * TALL >= h * WIDE else max(NARROW, TALL * w / h + 100)


def _named(space: Space[Any]) -> Mapping[str, Solid]:
    """The shapes of a space by printable names, which are unique."""
    names: dict[str, Solid] = {}
    for item, shape in space.items():
        name = plain = _text(item)
        for number in range(2, len(space) + 2):
            if name not in names:
                break
            name = f"{plain} {number}"
        names[name] = shape
    return names


def _text(item: Hashable) -> str:
    return "".join(c for c in str(item) if c.isprintable()).strip()[:60] or "item"


def _contact(contact: Contact) -> Drawing:
    deep = contact.depth > 0
    title = f"Contact, {short(contact.depth)} deep" if deep else "Contact, touching"
    drawing = Drawing(title, width=SMALL, legend=False)
    if deep:
        (x, y), (dx, dy) = contact.points[0], contact.mtv
        drawing.add_distance((x - dx / 2, y - dy / 2), (x + dx / 2, y + dy / 2))  # the bar is in the picture
    return drawing.add_contact(contact, label=False)


def _move(move: Move[Any]) -> Drawing:
    names = ", ".join(dict.fromkeys(_text(item) for item, _ in move.hits))
    boxes = [shape.bounds for shape in (*move.path, move.shape)]
    bounds = (*(min(b[i] for b in boxes) for i in (0, 1)), *(max(b[i] for b in boxes) for i in (2, 3)))
    title = f"Move: hits {names}" if names else "Move: hits nothing"
    left, top, right, bottom = bounds
    return Drawing(title[:80], width=0.75 * _width((left, top, right, bottom)), legend=False).add_move(move)


def _walk(walk: Any) -> Drawing:
    """A walk has no shape: its vector, and where it met what."""
    met = {"floor": walk.floor, "wall": walk.wall, "ceiling": walk.ceiling}
    said = ", ".join(f"{what} {_text(item)}" for what, item in met.items() if item is not None) or "in the air"
    drawing = Drawing(f"Walk: {said}"[:80], width=1.5 * SMALL, legend=False)
    start = walk.hits[-1][1].point if walk.hits else (0.0, 0.0)
    drawing.add_arrow((start[0] - walk.moved[0], start[1] - walk.moved[1]), walk.moved, "moved", color=GREEN)
    for item, hit in walk.hits:
        drawing.add_hit(hit, label=False).add_point(hit.point, _text(item))
    return drawing
