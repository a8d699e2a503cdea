"""The laws of merging and decomposing, checked on their results."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

import level_cases
import level_model

import collide2d as c2

NAMED = re.compile(r"edge (\d+) from (\(.*?\)) to (\(.*?\))")


def corners(rects: Sequence[c2.Rect]) -> list[level_model.Box]:
    """left, top, right, bottom of each, as it is stored."""
    return [(*rect.vertices[0], *rect.vertices[-2 if len(rect.vertices) > 2 else -1]) for rect in rects]


def overlapping(pieces: Sequence[c2.Shape]) -> bool:
    return any(a.overlaps(b) for a, b in combinations(pieces, 2))


def wrong_refusal(points: Sequence[level_cases.Vec], message: str) -> list[str]:
    """What is wrong with the two edges that an error names."""
    named = NAMED.findall(message)
    ends = [(float(c) for c in pair[1:-1].split(",")) for _, *pairs in named for pair in pairs]
    indices = [int(i) for i, *_ in named]
    given = [points[k % len(points)] for i in indices for k in (i, i + 1)]
    if len(set(indices)) != 2 or [tuple(end) for end in ends] != given:
        return ["edges named"]
    cycle = level_model.whole(points, level_model.scale_of(points))
    edges = level_model.edges_of(cycle)
    first, second = (edges[i] for i in indices)
    crossed = level_model.cross(first, second) or not level_model.first_crossing(cycle)
    return [] if crossed else ["edges that cross"]
