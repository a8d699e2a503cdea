"""Small games and studies, each of which runs as `python -m collide2d.examples.NAME`; `--help` says what it takes.

The games need pygame-ce (`pip install "collide2d[pygame]"`). With --headless they play by themselves, without a window,
print a summary that is the same on every run and machine, and save a picture where --png says.
"""

import sys
from importlib.util import find_spec

if find_spec("pygame") is None:
    _needed = "the examples need pygame-ce: pip install 'collide2d[pygame]'"
    if sys.argv[0] == "-m":  # one is about to be run
        sys.exit(_needed)
    raise ImportError(_needed)
