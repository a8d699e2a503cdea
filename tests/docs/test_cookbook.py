"""The cookbook: each entry is short, complete after its page's imports, linked, and shows a picture made from its code.

test_site.py tests what the entries print.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from scripts import script

DOCS = Path(__file__).resolve().parents[2] / "docs"
COOKBOOK = script(DOCS / "images" / "make_cookbook.py")
ENTRIES = {entry.title: entry for entry in COOKBOOK.entries()}
INDEX = (DOCS / "cookbook.md").read_text(encoding="utf-8")


def test_each_entry_and_no_other_has_a_picture() -> None:
    assert len(ENTRIES) == len(list(COOKBOOK.entries())) >= 24
    assert set(COOKBOOK.PICTURES) == set(ENTRIES)
    assert {path.stem for path in COOKBOOK.FOLDER.glob("*")} == {entry.name for entry in ENTRIES.values()}


@pytest.mark.parametrize("title", ENTRIES)
def test_an_entry_is_a_sentence_a_little_code_a_picture_and_links(title: str) -> None:
    entry = ENTRIES[title]
    sentence, *_, image, more = entry.text.strip().split("\n\n")
    lines = entry.code.splitlines()
    assert sentence.endswith(".")
    assert not sentence.startswith("```")
    assert 2 <= len(lines) <= 12
    assert any(example.want for example in COOKBOOK.PARSER.get_examples(entry.text)) or "assert " in entry.code
    assert re.fullmatch(rf"!\[[^]]+\]\(\.\./images/cookbook/{entry.name}\.svg\)", image)
    assert more.startswith("More: [")
    assert f"[{title}](cookbook/{entry.page.name}#{entry.name})" in INDEX
    assert f"\ncookbook/{entry.page.stem}\n" in INDEX


@pytest.mark.parametrize("title", ENTRIES)
def test_the_picture_of_an_entry_is_what_its_code_draws(title: str) -> None:
    entry = ENTRIES[title]
    assert (COOKBOOK.FOLDER / f"{entry.name}.svg").read_text(encoding="utf-8") == COOKBOOK.svg(entry), title
