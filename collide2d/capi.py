"""The C core for other compiled code: Cython, numba, cffi, ctypes and extension modules.

`address` gives the addresses of the functions of collide2d.h, and of those that make and read Python shapes. `cdef` is
the header as cffi reads it. An extension module includes collide2d_python.h, and Cython code uses
`from collide2d cimport ...`.

>>> import ctypes
>>> from collide2d import Circle
>>> relate = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(address("c2d_relate"))
>>> a, b = Circle(0, 0, 1), Circle(2, 0, 1)
>>> relate(shape_address(a), shape_address(b)) == int(a.relate(b)) == 0  # they touch
True
"""

import os
import re
from typing import NamedTuple

from collide2d import Shape, get_include
from collide2d._core import _capi_address, _capi_shape_address

__all__ = ["address", "cdef", "shape_address"]


def address(name: str | None = None) -> int:
    """The address of a C function, or of the table of all functions, a `c2d_api` of collide2d_python.h.

    Raises ValueError if there is no function of this name.

    >>> address("c2d_relate") != address("c2d_contains")
    True
    """
    return _capi_address(name)


def shape_address(shape: Shape) -> int:
    """The address of the `c2d_shape` inside a shape. It is valid, and must not be changed, as long as the shape lives.

    Raises TypeError if the argument is not a shape of this package.

    >>> from collide2d import Point
    >>> shape_address(Point(1, 2)) % 8
    0
    """
    return _capi_shape_address(shape)


def cdef() -> str:
    """The types and functions of the header as the `cdef` of cffi reads them, and the type `c2d_api` of the table.

    With `ffi.cdef(cdef())`, `ffi.cast("c2d_api *", address())` has all functions as its members.

    >>> "c2d_relation (*c2d_relate)(const c2d_shape *a, const c2d_shape *b);" in cdef()
    True
    """
    header = read_header()
    text = "\n".join([*header.types, "typedef struct _object PyObject;", table_type(functions_of_table(header))])
    return re.sub(r"\[(C2D_\w+)\]", lambda size: f"[{header.numbers[size[1]]}]", text) + "\n"


# ---- the headers ----


class Function(NamedTuple):
    result: str
    name: str
    parameters: str
    inline: bool


class Header(NamedTuple):
    types: list[str]  # declarations
    functions: list[Function]
    numbers: dict[str, str]  # macros


# Of collide2d_python.h: they need Python, and its lock.
PYTHON_FUNCTIONS = [
    Function("const c2d_shape *", "c2d_shape_of", "PyObject *shape", False),
    Function("const c2d_rect *", "c2d_rect_of", "PyObject *shape", False),
    Function("PyObject *", "c2d_shape_from", "const c2d_shape *shape", False),
    Function("PyObject *", "c2d_rect_from", "const c2d_rect *rect", False),
]


def read_header() -> Header:
    """What collide2d.h declares."""
    with open(os.path.join(get_include(), "collide2d.h"), encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.DOTALL)
    numbers = dict(re.findall(r"^#define (C2D_\w+) +\(?([-+.\w]+)\)?$", text, re.MULTILINE))
    text = re.sub(r"#ifdef __cplusplus.*?#endif", "", text, flags=re.DOTALL)
    text = re.sub(r"^#.*(?:\\\n.*)*$", "", text, flags=re.MULTILINE)
    types, functions = [], []
    for statement in _statements(text):
        inline = statement.startswith("static inline ")
        declaration = statement.removeprefix("static inline ").partition("{")[0] if inline else statement
        found = re.fullmatch(r"([\w ]+?[ *]+)(c2d_\w+)\((.*)\);?", declaration.strip())
        if found and not statement.startswith("typedef"):
            functions.append(Function(found[1].strip(), found[2], found[3], inline))
        else:
            types.append(statement)
    return Header(types, functions, numbers)


def _statements(text: str) -> list[str]:
    """The declarations and definitions of C code without comments, each on one line."""
    found, depth, start = [], 0, 0
    for at, character in enumerate(text):
        depth += (character == "{") - (character == "}")
        ends_body = character == "}" and text[start:at].lstrip().startswith("static inline")
        if depth == 0 and (character == ";" or ends_body):
            found.append(" ".join(text[start : at + 1].split()))
            start = at + 1
    return found


def functions_of_table(header: Header) -> list[Function]:
    """In the order of the table, which collide2d_python.h has."""
    with open(os.path.join(get_include(), "collide2d_python.h"), encoding="utf-8") as file:
        names = re.findall(r"^    F\((?:.*?), (c2d_\w+), ", file.read(), re.MULTILINE)
    by_name = {f.name: f for f in [*PYTHON_FUNCTIONS, *header.functions]}
    return [by_name[name] for name in names]


def table_type(functions: list[Function]) -> str:
    members = [f"    {f.result} (*{f.name})({f.parameters});" for f in functions]
    return "\n".join(["typedef struct c2d_api {", "    size_t size;", "    unsigned version;", *members, "} c2d_api;"])
