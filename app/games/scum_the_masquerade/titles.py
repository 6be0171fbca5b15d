"""The titles of the ranks: by sect and number of players, with neutral names to choose instead."""

from typing import Final, Literal, TypeAlias

Sect: TypeAlias = Literal["camarilla", "sabbat"]
Naming: TypeAlias = Literal["masquerade", "neutral"]

CAMARILLA: Final = ("Justicar", "Prince", "Seneschal", "Sheriff", "Harpy", "Primatene")
SABBAT: Final = ("Regent", "Cardinal", "Archbishop", "Bishop", "Ductus", "Primogen")
NEUTRAL: Final = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")
UPPER: Final[dict[Naming, dict[Sect, tuple[str, ...]]]] = {
    "masquerade": {"camarilla": CAMARILLA, "sabbat": SABBAT},
    "neutral": {"camarilla": NEUTRAL, "sabbat": NEUTRAL},
}
"""The titles from the first rank down, without the two last ranks."""
LOWER: Final[dict[Naming, dict[Sect, tuple[str, str]]]] = {
    "masquerade": {
        "camarilla": ("Caitiff", "Mortal Scum"),
        "sabbat": ("Pander", "Mortal Scum"),
    },
    "neutral": {"camarilla": ("Outsider", "Last"), "sabbat": ("Outsider", "Last")},
}


def titles(players: int, sect: Sect = "camarilla", naming: Naming = "masquerade") -> list[str]:
    """The titles of this many players, first rank first.

    >>> titles(4)
    ['Justicar', 'Prince', 'Caitiff', 'Mortal Scum']
    """
    return [*UPPER[naming][sect][: players - 2], *LOWER[naming][sect]]
