"""What the conformance kit must know of the toy game."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from app.rules.codec import plain
from app.rules.game import Seat
from app.rules.replay import Entry, Expired, Played, Shuffled, step
from tests.games.kit.adapter import Adapter
from tests.games.kit.record import Record
from tests.table.high_card import GAME, Choose, HighCardOptions, Private, Revealed, Table


def deck(state: Table) -> Sequence[int]:
    return range(3 * len(state.public.ranks)) if state.public.phase == "choose" else ()


def places(state: Table) -> dict[Any, Sequence[int]]:
    return {Seat(seat): private.hand for seat, private in enumerate(state.private)} if deck(state) else {}


def shows(before: Table, entry: Entry, viewer: Seat | None) -> Any:
    """A card is put down unseen, by hand or by the clock, and when the last one lies there everybody sees them all."""
    if before.public.phase != "choose" or not isinstance(entry, Played | Expired):
        return plain(entry)
    after = step(GAME, before, entry)
    revealed = [event.cards for event in after.events if isinstance(event, Revealed)]
    own = None if viewer is None or after.private[viewer] == before.private[viewer] else plain(after.private[viewer])
    return [own, revealed] if own or revealed else None


def past(world: Table, record: Record, viewer: Seat | None) -> list[Entry]:
    """The viewer's own cards put down as they were, and those that the world's other seats have put down since the deal."""
    if not deck(world):
        return record.entries
    deal, ranks = world.public.deal, world.public.ranks
    entries: list[Entry] = [Shuffled(tuple(card for seat in ranks for card in world.private[seat].hand))]
    for seat in ranks:
        history = [state.private[seat] for state in record.states[1:]] if seat == viewer else _decided(world, seat)
        for before, after in pairwise(history):
            if after != before and after.chosen is not None:
                key = f"choose.{deal}" if before.chosen is None else f"sure.{deal}.{seat}"
                entries.append(Played(seat, key, Choose(after.chosen)))
    return entries


def _decided(world: Table, seat: Seat) -> list[Private]:
    """How a seat may have come to what it has put down."""
    now = world.private[seat]
    halfway = [Private(now.hand, now.chosen)] if now.sure and world.public.options.twice else []
    return [Private(now.hand), *halfway, now]


MATCHES = {"3": (3, HighCardOptions(deals=3)), "4-twice": (4, HighCardOptions(window=True, twice=True))}

ADAPTER = Adapter(GAME, deck, places, shows, past, MATCHES, Path(__file__).parent, unpaired=0.4)
