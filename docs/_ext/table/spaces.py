"""Pictures of a space: who is near whom, what a ray meets, and where a mover ends."""

from __future__ import annotations

from collections.abc import Collection

from collide2d import Capsule, Circle, Move, Polygon, Rect, RoundRect, Shape, Space, one_way
from collide2d.drawing import AMBER, BLUE, GREEN, INK, MUTED, RED, Drawing
from table import blank, picture

WORLD: dict[str, Shape] = {
    "a": Circle(3, 3, 2),
    "b": Rect(6, 1, 4, 3, 15),
    "c": RoundRect(1, 7, 5, 3, 1),
    "d": Polygon([(9, 7), (13, 6), (12, 10)]),
    "e": Circle(14, 3, 1.5),
}


def drawn(space: Space[str], chosen: Collection[str] = (), color: str = RED) -> Drawing:
    """All items, the chosen ones in a colour of their own."""
    drawing = blank()
    for item, shape in space.items():
        mark = item in chosen
        drawing.add_shape(shape, item, color=color if mark else BLUE, opacity=0.35 if mark else 0.12)
    return drawing


def world() -> Space[str]:
    """Five things."""
    return Space(WORLD)


@picture("Space", "Space.items", "Space.copy", "Space.bounds")
def _space() -> Drawing:
    """Things by their names, each with its shape."""
    return drawn(world())


@picture("Space.layer", "Space.mask")
def _layers() -> Drawing:
    """Items in three layers. Two meet if the mask of each has the layer of the other."""
    space: Space[str] = Space()
    for i, (item, shape) in enumerate(WORLD.items()):
        space.add(item, shape, layer=1 << i % 3)
    drawing = blank()
    for item, solid in space.items():
        layer = space.layer(item)
        color = {1: BLUE, 2: AMBER, 4: GREEN}[layer]
        drawing.add_shape(solid, f"{item}: {layer}", color=color, opacity=0.3)
    return drawing


@picture("Space.set_layer", "Space.set_mask")
def _set_layers() -> Drawing:
    """set_layer("a", 4): the player is a ghost now, and the door of layer 1 does not stop it."""
    space: Space[str] = Space({"door": Rect(9, 1, 1.5, 9), "a": Circle(3, 5.5, 2)})
    space.set_mask("door", 1)
    space.set_layer("a", 4)
    move = space.slide("a", 9, 0)
    return drawn(space, "a", GREEN).add_move(move)


@picture("Space.get")
def _get() -> Drawing:
    """get("b") is its shape; get("z") is None."""
    return drawn(world(), "b", GREEN)


@picture("Space.clear")
def _clear() -> Drawing:
    """All gone."""
    drawing = blank()
    for shape in WORLD.values():
        drawing.add_shape(shape, "", color=MUTED, ghost=True)
    return drawing


@picture("Space.add")
def _add() -> Drawing:
    """add("f", ...): one more."""
    space = world()
    space.add("f", Rect(14, 7, 3, 3))
    return drawn(space, "f", GREEN)


@picture("Space.remove")
def _remove() -> Drawing:
    """remove("e"): one less."""
    space = world()
    gone = space["e"]
    space.remove("e")
    return drawn(space).add_shape(gone, "e", color=MUTED, ghost=True)


@picture("Space.add_all")
def _add_all() -> Drawing:
    """add_all({...}): a row of coins at once."""
    space = world()
    coins = {f"coin {i}": Circle(8.5 + 2.5 * i, 11.5, 0.8) for i in range(4)}
    space.add_all(coins)
    return drawn(space, coins, GREEN)


@picture("Space.remove_all")
def _remove_all() -> Drawing:
    """remove_all(["a", "b", "e"]): three less."""
    space = world()
    gone = {item: space[item] for item in ("a", "b", "e")}
    space.remove_all(gone)
    drawing = drawn(space)
    for item, shape in gone.items():
        drawing.add_shape(shape, item, color=MUTED, ghost=True)
    return drawing


@picture("Space.update_all")
def _update_all() -> Drawing:
    """update_all(...): all of them have moved."""
    space = world()
    before = space.items()
    space.update_all((item, shape.move(1.5, 1)) for item, shape in before)
    drawing = drawn(space, list(space), GREEN)
    for _, shape in before:
        drawing.add_shape(shape, "", color=MUTED, ghost=True)
    return drawing


@picture("Space.update")
def _update() -> Drawing:
    """update("a", ...): it is elsewhere now, or has another shape."""
    space = world()
    before = space["a"]
    space.update("a", RoundRect(13, 5.5, 4, 5, 1))
    return drawn(space, "a", GREEN).add_shape(before, "", color=MUTED, ghost=True)


@picture("Space.move")
def _move() -> Drawing:
    """move("a", 3, 3): there without asking; the answer is whom it overlaps there, ["c", "d"]."""
    space = world()
    before = space["a"]
    met = space.move("a", 4.5, 4)
    return (
        drawn(space, met).add_shape(before, "", color=MUTED, ghost=True).add_arrow(before.center, (4.5, 4), color=GREEN)
    )


@picture("Space.query")
def _query() -> Drawing:
    """Who overlaps the dashed shape."""
    space, asked = world(), Rect(2, 4.2, 9, 4)
    return drawn(space, space.query(asked)).add_shape(asked, "", color=INK, ghost=True)


def crowd() -> Space[str]:
    """Things of which some overlap."""
    return Space({**WORLD, "f": Circle(6, 5.5, 2), "g": Rect(11, 2, 2.5, 3.5)})


@picture("Space.pairs")
def _pairs() -> Drawing:
    """Every two that overlap."""
    space = crowd()
    pairs = space.pairs()
    drawing = drawn(space, {item for pair in pairs for item in pair})
    for a, b in pairs:
        drawing.add_distance(space[a].center, space[b].center, color=INK)
    return drawing


@picture("Space.contacts")
def _contacts() -> Drawing:
    """The contacts of one with all that it collides with."""
    space = crowd()
    contacts = space.contacts("f")
    drawing = drawn(space, [item for item, _ in contacts], AMBER)
    for _, contact in contacts:
        drawing.add_contact(contact)
    return drawing


@picture("Space.nearest")
def _nearest() -> Drawing:
    """nearest(point, 2): the two that are nearest to it."""
    space, place = world(), (11, 4.7)
    near = space.nearest(place, 2)
    drawing = drawn(space, near, GREEN)
    for item in near:
        drawing.add_distance(place, space[item].closest_points(place)[0], color=INK)
    return drawing.add_point(place)


RAY = ((-1.0, 4.0), (17.0, 1.5))


@picture("Space.raycast")
def _raycast() -> Drawing:
    """The first thing that a ray meets."""
    space = world()
    first = space.raycast(*RAY)
    assert first is not None
    item, hit = first
    (dx, dy), t = RAY[1], hit.t
    return drawn(space, [item], AMBER).add_arrow(RAY[0], (dx * t, dy * t), color=GREEN).add_hit(hit)


@picture("Space.raycast_all")
def _raycast_all() -> Drawing:
    """All that it meets, in the order of the hits."""
    space = Space({**WORLD, "f": Circle(12, 5, 1.5)})
    met = space.raycast_all(*RAY)
    drawing = drawn(space, [item for item, _ in met], AMBER).add_arrow(*RAY, color=GREEN)
    for _, hit in met:
        drawing.add_hit(hit)
    return drawing


@picture("Space.cast")
def _cast() -> Drawing:
    """What a moving shape meets first."""
    space, ball, motion = world(), Circle(0, 5.8, 0.7), (16.0, 0.0)
    first = space.cast(ball, motion)
    assert first is not None
    item, hit = first
    return drawn(space, [item], AMBER).add_way(ball, motion, hit.t).add_hit(hit)


@picture("Space.cast_all")
def _cast_all() -> Drawing:
    """All that it would meet on its way."""
    space, ball, motion = world(), Circle(0, 5.8, 1.5), (17.0, 0.0)
    met = space.cast_all(ball, motion)
    drawing = drawn(space, [item for item, _ in met], AMBER).add_way(ball, motion, label=False)
    for _, hit in met:
        drawing.add_hit(hit)
    return drawing


@picture("Space.turn_cast")
def _turn_cast() -> Drawing:
    """What a turning arm meets first: pale where it was on the way, green where it stops."""
    space, arm, hinge = world(), Capsule(9, 1, 9, 7, 0.4), (9.0, 1.0)
    first = space.turn_cast(arm, -80, hinge)
    assert first is not None
    item, hit = first
    drawing = drawn(space, [item], AMBER).add_shape(arm, "arm", color=MUTED)
    for part in (0.5, 1.0):
        drawing.add_shape(arm.rotate(-80 * hit.t * part, hinge), "", color=(MUTED, GREEN)[int(part)])
    return drawing.add_point(hinge, "hinge").add_hit(hit)


@picture("Space.turn_cast_all")
def _turn_cast_all() -> Drawing:
    """All that it would meet, in the order of the hits."""
    space, arm, hinge = world(), Capsule(9, 1, 9, 7, 0.4), (9.0, 1.0)
    met = space.turn_cast_all(arm, -80, hinge)
    drawing = drawn(space, [item for item, _ in met], AMBER).add_shape(arm, "arm", color=MUTED)
    for _, hit in met:
        drawing.add_hit(hit)
    return drawing.add_point(hinge, "hinge")


@picture("Space.turn")
def _space_turn() -> Drawing:
    """An arm turns up to what blocks it and stays there, green. It was where it is pale."""
    space, arm, hinge = world(), Capsule(9, 1, 9, 7, 0.4), (9.0, 1.0)
    space.add("arm", arm)
    turn = space.turn("arm", 80, hinge, exclude={"b"})
    drawing = drawn(space, ["arm"], GREEN).add_shape(arm, "", color=MUTED).add_point(hinge, "hinge")
    for _, hit in turn.hits:
        drawing.add_hit(hit)
    return drawing


@picture("Turn")
def _pushing() -> Drawing:
    """turn(..., push=True): an arm carries a ball ahead of it, and the ball a box. Dashed: where they were."""
    things: dict[str, Shape] = {
        "arm": Capsule(2, 2, 11, 1, 0.5),
        "ball": Circle(9, 4, 1.4),
        "box": Rect(5.5, 6, 2.4, 2.4),
    }
    space, hinge = Space({**things, "wall": Rect(-2, 9, 14, 1.5)}), (2.0, 2.0)
    turn = space.turn("arm", 55, hinge, push=True, movable={"ball", "box"})
    drawing = drawn(space, ["arm"], GREEN).add_point(hinge, "hinge")
    for item in ("arm", *turn.carried):
        drawing.add_shape(things[item], "", color=MUTED, ghost=True)
    for item in turn.carried:
        (x, y), (u, v) = things[item].center, space[item].center
        drawing.add_arrow((x, y), (u - x, v - y), color=AMBER)
    return drawing


GROUND: dict[str, Shape] = {
    **{f"tile {i}": Rect(4 * i, 10, 4, 3) for i in range(4)},
    "slope": Polygon([(16, 10), (24, 6), (24, 13), (16, 13)]),
}


def slid(space: Space[str], move: Move[str]) -> Drawing:
    """A world, and a move in it."""
    drawing = blank()
    for item, shape in space.items():
        if item != "mover":
            drawing.add_shape(shape, item, color=MUTED, opacity=0.2, label=False)
    return drawing.add_move(move)


@picture("Space.slide", "Move", "Move.path", "Move.legs", "Move.hits", "Move.shape", "Move.motion",
         "Move.remaining",
         "Move.pushed", "Move.stuck")  # fmt: skip
def _slide() -> Drawing:
    """It falls onto a floor of tiles, goes on along it across the seams, and up a slope."""
    space = Space({**GROUND, "mover": RoundRect(1, 2, 3, 4, 1)})
    return slid(space, space.slide("mover", 20, 7))


@picture("Space.try_slide", "Move.turn")
def _turn_and_slide() -> Drawing:
    """try_slide(..., turn=-60): it turns about its centre until it touches the wall, and slides on from there."""
    ship = Capsule(3, 5, 9, 5, 1)
    space = Space({"wall": Rect(0, 0, 18, 1.5), "rock": Circle(16, 5, 2)})
    move = space.try_slide(ship, 5, 3, turn=-60)
    return slid(space, move).add_shape(ship, "", color=MUTED, ghost=True)


@picture("one_way")
def _one_way() -> Drawing:
    """A plank that is passed from below and lands from above."""
    space = Space({"floor": Rect(0, 12, 20, 2), "plank": Rect(3, 7, 14, 1), "mover": RoundRect(1, 9, 2, 3, 0.7)})
    through = one_way(space, {"plank"})
    up = space.slide("mover", 6, -8, filter=through)
    down = space.slide("mover", 5, 8, filter=through)
    return slid(space, up).add_move(down)


@picture("Space.watch", "Watch", "Watch.update", "Watch.space", "Watch.touching")
def _watch() -> Drawing:
    """A player entered a room since the watch was last asked, and left a coin: one pair began, one ended."""
    room, coin = RoundRect(9, 0, 9, 7, 1), Circle(2.5, 3.5, 1)
    before, after = Circle(3, 4, 1.5), Circle(11, 3.5, 1.5)
    return (
        blank()
        .add_shape(room, "", color=AMBER, opacity=0.1)
        .add_shape(coin, "", color=AMBER, opacity=0.4)
        .add_shape(before, "", color=MUTED, ghost=True)
        .add_shape(after, "player", color=GREEN)
        .add_arrow(before.center, (8, -0.5), color=GREEN)
        .add_label((3, 6.4), "ended: coin")
        .add_label((14.5, 5.8), "began: room")
    )


@picture("Space.snapshot", "Space.restore", "Snapshot")
def _restore() -> Drawing:
    """Two items have moved and one has gone. Restoring a snapshot brings back the state before (dashed)."""
    space = world()
    before = space.snapshot()
    space.move("a", 4, 5)
    space.move("e", -2, 5)
    space.remove("c")
    drawing = drawn(space)
    space.restore(before)
    for item in ("a", "c", "e"):
        drawing.add_shape(space[item], item, color=MUTED, ghost=True)
    return drawing


@picture("Space.digest")
def _digest() -> Drawing:
    """A number that changes whenever an item does: where `a` has moved (green), the space has another digest."""
    space, motion = world(), (5, 6)
    drawing, before = drawn(space, "a", color=MUTED), space.digest()
    start = space["a"].center
    space.move("a", *motion)
    is_same = space.digest() == before
    drawing.add_shape(space["a"], "a", color=GREEN).add_arrow(start, motion, color=GREEN)
    return drawing.add_label((8, 12), "the same digest" if is_same else "another digest")


@picture("separate_all", "Space.separate_all")
def _separate_all() -> Drawing:
    """A heap of balls (dashed), and how they lie when no two overlap any more."""
    balls: dict[str, Shape] = {f"{i}": Circle(3 * (i % 4) + 0.5 * (i // 4), 2.2 * (i // 4), 1.8) for i in range(12)}
    space = Space({**balls, "wall": Rect(-4, -3, 2, 11)})
    space.separate_all(200, movable=balls)
    drawing = blank().add_shape(space["wall"], "", color=MUTED, opacity=0.3)
    for name, ball in balls.items():
        drawing.add_shape(ball, "", color=MUTED, ghost=True, width=0.8).add_shape(space[name], "", color=GREEN)
    return drawing
