"""The change of a slow match: the room keeps the deadlines that follow from it, and premoves."""

from typing import Any

from msgspec.structs import replace

from app.rules.codec import read_move, to_json
from app.rules.game import AnyGame, Seat
from app.rules.replay import Played
from app.table.match.live_match import LiveMatch, Premove
from app.table.match.slow_dues import first_deadlines, next_deadlines
from app.table.model.room import Room
from app.table.room import slow
from app.table.turn.change import Change


def with_deadlines(
    room: Room, live: LiveMatch | None, change: Change, pace: float, now: int
) -> Change:
    """The change of this room and match, which writes new deadlines too, if a slow match runs.

    `now`: milliseconds since 1970.
    """
    after = change.room or room
    if not slow.plays_slowly(after) or (change.step is None and change.room is None):
        return change
    if change.begins is not None:
        return replace(change, room=replace(after, slow=first_deadlines(now)))
    assert live is not None, "a slow match runs"
    moment, public_changed = live.moment, False
    if change.step is not None:
        moment = change.step.after
        public_changed = moment.state.public is not live.state.public
    kept = next_deadlines(live.game, room, after, moment, public_changed, pace, now)
    if change.step is not None and isinstance(change.step.entry, Played):
        kept = replace(kept, premoves=_without(kept.premoves, change.step.entry.seat))
    return change if kept == after.slow else replace(change, room=replace(after, slow=kept))


def with_premove(room: Room, seat: Seat, move: Any = None) -> Room | None:
    """The room that keeps the seat's premove, or none; None: no slow match runs, so none does."""
    if room.slow is None:
        return None
    kept = _without(room.slow.premoves, seat)
    if move is not None:
        kept[str(seat)] = to_json(move)
    return replace(room, slow=replace(room.slow, premoves=kept))


def without_dropped(room: Room, live: LiveMatch) -> Change | None:
    """The change after which the room keeps no premove that was dropped; None: none was."""
    if room.slow is None:
        return None
    queued = {str(seat) for seat in live.premoves}
    kept = {key: move for key, move in room.slow.premoves.items() if key in queued}
    if kept == room.slow.premoves:
        return None
    return Change(room=replace(room, slow=replace(room.slow, premoves=kept)))


def kept_premoves(room: Room, game: AnyGame) -> dict[Seat, Premove]:
    """The premoves that the room keeps of a slow match."""
    kept = {} if room.slow is None else room.slow.premoves
    return {Seat(int(key)): Premove(read_move(game, move)) for key, move in kept.items()}


def _without(premoves: dict[str, Any], seat: Seat) -> dict[str, Any]:
    return {key: move for key, move in premoves.items() if key != str(seat)}
