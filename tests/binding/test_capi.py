"""The C API of the package: its capsule, the addresses of functions, the headers, and an extension that uses them."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import collide2d
from collide2d import Body, Capsule, Circle, Point, Polygon, Rect, RoundRect, Segment, Space, capi

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "c_api"

SHAPES: list[Any] = [
    Point(1, 2), Circle(0, 0, 1), Segment(3, 1, 0, 0), Capsule(0, 0, 2, 1, 0.5), Rect(0, 0, 4, 2), Rect(0, 0, 4, 2, 30),
    Rect(1, 1, 4, 2, 30, pivot=(0, 1)), Rect.from_corners(0.1, 0.2, 0.7, 0.9), RoundRect(0, 0, 4, 2, 0.5),
    Rect(0, 0, 4, 2).grow(0.25), Polygon([(0, 0), (2, 0), (1, 1)]), Polygon([(i, i * i) for i in range(-4, 5)], 0.5),
]  # fmt: skip


def load(name: str, path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKER = load("make_headers", ROOT / "csrc" / "python" / "capi" / "make_headers.py")


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The example extension, compiled by the compiler of this Python with every warning an error."""
    shared = ["-bundle", "-undefined", "dynamic_lookup"] if sys.platform == "darwin" else ["-shared"]
    compiler = shlex.split(str(sysconfig.get_config_var("CC") or "cc"))
    path = tmp_path_factory.mktemp("crowd") / f"crowd{sysconfig.get_config_var('EXT_SUFFIX')}"
    includes = ["-I", sysconfig.get_path("include"), "-I", collide2d.get_include()]
    flags = ["-std=c11", "-O0", "-fPIC", *shared, "-Wall", "-Wextra", "-Wno-missing-field-initializers", "-Werror"]
    subprocess.run([*compiler, *flags, *includes, str(EXAMPLES / "crowd.c"), "-o", str(path)], check=True, timeout=60)
    return load("crowd", path)


# ---- the headers -----------------------------------------------------------------------------------------------------


def test_the_headers_are_what_the_script_makes() -> None:
    header = capi.read_header()
    functions = MAKER.ordered(header)
    made = {MAKER.HEADER: MAKER.python_header(functions), MAKER.PXD: MAKER.pxd(header, functions)}
    for path, text in made.items():
        assert path.read_text(encoding="utf-8") == text, "run python csrc/python/capi/make_headers.py"


def test_the_table_has_every_function_of_the_header() -> None:
    text = (Path(collide2d.get_include()) / "collide2d.h").read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    declared = set(re.findall(r"^(?!typedef)\w[\w ]*?[ *](c2d_\w+)\([^;{]*(?:;|$)", text, re.MULTILINE))
    assert len(declared) > 150
    assert declared <= {f.name for f in capi.read_header().functions}
    assert all(capi.address(name) for name in declared)


def test_new_functions_come_last() -> None:
    """Old extensions find theirs where they were."""
    before = capi.functions_of_table(capi.read_header())
    header = capi.read_header()
    header.functions.insert(0, capi.Function("void", "c2d_new", "void", False))
    assert [f.name for f in MAKER.ordered(header)] == [*(f.name for f in before), "c2d_new"]


@pytest.mark.parametrize(("language", "flags"), [("c", ["-std=c11", "-Wpedantic"]), ("c++", ["-std=c++11"])])
def test_the_header_of_extensions_compiles(language: str, flags: list[str]) -> None:
    program = '#include "collide2d_python.h"\nint f(c2d_shape *a) { return c2d_import() || c2d_overlaps(a, a); }\n'
    command = ["cc", "-x", language, *flags, "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-"]
    includes = ["-isystem", sysconfig.get_path("include"), "-I", collide2d.get_include()]
    subprocess.run([*command, *includes], input=program, text=True, check=True, timeout=60)


# ---- addresses -------------------------------------------------------------------------------------------------------


def function(name: str, result: Any, *arguments: Any) -> Any:
    return ctypes.CFUNCTYPE(result, *arguments)(capi.address(name))


@pytest.mark.parametrize("name", ["relate", "overlaps", "collides", "touches", "contains", "separation", "distance"])
def test_functions_at_their_addresses_answer_as_those_of_python(name: str) -> None:
    kinds = {"relate": ctypes.c_int, "separation": ctypes.c_double, "distance": ctypes.c_double}
    called = function(f"c2d_{name}", kinds.get(name, ctypes.c_bool), ctypes.c_void_p, ctypes.c_void_p)
    for a in SHAPES:
        for b in SHAPES:
            assert called(capi.shape_address(a), capi.shape_address(b)) == getattr(collide2d, name)(a, b)


def test_the_table_has_its_size_and_version_first() -> None:
    size, version = ctypes.c_size_t.from_address(capi.address()), ctypes.c_uint.from_address(capi.address() + 8)
    assert size.value == ctypes.sizeof(ctypes.c_void_p) * (2 + len(capi.functions_of_table(capi.read_header())))
    assert version.value == MAKER.VERSION


@pytest.mark.parametrize("name", ["c2d_nothing", "relate", "", "\ud800", "c2d_relate\0"])
def test_a_function_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"name must be that of a function of collide2d_python\.h, got "):
        capi.address(name)


def test_what_is_no_name_and_no_shape_is_refused() -> None:
    with pytest.raises(TypeError, match="name must be a str or None, got int"):
        capi.address(1)  # type: ignore[arg-type]
    for other in (1, None, (1, 2), Body([Circle(0, 0, 1)]), Circle):
        with pytest.raises(TypeError, match="shape must be a shape, got "):
            capi.shape_address(other)  # type: ignore[arg-type]


def test_the_cdef_has_no_comments_macros_or_bodies() -> None:
    text = capi.cdef()
    assert not re.search(r"/\*|#|static|inline|C2D_INLINE|return", text)
    assert text.count("{") == text.count("}")
    assert all(f"(*{f.name})({f.parameters});" in text for f in capi.functions_of_table(capi.read_header()))


def test_the_guide_quotes_the_examples() -> None:
    guide = (ROOT / "docs" / "c-api.md").read_text(encoding="utf-8")
    examples = [path.read_text(encoding="utf-8") for path in EXAMPLES.iterdir() if path.is_file()]
    quotes = re.findall(r"^```text\n(.*?)^```$", guide, re.DOTALL | re.MULTILINE)
    assert len(quotes) >= 3
    assert [quote for quote in quotes if not any(quote in text for text in examples)] == []


# ---- an extension ----------------------------------------------------------------------------------------------------


def test_an_extension_finds_the_pairs_of_a_space(crowd: Any) -> None:
    assert crowd.pairs(SHAPES) == Space(enumerate(SHAPES)).pairs() != []
    assert crowd.pairs([]) == []
    with pytest.raises(TypeError, match="shape must be a shape, got int"):
        crowd.pairs([*SHAPES, 1])


@pytest.mark.parametrize("shape", SHAPES, ids=repr)
def test_an_extension_makes_equal_shapes(crowd: Any, shape: Any) -> None:
    copy = crowd.copy(shape)
    assert type(copy) is type(shape)
    assert (copy.vertices, copy.radius, copy.bounds) == (shape.vertices, shape.radius, shape.bounds)
    assert copy.move(0.1, 0.7).vertices == shape.move(0.1, 0.7).vertices
    with pytest.raises(TypeError, match="shape must be a shape, got str"):
        crowd.copy("")


def test_a_box_without_numbers_becomes_a_shape_with_its_vertices() -> None:
    make = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p)(capi.address("c2d_shape_from"))
    for shape in SHAPES:
        copy = make(capi.shape_address(shape))
        assert (copy.vertices, copy.radius, copy.relate(shape)) == (shape.vertices, shape.radius, shape.relate(copy))


def test_numbers_that_no_rectangle_has_are_refused() -> None:
    class Numbers(ctypes.Structure):
        _fields_ = [("flags", ctypes.c_uint8 * 8), ("numbers", ctypes.c_double * 8)]

    make = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.POINTER(Numbers))(capi.address("c2d_rect_from"))
    rect = Numbers()
    rect.numbers[2] = -1  # its width
    with pytest.raises(ValueError, match="rect: a number must be >= 0"):
        make(ctypes.byref(rect))
    rect.numbers[2] = 3
    assert make(ctypes.byref(rect)) == Rect(0, 0, 3, 0)


@pytest.mark.parametrize(("size", "version"), [(0, 1), (10**6, 2), (8, 1)])
def test_an_extension_refuses_a_table_of_another_version(
    crowd: ModuleType, monkeypatch: pytest.MonkeyPatch, size: int, version: int
) -> None:
    table = (ctypes.c_size_t * 4)(size, version)
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    name = b"collide2d._C_API"
    monkeypatch.setattr(collide2d, "_C_API", new(table, name, None))
    with pytest.raises(ImportError, match=rf"version {version} of its C API \({size} bytes\), not 1 "):
        load("crowd", Path(str(crowd.__file__)))


# ---- Cython ----------------------------------------------------------------------------------------------------------


def test_a_module_in_cython_is_built_as_the_guide_says(tmp_path: Path) -> None:
    pytest.importorskip("Cython")
    for name in ("setup.py", "pyproject.toml", "crowd_cython.pyx"):
        shutil.copy(EXAMPLES / name, tmp_path)
    package = str(Path(collide2d.__file__).parents[1])
    built = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=tmp_path, env={**os.environ, "CFLAGS": "-O0", "PYTHONPATH": package}, capture_output=True, text=True,
        timeout=120,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    module = load("crowd_cython", tmp_path / f"crowd_cython{sysconfig.get_config_var('EXT_SUFFIX')}")
    assert module.pairs(SHAPES) == Space(enumerate(SHAPES)).pairs()
    assert len(module.pairs(SHAPES)) > 10
