"""The layout of the window: tools on the left, numbers and answers on the right, the status line below.

In a narrow window there is no card on the right; in a low one the tools are in two rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from collide2d.play.edit.commands import ACTIONS, PLAYS, SWITCHES, TOOLS
from collide2d.play.model.camera import Bounds, Pair

EDGE = 12  # between a card and the edge of the window
BUTTON = 36
PAD = 6
PANEL = 300
NARROW = 860  # narrower windows have no card on the right
STATUS = 36
LEAST = (360, 280)


class Area(NamedTuple):
    """A rectangle of pixels."""

    x: int
    y: int
    w: int
    h: int

    def holds(self, p: Pair) -> bool:
        return self.x <= p[0] < self.x + self.w and self.y <= p[1] < self.y + self.h

    @property
    def right(self) -> int:
        return self.x + self.w

    @property
    def bottom(self) -> int:
        return self.y + self.h


class Button(NamedTuple):
    """A button: its area and its command."""

    command: str
    area: Area


@dataclass(frozen=True, slots=True)
class Layout:
    """The cards of a window."""

    size: tuple[int, int]
    tools: Area
    actions: Area
    panel: Area | None
    status: Area
    buttons: tuple[Button, ...]
    rules: tuple[Area, ...]  # lines between groups of buttons

    @property
    def cards(self) -> tuple[Area, ...]:
        return tuple(card for card in (self.tools, self.actions, self.panel, self.status) if card is not None)

    def covers(self, p: Pair) -> bool:
        """Whether a pixel is on a card."""
        return any(card.holds(p) for card in self.cards)

    def button_at(self, p: Pair) -> Button | None:
        return next((button for button in self.buttons if button.area.holds(p)), None)

    @property
    def room(self) -> Bounds:
        """The area free of cards, for the picture."""
        right = self.panel.x if self.panel else self.size[0]
        margin = 1.5 * EDGE
        top = EDGE + BUTTON + 2 * PAD
        return (self.tools.right + margin, top, right - margin, self.status.y - margin)


def layout_of(size: tuple[int, int]) -> Layout:
    """The cards of a window of this size.

    >>> layout_of((1280, 800)).panel is not None, layout_of((700, 500)).panel is None
    (True, True)
    """
    w, h = max(size[0], LEAST[0]), max(size[1], LEAST[1])
    groups: tuple[tuple[str, ...], ...] = (TOOLS, SWITCHES, PLAYS)
    count = sum(map(len, groups))
    low = h < 2 * EDGE + (len(groups) + 1) * PAD + count * BUTTON
    buttons: list[Button] = []
    rules: list[Area] = []
    if low:
        halves: tuple[tuple[str, ...], ...] = (TOOLS, SWITCHES + PLAYS)
        columns, rows = len(halves), max(map(len, halves))
        button = min(BUTTON, (h - 3 * EDGE - 2 * PAD - (0 if w >= NARROW else STATUS)) // rows)
        tools = Area(EDGE, EDGE, columns * button + 2 * PAD, rows * button + 2 * PAD)
        for column, group in enumerate(halves):
            for row, name in enumerate(group):
                area = Area(EDGE + PAD + column * button, EDGE + PAD + row * button, button, button)
                buttons.append(Button(name, area))
    else:
        tools = Area(EDGE, EDGE, BUTTON + 2 * PAD, count * BUTTON + (len(groups) + 1) * PAD + len(groups) - 1)
        y = EDGE + PAD
        for group in groups:
            if y > EDGE + PAD:
                rules.append(Area(EDGE + 2 * PAD, y + PAD // 2, BUTTON - 2 * PAD, 1))
                y += PAD + 1
            for name in group:
                buttons.append(Button(name, Area(EDGE + PAD, y, BUTTON, BUTTON)))
                y += BUTTON
    wide = w >= NARROW
    size_of_action = BUTTON if wide else min(BUTTON, (w - 2 * EDGE - tools.right - 2 * PAD) // len(ACTIONS))
    actions_width = PANEL if wide else len(ACTIONS) * size_of_action + 2 * PAD
    actions = Area(w - EDGE - actions_width, EDGE, actions_width, BUTTON + 2 * PAD)
    gap = (actions_width - 2 * PAD - len(ACTIONS) * size_of_action) / (len(ACTIONS) - 1)
    for i, name in enumerate(ACTIONS):
        x = round(actions.x + PAD + i * (size_of_action + gap))
        buttons.append(Button(name, Area(x, EDGE + PAD, size_of_action, BUTTON)))
    panel = Area(w - EDGE - PANEL, actions.bottom + PAD, PANEL, h - EDGE - actions.bottom - PAD) if wide else None
    left = tools.right + EDGE if h - tools.bottom < STATUS + 2 * EDGE else EDGE
    right = panel.x if panel else w
    status = Area(left, h - EDGE - STATUS, right - left - EDGE, STATUS)
    return Layout((w, h), tools, actions, panel, status, tuple(buttons), tuple(rules))
