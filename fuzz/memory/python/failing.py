"""Chooses which allocation fails, in the module that fail_each.py builds: the functions of wrap.c, for Python."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass

import collide2d._core

MOST_PLACES = 4096
ORIGIN = "failing_origin"

_library = ctypes.PyDLL(collide2d._core.__file__)
_library.failing_start.argtypes = [ctypes.c_ssize_t, ctypes.c_ulong, ctypes.c_int]
_library.failing_start.restype = None
_library.failing_blocks.restype = ctypes.c_long
_library.failing_type.argtypes = [ctypes.py_object]
_library.failing_type.restype = None
_library.failing_numpy.restype = None
_distances, _calls = (ctypes.c_ssize_t * MOST_PLACES)(), (ctypes.c_ulong * MOST_PLACES)()


@dataclass(frozen=True)
class Failure:
    """The call of `place` after `after` others of it; with `all_follow`, all later calls of any place, too."""

    place: int  # the distance of its code from failing_origin; 0: nothing fails
    after: int = 0
    all_follow: bool = False


NOTHING = Failure(0)


def start(failure: Failure) -> None:
    _library.failing_start(failure.place, failure.after, failure.all_follow)


def stop() -> bool:
    """Ends what start() began. Returns whether the chosen call was reached, and so failed."""
    try:
        return bool(_library.failing_stop())
    except MemoryError:
        raise SystemError("an error is set, and the call has not raised it") from None


def calls() -> dict[int, int]:
    """How often each place was called since start()."""
    count = _library.failing_calls(_distances, _calls)
    return dict(zip(_distances[:count], _calls[:count], strict=True))


def blocks() -> int:
    """How many blocks of malloc and PyMem_Malloc the module holds."""
    return int(_library.failing_blocks())


def wrap_types() -> None:
    """Puts functions that can fail in place of each type's tp_alloc, and of the functions of NumPy that allocate."""
    from collide2d import _arrays, _core, arrays

    for module in (_core, _arrays, arrays):
        for value in vars(module).values():
            if isinstance(value, type) and value.__module__.startswith("collide2d"):
                _library.failing_type(value)
    hidden: object
    for hidden in (_core.Space(), iter(_core.Space()), _core.Space().snapshot()):
        _library.failing_type(type(hidden))
    _library.failing_numpy()
