"""What attackers are asked to do, and what came of it: what passes between their process and ours."""

import msgspec


class AttackPlan(msgspec.Struct, frozen=True):
    """Who attacks what."""

    port: int
    path: str
    """A table that anybody may watch."""
    kinds: tuple[str, ...]
    each: int
    seconds: float
    """How long they come again; who could not come in goes on for `limit` at most."""
    limit: float
    """Seconds within which each must have been cut."""


class Result(msgspec.Struct):
    """What became of one kind."""

    cuts: list[float] = []
    """After how many seconds each was cut."""
    uncut: int = 0
    refused: int = 0
    """How often a connection was not taken."""
    served: int = 0
    """How often it was."""
