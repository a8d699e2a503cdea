"""A small platformer: `python -m collide2d.examples.platformer`."""
