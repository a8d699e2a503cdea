"""A C program can include the one header, compile the core files and use it: examples/embed.c does."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# Worked out by hand: the crate is a square of side 2 turned by 45 degrees about (10, 2), so its lowest corner is at
# y = 2 + sqrt(2); the laser runs along y = 2 + x / 5, the ramp's left edge along 2 x + y = 32.
EXPECTED = """\
floor touches ball
    normal (0.0000, 1.0000), depth 0.0000, at (2.0000, 4.0000)
floor overlaps hero
    normal (0.0000, 1.0000), depth 0.2500, at (3.5000, 4.1250)
floor apart from crate by 0.5858: from (10.0000, 4.0000) to (10.0000, 3.4142)
floor apart from ramp by 1.3416: from (12.0000, 5.0000) to (13.2000, 5.6000)
floor overlaps laser
    normal (-0.1961, 0.9806), depth 0.3922, at (11.9615, 4.1923)
ball overlaps hero
    normal (-1.0000, 0.0000), depth 0.2500, at (2.8750, 3.0000)
ball apart from crate by 5.6613: from (2.9887, 2.8499) to (8.5858, 2.0000)
ball apart from ramp by 10.4018: from (2.9648, 3.2631) to (13.0000, 6.0000)
ball overlaps laser
    normal (-0.1961, 0.9806), depth 0.4117, at (2.1558, 2.2212)
hero apart from crate by 4.3358: from (4.2500, 2.0000) to (8.5858, 2.0000)
hero apart from ramp by 9.0734: from (4.2253, 3.6909) to (13.0000, 6.0000)
hero overlaps laser
    normal (0.1961, -0.9806), depth 1.5345, at (3.5034, 3.4831)
crate apart from ramp by 3.2690: from (11.4142, 2.0000) to (14.0000, 4.0000)
crate apart from laser by 0.5744: from (10.0000, 3.4142) to (9.8873, 3.9775)
ramp overlaps laser
    normal (-0.1961, 0.9806), depth 1.3728, at (16.8654, 4.6731) (13.9231, 4.3846)
hole: a number must be >= 0
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """embed.c and the core, compiled by $CC or cc with every warning an error."""
    compiler = shlex.split(os.environ.get("CC", "cc"))
    out = tmp_path_factory.mktemp("embed") / "embed"
    flags = ["-std=c11", "-O0", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror"]
    sources = [str(ROOT / "examples" / "embed.c"), *sorted(map(str, (ROOT / "csrc" / "core").glob("*/*.c")))]
    command = [*compiler, *flags, "-I", str(ROOT / "csrc" / "include"), *sources, "-o", str(out), "-lm"]
    subprocess.run(command, check=True)
    return out


def test_embedded_core_relates_the_scene(program: Path) -> None:
    result = subprocess.run([program], check=True, capture_output=True, text=True)
    assert result.stdout == EXPECTED


def test_core_needs_no_python() -> None:
    sources = [*(ROOT / "csrc").glob("core/*/*.[ch]"), *(ROOT / "csrc").glob("batch/*.[ch]")]
    assert sources
    assert not [path.name for path in sources if "Python.h" in path.read_text()]


@pytest.mark.parametrize(("language", "flags"), [("c", ["-std=c11", "-Wpedantic"]), ("c++", ["-std=c++11"])])
def test_the_header_compiles_after_those_of_windows(tmp_path: Path, language: str, flags: list[str]) -> None:
    """These define far and near as nothing, and min and max as macros of two arguments."""
    source = tmp_path / "program.txt"
    source.write_text(
        "#define far\n#define near\n#define FAR far\n#define NEAR near\n#define small char\n#define interface struct\n"
        "#define min(a, b) (((a) < (b)) ? (a) : (b))\n#define max(a, b) (((a) > (b)) ? (a) : (b))\n"
        '#include "collide2d.h"\n'
        "double width(const c2d_shape *s) { return s->max.x - s->min.x + c2d_vertices(s)->x; }\n"
    )
    compiler = shlex.split(os.environ.get("CC", "cc"))
    command = [*compiler, "-x", language, *flags, "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]
    subprocess.run([*command, "-I", str(ROOT / "csrc" / "include"), str(source)], check=True, timeout=60)
