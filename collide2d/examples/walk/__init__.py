"""A walk through a map of Tiled: `python -m collide2d.examples.walk [MAP]`. Needs pytiled-parser as well."""

import sys
from importlib.util import find_spec

if find_spec("pytiled_parser") is None and sys.argv[0] == "-m":  # it is about to be run
    sys.exit("this example needs pytiled-parser, too: pip install 'collide2d[pygame,tiled]'")
