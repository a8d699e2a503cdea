"""Files of truths: text and back, files that are broken, and the file in the repository."""

from __future__ import annotations

import lzma
import math
import random
import subprocess
import sys
import tracemalloc
from fractions import Fraction
from pathlib import Path
from typing import Any

import million_truths
import pytest
import truth_makers as made
from hypothesis import given

import collide2d as c2
from collide2d import Circle, Point, Segment, Shape
from collide2d.testing import __main__ as command
from collide2d.testing import shapes
from collide2d.testing.truth_files import (
    HEADER,
    MOST_CHARACTERS,
    read_truths,
    shape_of_text,
    shape_text,
    truth_of_text,
    truth_text,
)
from collide2d.testing.truths import CastTruth, PairTruth, WayTruth

FILE = Path(__file__).resolve().parents[2] / "truths" / "truths-2.txt.xz"


@given(shapes())
def test_a_shape_comes_back_as_the_same_set(shape: Shape) -> None:
    back = shape_of_text(shape_text(shape))
    assert back.vertices == shape.vertices
    assert back.radius == shape.radius


def test_truths_come_back_as_equal_truths() -> None:
    for truth in made.truths(seed=3, pairs=300, casts=30, ways=60):
        back = truth_of_text(truth_text(truth))
        assert truth_of_text(truth_text(back)) == back
        assert type(back) is type(truth)
        assert back[-2:] == truth[-2:] or isinstance(truth, WayTruth)


def test_a_normal_is_right_if_it_leads_out_as_soon() -> None:
    truth = made.pair_truth("lattice", Circle(0, 0, 1), Point(0.5, 0))
    assert truth.normal == (-1.0, 0.0)
    assert truth.accepts((-1.0, 0.0))
    assert truth.accepts((-1.0, 2.0**-60))
    assert not truth.accepts((1.0, 0.0))
    assert not truth.accepts((0.0, 1.0))


def test_a_rectangle_whose_sides_are_no_doubles_is_a_polygon() -> None:
    """A rectangle moves by its numbers x, y, w and h, so its far corner may end elsewhere."""
    assert shape_of_text("rect 0 0 0 0x1p+0 0 0x1p+0 0x1p+0 0 0x1p+0").kind == "rect"
    text = "rect 0 -0x1.8000000000003p-1 0 0x1p-2 0 0x1p-2 0x1p+0 -0x1.8000000000003p-1 0x1p+0"
    assert shape_of_text(text).kind == "polygon"


def test_a_graze_may_be_late_by_less_than_the_documented_bound() -> None:
    """The exact time is 4e-9 earlier, but the depth is then a 16th of a unit of roundoff."""
    truth = made.cast_truth(
        "grazing", Segment(-13.5, -54.75, -6.5, -30.75), (15.749999999999998, 54.0), Circle(-21.75, 6.25, 25.0)
    )
    hit = truth.a.cast(truth.motion, truth.b)
    assert hit is not None
    assert truth.high is not None
    assert truth.high + 3e-9 < hit.t < truth.high + 4e-9
    assert truth.errors() == []


def test_a_motion_that_rounding_loses_may_be_no_hit() -> None:
    """The capsules touch, and a motion of 2^-199 leads into the other one, but no double is so near."""
    a, b = c2.Capsule(-13, -18.25, 2.75, -3.25, 12.25), c2.Capsule(12.25, -34.25, 33.25, -14.25, 16.75)
    truth = made.cast_truth("from_touch", a, (0.0, -(2.0**-199)), b)
    assert (truth.low, truth.high) == (0.0, 0.0)
    assert a.cast(truth.motion, b) is None
    assert truth.errors() == []
    assert truth._replace(motion=(0.0, -1.0)).errors() == []
    overlapping = CastTruth("nested", Circle(0, 0, 1), (2.0**-199, 0.0), Circle(0.5, 0, 1), None, None)
    assert overlapping.errors() == ["cast"]


@pytest.mark.parametrize("times", [(0.5, 0.5), (0.3, 0.3), (None, None)])
def test_a_wrong_time_of_a_cast_or_a_way_is_an_error(times: Any) -> None:
    a, b = Point(0, 0), Circle(3, 0, 1)
    expected = [] if times == (0.5, 0.5) else ["cast"] if times[0] is None else ["t"]
    assert CastTruth("lattice", a, (4.0, 0.0), b, *times).errors() == expected
    assert WayTruth("discs", a, (4.0, 0.0), (b,), *times).errors() == expected


def test_the_member_that_is_hit_must_block_the_way_at_its_time() -> None:
    """The space answers rightly about the second disc, which the truth does not have."""
    discs = Circle(3, 0, 1), Circle(9, 0, 1)
    truth = WayTruth("discs", Point(0, 0), (8.0, 0.0), discs, 0.25, 0.25)
    assert truth.errors() == []
    assert not truth._replace(motion=(16.0, 0.0), low=0.125, high=0.125)._accepts(discs[1], 0.5)


def test_ways_that_are_blocked_at_a_root_have_bounds() -> None:
    """A point enters a disc of radius 2 at a distance of 1 from its centre: at 3 - sqrt(3)."""
    truth = made.way_truth("discs", Point(0, 0), (4.0, 0.0), [Circle(3, 1, 2)])
    assert truth.low is not None
    assert truth.high == math.nextafter(truth.low, 1)
    assert Fraction(3 - 4 * Fraction(truth.high)) ** 2 < 3 < Fraction(3 - 4 * Fraction(truth.low)) ** 2


def test_shapes_that_touch_have_a_way_out_if_it_is_the_only_one() -> None:
    floor = c2.Rect(0, 0, 4, 4)
    assert made.pair_truth("lattice", Point(1, 0), floor).normal == (0.0, -1.0)
    assert made.pair_truth("lattice", Point(0, 0), floor).normal is None
    assert made.pair_truth("lattice", Point(1, 0), Segment(0, 0, 4, 0)).normal is None


def test_the_file_has_six_thousand_truths_that_collide2d_agrees_with() -> None:
    counts = {PairTruth: 0, CastTruth: 0, WayTruth: 0}
    for truth in read_truths(FILE):
        counts[type(truth)] += 1
        assert truth.errors() == []
    assert counts == {PairTruth: 5400, CastTruth: 180, WayTruth: 420}
    assert FILE.stat().st_size < 300_000


def test_the_file_is_what_its_seed_makes() -> None:
    text = lzma.decompress(FILE.read_bytes()).decode("ascii")
    assert text.startswith(f"{HEADER}\n{million_truths.NOTES}")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    again = [truth_text(truth) for truth in made.truths(1_000_001, 900, 30, 70)]
    assert [i for i in range(1000) if lines[5001 + i] != again[i]] == []


def test_wrong_truths_are_contradicted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lies = [
        "pair\tlattice\tpoint 0 0 0\tpoint 0 0x1p+0 0\ttouching\t0x1p+0 0x1p+0\t-",
        "pair\tlattice\tpoint 0 0 0\tpoint 0 0x1p+0 0\tapart\t0x1p+1 0x1p+1\t-",
        "cast\tgrazing\tpoint 0 0 0\t0x1p+2 0\tcircle 0x1p+0 0x1p+1 0\t-",
        "way\ttiling\tpoint 0 0 0\t0x1p+2 0\t0x1p-3 0x1p-3\tcircle 0x1p+0 0x1p+1 0",
        "cast\tgrazing\tpoint 0 0 0\t0x1p+2 0\tcircle 0x1p+0 0x1p+1 0x1p+0\t0x1p-1 0x1p-1",
        "way\ttiling\tpoint 0 0 0\t0x1p+2 0\t-\tcircle 0x1p+0 0x1p+1 0",
    ]
    path = tmp_path / "lies.txt"
    path.write_text("\n".join([HEADER, *lies, ""]), encoding="ascii")
    assert command.main([str(path)]) == 1
    printed = capsys.readouterr().out
    words = ("relate, contact", "separation", "cast", "t", "cast", "cast")
    assert [line.split(":")[0] for line in printed.splitlines()[:-1]] == [f"WRONG {word}" for word in words]
    assert "6 truths, 6 wrong answers" in printed


def cast_with(a: str = "point 0 0 0", motion: str = "0 0", b: str = "point 0 0 0", times: str = "-") -> str:
    return f"{HEADER}\ncast\tx\t{a}\t{motion}\t{b}\t{times}\n"


def pair_with(a: str = "point 0 0 0", relation: str = "apart", bounds: str = "0 0", normal: str = "-") -> str:
    return f"{HEADER}\npair\tx\t{a}\tpoint 0 0 0\t{relation}\t{bounds}\t{normal}\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the first line must be 'collide2d truths 2', got ''"),
        ("collide2d truths 3\n", "got 'collide2d truths 3'"),
        ("9" * 1000, "got '999"),
        (f"{HEADER}\n\n", "line 2: a truth must begin with pair, cast or way, got ''"),
        (f"{HEADER}\n# a remark\nturn\ta\n", "line 3: a truth must begin with pair, cast or way, got 'turn'"),
        (f"{HEADER}\npair\tlattice\n", "a pair must have 7 fields, got 2: "),
        (f"{HEADER}\nway\ttiling\n", "a way must have at least 5 fields, got 2: "),
        (cast_with("point 0 0 zero"), "a number must be a finite float in hexadecimal, got 'zero'"),
        (cast_with("point 0 0 nan"), "a number must be a finite float in hexadecimal, got 'nan'"),
        (cast_with(motion="0 0x1p+9999"), "a number must be a finite float in hexadecimal, got '0x1p+9999'"),
        (cast_with(motion="0 0x1p+300"), "must be between -1e60 and 1e60"),
        (cast_with(motion="0"), "a motion must be two numbers, got '0'"),
        (cast_with(times="0 0x1p+1"), "bounds of t must be between 0 and 1, got '0 0x1p+1'"),
        (cast_with(times="0"), "bounds must be two numbers, got '0'"),
        (pair_with(relation="near"), "a relation must be one of apart, touching, overlapping, got 'near'"),
        (pair_with(bounds="0x1p+1 0"), "bounds must be in order, got '0x1p+1 0'"),
        (pair_with(normal="0 0 0"), "a way out must be two numbers, got '0 0 0'"),
        (pair_with("point 0 0"), "a shape must be one of point, circle, "),
        (pair_with("blob 0 0 0"), "got 'blob 0 0 0'"),
        (pair_with("circle -0x1p+0 0 0"), "Circle: r must "),
        (pair_with("polygon 0 0 0 1 1 2 0 1 0x1p-2 1 2"), "Polygon: "),
        (f"{HEADER}\n{'x' * MOST_CHARACTERS}", "line 2: a line must be shorter than 1,000,000 characters"),
        (f"{HEADER}\npair \xe9\n", "the text must be ASCII, got the byte 0xe9 after line "),
    ],
)
def test_broken_files_are_refused(text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (tmp_path / "broken.txt", tmp_path / "broken.txt.xz"):
        with (lzma.open if path.suffix == ".xz" else open)(path, "wt", encoding="latin-1") as file:
            file.write(text)
        with pytest.raises(ValueError, match=r"broken\.txt") as caught:
            list(read_truths(path))
        assert message in str(caught.value)
        assert len(str(caught.value)) < 600 + len(str(path))
        assert command.main([str(path)]) == 2
        assert capsys.readouterr().err.startswith("error: ")


@pytest.mark.parametrize("damage", [b"", b"no xz", 5000, -1])
def test_broken_compressed_files_are_refused(damage: bytes | int, tmp_path: Path) -> None:
    path = tmp_path / "broken.txt.xz"
    path.write_bytes(FILE.read_bytes()[:damage] if isinstance(damage, int) else damage)
    with pytest.raises(ValueError, match=r"broken.txt.xz: (not a whole .xz file|the first line must be)"):
        list(read_truths(path))
    assert command.main([str(path)]) == 2


def changed(data: bytes, source: random.Random) -> bytes:
    """Some bytes with up to three of them in up to three places replaced by up to three others."""
    for _ in range(source.randint(1, 3)):
        at = source.randrange(len(data))
        others = bytes(source.choice(b"\t\n -0.9aepx#\x00\xff") for _ in range(source.randint(0, 3)))
        data = data[:at] + others + data[at + source.randint(0, 3) :]
    return data


def test_a_file_with_any_bytes_changed_has_truths_or_is_refused(tmp_path: Path) -> None:
    source, lines = random.Random(5), lzma.decompress(FILE.read_bytes()).splitlines(keepends=True)
    path, refused = tmp_path / "changed.txt", 0
    for _ in range(300):
        path.write_bytes(changed(b"".join([lines[0], *source.sample(lines[7:], 2)]), source))
        try:
            for truth in read_truths(path):
                back = truth_of_text(truth_text(truth))
                assert truth_of_text(truth_text(back)) == back
                truth.errors()
        except ValueError:
            refused += 1
    assert 100 < refused < 300


def test_a_huge_compressed_file_is_read_line_by_line(tmp_path: Path) -> None:
    """100 MB of comments, in 15 kB: a reader of the whole text would need several times that."""
    path, remark = tmp_path / "huge.txt.xz", b"#" * 99_999 + b"\n"
    with lzma.open(path, "wb", preset=0) as file:
        file.write(f"{HEADER}\n".encode("ascii"))
        for _ in range(1000):
            file.write(remark)
    tracemalloc.start()
    try:
        assert list(read_truths(path)) == []
        assert tracemalloc.get_traced_memory()[1] < 4_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("path", [None, 3, b"truths.txt", ["truths.txt"]])
def test_a_path_is_a_str_or_a_path(path: Any) -> None:
    with pytest.raises(TypeError, match="read_truths: path must be a str or a path, got "):
        read_truths(path)


def test_files_of_version_1_are_read(tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    path.write_text("collide2d truths 1\npair\tlattice\tpoint 0 0 0\tpoint 0 0 0\ttouching\t0 0\t-\n", encoding="ascii")
    (truth,) = read_truths(path)
    assert truth.errors() == []


def test_the_command_ends_in_a_verdict() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "collide2d.testing", str(FILE)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("6,000 truths, 0 wrong answers, ")
