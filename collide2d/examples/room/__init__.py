"""Rooms with rotating doors and triggers: `python -m collide2d.examples.room`."""
