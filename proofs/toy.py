#!/usr/bin/env python3
"""Expansions in toy formats: the algorithms of csrc/core/exact/exact.c with numbers of 4 to 6 bits instead of 53.

    python proofs/toy.py            # 15 seconds
    python proofs/toy.py --quick    # fewer expansions, 1 second

No proof, but strong evidence: what an algorithm does depends on how far the exponents of its operands are apart and on
their bits, and with few bits all of these can be tried. Numbers are integers, in units of a power of two below all
results, so nothing underflows. Tried are all pairs of numbers for two_sum, fast_two_sum, split and two_prod, all short
expansions for compress, sum and scale, and, with a fixed seed, random long ones. Each result must have the exact value,
and each expansion nonadjacent parts that are not zero: between the bits of one part and those of the next one is at
least one bit. The last line is the verdict.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterable, Iterator
from itertools import pairwise, product

Expansion = tuple[int, ...]  # parts in increasing magnitude


class Toy:
    """Arithmetic with p bits, rounded to nearest, ties to even, and the algorithms of exact.h and exact.c in it."""

    def __init__(self, p: int) -> None:
        self.p = p
        self.splitter = (1 << (p + 1) // 2) + 1  # 2^27 + 1 for 53 bits

    def fl(self, n: int) -> int:
        shift = n.bit_length() - self.p
        if shift <= 0:
            return n
        low = n & ((1 << shift) - 1)
        n >>= shift
        half = 1 << (shift - 1)
        if low > half or (low == half and n & 1):
            n += 1
        return n << shift

    def two_sum(self, x: int, y: int) -> tuple[int, int]:
        fl = self.fl
        s = fl(x + y)
        y_part = fl(s - x)
        x_part = fl(s - y_part)
        return s, fl(fl(x - x_part) + fl(y - y_part))

    def fast_two_sum(self, x: int, y: int) -> tuple[int, int]:
        fl = self.fl
        s = fl(x + y)
        return s, fl(y - fl(s - x))

    def split(self, x: int) -> tuple[int, int]:
        fl = self.fl
        t = fl(self.splitter * x)
        hi = fl(t - fl(t - x))
        return hi, fl(x - hi)

    def two_prod(self, x: int, y: int) -> tuple[int, int]:
        fl = self.fl
        p = fl(x * y)
        (a, b), (c, d) = self.split(x), self.split(y)
        return p, fl(fl(fl(fl(fl(a * c) - p) + fl(a * d)) + fl(b * c)) + fl(b * d))

    def compress(self, raw: list[int]) -> Expansion:
        if not raw:
            return ()
        kept = []
        q = raw[-1]
        for part in raw[-2::-1]:
            hi, lo = self.fast_two_sum(q, part)
            if lo:
                kept.append(hi)
                q = lo
            else:
                q = hi
        out = []
        for part in reversed(kept):
            hi, lo = self.fast_two_sum(part, q)
            if lo:
                out.append(lo)
            q = hi
        return (*out, q) if q else tuple(out)

    def sum(self, e: Expansion, f: Expansion) -> Expansion:
        if not e or not f:
            return e or f
        raw = []
        i = j = q = 0
        while i < len(e) or j < len(f):
            if j == len(f) or (i < len(e) and abs(e[i]) < abs(f[j])):
                part, i = e[i], i + 1
            else:
                part, j = f[j], j + 1
            q, lo = self.two_sum(q, part)
            if lo:
                raw.append(lo)
        return self.compress([*raw, q] if q else raw)

    def scale(self, e: Expansion, k: int) -> Expansion:
        raw = []
        q = 0
        for part in e:
            hi, lo = self.two_prod(part, k)
            low, lost = self.two_sum(q, lo)
            q, rest = self.fast_two_sum(hi, low)
            raw += [x for x in (lost, rest) if x]
        return self.compress([*raw, q] if q else raw)

    def product(self, e: Expansion, f: Expansion) -> Expansion:
        h: Expansion = ()
        for part in f:
            h = self.sum(h, self.scale(e, part))
        return h

    # ---- what is tried ----

    def numbers(self, exponents: range) -> Iterator[int]:
        """The positive numbers whose last bits have these places."""
        for e in exponents:
            yield from (m << e for m in range(1 << (self.p - 1), 1 << self.p))

    def expansions(self, parts: int, exponents: range) -> Iterator[Expansion]:
        """All nonadjacent expansions of so many parts, of both signs, with last bits at or above the first place."""
        if parts == 0:
            yield ()
            return
        for upper in self.numbers(exponents):
            lowest = last_bit(upper)
            for lower in self.expansions(parts - 1, exponents):
                if not lower or abs(lower[-1]).bit_length() < lowest:
                    yield (*lower, upper)
                    yield (*lower, -upper)


def last_bit(n: int) -> int:
    return (n & -n).bit_length() - 1


def is_nonadjacent(e: Expansion) -> bool:
    return all(e) and all(abs(x).bit_length() < last_bit(y) for x, y in pairwise(e))


def bits(n: int) -> int:
    """How many, from the first one to the last one."""
    return n.bit_length() - last_bit(n) if n else 0


def failures(toy: Toy, *, quick: bool) -> Iterator[str]:
    """What went wrong. The last line is how much was tried."""
    p, tried = toy.p, 0

    def expect(good: bool, name: str, *operands: object) -> Iterator[str]:
        if not good:
            yield f"{p} bits: {name} of {operands}"

    wide = 2 * p + 4
    for x, y in product(toy.numbers(range(wide // 2, wide // 2 + 1)), [0, *toy.numbers(range(wide))]):
        for sign in (1, -1):
            z = sign * y
            tried += 1
            s, lo = toy.two_sum(x, z)
            yield from expect(s + lo == x + z, "two_sum", x, z)
            s, lo = toy.two_sum(z, x)
            yield from expect(s + lo == x + z, "two_sum", z, x)
            if abs(x) >= abs(z) or x % (z & -z) == 0:
                s, lo = toy.fast_two_sum(x, z)
                yield from expect(s + lo == x + z, "fast_two_sum", x, z)
            hi, lo = toy.two_prod(x, z)
            yield from expect(hi + lo == x * z, "two_prod", x, z)
        hi, lo = toy.split(x)
        yield from expect(hi + lo == x and max(bits(hi), bits(lo)) <= p // 2, "split", x)

    def check(e: Expansion, f: Expansion) -> Iterator[str]:
        total = toy.sum(e, f)
        yield from expect(sum(total) == sum(e) + sum(f) and is_nonadjacent(total), "sum", e, f)

    def check_scale(e: Expansion, k: int) -> Iterator[str]:
        total = toy.scale(e, k)
        yield from expect(sum(total) == sum(e) * k and is_nonadjacent(total), "scale", e, k)

    spans = range(p + 2 if quick else p + 4)
    short = [e for n in (1, 2) for e in toy.expansions(n, spans)]
    chance = random.Random(p)
    pairs: Iterable[tuple[Expansion, Expansion]] = product(short, short)
    most = 10_000 if quick else 250_000
    if len(short) ** 2 > most:
        pairs = ((chance.choice(short), chance.choice(short)) for _ in range(most))
    for e, f in pairs:
        tried += 1
        yield from check(e, f)
    for e in short if len(short) < most // 20 else chance.sample(short, most // 20):
        for k in chance.sample(list(toy.numbers(range(1))), 4):
            tried += 1
            yield from check_scale(e, k)
    for _ in range(most // 20):  # long ones, from sums of products
        e, f = (toy.product(chance.choice(short), chance.choice(short)) for _ in range(2))
        tried += 1
        yield from check(e, f)
        yield from check(e, tuple(-x for x in toy.sum(e, (chance.choice(short)[-1],))))
        whole = toy.product(e, f)
        yield from expect(sum(whole) == sum(e) * sum(f) and is_nonadjacent(whole), "product", e, f)
    yield f"= {tried}"


def main() -> int:
    start = time.perf_counter()
    quick = "--quick" in sys.argv[1:]
    wrong, tried = [], 0
    for p in (4, 5, 6):
        for line in failures(Toy(p), quick=quick):
            if line.startswith("= "):
                tried += int(line[2:])
            else:
                wrong.append(line)
    print(*wrong[:20], sep="\n", end="\n" if wrong else "")
    verdict = f"{len(wrong)} failures" if wrong else "all exact"
    print(f"toy formats: {verdict} ({tried} operands, {time.perf_counter() - start:.1f} s)")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
