"""The commands and their keys. The help, the tooltips of the buttons and the keyboard all read this table."""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """A command: its name, its keys, its description, and its group in the help."""

    name: str
    keys: tuple[str, ...]
    says: str
    group: str = ""  # "" is not listed in the help


TOOLS = ("select", "point", "circle", "segment", "capsule", "rect", "roundrect", "polygon", "motion", "turn")
SWITCHES = ("contacts", "distances", "ways", "obstacles", "names", "grid", "solid")
PLAYS = ("play", "step", "rewind")
ACTIONS = ("undo", "redo", "fit", "scenes", "save", "copy", "dark", "help")

COMMANDS = (
    Command("select", ("V", "0"), "select and move", "Tools"),
    Command("point", ("1",), "a point", "Tools"),
    Command("circle", ("2",), "a circle", "Tools"),
    Command("segment", ("3",), "a segment", "Tools"),
    Command("capsule", ("4",), "a capsule", "Tools"),
    Command("rect", ("5",), "a box", "Tools"),
    Command("roundrect", ("6",), "a round box", "Tools"),
    Command("polygon", ("7",), "a polygon, point by point", "Tools"),
    Command("motion", ("8", "M"), "a motion: an arrow from a shape", "Tools"),
    Command("turn", ("9",), "a turn: drag about the pivot", "Tools"),
    Command("contacts", ("N",), "contact points and normals", "Show"),
    Command("distances", ("D",), "distances", "Show"),
    Command("ways", ("W",), "motions, turns, what they hit", "Show"),
    Command("obstacles", ("C",), "obstacles: nearby, all, none", "Show"),
    Command("names", ("L",), "names", "Show"),
    Command("grid", ("G",), "snap to the grid", "Exactness"),
    Command("finer", ("[",), "a finer grid"),
    Command("coarser", ("]",), "a coarser grid"),
    Command("solid", ("B",), "drags slide around others", "Exactness"),
    Command("touch", ("T",), "move until it touches the nearest", "Exactness"),
    Command("go", ("Enter",), "move and turn to the hit", "Exactness"),
    Command("play", ("P",), "play motions and turns, or pause", "Play"),
    Command("step", (".",), "one step of 1/60 s", "Play"),
    Command("rewind", (",",), "back to where the play began", "Play"),
    Command("response", ("R",), "at a hit: stop, slide, bounce, pass", "Play"),
    Command("delete", ("Delete", "Backspace"), "delete", "Edit"),
    Command("duplicate", ("Ctrl+D",), "duplicate", "Edit"),
    Command("undo", ("Ctrl+Z",), "undo", "Edit"),
    Command("redo", ("Ctrl+Y", "Ctrl+Shift+Z"), "redo", "Edit"),
    Command("all", ("Ctrl+A",), "select all", "Edit"),
    Command("next", ("Tab",), "select the next shape", "Edit"),
    Command("next too", ("Ctrl+Tab",), "select the next shape as well", "Edit"),
    Command("previous", ("Shift+Tab",), "select the previous shape"),
    Command("copy", ("Ctrl+C",), "copy as Python", "Edit"),
    Command("scenes", ("O",), "scenes to try", "Edit"),
    Command("open", ("Ctrl+O",), "open a file, or a recent one", "Edit"),
    Command("save", ("Ctrl+S",), "save the scene", "Edit"),
    Command("new", ("Ctrl+N",), "new empty scene", "Edit"),
    Command("dark", ("K",), "dark or light colours", "Show"),
    Command("fit", ("F", "Home"), "show everything", "Show"),
    Command("zoom in", ("+", "="), "zoom in"),
    Command("zoom 100", ("Ctrl+0",), "one unit is one pixel", "Show"),
    Command("zoom out", ("-",), "zoom out"),
    Command("turn right", ("E",), "rotate clockwise"),
    Command("turn left", ("Q",), "rotate counterclockwise"),
    Command("turn right a little", ("Shift+E",), "rotate clockwise by 1°"),
    Command("turn left a little", ("Shift+Q",), "rotate counterclockwise by 1°"),
    Command("help", ("F1", "H"), "all keys", "Show"),
    Command("focus", ("F6",), "focus: tools, actions, card", "Show"),
    Command("focus back", ("Shift+F6",), "move the focus back"),
    Command("escape", ("Escape",), "cancel, or clear the selection"),
    Command("quit", ("Ctrl+Q",), "quit"),
)

# Commands that repeat while their key is held.
REPEATED = frozenset((
    "step",
    "undo", "redo", "next", "previous", "next too", "zoom in", "zoom out", "finer", "coarser",
    "turn right", "turn left", "turn right a little", "turn left a little",
))  # fmt: skip

BY_NAME = {command.name: command for command in COMMANDS}
BY_KEY = {key: command.name for command in COMMANDS for key in command.keys}

# Lines of the help that are not commands.
MOUSE = (
    ("drag", "moves a shape, or reshapes it"),
    ("drag the tip of a way", "aims; the ghost shows the stop"),
    ("drag the background", "selects with a rectangle"),
    ("Shift + click", "adds to the selection"),
    ("Alt while dragging", "toggles snapping"),
    ("right or middle drag", "pans the view, as Space does"),
    ("wheel", "zooms at the pointer"),
    ("right click a vertex", "deletes it"),
    ("click a number", "edits it: 12.5, 1/3, 2^-10"),
    ("click an answer", "selects the pair and shows all of it"),
    ("drop a file", "opens the scene"),
)
NUDGES = (
    ("arrow keys", "nudge by 1"),
    ("Shift + arrow", "by 1/16"),
    ("Ctrl + arrow", "by one ulp, the smallest step"),
    ("Q  E", "rotate by 15°, with Shift by 1°"),
    ("[  ]", "finer grid, coarser grid"),
    ("+  -", "zoom in, zoom out"),
    ("Alt + arrow", "move the view"),
    ("Enter", "a new shape, with a tool"),
)


def tip(name: str) -> str:
    """The tooltip of a button.

    >>> tip("undo")
    'undo  (Ctrl+Z)'
    """
    command = BY_NAME[name]
    return f"{command.says}  ({command.keys[0]})"
