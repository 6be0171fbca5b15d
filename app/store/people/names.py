"""The rules for the form of a name."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from app.table.room.display_names import BOT_NAMES
from app.text.confusables import BLANK
from app.text.lookalikes import skeleton
from app.text.sanitize import NOBODY
from app.text.scripts import mixes_scripts, unfit_sign

MIN_LENGTH: Final = 2
MAX_LENGTH: Final = 20
DELETED_NAME: Final = NOBODY
"""The name that stands in for that of a deleted account."""

_MARKUP = re.compile(r"[<>&\"\\`{}]")
_JOINERS: Final = str.maketrans("", "", "\ufe0e\ufe0f\u200c\u200d")
"""Joiners and variation selectors, which keyboards add to emoji and some scripts unasked."""
_MAX_STACKED_MARKS = (
    2  # combining marks on one letter; Vietnamese needs two where no composed letter exists
)


class BadName(ValueError):
    """A name that nobody may have; `sentence` says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class NameTaken(ValueError):
    """A name that looks like a member's."""

    def __init__(self) -> None:
        self.sentence = (
            "Somebody here has that name, or one that looks just like it: choose another."
        )
        super().__init__(self.sentence)


class NameLocked(NameTaken):
    """A name that a moderator has taken away from somebody, or one that looks like it."""

    def __init__(self) -> None:
        super().__init__()
        self.sentence = "That name can’t be used here: choose another."
        self.args = (self.sentence,)


def clean_name(raw: str) -> str:
    """The name as it is stored: NFKC, single spaces, no joiners. Raises BadName."""
    if len(raw) > 10 * MAX_LENGTH:
        raise BadName(f"A name has at most {MAX_LENGTH} characters.")
    raw = raw.translate(_JOINERS)
    if any(
        unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
        for letter in raw.strip()
    ):
        raise BadName("A name cannot hold control, invisible or writing-direction characters.")
    name = " ".join(unicodedata.normalize("NFKC", raw).split())
    if any(letter in BLANK or _is_variation_selector(letter) for letter in name):
        raise BadName("A name cannot hold invisible characters.")
    found = _MARKUP.search(name)
    if found:
        raise BadName(f"A name cannot hold {found[0]}.")
    _check_length(name)
    if not any(unicodedata.category(letter)[0] in "LN" for letter in name):
        raise BadName("A name needs at least one letter or digit.")
    if is_reserved(name):
        raise BadName("That name is reserved: choose another.")
    if sign := unfit_sign(name):
        raise BadName(
            f"A name cannot hold {sign}. Letters, digits, emoji and punctuation are fine."
        )
    if mixes_scripts(name):
        raise BadName("A name cannot mix letters of different alphabets. Write it in one.")
    return name


def is_reserved(name: str) -> bool:
    """True if the name says nothing but that its bearer is the server, a bot, a role or anybody."""
    spellings = (name, name.translate(_DIGITS_FOR_LETTERS), _ENDS.sub("", name))
    return any(_RESERVED.fullmatch(skeleton(spelling)) for spelling in spellings)


def _check_length(name: str) -> None:
    visible = stacked = 0
    for letter in name:
        if unicodedata.category(letter) in ("Mn", "Me"):
            stacked += 1
        else:
            visible, stacked = visible + 1, 0
        if stacked > _MAX_STACKED_MARKS or (stacked and not visible):
            raise BadName("That name has too many accents on one letter.")
    if visible < MIN_LENGTH:
        raise BadName(f"A name has at least {MIN_LENGTH} characters.")
    if visible > MAX_LENGTH:
        raise BadName(f"A name has at most {MAX_LENGTH} characters.")


def _is_variation_selector(letter: str) -> bool:
    """True if `letter` is a variation selector, which only changes how the one before is drawn."""
    return (
        "\ufe00" <= letter <= "\ufe0f"
        or "\u180b" <= letter <= "\u180f"
        or "\U000e0100" <= letter <= "\U000e01ef"
    )


_WORDS: Final = (
    *(DELETED_NAME, "nobody", "anybody", "everybody", "no one", "someone", "anyone", "everyone"),
    *("you", "yourself", "house", "Pecking Order", "server", "system", "computer", "CPU"),
    *("bot", "robot", "host", "co-host", "dealer", "croupier", "owner", "operator", "root"),
    *("admin", "administrator", "sysadmin", "superuser", "mod", "moderator", "support", "staff"),
)
_BESIDE_THEM: Final = (
    *("the", "a", "my", "your", "our", "this", "real", "official", "game", "table", "room", "card"),
)
_ENDS: Final = re.compile(r"^[\W\d_]+|[\W\d_]+$")
_DIGITS_FOR_LETTERS: Final = str.maketrans("3478", "eatb")


def _any_of(words: Iterable[str]) -> str:
    return "(?:" + "|".join(sorted(set(map(skeleton, words)), key=len, reverse=True)) + ")"


_RESERVED: Final = re.compile(
    "(?:{besides}*{words}s?)+|{bots}?bots?{bots}?".format(
        besides=_any_of(_BESIDE_THEM), words=_any_of(_WORDS), bots=_any_of(BOT_NAMES)
    )
)
"""By skeletons: reserved words in singular and plural, joined or apart, and "Bot" with the first
name of a bot. Such a name alone stays free, since people bear it."""
