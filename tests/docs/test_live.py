"""Live pictures: what a page draws is what Python draws, to the byte, also after a user has changed it."""

from __future__ import annotations

import re

from live_core import Pictures, answers, live
from live_questions import differences, questions

FRAMES = """
let state = 1;
const random = () => ((state = (state * 48271) % 2147483647) / 2147483647);
return questions.map((name) => {
  const frames = [];
  const changes = new Map();
  for (let round = 0; round < 3; round++) {
    const given = Object.fromEntries(changes);
    let drawn;
    try {
      drawn = page.draw(name, changes);
    } catch (error) {
      frames.push([given, null]);
      break;
    }
    frames.push([given, drawn.svg]);
    const leaves = [...drawn.leaves].filter(([, leaf]) => Array.isArray(leaf) || leaf.numbers);
    if (!leaves.length) break;
    const [key, leaf] = leaves[Math.floor(random() * leaves.length)];
    const by = [(random() - 0.5) * 3, (random() - 0.5) * 3];
    changes.set(key, Array.isArray(leaf) ? leaf.map((x, i) => x + by[i]) : leaf.move(by).numbers);
  }
  return frames;
});
"""


def test_every_picture_that_is_said_to_be_live_is_drawn_as_python_draws_it() -> None:
    pictures, names = Pictures(), sorted(live.drawn_names())
    drawn = answers(names, FRAMES)
    different = []
    refused = 0
    for name, frames in zip(names, drawn, strict=True):
        assert frames[0][1] is not None, name
        for changes, svg in frames:
            if svg is None:
                refused += 1
            elif pictures.svg(name, changes) != svg:
                different.append((name, changes))
    assert not different
    assert refused < 20, "a picture needs its hits: most changes leave them"


def test_every_picture_of_the_guides_by_a_translated_script_is_live() -> None:
    guides = [name for name in live.drawn_names() if not name.startswith("table.")]
    assert len(guides) > 20
    assert all(re.fullmatch(r"[a-z]+/[a-z-]+", name) for name in guides)


def test_the_page_answers_with_the_bits_of_python() -> None:
    assert differences(questions(336, 1, ("grazing", "from_touch", "at_corner", "any_pair", "far_pivot"))) == []
