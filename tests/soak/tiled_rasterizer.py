"""Compares shapes of tiles with the pixels that Tiled draws: `python tests/soak/tiled_rasterizer.py 100`.

Makes random maps with one tile, whose picture is a painted polygon and whose collision shape is the same polygon.
Tiled's tmxrasterizer (Debian package tiled) draws each map, and a pixel must be painted if and only if its centre is in
a shape. Flips, sizes, alignments, offsets, scales and rotations are random. Objects that are scaled or rotated may
differ along their edges.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import pygame

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / room) for room in ("support", "generators", "models")]

from tiled_maps import D, H, Json, V, a_map, drawn, objects, points, tile, tiles, tileset, write

from collide2d import Point, Polygon
from collide2d.tiled import load
from collide2d.typing import Solid

PAINT = (200, 30, 30, 255)
FLIPS = [h | v | d for h in (0, H) for v in (0, V) for d in (0, D)]
ALIGNMENTS = [
    "unspecified",
    "topleft",
    "top",
    "topright",
    "left",
    "center",
    "right",
    "bottomleft",
    "bottom",
    "bottomright",
]

Pixels = set[tuple[int, int]]


def picture(folder: Path, w: int, h: int, corners: list[tuple[float, float]]) -> None:
    """Writes the picture of the tile to a file."""
    image = pygame.Surface((w, h), pygame.SRCALPHA)
    for x, y in covered(Polygon.hull(corners)):
        image.set_at((x, y), PAINT)
    pygame.image.save(image, str(folder / "tile.png"))


def covered(shape: Solid) -> Pixels:
    """The pixels whose centres are in a shape."""
    left, top, right, bottom = (round(edge) for edge in shape.bounds)
    return {
        (x, y)
        for x in range(left - 1, right + 2)
        for y in range(top - 1, bottom + 2)
        if shape.collides(Point(x + 0.5, y + 0.5))
    }


def some_map(folder: Path, rng: random.Random, with_objects: bool) -> Json:
    w, h = rng.choice([(24, 40), (32, 32), (48, 16), (40, 24)])
    corners = [(2.0, 3.0), (w - 4.0, 6.0), (w - 9.0, h - 3.0), (5.0, h // 2)]
    picture(folder, w, h, corners)
    dx, dy = rng.choice([(0, 0), (0, 0), (5, -7)])
    one = tileset(
        tile(0, drawn(polygon=points(*corners))), image="tile.png", imagewidth=w, imageheight=h, tilewidth=w,
        tileheight=h, tilecount=1, columns=1, tileoffset={"x": dx, "y": dy}, objectalignment=rng.choice(ALIGNMENTS),
    )  # fmt: skip
    grid = [[0] * 24 for _ in range(20)]
    held: list[Json] = []
    if with_objects:
        for i in range(6):
            size = {"width": w * rng.choice([1, 1.5, 2]), "height": h * rng.choice([0.5, 1, 2])}
            place = {"x": 110 + 140 * (i % 3), "y": 120 + 150 * (i // 3), "rotation": rng.choice([0, 0, 90, 30, -45])}
            held.append(drawn(id=i + 1, gid=1 | rng.choice([0, H, V, H | V]), **size, **place))
    else:
        for i, flips in enumerate(FLIPS):
            grid[4 + 4 * (i // 4)][3 + 4 * (i % 4)] = 1 | flips
    x, y = rng.choice([(0, 0), (7, 3)])
    plain = {"opacity": 1, "visible": True, "x": 0, "y": 0, "offsetx": x, "offsety": y}
    cells = dict(zip(("tilewidth", "tileheight"), rng.choice([(w, h), (32, 32), (20, 28)]), strict=True))
    layers = [tiles(*grid, id=1, **plain), objects(*held, id=2, **plain)]
    return a_map(*layers, tilesets=[one], width=24, height=20, version="1.8", **cells)


def difference(folder: Path, data: Json) -> tuple[int, int]:
    """The number of pixels that are painted or covered but not both, and the number of covered pixels."""
    path, image = write(folder / "map.json", data), folder / "map.png"
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = ["tmxrasterizer", "--no-smoothing", str(path), str(image)]
    subprocess.run(command, check=True, capture_output=True, env=environment)
    seen = pygame.image.load(str(image))
    width, height = seen.get_size()
    painted = {(x, y) for x in range(width) for y in range(height) if tuple(seen.get_at((x, y))) == PAINT}
    ours: Pixels = set().union(*(covered(thing.shape) for thing in load(path)))
    return len(painted ^ ours), len(ours)


def main(trials: int) -> int:
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        for trial in range(trials):
            with_objects = trial % 2 == 1
            differing, covered_ = difference(Path(name), some_map(Path(name), random.Random(trial), with_objects))
            wrong += differing > (covered_ / 4 if with_objects else 0)
    print(f"{trials} maps drawn by Tiled, {wrong} of them otherwise than here")
    return wrong


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100) > 0)
