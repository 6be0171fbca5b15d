"""The words: which of them a list holds, and which can be laid from given letters with so many wild cards beside them.

The lists are read when they are first asked for; the house starts without them. Nothing here is ever sent to a browser, and rules
ask only once a word is challenged, or where a table plays without bluffing.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).with_name("scowl")
SOURCE: Final = "SCOWL 2020.12.07"
LONGEST: Final = 5
FIELD: Final = 3
"""Bits in which a letter is counted."""
BAG: Final[Mapping[str, int]] = {letter: 1 << FIELD * index for index, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ")} | {"": 0}
"""What a letter adds to a bag: letters as one number, whatever their order. A [Scroker]'s adds nothing."""


def bag(letters: Iterable[str]) -> int:
    """The letters (capitals, at most seven alike) without their order."""
    return sum(map(BAG.__getitem__, letters))


class Lexicon:
    """One list of words of two to five letters."""

    def __init__(self, name: str, text: str) -> None:
        """`text`: one lower-case word a line."""
        self.name = name
        self.words: frozenset[str] = frozenset(text.upper().split())
        """In capitals."""
        self.version = f"{SOURCE}, {name}, {len(self.words):,} words, {sha256(text.encode()).hexdigest()[:8]}"
        """What a table tells people it plays by: two lists with one version hold the same words."""
        self._gaps: dict[int, dict[int, str]] = {}

    def holds(self, word: str) -> bool:
        """Whether the list has this word, in capitals."""
        return word in self.words

    @cached_property
    def anagrams(self) -> Mapping[int, tuple[str, ...]]:
        """All words by their bags, in the order of the alphabet."""
        found: dict[int, tuple[str, ...]] = {}
        for word in sorted(self.words):
            key = bag(word)
            found[key] = (*found.get(key, ()), word)
        return found

    def gaps(self, wilds: int) -> Mapping[int, str]:
        """A word for each bag that makes one together with exactly so many wild cards."""
        if wilds not in self._gaps:
            found: dict[int, str] = {}
            for key, words in self.anagrams.items():
                for letters in combinations(words[0], wilds):
                    found.setdefault(key - bag(letters), words[0])
            self._gaps[wilds] = found
        return self._gaps[wilds]


@lru_cache(maxsize=4)
def lexicon(name: str) -> Lexicon:
    """The list of this name, "wide" or "common". Raises FileNotFoundError for any other."""
    return Lexicon(name, (FOLDER / f"{name}.txt").read_text(encoding="ascii"))
