"""The stubs say what the extension module does, and annotate what users write."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent

USE = """
from typing import assert_type
from collide2d import Capsule, Circle, Contact, Point, Polygon, Rect, Relation, RoundRect, Segment, Shape
from collide2d import contact, relate

class Player:
    shape: Circle = Circle(0, 0, 1)

assert_type(Circle((1, 2), 3).move([1, 2]).rotate(30, about=(0, 0)), Circle)
assert_type(Point(1, 2).grow(1), Circle)
assert_type(Segment((0, 0), (1, 1)).grow(1), Capsule)
assert_type(Rect((0, 0), (4, 2), 30, pivot=(1, 1)).grow(1), RoundRect)
assert_type(Rect.centered(0, 0, 4, 2, radians=1), Rect)
assert_type(RoundRect(Rect(0, 0, 4, 2), 1).bounds, tuple[float, float, float, float])
assert_type(Polygon([(0, 0), (1, 0), (0, 1)]).vertices, tuple[tuple[float, float], ...])
assert_type(relate(Player(), (1, 2)), Relation)
assert_type(contact(Circle(0, 0, 1), [1, 2]), Contact | None)
assert_type(Circle.from_dict({}), Circle)
assert_type(Shape.from_dict({}), Shape)
"""

MISUSE = """
from collide2d import Circle, Shape, collides
Circle("1", 2, 3)
Circle(1, 2)
collides(Circle(0, 0, 1), "text")
Circle(0, 0, 1).x = 2
class Mine(Circle): ...
"""


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-P", "-m", *command], capture_output=True, text=True, cwd=ROOT, check=False)


def test_the_stubs_agree_with_the_extension_module() -> None:
    allowed = ROOT / "tests" / "stubtest_allowlist.txt"
    done = run("mypy.stubtest", "collide2d._core", "--allowlist", str(allowed))
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_users_write_has_the_types_that_it_has(tmp_path: Path) -> None:
    program = tmp_path / "use.py"
    program.write_text(USE)
    done = run("mypy", "--strict", str(program))
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_users_get_wrong_is_found(tmp_path: Path) -> None:
    program = tmp_path / "misuse.py"
    program.write_text(MISUSE)
    done = run("mypy", "--strict", str(program))
    lines = {int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error:" in line}
    assert lines == {3, 4, 5, 6, 7}, done.stdout + done.stderr
