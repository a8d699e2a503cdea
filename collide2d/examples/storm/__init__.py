"""A storm of 10,000 bullets: `python -m collide2d.examples.storm`. Needs NumPy as well."""

import sys

from collide2d.examples import need

need("storm", "pygame", "numpy", is_run=sys.argv[0] == "-m")
