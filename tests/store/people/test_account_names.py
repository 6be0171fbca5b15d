"""Names that are fit to be shown and cannot be mistaken for another."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.store.database.storable_text import is_unstorable
from app.store.people.names import BadName, clean_name
from app.text.confusables import ALIKE_BESIDE_LATIN
from app.text.lookalikes import skeleton


@pytest.mark.parametrize(
    ("raw", "kept"),
    [
        ("Ada", "Ada"),
        ("Will", "Will"),
        ("will", "will"),
        ("the", "the"),
        ("sits down", "sits down"),
        ("the duck", "the duck"),
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("O'Brien", "O'Brien"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("Ａｄａ", "Ada"),
        ("Łukasz 3", "Łukasz 3"),
        ("Мария", "Мария"),
        ("山田太郎", "山田太郎"),
        ("محمد", "محمد"),
        ("नेहा", "नेहा"),
        ("Ace ♠", "Ace ♠"),
        ("🦆 duck", "🦆 duck"),
        ("Anna ❤\ufe0f", "Anna ❤"),
        ("Max 👩\u200d🚀", "Max 👩🚀"),
        ("علی\u200cرضا", "علیرضا"),
        ("x" * 20, "x" * 20),
    ],
)
def test_a_name_is_kept_in_its_composed_form_with_single_spaces(raw: str, kept: str) -> None:
    assert clean_name(raw) == kept


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        ("", "at least 2"),
        ("A", "at least 2"),
        ("  A ", "at least 2"),
        ("x" * 21, "at most 20"),
        ("x" * 5000, "at most 20"),
        ("ﷺﷺ", "at most 20"),
        ("A\0da", "control"),
        ("A\nda", "control"),
        ("A\x1bda", "control"),
        ("A\ud800da", "control"),
        ("A\u202eda", "control"),
        ("A\u200bda", "invisible"),
        ("\u2067Ada", "direction"),
        ("\u3164\u3164\u3164", "invisible"),
        ("Ada\u2800Eve", "invisible"),
        ("A\ufe01da", "invisible"),
        ("❤\ufe0f", "at least 2"),
        ("❤\ufe0f❤\ufe0f", "letter or digit"),
        ("A" + "\u0335" * 3 + "da", "accents"),
        ("<b>Ada</b>", "cannot hold <"),
        ("＜script＞", "cannot hold <"),
        ('Ada"', 'cannot hold "'),
        ("Ada & Bob", "cannot hold &"),
        ("...", "letter or digit"),
        ("somebody", "reserved"),
        ("АDМlN", "reserved"),
    ],
)
def test_a_name_that_is_unfit_is_refused_with_a_sentence(raw: str, says: str) -> None:
    with pytest.raises(BadName) as refused:
        clean_name(raw)
    assert says in refused.value.sentence
    assert refused.value.sentence.endswith(".")


@pytest.mark.parametrize("name", ["the", "The", "will", "Will", "Page", "page", "sits down"])
def test_a_name_may_be_a_common_word(name: str) -> None:
    assert clean_name(name) == name


@given(st.text(max_size=40))
def test_whatever_is_typed_a_name_that_is_kept_is_clean_already(raw: str) -> None:
    try:
        name = clean_name(raw)
    except BadName:
        return
    assert clean_name(name) == name
    assert not is_unstorable(name)
    assert skeleton(name)
    letters = unicodedata.normalize("NFD", name.lower())
    if ALIKE_BESIDE_LATIN.keys().isdisjoint(map(ord, letters)):
        assert skeleton(name.upper()) == skeleton(name.lower())


@pytest.mark.parametrize(
    ("name", "look_alike"),
    [
        ("Paul", "paul"),
        ("Paul", "PAUL"),
        ("Paul", "Раul"),
        ("Paul", "ΡAUL"),
        ("Paul", "Pau1"),
        ("Paul", "PauI"),
        ("Paul", "Pau|"),
        ("Paul", "P a u l"),
        ("Paul", "P.a-u_l"),
        ("Paul", "Pàul"),
        ("Paul", "𝓟𝓪𝓾𝓵"),
        ("Marian", "rnarian"),
        ("William", "vvilliam"),
        ("Bob", "B0b"),
        ("Bob", "Вοb"),
        ("Nina", "ΝΙΝΑ"),
        ("Ines", "lne5"),
        ("O'Brien", "OBrien"),
        ("Ann 7", "Ann ٧"),
        ("Jørgen", "Jorgen"),
    ],
)
def test_names_that_look_alike_share_a_skeleton(name: str, look_alike: str) -> None:
    assert skeleton(name) == skeleton(look_alike)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "Anna"), ("Bob", "Rob"), ("Max 2", "Max 3"), ("Мария", "Марина"), ("山田", "山口")],
)
def test_names_that_differ_do_not(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)
