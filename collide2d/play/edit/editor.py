"""The editor: a session with a tool, a grid to snap to, and a drag in progress.

It uses world coordinates and the size of a pixel, and knows neither windows nor keys. An impossible edit leaves the
document unchanged and puts the reason in `note`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from collide2d import Circle, Polygon, Shape
from collide2d.play.edit.gestures import (
    Aiming,
    Banding,
    Gesture,
    Handling,
    Making,
    Moving,
    Sliding,
    Turning,
)
from collide2d.play.edit.handles import (
    Handle,
    Hold,
    Snap,
    center_of_turn,
    handles_of,
    rotated,
    tip_of_turn,
    without_vertex,
)
from collide2d.play.model.answers import Answers
from collide2d.play.model.camera import LARGEST, Camera, Pair, power_of_two
from collide2d.play.model.document import Document, free_name, nudged
from collide2d.play.model.fields import with_field
from collide2d.play.model.session import PLAY, Change, Session, reason
from collide2d.play.model.simulation import played
from collide2d.play.model.wording import said_of_response
from collide2d.scene import RESPONSES
from collide2d.typing import Solid

GRIP = 7.0  # how near the mouse must be to a handle, pixels
TOUCH = 5.0  # the same for a shape
STILL = 3.0  # a press that moves less than this, in pixels, is a click and not a drag
USUAL = 32.0  # half the size of a shape made by a click, pixels
TURN = 15.0  # angles snap to multiples of this, degrees
QUARTER = 90.0  # the turn that a key gives a shape, degrees


class Tool(Enum):
    """What a press of the mouse button starts."""

    SELECT = "select"
    POINT = "point"
    CIRCLE = "circle"
    SEGMENT = "segment"
    CAPSULE = "capsule"
    RECT = "rect"
    ROUNDRECT = "roundrect"
    POLYGON = "polygon"
    MOTION = "motion"
    TURN = "turn"


AIMS = (Tool.MOTION, Tool.TURN)  # which give a shape its way
POINTERS = (Tool.SELECT, *AIMS)  # whose press picks a shape or a handle


@dataclass(frozen=True, slots=True)
class Grip:
    """A handle that the mouse can grab, and the name of its shape."""

    name: str
    handle: Handle


class Editor(Session):
    """Edits a document.

    >>> editor = Editor()
    >>> editor.use(Tool.CIRCLE)
    >>> editor.press((0, 0)); editor.drag((8, 0)); editor.release()
    >>> editor.document["circle 1"]
    Circle(0.0, 0.0, 8.0)
    >>> editor.undo(), len(editor.document), editor.redo(), len(editor.document)
    (True, 0, True, 1)
    """

    def __init__(self, document: Document | None = None) -> None:
        super().__init__(Document() if document is None else document)
        self.tool = Tool.SELECT
        self.step: float | None = None  # the step of the grid that edges snap to
        self.solid = False  # whether a dragged shape goes around others
        self.pixel = 1.0  # the size of a pixel in the world
        self.corners: list[Pair] = []  # the corners of the polygon in progress
        self.gesture: Gesture | None = None
        self.mouse: Pair = (0.0, 0.0)
        self._at_press: Change | None = None
        self._start, self._went = (
            self.mouse,
            False,
        )  # where the button was pressed, and whether the mouse has moved away

    # ---- snapping ----------------------------------------------------------------------------------------------------

    def look(self, camera: Camera) -> None:
        """Sets the size of a pixel. No shape is as large as some pixels can be, so there is a limit."""
        self.pixel = min(camera.unit, LARGEST / 64)

    def snap(self, free: bool = False) -> Snap:
        """The current rounding of positions: to the grid if it is on, else to a pixel. free: the other one."""
        if (self.step is None) != free:
            return Snap(power_of_two(self.pixel), 1.0, grid=False)
        return Snap(self.step or self.usual_step, TURN)

    @property
    def usual_step(self) -> float:
        """The default step at this scale: a power of two, 6 to 12 pixels."""
        return power_of_two(self.pixel * 12)

    # ---- the mouse ---------------------------------------------------------------------------------------------------

    def use(self, tool: Tool) -> None:
        """Switches to a tool."""
        self.cancel()
        self.tool = tool

    def grips(self) -> list[Grip]:
        """The visible handles: those of a single selected shape, and the tips of all selected motions and turns."""
        found: list[Grip] = []
        for name in self.selection:
            if name in self.document.motions:
                (x, y), (dx, dy) = self.document[name].center, self.document.motions[name]
                found.append(Grip(name, Handle(Hold.MOTION, "", (x + dx, y + dy), (x, y))))
            if name in self.document.turns:
                shape = self.document[name]
                tip = tip_of_turn(shape, self.document.turns[name], self.pixel)
                found.append(Grip(name, Handle(Hold.AIM, "", tip, center_of_turn(shape))))
        if self.selected is not None:
            found += [Grip(self.selected, handle) for handle in handles_of(self.document[self.selected], self.pixel)]
        return found

    def grip_at(self, p: Pair) -> Grip | None:
        """The nearest handle within reach; the first of equally near ones."""
        grips = [(math.dist(p, grip.handle.at), grip) for grip in self.grips()]
        near = min(grips, key=lambda pair: pair[0], default=None)
        return near[1] if near is not None and near[0] <= GRIP * self.pixel else None

    def shape_at(self, p: Pair, *, scenery: bool = False) -> str | None:
        """The shape at the mouse: the smallest one, so that none is hidden by another.

        Scenery can be picked only at its edge, or if it is selected or requested.
        """
        reach = TOUCH * self.pixel
        found: list[tuple[float, int, str]] = []
        found = []
        for name in self.answers.at(Circle(p, reach)):
            shape = self.document[name]
            if self.answers.is_scenery(name) and (
                shape.separation(p) < -reach or not scenery | (name in self.selection)
            ):
                continue
            left, top, right, bottom = shape.bounds
            found.append((math.hypot(right - left, bottom - top), -len(found), name))
        return min(found)[2] if found else None

    def press(self, p: Pair, *, extend: bool = False) -> None:
        """The button goes down at a world point. extend: add to the selection, or remove from it."""
        self.note = ""
        if self.gesture is not None:
            self.release()
        self._at_press, self.mouse = self.now, p
        self._start, self._went = p, False
        self.gesture = self._gesture(p, extend)

    def _gesture(self, p: Pair, extend: bool) -> Gesture | None:
        if self.tool is Tool.POLYGON:
            self._add_corner(p)
            return None
        if self.tool not in POINTERS:
            return Making(self.document, self.tool.value, p, USUAL * self.pixel)
        grip = None if extend else self.grip_at(p)
        if grip is not None and grip.handle.hold is Hold.MOTION:
            return Aiming(self.document, grip.name, p)
        if grip is not None and grip.handle.hold is Hold.AIM:
            return Turning(self.document, grip.name, p)
        if grip is not None and self.tool is Tool.SELECT:
            return Handling(self.document, grip.name, grip.handle, p)
        name = self.shape_at(p)
        if name is None:
            kept = self.selection if extend else ()
            self.select(kept)
            return Banding(self.document, self.answers, p, kept)
        if extend:
            self.select([n for n in self.selection if n != name] if name in self.selection else (*self.selection, name))
            return None
        if name not in self.selection or self.tool in AIMS:
            self.select([name])
        if self.tool is Tool.TURN:
            return Turning(self.document.with_turn(name, None), name, p)
        if self.tool is Tool.MOTION:
            return Aiming(self.document.with_motion(name, None), name, p)
        if self.solid and self.selected:
            return Sliding(self.document, self.answers, name, p)
        return Moving(self.document, self.selection, name, p)

    def drag(self, p: Pair, *, free: bool = False) -> None:
        """The mouse moves to a world point with the button down. free: invert snapping."""
        self.mouse = p
        self._went = self._went or math.dist(p, self._start) > STILL * self.pixel
        if self.gesture is None or not self._went:
            return
        try:
            change = self.gesture.drag(p, self.snap(free))
        except (ValueError, OverflowError) as error:
            self.note = reason(error)
            return
        self.note = ""
        self.show(change)

    def release(self) -> None:
        """The button goes up."""
        gesture, before = self.gesture, self._at_press
        if gesture is None or before is None:
            self._at_press = None
            return
        if isinstance(gesture, Making) and not self._went:
            self._went = True  # a click: its new shape is not shown yet
            self.drag(self.mouse)
        self.gesture = self._at_press = None
        what = _WORDS[type(gesture)]
        if self.record(what, before, self.now):
            if isinstance(gesture, (Making, Aiming, Turning)):
                self.tool = Tool.SELECT
        elif isinstance(gesture, Banding) and not self._went:
            name = self.shape_at(gesture.start, scenery=True)  # a click on empty space or on scenery
            self.select(gesture.kept if name is None else (*gesture.kept, name))
        elif isinstance(gesture, Moving) and len(self.selection) > 1 and not self._went:
            self.select([gesture.lead])  # a click on one of several selected shapes

    def cancel(self) -> bool:
        """Cancels the drag or the polygon in progress; returns whether there was one."""
        busy = self.gesture is not None or bool(self.corners)
        if self._at_press is not None:
            self.show(self._at_press)
        self.gesture = self._at_press = None
        self.corners = []
        return busy

    def make(self, p: Pair) -> bool:
        """Makes a shape of the tool's kind and usual size at a world point, or gives the selection a way."""
        tool, size = self.tool, USUAL * self.pixel
        self.use(Tool.SELECT)
        if tool is Tool.MOTION:
            return bool(self.selection) and self.set_motion((self.snap().length(2 * size), 0.0))
        if tool is Tool.TURN:
            return bool(self.selection) and self.set_turn(QUARTER)
        return self.attempt("new shape", lambda: Making(self.document, tool.value, p, size).drag(p, self.snap()))

    # ---- a polygon, point by point -----------------------------------------------------------------------------------

    def _add_corner(self, p: Pair) -> None:
        corner = self.snap().point(p)
        if self.corners and (corner == self.corners[-1] or math.dist(p, self.corners[0]) <= GRIP * self.pixel):
            self.finish()
        else:
            self.corners.append(corner)

    @property
    def outline(self) -> Shape | None:
        """The polygon of the corners so far."""
        return Polygon.hull(self.corners) if self.corners else None

    def finish(self) -> bool:
        """Adds the polygon of the corners so far; returns whether there was one."""
        shape = self.outline
        if shape is None:
            return False
        self.corners = []
        self.tool = Tool.SELECT
        return self.add("polygon 1", shape)

    # ---- commands ----------------------------------------------------------------------------------------------------

    def add(self, name: str, shape: Solid) -> bool:
        """Adds a shape, and selects it."""
        name = free_name(name, set(self.document.items))
        return self.attempt("new shape", lambda: Change(self.document.added([(name, shape)]), (name,)))

    def replace(self, what: str, shapes: Callable[[str], Solid]) -> bool:
        """Changes every selected shape."""
        return self.attempt(
            what, lambda: Change(self.document.moved({n: shapes(n) for n in self.selection}), self.selection)
        )

    def nudge(self, dx: float, dy: float, *, grains: bool = False) -> bool:
        """Moves the selected shapes by a vector, or by grains: ulps of their coordinates."""
        return self.replace("nudge", lambda name: nudged(self.document[name], dx, dy, grains=grains))

    def turn(self, degrees: float) -> bool:
        """Turns each selected shape about its own centre or pivot."""
        return self.replace("turn", lambda name: rotated(self.document[name], degrees))

    def grow(self, factor: float) -> bool:
        """Makes the selected shapes larger or smaller, each about its centre."""
        return self.replace("resize", lambda name: self.document[name].scale_by(factor))

    def delete(self) -> bool:
        """Deletes the selected shapes, or the last corner of a polygon in progress."""
        if self.corners:
            self.corners.pop()
            return True
        return self.attempt("delete", lambda: Change(self.document.removed(set(self.selection)), ()))

    def delete_vertex(self, p: Pair) -> bool:
        """Deletes the polygon vertex within reach."""
        grip = self.grip_at(p)
        if grip is None:
            return False
        return self.replace("delete vertex", lambda name: without_vertex(self.document[name], grip.handle))

    def duplicate(self) -> bool:
        """Copies the selected shapes, two steps to the right and down, and selects the copies."""
        by = 2 * (self.step or self.usual_step)
        return self.attempt("duplicate", lambda: Change(*self.document.copied(self.selection, (by, by))))

    def set_field(self, name: str, path: Sequence[str | int], value: float) -> bool:
        """Changes one of a shape's numbers."""
        return self.attempt(
            "number",
            lambda: Change(
                self.document.moved({name: with_field(self.document[name], tuple(path), value)}), self.selection
            ),
        )

    def rename(self, old: str, new: str) -> bool:
        """Renames a shape."""

        def change() -> Change:
            selection = tuple(new if name == old else name for name in self.selection)
            return Change(self.document.renamed(old, new), selection)

        return self.attempt("rename", change)

    def set_motion(self, motion: Pair | None) -> bool:
        """Gives every selected shape a motion, or removes it."""
        return self._set_all("motion" if motion else "no motion", lambda d, name: d.with_motion(name, motion))

    def set_turn(self, angle: float | None) -> bool:
        """Gives every selected shape a turn by an angle in degrees, or removes it."""
        return self._set_all("turn" if angle else "no turn", lambda d, name: d.with_turn(name, angle))

    def _set_all(self, what: str, changed: Callable[[Document, str], Document]) -> bool:
        def change() -> Change:
            document = self.document
            for name in self.selection:
                document = changed(document, name)
            return Change(document, self.selection)

        return self.attempt(what, change)

    def next_response(self) -> bool:
        """Gives the selected shapes that have a motion or turn the next response to what is in their way."""
        names = [name for name in self.selection if name in self.document.moving]
        if not names:
            self.note = "Select a shape with a motion or turn to choose what it does at a hit"
            return False
        old = self.document.items[names[0]].response
        new = RESPONSES[(RESPONSES.index(old) + 1) % len(RESPONSES)]

        def change() -> Change:
            document = self.document
            for name in names:
                document = document.with_response(name, new)
            return Change(document, self.selection)

        self.note = ""
        done = self.attempt("response", change)
        self.note = self.note or f"{names[0]}: {said_of_response(new)}"
        return done

    def play(self, steps: int = 1) -> bool:
        """Plays the scene for some steps of 1/60 s; returns whether anything moved."""
        return self.commit(PLAY, Change(played(self.document, steps), self.selection))

    def rewind(self) -> bool:
        """Undoes the last step if it is a play."""
        is_played = bool(self.history.done) and self.history.done[-1].what == PLAY
        return is_played and self.undo()

    def go(self) -> bool:
        """Moves the selected shapes along their motions while they turn, one after the other, as far as possible."""

        def change() -> Change:
            answers = Answers(self.document)
            for name in self.selection:
                if name in answers.document.moving:
                    answers.show(answers.document.moved({name: answers.stopped(name)}))
            return Change(answers.document, self.selection)

        return self.attempt("go", change)

    def touch(self) -> bool:
        """Moves the selected shape until it just touches: out of an overlap, or to its nearest neighbour."""
        name = self.selected
        if name is None:
            self.note = "Select one shape to move it until it touches the nearest"
            return False
        return self.attempt(
            "touch", lambda: Change(self.document.moved({name: self.answers.touching(name)}), self.selection)
        )

    def select_all(self) -> None:
        """Selects everything but scenery."""
        self.select(name for name in self.document.items if not self.answers.is_scenery(name))

    def select_next(self, by: int = 1) -> None:
        """Selects the next shape, or the previous one, cyclically."""
        names = list(self.document.items)
        if names:
            start = names.index(self.selection[-1]) if self.selection else -1 if by > 0 else 0
            self.select([names[(start + by) % len(names)]])

    def select_next_too(self) -> None:
        """Adds the next shape that is not selected to the selection."""
        names = list(self.document.items)
        start = names.index(self.selection[-1]) + 1 if self.selection else 0
        more = [name for name in names[start:] + names[:start] if name not in self.selection]
        self.select((*self.selection, *more[:1]))


_WORDS: dict[type, str] = {
    Moving: "move", Sliding: "slide", Handling: "reshape", Aiming: "motion", Turning: "turn", Banding: "select",
    Making: "new shape",
}  # fmt: skip
