"""The reasons why a line, a branch or a condition is not covered, and whether they still explain anything."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

Source = Callable[[str], str]  # the text of a file, by its name


def code_reasons(text: str) -> dict[tuple[str, str], str]:
    """Reasons from lines `file: code => why`, or `file, function: code => why` if a file has the code more than once.

    The code is the source line without indentation.
    """
    found = {}
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            place, _, why = line.partition(" => ")
            file, _, code = place.partition(": ")
            found[file, code.strip()] = why
    return found


def named_reasons(text: str) -> Iterator[tuple[str, str]]:
    """Names, each with its reason: the indented lines below one name or several. # begins a comment."""
    names: list[str] = []
    why: list[str] = []
    for line in [*text.splitlines(), "end"]:
        if line.startswith(" "):
            why.append(line.strip())
        elif line and not line.startswith("#"):
            if why:
                yield from ((name, " ".join(why)) for name in names)
                names, why = [], []
            names.append(line)


def is_in_source(name: str, source: Source) -> bool:
    """Whether the condition of a name is in its file: the code of another processor is, though nothing compiles it."""
    file, function, rest = name.split(": ", 2)
    condition, _, decision = rest.partition(" in ")
    text = " ".join(re.sub(r"/\*.*?\*/", " ", source(file), flags=re.DOTALL).split())
    return function in text and condition in text and decision in text


def names_tests(why: str) -> bool:
    """Whether a reason is that tests show the condition, which can be checked by running them."""
    return why.startswith("tests/")


def is_of_one_processor(why: str) -> bool:
    """Whether a reason holds on some processors only, so that another may cover what it explains."""
    return why.startswith("Processor:")


def stale(
    reasons: Iterable[tuple[str, str]], shown: dict[str, bool], source: Source, *, has_tests: bool
) -> Iterator[str]:
    """What is wrong with the reasons, given which conditions were shown to decide.

    Tests show what depends on threads, and on where memory runs out, in some runs only.
    """
    seen = set()
    for name, why in reasons:
        if name in seen:
            yield f"two reasons: {name}"
        seen.add(name)
        if name not in shown:
            if not is_in_source(name, source):
                yield f"a reason for what is gone: {name}"
        elif has_tests and names_tests(why):
            if not shown[name]:
                yield f"the tests do not show it: {name}"
        elif shown[name] and not (is_of_one_processor(why) or (has_tests and why.startswith(("Threads:", "Memory:")))):
            yield f"a reason for what is shown: {name}"
