"""Makes rooms.svg, the map of CONTRIBUTING.md, from the includes of the C code: `python docs/images/make_rooms.py`.

A room is a folder. An arrow goes from a room to a room whose headers it includes; arrows that follow from two others
are left out. `--table` prints every room with its number of files and the rooms that it includes.
"""

from __future__ import annotations

import re
import sys
from graphlib import TopologicalSorter
from pathlib import Path

from collide2d import RoundRect
from collide2d.drawing import BLUE, GREEN, INK, MUTED, Drawing

ROOT = Path(__file__).resolve().parent.parent.parent
CSRC = ROOT / "csrc"
PICTURE = Path(__file__).with_name("rooms.svg")
Graph = dict[str, set[str]]

WIDTH, HEIGHT, GAP_X, GAP_Y = 106.0, 30.0, 12.0, 34.0
COLORS = {"core": BLUE, "batch": GREEN, "python": MUTED}


def sources(room: str) -> list[Path]:
    return sorted(path for path in (CSRC / room).iterdir() if path.suffix in (".c", ".h"))


def includes() -> Graph:
    """Of each room that has files: the other rooms whose headers its files include."""
    rooms = sorted({path.parent.relative_to(CSRC).as_posix() for path in CSRC.rglob("*.[ch]")})
    graph: Graph = {room: set() for room in rooms}
    for room in rooms:
        for path in sources(room):
            for name in re.findall(r'^#include "([^"]+)"', path.read_text(encoding="utf-8"), re.MULTILINE):
                target = (path.parent / name).resolve().parent.relative_to(CSRC).as_posix()
                if target != room:
                    graph[room].add(target)
    return graph


def reduced(graph: Graph) -> Graph:
    """The same reachability with the fewest arrows. The graph has no circles."""
    below: Graph = {}
    for room in TopologicalSorter(graph).static_order():
        below[room] = set().union(*({target} | below[target] for target in graph[room]))
    return {
        room: {target for target in targets if not any(target in below[other] for other in targets)}
        for room, targets in graph.items()
    }


def rows(graph: Graph) -> list[list[str]]:
    """Rooms by the length of the longest chain of includes below them, the longest first."""
    depth: dict[str, int] = {}
    for room in TopologicalSorter(graph).static_order():
        depth[room] = 1 + max((depth[target] for target in graph[room]), default=-1)
    return [sorted(room for room in depth if depth[room] == level) for level in range(max(depth.values()), -1, -1)]


def picture() -> Drawing:
    graph = includes()
    drawing = Drawing(
        title="The rooms of the C code",
        description="Each box is a folder of csrc, with its number of files. Arrows lead to the folders it includes.",
        width=720,
        grid=False,
    )
    boxes: dict[str, RoundRect] = {}
    step = WIDTH + GAP_X
    for level, row in enumerate(rows(graph)):
        # The core to the left, what both sides include in the middle, the binding to the right.
        left = [room for room in row if room.startswith("core")]
        right = [room for room in row if room.startswith("python")]
        columns = {room: i - len(left) for i, room in enumerate(left)} | {room: 1 + i for i, room in enumerate(right)}
        for room in row:
            boxes[room] = RoundRect(columns.get(room, 0) * step, level * (HEIGHT + GAP_Y), WIDTH, HEIGHT, 6)
    for room, targets in sorted(reduced(graph).items()):
        for target in sorted(targets):
            (x, y), (to_x, to_y) = boxes[room].midbottom, boxes[target].midtop
            drawing.add_arrow((x, y), (to_x - x, to_y - y), color=INK)
    for room, box in boxes.items():
        drawing.add_shape(box, "", color=COLORS.get(room.partition("/")[0], INK), opacity=0.25)
        files = len(sources(room))
        drawing.add_label(box.center, f"{room} ({files})", size=10)
    return drawing


def main(arguments: list[str]) -> None:
    if arguments == ["--table"]:
        for room, targets in includes().items():
            print(f"{room:<18} {len(sources(room)):>3}  {', '.join(sorted(targets))}")
        return
    PICTURE.write_text(picture().to_svg(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
