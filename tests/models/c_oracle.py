"""The oracle of the fuzz targets, big integers in C, as functions of two shapes."""

from __future__ import annotations

import ctypes
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

FUZZ = Path(__file__).resolve().parents[2] / "fuzz"


class COracle:
    """Compiles fuzz/oracle.c into a folder, unless it is there, and calls it."""

    def __init__(self, folder: Path) -> None:
        library = folder / "c_oracle.so"
        if not library.exists():
            compiler = (sysconfig.get_config_var("CC") or "cc").split()
            sources = [str(FUZZ / "oracle.c"), str(FUZZ / "integer.c")]
            flags = ["-std=c11", "-O2", "-shared", "-fPIC"]
            subprocess.run([*compiler, *flags, *sources, "-o", str(library), "-lm"], check=True)
        self._library = ctypes.CDLL(str(library))
        self._library.oracle_relate.restype = ctypes.c_int
        self._library.oracle_separation.restype = ctypes.c_double

    def relation(self, a: Any, b: Any) -> int:
        """-1 apart, 0 touching, 1 overlapping."""
        return int(self._library.oracle_relate(*_arguments(a), *_arguments(b)))

    def separation(self, a: Any, b: Any) -> float:
        """The signed gap, with a relative error of at most 2^-58, rounded."""
        return float(self._library.oracle_separation(*_arguments(a), *_arguments(b)))


def _arguments(shape: Any) -> tuple[Any, Any, Any]:
    numbers = [c for p in shape.vertices for c in p]
    flat = (ctypes.c_double * len(numbers))(*numbers)
    return flat, ctypes.c_size_t(len(shape.vertices)), ctypes.c_double(shape.radius)
