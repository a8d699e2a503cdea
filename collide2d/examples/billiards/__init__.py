"""Billiards, collisions in order of time: `python -m collide2d.examples.billiards`."""
