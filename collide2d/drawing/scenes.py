"""Drawings of shapes and scenes: the choice of colours, labels and legend."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Literal, TypedDict, Unpack

from collide2d import Body, Relation, Shape
from collide2d._rendering.colors import AMBER, BLUE, GREEN, INK, LAYERS, MUTED, RED
from collide2d.drawing.frame import darker, lighter
from collide2d.drawing.marks import short
from collide2d.drawing.picture import Drawing
from collide2d.scene import Cast, Finding, Gap, Item, Layer, Scene, TurnCast
from collide2d.typing import Solid

RELATION_COLORS = {Relation.APART: BLUE, Relation.TOUCHING: AMBER, Relation.OVERLAPPING: RED}
_RELATION_WORDS = {Relation.APART: "apart", Relation.TOUCHING: "touching", Relation.OVERLAPPING: "overlapping"}
_CAST_WORDS = {Relation.APART: "not hit", Relation.TOUCHING: "hit", Relation.OVERLAPPING: "overlapping at the start"}
_FEW = 30  # with at most this many shapes, all are labelled and their cores drawn


class Options(TypedDict, total=False):
    """The options of `drawing_of`, which describes them."""

    width: float | None
    title: str | None
    labels: Literal["auto", "all", "none"]
    contacts: bool | None
    distances: bool | None
    grid: bool
    legend: bool | None
    cast: Cast | TurnCast | None


def drawing_of(
    what: Solid | Scene | Mapping[str, Solid] | Iterable[Solid],
    *,
    width: float | None = None,
    title: str | None = None,
    labels: Literal["auto", "all", "none"] = "auto",
    contacts: bool | None = None,
    distances: bool | None = None,
    grid: bool = True,
    legend: bool | None = None,
    cast: Cast | TurnCast | None = None,
) -> Drawing:
    """A drawing of a shape, of a body, of several of them (by name, if a mapping), or of a scene.

    More can be added to it.

    width: pixels. title: instead of the scene's. labels: write the names of shapes and the depths of contacts; "auto"
    does so for at most 30 shapes, and always for triggers. contacts: draw contacts, except those with triggers;
    default: unless there is a cast. distances: with the contacts, draw the distance from each shape that touches no
    other to its nearest neighbour; default: in a small scene. legend: draw a legend; default: for more than one shape.
    cast: a result of `Scene.cast` or `Scene.turn_cast`, to draw as well. The shapes it hits have the colour of
    touching, their relation at the stop, or of overlapping if they overlap at the start.
    """
    alone = what[0] if isinstance(what, (list, tuple)) and len(what) == 1 else what
    if isinstance(alone, Body):
        return _drawing_of_body(alone, width, title, labels, grid)
    scene = _scene_of(what)
    few = len(scene) <= _FEW
    single = len(scene) == 1 and not isinstance(what, Scene)
    drawing = Drawing(
        title=scene.title if title is None else title,
        description=scene.description,
        width=width if width is not None else 360.0 if single else 800.0 if few else 1200.0,
        grid=grid,
        legend=not single if legend is None else legend,
    )
    contacts = cast is None if contacts is None else contacts
    findings = [f for f in scene.findings() if not f.trigger] if contacts else []
    worst: dict[str, Relation] = {}
    for m in cast.hits if cast is not None else ():
        worst[m.item.name] = Relation.OVERLAPPING if m.hit.depth > 0 else Relation.TOUCHING
    for f in findings:
        for item in (f.first, f.second):
            worst[item.name] = max(f.relation, worst.get(item.name, f.relation))
    colors = {layer.name: layer.color or LAYERS[i % len(LAYERS)] for i, layer in enumerate(scene.layers)}
    triggers = {layer.name for layer in scene.layers if layer.trigger}
    for item in _in_layer_order(scene.items, scene.layers):
        relation = worst.get(item.name, Relation.APART)
        label = labels == "all" or (labels == "auto" and (few or item.layer in triggers))
        _add_item(drawing, item, relation, colors.get(item.layer, ""), few, label)
    gaps = _nearest_gaps(scene, worst, triggers) if contacts and (few if distances is None else distances) else []
    for gap in gaps:
        drawing.add_distance(*gap.points, short(gap.separation) if labels != "none" else "")
    size = 1.0 if len(findings) <= _FEW else 0.6
    for f in findings:
        wanted = labels == "all" or (labels == "auto" and len(findings) <= _FEW)
        drawing.add_contact(f.contact, color=RELATION_COLORS[f.relation], label=wanted, size=size)
    words = _RELATION_WORDS if cast is None or contacts else _CAST_WORDS
    _explain(drawing, scene, colors, worst, words, findings, gaps)
    if cast is not None:
        _add_cast(drawing, cast, labels != "none")
    return drawing


def _drawing_of_body(body: Body, width: float | None, title: str | None, labels: str, grid: bool) -> Drawing:
    """The pieces of a body as one solid, with their names."""
    drawing = Drawing(title=title or "", width=360.0 if width is None else width, grid=grid, legend=False)
    drawing.add_shape(body, body.kind, core=len(body) <= _FEW, label=False)
    if labels == "all" or (labels == "auto" and len(body) <= _FEW):
        for piece, name in zip(body, body.names or (), strict=False):
            if name is not None:
                drawing.add_label(piece.center, name)
    return drawing


def svg(what: Solid | Scene | Mapping[str, Solid] | Iterable[Solid], **options: Unpack[Options]) -> str:
    """The drawing of `drawing_of`, which takes the same arguments, as SVG text.

    >>> from collide2d import Circle
    >>> svg(Circle(0, 0, 1)).count("<path") >= 1
    True
    """
    return drawing_of(what, **options).to_svg()


def _scene_of(what: Solid | Scene | Mapping[str, Solid] | Iterable[Solid]) -> Scene:
    if isinstance(what, Scene):
        return what
    if isinstance(what, (Shape, Body)):
        return Scene((Item(what.kind, what),))
    if isinstance(what, Mapping):
        return Scene(tuple(Item(name, shape) for name, shape in what.items()))
    shapes = tuple(what)
    if len(shapes) == 1:
        return _scene_of(shapes[0])
    return Scene(tuple(Item(f"{shape.kind} {i}", shape) for i, shape in enumerate(shapes)))


def _in_layer_order(items: Sequence[Item], layers: Sequence[Layer]) -> list[Item]:
    rank = {layer.name: i for i, layer in enumerate(layers)}
    return sorted(items, key=lambda item: rank.get(item.layer, len(rank)))


def _add_item(drawing: Drawing, item: Item, relation: Relation, layer_color: str, few: bool, label: bool) -> None:
    color = RELATION_COLORS[relation]
    if not layer_color:
        drawing.add_shape(item.shape, item.name, color=color, core=few, label=label)
        return
    if relation is Relation.APART:
        has_area = item.shape.area > 0
        color, width = (darker(layer_color), 1.0) if has_area else (layer_color, 2.2)
    else:
        width = 2.0 if few else 1.5
    drawing.add_shape(
        item.shape, item.name, color=color, fill=layer_color, opacity=1.0, width=width, core=few, label=label
    )


def _add_cast(drawing: Drawing, cast: Cast | TurnCast, label: bool) -> None:
    turns = isinstance(cast, TurnCast)
    if isinstance(cast, TurnCast):
        drawing.add_turn(cast.item.shape, cast.angle, cast.t, cast.about, motion=cast.motion, label=label)
    else:
        drawing.add_way(cast.item.shape, cast.motion, cast.t, label=label)
    for m in cast.hits:
        drawing.add_hit(m.hit, label=label)
    drawing.add_legend("fill", GREEN, f"{cast.item.name}: the swept area, and where it stops")
    if cast.t < 1:
        drawing.add_legend("ghost", lighter(GREEN), "the rest of its turn" if turns else "the rest of its motion")
    if turns:
        drawing.add_legend("dot", GREEN, "the point it turns about")
    if cast.hits:
        drawing.add_legend("arrow", INK, "normal of the hit surface")


def _nearest_gaps(scene: Scene, worst: Mapping[str, Relation], triggers: Set[str]) -> list[Gap]:
    """The gap from each item without collisions to its nearest neighbour, each gap once; not for triggers."""
    nearest: dict[str, Gap] = {}
    for gap in scene.gaps():
        if gap.first.layer in triggers or gap.second.layer in triggers:
            continue
        for item in (gap.first, gap.second):
            if item.name not in worst and (item.name not in nearest or gap.separation < nearest[item.name].separation):
                nearest[item.name] = gap
    return list(dict.fromkeys(nearest.values()))


def _explain(
    drawing: Drawing,
    scene: Scene,
    colors: Mapping[str, str],
    worst: Mapping[str, Relation],
    words: Mapping[Relation, str],
    findings: Sequence[Finding],
    gaps: Sequence[Gap],
) -> None:
    """The legend, with only the symbols that the picture uses."""
    for name, color in colors.items():
        count = sum(item.layer == name for item in scene.items)
        if count:
            drawing.add_legend("layer", color, f"{name} ({count})")
    for relation in (Relation.OVERLAPPING, Relation.TOUCHING, Relation.APART):
        count = sum(worst.get(item.name, Relation.APART) is relation for item in scene.items)
        if count and not (colors and relation is Relation.APART):
            drawing.add_legend("fill", RELATION_COLORS[relation], words[relation])
    if findings:
        drawing.add_legend("dot", INK, "contact point")
        drawing.add_legend("arrow", INK, "normal, toward the first shape")
    if any(f.contact.depth > 0 for f in findings):
        drawing.add_legend("bar", RED, "depth, to scale")
    if gaps:
        drawing.add_legend("dash", MUTED, "distance to the nearest shape")
