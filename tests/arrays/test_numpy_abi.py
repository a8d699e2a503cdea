"""csrc/python/arrays/numpy_abi.h says what NumPy's own headers say."""

import re
from pathlib import Path

import numpy as np

OURS = (Path(__file__).parents[2] / "csrc" / "python" / "arrays" / "numpy_abi.h").read_text()
THEIRS = Path(np.get_include()) / "numpy"


def fields(struct: str) -> list[str]:
    """The names of the fields of a struct, in order."""
    declarations = re.sub(r"/\*.*?\*/|^#.*?$|PyObject_HEAD", "", struct, flags=re.DOTALL | re.MULTILINE).split(";")
    return [name for declaration in declarations for name in re.findall(r"\**(\w+)\s*(?:,|$)", declaration.strip())]


def struct_of(name: str, text: str) -> str:
    found = re.search(r"typedef struct \w+ \{((?:(?!typedef).)*?)\} " + name + ";", text, re.DOTALL)
    assert found
    return found[1]


def test_functions_are_at_their_places() -> None:
    api = (THEIRS / "__multiarray_api.h").read_text()
    theirs = dict(re.findall(r"#define (PyArray_\w+)[^#]*?PyArray_API\[(\d+)\]", api))
    ours = re.findall(r"#define (PyArray_\w+)[^#]*?(?:NUMPY_FUNCTION\(|numpy_table\[)(\d+)", OURS)
    assert len(ours) == 11
    assert ours == [(name, theirs[name]) for name, _ in ours]


def test_structs_have_the_fields_of_numpy() -> None:
    types = (THEIRS / "ndarraytypes.h").read_text()
    for name, theirs in (("PyArrayObject", "PyArrayObject_fields"), ("PyArray_Descr", "PyArray_Descr(?:_fields)?")):
        ours = fields(struct_of(name, OURS))
        expected = [field.removeprefix("_") for field in fields(struct_of(theirs, types))]
        assert len(ours) > 5
        assert ours == expected[: len(ours)]


def test_constants_are_those_of_numpy() -> None:
    types = (THEIRS / "ndarraytypes.h").read_text()
    flags = re.findall(r"(NPY_ARRAY_\w+) = (0x\w+)", OURS)
    assert len(flags) == 5
    for name, value in flags:
        assert re.search(rf"#define {name}\s+{value}\b", types)
    for name, value in re.findall(r"NPY_(\w+) = (\d+),", OURS):
        c_name = {"INT8": "int8", "FLOAT32": "float32", "FLOAT64": "float64", "INT": "intc"}.get(name, name.lower())
        assert np.dtype(c_name).num == int(value)
