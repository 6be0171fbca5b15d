"""The oracle: it follows every commit by the rules and judges all that is shown."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from app.fair import parts
from app.rules.codec import read_options, to_json_text
from app.rules.game import AnyGame, AnyState, Seat, view
from app.rules.play import prompts, spans
from app.rules.replay import Expired, Setup, Shuffled, step
from app.table.match.event_log import MAX_EVENT_LINES
from app.table.match.prompt_clock import LEVELS
from app.table.model.match_messages import CardsOpened, DealtShown, DecksShown, Frame, ShuffleShown
from app.table.model.records import LogLine, Place
from app.table.model.room import MatchId, PersonId, Room
from app.table.model.server_messages import RoomShown
from tests.table.fair_check import asked_with, check_chosen, opened_codes

PACE: Final = 0.2
"""The pace of the simulated servers."""
LEAST: Final = min(level.seconds for level in LEVELS.values() if level is not None)
"""Seconds that the briskest clock gives, at ordinary pace."""


class Broken(AssertionError):
    """A promise did not hold."""


@dataclass
class LoggedShuffle:
    """A shuffle in the log, and what the rules have let each viewer see of it since."""

    entry: Shuffled
    codes: list[str]
    """By position."""
    given: dict[Seat | None, set[int]]
    """By the plan, at once."""
    seen: dict[Seat | None, set[int]] = field(default_factory=dict)


@dataclass
class MatchHistory:
    """One match as its log tells it."""

    game: AnyGame
    places: list[Place]
    states: list[AnyState]
    events: list[tuple[Any, tuple[Seat, ...] | None]]
    """Each with the seats that saw it; None: everybody did."""
    totals: list[int]
    """After each ply, how many events there were in all."""
    shuffles: list[LoggedShuffle] = field(default_factory=list)
    views: dict[tuple[int, Seat | None], dict[str, Any]] = field(default_factory=dict)
    asked: dict[str, tuple[float, float]] = field(default_factory=dict)
    """For each open prompt: when it was put, and its least seconds at ordinary pace."""

    def told_to(self, seat: Seat | None, since: int, ply: int) -> list[Any]:
        """The newest events after the first `since` that this seat saw until then."""
        fresh = self.events[since : self.totals[ply]]
        seen = [event for event, seats in fresh if seats is None or seat in seats]
        return seen[-MAX_EVENT_LINES:]

    def view(self, ply: int, seat: Seat | None) -> dict[str, Any]:
        """As it is sent: both parts are JSON text."""
        if (ply, seat) not in self.views:
            whole = view(self.states[ply], seat)
            self.views[ply, seat] = {
                "seat": seat,
                "public": to_json_text(self.game.shown_public(whole.public))
                if seat is None
                else self.view(ply, None)["public"],
                "private": None
                if seat is None
                else to_json_text(self.game.shown_private(whole.private)),
            }
        return self.views[ply, seat]


@dataclass
class Seen:
    """The ply up to which one connection has followed a match."""

    match: MatchId
    ply: int = 0
    told: int | None = None


class Oracle:
    """Follows every commit by the rules alone."""

    def __init__(self, time: Callable[[], float] = lambda: 0.0) -> None:
        """`time`: seconds that have really passed."""
        self._time = time
        self.matches: dict[MatchId, MatchHistory] = {}
        self.rooms: set[tuple[Any, ...]] = set()
        self.commands: dict[str, MatchId] = {}
        """By a command's own id: the match whose log holds it."""
        self.entries: Counter[str] = Counter()
        self.promises: dict[tuple[object, ...], object] = {}

    def begun(self, match: MatchId, game: AnyGame, setup: Setup, places: Sequence[Place]) -> None:
        options = (
            setup.options
            if isinstance(setup.options, game.options)
            else read_options(game, setup.options)
        )
        first = game.setup(setup.seats, options, setup.ranked)
        self.matches[match] = MatchHistory(
            game,
            list(places),
            [first],
            list(_events_of(first)),
            [len(first.events) + len(first.private_events)],
        )
        self._note_asked(self.matches[match])

    def appended(self, line: LogLine) -> None:
        told = self.matches[line.match]
        if isinstance(line.entry, Expired):
            self._check_time(told, line.entry.key)
        state = step(told.game, told.states[-1], line.entry)
        told.states.append(state)
        told.places.extend(line.places)
        told.events += _events_of(state)
        told.totals.append(len(told.events))
        self._note_asked(told)
        self.entries[str(line.entry.__struct_config__.tag)] += 1
        if isinstance(line.entry, Shuffled):
            told.shuffles.append(_logged(told.game, told.states[-2], line.entry))
            self._check_shuffle(line.match, len(told.shuffles) - 1, line.entry)
        if told.shuffles:
            self._note_seen(told, state)
        if line.command is not None:
            self.commands[line.command.partition(":")[2]] = line.match

    def _check_shuffle(self, match: MatchId, number: int, entry: Shuffled) -> None:
        """Checks that every part in the log is the one that was sealed."""
        proof = entry.proof
        if proof is None or proof.number != number:
            raise Broken("a shuffle that cannot be checked")
        self.entries["sealed"] += bool(proof.openings)
        self.entries["refused to open"] += bool(proof.refused)
        opened = {
            seat: parts.seal(match, number, proof.attempt, int(seat), bytes.fromhex(part))
            for seat, part in proof.openings.items()
        }
        if (
            opened != proof.seals
            or any(str(seat) in opened for seat in proof.refused)
            or bool(proof.refused) is not bool(proof.attempt)
        ):
            raise Broken("a part of a shuffle is not what was sealed, or is missing without a word")

    @staticmethod
    def _note_seen(told: MatchHistory, state: AnyState) -> None:
        for viewer in (None, *map(Seat, range(len(state.private)))):
            for one in told.game.opened_cards(view(state, viewer)):
                number = len(told.shuffles) - 1 if one.shuffle is None else one.shuffle
                told.shuffles[number].seen.setdefault(viewer, set()).add(one.position)

    def check_promise(self, shown: ShuffleShown) -> None:
        """Checks that a match has one promise, a shuffle one head and one set of decks, and an
        attempt one question and the same who are named.
        """
        said: list[tuple[tuple[object, ...], object]] = [
            ((shown.match,), shown.promise),
            ((shown.match, shown.number, "head"), shown.head),
            ((shown.match, shown.number, shown.attempt, "named"), shown.refused),
        ]
        if isinstance(shown.decks, DecksShown):
            asked = asked_with(shown)
            said.append(((shown.match, shown.number, shown.attempt, "asked"), asked))
            said.append(((shown.match, shown.number, shown.decks.n), shown.decks.roots))
        for about, value in said:
            if self.promises.setdefault(about, value) != value:
                raise Broken("the server promised two things for one shuffle")

    def check_dealt(self, asked: ShuffleShown, shown: DealtShown, person: PersonId | None) -> None:
        """Checks the proof of a deal: parts of the log, and this person's cards under the root."""
        told = self.matches[shown.match]
        if shown.number >= len(told.shuffles):
            raise Broken("a deal was shown that the log does not hold")
        proof = told.shuffles[shown.number].entry.proof
        if proof is None or (proof.attempt, proof.openings, proof.head) != (
            shown.attempt,
            shown.openings,
            asked.head,
        ):
            raise Broken("a deal was shown with another head or other parts than the log's")
        try:
            check_chosen(asked, shown)
        except AssertionError as error:
            raise Broken("a deal was shown that does not follow from its parts") from error
        given = told.shuffles[shown.number].given
        if not {one.position for one in shown.cards} >= given.get(shown.seat, given[None]):
            raise Broken("fewer cards were opened than were dealt")
        self.check_cards(asked, shown, shown, person)

    def check_cards(
        self,
        asked: ShuffleShown,
        dealt: DealtShown,
        shown: DealtShown | CardsOpened,
        person: PersonId | None,
    ) -> None:
        """Checks opened cards: those of the log, and seen by this person by the rules."""
        told = self.matches[shown.match]
        logged = told.shuffles[shown.number]
        if shown.seat is not None and told.places[shown.seat].person != person:
            raise Broken("somebody else's cards were opened")
        seen = logged.seen.get(shown.seat, logged.seen.get(None, set()))
        if not {one.position for one in shown.cards} <= seen:
            raise Broken("other cards were opened than were dealt")
        try:
            codes = opened_codes(asked, dealt, shown)
        except AssertionError as error:
            raise Broken("an opened card is not under the root") from error
        if any(logged.codes[position] != code for position, code in codes.items()):
            raise Broken("an opened card is not the one that was sealed")

    def _note_asked(self, told: MatchHistory) -> None:
        """Notes when each prompt or span was first open, and the least time of its clock."""
        state = told.states[-1]
        if told.game.outcome(state.public) is not None:
            told.asked = {}
            return
        least = {
            prompt.key: LEAST if prompt.window is None else min(prompt.window, LEAST)
            for prompt in prompts(told.game, state).values()
        }
        for running in spans(told.game, state).values():
            least.update((span.key, span.seconds) for span in running)
        told.asked = {
            key: told.asked.get(key, (self._time(), seconds)) for key, seconds in least.items()
        }

    def _check_time(self, told: MatchHistory, key: str) -> None:
        since, least = told.asked[key]
        if self._time() < since + least * PACE:
            raise Broken(
                f"time was up after {self._time() - since:.1f} s, "
                f"and the clock gives {least * PACE:.1f} s at least"
            )

    def kept(self, room: Room) -> None:
        self.rooms.add(_outline(room))

    # -- what is shown

    def check_room(self, shown: RoomShown) -> None:
        if _outline(shown) not in self.rooms:
            raise Broken("a room was shown that was never saved")

    def check_frame(self, frame: Frame, person: PersonId | None, seen: Seen | None) -> Seen:
        """Checks that the frame is a later moment of the log with every event in between."""
        told = self.matches.get(frame.match)
        if told is None:
            raise Broken("a frame of a match that was never saved")
        if frame.seat is not None and told.places[frame.seat].person != person:
            raise Broken("a frame of somebody else's seat")
        seen = seen if seen is not None and seen.match == frame.match else Seen(frame.match)
        events, here = [one.event for one in frame.events], False
        for ply in range(seen.ply, len(told.states)):
            if (frame.seat or 0) < len(told.states[ply].private) and told.view(
                ply, frame.seat
            ) == frame.view:
                here = True
                if events == told.told_to(frame.seat, seen.told or 0, ply):
                    self._check_rest(frame, told, ply)
                    return Seen(frame.match, ply, told.totals[ply])
        raise Broken(
            "a frame lacks events or has too many"
            if here
            else "a frame shows what the log does not hold"
        )

    @staticmethod
    def _check_rest(frame: Frame, told: MatchHistory, ply: int) -> None:
        state = told.states[ply]
        outcome = told.game.outcome(state.public)
        if (frame.outcome is None) is not (outcome is None):
            raise Broken("a frame's outcome is not the log's")
        if (
            frame.seat is not None
            and outcome is None
            and frame.prompt != prompts(told.game, state).get(frame.seat)
        ):
            raise Broken("a frame asks what the rules do not ask")

    def length(self, match: MatchId) -> int:
        return len(self.matches[match].states) - 1


def _logged(game: AnyGame, before: AnyState, entry: Shuffled) -> LoggedShuffle:
    pile = game.deck_codes(before.public) or game.hidden_codes(before)
    plan = game.deal_plan(before.public)
    given: dict[Seat | None, set[int]] = {
        viewer: {at for at, word in enumerate(plan) if word in ("*", str(viewer))}
        for viewer in (None, *map(Seat, range(len(before.private))))
    }
    return LoggedShuffle(entry, [pile[index] for index in entry.order], given)


def _events_of(state: AnyState) -> Iterator[tuple[Any, tuple[Seat, ...] | None]]:
    """The events of the step that led here: everybody's, then those of some seats."""
    yield from ((to_json_text(event), None) for event in state.events)
    yield from ((to_json_text(one.event), one.seats) for one in state.private_events)


def _outline(room: Room | RoomShown) -> tuple[Any, ...]:
    seats = sorted(
        (seat.number, seat.person or "", seat.bot or "", seat.stand_in or "", seat.leaving)
        for seat in room.seats
    )
    return (
        room.stage,
        room.match,
        room.host,
        room.paused,
        room.joining,
        room.joining_bots,
        room.clock,
        tuple(seats),
    )
