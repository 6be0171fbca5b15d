"""The limits of TCP connections: how many, how fast, and how large their requests may be."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Final, Protocol

from app.web.rate_limits import Limits, RateLimited, Source, client_networks
from app.web.server.event_loop import HandshakeQueue
from app.web.server.known_sessions import KnownSessions
from app.web.server.places import Keys, Places


class Unproven(Protocol):
    """A connection for which its network has no place, unless it is of somebody known."""

    def cut(self, reason: str) -> None: ...
    def __hash__(self) -> int: ...


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """The limits of each connection."""

    per_person: int = 12
    """Connections of one person, pages and tables together; more count as strangers'."""
    per_network: int = 250
    """Connections of the strangers in one network."""
    everybody_per_network: int = 2000
    """Connections from one network, of all people in it: a school of 200."""
    total: int = 8000
    """The last eighth is for people who are known."""
    header_seconds: float = 10.0
    """From the connection, or a later request's first byte, to the end of the headers."""
    proof_seconds: float = 3.0
    """The same for who must be known, since there is no place for a stranger."""
    unproven: int = 256
    """Connections that may wait for that; the oldest gives way."""
    header_bytes: int = 32 * 1024
    body_seconds: float = 20.0
    body_bytes: int = 1024 * 1024
    """Far above the application's limit, which answers with a sentence instead of a cut."""
    pipelined_requests: int = 16
    """Requests that one connection may send before the first is answered."""
    page_read_seconds: float = 30.0
    """The time for which a page may wait in memory for a slow reader."""
    table_read_seconds: float = 5.0
    """The time for which a table's messages may wait: there a reconnection is cheap."""
    fragment_seconds: float = 10.0
    """The time from a message's first fragment to its last."""
    frame_rate: tuple[float, float] = (120.0, 30.0)
    """WebSocket frames of every kind, pings included: the burst, and the rate per second."""
    close_seconds: float = 3.0
    """The time for which a connection may stay open after its close frame."""


LIMITS: Final = ConnectionLimits()


class ConnectionLimiter:
    """Counts the connections of this process.

    Each begins as a stranger's. Its first request with a known cookie makes it that person's.
    Connections from a trusted proxy are not limited by network: they all come from one address.
    """

    def __init__(
        self,
        multiplier: float = 1.0,
        trusted_proxies: Collection[str] = (),
        limits: ConnectionLimits = LIMITS,
        known: KnownSessions | None = None,
    ) -> None:
        """`multiplier` multiplies the limits of one network and the frame rate of one connection.

        `trusted_proxies` are networks, or `*` for every address.
        """
        self.limits = limits
        self.multiplier = multiplier
        self.known = KnownSessions("") if known is None else known
        self.open = 0
        self.cuts: Counter[str] = Counter()
        """Cut connections, by reason."""
        self.handshakes = HandshakeQueue()
        self.unproven: dict[Unproven, None] = {}
        """Connections that have to show whose they are, the oldest first."""
        self._limits = Limits(multiplier)
        self._places = Places(
            limits.per_person * multiplier,
            limits.per_network * multiplier,
            limits.everybody_per_network * multiplier,
        )
        self._all_trusted = "*" in trusted_proxies
        self._trusted = tuple(
            ip_network(one, strict=False) for one in trusted_proxies if _is_network(one)
        )

    def refusal(self, client: tuple[str, int] | None) -> str | None:
        """The reason to refuse a stranger's new connection, or None."""
        if self.open >= self.limits.total - self.limits.total // 8:
            return "full"
        if self._is_proxy(client):
            return None
        source = Source(client_networks(client))
        if self._places.find(source) is None:
            return "household"
        try:
            self._limits.take("connection", source)
        except RateLimited:
            return "arrivals"
        return None

    def await_proof(self, connection: Unproven) -> None:
        """Lets a connection stay until it has shown a cookie. Too many push out the oldest."""
        self.unproven[connection] = None
        if len(self.unproven) > self.limits.unproven:
            oldest = next(iter(self.unproven))
            del self.unproven[oldest]
            oldest.cut("unproven")

    def enter(self, client: tuple[str, int] | None) -> Keys:
        """Counts a connection of a stranger; the keys to leave with."""
        return self._count(self._places.of_strangers(Source(client_networks(client))))

    def recognize(
        self, client: tuple[str, int] | None, headers: Iterable[tuple[bytes, bytes]]
    ) -> Keys | None:
        """Counts a connection of the person whose cookie is in the headers.

        None for a stranger, and for a person with too many.
        """
        person = None if self._is_proxy(client) else self.known.person_in(headers)
        if person is None or self.open >= self.limits.total:
            return None
        keys = self._places.find_own(Source(client_networks(client), person))
        if keys is None:
            return None
        try:
            self._limits.take_own("connection", person)
        except RateLimited:
            return None
        return self._count(keys)

    def _count(self, keys: Keys) -> Keys:
        self._places.enter(keys)
        self.open += 1
        return keys

    def leave(self, keys: Keys) -> None:
        self.open -= 1
        self._places.leave(keys)

    def _is_proxy(self, client: tuple[str, int] | None) -> bool:
        if self._all_trusted:
            return True
        try:
            ip = ip_address(client[0]) if client else None
        except ValueError:
            return False
        return ip is not None and any(ip in network for network in self._trusted)


def _is_network(text: str) -> bool:
    try:
        ip_network(text, strict=False)
    except ValueError:
        return False
    return True
