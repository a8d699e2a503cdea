"""Hypothesis profiles: `dev` looks elsewhere every time, `ci` repeats itself, `fuzz` takes its time.

`pytest --hypothesis-profile=fuzz`, or HYPOTHESIS_PROFILE=fuzz in the environment; under CI=1 the default is `ci`.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# No window, and no greeting among what examples print.
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

_SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]

settings.register_profile("dev", max_examples=60, deadline=None, suppress_health_check=_SLOW_IS_FINE)
settings.register_profile(
    "ci", max_examples=100, deadline=None, derandomize=True, database=None, suppress_health_check=_SLOW_IS_FINE
)
settings.register_profile("fuzz", max_examples=20_000, deadline=None, suppress_health_check=_SLOW_IS_FINE)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))
