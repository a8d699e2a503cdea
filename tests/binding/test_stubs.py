"""The stubs agree with the extension module, and type the code that users write."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

USE = """
from typing import assert_type
import numpy as np
from collide2d import Capsule, Circle, Contact, Hit, Point, Polygon, Rect, Relation, RoundRect, Segment, Shape
from collide2d import bounce, cast, contact, contains, minkowski_difference, raycast, relate, separate, slide, sweep
from collide2d import Body, Chain, Move, Snapshot, Space, Turn, Watch, one_way, separate_all
from collide2d import decompose, merge_rects, merge_tiles
from collide2d.arrays import AllHits, Circles, Floats, Indices, ItemContacts, ItemHits, Items, NearestItems, Points
from collide2d.typing import Solid

class Player:
    shape: Circle = Circle(0, 0, 1)

assert_type(Circle((1, 2), 3).move([1, 2]).rotate(30, about=(0, 0)), Circle)
assert_type(Point(1, 2).grow(1), Circle)
assert_type(Segment((0, 0), (1, 1)).grow(1), Capsule)
assert_type(Rect((0, 0), (4, 2), 30, pivot=(1, 1)).grow(1), RoundRect)
assert_type(Rect.centered(0, 0, 4, 2, radians=1), Rect)
assert_type(RoundRect(Rect(0, 0, 4, 2), 1).bounds, tuple[float, float, float, float])
assert_type(Polygon([(0, 0), (1, 0), (0, 1)]).vertices, tuple[tuple[float, float], ...])
assert_type(relate(Player(), (1, 2)), Relation)
assert_type(contact(Circle(0, 0, 1), [1, 2]), Contact | None)
assert_type(contains(Player(), (1, 2)), bool)
assert_type(minkowski_difference(Player(), (1, 2)), Shape)
assert_type(sweep((1, 2), [3, 4]), Shape)
assert_type(Circle(0, 0, 1).sweep([3, 4]), Shape)
assert_type(cast(Player(), (3, 4), (1, 2)), Hit | None)
assert_type(Circle(0, 0, 1).cast((3, 4), Player()), Hit | None)
assert_type(raycast(Point(0, 0), (3, 4), Player()), Hit | None)
assert_type(Circle(0, 0, 1).raycast((0, 0), [3, 4]), Hit | None)
assert_type(separate(Circle(0, 0, 1), Rect(0, 0, 1, 1), mass_b=2), tuple[Circle, Rect])
assert_type(separate(Player(), (1, 2), 1, 2), tuple[Shape, Shape])
assert_type(Circle(0, 0, 1).separate(Rect(0, 0, 1, 1)), tuple[Circle, Rect])
assert_type(Circle(0, 0, 1).separate(Player(), 1, mass_b=2), tuple[Circle, Shape])
assert_type(bounce((1, 2), [3, 4], normal=(0, 1), friction=0.5), tuple[tuple[float, float], tuple[float, float]])
assert_type(slide((1, 2), normal=[0, 1]), tuple[float, float])
assert_type(Hit(0, (1, 2), [0, 1], depth=0).normal, tuple[float, float])
assert_type(merge_tiles(["# #", "###"], 16, solid="#".__eq__, origin=(1, 2)), list[Rect])
assert_type(merge_tiles([[1, 0]], (16, 8), lambda cell: cell > 0), list[Rect])
assert_type(merge_rects([Rect(0, 0, 1, 1)]), list[Rect])
assert_type(decompose([(0, 0), [1, 0], (0, 1)]), list[Polygon])
assert_type(Circle.from_dict({}), Circle)
hero = Body({"head": Circle(0, 0, 1), "torso": Rect(0, 0, 1, 1)})
assert_type(hero.move(1, 2), Body)
assert_type(Body.from_outline([(0, 0), [1, 0], (0, 1)], holes=[[(0, 0)]]), Body)
assert_type(Chain([(0, 0), [1, 0]], closed=True, radius=2), Body)
assert_type(hero[0], Shape)
assert_type(hero.outline(), list[list[tuple[tuple[float, float], ...]]])
assert_type(Circle(0, 0, 1).outline(tolerance=0.1), tuple[tuple[float, float], ...])
class Lake:
    __geo_interface__: dict[str, object] = {}
assert_type(Circle(0, 0, 1).overlaps(Lake()), bool)
assert_type(hero.contact(Player()), Contact | None)
assert_type(contact(hero, (1, 2)), Contact | None)
assert_type(Circle(0, 0, 1).overlaps(hero), bool)
assert_type(sweep(hero, (1, 2)), Body)
assert_type(minkowski_difference(Circle(0, 0, 1), hero), Body)
assert_type(Circle(0, 0, 1).separate(hero), tuple[Circle, Body])
assert_type([Body([hero, (1, 2)]), Body([("arm", Circle(0, 0, 1))])], list[Body])
assert_type(Shape.from_dict({}), Shape)

space = Space({"a": Circle(0, 0, 1), "b": (1, 2)})
players: Space[Player] = Space()
players.add(Player(), layer=2, mask=~2)
assert_type(space, Space[str])
assert_type(space["a"], Solid)
assert_type(space.items(), list[tuple[str, Solid]])
assert_type(space.get("a"), Solid | None)
assert_type(space.query(Player()), list[str])
assert_type(space.pairs(), list[tuple[str, str]])
assert_type(players.contacts(Player()), list[tuple[Player, Contact]])
assert_type(space.nearest((0, 0), k=3, max_distance=5), list[str])
assert_type(space.raycast((0, 0), (1, 0)), tuple[str, Hit] | None)
assert_type(space.cast_all("a", (1, 0)), list[tuple[str, Hit]])
assert_type(space.turn_cast("a", 90, (1, 0)), tuple[str, Hit] | None)
assert_type(space.turn_cast_all("a", 90, about=(1, 0), exclude={"b"}), list[tuple[str, Hit]])
assert_type(space.move("a", (1, 2)), list[str])
assert_type(space.slide("a", 1, 2, response="bounce"), Move[str])
assert_type(space.slide("a", (1, 2), response="bounce", filter=lambda item, other: True), Move[str])
assert_type(space.slide("a", (1, 2), response="bounce"), Move[str])
assert_type(space.slide("a", (1, 2), filter=one_way(space, {"b"})).hits, tuple[tuple[str, Hit], ...])
assert_type(space.turn("a", 90, (1, 0), filter=lambda item: item != "b"), Turn[str])
assert_type(space.turn("a", 90, push=True, movable={"b"}).carried, tuple[str, ...])
assert_type(space.slide("a", 1, 2, turn=90).turn, Turn[str] | None)
assert_type(space.turn("a", 90).hits, tuple[tuple[str, Hit], ...])
assert_type(space.watch(), Watch[str])
assert_type(space.snapshot(), Snapshot[str])
assert_type(space.digest(), int)
assert_type(space.watch().update()[0], list[tuple[str, str]])
rays = np.zeros((5, 2))
assert_type(space.query(Circles([[0, 0, 1]]), touching=True), Items)
assert_type(space.contacts(Circles([[0, 0, 1]])).mtv, Floats)
assert_type(space.nearest(Points(rays), 3, max_distance=5), NearestItems)
assert_type(space.raycast(rays, (1, 0)), ItemHits)
assert_type(space.raycast((0, 0), rays, filter=lambda item: item != "a"), ItemHits)
assert_type(space.raycast_all(Points(rays), rays), AllHits)
assert_type(space.cast("a", rays), ItemHits)
assert_type(space.cast_all(Circles([[0, 0, 1]]), (1, 0)).offsets, Indices)
assert_type(separate_all(players, movable=lambda player: player.shape.r > 1), list[tuple[Player, Player]])
"""

PYGAME_USE = """
from typing import Any, assert_type
import pygame
from collide2d import Circle, Polygon, Rect, Shape
from collide2d.pygame import Hitbox, collide_shape, collide_shape_ratio, draw, groupcollide, shape_from_image
from collide2d.pygame import spritecollide, spritecollideany

class Ball(pygame.sprite.Sprite):
    def __init__(self) -> None:
        super().__init__()
        self.rect = pygame.Rect(0, 0, 9, 9)
        self.hitbox = Hitbox(self, Circle(4, 4, 4), angle="angle", flip_x=True, origin=pygame.Vector2(4, 4))
    @property
    def shape(self) -> Shape:
        return self.hitbox.shape

class Wall(pygame.sprite.Sprite):
    rect = pygame.Rect(0, 0, 9, 9)

balls: list[Ball] = [Ball()]
walls: pygame.sprite.Group[Wall] = pygame.sprite.Group(Wall())
assert_type(spritecollide(Ball(), walls, False), list[Wall])
assert_type(spritecollide(pygame.Rect(0, 0, 1, 1), walls, True, collide_shape_ratio(0.5)), list[Wall])
assert_type(spritecollideany(Ball(), walls, collide_shape), Wall | None)
assert_type(groupcollide(balls, walls, True, True, pygame.sprite.collide_mask), dict[Ball, list[Wall]])
assert_type(pygame.sprite.spritecollide(Ball(), walls, False, collide_shape), list[Wall])
assert_type(collide_shape(Ball(), Wall()), bool)
assert_type(shape_from_image(pygame.Surface((1, 1))), Polygon)
assert_type(shape_from_image(pygame.Surface((1, 1)), pieces=True), list[Polygon])
assert_type(shape_from_image(pygame.Surface((1, 1)), 127, True, 2), list[Polygon])
draw(pygame.Surface((1, 1)), [Ball(), walls], "red", 0, offset=pygame.Vector2(1, 2), scale=2)

assert_type(Circle(0, 0, 1).collidelist([Ball(), (0, 0), pygame.Rect(0, 0, 1, 1)]), int)
assert_type(Circle(0, 0, 1).collidelistall(balls), list[int])
assert_type(Circle(0, 0, 1).collideobjects(balls), Ball | None)
assert_type(Circle(0, 0, 1).collideobjectsall(["a"], key={"a": Circle(0, 0, 1)}.__getitem__), list[str])
assert_type(Circle(0, 0, 1).collidedict({"a": Rect(0, 0, 1, 1)}, values=True), tuple[str, Rect] | None)
assert_type(Circle(0, 0, 1).collidedictall({Rect(0, 0, 1, 1): 2}, touching=True), list[tuple[Rect, int]])
"""

MISUSE = """
from collide2d import Circle, Shape, Space, cast, collides, merge_rects, merge_tiles, separate
Circle("1", 2, 3)
Circle(1, 2)
collides(Circle(0, 0, 1), "text")
Circle(0, 0, 1).x = 2
class Mine(Circle): ...
cast(Circle(0, 0, 1), 5, Circle(0, 0, 1))
Circle(0, 0, 1).raycast(Circle(0, 0, 1), (1, 0))
separate(Circle(0, 0, 1), Circle(0, 0, 1), mass=2)
Space({"a": (0, 0)}).slide("a", 1, 2, response="slip")
Space({"a": (0, 0)}).update("a", "text")
merge_tiles([[1]])
merge_rects([(0, 0, 1, 1)])
"""


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-P", "-m", *command], capture_output=True, text=True, cwd=ROOT, check=False)


def test_the_stubs_agree_with_the_extension_modules() -> None:
    allowed = Path(__file__).with_name("stubtest_allowlist.txt")
    done = run("mypy.stubtest", "collide2d._core", "collide2d._arrays", "--allowlist", str(allowed))
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_accepts_correct_programs_and_rejects_each_misuse(tmp_path: Path) -> None:
    """mypy reports one error in each line of MISUSE after the import, and none in USE and PYGAME_USE."""
    programs = {"use": USE, "pygame_use": PYGAME_USE, "misuse": MISUSE}
    for name, text in programs.items():
        (tmp_path / f"{name}.py").write_text(text)
    done = run("mypy", "--strict", *(str(tmp_path / f"{name}.py") for name in programs))
    errors = [line.split(":") for line in done.stdout.splitlines() if ": error:" in line]
    assert {Path(file).stem for file, *_ in errors} == {"misuse"}, done.stdout + done.stderr
    assert {int(line) for _, line, *_ in errors} == set(range(3, 15)), done.stdout + done.stderr
