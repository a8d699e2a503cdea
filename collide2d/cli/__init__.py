"""The command line, `python -m collide2d`: a module for each command, and `program` with arguments and exit status."""
