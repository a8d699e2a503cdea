"""The focus of the keyboard: F6 moves it between the tools, the actions and the card on the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from collide2d.play.ui.panel import Panel, Target
from collide2d.play.view.layout import Button, Layout

Focusable: TypeAlias = Button | Target

_STEPS = {"Up": -1, "Left": -1, "Shift+Tab": -1, "Down": 1, "Right": 1, "Tab": 1}
_PAGES = {"PageUp": -5, "PageDown": 5}


class Host(Protocol):
    """The window, which has buttons and a card, and does what they say."""

    layout: Layout
    panel: Panel

    def activate(self, target: Button | Target | None) -> None: ...


class Focus:
    """The button or line of the card that has the focus; usually none, and the keys go to the picture."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._group = self._index = -1

    @property
    def _groups(self) -> list[Sequence[Focusable]]:
        layout = self._host.layout
        tools = [b for b in layout.buttons if layout.tools.holds((b.area.x, b.area.y))]
        actions = [b for b in layout.buttons if b not in tools]
        return [tools, actions, self._host.panel.targets if layout.panel is not None else []]

    @property
    def target(self) -> Focusable | None:
        """What has the focus."""
        group = self._groups[self._group] if self._group >= 0 else []
        return group[min(self._index, len(group) - 1)] if group else None

    def next(self, by: int) -> None:
        """Moves the focus to the next group, or back; after the last group to the picture."""
        groups = self._groups
        places = [-1, *(i for i, group in enumerate(groups) if group)]
        here = places.index(self._group) if self._group in places else 0
        self._group, self._index = places[(here + by) % len(places)], 0

    def leave(self) -> None:
        """Gives the keys back to the picture."""
        self._group = -1

    def key(self, key: str) -> bool:
        """Handles a key; returns whether it was for what has the focus."""
        target = self.target
        if target is None:
            self.leave()
            return False
        group = self._groups[self._group]
        if key in _STEPS:
            self._index = (group.index(target) + _STEPS[key]) % len(group)
        elif key in _PAGES and isinstance(target, Target):
            self._host.panel.scroll(_PAGES[key])
        elif key == "Enter":
            self._host.activate(target)
        elif key == "Escape":
            self.leave()
        else:
            return False
        return True
