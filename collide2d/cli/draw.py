"""The command `draw`: a scene as SVG or PNG."""

from __future__ import annotations

import argparse
import os

from collide2d._files import replacing
from collide2d.cli.cast import cast_in, turn_in
from collide2d.scene import Cast, MissingError, SceneError, TurnCast, load


def draw(options: argparse.Namespace) -> str:
    """The scene as SVG text. A PNG is written to its file here, and the text is empty."""
    from collide2d.drawing import svg

    is_png = _is_png(options.output)
    scene = load(options.scene)
    cast: Cast | TurnCast | None = None
    if options.cast:
        cast = cast_in(options.scene, scene, *options.cast)
    elif options.turn:
        cast = turn_in(options.scene, scene, options.turn[0], options.turn[1], options.about, options.motion)
    picture = svg(
        scene,
        cast=cast,
        width=options.width,
        title=options.title,
        labels=options.labels,
        contacts=options.contacts,
        distances=options.distances,
        grid=options.grid,
        legend=options.legend,
    )
    if not is_png:
        return picture
    data = png_of(picture)
    with replacing(options.output) as file:
        file.write(data)
    options.output = None
    return ""


def _is_png(path: str | None) -> bool:
    """Whether a file name ends in .png; raises SceneError if it ends in neither .png nor .svg."""
    ending = "" if path is None else os.path.splitext(path)[1].lower()
    if ending not in ("", ".svg", ".png"):
        raise SceneError(f"{path}: a picture must end in .svg or .png")
    return ending == ".png"


def png_of(picture: str) -> bytes:
    """Renders an SVG as a PNG of the same size in pixels. Raises MissingError without resvg-py."""
    try:
        import resvg_py
    except ImportError:
        raise MissingError("PNG needs resvg-py: pip install 'collide2d[png]'; SVG needs nothing") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=picture))
