"""Builds the examples of this folder and compares them with `Space`: `python examples/c_api/compare.py`.

It needs a C compiler, Cython, numba and cffi: `pip install --group c-api`.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

import collide2d
from collide2d import Capsule, Circle, Polygon, Rect, Shape, Space

HERE = Path(__file__).parent
WORLDS = 50


def compile_extension(source: Path, folder: Path) -> Any:
    """Compiles a C file and imports it."""
    shared = ["-bundle", "-undefined", "dynamic_lookup"] if sys.platform == "darwin" else ["-shared", "-fPIC"]
    compiler = shlex.split(str(sysconfig.get_config_var("CC") or "cc"))
    module = folder / (source.stem + sysconfig.get_config_var("EXT_SUFFIX"))
    includes = ["-I", sysconfig.get_path("include"), "-I", collide2d.get_include()]
    subprocess.run([*compiler, "-O1", *shared, *includes, str(source), "-o", str(module)], check=True)
    return load(source.stem, module)


def build_cython(folder: Path) -> Any:
    """Builds the module in Cython as its setup.py does, and imports it."""
    for name in ("setup.py", "crowd_cython.pyx"):
        shutil.copy(HERE / name, folder)
    subprocess.run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=folder, check=True)
    return load("crowd_cython", folder / f"crowd_cython{sysconfig.get_config_var('EXT_SUFFIX')}")


def load(name: str, path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def some_shapes(seed: int) -> list[Shape]:
    r = random.Random(seed)
    shapes: list[Shape] = []
    for _ in range(r.randrange(40)):
        x, y = r.randrange(20), r.randrange(20)
        shapes.append(
            r.choice((Circle(x, y, 1), Rect(x, y, 2, 1, angle=30), Rect(x, y, 1, 1), Capsule(x, y, x + 2, y + 1, 0.5),
                      Polygon([(x, y), (x + 2, y), (x + 3, y + 1), (x + 2, y + 2), (x, y + 2)])))
        )  # fmt: skip
    return shapes


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        modules = {
            "C": compile_extension(HERE / "crowd.c", Path(folder)),
            "Cython": build_cython(Path(folder)),
            "numba": load("crowd_numba", HERE / "crowd_numba.py"),
            "cffi": load("crowd_cffi", HERE / "crowd_cffi.py"),
        }
        found = 0
        for seed in range(WORLDS):
            shapes = some_shapes(seed)
            expected = Space(enumerate(shapes)).pairs()
            found += len(expected)
            for name, module in modules.items():
                assert module.pairs(shapes) == expected, (name, seed)
        print(f"{', '.join(modules)}: {WORLDS} worlds, {found} pairs, those of Space")


if __name__ == "__main__":
    main()
