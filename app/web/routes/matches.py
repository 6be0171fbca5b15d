"""Matches: the result page, the steps for the replay, and the record as a file; each shown as far as its viewer may know it."""

from collections.abc import Sequence
from datetime import UTC, date
from typing import Any, Final

import msgspec
from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.rules.chain import Link
from app.rules.codec import usual
from app.rules.game import AnyGame, Seat
from app.store import audit, matches, receipts
from app.store.matches import MatchState, MatchSummary
from app.table.model.room import RoomId
from app.table.ports import Record
from app.web.context.request_context import Context, RequestContext
from app.web.rendering.responses import json
from app.web.replay.replay_cache import MOST, Replay
from app.web.replay.shuffle_reveal import opened

router = APIRouter(tags=["matches"])
STAYS_HIDDEN: Final = (
    "You may see your own cards only: in this game what others held stays secret for good."
)
EARLIER_RULES: Final = "This match was played by earlier rules of the game: its record is kept, but its cards cannot be laid out again."


class Seen(msgspec.Struct, frozen=True):
    """What one visitor may see of one match."""

    summary: MatchSummary
    game: AnyGame
    own: tuple[Seat, ...]
    """The visitor's own seats in it."""
    as_admin: bool
    """Neither a player nor of its room: an administrator, whose look is written down."""

    @property
    def over(self) -> bool:
        return self.summary.state != MatchState.RUNNING

    @property
    def replayable(self) -> bool:
        """Played by the rules that the game has now; others would tell another story."""
        return self.summary.rules_version == self.game.rules_version

    @property
    def open(self) -> bool:
        """This visitor may know every card in it: everybody who may see it, or where the rules keep cards secret for good an administrator
        from outside, whose look is written down."""
        return self.over and (self.game.reveals_after_match or self.as_admin)


async def seen_by(context: RequestContext, match: str) -> Seen:
    """Its players and the people of its room may see a match, and administrators. Raises HTTPException 404 for all others."""
    async with context.services.db.sessions.begin() as db:
        summary = await matches.summary(db, match)
    me = context.account
    if summary is None or me is None or summary.game not in context.services.games:
        raise HTTPException(404, "There is no such match, or it is not yours to see.")
    own = tuple(Seat(place.seat) for place in summary.places if place.account_id == me.id)
    if not own:
        room = await context.services.rooms.load(RoomId(summary.room_id))
        of_the_room = room is not None and any(person.id == me.id for person in room.people)
        if not of_the_room and not me.admin:
            raise HTTPException(404, "There is no such match, or it is not yours to see.")
        if not of_the_room:
            return Seen(summary, context.services.games[summary.game], (), True)
    return Seen(summary, context.services.games[summary.game], own, False)


async def fold_of(context: RequestContext, seen: Seen) -> Replay:
    """Raises HTTPException 409 where it is not replayable."""
    if not seen.replayable:
        raise HTTPException(409, EARLIER_RULES)
    record = await record_of(context, seen)
    return await context.services.folds.fold(
        record.match, seen.game, record.setup, record.places, record.written
    )


async def record_of(context: RequestContext, seen: Seen) -> Record:
    async with context.services.db.sessions.begin() as db:
        record = await matches.record(db, seen.summary.id, context.services.games)
    assert record is not None, "a match with a summary has a record"
    return record


async def write_down_look(context: RequestContext, seen: Seen) -> None:
    """An administrator looked into a match that is not theirs; its players see that."""
    if seen.as_admin:
        async with context.services.db.sessions.begin() as db:
            await audit.note_look(db, context.member_or_guest.id, seen.summary.id)


@router.get("/match/{match}", response_class=HTMLResponse, include_in_schema=False)
async def match_page(context: Context, match: str) -> Response:
    """Template match.html. Context: match (store.matches.MatchSummary), game (rules.Game), over (bool), open (bool: every card may be
    shown to this visitor), own (my seats),
    looks (store.audit.AuditEntry of administrators who looked, newest first, one for each day),
    receipt (the last hash of its record, in groups; None while it runs, and for matches from before there was one),
    replay (dict for the island, as JSON: match, game, title, names, over, seat (mine or null), seats (whose cards may be shown: all if
    open, else mine), steps, report (addresses), usual: what the steps leave out, see rules.codec.usual). One moment: /match/…#step=12."""
    seen = await seen_by(context, match)
    async with context.services.db.sessions.begin() as db:
        looks = latest_each_day(await audit.looks_at(db, match))
        receipt = await receipts.receipt(db, match) if seen.over else None
    return context.page(
        "match.html", match=seen.summary, game=seen.game, over=seen.over, open=seen.open, own=seen.own, looks=looks,
        replay=replay_of(seen), receipt=receipt,
    )  # fmt: skip


def latest_each_day(looks: Sequence[audit.AuditEntry]) -> list[audit.AuditEntry]:
    """Of an administrator's looks on one day the last one: a replay is fetched in parts, and each part is a look."""
    days: dict[tuple[str, date, str], audit.AuditEntry] = {}
    for look in looks:
        days.setdefault((look.admin_id, look.at.astimezone(UTC).date(), look.reason), look)
    return list(days.values())


def replay_of(seen: Seen) -> dict[str, Any]:
    names = [place.name for place in seen.summary.places]
    return {
        "match": seen.summary.id,
        "game": seen.game.slug,
        "title": seen.game.title,
        "names": names,
        "over": seen.over,
        "seat": seen.own[-1] if seen.own else None,
        "seats": list(range(len(names))) if seen.open else list(seen.own),
        "report": f"/match/{seen.summary.id}/report",
        "steps": f"/api/matches/{seen.summary.id}/steps",
        "usual": {seen.game.slug: usual(seen.game)},
    }


@router.get("/api/matches/{match}/steps", summary="A match, step by step")
async def steps(
    context: Context, match: str, seat: str = "public", start: int = 0, count: int = 100
) -> Response:
    """`{match, game, names, total, steps: [{ply, at, entry, events: [{event, text}], public, private: {seat: …}}]}`, at most 200 steps.

    `seat` is a number, `public`, or (once the match is over) `all`. While a match goes on its players get their own seat or the
    public view, numbered by what they saw, and nobody gets anything else; an entry that is not theirs is `{"type": "unseen"}`.
    """
    context.limit("api")
    seen = await seen_by(context, match)
    if not 0 <= start <= 1_000_000 or not 0 <= count <= 1_000_000:
        raise HTTPException(422, "`start` and `count` are numbers from 0.")
    seats = seats_asked(seen, seat)
    fold = await fold_of(context, seen)
    if seen.over:
        await write_down_look(context, seen)
    if seen.open:
        total, shown = len(fold.states), fold.steps(start, min(count, MOST), seats)
    else:
        total, shown = fold.steps_seen(start, min(count, MOST), seats[0] if seats else None)
    return json(
        {
            "match": match,
            "game": seen.game.slug,
            "names": fold.names,
            "total": total,
            "steps": shown,
        }
    )


def seats_asked(seen: Seen, seat: str) -> tuple[Seat, ...]:
    """The seats whose cards are asked for. Raises HTTPException where they may not be seen."""
    everybody = tuple(Seat(place.seat) for place in seen.summary.places)
    if seat == "public":
        return ()
    if seat == "all":
        if not seen.open:
            raise HTTPException(
                403,
                STAYS_HIDDEN
                if seen.over
                else "All hands are shown once the match is over, in games whose rules allow it.",
            )
        return everybody
    if not seat.isascii() or not seat.isdecimal() or len(seat) > 3 or int(seat) not in everybody:
        raise HTTPException(422, "There is no such seat in this match.")
    if not seen.open and int(seat) not in seen.own:
        raise HTTPException(
            403,
            STAYS_HIDDEN
            if seen.over
            else "While the match goes on you may see your own cards only.",
        )
    return (Seat(int(seat)),)


@router.get("/api/matches/{match}/export", summary="The record of a match that is over")
async def export(context: Context, match: str) -> Response:
    """JSON lines: first the match (`{match, game, rules_version, setup, places, receipt, shuffles}`, the shuffles as `…/shuffles` opens
    them, without orders), then each entry (`{ply, at, entry, hash}`).
    Folding the entries over the setup with the game's rules gives every state; docs/protocol.md says what each hash is made of."""
    context.limit("api")
    seen = await seen_by(context, match)
    if seen.over and not seen.open:
        raise HTTPException(
            403,
            "The record of this match is not given out: in this game what others held stays secret for good.",
        )
    if not seen.open:
        raise HTTPException(
            403,
            "The record is given out once the match is over, in games whose rules let every card be known.",
        )
    await write_down_look(context, seen)
    async with context.services.db.sessions.begin() as db:
        record = await receipts.logged(db, match)
    assert record is not None, "a match with a summary has a record"
    places = [
        {"seat": place.seat, "name": place.name, "bot": place.bot} for place in seen.summary.places
    ]
    last = record.links[-1].hash if record.links else None
    head = {
        "match": match, "game": record.game, "rules_version": record.rules_version, "setup": record.setup, "places": places,
        "receipt": None if last is None else last.hex(),
        "shuffles": [{**told, "order": None} for told in opened(seen.game, await record_of(context, seen), await fold_of(context, seen))],
    }  # fmt: skip
    lines = [head, *(exported(link) for link in record.links)]
    body = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
    named = f'attachment; filename="{seen.game.slug}-{seen.summary.id}.jsonl"'
    return Response(body, media_type="application/jsonl", headers={"Content-Disposition": named})


def exported(link: Link) -> dict[str, Any]:
    """An entry as a line of the export, exactly as it is stored."""
    return {
        "ply": link.ply,
        "at": link.at,
        "entry": link.entry,
        "hash": None if link.hash is None else link.hash.hex(),
    }
