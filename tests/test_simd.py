"""Whichever way blocks are filtered, the answers are the same, and those of the single shapes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import collide2d
from collide2d import Circle, Circles, Rects, _arrays

HERE = Path(__file__).parent


def run(path: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"COLLIDE2D_SIMD": path}
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=environment, check=False)


def test_every_path_gives_the_answers_of_single_shapes() -> None:
    results = {}
    for path in {"portable", _arrays.simd}:
        done = run(path, str(HERE / "filter_paths.py"), "400")
        assert done.returncode == 0, done.stderr
        name, results[path] = done.stdout.split()
        assert name == path
    assert len(set(results.values())) == 1


def test_a_path_that_there_is_not_is_refused() -> None:
    done = run("warp", "-P", "-c", "import collide2d; collide2d.Circles")
    assert "ImportError" in done.stderr
    assert 'COLLIDE2D_SIMD must be a path that this machine has, such as "portable", got "warp"' in done.stderr


@pytest.mark.parametrize("place", [0, 3, 255, 256, 511, 600])
@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf, 2e60, 1e200])
def test_an_invalid_row_is_found_wherever_it_is(place: int, wrong: float) -> None:
    for make, columns in ((Circles, 3), (Rects, 4)):
        for column in range(columns):
            rows = np.ones((601, columns))
            array = make(rows)
            rows[place, column] = wrong
            with pytest.raises(ValueError, match=f"at index {place}$"):
                collide2d.collides(array, array)
            with pytest.raises(ValueError, match=f"at index {place}$"):
                collide2d.collides(array, Circle(0, 0, 1))
            masked = make(rows, invalid="nan")
            assert np.flatnonzero(~collide2d.collides(masked, masked)).tolist() == [place]
            assert np.flatnonzero(collide2d.relate(masked, masked) == -1).tolist() == [place]
