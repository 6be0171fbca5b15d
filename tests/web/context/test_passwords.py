"""Password hashes: as strong as promised, and as slow for names that do not exist."""

import pytest
from argon2 import PasswordHasher, Type, extract_parameters

from app.web.context.passwords import Passwords, WeakPassword, is_common

PASSWORD = "a long enough secret"


async def test_hashes_are_argon2id_with_nineteen_mebibytes() -> None:
    kept = extract_parameters(await Passwords().hash(PASSWORD, "Wilma"))
    assert (kept.type, kept.memory_cost, kept.time_cost, kept.parallelism) == (Type.ID, 19456, 2, 1)


@pytest.mark.parametrize(
    "password",
    [
        "password",
        "Passw0rd!",
        "P4$$w0rd2024",
        "!!!letmein!!!",
        "qwertzuiop",
        "poiuytrewq",
        "abcdefgh",
        "12345678",
        "98765432",
        "aaaaaaaa",
        "abababab",
        "summer2025",
        "summersummer",
        "dr4g0n99",
        "peckingorder1",
        "hallo1234",
        "Wilma12345",
        "wilma!!!",
        "19191919",
    ],
)
async def test_what_a_program_would_try_first_is_refused(password: str) -> None:
    with pytest.raises(WeakPassword):
        await Passwords().hash(password, "Wilma")


@pytest.mark.parametrize(
    "password",
    [
        "correct horse battery",
        "zxvq-8812-mu",
        "ÄÖÜßéàèñ",
        "a long enough secret",
        "73920184",
        "geheim und gut",
    ],
)
async def test_no_rule_says_which_characters_a_password_must_have(password: str) -> None:
    assert not is_common(password.casefold())
    assert await Passwords().hash(password, "Wilma")


async def test_an_unknown_name_costs_as_much_work_as_a_wrong_password(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    passwords = Passwords()
    stored = await passwords.hash(PASSWORD, "Wilma")
    assert not await passwords.matches(None, "the very first one")
    verified: list[str] = []
    hashed: list[bytes] = []
    verify, hash_ = PasswordHasher.verify, PasswordHasher.hash

    def counted_verify(self: PasswordHasher, kept: str, word: bytes) -> bool:
        verified.append(kept)
        return verify(self, kept, word)

    def counted_hash(self: PasswordHasher, word: bytes) -> str:
        hashed.append(word)
        return hash_(self, word)

    monkeypatch.setattr(PasswordHasher, "verify", counted_verify)
    monkeypatch.setattr(PasswordHasher, "hash", counted_hash)
    assert not await passwords.matches(stored, "not the password")
    assert not await passwords.matches(None, "not the password")
    known, unknown = map(extract_parameters, verified)
    assert known == unknown
    assert hashed == [], "nothing more is worked out for either"


async def test_nobodys_password_opens_nothing() -> None:
    assert not await Passwords().matches(None, "nobody's password")
