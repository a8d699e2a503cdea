"""Hypothesis profiles: `fixed`, the default, tries the same examples everywhere; `explore` tries others each time.

`few` tries the first ten of the same, for runs that are slow, as those of `.ci/sanitized`.
`python3 dev.py soak` explores; so do `--hypothesis-profile=explore` and HYPOTHESIS_PROFILE=explore in the environment.
No test depends on what ran before it, on which worker, or on the clock.
"""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

import hypothesis.internal.conjecture.providers as drawing
import pytest
from hypothesis import HealthCheck, settings

# Rooms hold tests only, and may have files of one name (pytest imports them by their path); what they share is here.
sys.path[:0] = [str(Path(__file__).parent / room) for room in ("support", "generators", "models", "exams", "soak")]

import watched_lines  # noqa: E402 found by the path above

# The live pictures of the site need Node and a compiler for wasm32, which no user of the package needs. .ci/run has
# both, and CONTRIBUTING has the command.
collect_ignore = [] if os.environ.get("COLLIDE2D_LIVE") else ["docs/test_live.py"]

# No window, and no greeting among what examples print.
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

_SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]

settings.register_profile(
    "fixed", max_examples=40, deadline=None, derandomize=True, database=None, suppress_health_check=_SLOW_IS_FINE
)
settings.register_profile("few", settings.get_profile("fixed"), max_examples=10)
settings.register_profile(
    "explore", derandomize=False, max_examples=2_000, deadline=None, suppress_health_check=_SLOW_IS_FINE
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))

# Hypothesis also draws the constants of the modules that happen to be loaded from outside site-packages and folders
# called test: the examples of a test would depend on the tests before it and on where the tree lies.
drawing._get_local_constants = lambda: drawing._local_constants


# Objects made while the tests are collected stay alive. Without searches for garbage this takes a quarter less time.
gc.disable()


def pytest_collection_finish() -> None:
    gc.enable()


def pytest_runtest_teardown() -> None:
    watched_lines.stop_watching()


@pytest.fixture(autouse=True, scope="module")
def nothing_older_is_collected() -> None:
    """No collection looks through what all tests have imported, which is most of the time of those that collect."""
    gc.collect()
    gc.freeze()
