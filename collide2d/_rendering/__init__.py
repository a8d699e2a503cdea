"""Shared by drawings, the playground and the pygame room: outlines, labels, rulers, colours and supersampling.

Private. These modules open no window and write no file; only `supersampling` imports pygame, when it is used.
"""
