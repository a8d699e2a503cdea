"""The steps of the million are the same for the same seed, and a difference is reported."""

from __future__ import annotations

import multiprocessing

import million_snapshots
import pytest
from space_model import SpaceModel


def test_a_short_run_finds_no_difference() -> None:
    counts, wrong = million_snapshots.check_steps(3, 1500)
    assert wrong == []
    assert min(counts[name] for name in ("add", "remove", "move", "slide", "save", "restore", "repeated")) > 0
    assert million_snapshots.check_steps(3, 200) == million_snapshots.check_steps(3, 200)
    assert million_snapshots.check_steps(3, 200) != million_snapshots.check_steps(4, 200)


def test_a_difference_is_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Steps that change the space and not the model."""
    monkeypatch.setattr(SpaceModel, "remove", lambda self, item: None)
    counts, wrong = million_snapshots.check_steps(3, 1500)
    assert len(wrong) == 1
    assert wrong[0].startswith("digest: seed 3")

    class Pool:
        def __init__(self, processes: int) -> None: ...

        def __enter__(self) -> Pool:
            return self

        def __exit__(self, *_: object) -> None: ...

        def starmap(self, *_: object, **__: object) -> list[object]:
            return [(counts, wrong)]

    monkeypatch.setattr(multiprocessing, "Pool", Pool)
    assert million_snapshots.main(["--steps", "10"]) == 1
    assert "WRONG digest: seed 3" in capsys.readouterr().out
