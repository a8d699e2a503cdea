"""The command line, `python -m collide2d`: a module for each command, and `program` with arguments and exit status."""

EXIT_INTERRUPTED = 128 + 2  # as a shell reports SIGINT


def main() -> int:
    """Runs the program; returns its exit status. Ctrl+C while it is being loaded is no traceback, either."""
    try:
        from collide2d.cli import program

        return program.main()
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
