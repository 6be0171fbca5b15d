"""Matches: the result page, the steps for the replay, and the record as a file.

Each shows what its viewer may know, and no more.
"""

from collections.abc import Sequence
from datetime import UTC, date
from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.rules.codec import omitted_defaults
from app.store.admin import audit
from app.store.matches import pictures, records
from app.store.matches.pictures import Kind
from app.store.matches.rows import MatchState
from app.store.matches.summaries import PlaceSummary
from app.store.people import accounts
from app.store.people.rows import FROM_SEAT, Account
from app.web.context.match_access import (
    MatchAccess,
    answer_from_record,
    audit_look,
    match_access,
)
from app.web.context.request_context import Context
from app.web.rendering.responses import streamed

router = APIRouter(tags=["matches"])


@router.get("/match/{match}", response_class=HTMLResponse, include_in_schema=False)
async def match_page(context: Context, match: str) -> Response:
    """Template match.html. A link to one step: /match/…#step=12.

    Context: match (store.matches.summaries.MatchSummary), game (rules.Game), over, open (see
    MatchAccess), own (the visitor's seats), looks (store.admin.audit.AuditEntry of administrators,
    newest first, one for each day), receipt (the last hash of its record, in groups, or None),
    look_back (see seats_to_look_back), picture (store.matches.pictures.Picture, for its players, or
    None), may_share (true if `me` may make it),
    replay (replay_data, for the island, with `faces`: one face_elsewhere for each seat).
    """
    access = await match_access(context, match)
    async with context.services.db.sessions.begin() as db:
        looks = latest_each_day(await audit.looks_at(db, access.summary.id))
        receipt = await records.receipt(db, access.summary.id) if access.over else None
        shared = (
            await pictures.of_match(db, access.summary.id, Kind.MATCH) if access.played else None
        )
        people = await accounts.by_ids(db, [place.account_id for place in access.summary.places])
    faces = [
        face_elsewhere(place, people.get(place.account_id or "")) for place in access.summary.places
    ]
    return context.page(
        "match.html",
        match=access.summary,
        game=access.game,
        over=access.over,
        open=access.open,
        own=access.own_seats,
        looks=looks,
        look_back=seats_to_look_back(access),
        replay={**replay_data(access), "faces": faces},
        receipt=receipt,
        picture=shared,
        may_share=shared is None and access.played and access.summary.state == MatchState.FINISHED,
    )


def seats_to_look_back(access: MatchAccess) -> list[dict[str, Any]]:
    """The seats at whose answers this visitor may look back, their own first, with their names."""
    if not access.over or not access.replayable:
        return []
    own = [
        {"seat": seat, "name": f"{access.summary.places[seat].name} (you)"}
        for seat in reversed(access.own_seats)
    ]
    bots = [
        {"seat": place.seat, "name": f"{place.name}, a {place.bot} bot"}
        for place in access.summary.places
        if place.bot is not None and access.game.reveals_after_match
    ]
    return own + bots


def latest_each_day(looks: Sequence[audit.AuditEntry]) -> list[audit.AuditEntry]:
    """The last visit of each administrator on each day: every part of a replay is a visit."""
    days: dict[tuple[str, date, str], audit.AuditEntry] = {}
    for look in looks:
        days.setdefault((look.admin_id, look.at.astimezone(UTC).date(), look.reason), look)
    return list(days.values())


def face_elsewhere(place: PlaceSummary, account: Account | None) -> dict[str, str]:
    """The id and the chosen code that a portrait is drawn from outside its table.

    A guest's, and that of a member who wants it so, says nothing of the person.
    """
    if place.bot is not None:
        return {"id": f"{place.bot} {place.name}", "portrait": ""}
    if account is None or not account.registered or account.portrait.endswith(FROM_SEAT):
        return {"id": f"seat {place.seat}", "portrait": ""}
    return {"id": account.id, "portrait": account.portrait}


def replay_data(access: MatchAccess) -> dict[str, Any]:
    """The island's data: seat is the visitor's or None, seats are those whose cards may be shown.

    `usual` is what the steps leave out, see rules.codec.omitted_defaults.
    """
    names = [place.name for place in access.summary.places]
    return {
        "match": access.summary.id,
        "game": access.game.slug,
        "title": access.game.title,
        "names": names,
        "over": access.over,
        "seat": access.own_seats[-1] if access.own_seats else None,
        "seats": list(range(len(names))) if access.open else list(access.own_seats),
        "report": f"/match/{access.summary.id}/report",
        "steps": f"/api/matches/{access.summary.id}/steps",
        "usual": {access.game.slug: omitted_defaults(access.game)},
    }


@router.get("/api/matches/{match}/steps", summary="A match, step by step")
async def steps(
    context: Context, match: str, seat: str = "public", start: int = 0, count: int = 100
) -> Response:
    """`{match, game, names, total, build, steps: […]}`, at most 200 steps.

    A step is `{ply, at, entry, events: [{event, text}], public, private: {seat: …}}`. `seat` is a
    number, `public`, or, once the match is over, `all`. While a match runs its players get their
    own seat or the public view, numbered by what they saw. An entry of somebody else is
    `{"type": "unseen"}` then.
    """
    context.limit("api")
    if not 0 <= start <= 1_000_000 or not 0 <= count <= 1_000_000:
        raise HTTPException(422, "`start` and `count` must be numbers from 0 to 1,000,000.")
    access = await match_access(context, match)
    head = {
        "match": access.summary.id,
        "game": access.game.slug,
        "names": [place.name for place in access.summary.places],
        "build": context.services.templates.build(),
    }
    told = await answer_from_record(
        context, access, "steps", seat, start=start, count=count, head=head
    )
    if access.over:
        await audit_look(context, access)
    return streamed(told, "application/json")


@router.get("/api/matches/{match}/story", summary="The story of a match that is over")
async def story(context: Context, match: str) -> Response:
    """`{deals, minutes, winner, loser, lines: [{text, hands}]}`, from what everybody saw.

    `lines`: at most three, the rarest first; each comes once in that many `hands`. `winner` and
    `loser` are lines about their way there, or null.
    """
    context.limit("api")
    access = await match_access(context, match)
    if not access.over:
        raise HTTPException(403, "The match goes on. Its story is told when it is over.")
    return streamed(await answer_from_record(context, access, "story"), "application/json")


@router.get("/api/matches/{match}/export", summary="The record of a match that is over")
async def export(context: Context, match: str) -> Response:
    """JSON lines: first the match, then each entry (`{ply, at, entry, hash}`).

    The match is `{match, game, rules_version, setup, state, places, receipt, public_origin,
    shuffles}`; its shuffles are what `…/shuffles` answers, without orders. `public_origin`: the
    types of moves whose cards were dealt to that seat. The game's rules replay the entries over the
    setup. docs/protocol.md describes the hashes.
    """
    context.limit("api")
    access = await match_access(context, match)
    if access.over and not access.open:
        raise HTTPException(
            403,
            "This record stays closed: in this game the cards of others are secret for good.",
        )
    if not access.open:
        raise HTTPException(
            403,
            "You can download the record after the match, in games whose rules reveal all cards.",
        )
    places = [
        {"seat": place.seat, "name": place.name, "bot": place.bot}
        for place in access.summary.places
    ]
    head = {"state": access.summary.state, "places": places}
    told = await answer_from_record(context, access, "export", head=head)
    await audit_look(context, access)
    return streamed(told, "application/jsonl", f"{access.game.slug}-{access.summary.id}.jsonl")
