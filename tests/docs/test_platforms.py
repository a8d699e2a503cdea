"""The page Platforms says what the scripts printed, and nothing else."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SPEC = importlib.util.spec_from_file_location("platforms", ROOT / "docs" / "_ext" / "platforms.py")
assert SPEC is not None
assert SPEC.loader is not None
PLATFORMS: Any = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(PLATFORMS)


def test_the_tables_are_those_of_the_recorded_lines() -> None:
    text = (ROOT / "docs" / "platforms.md").read_text(encoding="utf-8")
    assert PLATFORMS.page(text) == text, "python docs/_ext/platforms.py makes it again"


def test_a_run_replaces_only_its_own_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PLATFORMS, "RESULTS", tmp_path)
    assert "No run" in PLATFORMS.table("portable")
    first = [
        "s390x        same      9 results: s390x-gcc -O2, qemu (8s)\n",
        "aarch64 NOT RUN no package (0s)\n",
        "2 platforms\n",
    ]
    PLATFORMS.record("portable", first, "2026-01-01")
    PLATFORMS.record("portable", ["aarch64 same 9 | results (12s)"], "2026-02-02")
    assert PLATFORMS.table("portable").splitlines()[2:] == [
        "| `s390x` | same | 9 results: s390x-gcc -O2, qemu | 2026-01-01, 8 s |",
        "| `aarch64` | same | 9 / results | 2026-02-02, 12 s |",
    ]
