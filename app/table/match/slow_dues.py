"""The deadlines of a slow match: what follows from those before, the moment and the time.

They are instants by the clock on the wall, kept with the room. So a restart or a sleep changes none
of them. A question that returns has its whole time anew.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from app.rules.game import AnyGame, Prompt, Seat
from app.rules.play import clock_keys
from app.table.match.moment import Moment
from app.table.match.prompt_clock import LEVELS
from app.table.model.room import Room
from app.table.model.slow_match import SlowMatch
from app.table.room import slow

OUTAGE: Final = 600
"""Seconds after the end of a question's time from which the server must have been away."""
AFTER_OUTAGE: Final = 3600
"""Seconds that such a question has left from then on. Both are at ordinary pace."""
REST: Final = 30 * 24 * 3600
"""Seconds, at any pace, after which a match that rests is stopped."""


def first_deadlines(now: int) -> SlowMatch:
    """Those of a match that begins: what it asks is dated with its first entry."""
    return SlowMatch(wakes=now)


def next_deadlines(
    game: AnyGame,
    before: Room,
    room: Room,
    after: Moment,
    public_changed: bool,
    pace: float,
    now: int,
) -> SlowMatch:
    """The deadlines in `room`, the one after `before`, at that moment of its match."""
    known = before.slow or SlowMatch()
    anew = slow.rests(before) and not slow.rests(room)
    ends = now + whole(room, pace)
    dues = {
        key: ends if anew else known.dues.get(key, ends)
        for key in sorted(clock_keys(after.open_to, after.spans))
    }
    shown = known.shown
    if public_changed or anew:
        shown = {
            str(seat): ends if anew else due
            for seat in after.awaited
            if (due := _first_due(after.open_to.get(seat, ()), dues, known.shown.get(str(seat))))
            is not None
        }
    if slow.rests(room):
        wakes = known.wakes if slow.rests(before) else now + REST * 1000
    elif game.pending_shuffle_size(after.state) or _moves_by_itself(room, after):
        wakes = now
    else:
        wakes = min(dues.values(), default=now)
    queued = room.slow or known
    return SlowMatch(dues, shown, wakes, queued.premoves, queued.passes)


def whole(room: Room, pace: float) -> int:
    """Milliseconds for one decision by the room's clock."""
    level = LEVELS[room.clock]
    assert level is not None, "a slow clock has a time"
    return round(level.seconds * pace * 1000)


def _first_due(asked: Iterable[Prompt], dues: Mapping[str, int], shown: int | None) -> int | None:
    """The end of a seat's first question; of a secret answer's question, the one that was shown."""
    open_now = (dues[one.within or one.key] for one in asked if not one.offer)
    return min(open_now, default=shown)


def _moves_by_itself(room: Room, after: Moment) -> bool:
    """True if a bot or a premove has to answer, or the table answers for a seat."""
    queued = () if room.slow is None else (*room.slow.premoves, *room.slow.passes)
    bots = {
        Seat(seat.number)
        for seat in room.seats
        if seat.bot is not None or seat.stand_in is not None or str(seat.number) in queued
    }
    return any(
        one.automatic or (seat in bots and not one.offer)
        for seat, found in after.open_to.items()
        for one in found
    )


def after_outage(room: Room, pace: float, now: int) -> Room:
    """The room with more time for what ended long before anybody could look, as after an outage."""
    kept = room.slow
    if kept is None or slow.rests(room):
        return room
    late, ends = now - round(OUTAGE * pace * 1000), now + round(AFTER_OUTAGE * pace * 1000)

    def given(dues: dict[str, int]) -> dict[str, int]:
        return {key: ends if due < late else due for key, due in dues.items()}

    dues = given(kept.dues)
    if dues == kept.dues:
        return room
    wakes = kept.wakes if kept.wakes is None else max(kept.wakes, min(dues.values()))
    return replace(room, slow=replace(kept, dues=dues, shown=given(kept.shown), wakes=wakes))
