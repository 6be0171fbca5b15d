"""The toy game as the conformance kit must know it."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from app.rules.codec import to_json
from app.rules.game import Seat
from app.rules.replay import Entry, Expired, LastDeal, Played, Shuffled, step
from tests.games.kit.adapter import Adapter
from tests.games.kit.match_record import Record
from tests.table.high_card import GAME, Choose, HighCardOptions, Private, Revealed, Table


def deck(state: Table) -> Sequence[int]:
    return range(3 * len(state.public.ranks)) if state.public.phase == "choose" else ()


def places(state: Table) -> dict[Any, Sequence[int]]:
    return (
        {Seat(seat): private.hand for seat, private in enumerate(state.private)}
        if deck(state)
        else {}
    )


def shows(before: Table, entry: Entry, viewer: Seat | None) -> Any:
    """A card is put down unseen, by hand or by the clock; the last one turns all of them over."""
    if before.public.phase != "choose" or not isinstance(entry, Played | Expired):
        return to_json(entry)
    after = step(GAME, before, entry)
    revealed = [event.cards for event in after.events if isinstance(event, Revealed)]
    own = (
        None
        if viewer is None or after.private[viewer] == before.private[viewer]
        else to_json(after.private[viewer])
    )
    return [own, revealed] if own or revealed else None


def past(world: Table, record: Record, viewer: Seat | None) -> list[Entry]:
    """The viewer's own cards as they were put down, and those of the other seats since the deal."""
    if not deck(world):
        return record.entries
    deal, ranks = world.public.deal, world.public.ranks
    entries: list[Entry] = [
        Shuffled(tuple(card for seat in ranks for card in world.private[seat].hand))
    ]
    for entry, (before, after) in zip(record.entries[1:], pairwise(record.states[1:]), strict=True):
        if isinstance(entry, LastDeal):
            entries.append(entry)
        elif viewer is not None:
            entries += _put_down(viewer, deal, before.private[viewer], after.private[viewer])
    for seat in ranks:
        now = world.private[seat]
        halfway = [Private(now.hand, now.chosen)] if now.sure and world.public.options.twice else []
        for one, next_one in pairwise([Private(now.hand), *halfway, now] if seat != viewer else []):
            entries += _put_down(seat, deal, one, next_one)
    return entries


def _put_down(seat: Seat, deal: int, before: Private, after: Private) -> list[Entry]:
    if after == before or after.chosen is None:
        return []
    return [
        Played(
            seat,
            f"choose.{deal}" if before.chosen is None else f"sure.{deal}.{seat}",
            Choose(after.chosen),
        )
    ]


MATCHES = {
    "3": (3, HighCardOptions(deals=3)),
    "4-twice": (4, HighCardOptions(window=True, twice=True)),
}

ADAPTER = Adapter(GAME, deck, places, shows, past, MATCHES, Path(__file__).parent, unpaired=0.4)
