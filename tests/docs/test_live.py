"""Live pictures: what a page draws is what Python draws, to the byte, also after a user has changed it."""

from __future__ import annotations

import re

from live_core import changed_pictures, live
from live_questions import differences, questions


def test_every_live_picture_is_drawn_as_python_draws_it_after_a_change() -> None:
    frames, refused = changed_pictures(seed=1)
    assert [(name, changes) for name, changes, is_equal in frames if not is_equal] == []
    assert len(frames) > 100
    assert refused < 20, "most changes leave a picture what it needs, such as a hit"


def test_every_picture_of_the_guides_by_a_translated_script_is_live() -> None:
    guides = [name for name in live.drawn_names() if not name.startswith("table.")]
    assert len(guides) > 20
    assert all(re.fullmatch(r"[a-z]+/[a-z-]+", name) for name in guides)


def test_the_page_answers_with_the_bits_of_python() -> None:
    assert differences(questions(168, 1, ("grazing", "from_touch", "at_corner", "any_pair", "far_pivot"))) == []
