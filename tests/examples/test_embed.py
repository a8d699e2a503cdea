"""C and C++ programs can include the one header, compile the core and use it, as the examples do."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import collide2d

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
# What the examples print, worked out by hand. embed.c: the crate is a square of side 2 turned by 45 degrees about
# (10, 2), so its lowest corner is at y = 2 + sqrt(2); the laser runs along y = 2 + x / 5, the ramp's left edge along
# 2 x + y = 32. embed.cpp: the ball meets the floor at y = 16 with its centre at y = 14, and the wall at x = 24 with its
# centre at x = 22. world.c: the floor is at 96, so a hero of height 24 lands at y = 72; the wall is at 128, so one of
# width 12 stops at x = 116. From the guard's eye at (120, 30), the block between (60, 24) and (80, 64) hides the first
# three places.
PRINTED = ROOT / "tests" / "examples" / "printed"
COMPILER = shlex.split(os.environ.get("CC", "cc"))
STRICT = ["-O0", "-ffp-contract=off", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The core in one file, compiled with every warning an error."""
    folder = tmp_path_factory.mktemp("library")
    subprocess.run([sys.executable, str(ROOT / "dev.py"), "amalgamate", str(folder)], check=True, capture_output=True)
    subprocess.run([*COMPILER, "-std=c11", *STRICT, "-c", "collide2d.c"], check=True, cwd=folder, timeout=120)
    return folder


def printed_by(program: Path) -> str:
    return subprocess.run([program], check=True, capture_output=True, text=True, timeout=60).stdout


def expected(example: str) -> str:
    return (PRINTED / f"{example}.txt").read_text(encoding="utf-8")


def test_a_program_compiles_the_sources_of_the_package(tmp_path: Path) -> None:
    sources = [str(EXAMPLES / "embed.c"), *collide2d.get_sources()]
    command = [*COMPILER, "-std=c11", *STRICT, "-I", collide2d.get_include(), *sources, "-o", "embed", "-lm"]
    subprocess.run(command, check=True, cwd=tmp_path, timeout=120)
    assert printed_by(tmp_path / "embed") == expected("embed.c")


@pytest.mark.parametrize("example", ["embed.c", "embed.cpp", "world.c"])
def test_a_program_links_the_core_in_one_file(library: Path, example: str) -> None:
    compiler, standard = COMPILER, "c11"
    if example.endswith(".cpp"):
        compiler, standard = shlex.split(os.environ.get("CXX", "c++")), "c++17"
    command = [
        *compiler,
        f"-std={standard}",
        *STRICT,
        "-I.",
        str(EXAMPLES / example),
        "collide2d.o",
        "-o",
        example,
        "-lm",
    ]
    subprocess.run(command, check=True, cwd=library, timeout=60)
    assert printed_by(library / example) == expected(example)


@pytest.mark.parametrize(
    ("options", "more", "level"),
    [
        ([], "", "-O2"),
        (["-DCMAKE_C_FLAGS=-Wall -I/Opt"], "", "-O2"),
        (["-DCMAKE_BUILD_TYPE=Release"], "", "-O3"),
        (["-DCMAKE_BUILD_TYPE=Debug"], "", None),
        (["-DCMAKE_C_FLAGS=-Og"], "", "-Og"),
        ([], "add_compile_options(-O1)", "-O1"),
    ],
)
def test_cmake_optimizes_the_core_unless_the_project_says_otherwise(
    tmp_path: Path, options: list[str], more: str, level: str | None
) -> None:
    """The last level of the flags of the compiler counts."""
    (tmp_path / "CMakeLists.txt").write_text(
        f"cmake_minimum_required(VERSION 3.15)\nproject(game C)\n{more}\nfind_package(collide2d REQUIRED)\n"
    )
    command = ["cmake", "-S", ".", "-B", "build", "-G", "Unix Makefiles", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"]
    command += [f"-Dcollide2d_DIR={collide2d.get_cmake_dir()}", *options]
    subprocess.run(command, check=True, cwd=tmp_path, capture_output=True, timeout=120)
    commands = json.loads((tmp_path / "build" / "compile_commands.json").read_text(encoding="utf-8"))
    assert len(commands) == len(collide2d.get_sources())
    for compiled in commands:
        levels = [flag for flag in shlex.split(compiled["command"]) if re.fullmatch("-O[0-9a-z]", flag)]
        assert (levels[-1] if levels else None) == level
        assert "-ffp-contract=off" in compiled["command"]


def test_the_program_of_the_guide_prints_what_the_guide_says(library: Path) -> None:
    guide = (ROOT / "docs" / "c.md").read_text(encoding="utf-8")
    program, output = (
        re.findall(rf"^```{kind}\n(.*?)^```", guide, re.DOTALL | re.MULTILINE)[0] for kind in ("c", "text")
    )
    (library / "program.c").write_text(program, encoding="utf-8")
    command = [*COMPILER, "-std=c11", *STRICT, "-I.", "program.c", "collide2d.o", "-o", "program", "-lm"]
    subprocess.run(command, check=True, cwd=library, timeout=60)
    assert printed_by(library / "program") == output


def test_the_library_exports_only_its_own_names(library: Path) -> None:
    """Other libraries of a program may have functions called, say, clip."""
    symbols = subprocess.run(
        ["nm", "-g", "collide2d.o"], check=True, cwd=library, capture_output=True, text=True
    ).stdout
    defined = [line.split()[2].removeprefix("_") for line in symbols.splitlines() if line.split()[-2] in "TDBRCS"]
    assert "c2d_relate" in defined
    assert [name for name in defined if not name.startswith("c2d_")] == []


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
    command = [*COMPILER, "-x", language, *flags, "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]
    subprocess.run([*command, "-I", str(ROOT / "csrc" / "include"), str(source)], check=True, timeout=60)
