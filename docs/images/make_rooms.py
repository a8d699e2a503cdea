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

WIDTH, HEIGHT, GAP_X, GAP_Y = 92.0, 30.0, 18.0, 34.0
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
        description="Each box is a folder of csrc with its number of files; an arrow leads to the folder that it includes.",
        width=720,
        grid=False,
    )
    boxes: dict[str, RoundRect] = {}
    for level, row in enumerate(rows(graph)):
        left = -(len(row) * (WIDTH + GAP_X) - GAP_X) / 2
        for i, room in enumerate(row):
            boxes[room] = RoundRect(left + i * (WIDTH + GAP_X), level * (HEIGHT + GAP_Y), WIDTH, HEIGHT, 6)
    for room, targets in sorted(reduced(graph).items()):
        for target in sorted(targets):
            (x, y), (to_x, to_y) = boxes[room].midbottom, boxes[target].midtop
            drawing.add_arrow((x, y), (to_x - x, to_y - y), color=INK)
    for room, box in boxes.items():
        drawing.add_shape(box, "", color=COLORS.get(room.partition("/")[0], INK), opacity=0.25)
        files = len(sources(room))
        x, y = box.center
        drawing.add_label((x - 0.42 * WIDTH, y + 3), f"{room} ({files})", size=11)
    return drawing


def main(arguments: list[str]) -> None:
    if arguments == ["--table"]:
        for room, targets in includes().items():
            print(f"{room:<18} {len(sources(room)):>3}  {', '.join(sorted(targets))}")
        return
    PICTURE.write_text(picture().to_svg(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
