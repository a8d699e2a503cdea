"""Live pictures: what a page draws is what Python draws, to the byte, also after a user has changed it."""

from __future__ import annotations

import ast
import json
import re
from random import Random
from typing import Any
from urllib.parse import quote

from live_core import Pictures, answers, changed_pictures, live
from live_questions import differences, questions, turn_differences, turn_questions

from collide2d import Circle, Space


def test_every_live_picture_is_drawn_as_python_draws_it_after_a_change() -> None:
    frames, refused = changed_pictures(seed=1)
    assert [(name, changes) for name, changes, is_equal in frames if not is_equal] == []
    assert len(frames) > 180
    assert refused < 20, "most changes leave a picture what it needs, such as a hit"


def test_every_picture_of_the_guides_by_a_translated_script_is_live() -> None:
    guides = [name for name in live.drawn_names() if not name.startswith("table.")]
    assert len(guides) > 20
    assert all(re.fullmatch(r"[a-z]+/[a-z0-9-]+", name) for name in guides)


def test_a_recipe_on_a_page_prints_what_its_code_prints_in_python() -> None:
    """But for NumPy's, of which a page runs a twin; a page writes whole floats as integers."""
    cookbook = Pictures().cookbook
    entries = [entry for entry in cookbook.entries() if entry.title not in cookbook.LIVE]
    program = "return questions.map((name) => page.draw(`cookbook/${name}`, new Map()).run.answers);"
    for entry, found in zip(entries, answers([entry.name for entry in entries], program), strict=True):
        printed = [example for example in cookbook.PARSER.get_examples(entry.text) if example.want]
        expected = [re.sub(r"\.0\b", "", example.want.strip()) for example in printed]
        assert [value for _, value in found] == expected, entry.title


def test_the_page_answers_with_the_bits_of_python() -> None:
    assert differences(questions(168, 1, ("grazing", "from_touch", "at_corner", "any_pair", "far_pivot"))) == []
    assert turn_differences(turn_questions(168, 1)) == []


AROUND = """
const { Space, Circle } = page.collide2d;
return questions.map(([items, k, distances]) => {
  const asked = [];
  const space = Space(items.map(([item, ball]) => [item, Circle(...ball)]));
  const odd = (item) => (asked.push(item), item % 2 === 1);
  const found = space.nearest([0, 0], k, -1, odd, 40, distances, [3]);
  return [asked, found];
});
"""


def test_the_page_calls_the_filter_of_nearest_in_the_order_of_distance_as_python_does() -> None:
    """Overlapping items are all at distance 0, so these are asked in the order in which they were added."""
    random = Random(5)
    questions: list[Any] = []
    for k in (1, 2, 3, 99):
        for distances in (False, True):
            balls = [[random.randint(-50, 50), random.randint(-50, 50), random.randint(0, 25)] for _ in range(12)]
            questions.append([list(enumerate(balls)), k, distances])
    for (items, k, distances), (page_asked, page_found) in zip(questions, answers(questions, AROUND), strict=True):
        asked: list[int] = []

        def is_odd(item: int, asked: list[int] = asked) -> bool:
            asked.append(item)
            return item % 2 == 1

        space = Space({item: Circle(*ball) for item, ball in items})
        found = space.nearest((0, 0), k, max_distance=40, filter=is_odd, distances=distances, exclude={3})
        assert page_asked == asked
        assert page_found == json.loads(json.dumps(found))


BALL = {"kind": "circle", "points": [[0, 0]], "radius": 1}
STATE = {"shapes": {"ball": BALL, "b": BALL}, "motion": [1, 0], "chosen": "ball", "shown": ["cast"]}
NO_SHAPES: list[Any] = [
    None, 5, {}, {"kind": "circle"}, {**BALL, "kind": "body"}, {**BALL, "kind": "toString"}, {**BALL, "kind": None},
    {**BALL, "radius": None}, {**BALL, "radius": "1"}, {**BALL, "radius": []}, {**BALL, "points": []},
    {**BALL, "points": [[0, None]]}, {**BALL, "points": [[0, 0]] * 3}, {**BALL, "points": {"length": 10**9}},
    {"pieces": [BALL], "names": None}, {"pieces": []},
    {"kind": "rect", "rect": [1], "anchor": 0, "inner": 0, "pivoted": 0}, {"kind": "rect", "rect": [0] * 8},
]  # fmt: skip
WRONG: list[dict[str, Any]] = [
    *({"shapes": {"ball": BALL, "b": b}} for b in NO_SHAPES),
    {"shapes": {"ball": BALL, **{str(i): BALL for i in range(200)}}}, {"shapes": {"ball": BALL, "b" * 61: BALL}},
    {"shapes": {"ball": BALL, **{str(i): {**BALL, "kind": "polygon", "points": [[0, 0]] * 900} for i in range(3)}}},
    {"shapes": None}, {"shapes": {}}, {"shapes": {"ball": BALL, "its motion": BALL}},
    {"motion": None}, {"motion": "ab"}, {"motion": [1]}, {"motion": [None, None]}, {"motion": {"a": 1}},
    {"chosen": "nobody"}, {"chosen": {}}, {"chosen": None}, {"shown": 5}, {"shown": None},
]  # fmt: skip


def test_a_link_is_refused_unless_the_page_can_have_written_it() -> None:
    program = "return questions.map((hash) => { try { return page.linked(hash); } catch { return null; } });"
    texts = [json.dumps({**STATE, **change}) for change in WRONG]
    hashes = ["", "#", "#{", "#null", "#5", "#%E0%A4%A", *(f"#{quote(text)}" for text in texts)]
    right, *wrong = answers([f"#{quote(json.dumps(STATE))}", *hashes], program)
    assert right == STATE
    assert [hash for hash, state in zip(hashes, wrong, strict=True) if state is not None] == []


def test_names_become_different_variables() -> None:
    names = ["ball", "b 1", "b-1", "b_1", "1", "", "Circle", "motion", "print", "class", "\u05e9", "\u00e9", "a(); b"]
    found = answers(names, "return [...page.variables(questions)];")
    assert [name for name, _ in found] == names
    words = [word for _, word in found]
    assert (words[0], len({*words})) == ("ball", len(names))
    assert not {"Circle", "motion", "print"} & {*words}
    ast.parse("\n".join(f"{word} = 1" for word in words))
