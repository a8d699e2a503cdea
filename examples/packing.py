#!/usr/bin/env python3
"""Two experiments in integral geometry, by arrays of shapes: a random packing, and how often turned shapes overlap.

    python examples/packing.py [--quick] [--seed 1] [--images docs/images]      needs numpy, matplotlib and tqdm

1. Random sequential packing: rounded rectangles of random size and angle are thrown one by one on a periodic square,
   and stay where they overlap none that lies there. Shows a window of 100,000 of them, how the density grows with
   their number, and how likely the next one finds room, against the formula for few.
2. Of two convex shapes at random places and angles in a large box the overlap has the probability (A1 + A2 + P1 P2 /
   2 pi) / box, by their areas A and perimeters P: the mean excluded area. Measured for rectangles and stadiums of one
   area and many aspect ratios.

Whether two shapes overlap is decided exactly; the same seed gives the same numbers, printed at the end.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

try:
    import matplotlib as mpl
    import numpy as np
    import numpy.typing as npt
    from tqdm import tqdm
except ImportError as error:
    sys.exit(f"packing needs {error.name}: pip install numpy matplotlib tqdm")

from collide2d import Circles, RoundRects, collides, count_pairs, pairs

mpl.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.collections import PolyCollection

Numbers = npt.NDArray[np.float64]

# Sides of the shapes; the corners' radius is up to half the smaller one.
LEAST, MOST = 0.5, 1.5
REACH = MOST * math.sqrt(2)  # no shape is longer
DENSITY = 0.6  # of what the packing is thrown on, shapes of mean size would cover
# The colours of Okabe and Ito, which all eyes tell apart.
BLUE, ORANGE, GREEN, GREY = "#0072B2", "#D55E00", "#009E73", "#666666"


# ---- the measures ----------------------------------------------------------------------------------------------------


def areas(rows: Numbers) -> Numbers:
    """Of rounded rectangles, x y w h r angle."""
    w, h, r = rows[..., 2], rows[..., 3], rows[..., 4]
    return np.asarray(w * h - (4 - math.pi) * r * r)


def perimeters(rows: Numbers) -> Numbers:
    w, h, r = rows[..., 2], rows[..., 3], rows[..., 4]
    return np.asarray(2 * (w + h) - (8 - 2 * math.pi) * r)


def mean_excluded_area(area: float, perimeter: float) -> float:
    """Of two shapes alike, at random angles."""
    return 2 * area + perimeter**2 / (2 * math.pi)


# ---- random sequential packing ---------------------------------------------------------------------------------------


class Packing(NamedTuple):
    """What lies on a square, in the order in which it was placed."""

    side: float
    rows: Numbers
    """x y w h r angle"""
    attempts: npt.NDArray[np.int64]
    """How many were thrown when each was placed, itself included."""

    @property
    def density(self) -> Numbers:
        """The part of the square that is covered, after each."""
        return np.asarray(np.cumsum(areas(self.rows)) / self.side**2)


def thrown(rng: np.random.Generator, count: int, side: float) -> Numbers:
    """Rounded rectangles with their centres anywhere in the square."""
    u = rng.random((count, 6))
    size = LEAST + (MOST - LEAST) * u[:, 2:4]
    radius = u[:, 4] * size.min(axis=1) / 2
    return np.column_stack((side * u[:, :2] - size / 2, size, radius, 360 * u[:, 5]))


def placed_among(new: Numbers, placed: Numbers, side: float) -> npt.NDArray[np.intp]:
    """Which of the new ones stay, each thrown after those before it: as if one by one."""
    free = np.ones(len(new), dtype=bool)
    free[pairs(RoundRects(new), RoundRects(placed), touching=False, period=(side, side))[:, 0]] = False
    index = np.flatnonzero(free)
    stays = np.ones(len(index), dtype=bool)
    for first, second in pairs(RoundRects(new[index]), touching=False, period=(side, side)).tolist():
        if stays[first]:  # which is settled: all that were thrown before it have been here
            stays[second] = False
    return np.asarray(index[stays])


def pack(count: int, seed: int, *, batch: int = 50_000, progress: bool = True) -> Packing:
    """Throws until so many lie. The batch changes only how quick it is."""
    mean = ((LEAST + MOST) / 2) ** 2
    side = math.sqrt(count * mean / DENSITY)
    rng = np.random.default_rng(seed)
    placed, attempts, tried, lying = [np.zeros((0, 6))], [np.zeros(0, np.int64)], 0, 0
    with tqdm(total=count, unit=" placed", disable=not progress) as bar:
        while lying < count:
            new = thrown(rng, batch, side)
            stays = placed_among(new, np.concatenate(placed), side)[: count - lying]
            placed.append(new[stays])
            attempts.append(tried + 1 + stays)
            tried, lying = tried + batch, lying + len(stays)
            bar.update(len(stays))
    return Packing(side, np.concatenate(placed), np.concatenate(attempts))


def overlaps_within(packing: Packing) -> int:
    """How many pairs overlap, across the edges too: none."""
    return count_pairs(RoundRects(packing.rows), touching=False, period=(packing.side, packing.side))


# ---- the probability of overlap --------------------------------------------------------------------------------------


class Measured(NamedTuple):
    """A share of samples and what it should be, both as an excluded area."""

    aspect: float
    formula: float
    value: float
    error: float
    """The standard error of the value."""


def shape_of_area_one(aspect: float, roundness: float) -> Numbers:
    """The row of a shape about the origin, its radius the part `roundness` of half the smaller side."""
    r = roundness / 2
    h = 1 / math.sqrt(aspect - (4 - math.pi) * r * r)
    return np.array([-aspect * h / 2, -h / 2, aspect * h, h, r * h, 0.0])


def overlap_probability(row: Numbers, samples: int, rng: np.random.Generator, batch: int = 250_000) -> Measured:
    """Two copies of a shape at random angles, one at the centre of a box, the other anywhere in it."""
    w, h = row[2:4]
    box = 2 * math.hypot(w, h) + 1  # so large that what meets the one at the centre has its own centre in it
    hits = 0
    for start in range(0, samples, batch):
        count = min(batch, samples - start)
        fixed, other = np.tile(row, (count, 1)), np.tile(row, (count, 1))
        fixed[:, 5], other[:, 5] = 360 * rng.random((2, count))
        other[:, :2] += box * (rng.random((count, 2)) - 0.5)
        hits += int(collides(RoundRects(fixed), RoundRects(other)).sum())
    p = hits / samples
    formula = mean_excluded_area(float(areas(row)), float(perimeters(row)))
    return Measured(w / h, formula, p * box**2, math.sqrt(p * (1 - p) / samples) * box**2)


ASPECTS = (1, 1.5, 2, 3, 4, 6, 8, 12, 16)


def measure_overlaps(samples: int, seed: int, *, progress: bool = True) -> dict[str, list[Measured]]:
    """Rectangles, and stadiums, whose ends are half circles, of area 1 and every aspect ratio."""
    rng = np.random.default_rng(seed)
    found: dict[str, list[Measured]] = {"rectangles": [], "stadiums": []}
    with tqdm(total=len(found) * len(ASPECTS) * samples, unit=" pairs", unit_scale=True, disable=not progress) as bar:
        for name, roundness in (("rectangles", 0), ("stadiums", 1)):
            for aspect in ASPECTS:
                found[name].append(overlap_probability(shape_of_area_one(aspect, roundness), samples, rng))
                bar.update(samples)
    return found


# ---- the pictures ----------------------------------------------------------------------------------------------------


def outlines(rows: Numbers, steps: int = 8) -> Numbers:
    """The rounded rectangles as polygons, (n, corners, 2): each corner of the core with its arc about it."""
    arc = np.radians(np.concatenate([np.linspace(start, start + 90, steps) for start in (0, 90, 180, 270)]))
    corner = np.repeat([(1, 1), (-1, 1), (-1, -1), (1, -1)], steps, axis=0)
    size, radius = rows[:, None, 2:4], rows[:, None, 4:5]
    flat = corner * (size / 2 - radius) + radius * np.stack((np.cos(arc), np.sin(arc)), axis=-1)
    turn = np.radians(rows[:, 5])
    axes = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))]).transpose(2, 0, 1)
    return np.asarray(flat @ axes + rows[:, None, :2] + size / 2)


def draw_window(packing: Packing, path: Path, width: float = 24) -> None:
    """What is seen through a window in the middle of the packing."""
    width = min(width, packing.side)
    low = (packing.side - width) / 2
    shifts = [(i * packing.side, j * packing.side, 0, 0, 0, 0) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    images = np.concatenate([packing.rows + shift for shift in shifts])
    of = np.tile(np.arange(len(packing.rows)), len(shifts))
    centres = images[:, :2] + images[:, 2:4] / 2
    seen = Circles(np.column_stack((centres, np.full(len(images), REACH / 2))))
    inside = np.flatnonzero(seen.collides(RoundRects([low, low, width, width, 0])))
    figure, axes = plt.subplots(figsize=(7.2, 6.2), layout="constrained")
    shapes = PolyCollection(list(outlines(images[inside])), array=of[inside] + 1, cmap="cividis", lw=0.4, ec="black")
    shapes.set_clim(1, len(packing.rows))
    axes.add_collection(shapes)
    axes.set(xlim=(low, low + width), ylim=(low, low + width), aspect="equal", xlabel="x (mean sides)")
    axes.set(ylabel="y (mean sides)", title=f"Random sequential packing of {len(packing.rows):,} rounded rectangles")
    figure.colorbar(shapes, label="placed as number", format="{x:,.0f}")
    figure.savefig(path, dpi=110)
    plt.close(figure)


class Rates(NamedTuple):
    """How likely the next shape stays, by how many lie: at centres of bins, with standard errors."""

    lying: Numbers
    rate: Numbers
    error: Numbers


def rates(packing: Packing, bins: int = 40) -> Rates:
    edges = np.unique(np.linspace(0, len(packing.rows), bins + 1).astype(int))
    thrown_before = np.concatenate(([0], packing.attempts))[edges]
    placed, tried = np.diff(edges), np.diff(thrown_before)
    rate = placed / tried
    return Rates((edges[1:] + edges[:-1]) / 2, rate, rate * np.sqrt((1 - rate) / placed))


def formula_for_few(packing: Packing, seed: int) -> float:
    """How much of the square one that lies keeps from the next, on average."""
    rows = thrown(np.random.default_rng(seed), 200_000, packing.side)
    return mean_excluded_area(float(areas(rows).mean()), float(perimeters(rows).mean())) / packing.side**2


def draw_growth(packing: Packing, path: Path, seed: int) -> None:
    """The density and the chance of the next one, against the number placed."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.6, 3.9), layout="constrained")
    number = np.arange(1, len(packing.rows) + 1)
    thousand = number / 1000
    all_alike = number * areas(thrown(np.random.default_rng(seed), 200_000, 1.0)).mean() / packing.side**2
    left.plot(thousand, packing.density, color=BLUE, lw=2, label="what was placed")
    left.plot(thousand, all_alike, color=GREY, ls="--", label="as many of the mean area thrown")
    left.set(ylabel="density (part of the square covered)", title="Small ones fit longer", ylim=0, xlim=0)
    measured, few = rates(packing), formula_for_few(packing, seed)
    right.errorbar(
        measured.lying / 1000, measured.rate, 2 * measured.error, color=BLUE, fmt="o", ms=3.5, lw=1,
        label="measured, with 2 standard errors",
    )  # fmt: skip
    line = np.linspace(0, len(packing.rows), 400)
    line = line[1 - few * line > measured.rate.min()]
    right.plot(line / 1000, 1 - few * line, color=ORANGE, ls="--", label="mean excluded area, for few")
    right.set(yscale="log", ylabel="chance of the next one to stay", title="Room runs out", xlim=0)
    for axes in (left, right):
        axes.set_xlabel("number placed (thousands)")
        axes.grid(alpha=0.3)
        axes.legend()
    figure.savefig(path, dpi=110)
    plt.close(figure)


def draw_overlaps(found: dict[str, list[Measured]], samples: int, path: Path) -> None:
    """The measured excluded areas on their formula, and below how far off they are."""
    figure, (upper, lower) = plt.subplots(
        2, 1, figsize=(7.2, 5.8), sharex=True, height_ratios=(3, 1), layout="constrained"
    )
    fine = np.geomspace(ASPECTS[0], ASPECTS[-1], 100)
    for (name, measured), colour, marker, roundness in zip(
        found.items(), (BLUE, ORANGE), ("s", "o"), (0, 1), strict=True
    ):
        rows = np.array([shape_of_area_one(aspect, roundness) for aspect in fine])
        curve = [mean_excluded_area(*of) for of in zip(areas(rows).tolist(), perimeters(rows).tolist(), strict=True)]
        upper.plot(fine, curve, color=colour, lw=1, label=f"{name}: 2A + P²/2π")
        x, value, error = ([getattr(m, of) for m in measured] for of in ("aspect", "value", "error"))
        upper.errorbar(
            x, value, 2 * np.array(error), color=colour, fmt=marker, ms=5, mfc="none",
            label=f"{name}: measured, {samples:,} pairs each",
        )  # fmt: skip
        lower.errorbar(x, deviations(measured), 1, color=colour, fmt=marker, ms=5, mfc="none", lw=1)
    upper.set(ylabel="mean excluded area (areas of one shape)", title="Overlap of two shapes turned at random")
    upper.legend()
    lower.axhspan(-2, 2, color=GREY, alpha=0.2, lw=0)
    lower.axhline(0, color=GREY, lw=1)
    lower.set(
        xlabel="aspect ratio (length by width)", ylabel="off by\n(standard errors)", xscale="log", ylim=(-4.5, 4.5)
    )
    lower.set_xticks(ASPECTS, [f"{aspect:g}" for aspect in ASPECTS])
    lower.minorticks_off()
    for axes in (upper, lower):
        axes.grid(alpha=0.3)
    figure.savefig(path, dpi=110)
    plt.close(figure)


def deviations(measured: Sequence[Measured]) -> list[float]:
    """How far each is from the formula, in standard errors."""
    return [(m.value - m.formula) / m.error for m in measured]


# ---- the command -----------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a small packing and few samples")
    parser.add_argument("--count", type=int, help="how many to pack (100000, quick 2000)")
    parser.add_argument("--samples", type=int, help="pairs for each probability (1000000, quick 20000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--images", type=Path, default=Path("docs/images"), help="where the pictures go (docs/images)")
    chosen = parser.parse_args(arguments)
    count = chosen.count or (2_000 if chosen.quick else 100_000)
    samples = chosen.samples or (20_000 if chosen.quick else 1_000_000)
    chosen.images.mkdir(parents=True, exist_ok=True)
    packing = pack(count, chosen.seed, batch=2_000 if chosen.quick else 50_000)
    draw_window(packing, chosen.images / "packing-window.png")
    draw_growth(packing, chosen.images / "packing-growth.png", chosen.seed)
    found = measure_overlaps(samples, chosen.seed)
    draw_overlaps(found, samples, chosen.images / "overlap-probability.png")
    print(f"packed {count} of {packing.attempts[-1]} thrown; density {packing.density[-1]:.4f}")
    print(f"pairs that overlap: {overlaps_within(packing)}")
    print(f"{'shape':<12}{'aspect':>8}{'formula':>12}{'measured':>12}{'error':>10}{'off by':>8}")
    for name, measured in found.items():
        for m, off in zip(measured, deviations(measured), strict=True):
            print(f"{name:<12}{m.aspect:>8.2f}{m.formula:>12.5f}{m.value:>12.5f}{m.error:>10.5f}{off:>8.2f}")
    every: list[Any] = [off for measured in found.values() for off in deviations(measured)]
    print(f"chi squared: {sum(off**2 for off in every):.1f} of {len(every)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
