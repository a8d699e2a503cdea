"""The command line: its output, its exit statuses, and no tracebacks."""

from __future__ import annotations

import doctest
import importlib
import io
import json
import os
import re
import signal
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import collide2d
from collide2d import Circle
from collide2d.cli.check import check
from collide2d.cli.colors import has_colors
from collide2d.cli.github import lines_of_shapes
from collide2d.cli.program import main, parser
from collide2d.cli.reports import table
from collide2d.scene import Finding, Scene, load

ROOT = Path(__file__).parents[2]
SCENES = ROOT / "examples" / "scenes"
LEVEL = str(SCENES / "level.json")

BOXES = """{"title": "Boxes", "shapes": [
  {"name": "ball", "kind": "circle", "x": 0, "y": 0, "r": 5},
  {"name": "wall", "kind": "rect", "x": 5, "y": -10, "w": 2, "h": 20},
  {"name": "crate", "kind": "rect", "x": -3.5, "y": 4.5, "w": 7, "h": 4},
  {"name": "corner", "kind": "point", "x": -3, "y": -4},
  {"name": "far", "kind": "circle", "x": 20, "y": 0, "r": 1}
]}
"""

TABLE = """Boxes: 5 shapes; pairs: 1 overlap, 2 touch

first  second  relation  normal x  normal y  depth
-----  ------  --------  --------  --------  -----
ball   wall    touch         -1         0      0
ball   crate   overlap        0        -1      0.5
ball   corner  touch          0.6       0.8    0
"""


@pytest.fixture
def boxes(tmp_path: Path) -> str:
    """A small scene in a file."""
    path = tmp_path / "boxes.json"
    path.write_text(BOXES, encoding="utf-8")
    return str(path)


def run(*arguments: str, stdin: str = "", encoding: str = "utf-8") -> subprocess.CompletedProcess[str]:
    """The program as a user runs it, on a terminal of some encoding."""
    return subprocess.run(
        [sys.executable, "-m", "collide2d", *arguments],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        check=False,
    )


def check_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, object]]:
    """The pairs that `check --json` prints."""
    assert main(["check", *arguments, "--json"]) == 0
    pairs: list[dict[str, object]] = json.loads(capsys.readouterr().out)["pairs"]
    return pairs


# ---- check -----------------------------------------------------------------------------------------------------------


def test_check_prints_the_table(boxes: str) -> None:
    result = run("check", boxes)
    assert (result.returncode, result.stdout, result.stderr) == (0, TABLE, "")


def test_check_in_process_prints_the_same(boxes: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", boxes]) == 0
    assert capsys.readouterr().out == TABLE


def test_json_has_what_the_library_says(capsys: pytest.CaptureFixture[str]) -> None:
    pairs = check_json(capsys, LEVEL)
    scene = {item.name: item.shape for item in load(LEVEL).items}
    assert len(pairs) > 60
    for pair in pairs:
        a, b = scene[str(pair["a"])], scene[str(pair["b"])]
        contact = a.contact(b)
        assert contact is not None
        assert pair["relation"] == a.relate(b).name.lower()
        assert (pair["normal"], pair["depth"], pair["mtv"]) == (list(contact.normal), contact.depth, list(contact.mtv))
        assert pair["points"] == [list(p) for p in contact.points]


def test_json_has_no_negative_zeros(boxes: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", boxes, "--json"])
    assert "-0.0" not in capsys.readouterr().out


def test_json_names_scene_title_and_count(boxes: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", boxes, "--json"])
    report = json.loads(capsys.readouterr().out)
    assert (report["scene"], report["title"], report["shapes"]) == (boxes, "Boxes", 5)
    assert report["counts"] == {"overlapping": 1, "touching": 2, "with_trigger": 0}


def test_touching_and_overlapping_part_the_pairs(boxes: str, capsys: pytest.CaptureFixture[str]) -> None:
    both = check_json(capsys, boxes)
    touching = check_json(capsys, boxes, "--touching")
    overlapping = check_json(capsys, boxes, "--overlapping")
    assert [pair["b"] for pair in touching] == ["wall", "corner"]
    assert [pair["b"] for pair in overlapping] == ["crate"]
    assert len(both) == len(touching) + len(overlapping)


def test_all_adds_the_pairs_that_are_apart(boxes: str, capsys: pytest.CaptureFixture[str]) -> None:
    pairs = check_json(capsys, boxes, "--all")
    assert len(pairs) == 10
    gap = next(pair for pair in pairs if pair["a"] == "wall" and pair["b"] == "far")
    assert gap == {
        "a": "wall", "b": "far", "relation": "apart", "separation": 12.0, "closest_points": [[7.0, 0.0], [19.0, 0.0]],
    }  # fmt: skip
    assert main(["check", boxes, "--all", "--shape", "far"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Boxes: 5 shapes; pairs: 0 overlap, 0 touch, 4 apart"
    assert lines[2].split()[-2:] == ["depth", "gap"]
    assert lines[-3].split() == ["wall", "far", "apart", "12"]


def test_shape_keeps_the_pairs_of_that_shape(boxes: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert [pair["b"] for pair in check_json(capsys, boxes, "--shape", "crate")] == ["crate"]
    assert [pair["b"] for pair in check_json(capsys, boxes, "--shape", "crate", "--shape", "wall")] == ["wall", "crate"]
    assert check_json(capsys, boxes, "--shape", "far") == []


def test_nothing_that_collides_is_said_in_one_line(boxes: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", boxes, "--shape", "far"]) == 0
    assert capsys.readouterr().out == "Boxes: 5 shapes; pairs: 0 overlap, 0 touch\n"


def test_triggers_are_marked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(SCENES / "article-3-practical-detection.json"), "--shape", "room"]) == 0
    assert capsys.readouterr().out.count("overlap (trigger)") == 2
    pairs = check_json(capsys, str(SCENES / "article-3-practical-detection.json"))
    assert [pair["b"] for pair in pairs if pair["trigger"]] == ["entering", "inside"]


def test_a_scene_comes_from_standard_input() -> None:
    result = run("check", "-", stdin=BOXES)
    assert (result.returncode, result.stdout) == (0, TABLE)


def test_output_goes_to_a_file(boxes: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", boxes, "-o", str(tmp_path / "report.txt")]) == 0
    assert (tmp_path / "report.txt").read_text(encoding="utf-8") == TABLE
    assert capsys.readouterr().out == ""


def test_columns_line_up_on_the_decimal_point() -> None:
    text = table(("n", "x"), [("a", "1.25"), ("bb", "-10"), ("c", ""), ("d", "1e-07")], numbers=(1,))
    assert "".join(text) == "n   x\n--  -------\na     1.25\nbb  -10\nc\nd     1e-07\n"


def test_fail_on_is_the_exit_status(boxes: str, capsys: pytest.CaptureFixture[str]) -> None:
    for more, failures in [([], 1), (["--shape", "far"], 0), (["--touching"], 0)]:
        assert main(["check", boxes, "--fail-on", "overlap", *more]) == (failures > 0)
    capsys.readouterr()
    assert main(["check", boxes, "--fail-on", "touch", "--no-github"]) == 1
    assert capsys.readouterr() == (TABLE, f"{boxes}: 3 pairs failed the check --fail-on touch\n")


def test_a_pair_with_a_trigger_never_fails() -> None:
    article = str(SCENES / "article-3-practical-detection.json")
    assert main(["check", article, "--shape", "room", "--fail-on", "touch"]) == 0


def test_github_shows_failures_at_their_lines(
    boxes: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert main(["check", boxes, "--fail-on", "touch", "--json"]) == 1
    out, err = capsys.readouterr()
    json.loads(out)
    assert err.splitlines()[:-1] == [
        f"::error file={boxes},line=3::ball and wall touch",
        f"::error file={boxes},line=4::ball and crate overlap, depth 0.5",
        f"::error file={boxes},line=5::ball and corner touch",
    ]


HOSTILE = ("::error::a", "##[error]b", "  ::stop-commands::c", "###[d", "100%0A::error::e")
COMMAND_OF_GITHUB = re.compile(r"^\s*::|##\[", re.MULTILINE)


@pytest.mark.parametrize(
    "arguments",
    [["check", "--fail-on", "touch"], ["check", "--no-github", "--fail-on", "touch"], ["check", "--json"],
     ["check", "--shape", "##[error]x"], ["cast", "::error::a", "9", "0"], ["cast", "##[error]b", "9", "0", "--json"]],
)  # fmt: skip
def test_names_are_no_commands_to_github(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shapes = [{"name": name, "kind": "circle", "x": i, "y": 0, "r": 2} for i, name in enumerate(HOSTILE)]
    scene = {"title": "::error::title", "shapes": shapes}
    (tmp_path / "::error::x\n::error::y.json").write_text(json.dumps(scene))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    main([arguments[0], "::error::x\n::error::y.json", *arguments[1:]])
    out, err = capsys.readouterr()
    meant = r"^::error file=%3A%3Aerror%3A%3Ax%0A%3A%3Aerror%3A%3Ay.json,line=1::.*\n"
    assert not COMMAND_OF_GITHUB.search(out + re.sub(meant, "", err, flags=re.MULTILINE))
    assert bool(re.search(meant, err, flags=re.MULTILINE)) == (arguments[1:2] == ["--fail-on"])
    if "--json" in arguments:
        report = json.loads(out)
        assert report["title"] == "::error::title"
        assert {*HOSTILE} & {
            name for row in (*report.get("pairs", ()), report) for name in row.values() if type(name) is str
        }


def test_lines_of_shapes_are_found_however_a_file_is_laid_out(tmp_path: Path) -> None:
    scene = tmp_path / "scene.json"
    for indent in (None, 0, 3):
        scene.write_text("\n\n" + json.dumps({"layers": {"x": {"ignore": ["*"]}}, **json.loads(BOXES)}, indent=indent))
        lines = lines_of_shapes(str(scene))
        text = scene.read_text().splitlines()
        assert list(lines) == ["ball", "wall", "crate", "corner", "far"]
        assert indent is None or all(f'"name": "{name}"' in text[line] for name, line in lines.items())
    assert lines_of_shapes("-") == lines_of_shapes("level.tmj") == lines_of_shapes(str(tmp_path)) == {}


def test_json_is_what_its_schema_says(capsys: pytest.CaptureFixture[str]) -> None:
    fastjsonschema: Any = importlib.import_module("fastjsonschema")
    runs = [
        ["check", LEVEL],
        ["check", str(SCENES / "bodies.json"), "--all"],
        ["cast", str(SCENES / "bodies.json"), "slime", "0", "90"],
        ["cast", str(SCENES / "bodies.json"), "hero", "--turn", "170"],
        ["cast", str(SCENES / "turn.json"), "door", "--turn", "90", "--about", "64,97"],
        ["cast", str(SCENES / "turn.json"), "lamp", "-90", "5", "--turn", "90", "--about", "64,97"],
    ]
    for command, *arguments in runs:
        with pytest.raises(SystemExit):
            main([command, "--schema"])
        schema = json.loads(capsys.readouterr().out, object_hook=closed)
        assert main([command, *arguments, "--json"]) == 0
        report = json.loads(capsys.readouterr().out)
        assert report["schema"] == schema["$id"]
        fastjsonschema.validate(schema, report)


def closed(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema that allows no key that it does not describe."""
    return {**schema, "additionalProperties": False} if isinstance(schema.get("required"), list) else schema


def test_colours_are_for_terminals_only(
    boxes: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert main(["check", boxes]) == 0
    said = capsys.readouterr().out
    assert "\x1b[31moverlap\x1b[0m" in said
    assert re.sub(r"\x1b\[[\d;]*m", "", said) == TABLE
    assert main(["check", boxes, "--shape", "far"]) == 0
    assert capsys.readouterr().out == "\x1b[1mBoxes: 5 shapes; pairs: 0 overlap, 0 touch\x1b[0m\n"
    monkeypatch.setenv("NO_COLOR", "1")
    assert main(["check", boxes]) == 0
    assert capsys.readouterr().out == TABLE
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    assert [has_colors(terminal, {"TERM": term}) for term in ("xterm", "dumb")] == [os.name != "nt", False]
    assert not has_colors(io.StringIO(), {})


# ---- cast ------------------------------------------------------------------------------------------------------------

ROW = """{"title": "Row", "layers": {"room": {"trigger": true}, "dust": {"ignore": ["*"]}}, "shapes": [
  {"name": "ball", "kind": "circle", "x": 0, "y": 0, "r": 2},
  {"name": "room", "layer": "room", "kind": "rect", "x": 4, "y": -9, "w": 30, "h": 18},
  {"name": "far room", "layer": "room", "kind": "rect", "x": 30, "y": -9, "w": 30, "h": 18},
  {"name": "mote", "layer": "dust", "kind": "rect", "x": 3, "y": -1, "w": 2, "h": 2},
  {"name": "north", "kind": "rect", "x": 10, "y": -5, "w": 5, "h": 5},
  {"name": "south", "kind": "rect", "x": 10, "y": 0, "w": 5, "h": 5},
  {"name": "behind", "kind": "rect", "x": 16, "y": -5, "w": 2, "h": 10},
  {"name": "west", "kind": "rect", "x": -4, "y": -5, "w": 2, "h": 10}
]}
"""

CAST_TABLE = """Row: ball moved by (32, 0) hits north and south at t = 0.25, after (8, 0)

hit             t       point x  point y  normal x  normal y  depth
--------------  ------  -------  -------  --------  --------  -----
room (trigger)  0.0625        4        0        -1         0      0
north           0.25         10        0        -1         0      0
south           0.25         10        0        -1         0      0
"""


@pytest.fixture
def row(tmp_path: Path) -> str:
    """Two boxes flush in a ball's way, one behind them, one that it touches, and layers, in a file."""
    path = tmp_path / "row.json"
    path.write_text(ROW, encoding="utf-8")
    return str(path)


def cast_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """The object that `cast --json` prints."""
    assert main(["cast", *arguments, "--json"]) == 0
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    return report


def test_cast_prints_the_table(row: str) -> None:
    result = run("cast", row, "ball", "32", "0")
    assert (result.returncode, result.stdout, result.stderr) == (0, CAST_TABLE, "")


def test_cast_in_process_prints_the_same(row: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cast", row, "ball", "32", "0"]) == 0
    assert capsys.readouterr().out == CAST_TABLE


def test_a_cast_that_hits_nothing_says_so(row: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cast", row, "ball", "0", "-64"]) == 0
    assert capsys.readouterr().out == "Row: ball moved by (0, -64) hits nothing\n"
    report = cast_json(capsys, row, "ball", "0", "-64")
    assert report == {
        "schema": "urn:collide2d:cast:1", "scene": row, "title": "Row", "shape": "ball", "motion": [0, -64],
        "t": 1, "stop": [0, -64], "hits": [], "passed": [],
    }  # fmt: skip


def test_cast_json_has_what_the_library_says(row: str, capsys: pytest.CaptureFixture[str]) -> None:
    report = cast_json(capsys, row, "ball", "31.7", "1.3")
    shapes = {item.name: item.shape for item in load(row).items}
    (met,) = report["hits"]
    hit = collide2d.cast(shapes["ball"], (31.7, 1.3), shapes["south"])
    assert hit is not None
    assert met == {
        "name": "south", "t": hit.t, "point": list(hit.point), "normal": list(hit.normal), "depth": hit.depth,
    }  # fmt: skip
    assert (report["t"], report["stop"]) == (hit.t, [hit.t * 31.7, hit.t * 1.3])
    assert [m["name"] for m in report["passed"]] == ["room"]


@pytest.mark.parametrize(("dx", "dy"), [("-1e1", "0"), ("-10", "-0.0"), ("-10.", "0"), ("-1_0", "0")])
def test_negative_motions_are_numbers_however_written(
    dx: str, dy: str, row: str, capsys: pytest.CaptureFixture[str]
) -> None:
    report = cast_json(capsys, row, "ball", dx, dy)
    assert [m["name"] for m in report["hits"]] == ["west"]
    assert report["motion"] == [-10, 0]
    assert "-0.0" not in json.dumps(report)


def test_cast_names_all_that_overlapped_at_the_start(boxes: str, capsys: pytest.CaptureFixture[str]) -> None:
    report = cast_json(capsys, boxes, "crate", "1", "1")
    assert [(m["name"], m["t"], m["depth"]) for m in report["hits"]] == [("ball", 0, 0.5)]
    assert report["stop"] == [0, 0]


def test_cast_skips_layers_that_ignore_each_other(row: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cast_json(capsys, row, "mote", "99", "0")["hits"] == []


def test_nothing_stops_a_trigger(row: str, capsys: pytest.CaptureFixture[str]) -> None:
    report = cast_json(capsys, row, "room", "-64", "0")
    assert (report["t"], report["hits"]) == (1, [])
    assert {m["name"] for m in report["passed"]} >= {"north", "ball", "west"}
    ts = [m["t"] for m in report["passed"]]
    assert ts == sorted(ts)


TURN_TABLE = """\
A door that opens onto a crate: door turned by 90 degrees hits crate at t = 0.39354, after 35.4186 degrees

hit    t        point x  point y  normal x  normal y  depth
-----  -------  -------  -------  --------  --------  -----
crate  0.39354  139.718  155.756  0.579546  -0.81494      0
"""


def test_a_turn_prints_what_it_hits(capsys: pytest.CaptureFixture[str]) -> None:
    turn = str(SCENES / "turn.json")
    assert main(["cast", turn, "door", "--turn", "90"]) == 0
    assert capsys.readouterr().out == TURN_TABLE
    assert main(["cast", turn, "door", "--turn", "-90"]) == 0
    assert capsys.readouterr().out == "A door that opens onto a crate: door turned by -90 degrees hits nothing\n"
    assert main(["cast", turn, "lamp", "--turn", "-30", "--about", "-1e2,0"]) == 0
    assert "lamp turned by -30 degrees about (-100, 0) hits wall 2 at t" in capsys.readouterr().out
    assert main(["cast", turn, "crate", "160", "-4", "--turn", "90"]) == 0
    assert capsys.readouterr().out.startswith(
        "A door that opens onto a crate: crate turned by 90 degrees and moved by (160, -4) hits lamp at t = "
    )
    for motion in (["0", "0"], []):
        assert main(["cast", turn, "door", *motion, "--turn", "90"]) == 0
        assert capsys.readouterr().out == TURN_TABLE


def test_a_turn_s_json_has_what_the_library_says(row: str, capsys: pytest.CaptureFixture[str]) -> None:
    shapes = {item.name: item.shape for item in load(row).items}
    report = cast_json(capsys, row, "ball", "--turn", "-55.5", "--about", "3,-20")
    (met,) = report["hits"]
    hit = collide2d.turn_cast(shapes["ball"], -55.5, shapes["north"], about=(3, -20))
    assert hit is not None
    assert met == {
        "name": "north", "t": hit.t, "point": list(hit.point), "normal": list(hit.normal), "depth": hit.depth,
    }  # fmt: skip
    assert [m["name"] for m in report.pop("passed")] == ["room"]
    del report["hits"]
    assert report == {
        "schema": "urn:collide2d:cast:1", "scene": row, "title": "Row", "shape": "ball", "angle": -55.5,
        "about": [3, -20], "t": hit.t, "stop_angle": hit.t * -55.5,
    }  # fmt: skip
    report = cast_json(capsys, row, "ball", "32", "-1", "--turn", "-55.5")
    hit = shapes["ball"].turn_cast(-55.5, shapes["north"], motion=(32, -1))
    assert hit is not None
    assert (report["t"], report["stop_angle"], report["about"]) == (hit.t, hit.t * -55.5, None)
    assert (report["motion"], report["stop"]) == ([32, -1], [hit.t * 32, hit.t * -1])
    assert cast_json(capsys, row, "ball", "--turn", "0")["about"] is None
    assert "-0.0" not in json.dumps(cast_json(capsys, row, "ball", "--turn", "-0", "--about", "-0,-0"))


@pytest.mark.parametrize(
    ("name", "angle", "about", "said"),
    [
        ("bal", "9", "1,2", "name must be a shape of the scene, got 'bal': did you mean 'ball'?"),
        ("ball", "east", "1,2", "ANGLE must be a number, got 'east'"),
        ("ball", "361", "1,2", "shape 'ball': angle must be between -360 and 360 degrees, got 361.0"),
        ("ball", "nan", "1,2", "shape 'ball': angle must be finite, got nan"),
        ("ball", "9", "1", "--about must be X,Y, got '1'"),
        ("ball", "9", "1,2,3", "--about must be X,Y, got '1,2,3'"),
        ("ball", "9", "1,b", "Y of --about must be a number, got 'b'"),
        ("ball", "9", "inf,2", "shape 'ball': about must be finite, got inf"),
    ],
)
@pytest.mark.parametrize("command", ["cast", "draw"])
def test_a_wrong_turn_is_one_line_and_status_2(
    command: str, name: str, angle: str, about: str, said: str, row: str, capsys: pytest.CaptureFixture[str]
) -> None:
    turn = [name, "--turn", angle] if command == "cast" else ["--turn", name, angle]
    assert main([command, row, *turn, "--about", about]) == 2
    assert capsys.readouterr() == ("", f"{row}: {said}\n")


def test_cast_reads_standard_input() -> None:
    result = run("cast", "-", "ball", "32", "0", stdin=ROW)
    assert (result.returncode, result.stdout) == (0, CAST_TABLE)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nobody", "1", "2"), "name must be a shape of the scene, got 'nobody'"),
        (("bal", "1", "2"), "name must be a shape of the scene, got 'bal': did you mean 'ball'?"),
        (("", "1", "2"), "name must be a shape of the scene, got ''"),
        (("ball", "east", "2"), "DX must be a number, got 'east'"),
        (("ball", "1", ""), "DY must be a number, got ''"),
        (("ball", "nan", "2"), "shape 'ball': motion must be finite, got nan"),
        (("ball", "1", "-inf"), "shape 'ball': motion must be finite, got -inf"),
    ],
)
@pytest.mark.parametrize("command", ["cast", "draw"])
def test_a_wrong_motion_is_one_line_and_status_2(
    command: str, arguments: tuple[str, ...], said: str, row: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, row, *(["--cast"] if command == "draw" else []), *arguments]) == 2
    assert capsys.readouterr() == ("", f"{row}: {said}\n")


@pytest.mark.parametrize("dx", ["-1e61", "1e308"])
def test_a_motion_out_of_the_domain_is_one_line_and_status_2(
    dx: str, row: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cast", row, "ball", dx, "0"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"{row}: shape 'ball': ")
    assert "1e60" in err


# ---- draw ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["x.jpg", "x.png.pdf", "x.svgz", "x.txt"])
def test_draw_writes_nothing_into_what_is_no_svg(
    boxes: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    assert main(["draw", boxes, "-o", str(path)]) == 2
    assert capsys.readouterr().err == f"{path}: a picture must end in .svg or .png\n"
    assert not path.exists()
    for good in ("x.SVG", "x"):
        assert main(["draw", boxes, "-o", str(tmp_path / good)]) == 0
        assert ET.parse(tmp_path / good).getroot().tag.endswith("svg")


@pytest.mark.parametrize("width", [200, 1000])
def test_draw_writes_png_of_the_size_of_the_svg(boxes: str, width: int, tmp_path: Path) -> None:
    svg, png = tmp_path / "x.svg", tmp_path / "x.PNG"
    for path in (svg, png):
        assert main(["draw", boxes, "--width", str(width), "-o", str(path)]) == 0
    root, data = ET.parse(svg).getroot(), png.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (width, round(float(root.attrib["height"])))


def test_without_resvg_or_a_folder_png_is_one_line(
    boxes: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(tmp_path / "no" / "x.png")
    assert main(["draw", boxes, "-o", path]) == 1
    assert capsys.readouterr().err == f"{path}: cannot be written: No such file or directory\n"
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert main(["draw", boxes, "-o", path]) == 1
    assert capsys.readouterr().err == "PNG needs resvg-py: pip install 'collide2d[png]'; SVG needs nothing\n"


def test_what_xml_cannot_hold_in_a_title_is_replaced(boxes: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", boxes, "--title", "a\x01b\n\udcff<"]) == 0
    assert ET.fromstring(capsys.readouterr().out).get("aria-label") == "a\ufffdb \ufffd<"


def test_draw_writes_svg(boxes: str, tmp_path: Path) -> None:
    picture = tmp_path / "boxes.svg"
    result = run("draw", boxes, "-o", str(picture))
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    root = ET.fromstring(picture.read_text(encoding="utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("aria-label") == "Boxes"


def test_draw_without_a_file_prints_the_same(boxes: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", boxes, "-o", str(tmp_path / "x.svg")]) == 0
    assert main(["draw", boxes]) == 0
    assert capsys.readouterr().out == (tmp_path / "x.svg").read_text(encoding="utf-8")


def test_draw_takes_its_options(boxes: str, capsys: pytest.CaptureFixture[str]) -> None:
    bare = ["--no-contacts", "--no-grid", "--no-legend", "--labels", "none", "--no-distances"]
    assert main(["draw", boxes, "--width", "500", "--title", "Mine & yours", *bare]) == 0
    root = ET.fromstring(capsys.readouterr().out)
    assert (root.get("width"), root.get("aria-label")) == ("500", "Mine & yours")
    assert [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")] == ["Mine & yours"]


def test_draw_shows_a_cast(row: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "row.svg"
    assert main(["draw", row, "--cast", "ball", "-1e1", "0", "-o", str(picture)]) == 0
    assert "t = 0" in picture.read_text(encoding="utf-8")
    assert main(["draw", row, "--cast", "ball", "32", "0"]) == 0
    said = capsys.readouterr().out
    assert "t = 0.25" in said
    assert "ball: the swept area" in said


def test_draw_shows_a_turn(capsys: pytest.CaptureFixture[str]) -> None:
    turn = str(SCENES / "turn.json")
    assert main(["draw", turn, "--turn", "door", "90"]) == 0
    assert capsys.readouterr().out == (ROOT / "docs" / "images" / "turn.svg").read_text(encoding="utf-8")
    assert main(["draw", turn, "--turn", "door", "-20", "--about", "64,97"]) == 0
    assert "the rest of its turn" not in capsys.readouterr().out
    assert main(["draw", turn, "--turn", "crate", "90", "--motion", "160", "-4"]) == 0
    scene = load(turn)
    cast = scene.turn_cast("crate", 90, motion=(160.0, -4.0))
    assert capsys.readouterr().out == importlib.import_module("collide2d.drawing").svg(scene, cast=cast)
    assert cast.hits


# ---- errors ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["check", "cast", "draw"])
@pytest.mark.parametrize(
    ("content", "parts"),
    [
        (b'{"shapes": [{"name": "a", "kind": "circle", "x": 0, "y": 0, "r": -1}]}', ("'a'", "r must be >= 0", "-1.0")),
        (b'{"shapes": [{"name": "a", "kind": "circle", "x": NaN, "y": 0, "r": 1}]}', ("'a'", "finite", "nan")),
        (b'{"shapes": [\n{"name" "a"}]}', (":2:9:", "must be JSON", "'\"'")),
        (b"", ("must hold a JSON object", "got nothing")),
        (b"\xff\x00binary", ("must be UTF-8", "0xff")),
        (b"[" * 100_000, ("nest", "too deep")),
    ],
)
def test_a_malformed_scene_is_one_line_and_status_2(
    command: str, content: bytes, parts: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "level.json"
    path.write_bytes(content)
    result = run(command, str(path), *(["a", "1", "0"] if command == "cast" else []))
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith(str(path))
    for part in parts:
        assert part in result.stderr


@pytest.mark.parametrize("name", ["missing.json", ""])
def test_a_missing_file_or_a_directory_is_one_line_and_status_2(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / name) if name else str(tmp_path)
    assert main(["check", path]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"{path}: cannot be read: ")


def test_an_unknown_shape_is_named(boxes: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", boxes, "--shape", "nobody"]) == 2
    assert capsys.readouterr().err == f"{boxes}: --shape must name a shape of the scene, got 'nobody'\n"


def test_an_output_that_cannot_be_written_is_status_1(
    boxes: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = str(tmp_path / "no" / "x.svg")
    assert main(["draw", boxes, "-o", target]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"{target}: cannot be written: ")


def test_an_output_never_replaces_what_is_read(boxes: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = boxes.replace(".json", ".csv")
    Path(table).write_text("0,0,1\n1,0,1\n")
    for path, arguments in [
        (boxes, ["check", boxes]),
        (boxes, ["cast", boxes, "ball", "1", "2"]),
        (table, ["pairs", table, "--kind", "circle"]),
    ]:
        before = Path(path).read_bytes()
        assert main([*arguments, "-o", path]) == 2
        assert "would replace" in capsys.readouterr().err
        assert Path(path).read_bytes() == before


def test_an_output_without_a_name_is_not_the_standard_output(boxes: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", boxes, "-o", ""]) == 1
    assert capsys.readouterr().err.startswith("'': cannot be written: ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-o", "x"], "COMMAND"),
        (["help", "chekc"], "did you mean 'check'?"),
        (["check", "x.json", "y.json"], "check: error: unexpected argument 'y.json'"),
        (["fly", "x.json"], "fly"),
        (["chekc", "x.json"], "did you mean 'check'?"),
        (["check", "x.json", "--jsno"], "unknown option '--jsno': did you mean '--json'?"),
        (["check"], "SCENE.json"),
        (["check", "x.json", "--all", "--touching"], "not allowed with"),
        (["cast", "x.json", "ball", "-1"], "DY"),
        (["draw", "x.json", "--cast", "ball", "1"], "expected 3 arguments"),
        (["cast", "x.json", "ball"], "the following arguments are required: DX, DY"),
        (["cast", "x.json", "ball", "1", "--turn", "90"], "DX needs DY"),
        (["draw", "x.json", "--motion", "3", "4"], "--motion is allowed only with --turn"),
        (["draw", "x.json", "--cast", "ball", "1", "2", "--motion", "3", "4"], "--motion is allowed only with --turn"),
        (["draw", "x.json", "--turn", "ball", "1", "--motion", "3"], "expected 2 arguments"),
        (["cast", "x.json", "ball", "1", "2", "--about", "3,4"], "--about is allowed only with --turn"),
        (["cast", "x.json", "ball", "--turn"], "expected one argument"),
        (["cast", "x.json", "ball", "--trun", "9"], "unknown option '--trun': did you mean '--turn'?"),
        (["draw", "x.json", "--about", "3,4"], "--about is allowed only with --turn"),
        (["draw", "x.json", "--turn", "ball"], "expected 2 arguments"),
        (["draw", "x.json", "--turn", "ball", "9", "--cast", "ball", "1", "2"], "not allowed with"),
        (["draw", "x.json", "--width", "3"], "width from 100 to 20000"),
        (["draw", "x.json", "--width", "nan"], "width from 100 to 20000"),
    ],
)
def test_wrong_usage_is_status_2(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_no_arguments_are_answered_with_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    out, err = capsys.readouterr()
    assert (out, "print which pairs overlap or touch" in err) == ("", True)


def test_a_reader_that_has_gone_is_no_traceback() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "collide2d", "draw", LEVEL], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=600) == 141


def test_an_interrupt_is_no_traceback(
    boxes: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(path: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("collide2d.cli.check.load", interrupted)
    assert main(["check", boxes]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.fixture
def crowd(tmp_path: Path) -> str:
    """A scene of 60 circles, each of which overlaps the one before it."""
    path = tmp_path / "crowd.json"
    path.write_text(Scene({f"c{i}": Circle(10 * i, 0, 6) for i in range(60)}).dumps(), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("options", "searches", "printed", "of"),
    [
        (["--all"], 1, 30, ""),  # while the pairs are counted
        (["--all"], 2, 30, " of 1770"),
        ([], 2, 30, " of 59"),
        (["--json"], 1, 30, ""),
        (["--json"], 2, 30, " of 59"),
    ],
)
def test_ctrl_c_prints_what_was_found(
    options: list[str],
    searches: int,
    printed: int,
    of: str,
    crowd: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    begun: list[None] = []

    def interrupted(scene: Scene, names: None = None) -> Iterator[Finding]:
        begun.append(None)
        for n, finding in enumerate(found(scene, names)):
            if (len(begun), n) == (searches, 29):
                signal.raise_signal(signal.SIGINT)
            yield finding

    found = Scene.each_finding
    monkeypatch.setattr(Scene, "each_finding", interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
    try:
        assert main(["check", crowd, *options]) == 130
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
    out, err = capsys.readouterr()
    assert err == f"{crowd}: interrupted, printed {printed}{of} pairs\n"
    assert (len(json.loads(out)["pairs"]) if "--json" in options else out.count("overlap ")) == printed


def test_long_reports_are_printed_part_by_part(crowd: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", crowd, "--all"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert (lines[0], len(lines)) == ("crowd.json: 60 shapes; pairs: 59 overlap, 0 touch, 1711 apart", 1774)
    options = parser().parse_args(["check", crowd, "--all"])
    options.colors = False
    assert [part.count("\n") for part in check(options).parts] == [1, 1003, 770]


@pytest.mark.parametrize(
    ("start", "loaded"),
    [
        ("import runpy; runpy.run_module('collide2d', run_name='__main__')", "collide2d.cli.program"),
        *(("import collide2d_command; sys.exit(collide2d_command.main())", name) for name in (
            "collide2d", "collide2d._core", "collide2d.space", "collide2d.cli", "collide2d.cli.program",
        )),
    ],
)  # fmt: skip
def test_ctrl_c_while_the_program_is_loaded_is_no_traceback(start: str, loaded: str) -> None:
    code = f"""import sys
class Interrupting:
    def find_spec(self, name, *_):
        if name == {loaded!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupting())
{start}"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=600, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@pytest.mark.skipif(sys.platform != "linux", reason="a file name that is no text")
def test_a_file_name_that_is_no_text_is_a_name(
    boxes: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    path = str(tmp_path / "\udcff.json")
    Path(path).write_text(BOXES.replace('"title": "Boxes", ', ""), encoding="utf-8")
    assert main(["check", path, "-o", str(tmp_path / "\udcff.txt")]) == 0
    assert main(["draw", path, "-o", str(tmp_path / "\udcff.svg")]) == 0
    assert main(["play", path, "--frames", "1"]) == 0
    picture = str(tmp_path / "\udcff.png")
    assert main(["play", path, "--picture", picture]) == 0
    assert os.path.getsize(picture) > 1000
    assert capsys.readouterr().err == ""


def test_a_closed_output_is_no_traceback(
    boxes: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["check", boxes]) == 1
    assert capsys.readouterr().err == "standard output: cannot be written: it is closed\n"


def test_a_closed_input_is_no_traceback(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["check", "-"]) == 2
    assert capsys.readouterr().err == "<stdin>: cannot be read: it is closed\n"


class Full(io.StringIO):
    """An output without room."""

    def write(self, text: str) -> int:
        raise OSError(28, "No space left on device")

    def fileno(self) -> int:
        return os.open(os.devnull, os.O_WRONLY)


def test_a_full_output_is_no_traceback(
    boxes: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", Full())
    said = "standard output: cannot be written: No space left on device\n"
    assert main(["check", boxes]) == 1
    assert capsys.readouterr().err == said
    with pytest.raises(SystemExit) as ended:
        main(["check", "--schema"])
    assert (ended.value.code, capsys.readouterr().err) == (1, said)


def test_closed_stderr_is_not_stdout(
    boxes: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["check", boxes, "--json", "--fail-on", "overlap"]) == 1
    json.loads(capsys.readouterr().out)
    assert main(["check", "missing.json"]) == 2
    assert capsys.readouterr().out == ""


def test_a_terminal_without_a_letter_gets_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "scene.json"
    path.write_text(BOXES.replace("crate", "t\u00fcr"), encoding="utf-8")
    assert "t\u00fcr" in run("check", str(path)).stdout
    result = run("check", str(path), encoding="ascii")
    assert (result.returncode, result.stderr) == (0, "")
    assert "t\\xfcr" in result.stdout


# ---- help ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_version_is_the_package_s(option: str) -> None:
    result = run(option)
    assert (result.returncode, result.stdout) == (0, f"collide2d {collide2d.__version__}\n")


def test_help_is_a_command_too(capsys: pytest.CaptureFixture[str]) -> None:
    for asked, said in [(["help"], ["--help"]), (["help", "check"], ["check", "--help"])]:
        printed = []
        for arguments in (asked, said):
            with pytest.raises(SystemExit) as ended:
                main(arguments)
            printed.append((ended.value.code, capsys.readouterr().out))
        assert printed[0] == printed[1]
        assert printed[0][0] == 0


@pytest.mark.parametrize("command", ["", "check", "cast", "draw", "pairs", "play"])
def test_help_is_the_command_s_own_and_fits_80_columns(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit) as ended:
        main([*([command] if command else []), "--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert [line for line in said.splitlines() if len(line) > 80] == []
    assert ("examples:" in said) == bool(command)
    assert all(f"collide2d {command} " in line for line in said.partition("examples:\n")[2].splitlines())


def test_the_scene_in_the_help_is_a_scene(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    said = capsys.readouterr().out
    path = tmp_path / "help.json"
    path.write_text(said[said.index('{"shapes"') :], encoding="utf-8")
    assert main(["check", str(path)]) == 0
    assert "2 shapes; pairs: 1 overlap" in capsys.readouterr().out


DOCUMENT = (ROOT / "docs" / "scene-format.md").read_text(encoding="utf-8")


def test_the_document_prints_what_the_program_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "boxes.json").write_text(DOCUMENT.split("```json\n")[1].split("```")[0], encoding="utf-8")
    sessions = [text.split("```")[0].split("\n", 1) for text in DOCUMENT.split("```text\n$ collide2d ")[1:]]
    assert [command.split()[0] for command, _ in sessions] == ["check", "cast", "cast"]
    for command, output in sessions:
        assert main(command.replace("boxes.json", str(tmp_path / "boxes.json")).split()) == 0
        assert capsys.readouterr().out == output


def test_the_document_s_program_runs() -> None:
    failures, tried = doctest.testfile(str(ROOT / "docs" / "scene-format.md"), module_relative=False)
    assert (failures, tried) == (0, 3)


def test_the_bodies_in_the_document_are_a_scene(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bodies.json").write_text(DOCUMENT.split("```json\n")[2].split("```")[0], encoding="utf-8")
    pair: Any
    (pair,) = check_json(capsys, str(tmp_path / "bodies.json"))
    assert (pair["a"], pair["b"], pair["pieces"][1]) == ("cave", "rope", 0)
    assert main(["check", str(SCENES / "bodies.json"), "--shape", "slime"]) == 0
    assert "hero[sword]  slime" in capsys.readouterr().out
    assert main(["cast", str(SCENES / "bodies.json"), "hero", "-60", "20"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].split()[-1] == "hero[sword]"
    (hit,) = cast_json(capsys, str(SCENES / "bodies.json"), "slime", "0", "90")["hits"]
    assert (hit["name"], hit["pieces"][0]) == ("hero", None)


def test_the_layers_in_the_document_are_a_scene(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "layers.json").write_text(DOCUMENT.split("```json\n")[3].split("```")[0], encoding="utf-8")
    pairs = check_json(capsys, str(tmp_path / "layers.json"))
    assert [(pair["a"], pair["b"], pair["trigger"]) for pair in pairs] == [("hall", "hero", True)]
