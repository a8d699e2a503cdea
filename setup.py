"""The extension module; everything else about the package is in pyproject.toml."""

from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext


class BuildExt(build_ext):
    """Adds the flags that exactness needs, in the compiler's own words. Flags that optimise are the user's choice."""

    def build_extensions(self) -> None:
        msvc = self.compiler.compiler_type == "msvc"
        flags = ["/std:c11", "/fp:precise"] if msvc else ["-std=c11", "-ffp-contract=off", "-fvisibility=hidden"]
        for extension in self.extensions:
            extension.extra_compile_args = flags
        super().build_extensions()


def files(pattern: str) -> list[str]:
    return sorted(path.as_posix() for path in Path("csrc").glob(pattern))


setup(
    ext_modules=[
        Extension("collide2d._core", sources=files("core/*.c") + files("python/*.c"), depends=files("*/*.h")),
    ],
    cmdclass={"build_ext": BuildExt},
)
