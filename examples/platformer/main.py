"""`python -m collide2d.examples.platformer` from the source tree, once the package is installed."""

import runpy

if __name__ == "__main__":
    runpy.run_module("collide2d.examples.platformer", run_name="__main__", alter_sys=True)
