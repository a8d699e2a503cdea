"""Every public thing has documentation, and every example in it is true."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

import collide2d

NAMES = {name: getattr(collide2d, name) for name in collide2d.__all__}
PARSER = doctest.DocTestParser()


def public_things() -> Iterator[tuple[str, object]]:
    """Names and objects: what the package exports, and the public members of its classes, each where it is defined."""
    for name in collide2d.__all__:
        thing = getattr(collide2d, name)
        if name.startswith("__") or thing.__module__.startswith("collide2d.arrays."):
            continue
        yield name, thing
        # The fields of a named tuple are explained by its own docstring.
        if isinstance(thing, type) and name != "Relation" and not hasattr(thing, "_fields"):
            for member, value in vars(thing).items():
                if not member.startswith("__"):
                    yield (
                        f"{name}.{member}",
                        value.__func__ if isinstance(value, staticmethod) else getattr(thing, member),
                    )


THINGS = dict(public_things())


def test_the_search_for_public_things_finds_them() -> None:
    assert {"Circle", "Circle.collides", "Circle.diameter", "Rect.centered", "contact", "Contact.mtv"} <= THINGS.keys()
    assert {"cast", "Polygon.cast", "Hit.t", "Hit.normal", "separate", "bounce", "Rect.separate"} <= THINGS.keys()
    assert len(THINGS) > 200


@pytest.mark.parametrize("name", THINGS)
def test_the_documentation_is_there_with_an_example_that_is_true(name: str) -> None:
    text = inspect.getdoc(THINGS[name])
    assert text is not None
    first = text.split("\n\n")[0].replace("\n", " ")
    assert first.endswith((".", ":")), f"not a sentence: {first!r}"
    test = PARSER.get_doctest(text, dict(NAMES), name, None, None)
    assert test.examples, f"{name} shows no example"
    output: list[str] = []
    doctest.DocTestRunner().run(test, out=output.append)
    assert not output, "".join(output)


def python_modules() -> list[str]:
    names = ["collide2d"]
    # play, tiled and the examples have tests of their own
    for room in ("", "_rendering", "arrays", "cli", "dask", "drawing", "pygame", "testing"):
        folder = [str(Path(collide2d.__file__).parent / room)]
        prefix = f"collide2d.{room}." if room else "collide2d."
        found = [m for m in pkgutil.iter_modules(folder, prefix) if not m.ispkg]
        names += [prefix[:-1]] * bool(room) + [m.name for m in found]
    return [name for name in names if not name.endswith(("._core", ".__main__"))]


@pytest.mark.parametrize("name", python_modules())
def test_the_examples_of_the_python_modules_are_true(name: str) -> None:
    module = importlib.import_module(name)
    assert isinstance(module, types.ModuleType)
    assert module.__doc__
    # The functions that the package has from C are tested above.
    assert doctest.testmod(module, extraglobs=None if name.endswith("reference") else NAMES).failed == 0
