"""Formats values and names for messages: short, and on one line, whatever they are."""

import reprlib
from collections.abc import Iterable

__all__ = ["did_you_mean", "one_line", "printable", "shown"]


class _Short(reprlib.Repr):
    """Short forms of values, spelled as in a JSON file."""

    def repr_NoneType(self, value: None, level: int) -> str:  # noqa: N802
        return "null"

    def repr_bool(self, value: bool, level: int) -> str:
        return "true" if value else "false"


_SHORT = _Short()
_SHORT.maxlevel = 2
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 60
_SHORT.maxdict = _SHORT.maxlist = 4


def shown(value: object) -> str:
    """A value in short and on one line, however long or deep it is.

    >>> shown({"a": [None, True]})
    "{'a': [null, true]}"
    """
    return one_line(_SHORT.repr(value))


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """The end of a message about an unknown word: the known word that is most like it, or nothing.

    >>> did_you_mean("cirlce", ["circle", "capsule"]), did_you_mean("x", ["circle"])
    (": did you mean 'circle'?", '')
    """
    if not isinstance(word, str):
        return ""
    from difflib import get_close_matches

    words = {name.lower(): name for name in known if name}
    close = get_close_matches(word[:100].lower(), words, n=1)
    return f": did you mean {shown(words[close[0]])}?" if close else ""


def printable(text: str) -> str:
    """A name as it is if it is printable, otherwise its repr.

    >>> printable("level.json"), printable("")
    ('level.json', "''")
    """
    return text if text and text.isprintable() else repr(text)


def one_line(text: str) -> str:
    """A text with its unprintable characters escaped.

    >>> print(one_line("a line" + chr(10) + "and another"))
    a line\\nand another
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
