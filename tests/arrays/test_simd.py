"""Every backend of the filters gives the answers of the single shapes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import collide2d
from collide2d import Capsules, Circle, Circles, Points, Rect, Rects, RoundRect, RoundRects, Segments, Shapes, _arrays

GENERATORS = Path(__file__).parents[1] / "generators"


def run(path: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"COLLIDE2D_SIMD": path}
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=environment, check=False)


def test_every_path_gives_the_answers_of_single_shapes() -> None:
    results = {}
    assert _arrays.simd == _arrays.simd_paths[0]
    assert _arrays.simd_paths[-1] == "portable"
    for path in _arrays.simd_paths:
        done = run(path, str(GENERATORS / "filter_paths.py"), "200")
        assert done.returncode == 0, done.stderr
        name, results[path] = done.stdout.split()
        assert name == path
    assert len(set(results.values())) == 1


def test_an_unknown_simd_path_is_refused() -> None:
    done = run("warp", "-P", "-c", "import collide2d; collide2d.Circles")
    assert "ImportError" in done.stderr
    assert 'COLLIDE2D_SIMD must be a path that this machine has, such as "portable", got "warp"' in done.stderr


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("place", [0, 3, 255, 256, 511, 600])
@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf, 2e60, 1e200])
def test_an_invalid_row_is_found_wherever_it_is(place: int, wrong: float, dtype: Any) -> None:
    if dtype == np.float32 and np.isfinite(wrong):
        wrong = -1  # no finite float32 is too large; a size may be negative
    for make, columns in ((Circles, 3), (Rects, 4), (Rects, 5), (RoundRects, 5), (RoundRects, 6), (Capsules, 5)):
        for column in range(columns) if wrong != -1 else [4 if make in (RoundRects, Capsules) else 2]:
            rows = np.ones((601, columns), dtype)
            rows[:, 2:4] = 3
            array = make(rows)
            rows[place, column] = wrong
            with pytest.raises(ValueError, match=f"at index {place}$"):
                collide2d.collides(array, array)
            with pytest.raises(ValueError, match=f"at index {place}$"):
                collide2d.collides(array, Circle(0, 0, 1))
            with pytest.raises(ValueError, match=f"at index {place}$"):
                collide2d.collides(Rect(0, 0, 1, 1, 30), array)
            masked = make(rows, invalid="nan")
            assert np.flatnonzero(~collide2d.collides(masked, masked)).tolist() == [place]
            assert np.flatnonzero(collide2d.relate(masked, masked) == -1).tolist() == [place]


def test_a_radius_too_large_is_found_among_many() -> None:
    rows = np.full((601, 5), 2.0)
    rows[:, 4] = 1
    array = RoundRects(rows)
    rows[400, 4] = np.nextafter(1, 2)
    with pytest.raises(ValueError, match=r"must be at most half the smaller side, got .* at index 400$"):
        collide2d.collides(array, array)
    # As large as allowed until both are rounded to the grain of the domain.
    rows[400, 2:] = 1.2 * 2.0**-200, 1.2 * 2.0**-200, 0.6 * 2.0**-200
    with pytest.raises(ValueError, match=r"at index 400$"):
        collide2d.collides(array, array)


def test_angles_of_any_size_are_those_of_single_shapes() -> None:
    angles = np.array([0.0, -0.0, 30, 45, 90, -90, 180, 360, 359.99999999999994, 1e-300, 2.0**39, 2.0**40, 1e15 + 45,
                       2.0**53 + 2, 1e22, -1e59, 9e59, 1e60])  # fmt: skip
    rows = np.column_stack([np.zeros((len(angles), 2)), np.full(len(angles), 4.0), np.full(len(angles), 2.0), angles])
    others = Points(np.stack(np.meshgrid(np.linspace(-2, 6, 33), np.linspace(-3, 5, 33)), -1).reshape(-1, 2))
    for b in (others, Segments(np.hstack([others.array, others.array + 0.25]))):
        got = collide2d.relate(Rects(rows)[:, None], b)
        want = [[s.relate(t) for t in b] for s in Rects(rows)]
        assert got.tolist() == want


def test_a_corner_that_the_shape_rounds_may_move_the_opposite_side() -> None:
    """x is rounded to a multiple of 2^-200. Then x + r is rounded down, not up, and so is the right side, by 2^-95."""
    ulp, radius = 2.0**-95, 2.0**-55
    row = (2.0**-149 + 2.0**-201, -(2.0**-43), 2.0**-43 + ulp, 2.0**-42, ulp / 2)
    disc = (2.0**-43 + ulp + radius, 0, radius)
    box, circle = RoundRect(*row), Circle(*disc)
    assert not box.overlaps(circle)
    assert box.separation(circle) == ulp / 2
    boxes, circles = RoundRects([row] * 9), Circles([disc] * 9)
    assert not boxes.overlaps(circles).any()
    assert not boxes.overlaps(circle).any()
    assert not circles.overlaps(boxes).any()


def test_tiny_numbers_of_rows_are_rounded_as_those_of_shapes() -> None:
    """Corners near 2^-148, where shapes round them, beside radii and sizes at which a rounding of the corner shows."""
    rng = np.random.default_rng(7)
    n = 4000
    corner = (
        rng.choice([-1, 0, 1], (n, 2))
        * 2.0 ** rng.integers(-152, -144, (n, 2))
        * (1 + rng.integers(0, 2, (n, 2)) / 2**52)
    )
    scale = rng.integers(-50, -40, n)
    ulp = 2.0 ** (scale - 52)
    radius = ulp / 2 ** rng.integers(0, 3, n)
    size = 2.0**scale + ulp * rng.integers(-2, 3, n)
    boxes = np.stack([corner[:, 0], corner[:, 1] - size / 2, size, size, radius], axis=1)
    of_disc = 2.0 ** (scale - rng.integers(8, 14, n))
    x = 2.0**scale + ulp * rng.integers(-3, 4, n) + of_disc
    discs = np.stack([x, rng.choice([0, 1], n) * ulp, of_disc], axis=1)
    got = RoundRects(boxes).overlaps(Circles(discs))
    want = [RoundRect(*row).overlaps(Circle(*disc)) for row, disc in zip(boxes.tolist(), discs.tolist(), strict=True)]
    assert got.tolist() == want
    assert 0.2 * n < sum(want) < 0.8 * n


def test_nothing_is_written_beside_the_output() -> None:
    circles = Circles(np.random.default_rng(1).uniform(0, 2, (67, 3)))
    for n in range(67):
        room = np.full(80, 9, np.int8)
        collide2d.relate(circles[:n], circles[67 - n :], out=room[3 : 3 + n])
        assert (room[:3] == 9).all()
        assert (room[3 + n :] == 9).all()
        assert (np.abs(room[3 : 3 + n]) <= 1).all()


@pytest.mark.parametrize("place", [0, 3, 511, 600])
@pytest.mark.parametrize("wrong", [np.nan, np.inf, 2e60, 1e200, -1, 7, 10, 16, 34, 55, 0.5])
def test_an_invalid_mixed_row_is_found_wherever_it_is(place: int, wrong: float) -> None:
    for code, row in ((5, [1, 1, 3, 3, 1, 0]), (2, [1, 1, 3, 3, np.nan, np.nan]), (1, [1, 1, 3, 7, 7, 7])):
        for column in range(1 + int(np.isfinite(row).sum()) if wrong == 2e60 else 1):
            rows = np.tile(np.array([code, *row], float), (601, 1))
            rows[:, 0] = np.where(np.arange(601) % 2, code, 0)
            rows[place, 0] = code
            array = Shapes(rows)
            rows[place, column] = wrong
            if code == 1 and column > 3:
                continue
            with pytest.raises(ValueError, match=f"at index {place}$"):
                collide2d.collides(array, array)
            with pytest.raises(ValueError, match=f"at index {place}$"):
                collide2d.collides(Circle(0, 0, 1), array)
