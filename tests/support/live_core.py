"""The script of the site under Node: its pictures, its verbs, and what a user changes in them."""

from __future__ import annotations

import ast
import importlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import collide2d
from collide2d import Body, Capsule, Circle, Point, Polygon, Rect, RoundRect, Segment, Shape

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs" / "_ext"))

live: Any = __import__("live")
translate: Any = __import__("translate")

DRIVER = """
const fs = require("fs");
const [core, code, questions] = process.argv.slice(2, 5).map((file) => fs.readFileSync(file));
const instance = new WebAssembly.Instance(new WebAssembly.Module(core));
const page = new Function("instance", code.toString())(instance);
const answers = new Function("page", "questions", process.argv[5])(page, JSON.parse(questions));
fs.writeSync(1, JSON.stringify(answers));
"""


def needed() -> bytes:
    """The compiled core."""
    wasm = live.wasm.core()
    assert isinstance(wasm, bytes), "needs the core for wasm32: clang and wasi-libc, or ziglang"
    assert shutil.which("node"), "needs Node"
    return wasm


def answers(questions: Any, program: str) -> Any:
    """What a function of the page (`page`) and of the questions (`questions`) returns."""
    wasm = needed()
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("core.wasm", "code.js", "questions.json", "driver.js")]
        contents = (wasm, live.code(on_a_page=False).encode(), json.dumps(questions).encode(), DRIVER.encode())
        for file, content in zip(files, contents, strict=True):
            file.write_bytes(content)
        command = ["node", str(files[3]), *map(str, files[:3]), program]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


# ---- shapes by their numbers -----------------------------------------------------------------------------------------


def made(numbers: Mapping[str, Any]) -> Any:
    """The shape that a page keeps as these numbers; a pair of numbers is itself."""
    if isinstance(numbers, Sequence):
        return tuple(numbers)
    if "pieces" in numbers:
        pieces = [made(piece) for piece in numbers["pieces"]]
        names = numbers.get("names")
        return Body(dict(zip(names, pieces, strict=True))) if names else Body(pieces)
    if "rect" in numbers:
        return _rect(numbers)
    points, radius, kind = numbers["points"], numbers["radius"], numbers["kind"]
    makers: dict[str, Callable[[], Shape]] = {
        "point": lambda: Point(points[0]),
        "circle": lambda: Circle(points[0], radius),
        "segment": lambda: Segment(points[0], points[-1]),
        "capsule": lambda: Capsule(points[0], points[-1], radius),
        "polygon": lambda: Polygon(points, radius),
    }
    return makers[kind]()


def _rect(numbers: Mapping[str, Any]) -> Shape:
    x, y, w, h, px, py, angle, r = numbers["rect"]
    radius = [r] if numbers["kind"] == "roundrect" else []
    kind: Any = RoundRect if radius else Rect
    if numbers["inner"]:
        return RoundRect.around(x, y, w, h, r, angle)
    if numbers["anchor"] == 1:
        return kind.centered(x, y, w, h, *radius, angle)  # type: ignore[no-any-return]
    if numbers["anchor"] == 2:
        return kind.pivoted(x, y, w, h, *radius, (px, py), angle)  # type: ignore[no-any-return]
    if numbers["anchor"] == 3:
        return Rect.from_corners(x, y, w, h)
    return kind(x, y, w, h, *radius, angle, pivot=(px, py) if numbers["pivoted"] else None)  # type: ignore[no-any-return]


# ---- pictures with changes -------------------------------------------------------------------------------------------


def changeable(source: str, file: str) -> Any:
    """Code in which every shape and every pair has a key."""
    return compile(ast.fix_missing_locations(translate.Changeable().visit(ast.parse(source))), file, "exec")


class Ground(list[Any]):
    """The things of an isometric map."""

    def __init__(self, maps: Mapping[str, Any]) -> None:
        super().__init__(maps["ground"]())
        self.to_screen = maps["to_screen"]


class Pictures:
    """The modules of pictures in Python, each with changes of its shapes, by their keys."""

    def __init__(self) -> None:
        sys.path.insert(0, str(ROOT / "docs" / "images"))
        import table

        self.code = {"maps": changeable(live.maps(), "maps")}
        for name in (*(f"table.{part}" for part in live.TABLES), *live.GUIDES, "tiled"):
            folder, stem = ("_ext", name.replace(".", "/")) if "." in name else ("images", f"make_{name}")
            file = ROOT / "docs" / folder / f"{stem.replace('tiled', 'isometric')}.py"
            self.code[name] = changeable(file.read_text(encoding="utf-8"), stem)
        self.entered = table.picture
        self.cookbook = importlib.import_module("make_cookbook")
        self.entries = {entry.name: entry for entry in self.cookbook.entries()}

    def svg(self, name: str, changes: Mapping[str, Any]) -> str:
        """A picture as SVG."""
        import table.maps

        module, entry = name.split("/")
        met: dict[str, int] = {}

        def changed(key: str, make: Callable[[], Any]) -> Any:
            met[key] = met.get(key, -1) + 1
            number, value = met[key], make()
            change = changes.get(f"{key}#{number}")
            return value if change is None else made(change)

        def rows(key: str, make: Callable[[], Any]) -> Any:
            found = make()
            if not any(name.startswith(f"{key}:") for name in changes):
                return found
            kept = [changed(f"{key}:{i}", lambda shape=shape: shape) for i, shape in enumerate(found)]  # type: ignore[misc]
            return type(found).from_shapes(kept)

        given: dict[str, Any] = {"__changed__": changed, "__rows__": rows, "__name__": module, "__file__": __file__}
        if module == "cookbook":
            task = self.entries[entry]
            run = self.cookbook.Run(task, changeable(live.named(task.live), task.file), given)
            return self.cookbook.PICTURES[task.title](run).to_svg()  # type: ignore[no-any-return]
        maps, names = dict(given), dict(given)
        kept = table.maps.level
        table.picture = lambda *_: lambda draw: draw
        try:
            sys.modules.setdefault(module, collide2d)  # data classes look for their module
            exec(self.code["maps"], maps)
            table.maps.level = maps["level"]
            exec(self.code[module], names)
            if module == "tiled":
                names["level"] = lambda: Ground(maps)
            return self._drawn(names, entry)
        finally:
            table.picture, table.maps.level = self.entered, kept

    @staticmethod
    def _drawn(names: Mapping[str, Any], entry: str) -> str:
        found = names[entry] if entry in names else names["PICTURES"][entry]
        drawn = found() if callable(found) else names["drawn" if "drawn" in names else "drawing"](found)
        return drawn if isinstance(drawn, str) else drawn.to_svg()


CHANGED = """
let state = questions.seed;
const random = () => ((state = (state * 48271) % 2147483647) / 2147483647);
return questions.names.map((name) => {
  const changes = new Map();
  const { leaves } = page.draw(name, changes);
  const known = [...leaves].filter(([key, leaf]) => !key.startsWith("map") && (Array.isArray(leaf) || leaf.numbers));
  if (known.length) {
    const [key, leaf] = known[Math.floor(random() * known.length)];
    const by = [(random() - 0.5) * 3, (random() - 0.5) * 3];
    changes.set(key, Array.isArray(leaf) ? leaf.map((x, i) => x + by[i]) : leaf.move(by).numbers);
  }
  try {
    return [Object.fromEntries(changes), page.draw(name, changes).svg];
  } catch (error) {
    return [{}, null];
  }
});
"""


def changed_pictures(seed: int) -> tuple[list[tuple[str, Mapping[str, Any], bool]], int]:
    """Every live picture after one change: its name, the change, and whether Python draws the same bytes. And how many
    changes a page refused, because the picture cannot be drawn then."""
    pictures, names, found = Pictures(), sorted(live.drawn_names()), []
    drawn = answers({"names": names, "seed": seed}, CHANGED)
    for name, (changes, svg) in zip(names, drawn, strict=True):
        if svg is not None:
            found.append((name, changes, pictures.svg(name, changes) == svg))
    return found, len(drawn) - len(found)
