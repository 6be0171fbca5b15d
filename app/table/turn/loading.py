"""The loading of a table: its room, chat and match from the store, whose owner it becomes."""

from collections.abc import Iterable, Iterator, Sequence

from app.rules.game import AnyGame
from app.rules.replay import Shuffled
from app.table.match.live_match import LiveMatch, PromptSnapshot, rebuild
from app.table.match.prompt_clock import Instant
from app.table.match.shuffle_proofs import ShownShuffles
from app.table.match.shuffle_round import ShuffleRound
from app.table.match.turn_clocks import TurnClocks
from app.table.model.chat import ChatEntry, LineCode, server_line
from app.table.model.errors import RoomGone
from app.table.model.notation import to_milliseconds
from app.table.model.records import MatchRecord
from app.table.model.room import ClockLevel, MatchId, PersonId, Room, Stage
from app.table.ports import Fenced, MoveLog
from app.table.room import reseating, seating
from app.table.room.visibility import hands_seen
from app.table.turn.recent import MAX_CHAT_LINES
from app.table.turn.slow_change import after_outage, kept_premoves
from app.table.turn.table_state import TableState


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
    gathered = reseating.end_unreadable_match(room)
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


async def load(state: TableState) -> None:
    """Reads the room, its chat and its match from the store, and becomes their owner.

    After an outage what was sealed and opened meanwhile counts no more if another server had
    the room: then it raises Fenced, so that everybody comes back. Raises RoomGone as well.
    """
    if state.epoch:
        await state.check_owner()
    taken = await state.services.rooms.claim_room(state.room.id)
    if taken is None:
        raise RoomGone("There is no such table any more.")
    room, epoch = taken
    if state.epoch and epoch != state.epoch + 1:
        raise Fenced(f"room {room.id} had another owner after epoch {state.epoch}")
    state.epoch = epoch
    if room.stage is Stage.PLAYING and room.match is not None:
        await _load_running(state, room, room.match)
    else:
        if state.running is not None or state.live is None or state.live.match != room.match:
            await _load_finished(state, room)
        state.room = room
    await read_chat(state)


async def read_chat(state: TableState) -> None:
    """Takes over the chat as the store has it. Raises StoreAway."""
    state.chat.follow(await state.services.rooms.chat_lines(state.room.id, MAX_CHAT_LINES))


async def _load_finished(state: TableState, room: Room) -> None:
    """Shows the match that ended last again."""
    state.live = None
    if room.match is None:
        return
    game, moves = state.services.games[room.game], state.services.log
    record = await moves.load_finished(room.match, game)
    if record is None:
        state.memory.keep_moves(await read_former_moves(moves, room.match))
        return
    state.live = finished_match(game, record, room)
    state.memory.keep_moves(moves_in_log(record, room))


async def _load_running(state: TableState, room: Room, match: MatchId) -> None:
    game = state.services.games[room.game]
    record = await state.services.log.claim(match, game)
    try:
        if record.rules_version != game.rules_version:
            raise RulesChanged
        live, glimpses = rebuild(game, record)
        state.shuffle_round = restored_shuffle_round(live, state.shuffle_round, record)
    except RulesChanged:
        at = to_milliseconds(state.services.clock.now())
        said = (ChatEntry(at, server_line(LineCode.RULES_CHANGED)),)
        state.room = await stop_unreadable_match(
            state.services.log, record, room, state.epoch, said
        )
        state.live = None
        return
    queued = state.live.premoves if state.live is not None and state.live.match == match else {}
    state.room, state.live = room, live
    state.memory.keep_moves(moves_in_log(record, room))
    live.premoves.update(queued)
    state.update_names()
    state.clocks = restored_clocks(room.clock, state.services.pace, glimpses, state.now())
    if room.slow is not None:
        await _keep_deadlines(state, room)


async def _keep_deadlines(state: TableState, room: Room) -> None:
    """Goes on with the deadlines of a slow match; those that an outage took are given anew."""
    now, services = state.now(), state.services
    state.room = after_outage(room, services.pace, now.wall)
    if state.room is not room:
        await services.rooms.save(state.room, state.epoch)
    assert state.room.slow is not None, "a slow match runs"
    state.clocks.hold_to(state.room.slow, now)
    if state.live is not None:
        state.live.premoves = kept_premoves(state.room, state.live)
