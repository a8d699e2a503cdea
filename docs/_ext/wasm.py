"""The core with docs/live/shim.c in WebAssembly, for the live pictures.

    python docs/_ext/wasm.py    compiles it into build/, unless it is there; the exit status is 1 without a compiler

Needs nothing but Python and a compiler.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIVE = ROOT / "docs" / "live"
LINKED = (
    "-Wl,-mllvm,-inline-threshold=0",
    "-mexec-model=reactor",
    "-Wl,--gc-sections",
    "-Wl,--export-dynamic,--strip-all",
)
OWN = ("-Drealloc=live_realloc", "-Dfree=live_free")  # the shim's memory, in the place of the C library's
FLAGS = (
    *("-std=c11", "-Oz", "-flto", "-ffp-contract=off", "-mbulk-memory", "-DNDEBUG", *OWN),
    *("-fvisibility=hidden", "-ffunction-sections"),
)


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


if __name__ == "__main__":
    sys.exit(core() is None)
