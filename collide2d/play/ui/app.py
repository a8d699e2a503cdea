"""The playground's window: applies mouse and keys to the editor, and draws the result.

It needs only a pygame surface, not a display, and accepts events from any source.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame

from collide2d.play.edit.commands import BY_KEY, REPEATED, TOOLS
from collide2d.play.edit.editor import Tool
from collide2d.play.model.camera import Bounds, Camera, Pair, fitted, reach_of
from collide2d.play.model.document import Document
from collide2d.play.model.files import python_code
from collide2d.play.model.memory import Memory
from collide2d.play.model.session import PLAY
from collide2d.play.model.wording import number
from collide2d.play.ui.files import Files
from collide2d.play.ui.focus import Focus
from collide2d.play.ui.input_devices import NUDGES, PANS, key_text, to_clipboard
from collide2d.play.ui.painter import Painter
from collide2d.play.ui.panel import Entry, Target
from collide2d.play.view import palette
from collide2d.play.view.layout import Button, layout_of
from collide2d.play.view.pointer import cursor_for
from collide2d.play.view.scene_view import Shown

PAN = 48.0  # how far a key moves the view, in pixels


class App(Files):
    """An editor in a window."""

    def __init__(
        self, document: Document, size: tuple[int, int], *, path: str | None = None, memory: Memory | None = None
    ) -> None:
        super().__init__(document, path, memory)
        self.shown = Shown()
        self.theme = palette.DARK if self.memory.dark else palette.LIGHT
        self.painter = Painter()
        self.focus: Focus = Focus(self)
        self.help: bool = False
        self.scrolled = 0  # how many lines of the help are scrolled out
        self.mouse: Pair = (-1.0, -1.0)
        self.panning = False
        self.space = False
        self._held: set[int] = set()  # the pressed keys; another press of one of them is a repeat
        self.dirty = True
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
        self.say("")
        if self.entry is not None:
            self.say(self.typing.finish(), bad=True)
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
            self.zoom(1.15 ** min(max(getattr(event, "precise_y", event.y), -99), 99), self.mouse)
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
            self.say(self.typing.key(key, event.unicode), bad=True)
            return
        self.say("")
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

    def _on_leave(self, event: pygame.event.Event) -> None:
        self.release_all()

    def _on_enter(self, event: pygame.event.Event) -> None:
        self.notice_change()

    def release_all(self) -> None:
        """The window lost the focus and misses the release of keys and buttons: treats all as released."""
        self.space = self.panning = False
        self._held.clear()
        self.editor.release()

    def _on_motion_while_asked(self, event: pygame.event.Event) -> None:
        self.mouse = (float(event.pos[0]), float(event.pos[1]))

    def _on_press_while_asked(self, event: pygame.event.Event) -> None:
        self.mouse = (float(event.pos[0]), float(event.pos[1]))
        if self.question is not None and event.button == 1:
            self.answer(self.question.at(self.mouse))

    def _on_key_while_asked(self, event: pygame.event.Event) -> None:
        again = event.key in self._held
        self._held.add(event.key)
        if self.question is not None and not again:
            self.answer(self.question.by_key(key_text(event.key, event.mod)))

    # ---- the picker --------------------------------------------------------------------------------------------------

    def _on_press_while_picking(self, event: pygame.event.Event) -> None:
        self.mouse = (float(event.pos[0]), float(event.pos[1]))
        number = self.picker.at(self.mouse) if self.picker is not None else None
        if self.picker is not None and event.button == 1 and number is not None:
            self.open_choice(self.picker.choose(number))

    def _on_wheel_while_picking(self, event: pygame.event.Event) -> None:
        if self.picker is not None:
            self.picker.scroll(-event.y)

    def _on_key_while_picking(self, event: pygame.event.Event) -> None:
        key = key_text(event.key, event.mod)
        if key in ("Escape", "Ctrl+O"):
            self.picker = None
        elif self.picker is not None:
            self.open_choice(self.picker.key(key, event.unicode))

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
        moves = bool(self.editor.document.moving)
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
            self.say(("", "Obstacles of the shapes it touches, or of the nearest one", "Obstacles of all others")[
                self.shown.obstacles
            ])  # fmt: skip
        else:
            self.shown = replace(self.shown, **{name: not getattr(self.shown, name)})

    def set_step(self, factor: float) -> None:
        """Makes the grid finer or coarser by a factor."""
        self.editor.step = min(max((self.editor.step or self.editor.usual_step) * factor, 2.0**-200), 2.0**200)
        self.say(f"The grid step is {number(self.editor.step)}")

    def toggle_grid(self) -> None:
        """Turns snapping to a grid on, with a step that suits the scale, or off."""
        self.editor.step = None if self.editor.step is not None else self.editor.usual_step

    def toggle_dark(self) -> None:
        """Switches between the dark and the light theme."""
        self.theme = palette.LIGHT if self.theme is palette.DARK else palette.DARK
        self.memory.set_dark(self.theme is palette.DARK)

    def toggle_solid(self) -> None:
        self.editor.solid = not self.editor.solid
        self.say("Dragged shapes slide around the others" if self.editor.solid else "")

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
        """Finishes a polygon, or makes a shape in the middle of the view, or moves and turns shapes to their hits."""
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
            self.say(f"Copied {count} as Python")
        else:
            print(code, end="", flush=True)
            self.say(f"There is no clipboard: printed {count} as Python")
        return code

    # ---- playing -----------------------------------------------------------------------------------------------------

    def toggle_play(self) -> None:
        """Plays the motions and turns, or pauses."""
        self.playing = not self.playing and self._can_play()
        self.say("Playing; P pauses" if self.playing else self.note or "Paused; Ctrl+Z takes the play back")

    def step(self) -> None:
        """Plays one step, and pauses."""
        self.playing = False
        if self._can_play() and not self.editor.play():
            self.say("Nothing can move on")

    def _can_play(self) -> bool:
        if not self.editor.document.moving:
            self.say("No shape has a motion or turn: press 8 or 9 and drag from a shape, then P plays")
        return bool(self.editor.document.moving)

    def rewind(self) -> None:
        """Goes back to where the play began."""
        self.playing = False
        if not self.editor.rewind():
            self.say("Nothing has been played since the last change")

    def tick(self) -> None:
        """Advances a play by a frame of 1/60 s. It waits while something is dragged, typed or asked."""
        self.keep_unsaved()
        waits = self.editor.gesture is not None or self.entry is not None or self.help or self.question is not None
        if not self.playing or waits:
            return
        self.dirty = True
        self.painter.move()
        if not self.editor.play():
            self.playing = False
            self.say("Nothing can move on")

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

    def needs_drawing(self) -> bool:
        """Whether the picture is out of date, or can be drawn finer because nothing moves."""
        return self.dirty or self.painter.could_be_finer(self.layout.size)

    def draw(self, target: pygame.Surface, *, fine: bool = False) -> None:
        """Draws the window. fine: at the highest resolution, without a time limit."""
        palette.use(self.theme)
        self.painter.draw(target, self, fine=fine)
        self.dirty = False

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
    pygame.WINDOWFOCUSGAINED: App._on_enter,
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
