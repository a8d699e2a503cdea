"""Bricks, a game of `cast` and `bounce`: `python -m collide2d.examples.bricks`."""
