"""The conformance suite of 2-D collision: find the wrong answers of any collision function.

`assert_exact` asks a function of yours about pairs of shapes that are hard to decide, and shows the simplest wrong
answer. The strategies for hypothesis make such shapes, pairs, casts and worlds for tests of your own; they need
hypothesis: `pip install hypothesis`, or `pip install -e ".[testing]"` in a clone.

>>> from collide2d.testing import assert_exact
>>> def circle_rect(cx, cy, r, x, y, w, h):
...     px, py = max(x, min(cx, x + w)), max(y, min(cy, y + h))
...     return (cx - px) ** 2 + (cy - py) ** 2 <= r * r
>>> assert_exact(circle_rect, ("circle", "rect"), regimes=["lattice"], count=1000).wrong.total()
0
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from collide2d.testing.exam import EXAM_REGIMES, Report, Wrong, WrongAnswerError, assert_exact, examine
from collide2d.testing.truth_files import read_truths
from collide2d.testing.truths import CastTruth, PairTruth, WayTruth

if TYPE_CHECKING or find_spec("hypothesis"):
    from collide2d.testing.strategies import casts, motions, pairs, shapes, touching_pairs, ways, worlds

__all__ = [
    "EXAM_REGIMES", "CastTruth", "PairTruth", "Report", "WayTruth", "Wrong", "WrongAnswerError", "assert_exact",
    "examine", "read_truths",
]  # fmt: skip
_STRATEGIES = ("casts", "motions", "pairs", "shapes", "touching_pairs", "ways", "worlds")

if TYPE_CHECKING or find_spec("hypothesis"):
    __all__ += ["casts", "motions", "pairs", "shapes", "touching_pairs", "ways", "worlds"]

for _name in __all__:
    if hasattr(globals()[_name], "__module__"):
        globals()[_name].__module__ = __name__  # where users find them


def __getattr__(name: str) -> object:
    if name in _STRATEGIES:
        raise ImportError(f"collide2d.testing.{name} needs hypothesis: pip install hypothesis")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
