"""The console command `collide2d`. It is beside the package: Ctrl+C while that is loaded is no traceback, either."""


def main() -> int:
    """Runs the command line; returns its exit status."""
    try:
        from collide2d.cli import main

        return main()
    except KeyboardInterrupt:
        return 130  # as a shell reports SIGINT
