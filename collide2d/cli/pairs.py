"""The command `pairs`: which rows of a table of shapes collide."""

from __future__ import annotations

import argparse

from collide2d.cli.reports import Report
from collide2d.scene import MissingError, SceneError


def length_of_period(text: str) -> float | None:
    """An argument of --period."""
    if text.lower() == "none":
        return None
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a number or none, got {text!r}") from None


def pairs(options: argparse.Namespace) -> str | Report:
    """The output of `pairs`: the index pairs of the rows that collide, or their number. A .npy file is saved here."""
    try:
        import collide2d.arrays  # noqa: F401  # first, as it says what to install
        from collide2d import arrays
        from collide2d.cli import csv_files
    except ImportError as error:
        raise MissingError(str(error)) from None

    if options.other is None and options.other_kind is not None:
        raise SceneError("--other-kind needs --other")
    a = csv_files.read_shapes(options.file, options.kind)
    b = csv_files.read_shapes(options.other, options.other_kind or options.kind) if options.other else None
    how = {"touching": not options.overlapping, "period": options.period}
    how |= {"progress": options.progress, "threads": options.threads}
    try:
        if options.count:
            return f"{arrays.count_pairs(a, b, **how)}\n"
        found = arrays.pairs(a, b, **how)
    except ValueError as error:
        raise SceneError(f"{options.file}: {error}") from None
    if not csv_files.is_npy(options.output):
        return Report(csv_files.text_of(found))
    csv_files.write_npy(options.output, found)
    options.output = None
    return f"{len(found)} pairs\n"
