"""`python -m collide2d.examples.bricks` from the source tree, once the package is installed."""

import runpy
import sys

if __name__ == "__main__":
    try:
        runpy.run_module("collide2d.examples.bricks", run_name="__main__", alter_sys=True)
    except ImportError as error:  # it says what to install
        sys.exit(str(error))
