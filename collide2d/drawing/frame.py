"""The frame of a picture: the title, the rulers and the legend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from collide2d._rendering.colors import AXIS, GRID, INK, MUTED, PLOT, readable, rgb
from collide2d._rendering.labels import Box
from collide2d._rendering.rulers import round_step, tick_text, ticks
from collide2d.drawing.canvas import FAINT, NAME, SMALL, TITLE, Canvas, View, markup, num, text_width

_Entry: TypeAlias = tuple[str, str, str, float]  # a legend entry: symbol, colour, text and its left end

EDGE = 20.0  # paper around everything


def darker(color: str) -> str:
    """The colour with its brightness reduced by a third."""
    return "#" + "".join(f"{part * 13 // 20:02x}" for part in rgb(color))


def lighter(color: str) -> str:
    """The colour half way to white."""
    return "#" + "".join(f"{(part + 255) // 2:02x}" for part in rgb(color))


class Header(NamedTuple):
    lines: list[str]
    height: float


def header(title: str, description: str, width: float) -> Header:
    lines, y = [], EDGE
    if title:
        y += TITLE
        lines.append(
            f'<text x="{num(EDGE)}" y="{num(y)}" font-size="{num(TITLE)}" font-weight="600" fill="{INK}">'
            f"{markup(title)}</text>"
        )
        y += 6
    for line in _wrapped(description, NAME, width - 2 * EDGE):
        y += NAME * 1.4
        text = f'x="{num(EDGE)}" y="{num(y)}" font-size="{num(NAME)}" fill="{readable(MUTED)}"'
        lines.append(f"<text {text}>{markup(line)}</text>")
    return Header(lines, y + (10 if lines else 0))


def _wrapped(text: str, size: float, width: float) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def grid(view: View, plot: Box, spacing: float) -> list[str]:
    """Lines at round numbers, at least `spacing` pixels apart, and the numbers on the left and on top."""
    parts: list[str] = []
    axes: list[str] = []
    texts: list[str] = []
    step = round_step(spacing / view.scale)
    for along in (0, 1):
        low, high = ((plot.left, plot.right), (plot.top, plot.bottom))[along]
        first = view.corner[along] + (low - view.origin[along]) / view.scale
        last = view.corner[along] + (high - view.origin[along]) / view.scale
        for value in ticks(first, last, step):
            at = view.origin[along] + (value - view.corner[along]) * view.scale
            if not low + 1 < at < high - 1:
                continue
            a = num(at)
            down, right = f"M{a} {num(plot.top)}V{num(plot.bottom)}", f"M{num(plot.left)} {a}H{num(plot.right)}"
            path = down if along == 0 else right
            (axes if value == 0 else parts).append(path)
            x, y, anchor = (at, plot.top - 7, "middle") if along == 0 else (plot.left - 7, at + 3.5, "end")
            texts.append(f'<text x="{num(x)}" y="{num(y)}" text-anchor="{anchor}">{tick_text(value, step)}</text>')
    drawn = [f'<path d="{"".join(parts)}" stroke="{GRID}" fill="none"/>'] if parts else []
    drawn += [f'<path d="{"".join(axes)}" stroke="{AXIS}" fill="none"/>'] if axes else []
    return [*drawn, f'<g font-size="{num(SMALL)}" fill="{readable(MUTED)}">', *texts, "</g>"]


def legend_rows(entries: Sequence[tuple[str, str, str]], width: float) -> list[list[_Entry]]:
    rows: list[list[_Entry]] = [[]]
    x = EDGE
    for symbol, color, text in entries:
        w = 30 + text_width(text, 11.5) + 14
        if rows[-1] and x + w > width - EDGE:
            rows.append([])
            x = EDGE
        rows[-1].append((symbol, color, text, x))
        x += w
    return rows


def legend_line(row: Sequence[_Entry], y: float) -> list[str]:
    parts = []
    for symbol, color, text, x in row:
        canvas = Canvas(View(1.0, (0.0, 0.0), (0.0, 0.0)))
        if symbol in ("fill", "layer"):
            opacity = "" if symbol == "layer" else ' fill-opacity="0.16"'
            parts.append(
                f'<rect x="{num(x)}" y="{num(y - 6)}" width="20" height="12" rx="3" fill="{color}"{opacity}'
                f' stroke="{darker(color) if symbol == "layer" else color}" stroke-width="1.6"/>'
            )
        elif symbol == "ghost":
            parts.append(
                f'<rect x="{num(x)}" y="{num(y - 6)}" width="20" height="12" rx="3" fill="none" stroke="{color}"'
                ' stroke-dasharray="5 4"/>'
            )
        elif symbol == "arrow":
            canvas.arrow((x, y), (x + 21, y), color, 1.7)
        elif symbol == "bar":
            canvas.line((x + 3, y), (x + 18, y), color, 4.5, FAINT)
        elif symbol == "dash":
            canvas.line((x + 1, y), (x + 20, y), color, 1.2, ' stroke-dasharray="1 4"')
        else:
            canvas.dot((x + 10, y), 3.4, PLOT, color)
        parts += canvas.above
        said = markup(text)
        parts.append(f'<text x="{num(x + 27)}" y="{num(y + 4)}" font-size="11.5" fill="{INK}">{said}</text>')
    return parts
