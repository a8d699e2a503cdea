"""Which font draws which part of a text, and in which order the parts stand.

The playground's own font, Inter, has Latin, Greek and Cyrillic letters and the signs of the playground. For the others
the fonts of the system are asked, and then that of pygame. A sign that no font has is shown as a box.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pygame

from collide2d.play.view import bidi

LARGE = 4  # letters are drawn this many times larger, and scaled down
OWN, PYGAME = "own", "pygame"  # fonts; the others are the paths of their files
BOX = "□"
_FILES = {bold: Path(__file__).with_name("fonts") / f"Inter-{'SemiBold' if bold else 'Regular'}.otf" for bold in (0, 1)}
_OF_PYGAME = 1.25  # letters of pygame's font are smaller at the same size
_ABSENT = "\ue000"  # a character that no font has: its metrics are those of the empty box
_PROBE = 14

# Fonts of Windows and macOS with many signs, where fontconfig is not installed.
_USUAL = (
    "segoeui", "yugothic", "meiryo", "msgothic", "microsoftyahei", "malgungothic", "nirmalaui", "seguisym",
    "segoeuiemoji", "arialunicodems", "hiraginosansgb", "applesdgothicneo", "geezapro", "applecoloremoji",
    "notosanscjkjp", "notosans", "dejavusans",
)  # fmt: skip
# HarfBuzz joins letters by the rules of a script if it is told which; the names are the first words of Unicode's names.
_SCRIPTS = {
    "ARABIC": "Arab", "HEBREW": "Hebr", "SYRIAC": "Syrc", "THAANA": "Thaa", "DEVANAGARI": "Deva", "BENGALI": "Beng",
    "GURMUKHI": "Guru", "GUJARATI": "Gujr", "TAMIL": "Taml", "TELUGU": "Telu", "KANNADA": "Knda", "MALAYALAM": "Mlym",
    "SINHALA": "Sinh", "THAI": "Thai", "KHMER": "Khmr", "MYANMAR": "Mymr",
}  # fmt: skip

_fonts: dict[tuple[int, bool, str, bool, str], pygame.font.Font] = {}
_missed: Counter[str] = Counter()  # how many signs of a script or of a page of Unicode no font of the system had
_found: list[str] = []  # the fonts of the system that had a sign, in the order in which they were needed


class Run(NamedTuple):
    """A part of a text in one font."""

    text: str
    source: str
    is_leftward: bool = False
    script: str = ""


def font(size: int, bold: bool = False, run: Run = Run("", OWN)) -> pygame.font.Font:  # noqa: B008  # a constant
    """The font of a run, at LARGE times the size; text.py scales the letters down."""
    if not _fonts:
        pygame.register_quit(_fonts.clear)  # pygame 2.6 crashes with a font that outlives pygame.quit()
    if not pygame.font.get_init():
        _fonts.clear()
        pygame.font.init()
    key = (size, bold, *run[1:])
    try:
        _fonts[key].get_height()
    except (KeyError, pygame.error):  # not loaded yet, or pygame has quit since
        _fonts[key] = _loaded(*key)
    return _fonts[key]


def _loaded(size: int, bold: bool, source: str, is_leftward: bool, script: str) -> pygame.font.Font:
    if source == PYGAME:
        made = pygame.font.Font(None, round(size * LARGE * _OF_PYGAME))
    else:
        made = pygame.font.Font(_FILES[bold] if source == OWN else source, size * LARGE)
    if hasattr(made, "set_direction"):  # pygame-ce
        if is_leftward:
            made.set_direction(pygame.DIRECTION_RTL)
        if script:
            made.set_script(script)
    return made


@lru_cache(maxsize=16384)
def has(sign: str, source: str = OWN) -> bool:
    """Whether a font has a character."""
    try:
        probe = font(_PROBE, run=Run("", source))
        return probe.metrics(sign) != probe.metrics(_ABSENT)
    except (OSError, ValueError, pygame.error):  # no font, or one that SDL cannot read
        return False


@cache
def is_bitmap(source: str) -> bool:
    """Whether a font has pictures of one size and with colours, as fonts of emoji do."""
    return font(8, run=Run("", source)).get_height() == font(32, run=Run("", source)).get_height()


def _sources(sign: str) -> Iterator[str]:
    """The fonts that may have a sign."""
    yield OWN
    yield from _found
    found = _of_system(sign)
    yield from () if found is None else (found,)
    yield PYGAME


# ---- fonts of the system ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _of_system(sign: str) -> str | None:
    """The file of a font of the system with a sign."""
    is_letter = unicodedata.category(sign)[0] in "LMN"
    group = unicodedata.name(sign, "").partition(" ")[0] if is_letter else f"{ord(sign) >> 8:x}"
    if _missed[group] < 2:  # no font has these, and to ask about each of a thousand signs takes a minute
        for source in _candidates(sign):
            if has(sign, source):
                _found.append(source)
                return source
        _missed[group] += 1
    return None


def _candidates(sign: str) -> Iterator[str]:
    """Files of fonts that may have a sign. Fonts without colours come first: they look like the other letters."""
    matcher = shutil.which("fc-match")
    if matcher is None:
        yield from _usual_fonts() if sys.platform in ("win32", "darwin") else ()
        return
    for without_colors in (":color=false", ""):
        question = [matcher, "-f", "%{file}", f":charset={ord(sign):x}{without_colors}"]
        try:
            yield subprocess.run(question, capture_output=True, timeout=2, check=True).stdout.decode()
        except (OSError, ValueError, subprocess.SubprocessError):
            return


@cache
def _usual_fonts() -> tuple[str, ...]:
    try:
        found = (pygame.font.match_font(name) for name in _USUAL)
        return tuple(path for path in found if path)
    except (OSError, ValueError, pygame.error):
        return ()


# ---- parts of a text -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def runs(text: str) -> tuple[Run, ...]:
    """The parts of a text, each in a font that has its signs, from left to right.

    >>> [run.text for run in runs("a wall")]
    ['a wall']
    >>> [run.is_leftward for run in runs("door, " + chr(0x05D0))]
    [False, True]
    """
    if text.isascii() and text.isprintable():
        return (Run(text, OWN),)
    signs: list[tuple[int, Run]] = []
    before = None
    for sign, level in zip(text, bidi.levels(text, bidi.base_of(text)), strict=True):
        before = _run_of(sign, level % 2 == 1, before)
        signs.append((level, before))
    parts, part_levels = [], []
    for (level, *kind), same in groupby(signs, key=lambda each: (each[0], *each[1][1:])):
        parts.append(Run("".join(run.text for _, run in same), *kind))
        part_levels.append(level)
    found = bidi.visual(parts, part_levels)
    if not hasattr(pygame.font.Font, "set_direction"):  # pygame, which draws every letter to the right of the last one
        found = [run._replace(text=run.text[::-1]) if run.is_leftward else run for run in found]
    return tuple(run for run in found if run.text)


def _run_of(sign: str, is_leftward: bool, before: Run | None) -> Run:
    """One sign in a font that has it. Accents and spaces stay in the font of what is before them."""
    category = unicodedata.category(sign)
    if category in ("Cc", "Cs"):
        return Run(BOX, OWN, is_leftward)
    joins = category[0] in "MZP" or category == "Cf"
    if before is not None and joins and is_leftward is before.is_leftward and has(sign, before.source):
        return before._replace(text=sign)
    if category == "Cf":
        return (before or Run("", OWN, is_leftward))._replace(text="")
    source = next((source for source in _sources(sign) if has(sign, source)), None)
    if source is not None:
        return Run(sign, source, is_leftward, _SCRIPTS.get(unicodedata.name(sign, "").partition(" ")[0], ""))
    return Run("" if category[0] == "M" and before is not None else BOX, OWN, is_leftward)
