"""Look-alike names from Unicode's own list of letters: none passes beside the plain one."""

import re
import sys
import unicodedata
from typing import Final

import pytest

from app.store.account_names import BadName, clean_name
from app.text.lookalikes import skeleton

KINDS: Final = re.compile(
    r"(?:FULLWIDTH |CIRCLED |PARENTHESIZED |SQUARED |NEGATIVE CIRCLED |NEGATIVE SQUARED )?"
    r"LATIN (?:SMALL |CAPITAL )*LETTER (?:SMALL CAPITAL )?([A-Z])(?: WITH (?!SMALL).*)?$"
    r"|MATHEMATICAL (?:[A-Z-]+ )+(?:SMALL|CAPITAL) ([A-Z])$"
    r"|REGIONAL INDICATOR SYMBOL LETTER ([A-Z])$"
)
SHAPES: Final = {
    "cyrillic": ("авсԁеһіјкмнорԛѕтухԝАВЕКМНОРСТХ", "abcdehijkmhopqstyxwabekmhopctx"),
    "greek": ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "abezhikmnoptyxo"),
    "armenian": ("օսհց", "ouhg"),
    "digits": ("01５𝟓𝟎", "ol550"),
}


def drawn() -> dict[str, str]:
    """Every letter beyond ASCII that is a Latin one by its name, with that one."""
    named = (
        (chr(code), KINDS.match(unicodedata.name(chr(code), "")))
        for code in range(0x80, sys.maxunicode + 1)
    )
    return {letter: next(filter(None, found.groups())).lower() for letter, found in named if found}


def collides(letter: str, plain: str) -> bool:
    """True if a name with this letter is refused, or taken for the same as the plain one."""
    try:
        return skeleton(clean_name(f"zo{letter}ga")) == skeleton(f"zo{plain}ga")
    except BadName:
        return True


def test_every_latin_letter_however_it_is_drawn_is_that_letter() -> None:
    letters = drawn()
    assert len(letters) > 1500
    assert [
        f"{letter} for {plain}" for letter, plain in letters.items() if not collides(letter, plain)
    ] == []


@pytest.mark.parametrize("script", SHAPES)
def test_letters_of_other_scripts_that_have_the_same_shape_are_that_letter(script: str) -> None:
    for letter, plain in zip(*SHAPES[script], strict=True):
        assert collides(letter, plain), f"{letter} for {plain}"


@pytest.mark.parametrize("apostrophe", "'’‘ʼʻʹˈˊ´`′＇-‐–·. ")
def test_no_apostrophe_makes_another_name(apostrophe: str) -> None:
    try:
        assert skeleton(clean_name(f"O{apostrophe}Brien")) == skeleton("O'Brien")
    except BadName:
        assert apostrophe == "`"


def test_letters_that_are_not_alike_stay_apart() -> None:
    seen = {skeleton(f"zo{letter}ga") for letter in "abcdefghjkmnpqrstuvwxyz"}
    assert len(seen) == 23
