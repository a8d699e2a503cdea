"""Keyboard and clipboard: the names of pygame's keys in the table of commands, and copying text."""

from __future__ import annotations

import pygame

_NAMES = {
    pygame.K_RETURN: "Enter", pygame.K_KP_ENTER: "Enter", pygame.K_ESCAPE: "Escape", pygame.K_TAB: "Tab",
    pygame.K_DELETE: "Delete", pygame.K_BACKSPACE: "Backspace", pygame.K_HOME: "Home", pygame.K_F1: "F1",
    pygame.K_F6: "F6", pygame.K_END: "End", pygame.K_PAGEUP: "PageUp", pygame.K_PAGEDOWN: "PageDown",
    pygame.K_PLUS: "+", pygame.K_KP_PLUS: "+", pygame.K_EQUALS: "=", pygame.K_MINUS: "-", pygame.K_KP_MINUS: "-",
    pygame.K_LEFTBRACKET: "[", pygame.K_RIGHTBRACKET: "]",
    pygame.K_LEFT: "Left", pygame.K_RIGHT: "Right", pygame.K_UP: "Up", pygame.K_DOWN: "Down",
}  # fmt: skip

_ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}

# The direction in which Alt and an arrow key move the view.
PANS = {f"Alt+{name}": direction for name, direction in _ARROWS.items()}

# The vector of a nudge, and whether its unit is the grain.
NUDGES = {
    f"{held}{name}": (dx * size, dy * size, held == "Ctrl+")
    for name, (dx, dy) in _ARROWS.items()
    for held, size in (("", 1.0), ("Shift+", 1 / 16), ("Ctrl+", 1.0))
}


def key_text(key: int, mods: int) -> str:
    """The text of a key with its modifiers, such as "Ctrl+Shift+Z"; Ctrl is also the command key of a Mac.

    >>> key_text(pygame.K_z, pygame.KMOD_LCTRL), key_text(pygame.K_LEFT, pygame.KMOD_LSHIFT), key_text(pygame.K_1, 0)
    ('Ctrl+Z', 'Shift+Left', '1')
    """
    name = _NAMES.get(key) or (chr(key).upper() if 32 < key < 127 else "")
    held = "Ctrl+" * bool(mods & (pygame.KMOD_CTRL | pygame.KMOD_META))
    held += "Alt+" * bool(mods & pygame.KMOD_ALT and name in _ARROWS)
    # The key of a plus or a bracket, and whether it needs Shift, depends on the keyboard layout.
    shift = "Shift+" * bool(mods & pygame.KMOD_SHIFT and name not in ("+", "=", "[", "]"))
    return held + shift + name


def to_clipboard(said: str) -> bool:
    """Puts a text into the clipboard; returns whether that worked."""
    try:
        if not pygame.display.get_init() or pygame.display.get_surface() is None:
            return False
        pygame.scrap.put_text(said)
        return bool(pygame.scrap.get_text() == said)
    except (pygame.error, AttributeError, NotImplementedError):
        return False
