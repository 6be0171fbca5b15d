"""The titles of the ranks: themes rename the five positions and change nothing else."""

from typing import Final, TypeAlias

Titles: TypeAlias = tuple[str, str, str, str, str]
"""First, second, middle, second-to-last, last."""

LONGEST: Final = 30
"""Characters in a title."""

THEMES: Final[dict[str, Titles]] = {
    "scum": (
        "Head Honcho",
        "Second in Line",
        "Middling Sort",
        "Second-to-Scum",
        "Scum of the Earth",
    ),
    "office": ("Big Boss", "Little Boss", "Worker", "Senior Intern", "Junior Intern"),
    "sports": ("Head Coach", "Assistant Coach", "Player", "Rookie", "Tackling Dummy"),
    "military": ("General", "Major", "Sergeant", "Corporal", "Recruit"),
    "court": ("Sovereign", "Heir Apparent", "Courtier", "Stable Hand", "Keeper of the Pots"),
}


def titles(theme: str, own: tuple[str, ...]) -> Titles:
    """The five titles of a theme.

    "own" takes the host's; missing ones come from the first theme.
    """
    default = THEMES["scum"]
    if theme != "own":
        return THEMES.get(theme, default)
    clean = [tidy(title) for title in own[:5]]
    first, second, middle, before_last, last = (
        clean[place] if place < len(clean) and clean[place] else default[place]
        for place in range(5)
    )
    return first, second, middle, before_last, last


def tidy(title: str) -> str:
    """The title on one line, without what cannot be printed, at most LONGEST characters."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in title).split())[
        :LONGEST
    ].rstrip()


def title(names: Titles, place: int, players: int) -> str:
    """The title of the player at `place` (0-based, best first) of `players`."""
    if place < 2:
        return names[place]
    if place >= players - 2:
        return names[place - players]
    return names[2]
