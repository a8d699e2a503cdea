"""`collide2d config`: where an installed collide2d has what C programs need."""

from __future__ import annotations

import argparse
from collections.abc import Callable

import collide2d

PATHS: dict[str, tuple[Callable[[], str | list[str]], str]] = {
    "include": (collide2d.get_include, "the directory of collide2d.h"),
    "sources": (collide2d.get_sources, "the C files to compile, a line each"),
    "cmake-dir": (collide2d.get_cmake_dir, "the directory of collide2d-config.cmake"),
}
"""The options, with the function that knows the paths, and what they are."""


def config(options: argparse.Namespace) -> str:
    """Returns the paths that the option asks for, each on a line; without an option all, with their names."""
    if options.path:
        return "".join(f"{path}\n" for path in _paths(options.path))
    return "".join(f"{name}: {path}\n" for name in PATHS for path in _paths(name))


def _paths(name: str) -> list[str]:
    find, _ = PATHS[name]
    found = find()
    return [found] if isinstance(found, str) else found
