"""Draws a walk: the map as Tiled shows it, with its tile pictures, and the player.

Tile layers are drawn tile by tile around the camera, each at its own speed (parallax), and tile objects in place.
Objects without a picture, which Tiled shows as outlines, are drawn as stone, wood or rope.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import pygame
from pytiled_parser import Layer, LayerGroup, ObjectLayer, TileLayer, Tileset
from pytiled_parser.tiled_object import Tile as TileObject

from collide2d import Body, Circle, Rect, Shape
from collide2d.examples.pictures import INK, disc, outline, scaled, smoothed
from collide2d.examples.platformer.paint import runner
from collide2d.examples.walk.world import Game
from collide2d.tiled import Level, Thing
from collide2d.typing import Solid

Vec = tuple[float, float]

SIZE = (960, 540)
H, V, D = 1 << 31, 1 << 30, 1 << 29  # the flips of a tile; D swaps x and y first
STONE, WOOD, GOLD = ("#a7adb8", "#7c8391"), ("#c99a5b", "#96683a"), "#f6c32f"
MATERIALS = {"ellipse": STONE, "polygon": STONE, "capsule": WOOD, "rectangle": WOOD, "polyline": WOOD}


def made_of(shape: Solid, light: str, dark: str) -> pygame.Surface:
    """Draws a shape, or each piece of a body, as `made_of_one` does."""
    if not isinstance(shape, Body):
        return made_of_one(shape, light, dark)
    left, top, right, bottom = shape.bounds
    whole = pygame.Surface((math.ceil(right - left) + 4, math.ceil(bottom - top) + 4), pygame.SRCALPHA)
    for piece in shape:
        whole.blit(made_of_one(piece, light, dark), (piece.bounds[0] - left, piece.bounds[1] - top))
    return whole


def made_of_one(shape: Shape, light: str, dark: str) -> pygame.Surface:
    """Draws a shape without its own picture, lit from above; wood gets a grain, and round shapes a glint."""
    left, top, right, bottom = shape.bounds
    away = (2 - left, 2 - top)  # a margin of 2 pixels
    points, core = outline(shape), shape.vertices

    def paint(surface: pygame.Surface, k: float) -> None:
        if len(points) < 3:
            for width, color in ((5, dark), (2, light)):
                pygame.draw.lines(surface, color, False, scaled(points, k, *away), round(width * k))
            return
        inside = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
        inside.fill(dark)
        pygame.draw.polygon(inside, light, scaled(points, k, away[0], away[1] - 4))
        if (light, dark) == WOOD and len(core) in (2, 4):
            (ax, ay), (bx, by) = core[:2]
            for i, (p, q) in enumerate(((0.0, 0.35), (0.55, 0.9), (0.2, 0.75))):
                dy = 4 * i - 6 if len(core) == 2 else 4 * i - 2
                line = [(ax + (bx - ax) * t, ay + (by - ay) * t + dy) for t in (p, q)]
                pygame.draw.lines(inside, dark, False, scaled(line, k, *away), round(1.2 * k))
        if len(core) == 1:
            (x, y), r = core[0], shape.radius
            ((gx, gy),) = scaled([(x - 0.38 * r, y - 0.45 * r)], k, *away)
            pygame.draw.circle(inside, "#cfd4dc", (gx, gy), 0.22 * r * k)
        pygame.draw.polygon(surface, "white", scaled(points, k, *away))
        surface.blit(inside, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)

    return smoothed((right - left + 4, bottom - top + 4), paint, dark)


class Tiles:
    """The pictures of tiles, by their global ids."""

    def __init__(self, tilesets: dict[int, Tileset]) -> None:
        self.tilesets = tilesets
        self.images: dict[str, pygame.Surface] = {}
        self.made: dict[tuple[int, Vec, float], pygame.Surface] = {}

    def image(self, path: object) -> pygame.Surface:
        if str(path) not in self.images:
            self.images[str(path)] = pygame.image.load(str(path)).convert_alpha()
        return self.images[str(path)]

    def upright(self, gid: int) -> pygame.Surface:
        tile = gid & 0x0FFFFFFF
        first = max(first for first in self.tilesets if first <= tile)
        tileset = self.tilesets[first]
        if tileset.image is None:
            return self.image((tileset.tiles or {})[tile - first].image)
        row, column = divmod(tile - first, tileset.columns)
        w, h = tileset.tile_width, tileset.tile_height
        x, y = (tileset.margin + i * (length + tileset.spacing) for i, length in ((column, w), (row, h)))
        return self.image(tileset.image).subsurface((x, y, w, h))

    def get(self, gid: int, size: Vec | None = None, angle: float = 0) -> pygame.Surface:
        """The picture of a tile, flipped as its id says, scaled, and turned clockwise."""
        key = (gid, size or (0, 0), angle)
        if key not in self.made:
            image = self.upright(gid)
            if gid & D:  # x and y swapped: a quarter turn and a mirror image
                image = pygame.transform.flip(pygame.transform.rotate(image, -90), True, False)
            image = pygame.transform.flip(image, bool(gid & H), bool(gid & V))
            if size and (angle or size != image.get_size()):  # drawn larger and scaled down, which smooths its edges
                image = pygame.transform.smoothscale(image, (4 * size[0], 4 * size[1]))
                image = pygame.transform.rotate(image, -angle)
                image = pygame.transform.smoothscale(image, (image.get_width() / 4, image.get_height() / 4))
            self.made[key] = image
        return self.made[key]


def sky(level: Level) -> pygame.Surface:
    """The map's colour, deeper above and brighter below."""
    color = pygame.Color(level.tiled.background_color or "#d7eef5")
    column = pygame.Surface((1, 3))
    for i, (other, part) in enumerate((("#7fb8e0", 0.55), ("white", 0.0), ("#fff6e0", 0.45))):
        column.set_at((0, i), color.lerp(pygame.Color(other), part))
    return pygame.transform.smoothscale(column, SIZE)


class Painter:
    """Draws walks through one map; `follow` moves its camera once a frame."""

    def __init__(self, game: Game) -> None:
        self.level, self.tiles, self.sky = game.level, Tiles(game.level.tiled.tilesets), sky(game.level)
        self.things = {thing.id: thing for thing in self.level if thing.id and thing.part == 0}
        self.made: dict[Thing, pygame.Surface] = {}
        self.runner = [runner(pose, armed=False) for pose in range(5)]
        self.font = pygame.font.Font(None, 30)
        self.small = pygame.font.Font(None, 24)
        self.camera, self.shows_shapes = self.aim(game), False

    def aim(self, game: Game) -> Vec:
        """The target of the camera: ahead of the player, never beyond the map."""
        x, y = game.space[game.player].center
        left, top, right, bottom = self.level.bounds
        x, y = x + 90 * game.player.facing - SIZE[0] / 2, y - SIZE[1] * 0.6
        return (max(left, min(right - SIZE[0], x)), max(top, min(bottom - SIZE[1], y)))

    def follow(self, game: Game) -> None:
        (x, y), (cx, cy) = self.aim(game), self.camera
        self.camera = (cx + (x - cx) * 0.06, cy + (y - cy) * 0.06)

    def draw(self, screen: pygame.Surface, game: Game) -> None:
        screen.blit(self.sky, (0, 0))
        self.draw_layers(screen, game, self.level.tiled.layers or (), self.camera)
        self.draw_flags(screen, game)
        self.draw_player(screen, game)
        if self.shows_shapes:
            self.draw_shapes(screen, game)
        self.draw_words(screen, game)

    # ---- the map

    def draw_layers(self, screen: pygame.Surface, game: Game, layers: Sequence[Layer], camera: Vec) -> None:
        """Draws the layers from back to front. camera: the map point at the top left of the screen, for them."""
        for layer in layers:
            if not layer.visible:
                continue
            # The parallax factors of a layer and its group multiply, and their offsets add up.
            seen = (
                camera[0] * layer.parallax_factor.x - layer.offset.x,
                camera[1] * layer.parallax_factor.y - layer.offset.y,
            )
            if isinstance(layer, LayerGroup):
                self.draw_layers(screen, game, layer.layers or (), seen)
            elif isinstance(layer, TileLayer):
                screen.blits([(self.tiles.get(gid), place) for gid, place in self.seen(layer, seen)])
            elif isinstance(layer, ObjectLayer):
                self.draw_objects(screen, game, layer, seen)

    def seen(self, layer: TileLayer, camera: Vec) -> Iterator[tuple[int, Vec]]:
        """The visible tiles of a layer, with their positions on the screen."""
        w, h = self.level.tile_size
        first, last = (math.floor((camera[1] + y) / h) for y in (0, SIZE[1]))
        start, stop = (math.floor((camera[0] + x) / w) for x in (0, SIZE[0]))
        # The tiles of an infinite map are in chunks at any position.
        chunks = [(int(part.coordinates.x), int(part.coordinates.y), part.data) for part in layer.chunks or ()]
        for left, top, rows in chunks or [(0, 0, layer.data or [])]:
            for row in range(max(first, top), min(last + 1, top + len(rows))):
                held = rows[row - top]
                for column in range(max(start, left), min(stop + 1, left + len(held))):
                    if gid := held[column - left]:
                        x, y = column * w - camera[0], (row + 1) * h - camera[1]
                        yield gid, (round(x), round(y - self.tiles.get(gid).get_height()))

    def draw_objects(self, screen: pygame.Surface, game: Game, layer: ObjectLayer, camera: Vec) -> None:
        for held in layer.tiled_objects:
            thing = self.things.get(int(held.id))
            if thing is None or not held.visible or thing in game.taken:
                continue
            if isinstance(held, TileObject):
                size = (held.size.width, held.size.height)
                picture = self.tiles.get(held.gid, size, held.rotation)
                # A tile object rotates about its bottom left.
                x, y = pygame.Vector2(size[0] / 2, -size[1] / 2).rotate(held.rotation) + held.coordinates
                if thing.class_ == "coin":
                    turn = max(0.1, abs(math.cos((game.frame / 40 + x / 200) * math.pi)))
                    picture = pygame.transform.smoothscale_by(picture, (turn, 1))
                screen.blit(picture, picture.get_rect(center=(round(x - camera[0]), round(y - camera[1]))))
        for thing in self.level:
            if thing.layer.name == layer.name and thing.solid and not thing.gid and thing.visible:
                self.draw_made(screen, game, thing)

    def draw_made(self, screen: pygame.Surface, game: Game, thing: Thing) -> None:
        """Draws the things that have no picture in the map."""
        if thing not in self.made:
            self.made[thing] = made_of(thing.shape, *MATERIALS.get(thing.kind, STONE))
        left, top, _, _ = game.space[thing].bounds
        screen.blit(self.made[thing], (round(left - 2 - self.camera[0]), round(top - 2 - self.camera[1])))

    # ---- what is in it

    def draw_flags(self, screen: pygame.Surface, game: Game) -> None:
        """Draws sparks around the flags that were reached."""
        for flag in game.flags:
            x, y = flag.shape.center
            for i in range(7):
                angle = 2 * math.pi * i / 7 + game.frame / 50
                dx, dy = 30 * math.cos(angle) - self.camera[0], 30 * math.sin(angle) - self.camera[1]
                disc(screen, GOLD, (x + dx, y + dy), 2 + (i + game.frame // 10) % 2)

    def draw_player(self, screen: pygame.Surface, game: Game) -> None:
        me = game.player
        left, _, _, bottom = game.space[me].bounds
        way = bottom if game.climbs else left
        moves = game.climbs or abs(me.velocity[0]) > 0.3
        pose = 4 if me.ground is None and not game.climbs else int(way / 12) % 4 if moves else 0
        picture = self.runner[pose]
        if me.facing < 0:
            picture = pygame.transform.flip(picture, True, False)
        screen.blit(picture, (round(left - 7 - self.camera[0]), round(bottom - 46 - self.camera[1])))

    def draw_words(self, screen: pygame.Surface, game: Game) -> None:
        """Draws the coin count and the text of the current place."""
        said = [str(thing.properties["text"]) for thing in game.inside if thing.properties.get("text")]
        said += ["You made it!"] if game.exit else []
        x, y = game.space[game.player].center
        for i, words in enumerate(said):
            text = self.small.render(words, True, INK)
            box = text.get_rect(center=(x - self.camera[0], y - self.camera[1] - 48 - 30 * i)).inflate(20, 12)
            box.clamp_ip(screen.get_rect())
            pygame.draw.rect(screen, "white", box, border_radius=10)
            screen.blit(text, text.get_rect(center=box.center))
        won = self.font.render(f"{len(game.taken)} / {game.coins_in_all}", True, INK)
        title = self.font.render(str(self.level.properties.get("title", "")), True, INK)
        for x, width in ((12, won.get_width() + 52), (SIZE[0] - title.get_width() - 32, title.get_width() + 20)):
            plate = pygame.Surface((width, 32), pygame.SRCALPHA)
            pygame.draw.rect(plate, (255, 255, 255, 150), plate.get_rect(), border_radius=16)
            screen.blit(plate, (x, 12))
        disc(screen, "#c98a12", (30, 28), 11)
        disc(screen, GOLD, (30, 28), 9)
        screen.blit(won, (50, 19))
        screen.blit(title, (SIZE[0] - title.get_width() - 22, 19))

    def draw_shapes(self, screen: pygame.Surface, game: Game) -> None:
        """Draws the shapes that collide2d sees, and the normal of the ground under the player."""
        cx, cy = self.camera
        for thing in game.space.query(Rect(cx, cy, *SIZE)):
            shape = game.space[thing]
            color = "#ffffff"
            if isinstance(thing, Thing):
                color = "#2040d0" if not thing.solid else "#e08000" if thing.properties.get("one_way") else "#d02060"
            for piece in shape.pieces if isinstance(shape, Body) else (shape,):
                points = scaled(outline(piece if piece.kind != "point" else Circle(piece.center, 4)), 1, -cx, -cy)
                pygame.draw.lines(screen, color, len(points) > 2, points, 2)
        floor_normal = game.player.last.floor_normal
        if floor_normal is not None:
            x, y = game.space[game.player].center
            nx, ny = floor_normal
            pygame.draw.line(screen, "#ffffff", (x - cx, y - cy), (x + 40 * nx - cx, y + 40 * ny - cy), 3)
