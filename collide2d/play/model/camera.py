"""The camera: the part of the world that a window shows, and the map between world points and pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TypeAlias

Pair: TypeAlias = tuple[float, float]
Bounds: TypeAlias = tuple[float, float, float, float]  # left, top, right, bottom

LARGEST = 1e60  # the greatest coordinate of a shape
FAR = 2.0**-44  # times the distance to the origin: finer pixels would show the rounding of coordinates


@dataclass(frozen=True, slots=True)
class Camera:
    """A world point, its pixel, and the scale in pixels per unit. The y-axis points down.

    >>> camera = Camera((100.0, 50.0), (320.0, 240.0), 2.0)
    >>> camera.pixel((110.0, 50.0)), camera.world((340.0, 240.0))
    ((340.0, 240.0), (110.0, 50.0))
    """

    center: Pair
    middle: Pair
    scale: float

    def pixel(self, p: Pair) -> Pair:
        """The pixel of a world point."""
        return (
            self.middle[0] + (p[0] - self.center[0]) * self.scale,
            self.middle[1] + (p[1] - self.center[1]) * self.scale,
        )

    def world(self, p: Pair) -> Pair:
        """The world point at a pixel, or the nearest one within the domain of shapes."""
        return (
            _allowed(self.center[0] + (p[0] - self.middle[0]) / self.scale),
            _allowed(self.center[1] + (p[1] - self.middle[1]) / self.scale),
        )

    @property
    def unit(self) -> float:
        """The size of a pixel in the world."""
        return 1.0 / self.scale

    @property
    def quantum(self) -> float:
        """The largest power of two that is at most a pixel: the mouse snaps to multiples of this step."""
        return power_of_two(self.unit)

    def panned(self, dx: float, dy: float) -> Camera:
        """The camera after panning by pixels."""
        return replace(self, center=(self.center[0] - dx / self.scale, self.center[1] - dy / self.scale))

    def zoomed(self, factor: float, at: Pair, reach: float) -> Camera:
        """Zoomed in by a factor; the world point at the pixel `at` stays in place. `reach` is as in `limits`."""
        low, high = limits(reach)
        scale = min(max(self.scale * factor, low), high)
        x, y = self.world(at)
        return replace(
            self,
            center=(x - (at[0] - self.middle[0]) / scale, y - (at[1] - self.middle[1]) / scale),
            scale=scale,
        )


def _allowed(x: float) -> float:
    return min(max(x, -LARGEST), LARGEST)


def power_of_two(x: float) -> float:
    """The largest power of two that is at most x.

    >>> power_of_two(0.8), power_of_two(9.0), power_of_two(4.0)
    (0.5, 8.0, 4.0)
    """
    return 2.0 ** (math.frexp(x)[1] - 1)


def limits(reach: float) -> Pair:
    """The smallest and greatest scale for a world with coordinates up to `reach`."""
    reach = max(reach, 1e-300)
    return (8.0 / reach / 1e3, 1.0 / (reach * FAR))


def reach_of(bounds: Bounds) -> float:
    """The greatest distance of a coordinate from 0; at least 1 if the bounds are only the origin."""
    return max(map(abs, bounds)) or 1.0


def fitted(bounds: Bounds, room: Bounds) -> Camera:
    """The camera that shows the world box `bounds` centred in the pixel box `room`, as large as possible.

    >>> fitted((0, 0, 100, 50), (0, 0, 400, 400)).scale
    4.0
    """
    left, top, right, bottom = bounds
    low, high = limits(reach_of(bounds))
    wide, high_up = max(room[2] - room[0], 1.0), max(room[3] - room[1], 1.0)
    w, h = right - left, bottom - top
    scale = min(wide / w if w > 0 else math.inf, high_up / h if h > 0 else math.inf)
    if scale == math.inf:  # a single point: a few hundred units around it, if doubles can tell them apart
        scale = 1.0
    middle = ((room[0] + room[2]) / 2, (room[1] + room[3]) / 2)
    return Camera((left + w / 2, top + h / 2), middle, min(max(scale, low), high))
