"""Draws a `Game`, without changing it.

pygame does not smooth edges, so each picture is drawn once, several times larger, and scaled down. A frame only
combines these pictures.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from itertools import pairwise

import pygame

from collide2d import Capsule, Rect, Shape
from collide2d.examples.controls import panel
from collide2d.examples.pictures import INK, disc, outline, scaled, single, smoothed
from collide2d.examples.platformer import level
from collide2d.examples.platformer.world import (
    BULLET,
    COIN,
    CRATE,
    ENEMY,
    FLAG,
    PLANK,
    PLAYER,
    WALL,
    Game,
    Thing,
)
from collide2d.pygame import draw

Vec = tuple[float, float]

SIZE = (960, 540)
SKY = ("#3c4f9a", "#8f7fc0", "#f2a79b", "#ffdca8")
HILLS = (  # from far to near: colour, speed relative to the camera, height, roughness
    ("#8d7fb8", 0.12, 300, 70),
    ("#6a6ba3", 0.3, 370, 48),
    ("#46628a", 0.5, 440, 32),
)
EARTH, GRASS, MOSS, WOOD, STEEL = "#7a4f3c", "#7cc15a", "#5b9a48", "#c88a4b", "#8fa3b8"
SHAPE_COLORS = {
    WALL: "white",
    PLANK: "#ffe66d",
    CRATE: "#ffe66d",
    PLAYER: "#4ee6d8",
    ENEMY: "#ff6b6b",
    COIN: "#ffce4a",
    FLAG: "#b9b3c9",
    BULLET: "#4ee6d8",
}
PEBBLES = ("#83573f", "#6f4637", "#8c6047", "#693f33")


# ---- the land --------------------------------------------------------------------------------------------------------


def sky() -> pygame.Surface:
    colors = pygame.Surface((1, len(SKY)))
    for i, color in enumerate(SKY):
        colors.set_at((0, i), color)
    picture = pygame.transform.smoothscale(colors, SIZE)

    def sun(surface: pygame.Surface, k: float) -> None:
        for r, alpha in ((95, 28), (78, 40), (62, 60), (46, 255)):
            pygame.draw.circle(surface, (255, 240, 205, alpha), (100 * k, 100 * k), r * k)

    picture.blit(smoothed((200, 200), sun, "#fff0cd"), (640, 150))
    return picture


def clouds() -> pygame.Surface:
    rng = random.Random(3)

    def paint(surface: pygame.Surface, k: float) -> None:
        for _ in range(9):
            x, y, w = rng.uniform(80, SIZE[0] * 1.5 - 80), rng.uniform(40, 190), rng.uniform(50, 110)
            surface.set_clip((0, 0, surface.get_width(), y * k))  # flat below
            for i in range(6):
                r = w * rng.uniform(0.14, 0.3)
                pygame.draw.circle(surface, "#fdeee6", ((x + w * (i - 2.5) / 3) * k, (y - r * 0.5) * k), r * k)

    picture = smoothed((SIZE[0] * 1.5, 220), paint, "#fdeee6", 2)
    picture.set_alpha(150)
    return picture


def hills(color: str, speed: float, height: float, roughness: float, seed: int) -> pygame.Surface:
    """A mountain range, as wide as its speed requires, with firs on it."""
    rng = random.Random(seed)
    width = SIZE[0] + (level.WIDTH - SIZE[0]) * speed
    waves = [(rng.uniform(0.7, 1.4) / 2**i, rng.uniform(0.002, 0.004) * 2**i, rng.uniform(0, 6)) for i in range(4)]

    def top(x: float) -> float:
        return height + roughness * math.fsum(a * math.sin(f * x + phase) for a, f, phase in waves)

    def paint(surface: pygame.Surface, k: float) -> None:
        ridge = [(x, top(x)) for x in range(0, int(width) + 8, 4)]
        pygame.draw.polygon(surface, color, scaled([*ridge, (width + 8, level.HEIGHT), (0, level.HEIGHT)], k))
        for _ in range(int(width * speed / 9)):
            x, h = rng.uniform(0, width), rng.uniform(16, 60) * speed
            y = top(x) + 3
            for part in (0.0, 0.3, 0.6):
                w, low = h * (0.28 - 0.2 * part), y - h * part
                pygame.draw.polygon(surface, color, scaled([(x - w, low), (x, y - h * (part + 0.5)), (x + w, low)], k))

    return smoothed((width, level.HEIGHT), paint, color, 2)


def open_edges(game: Game) -> list[tuple[Vec, Vec, Vec]]:
    """The outline of the solid area, in short pieces with their normals. Queries of the space leave out the inner
    edges.
    """
    edges = []
    for wall in game.walls:
        points = outline(single(game.space[wall]))
        for (ax, ay), (bx, by) in pairwise([*points, points[0]]):
            length = math.hypot(bx - ax, by - ay)
            if length == 0 or len(points) == 2:
                continue
            nx, ny = (by - ay) / length, (ax - bx) / length  # points outward, since vertices run from +x toward +y
            pieces = math.ceil(length / 8)
            for i in range(pieces):
                p, q = ((ax + (bx - ax) * t / pieces, ay + (by - ay) * t / pieces) for t in (i, i + 1))
                beyond = ((p[0] + q[0]) / 2 + 2 * nx, (p[1] + q[1]) / 2 + 2 * ny)
                if not game.space.query(beyond, touching=True, mask=WALL):
                    edges.append((p, q, (nx, ny)))
    return edges


def land(game: Game) -> pygame.Surface:
    """Everything that does not move: earth with grass where it is open above, and an outline."""
    k, rng = 2, random.Random(9)
    size = (level.WIDTH * k, level.HEIGHT * k)
    solid, earth = pygame.Surface(size, pygame.SRCALPHA), pygame.Surface(size, pygame.SRCALPHA)
    solid.fill((*pygame.Color(INK)[:3], 0))
    earth.fill(EARTH)
    for _ in range(2600):
        x, y, r = rng.uniform(0, size[0]), rng.uniform(0, size[1]), rng.uniform(2, 7) * k
        pygame.draw.ellipse(earth, rng.choice(PEBBLES), (x, y, r * 1.6, r))
    for wall in game.walls:
        points = scaled(outline(single(game.space[wall])), k)
        if len(points) > 2:
            pygame.draw.polygon(solid, "white", points)
    solid.blit(earth, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    edges = open_edges(game)
    tops = [(p, q) for p, q, (_, ny) in edges if ny < -0.5]
    for depth, color in ((10, MOSS), (6, GRASS)):
        for (px, py), (qx, qy) in tops:
            band = [(px, py), (qx, qy), (qx, qy + depth), (px, py + depth)]
            pygame.draw.polygon(solid, color, scaled(band, k))
    for (px, py), (qx, qy) in tops:
        for t in (0.2, 0.6):
            x, y = px + (qx - px) * t, py + (qy - py) * t
            blade = [(x - 2, y), (x + rng.uniform(-3, 3), y - rng.uniform(3, 7)), (x + 2, y)]
            pygame.draw.polygon(solid, rng.choice((GRASS, MOSS)), scaled(blade, k))
    for (px, py), (qx, qy), (nx, ny) in edges:
        line = [(px - nx, py - ny), (qx - nx, qy - ny), (qx + nx, qy + ny), (px + nx, py + ny)]
        pygame.draw.polygon(solid, INK, scaled(line, k))
        pygame.draw.circle(solid, INK, (qx * k, qy * k), 1.1 * k)
    for bar in [
        shape for wall in game.walls if len((shape := single(game.space[wall])).vertices) == 2 and shape.radius == 0
    ]:
        for width, color in ((6, INK), (2.5, STEEL)):
            pygame.draw.polygon(solid, color, scaled(outline(bar.grow(width / 2)), k))
    return pygame.transform.smoothscale(solid, (level.WIDTH, level.HEIGHT))


# ---- the things ------------------------------------------------------------------------------------------------------


def body(shape: Shape, color: str, more: Callable[[pygame.Surface, float], None] | None = None) -> pygame.Surface:
    """A shape with an outline, light from above, a shadow below, and optional details."""
    left, top, right, bottom = shape.bounds
    points = [(x - left + 3, y - top + 3) for x, y in outline(shape)]

    def paint(surface: pygame.Surface, k: float) -> None:
        dark = pygame.Color(color).lerp(INK, 0.3)
        pygame.draw.polygon(surface, dark, scaled(points, k))
        clip = surface.get_clip()
        surface.set_clip(pygame.Rect(0, 0, surface.get_width(), round((bottom - top) * 0.72 * k)))
        pygame.draw.polygon(surface, color, scaled(points, k))
        surface.set_clip(clip)
        if more:
            more(surface, k)
        pygame.draw.polygon(surface, INK, scaled(points, k), round(2.5 * k))
        for p in scaled(points, k):
            pygame.draw.circle(surface, INK, p, 1.2 * k)

    return smoothed((right - left + 6, bottom - top + 6), paint)


def eyes(x: float, y: float, r: float, looks: float = 1.5) -> Callable[[pygame.Surface, float], None]:
    def paint(surface: pygame.Surface, k: float) -> None:
        for dx in (-1.3 * r, 1.3 * r):
            pygame.draw.circle(surface, "white", ((x + dx) * k, y * k), r * k)
            pygame.draw.circle(surface, INK, ((x + dx + looks) * k, y * k), r * 0.55 * k)

    return paint


def crate_face(surface: pygame.Surface, k: float) -> None:
    for a, b in (((5, 5), (29, 29)), ((5, 29), (29, 5))):
        pygame.draw.line(surface, "#8c5a2f", scaled([a], k)[0], scaled([b], k)[0], round(4 * k))
    pygame.draw.rect(surface, "#a56c39", (4 * k, 4 * k, 26 * k, 26 * k), round(4 * k))


def coin(turn: float) -> pygame.Surface:
    """A coin turned to the side by a fraction, 0 to 1."""
    w = max(0.12, abs(math.cos(turn * math.pi)))

    def paint(surface: pygame.Surface, k: float) -> None:
        for r, color in ((11.0, INK), (9.0, "#ffce4a"), (6.0, "#f3a633")):
            rx = max(r * w, 1.5 if r < 11 else 3)
            pygame.draw.ellipse(surface, color, ((12 - rx) * k, (12 - r) * k, 2 * rx * k, 2 * r * k))
        pygame.draw.ellipse(surface, "#fff3c4", ((12 - 5 * w) * k, 5 * k, 3 * w * k, 7 * k))

    return smoothed((24, 24), paint)


def flag(color: str) -> pygame.Surface:
    def paint(surface: pygame.Surface, k: float) -> None:
        pygame.draw.rect(surface, INK, (5 * k, 2 * k, 6 * k, 58 * k), border_radius=round(3 * k))
        pygame.draw.rect(surface, "#e9e2d0", (7 * k, 4 * k, 2 * k, 54 * k))
        cloth = [(10, 6), (34, 12), (26, 18), (34, 26), (10, 28)]
        pygame.draw.polygon(surface, color, scaled(cloth, k))
        pygame.draw.polygon(surface, INK, scaled(cloth, k), round(2.5 * k))

    return smoothed((38, 62), paint)


def runner(pose: int, armed: bool = True) -> pygame.Surface:
    """The player, facing right; poses 0 to 3 run, 4 flies."""
    stride = (0, 6, 0, -6, 9)[pose]

    def paint(surface: pygame.Surface, k: float) -> None:
        def limb(color: str, a: Vec, b: Vec, w: float) -> None:
            for extra, c in ((2.2, INK), (0.0, color)):
                pygame.draw.line(surface, c, scaled([a], k)[0], scaled([b], k)[0], round((w + 2 * extra) * k))
                for p in scaled([a, b], k):
                    pygame.draw.circle(surface, c, p, (w / 2 + extra) * k)

        limb("#3d3f78", (18 - 4, 34), (18 - 4 - stride, 42), 5)
        limb("#3d3f78", (18 + 4, 34), (18 + 4 + stride, 42 - (4 if pose == 4 else 0)), 5)
        for grown, color in ((0.0, INK), (2.4, "#e8505b")):  # a coat
            box = pygame.Rect((6 + grown) * k, (18 + grown) * k, (24 - 2 * grown) * k, (20 - 2 * grown) * k)
            pygame.draw.rect(surface, color, box, border_radius=round(8 * k))
        for grown, color in ((0.0, INK), (2.4, "#ffd9b3")):  # a head
            pygame.draw.ellipse(
                surface, color, ((5 + grown) * k, (4 + grown) * k, (26 - 2 * grown) * k, (22 - 2 * grown) * k)
            )
        pygame.draw.rect(surface, INK, (4 * k, 3 * k, 27 * k, 10 * k), border_radius=round(6 * k))  # a cap
        pygame.draw.rect(surface, "#3f8fbf", (6 * k, 5 * k, 23 * k, 6 * k), border_radius=round(4 * k))
        pygame.draw.rect(surface, INK, (22 * k, 9 * k, 13 * k, 4 * k), border_radius=round(2 * k))
        for x in (19, 26):
            pygame.draw.ellipse(surface, INK, (x * k, 14 * k, 3 * k, 6 * k))
        limb("#e8505b", (16, 27), (21 + stride / 3, 31 - (6 if pose == 4 else 0)), 4)
        if armed:
            limb("#565a6e", (23 + stride / 3, 30 - (6 if pose == 4 else 0)), (32, 29), 3)

    return smoothed((38, 47), paint)


class Painter:
    """Draws games, all with the same pictures; `follow` moves its camera once a frame."""

    def __init__(self) -> None:
        game = Game()
        self.sky, self.clouds, self.land = sky(), clouds(), land(game)
        self.hills = [(hills(*hill, seed=i), hill[1]) for i, hill in enumerate(HILLS)]
        self.coins = [coin(i / 12) for i in range(12)]
        self.flags = {False: flag("#b9b3c9"), True: flag("#f0c419")}
        self.runner = [runner(pose) for pose in range(5)]
        self.enemy = body(single(game.space[game.enemies[0]]), "#8a5bb5", eyes(18, 12, 4.5))
        self.crate = body(single(game.space[game.crates[0]]), WOOD, crate_face)
        self.plank = body(single(game.space[game.planks[0]]), WOOD)
        self.platforms = [body(single(game.space[platform]), STEEL) for platform in game.platforms]
        self.font = pygame.font.Font(None, 30)
        self.camera, self.shows_shapes = (0.0, 0.0), False

    def follow(self, game: Game) -> None:
        """Moves the camera gently ahead of the player, never beyond the level."""
        x, y = game.space[game.player].center
        x, y = x + 90 * game.player.facing - SIZE[0] / 2, y - SIZE[1] * 0.6
        (cx, cy), (w, h) = self.camera, (level.WIDTH - SIZE[0], level.HEIGHT - SIZE[1])
        self.camera = (max(0, min(w, cx + (x - cx) * 0.06)), max(0, min(h, cy + (y - cy) * 0.06)))

    def draw(self, screen: pygame.Surface, game: Game) -> None:
        cx, cy = self.camera
        screen.blit(self.sky, (0, 0))
        screen.blit(self.clouds, (-((cx * 0.08 + game.frame * 0.15) % (SIZE[0] * 0.5)), 10))
        for picture, speed in self.hills:
            screen.blit(picture, (-cx * speed, -cy * speed))
        for thing in game.flags:
            left, _, _, bottom = game.space[thing].bounds
            screen.blit(self.flags[thing is game.reached], (left - cx, bottom - 60 - cy))
        self.put(screen, game, game.planks, self.plank)
        screen.blit(self.land, (-cx, -cy))
        for platform, picture in zip(game.platforms, self.platforms, strict=True):
            self.put(screen, game, [platform], picture)
        for i, thing in enumerate(game.coins):
            x, y = game.space[thing].center
            turn = self.coins[(game.frame // 5 + i) % 12]
            screen.blit(turn, (x - 12 - cx, y - 12 - cy))
        self.put(screen, game, game.crates, self.crate)
        for thing in game.enemies:
            left = thing.facing < 0
            self.put(screen, game, [thing], pygame.transform.flip(self.enemy, True, False) if left else self.enemy)
        for thing in game.bullets:
            (x, y), (vx, vy) = game.space[thing].center, thing.velocity
            tail = (x - vx * 0.6 - cx, y - vy * 0.6 - cy)
            pygame.draw.line(screen, "#ffe9a8", tail, (x - cx, y - cy), 3)
            disc(screen, INK, (x - cx, y - cy), 5)
            disc(screen, "#fff6d8", (x - cx, y - cy), 3)
        self.draw_player(screen, game)
        if self.shows_shapes:
            self.draw_shapes(screen, game)
        self.draw_counts(screen, game)

    def put(self, screen: pygame.Surface, game: Game, things: Sequence[Thing], picture: pygame.Surface) -> None:
        """The picture that `body` made at each of the things."""
        for thing in things:
            left, top, _, _ = game.space[thing].bounds
            screen.blit(picture, (round(left - 3 - self.camera[0]), round(top - 3 - self.camera[1])))

    def draw_player(self, screen: pygame.Surface, game: Game) -> None:
        me = game.player
        left, _, _, bottom = game.space[me].bounds
        runs = abs(me.velocity[0]) > 0.3
        pose = 4 if me.ground is None else int(left / 12) % 4 if runs else 0
        picture = self.runner[pose]
        if me.facing < 0:
            picture = pygame.transform.flip(picture, True, False)
        screen.blit(picture, (round(left - 7 - self.camera[0]), round(bottom - 46 - self.camera[1])))

    def draw_counts(self, screen: pygame.Surface, game: Game) -> None:
        screen.blit(self.coins[0], (18, 14))
        text = f"{game.coins_won} / {game.coins_won + len(game.coins)}"
        for dx, dy, color in ((0, 2, INK), (0, 0, "white")):
            screen.blit(self.font.render(text, True, color), (50 + dx, 17 + dy))
        if not game.coins:
            won = panel("All coins are yours!", size=48)
            screen.blit(won, won.get_rect(center=(SIZE[0] / 2, SIZE[1] / 3)))

    def draw_shapes(self, screen: pygame.Surface, game: Game) -> None:
        """Dims the picture and draws the shapes that collide2d sees, with the normal of the ground under the player."""
        cx, cy = self.camera
        offset = (-cx, -cy)
        screen.fill("#8c8c98", special_flags=pygame.BLEND_RGB_MULT)
        for thing in game.space.query(Rect(cx, cy, *SIZE)):
            shape, color = game.space[thing], SHAPE_COLORS[thing.layer]
            if thing.layer != WALL:
                draw(screen, shape, (*pygame.Color(color)[:3], 70), width=0, offset=offset)
            draw(screen, shape, color, width=1.2 if thing.layer == WALL else 2.4, offset=offset)
        floor_normal = game.player.last.floor_normal
        if floor_normal is not None:
            (x, y), (nx, ny) = game.space[game.player].center, floor_normal
            draw(screen, Capsule(x, y, x + 40 * nx, y + 40 * ny, 1.5), "#ff6b6b", width=0, offset=offset)
