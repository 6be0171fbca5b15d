"""The names that a moderator should look at: nothing is refused by them.

A name may be an office, an advertisement or an insult, and none of it can be told by rules alone.
"""

import re
from typing import Final

from app.text.lookalikes import skeleton

_OFFICES: Final = ("admin", "moderator", "official", "support", "system", "server")
_INSULTS: Final = (
    *("fuck", "cunt", "bitch", "whore", "slut", "nigger", "faggot", "retard", "hitler", "nazi"),
    *("rapist", "wanker", "asshole", "arsehole"),
)
_CONTACT: Final = re.compile(r"https?:|www\.|@\w|\w\.(?:com|net|org|ru|info|io|xyz)\b|\d{6}", re.I)
_WORDS: Final = re.compile("|".join(re.escape(skeleton(word)) for word in (*_OFFICES, *_INSULTS)))


def is_doubtful(name: str) -> bool:
    """True if the name holds an office, a way of contact, or a word that hurts."""
    return _CONTACT.search(name) is not None or _WORDS.search(skeleton(name)) is not None
