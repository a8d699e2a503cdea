"""The system's clipboard, if there is one."""

from __future__ import annotations

import pygame


def to_clipboard(said: str) -> bool:
    """Puts a text into the clipboard; whether there is one that has it now."""
    try:
        if not pygame.display.get_init() or pygame.display.get_surface() is None:
            return False
        pygame.scrap.put_text(said)
        return bool(pygame.scrap.get_text() == said)
    except (pygame.error, AttributeError, NotImplementedError):
        return False
