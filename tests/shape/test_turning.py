"""Rotation in the core by angles down to the least doubles: each result is the exact one rounded once, even if it, or
an intermediate product, is subnormal. The package itself rounds angles to multiples of 2^-200, so C is called.
"""

from __future__ import annotations

import ctypes
import math
import subprocess
import sysconfig
from pathlib import Path

import pytest

from collide2d import reference
from collide2d.testing.recipes import GRAIN
from collide2d.testing.sources import Seeded, choice, one_in

CORE = Path(__file__).resolve().parents[2] / "csrc" / "core" / "exact"


class Vec(ctypes.Structure):
    _fields_ = (("x", ctypes.c_double), ("y", ctypes.c_double))


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    library = tmp_path_factory.mktemp("core") / "angles.so"
    compiler = (sysconfig.get_config_var("CC") or "cc").split()
    command = [*compiler, "-std=c11", "-O1", "-ffp-contract=off", "-shared", "-fPIC", str(CORE / "angle.c"),
               str(CORE / "exact.c"), "-o", str(library), "-lm"]  # fmt: skip
    subprocess.run(command, check=True, timeout=120)
    loaded = ctypes.CDLL(str(library))
    loaded.c2d_degrees.restype = ctypes.c_double
    loaded.c2d_turn.restype = Vec
    return loaded


def sine_cosine(core: ctypes.CDLL, degrees: float) -> tuple[float, float]:
    sine, cosine = ctypes.c_double(), ctypes.c_double()
    core.c2d_sincos(ctypes.c_double(degrees), ctypes.byref(sine), ctypes.byref(cosine))
    return sine.value, cosine.value


def turn(core: ctypes.CDLL, p: tuple[float, float], sine: float, cosine: float, pivot: tuple[float, float]) -> Vec:
    turned: Vec = core.c2d_turn(Vec(*p), ctypes.c_double(sine), ctypes.c_double(cosine), Vec(*pivot))
    return turned


def little(source: Seeded) -> float:
    """From 1e-323 to 1e-220, of either sign."""
    exponent = -source.integer(730, 1074)
    return choice(source, (1, -1)) * math.ldexp(source.integer(1, 2**52) / 2.0**51 + 2, exponent)


def coordinate(source: Seeded) -> float:
    """Huge, plain, tiny or none; all bits or few."""
    exponent = choice(source, (198, 100, 0, 0, -50, -147, -148, -200))
    bits = choice(source, (1, 3, 2**20 + 1, 2**52 + 1))
    x = choice(source, (1, -1)) * math.ldexp(source.integer(1, 4) * bits, exponent - bits.bit_length() + 1)
    return 0.0 if one_in(source, 6) else math.fmod(x, 1e60) if abs(x) > 2.0**-148 else round(x / GRAIN) * GRAIN


def test_sines_of_next_to_nothing_are_rounded_once(core: ctypes.CDLL) -> None:
    source, subnormal = Seeded(1), 0
    for _ in range(200):
        degrees = little(source)
        assert sine_cosine(core, degrees) == reference.sine_cosine(degrees), degrees.hex()
        assert core.c2d_degrees(ctypes.c_double(degrees)) == reference.degrees(degrees), degrees.hex()
        subnormal += abs(degrees) < 2.0**-1022
    assert subnormal > 20


def test_turning_by_next_to_nothing_is_rounded_once(core: ctypes.CDLL) -> None:
    """Half way between two doubles, next to nothing decides; where all else vanishes, it is all there is."""
    source, decided, alone = Seeded(2), 0, 0
    for _ in range(2000):
        sine, cosine = sine_cosine(core, little(source))
        px, py, kx, ky = (coordinate(source) for _ in range(4))
        if one_in(source, 2):
            px = choice(source, (1, -1, 3)) * math.ulp(kx) / 2 if abs(kx) > 2.0**-100 else px
        if one_in(source, 4):
            kx = -px
        turned = turn(core, (px, py), sine, cosine, (kx, ky))
        assert (turned.x, turned.y) == reference.turn((px, py), sine, cosine, (kx, ky)), (px, py, sine, kx, ky)
        decided += turned.x != kx + px
        alone += kx == -px and py != 0
    assert decided > 50
    assert alone > 100
