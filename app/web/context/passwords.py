"""Password hashes: Argon2id in a thread, equally slow for names that do not exist."""

from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from app.web.context.hashing_queue import HashingQueue
from app.web.rate_limits import Source

OPERATOR: Final = Source(("the operator",), "operator")
MIN_LENGTH: Final = 8
MAX_LENGTH: Final = 200
_COMMON = (
    "password password1 password12 password123 passw0rd passwort passwort1 12345678 123456789 "
    "1234567890 01234567 87654321 11111111 00000000 88888888 12341234 12344321 11223344 "
    "qwertyui qwertyuiop qwerty12 qwerty123 1q2w3e4r 1qaz2wsx zaq12wsx asdfghjkl asdfasdf "
    "abcd1234 abc12345 a1b2c3d4 iloveyou iloveyou1 sunshine princess football baseball "
    "superman batman123 welcome1 welcome123 letmein1 letmein123 trustno1 dragon123 monkey123 "
    "michael1 charlie1 jennifer computer internet whatever starwars pokemon1 master123 "
    "admin123 administrator changeme changeme1 secret123 hallo123 schalke04 peckingorder "
)
COMMON: Final = frozenset(_COMMON.split())
_STEMS = (
    "password passwort passwd pass admin administrator root user guest test login welcome "
    "willkommen letmein changeme secret geheim qwerty qwertz azerty asdf yxcv zxcv dragon "
    "monkey master shadow sunshine princess football baseball soccer hockey superman batman "
    "pokemon starwars iloveyou love hello hallo summer winter spring autumn sommer herbst "
    "freedom whatever computer internet google michael jennifer jordan charlie thomas daniel "
    "ashley bailey trustno michelle jessica pepper ginger killer hunter ranger peckingorder "
    "cards cardgame poker january february march april june july august september october "
    "november december "
)
STEMS: Final = frozenset(_STEMS.split())
"""Stems of most guessed passwords, also with digits around them or in place of letters."""
_ROWS = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890123456789",
    "qwertyuiop",
    "qwertzuiop",
    "asdfghjkl",
    "zxcvbnm",
    "yxcvbnm",
    "azertyuiop",
)
_AS_LETTERS = str.maketrans("013457$@!", "oieastsai")


PADDING: Final = "0123456789!?.,-_#*+$@&% "
"""Characters that people put around a word to make it a password."""


def is_common(plain: str) -> bool:
    """True if a password, in lower case, is among the first that a program tries.

    >>> is_common("p4ssw0rd!2024"), is_common("abcdefgh"), is_common("correct horse battery")
    (True, True, False)
    """
    bare = {
        plain.strip(PADDING),
        plain.strip(PADDING).translate(_AS_LETTERS),
        plain.translate(_AS_LETTERS).strip(PADDING),
    }
    halves = {word[: len(word) // 2] for word in bare if word[: len(word) // 2] * 2 == word}
    walk = any(plain in row or plain[::-1] in row for row in _ROWS)
    return (
        plain in COMMON or len(set(plain)) < 3 or walk or bool((bare | halves) & (COMMON | STEMS))
    )


class WeakPassword(Exception):
    """A refused password; the message is a sentence for its owner."""


class Passwords:
    """Hashes passwords and checks them, for the `source` of a request, one at a time."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19456, parallelism=1)
        self.queue = HashingQueue()
        self._decoy_hash: str | None = None

    async def hash(self, password: str, name: str, source: Source = OPERATOR) -> str:
        """The hash to store for the person called `name`. Raises WeakPassword, TooBusy."""
        if len(password) < MIN_LENGTH:
            raise WeakPassword(f"Use at least {MIN_LENGTH} characters.")
        if len(password) > MAX_LENGTH:
            raise WeakPassword(f"Use at most {MAX_LENGTH} characters.")
        plain = password.casefold()
        if is_common(plain) or plain.strip(PADDING) == name.casefold().strip(PADDING):
            raise WeakPassword("That password is easy to guess. Choose another.")
        return await self.queue.run(source, self._hash, password)

    async def matches(self, stored: str | None, password: str, source: Source = OPERATOR) -> bool:
        """True if `password` made the hash `stored`; None (no such account) takes as long.

        Raises TooBusy.
        """
        return await self.queue.run(source, self._matches, stored, password[: MAX_LENGTH + 1])

    def outdated(self, stored: str) -> bool:
        """True if the hash was made with weaker settings than today's."""
        return self._hasher.check_needs_rehash(stored)

    def close(self) -> None:
        self.queue.close()

    def _hash(self, password: str) -> str:
        return self._hasher.hash(password.encode("utf-8", "replace"))

    def _matches(self, stored: str | None, password: str) -> bool:
        if stored is None:
            self._decoy_hash = self._decoy_hash or self._hasher.hash("nobody's password")
        try:
            self._hasher.verify(
                stored or self._decoy_hash or "", password.encode("utf-8", "replace")
            )
        except (VerificationError, InvalidHashError):
            return False
        return stored is not None
