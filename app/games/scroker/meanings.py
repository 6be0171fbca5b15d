"""What words mean, where a table tells it: of words whose spelling was looked up, and of no others.

The list is read when a meaning is first told; the house starts without it.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_name("wordnet") / "meanings.txt"


@cache
def meanings() -> Mapping[str, tuple[str, str]]:
    """By word, small as all here: the entry that it is or is a form of, and what that means."""
    found = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        word, entry, meaning = line.split("\t")
        found[word] = (entry, meaning)
    return found


def meaning(word: str) -> str:
    """A sentence on a listed word (in capitals), "DOGS, from DOG: “a member of …”."; empty where the list knows none."""
    entry, said = meanings().get(word.lower(), ("", ""))
    if not said:
        return ""
    of = "" if entry.upper() == word else f", from {entry.upper()}"
    return f"{word}{of}: “{said}”."
