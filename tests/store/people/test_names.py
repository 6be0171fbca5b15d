"""Names that nobody may have, and honest ones of many writings that everybody may."""

import hashlib
import re
import subprocess
import sys
import unicodedata
from typing import Final

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.people import accounts
from app.store.people.names import BadName, clean_name
from app.table.room.display_names import BOT_NAMES
from app.text import scripts
from app.text.scripts import mixes_scripts

RESERVED = (
    "Server", "SERVERS", "Host", "hosts", "Bot", "Bots", "B0t", "8ot", "Dealer", "you", "YOU",
    "Admins", "Adm1n", "4dmin", "S3rv3r", "The Host", "TheServer", "Bot 2", "2Bot", "-Host-",
    "Game Host", "Server Admin", "Bot Ada", "Ada (bot)", "Mildred Bot", "Co-Host", "Moderators",
    "Everybody", "someone", "System", "root", "Pecking Order", "the house", "Yоu", "Ηost", "ⓗⓞⓢⓣ",
    "Hоѕt", "Ｓｅｒｖｅｒ", "𝕭𝖔𝖙", "B.o.t.", "Support Staff",
)  # fmt: skip
HONEST = (
    "Иван", "田中さん", "Ελένη", "محمد", "O’Neill", "Zoë 🦊", "Łukasz", "Nguyễn", "김철수", "김Kim",
    "Kenくん", "Bob君", "テレサ・マイ", "李小龍", "עידו", "ქეთი", "আন্না", "गीता", "ਗੁਰੂ", "ናሆም", "ᏣᎳᎩ",
    "Anna-Lena", "D'Arcy", "François", "Þór", "Søren", "Dörte ★", "Mia ♪", "9¾", "Ada", "Vera",
    "Norman", "Hostrup", "Abbot", "Talbot", "Hosta", "Modesty", "Systemic", "L’Hôte", "Иван 2",
    "Adminius", "Rooter", "Youri", "Μαρία Κ.", "„Kiki“", "Lady 👩🏽 Gaga", "🇩🇪 Jürgen",
)  # fmt: skip
MIXED = ("Pаul", "Μaria", "Иvan", "Hוi", "アnनn", "Marⲟ", "Ꮪam", "بob", "กim")
SIGNS = ("Marl⍵w", "Mar│ow", "B∪rt", "Mar❘ow", "T⊙m", "Ja⌃k", "Mar⏐ow")


@pytest.mark.parametrize("name", RESERVED)
async def test_a_reserved_word_is_nobodys_name_in_any_spelling(db: AsyncSession, name: str) -> None:
    """S7: neither a guest's nor a member's."""
    with pytest.raises(BadName):
        await accounts.create_guest(db, name)
    guest = await accounts.create_guest(db, "Somebody else")
    with pytest.raises(BadName):
        await accounts.register(db, guest.id, name, "hash")
    with pytest.raises(BadName):
        await accounts.rename(db, guest.id, name)


@pytest.mark.parametrize("name", BOT_NAMES)
def test_a_person_may_bear_the_first_name_of_a_bot_but_not_call_it_one(name: str) -> None:
    assert clean_name(name) == name
    for claim in (f"{name} Bot", f"bot {name}", f"{name} (bot)", f"{name}-Bot 2"):
        with pytest.raises(BadName, match="reserved"):
            clean_name(claim)


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_name_of_any_writing_is_possible(name: str) -> None:
    assert clean_name(name)


@pytest.mark.parametrize("name", MIXED)
def test_a_name_is_written_in_one_alphabet(name: str) -> None:
    with pytest.raises(BadName, match="different alphabets"):
        clean_name(name)


@pytest.mark.parametrize("name", SIGNS)
def test_a_sign_that_stands_for_a_letter_is_refused(name: str) -> None:
    with pytest.raises(BadName, match="cannot hold"):
        clean_name(name)


async def test_an_older_name_that_nobody_could_take_today_still_logs_in(db: AsyncSession) -> None:
    """Its skeleton was made by an older table, too."""
    guest = await accounts.create_guest(db, "Nobody knows")
    member = await accounts.register(db, guest.id, "Nobody knows", "hash")
    row = await accounts._row(db, member.id)
    row.name, row.skeleton = "Marl⍵w", "marlω"
    await db.flush()
    found = await accounts.by_name(db, "Marl⍵w")
    assert found is not None
    assert found.id == member.id


def test_the_scripts_are_unicodes_own_unaltered() -> None:
    digest = hashlib.sha256(scripts._DATA.read_bytes()).hexdigest()
    assert digest == "bc132bb912941119603c3867256c9816641529dec4d0e263b527febb7c91bb96"


def test_every_letter_has_the_script_that_its_name_says() -> None:
    """Unicode's names begin with the script: another source than the table that we keep."""
    said = re.compile(
        r"(LATIN|GREEK|CYRILLIC|HEBREW|ARABIC|HANGUL|HIRAGANA|THAI|CHEROKEE) .*LETTER"
    )
    letters = [
        (letter, found[1].title())
        for code in range(0x41, 0x1F00)
        if (found := said.match(unicodedata.name(letter := chr(code), "")))
        and unicodedata.category(letter) in ("Lu", "Ll", "Lo")
        and unicodedata.normalize("NFKC", letter) == letter
    ]
    assert len(letters) > 1000
    assert [letter for letter, script in letters if script not in scripts._scripts_of(letter)] == []


def test_latin_goes_with_each_writing_of_east_asia_and_those_not_with_each_other() -> None:
    assert not mixes_scripts("Ken 漢 かな カナ")
    assert not mixes_scripts("Ken 漢 한글")
    assert mixes_scripts("かな 한글")
    assert mixes_scripts("Ken Кен")


PLAIN: Final = """
from app.store.people.names import clean_name
from app.text import lookalikes, scripts
clean_name("Anna-Lena 2")
print(lookalikes._every_look_alike.cache_info().misses, scripts._data.cache_info().misses)
"""


def test_plain_names_read_no_table() -> None:
    said = subprocess.run([sys.executable, "-c", PLAIN], capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["0", "0"]
