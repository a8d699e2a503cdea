"""The maps that pictures show. A page has the same things as numbers: see `maps` in docs/_ext/live.py."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


def level() -> Sequence[Any]:
    """The things on the first screen of the example map, without the border."""
    things = import_module("collide2d.tiled").load(EXAMPLES / "maps" / "level.tmj")
    boxes = [thing.shape.bounds for thing in things]
    return [
        thing
        for thing, (_, top, right, bottom) in zip(things, boxes, strict=True)
        if right <= 960 and bottom - top < 200
    ]


def isometric(ratio: float, left: float) -> Any:
    """The projection of an isometric map."""
    return import_module("collide2d.tiled.grids").Isometric(ratio, left)
