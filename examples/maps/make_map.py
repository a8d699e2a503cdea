"""Makes the example map: level.tmj and level.tmx, their tileset and a template in both formats, and tiles.png.

Both maps are the same level, written as Tiled writes them, to be looked at and edited there; the letters and numbers
here are only where they came from. `python examples/maps/make_map.py` makes them again.
"""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

from make_tiles import IDS, SIZE, ObjectId, picture, properties, tileset
from make_xml import map_xml, template_xml, tileset_xml

HERE = Path(__file__).parent
COLUMNS, ROWS = 90, 18
DEPTH = 4  # of what is on a line of its own in the JSON files

Vec = tuple[float, float]

H, V, D = 0x80000000, 0x40000000, 0x20000000

# A tile, and how it is flipped: H and V mirror it; with D, which swaps x and y before, they turn it by quarters.
LETTERS: dict[str, tuple[str, int]] = {
    "#": ("earth", 0), "/": ("slope", 0), "\\": ("slope", H), "L": ("slope", V), "J": ("slope", H | V),
    "a": ("gentle low", 0), "b": ("gentle high", 0), "c": ("gentle high", H), "d": ("gentle low", H),
    "o": ("stone", 0), "_": ("slab", 0), "[": ("slab", D | H), "B": ("bricks", 0), "-": ("plank", 0),
    "^": ("spikes", 0), "v": ("spikes", V), ">": ("spikes", D | H), "H": ("ladder", 0),
    "w": ("water top", 0), "W": ("water", 0), "f": ("flower", 0), "t": ("tuft", 0), "u": ("bush", 0), "s": ("sign", 0),
    "F": ("flag", 0), "(": ("cloud left", 0), ")": ("cloud right", 0),
    "m": ("hill side", 0), "M": ("hill", 0), "n": ("hill side", H),
}  # fmt: skip

SKY = r"""
..........................................................................................
..........()..................................()..........................................
...........................().........................................()..................
.....()..........................()..................()...........................()......
..........................................................................................
......................mn..................................................................
.....................mMMn.....................................mn..........................
....................mMMMMn............mn.....................mMMn.........................
...................mMMMMMMn..........mMMn...................mMMMMn................mn......
......mn..........mMMMMMMMMn........mMMMMn........mn.......mMMMMMMn..............mMMn.....
.....mMMn........mMMMMMMMMMMn......mMMMMMMn......mMMn.....mMMMMMMMMn............mMMMMn....
....mMMMMn......mMMMMMMMMMMMMn....mMMMMMMMMn....mMMMMn...mMMMMMMMMMMn..........mMMMMMMn...
...mMMMMMMn....mMMMMMMMMMMMMMMn..mMMMMMMMMMMn..mMMMMMMn.mMMMMMMMMMMMMn........mMMMMMMMMn..
..mMMMMMMMMn..mMMMMMMMMMMMMMMMMnmMMMMMMMMMMMMnmMMMMMMMMnMMMMMMMMMMMMMMn......mMMMMMMMMMMn.
"""
GROUND = r"""
#........................................................................................#
#........................................................................................#
#........................................................................................#
#........................................................................................#
#........................................................................................#
#........................................................................................#
#........................................................................................#
#........................................................................................#
#.............................................#######......H#####........................#
#.............................................L#####J......H#####........................#
#..................BBBB.........................vv.........H#####...................BBBBB#
#..........................................................H#####[..................B....#
#..........................................................H#####........................#
#........./###\........ab####cd...................._#\.....H#####>.......................#
#.......ab#####\....ab#########cd................_####\....H#####....oo.........ab########
############################################...##################..######......###########
############################################www##################..######......###########
############################################WWW##################^^######^^^^^^###########
"""
PLANKS = {8: (39, "----"), 10: (69, "---"), 11: (34, "----"), 13: (56, "--")}
DECORATION = {
    7: (47, "t..f...........F"), 12: (12, "f............t.u"), 13: (83, "u...F"),
    14: (2, "s.tfu..........tu................t....................t...........f..........s"),
}  # fmt: skip

# Where coins are, in tiles.
COINS = [
    (11, 11), (12, 10.6), (13, 11), (19, 9), (20, 9), (21, 9), (22, 9), (35, 10), (36, 10), (40, 7), (41, 7),
    (44, 12.4), (45, 12), (46, 12.4), (47.5, 6.4), (49, 6), (50.5, 6.4), (55, 9.4), (56, 9.6), (57, 9.4),
    (69, 9), (70, 8.7), (71, 9), (74, 8.6), (75.5, 8.2), (77, 8.6), (82, 12), (83, 12),
]  # fmt: skip


def rows(picture: str) -> list[str]:
    lines = picture.strip("\n").splitlines()
    return [line.ljust(COLUMNS, ".") for line in lines] + ["." * COLUMNS] * (ROWS - len(lines))


def strips(strips: dict[int, tuple[int, str]]) -> list[str]:
    return [("." * x + text).ljust(COLUMNS, ".") for x, text in (strips.get(row, (0, "")) for row in range(ROWS))]


def gid(letter: str, above: str = "#") -> int:
    if letter == ".":
        return 0
    name, flips = LETTERS[letter]
    if letter == "#" and above in ".ov_^H[>-":
        name = "grass"
    return IDS[name] + 1 | flips


class Ids:
    """Numbers for layers and objects, and the layers and objects made with them."""

    def __init__(self) -> None:
        self.layers, self.objects = itertools.count(1), itertools.count(1)

    def layer(self, kind: str, name: str, **keys: Any) -> dict[str, Any]:
        data = {"id": next(self.layers), "name": name, "opacity": 1, "type": kind, "visible": True, "x": 0, "y": 0}
        return {**data, **keys}

    def tiles(self, name: str, letters: list[str], **keys: Any) -> dict[str, Any]:
        data = []
        for above, line in itertools.pairwise(["#" * COLUMNS, *letters]):
            data += [gid(letter, upper) for letter, upper in zip(line, above, strict=True)]
        return self.layer("tilelayer", name, data=data, height=ROWS, width=COLUMNS, **keys)

    def objects_layer(self, name: str, solid: bool | None, *objects: dict[str, Any]) -> dict[str, Any]:
        keys = {} if solid is None else {"properties": properties({"solid": solid})}
        return self.layer("objectgroup", name, draworder="topdown", objects=[*objects], **keys)

    def object(
        self, name: str, place: Vec, size: Vec = (0, 0), rotation: float = 0, class_: str = "", **keys: Any
    ) -> dict[str, Any]:
        """An object at a place in tiles, of a size in pixels, with other keys as in the file."""
        data = {"height": size[1], "id": next(self.objects), "name": name, "rotation": rotation, "type": class_}
        data |= {"visible": True, "width": size[0], "x": SIZE * place[0], "y": SIZE * place[1]}
        return {**data, **keys}

    def coin(self, x: float, y: float) -> dict[str, Any]:
        return {"id": next(self.objects), "template": "coin.tj", "x": SIZE * x, "y": SIZE * (y + 1)}


def points(*corners: Vec) -> list[dict[str, float]]:
    return [{"x": x, "y": y} for x, y in corners]


def obstacles(ids: Ids) -> dict[str, Any]:
    """What blocks the way, in every shape that Tiled has."""
    rock = points((0, 0), (42, 0), (42, -40), (32, -36), (27, -12), (13, -10), (8, -30), (0, -34))
    rope = points((0, 0), (48, 18), (96, 24), (144, 18), (192, 0))
    return ids.objects_layer(
        "obstacles",
        True,
        ids.object("boulder", (40, 12.75), (72, 72), ellipse=True),
        ids.object("mound", (55, 14.5), (112, 32), ellipse=True),
        ids.object("log", (43.5, 14.75), (128, 24), -4, capsule=True),
        ids.object("beam", (34.25, 15), (160, 14), -38),
        ids.object("rope", (53, 8), polyline=rope),
        ids.object("rock", (71.25, 15), polygon=rock),
        ids.object("", (26, 13), (32, 32), gid=IDS["crate"] + 1),
        ids.object("", (16.25, 15), (44, 44), -9, gid=IDS["crate"] + 1 | H),
    )


def things(ids: Ids) -> dict[str, Any]:
    """Where what moves begins, and coins."""
    path = ids.object("lift path", (74.5, 13), polyline=points((0, 0), (80, 0), (80, -128)))
    lift = properties({"one_way": True, "path": ObjectId(path["id"]), "solid": True, "speed": 60.0})
    enemies = [((28, 12.5), 64.0), ((37.5, 14.5), 48.0), ((50, 7.5), 80.0), ((83, 13.5), 40.0)]
    note = {"text": "Tiled draws this,\ncollide2d does not.", "wrap": True}
    return ids.objects_layer(
        "things",
        None,
        ids.object("spawn", (3.5, 14.25), point=True),
        path,
        ids.object("lift", (73.5, 12.75), (64, 16), class_="platform", properties=lift),
        *(
            ids.object("", place, class_="enemy", point=True, properties=properties({"walk": walk}))
            for place, walk in enemies
        ),
        *(ids.coin(*place) for place in COINS),
        ids.object("note", (1.25, 12.5), (120, 38), text=note),
    )


def triggers(ids: Ids) -> dict[str, Any]:
    """What notices who enters it; each has its name as class."""
    wind = points((0, 0), (224, 0), (192, 128), (32, 128))
    shapes: list[tuple[str, Vec, Vec, dict[str, Any], dict[str, Any]]] = [
        ("checkpoint", (61.5, 6), (64, 64), {}, {}),
        ("exit", (86.5, 12), (64, 64), {"next": "level.tmx"}, {}),
        ("wind", (46, 3), (0, 0), {"force": -0.5}, {"polygon": wind}),
        ("hint", (48.5, 9.75), (96, 48), {"text": "Mind your head"}, {"capsule": True}),
        ("abyss", (0, 18.5), (SIZE * COLUMNS, 48), {"damage": 99}, {}),
    ]
    return ids.objects_layer(
        "triggers",
        False,
        *(
            ids.object(name, place, size, class_=name, properties=properties(said), **keys)
            for name, place, size, said, keys in shapes
        ),
    )


def level() -> dict[str, Any]:
    """The map, as Tiled writes it in JSON."""
    ids = Ids()
    hills = ids.tiles("hills", rows(SKY), offsety=32, parallaxx=0.5)
    layers = [
        ids.layer("group", "backdrop", layers=[hills], properties=properties({"solid": False})),
        ids.tiles("ground", rows(GROUND)),
        ids.tiles("planks", strips(PLANKS)),
        ids.tiles("decoration", strips(DECORATION)),
        obstacles(ids),
        things(ids),
        triggers(ids),
    ]
    return {
        "backgroundcolor": "#d7eef5", "compressionlevel": -1, "height": ROWS, "infinite": False, "layers": layers,
        "nextlayerid": next(ids.layers), "nextobjectid": next(ids.objects), "orientation": "orthogonal",
        "properties": properties({"gravity": 0.6, "title": "Over the hills"}), "renderorder": "right-down",
        "tiledversion": "1.12.0", "tileheight": SIZE, "tilesets": [{"firstgid": 1, "source": "tiles.tsj"}],
        "tilewidth": SIZE, "type": "map", "version": "1.10", "width": COLUMNS,
    }  # fmt: skip


def template() -> dict[str, Any]:
    """What makes an object a coin."""
    coin = {"gid": IDS["coin"] + 1, "height": SIZE, "id": 1, "name": "", "rotation": 0, "type": "", "visible": True}
    return {"object": {**coin, "width": SIZE}, "tileset": {"firstgid": 1, "source": "tiles.tsj"}, "type": "template"}


def text_of(data: dict[str, Any]) -> str:
    """JSON with a line for each object, each tile and each layer's tiles."""
    kept: list[str] = []
    for line in json.dumps(data, indent=1).splitlines():
        depth, text = len(line) - len(line.lstrip()), line.strip()
        if kept and (depth > DEPTH or (depth == DEPTH and text[0] in "]}")):
            kept[-1] += (" " if kept[-1][-1] == "," else "") + text
        else:
            kept.append(line)
    return "\n".join(kept) + "\n"


def write(name: str, text: str) -> None:
    (HERE / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    (HERE / "tiles.png").write_bytes(picture())
    write("tiles.tsj", text_of(tileset()))
    write("tiles.tsx", tileset_xml(tileset()))
    write("coin.tj", text_of(template()))
    write("coin.tx", template_xml(template()))
    write("level.tmj", text_of(level()))
    write("level.tmx", map_xml(level()))
