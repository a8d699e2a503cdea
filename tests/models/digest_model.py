"""The digest of a space from its definition: the sum of all links, hashed with Python's integers. Slow, and without any
history: it reads what the space shows."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from typing import Any

KINDS = ("point", "circle", "segment", "capsule", "rect", "roundrect", "polygon")
OTHER, INT, LARGE_INT, FLOAT, STR, BYTES, TUPLE, NONE = range(8)
NESTING = 16
BITS = (1 << 64) - 1


def bits(number: float) -> int:
    return int(struct.unpack("<Q", struct.pack("<d", number + 0.0))[0])


def hashed(words: Iterator[int] | list[int], start: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    """Two hashes of 64 bits, by the finalizers of SplitMix64 and MurmurHash3."""
    a, b = start
    for word in words:
        a, b = a ^ word & BITS, b ^ word & BITS
        a = (a ^ a >> 30) * 0xBF58476D1CE4E5B9 & BITS
        a = (a ^ a >> 27) * 0x94D049BB133111EB & BITS
        a = (a ^ a >> 31) + 0x9E3779B97F4A7C15 & BITS
        b = (b ^ b >> 33) * 0xFF51AFD7ED558CCD & BITS
        b = (b ^ b >> 33) * 0xC4CEB9FE1A85EC53 & BITS
        b = (b ^ b >> 33) + 0xD1B54A32D192ED03 & BITS
    return a, b


def shape_words(shape: Any) -> Iterator[int]:
    if shape.kind == "body":
        yield from (len(KINDS), len(shape.pieces))
        for i, piece in enumerate(shape.pieces):
            name = shape.names[i] if shape.names else None
            yield from shape_words(piece)
            yield from (0,) if name is None else (1, len(name), *map(ord, name))
        return
    vertices = shape.vertices
    yield from (KINDS.index(shape.kind), len(vertices), bits(shape.radius))
    numbers = [number for vertex in vertices for number in vertex]
    if shape.kind in ("rect", "roundrect"):
        numbers += [shape.x, shape.y, *shape.size, *shape.pivot, shape.angle]
    yield from map(bits, numbers)


def item_words(item: Any, depth: int = 0) -> Iterator[int]:
    if isinstance(item, float) and math.isfinite(item) and item == int(item):
        item = int(item)
    if isinstance(item, int):
        if -(1 << 63) <= item < 1 << 63:
            yield from (INT, item & BITS)
        else:
            yield from (LARGE_INT, len(hex(item)), *map(ord, hex(item)))
    elif isinstance(item, float):
        yield from (FLOAT, 0x7FF8 << 48 if math.isnan(item) else bits(item))
    elif isinstance(item, str):
        yield from (STR, len(item), *map(ord, item))
    elif isinstance(item, bytes):
        yield from (BYTES, len(item), *item)
    elif isinstance(item, tuple) and depth < NESTING:
        yield from (TUPLE, len(item))
        for element in item:
            yield from item_words(element, depth + 1)
    else:
        yield NONE if item is None else OTHER


def digest_of(space: Any) -> int:
    hashes = [
        hashed([space.layer(item), space.mask(item), *shape_words(shape)], hashed(item_words(item)))
        for item, shape in space.items()
    ]
    a = b = 0
    for own, following in zip(hashes, [*hashes[1:], (0, 0)], strict=False):
        link = hashed(list(following), own)
        a, b = a + link[0] & BITS, b + link[1] & BITS
    period = [bits(math.inf if length is None else length) for length in space.period or ()]
    a, b = hashed([a, b, len(hashes), *period])
    return a << 64 | b
