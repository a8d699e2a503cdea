"""Builds crowd_cython.pyx into an extension module: pip install . here, or python setup.py build_ext --inplace."""

from Cython.Build import cythonize
from setuptools import Extension, setup

import collide2d

setup(
    ext_modules=cythonize(
        [Extension("crowd_cython", ["crowd_cython.pyx"], include_dirs=[collide2d.get_include()])],
    ),
)
