"""A walk through a map of Tiled: `python -m collide2d.examples.walk [MAP]`. Needs pytiled-parser as well."""

import sys

from collide2d.examples import need

if sys.argv[0] == "-m":  # it is about to be run
    need("walk", "pygame", "pytiled_parser", is_run=True)
