"""What words mean, where a table tells it: of words whose spelling was looked up, and of no others.

The list is read when a meaning is first told; the house starts without it.
"""

from functools import cache
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_name("wordnet") / "meanings.txt"


@cache
def _text() -> str:
    """A line a word, small as all here: the word, the entry that it is or is a form of, and what that means, between tabs."""
    return "\n" + FILE.read_text(encoding="utf-8")


def meaning(word: str) -> str:
    """A sentence on a listed word (in capitals), "DOGS, from DOG: “a member of …”."; empty where the list knows none."""
    text = _text()
    at = text.find(f"\n{word.lower()}\t")
    if at < 0:
        return ""
    _, entry, said = text[at + 1 : text.index("\n", at + 1)].split("\t")
    of = "" if entry.upper() == word else f", from {entry.upper()}"
    return f"{word}{of}: “{said}”."
