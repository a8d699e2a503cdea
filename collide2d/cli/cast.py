"""The command `cast`: what a shape of a scene hits first along a motion, or as it turns."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

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
from collide2d.scene import Cast, Met, Scene, SceneError, TurnCast, load


def cast(options: argparse.Namespace) -> str:
    """The output of `cast`: the first shapes that a shape of the scene hits on its way, as a table or as JSON."""
    scene = load(options.scene)
    found: Cast | TurnCast
    if options.turn is None:
        found = cast_in(options.scene, scene, options.name, options.dx, options.dy)
    else:
        motion = (options.dx, options.dy) if options.dx is not None else None
        found = turn_in(options.scene, scene, options.name, options.turn, options.about, motion)
    if options.json:
        return _cast_json(options.scene, scene, found)
    return _cast_table(options.scene, scene, found, options.colors)


def cast_in(path: str, scene: Scene, name: str, dx: str, dy: str) -> Cast:
    """The answer of `Scene.cast`; raises SceneError, with the path, for an invalid motion or an unknown name."""
    try:
        return scene.cast(name, (_number("DX", dx), _number("DY", dy)))
    except SceneError as error:
        raise SceneError(f"{path}: {error}") from None


def turn_in(
    path: str, scene: Scene, name: str, angle: str, about: str | None, motion: Sequence[str] | None
) -> TurnCast:
    """The answer of `Scene.turn_cast`; raises SceneError, with the path, for an invalid turn or an unknown name."""
    try:
        dx, dy = motion or ("0", "0")
        return scene.turn_cast(
            name,
            _number("ANGLE", angle),
            None if about is None else _point("--about", about),
            motion=(_number("DX", dx), _number("DY", dy)),
        )
    except SceneError as error:
        raise SceneError(f"{path}: {error}") from None


def _point(what: str, text: str) -> tuple[float, float]:
    x, comma, y = text.partition(",")
    if not comma or "," in y:
        raise SceneError(f"{what} must be X,Y, got {text!r}")
    return (_number(f"X of {what}", x), _number(f"Y of {what}", y))


def _number(what: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise SceneError(f"{what} must be a number, got {text!r}") from None


def _cast_json(path: str, scene: Scene, found: Cast | TurnCast) -> str:
    def met(m: Met) -> dict[str, object]:
        hit = m.hit
        normal = without_minus_zero(hit.normal)
        head = {"name": m.item.name, "t": hit.t, "point": hit.point, "normal": normal, "depth": hit.depth}
        return {**head, **pieces_of(hit)}

    head: dict[str, object] = {
        "schema": schema_name("cast"),
        "scene": path,
        "title": scene.title,
        "shape": found.item.name,
    }
    if isinstance(found, TurnCast):
        about = None if found.about is None else without_minus_zero(found.about)
        head |= {"angle": found.angle + 0.0, "about": about, "t": found.t, "stop_angle": found.stop + 0.0}
        if found.motion != (0, 0):
            head |= {"motion": without_minus_zero(found.motion), "stop": without_minus_zero(found.stop_motion)}
    else:
        motion, stop = map(without_minus_zero, (found.motion, found.stop))
        head |= {"motion": motion, "t": found.t, "stop": stop}
    return "".join(json_object(head, {"hits": map(met, found.hits), "passed": map(met, found.passed)}))


def _cast_table(path: str, scene: Scene, found: Cast | TurnCast, colors: bool) -> str:
    name = found.item.name
    what = " and ".join(m.item.name for m in found.hits) or "nothing"
    if isinstance(found, TurnCast):
        where = "" if found.about is None else f" about {_pair(found.about)}"
        way, stop = f"turned by {six_digits(found.angle)} degrees{where}", f"{six_digits(found.stop)} degrees"
        if found.motion != (0, 0):
            way, stop = f"{way} and moved by {_pair(found.motion)}", f"{stop} and {_pair(found.stop_motion)}"
    else:
        way, stop = f"moved by {_pair(found.motion)}", _pair(found.stop)
    summary = f"{title_of(path, scene)}: {name} {way} hits {what}"
    if found.hits:
        summary += f" at t = {six_digits(found.t)}, after {stop}"
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


def _pair(p: tuple[float, float]) -> str:
    return f"({', '.join(map(six_digits, p))})"
