"""The change of a slow match: the room keeps the deadlines that follow from it, and premoves.

Deadlines are instants by the clock on the wall, kept with the room. So a restart or a sleep changes
none of them. A question that returns has its whole time anew.

A seat has one premove at most. Of its two kinds one is made once; the other passes at every turn
until the trick ends (`Game.trick_pass`). Nobody else learns of either: both are answered after the
pause of every premove, and change nobody else's frame.

message                      no premove       made once          until the trick ends
premove                      made once        replaced           made once
pass-trick                   until the end    until the end      nothing changes
cancel-premove               nothing changes  none               none
the seat's own answer        –                none               none; its own pass changes nothing
the seat is asked and it     –                is made, none      is made, and stays
is legal
the seat is asked and it     –                none, and its      none, and its person is told
is not                                        person is told
the trick or the hand ends   –                stays              none
a bot plays for the seat     –                none at its move   none
a sleep, a restart           –                stays              stays
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from app.rules.codec import read_move, to_json
from app.rules.game import AnyGame, Prompt, Seat, view
from app.rules.play import clock_keys
from app.rules.replay import Played
from app.table.match.live_match import LiveMatch, Premove
from app.table.match.moment import Moment
from app.table.match.prompt_clock import LEVELS
from app.table.model.room import Room, SlowMatch
from app.table.room import slow
from app.table.turn.change import Change

OUTAGE: Final = 600
"""Seconds after the end of a question's time from which the server must have been away."""
AFTER_OUTAGE: Final = 3600
"""Seconds that such a question has left from then on. Both are at ordinary pace."""
REST: Final = 30 * 24 * 3600
"""Seconds, at any pace, after which a match that rests is stopped."""

T = TypeVar("T")


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
        kept = _after_answer(kept, live, change.step.entry)
    if kept.passes:
        kept = replace(kept, passes=_standing(kept.passes, after, live.game, moment))
    return change if kept == after.slow else replace(change, room=replace(after, slow=kept))


def with_premove(room: Room, seat: Seat, move: Any = None) -> Room | None:
    """The room that keeps the seat's premove, or none; None: no slow match runs, so none does."""
    if room.slow is None:
        return None
    kept = _without(room.slow.premoves, seat)
    if move is not None:
        kept[str(seat)] = to_json(move)
    passes = _without(room.slow.passes, seat)
    return replace(room, slow=replace(room.slow, premoves=kept, passes=passes))


def with_pass(room: Room, seat: Seat, trick: str) -> Room:
    """The room of a slow match that keeps the seat's pass until that trick ends."""
    assert room.slow is not None, "a slow match runs"
    passes = {**room.slow.passes, str(seat): trick}
    premoves = _without(room.slow.premoves, seat)
    return replace(room, slow=replace(room.slow, premoves=premoves, passes=passes))


def _after_answer(kept: SlowMatch, live: LiveMatch, answer: Played) -> SlowMatch:
    """The premoves and passes that are kept once that seat has answered."""
    seat, queued = answer.seat, live.premoves.get(answer.seat)
    own_pass = queued is not None and queued.trick is not None and queued.move == answer.move
    passes = kept.passes if own_pass else _without(kept.passes, seat)
    return replace(kept, premoves=_without(kept.premoves, seat), passes=passes)


def _standing(passes: dict[str, str], room: Room, game: AnyGame, moment: Moment) -> dict[str, str]:
    """The passes of seats that people play, and whose trick goes on."""
    played = {str(seat.number) for seat in room.seats if slow.is_played(seat)}
    return {
        key: trick
        for key, trick in passes.items()
        if key in played
        and (found := game.trick_pass(view(moment.state, Seat(int(key))))) is not None
        and found.trick == trick
    }


def let_go(live: LiveMatch, room: Room) -> None:
    """Drops from memory the passes until the end of a trick that the room keeps no more."""
    kept = {} if room.slow is None else room.slow.passes
    for seat, queued in [*live.premoves.items()]:
        if queued.trick is not None and kept.get(str(seat)) != queued.trick:
            del live.premoves[seat]


def without_dropped(room: Room, live: LiveMatch) -> Change | None:
    """The change after which the room keeps no premove that was dropped; None: none was."""
    if room.slow is None:
        return None
    queued = {str(seat) for seat in live.premoves}
    premoves = {key: move for key, move in room.slow.premoves.items() if key in queued}
    passes = {key: trick for key, trick in room.slow.passes.items() if key in queued}
    kept = replace(room.slow, premoves=premoves, passes=passes)
    return None if kept == room.slow else Change(room=replace(room, slow=kept))


def kept_premoves(room: Room, live: LiveMatch) -> dict[Seat, Premove]:
    """The premoves that the room keeps of a slow match."""
    if room.slow is None:
        return {}
    game = live.game
    kept = {
        Seat(int(key)): Premove(read_move(game, move)) for key, move in room.slow.premoves.items()
    }
    for key, trick in room.slow.passes.items():
        seat = Seat(int(key))
        found = game.trick_pass(live.view(seat))
        if found is not None and found.trick == trick:
            kept[seat] = Premove(found.move, trick)
    return kept


def _without(kept: dict[str, T], seat: Seat) -> dict[str, T]:
    return {key: value for key, value in kept.items() if key != str(seat)}
