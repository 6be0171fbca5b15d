"""The definitions of words whose spelling was looked up, where a table explains them.

The file is read when the first meaning is shown.
"""

from functools import cache
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_name("wordnet") / "meanings.txt"


@cache
def _text() -> str:
    """One line a word in lower case: the word, the entry it is a form of, and the meaning, with
    tabs.
    """
    return "\n" + FILE.read_text(encoding="utf-8")


def meaning(word: str) -> str:
    """A sentence on a listed word (in capitals): "DOGS, from DOG: “a member of …”.", or ""."""
    text = _text()
    at = text.find(f"\n{word.lower()}\t")
    if at < 0:
        return ""
    _, entry, said = text[at + 1 : text.index("\n", at + 1)].split("\t")
    of = "" if entry.upper() == word else f", from {entry.upper()}"
    return f"{word}{of}: “{said}”."
