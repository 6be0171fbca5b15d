"""What one TCP connection may do before anything of ours has read a word of it, how many there may be, and why some were cut."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Final

from app.web.limits import Limits, RateLimited, client_network
from app.web.server.handshake_queue import HandshakeQueue


@dataclass(frozen=True, slots=True)
class ConnectionBounds:
    """Times in seconds, sizes in bytes."""

    per_network: int = 250
    """Connections of one address, pages and tables together."""
    total: int = 8000
    header_seconds: float = 10.0
    """From the connection, or a later request's first byte, until all headers are there."""
    header_bytes: int = 32 * 1024
    body_seconds: float = 20.0
    body_bytes: int = 1024 * 1024
    """Far above what the application takes: who sends a little too much is told so, and not cut."""
    pipelined_requests: int = 16
    """Requests that one connection may have sent before the first is answered."""
    page_read_seconds: float = 30.0
    """How long a page may lie in our memory because its reader is slow."""
    table_read_seconds: float = 5.0
    """The same for what a table sends; coming back is cheap there."""
    fragment_seconds: float = 10.0
    """From a message's first fragment to its last."""
    frame_rate: tuple[float, float] = (120.0, 30.0)
    """WebSocket frames of every kind, pings included: at once, and each second."""
    close_seconds: float = 3.0
    """How long a connection may stay open once we are done with it."""


BOUNDS: Final = ConnectionBounds()


class ConnectionLimiter:
    """Counts the connections of this process. Who comes through a trusted proxy is not told apart by address here."""

    def __init__(
        self,
        multiplier: float = 1.0,
        trusted_proxies: Collection[str] = (),
        bounds: ConnectionBounds = BOUNDS,
    ) -> None:
        """`generosity` multiplies what one address, and one connection each second, may do; `trusted` are proxies, `*` for all."""
        self.bounds = bounds
        self.multiplier = multiplier
        self.open = 0
        self.cuts: Counter[str] = Counter()
        """By reason."""
        self.handshakes = HandshakeQueue()
        self._limits = Limits(multiplier)
        self._by_network: Counter[str] = Counter()
        self._all_trusted = "*" in trusted_proxies
        self._trusted = tuple(
            ip_network(one, strict=False) for one in trusted_proxies if _is_network(one)
        )

    def refusal(self, client: tuple[str, int] | None) -> str | None:
        """Why a new connection of this client is not taken, or None."""
        if self.open >= self.bounds.total:
            return "full"
        if self._is_proxy(client):
            return None
        network = client_network(client)
        if self._by_network[network] >= self.bounds.per_network * self.multiplier:
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
