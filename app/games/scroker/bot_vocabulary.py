"""A player's knowledge of words: common ones for sure, others by their likeness to words.

A bot judges claims by this and never by the table's list. Its own bluffs are the strings that look
best.
"""

from collections import Counter
from functools import lru_cache
from itertools import permutations
from math import exp, log
from typing import Final

from app.games.scroker.lexicon import lexicon

DEPTH: Final = 3
"""Letters that are looked at together; the edges of a word count as letters."""
SMOOTH: Final = 1.5
"""Smoothing: occurrences that are assumed for runs of letters that never occur."""
MIDDLE: Final = -2.4
"""The mean logarithm at which a string is as likely a rare word as an invention."""
SHARP: Final = 2.0
"""The steepness of the curve from doubt to trust around MIDDLE."""
FORGOTTEN: Final = 9
"""Of this many longer words that look strange, one comes to nobody's mind."""
STRANGE: Final = 0.6
"""The likeness below which a word looks strange."""
INVENTED: Final = {3: 0.03, 4: 0.2, 5: 0.35}
"""The share of inventions among claims that nobody knows as a word, by letters.

Players invent where it lifts a hand most.
"""


@lru_cache(maxsize=1)
def _counted() -> tuple[Counter[str], Counter[str]]:
    """The runs of letters in common words and their beginnings, each with its number."""
    marked = [f"^{word}$" for word in lexicon("common").words]
    runs = Counter(word[at : at + DEPTH] for word in marked for at in range(len(word) - DEPTH + 1))
    heads: Counter[str] = Counter()
    for run, number in runs.items():
        heads[run[:-1]] += number
    return runs, heads


@lru_cache(maxsize=8192)
def word_likeness(word: str) -> float:
    """The likeness of a string in capitals to a word, 0 to 1, whether or not it is one."""
    runs, heads = _counted()
    marked = f"^{word}$"
    total = 0.0
    number = len(marked) - DEPTH + 1
    for at in range(number):
        run = marked[at : at + DEPTH]
        total += log((runs[run] + SMOOTH / 20) / (heads[run[:-1]] + SMOOTH))
    return 1 / (1 + exp(-SHARP * (total / number - MIDDLE)))


def is_known(word: str) -> bool:
    """True if somebody is sure that this is a word."""
    if word not in lexicon("common").words:
        return False
    if len(word) < 4 or word_likeness(word) > STRANGE:
        return True
    return bool(sum(ord(letter) * 7**place for place, letter in enumerate(word)) % FORGOTTEN)


def doubt(word: str) -> float:
    """The chance that the word is an invention, as a player without the list judges it."""
    if is_known(word):
        return 0.01
    if len(word) == 2:
        return 0.98
    bad = INVENTED[len(word)]
    return bad / (bad + (1 - bad) * (0.15 + word_likeness(word)))


@lru_cache(maxsize=8192)
def invention(letters: str, name: str) -> str:
    """The order of these sorted letters most like a word that is not in the list `name`."""
    words = lexicon(name).words
    orders = sorted({"".join(order) for order in permutations(letters)})
    return max((word for word in orders if word not in words), key=word_likeness, default="")
