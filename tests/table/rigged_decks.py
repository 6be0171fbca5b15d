"""Fair shuffles with given orders: the permutation is bent, so nothing follows from parts.

For tests that compare two worlds. The server has no such hook.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest

from app.rules.game import Seat
from app.table.match.shuffle_decks import Drawn, ShuffleDecks
from app.table.model.room import MatchId
from tests.table.fakes import FakeDealer


@contextmanager
def rigged(dealer: FakeDealer) -> Iterator[None]:
    """Decks come out in the orders of this dealer, which says that its shuffles are fair."""
    real, orders = ShuffleDecks.draw, dict[tuple[MatchId, int], tuple[int, ...]]()

    def draw(self: ShuffleDecks, ask: str, openings: Mapping[Seat, bytes]) -> Drawn:
        drawn, place = real(self, ask, openings), (self.match, self.number)
        if place not in orders:
            orders[place] = dealer.order(self.n)
        perm = dict(
            zip(self.order(Drawn(drawn.chosen, tuple(range(self.n)))), range(self.n), strict=True)
        )
        return Drawn(drawn.chosen, tuple(perm[index] for index in orders[place]))

    dealer.fair = True
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ShuffleDecks, "draw", draw)
        yield
