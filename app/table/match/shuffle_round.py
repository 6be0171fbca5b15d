"""The coming shuffle: the seats that take part, the waits for them, and what is asked of them.

Seats seal their part, then all who sealed are asked to open it, then the order follows; see
docs/fair-shuffle.md. A question stands in the log before anybody is shown it, and so does the deal.
Pure bookkeeping over given instants.

- *Sealing*: a seal is taken, an opening refused. Once nobody is waited for, the question is written
  and the state is opening. A crash or an outage begins sealing again, with its time.
- *Opening*: a seal is refused, an opening taken if it fits. With all of them the deal is written,
  and the next shuffle is sealed. If time is up, the naming of the late is written, and the next
  attempt is sealed. A crash or an outage asks the same question again, with more time to open.

Where nobody sealed, the deal follows from sealing at once: there is nothing to ask.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from app.fair import VERSION, parts
from app.rules.game import Seat
from app.rules.replay import Proof
from app.table.match.prompt_clock import Instant
from app.table.match.shuffle_decks import ShuffleDecks
from app.table.model.errors import BadPart, NotNow
from app.table.model.match_messages import ShuffleShown
from app.table.model.records import Question
from app.table.model.room import MatchId

WAIT_SECONDS: Final = 3.0
"""Seconds to wait for seals, and then for openings."""
RETURN_SECONDS: Final = 12.0
"""Seconds to open where the question is asked again: a page that lost its connection waits up to
eight before it tries again."""
MOST_UNOPENED: Final = 2
"""Parts that a seat may leave unopened in a match: after the last of them it seals none."""


class ShuffleRound:
    """One shuffle of one match, attempt after attempt. No repr: it holds the server's decks."""

    def __init__(
        self,
        match: MatchId,
        promise: str,
        number: int = 0,
        head: str | None = None,
        after_restart: bool = False,
        unopened: Iterable[Seat] = (),
    ) -> None:
        """Begins attempt 0.

        `head`: of the match's chain, None as the match begins. After a restart in which nothing was
        asked, seated people get the time to come back and seal. `unopened`: a seat for each part
        that was left unopened in an earlier shuffle.
        """
        self.match, self.promise, self.number, self.attempt = match, promise, number, 0
        self.head = parts.first_head(match, promise) if head is None else head
        self.seals: dict[Seat, str] = {}
        self._sealed_by: dict[Seat, object] = {}
        """The connection on which each seat sealed."""
        self.after_restart = after_restart
        self.opening = False
        """True while parts are asked for: the question stands in the log."""
        self._returns = 0
        """The times that this table came back to this shuffle after an outage."""
        self._returned = False
        """True where the present question is asked again."""
        self.refused: tuple[Seat, ...] = ()
        self.unopened = tuple(unopened)
        self.decks: ShuffleDecks | None = None
        """Made when parts are asked for."""
        self.ask = ""
        """All that was shown then, as a hash."""
        self._openings: dict[Seat, bytes] = {}
        self._asked: Mapping[Seat, str] = {}
        """The seals when parts were asked for; none is added, dropped or exchanged after."""
        self._due: Instant | None = None
        self._silent: set[Seat] = set()
        """Seats that promised to take part and did not: not waited for again in this match."""

    def next_round(self, head: str) -> "ShuffleRound":
        """The shuffle after this one."""
        unopened = self.unopened + self.refused
        after = ShuffleRound(self.match, self.promise, self.number + 1, head, unopened=unopened)
        after._silent = self._silent
        return after

    @property
    def barred(self) -> tuple[Seat, ...]:
        """The seats that have no part in this match any more, and are not waited for."""
        count = self.unopened.count
        return tuple(seat for seat in sorted(set(self.unopened)) if count(seat) >= MOST_UNOPENED)

    def bars(self, seat: Seat) -> bool:
        """True if this shuffle's part was the last that this late seat could leave unopened."""
        return self.unopened.count(seat) + 1 >= MOST_UNOPENED

    # -- what seats say

    def seal(
        self, seat: Seat, number: int, attempt: int, sealed: str, connection: object = None
    ) -> None:
        """Takes the place of an older seal of that seat. Raises NotNow."""
        self._check(number, attempt)
        if self.opening:
            if self.seals.get(seat) == sealed:
                return
            raise NotNow(
                "The sealed parts are being opened. You can take part in the next shuffle."
            )
        if seat in self.refused:
            raise NotNow(
                "You did not open your part of this shuffle. You can take part in the next one."
            )
        if seat in self.barred:
            raise NotNow(
                "You left two sealed parts unopened, so this match shuffles without a part of "
                "yours."
            )
        self.seals[seat], self._sealed_by[seat] = sealed, connection
        self._silent.discard(seat)

    def open(self, seat: Seat, number: int, attempt: int, entropy: bytes, ask: str) -> None:
        """Raises NotNow, BadPart."""
        self._check(number, attempt)
        if not self.opening:
            raise NotNow("Nobody may open a part before everybody has sealed.")
        if seat not in self.seals:
            raise BadPart("You have no part in this shuffle.")
        if ask != self.ask:
            raise BadPart("Your page was asked for its part with other values than the table has.")
        if parts.seal(self.match, number, attempt, seat, entropy) != self.seals[seat]:
            raise BadPart("That is not the part that you sealed.")
        self._openings[seat] = entropy

    def _check(self, number: int, attempt: int) -> None:
        if (number, attempt) != (self.number, self.attempt):
            raise NotNow("Another shuffle is coming now.")

    # -- how it goes on

    @property
    def complete(self) -> bool:
        """True if everybody who was asked has opened, so that the order can be drawn."""
        return self.decks is not None and self._openings.keys() == self.seals.keys()

    def due_question(
        self,
        now: Instant,
        willing: Collection[Seat],
        present: Mapping[Seat, object],
        decks: ShuffleDecks,
    ) -> Question | None:
        """The question, once nobody has to be waited for; None: somebody has, or it was asked.

        `willing`: seats that promised to seal; `present`: seats that could open, with the
        connection on which they would. Without seals there is nobody to ask.
        """
        if self.opening:
            return None
        # Only where the connection on which a seat sealed is still the one that would open.
        standing = {
            seat: sealed
            for seat, sealed in self.seals.items()
            if seat in present and present[seat] is self._sealed_by[seat]
        }
        missing = {
            seat for seat in willing if seat not in standing and seat not in self.refused
        } - self._silent.union(self.barred)
        if missing and not self._time_is_up(now):
            return None
        if not self.after_restart:
            self._silent |= missing
        # A seal without its connection is dropped: nothing was opened yet, so nobody has learned
        # anything.
        question = Question(self.number, self.attempt, self.refused, standing)
        return replace(question, ask=self.ask_of(question, decks))

    def ask_of(self, question: Question, decks: ShuffleDecks) -> str:
        """The hash of all that is shown where this question asks for parts."""
        seals, refused = question.seals, question.refused
        return decks.ask(question.attempt, self.head, self.promise, seals, refused)

    def due_naming(self, now: Instant, playing: Collection[Seat]) -> Question | None:
        """The next attempt, which names those who did not open their part; None: nobody is late."""
        if not self.opening:
            return None
        missing = [seat for seat in self.seals if seat not in self._openings]
        if not self._time_is_up(now):
            missing = [seat for seat in missing if seat not in playing]
        if not missing:
            return None
        refused = (*self.refused, *missing)
        assert self.attempt < len(set(refused)), "each attempt names another seat"
        return Question(self.number, self.attempt + 1, refused)

    def take_over(self, question: Question, decks: ShuffleDecks) -> None:
        """Goes on from a question that stands in the log.

        Where this table asked it already, whoever opened for it has done so.
        """
        assert question.number == self.number, "the question is about this shuffle"
        if (question.attempt, question.ask) != (self.attempt, self.ask):
            self._openings, self._sealed_by, self._due = {}, {}, None
            self._returned = False
        self.attempt, self.refused, self.ask = question.attempt, question.refused, question.ask
        self.seals, self._asked = dict(question.seals), question.seals
        self.decks, self.opening = decks if question.ask else None, bool(question.seals)

    def come_back(self) -> None:
        """Time begins anew for what was not asked, or is asked again; everybody is told."""
        self._returns += 1
        self._returned, self._due = self.opening, None
        if not self.opening:
            self.decks = None

    def _time_is_up(self, now: Instant) -> bool:
        """True if the wait is over that began when this was first asked."""
        if self._due is None:
            self._due = now.later(RETURN_SECONDS if self._returned else WAIT_SECONDS)
        return self._due.mono <= now.mono

    @property
    def progress(self) -> tuple[int, int, bool, int]:
        """Changes with every step: number, attempt, whether parts are being opened, returns."""
        return (self.number, self.attempt, self.opening, self._returns)

    @property
    def due(self) -> float | None:
        """The end of the present wait, on the monotonic clock; None: nobody is waited for."""
        return None if self._due is None else self._due.mono

    def credit(self, seconds: float) -> None:
        """Gives back the seconds of a stall."""
        self._due = self._due and self._due.later(seconds)

    # -- what comes of it

    def order(self) -> tuple[int, ...]:
        """The order that follows from decks and parts."""
        assert self.decks is not None, "the decks are fixed before parts are opened"
        return self.decks.order(self.decks.draw(self.ask, self._openings))

    def _sealed(self) -> dict[str, str]:
        return {str(seat): self.seals[seat] for seat in sorted(self.seals)}

    def proof(self) -> Proof:
        assert self.seals == self._asked, "nothing is exchanged once parts are asked for"
        assert self.seals.keys() == self._openings.keys(), "every sealed part was opened"
        openings = {str(seat): self._openings[seat].hex() for seat in sorted(self._openings)}
        return Proof(
            VERSION,
            self.number,
            self.attempt,
            self._sealed(),
            openings,
            self.refused,
            self.head,
            barred=self.barred,
        )

    def message_for(self, seat: Seat | None) -> ShuffleShown:
        shown = ShuffleShown(
            match=self.match,
            number=self.number,
            attempt=self.attempt,
            version=VERSION,
            seat=seat,
            promise=self.promise,
            head=self.head,
            refused=self.refused,
            opening=self.opening,
            due=None if self._due is None else self._due.wall,
            sealed=tuple(sorted(self.seals)),
        )
        if not self.opening:
            return shown
        assert self.decks is not None, "the decks are fixed before parts are asked for"
        return replace(shown, seals=self._sealed(), decks=self.decks.shown)
