"""The extension module and the list of packages; everything else about the package is in pyproject.toml."""

import os
import re
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py


class BuildExt(build_ext):
    """Adds the flags that exactness needs, in the compiler's own words. Flags that optimise are the user's choice.

    Unless $CFLAGS has a -g, the compiler writes nothing for debuggers, which takes a quarter of its time; an editable
    installation still names its functions, any other one is stripped.
    """

    def run(self) -> None:
        self.debugs = any(flag.startswith("-g") for flag in os.environ.get("CFLAGS", "").split())
        self.keeps_symbols = self.inplace or self.editable_mode or self.debugs
        super().run()

    parallel: bool | int | None

    def build_extensions(self) -> None:
        msvc = self.compiler.compiler_type == "msvc"
        flags = ["/std:c11", "/fp:precise"] if msvc else ["-std=c11", "-ffp-contract=off", "-fvisibility=hidden"]
        if re.match("i[3-6]86", str(sysconfig.get_config_var("HOST_GNU_TYPE"))):
            flags += ["-msse2", "-mfpmath=sse"]  # x87 has other results, so the core refuses it
        if not msvc and not self.debugs:
            flags.append("-g0")  # Python's own flags have a -g
        strip = [] if msvc or self.keeps_symbols else ["-Wl,-x" if sys.platform == "darwin" else "-Wl,--strip-all"]
        # For csrc/batch/threads.c. Windows needs no flag, and WebAssembly has no threads.
        threads = [] if msvc or os.name != "posix" or "emscripten" in sysconfig.get_platform() else ["-pthread"]
        for extension in self.extensions:
            extension.extra_compile_args = flags
            extension.extra_link_args = strip + threads
        if msvc and not self.compiler.initialized:
            self.compiler.initialize()  # the threads of _compile_in_parallel must not race for it
        self._compile_in_parallel()
        super().build_extensions()

    def _compile_in_parallel(self) -> None:
        """Makes the compiler compile on all processors, or on those of `build_ext -j N`.

        What needs Python's headers comes first: where there are none, the compiler says so at once.
        """
        compile_all, jobs = self.compiler.compile, int(self.parallel or processors())

        def compile_each(sources: list[str], *arguments: Any, **options: Any) -> list[str]:
            def compile_one(source: str) -> str:
                (made,) = compile_all([source], *arguments, **options)
                return str(made)

            sources = sorted(sources, key=lambda source: not source.startswith("csrc/python/"))
            with ThreadPoolExecutor(jobs) as threads:
                return list(threads.map(compile_one, sources))

        self.compiler.compile = compile_each


class BuildPy(build_py):
    """Adds the C core as one file, for C programs: see get_sources(). In an editable installation they compile csrc."""

    editable_mode: bool

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            folder = Path(self.build_lib, "collide2d", "include")
            subprocess.run([sys.executable, "csrc/amalgamate.py", str(folder)], check=True)

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        more = [] if self.editable_mode else [str(Path(self.build_lib, "collide2d", "include", "collide2d.c"))]
        return [*super().get_outputs(include_bytecode), *more]


def processors() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def files(pattern: str) -> list[str]:
    return sorted(path.as_posix() for path in Path("csrc").glob(pattern))


# Those that lie elsewhere in the source tree: [tool.setuptools.package-dir] of pyproject.toml says where.
ELSEWHERE = ["collide2d.cmake", "collide2d.include", "collide2d.examples.maps", "collide2d.examples.scenes"]

setup(
    py_modules=["collide2d_command"],
    packages=[*find_packages(include=["collide2d", "collide2d.*"]), *ELSEWHERE],
    ext_modules=[Extension("collide2d._core", sources=files("**/*.c"), depends=files("**/*.h"))],
    cmdclass={"build_ext": BuildExt, "build_py": BuildPy},
)
