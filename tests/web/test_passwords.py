"""How passwords are kept: as strong as promised, and no cheaper to guess for names that do not exist."""

import pytest
from argon2 import PasswordHasher, Type, extract_parameters

from app.web.passwords import Passwords

pytestmark = pytest.mark.anyio

PASSWORD = "a long enough secret"


async def test_hashes_are_argon2id_with_nineteen_mebibytes() -> None:
    kept = extract_parameters(await Passwords().hash(PASSWORD, "Wilma"))
    assert (kept.type, kept.memory_cost, kept.time_cost, kept.parallelism) == (Type.ID, 19456, 2, 1)


async def test_an_unknown_name_costs_as_much_work_as_a_wrong_password(monkeypatch: pytest.MonkeyPatch) -> None:
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
