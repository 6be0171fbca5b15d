"""The shuffle that the rules wait for: who takes part, what is asked, and the order of the cards.

Before it people may come and go; only those who are present are dealt in.
"""

from collections.abc import Iterable, Mapping

from app.rules.game import Seat
from app.rules.replay import Shuffled
from app.table.clients.people import People
from app.table.match.live_match import LiveMatch
from app.table.match.prompt_clock import Instant
from app.table.match.shuffle_decks import ShuffleDecks
from app.table.match.shuffle_round import ShuffleRound
from app.table.model.room import PersonId, Room
from app.table.model.server_lines import LineCode, Named, ServerLine, server_line
from app.table.ports import Question
from app.table.room import seating, settings
from app.table.room.display_names import bot_name
from app.table.room.reseating import Reseating, reseat
from app.table.turn.table_state import TableState


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
