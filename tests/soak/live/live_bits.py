"""Adversarial questions to the script of the site, under Node, and to Python: all answers must have the same bits.

    python tests/soak/live/live_bits.py --questions 100000 --seed 1

Each question is a pair of shapes and a motion of a regime of `million_casts`, and 18 answers: the shapes themselves,
relation, containment, separation, closest points, contact, casts, sweep, separation of the pair, obstacle, a move, a
rotation, a ray, a clip, and the sweep and the obstacle moved. Every fourth question comes with a turn of
`million_turns`, and 15 answers: turn casts of shapes and bodies about a point and about their own, the place at the end
and at the stop, the relation there, and a body turned, moved, scaled and placed. Then every live picture is changed at
random, and drawn by both: the bytes must be the same. Prints the numbers, and exits with status 1 if anything differs.
Needs Node, and a compiler for wasm32-wasi: `docs/_ext/live.py` says which.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / room) for room in ("support", "generators", "models")]
os.environ["COLLIDE2D_LIVE"] = "1"

from live_core import changed_pictures
from live_questions import differences, questions, turn_differences, turn_questions

from collide2d.testing.cast_regimes import CAST_REGIMES

BATCH = 2000
ANSWERS, TURN_ANSWERS = 18, 15
TURNS_EACH = 4  # a turn for so many questions


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pictures", type=int, default=5, help="changes of each picture")
    options = parser.parse_args()
    wrong, turns = Counter[str](), 0
    for first in range(0, options.questions, BATCH):
        count = min(BATCH, options.questions - first)
        for cast, verb in differences(questions(count, options.seed + first, CAST_REGIMES)):
            print(f"answer {verb} differs: {cast}")
            wrong[f"answer {verb}"] += 1
        turns += (count_of_turns := -(-count // TURNS_EACH))
        for turn, verb in turn_differences(turn_questions(count_of_turns, options.seed + first)):
            print(f"answer {verb} differs: {turn}")
            wrong[f"answer {verb} of turns"] += 1
    frames = 0
    for round_ in range(options.pictures):
        for name, changes, is_equal in changed_pictures(options.seed + round_)[0]:
            frames += 1
            if not is_equal:
                print(f"{name} differs with {changes}")
                wrong["pictures"] += 1
    print(f"{frames} frames of pictures after a change")
    asked = ANSWERS * options.questions + TURN_ANSWERS * turns
    print(f"{options.questions} questions and {turns} turns, {asked} answers, {wrong.total()} with other bits")
    for answer, count in wrong.most_common():
        print(f"    {answer}: {count}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
