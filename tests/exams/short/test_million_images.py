"""A small run of the million images through every two kinds, which also detects a wrong pair."""

from __future__ import annotations

from typing import Any

import million_images
import pytest


def test_no_pair_differs_from_fractions() -> None:
    total = [0, 0, 0]
    for i, (kind_a, kind_b) in enumerate(million_images.KINDS):
        tally = million_images.check(seed=i, kind_a=kind_a, kind_b=kind_b, count=5)
        total = [sum(parts) for parts in zip(total, tally, strict=True)]
    assert total[1] > 150
    assert total[2] == 0


def test_a_wrong_pair_is_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    right = getattr(million_images, "pairs")  # noqa: B009  # which it does not export
    monkeypatch.setattr(million_images, "pairs", lambda *given, **options: right(*given, **options)[1:])
    monkeypatch.setattr(million_images, "KINDS", [("circle", "circle")])
    assert million_images.main(["--pairs", "100", "--seed", "1", "--processes", "1"]) == 1
    assert " 0 wrong" not in capsys.readouterr().out


def test_a_rounded_image_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """What moves the shapes with rounding gives other pairs: the exam would notice."""
    right = getattr(million_images, "pairs_of_images")  # noqa: B009  # likewise

    def rounded(a: Any, b: Any, period: Any, **options: Any) -> list[list[int]]:
        w, h = (length or 0.0 for length in period)
        images = [[shape and shape.move(i * w, j * h) for i in (-1, 0, 1) for j in (-1, 0, 1)] for shape in b or a]
        found = {
            (i, k) for i, one in enumerate(a) for k, some in enumerate(images) for image in some
            if one and image and (b is not None or i < k) and right([one], [image], (None, None), **options)
        }  # fmt: skip
        return [list(pair) for pair in sorted(found)]

    monkeypatch.setattr(million_images, "pairs_of_images", rounded)
    tallies = [million_images.check(seed, "circle", "circle", count=6) for seed in (1, 7, 13, 19, 25)]
    assert sum(tally.wrong for tally in tallies) > 0
