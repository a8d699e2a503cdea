"""The research scripts in a periodic box: conserved quantities, the equation of state, the threshold of percolation and
the pair correlation are those of the literature, within their errors; each makes its picture. And the script for more
circles than fit into memory."""

from __future__ import annotations

import importlib
import math
import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from collide2d import Circles, count_pairs, pairs

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture(scope="module")
def scripts() -> Iterator[dict[str, ModuleType]]:
    names = ("hard_discs", "percolation", "pair_correlation", "billion")
    sys.path.insert(0, str(EXAMPLES))
    try:
        yield {name: importlib.import_module(name) for name in names}
    finally:
        sys.path.remove(str(EXAMPLES))


def nothing(_: int) -> None:
    """No progress bar."""


# ---- hard discs ------------------------------------------------------------------------------------------------------


def test_hard_discs_conserve_energy_and_momentum_and_never_overlap(scripts: dict[str, ModuleType]) -> None:
    run = scripts["hard_discs"].long_run(6, 0.6, 4_000, 1, nothing, steps=10)
    assert run.discs.collisions == 4_000
    assert max(map(abs, run.energy)) < 1e-12
    assert max(run.momentum) < 1e-12
    assert run.discs.overlaps() == 0
    position = run.discs.position
    crowded = Circles(np.hstack([position, np.full((len(position), 1), 0.55)]))
    assert len(pairs(crowded, period=run.discs.size)) > 0


def test_collisions_are_the_first_of_all_pairs_and_images(scripts: dict[str, ModuleType]) -> None:
    """Against the earliest root of all pairs and all nine images, one collision after the other."""
    discs = scripts["hard_discs"].HardDiscs(4, 0.4, 7)
    shifts = np.array([(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]) * discs.size
    i, j = np.triu_indices(discs.count, 1)
    for _ in range(150):
        before, velocity = discs.time, discs.velocity
        d = (discs.position[j] - discs.position[i])[:, None] + shifts
        v = (velocity[j] - velocity[i])[:, None]
        b, c, vv = (d * v).sum(axis=2), (d * d).sum(axis=2) - 1, (v * v).sum(axis=2)
        root = b * b - vv * c
        meets = (b < -1e-9) & (root > 0)
        times = np.full(root.shape, np.inf)
        times[meets] = np.maximum(c[meets], 0) / (np.sqrt(root[meets]) - b[meets])
        discs.run(1)
        assert discs.time - before == pytest.approx(times.min(), abs=1e-9)
        changed = np.flatnonzero((discs.velocity != velocity).any(axis=1))
        first = np.unravel_index(times.argmin(), times.shape)[0]
        assert changed.tolist() == [i[first], j[first]]


def test_the_seed_decides_the_collisions(scripts: dict[str, ModuleType]) -> None:
    one, other, another = (scripts["hard_discs"].HardDiscs(5, 0.5, seed) for seed in (3, 3, 4))
    one.run(500)
    for _ in range(50):
        other.run(10)
    another.run(500)
    assert one.time == other.time
    assert np.array_equal(one.position, other.position)
    assert np.array_equal(one.velocity, other.velocity)
    assert one.time != another.time


def test_the_compressibility_is_that_of_the_virial_series(scripts: dict[str, ModuleType]) -> None:
    hard_discs = scripts["hard_discs"]
    assert hard_discs.virial_series(0.3) == pytest.approx(hard_discs.henderson(0.3), rel=1e-3)
    for density in (0.1, 0.3):
        found = hard_discs.compressibility(8, density, 8_000, 1, nothing)
        assert 0 < found.error < 0.05
        assert abs(found.value - hard_discs.virial_series(density)) < 4 * found.error


# ---- percolation -----------------------------------------------------------------------------------------------------


def wraps_by_walking(network: object, count: int) -> bool:
    """Unwraps each cluster along a tree of links: another link that leads elsewhere closes a loop around the torus."""
    centers, side = network.centers, network.side  # type: ignore[attr-defined]
    links: list[list[int]] = [[] for _ in range(count)]
    for a, b in network.touching.tolist():  # type: ignore[attr-defined]
        if b < count:
            links[a].append(b)
            links[b].append(a)
    place: dict[int, tuple[float, float]] = {}
    for start in range(count):
        queue = deque([start] if start not in place else [])
        place.setdefault(start, tuple(centers[start].tolist()))
        while queue:
            a = queue.popleft()
            for b in links[a]:
                apart = centers[b] - centers[a]
                x, y = np.array(place[a]) + apart - np.round(apart / side) * side
                if b not in place:
                    place[b] = (float(x), float(y))
                    queue.append(b)
                elif math.hypot(place[b][0] - x, place[b][1] - y) > side / 2:
                    return True
    return False


def test_a_cluster_wraps_where_its_unwrapped_loops_do_not_close(scripts: dict[str, ModuleType]) -> None:
    percolation, rng = scripts["percolation"], np.random.default_rng(2)
    seen = set()
    for _ in range(12):
        network = percolation.throw(120, math.sqrt(120 * math.pi / 1.3), rng)
        for count in (70, 90, 100, 110):
            found = percolation.percolates(network, count)
            assert found == wraps_by_walking(network, count)
            seen.add(found)
        needed = percolation.discs_needed(network) if percolation.percolates(network, 120) else None
        if needed is not None:
            assert wraps_by_walking(network, needed)
            assert not wraps_by_walking(network, needed - 1)
    assert seen == {True, False}


def test_the_threshold_of_percolation_is_the_known_one(scripts: dict[str, ModuleType]) -> None:
    percolation = scripts["percolation"]
    sample = percolation.measure(300, 60, np.random.default_rng(5), nothing)
    assert 0 < sample.error < 0.03
    assert abs(sample.threshold - percolation.THRESHOLD) < 4 * sample.error


# ---- the pair correlation --------------------------------------------------------------------------------------------


def test_distances_are_those_of_all_pairs(scripts: dict[str, ModuleType]) -> None:
    rng, size = np.random.default_rng(6), (7.0, 5.0)
    points = rng.uniform(-9, 9, (60, 2))
    apart = points[:, None] - points
    apart -= np.round(apart / size) * size
    every = np.hypot(*apart[np.triu_indices(60, 1)].T)
    found = scripts["pair_correlation"].distances(points, size, 2.5)
    assert np.allclose(np.sort(found), np.sort(every[every <= 2.5]))
    with pytest.raises(ValueError, match=r"reach must be at most half the box, 2\.5, got 2\.6"):
        scripts["pair_correlation"].distances(points, size, 2.6)


def test_far_away_and_of_random_points_the_correlation_is_1(scripts: dict[str, ModuleType]) -> None:
    pair_correlation = scripts["pair_correlation"]
    points = pair_correlation.of_random_points(300, 10, 1)
    off = (points.value - 1) / points.error
    assert abs(off[4:].mean()) < 1
    assert np.abs(points.value[4:] - 1).max() < 0.1
    discs = pair_correlation.of_hard_discs(8, 0.3, 12, 1, nothing)
    assert abs(discs.value[discs.middle > 4].mean() - 1) < 0.05
    value, error = discs.at_contact
    assert abs(value - (discs.compressibility - 1) / 0.6) < 4 * error


@pytest.mark.parametrize(
    ("name", "arguments", "picture", "said"),
    [
        (
            "hard_discs",
            ["--columns", "4", "--collisions", "500"],
            "hard-discs",
            "overlap by more than 1e-12: 0",
        ),
        ("percolation", ["--samples", "4"], "percolation", "known: 1.12808737"),
        (
            "pair_correlation",
            ["--columns", "6", "--snapshots", "3"],
            "pair-correlation",
            "random: g =",
        ),
    ],
)
def test_the_quick_mode_makes_its_picture(
    scripts: dict[str, ModuleType], name: str, arguments: list[str], picture: str, said: str, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    assert scripts[name].main(["--quick", *arguments, "--images", str(tmp_path)]) == 0
    assert said in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == [f"{picture}.png"]


def test_a_billion_circles_with_fewer_circles(
    scripts: dict[str, ModuleType], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    billion = scripts["billion"]
    assert billion.main(["--circles", "50000", "--stretch", "3000", "--directory", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    billion.write_circles(tmp_path / "circles", 50_000, 1)
    circles = Circles(np.fromfile(tmp_path / "circles").reshape(-1, 3))
    assert f"50,000 circles: {count_pairs(circles):,} pairs touch" in said
    assert [path.name for path in tmp_path.iterdir()] == ["circles"]
    with pytest.raises(SystemExit):
        billion.main(["--circles", "0"])
    assert "--circles must be at least 1, got 0" in capsys.readouterr().err
