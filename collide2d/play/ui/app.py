"""The playground's window: applies mouse and keys to the editor, and draws the result.

It needs only a pygame surface, not a display, and accepts events from any source.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from collide2d.play.edit.commands import BY_KEY, REPEATED, TOOLS
from collide2d.play.edit.editor import Editor, Tool
from collide2d.play.model.camera import Bounds, Camera, Pair, fitted, reach_of
from collide2d.play.model.choices import Choice
from collide2d.play.model.document import Document
from collide2d.play.model.files import opened, place_to_save, python_code
from collide2d.play.model.gallery import Exhibit
from collide2d.play.model.memory import BEAT, Memory, Unsaved, discard
from collide2d.play.model.session import PLAY, Step
from collide2d.play.model.wording import number
from collide2d.play.ui.focus import Focus
from collide2d.play.ui.input_devices import NUDGES, PANS, key_text, to_clipboard
from collide2d.play.ui.painter import Painter
from collide2d.play.ui.panel import Entry, Panel, Target, Typing
from collide2d.play.ui.picker import Picker
from collide2d.play.view import palette
from collide2d.play.view.layout import Button, layout_of
from collide2d.play.view.overlay import Answer, Question
from collide2d.play.view.pointer import cursor_for
from collide2d.play.view.scene_view import Shown
from collide2d.scene import Scene, SceneError

OPEN, NEW = "open", "new scene"  # the undoable steps that replace the scene
PAN = 48.0  # how far a key moves the view, in pixels
CLOSE = "Close"  # the question before the window closes


class App:
    """An editor in a window."""

    def __init__(
        self, document: Document, size: tuple[int, int], *, path: str | None = None, memory: Memory | None = None
    ) -> None:
        self.editor = Editor(document)
        self.path = path
        self.saved: Scene | None = document.scene
        self.is_exhibit = False  # the scene is of the gallery: it can be left without a question
        self.memory = Memory(None) if memory is None else memory
        self._kept_at = 0.0  # when unsaved changes were last kept
        self.shown = Shown()
        self.theme = palette.DARK if self.memory.dark else palette.LIGHT
        self.panel = Panel()
        self.typing = Typing(self.editor, self.panel)
        self.painter = Painter()
        self.playing = False
        self.focus: Focus = Focus(self)
        self.help: bool = False
        self.scrolled = 0  # how many lines of the help are scrolled out
        self.done = False
        self.note, self.is_bad = "", False  # shown instead of the answer until the next event
        self.mouse: Pair = (-1.0, -1.0)
        self.panning = False
        self.space = False
        self._held: set[int] = set()  # the pressed keys; another press of one of them is a repeat
        self.dirty = True
        self.question: Question | None = None  # while a question is open, other events are ignored
        self.picker: Picker | None = None  # while the picker is open, events go to it
        self.layout = layout_of(size)
        self.camera: Camera = Camera((0.0, 0.0), (0.0, 0.0), 1.0)
        self.fit()
        self.editor.step = self.editor.usual_step

    # ---- camera ------------------------------------------------------------------------------------------------------

    def resize(self, size: tuple[int, int]) -> None:
        """Resizes the window; the world point at its middle stays in place."""
        old = self.layout.room
        self.layout = layout_of(size)
        new = self.layout.room
        middle = ((old[0] + old[2]) / 2, (old[1] + old[3]) / 2)
        self.camera = replace(
            self.camera, center=self.camera.world(middle), middle=((new[0] + new[2]) / 2, (new[1] + new[3]) / 2)
        )
        self.dirty = True

    def fit(self, bounds: Bounds | None = None) -> None:
        """Zooms to everything, or to a box of the world."""
        left, top, right, bottom = self.layout.room
        x, y = max(6.0, 0.04 * (right - left)), max(6.0, 0.04 * (bottom - top))
        self._look(fitted(bounds or self.editor.document.bounds, (left + x, top + y, right - x, bottom - y)))

    def zoom(self, factor: float, at: Pair | None = None) -> None:
        """Zooms in by a factor; the world point at the pixel `at` stays in place."""
        left, top, right, bottom = self.layout.room
        at = at or ((left + right) / 2, (top + bottom) / 2)
        here = self.camera.world(at)
        bounds = self.editor.document.bounds
        self._look(self.camera.zoomed(factor, at, max(reach_of(bounds), abs(here[0]), abs(here[1]))))

    def _look(self, camera: Camera) -> None:
        self.camera = camera
        self.editor.look(camera)
        self.dirty = True

    # ---- events ------------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        """Handles an event."""
        handlers = _HANDLERS if self.picker is None else _WHILE_PICKING
        handler = (handlers if self.question is None else _WHILE_ASKED).get(event.type)
        if handler is not None:
            before = self.editor.document
            handler(self, event)
            self.dirty = True
            if self.editor.document is not before:
                self.painter.move()

    def _on_quit(self, event: pygame.event.Event) -> None:
        self.quit()

    def _on_size(self, event: pygame.event.Event) -> None:
        self.resize((event.w, event.h) if hasattr(event, "w") else (event.x, event.y))

    def _on_drop(self, event: pygame.event.Event) -> None:
        self.open(event.file)

    def _on_motion(self, event: pygame.event.Event) -> None:
        x, y = self.mouse
        self.mouse = (float(event.pos[0]), float(event.pos[1]))
        if self.panning:
            self._look(self.camera.panned(self.mouse[0] - x, self.mouse[1] - y))
            self.painter.move()
            return
        free = bool(_mods(event) & pygame.KMOD_ALT)
        self.editor.drag(self.camera.world(self.mouse), free=free)

    def _on_press(self, event: pygame.event.Event) -> None:
        self.mouse = (float(event.pos[0]), float(event.pos[1]))
        if self.help:
            self.help = False
            return
        if event.button not in (1, 2, 3):
            return
        self._say("")
        if self.entry is not None:
            self._say(self.typing.finish(), bad=True)
            if self.entry is not None:  # invalid text stays in the field until it is corrected or cancelled
                return
        here = self.camera.world(self.mouse)
        if self.layout.covers(self.mouse):
            if event.button == 1:
                self._click()
        elif event.button == 1 and not self.space:
            self.editor.press(here, extend=bool(_mods(event) & (pygame.KMOD_SHIFT | pygame.KMOD_CTRL)))
        elif self.editor.corners:
            self.editor.finish()
        elif event.button != 3 or not self.editor.delete_vertex(here):
            self.panning = True

    def _on_release(self, event: pygame.event.Event) -> None:
        self.panning = False
        if event.button == 1:
            self.editor.release()

    def _on_wheel(self, event: pygame.event.Event) -> None:
        if not self.help and self.layout.panel is not None and self.layout.panel.holds(self.mouse):
            self.panel.scroll(-event.y)
        elif self.help:
            self._scroll_help(-event.y)
        else:
            self.zoom(1.15 ** getattr(event, "precise_y", event.y), self.mouse)
            self.painter.move()

    def _scroll_help(self, lines: int) -> None:
        self.scrolled = min(max(0, self.scrolled + lines), self.painter.help_lines)

    def _on_key(self, event: pygame.event.Event) -> None:
        if event.key == pygame.K_SPACE and self.entry is None:
            self.space = not self.focus.key("Enter")
            return
        again = event.key in self._held
        self._held.add(event.key)
        key = key_text(event.key, event.mod)
        if self.entry is not None:
            self._say(self.typing.key(key, event.unicode), bad=True)
            return
        self._say("")
        if self.help and key in ("Up", "Down", "PageUp", "PageDown"):
            self._scroll_help({"Up": -1, "Down": 1, "PageUp": -9, "PageDown": 9}[key])
        elif self.focus.key(key):
            return
        elif key in PANS:
            x, y = PANS[key]
            self._look(self.camera.panned(-PAN * x, -PAN * y))
            self.painter.move()
        elif key in NUDGES:
            dx, dy, grains = NUDGES[key]
            self.editor.nudge(dx, dy, grains=grains)
        elif key in BY_KEY and (not again or BY_KEY[key] in REPEATED):
            self.do(BY_KEY[key])

    def _on_key_up(self, event: pygame.event.Event) -> None:
        self._held.discard(event.key)
        if event.key == pygame.K_SPACE:
            self.space = self.panning = False

    def _on_leave(self, event: pygame.event.Event | None = None) -> None:
        """The window lost the focus and misses the release of keys and buttons: treats all as released."""
        self.space = self.panning = False
        self._held.clear()
        self.editor.release()

    def _on_motion_while_asked(self, event: pygame.event.Event) -> None:
        self.mouse = (float(event.pos[0]), float(event.pos[1]))

    def _on_press_while_asked(self, event: pygame.event.Event) -> None:
        self.mouse = (float(event.pos[0]), float(event.pos[1]))
        if self.question is not None and event.button == 1:
            self._answer(self.question.at(self.mouse))

    def _on_key_while_asked(self, event: pygame.event.Event) -> None:
        again = event.key in self._held
        self._held.add(event.key)
        if self.question is not None and not again:
            self._answer(self.question.by_key(key_text(event.key, event.mod)))

    # ---- the picker --------------------------------------------------------------------------------------------------

    def pick(self, *, files: bool = False) -> None:
        """Opens the picker of scenes and files."""
        self._on_leave()
        self.playing = False
        self.picker = Picker(self.memory.recent, files=files)

    def _on_press_while_picking(self, event: pygame.event.Event) -> None:
        self.mouse = (float(event.pos[0]), float(event.pos[1]))
        number = self.picker.at(self.mouse) if self.picker is not None else None
        if self.picker is not None and event.button == 1 and number is not None:
            self._open_choice(self.picker.choose(number))

    def _on_wheel_while_picking(self, event: pygame.event.Event) -> None:
        if self.picker is not None:
            self.picker.scroll(-event.y)

    def _on_key_while_picking(self, event: pygame.event.Event) -> None:
        key = key_text(event.key, event.mod)
        if key in ("Escape", "Ctrl+O"):
            self.picker = None
        elif self.picker is not None:
            self._open_choice(self.picker.key(key, event.unicode))

    def _open_choice(self, choice: Choice | None) -> None:
        if choice is None or choice.document is None or self.picker is None:
            return
        try:
            document = choice.document()
        except SceneError as error:
            self.picker.wrong = str(error)
            return
        self.picker = None
        if choice.exhibit is None:
            self._unless_unsaved("Open another scene", lambda: self._show_file(choice.path, document))
        else:
            exhibit = choice.exhibit
            self._unless_unsaved("Open another scene", lambda: self.show_exhibit(exhibit, document))

    def show_exhibit(self, exhibit: Exhibit, document: Document) -> None:
        """Shows a scene of the gallery, as an undoable step."""
        self.load(OPEN, document)
        self.path, self.saved, self.is_exhibit = None, document.scene, True
        self.editor.select(exhibit.selected)

    # ---- questions ---------------------------------------------------------------------------------------------------

    def _answer(self, answer: Answer | None) -> None:
        if answer is not None:
            self.question = None
            answer.do()

    @property
    def is_unsaved(self) -> bool:
        """Whether closing the window now would lose changes."""
        return self.editor.document.scene != self.saved or self.typing.entry is not None

    def _unless_unsaved(self, what: str, do: Callable[[], object]) -> None:
        """Runs an action that discards the scene: at once, or after a question about unsaved changes."""
        self._on_leave()
        if self.entry is not None:
            self._say(self.typing.finish(), bad=True)
        if not self.is_unsaved or (self.is_exhibit and what != CLOSE):
            do()
            return

        def save_first() -> None:
            if self.save():
                do()

        self.question = Question(
            f"{what} without saving?",
            (f"{self.title} has unsaved changes.",),
            (
                Answer("Save first", ("Enter", "S", "Ctrl+S"), save_first),
                Answer("Discard changes", ("D",), do),
                Answer("Cancel", ("Escape", "B"), lambda: None),
            ),
        )

    # ---- commands ----------------------------------------------------------------------------------------------------

    @property
    def entry(self) -> Entry | None:
        """The field being edited, if it is visible: the card is shown, and its shape is selected."""
        return self.typing.entry if self.layout.panel is not None and self.typing.is_open else None

    def do(self, name: str) -> None:
        """Runs a command of the table."""
        if self.help and name not in ("help", "quit"):
            self.help = False
            return
        if name in TOOLS:
            self.editor.use(Tool(name))
            return
        _COMMANDS[name](self)
        self.painter.move()

    def is_on(self, name: str) -> bool:
        """Whether the button of a command is shown as pressed."""
        if name in TOOLS:
            return self.editor.tool is Tool(name)
        if name == "play":
            return self.playing
        if name == "grid":
            return self.editor.step is not None
        if name == "solid":
            return self.editor.solid
        return (name == "help" and self.help) or bool(getattr(self.shown, name, False))

    def is_ready(self, name: str) -> bool:
        """Whether a command is available."""
        history = self.editor.history
        moves = bool(self.editor.document.motions)
        ready = {
            "undo": bool(history.done),
            "redo": bool(history.undone),
            "copy": bool(self.editor.document.items),
            "play": moves,
            "step": moves,
            "rewind": bool(history.done) and history.done[-1].what == PLAY,
        }
        return ready.get(name, True)

    def show(self, name: str) -> None:
        """Toggles whether something is shown."""
        if name == "obstacles":
            self.shown = replace(self.shown, obstacles=(self.shown.obstacles + 1) % 3)
            self._say(("", "Obstacles of the shapes it touches, or of the nearest one", "Obstacles of all others")[
                self.shown.obstacles
            ])  # fmt: skip
        else:
            self.shown = replace(self.shown, **{name: not getattr(self.shown, name)})

    def set_step(self, factor: float) -> None:
        """Makes the grid finer or coarser by a factor."""
        self.editor.step = min(max((self.editor.step or self.editor.usual_step) * factor, 2.0**-200), 2.0**200)
        self._say(f"The grid step is {number(self.editor.step)}")

    def toggle_grid(self) -> None:
        """Turns snapping to a grid on, with a step that suits the scale, or off."""
        self.editor.step = None if self.editor.step is not None else self.editor.usual_step

    def toggle_dark(self) -> None:
        """Switches between the dark and the light theme."""
        self.theme = palette.LIGHT if self.theme is palette.DARK else palette.DARK
        self.memory.set_dark(self.theme is palette.DARK)

    def toggle_solid(self) -> None:
        self.editor.solid = not self.editor.solid
        self._say("Dragged shapes slide around the others" if self.editor.solid else "")

    def escape(self) -> None:
        """Cancels the drag, or else returns to the select tool, or else clears the selection."""
        if self.playing:
            self.toggle_play()
            return
        if self.editor.cancel():
            return
        if self.editor.tool is not Tool.SELECT:
            self.editor.use(Tool.SELECT)
        else:
            self.editor.select(())

    def enter(self) -> None:
        """Finishes a polygon, or makes a shape in the middle of the view, or moves the shapes along their motions."""
        if self.editor.finish():
            return
        if self.editor.tool is Tool.SELECT:
            self.editor.go()
        else:
            left, top, right, bottom = self.layout.room
            self.editor.make(self.camera.world(((left + right) / 2, (top + bottom) / 2)))

    def copy(self) -> str:
        """Copies the selected shapes, or all, as Python to the clipboard, or prints the code; returns it."""
        editor = self.editor
        names = [n for n in editor.document.items if n in editor.selection or not editor.selection]
        code = python_code(editor.document, names)
        count = "1 shape" if len(names) == 1 else f"{len(names)} shapes"
        if to_clipboard(code):
            self._say(f"Copied {count} as Python")
        else:
            print(code, end="", flush=True)
            self._say(f"There is no clipboard: printed {count} as Python")
        return code

    def save(self) -> bool:
        """Saves the scene; returns whether it succeeded."""
        path = place_to_save(self.path)
        try:
            self.editor.document.scene.save(path)
        except OSError as error:
            self._say(f"{path}: cannot be written: {error.strerror or error}", bad=True)
            return False
        self.path, self.saved, self.is_exhibit = path, self.editor.document.scene, False
        self.memory.add_recent(path)
        self.memory.forget()
        self._say(f"Saved {path}")
        return True

    def open(self, path: str) -> None:
        """Opens another scene, as an undoable step."""
        self.picker = None
        try:
            document = opened(path)
        except SceneError as error:
            self._say(str(error), bad=True)
            return

        self._unless_unsaved("Open another scene", lambda: self._show_file(path, document))

    def _show_file(self, path: str, document: Document) -> None:
        self.load(OPEN, document)
        self.path, self.saved = path, document.scene
        self.memory.add_recent(path)
        self._say(f"Opened {path}")

    def undo(self) -> None:
        self._step(self.editor.undo, self.editor.history.done)

    def redo(self) -> None:
        self._step(self.editor.redo, self.editor.history.undone)

    def _step(self, go: Callable[[], bool], steps: Sequence[Step]) -> None:
        """Undoes or redoes a step. If that changes to another scene, the old file name is dropped, so it is not
        overwritten.
        """
        is_other = bool(steps) and steps[-1].what in (OPEN, NEW)
        if go() and is_other:
            self.path, self.saved, self.is_exhibit = None, None, False
            self.fit()

    def load(self, what: str, document: Document) -> None:
        """Shows another document, as an undoable step."""
        self.playing = self.is_exhibit = False
        self.editor.show_other(what, document)
        self.fit()

    def new(self) -> None:
        """Starts an empty scene, as an undoable step."""

        def show() -> None:
            self.load(NEW, Document())
            self.path, self.saved = None, self.editor.document.scene

        self._unless_unsaved("Start a new scene", show)

    def quit(self) -> None:
        """Quits, after a question if there are unsaved changes. A second close, during the question, discards them."""
        if self.question is not None:
            self.question, self.done = None, True
            return
        self.picker = None
        self._unless_unsaved(CLOSE, lambda: setattr(self, "done", True))

    # ---- playing -----------------------------------------------------------------------------------------------------

    def toggle_play(self) -> None:
        """Plays the motions, or pauses."""
        self.playing = not self.playing and self._can_play()
        self._say("Playing; P pauses" if self.playing else self.note or "Paused; Ctrl+Z takes the play back")

    def step(self) -> None:
        """Plays one step, and pauses."""
        self.playing = False
        if self._can_play() and not self.editor.play():
            self._say("Nothing can move on")

    def _can_play(self) -> bool:
        if not self.editor.document.motions:
            self._say("No shape has a motion: press 8 and drag an arrow from a shape, then P plays")
        return bool(self.editor.document.motions)

    def rewind(self) -> None:
        """Goes back to where the play began."""
        self.playing = False
        if not self.editor.rewind():
            self._say("Nothing has been played since the last change")

    def tick(self) -> None:
        """Advances a play by a frame of 1/60 s. It waits while something is dragged, typed or asked."""
        self._keep_unsaved()
        waits = self.editor.gesture is not None or self.entry is not None or self.help or self.question is not None
        if not self.playing or waits:
            return
        self.dirty = True
        self.painter.move()
        if not self.editor.play():
            self.playing = False
            self._say("Nothing can move on")

    # ---- unsaved changes ---------------------------------------------------------------------------------------------

    def _keep_unsaved(self) -> None:
        """Keeps unsaved changes every few seconds, for the case that the program or the machine ends."""
        if self.question is not None or time.monotonic() - self._kept_at < BEAT:
            return
        self._kept_at = time.monotonic()
        if self.editor.document.scene != self.saved:
            self.memory.keep(self.editor.document.scene, self.path)
        else:
            self.memory.forget()

    def offer(self, left: Unsaved) -> None:
        """Asks whether to restore changes that were not saved."""

        def restore() -> None:
            self.load(OPEN, Document(left.scene))
            self.path, self.saved = left.path, None
            discard(left.file)

        name = left.scene.title or os.path.basename(left.path or "") or "A scene"
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(left.when))
        self.question = Question(
            "Restore unsaved changes?",
            (f"{name} had changes that were not saved when the playground ended, {when}.",),
            (
                Answer("Restore", ("Enter", "R"), restore),
                Answer("Discard them", ("D",), lambda: discard(left.file)),
                Answer("Ask again next time", ("Escape",), lambda: None),
            ),
        )

    # ---- the panel ---------------------------------------------------------------------------------------------------

    def _click(self) -> None:
        self.focus.leave()
        button = self.layout.button_at(self.mouse)
        target = self.panel.at(self.mouse) if self.layout.panel else None
        if button is not None or target is not None:
            self.activate(button or target)

    def activate(self, target: Button | Target | None) -> None:
        """Does what a click on a button or on a line of the card does."""
        if isinstance(target, Button):
            if self.is_ready(target.command):
                self.do(target.command)
        elif target is None:
            return
        elif target.what == "answer":
            names = [str(name) for name in target.path]
            self.editor.select([*self.editor.selection, *names] if len(names) == 1 else names)
        elif target.what == "response":
            self.editor.next_response()
        else:
            self.typing.begin(target)

    # ---- pictures ----------------------------------------------------------------------------------------------------

    def _say(self, note: str, *, bad: bool = False) -> None:
        self.note, self.is_bad = note, bad

    def needs_drawing(self) -> bool:
        """Whether the picture is out of date, or can be drawn finer because nothing moves."""
        return self.dirty or self.painter.could_be_finer(self.layout.size)

    def draw(self, target: pygame.Surface, *, fine: bool = False) -> None:
        """Draws the window. fine: at the highest resolution, without a time limit."""
        palette.use(self.theme)
        self.painter.draw(target, self, fine=fine)
        self.dirty = False

    @property
    def title(self) -> str:
        """The title of the scene, or else the name of its file."""
        return self.editor.document.scene.title or os.path.basename(self.path or "") or "Untitled"

    @property
    def mark(self) -> str:
        """The mark of unsaved changes, for the title of the window and the heading."""
        return "● " if self.editor.document.scene != self.saved else ""

    @property
    def subtitle(self) -> str:
        """The source of the scene."""
        if self.path is not None:
            return self.path + (", unsaved changes" if self.editor.document.scene != self.saved else "")
        return self.editor.document.scene.description or "drag anything; F1 shows the keys, O more scenes"

    def cursor(self) -> int:
        """The system cursor at this position of the mouse."""
        if self.question is not None:
            return pygame.SYSTEM_CURSOR_HAND if self.question.at(self.mouse) else pygame.SYSTEM_CURSOR_ARROW
        if self.picker is not None:
            return pygame.SYSTEM_CURSOR_ARROW if self.picker.at(self.mouse) is None else pygame.SYSTEM_CURSOR_HAND
        if self.layout.covers(self.mouse) or self.help:
            return pygame.SYSTEM_CURSOR_HAND if self.layout.button_at(self.mouse) else pygame.SYSTEM_CURSOR_ARROW
        return cursor_for(self.editor, self.camera.world(self.mouse), panning=self.panning or self.space)


def _mods(event: pygame.event.Event) -> int:
    """The modifiers of a mouse event: those of the keyboard, unless a test put some into the event."""
    if hasattr(event, "mod"):
        return int(event.mod)
    return pygame.key.get_mods() if pygame.display.get_init() else 0


_HANDLERS: dict[int, Callable[[App, pygame.event.Event], None]] = {
    pygame.QUIT: App._on_quit,
    pygame.VIDEORESIZE: App._on_size,
    pygame.DROPFILE: App._on_drop,
    pygame.MOUSEMOTION: App._on_motion,
    pygame.MOUSEBUTTONDOWN: App._on_press,
    pygame.MOUSEBUTTONUP: App._on_release,
    pygame.MOUSEWHEEL: App._on_wheel,
    pygame.KEYDOWN: App._on_key,
    pygame.KEYUP: App._on_key_up,
    pygame.WINDOWFOCUSLOST: App._on_leave,
}

_WHILE_ASKED: dict[int, Callable[[App, pygame.event.Event], None]] = {
    pygame.QUIT: App._on_quit,
    pygame.VIDEORESIZE: App._on_size,
    pygame.MOUSEMOTION: App._on_motion_while_asked,
    pygame.MOUSEBUTTONDOWN: App._on_press_while_asked,
    pygame.KEYDOWN: App._on_key_while_asked,
    pygame.KEYUP: App._on_key_up,
    pygame.WINDOWFOCUSLOST: App._on_leave,
}

_WHILE_PICKING: dict[int, Callable[[App, pygame.event.Event], None]] = {
    **_WHILE_ASKED,
    pygame.DROPFILE: App._on_drop,
    pygame.MOUSEBUTTONDOWN: App._on_press_while_picking,
    pygame.MOUSEWHEEL: App._on_wheel_while_picking,
    pygame.KEYDOWN: App._on_key_while_picking,
}

_COMMANDS: dict[str, Callable[[App], object]] = {
    "contacts": lambda app: app.show("contacts"),
    "distances": lambda app: app.show("distances"),
    "ways": lambda app: app.show("ways"),
    "obstacles": lambda app: app.show("obstacles"),
    "names": lambda app: app.show("names"),
    "grid": App.toggle_grid,
    "finer": lambda app: app.set_step(0.5),
    "coarser": lambda app: app.set_step(2.0),
    "solid": App.toggle_solid,
    "touch": lambda app: app.editor.touch(),
    "go": App.enter,
    "play": App.toggle_play,
    "step": App.step,
    "rewind": lambda app: app.rewind(),
    "response": lambda app: app.editor.next_response(),
    "delete": lambda app: app.editor.delete(),
    "duplicate": lambda app: app.editor.duplicate(),
    "undo": App.undo,
    "redo": App.redo,
    "all": lambda app: app.editor.select_all(),
    "next": lambda app: app.editor.select_next(),
    "next too": lambda app: app.editor.select_next_too(),
    "focus": lambda app: app.focus.next(1),
    "focus back": lambda app: app.focus.next(-1),
    "previous": lambda app: app.editor.select_next(-1),
    "copy": App.copy,
    "scenes": App.pick,
    "open": lambda app: app.pick(files=True),
    "save": App.save,
    "new": App.new,
    "dark": App.toggle_dark,
    "fit": App.fit,
    "zoom 100": lambda app: app.zoom(1.0 / app.camera.scale),
    "zoom in": lambda app: app.zoom(1.25),
    "zoom out": lambda app: app.zoom(0.8),
    "turn right": lambda app: app.editor.turn(15.0),
    "turn left": lambda app: app.editor.turn(-15.0),
    "turn right a little": lambda app: app.editor.turn(1.0),
    "turn left a little": lambda app: app.editor.turn(-1.0),
    "help": lambda app: setattr(app, "help", not app.help),
    "escape": App.escape,
    "quit": App.quit,
}  # fmt: skip
