"""The delays of answers in a span of time."""

from collections.abc import Sequence
from statistics import quantiles

import msgspec


class Delays(msgspec.Struct, frozen=True):
    """Seconds that honest players waited for answers."""

    count: int
    median: float
    p99: float
    longest: float

    def __str__(self) -> str:
        median, p99, longest = (1000 * value for value in (self.median, self.p99, self.longest))
        return f"p50 {median:.1f}, p99 {p99:.1f}, longest {longest:.0f} ms of {self.count:,}"


def delays(answers: Sequence[tuple[float, float]], start: float, end: float) -> Delays:
    taken = sorted(seconds for asked, seconds in answers if start <= asked < end)
    if len(taken) < 2:
        return Delays(len(taken), 0, 0, 0)
    return Delays(
        len(taken),
        taken[len(taken) // 2],
        quantiles(taken, n=100, method="inclusive")[98],
        taken[-1],
    )
