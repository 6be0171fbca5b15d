"""The coming shuffle: the server's commitment, the seats that take part, and the waits for them.

Seats seal their part, then all who sealed are asked to open it, then the order follows; see
docs/fair-shuffle.md. Only commitments are shown: openings and the order are shown once the deal
stands in the log. Pure bookkeeping over given instants.
"""

from collections.abc import Collection
from typing import Final

from app.fair import VERSION, shuffle
from app.rules.game import Seat
from app.rules.replay import Proof
from app.table.match.turn_clocks import Instant
from app.table.model.errors import BadPart, NotNow
from app.table.model.room import MatchId
from app.table.model.server_messages import ShuffleShown

WAIT_SECONDS: Final = 3.0
"""Seconds to wait for seals, and then for openings."""


class ShuffleRound:
    """One shuffle of one match, attempt after attempt. No repr: it holds the server's secret."""

    def __init__(
        self, match: MatchId, secret: bytes, number: int = 0, after_restart: bool = False
    ) -> None:
        """Begins attempt 0.

        `secret` is the match's own. After a restart, seated people get the time to come back and
        seal.
        """
        self.match, self.number, self.attempt = match, number, 0
        self._match_secret = secret
        self.seals: dict[Seat, str] = {}
        self.opening, self.after_restart = False, after_restart
        self.refused: tuple[Seat, ...] = ()
        self._openings: dict[Seat, bytes] = {}
        self._asked: dict[Seat, str] = {}
        """The seals when parts were asked for; none is added, dropped or exchanged after."""
        self._due: Instant | None = None
        self._silent: set[Seat] = set()
        """Seats that promised to take part and did not: not waited for again in this match."""
        self._commit()

    def _commit(self) -> None:
        self.secret = shuffle.secret_of(self._match_secret, self.match, self.number, self.attempt)
        self.commitment = shuffle.commitment(self.match, self.number, self.attempt, self.secret)

    def next_round(self) -> "ShuffleRound":
        """The shuffle after this one."""
        after = ShuffleRound(self.match, self._match_secret, self.number + 1)
        after._silent = self._silent
        return after

    # -- what seats say

    def seal(self, seat: Seat, number: int, attempt: int, sealed: str) -> None:
        """Raises NotNow, BadPart."""
        self._check(number, attempt)
        if self.seals.get(seat) == sealed:
            return
        if self.opening:
            raise NotNow(
                "The sealed parts are being opened. You can take part in the next shuffle."
            )
        if seat in self.refused:
            raise NotNow(
                "You did not open your part of this shuffle. You can take part in the next one."
            )
        if seat in self.seals:
            raise BadPart("You have sealed another part of this shuffle already.")
        self.seals[seat] = sealed
        self._silent.discard(seat)

    def open(self, seat: Seat, number: int, attempt: int, entropy: bytes) -> None:
        """Raises NotNow, BadPart."""
        self._check(number, attempt)
        if not self.opening:
            raise NotNow("Nobody may open a part before everybody has sealed.")
        if seat not in self.seals:
            raise BadPart("You have no part in this shuffle.")
        if shuffle.seal(self.match, number, attempt, seat, entropy) != self.seals[seat]:
            raise BadPart("That is not the part that you sealed.")
        self._openings[seat] = entropy

    def _check(self, number: int, attempt: int) -> None:
        if (number, attempt) != (self.number, self.attempt):
            raise NotNow("Another shuffle is coming now.")

    # -- how it goes on

    def ready(self, now: Instant, willing: Collection[Seat], present: Collection[Seat]) -> bool:
        """True if the order can be drawn.

        `willing`: seats that promised to seal; `present`: seats that could open.
        """
        if self.opening:
            return self._openings.keys() == self.seals.keys()
        missing = {
            seat for seat in willing if seat not in self.seals and seat not in self.refused
        } - self._silent
        if missing and not self._time_is_up(now):
            return False
        if not self.after_restart:
            self._silent |= missing
        for seat in [seat for seat in self.seals if seat not in present]:
            del self.seals[seat]  # nothing was opened yet, so nobody has learned anything
        self.opening, self._asked, self._due = bool(self.seals), dict(self.seals), None
        if self.opening:
            self._time_is_up(now)
        return not self.opening

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
            self.seals, self._openings, self._asked = {}, {}, {}
            self.opening, self._due = False, None
            self._commit()
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
    def shown_state(self) -> tuple[object, ...]:
        """Changes whenever what is shown has changed."""
        return (self.number, self.attempt, self.opening, self._due, *self.seals)

    @property
    def due(self) -> float | None:
        """The end of the present wait, on the monotonic clock; None: nobody is waited for."""
        return None if self._due is None else self._due.mono

    def credit(self, seconds: float) -> None:
        """Gives back the seconds of a stall."""
        self._due = self._due and self._due.later(seconds)

    # -- what comes of it

    def seed(self) -> bytes:
        """The seed of the order."""
        return shuffle.seed(self.match, self.number, self.attempt, self.secret, self._openings)

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
            self.after_restart,
        )

    def message_for(self, seat: Seat | None) -> ShuffleShown:
        return ShuffleShown(
            match=self.match,
            number=self.number,
            attempt=self.attempt,
            version=VERSION,
            seat=seat,
            commitment=self.commitment,
            sealed=tuple(sorted(self.seals)),
            seals=self._sealed(),
            opening=self.opening,
            due=None if self._due is None else self._due.wall,
            refused=self.refused,
            restarted=self.after_restart,
        )
