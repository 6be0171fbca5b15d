"""The switches of the server, which administrators set while it runs, as one value.

An announcement and a rest end by themselves. All other switches stay until they are set again.
"""

from datetime import datetime
from enum import StrEnum
from math import ceil
from typing import Final, Protocol

import msgspec

from app.table.model.errors import NotNow
from app.table.model.notation import to_milliseconds

LONGEST_ANNOUNCEMENT: Final = 200
"""Characters."""
CHAT_PAUSES: Final = (0, 5, 10, 30, 60, 300)
"""The seconds between two lines of one person that slow mode offers. 0: no slow mode."""


class SignUp(StrEnum):
    """The people who may become members."""

    OPEN = "open"
    INVITED = "invited"
    """Those who have the invitation link of the server."""
    CLOSED = "closed"


class Announcement(msgspec.Struct, frozen=True):
    """A sentence for everybody, on all pages."""

    text: str
    until: datetime


class Rest(msgspec.Struct, frozen=True):
    """A time in which the server may be away. From now to its end nothing new begins."""

    begins: datetime
    ends: datetime


class Titled(Protocol):
    """A game, as far as a refusal names it."""

    @property
    def slug(self) -> str: ...

    @property
    def title(self) -> str: ...


class Switches(msgspec.Struct, frozen=True, omit_defaults=True):
    """All switches. The defaults are those of a server on which nobody has set any."""

    announcement: Announcement | None = None
    sign_up: SignUp = SignUp.OPEN
    invitation: str = ""
    """The token of the server's invitation link; "": there is none."""
    chat_pause: int = 0
    """Seconds between two lines of one person at a table."""
    rest: Rest | None = None
    off_shelf: frozenset[str] = frozenset()
    """The games that nobody can choose, by slug."""

    def announced(self, now: datetime) -> Announcement | None:
        """The announcement, unless its time is over."""
        said = self.announcement
        return said if said is not None and now < said.until else None

    def coming_rest(self, now: datetime) -> Rest | None:
        """The rest, unless it is over."""
        return self.rest if self.rest is not None and now < self.rest.ends else None

    def announced_key(self, now: datetime) -> str:
        """A word that is another one for each announcement and rest; "": there is neither."""
        said, rest = self.announced(now), self.coming_rest(now)
        ends = [
            one for one in (said and said.until, rest and rest.begins, rest and rest.ends) if one
        ]
        return " ".join(str(to_milliseconds(end)) for end in ends)

    def check_begins(self, game: Titled, now: datetime) -> None:
        """Raises NotNow where no table of that game opens, and no match of it begins."""
        if (rest := self.coming_rest(now)) is not None:
            raise NotNow(
                f"{rest_in_words(rest, now)} Matches that run go on; no table opens and no match "
                "begins until then."
            )
        self.check_on_shelf(game)

    def check_on_shelf(self, game: Titled) -> None:
        """Raises NotNow where nobody can choose that game."""
        if game.slug in self.off_shelf:
            raise NotNow(f"{game.title} is off the shelf for now. Choose another game.")


NO_SWITCHES: Final = Switches()


def rest_in_words(rest: Rest, now: datetime) -> str:
    """The rest in a sentence without a time of day, which each reader has another of."""
    if now < rest.begins:
        return f"The server rests in {_minutes(rest.begins, now)}."
    return f"The server rests for another {_minutes(rest.ends, now)}."


def _minutes(end: datetime, now: datetime) -> str:
    minutes = ceil((end - now).total_seconds() / 60)
    return f"{minutes} minutes" if minutes > 1 else "a minute"
