"""What a table makes of what the store holds: clocks that charge nobody for the time away, the coming shuffle, how a match ended."""

from collections.abc import Sequence

from app.rules.game import AnyGame
from app.table.match.live_match import LiveMatch, PromptSnapshot, rebuild
from app.table.match.shuffle_round import ShuffleRound
from app.table.match.turn_clocks import Instant, TurnClocks
from app.table.model.room import ClockLevel, Room
from app.table.ports import MatchRecord
from app.table.room import seating


def restored_clocks(
    level: ClockLevel, pace: float, glimpses: Sequence[PromptSnapshot], now: Instant
) -> TurnClocks:
    """The clocks as the log tells them, with the grace that a restart gives."""
    clocks = TurnClocks(level, pace)
    for index, glimpse in enumerate(glimpses):
        if glimpse.dealt:
            clocks.refill_time_banks()
        clocks.follow_prompts(glimpse.prompts, now.later(min(0.0, glimpse.at - now.wall / 1000)))
        if glimpse.public_changed or not index:
            clocks.publish(glimpse.awaited)
    clocks.grant_grace(now)
    return clocks


def restored_shuffle_round(live: LiveMatch, before: ShuffleRound | None) -> ShuffleRound | None:
    """The coming shuffle of a match that was read; what people sealed for it still stands where the table waited for the store alone."""
    if live.secret is None:
        return None
    if before is None or (before.match, before.number) != (live.match, live.shuffles):
        return ShuffleRound(
            live.match,
            live.secret,
            live.shuffles,
            after_restart=bool(live.game.pending_shuffle_size(live.state)),
        )
    return before


def finished_match(game: AnyGame, record: MatchRecord, room: Room) -> LiveMatch:
    """A match that has ended, as whoever never left the table sees it: each by the seat that was theirs, and by the name they have now."""
    live, _ = rebuild(game, record)
    for seat in live.active_seats:
        person = live.places[seat].person
        if person is not None:
            live.final_seats[person] = seat
            if (known := seating.find_member(room, person)) is not None:
                live.rename(seat, known.name)
    return live
