"""Pictures of scenes, and of each thing that a drawing can be made of."""

from __future__ import annotations

from collide2d import Capsule, Circle, Rect, RoundRect, Shape, Space, contact
from collide2d.drawing import AMBER, BLUE, GREEN, INK, MUTED, RED, Drawing, drawing_of
from collide2d.scene import Item, Layer, Scene
from table import WIDTH, blank, picture

ROOM = Layer("room", "#efe6d2", ignore=("room", "wall"), trigger=True)
WALL = Layer("wall", "#9aa5b1", ignore=("wall",))


def scene() -> Scene:
    """A room with two walls, a ball and a crate."""
    return Scene(
        (
            Item("hall", RoundRect(0, 0, 24, 14, 3), "room"),
            Item("north", Rect(0, -2, 24, 2), "wall"),
            Item("east", Rect(24, -2, 2, 16), "wall"),
            Item("ball", Circle(6, 6, 2.5)),
            Item("crate", Rect(14, 5, 7, 6, 25)),
            Item("cat", Capsule(9, 8.5, 11, 9.5, 1.5)),
        ),
        layers=(ROOM, WALL),
    )


def whole() -> Drawing:
    """As the command line draws it."""
    return drawing_of(scene(), width=WIDTH, legend=False)


@picture("scene.Scene", "scene.load", "scene.loads", "scene.Scene.dumps", "scene.Scene.save", "scene.Scene.to_dict",
         "scene.Item", "scene.Layer", "scene.SceneError", "scene.Scene.findings", "scene.Scene.each_finding",
         "scene.Finding", "scene.Counts", "scene.Counts.of",
         "drawing.drawing_of", "drawing.svg")  # fmt: skip
def _scene() -> Drawing:
    """A scene, its layers, and what collides in it."""
    return whole()


@picture("scene.Scene.pairs", "scene.Scene.count_pairs")
def _pairs() -> Drawing:
    """Every two whose layers do not ignore each other."""
    items = scene()
    drawing = drawing_of(items, width=WIDTH, legend=False, contacts=False)
    for a, b in items.pairs():
        drawing.add_distance(a.shape.center, b.shape.center, color=INK)
    return drawing


@picture("scene.Scene.gaps", "scene.Scene.each_gap", "scene.Gap")
def _gaps() -> Drawing:
    """Who is apart, how far, and where they are nearest."""
    loose = Scene((Item("ball", Circle(0, 0, 2)), Item("crate", Rect(4, 1, 4, 3)), Item("cat", Capsule(0, 5, 2, 6, 1))))
    drawing = drawing_of(loose, width=WIDTH, legend=False, contacts=False)
    for gap in loose.gaps():
        drawing.add_distance(*gap.points, f"{gap.separation:.3f}", color=INK)
    return drawing


@picture("scene.Scene.cast", "scene.Cast", "scene.Met", "scene.Cast.t", "scene.Cast.stop")
def _cast() -> Drawing:
    """An item on its way to what stops it."""
    items = scene()
    return drawing_of(items, width=WIDTH, legend=False, cast=items.cast("crate", (-12.0, 3.0)))


@picture("scene.Scene.turn_cast", "scene.TurnCast", "scene.TurnCast.t", "scene.TurnCast.stop")
def _turn_cast() -> Drawing:
    """An item that turns until something stops it."""
    items = scene()
    return drawing_of(items, width=WIDTH, legend=False, cast=items.turn_cast("crate", 300.0, (13.0, 12.0)))


BOX, BALL = Rect(0, 0, 6, 4), Circle(7, 3, 2)


@picture("drawing.Drawing", "drawing.Drawing.to_svg")
def _drawing() -> Drawing:
    """Title, text, rulers, marks and a legend, as they were added."""
    drawing = Drawing("A title", "And a description below it.", width=WIDTH)
    drawing.add_shape(BOX, "box").add_shape(BALL, "ball", color=RED).add_contact(contact(BALL, BOX))
    return drawing.add_legend("fill", RED, "overlapping").add_legend("arrow", INK, "normal")


@picture("drawing.Drawing.add_shape")
def _add_shape() -> Drawing:
    """Plain, in a colour, with its core, and as a ghost."""
    shape = RoundRect(0, 0, 5, 4, 1)
    return (
        blank()
        .add_shape(shape, "plain")
        .add_shape(shape.move(6, 0), "color", color=AMBER, opacity=0.4)
        .add_shape(shape.move(0, 5), "core", core=True)
        .add_shape(shape.move(6, 5), "ghost", ghost=True)
    )


@picture("drawing.Drawing.add_contact")
def _add_contact() -> Drawing:
    """Points, normals, and the depth as a bar."""
    return blank().add_shape(BOX, "").add_shape(BALL, "").add_contact(contact(BALL, BOX))


@picture("drawing.Drawing.add_hit")
def _add_hit() -> Drawing:
    """The point and the normal of a hit."""
    ball = BALL.move(6, 0)
    return blank().add_shape(BOX, "").add_shape(ball, "").add_hit(ball.cast((-9, 0), BOX))


@picture("drawing.Drawing.add_way")
def _add_way() -> Drawing:
    """What is swept up to the stop, lighter the rest, and the shape where it stops."""
    ball, motion = BALL.move(7, 0), (-11, -1)
    hit = ball.cast(motion, BOX)
    assert hit is not None
    return blank().add_shape(BOX, "").add_shape(ball, "", color=MUTED).add_way(ball, motion, hit.t)


@picture("drawing.Drawing.add_turn")
def _add_turn() -> Drawing:
    """The area of a turn up to the stop, dashed that of the whole angle, and the shape where it stops."""
    door, ball, hinge = Capsule(0, 0, 6, 0, 0.4), Circle(3, 4, 1), (0, 0)
    hit = door.turn_cast(90, ball, hinge)
    assert hit is not None
    drawing = blank().add_shape(ball, "").add_shape(door, "", color=MUTED)
    return drawing.add_turn(door, 90, hit.t, hinge).add_hit(hit)


@picture("drawing.Drawing.add_move")
def _add_move() -> Drawing:
    """A slide: start, legs, stops, hits and what remains."""
    world: dict[str, Shape] = {"floor": Rect(0, 8, 20, 2), "wall": Rect(18, 0, 2, 8), "ball": Circle(2, 2, 1.5)}
    space = Space(world)
    drawing = blank()
    for name in ("floor", "wall"):
        drawing.add_shape(world[name], "", color=MUTED)
    return drawing.add_move(space.slide("ball", 19, 7))


@picture("drawing.Drawing.add_arrow")
def _add_arrow() -> Drawing:
    """A vector, to scale."""
    return blank().add_shape(BALL, "").add_arrow(BALL.center, (6, 2), "velocity")


@picture("drawing.Drawing.add_distance")
def _add_distance() -> Drawing:
    """A dotted line between two points."""
    ball = BALL.move(4, 2)
    return (
        blank()
        .add_shape(BOX, "")
        .add_shape(ball, "")
        .add_distance(*BOX.closest_points(ball), f"{BOX.separation(ball):.3f}")
    )


@picture("drawing.Drawing.add_point")
def _add_point() -> Drawing:
    """A ring around a place."""
    return blank().add_shape(BOX, "").add_point(BOX.center, "centre")


@picture("drawing.Drawing.add_label")
def _add_label() -> Drawing:
    """A text at a place."""
    return blank().add_shape(BOX, "").add_label((3, 2), "any text", size=16)


@picture("drawing.Drawing.add_legend")
def _add_legend() -> Drawing:
    """Lines of the legend, by their symbols."""
    drawing = blank(legend=True).add_shape(BOX, "").add_shape(BALL, "", color=GREEN)
    drawing.add_legend("fill", BLUE, "fill").add_legend("layer", GREEN, "layer").add_legend("ghost", MUTED, "ghost")
    drawing.add_legend("arrow", INK, "arrow").add_legend("bar", RED, "bar").add_legend("dot", INK, "dot")
    return drawing.add_legend("dash", MUTED, "dash")


@picture("drawing.outline", "drawing.View", "drawing.View.at")
def _outline() -> Drawing:
    """The border of a shape as the path that SVG draws: here its scale is 1, and its corner the origin."""
    return blank().add_shape(Capsule(2, 2, 8, 4, 2), "", width=3.0, opacity=0.0)
