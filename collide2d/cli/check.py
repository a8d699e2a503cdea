"""The command `check`: which pairs of shapes of a scene overlap or touch."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from collide2d import Relation
from collide2d._messages import did_you_mean, one_line
from collide2d.cli.colors import painted_report
from collide2d.cli.github import annotations_of, without_commands
from collide2d.cli.reports import (
    VERBS,
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

    def chosen(pair: Finding | Gap) -> bool:
        return not wanted or pair.first.name in wanted or pair.second.name in wanted

    findings = [f for f in scene.findings() if chosen(f)]
    gaps = [gap for gap in scene.gaps() if chosen(gap)] if options.all else []
    if options.relation is not None:
        findings = [f for f in findings if f.relation is options.relation]
    text = (_json_report if options.json else _table_report)(options.scene, scene, findings, gaps)
    if options.colors and not options.json:
        text = painted_report(text, relation_column=2)
    failures = [f for f in findings if not f.trigger and f.relation in FAILURES.get(options.fail_on, ())]
    if not failures:
        return Report(text)
    pairs = "1 pair" if len(failures) == 1 else f"{len(failures)} pairs"
    notes = without_commands(f"{one_line(options.scene)}: {pairs} failed the check --fail-on {options.fail_on}\n")
    if options.github:
        notes = annotations_of(options.scene, failures) + notes
    return Report(text, notes, EXIT_FOUND)


def _json_report(path: str, scene: Scene, findings: Sequence[Finding], gaps: Sequence[Gap]) -> str:
    pairs: list[dict[str, object]] = [
        {
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
        for f in findings
    ]
    pairs += [
        {
            "a": g.first.name,
            "b": g.second.name,
            "relation": "apart",
            "separation": g.separation,
            "closest_points": g.points,
        }
        for g in gaps
    ]
    head = {
        "schema": schema_name("check"),
        "scene": path,
        "title": scene.title,
        "shapes": len(scene),
        "counts": Counts.of(findings)._asdict(),
    }
    return json_object(head, {"pairs": pairs})


def _table_report(path: str, scene: Scene, findings: Sequence[Finding], gaps: Sequence[Gap]) -> str:
    head = ["first", "second", "relation", "normal x", "normal y", "depth"]
    rows = [
        [
            with_piece(f.first.name, f.contact, 0),
            with_piece(f.second.name, f.contact, 1),
            VERBS[f.relation] + " (trigger)" * f.trigger,
            *map(six_digits, f.contact.normal),
            six_digits(f.contact.depth),
        ]
        for f in findings
    ]
    said = str(Counts.of(findings))
    if gaps:
        head.append("gap")
        rows = [[*row, ""] for row in rows]
        rows += [
            [g.first.name, g.second.name, VERBS[Relation.APART], "", "", "", six_digits(g.separation)] for g in gaps
        ]
        said += f", {len(gaps)} {VERBS[Relation.APART]}"
    shapes = "1 shape" if len(scene) == 1 else f"{len(scene)} shapes"
    summary = f"{title_of(path, scene)}: {shapes}; pairs: {said}\n"
    return f"{summary}\n{table(head, rows, numbers=range(3, len(head)))}" if rows else summary
