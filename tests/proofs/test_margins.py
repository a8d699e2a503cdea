"""The margins of the core: the table of proofs/margins.toml against the C code and the lemmas that it names.

These tests need no prover; `python proofs/check.py` has the proofs checked."""

from __future__ import annotations

import copy
import importlib.util
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SPEC = importlib.util.spec_from_file_location("check_proofs", ROOT / "proofs" / "check.py")
assert SPEC is not None
assert SPEC.loader is not None
CHECK: Any = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(CHECK)

U = Fraction(1, 2**53)
QUOTE = "margin = C2D_FILTER_ORIENT * (fabs(s) + fabs(t))"
FILTER = """/* The sign of a cross product. Lemma orient. */
static int filter(double s, double t)
{
    double margin = C2D_FILTER_ORIENT * (fabs(s) + fabs(t));
    return (s - t > margin) - (s - t < -margin);
}
"""


def test_the_table_is_that_of_the_code() -> None:
    assert CHECK.table_errors() == []


@pytest.mark.parametrize(
    ("text", "value"),
    [("16 u", 16 * U), ("(16 * C2D_U)", 16 * U), ("2^-97", Fraction(1, 2**97)), ("0x1p-97", Fraction(1, 2**97)),
     ("0.5 u^2", U * U / 2)],
)  # fmt: skip
def test_constants_are_read_alike_in_the_table_and_in_c(text: str, value: Fraction) -> None:
    assert CHECK.number(text) == value


def as_defined() -> list[tuple[str, str, str]]:
    """The definitions that the table asks for."""
    unit = ("C2D_U", "csrc/core/exact/exact.h", "0x1p-53")
    return [unit, *((name, row["file"], row["value"]) for name, row in CHECK.table()["margin"].items())]


def with_value(name: str, value: str) -> list[tuple[str, str, str]]:
    return [(macro, file, value if macro == name else given) for macro, file, given in as_defined()]


def test_a_constant_of_another_value_is_found() -> None:
    assert list(CHECK.definition_errors(as_defined())) == []
    file = CHECK.table()["margin"]["C2D_FILTER_ORIENT"]["file"]
    assert list(CHECK.definition_errors(with_value("C2D_FILTER_ORIENT", "(2 * C2D_U)"))) == [
        f"{file}: C2D_FILTER_ORIENT is (2 * C2D_U), and 16 u in margins.toml"
    ]
    rest = [definition for definition in as_defined() if definition[0] != "C2D_FILTER_ORIENT"]
    assert list(CHECK.definition_errors(rest)) == ["margins.toml: C2D_FILTER_ORIENT is not defined in csrc"]


def test_another_unit_is_found() -> None:
    """It would weaken all margins, and no constant of the table would differ."""
    (error,) = CHECK.definition_errors(with_value("C2D_U", "0x1p-60"))
    assert error == "csrc/core/exact/exact.h: C2D_U is 0x1p-60, and 1 u in margins.toml"


@pytest.mark.parametrize("place", [0, -1])
def test_a_second_definition_is_found(place: int) -> None:
    """In a file before or after the header, which would weaken the margin in this file only."""
    definitions = as_defined()
    definitions.insert(place, ("C2D_RAY_MARGIN", "csrc/core/motion/cast.c", "(2 * C2D_U)"))
    errors = "\n".join(CHECK.definition_errors(definitions))
    assert "C2D_RAY_MARGIN is defined 2 times" in errors
    assert CHECK.DEFINITION.findall("  # define C2D_U 0x1p-60") == [("C2D_U", "0x1p-60")]


@pytest.fixture
def quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    """uses.toml quotes FILTER, as the file a.c."""
    monkeypatch.setattr(CHECK, "uses", lambda: {"a.c": {"orient": [QUOTE]}})


@pytest.mark.usefixtures("quoted")
def test_a_use_without_its_lemma_is_found() -> None:
    used: set[str] = set()
    assert list(CHECK.use_errors("csrc/a.c", FILTER, used)) == []
    assert used == {"orient"}
    for unproved in (FILTER.replace(" Lemma orient.", ""), FILTER.replace("orient", "length")):
        error, gone = CHECK.use_errors("csrc/a.c", unproved, set())
        assert "C2D_FILTER_ORIENT is used without its lemma" in error
        assert gone.startswith("uses.toml: csrc/a.c has not these words, in a block that names lemma orient")
    errors = list(CHECK.use_errors("csrc/a.c", FILTER.replace("orient", "orientation"), set()))
    assert "lemma orientation is not in margins.toml" in errors[0]


@pytest.mark.usefixtures("quoted")
@pytest.mark.parametrize(
    ("old", "new"),
    [("fabs(s) +", "fabs(s) -"), ("C2D_FILTER_ORIENT *", "C2D_FILTER_ORIENT / 2 *"), ("fabs(t)", "t")],
)
def test_a_use_in_other_words_than_the_lemma_has_is_found(old: str, new: str) -> None:
    found = "\n".join(CHECK.use_errors("csrc/a.c", FILTER.replace(old, new), set()))
    assert "uses.toml has not these words for orient:\n    double margin = C2D_FILTER_ORIENT" in found
    assert f"uses.toml: csrc/a.c has not these words, in a block that names lemma orient:\n    {QUOTE}" in found
    assert list(CHECK.use_errors("csrc/a.c", FILTER.replace(" + fabs", "\n        + fabs"), set())) == []


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [("core/exact/exact.h", "(c > margin) -", "(c > margin / 16) -"),
     ("core/exact/exact.h", "(x.lo - error)", "(x.lo - error / 64)"),
     ("core/pair/relate.c", "x.cross > m.cross", "x.cross > 0"),
     ("core/pair/relate.c", "x.ww < r.lower", "x.ww < r.r2"),
     ("core/pair/relate.c", "-most - margin", "-most"),
     ("core/pair/contact.c", "overlap > margin", "overlap > 0"),
     ("core/motion/ray_arc.h", "decided & outside", "outside")],
)  # fmt: skip
def test_a_decision_without_its_margin_is_found(file: str, old: str, new: str) -> None:
    """Where the constant is not named, but a variable that has it as a factor."""
    text = (ROOT / "csrc" / file).read_text(encoding="utf-8")
    assert old in text
    assert list(CHECK.use_errors(f"csrc/{file}", text, set())) == []
    assert "has not these words" in "\n".join(CHECK.use_errors(f"csrc/{file}", text.replace(old, new), set()))


@pytest.mark.parametrize("name", sorted(CHECK.margins()))
def test_half_of_a_constant_is_found(name: str) -> None:
    """In the header alone: the table has another value then. Where it is halved in both, Gappa decides."""
    file = CHECK.table()["margin"][name]["file"]
    values = dict(CHECK.DEFINITION.findall((ROOT / file).read_text(encoding="utf-8")))
    assert list(CHECK.definition_errors(with_value(name, values[name]))) == []
    half = (float(CHECK.number(values[name])) / 2).hex()
    (error,) = CHECK.definition_errors(with_value(name, half))
    assert error.startswith(f"{file}: {name} is {half}")


@pytest.mark.parametrize(
    "number",
    ["3 * C2D_U", "0x1p-45", "0x1.8p-45", "0x1.000001p-45", "0x3p-53", "1e-9", "2.2e-16", "0.0001", "DBL_EPSILON"],
)
def test_a_number_of_roundings_that_is_not_listed_is_found(number: str) -> None:
    (error,) = CHECK.literal_errors("a.c", f"double margin = {number} * scale; /* not 2 * C2D_U */")
    assert error.startswith(f"a.c: {number} is neither")
    assert list(CHECK.literal_errors("a.c", f"#define C2D_FILTER_ORIENT ({number})")) == []


def test_a_listed_number_that_is_gone_is_found() -> None:
    (error,) = CHECK.literal_errors("csrc/core/world/items_nearest.c", "double limit;")
    assert error == "margins.toml: csrc/core/world/items_nearest.c has no 0x1p-48 any more"


def test_blocks_are_functions_with_their_comments() -> None:
    one = "/* One. */\nint one(void)\n{\n    int x;\n\n    return 1;\n}\n"
    text = one + "\n/* Two.\n *\n * More. */\nint two(void)\n{\n}\n"
    assert [block.split()[1] for block in CHECK.blocks(text)] == ["One.", "Two."]


def test_names_of_lemmas_may_be_broken_at_the_end_of_a_line() -> None:
    assert CHECK.lemmas_of("/* So and so. Lemmas line, length\n * and branch. */") == {"line", "length", "branch"}
    assert CHECK.lemmas_of("/* So and so. Lemma\n * line. */") == {"line"}
    assert CHECK.lemmas_of("int x; // Lemma line") == set()


def test_no_least_margin_of_a_script_is_above_that_of_the_code() -> None:
    scripts = CHECK.scripts()
    assert len(scripts) >= 38
    assert all(script.least <= script.value for script in scripts)
    assert all(script.constant or script.breaks for script in scripts)  # something can make each of them fail


def test_a_script_that_needs_more_than_its_half_of_a_margin_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = copy.deepcopy(CHECK.table())
    changed["lemma"]["arc"]["scripts"]["arc_miss"] = "33 u"
    monkeypatch.setattr(CHECK, "table", lambda: changed)
    (error,) = CHECK.too_much_for_half()
    assert error.endswith("lemma arc: the least of arc_miss is above half of C2D_RAY_MARGIN")


def test_a_script_that_proves_a_tenth_more_than_the_table_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A script that has lost a rounding proves more, and one with contradictory hypotheses proves everything."""
    monkeypatch.setattr(CHECK, "source", lambda script, value: value / script.least)
    for script in CHECK.scripts():
        if not script.constant:
            continue
        for least, errors in [(1, 0), (Fraction(9, 10), 1), (0, 1)]:
            monkeypatch.setattr(CHECK, "proves", lambda value, _, least=least: value >= least)
            assert len(CHECK.check(script)) == errors


def test_a_script_has_the_bounds_that_other_lemmas_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a claim that grows is not forgotten where a script rests on it."""
    (script,) = (script for script in CHECK.scripts() if script.name == "clear")
    assert "|ep| <= CLAIM_projection" in (ROOT / "proofs" / "gappa" / "clear.g").read_text(encoding="utf-8")
    assert f"|ep| <= {CHECK.dyadic(Fraction('4.3125') * U)} " in CHECK.source(script, script.value)
    claims = {"projection": {"claim": "5 u"}, "norm": {"claim": "4 u"}}
    monkeypatch.setattr(CHECK, "table", lambda: {"margin": {}, "lemma": claims})
    assert f"|ep| <= {CHECK.dyadic(5 * U)} " in CHECK.source(script, script.value)


def test_every_margin_is_in_a_script_of_its_lemmas() -> None:
    """Without a script, any value of the margin would pass."""
    for margin in CHECK.margins():
        rows = [row for row in CHECK.table()["lemma"].values() if margin in row["margins"]]
        names = {name for row in rows for name in row["scripts"]}
        bodies = [(ROOT / "proofs" / "gappa" / f"{name}.g").read_text(encoding="utf-8") for name in names]
        assert any(re.search(rf"^[^#]*\b{margin}\b", body, re.MULTILINE) for body in bodies), margin


def test_the_guide_gives_the_margins_of_the_table() -> None:
    guide = (ROOT / "proofs" / "README.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| `(\w+)`.*?\| (?:\d \* )?([\d^-]+(?: u)?)(?: = [^|]*)? \| (?:\d \* )?([\d.]+)", guide, re.MULTILINE
    )
    lemmas, values = CHECK.table()["lemma"], CHECK.margins()
    assert len(rows) >= 20
    for name, margin, proved in rows:
        lemma = lemmas[name]
        assert CHECK.number(margin) == values[lemma["margins"][0]], name
        most = max(CHECK.number(least) for least in lemma["scripts"].values())
        assert name == "rounds" or float(most / U) <= float(proved), name
