"""The change of a slow match: with it, the room keeps the deadlines that follow from it."""

from msgspec.structs import replace

from app.table.match.live_match import LiveMatch
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
    return change if kept == after.slow else replace(change, room=replace(after, slow=kept))
