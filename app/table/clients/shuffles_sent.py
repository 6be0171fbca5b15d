"""The shuffles that one client was sent, so that nothing about them is sent twice or left out."""

from collections.abc import Callable

from app.rules.game import Seat
from app.table.match.shown_shuffles import ShownShuffles
from app.table.match.shuffle_round import ShuffleRound
from app.table.model.room import MatchId
from app.table.model.server_messages import AnyServerMessage


class ShufflesSent:
    """Starts with nothing; a client that comes during a match is sent the last shuffle alone."""

    def __init__(self) -> None:
        self._from_start = False
        """This client was here as the match began, so it is sent every shuffle."""
        self._source: tuple[MatchId, Seat | None] | None = None
        self._cards: dict[int, int] = {}
        """The number of cards of each shuffle that were sent, by the shuffle's number."""
        self._coming: tuple[object, ...] | None = None
        self._asked: tuple[int, int] | None = None
        """Number and attempt of the last shuffle whose decks were sent."""

    def wait(self) -> None:
        """No match is shown: this client will see the next one from its beginning."""
        self._source, self._from_start = None, True

    def show(
        self,
        seat: Seat | None,
        shown: ShownShuffles,
        coming: ShuffleRound | None,
        send: Callable[[AnyServerMessage], None],
    ) -> None:
        """Sends what this viewer has not been sent yet."""
        if self._source != (shown.match, seat):
            before = self._source and self._source[0]
            self._from_start = self._from_start if before is None else before != shown.match
            self._source, self._cards = (shown.match, seat), {}
            self._coming = self._asked = None
        self._send_dealt(seat, shown, send)
        if coming is not None and coming.progress != self._coming:
            self._coming = coming.progress
            send(coming.message_for(seat))
            if coming.opening:
                self._asked = (coming.number, coming.attempt)

    def _send_dealt(
        self, seat: Seat | None, shown: ShownShuffles, send: Callable[[AnyServerMessage], None]
    ) -> None:
        newest = max(self._cards, default=None)
        for proof in shown:
            number, cards = proof.proof.number, proof.opened_count(seat)
            sent = self._cards.get(number)
            is_due = self._from_start or proof is shown.last if newest is None else number > newest
            if sent == cards or (sent is None and not is_due) or not proof.fits:
                continue
            if sent is None:
                if self._asked != (number, proof.proof.attempt):
                    self._asked = (number, proof.proof.attempt)
                    send(proof.question_for(seat))
                send(proof.dealt_for(seat))
            else:
                send(proof.cards_for(seat, sent))
            self._cards[number] = cards
        for old in [old for old in self._cards if old not in shown.numbers]:
            del self._cards[old]
