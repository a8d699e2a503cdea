#!/usr/bin/env python3
"""Checks the margins of the core: the table, the C code and the proofs.

    python proofs/check.py            # all but Coq; needs Gappa (Debian: gappa)
    python proofs/check.py --table    # the table and the C code only
    python proofs/check.py --coq      # Coq and Flocq as well (Debian: coq libcoq-flocq)
    python proofs/check.py --least    # prints, for each script, the least margin that Gappa proves with it

The table is margins.toml. Each constant of it must have that value where the C code (csrc/core and csrc/batch) defines
it, each use of one must name a lemma of the table, in the words that uses.toml quotes for the lemma, and every other
number of roundings must be listed with its reason. Gappa must prove each script with the margin of the table and with
the least margin that the table states, and must fail with 19/20 of the least one. The last line is the verdict.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
CSRC = HERE.parent / "csrc"
TABLE = HERE / "margins.toml"
USES = HERE / "uses.toml"
U = Fraction(1, 2**53)
TIMEOUT = 30  # seconds; every proof takes less than 5, and without a proof Gappa may search for long

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
DEFINITION = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+([^\n]*?)[ \t]*(?:/\*.*)?$", re.MULTILINE)
LEMMAS = re.compile(r"\bLemmas? ([a-z]\w*(?:, [a-z]\w*)*(?: and [a-z]\w*)?)")
CLAIM = re.compile(r"\bCLAIM_(\w+)")  # in a script: what that lemma claims
# Numbers that can stand for roundings: multiples of u, fractions such as 0x1p-40, 3e-16 and 0.001, and the epsilons of
# C. Long hexadecimal numbers, such as the parts of pi, are not roundings.
NUMBER = re.compile(
    r"[\d.]+ \* C2D_U\b|\bC2D_U\b|\b0x[\da-f]+(?:\.[\da-f]{1,8})?p-\d+"
    r"|\b\d+(?:\.\d*)?e-\d+|\b0\.0+[1-9]\d*|\b(?:DBL|FLT)_EPSILON\b"
)
# The share of the least margin with which Gappa must fail. A script that proves more than the table states has lost a
# rounding or a term, or has hypotheses that contradict each other.
TOO_LITTLE = Fraction(19, 20)


class Script(NamedTuple):
    """A Gappa script, with the constant that it varies: its value in the table, and the least value that is proved."""

    name: str
    constant: str
    value: Fraction
    least: Fraction
    breaks: list[str]  # without a constant: a text of the script, and another one with which it must fail


@cache
def table() -> dict[str, Any]:
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))


@cache
def uses() -> dict[str, dict[str, list[str]]]:
    """By file of csrc and by lemma: the texts of the C code that the lemma is about."""
    return tomllib.loads(USES.read_text(encoding="utf-8"))


def number(text: str) -> Fraction:
    """The value of a constant in the table or in C: `16 u`, `2^-97`, `(16 * C2D_U)`, `0x1p-97f`, another constant."""
    if text in table()["margin"]:
        return number(table()["margin"][text]["value"])
    text = text.strip().removeprefix("(").removesuffix(")").replace(" * C2D_U", " u")
    if power := re.fullmatch(r"2\^-(\d+)", text):
        return Fraction(1, 2 ** int(power[1]))
    if units := re.fullmatch(r"([\d.]+) u(\^2)?", text):
        return Fraction(units[1]) * (U * U if units[2] else U)
    return Fraction(float.fromhex(text.removesuffix("f"))) if text.startswith("0x") else Fraction(text)


def margins() -> dict[str, Fraction]:
    return {name: number(row["value"]) for name, row in table()["margin"].items()}


# ---- the table and the C code ----


def sources() -> list[Path]:
    return sorted([*(CSRC / "core").glob("*/*.[ch]"), *(CSRC / "batch").rglob("*.[ch]")])


def blocks(text: str) -> Iterator[str]:
    """The functions, declarations and macros of a C file, each with the comment above it."""
    return iter(re.split(r"\n\n(?=\S)", text))


def lemmas_of(block: str) -> set[str]:
    """The lemmas that the comments of a block name."""
    comments = " ".join(re.sub(r"\n *\* ?", " ", comment) for comment in COMMENT.findall(block))
    return {name for found in LEMMAS.findall(comments) for name in re.split(r", | and ", found)}


def definition_errors(definitions: list[tuple[str, str, str]]) -> Iterator[str]:
    """definitions: the name, the file and the value of each macro. A second definition of a constant would weaken it in
    some files only."""
    unit = {"file": "csrc/core/exact/exact.h", "value": "1 u"}
    for name, row in {"C2D_U": unit, **table()["margin"]}.items():
        found = [(file, value) for macro, file, value in definitions if macro == name]
        if not found:
            yield f"margins.toml: {name} is not defined in csrc"
        if len(found) > 1:
            yield f"{' and '.join(file for file, _ in found)}: {name} is defined {len(found)} times"
        for file, value in found:
            if file != row["file"]:
                yield f"margins.toml: {name} is defined in {file}, not in {row['file']}"
            if number(value) != number(row["value"]):
                yield f"{file}: {name} is {value}, and {row['value']} in margins.toml"


def flat(code: str) -> str:
    """One line, with a space for each white space."""
    return " ".join(code.split())


def use_errors(file: str, text: str, used: set[str]) -> Iterator[str]:
    """Uses of margins without a lemma, or in other words than those that uses.toml has for it. Adds the lemmas that are
    named to `used`."""
    names, lemmas = table()["margin"], table()["lemma"]
    quotes = uses().get(file.removeprefix("csrc/"), {})
    left = {(lemma, quote) for lemma, texts in quotes.items() for quote in texts}
    for block in blocks(text):
        code = DEFINITION.sub(lambda d: "" if d[1] in names else d[0], COMMENT.sub("", block))
        code = re.sub(r"^#(?!define).*", "", code, flags=re.MULTILINE)
        head = next((line.strip()[:100] for line in code.splitlines() if line.strip()), "")
        code = flat(code)
        named = lemmas_of(block)
        used |= named
        for name in sorted(named - set(lemmas)):
            yield f"{file}: lemma {name} is not in margins.toml:\n    {block.strip().splitlines()[-1][:80]}"
        spans = []
        for name in named & set(quotes):
            for quote in quotes[name]:
                found = [match.span() for match in re.finditer(re.escape(flat(quote)), code)]
                spans += [(name, start, end) for start, end in found]
                left -= {(name, quote)} if found else set()
        for use in re.finditer(r"\b[A-Z]\w+", code):
            if use[0] not in names:
                continue
            proved = {name for name in named & set(lemmas) if use[0] in lemmas[name]["margins"]}
            if not proved:
                yield f"{file}: {use[0]} is used without its lemma (a comment with `Lemma NAME.`) in\n    {head}"
            elif not any(name in proved and start <= use.start() < end for name, start, end in spans):
                statement = re.split(r"[;{}]", code[: use.start()])[-1] + re.split(r"[;{}]", code[use.start() :])[0]
                lemma = " or ".join(sorted(proved))
                yield f"{file}: uses.toml has not these words for {lemma}:\n    {statement.strip()}"
    for name, quote in sorted(left):
        yield f"uses.toml: {file} has not these words, in a block that names lemma {name}:\n    {quote}"


def literal_errors(file: str, text: str) -> Iterator[str]:
    """Numbers of roundings that are neither constants of the table nor listed with a reason."""
    names, listed = table()["margin"], table()["number"]
    code = DEFINITION.sub(lambda d: "" if d[1] in {*names, "C2D_U"} else d[0], COMMENT.sub("", text))
    found = {match[0] for match in NUMBER.finditer(code)}
    known = {number for row in listed if row["file"] == file for number in row["numbers"]}
    for literal in sorted(found - known):
        yield f"{file}: {literal} is neither a constant of margins.toml nor listed there with a reason"
    for literal in sorted(known - found):
        yield f"margins.toml: {file} has no {literal} any more"


def argument_errors(name: str, row: dict[str, Any]) -> Iterator[str]:
    """Lemmas of the table with neither scripts nor another argument."""
    if "theorem" in row:
        proofs = (HERE / "coq" / row["theorem"]).read_text(encoding="utf-8")
        if not re.search(rf"^Theorem {name} :", proofs, re.MULTILINE):
            yield f"margins.toml: coq/{row['theorem']} has no theorem {name}"
    elif "evidence" in row:
        if not (HERE / row["evidence"]).exists():
            yield f"margins.toml: there is no {row['evidence']}, the evidence for {name}"
    elif not row["scripts"] and f"### {name}\n" not in (HERE / "README.md").read_text(encoding="utf-8"):
        yield f"README.md: lemma {name} has neither a script nor a section"


def table_errors() -> list[str]:
    """What is wrong with the table, or with the C code by the tables. Needs no prover."""
    errors: list[str] = []
    used: set[str] = set()
    texts = {path.relative_to(HERE.parent).as_posix(): path.read_text(encoding="utf-8") for path in sources()}
    definitions = [(name, file, value) for file, text in texts.items() for name, value in DEFINITION.findall(text)]
    errors += definition_errors(definitions)
    for file, text in texts.items():
        errors += use_errors(file, text, used)
        errors += literal_errors(file, text)
    for name, row in table()["lemma"].items():
        if name not in used and row["margins"]:
            errors.append(f"margins.toml: no comment in csrc names lemma {name}")
        errors += argument_errors(name, row)
    errors += too_much_for_half()
    errors += [f"uses.toml: there is no {file}" for file in uses() if f"csrc/{file}" not in texts]
    strays = {path.stem for path in (HERE / "gappa").glob("*.g")} - {"prelude"} - {script.name for script in scripts()}
    errors += [f"margins.toml: gappa/{name}.g belongs to no lemma" for name in sorted(strays)]
    return errors


def kinds() -> str:
    """How many lemmas are proved by what."""
    rows = table()["lemma"].values()
    by_coq, tried = sum("theorem" in row for row in rows), sum("evidence" in row for row in rows)
    by_gappa = sum(bool(row.get("scripts")) for row in rows)
    on_paper = len(rows) - by_gappa - by_coq - tried
    return f"{by_gappa} by Gappa, {by_coq} by Coq, {tried} tried in toy formats, {on_paper} on paper"


# ---- Gappa ----


def too_much_for_half() -> list[str]:
    """Scripts that are needed for half of the margin, too, and whose least one is larger."""
    wrong = []
    for name, row in table()["lemma"].items():
        for script in row.get("halves", []):
            if 2 * number(row["scripts"][script]) > margins()[row["margins"][0]]:
                wrong.append(f"margins.toml: lemma {name}: the least of {script} is above half of {row['margins'][0]}")
    return wrong


def scripts() -> list[Script]:
    """All scripts, with what each of them varies."""
    values = margins()
    found = []
    for row in table()["lemma"].values():
        constant = "CLAIM" if "claim" in row else row["margins"][0] if row["margins"] else ""
        value = number(row["claim"]) if "claim" in row else values.get(constant, Fraction(0))
        for name, least in row.get("scripts", {}).items():
            found.append(Script(name, constant, value, number(least) if constant else value, row.get("breaks", [])))
    return found


def source(script: Script, value: Fraction) -> str:
    """The text for Gappa, with this value of the constant that the script varies and the claims of other lemmas."""
    values = margins() | ({script.constant: value} if script.constant else {})
    prelude, body = ((HERE / "gappa" / f"{name}.g").read_text(encoding="utf-8") for name in ("prelude", script.name))
    body = CLAIM.sub(lambda claim: dyadic(number(table()["lemma"][claim[1]]["claim"])), body)
    constants = "".join(f"{name} = {dyadic(value)};\n" for name, value in values.items() if name in body)
    return prelude + constants + body


def dyadic(value: Fraction) -> str:
    """The number for Gappa, rounded up to 16 bits: with few bits, no product with it is near the subnormal numbers."""
    exponent = 0
    while value.denominator > 1 and value.numerator < 2**15 * value.denominator:
        value, exponent = value * 2, exponent + 1
    return f"{-(-value.numerator // value.denominator)}b-{exponent}"


def proves(text: str, name: str) -> bool:
    """Whether Gappa proves a script. A rewriting that Gappa cannot check is an error, and so is bad syntax."""
    command = ["gappa", "-Eprecision=200", "-Eno-auto-dichotomy"]
    try:
        run = subprocess.run(command, input=text, capture_output=True, text=True, check=False, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return False
    unproved = "properties were not satisfied" in run.stderr or "no contradiction was found" in run.stderr
    if "not trivially equal" in run.stderr or (run.returncode and not unproved):
        sys.exit(f"gappa/{name}.g: {run.stderr}")
    return run.returncode == 0


def check(script: Script) -> list[str]:
    """What is wrong with the proof."""
    name = f"gappa/{script.name}.g"
    text = source(script, script.value)
    errors = [] if proves(text, script.name) else [f"{name}: Gappa does not prove it"]
    if script.breaks:
        given, wrong = script.breaks
        if proves(text.replace(given, wrong), script.name):
            errors.append(f"{name}: Gappa proves it with {wrong} for {given}, too")
        return errors
    if not proves(source(script, script.least), script.name):
        errors.append(f"{name}: Gappa does not prove the least {script.constant} of the table")
    if proves(source(script, script.least * TOO_LITTLE), script.name):
        errors.append(f"{name}: Gappa proves {TOO_LITTLE} of the least {script.constant}: something is lost")
    return errors


def least(script: Script) -> Fraction:
    """The least value of the constant with which Gappa proves the script, to about 1 %; 0 if it proves none."""
    low, high = script.value / 4096, script.value
    if not proves(source(script, high), script.name):
        return Fraction(0)
    while high > low * Fraction(101, 100):
        middle = Fraction((float(low) * float(high)) ** 0.5)
        if proves(source(script, middle), script.name):
            high = middle
        else:
            low = middle
    return high


def in_units(value: Fraction) -> str:
    unit, name = (U, "u") if value > U / 2**20 else (U * U, "u^2")
    digits = Fraction(-(-value / unit * 100 // 1), 100)  # rounded up
    return f"{float(digits):g} {name}"


# ---- Coq ----


def check_coq(path: Path) -> list[str]:
    """Compiles a file of Coq: an error if a proof fails, or if a statement is left without one."""
    if re.search(r"\b(Admitted|admit|Axiom|Parameter)\b", path.read_text(encoding="utf-8")):
        return [f"coq/{path.name}: has an unproved statement"]
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(path, folder)
        run = subprocess.run(["coqc", "-q", path.name], cwd=folder, capture_output=True, text=True, check=False)
    return [f"coq/{path.name}: {run.stdout}{run.stderr}"] if run.returncode else []


# ---- toy formats ----


def check_toy() -> list[str]:
    run = subprocess.run([sys.executable, str(HERE / "toy.py")], capture_output=True, text=True, check=False)
    return [f"toy.py: {run.stdout}{run.stderr}"] if run.returncode else []


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--table", action="store_true", help="only the table and the C code; needs no prover")
    parser.add_argument("--coq", action="store_true", help="also the proofs in Coq")
    parser.add_argument("--least", nargs="*", metavar="SCRIPT", help="print the least margins that Gappa proves")
    options = parser.parse_args()
    start = time.perf_counter()
    if options.least is not None:
        for script in scripts():
            if not options.least or script.name in options.least:
                if not script.constant:
                    continue
                found = least(script)
                slack = f"{float(script.value / found):.3g}" if found else "none: not proved"
                given = f"{script.constant} = {in_units(script.value)}"
                print(f"{script.name:<20} {given:<34} {in_units(found):>10}, slack {slack}", flush=True)
        return 0
    errors = table_errors()
    tasks: list[Callable[[], list[str]]] = []
    if not options.table:
        if shutil.which("gappa") is None:
            sys.exit("proofs/check.py needs gappa (Debian: apt-get install gappa); --table does without")
        tasks += [check_toy, *(partial(check, script) for script in scripts())]
    if options.coq:
        if shutil.which("coqc") is None:
            sys.exit("proofs/check.py --coq needs Coq and Flocq (Debian: apt-get install coq libcoq-flocq)")
        tasks[:0] = [partial(check_coq, path) for path in sorted((HERE / "coq").glob("*.v"))]
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:  # the longest tasks come first
        errors += [error for found in pool.map(lambda task: task(), tasks) for error in found]
    print(*errors, sep="\n", end="\n" if errors else "")
    parts = f"{len(margins())} margins, {len(table()['lemma'])} lemmas: {kinds()}"
    parts += "" if options.table else f"; {len(scripts())} scripts"
    parts += "" if options.table or options.coq else "; Coq not asked"
    verdict = f"{len(errors)} errors" if errors else "all proved" if not options.table else "the table holds"
    print(f"proofs: {verdict} ({parts}, {time.perf_counter() - start:.1f} s)")
    return int(bool(errors))


if __name__ == "__main__":
    sys.exit(main())
