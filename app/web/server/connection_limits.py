"""The limits of TCP connections: how many, how fast, and how large their requests may be."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Final

from app.web.rate_limits import Limits, RateLimited, client_network
from app.web.server.event_loop import HandshakeQueue


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """The limits of each connection."""

    per_network: int = 250
    """Connections from one network, pages and tables together."""
    total: int = 8000
    header_seconds: float = 10.0
    """From the connection, or a later request's first byte, to the end of the headers."""
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

    Connections from a trusted proxy are not limited by network: they all come from one address.
    """

    def __init__(
        self,
        multiplier: float = 1.0,
        trusted_proxies: Collection[str] = (),
        limits: ConnectionLimits = LIMITS,
    ) -> None:
        """`multiplier` multiplies the limits of one network and the frame rate of one connection.

        `trusted_proxies` are networks, or `*` for every address.
        """
        self.limits = limits
        self.multiplier = multiplier
        self.open = 0
        self.cuts: Counter[str] = Counter()
        """Cut connections, by reason."""
        self.handshakes = HandshakeQueue()
        self._limits = Limits(multiplier)
        self._by_network: Counter[str] = Counter()
        self._all_trusted = "*" in trusted_proxies
        self._trusted = tuple(
            ip_network(one, strict=False) for one in trusted_proxies if _is_network(one)
        )

    def refusal(self, client: tuple[str, int] | None) -> str | None:
        """The reason to refuse a new connection of this client, or None."""
        if self.open >= self.limits.total:
            return "full"
        if self._is_proxy(client):
            return None
        network = client_network(client)
        if self._by_network[network] >= self.limits.per_network * self.multiplier:
            return "household"
        try:
            self._limits.take("connection", network)
        except RateLimited:
            return "arrivals"
        return None

    def enter(self, client: tuple[str, int] | None) -> None:
        self.open += 1
        self._by_network[client_network(client)] += 1

    def leave(self, client: tuple[str, int] | None) -> None:
        network = client_network(client)
        self.open -= 1
        self._by_network[network] -= 1
        if self._by_network[network] <= 0:
            del self._by_network[network]

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
