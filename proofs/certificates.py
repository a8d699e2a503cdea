#!/usr/bin/env python3
"""Has Coq check Gappa's proofs, so that Gappa need not be trusted.

    python proofs/certificates.py              # all scripts: minutes
    python proofs/certificates.py pair_add     # some

Needs Gappa and its library for Coq (Debian: gappa coq libcoq-gappa). Gappa writes a proof of each script for Coq,
with the rewriting rules as hypotheses. Here each of them becomes a lemma that Coq proves by `ring`. One with a
division is proved by `field`, from the condition that divisors are not zero, and stays a hypothesis of the rest:
README.md says what holds where a divisor is zero. The last line is the verdict.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import check

TIMEOUT = 600  # seconds of a busy machine
NOTATION = re.compile(r"^Notation (\w+) := \((.*)\)\.$", re.MULTILINE)
RULE = re.compile(r"^Hypothesis (a\d+) : (\w+) = (\w+)\.$", re.MULTILINE)
# Constants are powers of two times whole numbers; ring and field know them as whole numbers.
TACTIC = """Ltac numbers := unfold Float1, float2R, Defs.F2R; simpl;
  repeat match goal with |- context [Z.pow_pos 2 ?n] =>
    let v := eval vm_compute in (Z.pow_pos 2 n) in change (Z.pow_pos 2 n) with v end.
Ltac identity := first [unfold Float1; ring | numbers; field].
Ltac quotients := eexists; intros c; first [unfold Float1; field; exact c | numbers; field; exact c].
Section Generated_by_Gappa."""


def divides(text: str, names: list[str]) -> bool:
    """Whether these expressions of a proof, or those that they use, have a division."""
    bodies = dict(NOTATION.findall(text))
    seen = set()
    while names:
        name = names.pop()
        if name in seen or name not in bodies:
            continue
        if " / " in bodies[name]:
            return True
        seen.add(name)
        names += re.findall(r"\w+", bodies[name])
    return False


def with_proofs(text: str) -> tuple[str, int]:
    """Gappa's proof with a proof of each of its rules, and how many rest on divisors that are not zero."""
    given = 0

    def prove(rule: re.Match[str]) -> str:
        nonlocal given
        name, left, right = rule.groups()
        if not divides(text, [left, right]):
            return f"Lemma {name} : {left} = {right}.\nProof. identity. Qed."
        given += 1
        holds = f"Lemma {name}_holds : exists c : Prop, c -> {left} = {right}.\nProof. quotients. Qed."
        return f"{holds}\n{rule[0]}"

    text = text.replace("Section Generated_by_Gappa.", TACTIC, 1)
    return "Require Import Reals.\n" + RULE.sub(prove, text), given  # first: Gappa has some of its names


def verify(script: check.Script) -> tuple[str, int]:
    """What Coq has against the proof of a script with the margin of the table, and how many rules rest on divisors."""
    command = ["gappa", "-Eprecision=200", "-Eno-auto-dichotomy", "-Bcoq"]
    run = subprocess.run(command, input=check.source(script, script.value), capture_output=True, text=True, check=False)
    if run.returncode:
        return run.stderr, 0
    text, given = with_proofs(run.stdout)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "proof.v").write_text(text, encoding="utf-8")
        try:
            run = subprocess.run(
                ["coqc", "-q", "proof.v"], cwd=folder, capture_output=True, text=True, check=False, timeout=TIMEOUT
            )
        except subprocess.TimeoutExpired:
            return f"no answer within {TIMEOUT} s", given
    return (run.stdout + run.stderr if run.returncode else ""), given


def main() -> int:
    start = time.perf_counter()
    names = sys.argv[1:]
    scripts = [script for script in check.scripts() if not names or script.name in names]
    if unknown := set(names) - {script.name for script in scripts}:
        sys.exit(f"proofs/certificates.py: there is no script {' '.join(sorted(unknown))}")
    wrong = divided = 0
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        for script, (error, given) in zip(scripts, pool.map(verify, scripts), strict=True):
            wrong, divided = wrong + bool(error), divided + given
            print(f"{script.name:<22} {error.strip() or 'checked'}", flush=True)
    verdict = f"{wrong} errors" if wrong else "Coq accepts all"
    seconds = time.perf_counter() - start
    print(f"certificates: {verdict} ({len(scripts)} scripts, {divided} rules with divisors, {seconds:.0f} s)")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
