"""The orders to the attackers' process, and its results."""

import msgspec


class AttackPlan(msgspec.Struct, frozen=True):
    """The attack that one process carries out."""

    port: int
    path: str
    """A table that anybody may watch."""
    kinds: tuple[str, ...]
    each: int
    seconds: float
    """Seconds for which attackers come again; the first connection of each may take `limit` more.
    """
    limit: float
    """Seconds within which each must have been cut."""


class Result(msgspec.Struct):
    """The result of one kind of attackers."""

    cuts: list[float] = []
    """After how many seconds each was cut."""
    uncut: int = 0
    refused: int = 0
    """Connections that the server did not take."""
    served: int = 0
    """Connections that it took."""
