"""What one TCP connection may do before anything of ours has read a word of it, how many there may be, and why some were cut."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Final

from app.web.limits import Limits, TooOften, address
from app.web.server.handshake_queue import HandshakeQueue


@dataclass(frozen=True, slots=True)
class ConnectionBounds:
    """Times in seconds, sizes in bytes."""

    each: int = 250
    """Connections of one address, pages and tables together."""
    altogether: int = 8000
    head_time: float = 10.0
    """From the connection, or a later request's first byte, until all headers are there."""
    head_size: int = 32 * 1024
    body_time: float = 20.0
    body_size: int = 1024 * 1024
    """Far above what the application takes: who sends a little too much is told so, and not cut."""
    pipelined: int = 16
    """Requests that one connection may have sent before the first is answered."""
    page_reader: float = 30.0
    """How long a page may lie in our memory because its reader is slow."""
    reader: float = 5.0
    """The same for what a table sends; coming back is cheap there."""
    fragments: float = 10.0
    """From a message's first fragment to its last."""
    frames: tuple[float, float] = (120.0, 30.0)
    """WebSocket frames of every kind, pings included: at once, and each second."""
    goodbye: float = 3.0
    """How long a connection may stay open once we are done with it."""


BOUNDS: Final = ConnectionBounds()


class ConnectionLimiter:
    """Counts the connections of this process. Who comes through a trusted proxy is not told apart by address here."""

    def __init__(
        self,
        generosity: float = 1.0,
        trusted: Collection[str] = (),
        bounds: ConnectionBounds = BOUNDS,
    ) -> None:
        """`generosity` multiplies what one address, and one connection each second, may do; `trusted` are proxies, `*` for all."""
        self.bounds = bounds
        self.generosity = generosity
        self.open = 0
        self.cuts: Counter[str] = Counter()
        """By reason."""
        self.entrance = HandshakeQueue()
        self._limits = Limits(generosity)
        self._by_household: Counter[str] = Counter()
        self._all_trusted = "*" in trusted
        self._trusted = tuple(ip_network(one, strict=False) for one in trusted if _is_network(one))

    def refusal(self, client: tuple[str, int] | None) -> str | None:
        """Why a new connection of this client is not taken, or None."""
        if self.open >= self.bounds.altogether:
            return "full"
        if self._is_proxy(client):
            return None
        household = address(client)
        if self._by_household[household] >= self.bounds.each * self.generosity:
            return "household"
        try:
            self._limits.take("connection", household)
        except TooOften:
            return "arrivals"
        return None

    def enter(self, client: tuple[str, int] | None) -> None:
        self.open += 1
        self._by_household[address(client)] += 1

    def leave(self, client: tuple[str, int] | None) -> None:
        household = address(client)
        self.open -= 1
        self._by_household[household] -= 1
        if self._by_household[household] <= 0:
            del self._by_household[household]

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
