"""The steps of a match: how it begins and stops, its entries, and what follows by itself."""

from collections.abc import Collection
from typing import Any

import structlog

from app.rules.codec import read_options
from app.rules.game import Seat
from app.rules.play import clock_keys
from app.rules.replay import Entry, Expired, LastDeal, Played, Reseated, Setup, Shuffled
from app.table.clients.people import People
from app.table.model.errors import NotNow
from app.table.model.room import Room
from app.table.model.server_lines import LineCode, ServerLine, server_line
from app.table.ports import AdminStop, Place, Question
from app.table.room import seating, settings, slow
from app.table.room.display_names import bot_name
from app.table.room.reseating import Reseating
from app.table.turn import shuffler
from app.table.turn.change import Change, NewMatch, Stop
from app.table.turn.table_state import TableState

log = structlog.get_logger(__name__)


def begin(state: TableState, room: Room, ranked: bool) -> Change:
    """Begins a match. `room` has its match begun already; see seating.begin_match."""
    game = state.services.games[room.game]
    setup = Setup(len(room.seats), read_options(game, room.options), ranked)
    places = tuple(
        Place(Seat(seat.number), seat.person, seat.bot, seat.name)
        for seat in sorted(room.seats, key=lambda seat: seat.number)
    )
    secret = state.services.dealer.match_secret()
    return Change(room=room, begins=NewMatch(game, setup, places, secret))


def play(state: TableState, seat: Seat, key: str, move: Any, command: str | None = None) -> Change:
    """Raises RuleError, NotNow."""
    return _enter(state, Played(seat, key, move), command)


def expire(state: TableState, people: People, key: str) -> Change:
    """The rules answer. At a slow table a bot plays on for whoever was asked."""
    room, lines = state.room, list[ServerLine]()
    late = state.clocks.out_of_time(key) if slow.is_slow(room) else ()
    for seat in room.seats if late else ():
        if seat.number in late and seat.person is not None and seat.stand_in is None:
            room = seating.run_out(room, seat.number, people.has_person(seat.person))
            lines.append(server_line(LineCode.TIME_RAN_OUT, seat))
    changed = room if lines else None
    change = _enter(state, Expired(key), room=changed, lines=tuple(lines))
    assert change.step is not None
    after = change.step.after
    assert key not in clock_keys(after.open_to, after.spans), (
        "time was up, and the question or span is still open"
    )
    return change


def call_last_deal(state: TableState, command: str) -> Change:
    """Raises NotNow."""
    change = _enter(state, LastDeal(), command)
    assert change.step is not None
    if change.step.after.state.public == state.running_match().state.public:
        raise NotNow("This is the last hand already, or this game has none.")
    return change


def stop(
    state: TableState, reason: str, *lines: ServerLine, order: AdminStop | None = None
) -> Change:
    """Raises NotNow."""
    room = _room_after(state, state.room, state.running_match().active_seats, stopped=True)
    return Change(room=room, lines=lines, stop=Stop(reason, order))


def follow_up(state: TableState, people: People) -> Change | None:
    """The next step that follows by itself; None: there is none, or somebody is waited for.

    It is the end of a match without one, a shuffle that the rules wait for, or people who come and
    go before it.
    """
    live = state.running
    if live is None or slow.rests(state.room):
        return None
    if live.has_no_end:
        log.error("match without end", game=live.game.slug, match=live.match, ply=live.ply)
        return stop(state, "without-end", server_line(LineCode.WITHOUT_END))
    if not live.game.pending_shuffle_size(live.state):
        return None
    match shuffler.next_step(state, live, people):
        case Question() as question:
            return Change(question=question, lines=shuffler.lines_naming(state, live, question))
        case Shuffled() as entry:
            return _enter(state, entry)
        case Reseating(room=room, left=left, places=places, lines=lines):
            if not seating.has_people(room):
                return stop(state, "everybody-left")
            return _enter(state, Reseated(left, len(places)), room=room, places=places, lines=lines)
    return None


def _enter(
    state: TableState,
    entry: Entry,
    command: str | None = None,
    room: Room | None = None,
    places: tuple[Place, ...] = (),
    lines: tuple[ServerLine, ...] = (),
) -> Change:
    """One more entry; the one that ends the match returns its people to their room."""
    live = state.running_match()
    step = live.step(entry)
    if step.after.outcome is not None:
        order = live.game.active_seats(step.after.state.public)
        room = _room_after(state, room or state.room, order)
    return Change(room, lines, step, command, places)


def _room_after(
    state: TableState, room: Room, order: Collection[Seat], stopped: bool = False
) -> Room:
    most, dealer = settings.max_seats(state.game), state.services.dealer
    return seating.end_match(
        room, tuple(order), most, lambda one: bot_name(one, dealer.uniform(0.0, 1.0)), stopped
    )
