"""Pictures to share: a player makes one of a match that is over, and any of them takes it back.

Whoever has the link sees it, so it shows what every onlooker saw at the end, and of people only
those who play under a name of their own.
"""

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store.matches import pictures, summaries
from app.store.matches.pictures import Kind, Picture
from app.store.matches.rows import MatchRow, MatchState
from app.store.matches.summaries import MatchSummary
from app.store.people import accounts
from app.store.people.rows import Account
from app.table.model.room import RoomId
from app.web.context.match_access import MatchAccess, answer_from_record, match_access
from app.web.context.request_context import Context, RequestContext
from app.web.pictures.facts import AnyFacts, described, digest_of, names_shown, sentence
from app.web.rendering.responses import described_as, json_response
from app.web.replay.marks import mark_of
from app.web.routes.picture_facts import evening_facts, facts_of
from app.web.routes.room_results import COUNTED_STATES, MOST_OF_EVENING, by_night

router = APIRouter(tags=["matches"])
NO_PICTURE: Final = "There is no such picture, or it was taken back."
TAKEN_BACK: Final = "This picture was taken back, so there is none."
NOT_OVER: Final = "There is a picture once a match was played to its end."
NO_EVENING: Final = "There is a picture of an evening once it has two matches."
NOBODY_WATCHES: Final = "At this table nobody may watch, so there are no pictures of its matches."
PLAYERS_ONLY: Final = "Only those who played this match can make its picture."


class PictureLinks(msgspec.Struct, frozen=True):
    """The addresses of a picture, as paths."""

    page: str
    image: str


@router.post(
    "/api/matches/{match}/picture",
    summary="Make a picture of a match to share",
    responses=described_as(PictureLinks),
)
async def make_picture(context: Context, match: str, kind: Kind = Kind.MATCH) -> Response:
    """For those who played the match, once it is over. It is made once and stays the same one.

    `kind` `evening`: of all matches since the last long pause, up to this one.

    Anybody who has the link sees it: the places, and the names of members who do not want to be
    drawn from their seat.
    """
    context.limit("api")
    key = await shared_key(context, match, kind)
    return json_response(PictureLinks(f"/picture/{key}", f"/picture/{key}.png"))


@router.post(
    "/match/{match}/picture",
    summary="Make a picture of a match, and go to its page",
    response_class=HTMLResponse,
    status_code=303,
)
async def make_and_show(context: Context, match: str) -> Response:
    """The same as a form."""
    return context.redirect(f"/picture/{await shared_key(context, match, Kind.MATCH)}")


async def shared_key(context: RequestContext, match: str, kind: Kind) -> str:
    """The key of the picture, which is made if there is none.

    Raises HTTPException 403, 404, 409 or 503, RateLimited.
    """
    access = await match_access(context, match)
    check_may_share(access)
    async with context.services.db.sessions.begin() as db:
        picture = await pictures.of_match(db, access.summary.id, kind)
    if picture is None:
        picture = await make(context, access, kind)
    if picture.told is None:
        raise HTTPException(409, TAKEN_BACK)
    return picture.key


def check_may_share(access: MatchAccess) -> None:
    """Raises HTTPException 403."""
    if not access.played:
        raise HTTPException(403, PLAYERS_ONLY)
    if access.summary.state != MatchState.FINISHED:
        raise HTTPException(403, NOT_OVER)


async def make(context: RequestContext, access: MatchAccess, kind: Kind) -> Picture:
    """Raises HTTPException 403, 409 or 503, RateLimited."""
    room = await context.services.rooms.load(RoomId(access.summary.room_id))
    if room is None or not room.spectators:
        raise HTTPException(403, NOBODY_WATCHES)
    context.limit("picture", context.member_or_guest.id)
    of_it = story if kind is Kind.MATCH else evening
    told = await of_it(context, access)
    async with context.services.db.sessions.begin() as db:
        return await pictures.keep(db, access.summary.id, kind, told)


async def story(context: RequestContext, access: MatchAccess) -> dict[str, Any]:
    """Raises HTTPException 409 or 503."""
    marks = tuple(mark_of(place.seat) for place in access.summary.places)
    told = await answer_from_record(context, access, "story", names=marks)
    found: dict[str, Any] = msgspec.json.decode(b"".join(told))
    return found


async def evening(context: RequestContext, access: MatchAccess) -> dict[str, Any]:
    """Raises HTTPException 403."""
    match = access.summary
    async with context.services.db.sessions.begin() as db:
        played = await summaries.recent_of_room(db, match.room_id, MOST_OF_EVENING)
    for night in by_night(played, context.services.games):
        ids = [one.id for one in reversed(night)]
        if match.id in ids[1:]:
            return {"matches": ids[: ids.index(match.id) + 1]}
    raise HTTPException(403, NO_EVENING)


class ShownPicture(msgspec.Struct, frozen=True):
    """A picture that is shared, with what it shows now."""

    key: str
    matches: tuple[MatchSummary, ...]
    """Oldest first."""
    facts: AnyFacts


async def shown_picture(context: RequestContext, key: str) -> ShownPicture:
    """Raises HTTPException 404."""
    games = context.services.games
    async with context.services.db.sessions.begin() as db:
        picture = await pictures.of_key(db, key)
        if picture is None or picture.told is None:
            raise HTTPException(404, NO_PICTURE)
        matches = [one for one in await matches_of(db, picture) if one.game in games]
        places = [place for one in matches for place in one.places]
        people = await accounts.by_ids(db, [place.account_id for place in places])
    if not matches:
        raise HTTPException(404, NO_PICTURE)
    facts: AnyFacts = (
        facts_of(matches[0], games[matches[0].game], picture.told, people)
        if picture.kind is Kind.MATCH
        else evening_facts(matches, games, people)
    )
    return ShownPicture(key, tuple(matches), facts)


async def matches_of(db: AsyncSession, picture: Picture) -> list[MatchSummary]:
    """The matches that it shows and that count, oldest first."""
    assert picture.told is not None
    alone = picture.kind is Kind.MATCH
    ids = [picture.match] if alone else picture.told["matches"]
    found = await summaries.read(db, [MatchRow.id.in_(ids)], 0, MOST_OF_EVENING)
    counted = (MatchState.FINISHED,) if alone else COUNTED_STATES
    return [one for one in reversed(found) if one.state in counted]


@router.get("/picture/{key}.png", response_class=Response, include_in_schema=False)
async def picture_file(context: Context, key: str) -> Response:
    """The PNG, 1200 by 630. Browsers ask again each time, so it is gone once it is taken back."""
    shown = await shown_picture(context, key)
    headers = {"Cache-Control": "no-cache", "ETag": f'"{digest_of(shown.facts)}"'}
    if headers["ETag"] in context.request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    png = await context.services.pictures.png(key, shown.facts)
    return Response(png, media_type="image/png", headers=headers)


@router.get("/picture/{key}", response_class=HTMLResponse, include_in_schema=False)
async def picture_page(context: Context, key: str) -> Response:
    """Template picture.html.

    Context: key, match (the last MatchSummary), head (its large sentence), described (all of it in
    words), game (rules.Game), own (true if `me` played), origin (for link previews).
    Form: POST /picture/{key}/take-back.
    """
    shown = await shown_picture(context, key)
    last = shown.matches[-1]
    return context.page(
        "picture.html",
        key=key,
        match=last,
        game=context.services.games[last.game],
        head=sentence(shown.facts.head, names_shown(shown.facts)),
        described=described(shown.facts),
        own=has_played(shown.matches, context.account),
        origin=context.services.origin.of(context.request.scope),
    )


@router.post(
    "/picture/{key}/take-back",
    summary="Take a picture back",
    response_class=HTMLResponse,
    status_code=303,
)
async def take_back(context: Context, key: str) -> Response:
    """For those who played a match of it. From then on there is none at its address, for good."""
    shown = await shown_picture(context, key)
    if not has_played(shown.matches, context.account):
        raise HTTPException(404, NO_PICTURE)
    async with context.services.db.sessions.begin() as db:
        await pictures.take_back(db, key, context.services.clock.now())
    context.services.pictures.forget(key)
    return context.redirect(f"/match/{shown.matches[-1].id}", "picture-taken-back")


def has_played(matches: Iterable[MatchSummary], account: Account | None) -> bool:
    """True for who had a seat in one of them."""
    return account is not None and any(one.of(account.id) is not None for one in matches)
