#!/usr/bin/env python3
"""The pair correlation g(r) of hard discs in a periodic box.

    python examples/pair_correlation.py [--quick] [--seed 1] [--images docs/images]      needs numpy and matplotlib

g(r) is how many pairs of discs have the distance r, by how many would have it if the discs were points thrown at
random. `pairs` with period= of discs of radius R / 2 gives all pairs with a distance up to R. The discs are those of
hard_discs.py.

At contact g is 1 / (2 density) of Z - 1, where Z is the compressibility that hard_discs.py gets from the collisions:
the two must agree. Far away g is 1. For points thrown at random it is 1 everywhere, which tests the normalisation.
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
except ImportError as error:
    sys.exit(f"pair_correlation needs {error.name}: pip install numpy matplotlib")

from hard_discs import HardDiscs, henderson, progress_bar

from collide2d import Circles, pairs

mpl.use("Agg")
import matplotlib.pyplot as plt

Numbers = npt.NDArray[np.float64]

# The colours of Okabe and Ito, which all eyes tell apart.
BLUE, ORANGE, GREEN, GREY = "#0072B2", "#D55E00", "#009E73", "#666666"


def distances(position: Numbers, size: tuple[float, float], reach: float) -> Numbers:
    """Of all pairs of points that are at most `reach` apart, which is at most half the box."""
    if not 2 * reach <= min(size):
        raise ValueError(f"reach must be at most half the box, {min(size) / 2}, got {reach}")
    radius = np.full((len(position), 1), reach / 2)
    first, second = pairs(Circles(np.hstack([position, radius])), period=size).T
    apart = position[second] - position[first]
    apart -= np.round(apart / size) * size
    return np.asarray(np.hypot(*apart.T))


class Correlation(NamedTuple):
    density: float
    edges: Numbers
    """Of the bins, from 0 or 1 on."""
    value: Numbers
    error: Numbers
    """The standard error of each bin, from one snapshot to the next."""
    compressibility: float
    """From the collisions between the snapshots."""

    @property
    def middle(self) -> Numbers:
        return np.asarray((self.edges[1:] + self.edges[:-1]) / 2)

    @property
    def at_contact(self) -> tuple[float, float]:
        """g(1) and its standard error, by a parabola through the logarithms of the bins up to 1.25."""
        near = (self.middle > 1) & (self.middle < 1.25) & (self.error > 0)
        x, weight = self.middle[near] - 1, self.value[near] / self.error[near]
        terms = np.vander(x, 3) * weight[:, None]
        fit, *_ = np.linalg.lstsq(terms, np.log(self.value[near]) * weight, rcond=None)
        value = math.exp(fit[2])
        return value, value * math.sqrt(float(np.linalg.inv(terms.T @ terms)[2, 2]))


def correlation_of(snapshots: Sequence[Numbers], size: tuple[float, float], edges: Numbers) -> tuple[Numbers, Numbers]:
    """g and its standard error, for bins of these edges."""
    count = len(snapshots[0])
    expected = count * (count - 1) / 2 * math.pi * np.diff(edges**2) / (size[0] * size[1])
    found = [np.histogram(distances(points, size, edges[-1]), edges)[0] / expected for points in snapshots]
    return np.mean(found, axis=0), np.std(found, axis=0, ddof=1) / math.sqrt(len(found))


def of_hard_discs(columns: int, density: float, snapshots: int, seed: int, done: Any) -> Correlation:
    """After the lattice has melted, a snapshot after every 10 collisions of each disc."""
    discs = HardDiscs(columns, density, seed)
    discs.run(20 * discs.count)
    time, virial = discs.time, discs.virial
    seen = []
    for _ in range(snapshots):
        discs.run(5 * discs.count)
        seen.append(discs.position)
        done(5 * discs.count)
    edges = np.arange(1, min(discs.size) / 2, 1 / 40)
    return Correlation(
        density, edges, *correlation_of(seen, discs.size, edges), discs.compressibility_since(time, virial)
    )


def of_random_points(count: int, snapshots: int, seed: int) -> Correlation:
    rng, side = np.random.default_rng(seed), math.sqrt(count)
    edges = np.arange(0, side / 2, 1 / 4)
    seen = [rng.uniform(0, side, (count, 2)) for _ in range(snapshots)]
    return Correlation(0, edges, *correlation_of(seen, (side, side), edges), 1)


DENSITIES = (0.3, 0.5, 0.65)


def draw(found: Sequence[Correlation], points: Correlation, path: Path) -> None:
    figure, axes = plt.subplots(figsize=(8.4, 4.6), layout="constrained")
    axes.plot(points.middle, points.value, color=GREY, lw=1, label="points thrown at random")
    for one, color in zip(found, (GREEN, ORANGE, BLUE), strict=False):
        axes.plot(one.middle, one.value, color=color, lw=1.4, label=f"density {one.density}")
        contact = (one.compressibility - 1) / (2 * one.density)
        label = "(Z - 1) / (2 density), from the collisions" if one is found[-1] else None
        axes.plot(1, contact, "o", color=color, ms=7, mfc="none", label=label)
    axes.set(
        xlim=(0, 8), ylim=0, xlabel="distance r (diameters)", ylabel="g(r)", title="The pair correlation of hard discs"
    )
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(path, dpi=110)
    plt.close(figure)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="few discs and snapshots")
    parser.add_argument("--columns", type=int, help="discs in a row of the lattice (30, quick 10)")
    parser.add_argument("--snapshots", type=int, help="of each density (60, quick 8)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--images", type=Path, default=Path("docs/images"), help="where the picture goes (docs/images)")
    chosen = parser.parse_args(arguments)
    columns = chosen.columns or (10 if chosen.quick else 30)
    snapshots = chosen.snapshots or (8 if chosen.quick else 60)
    chosen.images.mkdir(parents=True, exist_ok=True)
    points = of_random_points(1000, snapshots, chosen.seed)
    total = len(DENSITIES) * snapshots * 5 * HardDiscs(columns, 0.5, chosen.seed).count
    with progress_bar(total, " collisions") as done:
        found = [of_hard_discs(columns, density, snapshots, chosen.seed, done) for density in DENSITIES]
    draw(found, points, chosen.images / "pair-correlation.png")
    far = points.middle > 1
    print(f"points thrown at random: g = {points.value[far].mean():.4f} beyond r = 1")
    print(f"{'density':>8}{'Z':>9}{'g(1)':>9}{'error':>8}{'(Z-1)/2d':>10}{'Henderson':>11}{'g beyond 8':>12}")
    for one in found:
        value, error = one.at_contact
        implied = (one.compressibility - 1) / (2 * one.density)
        theory = (henderson(one.density) - 1) / (2 * one.density)
        end = one.value[one.middle > 8].mean() if one.edges[-1] > 8.1 else math.nan
        print(
            f"{one.density:8.2f}{one.compressibility:9.4f}{value:9.4f}{error:8.4f}{implied:10.4f}{theory:11.4f}{end:12.4f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
