"""The steps of a match: how it begins and stops, its entries, its shuffles, and what follows.

Before a shuffle people may come and go; only those who are present are dealt in.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import structlog

from app.rules.codec import read_options
from app.rules.game import Seat
from app.rules.play import clock_keys
from app.rules.replay import Entry, Expired, LastDeal, Played, Reseated, Setup, Shuffled
from app.table.clients.people import People
from app.table.match.live_match import LiveMatch
from app.table.match.prompt_clock import Instant
from app.table.match.shuffle_decks import ShuffleDecks
from app.table.match.shuffle_round import ShuffleRound
from app.table.model.chat import LineCode, Named, ServerLine, server_line
from app.table.model.errors import NotNow
from app.table.model.records import AdminStop, Place, Question
from app.table.model.room import PersonId, Room
from app.table.room import reseating, seating, settings, slow
from app.table.room.display_names import bot_name
from app.table.room.reseating import Reseating, reseat
from app.table.turn.change import Change, NewMatch, Stop
from app.table.turn.table_state import TableState

log = structlog.get_logger(__name__)


def begin(state: TableState, room: Room, ranked: bool) -> Change:
    """Begins a match. `room` has its match begun already; see reseating.begin_match."""
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
    match next_step(state, live, people):
        case Question() as question:
            return Change(question=question, lines=lines_naming(state, live, question))
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
    return reseating.end_match(
        room, tuple(order), most, lambda one: bot_name(one, dealer.uniform(0.0, 1.0)), stopped
    )


def next_step(
    state: TableState, live: LiveMatch, people: People
) -> Reseating | Question | Shuffled | None:
    """People who come and go before the deal, a question to be asked for its shuffle, or the
    shuffle; None: somebody is waited for.

    Once parts are asked for, cards and plan are fixed, and nobody comes or goes before the next
    attempt.
    """
    room, coming, now = state.room, state.shuffle_round, state.now()
    asked = coming is not None and coming.opening
    if coming is not None and asked:
        naming = coming.due_naming(now, _seats_of(live, room, _seated(room)))
        if naming is not None:
            return naming
    if live.game.may_reseat(live.state.public) and not asked:
        dealer = state.services.dealer
        change = reseat(
            room,
            len(live.places),
            settings.max_seats(live.game),
            lambda seats: settings.seats_problem(live.game, room, seats),
            people.present,
            lambda room: bot_name(room, dealer.uniform(0.0, 1.0)),
        )
        if change is not None:
            return change
    if coming is None or live.shown_shuffles is None:
        return Shuffled(state.services.dealer.order(live.game.pending_shuffle_size(live.state)))
    return _draw(live, room, coming, people, now)


def _draw(
    live: LiveMatch, room: Room, coming: ShuffleRound, people: People, now: Instant
) -> Question | Shuffled | None:
    assert live.shown_shuffles is not None, "the match has a secret"
    decks = live.shown_shuffles.decks(live.shuffles, live.state)
    if coming.complete:
        return _shuffled(live, coming, decks)
    willing = _seats_of(
        live,
        room,
        _seated(room) if coming.after_restart else people.able_to_shuffle(now.mono, willing=True),
    )
    present = _seats_of(live, room, people.able_to_shuffle(now.mono))
    return coming.due_question(now, willing, present, decks)


def _shuffled(live: LiveMatch, coming: ShuffleRound, decks: ShuffleDecks) -> Shuffled:
    assert coming.decks is not None
    assert coming.decks.shown == decks.shown, (
        "cards and plan stay as they were when parts were asked for"
    )
    proof = coming.proof()
    assert all(live.places[int(seat)].bot is None for seat in proof.seals), (
        "bots have no part in a shuffle"
    )
    return Shuffled(coming.order(), proof)


def lines_naming(state: TableState, live: LiveMatch, question: Question) -> tuple[ServerLine, ...]:
    """A line for each seat that this question names first, for not opening its part."""
    coming = state.shuffle_round
    assert coming is not None, "only a proven shuffle asks"
    return tuple(
        server_line(
            LineCode.SEAT_BARRED if coming.bars(seat) else LineCode.PART_NOT_OPENED,
            Named(live.places[seat].person, live.names[seat]),
        )
        for seat in question.refused[len(coming.refused) :]
    )


def _seated(room: Room) -> Iterable[tuple[PersonId, object]]:
    return ((seat.person, None) for seat in room.seats if seat.person is not None)


def _seats_of(
    live: LiveMatch, room: Room, people: Iterable[tuple[PersonId, object]]
) -> Mapping[Seat, object]:
    """The seats of these people that play and stay, with their connections."""
    playing = frozenset(live.active_seats)
    seats = ((seating.seat_of(room, person), connection) for person, connection in people)
    return {
        Seat(seat.number): connection
        for seat, connection in seats
        if seat is not None and not seat.leaving and seat.number in playing
    }
