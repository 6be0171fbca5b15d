"""The shuffler of one table: what comes next where the rules wait for a shuffle.

That is a change of seats between two deals, or the order of the cards with its proof.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Protocol

from app.rules.game import Seat
from app.rules.replay import Shuffled
from app.table.match.live_match import LiveMatch
from app.table.match.prompt_clock import Instant
from app.table.match.shuffle_decks import ShuffleDecks
from app.table.match.shuffle_round import ShuffleRound
from app.table.model.room import PersonId, Room
from app.table.model.server_lines import LineCode, Named, ServerLine, server_line
from app.table.ports import Dealer, Question
from app.table.room import seating, settings
from app.table.room.display_names import bot_name
from app.table.room.reseating import Reseating, reseat


class ShuffleWitnesses(Protocol):
    """The people who can take part in a shuffle; the table knows them."""

    @property
    def present(self) -> Collection[PersonId]:
        """Everybody who is not gone."""

    def able_to_shuffle(
        self, now: float, willing: bool = False
    ) -> Iterable[tuple[PersonId, object]]:
        """People who could open a part now, with the connection on which they would.

        `willing`: who also said there that they seal every one.
        """


class Shuffler:
    """Waits for the seats that take part, and leaves out those that seal and do not open."""

    def __init__(self, dealer: Dealer, witnesses: ShuffleWitnesses) -> None:
        self._dealer, self._witnesses = dealer, witnesses

    def take_over(
        self, live: LiveMatch, coming: ShuffleRound | None, question: Question
    ) -> tuple[ServerLine, ...]:
        """Goes on from a question that stands in the log; returns lines with those it names."""
        assert coming is not None, "only a proven shuffle asks"
        late = question.refused[len(coming.refused) :]
        coming.take_over(question, _decks(live))
        return tuple(
            server_line(
                LineCode.SEAT_BARRED if coming.bars(seat) else LineCode.PART_NOT_OPENED,
                Named(live.places[seat].person, live.names[seat]),
            )
            for seat in late
        )

    def next_step(
        self,
        live: LiveMatch,
        room: Room,
        coming: ShuffleRound | None,
        now: Instant,
    ) -> Reseating | Question | Shuffled | None:
        """People who come and go before the deal, a question to be asked for its shuffle, or the
        shuffle; None: somebody is waited for.

        Only people who are present are dealt in. Once parts are asked for, cards and plan are
        fixed, and nobody comes or goes before the next attempt.
        """
        asked = coming is not None and coming.opening
        if coming is not None and asked:
            naming = coming.due_naming(now, _seats_of(live, room, _seated(room)))
            if naming is not None:
                return naming
        change = None
        if live.game.may_reseat(live.state.public) and not asked:
            change = reseat(
                room,
                len(live.places),
                settings.max_seats(live.game),
                lambda seats: settings.seats_problem(live.game, room, seats),
                self._witnesses.present,
                lambda room: bot_name(room, self._dealer.uniform(0.0, 1.0)),
            )
        return self._draw(live, room, coming, now) if change is None else change

    def _draw(
        self, live: LiveMatch, room: Room, coming: ShuffleRound | None, now: Instant
    ) -> Question | Shuffled | None:
        if coming is None or live.shown_shuffles is None:
            return Shuffled(self._dealer.order(live.game.pending_shuffle_size(live.state)))
        people = self._witnesses.able_to_shuffle(now.mono, willing=True)
        if coming.after_restart:
            people = _seated(room)
        willing = _seats_of(live, room, people)
        present = _seats_of(live, room, self._witnesses.able_to_shuffle(now.mono))
        decks = _decks(live)
        question = coming.due_question(now, willing, present, decks)
        if question is not None:
            if question.seals:
                return question
            coming.take_over(question, decks)
        if not coming.complete:
            return None
        assert coming.decks is not None
        assert coming.decks.shown == decks.shown, (
            "cards and plan stay as they were when parts were asked for"
        )
        proof = coming.proof()
        assert all(live.places[int(seat)].bot is None for seat in proof.seals), (
            "bots have no part in a shuffle"
        )
        return Shuffled(coming.order(), proof)


def _decks(live: LiveMatch) -> ShuffleDecks:
    assert live.shown_shuffles is not None, "the match has a secret"
    return live.shown_shuffles.decks(live.shuffles, live.state)


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
