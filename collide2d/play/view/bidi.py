"""The order of signs on a line that mixes scripts written from left to right and from right to left.

Unicode's bidirectional algorithm for a line without explicit controls and isolates: rules W1, W2 and W4 to
W7, N1, N2 and L2, https://www.unicode.org/reports/tr9/.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import TypeVar

_T = TypeVar("_T")


def base_of(text: str) -> int:
    """The direction of a text: 1, from right to left, if all its letters are written so, else 0.

    Unicode's rule P2 asks only the first letter. It would turn round an English sentence that begins with such a name.
    """
    kinds = {unicodedata.bidirectional(sign) for sign in text}
    return int(bool(kinds & {"R", "AL"}) and "L" not in kinds)


def levels(text: str, base: int) -> list[int]:
    """The level of each sign; odd ones are written from right to left.

    >>> levels("a" + chr(0x05D0) + " 1.5!", 0)
    [0, 1, 1, 2, 2, 2, 0]
    """
    kinds = _kinds(text, base)
    before: list[int] = []
    after: list[int] = []
    for row, known in ((kinds, before), (kinds[::-1], after)):
        last = base
        for kind in row:
            last = last if kind is None else int(kind > 0)
            known.append(last)
    found = []
    for kind, left, right in zip(kinds, before, after[::-1], strict=True):
        direction = kind if kind is not None else left if left == right else base
        found.append(direction if direction != 0 else 2 * base)
    return found


def _kinds(text: str, base: int) -> list[int | None]:
    """0 for signs from left to right, 1 for those from right to left, 2 for numbers among these, None for neutral."""
    classes = [unicodedata.bidirectional(sign) for sign in text]
    kinds: list[int | None] = []
    strong = base
    for name in classes:
        if name in ("L", "R", "AL"):
            strong = int(name != "L")
        kind = {"L": 0, "R": 1, "AL": 1, "AN": 2, "EN": 2 * strong}.get(name)
        kinds.append(kinds[-1] if name == "NSM" and kinds else kind)  # an accent goes with its letter
    for i in range(1, len(kinds) - 1):
        if classes[i] in ("CS", "ES") and kinds[i - 1] == kinds[i + 1] == 2:
            kinds[i] = 2
    for order in (range(1, len(kinds)), range(len(kinds) - 2, -1, -1)):
        step = order.step
        for i in order:
            if classes[i] == "ET" and kinds[i] is None and kinds[i - step] == 2:
                kinds[i] = 2
    return kinds


def visual(parts: Sequence[_T], part_levels: Sequence[int]) -> list[_T]:
    """Parts of a line, each of one level, as they stand from left to right.

    >>> visual("abcd", [0, 1, 2, 1])
    ['a', 'd', 'c', 'b']
    """
    order = list(range(len(parts)))
    for level in range(max(part_levels, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and part_levels[order[end]] >= level:
                end += 1
            order[start:end] = reversed(order[start:end])
            start = end + 1
    return [parts[i] for i in order]
