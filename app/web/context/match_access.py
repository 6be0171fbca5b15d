"""The access to one match: which part of it a visitor sees, now."""

from typing import Any, Final

import msgspec
from msgspec.structs import replace
from starlette.exceptions import HTTPException

from app.rules.game import AnyGame, Seat
from app.store.admin import audit
from app.store.matches import event_lines, records, summaries
from app.store.matches.records import StoredRecord
from app.store.matches.rows import MatchState
from app.store.matches.summaries import MatchSummary
from app.table.model.room import MatchId, PersonId, RoomId
from app.table.room.seating import find_member
from app.table.room.visibility import hand_seen, sees_match, sees_room
from app.web.context.request_context import RequestContext
from app.web.replay.record_jobs import Kind, RecordJob

CARDS_STAY_HIDDEN: Final = (
    "You can see your own cards only: in this game the cards of others stay secret for good."
)
OLDER_RULES: Final = (
    "This match was played by older rules of the game, so it can’t be shown step by step. "
    "Its moves can be read as text, and downloaded."
)
ARCHIVED: Final = (
    "The moves of this match were moved to an archive, because it is old. Its result stays. "
    "The people who run this server can replay it."
)
WITHOUT_RULES: Final = ("transcript", "export")
"""The answers that a match by older rules can give."""
NO_MATCH: Final = "There is no such match, or you can’t see it."
"""One sentence for both, so that nobody learns which matches exist."""


class MatchAccess(msgspec.Struct, frozen=True):
    """The part of one match that one visitor may see."""

    summary: MatchSummary
    game: AnyGame
    own_seats: tuple[Seat, ...]
    """The seats whose cards the visitor sees as their own: while it runs, by who sits there now."""
    as_admin: bool
    """True for staff from outside the room; the audit log records the visit."""
    played: bool = False
    """True if the visitor was dealt a seat in it, whoever sits there now."""
    moderator: bool = False
    """True for a moderator, who sees no card of others that the rules keep secret for good."""

    @property
    def over(self) -> bool:
        return self.summary.state != MatchState.RUNNING

    @property
    def replayable(self) -> bool:
        """True if its entries are here, and the game still has the rules it was played by."""
        return self.why_not_replayable is None

    @property
    def why_not_replayable(self) -> str | None:
        """A sentence, or None."""
        if self.summary.archived_at is not None:
            return ARCHIVED
        return None if self.summary.rules_version == self.game.rules_version else OLDER_RULES

    @property
    def open(self) -> bool:
        """True if this visitor may know every card.

        Everybody who may see the match may, once it is over. If the rules keep cards secret for
        good, only an administrator from outside may.
        """
        from_outside = self.as_admin and not self.moderator
        return self.over and (self.game.reveals_after_match or from_outside)


async def match_access(context: RequestContext, match: str, to_report: bool = False) -> MatchAccess:
    """Players, people of the room and administrators may see a match; moderators once it is over.

    While it runs, whoever was sent away sees of it what the table shows a stranger, and may report
    it (`to_report`). Raises HTTPException 404 for everybody else.
    """
    async with context.services.db.sessions.begin() as db:
        summary = await summaries.of_match(db, match)
    me = context.account
    if summary is None or me is None or summary.game not in context.services.games:
        raise HTTPException(404, NO_MATCH)
    over, person = summary.state != MatchState.RUNNING, PersonId(me.id)
    seats = tuple(Seat(place.seat) for place in summary.places if place.account_id == me.id)
    played, sees = bool(seats), True
    room = None if played and over else await context.services.rooms.load(RoomId(summary.room_id))
    ours = played or (room is not None and find_member(room, person) is not None)
    if not over:
        hand = None if room is None else hand_seen(room, MatchId(summary.id), person)
        seats = () if hand is None else (hand,)
        sees = room is not None and sees_room(room, person) and sees_match(room, hand)
    from_outside = me.admin or (me.staff and over)
    if not from_outside and not (ours and (sees or to_report)):
        raise HTTPException(404, NO_MATCH)
    return MatchAccess(
        summary,
        context.services.games[summary.game],
        seats,
        as_admin=not ours,
        played=played,
        moderator=me.staff and not me.admin,
    )


async def audit_look(context: RequestContext, access: MatchAccess) -> None:
    """Records the visit of an administrator from outside; the players see that."""
    if access.as_admin:
        async with context.services.db.sessions.begin() as db:
            await audit.record_look(db, context.member_or_guest.id, access.summary.id)


async def answer_from_record(
    context: RequestContext,
    access: MatchAccess,
    kind: Kind,
    seat: str | None = None,
    **asked: Any,
) -> list[bytes]:
    """The answer to a RecordJob in pieces; `asked` are its further fields, or other names.

    `seat`: whose cards are asked for. Who sees them is asked again once the entries are read: the
    asker may have lost the seat since, and nobody sees a card that came later. Raises HTTPException
    409 if the match must be replayable and is not, 503 if too many ask, and those of
    `requested_seats`.
    """
    seats = () if seat is None else requested_seats(access, seat)
    why = access.why_not_replayable
    if why is not None and not (why is OLDER_RULES and access.over and kind in WITHOUT_RULES):
        raise HTTPException(409, why)
    service = context.services.records
    async with service.turn(context.member_or_guest.id):
        record = await read_record(context, access)
        if seat is not None and not access.over:
            access = await match_access(context, access.summary.id)
            seats = requested_seats(access, seat)
        job = RecordJob(
            kind=kind,
            match=record.match,
            game=record.game,
            rules_version=access.summary.rules_version,
            setup=record.setup,
            open=access.open,
            seats=seats,
            secret=record.secret if access.over else None,
            **{"names": tuple(place.name for place in access.summary.places), **asked},
        )
        if why is OLDER_RULES and kind == "transcript":
            job = await with_kept_lines(context, job)
        return await service.make(job, record.lines)


async def with_kept_lines(context: RequestContext, job: RecordJob) -> RecordJob:
    """The transcript of a match by older rules, with its lines as they were said, if kept."""
    async with context.services.db.sessions.begin() as db:
        kept = await event_lines.kept(db, MatchId(job.match))
    return job if kept is None else replace(job, told=kept[0], said=kept[1].decode())


async def read_record(context: RequestContext, access: MatchAccess) -> StoredRecord:
    """The record, read once: of one that grew since only the new entries are read."""
    service = context.services.records
    kept = service.kept(access.summary.id)
    if kept is not None and kept.entries >= access.summary.entries:
        return kept
    async with context.services.db.sessions.begin() as db:
        record = await records.stored(db, access.summary.id, kept)
    assert record is not None, "a match with a summary has a record"
    service.keep(record)
    return record


def requested_seats(access: MatchAccess, seat: str) -> tuple[Seat, ...]:
    """The seats whose cards are asked for. Raises HTTPException 403 or 422."""
    everybody = tuple(Seat(place.seat) for place in access.summary.places)
    if seat == "public":
        return ()
    if seat == "all":
        if not access.open:
            raise HTTPException(
                403,
                CARDS_STAY_HIDDEN
                if access.over
                else "All hands are shown after the match, in games whose rules allow it.",
            )
        return everybody
    if not seat.isascii() or not seat.isdecimal() or len(seat) > 3 or int(seat) not in everybody:
        raise HTTPException(422, "This match has no such seat.")
    if not access.open and int(seat) not in access.own_seats:
        raise HTTPException(
            403,
            CARDS_STAY_HIDDEN
            if access.over
            else "While the match runs you can see your own cards only.",
        )
    return (Seat(int(seat)),)
