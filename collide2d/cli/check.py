"""The command `check`: which pairs of shapes of a scene overlap or touch.

The pairs are counted first and then searched again and printed one by one, so memory does not grow with their number.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Set
from itertools import chain
from typing import TypeVar

from collide2d import Relation
from collide2d._messages import did_you_mean, one_line
from collide2d.cli import EXIT_INTERRUPTED
from collide2d.cli.colors import BOLD, line_painter, painted
from collide2d.cli.github import annotations_of, without_commands
from collide2d.cli.interrupts import Interrupts, Progress
from collide2d.cli.reports import (
    VERBS,
    Ending,
    Report,
    json_object,
    pieces_of,
    schema_name,
    six_digits,
    table,
    title_of,
    with_piece,
    without_minus_zero,
)
from collide2d.scene import Counts, Finding, Gap, Scene, SceneError, load

_Pair = TypeVar("_Pair", Finding, Gap)

EXIT_FOUND = 1
FAILURES = {
    "overlap": frozenset({Relation.OVERLAPPING}),
    "touch": frozenset({Relation.OVERLAPPING, Relation.TOUCHING}),
}


def check(options: argparse.Namespace) -> Report:
    """The chosen pairs of the scene, as a table or as JSON. With --fail-on, some of them are failures."""
    scene = load(options.scene)
    wanted: frozenset[str] = frozenset(options.shape or ())
    unknown = wanted - {item.name for item in scene.items}
    if unknown:
        advice = did_you_mean(min(unknown), (item.name for item in scene.items))
        raise SceneError(f"{options.scene}: --shape must name a shape of the scene, got {min(unknown)!r}{advice}")
    search = _Search(scene, wanted or None, options)
    return Report(search.parts(), search.ending)


class _Search:
    """The chosen pairs of a scene, and what was printed of them."""

    def __init__(self, scene: Scene, names: Set[str] | None, options: argparse.Namespace) -> None:
        self.scene, self.names, self.options = scene, names, options
        self.interrupts, self.progress = Interrupts(), Progress()
        self.counts = Counts(0, 0, 0)
        self.apart = 0
        self.is_counted = False  # whether all pairs are counted, or Ctrl+C came before
        self.printed = 0
        self.failed: list[Finding] = []

    def parts(self) -> Iterator[str]:
        """The parts of the output."""
        with self.interrupts:
            try:
                self._count()
                yield from self._json() if self.options.json else self._table()
            finally:
                self.progress.clear()

    def _count(self) -> None:
        overlapping = touching = with_trigger = 0
        for finding in self._chosen():
            with_trigger += finding.trigger
            overlapping += not finding.trigger and finding.relation is Relation.OVERLAPPING
            touching += not finding.trigger and finding.relation is Relation.TOUCHING
            if self.interrupts.stopped:
                break
            self.progress.show(f"{overlapping + touching + with_trigger} pairs collide; Ctrl+C prints those found")
        self.is_counted = not self.interrupts.stopped
        self.counts = Counts(overlapping, touching, with_trigger)
        if self.options.all and self.is_counted:
            self.apart = self.scene.count_pairs(self.names) - sum(self.counts)
        self.progress.clear()

    def _chosen(self) -> Iterator[Finding]:
        relation = self.options.relation
        return (f for f in self.scene.each_finding(self.names) if relation is None or f.relation is relation)

    def _findings(self) -> Iterator[Finding]:
        """Those that were counted, again."""
        failures = FAILURES.get(self.options.fail_on, ())
        for _, finding in zip(range(sum(self.counts)), self._chosen(), strict=False):
            if not finding.trigger and finding.relation in failures:
                self.failed.append(finding)
            yield self._next(finding)
            if self.is_counted and self.interrupts.stopped:
                return

    def _gaps(self) -> Iterator[Gap]:
        if self.apart and not self.interrupts.stopped:
            for gap in self.scene.each_gap(self.names):
                yield self._next(gap)
                if self.interrupts.stopped:
                    return

    def ending(self) -> Ending:
        """The failures, and whether Ctrl+C came before the end."""
        path, notes, status = one_line(self.options.scene), "", 0
        if self.failed:
            status = EXIT_FOUND
            pairs = "1 pair" if len(self.failed) == 1 else f"{len(self.failed)} pairs"
            notes = without_commands(f"{path}: {pairs} failed the check --fail-on {self.options.fail_on}\n")
            if self.options.github:
                notes = annotations_of(self.options.scene, self.failed) + notes
        if not self.is_counted or self.printed < sum(self.counts) + self.apart:
            status = EXIT_INTERRUPTED
            of = f" of {sum(self.counts) + self.apart}" if self.is_counted else ""
            notes += without_commands(f"{path}: interrupted, printed {self.printed}{of} pairs\n")
        return Ending(notes, status)

    def _next(self, pair: _Pair) -> _Pair:
        """Counts a pair that is printed."""
        self.printed += 1
        if self.options.output is not None or not sys.stdout.isatty():
            self.progress.show(f"{self.printed} of {sum(self.counts) + self.apart} pairs printed; Ctrl+C ends it")
        return pair

    def _json(self) -> Iterator[str]:
        head = {
            "schema": schema_name("check"),
            "scene": self.options.scene,
            "title": self.scene.title,
            "shapes": len(self.scene),
            "counts": self.counts._asdict(),
        }
        pairs = chain(map(_finding_json, self._findings()), map(_gap_json, self._gaps()))
        return json_object(head, {"pairs": pairs})

    def _table(self) -> Iterator[str]:
        colors, scene = self.options.colors, self.scene
        shapes = "1 shape" if len(scene) == 1 else f"{len(scene)} shapes"
        summary = f"{title_of(self.options.scene, scene)}: {shapes}; pairs: {self.counts}"
        head = ["first", "second", "relation", "normal x", "normal y", "depth"]
        if self.apart:
            summary += f", {self.apart} {VERBS[Relation.APART]}"
            head.append("gap")
        yield painted(summary, BOLD) + "\n" if colors else f"{summary}\n"
        rows = chain(map(self._finding_row, self._findings()), map(_gap_row, self._gaps()))
        before = "\n"
        for part in table(head, rows, range(3, len(head)), *[line_painter(2)] * colors):
            yield before + part
            before = ""

    def _finding_row(self, f: Finding) -> list[str]:
        row = [
            with_piece(f.first.name, f.contact, 0),
            with_piece(f.second.name, f.contact, 1),
            VERBS[f.relation] + " (trigger)" * f.trigger,
            *map(six_digits, f.contact.normal),
            six_digits(f.contact.depth),
        ]
        return [*row, ""] if self.apart else row


def _gap_row(g: Gap) -> list[str]:
    return [g.first.name, g.second.name, VERBS[Relation.APART], "", "", "", six_digits(g.separation)]


def _finding_json(f: Finding) -> dict[str, object]:
    return {
        "a": f.first.name,
        "b": f.second.name,
        "relation": f.relation.name.lower(),
        "trigger": f.trigger,
        "normal": without_minus_zero(f.contact.normal),
        "depth": f.contact.depth,
        "mtv": without_minus_zero(f.contact.mtv),
        "points": f.contact.points,
        **pieces_of(f.contact),
    }


def _gap_json(g: Gap) -> dict[str, object]:
    return {
        "a": g.first.name,
        "b": g.second.name,
        "relation": "apart",
        "separation": g.separation,
        "closest_points": g.points,
    }
