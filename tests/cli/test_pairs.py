"""The command `pairs`: tables in, index pairs out, and a one-line error for invalid input."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from collide2d import Circles, pairs
from collide2d.cli.program import main

TABLE = """x,y,r
0,0,1  # the first
2,0,1

5, 0, 2.5
"""


@pytest.fixture
def table(tmp_path: Path) -> str:
    path = tmp_path / "discs.csv"
    path.write_text(TABLE, encoding="utf-8")
    return str(path)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["pairs", *arguments]) == 0
    return capsys.readouterr().out


def test_pairs_are_printed_as_a_table(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, table, "--kind", "circle") == "i,j\n0,1\n1,2\n"
    assert run(capsys, table, "--kind", "circle", "--overlapping") == "i,j\n1,2\n"
    assert run(capsys, table, "--kind", "circle", "--count") == "2\n"
    assert run(capsys, table, "--kind", "circle", "--count", "--threads", "2") == "2\n"


def test_arrays_are_read_and_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = np.random.default_rng(1).uniform(0, 5, (200, 3))
    source, target = str(tmp_path / "discs.npy"), str(tmp_path / "pairs.npy")
    np.save(source, rows)
    want = pairs(Circles(rows))
    assert run(capsys, source, "--kind", "circle", "-o", target) == f"{len(want)} pairs\n"
    assert np.array_equal(np.load(target), want)
    text = tmp_path / "pairs.csv"
    assert run(capsys, source, "--kind", "circle", "-o", str(text)) == ""
    assert np.array_equal(np.loadtxt(text, delimiter=",", skiprows=1, dtype=np.intp), want)


def test_pairs_through_the_border(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, table, "--kind", "circle", "--period", "8", "9") == "i,j\n0,1\n0,2\n1,2\n"
    assert run(capsys, table, "--kind", "circle", "--period", "none", "9") == "i,j\n0,1\n1,2\n"
    assert run(capsys, table, "--kind", "circle", "--period", "8", "none", "--overlapping", "--count") == "2\n"
    assert main(["pairs", table, "--kind", "circle", "--period", "0", "9"]) == 2
    assert "the width of period must be from 1e-44 to 1e60, or None or inf, got 0.0" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["pairs", table, "--kind", "circle", "--period", "wide", "9"])
    assert "argument --period: must be a number or none, got 'wide'" in capsys.readouterr().err


def test_two_tables_meet(tmp_path: Path, table: str, capsys: pytest.CaptureFixture[str]) -> None:
    points = tmp_path / "points.csv"
    points.write_text("2,1\n9,9\n1,0\n", encoding="utf-8")
    assert run(capsys, table, "--kind", "circle", "--other", str(points), "--other-kind", "point") == (
        "i,j\n0,2\n1,0\n1,2\n"
    )


def test_an_empty_table_has_no_pairs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = tmp_path / "empty.csv"
    empty.write_text("x,y,w,h\n", encoding="utf-8")
    assert run(capsys, str(empty), "--kind", "rect") == "i,j\n"


def test_a_table_of_excel_loses_no_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "signed.csv"
    path.write_text("0,0,1\n1,0,1\n", encoding="utf-8-sig")
    assert run(capsys, str(path), "--kind", "circle") == "i,j\n0,1\n"


WRONG = [
    ("1,2,1o\n1,2,3\n", "every row must be numbers separated by commas, got '1,2,1o'"),
    ("1,2\n", "array must have the columns x y r on its last axis, got shape (1, 2)"),
    ("1,2,3\n1,2\n", "every row must have 3 numbers as the first has, got '1,2'"),
    ("1,2,3\n1,2,x\n", "every row must be numbers separated by commas, got '1,2,x'"),
    ("1,2,3\n1,2,-3\n", "Circles: r must be >= 0, got -3.0 at index 1"),
    ("1,2,nan\n", "Circles: r must be finite, got nan at index 0"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_an_invalid_table_is_reported_in_one_line(
    text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.csv"
    path.write_text(text, encoding="utf-8")
    assert main(["pairs", str(path), "--kind", "circle"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{path}: ")
    assert message in said
    assert said.count("\n") == 1


def test_files_that_are_not_there_or_no_arrays_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, content in (("none.csv", None), ("none.npy", None), ("text.npy", b"text"), ("bytes.csv", b"\xff\xfe")):
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content)
        assert main(["pairs", str(path), "--kind", "circle"]) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"{path}: ")
        assert said.count("\n") == 1


def test_a_place_that_cannot_be_written_is_said(table: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("pairs.csv", "pairs.npy"):
        target = tmp_path / "nowhere" / name
        assert main(["pairs", table, "--kind", "circle", "-o", str(target)]) == 1
        assert str(target) in capsys.readouterr().err
    assert main(["pairs", table, "--kind", "circle", "--other-kind", "point"]) == 2
    assert capsys.readouterr().err == "--other-kind needs --other\n"


def test_the_command_says_what_to_install_without_numpy(
    table: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("collide2d.arrays", "collide2d.cli.csv_files"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.delattr("collide2d.arrays")
    monkeypatch.delattr("collide2d.cli.csv_files")
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert main(["pairs", table, "--kind", "circle"]) == 1
    assert capsys.readouterr().err == "arrays of shapes need NumPy: pip install 'collide2d[numpy]'\n"
