"""The next match after one, by itself: its count, the bots for those who left, its begin.

Asked only while no match runs; app/table/room/start.py has the states.
"""

from functools import partial

from app.table.clients.people import People
from app.table.model.chat import LineCode, Named, server_line
from app.table.room import reseating, seating, settings, start
from app.table.room.display_names import bot_name
from app.table.room.start import Again
from app.table.turn import moves
from app.table.turn.change import Change
from app.table.turn.table_state import TableState


def next_change(state: TableState, people: People) -> Change | None:
    """The step that the answers to "again" lead to now; None: there is none."""
    now, count = state.now(), state.again
    found = start.again_state(state.room, state.game, people.presence)
    if found is Again.OPEN:
        return None if count is None else Change(passing=(partial(state.count_again, None),))
    due = found is Again.COMPLETE or (count is not None and count.mono <= now.mono)
    if due and not state.services.log.is_full():
        return _bots_for_left(state) if start.seats_left(state.room) else _begin(state, people)
    if found is Again.COUNTING and (count is None or due):
        until = now.later(state.services.patience.again)
        return Change(passing=(partial(state.count_again, until),))
    return None


def _bots_for_left(state: TableState) -> Change:
    room, dealer = state.room, state.services.dealer
    most, lines = settings.max_seats(state.game), []
    for _ in range(start.seats_left(room)):
        name = bot_name(room, dealer.uniform(0.0, 1.0))
        room = seating.add_bot(room, room.bot_strength, name, most, lambda _: None)
        lines.append(server_line(LineCode.BOT_SITS_DOWN, Named(None, name)))
    return Change(room=room, lines=tuple(lines))


def _begin(state: TableState, people: People) -> Change:
    away = start.people_away(state.room, people.presence)
    gone = {seat.person for seat in state.room.seats if seat.number in away}
    ranked = reseating.may_keep_ranks(state.room)
    room = reseating.begin_match(state.room, state.services.dealer.match_id(), ranked)
    numbers = frozenset(seat.number for seat in room.seats if seat.person in gone and seat.person)
    return moves.begin(state, start.with_stand_ins(room, numbers), ranked)


def not_begun(state: TableState) -> Change:
    """Everybody has to say "again" anew, because somebody plays at too many slow tables."""
    return Change(
        room=settings.reset_ready(state.room),
        lines=(server_line(LineCode.TOO_MANY_SLOW),),
        passing=(partial(state.count_again, None),),
    )
