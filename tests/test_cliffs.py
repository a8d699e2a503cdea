"""No call on polygons of many vertices grows faster than n log n, whatever the input: the table of bench/cliffs.py."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parent.parent / "bench" / "cliffs.py"
# From n to 4n n log n grows at most 4.9 times here, n^2 16 times: halfway, as other processes may be in the way.
MOST = 9.0


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("cliffs", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["cliffs"] = module
    spec.loader.exec_module(module)
    return module


CLIFFS = load()


@pytest.mark.parametrize("verb", CLIFFS.VERBS)
def test_polygons_of_many_vertices_take_linear_time(verb: str) -> None:
    for name, _, prepare in CLIFFS.ROWS:
        if name.startswith(f"{verb}, "):
            n = 16_384 if "2^32" in name else 2_048
            small, large = CLIFFS.measure(prepare, n, MOST)
            assert large <= max(MOST * small, 4 * n * CLIFFS.FLOOR), name


def test_growth_is_seen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(CLIFFS, "ROWS", [("square", 100, lambda n: lambda: sum(range(n * n)))])
    monkeypatch.setattr(sys, "argv", ["cliffs.py"])
    assert CLIFFS.main() == 1
    assert "!" in capsys.readouterr().out
