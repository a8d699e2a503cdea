"""The site: the examples of its pages are true, it builds without a warning, and it has everything public."""

from __future__ import annotations

import base64
import doctest
import importlib
import inspect
import json
import os
import pkgutil
import re
import shlex
import subprocess
import sys
import zlib
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from guides import DOCS, GUIDES
from scripts import script

import collide2d

ROOT = Path(__file__).resolve().parents[2]
NEEDS_A_WINDOW = "<!-- needs a window -->"  # above a block that is only compiled
HEADLESS = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
# tests/examples/test_embed.py compiles those in C, .ci/embed does what those of CMake do.
KNOWN = {"python", "console", "text", "json", "toml", "c", "cmake", "{toctree}", ""}


class Block(NamedTuple):
    """A fenced block of a page."""

    language: str
    text: str
    runs: bool

    @property
    def is_session(self) -> bool:
        return self.text.startswith(">>>")


def blocks(page: Path) -> list[Block]:
    found = re.findall(
        rf"^({re.escape(NEEDS_A_WINDOW)}\n+)?```(\S*)[^\n]*\n(.*?)^```$",
        page.read_text(encoding="utf-8"),
        re.DOTALL | re.MULTILINE,
    )
    return [Block(language, text, not window) for window, language, text in found]


def headings(page: Path) -> list[str]:
    return re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)


# ---- what the pages show ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", GUIDES, ids=lambda path: path.stem)
def test_every_block_is_of_a_kind_that_is_tested(page: Path) -> None:
    assert {block.language for block in blocks(page)} <= KNOWN
    text = page.read_text(encoding="utf-8")
    assert len(re.findall(r"^```", text, re.MULTILINE)) == 2 * len(blocks(page))
    assert text.count(NEEDS_A_WINDOW) == sum(not block.runs for block in blocks(page))
    assert len(re.findall(r"^\s*>>> ", text, re.MULTILINE)) == sum(
        len(re.findall(r"^>>> ", block.text, re.MULTILINE)) for block in blocks(page) if block.language == "python"
    )


@pytest.mark.parametrize("page", GUIDES, ids=lambda path: path.stem)
def test_sessions_show_what_python_answers(page: Path) -> None:
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert failed == 0
    assert (tried > 0) == any(block.is_session for block in blocks(page))


@pytest.mark.parametrize("page", [page for page in GUIDES if page.stem != "first-game"], ids=lambda path: path.stem)
def test_programs_run_and_print_what_their_comments_say(page: Path, tmp_path: Path) -> None:
    programs = [block for block in blocks(page) if block.language == "python" and not block.is_session]
    for block in programs:
        compile(block.text, str(page), "exec")
    code = "\n".join(block.text for block in programs if block.runs)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path, env=HEADLESS
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == re.findall(r"^print\(.*\)  # (.*)$", code, re.MULTILINE)


@pytest.mark.parametrize("page", GUIDES, ids=lambda path: path.stem)
def test_commands_run_and_print_what_follows_them(page: Path, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for block in blocks(page):
        if block.language != "console" or not block.runs:
            continue
        for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block.text, re.MULTILINE):
            words = shlex.split(command)
            assert words[0] in ("python", "collide2d")
            program = ["-m", "collide2d"] if words[0] == "collide2d" else []
            done = subprocess.run(
                [sys.executable, "-P", *program, *words[1:]],
                capture_output=True,
                text=True,
                check=False,
                cwd=tmp_path,
                env=HEADLESS,
            )
            assert done.returncode == 0, (command, done.stderr)
            assert done.stdout == expected or not expected, command


# ---- the first game --------------------------------------------------------------------------------------------------

PLAYER = script(DOCS / "images" / "make_first_game.py")
STEPS: list[str] = PLAYER.steps()


@pytest.mark.parametrize("step", range(len(STEPS)))
def test_the_game_runs_after_each_of_its_steps(step: int) -> None:
    names = PLAYER.play(STEPS[step], [(3, ""), (20, "right"), (5, "left jump")])
    hero = names["space"]["hero"]
    assert (hero.center == (51.0, 303.0)) == (step == 0)
    assert names["space"].query(hero, mask=1) == ["hero"]


def test_the_game_has_four_steps_that_do_what_they_say() -> None:
    assert len(STEPS) == 4
    on_lift = PLAYER.play(STEPS[2], PLAYER.RIDE)
    assert on_lift["hero"].floor == "lift"
    assert on_lift["space"]["lift"].top < 250
    below = PLAYER.play(STEPS[2], [(6, "right"), (130, "right"), (200, "")])
    assert below["space"]["hero"].left > 500
    assert below["space"].query(below["space"]["hero"]) == ["hero"], "the lift has turned back"
    won = PLAYER.play(STEPS[3], PLAYER.WIN)
    assert not any(item.startswith("coin") for item in won["space"])


def test_the_pictures_and_the_file_of_the_game_are_what_the_script_makes() -> None:
    import numpy as np
    import pygame

    assert PLAYER.FILE.read_text(encoding="utf-8") == PLAYER.HEAD + STEPS[-1]
    for name, made in PLAYER.pictures().items():
        shown = pygame.image.load(DOCS / "images" / name)
        difference = pygame.surfarray.array3d(shown).astype(int) - pygame.surfarray.array3d(made)
        assert np.abs(difference).mean() < 0.5, "fonts may differ a little"


def test_the_pictures_of_the_ideas_are_what_their_script_makes() -> None:
    pictures = script(DOCS / "images" / "make_ideas.py").PICTURES
    assert {path.stem for path in (DOCS / "images").glob("idea-*.svg")} == {f"idea-{name}" for name in pictures}
    for name, picture in pictures.items():
        assert (DOCS / "images" / f"idea-{name}.svg").read_text(encoding="utf-8") == picture().to_svg(), name


# ---- the site --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site; a warning is an error."""
    folder = tmp_path_factory.mktemp("site")
    out, trees = folder / "html", folder / "trees"
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-W",
        "--keep-going",
        "-q",
        "-b",
        "html",
        "-d",
        str(trees),
        str(DOCS),
        str(out),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    return out


def documented(site: Path) -> set[str]:
    """The names that the reference explains, from Sphinx's inventory: four lines, then compressed text."""
    data = (site / "objects.inv").read_bytes()
    text = zlib.decompress(data.split(b"\n", 4)[4]).decode()
    return {line.split(" ")[0] for line in text.splitlines() if " py:" in line}


def public_names() -> set[str]:
    """What the package and its modules export, and the public members of exported classes where they are defined."""
    names: set[str] = set()
    modules = [m.name for m in pkgutil.iter_modules(collide2d.__path__) if not m.name.startswith("_")]
    for module in [collide2d, *(importlib.import_module(f"collide2d.{m}") for m in modules if m != "typing")]:
        for name in getattr(module, "__all__", ()):
            thing = getattr(module, name)
            home = "collide2d" if hasattr(collide2d, name) and module.__name__ == "collide2d.space" else module.__name__
            if module is collide2d and getattr(thing, "__module__", "").startswith("collide2d.arrays."):
                continue  # found in that module
            if inspect.isroutine(thing) or inspect.isclass(thing):
                names.add(f"{home}.{name}")
            if not inspect.isclass(thing):
                continue
            inherited = (
                dir(collide2d.Shape) if thing is not collide2d.Shape and issubclass(thing, collide2d.Shape) else []
            )
            for member, value in vars(thing).items():
                is_told = inspect.isdatadescriptor(value) or inspect.isroutine(getattr(thing, member))
                text = inspect.getdoc(value) or ""  # the docstring of a named tuple explains its fields
                is_told = is_told and bool(text) and not text.startswith("Alias for field number")
                if not member.startswith("_") and member not in inherited and is_told:
                    names.add(f"{home}.{name}.{member}")
    return names


def test_everything_public_is_in_the_reference(site: Path) -> None:
    names = public_names()
    assert {"collide2d.Shape.cast", "collide2d.Space.slide", "collide2d.one_way", "collide2d.arrays.pairs"} <= names
    assert sorted(names - documented(site)) == []


def test_every_function_method_and_class_has_a_picture_that_is_there(site: Path) -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in (site / "reference").glob("*.html"))
    entries = re.findall(r'<dl class="py (?:function|method|class|exception)">', pages)
    pictures = re.findall(r'<figure class="picture"><img src="\.\./(_pictures/[0-9a-f]+\.svg)" alt="([^"]+)"', pages)
    documented_by_type = re.findall(r'<dl class="py (?:classmethod|staticmethod)">', pages)
    assert len(pictures) == len(entries) + len(documented_by_type) > 200
    for path, alt in pictures:
        svg = (site / path).read_text(encoding="utf-8")
        assert svg.count("<path") + svg.count("<circle") >= 1, alt
        assert not alt.endswith(": "), f"{alt} has no caption"


def test_the_front_page_has_three_doors_and_a_picture_that_moves(site: Path) -> None:
    text = (site / "index.html").read_text(encoding="utf-8")
    doors = re.search(r'<ul class="doors[^"]*">(.*?)</ul>', text, re.DOTALL)
    assert doors
    titles = re.findall(r'<li><p><strong><a [^>]*href="([^"]+)">(?:<[^>]*>)?([^<]+)', doors[1])
    assert [title for _, title in titles] == ["Make a game", "Do research", "Fuzz and verify"]
    links = re.findall(r'<a [^>]*href="([^"]+)"', doors[1])
    assert len(links) > 15
    assert [link for link in links if not (site / link.partition("#")[0]).exists()] == []
    if (site / "_static" / "live.js").exists():
        assert 'data-live="mover/hall"' in text[: doors.start()]


REFERENCE = sorted(page.stem for page in (DOCS / "reference").glob("*.rst"))


def article(site: Path, page: str) -> str:
    """The text of a page of the reference, as HTML."""
    text = (site / "reference" / f"{page}.html").read_text(encoding="utf-8")
    return text[text.index("<article") : text.index("</article>")]


@pytest.mark.parametrize("page", REFERENCE)
def test_a_page_of_the_reference_starts_with_a_line_for_each_of_its_names(site: Path, page: str) -> None:
    text = article(site, page)
    names = re.findall(r'<dt class="sig sig-object py[^"]*" id="([^"]+)"', text)
    tables = " ".join(re.findall(r'<table class="summary.*?</table>', text, re.DOTALL))
    row = r'<a class="reference internal" href="#([^"]+)">(?:(?!</tr>).)*?<td><p>(.*?)</p>'
    rows = re.findall(row, tables, re.DOTALL)
    assert sorted(name for name, _ in rows) == sorted(names)
    assert all(line for _, line in rows)
    assert text.index("<table") < text.index('<dl class="py')


@pytest.mark.parametrize("page", REFERENCE)
def test_a_page_of_the_reference_says_nothing_twice(site: Path, page: str) -> None:
    text = re.sub(r"<table.*?</table>", "", article(site, page), flags=re.DOTALL)
    told = [" ".join(re.sub(r"<[^>]*>", "", each).split()) for each in re.findall(r"<p>(.*?)</p>", text, re.DOTALL)]
    sentences = Counter(one for each in told for one in re.split(r"(?<=[.?])\s+", each) if len(one.split()) > 4)
    assert [one for one, times in sentences.items() if times > 1 and not one.startswith("See ")] == []


def test_classes_list_what_makes_them_first_and_how_they_are_kept_last(site: Path) -> None:
    text = article(site, "shapes")
    order = ["Rect", "Rect.centered", "Rect.x", "Shape.center", "Shape.cast", "Shape.from_dict"]
    assert order == sorted(order, key=lambda name: text.index(f'id="collide2d.{name}"'))


def test_signatures_have_the_types_of_the_stubs(site: Path) -> None:
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", article(site, "verbs")))
    assert "motion: Pair | ArrayLike, b: SolidLike | ShapeArray, *, motion_b: Pair = (0, 0)" in text
    assert "depth: float" in text


def test_a_copy_of_code_has_no_prompts_and_nothing_that_is_printed(site: Path) -> None:
    script = (site / "_static" / "copybutton.js").read_text(encoding="utf-8")
    assert r"'>>> |\\.\\.\\. |\\$ ', true, true, true" in script
    assert "copybutton.js" in (site / "cookbook" / "look.html").read_text(encoding="utf-8")


def test_the_search_has_excerpts_without_a_server(site: Path) -> None:
    script = (site / "_static" / "excerpts.js").read_text(encoding="utf-8")
    packed = re.search(r'EXCERPTS = "([^"]+)"', script)
    assert packed
    texts = json.loads(zlib.decompress(base64.b64decode(packed[1]), -15))
    assert texts.keys() >= {"index", "cookbook/look", "reference/verbs"}
    assert ["collide2d.cast", "Moves a shape until it hits another: a Hit, or None if the way is free."] in [
        [anchor, text.split(". ")[0] + "."] for anchor, _, text in texts["reference/verbs"]
    ]
    titles = {anchor: title for anchor, title, _ in texts["reference/shapes"]}
    assert titles["collide2d.Circle.r"] == ""  # the script takes it from the anchor: Circle.r
    assert len(script) < 155_000
    assert "excerpts.js" in (site / "search.html").read_text(encoding="utf-8")
    assert "excerpts.js" not in (site / "index.html").read_text(encoding="utf-8")


def test_the_search_finds_each_task_of_the_cookbook(site: Path) -> None:
    index = json.loads((site / "searchindex.js").read_text(encoding="utf-8").removeprefix("Search.setIndex(")[:-1])
    titles = [title for page in GUIDES if page.parent.name == "cookbook" for title in headings(page)]
    assert len(titles) > 24
    assert sorted(set(titles) - index["alltitles"].keys()) == []


def test_the_site_asks_no_other_host_for_anything(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 12
    for page in pages:
        text = page.read_text(encoding="utf-8")
        loaded = re.findall(r'<(?:img|script|iframe|source)[^>]*\ssrc="([^"]+)"', text)
        loaded += re.findall(r'<link[^>]*rel="(?:stylesheet|preload|icon|preconnect)"[^>]*href="([^"]+)"', text)
        assert [address for address in loaded if "//" in address] == [], page.name
    for sheet in site.rglob("*.css"):
        assert not re.findall(r"(?:url\(|@import)\s*['\"]?(?:https?:)?//", sheet.read_text(encoding="utf-8")), (
            sheet.name
        )
