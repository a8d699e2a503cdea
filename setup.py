"""The extension modules and the list of packages; everything else about the package is in pyproject.toml."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext


class BuildExt(build_ext):
    """Adds the flags that exactness needs, in the compiler's own words. Flags that optimise are the user's choice."""

    def build_extensions(self) -> None:
        msvc = self.compiler.compiler_type == "msvc"
        flags = ["/std:c11", "/fp:precise"] if msvc else ["-std=c11", "-ffp-contract=off", "-fvisibility=hidden"]
        for extension in self.extensions:
            extension.extra_compile_args = flags
        super().build_extensions()


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
ELSEWHERE = ["collide2d.include", "collide2d.examples.maps"]

setup(
    packages=[*find_packages(include=["collide2d", "collide2d.*"]), *ELSEWHERE],
    ext_modules=[*extensions()],
    cmdclass={"build_ext": BuildExt},
)
