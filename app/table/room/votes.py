"""Votes: what the people at a table decide without its host, as pure transitions.

A majority of those present ends a pause, lets a bot play for somebody who does not answer, or kicks
somebody while no host is there. docs/security.md has the table of who may do what.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from app.table.model.errors import NotHost, NotNow, NotSeated
from app.table.model.room import Person, PersonId, Presence, Room, RoomSeat, Vote
from app.table.room import membership, seating

VOTE_LASTS: Final = 120_000
"""Milliseconds for which a vote to kick counts."""
MOST_PAUSES_ENDED: Final = 2
"""Pauses of one person that others ended; after these the person makes no more in the match."""


class Waiting(msgspec.Struct, frozen=True):
    """The table's waiting, by what everybody sees. Secret answers never count."""

    now: Callable[[], int]
    """Milliseconds since 1970."""
    waited: Callable[[int], float]
    """The seconds for which the table has visibly waited for that seat."""
    patience: float
    """Seconds until the others may let a bot play."""


def present_players(room: Room, presence: Mapping[PersonId, Presence]) -> tuple[PersonId, ...]:
    """The people who decide: seated, not gone, and playing their seats themselves."""
    return tuple(
        seat.person
        for seat in room.seats
        if seat.person is not None
        and not (seat.leaving or seat.silent)
        and presence.get(seat.person, "gone") != "gone"
    )


def majority(people: int) -> int:
    """More than half of them, and at least one."""
    return people // 2 + 1


# -- pauses


def votes_to_resume(room: Room, presence: Mapping[PersonId, Presence]) -> tuple[int, int]:
    """The number of people present who want to play on, and the number that is needed."""
    present = present_players(room, presence)
    return sum(person in room.resume_wanted for person in present), majority(len(present))


def check_may_pause(room: Room, person: PersonId) -> None:
    """Raises NotNow."""
    if room.pauses_ended.count(person) >= MOST_PAUSES_ENDED:
        raise NotNow(
            f"Others have ended {MOST_PAUSES_ENDED} of your pauses, so you can’t pause again in "
            "this match."
        )


def end_pause(room: Room) -> Room:
    """The match goes on. A pause counts against its maker, unless they wanted to go on too."""
    maker, ended = room.paused_by, room.pauses_ended
    if maker is not None and maker not in room.resume_wanted:
        ended = (*ended, maker)
    return replace(room, paused=False, resume_wanted=(), paused_by=None, pauses_ended=ended)


# -- votes about one person


def let_bot_play(
    room: Room,
    sender: Person,
    seat: RoomSeat,
    presence: Mapping[PersonId, Presence],
    waiting: Waiting,
) -> tuple[Room, bool]:
    """A vote to let a bot play for somebody present, who is not asked; whether it is decided.

    The host alone decides at once. Raises NotNow, NotSeated.
    """
    assert seat.person is not None
    waited = waiting.waited(seat.number)
    if seat.person == sender.id or waited < waiting.patience:
        raise NotNow(
            f"{seat.name} is still here. Once the table has waited {_spell(waiting.patience)} for "
            "an answer, the others may let a bot play."
        )
    others = [one for one in present_players(room, presence) if one != seat.person]
    began = waiting.now() - round(waited * 1000)
    vote = _with_vote(room, "bot", seat.person, sender, others, waiting.now(), began)
    if sender.id != room.host and len(vote.by) < majority(len(others)):
        return _replaced(room, vote), False
    return seating.silence(_without(room, vote), seat.number, room.bot_strength), True


def kick_together(
    room: Room,
    sender: Person,
    person: PersonId,
    presence: Mapping[PersonId, Presence],
    waiting: Waiting,
) -> tuple[Room, Person, bool]:
    """A vote to kick somebody while no host is there; whether it is decided.

    The person counts among those present, so two people never decide it.
    Raises NotHost, NotNow, NotSeated, Unknown.
    """
    if room.host_away is None and presence.get(room.host, "gone") != "gone":
        raise NotHost("Only the host can do that.")
    target = membership.check_kick(room, sender.id, person)
    if person == room.host and room.host_away is None:
        raise NotNow(f"{target.name} is the host, and can’t be kicked.")
    present = present_players(room, presence)
    since = waiting.now() - VOTE_LASTS
    vote = _with_vote(room, "kick", person, sender, present, waiting.now(), since)
    if len(vote.by) < max(2, majority(len(present))):
        return _replaced(room, vote), target, False
    return membership.kick(_without(room, vote), sender.id, person)[0], target, True


def votes_needed(room: Room, vote: Vote, presence: Mapping[PersonId, Presence]) -> int:
    """The number of people who have to agree."""
    present = present_players(room, presence)
    if vote.what == "bot":
        return majority(sum(one != vote.person for one in present))
    return max(2, majority(len(present)))


def _with_vote(
    room: Room,
    what: Literal["bot", "kick"],
    person: PersonId,
    sender: Person,
    voters: Collection[PersonId],
    now: int,
    since: int,
) -> Vote:
    """The vote with the sender's; what was said before `since`, or by others, does not count.

    Raises NotSeated.
    """
    if sender.id not in voters:
        raise NotSeated("Only people who play can decide that.")
    before = _find(room, what, person)
    by = before.by if before is not None and before.at > since else ()
    agreed = tuple(one for one in by if one in voters and one != sender.id)
    return Vote(what, person, (*agreed, sender.id), now)


def _find(room: Room, what: str, person: PersonId) -> Vote | None:
    return next((one for one in room.votes if (one.what, one.person) == (what, person)), None)


def _without(room: Room, vote: Vote) -> Room:
    rest = tuple(one for one in room.votes if (one.what, one.person) != (vote.what, vote.person))
    return replace(room, votes=rest)


def _replaced(room: Room, vote: Vote) -> Room:
    return replace(room, votes=(*_without(room, vote).votes, vote))


def _spell(seconds: float) -> str:
    return f"{round(seconds / 60)} minutes" if seconds >= 90 else f"{round(seconds)} seconds"
