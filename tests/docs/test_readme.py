"""The examples of the README are true; the links of the guides work, and the guides cover what they must cover.

test_site.py tests the examples of the guides.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from guides import GUIDES

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
LINKS = sorted(
    (page, path)
    for page in [ROOT / "README.md", ROOT / "CHANGELOG.md", *GUIDES]
    for path in set(re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")))
)


def test_the_readme_has_code() -> None:
    assert len(BLOCKS) >= 2


@pytest.mark.parametrize("code", BLOCKS)
def test_code_prints_what_its_comment_says(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    expected = re.findall(r"^print\(.*\)  # (.*)$", code, re.MULTILINE)
    assert expected
    assert done.stdout.splitlines() == expected


def test_the_guide_to_motion_shows_every_verb() -> None:
    code = "".join(
        re.findall(r"^(?:>>>|\.\.\.) (.*\n)", (ROOT / "docs" / "motion.md").read_text("utf-8"), re.MULTILINE)
    )
    verbs = ("sweep", "cast", "raycast", "clip", "separate", "bounce", "slide", "minkowski_difference", "contains")
    assert [verb for verb in verbs if not re.search(rf"\b{verb}\(", code)] == []


def test_the_guide_to_the_mover_shows_all_that_it_is_about() -> None:
    code = "".join(re.findall(r"^(?:>>>|\.\.\.) (.*\n)", (ROOT / "docs" / "mover.md").read_text("utf-8"), re.MULTILINE))
    words = (
        "slide(",
        "move(",
        "one_way(",
        "watch(",
        "filter=",
        '"stop"',
        '"pass"',
        "remaining",
        "pushed",
        "stuck",
        "legs",
    )
    assert [word for word in words if word not in code] == []


@pytest.mark.parametrize(("page", "path"), LINKS, ids=lambda value: getattr(value, "name", value))
def test_links_lead_somewhere(page: Path, path: str) -> None:
    assert (page.parent / path).exists()
