"""What a table makes of what the store holds: clocks that charge nobody for the time away, the coming shuffle, how a match ended."""

from collections.abc import Sequence

from app.rules.game import AnyGame
from app.table.match.live_match import Glimpse, LiveMatch, rebuilt
from app.table.match.shuffle_round import ShuffleRound
from app.table.match.turn_clocks import Instant, TurnClocks
from app.table.model.room import ClockLevel, Room
from app.table.ports import Record
from app.table.room import seating


def timed(level: ClockLevel, pace: float, glimpses: Sequence[Glimpse], now: Instant) -> TurnClocks:
    """The clocks as the log tells them, with the grace that a restart gives."""
    questions = TurnClocks(level, pace)
    for index, glimpse in enumerate(glimpses):
        if glimpse.dealt:
            questions.refill()
        questions.follow(glimpse.prompts, now.later(min(0.0, glimpse.at - now.wall / 1000)))
        if glimpse.public_changed or not index:
            questions.publish(glimpse.awaited)
    questions.grace(now)
    return questions


def sealing_of(live: LiveMatch, before: ShuffleRound | None) -> ShuffleRound | None:
    """The coming shuffle of a match that was read; what people sealed for it still stands where the table waited for the store alone."""
    if live.secret is None:
        return None
    if before is None or (before.match, before.number) != (live.match, live.shuffles):
        return ShuffleRound(
            live.match,
            live.secret,
            live.shuffles,
            reopened=bool(live.game.pending_shuffle_size(live.state)),
        )
    return before


def over(game: AnyGame, record: Record, room: Room) -> LiveMatch:
    """A match that has ended, as whoever never left the table sees it: each by the seat that was theirs, and by the name they have now."""
    live, _ = rebuilt(game, record)
    for seat in live.playing:
        person = live.places[seat].person
        if person is not None:
            live.viewers[person] = seat
            if (known := seating.member(room, person)) is not None:
                live.rename(seat, known.name)
    return live
