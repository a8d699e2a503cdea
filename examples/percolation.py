#!/usr/bin/env python3
"""Percolation of discs thrown at random on a torus: the density at which a cluster first wraps around it.

    python examples/percolation.py [--quick] [--seed 1] [--images docs/images]      needs numpy, scipy and matplotlib

`pairs` with period= gives the discs that touch, through the edges too, and `scipy.sparse.csgraph` their clusters. Discs
are thrown in a fixed order; bisection finds after how many of them a cluster first wraps around the torus, in any
direction. At the threshold of the infinite plane the probability of that is 0.690473725 on a torus of any size, but for
terms that vanish quickly (Pinson 1994; Newman and Ziff 2001). The density at which the samples have that probability
estimates the threshold: n pi r^2 / area = 1.12808737 (Mertens and Moore 2012).

Whether two discs touch is decided exactly; the same seed gives the same numbers, printed at the end.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

try:
    import matplotlib as mpl
    import numpy as np
    import numpy.typing as npt
    from scipy.optimize import brentq
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components
    from scipy.special import gammainc
except ImportError as error:
    sys.exit(f"percolation needs {error.name}: pip install numpy scipy matplotlib")
try:
    from tqdm import tqdm
except ImportError:
    tqdm = None  # runs without a progress bar

from collide2d import Circles, pairs

mpl.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.collections import EllipseCollection

Numbers = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]

THRESHOLD = 1.12808737
WRAPPING = 0.690473725
# The colours of Okabe and Ito, which all eyes tell apart.
BLUE, ORANGE, GREEN, GREY = "#0072B2", "#D55E00", "#009E73", "#666666"


@contextlib.contextmanager
def progress_bar(total: int, unit: str, *, shown: bool = True) -> Iterator[Any]:
    """A function that takes how much more is done."""
    if tqdm is None or not shown:
        yield lambda _: None
        return
    with tqdm(total=total, unit=unit, unit_scale=True) as bar:
        yield bar.update


# ---- clusters --------------------------------------------------------------------------------------------------------


class Network(NamedTuple):
    """Discs of radius 1 on a square torus, in the order in which they were thrown, and which of them touch."""

    side: float
    centers: Numbers
    touching: Indices
    """(m, 2), the first index below the second."""
    through: npt.NDArray[np.bool_]
    """(m, 2): which pairs touch through the left and right edge, and which through the upper and lower one."""


def throw(count: int, side: float, rng: np.random.Generator) -> Network:
    centers = rng.uniform(0, side, (count, 2))
    discs = Circles(np.hstack([centers, np.ones((count, 1))]))
    touching = pairs(discs, period=(side, side))
    first, second = touching.T
    return Network(side, centers, touching, np.abs(centers[second] - centers[first]) > side / 2)


def components(count: int, links: Indices) -> tuple[int, npt.NDArray[np.int32]]:
    """The number of clusters, and of each disc its cluster."""
    weights = np.ones(len(links), dtype=np.bool_)
    number, label = connected_components(coo_array((weights, links.T), shape=(count, count)), directed=False)
    return int(number), label


def wraps(count: int, links: Indices, through: npt.NDArray[np.bool_]) -> bool:
    """Whether a cluster wraps an odd number of times around the torus, given which links cross the edge.

    Take two copies of all discs, and let the links that cross the edge lead from one copy to the other. A way from a
    disc to its own copy crosses the edge an odd number of times.
    """
    copies = np.concatenate([links, links + count])
    copies[:, 1] = (copies[:, 1] + count * np.tile(through, 2)) % (2 * count)
    _, label = components(2 * count, copies)
    return bool((label[:count] == label[count:]).any())


def percolates(network: Network, count: int) -> bool:
    """Whether a cluster of the first discs wraps around the torus.

    If one does, it has a loop that wraps around and does not cross itself. Such a loop wraps an odd number of times in
    at least one of the two directions.
    """
    known = network.touching[:, 1] < count
    links, through = network.touching[known], network.through[known]
    return any(wraps(count, links, through[:, axis]) for axis in (0, 1))


def discs_needed(network: Network) -> int:
    """After how many discs a cluster first wraps around the torus."""
    none, enough = 0, len(network.centers)
    if not percolates(network, enough):
        raise ValueError(f"{enough} discs do not percolate")
    while enough - none > 1:
        middle = (none + enough) // 2
        if percolates(network, middle):
            enough = middle
        else:
            none = middle
    return enough


# ---- the experiment --------------------------------------------------------------------------------------------------


class Sample(NamedTuple):
    """After how many discs each of many tori percolates."""

    discs: int
    """On a torus at the threshold, on average."""
    side: float
    needed: Numbers

    def chances(self, density: float) -> Numbers:
        """For each torus the probability that it percolates, if the number of discs is random with Poisson's
        distribution, as on a piece of an infinite plane: that so many discs are on it, or more."""
        return np.asarray(gammainc(self.needed, density * self.side**2 / math.pi))

    @property
    def threshold(self) -> float:
        """The density at which the mean of the chances is WRAPPING."""
        return float(brentq(lambda density: self.chances(density).mean() - WRAPPING, 0.5, 2))

    @property
    def error(self) -> float:
        """The standard error of the threshold."""
        at, step = self.threshold, 1e-3
        slope = (self.chances(at + step).mean() - self.chances(at - step).mean()) / (2 * step)
        return float(self.chances(at).std(ddof=1) / math.sqrt(len(self.needed)) / slope)


def measure(discs: int, samples: int, rng: np.random.Generator, done: Any) -> Sample:
    side = math.sqrt(discs * math.pi / THRESHOLD)
    most = round(1.5 * discs) + 100
    needed = []
    for _ in range(samples):
        needed.append(discs_needed(throw(most, side, rng)))
        done(1)
    return Sample(discs, side, np.array(needed, dtype=float))


# ---- the picture -----------------------------------------------------------------------------------------------------


def draw_clusters(axes: Any, discs: int, rng: np.random.Generator) -> None:
    """A torus at the moment at which it percolates, its largest cluster in colour."""
    side = math.sqrt(discs * math.pi / THRESHOLD)
    network = throw(round(1.5 * discs), side, rng)
    count = discs_needed(network)
    _, label = components(count, network.touching[network.touching[:, 1] < count])
    largest = label == np.bincount(label).argmax()
    shifts = [(i * side, j * side) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    centers = np.concatenate([network.centers[:count] + shift for shift in shifts])
    seen = ((centers > -1) & (centers < side + 1)).all(axis=1)
    for which, color in ((~largest, "#c8c8c8"), (largest, ORANGE)):
        shown = centers[seen & np.tile(which, len(shifts))]
        size = np.full(len(shown), 2.0)
        axes.add_collection(
            EllipseCollection(
                size, size, 0 * size, units="x", offsets=shown, offset_transform=axes.transData, color=color, lw=0
            )
        )
    axes.set(xlim=(0, side), ylim=(0, side), aspect="equal", xticks=[], yticks=[])
    axes.set_title(f"The cluster that first wraps around, of {count} discs")


def draw(samples: Sequence[Sample], path: Path, seed: int) -> None:
    figure, (left, right) = plt.subplots(1, 2, figsize=(10.5, 4.8), layout="constrained")
    draw_clusters(left, 1000, np.random.default_rng(seed))
    fine = np.linspace(THRESHOLD - 0.2, THRESHOLD + 0.2, 100)
    for sample, color in zip(samples, (GREEN, ORANGE, BLUE), strict=False):
        share = [sample.chances(density).mean() for density in fine]
        right.plot(fine, share, color=color, label=f"{sample.discs:,} discs")
    right.axvline(THRESHOLD, color=GREY, ls="--", lw=1, label="threshold (Mertens and Moore)")
    right.axhline(WRAPPING, color=GREY, ls=":", lw=1, label="0.6905 (Pinson)")
    right.set(
        xlabel="density n π r² / area", ylabel="part of the tori that percolate", title="All sizes cross at a point"
    )
    right.set(xlim=(fine[0], fine[-1]), ylim=(0, 1))
    right.grid(alpha=0.3)
    right.legend(loc="lower right")
    figure.savefig(path, dpi=110)
    plt.close(figure)


# ---- the command -----------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="few and small samples")
    parser.add_argument("--samples", type=int, help="tori of each size (400, quick 30)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--images", type=Path, default=Path("docs/images"), help="where the picture goes (docs/images)")
    chosen = parser.parse_args(arguments)
    sizes = (100, 300, 1_000) if chosen.quick else (500, 2_000, 8_000)
    number = chosen.samples or (30 if chosen.quick else 400)
    chosen.images.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(chosen.seed)
    with progress_bar(len(sizes) * number, " tori") as done:
        samples = [measure(discs, number, rng, done) for discs in sizes]
    draw(samples, chosen.images / "percolation.png", chosen.seed)
    print(f"{'discs':>8}{'tori':>8}{'threshold':>12}{'error':>9}{'off by':>9}")
    for sample in samples:
        off = (sample.threshold - THRESHOLD) / sample.error
        print(f"{sample.discs:8}{number:8}{sample.threshold:12.5f}{sample.error:9.5f}{off:9.2f}")
    print(f"known: {THRESHOLD}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
