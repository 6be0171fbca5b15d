"""Look-alike names by Unicode's own table: none passes beside the plain one."""

import hashlib
import re
import sys
import unicodedata
from typing import Final

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.people import accounts
from app.store.people.names import BadName, NameTaken, clean_name
from app.text.confusables import _UNICODE as UNICODE
from app.text.confusables import unicode_confusables
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
BY_ANOTHER_RULE: Final = {
    "accents and vowel signs are left out": "ðöͅηБҒғӎأؤئஔாைொோௌௗṃῶ",
    "the capital has another shape": "ΣβεЄмпєԻՌպᴍᲙⲙⲝⲷⳁⳝꞕꞞꞵꮇ𑢨𑢷𑣎",
    "our own table or the letter's name says so": "%ʋᶌ€○",
}
"""Characters that do not stand where Unicode's table puts them. So do digits: by their value."""
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


def alike(one: str, other: str) -> bool:
    """True if names with these in one place are alike, in a Latin word or alone."""
    return any(
        skeleton(f"{before}{one}{after}") == skeleton(f"{before}{other}{after}")
        for before, after in (("zo", "ga"), ("", ""))
    )


def test_every_latin_letter_however_it_is_drawn_is_that_letter() -> None:
    letters = drawn()
    assert len(letters) > 1500
    assert [
        f"{letter} for {plain}" for letter, plain in letters.items() if not alike(letter, plain)
    ] == []


@pytest.mark.parametrize("script", SHAPES)
def test_letters_of_other_scripts_that_have_the_same_shape_are_that_letter(script: str) -> None:
    for letter, plain in zip(*SHAPES[script], strict=True):
        assert alike(letter, plain), f"{letter} for {plain}"


def test_every_character_of_unicodes_table_is_alike_what_it_looks_like() -> None:
    """The table that we keep: what NFKC changes is shown, and stored, as what it becomes."""
    pairs = list(unicode_confusables())
    assert len(pairs) == 2821
    assert sum(target.isascii() for _, target in pairs) > 500
    excepted = set("".join(BY_ANOTHER_RULE.values()))
    wrong = [
        f"{ord(letter):04X} {letter} for {target}"
        for letter, target in pairs
        if letter not in excepted and not is_number(letter + target) and not alike(letter, target)
    ]
    assert wrong == []


def is_number(text: str) -> bool:
    return any(unicodedata.category(letter) == "Nd" for letter in text)


def test_the_table_is_unicodes_own_unaltered() -> None:
    digest = hashlib.sha256(UNICODE.read_bytes()).hexdigest()
    assert digest == "f25d451191f0dbddc808847bdbb32698dddccf83f536b9a00a942385d341ebf2"


def test_letters_of_another_script_side_by_side_are_no_way_round() -> None:
    """S7: seen passing beside a Marlow."""
    with pytest.raises(BadName, match="cannot hold ⍵"):
        clean_name("Marl⍵w")
    assert skeleton("Mar丨ow") == skeleton("Marㅣow") == skeleton("Marlow")


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
    assert skeleton(imitation) == skeleton(name)
    with pytest.raises((NameTaken, BadName)):  # BadName: it mixes scripts
        await accounts.register(db, other.id, imitation, "hash")
    with pytest.raises((NameTaken, BadName)):
        await accounts.create_guest(db, imitation)


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
