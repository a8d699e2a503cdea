"""Makes cookbook/*.svg, the pictures of the cookbook: `python docs/images/make_cookbook.py`.

The code of each entry is run as the page shows it, and each shape that an item or a variable has had on the way is
kept. A picture is drawn from these shapes and from the variables of the entry, so it cannot differ from the code.
"""

from __future__ import annotations

import doctest
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType, MappingProxyType
from typing import Any, NamedTuple

from collide2d import Body, Circle, Point, Rect, Segment, Shape, Space
from collide2d.drawing import AMBER, BLUE, GREEN, INK, MUTED, RED, Drawing
from collide2d.drawing.frame import lighter
from collide2d.typing import Solid

Vec = tuple[float, float]

DOCS = Path(__file__).resolve().parents[1]
PAGES = sorted((DOCS / "cookbook").glob("*.md"))
FOLDER = DOCS / "images" / "cookbook"
PARSER = doctest.DocTestParser()
NOTHING: Mapping[str, Any] = MappingProxyType({})

COLORS = {
    MUTED: "wall floor tile ground shelf table ledge plank ladder belt pillar rock net fence plate mirror",
    GREEN: "player hero ball arrow sofa",
    RED: "enemy guard thief missile bomb",
    AMBER: "bullet crate coin kit brick goal door apple lift chest zone",
}


# What a page runs in place of the code of an entry: without NumPy, and only for the particles that are drawn.
LIVE = {
    "10,000 particles with NumPy": """\
import numpy as np
random, rock = np.random.default_rng(3), RoundRect(110, 70, 90, 60, 20, angle=15)
at = random.uniform((100, -120), (210, 40), (10_000, 2))
speed = random.uniform((-0.4, 2.6), (0.4, 3.4), (10_000, 2))
def fall(x, y, u, v):
    for _ in range(30):
        v += 0.1
        hit = raycast((x, y), (u, v), rock)
        if hit:
            (nx, ny), into = hit.normal, 1.5 * (u * hit.normal[0] + v * hit.normal[1])
            u, v = u - into * nx, v - into * ny
        else:
            x, y = x + u, y + v
    return x, y
for i in range(0, 10_000, 20):
    at[i] = fall(*at[i], *speed[i])
"""
}


class Entry(NamedTuple):
    """A task of the cookbook: its page, what the page imports first, its title, its text and its code."""

    page: Path
    imports: str
    title: str
    text: str

    @property
    def name(self) -> str:
        """The title as a part of an address."""
        return re.sub(r"[^a-z0-9 -]", "", self.title.lower()).replace(" ", "-")

    @property
    def code(self) -> str:
        """The lines of Python, without what they print."""
        return "".join(example.source for example in PARSER.get_examples(self.text))

    @property
    def file(self) -> str:
        """What the code is compiled as."""
        return f"<{self.title}>"

    @property
    def live(self) -> str:
        """The code as a page runs it in a browser, with its imports."""
        return self.imports + LIVE.get(self.title, self.code)


def entries() -> Iterator[Entry]:
    """The tasks of all pages."""
    for page in PAGES:
        first, *rest = page.read_text(encoding="utf-8").split("\n## ")
        imports = "".join(example.source for example in PARSER.get_examples(first))
        for part in rest:
            title, text = part.split("\n", 1)
            yield Entry(page, imports, title, text)


class Run:
    """The code of an entry after its run: its variables, and all shapes of items and of variables in order of time."""

    def __init__(self, entry: Entry, code: CodeType | None = None, names: Mapping[str, Any] = NOTHING) -> None:
        """code: what is run instead, with more names."""
        self.names: dict[str, Any] = dict(names)
        self.items: dict[Any, list[Solid]] = {}
        self.shapes: dict[str, list[Solid]] = {}
        self._file = entry.file
        exec(entry.imports, self.names)
        code = code or compile(entry.code, self._file, "exec")
        before = sys.gettrace()
        sys.settrace(self._trace)
        try:
            exec(code, self.names)
        finally:
            sys.settrace(before)
        self._keep()

    def __getitem__(self, name: str) -> Any:
        return self.names[name]

    @property
    def space(self) -> Space[Any]:
        """The space of the entry."""
        return next(value for value in self.names.values() if isinstance(value, Space))

    def _trace(self, frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code.co_filename != self._file:
            return None
        self._keep()
        return self._trace

    def _keep(self) -> None:
        for name, value in self.names.items():
            if isinstance(value, Space):
                for item, shape in value.items():
                    _append(self.items.setdefault(item, []), shape)
            elif isinstance(value, (Shape, Body)):
                _append(self.shapes.setdefault(name, []), value)


def _append(trail: list[Solid], shape: Solid) -> None:
    if not trail or trail[-1] != shape:
        trail.append(shape)


# ---- what the pictures share -----------------------------------------------------------------------------------------

PICTURES: dict[str, Callable[[Run], Drawing]] = {}


def picture(*titles: str) -> Callable[[Callable[[Run], Drawing]], Callable[[Run], Drawing]]:
    """Enters a function that draws the pictures of entries."""

    def enter(draw: Callable[[Run], Drawing]) -> Callable[[Run], Drawing]:
        PICTURES.update(dict.fromkeys(titles, draw))
        return draw

    return enter


def color_of(item: str) -> str:
    """The colour of a kind of item, which is the first word of its name; blue for all others."""
    kind = item.split(" ")[0]
    return next((color for color, kinds in COLORS.items() if kind in kinds.split()), BLUE)


def blank() -> Drawing:
    return Drawing(width=480, grid=False)


def scene(run: Run, *, most: int = 16) -> Drawing:
    """All items. Dashed: where they started, and those that are gone. Light: some of the places on the way."""
    drawing, space = blank(), run.space
    for item, trail in run.items.items():
        color, is_there = color_of(item), item in space
        name = item.split(" ")[-1] if color == RED else item
        wanted = " " not in name
        every = len(trail) // most + 1 if most else len(trail)
        if len(trail) > 1 or not is_there:
            drawing.add_shape(trail[0], name, color=color, ghost=True, label=wanted and not is_there)
        for shape in trail[every : -1 if is_there else None : every]:
            drawing.add_shape(shape, color=lighter(color), opacity=0.06, width=1.0)
        if is_there:
            drawing.add_shape(trail[-1], name, color=color, opacity=0.3, label=wanted)
    return drawing


def line(drawing: Drawing, a: Vec, b: Vec, color: str) -> None:
    """An arrow from one point to another."""
    drawing.add_arrow(a, (b[0] - a[0], b[1] - a[1]), color=color)


def sight(drawing: Drawing, run: Run, watcher: str, target: str, found: bool) -> None:
    """The line from one item to another: green, or red up to what blocks it."""
    a, b = run.space[watcher].center, run.space[target].center
    if found:
        line(drawing, a, b, GREEN)
        return
    hit = run.space.raycast(a, (b[0] - a[0], b[1] - a[1]), exclude={watcher, target})
    assert hit is not None
    line(drawing, a, hit[1].point, RED)
    drawing.add_distance(hit[1].point, b, color=RED)


# ---- pictures of several entries -------------------------------------------------------------------------------------


@picture(
    "Drag and drop with snapping",
    "Bullets against enemies",
    "Homing missile",
    "Push a crate",
    "Ladder",
    "Wall jump",
    "Gravity and jumping",
    "Random spawn without overlap",
)
def plain(run: Run) -> Drawing:
    return scene(run)


@picture("Bounce a ball")
def bounce_a_ball(run: Run) -> Drawing:
    return scene(run, most=40)


@picture("Knockback", "Grid and tile collision", "Health pickup")
def with_move(run: Run) -> Drawing:
    return scene(run).add_move(run["move"], label=False)


@picture("One-way platform", "Stomp on an enemy", "Undo")
def with_route(run: Run) -> Drawing:
    """Arrows from place to place of the item that moves."""
    drawing = scene(run)
    for trail in run.items.values():
        for a, b in pairwise(shape.center for shape in trail):
            line(drawing, a, b, INK)
    return drawing


# ---- look, pick and aim ----------------------------------------------------------------------------------------------


@picture("Line of sight")
def line_of_sight(run: Run) -> Drawing:
    drawing = scene(run)
    for target in ("thief", "cat"):
        sight(drawing, run, "guard", target, run["sees"]("guard", target))
    return drawing


@picture("Cone of vision")
def cone_of_vision(run: Run) -> Drawing:
    drawing = scene(run).add_shape(run["view"], color=AMBER, opacity=0.12)
    for item in run.space.query(run["view"], exclude={"guard", "wall"}):
        sight(drawing, run, "guard", item, run["is_visible"](item))
    return drawing


@picture("What is under the mouse?")
def under_the_mouse(run: Run) -> Drawing:
    return scene(run).add_point(run["mouse"], "mouse")


@picture("Click on a rotated sprite")
def rotated_sprite(run: Run) -> Drawing:
    drawing = scene(run).add_shape(Rect(run.space["arrow"].rect), color=MUTED, ghost=True)
    for click in run["clicks"]:
        hit = run.space.query(click)
        drawing.add_point(click, "hit" if hit else "no hit", color=GREEN if hit else RED)
    return drawing


@picture("Nearest enemy")
def nearest_enemy(run: Run) -> Drawing:
    drawing, space = scene(run), run.space
    for item, distance in space.nearest("player", k=9, exclude={"wall"}, distances=True):
        if distance <= 140:
            sight(drawing, run, "player", item, run["is_visible"](item))
    return drawing.add_shape(space["player"].grow(140), ghost=True, color=MUTED)


@picture("Which points lie in a polygon?")
def points_in_polygon(run: Run) -> Drawing:
    drawing = blank().add_shape(run["lake"], color=BLUE)
    for point, is_inside in zip(run["points"].tolist(), run["inside"], strict=True):
        drawing.add_shape(Point(*point), color=GREEN if is_inside else MUTED)
    return drawing


# ---- screen and camera -----------------------------------------------------------------------------------------------


@picture("Camera")
def camera(run: Run) -> Drawing:
    drawing = blank().add_shape(run["level"], color=MUTED, opacity=0.08)
    for item, shape in run.space.items():
        color = color_of(item) if item in run["screen"] else lighter(MUTED)
        drawing.add_shape(shape, item, color=color, opacity=0.3, label=item == "player")
    return drawing.add_shape(run["view"], "view", color=AMBER, opacity=0.0, width=2.4, label=False)


@picture("Culling: draw only items in view")
def culling(run: Run) -> Drawing:
    drawing = blank()
    for item, shape in run.space.items():
        drawing.add_shape(shape, color=GREEN if item in run["drawn"] else lighter(MUTED), opacity=0.25, width=1.0)
    return drawing.add_shape(run["view"], color=AMBER, opacity=0.0, width=2.4)


@picture("Minimap")
def minimap(run: Run) -> Drawing:
    drawing, (x, y), scale = scene(run), run["corner"], run["scale"]
    drawing.add_shape(Rect(x, y, 640 * scale, 320 * scale), color=AMBER, opacity=0.1)
    for item, shape in run["minimap"].items():
        drawing.add_shape(shape, color=color_of(item), opacity=0.6)
    return drawing


@picture("Keep inside the screen")
def keep_inside(run: Run) -> Drawing:
    drawing = blank().add_shape(run["screen"], "screen", color=MUTED, opacity=0.08)
    for before, after in zip(run["before"], run["after"], strict=True):
        drawing.add_shape(before, color=RED, ghost=True).add_shape(after, color=GREEN, opacity=0.3)
        line(drawing, before.center, after.center, INK)
    return drawing


@picture("Wrap around the screen")
def wrap(run: Run) -> Drawing:
    screen = Rect(0, 0, run["WIDTH"], run["HEIGHT"])
    drawing = scene(run).add_shape(screen, color=MUTED, opacity=0.06)
    for shape in run.shapes["ship"][:-1:2]:
        drawing.add_shape(shape, color=lighter(GREEN), opacity=0.06, width=1.0)
    for copy in run["copies"]:
        if copy.overlaps(screen):
            drawing.add_shape(copy, "ship" if copy == run["ship"] else "copy", color=GREEN, opacity=0.35)
    return drawing


# ---- shoot and hit ---------------------------------------------------------------------------------------------------


@picture("Laser that reflects")
def laser(run: Run) -> Drawing:
    drawing = scene(run)
    for a, b in pairwise(run["beam"]):
        line(drawing, a, b, RED)
    return drawing


@picture("Explosion radius")
def explosion(run: Run) -> Drawing:
    center, hurt = run["center"], dict(run["near"])
    drawing = scene(run).add_shape(Circle(center, run["radius"]), color=RED, opacity=0.06)
    for item in run.space:
        if item in hurt:
            line(drawing, center, run.space[item].center, GREEN)
    return drawing.add_point(center, color=RED)


@picture("Sword swing")
def sword_swing(run: Run) -> Drawing:
    drawing = scene(run).add_turn(run["blade"], 140, 1.0, run["hand"], color=BLUE, label=False)
    for item, hit in run["swing"]:
        drawing.add_shape(run.space[item], color=RED, opacity=0.35, width=2.4).add_hit(hit)
    return drawing


@picture("Tank turret")
def tank_turret(run: Run) -> Drawing:
    drawing, first = blank(), run.items["barrel"][0]
    for item, shape in run.space.items():
        if item != "barrel":
            drawing.add_shape(shape, item, color=color_of(item), opacity=0.3)
    drawing.add_turn(first, run["angle"], 1.0, run["tank"], color=BLUE, label=False)
    drawing.add_distance(run["tank"], run.space["enemy"].center, color=RED)
    return drawing.add_shape(Rect.centered(run["tank"][0], run["tank"][1], 56, 40), "tank", color=BLUE, opacity=0.1)


@picture("Pinball flipper")
def pinball_flipper(run: Run) -> Drawing:
    drawing, (x, y) = blank().add_shape(run["ball"], "ball", color=GREEN), run["velocity"]
    drawing.add_turn(run["flipper"], run["turn"], run["hit"].t, run["pivot"], color=AMBER, label=False).add_hit(
        run["hit"]
    )
    return drawing.add_arrow(run["ball"].center, (x / 3, y / 3), "velocity", color=GREEN)


@picture("Hitbox smaller than the sprite")
def hitbox(run: Run) -> Drawing:
    drawing = scene(run)
    x, y = run["image"].midbottom
    drawing.add_shape(run["image"], "image", color=MUTED, ghost=True)
    for faces_left, color in ((False, GREEN), (True, RED)):
        drawing.add_shape(run["hitbox_at"](x, y, faces_left), "flipped" if faces_left else "hitbox", color=color)
    return drawing


@picture("Destructible wall")
def destructible_wall(run: Run) -> Drawing:
    drawing = blank()
    for item, (shape,) in run.items.items():
        drawing.add_shape(shape, color=MUTED, ghost=item not in run.space, opacity=0.25)
    drawing.add_shape(run["blast"], color=RED, opacity=0.08)
    return drawing.add_arrow(*run["shot"], color=GREEN)


# ---- walk, jump and push ---------------------------------------------------------------------------------------------


@picture("Top-down walls")
def top_down(run: Run) -> Drawing:
    drawing = scene(run)
    for move in run["moves"]:
        drawing.add_move(move, label=False)
    return drawing


@picture("Keep enemies apart")
def keep_apart(run: Run) -> Drawing:
    drawing = blank().add_shape(run.space["player"], "player", color=GREEN, opacity=0.3)
    for enemy in run["enemies"]:
        drawing.add_shape(run.items[enemy][0], color=lighter(RED), ghost=True)
        drawing.add_shape(run.space[enemy], color=RED, opacity=0.25)
    return drawing


@picture("Moving platform")
def moving_platform(run: Run) -> Drawing:
    drawing, lift = scene(run, most=0), run.items["lift"]
    line(drawing, lift[0].topleft, lift[-1].topleft, INK)
    return drawing


@picture("Conveyor belt")
def conveyor_belt(run: Run) -> Drawing:
    drawing = scene(run, most=6)
    belt = run.space["belt"]
    return drawing.add_arrow(belt.center, (20 * run["speed"]["belt"], 0), color=INK)


@picture("Door")
def door(run: Run) -> Drawing:
    """The places at which the door stops, the first one dashed, and those of the crate and of the player."""
    drawing, (closed, *stops) = scene(run, most=0), run.items["door"]
    drawing.add_turn(closed, run["angle"], 1.0, run["hinge"], color=AMBER, label=False)
    for stop in stops[:-1]:
        drawing.add_shape(stop, color=AMBER, opacity=0.2)
    crate, player = run.items["crate"], run.items["player"]
    drawing.add_shape(crate[0], color=AMBER, ghost=True)
    line(drawing, crate[0].center, crate[-1].center, AMBER)
    line(drawing, player[0].center, player[-1].center, INK)
    return drawing


@picture("Patrol and turn at edges")
def patrol(run: Run) -> Drawing:
    drawing, guard = scene(run, most=0), run.space["guard"]
    x, y = guard.center
    for left, right in run["turns"]:
        drawing.add_shape(guard.at((left + right) / 2, y), color=RED, opacity=0.1)
        line(drawing, (x, y), ((left + right) / 2, y), INK)
    return drawing


# ---- rules of the game -----------------------------------------------------------------------------------------------


@picture("Trigger zone: enter and leave")
def trigger_zone(run: Run) -> Drawing:
    drawing = blank().add_shape(run.space["zone"], "zone", color=AMBER)
    for shape in run.items["player"]:
        drawing.add_shape(shape, color=lighter(GREEN), opacity=0.06, width=1.0)
    for event, x in run["events"]:
        drawing.add_shape(run.space["player"].at(x, 70), event, color=GREEN, opacity=0.35)
    return drawing


@picture("Breakout")
def breakout(run: Run) -> Drawing:
    drawing, space = blank(), run.space
    for item, trail in run.items.items():
        if item not in space:
            drawing.add_shape(trail[0], color=AMBER, ghost=True, width=1.0)
        else:
            drawing.add_shape(trail[-1], color=color_of(item), opacity=0.35)
    for a, b in pairwise(shape.center for shape in run.items["ball"]):
        drawing.add_shape(Segment(a, b), color=GREEN, width=1.0)
    return drawing


@picture("Save a game")
def save_a_game(run: Run) -> Drawing:
    drawing = blank()
    for item, shape in run["loaded"].items():
        drawing.add_shape(shape, item, color=color_of(item), opacity=0.25)
    return drawing


@picture("Fuzz your level in CI")
def fuzz_a_level(run: Run) -> Drawing:
    drawing = blank()
    for item, trail in run.items.items():
        if item != "hero":
            drawing.add_shape(trail[0], color=MUTED, opacity=0.25)
    for shape in run.items["hero"][::2]:
        drawing.add_shape(Point(shape.center), color=GREEN)
    return drawing.add_shape(run.items["hero"][0], color=GREEN)


@picture("10,000 particles with NumPy")
def particles(run: Run) -> Drawing:
    drawing = blank().add_shape(run["rock"], color=MUTED, opacity=0.25)
    for place in run["at"][::20].tolist():
        drawing.add_shape(Point(place), color=BLUE)
    return drawing


def svg(entry: Entry) -> str:
    """The picture of an entry."""
    return PICTURES[entry.title](Run(entry)).to_svg()


def main(folder: Path) -> None:
    for entry in entries():
        (folder / f"{entry.name}.svg").write_text(svg(entry), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
