"""Signatures with types: those of C functions are read from the stubs, as `help()` has none.

Overloads become one signature: that for shapes, with what is added for arrays. The forms in which a pair stands in
place of two numbers are left to the text.
"""

from __future__ import annotations

import ast
import functools
import inspect
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.domains.python import _annotations

import collide2d.typing

STUBS = {"collide2d": "_core.pyi", "collide2d.arrays": "_arrays.pyi"}
# What names of the stubs are to a reader.
READ_AS = {
    "_Float2": "tuple[float, float]",
    "_Like": "SolidLike | ShapeArray",
    "_Piece": "str | int | None",
    "_Kind": "str",
    "_S": "Shape",
    "_A": "Solid",
    "_B": "Solid",
    "_I": "object",
    "_V": "object",
    "_L": "SolidLike",
    "_P": "SpriteLike",
    "_C": "object",
    "_D": "object",
    "npt.": "",
    "np.": "",
}
ARRAYS = re.compile(r"ShapeArray|ArrayLike|\bContacts\b|\bHits\b")
NOTHING = ("Any", "")

Function = ast.FunctionDef


@functools.cache
def stubs() -> dict[str, list[Function]]:
    """The functions and methods of the stubs, all overloads of each, by their full names."""
    found: dict[str, list[Function]] = {}

    def enter(prefix: str, body: list[ast.stmt]) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                enter(f"{prefix}.{node.name}", node.body)
            elif isinstance(node, Function):
                found.setdefault(f"{prefix}.{node.name}", []).append(node)

    for module, file in STUBS.items():
        text = (Path(collide2d.__file__).parent / file).read_text(encoding="utf-8")
        enter(module, ast.parse(text).body)
    return found


def read_as(annotation: ast.expr | None) -> str:
    """An annotation as a reader knows it. The type variables stand for any object."""
    text = ast.unparse(annotation) if annotation else ""
    for name, known in READ_AS.items():
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)" if name.isidentifier() else re.escape(name), known, text)
    return text


class Parameter:
    """A parameter of one overload or of several; `mark` is its stars."""

    def __init__(self, argument: ast.arg, default: ast.expr | None, mark: str = "", *, by_name: bool = False) -> None:
        self.name, self.mark, self.by_name = argument.arg, mark, by_name
        self.types = [read_as(argument.annotation)]
        self.default = ast.unparse(default) if default else None

    def text(self) -> str:
        """As in a signature."""
        types = union(self.types)
        default = (" = " if types else "=") + self.default if self.default else ""
        return f"{self.mark}{self.name}{': ' if types else ''}{types}{default}"


def union(types: Iterable[str]) -> str:
    """Types of several overloads as one, None last."""
    parts = [part for one in types if one not in NOTHING for part in re.split(r" \| (?![^\[]*\])", one)]
    joined = " | ".join(sorted(dict.fromkeys(parts), key=lambda part: part == "None"))
    return joined.replace("Literal[False] | Literal[True]", "bool")


def parameters(function: Function, *, bound: bool) -> dict[str, Parameter]:
    """The parameters of an overload, without the one that a method is bound to."""
    told = function.args
    plain = [*told.posonlyargs, *told.args]
    defaults = [None] * (len(plain) - len(told.defaults)) + list(told.defaults)
    found = [Parameter(*pair) for pair in list(zip(plain, defaults, strict=True))[bound:]]
    found += [Parameter(told.vararg, None, "*")] if told.vararg else []
    found += [Parameter(*pair, by_name=True) for pair in zip(told.kwonlyargs, told.kw_defaults, strict=True)]
    found += [Parameter(told.kwarg, None, "**", by_name=True)] if told.kwarg else []
    return {each.name: each for each in found}


def general(overloads: list[Function]) -> list[Function]:
    """Those that matter to a reader: the last one if it takes every solid, or else those with the most parameters."""

    def count(one: Function) -> int:
        return len(one.args.posonlyargs + one.args.args + one.args.kwonlyargs)

    kept = [one for one in overloads if count(one) == max(map(count, overloads))]
    solid = any(read_as(arg.annotation) == "SolidLike" for arg in kept[-1].args.posonlyargs)
    return kept[-1:] if solid else kept


def signature(name: str) -> tuple[str, str] | None:
    """The parameters and the result of a function, method or class of the stubs; None for others."""
    found = stubs().get(f"{name}.__new__") or stubs().get(name)
    if not found or is_property(found[0]):
        return None
    first = [*found[0].args.posonlyargs, *found[0].args.args][:1]
    bound = bool(first) and first[0].arg in ("self", "cls")
    arrays = [one for one in found if ARRAYS.search(ast.unparse(one)) and len(found) > 1]
    kept = [*general([one for one in found if one not in arrays]), *arrays[-1:]]
    shown: dict[str, Parameter] = {}
    for one in kept:
        for each in parameters(one, bound=bound).values():
            mine = shown.setdefault(each.name, each)
            mine.types += each.types
            mine.default = mine.default or each.default
    texts = [each.text() for each in shown.values()]
    named = [i for i, each in enumerate(shown.values()) if each.by_name and each.mark == ""]
    if named and not any(each.mark == "*" for each in shown.values()):
        texts.insert(named[0], "*")
    back = "" if found[0].name == "__new__" else union(read_as(one.returns) for one in kept)
    if arrays and read_as(arrays[-1].returns) == "Any":
        back += " | NDArray"
    return f"({', '.join(texts)})", back


def is_property(function: Function) -> bool:
    return any(ast.unparse(one) == "property" for one in function.decorator_list)


def property_type(name: str) -> str | None:
    """The type of a property of the stubs."""
    found = stubs().get(name)
    return read_as(found[0].returns) if found and is_property(found[0]) else None


def parameter_names(name: str, obj: Any) -> set[str]:
    """The names of the parameters of a function or a class."""
    found = [arg.arg for one in stubs().get(name, []) for arg in ast.walk(one.args) if isinstance(arg, ast.arg)]
    with suppress(TypeError, ValueError):  # a property, or a C function with a default that Python has no value for
        found += inspect.signature(obj).parameters
    return set(found) - {"self", "cls"}


def _signature(
    app: Sphinx, what: str, name: str, obj: Any, options: Any, signature_text: str | None, returns: str | None
) -> tuple[str | None, str | None]:
    told = signature(name)
    if told:
        return told
    if signature_text is not None:
        for left_out in ("=Ellipsis", "/, ", ", /"):
            signature_text = signature_text.replace(left_out, "")
        signature_text = signature_text.replace("(/)", "()")
    return signature_text, returns


def _annotate(app: Sphinx, doctree: nodes.document) -> None:
    """Gives properties their types, and types their links."""
    for entry in doctree.findall(addnodes.desc):
        if not entry.children or entry.get("domain") != "py":
            continue
        head = entry[0]
        name = f"{head.get('module')}.{head.get('fullname')}"
        kind = property_type(name)
        if kind and not any(": " in each.astext() for each in head.findall(addnodes.desc_annotation)):
            inside = _annotations._parse_annotation(kind, app.env)
            head += addnodes.desc_annotation(
                kind, "", addnodes.desc_sig_punctuation("", ":"), addnodes.desc_sig_space(), *inside
            )
    if app.env.docname == "reference/oracle":
        return
    for link in doctree.findall(addnodes.pending_xref):
        # A type is that of the package: the reference in fractions has types of the same names.
        name = str(link.get("reftarget")).rpartition(".")[2]
        home = next((home for home in (collide2d, collide2d.typing) if hasattr(home, name)), None)
        if home and link.get("refdomain") == "py" and link.get("reftype") == "class":
            link["reftarget"] = f"{home.__name__}.{name}"
            link.attributes.pop("refspecific", None)


def setup(app: Sphinx) -> dict[str, bool]:
    """The extension."""
    app.connect("autodoc-process-signature", _signature)
    app.connect("doctree-read", _annotate, priority=300)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
