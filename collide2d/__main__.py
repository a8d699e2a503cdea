"""`python -m collide2d`: see collide2d.cli."""

import sys

from collide2d.cli import main

if __name__ == "__main__":
    sys.exit(main())
