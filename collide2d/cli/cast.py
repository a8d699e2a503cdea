"""The command `cast`: what a shape of a scene hits first along a motion."""

from __future__ import annotations

import argparse

from collide2d import Body
from collide2d.cli.colors import BOLD, line_painter, painted
from collide2d.cli.reports import (
    json_object,
    pieces_of,
    schema_name,
    six_digits,
    table,
    title_of,
    with_piece,
    without_minus_zero,
)
from collide2d.scene import Cast, Met, Scene, SceneError, load


def cast(options: argparse.Namespace) -> str:
    """The output of `cast`: the first shapes that a shape of the scene hits along a motion, as a table or as JSON."""
    scene = load(options.scene)
    found = cast_in(options.scene, scene, options.name, options.dx, options.dy)
    if options.json:
        return _cast_json(options.scene, scene, found)
    return _cast_table(options.scene, scene, found, options.colors)


def cast_in(path: str, scene: Scene, name: str, dx: str, dy: str) -> Cast:
    """The answer of `Scene.cast`; raises SceneError, with the path, for an invalid motion or an unknown name."""
    try:
        return scene.cast(name, (_number("DX", dx), _number("DY", dy)))
    except SceneError as error:
        raise SceneError(f"{path}: {error}") from None


def _number(what: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise SceneError(f"{what} must be a number, got {text!r}") from None


def _cast_json(path: str, scene: Scene, found: Cast) -> str:
    def met(m: Met) -> dict[str, object]:
        hit = m.hit
        normal = without_minus_zero(hit.normal)
        head = {"name": m.item.name, "t": hit.t, "point": hit.point, "normal": normal, "depth": hit.depth}
        return {**head, **pieces_of(hit)}

    head = {
        "schema": schema_name("cast"),
        "scene": path,
        "title": scene.title,
        "shape": found.item.name,
        "motion": without_minus_zero(found.motion),
        "t": found.t,
        "stop": without_minus_zero(found.stop),
    }
    return "".join(json_object(head, {"hits": map(met, found.hits), "passed": map(met, found.passed)}))


def _cast_table(path: str, scene: Scene, found: Cast, colors: bool) -> str:
    name, motion = found.item.name, ", ".join(map(six_digits, found.motion))
    what = " and ".join(m.item.name for m in found.hits) or "nothing"
    summary = f"{title_of(path, scene)}: {name} moved by ({motion}) hits {what}"
    if found.hits:
        summary += f" at t = {six_digits(found.t)}, after ({', '.join(map(six_digits, found.stop))})"
    head = ["hit", "t", "point x", "point y", "normal x", "normal y", "depth"]
    rows = [
        [
            with_piece(m.item.name, m.hit, 1) + said,
            *map(six_digits, (m.hit.t, *m.hit.point, *m.hit.normal, m.hit.depth)),
        ]
        for all_met, said in ((found.passed, " (trigger)"), (found.hits, ""))
        for m in all_met
    ]
    if isinstance(found.item.shape, Body):
        head.append("by")
        for row, m in zip(rows, (*found.passed, *found.hits), strict=True):
            row.append(with_piece(name, m.hit, 0))
    lines = "".join(table(head, rows, range(1, 7), *[line_painter()] * colors))
    return (painted(summary, BOLD) if colors else summary) + ("\n\n" + lines if rows else "\n")
