"""Asteroids, on a screen without edges: `python -m collide2d.examples.asteroids`."""
