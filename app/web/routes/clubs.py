"""Clubs: a room that is kept, for people who meet every week.

See app/store/rooms/clubs.py for what becomes of a club.
"""

import re
from typing import Annotated, Final

from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store.people.names import BadName, clean_name
from app.store.rooms import clubs
from app.store.rooms.clubs import Club, Evening
from app.table.model.room import Room, RoomId
from app.web.context.request_context import Context
from app.web.routes.tables import is_member, room_for

router = APIRouter()
WEEKDAYS: Final = (
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
)
CALENDAR_DAYS: Final = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
LONG: Final = 4
"""Hours of an evening in the calendar."""
ZONE: Final = re.compile(r"[A-Za-z0-9_+\-/]{1,40}")
TIME: Final = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")
TOO_MANY: Final = (
    f"A club has at most {clubs.MOST_MEMBERS} members, and a person is in {clubs.MOST_CLUBS} clubs "
    "at most. Leave another club first, or ask the host to make room."
)
Text = Annotated[str, Form(max_length=200)]


@router.get("/clubs/{room}", response_class=HTMLResponse, include_in_schema=False)
async def club(context: Context, room: RoomId) -> Response:
    return await club_page(context, await own_room(context, room))


async def club_page(
    context: Context,
    room: Room,
    status: int = 200,
    error: str = "",
    values: dict[str, str] | None = None,
) -> Response:
    """Template club.html, for people of the room.

    Context: club (Club, or None: it may be founded by the room's host), room, member, host (true
    if `me` is one), evening (a sentence or None), scores: {game's title: list[Score]}, error,
    values: {"name", "weekday", "time", "zone"}.
    """
    async with context.services.db.sessions.begin() as db:
        found = await clubs.of_room(db, room.id)
        scores = [] if found is None else await clubs.scores(db, room.id)
    games = context.services.games
    shown = {
        game.title: [one for one in scores if one.game == slug]
        for slug, game in games.items()
        if any(one.game == slug for one in scores)
    }
    me = context.person.id
    evening = None if found is None else found.evening
    return context.page(
        "club.html",
        status,
        club=found,
        room=room,
        game=games[room.game],
        member=found is not None and any(one.id == me for one in found.members),
        host=me == (room.host if found is None else found.host),
        evening=None if evening is None else evening.words(context.services.clock.now()),
        scores=shown,
        weekdays=[("", "no evening"), *((str(day), name) for day, name in enumerate(WEEKDAYS))],
        error=error,
        values=values or values_of(found),
    )


def values_of(found: Club | None) -> dict[str, str]:
    evening = None if found is None else found.evening
    return {
        "name": "" if found is None else found.name,
        "weekday": "" if evening is None else str(evening.weekday),
        "time": "20:00" if evening is None else evening.time,
        "zone": "UTC" if evening is None else evening.zone,
    }


@router.post(
    "/clubs/{room}",
    tags=["rooms"],
    summary="Found a club in your room, or change it",
    response_class=HTMLResponse,
    status_code=303,
)
async def found_or_change(
    context: Context,
    room: RoomId,
    name: Text = "",
    weekday: Text = "",
    time: Text = "",
    zone: Text = "",
) -> Response:
    """For the room's host, and once there is a club for the club's host. Members have accounts.

    `weekday` is empty or 0 (Monday) to 6, `time` like 20:00 in the time zone `zone`.
    """
    here = await own_room(context, room)
    values = {"name": name, "weekday": weekday, "time": time, "zone": zone}
    try:
        named, evening = clean_name(name), read_evening(weekday, time, zone)
    except (BadName, ValueError) as error:
        return await club_page(context, here, 422, str(error), values)
    me = registered_account(context)
    async with context.services.db.sessions.begin() as db:
        known = await clubs.of_room(db, room)
        if me != (here.host if known is None else known.host):
            raise HTTPException(403, "Only the host can do that.")
        if known is None and not await clubs.found(db, room, me, named):
            raise HTTPException(409, TOO_MANY)
        await clubs.change(db, room, named, evening)
    return context.redirect(f"/clubs/{room}")


def read_evening(weekday: str, time: str, zone: str) -> Evening | None:
    """Raises ValueError with a sentence."""
    if weekday == "":
        return None
    told = TIME.fullmatch(time)
    if weekday not in map(str, range(7)) or told is None:
        raise ValueError("Choose a day, and a time like 20:00.")
    if ZONE.fullmatch(zone) is None:
        raise ValueError("Give a time zone like Europe/Vienna.")
    return Evening(int(weekday), 60 * int(told[1]) + int(told[2]), zone)


@router.post(
    "/clubs/{room}/join",
    tags=["rooms"],
    summary="Become a member of the club of your room",
    response_class=HTMLResponse,
    status_code=303,
)
async def join(context: Context, room: RoomId) -> Response:
    await own_room(context, room)
    me = registered_account(context)
    async with context.services.db.sessions.begin() as db:
        if await clubs.of_room(db, room) is None:
            raise HTTPException(404, "There is no club at this table.")
        if not await clubs.join(db, room, me):
            raise HTTPException(409, TOO_MANY)
    return context.redirect(f"/clubs/{room}")


@router.post(
    "/clubs/{room}/leave",
    tags=["rooms"],
    summary="Leave a club, or take a member out as its host",
    response_class=HTMLResponse,
    status_code=303,
)
async def leave(context: Context, room: RoomId, person: Text = "") -> Response:
    """`person`: whom the host takes out; empty for yourself, also where you left the room."""
    me = context.member_or_guest.id
    async with context.services.db.sessions.begin() as db:
        known = await clubs.of_room(db, room)
        if person not in ("", me) and (known is None or me != known.host):
            raise HTTPException(403, "Only the host can do that.")
        await clubs.leave(db, room, person or me)
    return context.redirect(f"/clubs/{room}" if person not in ("", me) else "/")


@router.post(
    "/clubs/{room}/end",
    tags=["rooms"],
    summary="End your club",
    response_class=HTMLResponse,
    status_code=303,
)
async def end(context: Context, room: RoomId) -> Response:
    """The room and its matches stay."""
    me = context.member_or_guest.id
    async with context.services.db.sessions.begin() as db:
        known = await clubs.of_room(db, room)
        if known is None or me != known.host:
            raise HTTPException(403, "Only the host can do that.")
        await clubs.end(db, room)
    return context.redirect(f"/clubs/{room}")


@router.get("/clubs/{room}/evening.ics", include_in_schema=False)
async def calendar(context: Context, room: RoomId) -> Response:
    """The weekly evening as a calendar file (RFC 5545)."""
    here = await own_room(context, room)
    async with context.services.db.sessions.begin() as db:
        known = await clubs.of_room(db, room)
    if known is None or known.evening is None:
        raise HTTPException(404, "This club has no evening.")
    now, evening = context.services.clock.now(), known.evening
    begins = evening.next_after(now)
    link = f"{context.services.links.of(context.request.scope)}/table/{here.id}"
    lines = (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Pecking Order//Clubs//EN",
        "BEGIN:VEVENT",
        f"UID:club-{here.id}",
        f"DTSTAMP:{now:%Y%m%dT%H%M%SZ}",
        f"DTSTART;TZID={evening.zone}:{begins:%Y%m%dT%H%M%S}",
        f"DURATION:PT{LONG}H",
        f"RRULE:FREQ=WEEKLY;BYDAY={CALENDAR_DAYS[evening.weekday]}",
        f"SUMMARY:{escaped(known.name)}",
        f"URL:{link}",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    )
    return Response(
        "\r\n".join(lines),
        media_type="text/calendar; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="evening.ics"'},
    )


def escaped(text: str) -> str:
    r"""Text in a calendar file.

    >>> escaped("Cards, wine; more")
    'Cards\\, wine\\; more'
    """
    return re.sub(r"([\\;,])", r"\\\1", text)


async def own_room(context: Context, room: RoomId) -> Room:
    """The room, for its people alone. Raises HTTPException 404 or 403."""
    found = await room_for(context, room)
    if not is_member(context, found):
        raise HTTPException(403, "Only people of this table can see its club.")
    return found


def registered_account(context: Context) -> str:
    """The account of somebody with a password. Raises HTTPException 403."""
    if context.account is None or not context.account.registered:
        raise HTTPException(403, "A club is for people with an account. Sign up first.")
    return context.account.id
