"""Joins the C core in one pair of files, collide2d.h and collide2d.c, which a C program compiles with its own.

    python csrc/amalgamate.py FOLDER

collide2d.c holds each file of csrc/core once: the headers, in the order in which they need each other, then the C
files. Their text stays as it is, with three changes that make one translation unit of many:

- A name that several C files declare for themselves gets the name of its file as a prefix: `boxes` of contact.c becomes
  `contact_boxes`. Comments, strings and members keep their words.
- The macros of a C file are undefined at its end.
- Include guards and includes of other files of the core are left out.

The result does not depend on the machine. What this program cannot join is an error, never a wrong guess: the compiler
refuses two declarations of a name.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from graphlib import TopologicalSorter
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

CSRC = Path(__file__).resolve().parent
ROOT = CSRC.parent
HEADER = CSRC / "include" / "collide2d.h"

ONLY_ABOVE = ("ranked_heap.h",)  # headers that only the layers above the core include

TOKEN = re.compile(
    r"""(?P<comment> /\*.*?\*/ | //[^\n]* )
      | (?P<directive> ^[ \t]*\#[ \t]* (?: include[^\n]* | \w+ ) )
      | (?P<text> "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' )
      | (?P<number> \.?\d (?: [eEpP][+-] | [\w.] )* )
      | (?P<name> [A-Za-z_]\w* )
      | (?P<newline> \n )
      | (?P<space> (?: [ \t] | \\\n )+ )
      | (?P<mark> -> | . )""",
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
CODE = ("text", "number", "name", "mark")
CLOSING = {"(": ")", "[": "]", "{": "}"}
KEYWORDS = {"bool", "char", "double", "enum", "float", "int", "long", "short", "signed", "struct", "union", "unsigned"}
INCLUDE = re.compile(r'^#include "([^"]+)"\n', re.MULTILINE)
GUARD = re.compile(r"^#ifndef (\w+_H)\n#define \1\n(.*)^#endif\n\Z", re.MULTILINE | re.DOTALL)
DEFINE = re.compile(r"^#define (\w+)", re.MULTILINE)
VERSION = re.compile(r'^__version__ = "(.+)"', re.MULTILINE)

OPENING = """\
/* collide2d {version}: exact 2-D collision detection. This file is the whole core; collide2d.h declares what it offers.
 * csrc/amalgamate.py made it from the files that are named below.
 *
 *     cc -std=c11 -O2 -ffp-contract=off -c collide2d.c
 *
{licence}
 */
#include "collide2d.h"
"""


class AmalgamationError(Exception):
    """A file has something that cannot be joined with the others; the message says what."""


class Token(NamedTuple):
    kind: str
    text: str


class Bracket(NamedTuple):
    """An open bracket, and the word of the code that it is."""

    text: str
    start: int


class File:
    """A file of the core."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = path.read_text(encoding="utf-8")

    @property
    def is_source(self) -> bool:
        return self.path.suffix == ".c"

    @cached_property
    def includes(self) -> list[Path]:
        """The headers of the core that it includes."""
        found = [(self.path.parent / name).resolve() for name in INCLUDE.findall(self.text)]
        return [path for path in found if path != HEADER]

    @cached_property
    def macros(self) -> list[str]:
        """The macros that it defines, in the order of their definitions."""
        return [*dict.fromkeys(DEFINE.findall(self.text))]

    @cached_property
    def tokens(self) -> list[Token]:
        return [Token(match.lastgroup or "", match.group()) for match in TOKEN.finditer(self.text)]

    @cached_property
    def words(self) -> list[str]:
        """Its code without comments and directives."""
        words, in_directive = list[str](), False
        for kind, text in self.tokens:
            in_directive = kind == "directive" or (in_directive and kind != "newline")
            if kind in CODE and not in_directive:
                words.append(text)
        return words

    @cached_property
    def names(self) -> set[str]:
        """What it declares outside of functions: functions, variables, types, tags, constants, and what its macros
        declare where they are called."""
        names, brackets = set[str](), list[Bracket]()
        for i, word in enumerate(self.words):
            if word in CLOSING:
                brackets.append(Bracket(word, i))
            elif brackets and word == CLOSING[brackets[-1].text]:
                brackets.pop()
            elif (word[0].isalpha() or word[0] == "_") and len(brackets) <= 1 and self._declares(i, brackets):
                names.add(word)
        if brackets:
            raise AmalgamationError(f"{self.path}: a bracket {brackets[-1].text} is not closed")
        return names - KEYWORDS - {*self.macros}

    def _declares(self, i: int, brackets: list[Bracket]) -> bool:
        """Whether word i is a declared name: outside of brackets, or inside of one only."""
        words = self.words
        text, start = brackets[0] if brackets else ("", 0)
        match text:
            case "":
                return words[i + 1] in ("(", "[", "=", ";", ",", "{")
            case "{":
                return "enum" in words[max(start - 2, 0) : start] and words[i - 1] in ("{", ",")
            case "(":  # (*name)(arguments), or the call of a macro
                is_pointer = words[start + 1] == "*" and words[i - 1] in ("*", "const") and words[i + 1] in (")", "[")
                return is_pointer or words[start - 1] in self.macros
        return False

    def renamed(self, names: dict[str, str]) -> str:
        """Its text with other names. Members keep theirs: after a dot or an arrow, and where a struct declares them."""
        made, brackets = list[str](), list[str]()
        code = [k for k, token in enumerate(self.tokens) if token.kind in CODE]
        following = {k: self.tokens[after].text for k, after in pairwise(code)}
        before, last = "", ""  # the two words before
        for k, (kind, text) in enumerate(self.tokens):
            new = text
            if kind == "mark" and text in CLOSING:
                brackets.append("struct" if text == "{" and {before, last} & {"struct", "union"} else text)
            elif kind == "mark" and text in CLOSING.values():
                brackets.pop()
            elif kind == "name" and text in names and last not in (".", "->"):
                is_member = brackets[-1:] == ["struct"] and following[k] in (";", ",", "[", ":")
                is_pointer = brackets[-2:] == ["struct", "("] and (last, following[k]) == ("*", ")")
                new = text if is_member or is_pointer else names[text]
            if kind in CODE:
                before, last = last, text
            made.append(new)
        return "".join(made)


class Core:
    """All files of the core."""

    def __init__(self, folder: Path = CSRC / "core") -> None:
        self.files = {path: File(path) for path in sorted(folder.glob("*/*.[ch]"))}

    def headers_of(self, file: File, found: dict[File, None]) -> None:
        """Adds the headers that a file includes, each after those that it includes itself."""
        for header in map(self.files.__getitem__, file.includes):
            if header not in found:
                self.headers_of(header, found)
                found[header] = None

    def in_order(self) -> list[File]:
        """The headers in the order in which they need each other, then the C files by folder, in that order, too."""
        needs: dict[Path, set[Path]] = {}
        for path, file in self.files.items():
            needs.setdefault(path.parent, set()).update(header.parent for header in file.includes)
        graph = {folder: sorted(needed - {folder}) for folder, needed in needs.items()}
        rank = {folder: i for i, folder in enumerate(TopologicalSorter(graph).static_order())}
        sources = [file for file in self.files.values() if file.is_source]
        sources.sort(key=lambda file: (rank[file.path.parent], file.path))
        headers: dict[File, None] = {}
        for file in sources:
            self.headers_of(file, headers)
        ordered = [*headers, *sources]
        above = {file for path, file in self.files.items() if path.name in ONLY_ABOVE}
        if unused := {*self.files.values()} - {*ordered} - above:
            raise AmalgamationError(f"no C file includes {sorted(str(file.path) for file in unused)}")
        return ordered

    def shared_names(self) -> set[str]:
        """The names that several C files declare for themselves."""
        counts = Counter(name for file in self.files.values() if file.is_source for name in file.names)
        return {name for name, count in counts.items() if count > 1 and not name.startswith(("c2d_", "C2D_"))}

    def parts(self) -> Iterator[str]:
        """The text of each file."""
        shared = self.shared_names()
        words = {token.text for file in self.files.values() for token in file.tokens}
        for file in self.in_order():
            new = {name: prefixed(name, file) for name in sorted(file.names & shared) if file.is_source}
            if taken := sorted(words & {*new.values()}):
                raise AmalgamationError(f"{file.path}: {taken[0]} is a name already")
            if file.is_source and "#pragma" in file.text:
                raise AmalgamationError(f"{file.path}: a pragma would hold in all files after it, too")
            yield banner(file.path)
            yield stripped(file.renamed(new))
            if file.is_source and file.macros:
                yield "".join(f"#undef {name}\n" for name in file.macros)


def prefixed(name: str, file: File) -> str:
    stem = file.path.stem
    return f"{stem.upper() if name.isupper() else stem}_{name}"


def banner(path: Path) -> str:
    return f"/* ==== {'/'.join(path.parts[-3:])} ".ljust(117, "=") + " */\n"


def stripped(text: str) -> str:
    """Without the include guard and the includes of the core."""
    text = INCLUDE.sub("", GUARD.sub(r"\2", text))
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def amalgamation() -> str:
    """The text of collide2d.c."""
    version = VERSION.findall((ROOT / "collide2d" / "__init__.py").read_text(encoding="utf-8"))
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8").strip()
    lines = [f" * {line}".rstrip() for line in licence.splitlines()]
    return "\n".join([OPENING.format(version=version[0], licence="\n".join(lines)), *Core().parts()])


def write(folder: Path) -> list[Path]:
    """Writes the pair into a folder, which is made if it does not exist; returns the paths."""
    texts = {"collide2d.c": amalgamation(), "collide2d.h": HEADER.read_text(encoding="utf-8")}
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return [folder / name for name in texts]


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python csrc/amalgamate.py FOLDER")
    for written in write(Path(sys.argv[1])):
        print(written)
