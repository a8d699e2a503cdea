"""Two runs try the same examples, whatever ran before and wherever the source tree is."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import watched_lines
from hypothesis import find, given, settings
from hypothesis import strategies as st


def drawn(profile: str) -> list[object]:
    """The examples that a test is given."""
    found: list[object] = []

    @settings(settings.get_profile(profile), max_examples=100, database=None)
    @given(st.one_of(st.integers(), st.floats(), st.text()))
    def test(value: object) -> None:
        found.append(repr(value))

    run: Callable[[], None] = test
    run()
    return found


def test_the_examples_are_the_same_whatever_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = drawn("fixed")
    path = tmp_path.parent / "constants.py"  # pytest's folder is called after the test, which hides what is in it
    path.write_text("NUMBERS = [123456.789, 987654321]\n")
    spec = importlib.util.spec_from_file_location("constants_of_a_user", path)
    assert spec is not None
    monkeypatch.setitem(sys.modules, "constants_of_a_user", importlib.util.module_from_spec(spec))
    assert drawn("fixed") == before
    assert not {"123456.789", "987654321"} & set(before)


@pytest.mark.parametrize("turn", [1, 2])
def test_no_line_is_watched_after_a_test_that_made_a_property_fail(turn: int) -> None:
    """The lines of the second test would allocate, as those of tests that have no memory to give."""
    assert watched_lines.watched_events() == 0
    assert find(st.integers(), lambda number: number > 7) == 8


def test_exploring_draws_other_examples() -> None:
    assert drawn("explore") != drawn("explore")


@pytest.mark.parametrize("profile", ["fixed", "explore"])
def test_no_profile_has_a_deadline(profile: str) -> None:
    assert settings.get_profile(profile).deadline is None


def test_the_fixed_profile_keeps_nothing() -> None:
    fixed = settings.get_profile("fixed")
    assert fixed.derandomize
    assert fixed.database is None
