"""A made-up match as an honest server would send it to one browser, for tests of checkers."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from app.fair import VERSION, shuffle
from app.fair.tree import Tree

CARDS = tuple(f"{rank}{suit}" for suit in "SHDC" for rank in "23456789TJQKA")
"""The cards that are shuffled, by index."""


def made_up(what: str) -> bytes:
    return sha256(f"made up: {what}".encode()).digest()


class Deal:
    """One made-up shuffle, `number` in its match, by the seats `parts`.

    Seat 0 holds every third card; seat 11 is named where an attempt failed.
    """

    def __init__(
        self,
        match: str,
        number: int,
        parts: Sequence[int] = (0, 2),
        attempt: int = 0,
        n: int = 52,
        entropies: Mapping[int, bytes] | None = None,
    ) -> None:
        """`entropies`: the parts by seat, where they are not made up here."""
        self.match, self.number, self.attempt, self.n = match, number, attempt, n
        self.secret = shuffle.secret_of(made_up(match), match, number, attempt)
        if entropies is None:
            entropies = {seat: made_up(f"{match} {number} {attempt} {seat}") for seat in parts}
        self.entropies = entropies
        self.commitment = shuffle.commitment(match, number, attempt, self.secret)
        self.order = shuffle.order(
            shuffle.seed(match, number, attempt, self.secret, self.entropies), n
        )
        self.tree = Tree(self.secret, self.order)

    @property
    def _told(self) -> dict[str, Any]:
        seals = {
            str(seat): shuffle.seal(self.match, self.number, self.attempt, seat, one)
            for seat, one in self.entropies.items()
        }
        return {
            "number": self.number,
            "attempt": self.attempt,
            "version": VERSION,
            "n": self.n,
            "commitment": self.commitment,
            "seals": seals,
            "openings": {str(seat): one.hex() for seat, one in self.entropies.items()},
            "refused": [11] * bool(self.attempt),
            "restarted": False,
            "root": self.tree.root,
            "things": list(CARDS[: self.n]),
        }

    def dealt(self) -> dict[str, Any]:
        """The notice `dealt` to seat 0."""
        cards = [
            {
                "position": at,
                "thing": self.order[at],
                "card": CARDS[self.order[at]],
                "salt": self.tree.salt(at),
                "path": list(self.tree.path(at)),
            }
            for at in range(0, self.n, 3)
        ]
        return {"type": "dealt", "match": self.match, **self._told, "cards": cards}

    def opened(self) -> dict[str, Any]:
        """The part of /api/matches/…/shuffles about this shuffle."""
        return {**self._told, "secret": self.secret.hex(), "order": list(self.order)}

    def asked(self) -> dict[str, Any]:
        """The record that a browser keeps of the moment at which parts were asked for."""
        told = {"seals": self._told["seals"], "refused": self._told["refused"]}
        return {**told, "restarted": False, "connection": "made-up"}

    def part(self, seat: int = 0) -> dict[str, Any]:
        """The record that the browser of a seat keeps of its own part."""
        return {"seat": seat, "entropy": self.entropies[seat].hex(), "opened": True}


def kept(deals: Sequence[Deal]) -> Mapping[str, Any]:
    """The memory of these deals in seat 0's browser, see static/js/fair/memory.js."""
    at = {f"{deal.number}.{deal.attempt}": deal for deal in deals}
    return {
        "commitments": {key: deal.commitment for key, deal in at.items()},
        "parts": {key: deal.part() for key, deal in at.items() if 0 in deal.entropies},
        "asked": {key: deal.asked() for key, deal in at.items()},
        "deals": {
            str(deal.number): {
                "attempt": deal.attempt,
                "root": deal.tree.root,
                "commitment": deal.commitment,
                "cards": [[card["position"], card["card"]] for card in deal.dealt()["cards"]],
            }
            for deal in deals
        },
    }
