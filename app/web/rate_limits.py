"""Rate limits: token buckets in memory, by action and by network, account or name."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import Final


@dataclass(frozen=True, slots=True)
class Rate:
    """`burst` at once, and one more every `seconds`."""

    burst: float
    seconds: float


RATES: Final[dict[str, Rate]] = {
    "login": Rate(10, 15),
    "login-name": Rate(20, 30),
    "sign-up": Rate(10, 60),
    "password": Rate(8, 30),
    "guest": Rate(30, 10),
    "room": Rate(20, 20),
    "join": Rate(40, 3),
    "knock": Rate(10, 10),
    "device-link": Rate(10, 20),
    "device-transfer": Rate(30, 3),
    "password-reset": Rate(20, 10),
    "rename": Rate(10, 8640),
    "report": Rate(6, 60),
    "api": Rate(120, 0.2),
    "page": Rate(150, 1 / 30),
    "file": Rate(3000, 1 / 150),
    "socket": Rate(40, 1),
    "connection": Rate(600, 1 / 60),
}
"""By action. Enough for a class behind one address, and far too slow for guessing."""
MAX_BUCKETS: Final = 10_000
WRONG_PASSWORDS_BEFORE_WAIT: Final = 8
"""Wrong passwords in a row before the first wait."""
FIRST_WAIT: Final = 30.0
"""Seconds. Every further wrong password doubles the wait."""
LONGEST_WAIT: Final = 3600.0
"""Seconds; no wait is longer."""


class RateLimited(Exception):
    """An action came too often; it is allowed again in `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"in {seconds:.0f} s")
        self.seconds = seconds


class Limits:
    """All buckets of this process. Not thread-safe."""

    def __init__(self, multiplier: float = 1.0, now: Callable[[], float] = monotonic) -> None:
        """`multiplier` multiplies every burst and rate; large for load tests."""
        self.multiplier = multiplier
        self._now = now
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}
        self._wrong_passwords: dict[str, tuple[int, float, datetime | None]] = {}
        """Wrong passwords in a row, when the next attempt is allowed, and `lifted`."""

    def take(self, action: str, key: str) -> None:
        """Counts one `action` of `key`. Raises RateLimited, and then counts nothing."""
        rate = RATES[action]
        burst, per_second = rate.burst * self.multiplier, self.multiplier / rate.seconds
        now = self._now()
        level, then = self._buckets.get((action, key), (burst, now))
        level = min(burst, level + (now - then) * per_second)
        if level < 1:
            raise RateLimited((1 - level) / per_second)
        if len(self._buckets) >= MAX_BUCKETS:
            self._drop_full_buckets(now)
        self._buckets[action, key] = (level - 1, now)

    # -- wrong passwords

    def check_password_wait(self, key: str, lifted: datetime | None = None) -> None:
        """Raises RateLimited while `key` has to wait after wrong passwords.

        `lifted` is when waits were last lifted, as the store has it. What was counted under
        another time counts no more.
        """
        _, until, known = self._wrong_passwords.get(key, (0, 0.0, lifted))
        if known != lifted:
            del self._wrong_passwords[key]
        elif until > self._now():
            raise RateLimited(until - self._now())

    def record_wrong_password(self, key: str, lifted: datetime | None = None) -> None:
        """Counts a wrong password; `lifted` as for `check_password_wait`."""
        now = self._now()
        count, _, known = self._wrong_passwords.pop(key, (0, 0.0, lifted))
        count = count + 1 if known == lifted else 1
        wait = (
            min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** min(count - WRONG_PASSWORDS_BEFORE_WAIT, 20))
            / self.multiplier
            if count >= WRONG_PASSWORDS_BEFORE_WAIT
            else 0.0
        )
        if len(self._wrong_passwords) >= MAX_BUCKETS:
            del self._wrong_passwords[next(iter(self._wrong_passwords))]
        self._wrong_passwords[key] = (count, now + wait, lifted)

    def clear_wrong_passwords(self, key: str) -> None:
        """Call it after the right password."""
        self._wrong_passwords.pop(key, None)

    def _drop_full_buckets(self, now: float) -> None:
        """Drops buckets that are full by now.

        If that is not enough, as in an attack from many addresses, it drops the oldest half.
        """
        self._buckets = {
            (action, key): (level, then)
            for (action, key), (level, then) in self._buckets.items()
            if level + (now - then) * self.multiplier / RATES[action].seconds
            < RATES[action].burst * self.multiplier
        }
        if len(self._buckets) >= MAX_BUCKETS:
            by_age = sorted(self._buckets, key=lambda key: self._buckets[key][1])
            for key in by_age[: MAX_BUCKETS // 2]:
                del self._buckets[key]


def client_network(client: tuple[str, int] | None) -> str:
    """The key of a client's network: its IPv4 address, or the first half of an IPv6 address."""
    if client is None:
        return "unknown"
    try:
        ip = ip_address(client[0])
    except ValueError:
        return client[0]
    if isinstance(ip, IPv6Address) and not ip.ipv4_mapped:
        return f"{IPv6Address(int(ip) >> 64 << 64)}/64"
    return str(ip)


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
