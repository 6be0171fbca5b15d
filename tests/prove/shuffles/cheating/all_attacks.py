"""All attacks by name."""

from tests.prove.shuffles.cheating import (
    deal_lies,
    fooled_lies,
    long_lies,
    record_lies,
    server_lies,
    told_lies,
)
from tests.prove.shuffles.cheating.attack import ATTACKS

__all__ = [
    "ATTACKS",
    "deal_lies",
    "fooled_lies",
    "long_lies",
    "record_lies",
    "server_lies",
    "told_lies",
]
