"""A controller for characters: `Walker` walks over slopes and steps, falls, lands and rides platforms."""

from collide2d.walker.controller import Walk, Walker, WalkerState

__all__ = ["Walk", "Walker", "WalkerState"]
