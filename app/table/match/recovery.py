"""The recovery of a match from the store: clocks, the coming shuffle, and finished matches."""

from collections.abc import Iterable, Iterator, Sequence

from app.rules.game import AnyGame
from app.rules.replay import Shuffled
from app.table.match.live_match import LiveMatch, PromptSnapshot, rebuild
from app.table.match.prompt_clock import Instant
from app.table.match.shown_shuffles import ShownShuffles
from app.table.match.shuffle_round import ShuffleRound
from app.table.match.turn_clocks import TurnClocks
from app.table.model.chat import ChatEntry
from app.table.model.room import ClockLevel, MatchId, PersonId, Room, Stage
from app.table.ports import MatchRecord, MoveLog
from app.table.room import seating
from app.table.room.visibility import hands_seen


class RulesChanged(Exception):
    """The match was played by other rules: something else would follow from its log now."""


def restored_clocks(
    level: ClockLevel, pace: float, glimpses: Sequence[PromptSnapshot], now: Instant
) -> TurnClocks:
    """The clocks as the log tells them, with the grace that follows a restart."""
    clocks = TurnClocks(level, pace)
    for index, glimpse in enumerate(glimpses):
        if glimpse.dealt:
            clocks.refill_time_banks()
        then = now.later(min(0.0, glimpse.at - now.wall / 1000))
        clocks.follow_prompts(glimpse.open_to, then, glimpse.spans)
        if glimpse.public_changed or not index:
            clocks.publish(glimpse.awaited)
    clocks.grant_grace(now)
    return clocks


def first_shuffle_round(live: LiveMatch) -> ShuffleRound | None:
    """The first shuffle of a match; None: its shuffles have no proof."""
    shown = live.shown_shuffles
    return None if shown is None else ShuffleRound(live.match, shown.promise)


def restored_shuffle_round(
    live: LiveMatch, before: ShuffleRound | None, record: MatchRecord
) -> ShuffleRound | None:
    """The coming shuffle of a recovered match: what was asked is asked again.

    Seals and openings stay if the table only waited for the store. Raises RulesChanged.
    """
    shown, question = live.shown_shuffles, record.question
    if shown is None:
        return None
    coming = _known_round(live, before, shown) or _new_round(live, shown, record)
    if question is not None:
        decks = shown.decks(live.shuffles, live.state)
        if question.ask and coming.ask_of(question, decks) != question.ask:
            raise RulesChanged
        coming.take_over(question, decks)
    coming.come_back()
    return coming


def _known_round(
    live: LiveMatch, before: ShuffleRound | None, shown: ShownShuffles
) -> ShuffleRound | None:
    """The shuffle that this table waited for, or the one after it; None: it knows neither."""
    if before is None or before.match != live.match:
        return None
    if before.number == live.shuffles:
        return before
    return before.next_round(shown.head) if before.number + 1 == live.shuffles else None


def _new_round(live: LiveMatch, shown: ShownShuffles, record: MatchRecord) -> ShuffleRound:
    return ShuffleRound(
        live.match,
        shown.promise,
        live.shuffles,
        shown.head,
        after_restart=bool(live.game.pending_shuffle_size(live.state)),
        unopened=[
            seat
            for entry in (written.entry for written in record.entries)
            if isinstance(entry, Shuffled) and entry.proof is not None
            for seat in entry.proof.refused
        ],
    )


async def stop_unreadable_match(
    log: MoveLog, record: MatchRecord, room: Room, room_epoch: int, said: Sequence[ChatEntry]
) -> Room:
    """Stops a match that was played by older rules; returns the room without it.

    `said`: lines for the chat. Raises Fenced, StoreAway.
    """
    gathered = seating.end_unreadable_match(room)
    await log.stop(record.match, record.epoch, gathered, "rules-changed", room_epoch, said=said)
    return gathered


def moves_in_log(record: MatchRecord, room: Room) -> Iterator[tuple[PersonId | None, str]]:
    """The moves of a match and its host's calls: who may have made each, and its command id."""
    hands = hands_seen(room) if room.stage is Stage.PLAYING else {}
    people: dict[str, set[PersonId | None]]
    people = {str(place.seat): {place.person} for place in record.places}
    people["host"] = {room.host, room.first_host, room.host_away}
    for person, hand in hands.items():
        people[str(hand)].add(person)
    for written in record.entries:
        if written.command is not None:
            seat, _, command = written.command.partition(":")
            yield from ((person, command) for person in people[seat])


async def read_former_moves(log: MoveLog, match: MatchId) -> Iterable[tuple[PersonId | None, str]]:
    """The moves of a match that cannot be shown any more: person and command id."""
    former = await log.commands_by_person(match)
    return ((person, name.partition(":")[2]) for person, name in former)


def finished_match(game: AnyGame, record: MatchRecord, room: Room) -> LiveMatch:
    """A finished match as people at the table see it: with their own seats and present names."""
    live, _ = rebuild(game, record)
    for seat in live.active_seats:
        person = live.places[seat].person
        if person is not None:
            live.final_seats[person] = seat
            if (known := seating.find_member(room, person)) is not None:
                live.rename(seat, known.name)
    return live
