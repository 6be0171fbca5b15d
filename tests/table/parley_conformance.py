"""The toy game of open questions as the conformance kit must know it. It has no cards."""

from collections.abc import Sequence
from typing import Any, Final

from app.rules.codec import to_json
from app.rules.game import Seat
from app.rules.replay import Entry, Expired, Played
from tests.games.kit.adapter import Adapter
from tests.table.parley import GAME, Answer, Object, Table


def deck(state: Table) -> Sequence[int]:
    return ()


def places(state: Table) -> dict[Any, Sequence[int]]:
    return {}


def shows(before: Table, entry: Entry, viewer: Seat | None) -> Any:
    """The acts of all, in full to those who acted. A glance, to two seats; nothing of a vote."""
    match entry:
        case Expired(key) if key.startswith("glance-"):
            return "over" if key == f"glance-{viewer}" else None
        case Played(seat, key, move):
            if isinstance(move, Answer) and key.startswith("vote") and seat != viewer:
                return None
            speaker = before.public.turn
            glance = isinstance(move, Object) and viewer in (seat, speaker)
            hoarse = before.private[speaker].hoarse if glance else None
            return [seat, type(move).__name__, to_json(move) if seat == viewer else None, hoarse]
        case Expired(key):
            return key
        case _:
            return to_json(entry)


ADAPTER: Final = Adapter(GAME, deck, places, shows)
