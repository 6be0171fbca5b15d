"""What a table makes of what the store holds: clocks that charge nobody for the time away, and the shuffle that was to come."""

from collections.abc import Sequence

from app.table.clocks import Moment, Questions
from app.table.live import Glimpse, LiveMatch
from app.table.room import ClockLevel
from app.table.sealing import Sealing


def timed(level: ClockLevel, pace: float, glimpses: Sequence[Glimpse], now: Moment) -> Questions:
    """The clocks as the log tells them, with the grace that a restart gives."""
    questions = Questions(level, pace)
    for index, glimpse in enumerate(glimpses):
        if glimpse.dealt:
            questions.refill()
        questions.follow(glimpse.prompts, now.later(min(0.0, glimpse.at - now.wall / 1000)))
        if glimpse.public_changed or not index:
            questions.publish(glimpse.awaited)
    questions.grace(now)
    return questions


def sealing_of(live: LiveMatch, before: Sealing | None) -> Sealing | None:
    """The coming shuffle of a match that was read; what people sealed for it still stands where the table waited for the store alone."""
    if live.secret is None:
        return None
    if before is None or (before.match, before.number) != (live.match, live.shuffles):
        return Sealing(live.match, live.secret, live.shuffles, reopened=bool(live.game.awaits_shuffle(live.state)))
    return before
