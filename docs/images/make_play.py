"""Makes play*.png, the pictures of README.md and docs/playground.md: `python docs/images/make_play.py`.

Each is a window of the playground after a few commands, drawn without a display.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from collide2d.play.model.demo import SELECTED, demo
from collide2d.play.model.files import opened
from collide2d.play.model.gallery import court, turning
from collide2d.play.ui.app import App
from collide2d.play.ui.window import make_app, save_picture

HERE = Path(__file__).resolve().parent
SCENES = HERE.parents[1] / "examples" / "scenes"


def first() -> App:
    """The six cards of the gallery."""
    app = App(demo(), (1280, 800))
    app.editor.select(SELECTED)
    app.shown = replace(app.shown, obstacles=1)
    return app


def opening() -> App:
    """As it opens."""
    return make_app(None, (1000, 620))


def playing() -> App:
    """A ball that bounces, a crate that slides and a runner that stops, half a second after P."""
    app = App(court(), (1000, 620))
    app.editor.select(["ball"])
    app.editor.play(30)
    return app


def picker() -> App:
    """The picker, at a level, in dark colours."""
    app = App(demo(), (1000, 620))
    app.toggle_dark()
    os.chdir(SCENES)
    app.pick()
    assert app.picker is not None
    app.picker.scroll(10)
    return app


def exact() -> App:
    """A ball that touched a stone, after it was nudged up by one ulp."""
    app = App(demo(), (1000, 620))
    app.shown = replace(app.shown, distances=True)
    app.editor.select(["ball"])
    app.editor.nudge(0, -1, grains=True)
    app.editor.select(["ball", "stone"])
    app.fit((8.0, 360.0, 280.0, 664.0))
    return app


def motion() -> App:
    """A jump that ends at a rounded corner."""
    app = App(opened(str(SCENES / "motion.json")), (1000, 620))
    app.path = None
    app.editor.select(["hero"])
    app.editor.set_motion((176.0, -40.0))
    app.fit()
    return app


def turn() -> App:
    """A door that a crate stops, among other shapes that turn."""
    app = App(turning(), (1000, 620))
    app.editor.select(["door"])
    return app


def turned() -> App:
    """A door that is held by its handles, over the obstacles that the others are to it."""
    app = App(demo(), (1000, 620))
    app.editor.select(["door"])
    app.do("obstacles")
    app.note = ""
    app.editor.turn(15.0)
    app.fit((300.0, 8.0, 596.0, 328.0))
    return app


PICTURES: dict[str, Callable[[], App]] = {
    "": first,
    "-opening": opening,
    "-playing": playing,
    "-picker": picker,
    "-exact": exact,
    "-motion": motion,
    "-turning": turn,
    "-turned": turned,
}


def main() -> int:
    start = Path.cwd()
    for name, make in PICTURES.items():
        print(os.path.relpath(save_picture(make(), str(HERE / f"play{name}.png")), start))
    return 0


if __name__ == "__main__":
    sys.exit(main())
