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
    assert len(BLOCKS) >= 1


@pytest.mark.parametrize("code", BLOCKS)
def test_code_prints_what_its_comment_says(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    expected = re.findall(r"^print\(.*\)  # (.*)$", code, re.MULTILINE)
    assert expected
    assert done.stdout.splitlines() == expected


def test_the_first_picture_is_a_film_of_eight_seconds_below_two_megabytes() -> None:
    path = re.findall(r"!\[.*?\]\((.*?)\)", README)[0]
    film = (ROOT / path).read_bytes()
    assert (film[:4], film[8:12]) == (b"RIFF", b"WEBP")
    assert len(film) < 2_000_000
    chunks, position = list[tuple[bytes, bytes]](), 12
    while position < len(film):
        size = int.from_bytes(film[position + 4 : position + 8], "little")
        chunks.append((film[position : position + 4], film[position + 8 : position + 8 + size]))
        position += 8 + size + size % 2
    milliseconds = sum(int.from_bytes(data[12:15], "little") for name, data in chunks if name == b"ANMF")
    assert milliseconds == 8000


def test_the_readme_has_both_commands_of_a_fresh_machine() -> None:
    assert "\npython3 dev.py run check examples/scenes/level.json\npython3 dev.py test\n" in README
    assert README.index("pip install") < README.index("dev.py")


def test_sources_that_are_not_compiled_say_how_to_compile_them(tmp_path: Path) -> None:
    # `python -m collide2d.examples.platformer` in a clone: the folder of the sources comes before what is installed.
    (tmp_path / "collide2d").mkdir()
    (tmp_path / "collide2d" / "__init__.py").write_bytes((ROOT / "collide2d" / "__init__.py").read_bytes())
    command = [sys.executable, "-S", "-c", "import collide2d"]  # -S: an editable install would find the compiled core
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.stderr.splitlines()[-1].startswith("ImportError: these sources of collide2d are not compiled: ")
    assert "\npip install -e " in README


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
