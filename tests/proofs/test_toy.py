"""Expansions in toy formats, as proofs/toy.py, with the fewest bits; and that it notices a wrong step."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SPEC = importlib.util.spec_from_file_location("toy", ROOT / "proofs" / "toy.py")
assert SPEC is not None
assert SPEC.loader is not None
TOY: Any = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(TOY)


def test_all_is_exact_with_four_bits() -> None:
    (tried,) = TOY.failures(TOY.Toy(4), quick=True)
    assert int(tried.removeprefix("= ")) > 10_000


@pytest.mark.parametrize("name", ["two_sum", "fast_two_sum", "split", "two_prod", "sum", "scale"])
def test_a_wrong_step_is_noticed(name: str) -> None:
    """A sum without its error, a split at another bit, an expansion that is not compressed."""
    toy = TOY.Toy(4)
    if name in {"two_sum", "fast_two_sum"}:
        setattr(toy, name, lambda x, y: (toy.fl(x + y), 0))
    elif name == "split":
        toy.splitter = 2
    elif name == "two_prod":
        toy.two_prod = lambda x, y: (toy.fl(x * y), 0)
    elif name == "sum":
        toy.compress = tuple
    else:
        toy.scale = lambda e, k: tuple(part * k for part in e)
    assert not next(TOY.failures(toy, quick=True)).startswith("= ")


@pytest.mark.parametrize(
    ("parts", "good"),
    [((1, 8), True), ((1, 4), True), ((1, 2), False), ((3, 8), True), ((3, 4), False), ((0, 8), False), ((), True)],
)
def test_nonadjacent_parts(parts: tuple[int, ...], good: bool) -> None:
    assert TOY.is_nonadjacent(parts) is good
