#!/usr/bin/env python3
"""Hard discs in a periodic box: molecular dynamics from collision to collision, and their equation of state.

    python examples/hard_discs.py [--quick] [--seed 1] [--images docs/images]      needs numpy and matplotlib

Between collisions discs move straight, so the time of the next collision is the root of a quadratic equation, and
nothing is integrated. The collisions are processed in the order of their times; two at the same time in the order of
the discs' numbers. Candidates come from `pairs` of discs that are larger by a skin, with period=: no disc can reach one
that is not among its neighbours until a disc has moved half the skin, and then the lists are made anew.

1. A long run: energy and momentum hold within rounding, and at the end no two discs overlap.
2. The compressibility Z = p A / (N k T) at several densities, against the virial series with the coefficients of Clisby
   and McCoy (2006), and Henderson's equation (1975).

Units: diameter 1, mass 1, k T = 1. The same seed gives the same collisions everywhere.
"""

from __future__ import annotations

import argparse
import contextlib
import heapq
import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

try:
    import matplotlib as mpl
    import numpy as np
    import numpy.typing as npt
except ImportError as error:
    sys.exit(f"hard_discs needs {error.name}: pip install numpy matplotlib")
try:
    from tqdm import tqdm
except ImportError:
    tqdm = None  # runs without a progress bar

from collide2d import Circles, count_pairs, pairs

mpl.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.collections import EllipseCollection

Numbers = npt.NDArray[np.float64]

SKIN = 1.0  # how much larger the discs are of which the neighbours are found
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


# ---- the theory ------------------------------------------------------------------------------------------------------

# B(k) / B(2)^(k - 1) of hard discs, k from 2 to 10.
VIRIAL = (1, 0.78200444, 0.53223180, 0.33355604, 0.1988425, 0.1148728, 0.0649930, 0.0362193, 0.0199537)


def virial_series(density: float) -> float:
    """Z by ten terms; density: the part of the area that is covered."""
    return 1 + sum(b * (2 * density) ** k for k, b in enumerate(VIRIAL, 1))


def henderson(density: float) -> float:
    return (1 + density**2 / 8) / (1 - density) ** 2


# ---- the dynamics ----------------------------------------------------------------------------------------------------


class HardDiscs:
    """Discs of diameter 1 in a box of `size` that repeats, at first on a triangular lattice.

    Each disc has its position at its own time, that of its last collision. Times count from the last time at which the
    lists of neighbours were made, so a long run loses no digits.
    """

    def __init__(self, columns: int, density: float, seed: int) -> None:
        rows = 2 * round(columns / math.sqrt(3))  # an even number, so that the lattice repeats
        spacing = math.sqrt(math.pi / (2 * math.sqrt(3) * density))
        self.size = (columns * spacing, rows * spacing * math.sqrt(3) / 2)
        self.count = columns * rows
        row, column = np.divmod(np.arange(self.count), columns)
        self._place(np.column_stack([(column + row % 2 / 2) * spacing, row * spacing * math.sqrt(3) / 2]))
        velocity = np.random.default_rng(seed).normal(size=(self.count, 2))
        velocity -= velocity.mean(axis=0)
        velocity *= math.sqrt(2 * (self.count - 1) / (velocity**2).sum())  # k T = 1, without the motion of the whole
        self._vx, self._vy = velocity.T.tolist()
        self.collisions = 0
        self.virial = 0.0
        """The sum of -d . v over all collisions: of the distance of the centres and the relative velocity."""
        self._began = 0.0
        self._now = 0.0
        self._find_neighbours()

    @property
    def time(self) -> float:
        return self._began + self._now

    @property
    def velocity(self) -> Numbers:
        return np.column_stack([self._vx, self._vy])

    @property
    def position(self) -> Numbers:
        """Of all discs now, in the box."""
        late = self._now - np.array(self._t)
        return np.mod(np.column_stack([self._x, self._y]) + late[:, None] * self.velocity, self.size)

    @property
    def energy(self) -> float:
        return math.fsum(v * v for v in (*self._vx, *self._vy)) / 2

    @property
    def momentum(self) -> float:
        """Its length; 0 at first, but for rounding."""
        return math.hypot(math.fsum(self._vx), math.fsum(self._vy))

    def compressibility_since(self, time: float, virial: float) -> float:
        """Z from the collisions since a time at which the virial had a value. A disc has count - 1 others to meet."""
        return 1 + (self.virial - virial) / (2 * (self.count - 1) * (self.time - time))

    def overlaps(self, within: float = 1e-12) -> int:
        """How many pairs of discs overlap by more than rounding."""
        radius = np.full((self.count, 1), (1 - within) / 2)
        return count_pairs(Circles(np.hstack([self.position, radius])), touching=False, period=self.size)

    def run(self, collisions: int) -> None:
        """Goes on for so many collisions."""
        end = self.collisions + collisions
        while self.collisions < end:
            self._collide(end)
            if self.collisions < end:
                self._place(self.position)
                self._began, self._now = self._began + self._now, 0.0
                self._find_neighbours()

    def _place(self, position: Numbers) -> None:
        self._x, self._y = position.T.tolist()
        self._t = [0.0] * len(position)

    def _find_neighbours(self) -> None:
        """The lists of neighbours, each with the shift of its nearest image, and all collisions up to the time at which
        the fastest disc has moved half the skin."""
        position, velocity = np.column_stack([self._x, self._y]), self.velocity
        radius = np.full((self.count, 1), (1 + SKIN) / 2)
        found = pairs(Circles(np.hstack([position, radius])), period=self.size)
        i, j = found.T
        apart = position[j] - position[i]
        shift = -np.round(apart / self.size) * self.size
        self._neighbours: list[list[tuple[int, float, float]]] = [[] for _ in range(self.count)]
        for a, b, (x, y) in zip(i.tolist(), j.tolist(), shift.tolist(), strict=True):
            self._neighbours[a].append((b, x, y))
            self._neighbours[b].append((a, -x, -y))
        speed = np.hypot(*velocity.T)
        self._room = [SKIN / 2] * self.count  # how far each may still move
        self._speed = speed.tolist()
        self._until = SKIN / 2 / float(speed.max())
        self._hits = [0] * self.count
        d, v = apart + shift, velocity[j] - velocity[i]
        b, c, vv = (d * v).sum(axis=1), (d * d).sum(axis=1) - 1, (v * v).sum(axis=1)
        root = b * b - vv * c
        meets = (b < 0) & (root > 0)
        time = np.maximum(c[meets], 0) / (np.sqrt(root[meets]) - b[meets])
        soon = time < self._until
        k = np.flatnonzero(meets)[soon]
        columns = (time[soon], i[k], j[k], *shift[k].T)
        self._queue = [(t, a, b, 0, 0, x, y) for t, a, b, x, y in zip(*(c.tolist() for c in columns), strict=True)]
        heapq.heapify(self._queue)

    def _collide(self, end: int) -> None:
        """All collisions for which the neighbours are known, or up to a number of them."""
        queue, hits = self._queue, self._hits
        while queue and self.collisions < end:
            t, i, j, hits_i, hits_j, shift_x, shift_y = queue[0]
            if t >= self._until:
                break
            heapq.heappop(queue)
            if hits[i] != hits_i or hits[j] != hits_j:
                continue  # one of them has met another disc since
            if t < self._now:
                raise AssertionError("a collision before the last one")
            self._now = t
            self._advance(i, t)
            self._advance(j, t)
            dx, dy = self._x[j] + shift_x - self._x[i], self._y[j] + shift_y - self._y[i]
            b = dx * (self._vx[j] - self._vx[i]) + dy * (self._vy[j] - self._vy[i])
            k = b / (dx * dx + dy * dy)
            self._vx[i] += k * dx
            self._vy[i] += k * dy
            self._vx[j] -= k * dx
            self._vy[j] -= k * dy
            self.virial -= b
            self.collisions += 1
            for disc, other in ((i, j), (j, i)):
                hits[disc] += 1
                speed = self._speed[disc] = math.hypot(self._vx[disc], self._vy[disc])
                if speed > 0:
                    self._until = min(self._until, t + max(self._room[disc], 0.0) / speed)
                self._predict(disc, other, t)
        if self.collisions < end:
            self._now = self._until

    def _advance(self, i: int, t: float) -> None:
        late = t - self._t[i]
        self._x[i] += late * self._vx[i]
        self._y[i] += late * self._vy[i]
        self._room[i] -= late * self._speed[i]
        self._t[i] = t

    def _predict(self, i: int, but: int, t: float) -> None:
        """The collisions of a disc at its place at t with all neighbours but the one that it has just met."""
        x, y, vx, vy, hits = self._x[i], self._y[i], self._vx[i], self._vy[i], self._hits
        xs, ys, vxs, vys, ts = self._x, self._y, self._vx, self._vy, self._t
        for j, shift_x, shift_y in self._neighbours[i]:
            if j == but:
                continue
            late, other_vx, other_vy = t - ts[j], vxs[j], vys[j]
            dx, dy = xs[j] + late * other_vx + shift_x - x, ys[j] + late * other_vy + shift_y - y
            ux, uy = other_vx - vx, other_vy - vy
            b = dx * ux + dy * uy
            if b >= 0:
                continue
            c = dx * dx + dy * dy - 1
            root = b * b - (ux * ux + uy * uy) * c
            if root <= 0:
                continue
            # The smaller root of u.u s^2 + 2 b s + c, in the form that subtracts nothing from nearly itself.
            when = t + max(c, 0.0) / (math.sqrt(root) - b)
            if when >= self._until:
                continue
            if i < j:
                heapq.heappush(self._queue, (when, i, j, hits[i], hits[j], shift_x, shift_y))
            else:
                heapq.heappush(self._queue, (when, j, i, hits[j], hits[i], -shift_x, -shift_y))


# ---- the experiments -------------------------------------------------------------------------------------------------


class Measured(NamedTuple):
    density: float
    value: float
    error: float
    """The standard error of the value, from blocks."""


def compressibility(columns: int, density: float, collisions: int, seed: int, done: Any, blocks: int = 20) -> Measured:
    """Z from the virial of all collisions, after as many collisions again as the lattice needs to melt."""
    discs = HardDiscs(columns, density, seed)
    discs.run(20 * discs.count)
    values = []
    for _ in range(blocks):
        time, virial = discs.time, discs.virial
        discs.run(collisions // blocks)
        done(collisions // blocks)
        values.append(discs.compressibility_since(time, virial))
    return Measured(density, float(np.mean(values)), float(np.std(values, ddof=1) / math.sqrt(blocks)))


DENSITIES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.65)


class LongRun(NamedTuple):
    discs: HardDiscs
    collisions: list[int]
    energy: list[float]
    """Relative errors."""
    momentum: list[float]
    """By the sum of all speeds at first."""


def long_run(columns: int, density: float, collisions: int, seed: int, done: Any, steps: int = 100) -> LongRun:
    """Energy and momentum over a long run."""
    discs = HardDiscs(columns, density, seed)
    energy, speeds = discs.energy, float(np.hypot(*discs.velocity.T).sum())
    run = LongRun(discs, [0], [0.0], [discs.momentum / speeds])
    for _ in range(steps):
        discs.run(collisions // steps)
        done(collisions // steps)
        run.collisions.append(discs.collisions)
        run.energy.append(discs.energy / energy - 1)
        run.momentum.append(discs.momentum / speeds)
    return run


# ---- the picture -----------------------------------------------------------------------------------------------------


def draw_discs(axes: Any, discs: HardDiscs) -> None:
    """The box, with the images of discs that cross its edges, coloured by speed."""
    width, height = discs.size
    position, speed = discs.position, np.hypot(*discs.velocity.T)
    shifts = [(i * width, j * height) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    centers = np.concatenate([position + shift for shift in shifts])
    speeds = np.tile(speed, len(shifts))
    seen = ((centers > -0.5) & (centers < np.array(discs.size) + 0.5)).all(axis=1)
    circles = EllipseCollection(
        np.ones(seen.sum()), np.ones(seen.sum()), np.zeros(seen.sum()), units="x", offsets=centers[seen],
        offset_transform=axes.transData, array=speeds[seen], cmap="viridis", edgecolor="white", lw=0.3,
    )  # fmt: skip
    axes.add_collection(circles)
    axes.set(xlim=(0, width), ylim=(0, height), aspect="equal", xticks=[], yticks=[])
    axes.set_title(f"{discs.count} discs after {discs.collisions:,} collisions")
    axes.figure.colorbar(circles, ax=axes, shrink=0.7, label="speed")


def draw(run: LongRun, measured: Sequence[Measured], path: Path) -> None:
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(13.5, 4.2), layout="constrained")
    draw_discs(left, run.discs)
    million = np.array(run.collisions) / 1e6
    middle.plot(million, run.energy, color=BLUE, label="energy")
    middle.plot(million, run.momentum, color=ORANGE, label="momentum")
    middle.set(xlabel="collisions (millions)", ylabel="relative error", title="Conserved within rounding")
    middle.ticklabel_format(axis="y", scilimits=(0, 0))
    fine = np.linspace(0, 0.68, 200)
    right.plot(fine, [henderson(x) for x in fine], color=GREY, lw=1, label="Henderson (1975)")
    right.plot(fine, [virial_series(x) for x in fine], color=ORANGE, ls="--", lw=1, label="virial series, 10 terms")
    x, value, error = np.array(measured).T
    right.errorbar(x, value, 2 * error, color=BLUE, fmt="o", ms=4, lw=1, mfc="none", label="measured")
    right.set(xlabel="density (part of the area covered)", ylabel="Z = p A / N k T", title="The equation of state")
    for axes in (middle, right):
        axes.grid(alpha=0.3)
        axes.legend()
    figure.savefig(path, dpi=110)
    plt.close(figure)


# ---- the command -----------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="few discs and collisions")
    parser.add_argument("--columns", type=int, help="discs in a row of the lattice (30, quick 8)")
    parser.add_argument("--collisions", type=int, help="of the long run (1000000, quick 4000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--images", type=Path, default=Path("docs/images"), help="where the picture goes (docs/images)")
    chosen = parser.parse_args(arguments)
    columns = chosen.columns or (8 if chosen.quick else 30)
    collisions = chosen.collisions or (4_000 if chosen.quick else 1_000_000)
    each = collisions // 5
    chosen.images.mkdir(parents=True, exist_ok=True)
    with progress_bar(collisions + len(DENSITIES) * each, " collisions") as done:
        run = long_run(columns, 0.5, collisions, chosen.seed, done)
        measured = [compressibility(columns, density, each, chosen.seed, done) for density in DENSITIES]
    draw(run, measured, chosen.images / "hard-discs.png")
    print(f"{run.discs.count} discs, {run.discs.collisions} collisions, time {run.discs.time:.3f}")
    print(f"energy changed by {max(map(abs, run.energy)):.1e}, momentum by {max(run.momentum):.1e}")
    print(f"pairs that overlap by more than 1e-12: {run.discs.overlaps()}")
    print(f"{'density':>8}{'Z':>10}{'error':>9}{'virial':>10}{'Henderson':>11}")
    for m in measured:
        series = f"{virial_series(m.density):10.4f}" if m.density <= 0.4 else f"{'':10}"
        print(f"{m.density:8.2f}{m.value:10.4f}{m.error:9.4f}{series}{henderson(m.density):11.4f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
