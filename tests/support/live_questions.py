"""Questions to the page and to Python, with the bits of all numbers of the answers."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from live_core import answers
from turns import TURN_REGIMES, Turn, build_turn, drawn_turn

import collide2d as c2
from collide2d.testing.cast_regimes import drawn_cast
from collide2d.testing.recipes import KIND_PAIRS, Cast, build_cast
from collide2d.testing.sources import Seeded

Q = TypeVar("Q", Cast, Turn)

PRELUDE = """
const c2 = page.collide2d;
const pairs = (v) => Array.from({ length: Math.floor(v.length / 2) }, (_, i) => [v[2 * i], v[2 * i + 1]]);
const make = (name, v) => {
  if (name === "Rect.pivot") return c2.Rect(...v.slice(0, 5), v.slice(5));
  if (name === "RoundRect.pivot") return c2.RoundRect(...v.slice(0, 6), v.slice(6));
  if (name === "Rect.pivoted") return c2.Rect.pivoted(...v.slice(0, 4), v.slice(4, 6), v[6]);
  if (name === "Rect.grow") return c2.Rect(...v.slice(0, 4)).grow(v[4]);
  if (name === "Polygon") return c2.Polygon(pairs(v.slice(0, -1)), v.at(-1));
  if (name === "Polygon.hull") return c2.Polygon.hull(pairs(v.slice(0, -1)), v.at(-1));
  const [kind, maker] = name.split(".");
  return (maker ? c2[kind][maker] : c2[kind])(...v);
};
const numbers = (x) => {
  if (x === null) return [];
  if (typeof x === "number") return [x];
  if (typeof x === "boolean") return [x ? 1 : 0];
  if (Array.isArray(x)) return x.flatMap(numbers);
  if (x.kind === "body") return numbers([...x.pieces]);
  if (x.vertices) return numbers([x.radius, x.vertices, x.bounds, x.area, x.center]);
  if (x.points) return numbers([x.normal, x.depth, x.points]);
  if (x.normal) return numbers([x.t, x.point, x.normal, x.depth]);
  return [Number(x)];
};
const bits = (x) => {
  const list = numbers(x);
  return Buffer.from(new Float64Array(list).buffer).toString("hex");
};
const tried = (f) => {
  try {
    return bits(f());
  } catch (error) {
    return "refused";
  }
};
"""
CASTS = """
return questions.map(([name_a, numbers_a, motion, name_b, numbers_b]) => {
  page.reset();
  const [a, b] = [make(name_a, numbers_a), make(name_b, numbers_b)];
  const asked = [
    () => a, () => b, () => c2.relate(a, b), () => c2.contains(a, b), () => c2.separation(a, b),
    () => c2.closest_points(a, b), () => c2.contact(a, b), () => c2.cast(a, motion, b),
    () => c2.cast(a, motion, b, true, false), () => c2.sweep(a, motion), () => c2.separate(a, b, 1, 3),
    () => c2.minkowski_difference(a, b), () => a.move(motion), () => a.rotate(30, motion),
    () => c2.raycast(a.center, motion, b), () => (b.kind === "segment" ? c2.clip(a, b) : null),
    () => c2.sweep(a, motion).move(motion), () => c2.minkowski_difference(a, b).move(motion),
  ];
  return asked.map(tried).join(" ");
});
"""
TURNS = """
return questions.map(([name_a, numbers_a, angle, about, name_b, numbers_b]) => {
  page.reset();
  const [a, b] = [make(name_a, numbers_a), make(name_b, numbers_b)];
  const body = () => c2.Body([a, b.move(about)]);
  const hit = () => c2.turn_cast(a, angle, b, about);
  const asked = [
    hit, () => c2.turn_cast(a, angle, b), () => b.turn_cast(angle, a, about), () => body().turn_cast(angle, b, about),
    () => body().turn_cast(angle, b), () => a.turn_cast(angle, body(), about), () => a.rotate(angle, about),
    () => a.rotate((hit()?.t ?? 1) * angle, about), () => c2.relate(a.rotate((hit()?.t ?? 1) * angle, about), b),
    () => body().rotate(angle, about), () => body().rotate(90), () => body().move(about), () => body().scale_by(0.7),
    () => body().placed(about, angle, 1.5, true), () => body().placed(about),
  ];
  return asked.map(tried).join(" ");
});
"""


def _numbers(x: Any) -> list[float]:
    if x is None:
        return []
    if isinstance(x, c2.Body):
        return _numbers(list(x))
    if isinstance(x, c2.Shape):
        return _numbers([x.radius, x.vertices, x.bounds, x.area, x.center])
    if isinstance(x, c2.Contact):
        return _numbers([x.normal, x.depth, x.points])
    if isinstance(x, c2.Hit):
        return _numbers([x.t, x.point, x.normal, x.depth])
    if isinstance(x, (list, tuple)):
        return [number for part in x for number in _numbers(part)]
    return [float(x)]


def _bits(ask: Any) -> str:
    try:
        numbers = _numbers(ask())
    except ValueError:
        return "refused"
    return struct.pack(f"<{len(numbers)}d", *numbers).hex()


def _cast_answers(cast: Cast) -> str:
    a, motion, b = build_cast(c2, cast)
    asked = [
        lambda: a, lambda: b, lambda: c2.relate(a, b), lambda: c2.contains(a, b), lambda: c2.separation(a, b),
        lambda: c2.closest_points(a, b), lambda: c2.contact(a, b), lambda: c2.cast(a, motion, b),
        lambda: c2.cast(a, motion, b, touching=True, leaving=False), lambda: c2.sweep(a, motion),
        lambda: c2.separate(a, b, 1, 3), lambda: c2.minkowski_difference(a, b), lambda: a.move(motion),
        lambda: a.rotate(30, motion), lambda: c2.raycast(a.center, motion, b),
        lambda: c2.clip(a, b) if b.kind == "segment" else None, lambda: c2.sweep(a, motion).move(motion),
        lambda: c2.minkowski_difference(a, b).move(motion),
    ]  # fmt: skip
    return " ".join(map(_bits, asked))


def _turn_answers(turn: Turn) -> str:
    a, angle, b, about = build_turn(c2, turn)

    def hit() -> c2.Hit | None:
        found: c2.Hit | None = c2.turn_cast(a, angle, b, about)
        return found

    def stop() -> Any:
        first = hit()
        return a.rotate((first.t if first else 1.0) * angle, about)

    def body() -> c2.Body:
        return c2.Body([a, b.move(about)])

    asked = [
        hit, lambda: c2.turn_cast(a, angle, b), lambda: b.turn_cast(angle, a, about),
        lambda: body().turn_cast(angle, b, about), lambda: body().turn_cast(angle, b),
        lambda: a.turn_cast(angle, body(), about), lambda: a.rotate(angle, about), stop, lambda: c2.relate(stop(), b),
        lambda: body().rotate(angle, about), lambda: body().rotate(90), lambda: body().move(about),
        lambda: body().scale_by(0.7), lambda: body().placed(about, angle, 1.5, True), lambda: body().placed(about),
    ]  # fmt: skip
    return " ".join(map(_bits, asked))


def questions(count: int, seed: int, regimes: Iterable[str]) -> list[Cast]:
    """Adversarial casts over all pairs of kinds."""
    source, found, names = Seeded(seed), [], list(regimes)
    for i in range(count):
        a, b = KIND_PAIRS[i % len(KIND_PAIRS)]
        found.append(drawn_cast(source, names[i % len(names)], *((a, b) if i % 2 else (b, a))))
    return found


def turn_questions(count: int, seed: int) -> list[Turn]:
    """Adversarial turns over all pairs of kinds."""
    source, found, names = Seeded(seed), [], list(TURN_REGIMES)
    for i in range(count):
        a, b = KIND_PAIRS[i % len(KIND_PAIRS)]
        found.append(drawn_turn(source, names[i % len(names)], *((a, b) if i % 2 else (b, a))))
    return found


def differences(casts: list[Cast]) -> list[tuple[Cast, int]]:
    """The questions whose answers on the page have other bits than in Python, and the number of the answer."""
    asked = [(c.a.make, c.a.numbers, c.motion, c.b.make, c.b.numbers) for c in casts]
    return _differences(casts, _cast_answers, answers(asked, PRELUDE + CASTS))


def turn_differences(turns: list[Turn]) -> list[tuple[Turn, int]]:
    """The same for turns."""
    asked = [(t.a.make, t.a.numbers, t.angle, t.about, t.b.make, t.b.numbers) for t in turns]
    return _differences(turns, _turn_answers, answers(asked, PRELUDE + TURNS))


def _differences(asked: list[Q], ask: Callable[[Q], str], page: list[str]) -> list[tuple[Q, int]]:
    found = []
    for question, there in zip(asked, page, strict=True):
        if (here := ask(question)) != there:
            verbs = enumerate(zip(here.split(" "), there.split(" "), strict=True))
            found.append((question, next(i for i, (p, q) in verbs if p != q)))
    return found
