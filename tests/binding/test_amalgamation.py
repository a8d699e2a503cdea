"""csrc/amalgamate.py joins the core in one C file: what it renames, what it leaves alone, and what it refuses."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from scripts import script

import collide2d

ROOT = Path(__file__).resolve().parents[2]
AMALGAMATE = script(ROOT / "csrc" / "amalgamate.py")

HEADER = """\
/* What both need. */
#ifndef C2D_ITEM_H
#define C2D_ITEM_H

#include <stdbool.h>

typedef struct c2d_item {
    int gap, order;
} c2d_item;

int c2d_gap(c2d_item item);

#endif
"""
FIRST = """\
/* The gap: "gap" is a word. */
#include "item.h"

#define HALF(gap) ((gap) / 2)

typedef int order;
enum { NONE, ALL };
static int gap(c2d_item item) { return item.gap + '\\'' + "gap"[0]; /* gap */ }
static bool (*const TABLE[2])(c2d_item) = {0};

int c2d_gap(c2d_item item)
{
    order least = TABLE[NONE] ? ALL : NONE;
    c2d_item made = {.gap = HALF(gap(item)), .order = least};
    const c2d_item *p = &made;
    return p->gap + made.order;
}
"""
SECOND = """\
#include "item.h"

#define HALF(name) static int name(c2d_item item) { return gap(item) - 0x1p-1 > 0; }

typedef struct order {
    int gap : 3, NONE;
    int (*TABLE)(c2d_item, const struct order *);
    struct order *next;
} order;
enum kind { NONE = 1, ALL };
static int gap(c2d_item item);
static order TABLE[ALL] = {{.gap = 1, .NONE = NONE}};
HALF(odd)
static int gap(c2d_item item) { return TABLE[0].TABLE ? item.gap : odd(item) + TABLE->gap; }
"""
JOINED = """\
/* ==== core/room/item.h ============================================================================================ */

/* What both need. */

#include <stdbool.h>

typedef struct c2d_item {
    int gap, order;
} c2d_item;

int c2d_gap(c2d_item item);

/* ==== core/room/first.c =========================================================================================== */

/* The gap: "gap" is a word. */

#define HALF(first_gap) ((first_gap) / 2)

typedef int first_order;
enum { FIRST_NONE, FIRST_ALL };
static int first_gap(c2d_item item) { return item.gap + '\\'' + "gap"[0]; /* gap */ }
static bool (*const FIRST_TABLE[2])(c2d_item) = {0};

int c2d_gap(c2d_item item)
{
    first_order least = FIRST_TABLE[FIRST_NONE] ? FIRST_ALL : FIRST_NONE;
    c2d_item made = {.gap = HALF(first_gap(item)), .order = least};
    const c2d_item *p = &made;
    return p->gap + made.order;
}

#undef HALF

/* ==== core/room/second.c ========================================================================================== */

#define HALF(name) static int name(c2d_item item) { return second_gap(item) - 0x1p-1 > 0; }

typedef struct second_order {
    int gap : 3, NONE;
    int (*TABLE)(c2d_item, const struct second_order *);
    struct second_order *next;
} second_order;
enum kind { SECOND_NONE = 1, SECOND_ALL };
static int second_gap(c2d_item item);
static second_order SECOND_TABLE[SECOND_ALL] = {{.gap = 1, .NONE = SECOND_NONE}};
HALF(odd)
static int second_gap(c2d_item item) { return SECOND_TABLE[0].TABLE ? item.gap : odd(item) + SECOND_TABLE->gap; }

#undef HALF
"""


def joined(folder: Path, **texts: str) -> str:
    """Files of one room, given by their names with _ for a dot, as one."""
    room = folder / "core" / "room"
    room.mkdir(parents=True)
    for name, text in texts.items():
        (room / name.replace("_", ".")).write_text(text, encoding="utf-8")
    return "\n".join(AMALGAMATE.Core(folder / "core").parts())


def test_only_names_that_files_share_are_renamed(tmp_path: Path) -> None:
    made = joined(tmp_path, item_h=HEADER, first_c=FIRST, second_c=SECOND)
    assert made == JOINED
    (tmp_path / "joined.c").write_text(made, encoding="utf-8")
    compiler = os.environ.get("CC", "cc").split()
    command = [*compiler, "-std=c11", "-Wall", "-Wextra", "-Wno-unused", "-Werror", "-fsyntax-only", "joined.c"]
    subprocess.run(command, check=True, cwd=tmp_path, timeout=60)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"third_c": "#pragma once\n"}, "third.c: a pragma would hold"),
        ({"third_c": "static int first_gap;\n"}, "first.c: first_gap is a name already"),
        ({"third_c": "static int many[] = {1;\n"}, "third.c: a bracket { is not closed"),
        ({"other_h": "#ifndef X_H\n#define X_H\n#endif\n"}, "no C file includes .*other.h"),
    ],
)
def test_what_cannot_be_joined_is_refused(tmp_path: Path, more: dict[str, str], said: str) -> None:
    with pytest.raises(AMALGAMATE.AmalgamationError, match=said):
        joined(tmp_path, item_h=HEADER, first_c=FIRST, second_c=SECOND, **more)


def test_the_core_is_joined_once_and_in_order() -> None:
    text = AMALGAMATE.amalgamation()
    assert text == AMALGAMATE.amalgamation()
    assert re.findall(r'#include ".*"', text) == ['#include "collide2d.h"']
    assert not re.search(r"C2D_\w+_H\b", text)
    assert f"collide2d {collide2d.__version__}:" in text
    files = re.findall(r"^/\* ==== (core/\S+) =+ \*/$", text, re.MULTILINE)
    assert sorted(files) == sorted(
        path.relative_to(ROOT / "csrc").as_posix()
        for path in ROOT.glob("csrc/core/*/*.[ch]")
        if path.name not in AMALGAMATE.ONLY_ABOVE
    )
    assert [name.endswith(".c") for name in files] == sorted(name.endswith(".c") for name in files)
    for name in files:
        if name.endswith(".h"):
            needed = re.findall(
                r'^#include "([^"]+)"', (ROOT / "csrc" / name).read_text(encoding="utf-8"), re.MULTILINE
            )
            paths = [os.path.normpath(os.path.join(os.path.dirname(name), path)) for path in needed]
            assert all(path not in files or files.index(path) < files.index(name) for path in paths), name


def test_a_wheel_has_the_core_in_one_file(tmp_path: Path) -> None:
    command = [sys.executable, "setup.py", "-q", "build_py", "--build-lib", str(tmp_path)]
    subprocess.run(command, check=True, cwd=ROOT, capture_output=True, timeout=60)
    extension = Path(sys.modules["collide2d._core"].__file__ or "")
    shutil.copy(extension, tmp_path / "collide2d" / extension.name)
    program = (
        "import collide2d as c; print(c.__file__, c.get_include(), *c.get_sources(), c.get_cmake_dir(), sep='\\n')"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-P", "-c", program], env=environment, capture_output=True, check=True, text=True
    )
    package = tmp_path / "collide2d"
    include = package / "include"
    expected = [package / "__init__.py", include, include / "collide2d.c", package / "cmake"]
    assert [Path(line).resolve() for line in done.stdout.splitlines()] == [path.resolve() for path in expected]
    assert (include / "collide2d.c").read_text(encoding="utf-8") == AMALGAMATE.amalgamation()
    assert (include / "collide2d.h").read_bytes() == (ROOT / "csrc" / "include" / "collide2d.h").read_bytes()
    assert {path.name for path in (package / "cmake").iterdir()} == {"collide2d-config.cmake"}
