"""Files of truths: text and back, files that are broken, and the file in the repository."""

from __future__ import annotations

import lzma
import subprocess
import sys
from pathlib import Path

import pytest
import truth_makers as made
from hypothesis import given
from strategies import shapes

from collide2d import Circle, Point, Segment, Shape
from collide2d.testing import __main__ as command
from collide2d.testing.truths import (
    HEADER,
    CastTruth,
    PairTruth,
    WayTruth,
    read_truths,
    shape_of_text,
    shape_text,
    truth_of_text,
    truth_text,
)

FILE = Path(__file__).resolve().parents[2] / "truths" / "truths-1.txt.xz"


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


def test_a_graze_may_be_late_by_less_than_a_rounding() -> None:
    """The exact time is 4e-9 earlier, but the depth is then a 16th of a unit of roundoff."""
    truth = made.cast_truth(
        "grazing", Segment(-13.5, -54.75, -6.5, -30.75), (15.749999999999998, 54.0), Circle(-21.75, 6.25, 25.0)
    )
    hit = truth.a.cast(truth.motion, truth.b)
    assert hit is not None
    assert truth.high is not None
    assert truth.high + 3e-9 < hit.t < truth.high + 4e-9
    assert truth.errors() == []


def test_the_file_has_six_thousand_truths_that_collide2d_agrees_with() -> None:
    counts = {PairTruth: 0, CastTruth: 0, WayTruth: 0}
    for truth in read_truths(FILE):
        counts[type(truth)] += 1
        assert truth.errors() == []
    assert counts == {PairTruth: 5400, CastTruth: 180, WayTruth: 420}
    assert FILE.stat().st_size < 300_000


def test_the_file_is_what_its_seed_makes() -> None:
    lines = lzma.decompress(FILE.read_bytes()).decode("ascii").splitlines()
    assert lines[0] == HEADER
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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the first line must be 'collide2d truths 1', got ''"),
        ("collide2d truths 2\n", "got 'collide2d truths 2'"),
        (f"{HEADER}\nturn\ta\n", "a truth must begin with pair, cast or way, got 'turn'"),
        (f"{HEADER}\npair\tlattice\n", "not a truth: "),
        (f"{HEADER}\ncast\tx\tpoint 0 0 zero\t0 0\tpoint 0 0 0\t-\n", "not a truth: "),
        (f"{HEADER}\npair\tx\tpoint 0 0 0\tpoint 0 0 0\tnear\t0 0\t-\n", "not a truth: "),
    ],
)
def test_broken_files_are_refused(text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.txt"
    path.write_text(text, encoding="ascii")
    with pytest.raises(ValueError, match="truth") as caught:
        list(read_truths(path))
    assert message in str(caught.value)
    assert command.main([str(path)]) == 2
    assert capsys.readouterr().err.startswith("error: ")


@pytest.mark.parametrize("damage", [b"", b"no xz", None])
def test_broken_compressed_files_are_refused(damage: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "broken.txt.xz"
    path.write_bytes(FILE.read_bytes()[:5000] if damage is None else damage)
    with pytest.raises(ValueError, match=r"broken.txt.xz: (not a whole .xz file|the first line must be)"):
        list(read_truths(path))
    assert command.main([str(path)]) == 2


def test_the_command_ends_in_a_verdict() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "collide2d.testing", str(FILE)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("6,000 truths, 0 wrong answers, ")
