"""Makes collide2d_python.h and collide2d/__init__.pxd from collide2d.h: `python csrc/python/capi/make_headers.py`.

The order of the functions in the table is that of the file that exists, so that old extensions find theirs: new
functions come last. If a function or a member of a struct changes, VERSION must rise.
"""

from __future__ import annotations

import re
from pathlib import Path

from collide2d import capi

VERSION = 1
ROOT = Path(__file__).resolve().parents[3]
HEADER = ROOT / "csrc" / "include" / "collide2d_python.h"
PXD = ROOT / "collide2d" / "__init__.pxd"
# Inline functions that call others: the table has them, too.
CALLING = {"c2d_collides", "c2d_overlaps", "c2d_touches"}

HEAD = """\
/* collide2d in an extension module: the functions of collide2d.h, from the table that the Python package has in a
 * capsule. Made by csrc/python/capi/make_headers.py.
 *
 * Call c2d_import once in each C file, in the function that initialises the module. After that the functions of
 * collide2d.h are called as usual; the extension is not linked with the core. All but the first four work without the
 * lock of Python. */
#ifndef COLLIDE2D_PYTHON_H
#define COLLIDE2D_PYTHON_H

#include <Python.h>

#include "collide2d.h"

#define C2D_API_CAPSULE "collide2d._C_API"

/* Differs if a function or a struct has changed. Functions are added at the end of the table, without a new version:
 * an extension works with the package that it was compiled for and with later ones of this version. */
#define C2D_API_VERSION VERSION_NUMBER

/* For Python's shapes:
 * c2d_shape_of: the shape inside a Circle, Rect, ...; borrowed from the object, which never changes. NULL with a
 *     TypeError if the object is no shape of the package.
 * c2d_rect_of: the rectangle that a Rect or RoundRect derives from, borrowed; NULL without an error for any other
 *     object.
 * c2d_shape_from: a new object of the simplest kind, Point, Circle, Segment, Capsule, Rect or Polygon, with the same
 *     vertices and radius, to the bit. NULL with a MemoryError.
 * c2d_rect_from: a new Rect, or RoundRect if the radius is not 0. NULL with a ValueError if the numbers are refused. */
"""

FOOT = """\
#ifndef C2D_API_TABLE
static const c2d_api *c2d_api_table;

/* 0, or -1 with an ImportError if the package is missing, or is too old or too new for the extension. */
static inline int c2d_import(void)
{
    const c2d_api *table = (const c2d_api *)PyCapsule_Import(C2D_API_CAPSULE, 0);
    if (!table)
        return -1;
    if (table->version != C2D_API_VERSION || table->size < sizeof *table) {
        PyErr_Format(PyExc_ImportError, "collide2d has version %u of its C API (%zu bytes), not %u (%zu) as is needed",
                     table->version, table->size, (unsigned)C2D_API_VERSION, sizeof *table);
        return -1;
    }
    c2d_api_table = table;
    return 0;
}

/* clang-format off */
MACROS
/* clang-format on */
#endif

#endif
"""


def ordered(header: capi.Header) -> list[capi.Function]:
    by_name = {f.name: f for f in [*capi.PYTHON_FUNCTIONS, *header.functions]}
    old = re.findall(r"^    F\((?:.*?), (c2d_\w+), ", HEADER.read_text(), re.MULTILINE) if HEADER.exists() else []
    names = [name for name in old if name in by_name]
    return [by_name[name] for name in [*names, *(name for name in by_name if name not in names)]]


def python_header(functions: list[capi.Function]) -> str:
    rows = [f"    F({f.result}, {f.name}, ({f.parameters}))" for f in functions]
    table = " \\\n".join(["#define C2D_API_FUNCTIONS(F)", *rows])
    struct = [
        "#define C2D_API_MEMBER(result, name, parameters) result(*name) parameters;",
        "typedef struct c2d_api {",
        "    size_t size; /* of the table */",
        "    unsigned version;",
        "    C2D_API_FUNCTIONS(C2D_API_MEMBER)",
        "} c2d_api;",
    ]
    called = [f.name for f in functions if not f.inline or f.name in CALLING]
    macros = "\n".join(f"#define {name} (c2d_api_table->{name})" for name in called)
    head = HEAD.replace("VERSION_NUMBER", str(VERSION))
    parts = [head, "/* clang-format off */", table, "/* clang-format on */", "", *struct, "", FOOT]
    return "\n".join(parts).replace("MACROS", macros)


# ---- Cython ----


def cython_type(text: str) -> str:
    """bool has one byte in C, which Cython's bint does not know; from is a keyword of Python."""
    named = re.sub(r"\bfrom\b", "from_", re.sub(r"\bbool\b", "c2d_bool", text))
    return re.sub(r"\bstruct |\benum ", "", named)


def cython_members(body: str) -> list[str]:
    """The members that Cython can declare; those of nested types are left out."""
    flat = re.sub(r"(?:struct|union)(?: \w+)? \{[^{}]*\} [^;]*;", "", body)
    members = []
    for member in filter(None, (part.strip() for part in flat.split(";"))):
        members.append("        " + cython_type(member).replace("from_", 'from_ "from"'))
    return members or ["        pass"]


def cython_declaration(statement: str) -> list[str]:
    enum = re.fullmatch(r"typedef enum c2d_\w+ \{(.*)\} (c2d_\w+);", statement)
    if enum:
        names = [part.split("=")[0].strip() for part in enum[1].split(",")]
        return [f"    ctypedef enum {enum[2]}:", *(f"        {name}" for name in names if name)]
    struct = re.fullmatch(r"typedef struct c2d_\w+ \{(.*)\} (c2d_\w+);", statement)
    if struct:
        return [f"    ctypedef struct {struct[2]}:", *cython_members(struct[1])]
    function = re.fullmatch(r"typedef (.*)\((.*)\);", statement)
    if function:
        return [f"    ctypedef {cython_type(function[1])}({cython_type(function[2])}) noexcept nogil"]
    return []  # the name of a struct that is declared later


def pxd(header: capi.Header, functions: list[capi.Function]) -> str:
    lines = [
        "# The C core for Cython: `from collide2d cimport c2d_relate`. Made by csrc/python/capi/make_headers.py.",
        "# Call c2d_import() once, at the top of the module; compile it with include_dirs=[collide2d.get_include()].",
        "from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t",
        "",
        'cdef extern from "collide2d_python.h":',
        '    ctypedef bint c2d_bool "bool"',
        "    ctypedef struct c2d_node:",
        "        pass",
        "    ctypedef struct c2d_leaf:",
        "        pass",
        "    ctypedef struct c2d_item:",
        "        pass",
        *(f"    const {'double' if set('.ep') & set(number) else 'unsigned long long'} {name}"
          for name, number in header.numbers.items() if name not in {"C2D_CAST_ROOM"}),
    ]  # fmt: skip
    for statement in header.types:
        lines += cython_declaration(statement)
    lines += ["    int c2d_import() except -1", *map(cython_python_function, capi.PYTHON_FUNCTIONS)]
    for f in functions:
        if f not in capi.PYTHON_FUNCTIONS:
            parameters = "" if f.parameters == "void" else cython_type(f.parameters)
            lines.append(f"    {cython_type(f.result)} {f.name}({parameters}) noexcept nogil")
    return "\n".join(lines) + "\n"


def cython_python_function(f: capi.Function) -> str:
    """PyObject * is an object of Cython; the functions that return NULL with an error say so."""
    fails = "" if f.result == "PyObject *" else " except? NULL"
    result = "object " if f.result == "PyObject *" else f.result
    return f"    {result}{f.name}({f.parameters.replace('PyObject *', 'object ')}){fails}"


def main() -> None:
    header = capi.read_header()
    functions = ordered(header)
    HEADER.write_text(python_header(functions))
    PXD.write_text(pxd(header, functions))


if __name__ == "__main__":
    main()
