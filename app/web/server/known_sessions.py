"""Known sessions: the people behind recently used cookies, for limits that ask no database."""

from collections.abc import Iterable
from typing import Final

from starlette.types import Scope

from app.store.people.sessions import hash_token
from app.web.rate_limits import Source, client_networks

MOST: Final = 20_000
"""Sessions that are known at a time, some 5 MB; the one noted longest ago goes first."""


class KnownSessions:
    """The cookies whose people are known. They let nobody in: the database decides that."""

    def __init__(self, cookie: str, most: int = MOST) -> None:
        """`cookie`: the name of the session's cookie."""
        self._cookie = cookie.encode()
        self._most = most
        self._people: dict[bytes, str] = {}
        """By the hash of the token."""

    @property
    def is_empty(self) -> bool:
        return not self._people

    def load(self, sessions: Iterable[tuple[bytes, str]]) -> None:
        """Starts with these: token hashes and accounts, those used longest ago first."""
        self._people.update(sessions)

    def person_in(self, headers: Iterable[tuple[bytes, bytes]]) -> str | None:
        """The account whose cookie is among the headers of a request; None for a stranger."""
        for name, value in headers:
            if name == b"cookie":
                for pair in value.split(b";"):
                    key, _, token = pair.strip().partition(b"=")
                    if key == self._cookie and len(token) <= 100:
                        return self._people.get(hash_token(token.decode("latin-1")))
        return None

    def note(self, token: str, person: str | None) -> None:
        """Takes down whose session a cookie opens; None: nobody's, or not any more."""
        key = hash_token(token)
        self._people.pop(key, None)
        if person is not None:
            if len(self._people) >= self._most:
                del self._people[next(iter(self._people))]
            self._people[key] = person


def source_of(scope: Scope, known: KnownSessions) -> Source:
    """The source of a request or a socket, before anything is looked up."""
    return Source(client_networks(scope.get("client")), known.person_in(scope["headers"]))
