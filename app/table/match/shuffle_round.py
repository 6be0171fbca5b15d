"""The coming shuffle: the seats that take part, the waits for them, and what is asked of them.

Seats seal their part, then all who sealed are asked to open it, then the order follows; see
docs/fair-shuffle.md. Openings and the order are shown once the deal stands in the log. Pure
bookkeeping over given instants.
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
from app.table.model.room import MatchId
from app.table.model.shuffle_messages import ShuffleShown

WAIT_SECONDS: Final = 3.0
"""Seconds to wait for seals, and then for openings."""
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

        `head`: of the match's chain, None as the match begins. After a restart, seated people get
        the time to come back and seal. `unopened`: a seat for each part that was left unopened in
        an earlier shuffle.
        """
        self.match, self.promise, self.number, self.attempt = match, promise, number, 0
        self.head = parts.first_head(match, promise) if head is None else head
        self.seals: dict[Seat, str] = {}
        self._sealed_by: dict[Seat, object] = {}
        """The connection on which each seat sealed."""
        self.opening, self.after_restart = False, after_restart
        self.refused: tuple[Seat, ...] = ()
        self.unopened = tuple(unopened)
        self.decks: ShuffleDecks | None = None
        """Made when parts are asked for."""
        self.ask = ""
        """All that was shown then, as a hash."""
        self._openings: dict[Seat, bytes] = {}
        self._asked: dict[Seat, str] = {}
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
        return tuple(sorted(seat for seat in set(self.unopened) if self._is_last(seat, 0)))

    def _is_last(self, seat: Seat, more: int) -> bool:
        return self.unopened.count(seat) + more >= MOST_UNOPENED

    def bars(self, seat: Seat) -> bool:
        """True if this shuffle's part was the last that this late seat could leave unopened."""
        return self._is_last(seat, 1)

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

    def ready(
        self,
        now: Instant,
        willing: Collection[Seat],
        present: Mapping[Seat, object],
        decks: ShuffleDecks,
    ) -> bool:
        """True if the order can be drawn.

        `willing`: seats that promised to seal; `present`: seats that could open, with the
        connection on which they would.
        """
        if self.opening:
            return self._openings.keys() == self.seals.keys()
        stale = [seat for seat in self.seals if not self._stands(seat, present)]
        missing = {
            seat
            for seat in willing
            if (seat not in self.seals or seat in stale) and seat not in self.refused
        } - self._silent.union(self.barred)
        if missing and not self._time_is_up(now):
            return False
        if not self.after_restart:
            self._silent |= missing
        for seat in stale:
            del self.seals[seat]  # nothing was opened yet, so nobody has learned anything
        self._ask_for_parts(decks, now)
        return not self.seals

    def _stands(self, seat: Seat, present: Mapping[Seat, object]) -> bool:
        """True if the connection on which this seat sealed is still the one that would open."""
        return seat in present and present[seat] is self._sealed_by[seat]

    def _ask_for_parts(self, decks: ShuffleDecks, now: Instant) -> None:
        self.decks = decks
        self.ask = decks.ask(
            self.attempt, self.after_restart, self.head, self.promise, self.seals, self.refused
        )
        self.opening, self._asked, self._due = bool(self.seals), dict(self.seals), None
        if self.opening:
            self._time_is_up(now)

    def restart_without_late(self, now: Instant, playing: Collection[Seat]) -> tuple[Seat, ...]:
        """Begins a new attempt without the seats that did not open their part; returns them."""
        if not self.opening:
            return ()
        missing = [seat for seat in self.seals if seat not in self._openings]
        late = (
            tuple(missing)
            if self._time_is_up(now)
            else tuple(seat for seat in missing if seat not in playing)
        )
        if late:
            self.refused = (*self.refused, *late)
            self.attempt += 1
            assert self.attempt <= len(set(self.refused)), "each attempt names another seat"
            self.seals, self._sealed_by, self._openings, self._asked = {}, {}, {}, {}
            self.decks, self.ask, self.opening, self._due = None, "", False, None
        return late

    def _time_is_up(self, now: Instant) -> bool:
        """True if the wait is over that began when this was first asked."""
        if self._due is None:
            self._due = now.later(WAIT_SECONDS)
        return self._due.mono <= now.mono

    @property
    def progress(self) -> tuple[int, int, bool]:
        """Changes with every step: number, attempt, whether parts are being opened."""
        return (self.number, self.attempt, self.opening)

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
            restarted=self.after_restart,
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
            restarted=self.after_restart,
            opening=self.opening,
            due=None if self._due is None else self._due.wall,
            sealed=tuple(sorted(self.seals)),
        )
        if not self.opening:
            return shown
        assert self.decks is not None, "the decks are fixed before parts are asked for"
        return replace(shown, seals=self._sealed(), decks=self.decks.shown)
