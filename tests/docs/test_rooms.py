"""The rooms of the C code: each leans only on the rooms below it, and the map of CONTRIBUTING.md shows them."""

from __future__ import annotations

import importlib.util
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SPEC = importlib.util.spec_from_file_location("make_rooms", ROOT / "docs" / "images" / "make_rooms.py")
assert SPEC is not None
assert SPEC.loader is not None
MAP: Any = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(MAP)


def test_includes_between_rooms_have_no_circle() -> None:
    assert next(iter(TopologicalSorter(MAP.includes()).static_order())) == "include"


@pytest.mark.parametrize("room", ["include", "core", "batch"])
def test_the_core_and_the_batch_layer_know_no_python(room: str) -> None:
    paths = [path for path in (ROOT / "csrc" / room).rglob("*.[ch]") if path.name != "collide2d_python.h"]
    assert paths
    assert not [path.name for path in paths if "Python.h" in path.read_text() or "../python" in path.read_text()]


def test_no_room_has_more_than_twenty_files() -> None:
    assert max(len(MAP.sources(room)) for room in MAP.includes()) <= 20


def test_the_map_shows_the_includes_of_today() -> None:
    assert MAP.PICTURE.read_text(encoding="utf-8") == MAP.picture().to_svg()
    assert "](docs/images/rooms.svg)" in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
