"""The checks of arguments: an error names the argument, the rule and the value."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeAlias

from collide2d._messages import did_you_mean, shown

# Of two shapes: names for either one, or pairs of names for the first and the second one.
TwoKinds: TypeAlias = Sequence[str] | Sequence[tuple[str, str]]


def checked_names(who: str, argument: str, names: Sequence[str], known: Collection[str]) -> None:
    """Raises an error unless all of some names are known, and there is at least one.

    >>> checked_names("shapes", "kinds", ["cirlce"], ["circle", "rect"])
    Traceback (most recent call last):
    ValueError: shapes: kinds must be of circle, rect, got 'cirlce': did you mean 'circle'?
    """
    if isinstance(names, str) or not isinstance(names, Collection):
        raise TypeError(f"{who}: {argument} must be a list of names, got {shown(names)}")
    if len(names) == 0:
        raise ValueError(f"{who}: {argument} must have a name, got {shown(names)}")
    for name in names:
        if not isinstance(name, str) or name not in known:
            rule = f"{who}: {argument} must be of {', '.join(known)}"
            raise ValueError(f"{rule}, got {shown(name)}{did_you_mean(name, known)}")


def checked_kinds(who: str, kinds: TwoKinds, known: Collection[str]) -> None:
    """Raises an error unless kinds are known names, or pairs of known names.

    >>> checked_kinds("pairs", [("circle", "rect")], ["circle", "rect"])
    >>> checked_kinds("pairs", [("circle", "rect"), "circle"], ["circle", "rect"])
    Traceback (most recent call last):
    ValueError: pairs: kinds must be of circle, rect, or pairs of these, got [('circle', 'rect'), 'circle']
    """
    if isinstance(kinds, str) or not isinstance(kinds, Collection) or all(isinstance(kind, str) for kind in kinds):
        checked_names(who, "kinds", kinds, known)  # type: ignore[arg-type]
        return
    for pair in kinds:
        if isinstance(pair, str) or not isinstance(pair, Sequence) or len(pair) != 2:
            raise ValueError(f"{who}: kinds must be of {', '.join(known)}, or pairs of these, got {shown(kinds)}")
        checked_names(who, "kinds", pair, known)
