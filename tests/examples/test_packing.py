"""The example of a packing: as if thrown one by one, nothing overlaps, the formulas hold, and the pictures are made."""

from __future__ import annotations

import importlib.util
import math
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from collide2d import RoundRect, overlaps

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def packing() -> ModuleType:
    spec = importlib.util.spec_from_file_location("packing", ROOT / "examples" / "packing.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["packing"] = module
    spec.loader.exec_module(module)
    return module


def test_batches_place_what_is_placed_one_by_one(packing: ModuleType) -> None:
    found = packing.pack(150, seed=3, batch=400, progress=False)
    rng, side, lying = np.random.default_rng(3), found.side, list[RoundRect]()
    number = 0
    while len(lying) < 150:
        (row,) = packing.thrown(rng, 1, side).tolist()
        number += 1
        x, y, *rest = row
        images = [RoundRect(x + dx, y + dy, *rest) for dx in (-side, 0, side) for dy in (-side, 0, side)]
        if not any(overlaps(image, other) for image in images for other in lying):
            assert row == found.rows[len(lying)].tolist()
            assert number == found.attempts[len(lying)]
            lying.append(RoundRect(*row))


def test_the_batch_changes_nothing_and_nothing_overlaps(packing: ModuleType) -> None:
    small, large = (packing.pack(700, seed=4, batch=batch, progress=False) for batch in (500, 5000))
    assert np.array_equal(small.rows, large.rows)
    assert np.array_equal(small.attempts, large.attempts)
    assert packing.overlaps_within(small) == 0
    crowded = small._replace(rows=np.add(small.rows, [0, 0, 0.3, 0.3, 0, 0]))
    assert packing.overlaps_within(crowded) > 0
    assert 0.3 < small.density[-1] < 0.6
    assert (np.diff(small.density) > 0).all()


def test_the_measures_are_those_of_the_shapes(packing: ModuleType) -> None:
    for aspect in packing.ASPECTS:
        for roundness in (0, 0.5, 1):
            row = packing.shape_of_area_one(aspect, roundness)
            shape = RoundRect(*row)
            near = 64 * 2.0**-53 * 16  # fewer than 64 operations on numbers below 16
            assert abs(shape.area - 1) <= near
            assert abs(packing.areas(row) - 1) <= near
            assert abs(row[2] / row[3] - aspect) <= near
            (outline,) = packing.outlines(row[None], steps=200)
            edges = np.diff(outline, axis=0, append=outline[:1])
            assert math.isclose(np.hypot(*edges.T).sum(), packing.perimeters(row), rel_tol=(math.pi / 200) ** 2 / 2)


def test_the_measured_overlaps_agree_with_the_formula(packing: ModuleType) -> None:
    found = packing.measure_overlaps(20_000, seed=1, progress=False)
    off = np.array([packing.deviations(measured) for measured in found.values()])
    assert off.shape == (2, len(packing.ASPECTS))
    assert np.abs(off).max() < 4
    assert (off**2).sum() < 2.5 * off.size
    disc = found["stadiums"][0]
    assert abs(disc.formula - 4) <= 64 * 2.0**-53 * 16  # the area of a circle of twice the radius


def test_the_quick_mode_makes_its_pictures_and_the_same_numbers(
    packing: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--quick", "--count", "600", "--samples", "2000", "--images", str(tmp_path)]
    said = []
    for _ in range(2):
        assert packing.main(arguments) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert "pairs that overlap: 0" in said[0]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "overlap-probability.png", "packing-growth.png", "packing-window.png",
    ]  # fmt: skip
