"""Pinball, with flippers that turn and carry the ball: `python -m collide2d.examples.pinball`."""
