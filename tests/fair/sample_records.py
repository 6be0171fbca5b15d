"""A record of three shuffles, and what one browser kept of it, to be changed by tests."""

from random import Random
from typing import Any

from tests.fair.sample_table import Attempt, Lines, Table, made_up_deal


def sample_table(seed: int = 1, reveals: bool = True) -> Table:
    """Hands, hidden codes in a second attempt, and hands again; seats 0 to 2 have parts."""
    chance = Random(seed)
    deals = [made_up_deal(chance, kind, 3, 14) for kind in ("hands", "stock", "hands")]
    for deal in deals:
        deal.attempts = deal.attempts[-1:]
        deal.attempts[0].refused = []
    tried = Attempt({seat: chance.randbytes(32) for seat in (0, 3)})
    deals[1].attempts.insert(0, tried)
    deals[1].attempts[1].refused = [3]
    return Table("m", chance.randbytes(32), deals, reveals)


def sample(seed: int = 1, reveals: bool = True) -> tuple[Lines, Lines]:
    """The record of that table, and what the browser of seat 0 kept of it."""
    table = sample_table(seed, reveals)
    return table.record(), table.heard(0)


def entry(lines: Lines, number: int = 0) -> dict[str, Any]:
    """The entry of one shuffle."""
    at = lines[0]["shuffles"]["shuffles"][number]["ply"]
    found: dict[str, Any] = lines[1 + at]["entry"]
    return found


def shown(lines: Lines, number: int = 0) -> tuple[dict[str, Any], dict[str, Any]]:
    """One shuffle's proof in the record, and what was revealed of it."""
    return entry(lines, number)["proof"], lines[0]["shuffles"]["shuffles"][number]


def line(heard: Lines, kind: str, number: int = 0) -> dict[str, Any]:
    """The last line of a kind about one shuffle; `asked`: a `shuffle` that asks for parts."""
    return [
        one
        for one in heard
        if one["number"] == number
        and (one["type"] == kind or (kind == "asked" and one.get("opening")))
    ][-1]
