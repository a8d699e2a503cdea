"""The command line: `collide2d check SCENE.json`, `collide2d cast SCENE.json NAME DX DY`, `collide2d draw SCENE.json`,
`collide2d pairs FILE.csv --kind circle`, `collide2d config --include` for C programs, and the playground, `collide2d
play`. `python -m collide2d` is the same.

Exit status: 0 done; 1 a check failed, the output cannot be written or an extra is missing; 2 wrong usage or a malformed
scene. An error is one line on stderr.
"""

from __future__ import annotations

import argparse
import errno
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TextIO

import collide2d
from collide2d import Relation
from collide2d._files import replacing
from collide2d._messages import did_you_mean, one_line, printable, shown
from collide2d.cli import EXIT_INTERRUPTED
from collide2d.cli.cast import cast
from collide2d.cli.check import FAILURES, check
from collide2d.cli.colors import has_colors
from collide2d.cli.config import PATHS, config
from collide2d.cli.draw import draw
from collide2d.cli.github import in_workflow, without_commands
from collide2d.cli.pairs import length_of_period, pairs
from collide2d.cli.reports import VERBS, Report, schema_text
from collide2d.play import SIZE, PlayError
from collide2d.play import play as open_playground
from collide2d.scene import MissingError, SceneError

EXIT_UNWRITABLE, EXIT_MALFORMED = 1, 2
EXIT_BROKEN_PIPE = 128 + 13  # as a shell reports SIGPIPE

_EPILOG = """\
collide2d help COMMAND describes a command. `python -m collide2d` is the same
program. Commands take scenes and maps of the Tiled editor, .tmj and .tmx.

A scene is a JSON file of named shapes; docs/scene-format.md describes it:
  {"shapes": [{"name": "ball", "kind": "circle", "x": 0, "y": 0, "r": 2},
              {"name": "box", "kind": "rect", "x": 1, "y": -1, "w": 4, "h": 3,
               "angle": 30}]}
"""
_EXAMPLES = {
    "check": """\
  collide2d check level.json                     every pair that collides
  collide2d check level.json --touching          only pairs that touch
  collide2d check level.json --shape player      only pairs with this shape
  collide2d check level.json --json              as JSON, with all digits
  collide2d check level.json --fail-on overlap   exit status 1 if shapes overlap
""",
    "cast": """\
  collide2d cast level.json player 40 -9         what stops the player?
  collide2d cast level.json player 40 -9 --json  the same as JSON
  collide2d cast level.json door --turn 90       what stops the door?
  collide2d cast level.json door --turn -90 --about 3,8
  collide2d cast level.json axe 40 -9 --turn 270 it turns while it moves
""",
    "draw": """\
  collide2d draw level.json -o level.svg         shapes, contacts, normals
  collide2d draw level.json -o level.png         the same as PNG
  collide2d draw level.tmj -o level.svg          a map of the Tiled editor
  collide2d draw level.json --cast player 40 -9 -o way.svg
  collide2d draw level.json --turn door 90 --about 3,8 -o turn.svg
  collide2d draw level.json --turn axe 270 --motion 40 -9 -o throw.svg
""",
    "pairs": """\
  collide2d pairs discs.csv --kind circle        which rows x,y,r collide
  collide2d pairs discs.csv --kind circle --count
  collide2d pairs shots.csv --kind point --other walls.npy --other-kind rect
""",
    "play": """\
  collide2d play                                 an example of every feature
  collide2d play level.json                      a scene or a map
  collide2d play level.json --picture level.png  a picture of the window
""",
    "config": """\
  collide2d config                               all paths, with their names
  cc -c -O2 -ffp-contract=off $(collide2d config --sources)
  cc -I$(collide2d config --include) program.c collide2d.o -lm
  cmake -B build -Dcollide2d_DIR=$(collide2d config --cmake-dir)
""",
}
_SCENE_HELP = 'the scene, or a map of Tiled (.tmj, .tmx); "-" reads a scene from standard input'

_ABOUT_HELP = "with --turn: the point to turn about (default: its pivot or centre)"


# ---- the arguments ---------------------------------------------------------------------------------------------------


def _width(text: str) -> float:
    width = float(text)
    if not 100 <= width <= 20000:
        raise ValueError
    return width


_width.__name__ = "width from 100 to 20000"  # argparse says "invalid <name> value: ..."


def _size(text: str) -> tuple[int, int]:
    w, h = map(int, text.lower().split("x"))
    if not (100 <= w <= 10000 and 100 <= h <= 10000):
        raise ValueError
    return (w, h)


_size.__name__ = "size, such as 1280x800"


def _count(text: str) -> int:
    count = int(text)
    if count < 1:
        raise ValueError
    return count


_count.__name__ = "number from 1"


class _Parser(argparse.ArgumentParser):
    """A parser that reads every negative number as a number: argparse alone reads -1e3 and -inf as options."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        # Says what is wrong with the arguments taken together.
        self.rule: Callable[[argparse.Namespace], str] = lambda _: ""
        self._negative_number_matcher = re.compile(r"-(\.?\d|inf|nan)", re.IGNORECASE)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """As argparse does, with the choice that is most like the value."""
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            error.message += did_you_mean(value, map(str, action.choices or ()))
            raise

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse does, but a command itself refuses what it does not know, with the option most like it."""
        options, extras = super().parse_known_args(args, namespace)
        unknown = next((extra for extra in extras if extra.startswith("-")), None)
        if unknown is not None:
            advice = did_you_mean(unknown.partition("=")[0], self._option_string_actions)
            self.error(f"unknown option {shown(unknown)}{advice}")
        if extras:
            self.error(f"unexpected argument {shown(extras[0])}")
        if broken := self.rule(options):
            self.error(broken)
        return options, extras


def _cast_rule(options: argparse.Namespace) -> str:
    missing = [axis.upper() for axis in ("dx", "dy") if getattr(options, axis) is None]
    if options.turn is None and missing:
        return f"the following arguments are required: {', '.join(missing)}"
    return "DX needs DY" if missing == ["DY"] else _about_rule(options)


def _about_rule(options: argparse.Namespace) -> str:
    return "--about is allowed only with --turn" if options.about is not None and options.turn is None else ""


def _draw_rule(options: argparse.Namespace) -> str:
    return "--motion is allowed only with --turn" if options.motion and not options.turn else _about_rule(options)


def parser() -> argparse.ArgumentParser:
    """The arguments of the program."""
    name = os.path.basename(sys.argv[0]).removesuffix(".exe")
    top = _Parser(
        prog="collide2d" if name == "collide2d" else "python -m collide2d",
        description="Exact 2-D collision detection: which shapes of a scene collide, what a moving\n"
        "shape hits first, pictures of both, which rows of a table collide, and a window\n"
        "to try it all.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("-V", "--version", action="version", version=f"collide2d {collide2d.__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(
        name: str, run: Callable[[argparse.Namespace], str | Report], *, help: str, description: str
    ) -> _Parser:
        """Adds a command, which the function `run` carries out."""
        form = argparse.RawDescriptionHelpFormatter
        examples = f"examples:\n{_EXAMPLES[name]}"
        made: _Parser = commands.add_parser(
            name, help=help, description=description, epilog=examples, formatter_class=form
        )
        made.set_defaults(run=run)
        return made

    one = command(
        "check",
        check,
        help="print which pairs overlap or touch, with normal and depth",
        description="Prints which pairs of shapes overlap or touch, with normal and depth. The normal\n"
        "points out of the second shape, toward the first: moving the first by\n"
        "normal * depth takes it out of the second.",
    )
    one.add_argument("scene", metavar="SCENE.json", help=_SCENE_HELP)
    one.add_argument("--json", action="store_true", help="print JSON, with all digits and the contact points")
    which = one.add_mutually_exclusive_group()
    which.add_argument("--all", action="store_true", help="also print pairs that are apart, with their gap")
    for relation in (Relation.TOUCHING, Relation.OVERLAPPING):
        option, said = f"--{relation.name.lower()}", f"print only pairs that {VERBS[relation]}"
        which.add_argument(option, dest="relation", action="store_const", const=relation, help=said)
    one.add_argument(
        "--shape", metavar="NAME", action="append", help="print only pairs with this shape; may be repeated"
    )
    one.add_argument("-o", "--output", metavar="FILE", help="write to a file instead of standard output")
    one.add_argument(
        "--fail-on",
        choices=[*FAILURES],
        help="exit with status 1 if a printed pair overlaps, or also if one touches; pairs with a trigger never fail",
    )
    one.add_argument(
        "--github",
        action=argparse.BooleanOptionalAction,
        default=in_workflow(),
        help="say failures as annotations of GitHub, at their lines of the file (default: in a workflow of GitHub)",
    )
    add_schema_option(one, "check")

    way = command(
        "cast",
        cast,
        help="print what a shape hits first along a motion, or as it turns",
        description="Moves the shape NAME by (DX, DY), turns it by ANGLE, or does both, until it\n"
        "hits another. Prints which one, at which fraction t of the way, where, and the\n"
        "normal, which points out of the shape that is hit. The depth is above 0 only if\n"
        "the two overlap at the start. Shapes hit at the same t are all listed. Triggers\n"
        "on the way are listed and do not stop it.",
    )
    way.add_argument("scene", metavar="SCENE.json", help=_SCENE_HELP)
    way.add_argument("name", metavar="NAME", help="the shape that moves")
    for axis in ("dx", "dy"):
        way.add_argument(axis, metavar=axis.upper(), nargs="?", help="the motion")
    way.add_argument(
        "--turn", metavar="ANGLE", help="turn it by an angle in degrees, from +x toward +y; with DX DY while it moves"
    )
    way.add_argument("--about", metavar="X,Y", help=_ABOUT_HELP)
    way.rule = _cast_rule
    way.add_argument("--json", action="store_true", help="print JSON, with all digits")
    way.add_argument("-o", "--output", metavar="FILE", help="write to a file instead of standard output")
    add_schema_option(way, "cast")

    two = command(
        "draw",
        draw,
        help="draw the shapes, contacts and normals as SVG or PNG",
        description="Draws the scene as SVG: shapes coloured by relation or layer, contact points,\n"
        "normals, depths and distances. With --cast or --turn, also the way of a shape:\n"
        "the area it sweeps until it hits something, and the rest. A file name in .png\n"
        "gives a PNG, which needs resvg-py: pip install 'collide2d[png]'.",
    )
    two.add_argument("scene", metavar="SCENE.json", help=_SCENE_HELP)
    two.add_argument("-o", "--output", metavar="FILE.svg", help="write to a file, .svg or .png")
    goes = two.add_mutually_exclusive_group()
    goes.add_argument(
        "--cast", nargs=3, metavar=("NAME", "DX", "DY"), help="draw the motion of a shape and what it hits"
    )
    goes.add_argument("--turn", nargs=2, metavar=("NAME", "ANGLE"), help="draw the turn of a shape and what it hits")
    two.add_argument("--about", metavar="X,Y", help=_ABOUT_HELP)
    two.add_argument("--motion", nargs=2, metavar=("DX", "DY"), help="with --turn: how far it moves while it turns")
    two.rule = _draw_rule
    two.add_argument(
        "--width", type=_width, metavar="PX", help="width in pixels (default: 800, or 1200 for a large scene)"
    )
    two.add_argument("--title", help="the title, instead of that of the scene")
    two.add_argument("--labels", choices=("auto", "all", "none"), default="auto", help="names and depths")
    switch = argparse.BooleanOptionalAction
    two.add_argument(
        "--contacts", action=switch, help="contact points, normals and depths (default: unless --cast or --turn)"
    )
    two.add_argument(
        "--distances", action=switch, help="distances between neighbours that do not touch (default: in a small scene)"
    )
    two.add_argument("--grid", action=switch, default=True, help="rulers and grid")
    two.add_argument("--legend", action=switch, default=True, help="what the symbols mean")

    many = command(
        "pairs",
        pairs,
        help="print which rows of a table collide, as index pairs",
        description="Prints the index pairs of all rows of a table that collide, sorted, as lines\n"
        "i,j. A table is a .csv file of numbers, one shape per line, or an array in a\n"
        ".npy file. The kind decides its columns:\n"
        "  point x,y       circle x,y,r       segment ax,ay,bx,by\n"
        "  rect x,y,w,h[,angle]               capsule ax,ay,bx,by,r\n"
        "  roundrect x,y,w,h,r[,angle]\n"
        "Needs NumPy.",
    )
    kinds = ("point", "circle", "segment", "capsule", "rect", "roundrect")
    many.add_argument("file", metavar="FILE", help="the table, .csv or .npy")
    many.add_argument("--kind", metavar="KIND", choices=kinds, required=True, help="the kind of shape in each row")
    many.add_argument("--other", metavar="FILE", help="a second table: find pairs of a row of FILE and a row of OTHER")
    many.add_argument(
        "--other-kind", metavar="KIND", choices=kinds, help="the kind in the second table (default: the same)"
    )
    many.add_argument("--overlapping", action="store_true", help="find only pairs that overlap, not those that touch")
    many.add_argument(
        "--period",
        metavar=("WIDTH", "HEIGHT"),
        nargs=2,
        type=length_of_period,
        help="the world repeats: also find pairs through its border; none for an axis on which nothing does",
    )
    many.add_argument("--count", action="store_true", help="print only the number of pairs")
    many.add_argument("--progress", action="store_true", help="show how many pairs were found so far (needs tqdm)")
    many.add_argument("--threads", type=int, default=1, metavar="N", help="search with N threads (default: 1)")
    many.add_argument("-o", "--output", metavar="FILE", help="write to a file; .npy saves an array")

    game = command(
        "play",
        play,
        help="open the playground, a window to drag shapes in",
        description="Opens a window in which you drag, rotate, resize, add and delete shapes, and\n"
        "shows exactly which of them overlap, touch or are apart. Without a display it\n"
        "saves a picture, play.png, and prints its path.\n"
        "Needs pygame-ce: pip install 'collide2d[pygame]'.",
    )
    game.add_argument(
        "scene", metavar="SCENE.json", nargs="?", help=f"{_SCENE_HELP} (default: an example of every feature)"
    )
    game.add_argument("--picture", metavar="FILE", help="save a picture of the window instead of opening it")
    game.add_argument("--size", metavar="WxH", type=_size, default=SIZE, help="size of the window (default: 1280x800)")
    game.add_argument("--frames", metavar="N", type=_count, help="close the window after N frames")
    game.set_defaults(output=None)

    paths = command(
        "config",
        config,
        help="print where C programs find the C core",
        description="Prints a path that a C or C++ program needs to compile the C core; without an option all of them.",
    )
    asked = paths.add_mutually_exclusive_group()
    for name, (_, said) in PATHS.items():
        asked.add_argument(f"--{name}", dest="path", action="store_const", const=name, help=f"print {said}")
    paths.set_defaults(output=None)
    return top


def add_schema_option(parser: argparse.ArgumentParser, command: str) -> None:
    class PrintSchema(argparse.Action):
        """Prints the schema and ends the program, as --version does."""

        def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> None:
            parser.exit(_run(argparse.Namespace(run=lambda _: schema_text(command), output=None)))

    said = "print the JSON Schema of what --json prints, and exit"
    parser.add_argument("--schema", action=PrintSchema, nargs=0, default=argparse.SUPPRESS, help=said)


def play(options: argparse.Namespace) -> str:
    """Runs the playground; returns the message to print when the window is closed or if it cannot be opened."""
    return open_playground(options.scene, picture=options.picture, size=options.size, frames=options.frames)


def _refuse_to_overwrite(options: argparse.Namespace) -> None:
    """Raises SceneError if the output would replace a file that the command reads."""
    files = [getattr(options, what, None) for what in ("scene", "file", "other", "output")]
    *read, output = [path if path and os.path.isfile(path) else None for path in files]
    if output and any(path and os.path.samefile(path, output) for path in read):
        raise SceneError(f"{output}: the output would replace this file, which the command reads")


def _write(parts: Iterable[str], path: str | None, stdout: TextIO | None) -> None:
    if path is not None and path != "-":
        with replacing(path) as file:
            file.writelines(part.encode("utf-8") for part in parts)
        return
    if stdout is None:
        raise OSError(errno.EBADF, "it is closed")
    for part in parts:
        if not part.isascii() and hasattr(stdout, "reconfigure"):
            stdout.reconfigure(errors="backslashreplace")  # a letter that the terminal cannot print is escaped
        stdout.write(without_commands(part))
        stdout.flush()


def _complain(text: str) -> None:
    """Prints to stderr, if it is open: to print to None is to print to stdout."""
    if sys.stderr is not None:
        print(text, end="", file=sys.stderr)


def _give_up_stdout() -> None:
    """Discards the buffered output, which would otherwise fail again when Python exits."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program; returns its exit status. Wrong usage ends in argparse's SystemExit(2)."""
    top = parser()
    given = [*(sys.argv[1:] if arguments is None else arguments)]
    if not given:
        top.print_help(sys.stderr)
        return EXIT_MALFORMED
    options = top.parse_args([*given[1:], "--help"] if given[0] == "help" else given)
    options.colors = options.output in (None, "-") and has_colors(sys.stdout)
    return _run(options)


def _run(options: argparse.Namespace) -> int:
    """Runs a command; returns the exit status. An error is one line on stderr."""
    run: Callable[[argparse.Namespace], str | Report] = options.run
    try:
        _refuse_to_overwrite(options)
        made = run(options)
        report = Report([made]) if isinstance(made, str) else made
        _write(report.parts, options.output, sys.stdout)
        notes, status = report.ending()
        _complain(notes)
    except (PlayError, MissingError) as error:
        _complain(f"{without_commands(one_line(str(error)))}\n")
        return EXIT_UNWRITABLE
    except SceneError as error:
        _complain(f"{without_commands(one_line(str(error)))}\n")
        return EXIT_MALFORMED
    except BrokenPipeError:
        _give_up_stdout()  # the reader closed the pipe, as in `... | head`
        return EXIT_BROKEN_PIPE
    except OSError as error:
        where = "standard output"
        if options.output in (None, "-"):
            _give_up_stdout()
        else:
            where = without_commands(printable(options.output))
        _complain(f"{where}: cannot be written: {error.strerror or error}\n")
        return EXIT_UNWRITABLE
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    return status
