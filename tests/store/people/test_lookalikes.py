"""Look-alike names from Unicode's own list of letters: none passes beside the plain one."""

import re
import sys
import unicodedata
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.people import accounts
from app.store.people.names import BadName, NameTaken, clean_name
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
CONFUSABLES: Final = {
    chr(int(code, 16)): target
    for line in (Path(__file__).parent / "unicode_confusables_17.0.0.txt")
    .read_text(encoding="utf-8")
    .splitlines()
    if not line.startswith("#")
    for code, target in [line.split()]
}
"""Every letter that Unicode's confusables.txt maps to letters and digits of ASCII."""
DRAWN_FROM_V: Final = "ʋᶌ"
"""Letters that Unicode's list calls u and y. Here they are the v of their names."""
IMITATIONS: Final = [
    ("Cherokee", "Barbara", "ᏴᎪᏒᏏᎪᏒᎪ"),
    ("Cherokee in small letters", "Wade", "ꮃꭺꮷꭼ"),
    ("Coptic", "Monika", "ⲘⲞⲚⲒⲔꓮ"),
    ("Coptic in small letters", "Porky", "ⲣⲟⲅⲕⲩ"),
    ("Lisu", "Samuel", "ꓢꓮꓟꓴꓰꓡ"),
    ("Warang Citi", "Zelu", "𑢩𑢮𑢲𑢸"),
    ("Warang Citi in small letters", "Zoos", "𑣄oo𑣁"),
    ("Arabic digits", "Bob", "B٥b"),
    ("Greek small letters", "Dave", "Daνe"),
    ("a Greek small letter with an accent", "Paul", "Paύl"),
    ("Telugu signs", "Joop", "Jంంp"),
    ("two letters in one", "Caesar", "Cæsar"),
]
OWN_SCRIPTS: Final = ["ᏣᎳᎩ", "ᏍᏏᏉᏯ", "ⲙⲁⲣⲓⲁ", "ꓡꓲ-ꓢꓴ", "𑢹𑣉𑣉", "ናሆም", "עידו", "علي", "ნინო", "Νίκος"]


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


def test_every_letter_that_unicode_lists_as_like_an_ascii_one_is_that_letter() -> None:
    """A name is stored and shown in NFKC: letters that NFKC changes are shown as what they become.

    One that becomes a letter outside the list is no imitation any more.
    """
    assert len(CONFUSABLES) > 1450
    wrong = []
    for letter, plain in CONFUSABLES.items():
        shown = unicodedata.normalize("NFKC", letter)
        like = plain if shown == letter else CONFUSABLES.get(shown, shown)
        same = skeleton(f"zo{letter}ga") == skeleton(f"zo{like}ga")
        if letter not in DRAWN_FROM_V and not same:
            wrong.append(f"{ord(letter):04X} {letter} for {like}")
    assert wrong == []


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("name", "imitation"),
    [pytest.param(name, like, id=script) for script, name, like in IMITATIONS],
)
async def test_a_name_imitated_with_letters_of_other_scripts_is_taken(
    db: AsyncSession, name: str, imitation: str
) -> None:
    member = await accounts.create_guest(db, name)
    await accounts.register(db, member.id, name, "hash")
    other = await accounts.create_guest(db, "Somebody else")
    with pytest.raises(NameTaken):
        await accounts.register(db, other.id, imitation, "hash")
    with pytest.raises(NameTaken):
        await accounts.create_guest(db, imitation)


@pytest.mark.anyio
async def test_names_in_a_script_of_their_own_can_be_had_beside_each_other(
    db: AsyncSession,
) -> None:
    for name in OWN_SCRIPTS:
        guest = await accounts.create_guest(db, name)
        assert (await accounts.register(db, guest.id, name, "hash")).name == name


def test_small_greek_letters_keep_their_capitals_where_no_latin_letter_is_near() -> None:
    assert skeleton("Γιάννης") == skeleton("ΓΙΆΝΝΗΣ")
    assert skeleton("Νίκος Υ.") == skeleton("νίκος υ.")


def test_digits_of_a_script_count_by_their_value_beside_letters_of_that_script() -> None:
    assert skeleton("علي٥") == skeleton("علي5")
    assert skeleton("আন্না ৭") == skeleton("আন্না 7")


@pytest.mark.parametrize("apostrophe", "'’‘ʼʻʹˈˊ´`′＇-‐–·. ")
def test_no_apostrophe_makes_another_name(apostrophe: str) -> None:
    try:
        assert skeleton(clean_name(f"O{apostrophe}Brien")) == skeleton("O'Brien")
    except BadName:
        assert apostrophe == "`"


def test_letters_that_are_not_alike_stay_apart() -> None:
    seen = {skeleton(f"zo{letter}ga") for letter in "abcdefghjkmnpqrstuvwxyz"}
    assert len(seen) == 23
