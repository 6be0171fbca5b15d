"""Rate limits: budgets in memory, of each person, and of each network for strangers."""

from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import Final, TypeAlias


@dataclass(frozen=True, slots=True)
class Rate:
    """`burst` at once, and one more every `seconds`."""

    burst: float
    seconds: float


RATES: Final[dict[str, Rate]] = {
    "login": Rate(300, 12),
    "wrong-login": Rate(60, 15),
    "sign-up": Rate(220, 60),
    "guest": Rate(240, 30),
    "room": Rate(200, 20),
    "join": Rate(600, 3),
    "knock": Rate(40, 10),
    "device-transfer": Rate(200, 3),
    "password-reset": Rate(100, 10),
    "report": Rate(6, 60),
    "look-back": Rate(40, 10),
    "api": Rate(300, 0.1),
    "page": Rate(300, 1 / 30),
    "file": Rate(3000, 1 / 150),
    "socket": Rate(60, 1),
    "connection": Rate(600, 1 / 60),
}
"""The budgets of a network's strangers, by action.

A burst is the first ten minutes of a school of 200; what follows is too slow for guessing.
"""
OWN_RATES: Final[dict[str, Rate]] = {
    "login-name": Rate(20, 30),
    "login-device": Rate(10, 30),
    "sign-up": Rate(3, 300),
    "password": Rate(8, 30),
    "guest": Rate(20, 10),
    "rename": Rate(10, 8640),
    "room": Rate(4, 120),
    "join": Rate(20, 3),
    "knock": Rate(3, 600),
    "own-data": Rate(3, 600),
    "device-link": Rate(10, 20),
    "device-transfer": Rate(10, 3),
    "password-reset": Rate(10, 10),
    "report": Rate(3, 600),
    "look-back": Rate(6, 60),
    "picture": Rate(10, 60),
    "push": Rate(20, 60),
    "api": Rate(60, 0.5),
    "page": Rate(60, 1),
    "file": Rate(400, 0.1),
    "socket": Rate(10, 2),
    "connection": Rate(40, 0.5),
}
"""The budgets of each person, which nobody else can use up: enough for one who plays.

`login-name` is a name's, and `login-device` that of a device that has logged in before.
"""
WIDER: Final = 4
"""The factor from a network's budget to that of the next wider one around it."""
IPV6_PREFIXES: Final = (64, 56, 48)
MAX_BUCKETS: Final = 10_000
WRONG_PASSWORDS_BEFORE_WAIT: Final = 8
"""Wrong passwords in a row before the first wait."""
FIRST_WAIT: Final = 30.0
"""Seconds. Every further wrong password doubles the wait."""
LONGEST_WAIT: Final = 600.0
"""Seconds; no wait is longer, so a prank in a school ends within a lesson."""


class RateLimited(Exception):
    """An action came too often; it is allowed again in `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"in {seconds:.0f} s")
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Source:
    """The network and person behind a request, as limits count them."""

    networks: tuple[str, ...]
    """The client's network, and the wider ones around it."""
    person: str | None = None
    """The account of a valid login; None for a stranger."""


def client_networks(client: tuple[str, int] | None) -> tuple[str, ...]:
    """A client's networks, the narrowest first: an IPv4 address, or three parts of an IPv6 one."""
    if client is None:
        return ("unknown",)
    try:
        ip = ip_address(client[0])
    except ValueError:
        return (client[0],)
    if isinstance(ip, IPv6Address) and not ip.ipv4_mapped:
        return tuple(
            f"{IPv6Address(int(ip) >> 128 - bits << 128 - bits)}/{bits}" for bits in IPV6_PREFIXES
        )
    return (str(getattr(ip, "ipv4_mapped", None) or ip),)


Budget: TypeAlias = tuple[tuple[str, str], Rate]
"""The action and key of a budget, and its size."""


class Limits:
    """All budgets of this process. Not thread-safe.

    A budget is known by the time at which it is full again. Full ones are not kept.
    """

    def __init__(self, multiplier: float = 1.0, now: Callable[[], float] = monotonic) -> None:
        """`multiplier` multiplies every burst and rate; large for load tests."""
        self.multiplier = multiplier
        self._now = now
        self._full_at: dict[tuple[str, str], float] = {}

    def take(self, action: str, source: Source) -> None:
        """Counts one `action` in the person's own budget; beyond it, in the networks'.

        Raises RateLimited, and then counts nothing.
        """
        self._spend(self._open_budgets(action, source))

    def take_own(self, action: str, key: str) -> None:
        """Counts one `action` of a person, name or device. Raises RateLimited."""
        self.take(action, Source((), key))

    def check(self, action: str, source: Source) -> None:
        """Raises RateLimited where `take` would; counts nothing."""
        self._open_budgets(action, source)

    def record(self, action: str, source: Source) -> None:
        """Counts one `action` that has happened, on the networks' credit if need be."""
        try:
            self.take(action, source)
        except RateLimited:
            self._spend(shared_budgets(action, source))

    def _open_budgets(self, action: str, source: Source) -> tuple[Budget, ...]:
        """The budgets that allow one more `action`. Raises RateLimited."""
        waits = []
        for budgets in (own_budgets(action, source), shared_budgets(action, source)):
            if budgets:
                wait = max(self._wait(*budget) for budget in budgets)
                if not wait:
                    return budgets
                waits.append(wait)
        raise RateLimited(min(waits))

    def _wait(self, key: tuple[str, str], rate: Rate) -> float:
        """Seconds until the budget allows one more; 0 if it does now."""
        empty = max(0.0, self._full_at.get(key, 0.0) - self._now())
        most = (rate.burst * self.multiplier - 1) * rate.seconds / self.multiplier
        return empty - most if empty > most + 1e-9 else 0.0

    def _spend(self, budgets: tuple[Budget, ...]) -> None:
        now = self._now()
        if len(self._full_at) >= MAX_BUCKETS:
            self._drop_full_buckets(now)
        for key, rate in budgets:
            full_at = max(now, self._full_at.get(key, now))
            self._full_at[key] = full_at + rate.seconds / self.multiplier

    def _drop_full_buckets(self, now: float) -> None:
        """Drops budgets that are full by now.

        If that is not enough, as in an attack from many addresses, it drops the fullest half.
        """
        self._full_at = {key: full_at for key, full_at in self._full_at.items() if full_at > now}
        if len(self._full_at) >= MAX_BUCKETS:
            for key in sorted(self._full_at, key=lambda key: self._full_at[key])[
                : MAX_BUCKETS // 2
            ]:
                del self._full_at[key]


def wait_after(wrong: int) -> float:
    """Seconds from the last of `wrong` passwords in a row until the next attempt."""
    if wrong < WRONG_PASSWORDS_BEFORE_WAIT:
        return 0.0
    return min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** min(wrong - WRONG_PASSWORDS_BEFORE_WAIT, 20))


def own_budgets(action: str, source: Source) -> tuple[Budget, ...]:
    if source.person is None or action not in OWN_RATES:
        return ()
    return (((action, source.person), OWN_RATES[action]),)


def shared_budgets(action: str, source: Source) -> tuple[Budget, ...]:
    """Those of the networks, each wider one WIDER times as large."""
    if action not in RATES:
        return ()
    rate = RATES[action]
    return tuple(
        ((action, network), Rate(rate.burst * WIDER**step, rate.seconds / WIDER**step))
        for step, network in enumerate(source.networks)
    )


class TokenBucket:
    """The token bucket of one connection."""

    def __init__(
        self, burst: float, per_second: float, now: Callable[[], float] = monotonic
    ) -> None:
        self._burst, self._per_second, self._now = burst, per_second, now
        self._level, self._then = burst, now()

    def take(self) -> bool:
        """Counts one more; False if that is too many."""
        now = self._now()
        self._level = min(self._burst, self._level + (now - self._then) * self._per_second)
        self._then = now
        if self._level < 1:
            return False
        self._level -= 1
        return True
