"""The extension modules and the list of packages; everything else about the package is in pyproject.toml."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext


class BuildExt(build_ext):
    """Adds the flags that exactness needs, in the compiler's own words. Flags that optimise are the user's choice."""

    parallel: bool | int | None

    def build_extensions(self) -> None:
        msvc = self.compiler.compiler_type == "msvc"
        flags = ["/std:c11", "/fp:precise"] if msvc else ["-std=c11", "-ffp-contract=off", "-fvisibility=hidden"]
        for extension in self.extensions:
            extension.extra_compile_args = flags
        if msvc and not self.compiler.initialized:
            self.compiler.initialize()  # the threads of _compile_in_parallel must not race for it
        self._compile_in_parallel()
        super().build_extensions()

    def _compile_in_parallel(self) -> None:
        """Makes the compiler compile on all processors, or on those of `build_ext -j N`, and each file once: both
        extensions have the files of the core.
        """
        compile_all, objects = self.compiler.compile, dict[str, str]()
        jobs = int(self.parallel or processors())
        self.parallel = (
            None  # setuptools would build the extensions in parallel, and neither could use the other's files
        )

        def compile_new(sources: list[str], *arguments: Any, **options: Any) -> list[str]:
            def compile_one(source: str) -> str:
                (made,) = compile_all([source], *arguments, **options)
                return str(made)

            new = [source for source in sources if source not in objects]
            with ThreadPoolExecutor(jobs) as threads:
                objects.update(zip(new, threads.map(compile_one, new), strict=True))
            return [objects[source] for source in sources]

        self.compiler.compile = compile_new


def processors() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def files(*patterns: str) -> list[str]:
    return sorted(path.as_posix() for pattern in patterns for path in Path("csrc").glob(pattern))


def extensions() -> Iterator[Extension]:
    """Without NumPy at hand only the core: collide2d.arrays then says what to install."""
    headers = files("**/*.h")
    of_arrays = files("core/*/*.c", "batch/*.c", "python/arrays/*.c")
    of_core = [path for path in files("core/*/*.c", "python/**/*.c") if "/arrays/" not in path]
    yield Extension("collide2d._core", sources=of_core, depends=headers)
    with suppress(ImportError):
        import numpy as np

        yield Extension(
            "collide2d._arrays",
            sources=of_arrays,
            depends=headers,
            include_dirs=[np.get_include()],
        )


# Those that lie elsewhere in the source tree: [tool.setuptools.package-dir] of pyproject.toml says where.
ELSEWHERE = ["collide2d.include", "collide2d.examples.maps", "collide2d.examples.scenes"]

setup(
    packages=[*find_packages(include=["collide2d", "collide2d.*"]), *ELSEWHERE],
    ext_modules=[*extensions()],
    cmdclass={"build_ext": BuildExt},
)
