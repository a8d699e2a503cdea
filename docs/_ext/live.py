"""What makes the pictures live: one script, of the core in WebAssembly and of the code that draws the pictures.

`bundle` puts the script together: docs/live/*.js, and in JavaScript the modules that `translate` makes of
`collide2d.drawing` and of the tables of pictures. `compile_core` compiles the core and docs/live/shim.c.
"""

from __future__ import annotations

import ast
import base64
import functools
import os
import shutil
import subprocess
import sys
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

from translate import Translator

DOCS = Path(__file__).resolve().parents[1]
ROOT = DOCS.parent
LIVE = DOCS / "live"
# The library's modules, in the order in which they import each other, and what a page does not need of them.
# A digest is computed by the binding, not by the core; the others show what only the reference in fractions computes.
# Those of maps need their reader.
NOT_LIVE = {
    "table.games/_level", "table.games/_projection", "table.games/_find", "table.games/_one",
    "table.spaces/_digest", "table.oracle/_surd", "table.oracle/_anything", "table.oracle/_union", "table.oracle/_cone",
}  # fmt: skip
LIBRARY = {
    "collide2d._rendering.colors": "",
    "collide2d._rendering.outlines": "corner_arcs arc_points outline_points clip clip_to_box clip_by_polygon Arc",
    "collide2d._rendering.labels": "",
    "collide2d._rendering.rulers": "",
    "collide2d._rendering.borders": "",
    "collide2d.drawing.canvas": "",
    "collide2d.drawing.frame": "",
    "collide2d.drawing.marks": "",
    "collide2d.drawing.picture": "",
    "collide2d.scene": "Scene.__post_init__ Item.__post_init__ Layer.__post_init__ Scene._read_mapping"
    " Scene._check_items Scene.to_dict Scene.dumps Scene.save",
    "collide2d.drawing.scenes": "svg",
    "collide2d.space": "picture",
}
ONLY = {"collide2d.scene": ("Layer", "Item", "Finding", "Gap", "Met", "Cast", "Scene")}
TABLES = ("shapes", "bodies", "relations", "motion", "spaces", "levels", "oracle", "scenes", "arrays", "games")
GUIDES = ("break", "bodies", "ideas", "mover", "union", "levels")
LINKED = ("-mexec-model=reactor", "-Wl,--gc-sections", "-Wl,--export-dynamic,--strip-all")
FLAGS = ("-std=c11", "-Os", "-flto", "-ffp-contract=off", "-DNDEBUG", "-fvisibility=hidden", "-ffunction-sections")


def compiler() -> list[str] | None:
    """A C compiler for wasm32-wasi: WASM_CC, zig from PyPI, or clang with Debian's wasi-libc; None without one."""
    if os.environ.get("WASM_CC"):
        return os.environ["WASM_CC"].split()
    if Path("/usr/lib/wasm32-wasi/libc.a").exists():
        for clang in ("clang-19", "clang"):
            if shutil.which(clang) and shutil.which(clang.replace("clang", "wasm-ld")):
                return [clang, "--target=wasm32-wasi"]
    if find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "cc", "-target", "wasm32-wasi"]
    return None


def compile_core(command: list[str]) -> bytes:
    """The core with its shim, as WebAssembly that imports nothing."""
    sources = [*sorted((ROOT / "csrc" / "core").glob("*/*.c")), LIVE / "shim.c"]
    with tempfile.TemporaryDirectory() as folder:

        def compiled(source: Path) -> str:
            made = str(Path(folder) / f"{source.parent.name}-{source.stem}.o")
            include = str(ROOT / "csrc" / "include")
            subprocess.run([*command, *FLAGS, "-I", include, "-c", str(source), "-o", made], check=True)
            return made

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            objects = list(pool.map(compiled, sources))
        out = Path(folder) / "core.wasm"
        subprocess.run([*command, *FLAGS, *objects, *LINKED, "-o", str(out)], check=True)
        return out.read_bytes()


def _place(command: list[str]) -> Path:
    """Where the compiled core is kept: under a digest of its sources."""
    digest = zlib.crc32(repr((command, FLAGS, LINKED)).encode())
    for source in sorted(
        [*(ROOT / "csrc").glob("core/*/*.[ch]"), *(ROOT / "csrc").glob("include/*.h"), LIVE / "shim.c"]
    ):
        digest = zlib.crc32(source.read_bytes(), digest)
    return ROOT / "build" / f"live-{digest:08x}.wasm"


def core() -> bytes | None:
    """The compiled core, built if its sources have changed; None without a compiler for it."""
    command = compiler()
    if command is None:
        return None
    place = _place(command)
    if not place.exists():
        made = compile_core(command)
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(made)
    return place.read_bytes()


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
    return "\n".join(parts)


def code(*, on_a_page: bool = True) -> str:
    """The body of a function of the core's `instance`, which returns what a page or a test needs."""
    files = ["python.js", "core.js", "arrays.js", "pictures.js", "links.js"]
    needed = "draw, collide2d: modules.collide2d, reset: () => wasm.live_reset(), linked, variables"
    if on_a_page:
        files += ["page.js", "board.js", "hero.js"]
        needed = "Picture, Board, Hero"
    parts = [(LIVE / name).read_text(encoding="utf-8") for name in files]
    return "\n".join([*parts, drawing_code(), f"connect(instance);\nreturn {{ {needed} }};"])


def packed(data: bytes) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(packer.compress(data) + packer.flush()).decode()


def bundle() -> str | None:
    """The script of the site; None without a compiler for the core."""
    wasm = core()
    if wasm is None:
        return None
    loader = (LIVE / "loader.js").read_text(encoding="utf-8")
    texts = f'const CORE = "{packed(wasm)}";\nconst CODE = "{packed(code().encode())}";'
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
    return frozenset(found) - NOT_LIVE


def guide_picture(file: str) -> str | None:
    """The live picture that an image of a guide is, such as images/idea-speed.svg; None for others."""
    prefix, _, key = Path(file).stem.partition("-")
    guide = {"idea": "ideas"}.get(prefix, prefix)
    return f"{guide}/{key}" if guide in GUIDES and key and file.endswith(".svg") else None


if __name__ == "__main__":
    sys.exit(core() is None)
