"""Pictures of walkers and of platforms that carry: real walks."""

from __future__ import annotations

from typing import Any

from collide2d import Polygon, Rect, RoundRect, Space
from collide2d.drawing import AMBER, BLUE, GREEN, MUTED, RED, Drawing
from collide2d.walker import Walker
from table import blank, picture


def hill() -> Space[str]:
    space: Space[str] = Space({"floor": Rect(0, 10, 8, 3), "slope": Polygon([(8, 10), (14, 6), (14, 13), (8, 13)])})
    space.add("top", Rect(14, 6, 6, 7))
    space.add("wall", Rect(20, 0, 2, 13))
    space.add("ceiling", Rect(0, 0, 6, 1))
    space.add("hero", RoundRect(2, 7, 2, 3, 0.8))
    return space


def drawn(space: Space[Any], mark: str = "") -> Drawing:
    drawing = blank()
    for item, shape in space.items():
        if item != "hero":
            drawing.add_shape(shape, "", color=AMBER if item == mark else MUTED, opacity=0.4 if item == mark else 0.25)
    return drawing


def walked(motions: list[tuple[float, float]], mark: str = "") -> Drawing:
    """A walk, with the character at its start (dashed) and at each stop."""
    space = hill()
    hero, drawing = Walker(space, "hero"), drawn(space, mark)
    drawing.add_shape(space["hero"], "", color=BLUE, ghost=True)
    for motion in motions:
        hero.walk(*motion)
        drawing.add_shape(space["hero"], "", color=GREEN, opacity=0.25)
    return drawing


@picture("walker.Walker", "walker.Walker.walk", "walker.Walk", "walker.Walker.space", "walker.Walker.item")
def _walk() -> Drawing:
    """Five walks to the side: over the seam, up the slope, and to the wall."""
    return walked([(3.2, 0.5)] * 5)


@picture("walker.Walker.floor", "walker.Walker.grounded")
def _floor() -> Drawing:
    """The item that it stands on."""
    return walked([(8, 0.5)], mark="slope")


@picture("walker.Walker.on_wall")
def _wall() -> Drawing:
    """It touches a wall."""
    return walked([(20, 0.5)], mark="wall")


@picture("walker.Walker.on_ceiling")
def _ceiling() -> Drawing:
    """Its head touches a ceiling."""
    return walked([(0, -9)], mark="ceiling")


@picture("walker.Walker.state", "walker.WalkerState", "walker.Walker.shape")
def _state() -> Drawing:
    """A walk (green), and the restored start (dashed)."""
    return walked([(10, 0.5)])


@picture("carry", "Space.carry", "Carried")
def _carry() -> Drawing:
    """A lift (amber) with its riders (green), and what it pushed (red); dashed, where they were."""
    space = Space({"lift": Rect(0, 9, 7, 1), "crate": Rect(1, 6.6, 2.4, 2.4), "third": Rect(7.6, 6, 2.2, 2.2)})
    before = dict(space.items())
    carried = space.carry("lift", 3.6, -3.4)
    drawing = blank()
    for item, shape in before.items():
        color = GREEN if item in carried.riders else RED if item in carried.pushed else AMBER
        drawing.add_shape(shape, "", color=MUTED, ghost=True).add_shape(space[item], "", color=color, opacity=0.3)
    return drawing
