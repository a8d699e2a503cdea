"""Makes shapes from the dictionaries that `to_dict` writes and scenes contain: names and cases, no geometry."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from collide2d import Body, Capsule, Chain, Circle, Point, Polygon, Rect, RoundRect, Segment, Shape
from collide2d._messages import did_you_mean


class Form(NamedTuple):
    """One way to define a kind of shape: a constructor, the keys of its arguments in order, and the optional keys."""

    make: Callable[..., Shape]
    keys: tuple[str, ...]
    options: tuple[str, ...] = ()


def _grown(core: dict[str, Any], r: float, *, angle: float | None = None, radians: float | None = None) -> RoundRect:
    """A rectangle that is grown, and then optionally turned."""
    shape = Rect.from_dict(core).grow(r)
    return shape if angle is None and radians is None else shape.rotate(angle, radians=radians)


_TURN = ("angle", "radians")

# The forms of each kind. A key in _MARKS selects its form; without one the last form, the plainest, applies.
FORMS: dict[str, tuple[Form, ...]] = {
    "point": (Form(Point, ("x", "y")),),
    "circle": (Form(Circle, ("x", "y", "r")),),
    "segment": (Form(Segment, ("ax", "ay", "bx", "by")),),
    "capsule": (Form(Capsule, ("ax", "ay", "bx", "by", "r")),),
    "rect": (
        Form(Rect.centered, ("cx", "cy", "w", "h"), _TURN),
        Form(Rect.from_corners, ("x1", "y1", "x2", "y2")),
        Form(Rect.pivoted, ("x", "y", "w", "h", "offset"), _TURN),
        Form(Rect, ("x", "y", "w", "h"), (*_TURN, "pivot")),
    ),
    "roundrect": (
        Form(_grown, ("core", "r"), _TURN),
        Form(RoundRect.centered, ("cx", "cy", "w", "h", "r"), _TURN),
        Form(RoundRect.around, ("cx", "cy", "inner_w", "inner_h", "r"), _TURN),
        Form(RoundRect.pivoted, ("x", "y", "w", "h", "r", "offset"), _TURN),
        Form(RoundRect, ("x", "y", "w", "h", "r"), (*_TURN, "pivot")),
    ),
    "polygon": (Form(Polygon, ("points",), ("radius",)),),
}

# The keys that distinguish a form from the plainest of its kind, in order of precedence.
_MARKS = ("core", "inner_w", "inner_h", "cx", "cy", "x1", "y1", "x2", "y2", "offset")


def _form(kind: str, data: Mapping[str, object]) -> Form:
    forms = FORMS[kind]
    for mark in _MARKS:
        for form in forms:
            if mark in data and mark in form.keys:
                return form
    return forms[-1]


def _kind(cls: type[Shape], data: Mapping[str, object]) -> str:
    kinds = tuple(FORMS) if cls is Shape else (cls.__name__.lower(),)
    kind = data.get("kind", kinds[0] if len(kinds) == 1 else None)
    if not isinstance(kind, str) or kind not in kinds:
        got = f"got {kind!r}{did_you_mean(kind, kinds)}" if "kind" in data else "it is missing"
        raise ValueError(f"{cls.__name__}.from_dict: kind must be {' or '.join(map(repr, kinds))}, {got}")
    return kind


def from_dict(cls: type[Shape], data: dict[str, Any]) -> Shape:
    """The shape that a dictionary describes; see Shape.from_dict.

    >>> from_dict(Shape, {"kind": "point", "x": 1, "y": 2})
    Point(1.0, 2.0)
    """
    who = f"{cls.__name__}.from_dict"
    if not isinstance(data, dict):
        raise TypeError(f"{who}: data must be a dict, got {type(data).__name__}")
    form = _form(_kind(cls, data), data)
    keys = ", ".join(form.keys)
    for key in data:
        if key != "kind" and key not in form.keys and key not in form.options:
            advice = did_you_mean(key, (*form.keys, *form.options))
            raise ValueError(f"{who}: the keys must be {keys}, got unknown key {key!r}{advice}")
    for key in form.keys:
        if key not in data:
            raise ValueError(f"{who}: the keys must be {keys}, {key!r} is missing")
    # Not a generator expression: Python 3.12 and 3.13 free its code twice if there is no memory for its function.
    values = [data[key] for key in form.keys]
    return form.make(*values, **{key: data[key] for key in form.options if key in data})


# The forms of a body: the key that selects each, and its optional keys.
BODY_FORMS: dict[str, tuple[str, ...]] = {"pieces": (), "outline": ("holes",), "chain": ("closed", "radius")}


def _piece(who: str, data: object) -> Shape | tuple[str, Shape]:
    if not isinstance(data, dict):
        raise TypeError(f"{who}: a piece must be a dict, got {type(data).__name__}")
    # Not over data.items(): Python 3.11 to 3.13 crash if they have memory for that iterator but not for its pair.
    shape = Shape.from_dict({key: data[key] for key in data if key != "name"})
    return (data["name"], shape) if "name" in data else shape


def body_form(who: str, data: Mapping[str, object]) -> str:
    """The key of a body's form. Raises ValueError if there is none, or for a key of another form."""
    forms = [form for form in BODY_FORMS if form in data]
    if len(forms) != 1:
        got = " and ".join(map(repr, forms)) or "none of them"
        raise ValueError(f"{who}: one of the keys must be {', '.join(BODY_FORMS)}, got {got}")
    for key in data:
        if key not in ("kind", forms[0], *BODY_FORMS[forms[0]]):
            known = ", ".join((forms[0], *BODY_FORMS[forms[0]]))
            advice = did_you_mean(key, (forms[0], *BODY_FORMS[forms[0]]))
            raise ValueError(f"{who}: the keys must be {known}, got unknown key {key!r}{advice}")
    return forms[0]


def body_from_dict(cls: type[Body], data: dict[str, Any]) -> Body:
    """The body that a dictionary describes; see Body.from_dict.

    >>> body_from_dict(Body, {"kind": "body", "pieces": [{"kind": "point", "x": 1, "y": 2, "name": "tip"}]})
    Body({'tip': Point(1.0, 2.0)})
    >>> body_from_dict(Body, {"kind": "body", "chain": [[0, 0], [4, 0]], "radius": 1})
    Body([Capsule(0.0, 0.0, 4.0, 0.0, 1.0)])
    """
    who = "Body.from_dict"
    if not isinstance(data, dict):
        raise TypeError(f"{who}: data must be a dict, got {type(data).__name__}")
    if data.get("kind", "body") != "body":
        raise ValueError(f"{who}: kind must be 'body', got {data['kind']!r}")
    form = body_form(who, data)
    if form == "outline":
        return cls.from_outline(data["outline"], data.get("holes", ()))
    if form == "chain":
        return Chain(data["chain"], data.get("closed", False), data.get("radius", 0.0))
    if not isinstance(data["pieces"], (list, tuple)):
        raise TypeError(f"{who}: pieces must be a list, got {type(data['pieces']).__name__}")
    return cls([_piece(who, piece) for piece in data["pieces"]])
