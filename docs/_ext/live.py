"""What makes the pictures live: one script, of the core in WebAssembly and of the code that draws the pictures.

`bundle` puts the script together: docs/live/*.js, and in JavaScript the modules that `translate` makes of
`collide2d.drawing` and of the tables of pictures. wasm.py compiles the core and docs/live/shim.c.
"""

from __future__ import annotations

import ast
import functools
import json
import re
import sys
import zlib
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import wasm
from translate import Translator

import collide2d

DOCS = Path(__file__).resolve().parents[1]
ROOT = DOCS.parent
LIVE = DOCS / "live"
# The library's modules, in the order in which they import each other, and what a page does not need of them.
LIBRARY = {
    "collide2d._rendering.colors": "",
    "collide2d._rendering.outlines": "corner_arcs arc_points outline_points clip clip_to_box clip_by_polygon Arc",
    "collide2d._rendering.labels": "",
    "collide2d._rendering.rulers": "",
    "collide2d._rendering.borders": "",
    "collide2d._turning": "",
    "collide2d._rendering.turns": "",
    "collide2d.drawing.canvas": "",
    "collide2d.drawing.frame": "",
    "collide2d.drawing.marks": "",
    "collide2d.drawing.picture": "",
    "collide2d.scene": "Scene.__post_init__ Item.__post_init__ Layer.__post_init__ Scene._read_mapping"
    " Scene._check_items Scene.to_dict Scene.dumps Scene.save",
    "collide2d.drawing.scenes": "svg",
    "collide2d.space": "picture",
    "collide2d._numbers": "",
    "collide2d.walker.hold": "",
    "collide2d.walker.steps": "",
    "collide2d.walker.controller": "Walker.__getstate__ Walker.__setstate__ Walk._repr_svg_",
    "collide2d._platforms": "cmath _Ride.turn _Ride.way",
    "collide2d._pushing": "",
    "collide2d.tiled.grids": "collide2d pytiled_parser collide2d.tiled.object_shapes"
    " Turn projection_of size_of _staggered",
}
ONLY = {"collide2d.scene": ("Layer", "Item", "Finding", "Gap", "Met", "Cast", "TurnCast", "Scene")}
TABLES = (
    "shapes", "bodies", "relations", "motion", "spaces", "walkers", "levels", "oracle", "scenes", "arrays", "games",
)  # fmt: skip
GUIDES = ("break", "bodies", "ideas", "mover", "turning", "union", "levels", "walker")
NO_MAP = "WALLS TREE level json tempfile collide2d.tiled"
COOKBOOK = DOCS / "images" / "make_cookbook.py"
NO_PICTURES = "LIVE NOTHING DOCS PAGES FOLDER PARSER Entry entries Run _append svg doctest types"
SIGNS = "".join(chr(c) for c in range(ord("#"), ord("~") + 1) if c != ord("\\"))  # 91 that need no escape


def _module(source: Path, *, changeable: bool = False, leave_out: str = "", only: tuple[str, ...] = ()) -> str:
    text = source.read_text(encoding="utf-8")
    made = Translator().module(text, changeable=changeable, leave_out=leave_out.split(), only=only)
    return f"(M)=>{{{made}}}"


@functools.cache
def drawing_code() -> str:
    """The translated modules: those of the library run once, those of the pictures for each frame."""
    parts = []
    for name, leave_out in LIBRARY.items():
        source = ROOT / Path(*name.split(".")).with_suffix(".py")
        parts.append(f'library("{name}",{_module(source, leave_out=leave_out, only=ONLY.get(name, ()))});')
    for name in TABLES:
        source = DOCS / "_ext" / "table" / f"{name}.py"
        parts.append(f'tables["table.{name}"]={_module(source, changeable=True)};')
    for name in GUIDES:
        source = DOCS / "images" / f"make_{name}.py"
        parts.append(f'tables["{name}"]={_module(source, changeable=True)};')
    parts.append(f'library("table.maps",(M)=>{{{Translator().module(maps(), changeable=True)}}});')
    parts.append(
        f'tables["tiled"]={_module(DOCS / "images" / "make_isometric.py", changeable=True, leave_out=NO_MAP)};'
    )
    parts.append(f'tables["cookbook"]={_module(COOKBOOK, leave_out=NO_PICTURES)};')
    for entry in recipes():
        made = Translator(traced=True).module(entry.whole, changeable=True)
        parts.append(f'recipes["{entry.name}"]=[{json.dumps(entry.title)},(M)=>{{{made}}}];')
    return "\n".join(parts)


def maps() -> str:
    """The maps of the pictures as Python that needs no reader of maps: their things with the shapes that they have."""
    games = import_module("table.maps")
    sys.path.append(str(COOKBOOK.parent))
    isometric_map = import_module("make_isometric").level()
    screen = import_module("collide2d.tiled.grids").projection_of(isometric_map.tiled)
    motion, turn = (
        import_module("collide2d.scene").load(ROOT / "examples" / "scenes" / f"{name}.json")
        for name in ("motion", "turn")
    )
    listed = ",".join(f"Thing({t.shape!r},{t.called!r},{t.name!r},{t.class_!r},{t.solid})" for t in games.level())
    ground = ",".join(f"Thing({t.shape!r},{t.called!r},'','',True,Layer({t.layer.name!r}))" for t in isometric_map)
    items, turning = (
        ",".join(f"Item({item.name!r},{item.shape!r},{item.layer!r})" for item in scene.items)
        for scene in (motion, turn)
    )
    layers = ",".join(f"SceneLayer({x.name!r},{x.color!r},{x.ignore!r})" for x in turn.layers)
    given = {*re.findall(r"\b[A-Z]\w+(?=\()", listed + ground + items + turning)} - {"Item", "Layer", "Thing"}
    names = ", ".join(sorted(given))
    return f"""
from typing import NamedTuple
from collide2d import {names}
from collide2d.drawing.scenes import drawing_of
from collide2d.scene import Item, Scene
from collide2d.scene import Layer as SceneLayer
from collide2d.tiled.grids import Isometric
class Layer(NamedTuple):
    name: str
class Thing(NamedTuple):
    shape: Shape
    called: str
    name: str
    class_: str
    solid: bool
    layer: Layer = None
def level():
    return [{listed}]
def ground():
    return [{ground}]
def to_screen(x, y):
    return {screen!r}.to_screen((x, y))
def isometric(ratio, left):
    return Isometric(ratio, left)
def cast():
    scene = Scene(({items}), {motion.title!r}, {motion.description!r})
    return drawing_of(scene, cast=scene.cast("hero", (260, -60)))
def turn():
    scene = Scene(({turning}), {turn.title!r}, {turn.description!r}, ({layers},))
    return drawing_of(scene, cast=scene.turn_cast("door", 90))
PICTURES = {{"cast": cast, "turn": turn}}
"""


class Recipe(NamedTuple):
    """An entry of the cookbook, and its code with its imports before it, as a page runs it."""

    name: str
    title: str
    whole: str


@functools.cache
def recipes() -> tuple[Recipe, ...]:
    """The entries of the cookbook."""
    sys.path.append(str(COOKBOOK.parent))
    cookbook = import_module(COOKBOOK.stem)
    return tuple(Recipe(entry.name, entry.title, named(entry.live)) for entry in cookbook.entries())


def named(code: str) -> str:
    """Code with the names that it takes from the package, for `from collide2d import *`."""
    used = {node.id for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)} & set(collide2d.__all__)
    return code.replace("from collide2d import *", f"from collide2d import {', '.join(sorted(used))}")


def _bare(text: str) -> str:
    """JavaScript without the lines of comments and without indentation."""
    return re.sub(r"^\s*(//.*\n)?", "", text, flags=re.MULTILINE)


def code(*, on_a_page: bool = True) -> str:
    """The body of a function of the core's `instance`, which returns what a page or a test needs."""
    files = ["python.js", "core.js", "arrays.js", "pictures.js", "recipes.js", "oracle.js", "links.js"]
    needed = "draw, collide2d: modules.collide2d, reset: () => wasm.live_reset(), repr: $.repr, linked, variables"
    if on_a_page:
        files += ["page.js", "board.js", "hero.js"]
        needed = "Picture, Board, Hero"
    parts = [_bare((LIVE / name).read_text(encoding="utf-8")) for name in files]
    return "\n".join([*parts, drawing_code(), f"connect(instance);\nreturn {{ {needed} }};"])


def deflated(data: bytes) -> bytes:
    """Compressed data, without a header."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def packed(data: bytes) -> str:
    """Compressed data as an expression of JavaScript: two characters for 13 bits, an eighth less than base64 needs."""
    short, digits = deflated(data), list[int]()
    bits = int.from_bytes(short, "little")
    whole = bin(bits)[2:].zfill(-(-8 * len(short) // 13) * 13)
    for i in range(len(whole), 0, -13):
        digits += divmod(int(whole[i - 13 : i], 2), len(SIGNS))
    return f'[{len(short)},"{"".join(SIGNS[digit] for digit in digits)}"]'


def bundle() -> str | None:
    """The script of the site; None without a compiler for the core."""
    core = wasm.core()
    if core is None:
        return None
    loader = (LIVE / "loader.js").read_text(encoding="utf-8")
    texts = f"const CORE = {packed(core)};\nconst CODE = {packed(code().encode())};"
    return f'(() => {{\n"use strict";\n{texts}\n{loader}}})();\n'


def _tree(source: Path) -> ast.Module:
    return ast.parse(source.read_text(encoding="utf-8"))


@functools.cache
def drawn_names() -> frozenset[str]:
    """The pictures that are live: "module/function" for those of the reference, "guide/key" for those of a guide."""
    found = set()
    for name in TABLES:
        for s in _tree(DOCS / "_ext" / "table" / f"{name}.py").body:
            decorators = s.decorator_list if isinstance(s, ast.FunctionDef) else []
            if any(ast.unparse(d).startswith("picture(") for d in decorators):
                found.add(f"table.{name}/{s.name}")  # type: ignore[attr-defined]
    for name in GUIDES:
        for s in _tree(DOCS / "images" / f"make_{name}.py").body:
            value = s.value if isinstance(s, (ast.Assign, ast.AnnAssign)) else None
            if isinstance(value, ast.Dict) and "PICTURES" in ast.unparse(s)[:8]:
                found |= {f"{name}/{key.value!s}" for key in value.keys if isinstance(key, ast.Constant)}
    found |= {"maps/cast", "maps/turn", "tiled/isometric"}
    return frozenset(found | {f"cookbook/{recipe.name}" for recipe in recipes()})


def guide_picture(file: Path) -> str | None:
    """The live picture that an image of a guide is, such as images/idea-speed.svg; None for others."""
    prefix, _, key = file.stem.partition("-")
    guide = {"idea": "ideas"}.get(prefix, prefix)
    if file.parent.name == "cookbook" or file.name in ("cast.svg", "turn.svg"):
        guide, key = ("cookbook" if file.parent.name == "cookbook" else "maps"), file.stem
    return name if (name := f"{guide}/{key}") in drawn_names() else None
