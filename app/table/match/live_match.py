"""The live match: its state, seats, event lines, and how it is rebuilt from the log."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec

from app.rules import chain
from app.rules.codec import read_options, to_json, to_json_text
from app.rules.game import AnyGame, AnyView, Event, Seat, Span, Standing, view
from app.rules.replay import MOST_ENTRIES, Entry, Played, Reseated, Setup, Shuffled, step
from app.table.match.event_log import EventLog, name_marks
from app.table.match.moment import Moment, OpenTo, first_moment, next_moment
from app.table.match.shuffle_proofs import ShownShuffles
from app.table.model.notation import to_milliseconds
from app.table.model.records import MatchRecord, Place
from app.table.model.room import MatchId, PersonId
from app.text.sanitize import NOBODY

_RECENT_ENTRIES: Final = 64


class Premove(msgspec.Struct, frozen=True):
    """A move that a player wants to make when next asked; nobody else ever learns of it."""

    move: Any
    trick: str | None = None
    """The trick until whose end it is made at every turn; None: it is made once."""


class Step(msgspec.Struct, frozen=True):
    """The result of one more entry; nothing has happened yet."""

    entry: Entry
    after: Moment
    standings: tuple[Standing, ...]
    """The standings that changed, if a deal ended with the entry."""

    def __repr__(self) -> str:
        return "Step(…)"


class LiveMatch:
    """Changed by the table alone, and only after the entry stands in the log."""

    def __init__(
        self,
        game: AnyGame,
        match: MatchId,
        epoch: int,
        setup: Setup,
        places: Iterable[Place],
        secret: bytes | None = None,
    ) -> None:
        self.game = game
        self.match = match
        self.epoch = epoch
        self.ply = 0
        """The number of the next entry."""
        self.deal_entries = 0
        """Entries since the last deal that earned something."""
        self.last_hash = chain.initial_hash(match, game.slug, game.rules_version, to_json(setup))
        """The last hash of the chain of entries: the receipt of a finished match."""
        self.secret = secret
        """See ports.MatchRecord; shown to nobody while the match goes on."""
        self.shuffles = 0
        """The number of shuffles so far."""
        self.shown_shuffles = None if secret is None else ShownShuffles(game, match, secret)
        """The last shuffles and the cards of each that were shown, if they can be checked."""
        self.enter(first_moment(game, game.setup(setup.seats, setup.options, setup.ranked)))
        self.places = list(places)
        self.names = tuple(place.name for place in self.places)
        """By seat; another tuple after each change."""
        self.premoves: dict[Seat, Premove] = {}
        self.final_seats: dict[PersonId, Seat] = {}
        """Each person's seat once the match is over and the room may number its seats anew."""
        self.event_log = EventLog()
        self.changes = 0
        """Grows with every change that anybody may see."""
        self._seats_of: dict[PersonId, tuple[Seat, ...]] = {}
        """See `seats_of`."""
        self._add_seats(self.places)
        self._add_events()

    # -- one step

    def enter(self, moment: Moment) -> None:
        """Goes on at this moment, and with its state."""
        self.moment, self.state = moment, moment.state

    def step(self, entry: Entry) -> Step:
        """Pure. Raises RuleError."""
        asked = self.moment.open_to.get(entry.seat, ()) if isinstance(entry, Played) else None
        state = step(self.game, self.state, entry, asked)
        after = next_moment(self.game, self.moment, state)
        ended = after.standings != self.moment.standings
        return Step(entry, after, after.standings if ended else ())

    def link(self, entry: Entry, at: datetime) -> bytes:
        """The hash of one more entry. Nothing has happened yet."""
        return chain.entry_hash(self.last_hash, self.match, self.ply, to_milliseconds(at), entry)

    def apply(self, step: Step, last_hash: bytes, places: Sequence[Place] = ()) -> bool:
        """Applies a step that stands in the log. Returns whether the public state changed."""
        before, self.last_hash = self.state, last_hash
        self.enter(step.after)
        if self.shown_shuffles is not None:
            if isinstance(step.entry, Shuffled):
                self.shown_shuffles.add(self.shuffles, before, step.entry)
            self.shown_shuffles.open_cards(self.state)
        self.shuffles += isinstance(step.entry, Shuffled)
        self.ply += 1
        self.deal_entries = 0 if step.standings else self.deal_entries + 1
        if places:
            self.places.extend(places)
            self.names += tuple(place.name for place in places)
            self._add_seats(places)
        self.changes += 1
        self._add_events()
        return before.public is not self.state.public

    def _add_events(self) -> None:
        state, marks = self.state, name_marks(len(self.names))
        for event in state.events:
            self._add_event(event, marks, None)
        for one in state.private_events:
            self._add_event(one.event, marks, one.seats)

    def _add_event(
        self, event: Event, marks: Sequence[str], seats: tuple[Seat, ...] | None
    ) -> None:
        marked = self.game.say_event(self.state.public, event, marks)
        self.event_log.add(to_json_text(event), marked, self.names, seats)

    # -- readings

    def view(self, seat: Seat | None) -> AnyView:
        return view(self.state, seat)

    def seats_of(self, person: PersonId) -> Sequence[Seat]:
        """Every seat that was dealt to this person: one who leaves and returns has another."""
        return self._seats_of.get(person, ())

    def _add_seats(self, places: Iterable[Place]) -> None:
        for place in places:
            if place.person is not None:
                self._seats_of[place.person] = (*self.seats_of(place.person), place.seat)

    @property
    def is_over(self) -> bool:
        return self.moment.outcome is not None

    @property
    def has_no_end(self) -> bool:
        """True once its deal has taken more entries than any deal that ends."""
        return self.deal_entries > MOST_ENTRIES * len(self.names)

    @property
    def active_seats(self) -> tuple[Seat, ...]:
        return self.game.active_seats(self.state.public)

    def forget(self, person: PersonId) -> None:
        """Takes the person's name from the seats, and says the lines that name those seats anew."""
        seats = self.seats_of(person)
        if not seats:
            return
        self.places = [
            msgspec.structs.replace(place, name=NOBODY) if place.person == person else place
            for place in self.places
        ]
        for seat in seats:
            self.rename(seat, NOBODY)

    def rename(self, seat: Seat, name: str) -> None:
        """Calls the seat by another name, and says the lines that name it anew."""
        if self.names[seat] != name:
            self.names = (*self.names[:seat], name, *self.names[seat + 1 :])
            self.changes += 1
            self.event_log.rename((seat,), self.names)


class PromptSnapshot(msgspec.Struct, frozen=True):
    """The prompts after one entry, for the clocks."""

    at: float
    """Seconds since 1970."""
    dealt: bool
    """The entry was a shuffle."""
    open_to: OpenTo
    spans: Mapping[Seat | None, tuple[Span, ...]]
    awaited: tuple[Seat, ...]
    public_changed: bool


def rebuild(game: AnyGame, record: MatchRecord) -> tuple[LiveMatch, Sequence[PromptSnapshot]]:
    """The match as its log tells it, and the prompts after each of the last entries, oldest first.

    Raises RuleError or AssertionError if the log is not one of this game's.
    """
    first = record.setup.seats
    setup = msgspec.structs.replace(record.setup, options=_options(game, record.setup.options))
    live = LiveMatch(game, record.match, record.epoch, setup, record.places[:first], record.secret)
    recent: deque[PromptSnapshot] = deque(maxlen=_RECENT_ENTRIES)
    coming = list(record.places[first:])
    for written in record.entries:
        joined = written.entry.joined if isinstance(written.entry, Reseated) else 0
        places, coming = coming[:joined], coming[joined:]
        link = live.link(written.entry, written.at)
        changed = live.apply(live.step(written.entry), link, places)
        dealt = isinstance(written.entry, Shuffled)
        recent.append(
            PromptSnapshot(
                written.at.timestamp(),
                dealt,
                live.moment.open_to,
                live.moment.spans,
                live.moment.awaited,
                changed,
            )
        )
    if record.last_hash is not None:
        live.last_hash = record.last_hash
    return live, recent


def _options(game: AnyGame, options: Any) -> Any:
    return options if isinstance(options, game.options) else read_options(game, options)
