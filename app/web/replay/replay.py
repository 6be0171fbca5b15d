"""A stored match replayed into its states, as far as each viewer may know them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from app.rules.codec import to_json
from app.rules.game import AnyGame, AnyState, Seat, view
from app.rules.replay import Played, Setup, step
from app.table.model.notation import to_milliseconds
from app.table.model.records import LoggedEntry, Place

MAX_STEPS: Final = 200
"""Steps in one response."""


@dataclass(slots=True)
class Replay:
    """A match and every state it went through. `states[i]` is the one after `written[i]`."""

    game: AnyGame
    setup: Setup
    places: tuple[Place, ...]
    start: AnyState
    entries: list[LoggedEntry] = field(default_factory=list)
    states: list[AnyState] = field(default_factory=list)

    def extend(self, places: tuple[Place, ...], entries: Sequence[LoggedEntry]) -> None:
        """Adds the entries that came since."""
        self.places = places
        self.add(entries[len(self.entries) :])

    def add(self, entries: Iterable[LoggedEntry]) -> None:
        for line in entries:
            self.states.append(
                step(self.game, self.states[-1] if self.states else self.start, line.entry)
            )
            self.entries.append(line)

    @property
    def names(self) -> tuple[str, ...]:
        """By seat."""
        return tuple(place.name for place in sorted(self.places, key=lambda place: place.seat))

    # -- a match that is over

    def steps(self, start: int, count: int, seats: Sequence[Seat]) -> list[dict[str, Any]]:
        """Steps `start` to `start + count` of a match that is over, with the hands of `seats`."""
        return [
            self._step(ply, ply, seats, to_json(self.entries[ply].entry))
            for ply in self._range(start, count, len(self.states))
        ]

    # -- a match that runs: only the steps that changed something for one seat

    def plies_seen_by(self, seat: Seat | None) -> list[int]:
        """The plies after which `seat` (None: the public) saw something new.

        The number of the others is secret too.
        """
        plies: list[int] = []
        before = view(self.start, self._as_known(seat, self.start))
        for ply, state in enumerate(self.states):
            now = view(state, self._as_known(seat, state))
            if now != before or state.events_for(() if seat is None else (seat,)):
                plies.append(ply)
            before = now
        return plies

    def steps_seen_by(
        self, start: int, count: int, seat: Seat | None
    ) -> tuple[int, list[dict[str, Any]]]:
        """The number of steps that `seat` saw so far, and some of them."""
        plies = self.plies_seen_by(seat)
        steps = []
        for number in self._range(start, count, len(plies)):
            entry = self.entries[plies[number]].entry
            own = isinstance(entry, Played) and entry.seat == seat
            known = to_json(entry) if own else {"type": "unseen"}
            steps.append(self._step(number, plies[number], () if seat is None else (seat,), known))
        return len(plies), steps

    # -- one step

    def _step(self, number: int, ply: int, seats: Sequence[Seat], entry: Any) -> dict[str, Any]:
        state, line = self.states[ply], self.entries[ply]
        names = self.names
        return {
            "ply": number,
            "at": to_milliseconds(line.at),
            "entry": entry,
            "events": [
                {"event": to_json(event), "text": self.game.say_event(state.public, event, names)}
                for event in state.events_for(seats)
            ],
            "public": to_json(self.game.shown_public(state.public)),
            "private": {
                str(seat): to_json(self.game.shown_private(state.private[seat]))
                for seat in seats
                if seat < len(state.private)
            },
        }

    @staticmethod
    def _as_known(seat: Seat | None, state: AnyState) -> Seat | None:
        """The viewer of a state: a seat that joined later saw the public view before."""
        return seat if seat is not None and seat < len(state.private) else None

    @staticmethod
    def _range(start: int, count: int, total: int) -> range:
        return range(min(start, total), min(start + min(count, MAX_STEPS), total))
