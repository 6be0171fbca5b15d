"""The word lists: lookups, the words that letters and wild cards can make, and their meanings.

The lists are read when they are first needed and never sent to a browser. Rules look a word up only
once it is challenged, or where a table plays without bluffing.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).with_name("scowl")
SOURCE: Final = "SCOWL 2020.12.07"
LONGEST: Final = 5
FIELD: Final = 3
"""Bits in which a letter is counted."""
BAG: Final[Mapping[str, int]] = {
    letter: 1 << FIELD * index for index, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
} | {"": 0}
"""A bag is letters as one number, whatever their order. This is each letter's part; a [Scroker]
adds nothing."""
LETTERS: Final = tuple(filter(None, BAG.values()))
"""The part of each of the 26 letters in a bag."""
MEANINGS_FILE: Final = Path(__file__).with_name("wordnet") / "meanings.txt"


def bag(letters: Iterable[str]) -> int:
    """The letters (capitals, at most seven alike) without their order."""
    return sum(map(BAG.__getitem__, letters))


class Lexicon:
    """One list of words of two to five letters."""

    def __init__(self, name: str, text: str) -> None:
        """`text`: one lower-case word a line."""
        self.name = name
        self.words: frozenset[str] = frozenset(text.upper().split())
        """The words, in capitals."""
        self.version = (
            f"{SOURCE}, {name}, {len(self.words):,} words, {sha256(text.encode()).hexdigest()[:8]}"
        )
        """The version that a table shows: two lists with one version hold the same words."""
        self._gaps: dict[int, _Gaps] = {}

    def holds(self, word: str) -> bool:
        """True if the list has this word, in capitals."""
        return word in self.words

    @cached_property
    def bags(self) -> Mapping[int, str]:
        """The first word of the alphabet for each bag that makes one."""
        found: dict[int, str] = {}
        halves = _Halves()
        for word in sorted(self.words):
            found.setdefault(halves[word[:2]] + halves[word[2:]], word)
        return found

    def finder(self, wilds: int) -> Callable[[int], str | None]:
        """A function from a bag to the first word that it makes with this many wild cards."""
        if not wilds:
            return self.bags.get
        if wilds not in self._gaps:
            self._gaps[wilds] = _Gaps(self.finder(wilds - 1))
        return self._gaps[wilds].__getitem__


class _Halves(dict[str, int]):
    """The bags of parts of words, cached: a list has few beginnings and ends."""

    def __missing__(self, letters: str) -> int:
        self[letters] = found = bag(letters)
        return found


class _Gaps(dict[int, str]):
    """The words that bags make with one wild card more than `find` uses, cached; empty: none."""

    def __init__(self, find: Callable[[int], str | None]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, letters: int) -> str:
        tried = (self._find(letters + letter) for letter in LETTERS)
        self[letters] = found = min(filter(None, tried), default="")
        return found


@lru_cache(maxsize=4)
def lexicon(name: str) -> Lexicon:
    """The list of this name, "wide" or "common". Raises FileNotFoundError for any other."""
    return Lexicon(name, (FOLDER / f"{name}.txt").read_text(encoding="ascii"))


@cache
def _text() -> str:
    """One line a word in lower case: the word, the entry it is a form of, and the meaning, with
    tabs.
    """
    return "\n" + MEANINGS_FILE.read_text(encoding="utf-8")


def meaning(word: str) -> str:
    """A sentence on a listed word (in capitals): "DOGS, from DOG: “a member of …”.", or ""."""
    text = _text()
    at = text.find(f"\n{word.lower()}\t")
    if at < 0:
        return ""
    _, entry, said = text[at + 1 : text.index("\n", at + 1)].split("\t")
    of = "" if entry.upper() == word else f", from {entry.upper()}"
    return f"{word}{of}: “{said}”."
