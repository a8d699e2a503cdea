"""What drawings, the playground and pygame surfaces share: outlines, labels, rulers, colours and supersampling.

Private. Nothing here opens a window or writes a file; only `supersampling` imports pygame, when it is used.
"""
