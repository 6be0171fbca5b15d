"""The loading of a table: its room, chat and match from the store, whose owner it becomes."""

from app.table.match.live_match import rebuild
from app.table.match.recovery import (
    RulesChanged,
    finished_match,
    moves_in_log,
    read_former_moves,
    restored_clocks,
    restored_shuffle_round,
    stop_unreadable_match,
)
from app.table.match.slow_dues import after_outage
from app.table.model.chat import ChatEntry
from app.table.model.errors import RoomGone
from app.table.model.room import MatchId, Room, Stage
from app.table.model.server_lines import LineCode, server_line
from app.table.model.timestamps import to_milliseconds
from app.table.ports import Fenced
from app.table.turn.chat import MAX_CHAT_LINES
from app.table.turn.slow_change import kept_premoves
from app.table.turn.table_state import TableState


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
